"""A number from each, some of many, and sums in millions: what is typed and tapped, and chance that is even."""

from __future__ import annotations

from types import SimpleNamespace

import flet as ft
import pytest
from device import on_sheet, type_keys
from exchange_game import DEALS, lay, streets_of

from companion.core.answers import read_several
from views.components.keypad import quick_amounts
from views.rules import house_rules
from views.table.questions import several
from views.table.questions.number_rows import NumberRow, down, steps, up
from views.table.questions.several import still_to_choose


@pytest.fixture
def deals(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path)


def said(screen, question="stakes"):
    """What each row says, as it is read out."""
    return [row.content.label for row in screen.all(ft.MergeSemantics) if f"each-{question}-" in str(row.key)]


def sheet_of(screen):
    return screen.clients[0].here().sheet


async def again_and_again(screen, name, times, question):
    """Tap a button many times; the answers that came of it. That it is drawn says nothing of chance."""
    button, found = screen.button(name), []
    for _ in range(times):
        await screen.session.dispatch_event(button._i, "click", None)
        found.append(sheet_of(screen).draft.texts.get(question) or sheet_of(screen).draft.answers[question])
    return found


async def test_how_many_of_each_is_one_tap_for_each_of_them(deals) -> None:
    async with on_sheet(*deals, "buy_several", who="ann") as screen:
        for name in ("Towers: more", "Towers: more", "Towers: more", "Annexes: more"):
            await screen.tap(name)
        assert screen.says("At most 3 in all; here are 4.")
        await screen.tap("Towers: less")
        await screen.tap("Buy several")
    assert deals[0].referee(deals[1]).entries()[0].proposal.narration == "Ann buys 2 Towers and 1 Annexes."


async def test_minus_and_plus_stop_at_the_limits(deals) -> None:
    async with on_sheet(*deals, "stake") as screen:
        await screen.tap("Ann: more")
        assert screen.button("Ann: less").disabled
        assert not screen.button("Ann: more").disabled
        await screen.tap("All 100 chips")
        assert screen.button("Ann: more").disabled
        assert said(screen)[0] == "Ann: 100 chips"


async def test_digits_are_typed_row_by_row_and_a_row_says_what_does_not_hold(deals) -> None:
    async with on_sheet(*deals, "stake") as screen:
        await type_keys(screen, *"12")
        assert screen.says("Ann: a stake is a multiple of 5 chips.")
        await type_keys(screen, "Backspace", "5", "Enter", *"999")
        assert not screen.says("a multiple of")
        assert screen.says("Ben: at most 100 chips.")
        assert screen.button("Record").disabled
        await type_keys(screen, *["Backspace"] * 3, *"40")
        assert said(screen) == ["Ann: 15 chips", "Ben: 40 chips", "Cy: 0 chips"]
        await type_keys(screen, "Enter")
    assert deals[0].referee(deals[1]).table.ledger.balance("ben:chips", "chips") == 60


async def test_where_nobody_has_a_choice_it_is_a_person_all_the_same_who_takes_the_numbers(deals) -> None:
    deals[0].referee(deals[1]).write("stake", {"stakes": "ann=100 ben=100 cy=0"})
    async with on_sheet(*deals, "stake") as screen:
        assert said(screen) == ["Ann: 0 chips", "Ben: 0 chips", "Cy: 0 chips"]
        assert screen.button("Record").disabled
        await screen.tap("Take these numbers")
        assert not screen.button("Record").disabled


async def test_sums_are_typed_and_a_whole_one_goes_on_to_the_next_player(deals) -> None:
    async with on_sheet(*deals, "roll_off") as screen:
        await type_keys(screen, *"81211")
        assert said(screen, "rolls") == ["Ann: 8", "Ben: 12", "Cy: 11"]


async def test_the_apps_dice_show_every_sum_and_no_other(deals) -> None:
    async with on_sheet(*deals, "roll_off") as screen:
        seen = {int(one.removeprefix("ann=")) for one in await again_and_again(screen, "Throw for Ann", 150, "rolls")}
    assert seen <= set(range(2, 13))
    assert len(seen) > 6


@pytest.mark.parametrize(
    ("number", "least", "most", "higher", "lower", "larger"),
    [
        (None, 0, 40, 5, 0, [25]),
        (None, 10, 40, 10, 10, [25]),
        (12, 0, 40, 15, 10, [25]),
        (38, 0, 40, 40, 35, [25]),
        (5, 5, 40, 10, 5, [25]),
        (None, 0, 1_000, 5, 0, [25, 50, 250]),
        (None, 0, 5, 5, 0, []),
    ],
)
def test_steps_stay_between_the_limits_and_a_first_one_is_never_zero(
    number, least, most, higher, lower, larger
) -> None:
    row = NumberRow("ann", number, least, most)
    assert (up(row, 5), down(row, 5), steps(row, 5)) == (higher, lower, larger)


async def test_the_app_draws_from_all_of_the_streets_and_from_no_others(deals) -> None:
    async with on_sheet(*deals, "lose", who="ann") as screen:
        await screen.tap("Draw for me")
        lots = [read_several(lot) for lot in await again_and_again(screen, "Draw again", 60, "streets")]
    assert {len(lot) for lot in lots} == {2}
    assert {street for lot in lots for street in lot} == {"s1", "s2", "s3", "s4", "s5"}


async def test_a_street_chosen_in_place_of_the_one_drawn_is_not_said_to_be_drawn(deals, monkeypatch) -> None:
    monkeypatch.setattr(several, "DICE", SimpleNamespace(sample=lambda _there, _count: ["s6"]))
    async with on_sheet(*deals, "lose", who="ben") as screen:
        await screen.tap("Draw for me")
        assert screen.says("Drawn: Street 6.")
        await screen.tap("Street 7")
        assert not screen.says("Drawn:")
        assert screen.named("Draw for me")


async def test_another_player_named_puts_away_what_was_chosen_of_the_first(deals) -> None:
    async with on_sheet(*deals, "lose", who="ann") as screen:
        await screen.tap("Street 2")
        sheet_of(screen).answer("who", "ben")
        assert "streets" not in sheet_of(screen).draft.answers


async def test_to_choose_none_is_an_answer_that_a_person_gives(monkeypatch, tmp_path) -> None:
    deals = lay(monkeypatch, tmp_path, plan="ann=1")
    async with on_sheet(*deals, "lose", who="ann") as screen:
        assert screen.button("Record").disabled
        await screen.tap("None of them")
        assert screen.button("None of them").disabled
        await screen.tap("Record")
    assert streets_of(deals[0].referee(deals[1]).table, "ann") == ("s1",)


@pytest.mark.parametrize(
    ("chosen", "least", "most", "there", "words"),
    [
        (0, 1, 1, 4, "Choose 1 of 4."),
        (0, 1, 3, 4, "Choose 1 or more of 4."),
        (1, 3, 3, 7, "Choose 2 more of 7."),
        (3, 3, 3, 7, "3 of 3 chosen."),
        (1, 1, 4, 4, "1 chosen."),
        (2, 1, 3, 4, "2 chosen, 3 at most."),
        (0, 0, 4, 4, "None chosen."),
    ],
)
def test_how_many_are_still_to_choose_is_said_in_words(chosen, least, most, there, words) -> None:
    assert still_to_choose(chosen, least, most, there) == words


async def test_an_unfinished_figure_is_no_fault_yet_and_a_finished_one_is(deals) -> None:
    async with on_sheet(*deals, "pay", who="ann") as screen:
        await type_keys(screen, "1")
        assert screen.says("1K so far. It must be at least 10K.")
        assert not screen.all(ft.Icon, icon=ft.Icons.ERROR_OUTLINE)
        await type_keys(screen, "5", "K")
        assert screen.says("It must be a multiple of 10K.")
        assert screen.all(ft.Icon, icon=ft.Icons.ERROR_OUTLINE)
        assert screen.button("Record").disabled
        await type_keys(screen, "Clear", *"1.2M")
        assert sheet_of(screen).draft.answers["amount"] == 1200
        await type_keys(screen, "Backspace", "K")
        assert screen.says("a whole number of thousands")


def test_quick_amounts_are_notes_that_the_purse_has_and_all_of_it(deals) -> None:
    open_plays, play_id = deals
    paid, draft = DEALS.find_action("pay").question("amount").kind, SimpleNamespace(answers={"who": "ann"})
    assert quick_amounts(open_plays.snapshot(play_id), draft, paid) == [100, 500, 1000, 1500]
    open_plays.referee(play_id).write("pay", {"who": "ann", "amount": 1400})
    assert quick_amounts(open_plays.snapshot(play_id), draft, paid) == [50, 100]


def test_a_house_rule_in_thousands_is_written_as_on_the_board() -> None:
    nothing = dict.fromkeys(("choose", "ask", "write"))
    field = house_rules.amounts(DEALS.option("goal"), "25000", None, "", **nothing)[-1]
    assert (field.value, field.helper) == ("25M", "Write it as 1.5M or 450K.")
    assert field.keyboard_type != ft.KeyboardType.NUMBER, "M and K must be on the keyboard"
