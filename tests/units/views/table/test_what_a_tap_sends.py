"""What a tap sends to a device: what has changed, and not all that is around it."""

import pytest
from flet.controls.id_counter import ControlId

from tests.units.views.device import opened
from tests.units.views.headless import PHONE, TABLET

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
TO_A_BUSINESS, TO_A_WINDFALL, TO_ANOTHER_ROLL = "5", "7", "12"
MOST = 3_000
"""Bytes that a Record sends where the next player rolls: two players' tiles change, and what is asked."""
MOST_MADE, MOST_SENT = 100, 2_300
"""Controls and bytes of a Record, or an Undo, between two rolls of one player, of whose keys none has changed."""
TO_AND_FRO = 1_000
"""Bytes that send a device from the table to the journal, or back, where it has seen both."""
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET])


async def test_the_pad_of_a_roll_stays_unseen_while_something_else_is_asked(lay):
    async with opened(*lay(EVENING), PHONE) as screen:
        before = screen.button("9")._i
        await screen.tap(TO_A_BUSINESS)
        await screen.tap("Record")
        assert screen.named("9") == []
        await screen.tap("Undo")
        assert screen.button("9")._i == before


async def test_a_record_sends_what_has_changed_and_a_kept_pad_answers_what_is_asked_now(lay):
    async with opened(*lay(EVENING), PHONE) as screen:
        screen.session.handle_invoke_method_results(
            999_999, "scroll", None, None
        )  # of a column that has gone
        await screen.tap(TO_A_WINDFALL)
        screen.wire.sent.clear()
        await screen.tap("Record")
        assert sum(map(len, screen.wire.sent)) < MOST
        await screen.tap("4")
        assert screen.says("rolls 4 to")


async def test_a_roll_that_leads_to_another_finds_the_keys_of_both_as_they_were(lay):
    """Keys that say where they lead are made of other parts: made anew, they were most of both taps."""
    async with opened(*lay(EVENING), PHONE) as screen:
        for name in (TO_ANOTHER_ROLL, "Record", "Undo", TO_ANOTHER_ROLL):
            await screen.tap(name)
        for name in ("Record", "Undo"):
            screen.wire.sent.clear()
            before = ControlId.next()
            await screen.tap(name)
            assert ControlId.next() - before < MOST_MADE
            assert sum(map(len, screen.wire.sent)) < MOST_SENT


@SIZES
async def test_table_and_journal_are_sent_once_and_stay_unseen(lay, size):
    async with opened(*lay(EVENING), size) as screen:
        table = screen.page.route
        await screen.go(f"{table}/journal")
        assert not screen.named(TO_A_WINDFALL)
        for place, name in ((table, TO_A_WINDFALL), (f"{table}/journal", "Only Ben")):
            screen.wire.sent.clear()
            await screen.go(place)
            assert screen.named(name)
            assert sum(map(len, screen.wire.sent)) < TO_AND_FRO


async def test_the_journal_is_back_where_it_was_scrolled_to(lay):
    async with opened(*lay(EVENING), PHONE) as screen:
        table = screen.page.route
        await screen.go(f"{table}/journal")
        assert "scroll_to" not in screen.wire.calls
        screen.clients[0].here().panel.journal.kept.pixels = 96
        await screen.go(table)
        await screen.go(f"{table}/journal")
        assert screen.wire.calls.count("scroll_to") == 1


def sheets(screen):
    """The number that Flet knows the sheet by."""
    return [one._i for one in screen.walk() if one.key == "lower"]


async def test_a_sheet_stays_where_it_is_as_the_board_above_it_makes_way(lay):
    """Made anew a moment after it has come, it lost the taps that were on their way to it."""
    async with opened(*lay(TOTE), PHONE) as screen:
        before = sheets(screen)
        for name in ("Withdraw a horse", "Leave this sheet"):
            await screen.tap(name)
            assert len(before) == 1
            assert sheets(screen) == before
