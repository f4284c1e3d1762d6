"""One play as a file: written out as session text, and read in again line by line, by the rules."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from companion.referee import Referee
from companion.session import replay, steps, write_out
from models.foreign import Aside
from models.journal import Journal
from models.trouble import ForeignFile

if TYPE_CHECKING:
    from companion.session import Step
    from models.play import Play

MOST_BYTES = 20_000_000
SECONDS = 120
"""A play that takes longer to do again was made to: an evening of 2,000 lines takes some seconds, and whoever else sits
at a served table shares the machine with it. A backup, of which nothing is done again, takes in plays of any length."""
NEITHER = "This file is neither a backup made by Companion nor a play saved by it."


def file_name(title: str) -> str:
    """Name the file of a play. It is plain text, so it opens anywhere by a tap."""
    plain = "".join(sign if sign.isalnum() or sign in " -_'" else " " for sign in title)
    return f"{' '.join(plain.split())[:80].strip() or 'Play'}.txt"


def save(journal: Journal, play_id: str) -> bytes:
    """Write a play out as a file.

    Raises:
        Refusal: this app does not know its game.
        Damaged: an entry of it can't be read.

    """
    play = journal.play(play_id)
    return ("\n".join(write_out(play, journal.all_entries(play_id))) + "\n").encode()


def has_secrets(journal: Journal, play_id: str) -> bool:
    """Whether something in a play is hidden from the table now, that who adds up its lines can know."""
    referee = Referee(journal, play_id)
    return any(referee.game.secret(referee.table, account) for account, _ in referee.table.ledger.balances)


def load(journal: Journal, data: bytes) -> Play:
    """Read a play from a file, and put it on the shelf beside the others, or leave no trace.

    It is replayed in a book of its own first: whoever writes meanwhile is not held up.

    Raises:
        ForeignFile: this is no such file, or too large a one.
        Mismatch: a line does not hold, or can't be read.
        ReadOnly, Busy: nothing was written; see ``Database.writing``.

    """
    from models.merging import take_play  # noqa: PLC0415 - it needs SQLModel, which the start does without

    found = _steps(data)
    aside = Aside()
    try:
        other = Journal(aside)
        until = monotonic() + SECONDS

        def watch() -> None:
            if monotonic() > until:
                raise ForeignFile("This play takes too long to do again. It was not saved by Companion.")

        with aside.writing():
            play = replay(other, found, watch).play
        take_play(journal, other, play.id)
    finally:
        aside.close()
    return journal.play(play.id)


def _steps(data: bytes) -> list[Step]:
    if len(data) > MOST_BYTES:
        raise ForeignFile(f"This file is larger than {MOST_BYTES // 1_000_000} MB. No play saved by Companion is.")
    if not data:
        raise ForeignFile("This file is empty.")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise ForeignFile(NEITHER) from None
    first = next((line for line in text.removeprefix("\ufeff").splitlines() if line.strip()[:1] not in ("", "#")), "")
    if not first.startswith("game "):
        raise ForeignFile(NEITHER)
    return steps(text)
