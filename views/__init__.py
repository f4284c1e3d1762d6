"""The screens, in declarative Flet. ``app`` opens a session, ``routes`` loads a screen, ``app_shell`` frames it.

``state`` is what a screen knows, ``components`` what it is made of, ``hosting`` where the app runs; the other folders
are screens. No rule of a game is here.
"""
