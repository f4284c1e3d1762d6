"""Reading a play from a file into a book."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from companion.core.recording.referee import Referee
from companion.formats.session import Step, replay, steps
from models.backups.restore import take_play
from models.backups.untrusted_file import UntrustedFile
from models.errors import ForeignFileError
from models.journal import Journal
from models.ledger import AMEND
from models.plays import Play

MOST_BYTES = 20_000_000
MOST_WORK = 500_000
"""So many lines are worked out for a play: each once, and for a correction all that are there by then once more.

An evening of 600 lines that is corrected every ten lines takes 20,000. It is counted and not timed, so that what one
machine saves another can read, however slow it is. A backup, which needs no replay, may have plays of any length.
"""
TOO_LONG = "This game is too long to be worked out again entry by entry. A backup takes games of any length."
NEITHER = "This file is neither a backup made by Companion nor a game saved by it."


ENCODINGS = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))
"""By the marks with which a file begins; without one it is UTF-8."""


def read_text(data: bytes) -> str:
    """Decode the text of a file, as editors and the shells of Windows write it.

    Raises:
        UnicodeDecodeError: it is no text.

    """
    for mark, encoding in ENCODINGS:
        if data.startswith(mark):
            return data.removeprefix(mark).decode(encoding)
    return data.decode()


def load(journal: Journal, data: bytes) -> Play:
    """Read a play from a file, and add it to the book, or change nothing.

    It is replayed in a book of its own first, so that other writes are not blocked.

    Raises:
        ForeignFileError: it is no such file, too large, or too long.
        Mismatch: a line can't be read, or does not come out as written.
        ReadOnlyError, BusyError: nothing was written; see ``Database.writing``.

    """
    found = _steps(data)
    untrusted = UntrustedFile()
    try:
        other = Journal(untrusted)
        work = 0

        def watch(referee: Referee, step: Step) -> None:
            nonlocal work
            work += 1 + (referee.version if step.word == AMEND else 0)
            if work > MOST_WORK:
                raise ForeignFileError(TOO_LONG)

        with untrusted.writing():
            play = replay(other, found, watch).play
        take_play(journal, other, play.id)
    finally:
        untrusted.close()
    return journal.play(play.id)


def _steps(data: bytes) -> list[Step]:
    if len(data) > MOST_BYTES:
        raise ForeignFileError(f"This file is larger than {MOST_BYTES // 1_000_000} MB. No game saved by Companion is.")
    if not data:
        raise ForeignFileError("This file is empty.")
    try:
        text = read_text(data)
    except UnicodeDecodeError:
        raise ForeignFileError(NEITHER) from None
    first = next((line for line in text.splitlines() if line.strip()[:1] not in ("", "#")), "")
    if not first.startswith("game "):
        raise ForeignFileError(NEITHER)
    return steps(text)
