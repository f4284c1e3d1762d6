"""The quick tools on screen: a tap from the home screen, an answer in three, mistakes explained at their fields."""

from __future__ import annotations

import json
import random

import flet as ft
import pytest
from hats_game import opened
from headless import PHONE, TABLET
from tool_taps import answer, tap

from companion.tools import TOOLS
from views.table.questions import answers
from views.tools import state as tool_state

pytestmark = pytest.mark.games("all")

SIZES = [PHONE, TABLET]


@pytest.fixture
def device(monkeypatch):
    """What the device keeps, in place of a real one's preferences."""
    kept = {}

    class Preferences:
        async def get(self, key):
            return kept.get(key)

        async def set(self, key, value):
            kept[key] = value

    monkeypatch.setattr(tool_state.ft, "SharedPreferences", Preferences)
    return kept


# -- the way there ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_tools_are_one_tap_from_the_home_screen_and_each_one_more(open_plays, size):
    async with opened(open_plays, size=size) as screen:
        await tap(screen, "Quick tools")
        assert screen.page.route == "/tools"
        for tool in TOOLS:
            assert screen.says(tool.line)
            await tap(screen, tool.title)
            assert screen.page.route == f"/tools/{tool.key}"
            assert screen.says(tool.title)
            assert not screen.says("could not be drawn")
            await tap(screen, "Back")
            assert screen.page.route == "/tools"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("tool", "taps", "said"),
    [
        ("credit", ["+$100", "+$20", "+$50"], "Credit Due takes: 187 dollars"),
        ("salary", ["4 Senior Manager", "One"], "Salary at GO: 1 million"),
        ("index", ["9"], "A share costs: 1.1 million"),
    ],
)
async def test_an_answer_takes_three_taps_at_most(open_plays, size, tool, taps, said):
    async with opened(open_plays, f"/tools/{tool}", size) as screen:
        await tap(screen, *taps)
        assert answer(screen) == said
        assert screen.by_id("receipt")


@pytest.mark.parametrize("size", [*SIZES, (844, 390)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
async def test_every_tool_is_drawn_at_twice_the_text_size_too(open_plays, size, scale):
    async with opened(open_plays, "/tools", size, scale=scale) as screen:
        for tool in TOOLS:
            await screen.go(f"/tools/{tool.key}")
            assert screen.words()
            assert not screen.says("could not be drawn")


# -- sums ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_keys_stay_with_the_figure_they_began_and_go_to_the_one_that_is_tapped(open_plays, size):
    async with opened(open_plays, "/tools/bet", size) as screen:
        await tap(screen, "1", "9", "8", "0", "Of that on the same horse", "1", "6", "0", "The bet", "\u00a320")
        assert answer(screen) == "If it wins, the bet gets: 200 pounds"
        assert screen.says("\u00a31,980")
        await tap(screen, "Backspace")
        # 2 in place of 20: the pool is smaller, and each pound on the horse gets 11
        assert answer(screen) == "If it wins, the bet gets: 22 pounds"


@pytest.mark.parametrize("size", SIZES)
async def test_a_mistake_is_explained_at_its_field_and_beside_the_answer(open_plays, size):
    async with opened(open_plays, "/tools/bet", size) as screen:
        await tap(screen, "1", "0", "Of that on the same horse", "2", "0", "The bet", "\u00a35")
        wrong = "\u00a320 on the horse is more than the \u00a310 in the pool."
        assert screen.words().count(wrong) == 2
        assert answer(screen) == f"Answer: {wrong}"
        await tap(screen, "Of that on the same horse", "Clear")
        assert not screen.says("more than")
        assert answer(screen).startswith("If it wins")


async def test_what_is_still_open_is_named(open_plays):
    async with opened(open_plays, "/tools/index") as screen:
        await tap(screen, "Investment", "$300")
        assert answer(screen) == "Answer: Still open: Rolled."
        await tap(screen, "Rolled", "8")
        assert answer(screen) == "Cashed in, it returns: 450 dollars"
        await tap(screen, "Undo the last roll")
        assert answer(screen) == "Answer: Still open: Rolled."


async def test_thousands_are_typed_as_on_the_board_and_a_figure_under_way_is_no_mistake(open_plays):
    async with opened(open_plays, "/tools/index") as screen:
        await tap(screen, "A share costs", "2")
        assert screen.says("2K so far.")
        await tap(screen, "Millions")
        assert answer(screen) == "A share costs: 2 million"


async def test_rolls_are_typed_or_thrown_like_any_other(open_plays, monkeypatch):
    monkeypatch.setattr(answers, "DICE", random.Random(7))  # noqa: S311 - the same throw every time
    async with opened(open_plays, "/tools/index", TABLET) as screen:
        await tap(screen, "Rolled since then")
        for key in ("9", "1", "0", "Backspace", "7"):
            await screen.key(key)
        assert screen.says("Rolled since then: 9, 7")
        await tap(screen, "Throw the dice")
        assert screen.says("Rolled since then: 9, 7, 5")


async def test_no_cash_at_all_can_be_typed(open_plays):
    async with opened(open_plays, "/tools/credit") as screen:
        await tap(screen, "+$100", "Cash in hand", "0")
        assert screen.says("Short by")


async def test_a_house_rule_is_collapsed_and_named_once_it_is_another(open_plays):
    async with opened(open_plays, "/tools/credit") as screen:
        assert not screen.says("Down to the dollar.")
        await tap(screen, "1", "2", "5", "The 10% interest is rounded", "Down to the dollar.")
        assert answer(screen) == "Credit Due takes: 137 dollars"
        assert screen.says("The 10% interest is rounded: down to the dollar")
        await tap(screen, "The 10% interest is rounded")
        assert not screen.says("Up to the next $10.")


async def test_the_price_is_drawn_as_a_chart_once_it_has_moved(open_plays):
    async with opened(open_plays, "/tools/index", TABLET) as screen:
        assert screen.by_id("chart") is None
        await tap(screen, "9", "4")
        assert "1 million, 1.1 million, 1 million" in screen.by_id("chart").label


# -- clearing and keeping -----------------------------------------------------------------------------


async def test_what_is_cleared_can_be_had_back(open_plays):
    async with opened(open_plays, "/tools/credit") as screen:
        await tap(screen, "Clear all")
        assert screen.says("Nothing to clear.")
        kept = screen.session.store.get(tool_state.STORE_KEY)
        kept.focus("credit", "rate")
        await tap(screen, "+$100", "Clear all")
        assert answer(screen).startswith("Answer: Still open")
        assert "credit" not in kept.at, "the keys begin anew too"
        await screen.fire(screen.all(ft.SnackBar)[-1].action, "click")
        assert answer(screen) == "Credit Due takes: 110 dollars"


async def test_the_last_inputs_stay_while_the_app_runs_and_come_back_after_it(open_plays, device):
    async with opened(open_plays, "/tools/credit") as screen:
        await tap(screen, "+$100")
        await screen.go("/tools/dice")
        await screen.go("/tools/credit")
        assert answer(screen) == "Credit Due takes: 110 dollars"
    async with opened(open_plays, "/tools/credit") as screen:
        assert answer(screen) == "Credit Due takes: 110 dollars"
        await tap(screen, "+$20")
    assert json.loads(device["companion.tool.credit"]) == {"debt": "100+20"}


async def test_every_screen_has_state_of_its_own(open_plays):
    async with opened(open_plays, "/tools/credit") as mine, opened(open_plays, "/tools/credit") as yours:
        await tap(mine, "+$100")
        assert answer(mine) == "Credit Due takes: 110 dollars"
        assert answer(yours).startswith("Answer: Still open")
        await tap(yours, "+$20")
        assert answer(yours) == "Credit Due takes: 22 dollars"
        assert answer(mine) == "Credit Due takes: 110 dollars"


@pytest.mark.parametrize("kept", ["{", "[1]", '{"debt": 5}', '{"debt": "x+y", "interest": "?"}', 7, "x" * 200_000])
async def test_what_a_device_has_kept_badly_keeps_no_tool_from_opening(open_plays, device, kept):
    device["companion.tool.credit"] = kept
    async with opened(open_plays, "/tools/credit") as screen:
        assert not screen.says("could not be drawn")
        assert screen.says("Bought on credit")


async def test_a_device_that_keeps_nothing_is_no_fault(open_plays, monkeypatch):
    class Broken:
        async def get(self, key):
            raise RuntimeError(key)

        async def set(self, key, value):
            raise RuntimeError(key, value)

    monkeypatch.setattr(tool_state.ft, "SharedPreferences", Broken)
    async with opened(open_plays, "/tools/credit") as screen:
        await tap(screen, "+$100")
        assert answer(screen) == "Credit Due takes: 110 dollars"
