"""A pad for what may be left out: it stays while somebody types on it, and goes when they leave it or record."""

from __future__ import annotations

import pytest
from device import opened
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from views.state.play.play_state import PlayState

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
async def test_a_whole_price_is_typed_on_a_pad_that_stays(lay, size, text, offer, said):
    open_plays, play_id = lay(text)
    async with opened(open_plays, play_id, size) as screen:
        state = screen.clients[0].state(play_id)
        state.sheet.open(offer)
        if text == STREETS:
            state.sheet.reopen("price")
        await screen.settle()
        await screen.tap("9")
        await screen.tap("0")
        assert state.sheet.draft.answers["price"] == 90
        await screen.tap("Record")
        assert open_plays.snapshot(play_id).lines[0].proposal.narration == said


def test_the_pad_goes_when_another_question_is_answered(lay):
    state = PlayState(*lay(LEASES))
    state.sheet.open(Offer("keep", {"who": "ann", "card": "h1"}))
    state.sheet.type("price", "9")
    assert state.sheet.draft.opened == "price"
    state.sheet.answer("card", "h2")
    assert state.sheet.draft.opened == ""


def test_the_pad_goes_when_it_is_put_away(lay):
    state = PlayState(*lay(LEASES))
    state.sheet.open(Offer("keep", {"who": "ann", "card": "h1"}))
    state.sheet.type("price", "90")
    state.sheet.reopen("price")
    assert state.sheet.draft.opened == ""
    assert state.sheet.draft.answers["price"] == 90


async def test_on_a_phone_what_is_asked_again_takes_the_place_of_the_pad(lay):
    open_plays, play_id = lay(STREETS)
    async with opened(open_plays, play_id, PHONE) as screen:
        state = screen.clients[0].state(play_id)
        state.sheet.open(Offer("pay", {"giver": "ann", "taker": "bank", "reason": "Chance card"}))
        await screen.settle()
        await screen.tap("200K")
        assert screen.named("Backspace")
        state.sheet.reopen("reason")
        await screen.settle()
        assert not screen.named("Backspace")
        state.sheet.reopen("amount")
        await screen.settle()
        assert screen.named("Backspace")


SOLO = "game any_score\nseats Ann Ben Cy\nhouse solo=yes\n"


async def test_what_may_be_left_out_stands_above_the_keys_also_once_everything_else_is_answered(lay):
    open_plays, play_id = lay(SOLO)
    async with opened(open_plays, play_id, PHONE) as screen:
        state = screen.clients[0].state(play_id)
        state.sheet.type("points", "ann=1 ben=2 cy=3")
        await screen.settle()
        assert state.sheet.outcome().proposal
        words = screen.words()
        assert words.index("Who played alone?") < words.index("Next")


@pytest.mark.parametrize("keys", ["-5", "5.2", "."])
async def test_an_amount_that_can_be_left_out_is_not_left_out_because_it_can_not_be_read(lay, keys):
    open_plays, play_id = lay("game rat_race_monopoly\nseats Ann Ben\nhouse board=classic\nstart first=ann\n")
    street = open_plays.referee(play_id).game.find_action("buy_street").question("street")
    async with opened(open_plays, play_id) as screen:
        sheet = screen.clients[0].state(play_id).sheet
        first = street.kind.candidates(open_plays.snapshot(play_id).turn({"who": "ann"}))[0]
        sheet.open(Offer("buy_street", {"who": "ann", "street": first}))
        sheet.reopen("price")
        await screen.settle()
        for key in (*keys, "Enter"):
            await screen.key(key)
        assert sheet.draft.texts["price"] == keys.replace(".", "0." if keys == "." else ".")
    assert len(open_plays.journal.entries(play_id)) == 1
