"""A player's own phone: what it scrolls to, and what a turn sends it."""

from functools import partial
from itertools import count

from models.rooms import DECLINED
from tests.units.views.device import TABLET, hold, in_tree, let_go


async def test_a_request_and_a_no_are_scrolled_to_and_a_yes_moves_nothing(evening, bank):
    ben = evening.add("Ben")
    first = evening.state(ben).requests.ask_for(
        "pay", {"payer": "ben", "payee": "ann", "amount": 50}, "first"
    )
    async with evening.screen(ben) as phone:
        bank.recorder.grant(first, bank.snapshot.version)
        await phone.settle()
        await phone.tap("Ann")
        await phone.tap("$10")
        assert "scroll_to" not in phone.wire.calls
        await phone.tap("Record")
        assert phone.words().index("What you asked for") < phone.words().index("Who gets it?")
        assert phone.wire.calls.count("scroll_to") == 1
        (second,) = evening.shared.requests_waiting(evening.play)
        bank.requests.settle(second, DECLINED, "Not now")
        await phone.settle()
        assert phone.wire.calls.count("scroll_to") == 2


OFFERS = 4_000
"""Bytes: the first time that a turn offers something a phone is sent more, and later less."""


async def test_a_turn_that_comes_again_sends_its_offers_no_second_time(lay):
    evening = lay("game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n")
    sent, clients = [], []
    async with (
        evening.screen(evening.tablet, clients=clients) as tablet,
        evening.screen(evening.add("Ben")) as phone,
    ):
        clients[0].state(evening.play).clock = partial(next, count())  # no two taps are one
        for name in ("Ben", "Ann", "Ben"):
            phone.wire.sent.clear()
            await tablet.tap(f"Next player: {name}")
            await phone.settle()
            sent.append(sum(map(len, phone.wire.sent)))
    assert max(sent[1:]) < OFFERS < sent[0]


FISTS = "game doubletrack\nseats Ann Ben Cy\nhouse stack=170 secret=yes\nstart first=ann\n"


async def test_what_a_bid_leaves_is_seen_while_a_finger_is_held_there(lay):
    fists = lay(FISTS)
    async with (
        fists.screen(fists.tablet, size=TABLET) as tablet,
        fists.screen(fists.add("Ben")) as phone,
    ):
        await tablet.tap("Sell a card")
        await tablet.fire(tablet.named("Ann")[-1], "click")
        await tablet.tap("Hand the tablet round")
        await phone.settle()
        await phone.tap("Bid here")
        await phone.tap("$25...")
        assert "$145" not in str(in_tree(phone))
        await hold(phone)
        assert phone.says("$145")
        await let_go(phone)
        assert not phone.says("$145")
