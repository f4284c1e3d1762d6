"""Some of many: named and taken back by taps, counted, drawn at random for the table."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from exchange_game import lay, streets_of
from headless import PHONE, TABLET

from companion.core.answers import read_several
from companion.core.prompt import Offer
from views.table.questions import several
from views.table.questions.several import still_to_choose

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def deals(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path, plan="ann=5 ben=2")


def state_of(screen, play_id):
    return screen.clients[0].state(play_id)


async def lay_sheet(screen, play_id, action, **answers):
    state_of(screen, play_id).sheet.open(Offer(action, answers))
    await screen.settle()


def drawing(monkeypatch, *picks):
    """Make the app draw these, one lot after another."""
    lots = iter(picks)

    class Hat:
        def sample(self, there, count):
            lot = next(lots)
            assert len(lot) == count
            assert set(lot) <= set(there)
            return list(lot)

    monkeypatch.setattr(several, "DICE", Hat())


@SIZES
async def test_streets_are_named_by_taps_until_there_are_enough(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        assert screen.says("Choose 2 of 5.")
        await screen.tap("Street 2")
        assert screen.says("Choose 1 more of 5.")
        assert screen.button("Record").disabled
        await screen.tap("Street 4")
        assert screen.says("2 of 2 chosen.")
        assert screen.button("Street 1").disabled, "a third is one too many"
        await screen.tap("Record")
        assert streets_of(open_plays.referee(play_id).table, "ann") == ("s1", "s3", "s5")


@SIZES
async def test_a_second_tap_takes_a_street_back(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        await screen.tap("Street 2")
        await screen.tap("Street 4")
        await screen.tap("Street 2")
        assert screen.says("Choose 1 more of 5.")
        await screen.tap("Street 5")
        assert dict(state_of(screen, play_id).sheet.draft.answers) == {"who": "ann", "streets": "s4+s5"}


@SIZES
async def test_streets_drawn_for_the_table_are_shown_and_may_be_drawn_again_before_record(
    deals, size, monkeypatch
) -> None:
    open_plays, play_id = deals
    drawing(monkeypatch, ("s5", "s2"), ("s1", "s3"))
    async with opened(open_plays, play_id, size) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        await screen.tap("Draw for me")
        assert screen.says("Drawn: Street 2, Street 5.")
        await screen.tap("Draw again")
        assert screen.says("Drawn: Street 1, Street 3.")
        await screen.tap("Record")
        assert streets_of(open_plays.referee(play_id).table, "ann") == ("s2", "s4", "s5")


async def test_a_draw_put_right_by_hand_is_no_longer_said_to_be_drawn(deals, monkeypatch) -> None:
    open_plays, play_id = deals
    drawing(monkeypatch, ("s1", "s2"))
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        await screen.tap("Draw for me")
        await screen.tap("Street 2")
        assert not screen.says("Drawn:")
        assert screen.named("Draw for me")


async def test_a_street_chosen_in_place_of_the_one_drawn_is_not_said_to_be_drawn(deals, monkeypatch) -> None:
    open_plays, play_id = deals
    drawing(monkeypatch, ("s6",))
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "lose", who="ben")
        await screen.tap("Draw for me")
        assert screen.says("Drawn: Street 6.")
        await screen.tap("Street 7")
        assert not screen.says("Drawn:")
        assert screen.named("Draw for me")


async def test_the_app_draws_from_all_of_the_streets_and_from_no_others(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        await screen.tap("Draw for me")
        drawn, again = set(), screen.button("Draw again")
        for _ in range(60):
            await screen.session.dispatch_event(again._i, "click", None)  # that it is drawn says nothing of chance
            two = read_several(state_of(screen, play_id).sheet.draft.answers["streets"])
            assert len(two) == 2
            drawn |= set(two)
        assert drawn == {"s1", "s2", "s3", "s4", "s5"}


async def test_the_screen_reader_hears_how_many_are_still_to_choose_and_what_is_chosen(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        await screen.tap("Street 2")
        assert screen.by_id("still-to-choose").live_region
        picks = {
            tile.key: tile.content.selected
            for tile in screen.all(ft.MergeSemantics)
            if str(tile.key).startswith("pick-streets-")
        }
        assert picks == {f"pick-streets-s{number}": number == 2 for number in range(1, 6)}


async def test_another_player_named_puts_away_what_was_chosen_of_the_first(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        await screen.tap("Street 2")
        state = state_of(screen, play_id)
        state.sheet.answer("who", "ben")
        await screen.settle()
        assert not screen.says("Street 2")
        assert screen.says("Choose 1 of 2.")
        assert "streets" not in state.sheet.draft.answers


async def test_to_choose_none_is_an_answer_that_a_person_gives(monkeypatch, tmp_path) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, plan="ann=1")
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        assert screen.button("Record").disabled
        await screen.tap("None of them")
        assert screen.button("None of them").disabled
        await screen.tap("Record")
        assert streets_of(open_plays.referee(play_id).table, "ann") == ("s1",)


async def test_nothing_to_draw_from_is_said_in_the_games_own_words(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        await lay_sheet(screen, play_id, "lose", who="cy")
        assert screen.says("Nothing to draw from.")


async def test_streets_go_both_ways_in_a_deal_and_none_need_be_named(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, PHONE) as screen:
        await lay_sheet(screen, play_id, "deal", who="ann", to="ben")
        assert screen.says("A deal of nothing is none.")
        await screen.fire(screen.all(ft.MergeSemantics, key="fold-gives")[0].content, "click")
        await screen.tap("Street 1")
        await screen.tap("Street 3")
        await screen.fire(screen.all(ft.MergeSemantics, key="fold-gets")[0].content, "click")
        await screen.tap("Street 7")
        await screen.tap("Record")
        table = open_plays.referee(play_id).table
        assert streets_of(table, "ann") == ("s2", "s4", "s5", "s7")
        assert streets_of(table, "ben") == ("s1", "s3", "s6")


async def test_many_streets_are_shown_as_squares_with_their_names_below(monkeypatch, tmp_path) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, plan="ann=14")
    async with opened(open_plays, play_id, PHONE) as screen:
        await lay_sheet(screen, play_id, "lose", who="ann")
        squares = [one for one in screen.all(ft.MergeSemantics) if str(one.key).startswith("tile-streets-")]
        assert len(squares) == 14
        button = next(one for one in screen.walk(squares[8]) if isinstance(one, ft.OutlinedButton))
        await screen.fire(button, "click")
        assert screen.says("Street 9")


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
