"""Plays written out: as a session that can be replayed, a page, a table, a bookkeeper's journal."""
