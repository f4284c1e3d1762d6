"""Names and other text that people type: one way to clean it, and one to compare names."""

from __future__ import annotations

from unicodedata import normalize

JOINERS = "\u200c\u200d"
"""Invisible characters that letters of some scripts and some emoji need."""
WITHOUT_JOINERS = str.maketrans("", "", JOINERS)


def is_text(words: str) -> bool:
    """Whether text has no invisible characters but blanks and the joiners."""
    return words.translate(WITHOUT_JOINERS).isprintable()


def clean(words: str) -> str:
    """Compose letters, and take out line breaks, control characters and spare blanks."""
    plain = "".join(sign if is_text(sign) else " " for sign in normalize("NFC", words))
    return " ".join(word for word in plain.split() if word.strip(JOINERS))


def name_key(name: str) -> str:
    """What a name is compared by: Zo\u00eb and ZO\u00cb are one, however they were typed.

    Joiners are left out, for two names may not look the same.
    """
    # letters that were put into lower case may have to be composed once more
    return normalize("NFC", normalize("NFC", name.translate(WITHOUT_JOINERS)).casefold()).strip()
