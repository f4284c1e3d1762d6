"""The stock broker's page: the price now, how it came there, who holds what, and what was traded."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from exchange_game import lay
from headless import PHONE, TABLET

from companion.core.show.boards import PriceBoard
from views.components.charts import describe_prices
from views.table.boards.prices import describe_move, describe_price

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def deals(monkeypatch, tmp_path):
    return lay(monkeypatch, tmp_path)


def rolled(open_plays, play_id, *rolls):
    for roll in rolls:
        open_plays.referee(play_id).write("update", {"roll": roll})


def cells(screen):
    """The rows of the list of prices, newest first."""
    table = screen.all(ft.DataTable)[0]
    return [tuple(cell.content.content.value for cell in row.cells) for row in table.rows]


# -- the price now ------------------------------------------------------------------------------------


@SIZES
async def test_the_price_stands_large_with_its_last_step_in_words(deals, size) -> None:
    open_plays, play_id = deals
    rolled(open_plays, play_id, 9, 10, 7, 4)
    async with opened(open_plays, play_id, size) as screen:
        assert screen.by_id("price").label == ("Share price. Price now: 1.1 million, down 100 thousand, on a roll of 4")
        assert screen.says("1.1M")
        assert screen.says("Down 100K")
        assert screen.says("On a roll of 4")


@pytest.mark.parametrize(
    ("rolls", "words", "icon"),
    [
        ((), "Not moved yet", ft.Icons.TRENDING_FLAT),
        ((12,), "Up 100K", ft.Icons.TRENDING_UP),
        ((7,), "The same", ft.Icons.TRENDING_FLAT),
        ((2,), "Down 100K", ft.Icons.TRENDING_DOWN),
    ],
)
async def test_up_down_and_the_same_are_shown_by_word_and_sign(deals, rolls, words, icon) -> None:
    open_plays, play_id = deals
    rolled(open_plays, play_id, *rolls)
    async with opened(open_plays, play_id) as screen:
        assert screen.says(words)
        assert screen.all(ft.Icon, icon=icon)


def test_a_price_put_right_by_hand_says_so() -> None:
    board = PriceBoard("Price", 900, "K", ((1000, None), (900, None)))
    assert describe_price(board) == "Price now: 900 thousand, down 100 thousand, put right by hand"


def test_how_far_it_moved_is_shown_with_its_unit() -> None:
    assert (describe_move(10, "$"), describe_move(-1500, "K"), describe_move(0, "K")) == (
        "up $10",
        "down 1.5M",
        "the same",
    )


# -- what is below it ---------------------------------------------------------------------------------


@SIZES
async def test_every_price_is_listed_newest_first_with_what_made_it(deals, size) -> None:
    open_plays, play_id = deals
    rolled(open_plays, play_id, 9, 7, 4)
    async with opened(open_plays, play_id, size) as screen:
        assert cells(screen) == [
            ("3", "4", "\u2212100K", "1M"),
            ("2", "7", "0", "1.1M"),
            ("1", "9", "+100K", "1.1M"),
            ("0", "start", "\u2013", "1M"),
        ]


async def test_a_long_list_is_short_until_all_of_it_is_asked_for(deals) -> None:
    open_plays, play_id = deals
    rolled(open_plays, play_id, *([8, 6] * 8))
    async with opened(open_plays, play_id) as screen:
        assert len(cells(screen)) == 8
        await screen.tap("All 17 prices")
        assert len(cells(screen)) == 17
        await screen.tap("Only the last 8")
        assert len(cells(screen)) == 8


async def test_prices_and_trades_expand_each_by_itself_and_collapse_again(monkeypatch, tmp_path) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, seats=4)
    for name in ("ann", "ben", "cy", "dee") * 2:
        open_plays.referee(play_id).write("buy", {"who": name})
    rolled(open_plays, play_id, *([8, 6] * 8))
    async with opened(open_plays, play_id) as screen:

        def listed():
            return len(cells(screen)), sum(" bought 1" in one for one in screen.words())

        few = listed()
        await screen.tap("All 8 trades")
        assert listed() == (8, 8)
        await screen.tap("All 17 prices")
        assert listed() == (17, 8)
        await screen.tap("Only the last 6")
        assert listed() == (17, 6)
        await screen.tap("Only the last 8")
        assert listed() == few == (8, 6)


async def test_the_chart_is_described_in_words_with_the_same_figures(deals) -> None:
    open_plays, play_id = deals
    rolled(open_plays, play_id, 9, 10, 4)
    async with opened(open_plays, play_id) as screen:
        chart = screen.by_id("chart")
        assert chart.label == (
            "Chart of the price, from the first price on: 1 million, 1.1 million, 1.2 million, 1.1 million."
        )
        assert chart.exclude_semantics


async def test_before_the_first_update_there_is_no_chart_to_draw(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        assert screen.by_id("chart") is None
        assert screen.says("The chart begins with the first update of the price.")
        assert screen.says("Nothing has been bought or sold yet.")


def test_a_long_history_reads_out_its_end_only() -> None:
    history = tuple((1000 + 10 * at, 8) for at in range(50))
    said = describe_prices(history, "K")
    assert said.startswith("Chart of the price, the last 20 of 50 prices: 1.3 million")
    assert said.count("million") == 20


@SIZES
async def test_holdings_say_how_many_and_what_they_are_worth_now(deals, size) -> None:
    open_plays, play_id = deals
    open_plays.referee(play_id).write("buy", {"who": "ann"})
    open_plays.referee(play_id).write("buy", {"who": "ann"})
    rolled(open_plays, play_id, 9)
    async with opened(open_plays, play_id, size) as screen:
        assert screen.named("Ann: 2 shares, worth 2.2 million")
        assert screen.named("Ben: no share")
        assert screen.says("2 at 1.1M")
        assert screen.says("2.2M")


async def test_trades_are_newest_first_with_the_price_they_were_made_at(deals) -> None:
    open_plays, play_id = deals
    open_plays.referee(play_id).write("buy", {"who": "ann"})
    rolled(open_plays, play_id, 9)
    open_plays.referee(play_id).write("buy", {"who": "ben"})
    async with opened(open_plays, play_id) as screen:
        trades = [one for one in screen.words() if " bought " in one]
        assert trades[:2] == ["Ben bought 1", "Ann bought 1"]
        assert screen.named("Ben bought 1 at 1.1 million")
        assert screen.named("Ann bought 1 at 1 million")


@SIZES
async def test_facts_and_what_the_book_does_not_know_stand_on_the_page(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        assert screen.named("Point: 100K")
        assert screen.named("Floor: 100K")
        assert screen.says("The printed chart is not known.")


# -- what it opens ------------------------------------------------------------------------------------


@SIZES
async def test_a_button_of_the_page_opens_its_sheet(deals, size) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id, size) as screen:
        await screen.tap("Show the board") if screen.named("Show the board") else None
        await screen.tap("Buy a share")
        assert screen.says("Who buys?")


async def test_a_barred_button_says_why(deals) -> None:
    open_plays, play_id = deals
    async with opened(open_plays, play_id) as screen:
        assert screen.button("Close the exchange").disabled
        assert screen.says("Ann has the key.")


async def test_while_a_phones_panel_has_the_room_the_price_stays_in_sight(deals) -> None:
    open_plays, play_id = deals
    rolled(open_plays, play_id, 9)
    async with opened(open_plays, play_id, PHONE) as screen:
        await screen.tap("Find an action")
        assert screen.named("Price now: 1.1 million, up 100 thousand, on a roll of 9")


async def test_an_update_on_one_screen_is_seen_on_another(deals) -> None:
    open_plays, play_id = deals
    async with (
        opened(open_plays, play_id) as broker,
        opened(open_plays, play_id, hub=broker.wire.pubsubhub) as other,
    ):
        await broker.key("9")
        await broker.tap("Record")
        await other.see("1.1M")


# -- the chart's frame --------------------------------------------------------------------------------


async def test_a_hundred_updates_are_drawn_and_listed(deals) -> None:
    open_plays, play_id = deals
    rolled(open_plays, play_id, *([9, 5] * 50))
    async with opened(open_plays, play_id) as screen:
        assert screen.by_id("chart")
        assert screen.named("All 101 prices")
