"""Backups of the book: making, reading and verifying them, and restoring and repairing from them."""
