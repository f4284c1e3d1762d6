"""The eyes: screens and the parts they are made of, in declarative Flet.

``theme`` is the paper and the ink, ``parts`` (with ``players`` and ``receipt``) are plain functions from
values to controls, ``store`` is what one open screen knows, ``sheet`` asks the questions of every action of
every game, ``table`` shows a play, and ``app`` binds them to routes. No rule lives here.
"""
