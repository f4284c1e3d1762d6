"""Pages of the rules whose tables or fields fail, a square of the board, and what a device likes."""

import flet as ft
import pytest

from companion.core.show.boards import Grid
from companion.core.show.cards import Calculator, Page
from companion.core.table import Table
from tests.units.views.hats_game import field, new_play, opened, press
from tests.units.views.layout import Layout, Room
from views.components import data_table
from views.components.data_table import is_figure, lines_of
from views.rules.help_pages import HERE, SEVERAL, help_pages
from views.rules.rules import answer, grids_of, page_text, paragraphs_of

EMPTY = Table(())
SWITCHES = {"one_tap": True, "haptics": True, "awake": True, "turn_clock": False}
"""How each switch of the settings begins, in their order."""


def fails(*_):
    raise ZeroDivisionError


def test_a_rule_that_fails_takes_nothing_else_of_its_page_away():
    page = Page("Fees", ("Everyone pays.", fails), grids=fails)
    assert grids_of(page, EMPTY) == ()
    assert paragraphs_of(page, EMPTY) == ("Everyone pays.",)
    assert "Everyone pays." in page_text(page, EMPTY)
    asks = Calculator("What?", "", fails)
    assert answer(asks, EMPTY, "x") == ((), "The book can't work this one out.")
    assert answer(asks, EMPTY, "  ") == ((), "")


def test_figures_are_set_to_the_right_and_words_to_the_left():
    for cell in ("1.5M", "450K", "\u2013", "\u2212$1,200", "10%"):
        assert is_figure(cell)
    assert not is_figure("Level 1")
    assert lines_of((("Low", "1M", ""), ("High", "2M", "3"))) == (False, True, True)


def test_a_table_has_room_of_its_own_in_which_it_goes_on_to_the_right():
    grid = data_table.grid(Grid(("Job", "Salary"), (("Clerk", "500K"),), "Salaries"), 1.0)
    laid = Layout(1.0).lay(grid, Room(360, 640))
    assert [text.words for text in laid.texts] == ["Salaries", "Job", "Salary", "Clerk", "500K"]


def test_help_speaks_of_other_devices_only_where_they_can_take_part():
    here = help_pages(alone=True)
    assert {page.title for page in {*help_pages(alone=False)} ^ {*here}} == {SEVERAL, HERE}
    assert not any("phones and tablets" in words for page in here for words in page.paragraphs)


async def test_a_square_is_picked_by_name_and_says_what_the_edition_has(open_plays):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/board") as screen:
        await press(screen, "Square by square")
        await press(screen, "Square 1 The hatter")
        await press(screen, "The fair")
        await screen.write(field(screen, "Reason"), "our ring differs")
        await press(screen, "Record the change")
        assert screen.says("The fair (the edition has The hatter)")


@pytest.mark.parametrize(("at", "name"), [*enumerate(SWITCHES)])
async def test_a_switch_is_kept_on_this_device_by_its_own_name(open_plays, at, name):
    async with opened(open_plays, "/settings") as screen:
        await screen.fire(screen.all(ft.Switch)[at], "change", not SWITCHES[name])
        for each, begins in SWITCHES.items():
            now = begins != (each == name)
            assert (
                getattr(screen.clients[0].prefs, each)
                == screen.wire.kept[f"companion.{each}"]
                == now
            )


async def test_text_size_and_colours_change_at_once_and_together(open_plays):
    async with opened(open_plays, "/settings") as screen:
        await press(screen, "150%")
        await press(screen, "Dark")
        assert screen.page.theme["text_theme"]["body_large"]["size"] == 24
        assert screen.page.theme_mode == ft.ThemeMode.DARK
