"""Preferences, backups, and files that go out and come in."""
