"""Exports of plays: a session that can be replayed, an HTML page, CSV, an hledger journal."""
