"""Sealed bids on the screens: the sheet, the device that goes round, and the opening."""

from __future__ import annotations

import bids_game
import pytest
from bidding_round import bid, hand_round, the_bidding
from device import lines, opened
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from companion.core.recording.referee import Referee
from companion.games import game_of
from models.ledger import Refusal
from views.state.play.bidding import MOVED_ON

pytestmark = pytest.mark.games("fists")


@pytest.fixture
def play_id(open_plays):
    return bids_game.new_play(open_plays, {"ann": 100, "ben": 85, "cy": 60, "dot": 0})


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_the_device_goes_round_and_all_bids_are_opened_together(open_plays, play_id, size):
    async with opened(open_plays, play_id, size) as screen:
        before = lines(open_plays, play_id)
        await hand_round(screen)
        await bid(screen, "Ben", "$5", "$10")
        assert screen.says("Cy.")
        await bid(screen, "Cy", "$25")
        await bid(screen, "Dot")
        assert screen.says("All bids are in.")
        assert lines(open_plays, play_id) == before, "nothing is written before all are opened"
        await screen.tap("Open all bids")
        assert lines(open_plays, play_id)[0] == "Cy buys for $25."
        assert screen.says("The bids are open")
        assert screen.named("Cy: 25 dollars, highest")
        assert screen.named("Dot: an empty fist")
        assert bids_game.held(open_plays, play_id) == {"ann": 140, "ben": 70, "cy": 35, "dot": 0}
        await screen.tap("Back to the table")
        assert screen.says("What happens?")


async def test_a_tie_shows_both_highest_bids(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        await bid(screen, "Cy", "$10")
        await bid(screen, "Dot")
        await screen.tap("Open all bids")
        assert screen.says("A tie: the seller keeps the card.")
        assert screen.named("Ben: 10 dollars, tie")
        assert screen.named("Cy: 10 dollars, tie")


async def test_no_bid_is_in_the_sheet_the_address_the_journal_or_on_another_screen(open_plays, play_id):
    async with (
        opened(open_plays, play_id) as screen,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as other,
    ):
        await hand_round(screen)
        await bid(screen, "Ben", "$5", "$25", "$25")
        state = screen.clients[0].state(play_id)
        assert "bids" not in state.sheet.draft.answers
        # a play has a random name, which may hold any figure
        assert str(screen.page.route) == f"/play/{play_id}/bids"
        assert "=55" not in repr(the_bidding(open_plays, play_id))
        assert "55}" not in repr(the_bidding(open_plays, play_id))
        assert open_plays.journal.last(play_id) == open_plays.snapshot(play_id).version
        await other.settle()
        assert other.says("Still to bid: Cy and Dot.")
        assert not any("55" in word for word in other.words() + screen.words())
        await other.tap("Bid here")
        assert other.says("Hand the phone to Cy.")
        await bid(other, "Cy", "$25")
        await screen.settle()
        assert screen.says("Hand the tablet to Dot.")
        assert not any("25" in word for word in screen.words())


async def test_two_screens_that_open_at_once_make_one_line(open_plays, play_id):
    async with (
        opened(open_plays, play_id) as screen,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as other,
    ):
        await hand_round(screen)
        for name, chips in (("Ben", ("$10",)), ("Cy", ("$5",)), ("Dot", ())):
            await bid(screen, name, *chips)
        await other.go(f"/play/{play_id}/bids")
        one, two = screen.button("Open all bids"), other.button("Open all bids")
        written = open_plays.journal.last(play_id)
        await screen.session.dispatch_event(one._i, "click", None)
        await screen.session.dispatch_event(one._i, "click", None)
        await other.session.dispatch_event(two._i, "click", None)
        await screen.settle()
        await other.settle()
        assert open_plays.journal.last(play_id) == written + 1
        assert screen.says("The bids are open")
        assert other.says("The bids are open")


async def test_the_sheet_shows_who_has_bid_and_opens_them_too(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        await screen.go(f"/play/{play_id}")
        assert screen.named("Ben has bid")
        assert screen.named("Cy has not bid yet")
        assert not screen.named("Record"), "opening them is what records them"
        await screen.tap("Go on handing the tablet round")
        await bid(screen, "Cy", "$5")
        await bid(screen, "Dot")
        await screen.go(f"/play/{play_id}")
        await screen.tap("Open all bids")
        assert screen.says("The bids are open")
        assert lines(open_plays, play_id)[0] == "Ben buys for $10."
        assert screen.clients[0].state(play_id).sheet.draft is None


async def test_an_enter_on_the_keyboard_opens_no_bids(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        for name, chips in (("Ben", ("$10",)), ("Cy", ("$5",)), ("Dot", ())):
            await bid(screen, name, *chips)
        written = open_plays.journal.last(play_id)
        await screen.go(f"/play/{play_id}")
        for key in ("5", "Enter"):
            await screen.key(key)
        assert open_plays.journal.last(play_id) == written


async def test_a_save_that_fails_keeps_the_bids_and_says_so(open_plays, play_id, monkeypatch):
    def full(*_args, **_more):
        raise Refusal("There is no room left on this device.")

    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        for name, chips in (("Ben", ("$10",)), ("Cy", ("$5",)), ("Dot", ())):
            await bid(screen, name, *chips)
        written = open_plays.journal.last(play_id)
        with monkeypatch.context() as patch:
            patch.setattr(open_plays.journal, "append", full)
            await screen.tap("Open all bids")
            assert screen.says("There is no room left on this device.")
        assert open_plays.journal.last(play_id) == written
        await screen.tap("Open all bids")
        assert open_plays.journal.last(play_id) == written + 1


async def test_a_sheet_that_cannot_be_done_takes_no_bids(open_plays, play_id):
    open_plays.referee(play_id).write("shut", {})
    async with opened(open_plays, play_id) as screen:
        screen.clients[0].state(play_id).sheet.open(Offer("sell", {"who": "ann"}))
        await screen.settle()
        assert screen.says("The shop is shut.")
        assert not screen.named("Hand the tablet round")


async def test_a_page_of_bids_where_none_are_taken_says_so(open_plays, play_id):
    async with opened(open_plays, play_id, where="/bids") as screen:
        assert screen.says("No bids are taken now")
        await screen.tap("Back to the table")
        assert screen.says("What happens?")


@pytest.mark.parametrize("seat", ["ben", "dot"])
async def test_a_bid_that_cannot_be_at_the_opening_sends_all_back_and_names_nobody(open_plays, play_id, seat):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        for name, chips in (("Ben", ("$10",)), ("Cy", ("$5",)), ("Dot", ())):
            await bid(screen, name, *chips)
        written, found = open_plays.journal.last(play_id), the_bidding(open_plays, play_id)
        found.bids[seat] = 90
        await screen.tap("Open all bids")
        assert open_plays.journal.last(play_id) == written
        assert not found.bids
        assert screen.says(MOVED_ON)
        assert screen.says("Hand the tablet to Ben.")
        await screen.go(f"/play/{play_id}")
        assert not any("not that much" in word or "$90" in word for word in screen.words())


async def test_bids_that_another_hand_wrote_past_are_not_opened(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hand_round(screen)
        for name, chips in (("Ben", ("$10",)), ("Cy", ("$5",)), ("Dot", ())):
            await bid(screen, name, *chips)
        Referee(open_plays.journal, play_id, game_of).write("slip", {"who": "cy", "to": "ben", "amount": 5})
        await screen.tap("Open all bids")
        assert lines(open_plays, play_id)[0] == "Cy slips Ben something."
        assert not the_bidding(open_plays, play_id).bids
        assert screen.says(MOVED_ON)
