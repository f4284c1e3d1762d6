"""A correction as it may be written: whatever a file says, a line has one place, and what it moves is moved."""

import sqlite3

import pytest

from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.untrusted_file import UntrustedFile
from models.database import statements_on
from models.entry_rows import read_rows
from models.journal import Journal
from models.ledger import AMEND, VOID, Line, Place, Proposal, Unbalanced
from tests.units.models.evenings import Evening, pays


def correction(*revised, voids=(5,), action=AMEND, postings=None):
    moves = (
        postings
        if postings is not None
        else [one for line in revised for one in line.proposal.postings]
    )
    return Proposal(action, {"5": "drop"}, "Corrected.", tuple(moves), voids=voids, revised=revised)


@pytest.mark.parametrize(
    ("place", "number", "voids"),
    [
        (Place(5), 5, (4,)),
        (Place(5), 4, (5,)),
        (Place(0), 0, (5,)),
        (Place(0), 0, (0, 5)),
        (Place(-3), -3, (-3, 5)),
        (Place(5, 1), 5, (5,)),
        (Place(5, -1), 7, (5,)),
        (Place(-1, 1), 7, (5,)),
    ],
)
def test_a_line_is_revised_only_where_it_was_voided_or_put_in(place, number, voids):
    with pytest.raises(ValueError, match="no such place"):
        correction(Line(place, number, pays(3)), voids=voids)


def test_no_line_is_revised_twice_or_out_of_order():
    first, second = Line(Place(5), 5, pays(3)), Line(Place(6), 6, pays(4))
    assert correction(first, second, voids=(5, 6)).revised == (first, second)
    for lines in ((first, first), (second, first)):
        with pytest.raises(ValueError, match="no such place"):
            correction(*lines, voids=(5, 6))


def test_only_a_correction_revises_lines_and_it_moves_what_they_move():
    with pytest.raises(ValueError, match="no such place"):
        correction(Line(Place(5), 5, pays(3)), action=VOID)
    with pytest.raises(
        Unbalanced, match="amend: it posts something else than the lines it tells anew"
    ):
        correction(postings=pays(3).postings)


@pytest.mark.parametrize(
    "line",
    [Line(Place(1), 1, pays(3)), Line(Place(0, 1), 7, pays(3)), Line(Place(5, 2), 7, pays(3))],
)
def test_the_first_line_is_told_anew_as_any_other_and_one_is_put_in_before_it_or_after_another(
    line,
):
    assert correction(line, voids=(1,)).revised == (line,)


CHANGES = {
    "a place before the evening": "UPDATE retold SET place = -3",
    "a place behind those put in": "UPDATE retold SET after = -1",
    "the number of another line": "UPDATE retold SET number = 1",
    "a place that another line has": "UPDATE retold SET place = 1, number = 1",
    "lines that are gone": "DELETE FROM retold",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_backup_with_a_correction_that_no_app_writes_is_damaged(change):
    book = UntrustedFile()
    journal = Journal(book)
    evening = Evening(journal)
    for quantity in (10, 20):
        evening.write(pays(quantity))
    evening.write(correction(Line(Place(2), 2, pays(7)), voids=(2,)))
    file = sqlite3.connect(":memory:", isolation_level=None)
    file.deserialize(back_up(book))
    book.close()
    for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        file.execute(f'DROP TRIGGER "{name}"')
    file.execute(CHANGES[change])
    previous = file.execute("SELECT digest FROM play").fetchone()[0]
    for rows in list(
        read_rows(statements_on(file), evening.play)
    ):  # whoever makes such a file can reckon digests too
        previous = rows.compute_digest(previous)
        file.execute("UPDATE entry SET digest = ? WHERE seq = ?", (previous, rows.seq))
    backup = read_backup(file.serialize())
    file.close()
    assert not backup.plays
    assert backup.damaged == ("Friday: Entry 3 of this game is damaged and can't be read.",)
    backup.close()
