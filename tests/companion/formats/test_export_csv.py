"""A play as a table for spreadsheets: every figure is there, and nothing anybody typed becomes a formula."""

from __future__ import annotations

import csv
import io
import shlex
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from laid import taken

from companion.core.recording.referee import Referee
from companion.core.recording.revision import Change
from companion.core.units import in_wholes
from companion.formats import csv_table, session
from companion.formats.evening import read
from companion.formats.forms import find_form
from companion.games import game_of
from models.ledger import Place

SESSIONS = sorted(Path(__file__).parents[2].joinpath("sessions").glob("*.session"))
NAMED = {file.stem: file for file in SESSIONS}
OPEN = "game ratrace\nseats {names}\nhouse position=off businesses=one\nstart first={first}\n"


def table(journal, play_id):
    """The table as a spreadsheet would read it: heads, and rows by their heads."""
    text = find_form("csv").write(journal, play_id).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_the_rows_that_count_add_up_to_what_everyone_holds(file, replayed):
    journal, play_id = replayed(file.stem).journal, replayed(file.stem).play.id
    evening = read(journal, play_id)
    sums, last = {}, {}
    for row in table(journal, play_id):
        if row["quantity"] and not row["struck out by line"]:
            key = (row["holder"], row["purse"], row["unit"])
            sums[key] = sums.get(key, 0) + Decimal(row["quantity"])
            last[key] = row.get("balance after")
    held = {
        (*evening.names.split(account), evening.names.unit(unit, account)): Decimal(in_wholes(quantity, unit))
        for (account, unit), quantity in journal.ledger(play_id).balances.items()
    }
    assert {key: quantity for key, quantity in sums.items() if quantity} == held
    if not evening.hidden:
        assert {key: Decimal(held) for key, held in last.items()} == sums


@pytest.mark.parametrize("stem", ["ratrace-first-steps", "doubletrack-corrections", "totopoly-whole-evening"])
def test_every_line_has_its_row_and_every_posting_its_own(stem, journal):
    play_id = taken(journal, NAMED[stem].read_bytes())
    counted = sum(max(1, len(line.proposal.postings)) for line in read(journal, play_id).lines)
    rows = table(journal, play_id)
    assert sum(not row["struck out by line"] and bool(row["line"]) for row in rows) == counted


def test_a_line_voided_says_by_which_and_leaves_the_balance_as_it_was(journal):
    text = OPEN.format(names="Alice Bob", first="alice") + "undo\nstart first=bob\n"
    rows = table(journal, taken(journal, text))
    assert next(row["struck out by line"] for row in rows if row["line"] == "1") == "2"
    assert {row["balance after"] for row in rows if row["line"] == "1"} == {""}
    assert {row["balance after"] for row in rows if row["line"] == "3" and row["holder"] == "Alice"} == {"200"}
    assert "2" not in {row["line"] for row in rows}


def test_lines_voided_can_be_left_out(journal):
    play_id = taken(journal, OPEN.format(names="Alice Bob", first="alice") + "undo\nstart first=bob\n")
    text = "".join(csv_table.write(read(journal, play_id), voided=False)).removeprefix(csv_table.MARK)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert {row["line"] for row in rows} == {"3"}
    assert "struck out by line" not in rows[0]


@pytest.mark.parametrize("stem", ["doubletrack-undo-with-reason", "doubletrack-corrections"])
def test_where_chips_are_hidden_there_is_no_balance_and_the_table_says_so(stem, journal):
    play_id = taken(journal, NAMED[stem].read_bytes())
    assert session.has_secrets(journal, play_id)
    rows = table(journal, play_id)
    assert csv_table.BALANCE not in rows[0]
    assert rows[-1]["what happened"] == csv_table.HIDDEN
    assert None not in rows[-1], "the last row is wider than the heads"


def test_a_play_in_which_nothing_happened_has_heads_alone(journal):
    play_id = taken(journal, "game ratrace\nseats Alice Bob\n")
    assert table(journal, play_id) == []


def test_it_is_written_as_the_standard_has_it(journal):
    data = find_form("csv").write(journal, taken(journal, NAMED["ratrace-first-steps"].read_bytes()))
    assert data.startswith(b"\xef\xbb\xbfline,date,time,recorded by,")
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")


def test_a_corrected_line_stands_in_its_place_beside_what_it_said_before(journal):
    moves = "correct_money giver=treasury taker=alice amount={} reason=bonus\n"
    play_id = taken(journal, OPEN.format(names="Alice Bob", first="alice") + moves.format(100) + moves.format(30))
    referee = Referee(journal, play_id, game_of)
    answers = {"giver": "treasury", "taker": "alice", "amount": 70, "reason": "bonus"}
    referee.amend({Place(2): Change("correct_money", answers)}, "it was 70")
    rows = [row for row in table(journal, play_id) if row["holder"] == "Alice" and row["purse"] == "cash"]
    found = [(row["line"], row["quantity"], row["corrected in line"], row["struck out by line"]) for row in rows]
    assert found == [
        ("1", "200", "", ""),
        ("2", "100", "", "4"),
        ("2", "70", "4", ""),
        ("3", "30", "", "4"),
        ("3", "30", "4", ""),
    ]
    assert rows[-1]["balance after"] == str(referee.table.ledger.balance("alice:cash")) == "300"
    referee.undo()
    rows = [row for row in table(journal, play_id) if row["holder"] == "Alice" and not row["struck out by line"]]
    assert [(row["line"], row["quantity"]) for row in rows] == [("1", "200"), ("2", "100"), ("3", "30")]
    assert "Correction" not in {row["action"] for row in table(journal, play_id)}


def test_a_player_named_like_a_holder_of_the_books_own_is_distinguished(journal):
    rows = table(journal, taken(journal, OPEN.format(names="Treasury Bob", first="bob")))
    assert {row["holder"] for row in rows if row["quantity"] == "-200"} == {"Treasury (treasury)"}
    assert {row["holder"] for row in rows if row["quantity"] == "200"} == {"Treasury", "Bob"}


def begins(cell):
    """The first sign of a cell that a spreadsheet would look at."""
    return cell.lstrip(" \u00a0\u3000\ufeff\u200b'\"`\u2018\u2019\u201c\u201d")[:1]


SIGNS = st.text(st.sampled_from("=+-@\t\r\n'\" \u00a0\uff1d\uff0b\uff0d\uff20\u2212\u200b\ufeffA1,;"), max_size=8)


@given(words=st.one_of(st.text(max_size=40), SIGNS))
@example(words="=cmd|' /C calc'!A0")
@example(words="'=1+1")
@example(words="''")
def test_whatever_is_typed_is_in_its_cell_and_no_cell_is_a_formula(words):
    made = "".join(csv_table._write_rows([[words, 12, None]]))
    ((cell, number, nothing),) = csv.reader(io.StringIO(made, newline=""))
    assert (number, nothing) == ("12", "")
    if cell != words:
        assert cell == f"'{words}"
    else:
        assert begins(cell) not in set("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212") or not begins(cell)


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+44", "-Ann", '"=x', "\uff1d1"])
def test_a_name_that_looks_like_a_formula_is_disarmed_and_a_figure_is_not(name, journal):
    play_id = taken(journal, OPEN.format(names=shlex.join(["Bob", name]), first="bob"))
    rows = table(journal, play_id)
    assert {row["holder"] for row in rows if row["purse"] == "cash"} >= {f"'{name}", "Bob", "Treasury"}
    assert "-200" in {row["quantity"] for row in rows if row["holder"] == "Treasury"}
