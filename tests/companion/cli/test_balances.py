"""``balances``: what everyone holds, added up anew by sqlite3 alone, is what the book says; and damage is seen."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing

import pytest
from tried import SESSIONS as FOLDER
from tried import meddle

from models.book import Book, ReadOnlyDatabase
from models.integrity import prove
from models.journal import Journal
from models.paths import FILE

SESSIONS = sorted(FOLDER.glob("*.session"))
BANK = """game ratrace
title Bank night
seats Alice Bob
house businesses=one
start first=alice
correct_money giver=treasury taker=alice amount=1250 reason=owed
"""


@pytest.mark.parametrize("session", SESSIONS, ids=lambda file: file.stem)
def test_every_evening_is_added_up_to_what_is_kept(session, lay, folder):
    (play,) = lay(session.read_text(encoding="utf-8"))
    with closing(ReadOnlyDatabase.open(folder)) as book:
        journal = Journal(book)
        proof = prove(book, play)
        assert proof.faults == ()
        assert proof.lines == journal.last(play)
        assert proof.postings == sum(len(one.proposal.postings) for one in journal.all_entries(play))


def test_everybody_is_named_with_what_they_hold_players_first(run, lay):
    lay(BANK)
    code, out, err = run("balances")
    assert (code, err) == (0, "")
    first, *lines, last = out.splitlines()
    assert first.startswith("Bank night (")
    assert [line.split() for line in lines] == [
        ["Alice", "cash", "$1,450"],
        ["Bob", "cash", "$200"],
        ["Treasury", "cash", "\u2212$1,650"],
    ]
    assert last.startswith("Proven: ")


def test_the_play_touched_last_is_shown_unless_another_is_named(run, lay):
    lay(BANK, BANK.replace("Bank night", "Friday"))
    assert run("balances")[1].startswith("Friday")
    assert run("balances", "bank")[1].startswith("Bank night")
    assert run("balances", "sunday")[0] == 1


def test_what_is_hidden_from_the_table_stays_hidden(run, lay):
    fists = next(file for file in SESSIONS if file.stem == "doubletrack-auctions-and-ties")
    lay(fists.read_text(encoding="utf-8").partition("\nend\n")[0] + "\n")
    code, out, _ = run("balances")
    assert code == 0
    chips = [line for line in out.splitlines() if " chips " in line]
    assert chips
    assert all(line.endswith("hidden") for line in chips)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE balance SET quantity = 9999 WHERE account = 'alice:cash'", "kept of alice:cash in $ is not what the"),
        ("UPDATE posting SET quantity = 1260 WHERE quantity = 1250", "kept of alice:cash in $ is not what the"),
        ("DELETE FROM balance WHERE account = 'alice:cash'", "The entries move something that nothing is kept of"),
        ("INSERT INTO struck VALUES ((SELECT id FROM play), 2, 2)", "is not what the entries come to"),
        ("UPDATE entry SET seq = 7 WHERE seq = 2", "Entries are missing: there are 2, and the last is 7"),
    ],
)
def test_what_does_not_add_up_is_said_without_a_figure(statement, said, run, lay, folder):
    lay(BANK)
    meddle(folder / FILE, statement)
    code, out, _ = run("balances")
    assert code == 1
    assert said in out
    assert "See: check" in out
    assert "Proven" not in out


def test_a_cell_that_can_t_be_read_is_damage(run, lay, folder):
    lay(BANK)
    meddle(folder / FILE, "UPDATE standing SET value = '{'")
    code, out, err = run("balances")
    assert (code, out) == (1, "")
    assert "damaged" in err


def test_a_file_that_is_none_of_ours_or_newer_or_not_there_is_refused(run, lay, folder):
    assert "There is no book in" in run("balances")[2]
    lay(BANK)
    meddle(folder / FILE, "PRAGMA user_version = 99")
    assert "a newer version of Companion" in run("balances")[2]
    meddle(folder / FILE, "PRAGMA application_id = 1")
    assert "is not a Companion book" in run("balances")[2]
    (folder / FILE).write_bytes(b"no book at all" * 99)
    code, out, err = run("balances")
    assert (code, out) == (1, "")
    assert "companion: " in err


def test_a_book_without_plays_says_so(run, folder):
    Book.open(folder).close()
    assert run("balances") == (1, "", "companion: There are no games in this book yet.\n")


def test_nothing_is_loaded_that_a_report_does_not_need(lay, folder):
    lay(BANK)
    asked = (
        "import sys; from companion.__main__ import main; code = main(sys.argv[1:]);"
        "heavy = {'flet', 'companion.games.ratrace'} & set(sys.modules);"
        "sys.exit(f'loaded {heavy}' if heavy else code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, "balances", "--data", folder], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
