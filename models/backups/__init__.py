"""Backups of the book: making, reading and verifying them, and restoring and repairing from them.

``phone_copies`` has what phones keep of a single game.
"""
