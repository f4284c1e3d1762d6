"""What the book is asked in SQL fits the rows that SQLModel declares, and every question can be asked."""

from __future__ import annotations

from contextlib import closing

import pytest

from models import entry_rows, integrity, journal, plays, projections
from models.book import Book
from models.tables import EntryRow, MarkRow, PlayRow, PostingRow, RevisedRow, SQLModel, VoidingRow

ROWS = {one.__tablename__: one for one in (EntryRow, PostingRow, MarkRow, VoidingRow, RevisedRow)}


def statements():
    """Every piece of SQL that a module of the book keeps, by its name."""
    for module in (entry_rows, projections, journal, plays, integrity):
        for name, value in vars(module).items():
            for said in value if isinstance(value, tuple) else (value,):
                whole = isinstance(said, str) and said.split(" ")[0] in {"SELECT", "INSERT", "UPDATE", "DELETE"}
                if name.isupper() and whole and not said.endswith(" AND"):
                    yield pytest.param(said, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize("statement", list(statements()))
def test_every_question_can_be_asked_of_a_new_book(statement, tmp_path) -> None:
    with closing(Book.open(tmp_path)) as database, database.reading() as driver:
        many = max((int(part[:1]) for part in statement.split("?")[1:] if part[:1].isdigit()), default=0)
        given = (None,) * (many or statement.count("?"))
        named = dict.fromkeys(("id", "game", "title", "created", "houses", "board", "edition", "digest", "play"))
        assert driver.execute(f"EXPLAIN {statement}", given or named).fetchall()


def test_a_line_is_written_and_read_cell_by_cell_as_declared() -> None:
    assert {name: tuple(row.model_fields) for name, row in ROWS.items()} == {
        "entry": entry_rows.ENTRY,
        **entry_rows.EFFECTS,
    }


def test_a_play_is_read_in_the_cells_that_are_declared_and_how_far_it_has_come(tmp_path) -> None:
    with closing(Book.open(tmp_path)) as database, database.reading() as driver:
        told = [name for name, *_ in driver.execute(plays.PLAYS).description]
    assert told[:-2] == list(plays.Cells._fields[:-2])
    cells = [cell for cell in PlayRow.model_fields if cell not in {"touched", "purged"}]
    assert [*cells, "touched", "entries"] == list(plays.Cells._fields)


def test_with_a_play_goes_all_that_is_of_a_play() -> None:
    tables = SQLModel.metadata.tables.values()
    assert set(plays.OF_A_PLAY) == {one.name for one in tables if "play" in one.columns}
