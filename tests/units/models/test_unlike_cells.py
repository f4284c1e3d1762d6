"""Damage may put any value into any column: it is reported in a sentence, or does not matter."""

# ruff: noqa: S608 - the SQL that spoils a table is put together of our own names

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress

import pytest

from models import integrity
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.book import Book
from models.errors import StorageError
from models.integrity import check_file, examine
from models.journal import Journal
from models.ledger import Mark, Refusal
from models.paths import FILE
from tests.units.models.evenings import RICH, Evening, PickedCorrection, moving, pays

TABLES = (
    *(
        "play",
        "seat",
        "entry",
        "posting",
        "mark",
        "voiding",
        "retold",
        "balance",
        "standing",
        "struck",
    ),
    *("player", "board_fact", "preference", "seal"),
)
BYTES, NO_TEXT, NOTHING, WORDS, FRACTION = (
    "CAST({cell} AS BLOB)",
    "CAST(x'61ff' AS TEXT)",
    "NULL",
    "'words'",
    "1.5",
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sound")
    database = Book.open(folder)
    journal = Journal(database)
    evening = Evening(journal)
    for proposal in (
        RICH,
        moving([("ben:cash", "alice:cash", 3, "$")], [Mark("alice", "class", "upper")]),
        pays(9),
    ):
        evening.write(proposal)
    evening.amend(PickedCorrection((0,), (pays(4),) * 3, ()))
    evening.undo()
    journal.remember_player("Ben", "#aa3322", "circle")
    journal.set_board_fact("ratrace", "1973", "rent", 30)
    journal.set_preference("theme", "dark")
    database.close()
    return folder, evening.play


def unlike(file, table, statements):
    """Do to a table what the kinds of its columns forbid."""
    with closing(sqlite3.connect(file, isolation_level=None)) as book:
        for (name,) in book.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            book.execute(f"DROP TRIGGER {name}")
        book.execute("PRAGMA writable_schema = ON")
        (strict,) = book.execute(
            "SELECT sql FROM sqlite_master WHERE name = ?", (table,)
        ).fetchone()
        loose = strict.replace(" STRICT,", "").replace(" STRICT", "").replace(" NOT NULL", "")
        book.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, table))
    with closing(sqlite3.connect(file, isolation_level=None)) as book:
        for statement in statements:
            with suppress(
                sqlite3.IntegrityError
            ):  # a key or a table without row numbers has nothing there
                book.execute(statement)
        book.execute("PRAGMA writable_schema = ON")
        book.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (strict, table))


def readings(journal, play):
    """Everything that is read of a book to show it."""
    yield from (journal.plays, journal.players, lambda: journal.board_facts("ratrace", "1973"))
    yield from (lambda: journal.preference("theme", ""), lambda: check_file(journal))
    yield lambda: read_backup(back_up(journal.database)).close()
    of_a_play = (
        *(
            journal.play,
            journal.ledger,
            journal.last,
            journal.undoable,
            journal.redoable,
            journal.entries,
        ),
        *(journal.all_entries, journal.corrections),
    )
    yield from (lambda read=read: read(play) for read in of_a_play)
    yield lambda: examine(journal, play)

    def line() -> None:
        with suppress(LookupError):  # there may be no line of that number now
            journal.entry(play, 1)

    yield line


def columns(file, table):
    with closing(sqlite3.connect(file)) as book:
        return [row[1] for row in book.execute(f"PRAGMA table_info({table})")]


@pytest.mark.parametrize(
    "value",
    [
        BYTES,
        NOTHING,
        *(pytest.param(one, marks=pytest.mark.long) for one in (NO_TEXT, WORDS, FRACTION)),
    ],
)
@pytest.mark.parametrize("table", TABLES)
def test_nothing_but_a_sentence_is_raised_over_a_cell_of_another_kind(
    sound, tmp_path, table, value
):
    folder, play = sound
    for cell in columns(folder / FILE, table):
        shutil.copytree(folder, tmp_path / cell)
        unlike(
            tmp_path / cell / FILE,
            table,
            [f"UPDATE {table} SET {cell} = {value.format(cell=cell)}"],
        )
        with suppress(StorageError), closing(Book.open(tmp_path / cell)) as database:
            for read in readings(Journal(database), play):
                with suppress(StorageError, Refusal):
                    read()


@pytest.mark.parametrize("cell", ["game", "created", "houses", "board", "edition", "digest"])
def test_bytes_in_the_place_of_words_are_found_when_a_play_is_looked_over(sound, tmp_path, cell):
    folder, play = sound
    shutil.copytree(folder, tmp_path / "books")
    unlike(
        tmp_path / "books" / FILE, "play", [f"UPDATE play SET {cell} = {BYTES.format(cell=cell)}"]
    )
    with closing(Book.open(tmp_path / "books")) as database:
        journal = Journal(database)
        assert integrity.check(journal, play)
        assert examine(journal, play)
