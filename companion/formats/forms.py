"""The formats in which a play is exported, each as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.formats import csv_table, hledger, html, session
from companion.formats.evening import ExportedPlay, read
from models.frozen import frozen
from models.journal import Journal
from models.ledger import Refusal


@frozen
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
        return session.file_name(title, self.suffix)


def _text(write: Callable[[ExportedPlay], Iterable[str]]) -> Callable[[Journal, str], bytes]:
    """Write a play as it is now."""
    return lambda journal, play_id: "".join(write(read(journal, play_id))).encode(errors="replace")


FORMS: tuple[Form, ...] = (
    Form(
        "page",
        "A page to read",
        "The whole evening to look at, print or send: how it ended, charts, and every entry with its receipt.",
        ".html",
        "text/html",
        _text(html.write),
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
        "For a spreadsheet: one row for everything that moved, with the balance after it. Crossed-out entries too, "
        "with no in the column counts.",
        ".csv",
        "text/csv",
        _text(csv_table.write),
    ),
    Form(
        "hledger",
        "A bookkeeper's journal",
        "For hledger and other tools of plain text accounting. It proves its own sums.",
        ".journal",
        "text/plain",
        _text(lambda evening: ["\n".join(hledger.write(evening))]),
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
