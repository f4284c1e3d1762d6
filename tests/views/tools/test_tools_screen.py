"""The quick tools on screen: a tap from the home screen, an answer in three, mistakes explained at their fields."""

from __future__ import annotations

import json
import random

import flet as ft
import pytest
from hats_game import opened
from headless import PHONE, TABLET
from tool_taps import answer, tap

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


# -- sums ---------------------------------------------------------------------------------------------


async def test_rolls_are_typed_or_thrown_like_any_other(open_plays, monkeypatch):
    monkeypatch.setattr(answers, "DICE", random.Random(7))  # noqa: S311 - the same throw every time
    async with opened(open_plays, "/tools/index", TABLET) as screen:
        await tap(screen, "Rolled since then")
        for key in ("9", "1", "0", "Backspace", "7"):
            await screen.key(key)
        assert screen.says("Rolled since then: 9, 7")
        await tap(screen, "Throw the dice")
        assert screen.says("Rolled since then: 9, 7, 5")


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
