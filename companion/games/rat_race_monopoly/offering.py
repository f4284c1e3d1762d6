"""What the prompt offers of streets, shares and debts, for who is on turn or for anybody."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.prompt import Offer
from companion.core.table import Table
from companion.games.rat_race_monopoly import buildings, insurance, market, state, trading
from companion.games.rat_race_monopoly.scale import notes, say

LITTLE = 50
"""In notes: who holds less may be near the end, and is offered it last of all."""


def exchange_offers(table: Table, who: str | None) -> list[Offer]:
    """What may be done on an exchange square: of one player, or of anybody where nobody is named.

    All of it is one sheet; a purchase or a sale that is offered is said on it already.
    """
    price = state.price(table)
    label = f"Stock exchange: a share is {say(table, price)}"
    if who is None:
        return [Offer("visit", {}, label)]
    offers = [Offer("visit", {"who": who}, label)]
    if not market.bought_already(table, who) and state.cash(table, who) >= price:
        offers.append(Offer("visit", {"who": who, "buy": "yes"}, "Exchange: buy a share"))
    if state.shares(table, who) > 0:
        offers.append(Offer("visit", {"who": who, "sell": 1}, "Exchange: sell shares"))
    return offers


def street_offers(table: Table, who: str | None) -> list[Offer]:
    """What may be done with streets: of one player, or of anybody where nobody is named. What can't be is left out."""
    people = (who,) if who else state.playing(table)
    known = {"who": who} if who else {}
    mine = [street for one in people for street in state.streets_of(table, one)]
    offers: list[Offer] = []
    if _may_insure(table, people):
        cost = f" for {say(table, insurance.premium(table, who))}" if who else ""
        offers.append(Offer("insure", known, f"Insure{cost}"))
    if any(buildings.buildable(table, one) for one in people):
        offers.append(Offer("build", known, "Build houses"))
    if any(trading.tradable(table, one) for one in state.playing(table)) and len(state.playing(table)) > 1:
        offers.append(Offer("deal", known, "Trade streets"))
    if any(state.mortgaged(table, street) for street in mine):
        offers.append(Offer("lift_mortgage", known, "Lift a mortgage"))
    return offers + _raising(table, people, known, mine)


def _may_insure(table: Table, people: tuple[str, ...]) -> bool:
    """Whether a street was gained, where that is a time for insurance."""
    return table.house("insurance_when") == "purchase" and any(
        insurance.just_gained(table, one) and state.streets_of(table, one) and not state.insured(table, one)
        for one in people
    )


def _raising(table: Table, people: tuple[str, ...], known: Mapping[str, str], mine: list[str]) -> list[Offer]:
    """What brings money in, and the end of it."""
    offers: list[Offer] = []
    if any(buildings.built(table, one) for one in people):
        offers.append(Offer("sell_buildings", known, "Sell buildings", "quiet"))
    if any(not state.mortgaged(table, street) for street in mine):
        offers.append(Offer("mortgage", known, "Mortgage streets", "quiet"))
    if table.house("raise_shares") == "anywhere" and any(state.shares(table, one) > 0 for one in people):
        offers.append(Offer("raise_shares", known, "Sell shares to pay", "quiet"))
    hard_up = notes(table, LITTLE)
    if len(state.playing(table)) > 1 and any(state.cash(table, one) < hard_up for one in people):
        offers.append(Offer("bankrupt", known, "Can't pay: bankrupt"))
    return offers
