"""Proving a copy of the book: it is read back as a stranger's file, and must hold what the book held when made."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from models.record import digest
from models.trouble import Damaged

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

HEADS = """
    SELECT id, coalesce((SELECT max(seq) FROM entry WHERE play = id), 0),
        coalesce((SELECT digest FROM entry WHERE play = id ORDER BY seq DESC LIMIT 1), digest)
    FROM play
"""


class Head(NamedTuple):
    """How far a play has come: its last entry and that one's digest, which rests on all before it."""

    seq: int
    digest: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found in a copy: so many plays and lines, all as in the book; ``left_out`` says of each play what isn't.

    ``state`` tells this state of the book from any other, ``sha256`` the file from any other.
    """

    plays: int
    lines: int
    left_out: tuple[str, ...]
    state: str
    sha256: str

    @property
    def whole(self) -> bool:
        """Whether every play is in it."""
        return not self.left_out


def heads_of(driver: sqlite3.Connection) -> dict[str, Head]:
    """Tell how far each play of a book has come."""
    return {play: Head(seq, mark) for play, seq, mark in driver.execute(HEADS)}


def state_of(heads: Mapping[str, Head]) -> str:
    """Tell this state of the book from any other, as far as plays and their lines go."""
    return digest(sorted([play, *head] for play, head in heads.items()))


def prove(data: bytes, heads: Mapping[str, Head] | None = None) -> Proof:
    """Read a copy back and compare it with the ``heads`` of the book that it was made of, where they are known.

    A play that is damaged in the book is so in the copy: it is told of in ``left_out``, and the others count.

    Raises:
        ForeignFile, NewerFile, Damaged: it is no copy of that book, or nothing in it can be used, in a sentence.

    """
    from models.backup import read_backup  # noqa: PLC0415 - it needs SQLModel, which the start does without

    backup = read_backup(data)
    try:
        found = heads_of(backup.book.driver)
        wanted = found if heads is None else heads
        sound = {play.id for play in backup.plays}
        for play in backup.plays:
            if found[play.id] != wanted.get(play.id):
                raise Damaged(f"{play.title} is not in the copy as it is in the book.")
        if wanted and not sound:
            raise Damaged("No play in the book could be proven.")
        if wanted.keys() - sound and not backup.damaged:
            raise Damaged("The copy does not hold all that the book holds.")
        return Proof(
            plays=sum(not play.deleted for play in backup.plays),
            lines=sum(play.entries for play in backup.plays if not play.deleted),
            left_out=backup.damaged,
            state=state_of(wanted),
            sha256=hashlib.sha256(data).hexdigest(),
        )
    finally:
        backup.close()
