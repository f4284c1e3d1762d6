"""Whether a game went on on another device, so that nobody records in two books unnoticed.

It is a preference of this device and in no backup that is brought in. Older versions ignore it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict

from models.frozen import frozen
from models.plays import Plays

_KEY = "backup.elsewhere."


@frozen
class Elsewhere:
    """Where a game went on: the ``host`` that a phone has met since, in words, and its last entry there.

    ``stays`` is whether somebody chose to go on here all the same.
    """

    host: str
    where: str
    number: int
    stays: bool = False

    @property
    def sentence(self) -> str:
        """Why nothing is recorded here, and the ways out."""
        return (
            f"This game continued {self.where}, up to entry {self.number}. "
            "The banker chooses first: take the longer book, or go on here all the same."
        )


def went_on(book: Plays, play: str) -> Elsewhere | None:
    """Return where a game went on; ``None`` if nobody knows of it, or somebody chose to go on here."""
    known = _read(book, play)
    return None if known is None or known.stays else known


def note_elsewhere(book: Plays, play: str, news: Elsewhere) -> bool:
    """Note where a game went on; false if that is known, or nobody wants to hear of that host any more."""
    known = _read(book, play)
    if known and known.host == news.host and (known.stays or known.number >= news.number):
        return False
    book.set_preference(_KEY + play, asdict(news))
    return True


def stay_here(book: Plays, play: str) -> None:
    """Go on here all the same."""
    if known := went_on(book, play):
        book.set_preference(_KEY + play, asdict(known) | {"stays": True})


def forget_elsewhere(book: Plays, play: str) -> None:
    """Forget where a game went on, as this book has it all."""
    if _read(book, play):
        book.set_preference(_KEY + play, {})


def _read(book: Plays, play: str) -> Elsewhere | None:
    with suppress(TypeError):
        return Elsewhere(**book.preference(_KEY + play, {}))
    return None
