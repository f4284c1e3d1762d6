"""Sheets of Totopoly: what was answered goes along to another sheet that asks the same."""

from __future__ import annotations

import pytest

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from views.state.open_plays import OpenPlays
from views.state.play_state import PlayState

AUCTION = """game totopoly
seats Ann Ben
house keeps=auction
start
wear_hat hat=auctioneer who=ann
"""
TOTE = """game totopoly
seats Ann Ben
house keeps=tote
start
bet who=ann horse=h1 amount=10
"""


@pytest.fixture
def state(tmp_path):
    database = Book.open(tmp_path)

    def lay(text):
        journal = Journal(database)
        return PlayState(OpenPlays(journal), replay(journal, steps(text)).play.id)

    yield lay
    database.close()


def test_a_lot_that_was_chosen_need_not_be_chosen_again_when_nobody_bids(state) -> None:
    auction = state(AUCTION)
    auction.answer("lot", "h3")
    auction.open(Offer("no_bid"))
    assert auction.draft is not None
    assert dict(auction.draft.answers) == {"lot": "h3"}
    assert auction.outcome().proposal is not None


def test_a_backer_on_the_pad_is_not_taken_for_a_correction(state) -> None:
    tote = state(TOTE)
    tote.answer("who", "ben")
    tote.open(Offer("correct_bet"))
    assert tote.draft is not None
    assert "who" not in tote.draft.answers


def test_what_the_book_settled_by_itself_is_nobodys_word(state) -> None:
    tote = state(TOTE)
    tote.open(Offer("withdraw"))
    assert tote.draft is not None
    assert not tote.draft.answers
