"""Reading a play from a file into a book."""

from __future__ import annotations

from time import monotonic

from companion.formats.session import Step, replay, steps
from models.errors import ForeignFileError
from models.journal import Journal
from models.plays import Play
from models.restore import take_play
from models.untrusted_file import UntrustedFile

MOST_BYTES = 20_000_000
SECONDS = 120
"""The longest time for replaying a play: 2,000 lines take some seconds, and a served app shares the machine with
others. A backup, which needs no replay, may have plays of any length.
"""
NEITHER = "This file is neither a backup made by Companion nor a play saved by it."


def load(journal: Journal, data: bytes) -> Play:
    """Read a play from a file, and add it to the book, or change nothing.

    It is replayed in a book of its own first, so that other writes are not blocked.

    Raises:
        ForeignFileError: it is no such file, or too large.
        Mismatch: a line can't be read, or does not come out as written.
        ReadOnlyError, BusyError: nothing was written; see ``Database.writing``.

    """
    found = _steps(data)
    untrusted = UntrustedFile()
    try:
        other = Journal(untrusted)
        until = monotonic() + SECONDS

        def watch() -> None:
            if monotonic() > until:
                raise ForeignFileError("This play takes too long to do again. It was not saved by Companion.")

        with untrusted.writing():
            play = replay(other, found, watch).play
        take_play(journal, other, play.id)
    finally:
        untrusted.close()
    return journal.play(play.id)


def _steps(data: bytes) -> list[Step]:
    if len(data) > MOST_BYTES:
        raise ForeignFileError(f"This file is larger than {MOST_BYTES // 1_000_000} MB. No play saved by Companion is.")
    if not data:
        raise ForeignFileError("This file is empty.")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise ForeignFileError(NEITHER) from None
    first = next((line for line in text.removeprefix("\ufeff").splitlines() if line.strip()[:1] not in ("", "#")), "")
    if not first.startswith("game "):
        raise ForeignFileError(NEITHER)
    return steps(text)
