"""Sealed bids while something else is written, or something else is bid for: they go back, all of them."""

from __future__ import annotations

import bids_game
import pytest
from bidding_round import bid, hand_round, the_bidding
from device import opened
from headless import PHONE, play

from companion.core.prompt import Offer
from views.state.play.bidding import MOVED_ON
from views.state.play.play_state import PlayState
from views.table.sealed_bids import BEGUN_ANEW, ask_to_drop, begin, give_back_all, place_bid

pytestmark = pytest.mark.games("fists")

ELSEWHERE = "All bids were given back on another device. To take new ones, start the sale again."

HELD = {"ann": 100, "ben": 85, "cy": 60, "dot": 0}


@pytest.fixture
def play_id(open_plays):
    return bids_game.new_play(open_plays, HELD)


MEANWHILE = {
    "a pass": ("skip", {"who": "dot"}),
    "chips from a bidder": ("slip", {"who": "ben", "to": "ann", "amount": 85}),
    "chips to a bidder": ("slip", {"who": "ann", "to": "cy", "amount": 5}),
    "chips to who has none": ("deal", {"who": "dot", "amount": 5}),
}


async def everyone_bids(screen, ben="$25"):
    for name, chips in (("Ben", (ben,)), ("Cy", ("$10",)), ("Dot", ())):
        await bid(screen, name, *chips)


def begun(state):
    """Ann sells a card, and bids are taken."""
    state.sheet.open(Offer("sell", {"who": "ann"}))
    return begin(state, state.snapshot, state.sheet.draft, "bids")


@pytest.mark.parametrize("line", MEANWHILE)
async def test_whatever_is_written_while_bids_are_laid_gives_all_of_them_back(open_plays, play_id, line):
    action, answers = MEANWHILE[line]
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        await everyone_bids(screen)
        state, found = screen.clients[0].state(play_id), the_bidding(open_plays, play_id)
        assert state.recorder.enter(action, answers, "a")
        await screen.settle()
        assert not found.bids
        assert screen.says(MOVED_ON)
        assert screen.says("Hand the tablet to Ben.")
        await screen.go(f"/play/{play_id}")
        assert screen.says(MOVED_ON)
        for name in ("Ben", "Cy", "Dot"):
            assert screen.named(f"{name} has not bid yet")


async def test_undo_and_redo_on_another_screen_give_all_bids_back_too(open_plays, play_id):
    open_plays.referee(play_id).write("slip", {"who": "ann", "to": "dot", "amount": 5})
    open_plays.referee(play_id).write("slip", {"who": "dot", "to": "ann", "amount": 5})
    async with (
        opened(open_plays, play_id) as screen,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as other,
    ):
        await hand_round(screen)
        await everyone_bids(screen)
        state = other.clients[0].state(play_id)
        other.turn_to()
        assert state.recorder.undo(state.seen)
        assert state.recorder.redo(state.seen)
        await screen.settle()
        assert not the_bidding(open_plays, play_id).bids
        assert screen.says(MOVED_ON)


@pytest.mark.parametrize("moved", [5, 85, *(pytest.param(one, marks=pytest.mark.long) for one in (60, 70))])
def test_no_correction_reveals_from_outside_how_high_a_bid_is(open_plays, moved):
    def outside(chip):
        play_id, seen = bids_game.new_play(open_plays, HELD), []

        async def scene():
            async with (
                opened(open_plays, play_id, PHONE) as screen,
                opened(open_plays, play_id, hub=screen.wire.pubsubhub) as other,
            ):
                await hand_round(screen)
                await everyone_bids(screen, ben=chip)
                state = other.clients[0].state(play_id)
                other.turn_to()
                assert state.recorder.enter("slip", {"who": "ben", "to": "dot", "amount": moved}, "there")
                await other.settle()
                seen.extend(screen.words() + other.words())
                assert state.recorder.enter("slip", {"who": "dot", "to": "ben", "amount": moved}, "back")
                await other.settle()
                seen.extend(screen.words() + other.words())

        play(scene)
        return seen

    assert outside("$5") == outside("$25")


async def test_the_cover_says_why_to_each_until_everyone_has_bid_again(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        screen.clients[0].state(play_id).recorder.enter("skip", {"who": "dot"}, "a")
        await screen.settle()
        for name, chips in (("Ben", ("$10",)), ("Cy", ("$5",)), ("Dot", ())):
            assert screen.says(MOVED_ON), name
            await bid(screen, name, *chips)
        assert not screen.says(MOVED_ON)
        await screen.tap("Open all bids")
        assert screen.named("Ben: 10 dollars, highest")


async def test_a_line_written_before_anybody_has_bid_gives_nothing_back_and_says_nothing(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        screen.clients[0].state(play_id).recorder.enter("skip", {"who": "dot"}, "a")
        await screen.settle()
        assert not screen.says(MOVED_ON)
        await everyone_bids(screen)
        assert screen.says("All bids are in.")


async def test_where_nothing_is_sold_any_more_all_bids_go_back_for_good(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        state, found = screen.clients[0].state(play_id), the_bidding(open_plays, play_id)
        state.recorder.enter("shut", {}, "c")
        await screen.settle()
        assert not found.bids
        assert screen.says("No bids are taken now")
        assert screen.says("every bid was given back. The shop is shut.")
        await screen.tap("Back to the table")
        assert not screen.named("Bid here")


async def test_all_bids_go_back_only_once_that_is_confirmed_and_every_device_shows_it(open_plays, play_id):
    async with (
        opened(open_plays, play_id) as screen,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as other,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as third,
    ):
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        await other.settle()
        await other.tap("Give all bids back")
        assert the_bidding(open_plays, play_id).bids
        await other.tap("Give them back")
        assert not the_bidding(open_plays, play_id).bids
        assert not other.says("on another device")
        await screen.settle()
        assert screen.says("No bids are taken now")
        assert screen.says(ELSEWHERE)
        await screen.tap("Back to the table")
        assert screen.says(ELSEWHERE)
        assert screen.named("Ben has not bid yet")
        await third.settle()
        assert third.says(ELSEWHERE)
        await screen.tap("Hand the tablet round")
        await third.settle()
        assert not third.says(ELSEWHERE)


async def test_bids_may_be_kept_after_all(open_plays, play_id):
    async with (
        opened(open_plays, play_id) as screen,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as other,
    ):
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        await other.settle()
        await other.tap("Give all bids back")
        await other.tap("Keep the bids")
        assert the_bidding(open_plays, play_id).bids
        assert other.named("Bid here")


def test_a_double_tap_gives_no_bids_back(open_plays, play_id):
    state = PlayState(open_plays, play_id, clock=lambda: 100.0)
    found = begun(state)
    place_bid(state, found, "ben", 10)
    ask_to_drop(state, found)
    give_back_all(state, found)
    assert found.bids == {"ben": 10}


async def test_another_seller_is_another_auction(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        await screen.go(f"/play/{play_id}")
        state = screen.clients[0].state(play_id)
        state.sheet.answer("who", "cy")
        await screen.settle()
        assert screen.says("Bids are in for something else: Sell a card \u00b7 Ann. New ones give those back.")
        assert screen.named("Ben has not bid yet")
        await screen.tap("Hand the tablet round")
        assert the_bidding(open_plays, play_id).answers == {"who": "cy"}
        assert not the_bidding(open_plays, play_id).bids
        assert screen.says(BEGUN_ANEW)
