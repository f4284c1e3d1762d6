"""The lot under the hammer on the screens: a bid is one tap, and every device has it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from headless import TABLET, TELEVISION
from shared_evening import LOTS, Evening
from small_game import new_open_plays

pytestmark = pytest.mark.games("all")


@pytest.fixture
def evening(tmp_path):
    open_plays = new_open_plays(tmp_path)
    yield Evening(open_plays, LOTS)
    open_plays.journal.database.close()


@asynccontextmanager
async def at_a_lot(evening):
    """The tablet, the phones of the auctioneer and of two who bid, and a television."""
    async with (
        evening.screen(evening.tablet, size=TABLET) as tablet,
        evening.screen(evening.add("Ann")) as ann,
        evening.screen(evening.add("Ben")) as ben,
        evening.screen(evening.add("Cleo")) as cleo,
        evening.screen(evening.add(), size=TELEVISION) as television,
    ):
        await ann.tap("Priory Park...")
        await ann.tap("Take bids on phones")
        await settle(tablet, ben, cleo, television)
        yield tablet, ann, ben, cleo, television


async def settle(*screens):
    for screen in screens:
        await screen.settle()


async def test_a_bid_is_one_tap_and_the_highest_on_every_device(evening):
    async with at_a_lot(evening) as table:
        tablet, ann, ben, cleo, television = table
        await ben.tap("Bid \u00a31")
        await settle(*table)
        await cleo.tap("Bid \u00a35")
        await settle(*table)
        for screen in (tablet, ann, ben, television):
            assert screen.by_id("highest-bid").label == "Highest bid \u00a35, Cleo"
        assert cleo.by_id("highest-bid").label == "Highest bid \u00a35, yours"
        assert cleo.says("The highest bid is yours.")


async def test_who_just_watches_on_a_phone_has_the_highest_bid(evening):
    async with at_a_lot(evening) as (_, _, ben, *_), evening.screen(evening.add()) as watcher:
        await ben.tap("Bid \u00a31")
        await watcher.settle()
        assert watcher.by_id("highest-bid").label == "Highest bid \u00a31, Ben"


async def test_of_two_who_bid_the_same_at_one_moment_one_is_told_so(evening):
    async with at_a_lot(evening) as table:
        _, _, ben, cleo, _ = table
        await asyncio.gather(ben.tap("Bid \u00a31"), cleo.tap("Bid \u00a31"))
        await settle(*table)
        assert ben.says("Bid more.") or cleo.says("Bid more.")


async def test_another_amount_is_typed_and_what_is_wrong_with_it_is_said_there(evening):
    async with at_a_lot(evening) as table:
        _, _, ben, _, _ = table
        await ben.tap("Other amount")
        for key in "999":
            await ben.tap(key)
        await ben.tap("Bid it")
        assert ben.says("can pay \u00a3667 at most with the commission")
        await ben.tap("C")
        for key in "44":
            await ben.tap(key)
        await ben.tap("Bid it")
        assert ben.by_id("highest-bid").label == "Highest bid \u00a344, yours"
        assert not ben.named("Bid it")


async def test_who_is_out_has_no_bids_but_a_way_back(evening):
    async with at_a_lot(evening) as table:
        _, _, ben, cleo, _ = table
        await ben.tap("I'm out")
        await cleo.settle()
        assert cleo.says("Ben is out")
        assert not ben.named("Bid \u00a31")
        await ben.tap("Back in")
        assert ben.named("Bid \u00a31")


async def test_the_auctioneers_phone_says_that_a_lot_is_put_up(evening):
    async with evening.screen(evening.add("Ann")) as ann:
        assert ann.says("Ann puts up a lot")
        assert not ann.says("Sold")


async def test_the_auctioneers_phone_has_the_hammer_and_the_list_and_no_other_has(evening):
    async with at_a_lot(evening) as table:
        tablet, ann, ben, cleo, television = table
        await ben.tap("Bid \u00a310")
        await settle(*table)
        assert not ben.named("Sold to Ben for \u00a310")
        assert not cleo.named("Sold to Ben for \u00a310")
        await ann.tap("Sold to Ben for \u00a310")
        assert evening.waiting == ["sell"]
        await settle(*table)
        assert ben.says("The hammer has fallen. The banker records it.")
        assert ben.by_id("highest-bid").label == "Sold for \u00a310, to you"
        for screen in (tablet, ann, cleo, television):
            assert screen.by_id("highest-bid").label == "Sold for \u00a310, Ben"
        request = evening.shared.requests_waiting(evening.play)[0]
        bank = evening.state(evening.tablet)
        bank.requests.grant(request, bank.snapshot.version)
        await settle(*table)
        assert ann.says("Dark Warrior")
        assert not ben.says("Dark Warrior")


async def test_while_bids_run_the_television_asks_for_the_next_one(evening):
    async with at_a_lot(evening) as table:
        _, _, ben, _, television = table
        assert television.by_id("waits").label == "Who bids?"
        await ben.tap("Bid \u00a31")
        await settle(*table)
        assert television.by_id("waits").label == "Who bids more?"


async def test_what_the_hammer_says_stands_nowhere_else_on_the_auctioneers_phone(evening):
    async with at_a_lot(evening) as table:
        _, ann, ben, _, _ = table
        assert len(ann.named("Nobody bids")) == 1
        await ben.tap("Bid \u00a31")
        await settle(*table)
        assert not ann.named("Nobody bids")


async def test_the_banker_taps_what_is_called_out_and_sells(evening):
    async with at_a_lot(evening) as table:
        tablet, _, ben, _, _ = table
        await tablet.tap("Dan: \u00a310")
        await ben.settle()
        assert ben.by_id("highest-bid").label == "Highest bid \u00a310, Dan"
        await tablet.tap("Sold to Dan for \u00a310")
        assert evening.lines[0][1] == "Dan buys 2 \u00b7 Priory Park for \u00a310."


async def test_another_sheet_stays_open_and_leads_back_to_the_bids(evening):
    async with at_a_lot(evening) as table:
        tablet = table[0]
        await tablet.tap("Stop the bidding")
        assert not tablet.says("No bid yet")
        assert tablet.says("puts up a lot")


async def test_a_page_that_is_loaded_again_has_the_bids_as_they_are(evening):
    async with at_a_lot(evening) as table:
        _, _, ben, _, _ = table
        await ben.tap("Bid \u00a310")
        async with evening.screen(evening.add("Ben")) as again:
            assert again.by_id("highest-bid").label == "Highest bid \u00a310, yours"


async def test_without_a_phone_nothing_is_offered_and_a_sale_is_as_many_taps_as_ever(evening):
    async with evening.screen(evening.tablet, size=TABLET) as tablet:
        await tablet.tap("Priory Park...")
        assert not tablet.named("Take bids on phones")
