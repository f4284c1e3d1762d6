"""Many ways to go on, and more squares than there is money for: nothing is lost for want of room."""

from __future__ import annotations

import exchange_game
import flet as ft
import pytest
from device import on_sheet, opened
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from companion.core.show.cards import Holding
from views import theme
from views.components.player_card import slot
from views.state import preferences
from views.state.client import Preferences
from views.state.play.play_state import PlayState

MILLIONS = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n"


def test_a_place_for_a_card_wears_the_colour_of_the_card() -> None:
    assert slot(Holding("Light blue, 1 of 3", colour="#4FA3C7")).bgcolor == "#4FA3C7"
    assert slot(Holding("Of no colour")).bgcolor == theme.TINT
    assert slot(Holding("Does not count", counts=False, colour="#4FA3C7")).bgcolor == ft.Colors.TRANSPARENT
    dark, pale = slot(Holding("Dark", colour="#10131A")), slot(Holding("Pale", colour="#F4E9A0"))
    assert dark.content.color != pale.content.color


@pytest.mark.parametrize(("size", "usual", "large"), [(PHONE, 2, 1), (TABLET, 3, 2)], ids=["phone", "tablet"])
async def test_as_many_offers_lie_beside_each_other_as_leave_every_word_whole(lay, size, usual, large) -> None:
    def columns():
        rows = [row for row in screen.all(ft.Row) if "GO" in screen.words(row)]
        return max(len(row.controls) for row in rows)

    async with opened(*lay(MILLIONS), size) as screen:
        assert columns() == usual
        preferences.apply(screen.page, screen.clients[0], Preferences(scale=2.0))
        await screen.settle()
        assert columns() == large


async def test_squares_that_cost_too_much_say_why_in_few_lines_and_each_on_its_own(monkeypatch, tmp_path) -> None:
    async with on_sheet(*exchange_game.lay(monkeypatch, tmp_path), "take", PHONE, who="ann") as screen:
        # seven streets are within 1.5M, and seven are beyond it
        assert [words for words in screen.words() if " short of " in words] == [
            "Street 8: Ann is 100K short of 1.6M.",
            "Street 9: Ann is 300K short of 1.8M.",
            "Street 10: Ann is 500K short of 2M.",
        ]
        assert screen.says("4 others can't be chosen either; hold one to read why.")
        squares = [square for square in screen.all(ft.MergeSemantics) if str(square.key).startswith("tile-street-")]
        barred = [square for square in squares if square.content.disabled]
        assert (len(squares), len(barred)) == (14, 7)
        for square in barred:
            (button,) = [part for part in screen.walk(square.content) if isinstance(part, ft.OutlinedButton)]
            assert button.disabled
            assert " short of " in str(button.tooltip)


def test_a_figure_too_large_is_refused_before_its_reason_is_asked_for(lay) -> None:
    sheet = PlayState(*lay(MILLIONS)).sheet
    sheet.open(Offer("pay", {"giver": "ann", "taker": "bank"}))
    sheet.type("amount", "9M")
    assert "7.5M short of 9M" in sheet.outcome().sentence
    sheet.type("amount", "900K")
    assert not sheet.outcome().sentence
    assert sheet.outcome().missing == "reason"
