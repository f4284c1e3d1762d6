"""The likeliest mistake at any table: a payment that the book has, and that nobody handed over."""

from __future__ import annotations

import pytest

from companion.core.recording import countable
from companion.formats.session import replay, steps
from companion.reconcile.explaining import Search, explain
from models.ledger import Place

EVENING = """game ratrace
seats Anna Ben Cleo
house businesses=one position=off
start first=anna
pick who=anna business=black
pick who=ben business=red
pick who=cleo business=olive
buy who=ben business=black item=other on=cash
pool who=cleo roll=7
buy who=anna business=red item=other on=cash
unemployment who=cleo roll=4
"""


@pytest.fixture
def referee(journal):
    return replay(journal, steps(EVENING))


def asked(referee, who, by):
    purse = countable.find_countable(referee.game, referee.table, who)
    search = Search(referee, referee.lines(), referee.counts(), purse, purse.held + by, referee.version)
    return [one.words for one in explain(search).handed]


def test_who_has_too_little_may_never_have_been_given_a_payment_or_has_paid_one_twice(referee):
    assert asked(referee, "anna", -20) == [
        "Entry 5, $20 to Anna: was it handed over?",
        "Entry 7, $20 from Anna: was it handed over twice?",
    ]


def test_who_has_too_much_may_never_have_handed_a_payment_over_or_got_one_twice(referee):
    assert asked(referee, "anna", 20) == [
        "Entry 7, $20 from Anna: was it handed over?",
        "Entry 5, $20 to Anna: was it handed over twice?",
    ]


def test_only_a_payment_of_exactly_the_difference_is_asked_about(referee):
    assert asked(referee, "anna", -30) == []
    assert asked(referee, "cleo", 40) == ["Entry 8, $40 from Cleo: was it handed over?"]


def test_what_was_counted_since_and_agreed_is_asked_about_no_more(referee):
    assert len(asked(referee, "anna", -20)) == 2
    referee.write("count", {"who": "anna", "counted": referee.table.ledger.balance("anna:cash")})
    assert asked(referee, "anna", -20) == []


def test_the_line_is_named_by_its_place_and_quoted(referee):
    purse = countable.find_countable(referee.game, referee.table, "cleo")
    search = Search(referee, referee.lines(), [], purse, purse.held - 140, referee.version)
    (one,) = explain(search).handed
    assert (one.place, one.narration) == (Place(6), "Cleo receives $140: Football Pool.")
