"""A play as hledger's journal: Debian's hledger adds it up to our balances, and finds nothing to complain about."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laid import taken

from companion.core.recording.referee import Referee
from companion.core.units import in_wholes
from companion.formats import hledger, session
from companion.formats.evening import read
from companion.formats.forms import find_form
from companion.games import game_of

SESSIONS = sorted(Path(__file__).parents[2].joinpath("sessions").glob("*.session"))
NAMED = {file.stem: file for file in SESSIONS}
HOSTILE = (
    'game ratrace\ntitle "; date:nonsense"\n'
    "seats '(Ann)' 'ann:cash; x' '  [Ben  Ö] ' 'Players:\"A\"' '* !' 'ann-cash, x'\nhouse position=off businesses=one\n"
)


@pytest.fixture(scope="module")
def program():
    found = shutil.which("hledger")
    if found is None:
        required = os.environ.get("COMPANION_HLEDGER") == "required"
        (pytest.fail if required else pytest.skip)("there is no hledger on this machine")
    return found


def asked(program, file, *what):
    done = subprocess.run([program, "-f", file, *what], capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def balances(program, file):
    """What hledger makes of a file: checked strictly, in order of days, and added up, in one go each."""
    asked(program, file, "check", "accounts", "commodities", "ordereddates")
    output = asked(program, file, "--strict", "balance", "-N", "--flat", "--layout=bare", "-O", "csv")
    rows = csv.DictReader(output.splitlines())
    return {(row["account"], row["commodity"]): Decimal(row["balance"].replace(",", "")) for row in rows}


def ours(journal, play_id):
    """What the book says that everyone holds, by the names the journal uses."""
    evening = read(journal, play_id)
    book = hledger._Book(evening)
    accounts, units = book.accounts, book.units
    assert len(set(accounts.values())) == len(accounts), "two accounts have one name"
    assert len(set(units.values())) == len(units), "two units have one name"
    held = journal.ledger(play_id).balances
    assert held == journal.sums(play_id)
    return {(accounts[account], units[unit]): Decimal(in_wholes(each, unit)) for (account, unit), each in held.items()}


def saved(journal, play_id, tmp_path):
    file = tmp_path / "play.journal"
    file.write_bytes(find_form("hledger").write(journal, play_id))
    return file


NOTHING_LEFT = "totopoly-no-horse-home"
"""The one evening after which everybody has what they began with: all bets go back."""


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_hledger_agrees_about_everyone_and_everything(file, program, replayed, tmp_path):
    journal, play_id = replayed(file.stem).journal, replayed(file.stem).play.id
    wanted = ours(journal, play_id)
    assert bool(wanted) == (file.stem != NOTHING_LEFT), "nobody holds anything: this would prove nothing"
    assert balances(program, saved(journal, play_id, tmp_path)) == wanted


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Players:Alice:cash  ; type:A", "Players:Alicia:cash  ; type:A", "declared"),
        ("= $25300", "= $25301", "balance assertion"),
        ("  $100\n", "  $101\n", "unbalanced|balance"),
    ],
)
def test_a_figure_that_is_changed_afterwards_is_found_out(old, new, words, program, journal, tmp_path):
    file = saved(journal, taken(journal, NAMED["ratrace-retirement"].read_bytes()), tmp_path)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = subprocess.run([program, "-f", file, "check", "--strict"], capture_output=True, text=True, check=False)
    assert done.returncode
    assert any(word in done.stderr.casefold() for word in words.split("|")), done.stderr


def test_names_that_mean_something_to_hledger_mean_nothing_there(program, journal, tmp_path):
    play_id = taken(journal, HOSTILE)
    referee = Referee(journal, play_id, game_of)
    keys = [seat.key for seat in referee.table.players]
    begin = referee.game.find_action("start")
    referee.write("start", begin.read(referee.table, {"first": keys[0]}))
    assert len(ours(journal, play_id)) == len(keys) + 1
    assert balances(program, saved(journal, play_id, tmp_path)) == ours(journal, play_id)


@given(words=st.text(max_size=80))
def test_no_sentence_ends_its_line_or_begins_a_remark(words):
    for made in (hledger.description(words), hledger.fit(words)):
        assert not set(made) & set("\n\r\t;")
        assert "  " not in made
        assert len(made.splitlines()) <= 1
    assert not set(hledger.fit(words)) & set(':"')
    assert "|" not in hledger.description(words), "hledger takes what is before it for a name"


@pytest.mark.parametrize("stem", ["doubletrack-undo-with-reason", "doubletrack-corrections"])
def test_where_chips_are_hidden_no_balance_is_written(stem, program, journal, tmp_path):
    play_id = taken(journal, NAMED[stem].read_bytes())
    assert session.has_secrets(journal, play_id)
    file = saved(journal, play_id, tmp_path)
    text = file.read_text(encoding="utf-8")
    assert hledger.HIDDEN in text
    assert " = " not in "".join(line for line in text.splitlines() if not line.startswith(";"))
    asked(program, file, "check", "--strict")


def write_at(at, journal, play_id, action, answers):
    referee = Referee(journal, play_id, game_of)
    proposal = referee.propose(action, referee.game.find_action(action).read(referee.table, answers))
    journal.append(play_id, proposal, after=referee.version, by="device", command=action + str(answers), at=at)


def test_a_clock_that_was_set_back_disturbs_no_order(program, journal, tmp_path):
    play_id = taken(journal, "game ratrace\nseats Alice Bob\nhouse position=off businesses=one\n")
    for action, answers, at in (
        ("start", {"first": "alice"}, datetime(2026, 11, 21, 12, tzinfo=UTC)),
        ("pick", {"who": "alice", "business": "black"}, datetime(1970, 1, 3, 12, tzinfo=UTC)),
        ("pick", {"who": "bob", "business": "red"}, datetime(2026, 11, 20, 12, tzinfo=UTC)),
    ):
        write_at(at, journal, play_id, action, answers)
    assert [day.year for day in read(journal, play_id).days()] == [2026] * 3
    assert balances(program, saved(journal, play_id, tmp_path)) == ours(journal, play_id)
