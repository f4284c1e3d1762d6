"""Records across plays: what everybody played, won and did best, computed from the plays of a book.

Archived plays count, deleted ones don't; damaged plays and those of unknown games are left out and named. A player is
identified by the present name of a seat, whatever its case.
"""
