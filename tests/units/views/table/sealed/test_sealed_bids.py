"""Sealed bids: hidden until all are opened at once, and given back, all of them, when anything else happens."""

import flet as ft
import pytest

from companion.core.prompt import Offer
from companion.core.recording.revision import Change
from companion.formats.session import replay, steps
from models.ledger import Place, Refusal
from tests.units.views import bids_game
from tests.units.views.bidding_round import bid, everyone_bids, hand_round, the_bidding
from tests.units.views.device import opened
from tests.units.views.headless import PHONE, play
from views.state.play.lot import MOVED_ON, Bid
from views.state.play.play_state import PlayState

pytestmark = pytest.mark.games("fists")

AGAIN = "Ben's bid was laid again on another device."
OPEN = "Open all bids"


async def test_no_bid_is_in_the_sheet_the_address_the_journal_or_on_another_screen(
    open_plays, fists
):
    async with (
        opened(open_plays, fists) as screen,
        opened(open_plays, fists, PHONE, hub=screen.wire.pubsubhub) as other,
    ):
        await hand_round(screen)
        await bid(screen, "Ben", "+5", "+25", "+25")
        assert "bids" not in screen.clients[0].state(fists).sheet.draft.answers
        # a play has a random name, which may hold any figure
        assert str(screen.page.route) == f"/play/{fists}/bids"
        assert "=55" not in repr(the_bidding(open_plays, fists))
        assert "55}" not in repr(the_bidding(open_plays, fists))
        assert open_plays.journal.last(fists) == open_plays.snapshot(fists).version
        await other.settle()
        assert not any("55" in word for word in other.words() + screen.words())
        await other.tap("Bid here")
        await bid(other, "Cy", "$25")
        await screen.settle()
        assert screen.says("Hand the tablet to Dot.")
        assert not any("25" in word for word in screen.words())


async def test_two_screens_that_open_at_once_make_one_line(open_plays, fists):
    async with (
        opened(open_plays, fists) as screen,
        opened(open_plays, fists, PHONE, hub=screen.wire.pubsubhub) as other,
    ):
        await everyone_bids(screen)
        await other.go(f"/play/{fists}/bids")
        written = open_plays.journal.last(fists)
        one, two = screen.button(OPEN), other.button(OPEN)
        for device, button in ((screen, one), (screen, one), (other, two)):
            await device.session.dispatch_event(button._i, "click", None)
        for device in (screen, other):
            await device.settle()
            assert device.says("The bids are open")
        assert open_plays.journal.last(fists) == written + 1


async def test_a_save_that_fails_keeps_the_bids_and_says_so(open_plays, fists, monkeypatch):
    def full(*_args, **_more):
        raise Refusal("There is no room left on this device.")

    async with opened(open_plays, fists) as screen:
        await everyone_bids(screen)
        written = open_plays.journal.last(fists)
        with monkeypatch.context() as patch:
            patch.setattr(open_plays.journal, "append", full)
            await screen.tap(OPEN)
            assert screen.says("There is no room left on this device.")
        assert open_plays.journal.last(fists) == written
        await screen.tap(OPEN)
        assert open_plays.journal.last(fists) == written + 1


@pytest.mark.parametrize("seat", ["ben", "dot"])
async def test_a_bid_that_cannot_be_at_the_opening_sends_all_back_and_names_nobody(
    open_plays, fists, seat
):
    async with opened(open_plays, fists) as screen:
        await everyone_bids(screen)
        written, found = open_plays.journal.last(fists), the_bidding(open_plays, fists)
        found.bids.append(Bid(seat, 90, own=False))
        await screen.tap(OPEN)
        assert open_plays.journal.last(fists) == written
        assert not found.bids
        assert screen.says(MOVED_ON)
        assert screen.says("Hand the tablet to Ben.")
        await screen.go(f"/play/{fists}")
        assert not any("not that much" in word or "$90" in word for word in screen.words())


@pytest.mark.parametrize(
    "moved", [5, 85, *(pytest.param(chips, marks=pytest.mark.long) for chips in (60, 70))]
)
def test_no_correction_reveals_from_outside_how_high_a_bid_is(open_plays, moved):
    def outside(chip):
        play_id, seen = (
            bids_game.new_play(open_plays, {"ann": 100, "ben": 85, "cy": 60, "dot": 0}),
            [],
        )

        async def scene():
            async with (
                opened(open_plays, play_id, PHONE) as screen,
                opened(open_plays, play_id, hub=screen.wire.pubsubhub) as other,
            ):
                await everyone_bids(screen, ben=chip)
                other.turn_to()
                for command, giver, taker in (("there", "ben", "dot"), ("back", "dot", "ben")):
                    answers = {"who": giver, "to": taker, "amount": moved}
                    assert other.clients[0].state(play_id).recorder.enter("slip", answers, command)
                    await other.settle()
                    seen.extend(screen.words() + other.words())

        play(scene)
        return seen

    assert outside("$5") == outside("$25")


async def test_where_nothing_is_sold_any_more_all_bids_go_back_for_good(open_plays, fists):
    async with opened(open_plays, fists) as screen:
        await hand_round(screen)
        await bid(screen, "Ben", "$10")
        screen.clients[0].state(fists).recorder.enter("shut", {}, "c")
        await screen.settle()
        assert not the_bidding(open_plays, fists).bids
        assert screen.says("every bid was given back. The shop is shut.")
        await screen.tap("Back to the table")
        assert not screen.named("Bid here")


@pytest.fixture
def two(open_plays, fists):
    """Two devices that hear of each other; on the first, Ann sells a card."""
    states = [PlayState(open_plays, fists, clock=lambda: 100.0) for _ in range(2)]
    for state, other in (states, states[::-1]):
        state.announce = lambda _, other=other: other.sync()
    states[0].sheet.open(Offer("sell", {"who": "ann"}))
    return *states, states[0].auction.put_up(states[0].sheet.draft)


def all_bid(state, found):
    for seat, number in (("ben", 25), ("cy", 10), ("dot", 0)):
        state.auction.bid(found, seat, number)


def test_a_double_tap_gives_no_bids_back(two):
    one, _, found = two
    all_bid(one, found)
    one.auction.ask_to_stop(found)
    one.auction.call_off(found)
    assert found.laid["ben"] == 25


@pytest.mark.parametrize(
    ("device", "said"), [(0, ""), (1, AGAIN)], ids=["the same device", "another"]
)
def test_a_bid_laid_again_on_another_device_is_said_without_any_figure(two, device, said):
    one, _, found = two
    all_bid(one, found)
    two[device].auction.bid(found, "ben", 5)
    assert found.describe_replaced() == said
    entry = one.auction.knock_down(found, found.revision)
    assert entry.proposal.narration == f"Cy buys for $10. {said}".strip()
    assert [line.text for line in entry.proposal.working if line.figure is None] == [said] * bool(
        said
    )


def test_bids_that_went_back_leave_nothing_to_be_said(two, open_plays, fists):
    one, other, found = two
    all_bid(one, found)
    other.auction.bid(found, "ben", 5)
    open_plays.referee(fists).write("skip", {"who": "dot"})
    one.sync()
    found.review(0)
    all_bid(one, found)
    assert found.describe_replaced() == ""


@pytest.mark.games("all")
def test_a_correction_before_it_leaves_what_was_said_of_a_bid(lay):
    open_plays, play_id = lay("game doubletrack\nseats Ann Ben Cy\nstart first=ann\n")
    referee = open_plays.referee(play_id)
    referee.write("sell_card", {"who": "ann", "bids": "ben=25 cy=10"}, remark=AGAIN)
    then = referee.revise({Place(1): Change("start", {"first": "ben"})}).consequences[1].then
    assert then.narration.endswith(AGAIN)
    assert then.working[-1].text == AGAIN


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        (lambda _: None, lambda _: None, None),
        (lambda sheet: sheet.answer("who", "cy"), lambda _: None, {"who": "cy"}),
        (lambda _: None, lambda sheet: sheet.open(Offer("sell", {"who": "ann"})), {"who": "ann"}),
    ],
    ids=["the sheet of these", "another sale", "the next sale"],
)
def test_a_sheet_whose_bids_were_opened_on_another_device_is_put_away(two, before, after, left):
    one, other, found = two
    before(one.sheet)
    all_bid(other, found)
    assert other.auction.knock_down(found, found.revision)
    after(one.sheet)
    one.sync()
    assert (one.sheet.own and dict(one.sheet.own.answers)) == left


@pytest.mark.games("all")
async def test_a_sale_that_rules_out_another_leaves_nothing_to_say_on_the_table(open_plays):
    """The Loser's Bonus is due once the lead is sold, and no lead can be sold before it is given."""
    head = "game doubletrack\ntitle Friday\nseats Ann Ben Cy\nstart first=ann\n"
    sold = replay(open_plays.journal, steps(head)).play.id
    async with opened(open_plays, sold) as screen:
        for name in ("Sell the lead", "Ann", "Hand the tablet round"):
            await screen.tap(name)
        for name, chip in (("Ann", "$5"), ("Ben", "$10"), ("Cy", "$15")):
            await bid(screen, name, chip)
        await screen.tap(OPEN)
        await screen.tap("Back to the table")
        await screen.go(f"/play/{sold}")
        assert screen.says("Loser's Bonus")
        assert not screen.all(ft.Icon, icon=ft.Icons.WARNING_AMBER)
