"""Plays laid on a shelf as the text of a session tells them."""

from companion.formats import play_file


def taken(journal, text):
    return play_file.load(journal, text if isinstance(text, bytes) else text.encode()).id
