"""No file made for other programs or people tells what is hidden at the table."""

import csv
import re

import pytest

from companion.formats import csv_table, hledger
from companion.formats.forms import find_form
from tests.units.companion.laid import taken

KEPT = "game totopoly\nseats Ann Ben Cy Dora\nstart\nkeep who=ben card=b6\nkeep who=ann card={} price=90\n"
TIME = re.compile(r"\d\d:\d\d(:\d\d)?")


@pytest.mark.parametrize("form", ["csv", "hledger", "page"])
def test_a_file_is_the_same_whichever_card_somebody_keeps(form, journal):
    one, other = (
        TIME.sub("", find_form(form).write(journal, taken(journal, KEPT.format(card))).decode())
        for card in ("h5", "h6")
    )
    assert one == other


@pytest.mark.parametrize("stem", ["doubletrack-undo-with-reason", "doubletrack-corrections"])
def test_where_chips_are_hidden_no_balance_is_written_and_the_file_says_so(stem, replayed):
    journal, play_id = replayed(stem).journal, replayed(stem).play.id
    made = {
        form: find_form(form).write(journal, play_id).decode("utf-8-sig")
        for form in ("csv", "hledger")
    }
    heads, *rows = csv.reader(made["csv"].splitlines())
    assert csv_table.BALANCE not in heads
    assert csv_table.HIDDEN in rows[-1]
    assert len(rows[-1]) == len(heads)
    assert hledger.HIDDEN in made["hledger"]
    assert not re.search("^[^;].* = ", made["hledger"], re.MULTILINE)
