"""A play as hledger's journal: Debian's hledger adds it up to our balances, and finds nothing to complain about."""

import csv
import os
import re
import shutil
import subprocess
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.units import in_wholes
from companion.formats import hledger
from companion.formats.evening import Names, read
from companion.formats.forms import find_form
from tests.paths import some_evenings
from tests.units.companion.laid import taken

HOSTILE = (
    'game ratrace\ntitle "; date:nonsense"\n'
    "seats '(Ann)' 'ann:cash; x' '  [Ben  Ö] ' 'Players:\"A\"' '* !' 'ann-cash, x'\n"
    "house position=off businesses=one\nstart first='* !'\n"
)
SET_BACK = """game ratrace
seats Alice Bob
house position=off businesses=one
# began 2026-11-21T12:00:00Z
start first=alice
  # 2026-11-21T12:00:00Z
pick who=alice business=black
  # 1990-01-03T12:00:00Z
pick who=bob business=red
  # 2026-11-20T12:00:00Z
"""


@pytest.fixture(scope="module")
def program():
    found = shutil.which("hledger")
    if found is None:
        required = os.environ.get("COMPANION_HLEDGER") == "required"
        (pytest.fail if required else pytest.skip)("there is no hledger on this machine")
    return found


def asked(program, file, *what):
    done = subprocess.run(
        [program, "-f", file, *what], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def balances(program, file):
    """What hledger makes of a file: checked strictly, in order of days, and added up, in one go each."""
    asked(program, file, "check", "accounts", "commodities", "ordereddates")
    output = asked(
        program, file, "--strict", "balance", "-N", "--flat", "--layout=bare", "-O", "csv"
    )
    rows = csv.DictReader(output.splitlines())
    return {
        (row["account"], row["commodity"]): Decimal(row["balance"].replace(",", "")) for row in rows
    }


def ours(journal, play_id):
    """What the book says that everyone holds, by the names the journal uses."""
    evening = read(journal, play_id)
    names = Names(evening.game, evening.table, hledger.fit)
    moved = {
        (part.account, part.unit): None for line in evening.lines for part in line.proposal.postings
    }
    accounts = {account: hledger._account(names, account) for account, _ in moved}
    units = {unit: names.unit(unit, account) for account, unit in moved}
    assert len(set(accounts.values())) == len(accounts), "two accounts have one name"
    assert len(set(units.values())) == len(units), "two units have one name"
    held = journal.ledger(play_id).balances
    return {
        (accounts[account], units[unit]): Decimal(in_wholes(each, unit))
        for (account, unit), each in held.items()
    }


def saved(journal, play_id, tmp_path):
    file = tmp_path / "play.journal"
    file.write_bytes(find_form("hledger").write(journal, play_id))
    return file


NOTHING_LEFT = "totopoly-no-horse-home"
"""The one evening after which everybody has what they began with: all bets go back."""


@pytest.mark.parametrize("name", some_evenings())
def test_hledger_agrees_about_everyone_and_everything(name, program, replayed, tmp_path):
    journal, play_id = replayed(name).journal, replayed(name).play.id
    wanted = ours(journal, play_id)
    assert bool(wanted) == (name != NOTHING_LEFT), "nobody holds anything: this would prove nothing"
    assert balances(program, saved(journal, play_id, tmp_path)) == wanted


@pytest.mark.parametrize("text", [HOSTILE, SET_BACK], ids=["names", "a clock that was set back"])
def test_names_and_days_that_mean_something_to_hledger_mean_nothing_there(
    text, program, journal, tmp_path
):
    play_id = taken(journal, text)
    assert len(ours(journal, play_id)) == len(journal.play(play_id).seats) + 1
    days = re.findall(
        r"^(?:; )?(20\d\d)-\d\d-\d\d .*\(",
        find_form("hledger").write(journal, play_id).decode(),
        re.MULTILINE,
    )
    assert days == ["2026"] * journal.last(play_id)
    assert balances(program, saved(journal, play_id, tmp_path)) == ours(journal, play_id)


@given(words=st.text(max_size=80))
def test_no_sentence_ends_its_line_or_begins_a_remark(words):
    for made in (hledger.description(words), hledger.fit(words)):
        assert not set(made) & set("\n\r\t;")
        assert "  " not in made
        assert len(made.splitlines()) <= 1
    assert not set(hledger.fit(words)) & set(':"')
    assert "|" not in hledger.description(words), "hledger takes what is before it for a name"
