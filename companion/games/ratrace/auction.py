"""Auctions: lot by lot, when somebody moves up and when somebody can't pay.

Rulebook: «Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?» and
«Q. What happens when a player goes bankrupt?».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Who
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table, listed
from companion.games.ratrace import dues, gates, sale, state
from companion.games.ratrace.board import CLASSES, PAPERS
from companion.games.ratrace.sale import PAPER
from companion.games.ratrace.state import AUCTION, DUE, HAMMER, ITEM_OF, STOCK, money, name

SOURCE = "Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?"
REST = "rest"
RULE = "One lot at a time, open bids from $1 in cash, to the seller; the highest wins."


def open_auction(table: Table, who: str, entered: str) -> Effect:
    """Put the cards and the paper of the classes left behind under the hammer.

    Lots that nobody may buy are unsold at once; where none is left, no auction is held.
    """
    new = CLASSES.index(entered)
    old = tuple(item for item in state.cards(table, who) if item.level < new)
    held = state.paper(table, who)
    facts: dict[str, str | int] = {"who": who, "entered": entered}
    words = [item.name(table) for item in old]
    marks: tuple[Mark, ...] = ()
    if held is not None and CLASSES.index(PAPERS[held][1]) < new:
        facts[PAPER] = held
        words.append(state.paper_name(held))
        marks = (Mark(who, PAPER, None),)
    if not words:
        return Effect()
    postings = _hammer_cleared(table)
    postings += tuple(posting for item in old for posting in state.hand_card(item, f"{who}:cards", HAMMER))
    begun = Effect(
        f"Under the hammer: {listed(words)}.",
        postings,
        (*marks, *state.begin_event(table, AUCTION, **facts)),
        (Line(f"To be auctioned: {listed(words)}"),),
        "Symbols of the class left behind are auctioned to players in a lower class.",
    )
    return begun + sale.swept(table.after(begun))


def _hammer_cleared(table: Table) -> tuple[Posting, ...]:
    """Return to stock what lines struck out by halves left under the hammer."""
    left = table.ledger.holdings(HAMMER)
    return tuple(
        posting for unit, held in left.items() for posting in (Posting(HAMMER, -held, unit), Posting(STOCK, held, unit))
    )


def _lots_now(table: Table, answers: Answers) -> tuple[str, ...]:
    del answers
    return sale.lots(table)


def _lots_or_rest(table: Table, answers: Answers) -> tuple[str, ...]:
    del answers
    left = sale.lots(table)
    return (*left, REST) if len(left) > 1 else left


def _lot_label(table: Table, answers: Answers, value: str) -> str:
    del answers
    return "All that is left" if value == REST else sale.lot_name(table, value)


def _lot_detail(table: Table, answers: Answers, value: str) -> str:
    del answers
    if value == REST or value not in sale.lots(table):
        return ""
    able = sale.bidders(table, value)
    return f"May bid: {listed(table.name(who) for who in able)}" if able else "Nobody may bid"


def _purse(table: Table, answers: Answers) -> int:
    return max(0, state.cash(table, str(answers.get("buyer") or "")))


_UNITS = (*ITEM_OF, PAPER)
Lot: TypeAlias = Annotated[str, Choice(_UNITS, _lot_label, _lots_now, _lot_detail)]
LotOrRest: TypeAlias = Annotated[str, Choice((*_UNITS, REST), _lot_label, _lots_or_rest, _lot_detail)]
Price: TypeAlias = Annotated[int, Amount(1, _purse)]


def _up_for_sale(table: Table, lot: str) -> None:
    gates.going(table)
    if sale.selling(table) is None:
        raise Refusal("There is no auction under way.")
    left = sale.lots(table)
    if lot != REST and lot not in left:
        symbols_first = sale.selling(table) == DUE and lot == PAPER and left
        reason = "Symbols come first, then the diploma." if symbols_first else "That lot is not up for sale."
        raise Refusal(reason, "lot")


@action(SOURCE, title="Sold to the highest bidder", group="Event")
def sell(table: Table, lot: Lot, buyer: Who, price: Price) -> Effect:
    """Record the highest bid for a lot: the buyer pays the seller in cash.

    lot: Which lot?
    buyer: Who bid highest?
    price: For how much?
    """
    _up_for_sale(table, lot)
    if reason := sale.why_not_bid(table, buyer, lot):
        raise Refusal(reason, "buyer")
    if state.cash(table, buyer) < price:
        raise Refusal(f"{name(table, buyer)} holds {money(state.cash(table, buyer))}: bids are cash.", "price")
    who, what, kind = sale.seller(table), sale.lot_name(table, lot), sale.selling(table)
    postings = state.pay(price, buyer, who)
    marks: tuple[Mark, ...] = ()
    if lot == PAPER:
        origin = Mark(AUCTION, PAPER, None) if kind == AUCTION else Mark(who, PAPER, None)
        marks = (Mark(buyer, PAPER, sale.paper_code(table)), origin)
    else:
        postings += state.hand_card(ITEM_OF[lot], HAMMER if kind == AUCTION else f"{who}:cards", f"{buyer}:cards")
    sold = Effect(
        f"{name(table, buyer)} buys the {what} from {table.name(who)} for {money(price)}.",
        postings,
        marks,
        (
            Line(f"{name(table, buyer)} pays {table.name(who)}", price, total=True),
            Line(f"{name(table, buyer)} then has", state.cash(table, buyer) - price),
            Line(f"{name(table, who)} then has", state.cash(table, who) + price),
        ),
        RULE,
    )
    after = table.after(sold)
    met = dues.settled_if_met(after)
    return sold + (met or sale.swept(after))


@action(SOURCE, title="Nobody bids", group="Event")
def unsold(table: Table, lot: LotOrRest) -> Effect:
    """Pass over a lot that nobody will buy: on moving up, the Treasury takes a symbol back.

    lot: Which lot?
    """
    _up_for_sale(table, lot)
    chosen = sale.lots(table) if lot == REST else (lot,)
    if not chosen:
        raise Refusal("There is nothing left to sell.", "lot")
    effect = Effect()
    while chosen:
        for one in chosen:
            effect += sale.not_sold(table.after(effect), one)
        # a debtor's diploma comes up only when the symbols have
        chosen = sale.lots(table.after(effect)) if lot == REST else ()
    return effect + sale.swept(table.after(effect))


def cards_back(table: Table) -> tuple[Posting, ...]:
    """Give what lies under the hammer back to the seller, when an auction is called off."""
    who = sale.seller(table)
    under = state.cards_in(table, HAMMER)
    return tuple(posting for item in under for posting in state.hand_card(item, HAMMER, f"{who}:cards"))


ACTIONS = (sell, unsold)
