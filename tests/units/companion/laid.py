"""Plays laid on a shelf as the text of a session tells them."""

from tests.load_play import load_play


def taken(journal, text):
    return load_play(journal, text if isinstance(text, bytes) else text.encode()).id
