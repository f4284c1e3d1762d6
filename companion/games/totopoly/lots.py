"""Lots: who may hold a lease card, what a bid costs, and what follows when the last lot is gone.

Rulebook: «Discarding» and «Auctioneer».
"""

from __future__ import annotations

from companion.core.table import Effect, Line, Mark, Table
from companion.games.totopoly import state
from companion.games.totopoly.board import BUSINESSES, HORSES
from companion.games.totopoly.houses import AUCTION, BANK
from companion.games.totopoly.state import (
    AUCTIONEER,
    BETTING,
    GAME,
    HAMMER,
    HOME,
    LOTS,
    OUT,
    OVER,
    PARADE,
    RING,
    RUNNING,
    STAGES,
)
from companion.rules.money import commission, highest_bid

RIVALS = {"walroy": "stevedon", "stevedon": "walroy"}
MOST_RUN = 3
"""So many horses of a player run in the race."""
ONE_STABLE = "Nobody owns both training stables."
THREE_RUN = "Three horses a player run at most."


def _other_stable(table: Table, who: str, card: str) -> str:
    """Tell which stable a player has already that does not go with this one; nothing where none does."""
    if card not in BUSINESSES or (rival := RIVALS.get(state.role(table, card))) is None:
        return ""
    return next((one for one in state.cards(table, who) if one in BUSINESSES and state.role(table, one) == rival), "")


def why_not_hold(table: Table, who: str, card: str) -> str | None:
    """Why a player may not get a lease card; nothing when it is allowed, or only warned of.

    While hands are hidden only the rule is named, and not what somebody holds.
    """
    if table.house("limits") == "strict" and (rival := _other_stable(table, who, card)):
        if state.hidden(table):
            return f"{state.card_name(table, card)} can't go to {table.name(who)}: nobody owns both stables."
        return f"{state.name(table, who)} owns {state.card_name(table, rival)}: nobody owns both stables."
    if table.house("limits") == "strict" and _fourth(table, who, card):
        return f"{state.name(table, who)} runs three horses already: a fourth could not start."
    return None


def _fourth(table: Table, who: str, card: str) -> bool:
    """Whether a horse would be one too many for who gets it, now that no surplus horse can be scratched any more."""
    if card not in HORSES or len(state.own_horses(table, who)) < MOST_RUN:
        return False
    return state.said(table, GAME, "resume") in (BETTING, RUNNING)


def surplus(table: Table, who: str) -> int:
    """How many horses of a player are too many for the race; none where the limit is a warning only."""
    if table.house("limits") != "strict":
        return 0
    return max(0, len(state.own_horses(table, who)) - MOST_RUN)


def why_not_run(table: Table, players: tuple[str, ...]) -> str | None:
    """Why the horses of these players can't start yet: somebody has too many of them; nothing when they can."""
    for who in players:
        if over := surplus(table, who):
            horses = f"{over} {'horse' if over == 1 else 'horses'}"
            return f"{state.name(table, who)} may run three: scratch or sell {horses} first."
    return None


def warned(table: Table, who: str, card: str) -> Effect:
    """What a receipt says where the limit of one stable is a warning only."""
    if not (rival := _other_stable(table, who, card)):
        return Effect()
    both = f"{state.name(table, who)} now owns both stables, {state.card_name(table, rival)} being the other"
    return Effect(working=(Line(f"Mind: {both}"),), rule=ONE_STABLE, house=("Both stables: a warning only.",))


def crowded(table: Table, who: str) -> Effect:
    """Warn of who has more horses in the race than may run; nothing before the race is made up."""
    at = state.said(table, GAME, "resume") or state.stage(table)
    if at not in (PARADE, BETTING, RUNNING, HOME):
        return Effect()
    count = len(state.own_horses(table, who)) if who else 0
    if count <= MOST_RUN:
        return Effect()
    if at == PARADE and (over := surplus(table, who)):
        scratches = "one is" if over == 1 else f"{over} are"
        have = f"{state.name(table, who)} then has {count} horses, and three may run"
        return Effect(working=(Line(f"Mind: {have}: {scratches} scratched before the race"),), rule=THREE_RUN)
    house = ("More than three horses a player: a warning only.",) if table.house("limits") == "warn" else ()
    return Effect(
        working=(Line(f"Mind: {state.name(table, who)} then runs {count}, more than three"),),
        rule=THREE_RUN,
        house=house,
    )


def due_on(table: Table, who: str, price: int) -> int:
    """Work out the auctioneer's commission on a lot at this price; none on his own where the house has it so."""
    if who == state.wearer(table, AUCTIONEER) and table.house("own_lots") == "none":
        return 0
    return commission(price, table.house("auction_rounding"))


def most(table: Table, who: str) -> int:
    """Tell the highest price a player can pay with the commission; nought where cash is not followed."""
    held = max(0, state.cash(table, who))
    if not state.tracked(table):
        return 0
    if table.house("commission_on") != "top" or who == state.wearer(table, AUCTIONEER):
        return held
    return highest_bid(held, table.house("auction_rounding"))


def put_up(cards: tuple[str, ...], place: str) -> Effect:
    """Lay lease cards under the hammer, from one place."""
    return Effect(postings=tuple(one for card in cards for one in state.move(card, place, HAMMER)))


def withdrawn(table: Table, card: str) -> Effect:
    """Take a lot out of the game; a horse that nobody has does not run."""
    return Effect(postings=state.move(card, HAMMER, OUT), marks=forgotten(table, card))


def forgotten(table: Table, card: str) -> tuple[Mark, ...]:
    """Forget that a lot was passed over once."""
    return (Mark(card, "passed", None),) if table.ledger.mark(card, "passed") is not None else ()


def offered(table: Table) -> tuple[str, ...]:
    """The lots that may be put up now: those passed over once come again when the others are gone."""
    lying = state.lying(table, HAMMER)
    fresh = tuple(card for card in lying if not table.ledger.mark(card, "passed"))
    return fresh or lying


def after_auction(table: Table) -> str:
    """Which stage follows the last lot."""
    resume = state.said(table, GAME, "resume")
    if resume in STAGES:
        return resume
    if state.keeps(table) == AUCTION:
        return OVER
    if state.keeps(table) == BANK and table.house("training") != "fund":
        return PARADE
    return RING


SAYS_NEXT = {
    RING: "No lot is left: the training ring is next.",
    PARADE: "No lot is left: the entrance fees are next.",
    OVER: "No lot is left: the auction is over.",
}


def closed_if_empty(table: Table) -> Effect:
    """End the auction when nothing is left under the hammer."""
    if state.stage(table) != LOTS or state.lying(table, HAMMER):
        return Effect()
    follows = after_auction(table)
    marks = (state.to(follows),)
    if state.said(table, GAME, "resume"):
        return Effect(
            "The auction is over; the game goes on where it stood.", marks=(*marks, Mark(GAME, "resume", None))
        )
    return Effect(SAYS_NEXT[follows], marks=marks)
