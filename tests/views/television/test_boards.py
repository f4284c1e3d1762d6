"""What a television draws of each game: sheets with the rounds to come, bars with their goal, tracks, an auction."""

from __future__ import annotations

import re

import flet as ft
import pytest
from headless import TELEVISION

from companion.core.show.boards import Round, Score, ScoreSheet
from views.television.score import rows_shown

pytestmark = pytest.mark.games("all")
HEARTS = """
game any_score
seats Ann Ben Cy
house wins=lowest rounds=4
score points='ann=5 ben=3 cy=18'
score points='ann=2 ben=18 cy=6'
"""
MONOPOLY = """
game rat_race_monopoly
seats Ann Ben
start
"""
DOUBLETRACK = """
game doubletrack
seats Ann Ben Cy
house positions=yes
start first=ann
"""
AUCTION = """
game totopoly
seats Ann Ben Cy Dora
start
keep who=ann card=b6 price=90
wear_hat hat=auctioneer who=ben
open_auction
sell lot=h2 who=cy price=30
sell lot=h3 who=ann price=10
"""


def spoken(screen):
    return [one.label for one in screen.all(ft.Semantics) if one.label]


def labels(screen):
    return {str(one.key): one.label for one in screen.all(ft.Semantics) if str(one.key).startswith("tv-")}


async def test_a_long_sheet_begins_with_the_totals_of_the_rounds_that_have_no_room(at_table):
    evening = at_table("game any_score\nseats Ann Ben\n" + "score points='ann=1 ben=2'\n" * 30)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        (said,) = [words for words in spoken(screen) if words.startswith("After round")]
        left_out = int(re.fullmatch(r"After round (\d+): .*", said)[1])
        assert said == f"After round {left_out}: Ann {left_out}, Ben {2 * left_out}"


def sheet_of(played, ahead):
    rounds = tuple(Round(str(at), (Score(1),)) for at in range(played))
    return ScoreSheet("", ("ann",), rounds, (0,), (1,), ((0,) * played,), to_come=("x",) * ahead)


@pytest.mark.parametrize(
    ("played", "ahead", "left_out", "shown"),
    [(3, 2, 0, 2), (3, 20, 0, 7), (10, 0, 0, 0), (20, 0, 11, 0), (9, 5, 0, 1), (20, 5, 12, 1)],
)
def test_a_long_sheet_shows_its_last_rounds_and_the_next(played, ahead, left_out, shown):
    assert rows_shown(sheet_of(played, ahead), 10) == (left_out, shown)
    assert played - left_out + bool(left_out) + shown <= 10


async def test_a_sale_that_was_undone_is_not_among_the_lots_sold(at_table):
    evening = at_table(AUCTION + "undo\n")
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        sales = [one.split(" buys ")[0] for one in spoken(screen) if " buys " in one]
        assert sales == ["Entry 5. Cy", "Entry 7. Undid entry 6: Ann"]


async def test_a_pot_has_a_bar_with_its_name_below_the_players(at_table):
    pot = "open_pot name=Jackpot\npay_in pot=Jackpot payer=ann amount=9\n"
    evening = at_table(f"game any_money\nseats Ann Ben\nbegin\n{pot}")
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert "Jackpot: 9 dollars. belongs to nobody" in spoken(screen)
        assert screen.says("Jackpot")
        assert not screen.says("@")


def written(placed):
    """What is written in a part that has its place in a stack."""
    return getattr(placed.content, "value", "") if placed.left is not None else ""


async def test_the_first_figure_below_the_bars_is_whole_where_somebody_owes(at_table):
    evening = at_table("game any_money\nseats Ann Ben\nhouse debt=yes\nbegin\npay payer=ann payee=ben amount=2200\n")
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        (first,) = [one for one in screen.all(ft.Container) if written(one) == "\u2212$2,000"]
        assert first.left >= 0
