"""A play as a table for spreadsheets: every figure is there, and nothing anybody typed becomes a formula."""

from __future__ import annotations

import csv
import io
import shlex
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from laid import taken

from companion.formats import csv_table, session
from companion.formats.evening import read
from companion.formats.forms import find_form

SESSIONS = sorted(Path(__file__).parents[2].joinpath("sessions").glob("*.session"))
NAMED = {file.stem: file for file in SESSIONS}
OPEN = "game ratrace\nseats {names}\nhouse position=off businesses=one\nstart first={first}\n"


def table(journal, play_id):
    """The table as a spreadsheet would read it: heads, and rows by their heads."""
    text = find_form("csv").write(journal, play_id).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


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
