"""A play as a table for spreadsheets: every figure is there, and nothing anybody typed becomes a formula."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.formats import csv_table
from companion.formats.forms import find_form
from tests.paths import SESSION_FOLDER
from tests.units.companion.laid import taken

OPEN = "game ratrace\nseats {names}\nhouse position=off businesses=one\nstart first={first}\n"


def table(journal, play_id):
    """The table as a spreadsheet would read it: heads, and rows by their heads."""
    text = find_form("csv").write(journal, play_id).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_it_is_written_as_the_standard_has_it(journal):
    data = find_form("csv").write(
        journal, taken(journal, (SESSION_FOLDER / "ratrace-first-steps.session").read_bytes())
    )
    assert data.startswith(b"\xef\xbb\xbfline,date,time,recorded by,")
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")


@pytest.mark.parametrize(
    ("name", "shown", "bank"),
    [("Treasury", "Treasury", "Treasury (treasury)"), ("=1+1", "'=1+1", "Treasury")],
)
def test_a_name_like_that_of_the_bank_or_like_a_formula_is_distinguished_or_disarmed(
    name, shown, bank, journal
):
    rows = table(journal, taken(journal, OPEN.format(names=f"{name} Bob", first="bob")))
    assert {row["holder"] for row in rows if row["quantity"] == "-200"} == {bank}
    assert {row["holder"] for row in rows if row["quantity"] == "200"} == {shown, "Bob"}


def begins(cell):
    """The first sign of a cell that a spreadsheet would look at."""
    return cell.lstrip(" \u00a0\u3000\ufeff\u200b'\"`\u2018\u2019\u201c\u201d")[:1]


SIGNS = st.text(
    st.sampled_from("=+-@\t\r\n'\" \u00a0\uff1d\uff0b\uff0d\uff20\u2212\u200b\ufeffA1,;"),
    max_size=8,
)


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
        assert begins(cell) not in set("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212") or not begins(
            cell
        )
