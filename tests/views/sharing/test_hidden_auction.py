"""Where money is hidden by the game alone, an open auction tells nobody what anybody holds."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from shared_evening import Evening
from small_game import new_open_plays

from companion.api import Auction, Game, Refusal, Seat, Turn, ask
from companion.core.prompt import Offer
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
def tables(tmp_path, monkeypatch):
    """Three tables with the same past in the open, at which Ben holds nothing, $30 and $40."""
    monkeypatch.setattr("companion.games.find_info", lambda _: SimpleNamespace(open=lambda: BAZAAR))
    made = []
    for held in (0, 30, 40):
        (tmp_path / f"{held}").mkdir()
        dealt = f"deal who=ben amount={held}\n" if held else "deal who=cy amount=5\n"
        session = f"game bazaar\nseats Ann Ben Cy\ndeal who=ann amount=90\n{dealt}"
        made.append(Evening(new_open_plays(tmp_path / f"{held}"), session))
    yield made
    for evening in made:
        evening.open_plays.journal.database.close()


def refused(state, seat, amount):
    try:
        state.auction.bid(state.auction.lot, seat, amount)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def seen_at(evening):
    """All that a lot tells: who may bid, the next step and what it leaves, why a bid is none, and which bids stay."""
    bank, ben = evening.state(evening.tablet), evening.state(evening.add("Ben"))
    bank.sheet.open(Offer("sell"))
    lot = bank.auction.put_up(bank.sheet.draft)
    told = [lot.bidders(bank.snapshot), lot.next_bids(bank.snapshot), lot.keeps(ben.snapshot, "ben", 10)]
    told += [refused(ben, "ben", 50), refused(bank, "ann", 20), refused(ben, "ben", 60)]
    bank.recorder.referee.write("deal", {"who": "cy", "amount": 5})
    return [*told, bank.auction.lot.bids, bank.auction.lot.message]


def test_no_refusal_step_or_list_of_bidders_differs_by_what_a_player_holds(tables):
    nothing, little, more = map(seen_at, tables)
    assert nothing == little == more
    assert little[0] == ("ann", "ben", "cy")
    assert little[3] == CANT_BID
