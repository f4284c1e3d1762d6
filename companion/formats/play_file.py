"""A play as a file: the formats in which one is exported, each as bytes, and reading one into a book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from companion.formats import csv_table, evening, hledger, html, session
from companion.formats.session import Step, replay, steps
from models.errors import ForeignFileError
from models.journal import Journal
from models.ledger import Refusal
from models.plays import Play
from models.restore import take_play
from models.untrusted_file import UntrustedFile


@dataclass(frozen=True, slots=True)
class Form:
    """An export format: its title and purpose, its file suffix, and the function that writes it.

    ``write`` takes the journal and a play's id. It raises ``Refusal`` where the game is unknown, ``DamagedError`` where
    an entry can't be read, ``NoSuchPlayError`` where the play is not here.
    """

    key: str
    title: str
    about: str
    suffix: str
    mime: str
    write: Callable[[Journal, str], bytes]

    def file_name(self, title: str) -> str:
        """Name the file of a play."""
        return session.file_name(title).removesuffix(".txt") + self.suffix


def _hledger(journal: Journal, play_id: str) -> bytes:
    return "\n".join(hledger.write(evening.read(journal, play_id))).encode(errors="replace")


def _csv(journal: Journal, play_id: str) -> bytes:
    return "".join(csv_table.write(evening.read(journal, play_id))).encode(errors="replace")


def _page(journal: Journal, play_id: str) -> bytes:
    return "".join(html.write(evening.read(journal, play_id))).encode(errors="replace")


FORMS: tuple[Form, ...] = (
    Form(
        "page",
        "A page to read",
        "The whole evening to look at, print or send: how it ended, charts, and every entry with its receipt.",
        ".html",
        "text/html",
        _page,
    ),
    Form(
        "session",
        "The game itself",
        "Open it in any Companion and play on. Each entry is checked by the rules as it comes in.",
        ".txt",
        "text/plain",
        session.save,
    ),
    Form(
        "csv",
        "A table",
        "For a spreadsheet: one row for everything that moved, with the balance after it. Crossed-out entries too.",
        ".csv",
        "text/csv",
        _csv,
    ),
    Form(
        "hledger",
        "A bookkeeper's journal",
        "For hledger and other tools of plain text accounting. It proves its own sums.",
        ".journal",
        "text/plain",
        _hledger,
    ),
)
"""In the order in which they are offered."""


def find_form(key: str) -> Form:
    """The format with this key.

    Raises:
        Refusal: there is no such format.

    """
    for form in FORMS:
        if form.key == key:
            return form
    known = ", ".join(form.key for form in FORMS)
    raise Refusal(f"There is no form {key[:40]!r}; choose {known}.")


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
