"""The screens, in declarative Flet. ``app`` opens a session, ``routes`` loads a screen, ``app_shell`` frames it.

Each folder is a room: ``state`` is what a screen knows, ``components`` what it is made of, ``hosting`` where the app
runs; the others are screens, named for what a person does there. No rule lives here.
"""
