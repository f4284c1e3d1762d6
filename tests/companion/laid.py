"""Plays laid on a shelf as the text of a session tells them."""

from __future__ import annotations

from companion.formats import session


def taken(journal, text):
    return session.load(journal, text if isinstance(text, bytes) else text.encode()).id
