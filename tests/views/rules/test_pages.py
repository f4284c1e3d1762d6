"""Pages of the rules with tables worked out now, and fields that answer."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest
from device import opened
from exchange_game import DEALS, lay
from headless import PHONE, TABLET

from companion.core.show.boards import Grid
from companion.core.show.cards import Calculator, Page
from companion.core.table import Table
from views.components.data_table import is_figure, lines_of
from views.rules.rules import answer, find_pages, grids_of, page_text, paragraphs_of

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
EMPTY = Table(())


@pytest.fixture
def deals(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path)


async def press(screen, name):
    button = next(one for one in screen.all(ft.OutlinedButton) if name in screen.words(one))
    await screen.fire(button, "click")


def field(screen, label):
    return next(one for one in screen.all(ft.TextField) if one.label == label)


@SIZES
async def test_a_table_is_worked_out_for_this_play_and_read_out_as_a_table(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size, "/rules") as screen:
        assert not screen.all(ft.DataTable)
        await press(screen, "Salaries")
        table = screen.all(ft.DataTable)[0]
        assert [one.label.content.value for one in table.columns] == ["Job", "Full", "With a loan"]
        assert [cell.content.content.value for cell in table.rows[3].cells] == ["Level 4", "2M", "1M"]
        assert [one.numeric for one in table.columns] == [False, True, True]
        assert screen.says("For 3 players.")
        scrolls = [one for one in screen.all(ft.Row) if one.scroll == ft.ScrollMode.AUTO]
        assert any(table in screen.walk(one.controls) for one in scrolls), "a phone scrolls it sideways"


@SIZES
async def test_a_field_answers_below_itself_as_one_types(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size, "/rules") as screen:
        await press(screen, "Halves")
        await screen.write(field(screen, "How much?"), "1.5M")
        assert screen.says("Half of 1.5M is 750K.")
        assert screen.by_id("reckoned").live_region
        await screen.write(field(screen, "How much?"), "lots")
        assert screen.says("An amount is written like 1.5M or 450K; 'lots' is neither.")
        assert screen.by_id("reckoned") is None
        await screen.write(field(screen, "How much?"), "")
        assert not screen.says("An amount is written")
        assert open_plays.referee(play_id).version == 1, "nothing of it is recorded"


async def test_whoever_types_in_such_a_field_presses_no_keys_of_the_table(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, where="/rules") as screen:
        await press(screen, "Halves")
        await screen.fire(field(screen, "How much?"), "focus")
        assert screen.clients[0].state(play_id).sheet.writing
        await screen.fire(field(screen, "How much?"), "blur")
        assert not screen.clients[0].state(play_id).sheet.writing


def test_a_table_that_fails_takes_neither_the_page_nor_the_search_away() -> None:
    page = Page("Broken", ("Words.",), grids=lambda _: 1 // 0)
    assert grids_of(page, EMPTY) == ()
    assert find_pages((page,), "words", EMPTY) == (page,)


def test_a_field_whose_rule_fails_says_so_plainly() -> None:
    asks = Calculator("What?", "", lambda _table, _words: 1 // 0)
    assert answer(asks, EMPTY, "x") == ((), "The book can't work this one out.")
    assert answer(asks, EMPTY, "  ") == ((), "")


def test_a_page_says_its_words_its_tables_and_what_it_asks() -> None:
    page = replace(DEALS.pages[1], grids=lambda _: (Grid(("Head",), (("cell",),), "Title", "note"),))
    words = page_text(page, EMPTY)
    assert all(one in words for one in ("Halves", "Half of anything.", "How much?", "Head", "cell", "Title", "note"))


def test_a_paragraph_that_can_not_be_worked_out_leaves_the_others_there():
    page = Page("Fees", ("Everyone pays.", lambda table: table.nothing))
    assert paragraphs_of(page, EMPTY) == ("Everyone pays.",)


def test_figures_are_set_to_the_right_and_words_to_the_left() -> None:
    assert [is_figure(one) for one in ("1.5M", "450K", "\u2013", "\u2212$1,200", "10%", "Level 1", "")] == [
        True, True, True, True, True, False, False,
    ]  # fmt: skip
    assert lines_of((("Low", "1M", ""), ("High", "2M", "3"))) == (False, True, True)
