"""The eyes: screens and the parts they are made of, in declarative Flet.

``theme`` is the paper, ``ink`` the words on it, ``boundary`` what stands behind every screen and handler;
``parts``, ``players``, ``receipt`` and ``figures`` are plain functions from values to controls. ``picture`` is
a play as everybody sees it, ``store`` what one open screen knows, ``draft`` a sheet being filled in. ``sheet``
asks the questions of every action of every game, ``table`` shows a play, ``shell`` frames the screens, and
``app`` binds them to routes. No rule lives here.
"""
