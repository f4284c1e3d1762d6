"""Reading a play from a file into a book."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from companion.core.recording.referee import Referee
from companion.core.units import count_of
from companion.formats.session import ID, Step, content, replay, steps
from models.backups.backup_reader import Backup
from models.backups.restore import HERE, PlayStep
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


def read(data: bytes) -> Backup:
    """Replay the play of a file in a book of its own, for ``compare`` and ``bring_in`` as a backup of one play.

    Raises:
        ForeignFileError: it is no such file, too large, or too long.
        Mismatch: a line can't be read, or does not come out as written.

    """
    found = _steps(data)
    play_id = next((step.rest for step in found if step.word == ID), "")
    work = 0

    def watch(referee: Referee, step: Step) -> None:
        nonlocal work
        work += 1 + (referee.version if step.word == AMEND else 0)
        if work > MOST_WORK:
            raise ForeignFileError(TOO_LONG)

    untrusted = UntrustedFile()
    try:
        with untrusted.writing():
            referee = replay(Journal(untrusted), found, watch, play_id=play_id)
        return Backup(untrusted, (referee.journal.play(referee.play.id),), (), content=content)
    except BaseException:
        untrusted.close()
        raise


def question(step: PlayStep) -> tuple[str, str]:
    """Say what is here of a play, and ask what may be done; both are empty where nothing has to be asked."""
    here, there = (count_of(count, "entry", "entries") for count in (step.after, step.play.entries))
    if step.how == "continued":
        return (
            f"It is here already, with {here}. The file goes on from there and has {there}.",
            "Add what is missing?",
        )
    if step.how == "brought back":
        return (
            f"It is among the deleted games, with {here}. The file has {there}.",
            "Bring it back?",
        )
    if step.how == "copied":
        differs = "The game that is here differs from the file, and stays as it is."
        return f"{differs} The file has {there}. Both would be in your records.", "Add a copy?"
    return "", ""


def outcome(play: Play, step: PlayStep) -> str:
    """Say what became of a play that was read from a file, as it is in the book now."""
    now = count_of(play.entries, "entry", "entries")
    if step.how in HERE:
        archived = " It is archived." if play.archived else ""
        longer = (
            f" Here it has {now}, in the file {step.play.entries:,}."
            if step.how == "further here"
            else ""
        )
        return f"{play.title}: It is here already.{longer}{archived}"
    done = {"continued": "was brought up to date", "brought back": "was brought back"}.get(
        step.how, "was added"
    )
    return f"{play.title} {done}: {now}, all checked."


def _steps(data: bytes) -> list[Step]:
    if len(data) > MOST_BYTES:
        raise ForeignFileError(
            f"This file is larger than {MOST_BYTES // 1_000_000} MB. No game saved by Companion is."
        )
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
