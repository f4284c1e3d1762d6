"""The quick tools that are more than sums: the Tote pool, the score pad, the dice, and the keys of a keyboard."""

from __future__ import annotations

import random

import flet as ft
import pytest
from hats_game import field, opened
from headless import PHONE, TABLET
from tool_taps import answer, horse, tap

from views.components.choice_tiles import FACES
from views.tools import dice

pytestmark = pytest.mark.games("all")

SIZES = [PHONE, TABLET]


# -- the Tote pool ------------------------------------------------------------------------------------


async def test_a_bet_that_lacks_its_horse_or_stake_is_explained_at_the_pad(open_plays):
    async with opened(open_plays, "/tools/pool") as screen:
        await tap(screen, "Lay")
        assert screen.says("First tap the horse.")
        await horse(screen, 2)
        assert not screen.says("First tap the horse.")
        await tap(screen, "Lay")
        assert screen.says("How much is laid?")


async def test_a_bet_is_taken_back_and_that_can_be_undone(open_plays):
    async with opened(open_plays, "/tools/pool") as screen:
        await horse(screen, 1)
        await tap(screen, "\u00a310", "Lay", "Bets", "Remove \u00a310 on horse 1")
        assert answer(screen) == "In the pool: 0 pounds"
        await screen.fire(screen.all(ft.SnackBar)[-1].action, "click")
        assert answer(screen) == "In the pool: 10 pounds"


async def test_a_horse_that_is_backed_can_not_be_left_out(open_plays):
    async with opened(open_plays, "/tools/pool") as screen:
        await horse(screen, 6)
        await tap(screen, "\u00a35", "Lay", "One horse more")
        assert screen.says("7 horses run")
        await tap(screen, "One horse fewer")
        less = next(one for one in screen.all(ft.IconButton) if one.tooltip == "One horse fewer")
        assert less.disabled


async def test_a_winner_without_any_bet_says_that_there_is_nothing_to_pay(open_plays):
    async with opened(open_plays, "/tools/pool") as screen:
        await tap(screen, "Horse 2 has won")
        assert screen.says("No bets, so nothing to pay.")


# -- the score pad ------------------------------------------------------------------------------------


async def test_a_round_is_put_right_taken_off_and_had_back(open_plays):
    async with opened(open_plays, "/tools/scores") as screen:
        await tap(screen, "4", "Add")
        line = next(one for one in screen.all(ft.Semantics) if str(one.label).startswith("Round 1"))
        await screen.fire(line, "tap")
        assert screen.says("Correcting round 1")
        await tap(screen, "Clear", "8", "Save")
        assert screen.by_id("totals").label.startswith("Totals: A 8 1st")
        line = next(one for one in screen.all(ft.Semantics) if str(one.label).startswith("Round 1"))
        await screen.fire(line, "tap")
        await tap(screen, "Delete the round")
        assert screen.says("No round is on the sheet yet.")
        await screen.fire(screen.all(ft.SnackBar)[-1].action, "click")
        assert screen.by_id("totals").label.startswith("Totals: A 8 1st")
        await tap(screen, "Cancel")
        assert not screen.says("Correcting round 1")


# -- dice ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_throw_is_one_tap_and_the_last_ten_are_listed(open_plays, size, monkeypatch):
    monkeypatch.setattr(dice, "SOURCE", random.Random(7))  # noqa: S311 - the same throws every time
    async with opened(open_plays, "/tools/dice", size) as screen:
        for _ in range(12):
            await tap(screen, "Throw")
        assert screen.by_id("thrown").label.startswith("Thrown: ")
        pips = [FACES.index(one) + 1 for one in screen.words(screen.by_id("thrown"))[:2]]
        assert screen.words(screen.by_id("thrown"))[2] == str(sum(pips))
        listed = [one for one in screen.all(ft.Semantics) if str(one.label).split(":")[0].isdigit()]
        assert len(listed) == 10
        assert screen.by_id("thrown").label.removeprefix("Thrown") == listed[0].label.removeprefix("1")
        await tap(screen, "One die", "Throw")
        assert len(screen.words(screen.by_id("thrown"))) == 2, "one face needs no sum"
        assert "together" not in screen.by_id("thrown").label


def test_the_dice_are_drawn_from_the_systems_own_source():
    assert isinstance(dice.SOURCE, random.SystemRandom)


# -- the keyboard -------------------------------------------------------------------------------------


async def test_digits_fill_the_figure_and_a_plus_goes_on_to_the_next(open_plays):
    async with opened(open_plays, "/tools/credit", TABLET) as screen:
        for key in ("1", "0", "0", "+", "Numpad 5", "0", "Backspace", "0"):
            await screen.key(key)
        assert answer(screen) == "Credit Due takes: 165 dollars"


async def test_enter_does_what_the_large_button_does(open_plays):
    async with opened(open_plays, "/tools/pool", TABLET) as screen:
        await horse(screen, 1)
        for key in ("2", "5", "Enter"):
            await screen.key(key)
        assert answer(screen) == "In the pool: 25 pounds"
        await screen.go("/tools/scores")
        for key in ("3", "Enter", "-", "4", "Enter", "5", "Enter"):
            await screen.key(key)
        assert screen.by_id("totals").label == "Totals: A 3 2nd, B minus 4 3rd, C 5 1st."
        await screen.go("/tools/dice")
        await screen.key("Enter")
        assert screen.by_id("thrown")


async def test_keys_go_nowhere_while_somebody_writes_a_name(open_plays):
    async with opened(open_plays, "/tools/pool", TABLET) as screen:
        who = field(screen, "Who bets?")
        await screen.fire(who, "focus")
        await screen.key("5")
        await screen.fire(field(screen, "Who bets?"), "blur")
        assert "5" not in screen.by_id("amount").label
        await screen.key("5")
        assert screen.by_id("amount").label.endswith("\u00a35")
