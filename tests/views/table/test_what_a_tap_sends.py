"""What a tap sends to a device: what has changed, and not all that is around it."""

from __future__ import annotations

import pytest
from device import opened
from headless import PHONE, TABLET, play

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views.state.open_plays import OpenPlays

EVENING = """game ratrace
title Friday
seats Alice Ben Chen
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=red
pick who=chen business=olive
"""
TOTE = "game totopoly\nseats Ann Ben\nhouse keeps=tote\nstart\nbet who=ann horse=h2 amount=20\n"
TO_A_BUSINESS, TO_A_WINDFALL = "5", "7"
MOST = 3_000
"""Bytes that a Record sends where the next player rolls: two players' tiles change, and what is asked."""
TO_AND_FRO = 1_000
"""Bytes that send a device from the table to the journal, or back, where it has seen both."""


@pytest.fixture
def evening(tmp_path):
    database = Book.open(tmp_path)
    journal = Journal(database)
    yield OpenPlays(journal), replay(journal, steps(EVENING)).play.id
    database.close()


def key_of(screen, name: str) -> int | None:
    """The number that Flet knows a key of the pad by, if it is on the screen."""
    return next((one._i for one in screen.named(name)), None)


async def test_the_pad_of_a_roll_stays_unseen_while_something_else_is_asked(evening):
    async with opened(*evening, PHONE) as screen:
        before = key_of(screen, "9")
        assert before
        await screen.tap(TO_A_BUSINESS)
        await screen.tap("Record")
        assert screen.named("9") == []
        await screen.tap("Undo")
        assert key_of(screen, "9") == before


async def test_a_kept_pad_answers_the_roll_that_is_asked_for_now(evening):
    async with opened(*evening, PHONE) as screen:
        await screen.tap(TO_A_WINDFALL)
        await screen.tap("Record")
        assert screen.named(f"{TO_A_WINDFALL}, chosen") == []
        await screen.tap("4")
        assert screen.says("Ben rolls 4")


async def test_a_record_sends_what_has_changed(evening):
    async with opened(*evening, PHONE) as screen:
        await screen.tap(TO_A_WINDFALL)
        screen.wire.sent.clear()
        await screen.tap("Record")
        assert screen.says("Ben rolls")
        assert sum(map(len, screen.wire.sent)) < MOST


async def test_another_sheet_begins_at_its_top(evening):
    async with opened(*evening, PHONE) as screen:
        await screen.tap(TO_A_BUSINESS)
        assert "scroll_to" not in screen.wire.calls
        await screen.tap("Record")
        assert screen.wire.calls.count("scroll_to") == 1


async def test_an_answer_for_a_column_that_has_gone_breaks_nothing(evening):
    async with opened(*evening, PHONE) as screen:
        screen.session.handle_invoke_method_results(999_999, "scroll", None, None)
        await screen.tap(TO_A_WINDFALL)
        assert screen.says("Roll 7")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_table_and_journal_are_sent_once_and_stay_unseen(evening, size):
    async with opened(*evening, size) as screen:
        table = screen.page.route
        await screen.go(f"{table}/journal")
        assert not screen.named(TO_A_WINDFALL)
        for place, name in ((table, TO_A_WINDFALL), (f"{table}/journal", "Only Ben")):
            screen.wire.sent.clear()
            await screen.go(place)
            assert screen.named(name)
            assert sum(map(len, screen.wire.sent)) < TO_AND_FRO


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_what_is_done_in_one_of_them_is_shown_by_the_other(evening, size):
    async with opened(*evening, size) as screen:
        table = screen.page.route
        await screen.go(f"{table}/journal")
        assert not screen.says("Rolls 7 to")
        await screen.go(table)
        await screen.tap(TO_A_WINDFALL)
        await screen.tap("Record")
        await screen.go(f"{table}/journal")
        assert screen.says("Rolls 7 to")
        await screen.tap("Undo: ...")
        await screen.go(table)
        assert screen.says("Alice rolls")
        assert screen.named(TO_A_WINDFALL)


async def test_the_journal_is_back_where_it_was_scrolled_to(evening):
    async with opened(*evening, PHONE) as screen:
        table = screen.page.route
        await screen.go(f"{table}/journal")
        assert "scroll_to" not in screen.wire.calls
        screen.clients[0].here().panel.journal.kept.pixels = 96
        await screen.go(table)
        await screen.go(f"{table}/journal")
        assert screen.wire.calls.count("scroll_to") == 1


def test_a_sheet_stays_where_it_is_as_the_board_above_it_makes_way(lay):
    """Made anew a moment after it has come, it lost the taps that were on their way to it."""

    def sheet(screen):
        return next(one._i for one in screen.walk() if one.key == "lower")

    async def scene():
        async with opened(*lay(TOTE), PHONE) as screen:
            before = sheet(screen)
            await screen.tap("Withdraw a horse")
            assert screen.named("Show the board")
            assert sheet(screen) == before
            await screen.tap("Leave this sheet")
            assert screen.named("Make room for the sheet")
            assert sheet(screen) == before

    play(scene)
