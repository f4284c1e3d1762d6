"""The quick tools on screen: a tap from the shelf, an answer in three, mistakes told where they were made."""

from __future__ import annotations

import json
import random

import fakes
import flet as ft
import pytest
from hatbook import field, opened
from headless import PHONE, TABLET, play

from companion.tools import TOOLS
from views import tools_bench, tools_dice

SIZES = [PHONE, TABLET]


@pytest.fixture
def house(tmp_path):
    house = fakes.new_house(tmp_path)
    yield house
    house.journal.database.close()


@pytest.fixture
def device(monkeypatch):
    """What the device keeps, in place of a real one's preferences."""
    kept = {}

    class Preferences:
        async def get(self, key):
            return kept.get(key)

        async def set(self, key, value):
            kept[key] = value

    monkeypatch.setattr(tools_bench.ft, "SharedPreferences", Preferences)
    return kept


async def tap(screen, *names):
    """Tap what is called so, by its words or as it is read out; the rest of its words does not matter."""
    for name in names:
        found = [
            one for one in screen.all(ft.BaseControl) if getattr(one, "on_click", None) and called(screen, one, name)
        ]
        found += [
            inside
            for one in screen.all(ft.Semantics)
            if isinstance(one.label, str) and (one.label == name or one.label.startswith(f"{name}:"))
            for inside in (one, *screen.walk(one.content))
            if getattr(inside, "on_click", None) or getattr(inside, "on_tap", None)
        ]
        assert found, f"nothing called {name!r}; the screen says {screen.words()}"
        assert not getattr(found[0], "disabled", False), f"{name!r} is greyed"
        await screen.fire(found[0], "click" if getattr(found[0], "on_click", None) else "tap")


def called(screen, control, name):
    inside = getattr(control, "content", None)
    if name in {getattr(control, "tooltip", None), inside}:
        return True
    texts = [one for one in screen.walk(inside) if isinstance(one, ft.Text | ft.Icon)] if inside is not None else []
    if name.isdigit():  # a key of a pad, and no figure on a board
        return isinstance(control, ft.OutlinedButton) and [
            (one.value, (one.semantics_label or "Roll")[:4]) for one in texts if isinstance(one, ft.Text)
        ] == [(name, "Roll")]
    return any(name in {one.semantics_label, getattr(one, "value", None)} for one in texts)


def answer(screen):
    return screen.by_id("answer").label


async def horse(screen, number):
    """Tap a horse's line on the board."""
    line = next(one for one in screen.all(ft.Semantics) if str(one.label).startswith(f"{number}, Horse {number}"))
    await screen.fire(line, "tap")


# -- the way there ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_tools_are_one_tap_from_the_shelf_and_each_one_more(house, size):
    async def scene():
        async with opened(house, size=size) as screen:
            await tap(screen, "Quick tools")
            assert screen.page.route == "/tools"
            for one in TOOLS:
                assert screen.says(one.line)
                await tap(screen, one.title)
                assert screen.page.route == f"/tools/{one.key}"
                assert screen.says(one.title)
                assert not screen.says("could not be drawn")
                await tap(screen, "Back")
                assert screen.page.route == "/tools"

    play(scene)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("tool", "taps", "said"),
    [
        ("credit", ["100 dollars", "20 dollars", "50 dollars"], "Credit Due takes: 187 dollars"),
        ("salary", ["4 Senior Manager", "One"], "Salary at GO: 1 million"),
        ("index", ["9"], "A share costs: 1.1 million"),
    ],
)
def test_an_answer_takes_three_taps_at_most(house, size, tool, taps, said):
    async def scene():
        async with opened(house, f"/tools/{tool}", size) as screen:
            await tap(screen, *[f"Add {one}" if tool == "credit" else one for one in taps])
            assert answer(screen) == said
            assert screen.by_id("receipt")

    play(scene)


@pytest.mark.parametrize("size", [*SIZES, (844, 390)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_tool_is_drawn_at_twice_the_text_size_too(house, size, scale):
    async def scene():
        async with opened(house, "/tools", size, scale=scale) as screen:
            for one in TOOLS:
                await screen.go(f"/tools/{one.key}")
                assert screen.words()
                assert not screen.says("could not be drawn")

    play(scene)


# -- sums ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_keys_stay_with_the_figure_they_began_and_go_to_the_one_that_is_tapped(house, size):
    async def scene():
        async with opened(house, "/tools/bet", size) as screen:
            await tap(screen, "1", "9", "8", "0", "Of that on the same horse", "1", "6", "0", "The bet", "20 pounds")
            assert answer(screen) == "If it wins, the bet gets: 200 pounds"
            assert screen.says("\u00a31,980")
            await tap(screen, "Backspace")
            # 2 in place of 20: the pool is smaller, and each pound on the horse gets 11
            assert answer(screen) == "If it wins, the bet gets: 22 pounds"

    play(scene)


@pytest.mark.parametrize("size", SIZES)
def test_a_mistake_is_told_at_its_field_and_beside_the_answer(house, size):
    async def scene():
        async with opened(house, "/tools/bet", size) as screen:
            await tap(screen, "1", "0", "Of that on the same horse", "2", "0", "The bet", "5 pounds")
            wrong = "\u00a320 on the horse is more than the \u00a310 in the pool."
            assert screen.words().count(wrong) == 2
            assert answer(screen) == f"Answer: {wrong}"
            await tap(screen, "Of that on the same horse", "Clear")
            assert not screen.says("more than")
            assert answer(screen).startswith("If it wins")

    play(scene)


def test_what_is_still_open_is_named(house):
    async def scene():
        async with opened(house, "/tools/index") as screen:
            await tap(screen, "Investment", "300 dollars")
            assert answer(screen) == "Answer: Still open: Rolled."
            await tap(screen, "Rolled", "8")
            assert answer(screen) == "Cashed in, it returns: 450 dollars"
            await tap(screen, "Take the last roll back")
            assert answer(screen) == "Answer: Still open: Rolled."

    play(scene)


def test_thousands_are_typed_as_on_the_board_and_a_figure_under_way_is_no_mistake(house):
    async def scene():
        async with opened(house, "/tools/index") as screen:
            await tap(screen, "A share costs", "2")
            assert screen.says("2K so far.")
            await tap(screen, "Millions")
            assert answer(screen) == "A share costs: 2 million"

    play(scene)


def test_a_house_rule_is_folded_away_and_named_once_it_is_another(house):
    async def scene():
        async with opened(house, "/tools/credit") as screen:
            assert not screen.says("Down to the dollar.")
            await tap(screen, "1", "2", "5", "House rules", "Down to the dollar.")
            assert answer(screen) == "Credit Due takes: 137 dollars"
            assert screen.says("The 10% interest is rounded: down to the dollar")
            await tap(screen, "House rules")
            assert not screen.says("Up to the next $10.")

    play(scene)


def test_the_price_is_drawn_as_a_chart_once_it_has_moved(house):
    async def scene():
        async with opened(house, "/tools/index", TABLET) as screen:
            assert screen.by_id("chart") is None
            await tap(screen, "9", "4")
            assert "1 million, 1.1 million, 1 million" in screen.by_id("chart").label

    play(scene)


# -- clearing and keeping -----------------------------------------------------------------------------


def test_what_is_cleared_can_be_had_back(house):
    async def scene():
        async with opened(house, "/tools/credit") as screen:
            await tap(screen, "Clear all")
            assert screen.says("There is nothing to clear.")
            await tap(screen, "Add 100 dollars", "Clear all")
            assert answer(screen).startswith("Answer: Still open")
            await screen.fire(screen.all(ft.SnackBar)[-1].action, "click")
            assert answer(screen) == "Credit Due takes: 110 dollars"

    play(scene)


def test_the_last_inputs_stay_while_the_app_runs_and_come_back_after_it(house, device):
    async def scene():
        async with opened(house, "/tools/credit") as screen:
            await tap(screen, "Add 100 dollars")
            await screen.go("/tools/dice")
            await screen.go("/tools/credit")
            assert answer(screen) == "Credit Due takes: 110 dollars"
        async with opened(house, "/tools/credit") as screen:
            assert answer(screen) == "Credit Due takes: 110 dollars"
            await tap(screen, "Add 20 dollars")
        assert json.loads(device["companion.tool.credit"]) == {"debt": "100+20"}

    play(scene)


def test_every_screen_has_a_bench_of_its_own(house):
    async def scene():
        async with opened(house, "/tools/credit") as mine, opened(house, "/tools/credit") as yours:
            await tap(mine, "Add 100 dollars")
            assert answer(mine) == "Credit Due takes: 110 dollars"
            assert answer(yours).startswith("Answer: Still open")
            await tap(yours, "Add 20 dollars")
            assert answer(yours) == "Credit Due takes: 22 dollars"
            assert answer(mine) == "Credit Due takes: 110 dollars"

    play(scene)


@pytest.mark.parametrize("kept", ["{", "[1]", '{"debt": 5}', '{"debt": "x+y", "interest": "?"}', 7, "x" * 200_000])
def test_what_a_device_has_kept_badly_keeps_no_tool_from_opening(house, device, kept):
    device["companion.tool.credit"] = kept

    async def scene():
        async with opened(house, "/tools/credit") as screen:
            assert not screen.says("could not be drawn")
            assert screen.says("Bought on credit")

    play(scene)


def test_a_device_that_keeps_nothing_is_no_fault(house, monkeypatch):
    class Broken:
        async def get(self, key):
            raise RuntimeError(key)

        async def set(self, key, value):
            raise RuntimeError(key, value)

    monkeypatch.setattr(tools_bench.ft, "SharedPreferences", Broken)

    async def scene():
        async with opened(house, "/tools/credit") as screen:
            await tap(screen, "Add 100 dollars")
            assert answer(screen) == "Credit Due takes: 110 dollars"

    play(scene)


# -- the Tote pool ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_bet_takes_three_taps_and_the_winner_one(house, size):
    async def scene():
        async with opened(house, "/tools/pool", size) as screen:
            await horse(screen, 3)
            await tap(screen, "20 pounds", "Lay")
            assert answer(screen) == "In the pool: 20 pounds"
            await horse(screen, 1)
            await tap(screen, "1", "3", "0", "Lay", "Horse 3 has won")
            assert answer(screen) == "Horse 3 has won and pays for each \u00a31: 7"
            assert screen.says("No name: \u00a320 \u00d7 7")
            await tap(screen, "Take the result back")
            assert answer(screen) == "In the pool: 150 pounds"

    play(scene)


def test_a_bet_that_lacks_its_horse_or_stake_is_told_at_the_pad(house):
    async def scene():
        async with opened(house, "/tools/pool") as screen:
            await tap(screen, "Lay")
            assert screen.says("First tap the horse.")
            await horse(screen, 2)
            assert not screen.says("First tap the horse.")
            await tap(screen, "Lay")
            assert screen.says("How much is laid?")

    play(scene)


def test_whoever_bets_may_be_named_and_is_one_tap_away_the_next_time(house):
    async def scene():
        async with opened(house, "/tools/pool", TABLET) as screen:
            await screen.write(field(screen, "Who bets?"), "Ann")
            await horse(screen, 1)
            await tap(screen, "10 pounds", "Lay")
            assert field(screen, "Who bets?").value == ""
            await horse(screen, 2)
            await tap(screen, "Ann", "10 pounds", "Lay", "Bets")
            assert screen.says("\u00a310 on horse 2, Ann")

    play(scene)


def test_a_bet_is_taken_back_and_that_can_be_undone(house):
    async def scene():
        async with opened(house, "/tools/pool") as screen:
            await horse(screen, 1)
            await tap(screen, "10 pounds", "Lay", "Bets", "Take back \u00a310 on horse 1")
            assert answer(screen) == "In the pool: 0 pounds"
            await screen.fire(screen.all(ft.SnackBar)[-1].action, "click")
            assert answer(screen) == "In the pool: 10 pounds"

    play(scene)


def test_a_horse_that_is_backed_can_not_be_left_out(house):
    async def scene():
        async with opened(house, "/tools/pool") as screen:
            await horse(screen, 6)
            await tap(screen, "5 pounds", "Lay", "One horse more")
            assert screen.says("7 horses run")
            await tap(screen, "One horse less")
            less = next(one for one in screen.all(ft.IconButton) if one.tooltip == "One horse less")
            assert less.disabled

    play(scene)


def test_a_winner_without_any_bet_says_that_there_is_nothing_to_pay(house):
    async def scene():
        async with opened(house, "/tools/pool") as screen:
            await tap(screen, "Horse 2 has won")
            assert screen.says("Nobody has laid a bet: there is nothing to pay.")

    play(scene)


# -- the score pad ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_typed_player_by_player_and_written(house, size):
    async def scene():
        async with opened(house, "/tools/scores", size) as screen:
            await tap(screen, "1", "2", "Next player", "5", "Next player", "Plus or minus", "7", "Add")
            assert screen.says("A leads with 12, 7 ahead.")
            assert screen.by_id("totals").label == "Totals: A 12 1st, B 5 2nd, C -7 3rd."
            await tap(screen, "0", "Next player", "0", "Next player", "9", "Add")
            assert screen.by_id("totals").label == "Totals: A 12 1st, B 5 2nd, C 2 3rd."
            assert screen.says("The chart is drawn while no total is below 0.")

    play(scene)


def test_who_has_no_number_gets_nought_but_a_round_of_nothing_is_none(house):
    async def scene():
        async with opened(house, "/tools/scores") as screen:
            await tap(screen, "Add")
            assert screen.says("First enter somebody's points.")
            await tap(screen, "4", "Add")
            assert screen.by_id("totals").label == "Totals: A 4 1st, B 0 2nd, C 0 2nd."

    play(scene)


def test_a_round_is_put_right_taken_off_and_had_back(house):
    async def scene():
        async with opened(house, "/tools/scores") as screen:
            await tap(screen, "4", "Add")
            line = next(one for one in screen.all(ft.Semantics) if str(one.label).startswith("Round 1"))
            await screen.fire(line, "tap")
            assert screen.says("Putting round 1 right")
            await tap(screen, "Clear", "8", "Save")
            assert screen.by_id("totals").label.startswith("Totals: A 8 1st")
            line = next(one for one in screen.all(ft.Semantics) if str(one.label).startswith("Round 1"))
            await screen.fire(line, "tap")
            await tap(screen, "Take the round off")
            assert screen.says("No round is on the sheet yet.")
            await screen.fire(screen.all(ft.SnackBar)[-1].action, "click")
            assert screen.by_id("totals").label.startswith("Totals: A 8 1st")
            await tap(screen, "Leave it as it was")
            assert not screen.says("Putting round 1 right")

    play(scene)


def test_players_are_named_added_and_taken_off(house):
    async def scene():
        async with opened(house, "/tools/scores", TABLET) as screen:
            await tap(screen, "Players", "One more player")
            await screen.write(field(screen, "Name 1"), "Ann")
            assert screen.says("Ann, B, C, D; the most points win")
            await tap(screen, "The fewest points win", "Take D off")
            assert screen.says("Ann, B, C; the fewest points win")
            await tap(screen, "Take C off", "Take B off")
            assert screen.says("A score pad is for 2 players or more.")

    play(scene)


# -- dice ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_throw_is_one_tap_and_the_last_ten_are_listed(house, size, monkeypatch):
    monkeypatch.setattr(tools_dice, "SOURCE", random.Random(7))  # noqa: S311 - the same throws every time

    async def scene():
        async with opened(house, "/tools/dice", size) as screen:
            for _ in range(12):
                await tap(screen, "Throw")
            assert screen.by_id("thrown").label.startswith("Thrown: ")
            listed = [one for one in screen.all(ft.Semantics) if str(one.label).split(":")[0].isdigit()]
            assert len(listed) == 10
            assert screen.by_id("thrown").label.removeprefix("Thrown") == listed[0].label.removeprefix("1")
            await tap(screen, "One die", "Throw")
            assert "together" not in screen.by_id("thrown").label

    play(scene)


def test_the_dice_are_drawn_from_the_systems_own_source():
    assert isinstance(tools_dice.SOURCE, random.SystemRandom)


# -- the keyboard -------------------------------------------------------------------------------------


def test_digits_fill_the_figure_and_a_plus_goes_on_to_the_next(house):
    async def scene():
        async with opened(house, "/tools/credit", TABLET) as screen:
            for key in ("1", "0", "0", "+", "Numpad 5", "0", "Backspace", "0"):
                await screen.key(key)
            assert answer(screen) == "Credit Due takes: 165 dollars"

    play(scene)


def test_enter_does_what_the_large_button_does(house):
    async def scene():
        async with opened(house, "/tools/pool", TABLET) as screen:
            await horse(screen, 1)
            for key in ("2", "5", "Enter"):
                await screen.key(key)
            assert answer(screen) == "In the pool: 25 pounds"
            await screen.go("/tools/scores")
            for key in ("3", "Enter", "-", "4", "Enter", "5", "Enter"):
                await screen.key(key)
            assert screen.by_id("totals").label == "Totals: A 3 2nd, B -4 3rd, C 5 1st."
            await screen.go("/tools/dice")
            await screen.key("Enter")
            assert screen.by_id("thrown")

    play(scene)


def test_keys_go_nowhere_while_somebody_writes_a_name(house):
    async def scene():
        async with opened(house, "/tools/pool", TABLET) as screen:
            who = field(screen, "Who bets?")
            await screen.fire(who, "focus")
            await screen.key("5")
            await screen.fire(field(screen, "Who bets?"), "blur")
            assert "5" not in screen.by_id("amount").label
            await screen.key("5")
            assert screen.by_id("amount").label.endswith("\u00a35")

    play(scene)
