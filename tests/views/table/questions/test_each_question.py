"""A number from each of several players: rows with minus and plus, digits, and dice thrown for all."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from exchange_game import lay
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from views.table.questions import each
from views.table.questions.number_rows import NumberRow, down, steps, up

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def deals(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path)


def state_of(screen, play_id):
    return screen.clients[0].state(play_id)


def said(screen, question="stakes"):
    """What each row says, as it is read out."""
    rows = [one for one in screen.all(ft.MergeSemantics) if str(one.key).startswith(f"each-{question}-")]
    return [one.content.label for one in rows]


async def pick(screen, seat, question="stakes"):
    row = screen.all(ft.MergeSemantics, key=f"each-{question}-{seat}")[0]
    await screen.fire(row.content.content, "click")


async def lay_sheet(screen, play_id, action, **answers):
    state_of(screen, play_id).sheet.open(Offer(action, answers))
    await screen.settle()


def throwing(monkeypatch, *pips):
    """Make the app's dice show these, one after another."""
    falls = iter(pips)

    class Dice:
        def randint(self, least, most):
            pip = next(falls)
            assert least <= pip <= most
            return pip

    monkeypatch.setattr(each, "DICE", Dice())


# -- how many of each ---------------------------------------------------------------------------------


@SIZES
async def test_how_many_of_each_is_one_tap_for_each_of_them(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "buy_several", who="ann")
        assert said(screen, "bought") == ["Towers: no number yet", "Inns: no number yet", "Annexes: no number yet"]
        assert screen.says("Say how many of each")
        for name in ("Towers: more", "Towers: more", "Towers: more", "Annexes: more"):
            await screen.tap(name)
        assert screen.says("At most 3 in all; here are 4.")
        await screen.tap("Towers: less")
        await screen.tap("Buy several")
        assert open_plays.referee(play_id).entries()[0].proposal.narration == "Ann buys 2 Towers and 1 Annexes."


# -- numbers ------------------------------------------------------------------------------------------


@SIZES
async def test_everybodys_stake_is_set_by_plus_and_minus(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "stake")
        await screen.tap("Ann: more")
        await screen.tap("Ann: more")
        await screen.tap("Ben: more")
        await screen.tap("Ann: less")
        assert said(screen) == ["Ann: 5 chips", "Ben: 5 chips", "Cy: 0 chips"]
        await screen.tap("Record")
        assert open_plays.referee(play_id).table.ledger.balance("pot:chips", "chips") == 10 - 200


async def test_who_has_one_number_only_is_not_asked_for_it(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "stake")
        assert not screen.named("Cy: more")
        assert "No choice here" in screen.words()
        assert screen.button("Record").disabled
        await screen.tap("Ann: more")
        assert screen.says("Still to come: Ben.")


async def test_minus_and_plus_stop_at_the_limits(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "stake")
        await screen.tap("Ann: more")
        assert screen.button("Ann: less").disabled
        assert not screen.button("Ann: more").disabled
        await screen.tap("All 100 chips")
        assert screen.button("Ann: more").disabled
        assert said(screen)[0] == "Ann: 100 chips"


async def test_larger_steps_go_to_the_player_who_is_picked(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "stake")
        await pick(screen, "ben")
        await screen.tap("+25 chips")
        await screen.tap("+50 chips")
        assert said(screen) == ["Ann: no number yet", "Ben: 80 chips", "Cy: 0 chips"]


async def test_digits_are_typed_row_by_row_and_enter_goes_on_to_the_next(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "stake")
        for key in ("2", "5", "Enter", "4", "0"):
            await screen.key(key)
        assert said(screen) == ["Ann: 25 chips", "Ben: 40 chips", "Cy: 0 chips"]
        await screen.key("Enter")
        assert open_plays.referee(play_id).table.ledger.balance("ben:chips", "chips") == 60


async def test_a_number_that_does_not_hold_says_why_in_its_own_row(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "stake")
        for key in ("1", "2"):
            await screen.key(key)
        assert screen.says("Ann: a stake is a multiple of 5 chips.")
        await screen.key("Backspace")
        await screen.key("5")
        assert not screen.says("a multiple of")
        for key in ("Enter", "9", "9", "9"):
            await screen.key(key)
        assert screen.says("Ben: at most 100 chips.")
        assert screen.button("Record").disabled


async def test_where_nobody_has_a_choice_it_is_a_person_all_the_same_who_takes_the_numbers(deals) -> None:
    open_plays, play_id = deals
    open_plays.referee(play_id).write("stake", {"stakes": "ann=100 ben=100 cy=0"})
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "stake")
        assert said(screen) == ["Ann: 0 chips", "Ben: 0 chips", "Cy: 0 chips"]
        assert screen.button("Record").disabled
        await screen.tap("Take these numbers")
        assert not screen.named("Take these numbers")
        assert not screen.button("Record").disabled


# -- dice ---------------------------------------------------------------------------------------------


@SIZES
async def test_dice_are_thrown_for_everyone_and_their_faces_shown(deals, size, monkeypatch) -> None:
    open_plays, play_id = deals
    throwing(monkeypatch, 3, 4, 6, 6, 1, 1)
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "roll_off")
        await screen.tap("Throw for everyone")
        assert said(screen, "rolls") == [
            "Ann: 7, thrown 3 and 4",
            "Ben: 12, thrown 6 and 6",
            "Cy: 2, thrown 1 and 1",
        ]
        assert screen.says("\u2685 \u2685")
        await screen.tap("Record")
        assert open_plays.referee(play_id).table.ledger.mark("table", "first") == "ben"


@SIZES
async def test_a_throw_at_the_table_is_tapped_and_the_rest_thrown_by_the_app(deals, size, monkeypatch) -> None:
    open_plays, play_id = deals
    throwing(monkeypatch, 5, 5)
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "roll_off")
        await screen.tap("9")
        await screen.tap("4")
        await screen.tap("Throw for Cy")
        assert said(screen, "rolls") == ["Ann: 9", "Ben: 4", "Cy: 10, thrown 5 and 5"]


async def test_throwing_for_the_rest_leaves_the_numbers_that_are_there(deals, monkeypatch) -> None:
    open_plays, play_id = deals
    throwing(monkeypatch, 1, 2, 5, 5)
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "roll_off")
        await screen.tap("9")
        await screen.tap("Throw for the rest")
        assert said(screen, "rolls") == ["Ann: 9", "Ben: 3, thrown 1 and 2", "Cy: 10, thrown 5 and 5"]


async def test_sums_are_typed_and_a_whole_one_goes_on_to_the_next_player(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "roll_off")
        for key in ("8", "1", "2", "1", "1"):
            await screen.key(key)
        assert said(screen, "rolls") == ["Ann: 8", "Ben: 12", "Cy: 11"]


async def test_a_throw_typed_anew_puts_away_the_faces_that_the_app_threw(deals, monkeypatch) -> None:
    open_plays, play_id = deals
    throwing(monkeypatch, 2, 5)
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "roll_off")
        await screen.tap("Throw for Ann")
        await pick(screen, "ann", "rolls")
        await screen.tap("8")
        assert said(screen, "rolls")[0] == "Ann: 8"


async def test_the_apps_dice_show_every_sum_and_no_other(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "roll_off")
        seen, throw = set(), screen.button("Throw for Ann")
        for _ in range(150):
            await screen.session.dispatch_event(throw._i, "click", None)  # that it is drawn says nothing of dice
            seen.add(state_of(screen, play_id).sheet.draft.texts["rolls"].removeprefix("ann="))
        assert {int(one) for one in seen} <= set(range(2, 13))
        assert len(seen) > 6


# -- steps --------------------------------------------------------------------------------------------


def test_a_step_up_from_nothing_is_the_least_and_never_zero() -> None:
    assert up(NumberRow("ann", None, 0, 40), 5) == 5
    assert up(NumberRow("ann", None, 10, 40), 5) == 10
    assert up(NumberRow("ann", 12, 0, 40), 5) == 15
    assert up(NumberRow("ann", 38, 0, 40), 5) == 40


def test_a_step_down_goes_to_the_least_and_no_lower() -> None:
    assert down(NumberRow("ann", None, 10, 40), 5) == 10
    assert down(NumberRow("ann", 12, 0, 40), 5) == 10
    assert down(NumberRow("ann", 5, 5, 40), 5) == 5


def test_only_steps_that_there_is_room_for_are_offered() -> None:
    assert steps(NumberRow("ann", None, 0, 40), 5) == [25]
    assert steps(NumberRow("ann", None, 0, 1_000), 5) == [25, 50, 250]
    assert steps(NumberRow("ann", None, 0, 5), 5) == []
