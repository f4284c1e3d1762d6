"""A rematch: who sits down again, by which rules and on which board, and how the next play is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.rematch import next_title, rematch
from companion.formats.session import replay, steps

SESSIONS = Path(__file__).parents[2] / "sessions"
ENOUGH = """game rat_a_tat_cat
seats Ann Ben Cy
house rounds=2 late=average
start first=ann
round scores='ann=3 ben=4 cy=5'
join called=Dot
"""


@pytest.fixture
def after(journal):
    """What a rematch of an evening would begin with."""

    def begin(text):
        referee = replay(journal, steps(text))
        return rematch(referee.game, referee.table, referee.lines())

    return begin


def names(again):
    return [seat.name for seat in again.seats]


def test_who_joined_late_sits_last_and_the_others_as_they_sat(after) -> None:
    assert names(after(ENOUGH)) == ["Ann", "Ben", "Cy", "Dot"]


def test_who_went_home_is_left_out_and_is_back_once_that_is_undone(after) -> None:
    assert names(after(f"{ENOUGH}leave who=ann\n")) == ["Ben", "Cy", "Dot"]
    assert names(after(f"{ENOUGH}leave who=ann\nundo\n")) == ["Ann", "Ben", "Cy", "Dot"]


def test_where_too_few_stayed_everybody_is_seated(after) -> None:
    text = "game doubletrack\nseats Ann Ben Cy\nstart first=ann\nleave who=cy chips=125\n"

    assert names(after(text)) == ["Ann", "Ben", "Cy"]


def test_who_went_bankrupt_plays_again(after) -> None:
    evening = (SESSIONS / "rat_race_monopoly-bank.session").read_text(encoding="utf-8")

    assert names(after(evening)) == ["Ann", "Ben"], "Ben could not pay, and Cy went home"


def test_rules_and_board_are_as_they_stood_at_the_end(after) -> None:
    again = after(
        "game ratrace\nseats Ann Ben\nhouse goal=10000\nboard symbol.working=120\nstart first=ann\n"
        "change_house rule=interest way=up reason=agreed\n"
        "change_board fact=income.working value=77 reason='our own board'\n"
    )

    assert (again.ways["goal"], again.ways["interest"]) == ("10000", "up")
    assert (again.board["symbol.working"], again.board["income.working"]) == (120, 77)


@pytest.mark.parametrize(
    ("title", "next_one"),
    [
        ("Friday Ratrace", "Friday Ratrace 2"),
        ("Friday Ratrace 2", "Friday Ratrace 3"),
        ("Friday Ratrace 99", "Friday Ratrace 100"),
        ("Christmas 2026", "Christmas 2026 2"),
        ("2", "2 2"),
        ("Apollo 1", "Apollo 1 2"),
        ("x" * 60, f"{'x' * 58} 2"),
    ],
)
def test_the_next_play_has_the_next_number(title, next_one) -> None:
    assert next_title(title, (), 60) == next_one


def test_a_title_that_is_taken_is_passed_over() -> None:
    assert next_title("Friday", ["friday 2", "Friday 3"], 60) == "Friday 4"


@given(st.text(min_size=1, max_size=60).map(str.strip).filter(bool), st.integers(1, 30))
def test_a_series_never_has_a_title_twice_nor_one_that_is_too_long(first, many) -> None:
    titles = [first]
    for _ in range(many):
        titles.append(next_title(titles[-1], titles, 60))

    assert len({one.casefold() for one in titles}) == len(titles)
    assert all(len(one) <= 60 for one in titles)
