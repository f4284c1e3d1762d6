"""Bids at one moment, and the figures that the next bid may have."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from models.ledger import Refusal
from tests.units.views.shared_evening import LOTS
from views.state.play.lot import step_after
from views.state.play.play_state import PlayState

MOVED_UP = """game ratrace
seats Ann Ben
house businesses=one position=off
start first=ann
pick who=ann business=black
pick who=ben business=red
correct_card card=olive.working giver=stock taker=ann reason="bought before supper"
correct_card card=blue.working giver=stock taker=ann reason="bought before supper"
correct_paper who=ann paper=night_school reason="joined before supper"
wedding who=ann
"""
"""Ann's symbols are auctioned, and only Ben may buy."""


def test_of_two_bids_at_one_moment_exactly_one_is_the_highest(lay):
    evening = lay(LOTS)
    phones = {name: evening.state(evening.add(name.capitalize())) for name in ("ben", "cleo")}
    bank = evening.state(evening.tablet)
    bank.sheet.open(Offer("sell", {"lot": "h2"}))
    lot = bank.auction.put_up(bank.sheet.draft)

    def bid(seat, amount):
        try:
            phones[seat].auction.bid(lot, seat, amount)
        except Refusal as refusal:
            return refusal.sentence
        return ""

    with ThreadPoolExecutor(2) as hands:
        for amount in range(10, 300, 10):
            both = [hands.submit(bid, seat, amount) for seat in phones]
            assert any(hand.result() for hand in both)
    amounts = [bid.amount for bid in lot.bids]
    assert amounts == sorted(set(amounts))


@pytest.mark.parametrize(
    ("amount", "step"),
    [(1, 1), (19, 1), (20, 2), (49, 2), (50, 5), (140, 10), (499, 20), (5_000, 500)],
)
def test_the_next_step_is_about_a_tenth_in_round_figures(amount, step):
    assert step_after(amount, 1) == step


@pytest.mark.games("all")
def test_nobody_is_named_as_highest_bidder_before_anybody_has_bid(open_plays):
    play = replay(open_plays.journal, steps(MOVED_UP)).play
    sheet = PlayState(open_plays, play.id).sheet
    sheet.open(Offer("sell", {"lot": "olive.working"}))
    assert dict(sheet.draft.answers) == {"lot": "olive.working"}, "only Ben could have it"
