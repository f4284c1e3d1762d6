"""Where money is hidden by the game alone, an open auction tells nobody what anybody holds."""

from __future__ import annotations

import gc
import re
from contextlib import AsyncExitStack
from itertools import count
from types import SimpleNamespace

import pytest
from frames import decoded
from headless import PHONE, TABLET, TELEVISION, play
from shared_evening import Evening
from small_game import new_open_plays

from companion.api import Auction, Game, Refusal, Seat, Turn, ask
from companion.core.prompt import Offer
from views.state.play import auction
from views.state.play.auction import CANT_BID

BAZAAR = Game(
    "bazaar", "Bazaar", "A game for tests.", players=(2, 6), colour="#1F5FA8", edition="tests", banks=("bank",)
)


@BAZAAR.secret
def secret(t: Turn, account: str) -> bool:
    del t
    return account.endswith(":cash") and account != "bank:cash"


@BAZAAR.action("Deal")
def deal(t: Turn, who: Seat = ask.anybody("To whom?"), amount: int = ask.money("How much?")) -> None:
    """Give money in secret."""
    t.pay("bank", who, amount)
    t.narrate(f"{who} is dealt in.")


@BAZAAR.action("Sell a rug", auction=Auction("who", "price"))
def sell(t: Turn, who: Seat = ask.anybody("Who buys?"), price: int = ask.money("At what price?")) -> None:
    """Sell a rug to the highest bidder."""
    held = t.held(who, "cash")
    t.refuse(not held, f"{who} has nothing.", "who")
    t.refuse(price > held, f"{who} has {t.written(held)}.", "price")
    t.pay(who, "bank", price)
    t.narrate(f"{who} buys a rug.")


@pytest.fixture
def lay(tmp_path, monkeypatch):
    """Tables with the same past in the open, at which Ben holds so much."""
    monkeypatch.setattr("companion.games.find_info", lambda _: SimpleNamespace(open=lambda: BAZAAR))
    made = []

    def of(*held):
        for at, sum_ in enumerate(held):
            (tmp_path / f"{at}").mkdir()
            dealt = f"deal who=ben amount={sum_}\n" if sum_ else "deal who=cy amount=5\n"
            session = f"game bazaar\nseats Ann Ben Cy\ndeal who=ann amount=90\n{dealt}"
            made.append(Evening(new_open_plays(tmp_path / f"{at}"), session))
        return made

    gc.disable()  # Flet tells a device of services that are collected, at whatever moment that is
    yield of
    gc.enable()
    for evening in made:
        evening.open_plays.journal.database.close()


def refused(state, seat, amount):
    try:
        state.auction.bid(state.auction.lot, seat, amount)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def put_up(evening):
    """The bank with a rug under the hammer."""
    bank = evening.state(evening.tablet)
    bank.sheet.open(Offer("sell"))
    return bank, bank.auction.put_up(bank.sheet.draft)


def test_what_was_called_out_and_can_t_be_paid_is_said_without_what_is_held_and_taken_back(lay):
    (evening,) = lay(30)
    bank, lot = put_up(evening)
    assert refused(bank, "ann", 20) == refused(bank, "ben", 50) == ""
    assert bank.auction.knock_down(lot, lot.turn) is None
    assert bank.problem == "Ben can't pay $50. Take this bid back."
    bank.auction.take_back(lot, lot.turn)
    ben = evening.state(evening.add("Ben"))
    assert refused(ben, "ben", 50) == CANT_BID, "on Ben's own phone, too"
    assert lot.keeps(ben.snapshot, "ben", 10) == ""
    assert bank.auction.knock_down(lot, lot.turn).proposal.narration == "Ann buys a rug."


SCREENS = {"the bank": TABLET, "another player": PHONE, "a watcher": PHONE, "the room": TELEVISION}


async def sent_at(evening, *, own):
    """The frames of everybody else's devices as Ben bids more than Ben holds, on a phone of Ben's ``own`` or aloud."""
    members = (evening.tablet, evening.add("Ann"), evening.add(), evening.add())
    found, clients = {}, []
    async with AsyncExitStack() as opened:

        async def at(member, size):
            screen = await opened.enter_async_context(evening.screen(member, size=size, clients=clients))
            return screen, clients[-1].state(evening.play)

        made = [await at(member, size) for member, size in zip(members, SCREENS.values(), strict=True)]
        (tablet, bank), (_, ann), *_ = made
        ben = (await at(evening.add("Ben"), PHONE))[1] if own else bank

        async def look(step):
            for kind, (screen, _) in zip(SCREENS, made, strict=True):
                await screen.settle()
                found[kind, step] = [*decoded(screen.wire.sent)]
                screen.wire.sent.clear()

        bank.sheet.open(Offer("sell"))
        bank.auction.put_up(bank.sheet.draft)
        await look("the lot")
        refused(ann, "ann", 20)
        await look("Ann's bid")
        refused(ben, "ben", 50)
        await look("Ben's bid")
        await tablet.tap("Sold to...")
        await look("the hammer")
        if not own:
            await tablet.tap("Take this bid back")
            await look("a bid taken back")
        bank.recorder.enter("deal", {"who": "cy", "amount": 5}, "another")
        await look("another entry")
    return found


PLACE = re.compile(r"(\d+|_b|content|controls|border_radius|patch)=\d+")
"""Where in a screen a patch goes: that rests on which part was redrawn first, and not on what is said."""


@pytest.fixture
def told_apart(lay, monkeypatch):
    """What differs, step by step, in what others are sent at two tables at which Ben holds so much."""

    def compare(*held, own):
        ways = []

        async def scene():
            for evening in lay(*held):
                monkeypatch.setattr(auction, "_TURNS", count(1))  # a process has one for all its tables
                sent = await sent_at(evening, own=own)
                ways.append({step: {one for one in said if not PLACE.fullmatch(one)} for step, said in sent.items()})

        play(scene)
        little, more = ways
        assert sum(map(len, little.values())) > 500, "the screens had something to say"
        return {step: little[step] ^ more[step] for step in little if little[step] != more[step]}

    return compare


@pytest.mark.parametrize("own", [True, False], ids=["on a phone", "called out"])
def test_no_frame_of_another_s_device_differs_by_what_a_player_holds(told_apart, own):
    assert told_apart(30, 40, own=own) == {}


def test_a_bid_that_is_taken_at_one_table_alone_is_found_in_the_frames(told_apart):
    told = told_apart(30, 60, own=True)
    assert {step for _, step in told} == {"Ben's bid", "the hammer"}
