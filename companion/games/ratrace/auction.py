"""Auctions: lot by lot, when somebody moves up and when somebody can't pay.

Rulebook: «Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?» and
«Q. What happens when a player goes bankrupt?». Two sales share one form: on moving up the cards lie under
the hammer until they are sold or turned in; a debtor keeps his until somebody buys them.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.action import action
from companion.games.ratrace import dues, state
from companion.games.ratrace.board import CLASS_NAMES, CLASSES, PAPERS
from companion.games.ratrace.state import AUCTION, DUE, HAMMER, ITEM_OF, STOCK, TREASURY, money, name
from companion.kinds import Amount, Answers, Choice, Who
from companion.table import Effect, Line, Mark, Posting, Refusal, Table, listed

SOURCE = "Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?"
BUY_BACK = {"middle": 10, "high": 50}
PAPER = "paper"
REST = "rest"
RULE = "One lot at a time, open bids from $1 in cash, to the seller; the highest wins."


def selling(table: Table) -> str | None:
    """Which sale is under way: ``auction`` on moving up, ``due`` for a debtor, or none."""
    kind = state.event(table)
    return kind if kind in (AUCTION, DUE) else None


def seller(table: Table) -> str:
    """Whose lots are sold."""
    kind = selling(table)
    return state.said(table, kind, "who") if kind else ""


def lots(table: Table) -> tuple[str, ...]:
    """The lots still to be sold: card units, and ``paper`` for the diploma or membership."""
    kind = selling(table)
    if kind == DUE:
        return dues.lots_left(table)
    if kind is None:
        return ()
    under = tuple(item.unit for item in state.cards_in(table, HAMMER))
    return under + ((PAPER,) if state.said(table, AUCTION, PAPER) else ())


def lot_name(table: Table, lot: str) -> str:
    """Say a lot."""
    if lot in ITEM_OF:
        return ITEM_OF[lot].name(table)
    code = _paper_code(table)
    return state.paper_name(code) if code else "Diploma or membership"


def _paper_code(table: Table) -> str:
    if selling(table) == AUCTION:
        return state.said(table, AUCTION, PAPER)
    return state.paper(table, seller(table)) or ""


def why_not_bid(table: Table, buyer: str, lot: str) -> str | None:
    """Why a player may not buy a lot; nothing when he may."""
    if buyer == seller(table):
        return "The seller does not bid."
    if buyer not in state.playing(table):
        return f"{name(table, buyer)} has left the game."
    if state.closed(table, buyer):
        return f"{name(table, buyer)} misses a turn and takes no part in auctions."
    kind = selling(table)
    if kind == AUCTION and table.house("bidders") == "below":
        entered = state.said(table, AUCTION, "entered")
        if state.level(table, buyer) >= CLASSES.index(entered):
            return f"Only players below {CLASS_NAMES[entered]} bid; {table.name(buyer)} is not."
    if lot == PAPER:
        reason = _why_not_paper(table, buyer)
    else:
        any_class = kind == DUE and table.house("bankrupt_class") == "any"
        reason = state.why_not_hold(table, buyer, ITEM_OF[lot], any_class=any_class)
    if reason is None and state.cash(table, buyer) < 1:
        reason = f"{name(table, buyer)} has no cash."
    return reason


def _why_not_paper(table: Table, buyer: str) -> str | None:
    rank = PAPERS[_paper_code(table)][1]
    if state.rank(table, buyer) != rank:
        return f"{name(table, buyer)} is not in the {CLASS_NAMES[rank]}."
    held = state.paper(table, buyer)
    return None if held is None else f"{name(table, buyer)} has the {state.paper_name(held)} already."


def bidders(table: Table, lot: str) -> tuple[str, ...]:
    """Everyone who may buy a lot."""
    return tuple(who for who in state.playing(table) if why_not_bid(table, who, lot) is None)


def open_auction(table: Table, who: str, entered: str) -> Effect:
    """Put the cards of the classes left behind, and the paper, under the hammer.

    Lots that nobody may buy are unsold at once; where none is left, no auction is held.
    """
    old = tuple(item for item in state.cards(table, who) if item.level < CLASSES.index(entered))
    held = state.paper(table, who)
    facts: dict[str, str | int] = {"who": who, "entered": entered}
    if held:
        facts[PAPER] = held
    if not old and not held:
        return Effect()
    postings = tuple(posting for item in old for posting in state.hand_card(item, f"{who}:cards", HAMMER))
    words = [item.name(table) for item in old] + ([state.paper_name(held)] if held else [])
    begun = Effect(
        f"Under the hammer: {listed(words)}.",
        postings,
        (Mark(who, "paper", None), *state.begin_event(AUCTION, **facts)),
        (Line(f"To be auctioned: {listed(words)}"),),
        "Symbols of the class left behind are auctioned to players in a lower class.",
    )
    return begun + _sweep(table.after(begun))


def _sweep(table: Table) -> Effect:
    """Pass over every lot that nobody may buy any more, and end a sale that has no lots left."""
    effect = Effect()
    for lot in lots(table):
        if not bidders(table, lot):
            effect += _unsold(table, lot)
    after = table.after(effect)
    if selling(after) == AUCTION and not lots(after):
        effect += Effect(marks=state.end_event(after, AUCTION))
    return effect


def _unsold(table: Table, lot: str) -> Effect:
    who, what = seller(table), lot_name(table, lot)
    if selling(table) == DUE:
        tried = f"{state.said(table, DUE, 'tried')} {lot}".strip()
        return Effect(
            f"Nobody buys the {what}.",
            marks=(Mark(DUE, "tried", tried),),
            working=(Line(f"{what}: not sold"),),
            rule="The Treasury buys nothing from a debtor.",
        )
    if lot == PAPER:
        return Effect(
            f"The {what} is surrendered.",
            marks=(Mark(AUCTION, PAPER, None),),
            working=(Line(f"{what}: surrendered, for nothing"),),
        )
    back = BUY_BACK[state.said(table, AUCTION, "entered")]
    return Effect(
        f"The Treasury takes the {what} back for {money(back)}.",
        (*state.hand_card(ITEM_OF[lot], HAMMER, STOCK), *state.pay(back, TREASURY, who)),
        working=(Line(f"{what}: unsold, the Treasury pays {table.name(who)}", back, signed=True),),
        rule="Unsold symbols are turned in at the Treasury; the cards go back to stock.",
    )


def _lots_now(table: Table, answers: Answers) -> tuple[str, ...]:
    del answers
    return lots(table)


def _lots_or_rest(table: Table, answers: Answers) -> tuple[str, ...]:
    del answers
    left = lots(table)
    return (*left, REST) if len(left) > 1 else left


def _lot_label(table: Table, answers: Answers, value: str) -> str:
    del answers
    return "All that is left" if value == REST else lot_name(table, value)


def _lot_detail(table: Table, answers: Answers, value: str) -> str:
    del answers
    if value == REST:
        return ""
    able = bidders(table, value)
    return f"May bid: {listed(table.name(who) for who in able)}" if able else "Nobody may bid"


def _purse(table: Table, answers: Answers) -> int:
    return max(0, state.cash(table, str(answers.get("buyer") or "")))


_UNITS = (*ITEM_OF, PAPER)
Lot: TypeAlias = Annotated[str, Choice(_UNITS, _lot_label, _lots_now, _lot_detail)]
LotOrRest: TypeAlias = Annotated[str, Choice((*_UNITS, REST), _lot_label, _lots_or_rest, _lot_detail)]
Price: TypeAlias = Annotated[int, Amount(1, _purse)]


def _selling(table: Table, lot: str) -> None:
    state.going(table)
    if selling(table) is None:
        raise Refusal("There is no auction under way.")
    left = lots(table)
    if lot != REST and lot not in left:
        symbols_first = selling(table) == DUE and lot == PAPER and left
        reason = "Symbols come first, then the diploma." if symbols_first else "That lot is not up for sale."
        raise Refusal(reason, "lot")


@action(SOURCE, title="Sold to the highest bidder", group="Event")
def sell(table: Table, lot: Lot, buyer: Who, price: Price) -> Effect:
    """Record the highest bid for a lot: the buyer pays the seller in cash.

    lot: Which lot?
    buyer: Who bid highest?
    price: For how much?
    """
    _selling(table, lot)
    if reason := why_not_bid(table, buyer, lot):
        raise Refusal(reason, "buyer")
    if state.cash(table, buyer) < price:
        raise Refusal(f"{name(table, buyer)} holds {money(state.cash(table, buyer))}: bids are cash.", "price")
    who, what, kind = seller(table), lot_name(table, lot), selling(table)
    postings = state.pay(price, buyer, who)
    marks: tuple[Mark, ...] = ()
    if lot == PAPER:
        marks = (Mark(buyer, "paper", _paper_code(table)),)
        marks += (Mark(AUCTION, PAPER, None),) if kind == AUCTION else (Mark(who, "paper", None),)
    else:
        origin = HAMMER if kind == AUCTION else f"{who}:cards"
        postings += state.hand_card(ITEM_OF[lot], origin, f"{buyer}:cards")
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
    if kind == DUE and (met := dues.settled_if_met(after)).marks:
        return sold + met
    return sold + _sweep(after)


@action(SOURCE, title="Nobody bids", group="Event")
def unsold(table: Table, lot: LotOrRest) -> Effect:
    """Pass over a lot that nobody will buy: on moving up, the Treasury takes a symbol back.

    lot: Which lot?
    """
    _selling(table, lot)
    chosen = lots(table) if lot == REST else (lot,)
    if not chosen:
        raise Refusal("There is nothing left to sell.", "lot")
    effect = Effect()
    while chosen:
        for one in chosen:
            effect += _unsold(table.after(effect), one)
        # a debtor's diploma comes up only when his symbols have
        chosen = lots(table.after(effect)) if lot == REST else ()
    return effect + _sweep(table.after(effect))


def cards_back(table: Table) -> tuple[Posting, ...]:
    """Give what lies under the hammer back to the seller, when an auction is called off."""
    who = seller(table)
    under = state.cards_in(table, HAMMER)
    return tuple(posting for item in under for posting in state.hand_card(item, HAMMER, f"{who}:cards"))


ACTIONS = (sell, unsold)
