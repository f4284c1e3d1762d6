"""House rules: switches, whole numbers of anything, and rules that only speak where another is played some way."""

from __future__ import annotations

import pytest

from companion.core.option import Option
from companion.core.table import Refusal

ENDING = Option("ending", "How it ends", (("rounds", "After some rounds."), ("limit", "At a limit.")), lead=True)
LIMIT = Option("limit", "Out at", (("100", "100 points"),), whole=True, least=10, most=1_000, unit="points",
              when=("ending", "limit"))  # fmt: skip
GOAL = Option("goal", "Goal", (("100000", "$100,000"),), whole=True, least=1_000)


def refused(rule: Option, text: str) -> str:
    with pytest.raises(Refusal) as caught:
        rule.read(text)
    assert caught.value.question == rule.key
    return caught.value.sentence


@pytest.mark.parametrize("text", ["30000", "30,000", "30 000", "$30,000", " 30\u202f000 "])
def test_a_whole_number_is_read_however_it_is_written(text) -> None:
    assert GOAL.read(text) == "30000"


def test_a_number_out_of_range_is_refused_with_both_ends_of_it() -> None:
    assert refused(LIMIT, "5") == "Out at: a whole number of points from 10 to 1,000."
    assert refused(LIMIT, "1001") == "Out at: a whole number of points from 10 to 1,000."


def test_a_number_without_an_end_is_refused_with_where_it_begins() -> None:
    assert refused(GOAL, "999") == "Goal: a whole number of dollars from 1,000 up."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Out at must be a number"),
        ("12,50", "Out at: a comma stands before three digits"),
        ("20.50", "Out at must be a whole number; 20.50 has a fraction."),
        ("-3", "Out at: a whole number of points from 10 to 1,000."),
    ],
)
def test_what_is_no_number_is_refused(text, says) -> None:
    assert says in refused(LIMIT, text)


def test_money_is_said_with_its_sign_and_anything_else_with_its_name() -> None:
    assert GOAL.say("30000") == "$30,000"
    assert LIMIT.say("200") == "200 points"


def test_a_way_that_is_not_there_is_refused_naming_those_that_are() -> None:
    assert refused(ENDING, "never") == "How it ends: there is no 'never'; choose rounds, limit."


def test_a_rule_speaks_only_where_the_one_it_rests_on_is_played_so() -> None:
    assert LIMIT.speaks({"ending": "limit"})
    assert not LIMIT.speaks({"ending": "rounds"})
    assert ENDING.speaks({})


POINT = Option("point", "Size of a point", (("100", "100K"),), whole=True, least=10, most=1_000, unit="K")


def test_money_in_thousands_is_read_and_said_as_the_board_prints_it() -> None:
    assert POINT.read("0.5M") == "500"
    assert POINT.read("200k") == "200"
    assert POINT.say("500") == "500K"
    assert refused(POINT, "2M") == "Size of a point: from 10K to 1M."
    assert "is written like 1.5M or 450K" in refused(POINT, "ten")
