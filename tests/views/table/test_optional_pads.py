"""A pad for what may be left out: it stays while somebody types on it, and goes when they leave it or record."""

from __future__ import annotations

import pytest
from device import opened
from headless import PHONE, TABLET, play

from companion.core.prompt import Offer
from views.state.play_state import PlayState

LEASES = "game totopoly\nseats Ann Ben Cy Dee\nstart\n"
STREETS = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n"


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize(
    ("text", "offer", "said"),
    [
        (LEASES, Offer("keep", {"who": "ann", "card": "h1"}), "Ann pays \u00a390 for a card."),
        (STREETS, Offer("buy_street", {"who": "ann", "street": "s1"}), "Ann buys Brown 1 for 90K."),
    ],
    ids=["a lease", "a street"],
)
def test_a_whole_price_is_typed_on_a_pad_that_stays(lay, size, text, offer, said):
    open_plays, play_id = lay(text)

    async def scene():
        async with opened(open_plays, play_id, size) as screen:
            state = screen.clients[0].state(play_id)
            state.open(offer)
            if text == STREETS:
                state.reopen("price")
            await screen.settle()
            await screen.tap("9")
            await screen.tap("0")
            assert state.draft.answers["price"] == 90
            await screen.tap("Record")
            assert open_plays.snapshot(play_id).lines[0].entry.proposal.narration == said

    play(scene)


def test_the_pad_goes_when_another_question_is_answered(lay):
    state = PlayState(*lay(LEASES))
    state.open(Offer("keep", {"who": "ann", "card": "h1"}))
    state.type("price", "9")
    assert state.draft.opened == "price"
    state.answer("card", "h2")
    assert state.draft.opened == ""


def test_the_pad_goes_when_it_is_put_away(lay):
    state = PlayState(*lay(LEASES))
    state.open(Offer("keep", {"who": "ann", "card": "h1"}))
    state.type("price", "90")
    state.reopen("price")
    assert state.draft.opened == ""
    assert state.draft.answers["price"] == 90


def test_on_a_phone_what_is_asked_again_takes_the_place_of_the_pad(lay):
    open_plays, play_id = lay(STREETS)

    async def scene():
        async with opened(open_plays, play_id, PHONE) as screen:
            state = screen.clients[0].state(play_id)
            state.open(Offer("pay", {"giver": "ann", "taker": "bank", "reason": "Chance card"}))
            await screen.settle()
            await screen.tap("200K")
            assert screen.named("Backspace")
            state.reopen("reason")
            await screen.settle()
            assert not screen.named("Backspace")
            state.reopen("amount")
            await screen.settle()
            assert screen.named("Backspace")

    play(scene)
