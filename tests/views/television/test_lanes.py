"""Lanes: Ratrace's classes, everybody once, what each needs for the next, and who is next up."""

from __future__ import annotations

import re

import flet as ft
import pytest
from headless import TELEVISION

from companion.core.show.boards import Lane, Lanes
from views.television.lanes import columns_of

pytestmark = pytest.mark.games("all")
RATRACE = """
game ratrace
seats Ann Ben Cy
start first=ben
pick who=ben business=red
pick who=cy business=olive
pick who=ann business=black
correct_class who=cy rank=middle reason=demo
correct_card card=blue.middle giver=stock taker=cy reason=demo
correct_card card=green.middle giver=stock taker=cy reason=demo
correct_card card=black.high giver=stock taker=cy reason=demo
correct_money giver=treasury taker=cy amount=2850 reason=demo
"""
LOTTERY = """
game ratrace
seats Ann Ben Cy
house businesses=one position=off
start first=ben
pick who=ben business=red
pick who=cy business=blue
pick who=ann business=black
lottery who=ben stake=30
match who=ann
lottery_roll who=ben roll=8
"""
RACE = """
game ratrace
seats Ann Ben Cy
house businesses=one
start first=ben
pick who=ben business=red
pick who=cy business=blue
pick who=ann business=black
roll who=ben roll=5
buy who=ben business=olive item=working on=credit
roll who=cy roll=3
invest who=cy stake=200
exchange_roll roll=9
cash_in
roll who=ann roll=7
roll who=ben roll=9
race who=ben horse=7 stake=100
side_bet who=ann stake=50
"""


def spoken(screen, seat):
    (card,) = screen.all(ft.Semantics, key=f"tv-{seat}")
    return card.label


async def test_everybody_stands_once_in_the_lane_of_their_class(at_table):
    evening = at_table(RATRACE)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        heads = [one for one in screen.words() if one in {"Working Class", "Middle Class", "High Society"}]
        assert heads == ["Working Class", "Middle Class", "High Society"]
        assert [spoken(screen, seat).split(".")[0] for seat in ("ann", "ben", "cy")] == [
            "Ann, whose turn it is",
            "Ben",
            "Cy",
        ]


async def test_a_card_says_what_is_there_and_what_is_missing_in_words_beside_the_signs(at_table):
    evening = at_table(RATRACE)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        words = screen.words(screen.all(ft.Semantics, key="tv-cy")[0])
        assert {"$3,050", "no diploma", "has $3,000"} <= {*words}
        assert "3 Status Symbols: done. Diploma or membership: missing" in spoken(screen, "cy")


async def test_who_lacks_one_thing_is_next_up_in_the_lane_above(at_table):
    evening = at_table(RATRACE)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert screen.named("Next up: Cy needs only a diploma or membership")


async def test_in_a_race_the_board_has_who_has_bet_what_and_what_it_wins_now(at_table):
    evening = at_table(RACE)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert screen.says("Bets on horse 7")
        assert spoken(screen, "ben") == "Ben: 100 dollars. wins $600 now"
        assert spoken(screen, "ann") == "Ann: 50 dollars. wins $300 now"
        assert not screen.all(ft.Semantics, key="tv-cy")


async def test_an_investment_has_its_stake_and_what_it_is_worth_now(at_table):
    evening = at_table(RACE[: RACE.index("cash_in")])
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert screen.says("Stock Exchange")
        assert re.fullmatch(r"Cy: 200 dollars. worth \$[\d,]+ now", spoken(screen, "cy"))


async def test_the_lottery_has_everybody_s_stake_and_what_was_rolled(at_table):
    evening = at_table(LOTTERY)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert screen.says("Highest roll wins $60")
        assert spoken(screen, "ben") == "Ben: 30 dollars. rolled 8"
        assert spoken(screen, "ann") == "Ann: 30 dollars. still to roll"


def test_a_lane_with_many_cards_is_two_columns_wide():
    lanes = Lanes((Lane("", ("a", "b", "c", "d")), Lane("", ("e",)), Lane("", ())))
    assert columns_of(lanes) == [2, 1, 1]


@pytest.mark.parametrize(("seats", "columns"), [(1, 1), (2, 2), (4, 2), (6, 3), (8, 4), (12, 4)])
def test_cards_alone_lie_in_even_rows(seats, columns):
    assert columns_of(Lanes((Lane("", tuple(map(str, range(seats)))),))) == [columns]
