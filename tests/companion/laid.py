"""Plays laid on a shelf as the text of a session tells them."""

from __future__ import annotations

from companion import session_file


def taken(journal, text):
    return session_file.load(journal, text if isinstance(text, bytes) else text.encode()).id
