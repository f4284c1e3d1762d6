"""Sealed bids on several devices: whose bid is replaced where, and what is left of a sheet once all are open."""

from __future__ import annotations

import bids_game
import pytest
from bidding_round import bid, hand_round
from device import lines, opened
from headless import PHONE
from small_game import new_open_plays

from companion.core.prompt import Offer
from companion.core.recording.revision import Change
from companion.formats.session import replay, steps
from models.ledger import Place
from views.state.play.play_state import PlayState
from views.table.sealed_bids import begin, open_all, place_bid

pytestmark = pytest.mark.games("fists")

AGAIN = "Ben's bid was laid again on another device."


@pytest.fixture
def play_id(open_plays):
    return bids_game.new_play(open_plays, {"ann": 100, "ben": 85, "cy": 60, "dot": 0})


@pytest.fixture
def two(open_plays, play_id):
    """Two devices that hear of each other; on the first, Ann sells a card."""
    states = [PlayState(open_plays, play_id) for _ in range(2)]
    for state, other in (states, states[::-1]):
        state.announce = lambda _, other=other: other.sync()
    states[0].sheet.open(Offer("sell", {"who": "ann"}))
    found = begin(states[0], states[0].snapshot, states[0].sheet.draft, "bids")
    return *states, found


def everyone_bids(state, found):
    for seat, number in (("ben", 25), ("cy", 10), ("dot", 0)):
        place_bid(state, found, seat, number)


# -- a bid laid again elsewhere ------------------------------------------------------------------------


def test_a_bid_laid_again_on_another_device_is_said_without_any_figure(two):
    one, other, found = two
    everyone_bids(one, found)
    place_bid(other, found, "ben", 5)
    assert found.describe_replaced(one.snapshot) == AGAIN
    entry = open_all(one, found)
    assert entry.proposal.narration == f"Cy buys for $10. {AGAIN}"
    assert [line.text for line in entry.proposal.working if line.figure is None] == [AGAIN]


def test_whoever_bids_again_on_the_same_device_is_not_mentioned(two):
    one, _, found = two
    everyone_bids(one, found)
    place_bid(one, found, "ben", 5)
    assert found.describe_replaced(one.snapshot) == ""
    assert open_all(one, found).proposal.narration == "Cy buys for $10."


def test_each_may_bid_on_a_device_of_their_own(two):
    one, other, found = two
    place_bid(one, found, "ben", 25)
    place_bid(other, found, "cy", 10)
    assert found.describe_replaced(one.snapshot) == ""


def test_bids_that_went_back_leave_nothing_to_be_said(two, open_plays, play_id):
    one, other, found = two
    everyone_bids(one, found)
    place_bid(other, found, "ben", 5)
    open_plays.referee(play_id).write("skip", {"who": "dot"})
    one.sync()
    found.review(one.snapshot)
    everyone_bids(one, found)
    assert found.describe_replaced(one.snapshot) == ""


async def test_every_screen_says_whose_bid_was_laid_again(open_plays, play_id):
    async with (
        opened(open_plays, play_id) as screen,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as other,
        opened(open_plays, play_id, PHONE, hub=screen.wire.pubsubhub) as third,
    ):
        await hand_round(screen)
        await bid(screen, "Ben", "$25")
        await other.settle()
        await other.tap("Bid here")
        await other.fire(other.named("Ben")[-1], "click")
        await bid(other, "Ben", "$5")
        for device in (screen, other, third):
            await device.settle()
            assert device.says(AGAIN)
        await screen.go(f"/play/{play_id}")
        assert screen.says(AGAIN), "the sheet says so too"
        await screen.go(f"/play/{play_id}/bids")
        await bid(screen, "Cy", "$10")
        await bid(screen, "Dot")
        await screen.tap("Open all bids")
        assert screen.says(AGAIN)
        assert lines(open_plays, play_id)[0].endswith(AGAIN)


CHIPS = """game doubletrack
seats Ann Ben Cy
start first=ann
"""


def test_a_correction_before_it_leaves_what_was_said_of_a_bid(tmp_path, monkeypatch):
    monkeypatch.undo()
    open_plays = new_open_plays(tmp_path / "chips")
    referee = open_plays.referee(replay(open_plays.journal, steps(CHIPS)).play.id)
    referee.write("sell_card", {"who": "ann", "bids": "ben=25 cy=10"}, remark=AGAIN)
    consequence = referee.revise({Place(1): Change("start", {"first": "ben"})}).consequences[1]
    open_plays.journal.database.close()
    assert consequence.then.narration.endswith(AGAIN)
    assert consequence.then.working[-1].text == AGAIN


# -- once all are open ---------------------------------------------------------------------------------


def test_a_sheet_whose_bids_were_opened_on_another_device_is_put_away(two):
    one, other, found = two
    everyone_bids(other, found)
    assert open_all(other, found)
    assert one.sheet.own is None


def test_another_sale_that_is_being_prepared_stays(two):
    one, other, found = two
    one.sheet.answer("who", "cy")
    everyone_bids(other, found)
    open_all(other, found)
    assert one.sheet.own.answers == {"who": "cy"}


def test_the_next_sale_of_the_same_seller_stays_too(two):
    one, other, found = two
    everyone_bids(other, found)
    open_all(other, found)
    one.sheet.open(Offer("sell", {"who": "ann"}))
    one.sync()
    assert one.sheet.own.action == "sell"
