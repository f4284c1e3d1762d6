"""``balances``: what everyone holds, added up anew by sqlite3 alone, is what the book says; and damage is seen."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from tried import EVENING
from tried import SESSIONS as FOLDER

from models.book import ReadOnlyDatabase
from models.integrity import prove
from models.journal import Journal
from models.paths import FILE

SESSIONS = sorted(FOLDER.glob("*.session"))


@pytest.mark.parametrize("session", SESSIONS, ids=lambda file: file.stem)
def test_every_evening_is_added_up_to_what_is_kept(session, lay, folder):
    (play,) = lay(session.read_text(encoding="utf-8"))
    with closing(ReadOnlyDatabase.open(folder)) as book:
        journal = Journal(book)
        proof = prove(book, play)
        assert proof.faults == ()
        assert proof.lines == journal.last(play)
        assert proof.postings == sum(len(one.proposal.postings) for one in journal.all_entries(play))


def test_nothing_is_loaded_that_a_report_does_not_need(lay, folder):
    lay(EVENING.format("Friday"))
    asked = (
        "import sys; from companion.__main__ import main; code = main(sys.argv[1:]);"
        "heavy = {'flet', 'companion.games.ratrace'} & set(sys.modules);"
        "sys.exit(f'loaded {heavy}' if heavy else code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, "balances", "--data", folder], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_cell_that_can_t_be_read_is_damage_also_where_nothing_is_written(run, lay, folder):
    lay(EVENING.format("Friday"))
    with closing(sqlite3.connect(folder / FILE)) as file, file:
        file.execute("UPDATE standing SET value = '{'")
    code, out, err = run("balances")
    assert (code, out) == (1, "")
    assert "damaged" in err
