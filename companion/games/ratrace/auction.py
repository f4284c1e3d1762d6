"""Auctions, lot by lot: when somebody moves up, and when somebody can't pay a debt that is due; bankruptcy.

On moving up the cards lie under the hammer until they are sold or turned in; a debtor keeps them until somebody
buys. Rulebook: «Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?» and
«Q. What happens when a player goes bankrupt?».
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from companion.api import Auction, listed
from companion.games.ratrace.board import CLASS_IN, CLASSES, PAPERS, RINGS, SQUARES
from companion.games.ratrace.game import (
    CARDS,
    CREDIT,
    GAME,
    HAMMER,
    ITEMS,
    START_CASH,
    STOCK,
    TREASURY,
    AuctionHeld,
    Debt,
    Player,
    RatraceTurn,
    ask,
    during,
)
from companion.games.ratrace.options import House

SOURCE = "Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?"
BANKRUPT_SOURCE = "Q. What happens when a player goes bankrupt?"
RULE = "One lot at a time, open bids from $1 in cash, to the seller; the highest wins."
DEBT_RULE = (
    "A due debt is paid in cash. Whoever is short auctions Status Symbols, then a diploma or membership; "
    "whoever is still short pays what there is and starts over."
)
PAPER, REST = "paper", "rest"
"""The lots that are no cards: the diploma or membership, and all that is left."""
BUY_BACK = {"middle": 10, "high": 50}

# --- lots and bidders ------------------------------------------------------------------------------


def lots(t: RatraceTurn) -> tuple[str, ...]:
    """Return the lots still to be sold: card units, and ``paper`` for the diploma or membership.

    A debtor puts up symbols first, then the diploma or membership, and each only once.
    """
    if t.event not in (AuctionHeld.code, Debt.code):
        return ()
    raises_cash, tried = t.event == Debt.code, Debt(t).tried.split()
    cards = t.cards_of(t.event_player if raises_cash else HAMMER)
    symbols = tuple(item.unit for item in cards if item.unit not in tried)
    paper = (PAPER,) if paper_code(t) and PAPER not in tried else ()
    return symbols or paper if raises_cash else symbols + paper


def paper_code(t: RatraceTurn) -> str:
    """Return which diploma or membership the seller has to sell; empty when there is none."""
    return AuctionHeld(t).paper if t.event == AuctionHeld.code else t.event_player.paper or ""


def lot_name(t: RatraceTurn, lot: str) -> str:
    """Say a lot."""
    return ITEMS[lot].name(t) if lot in ITEMS else PAPERS.get(paper_code(t), "Diploma or membership")


def lot_names(t: RatraceTurn) -> str:
    return listed(lot_name(t, lot) for lot in lots(t))


def why_not_bid(t: RatraceTurn, buyer: Player, lot: str) -> str:
    """Say why a player may not buy a lot; empty where it is allowed."""
    if buyer == t.event_player:
        return "The seller does not bid."
    if buyer.closed:
        return f"After the funeral {buyer.name} takes no part in auctions before moving again."
    if t.event == AuctionHeld.code and t.house.bidders == "below":
        entered = AuctionHeld(t).entered
        if buyer.level >= CLASSES.index(entered):
            return f"Only players below {CLASS_IN[entered]} bid; {buyer.name} is not."
    if lot == PAPER:
        return _why_not_paper(t, buyer)
    any_class = t.event == Debt.code and t.house.bankrupt_class == "any"
    return buyer.why_not_hold(ITEMS[lot], any_class=any_class)


def _why_not_paper(t: RatraceTurn, buyer: Player) -> str:
    (rank,), held = SQUARES[paper_code(t)].classes, buyer.own_paper
    if buyer.rank != rank:
        return f"{buyer} is not in {CLASS_IN[rank]}."
    return f"{buyer} has the {PAPERS[held]} already." if held else ""


def bidders(t: RatraceTurn, lot: str) -> tuple[Player, ...]:
    """Return everyone who may buy a lot, and has any cash for it."""
    return tuple(who for who in t.seats if who.cash > 0 and not why_not_bid(t, who, lot))


# --- auctions --------------------------------------------------------------------------------------


def open_auction(t: RatraceTurn, who: Player, entered: str) -> None:
    """Put the cards and the paper of the classes left behind under the hammer.

    Lots that nobody may buy are unsold at once; where none is left, no auction is held.
    """
    new, auction = CLASSES.index(entered), AuctionHeld(t)
    old = [item for item in who.cards if item.level < new]
    paper = who.paper if who.paper and CLASSES.index(SQUARES[who.paper].classes[0]) < new else None
    if not old and not paper:
        return
    words = listed([*(item.name(t) for item in old), *([PAPERS[paper]] if paper else [])])
    for unit, held in t.holdings(HAMMER, CARDS).items():
        # only entries crossed out by halves leave any there
        t.pay(HAMMER, STOCK, held, CARDS, unit)
    for item in old:
        t.hand_over(item, who, HAMMER)
    if paper:
        who.paper = None
    auction.begin(who=who, entered=entered, **({PAPER: paper} if paper else {}))
    t.narrate(f"Under the hammer: {words}.")
    t.step(f"To be auctioned: {words}")
    t.explain("Symbols of the class left behind are auctioned to players in a lower class.")
    pass_over_unsaleable(t)


def pass_over_unsaleable(t: RatraceTurn) -> None:
    """Pass over every lot that nobody may buy, and end an auction that has no lots left."""
    while lot := next((lot for lot in lots(t) if not bidders(t, lot)), None):
        pass_over(t, lot, "can buy")
    if t.event == AuctionHeld.code and not lots(t):
        AuctionHeld(t).end()


def pass_over(t: RatraceTurn, lot: str, verb: str = "buys") -> None:
    """Take a lot off the sale: the Treasury takes a symbol back on moving up; a debtor keeps it."""
    seller, what = t.event_player, lot_name(t, lot)
    then = ""
    if t.event == Debt.code:
        Debt(t).tried = f"{Debt(t).tried} {lot}".strip()
        t.step(f"{what}: not sold")
        t.explain("The Treasury buys nothing from a debtor.")
    elif lot == PAPER:
        AuctionHeld(t).paper = None
        then = ": it is surrendered"
        t.step(f"{what}: surrendered, for nothing")
        t.explain("The Treasury pays nothing for a diploma or membership.")
    else:
        back = BUY_BACK[AuctionHeld(t).entered]
        t.hand_over(ITEMS[lot], HAMMER, STOCK)
        t.pay(TREASURY, seller, back, what=f"{what}, unsold")
        then = f": the Treasury takes it back for {t.written(back)}"
        t.explain("Unsold symbols are turned in at the Treasury; the cards go back to stock.")
    t.narrate(f"Nobody {verb} the {what}{then}.")


def _lot_label(t: RatraceTurn, lot: str) -> str:
    return "All that is left" if lot == REST else lot_name(t, lot)


def _lot_detail(t: RatraceTurn, lot: str) -> str:
    if lot not in lots(t):
        return ""
    return f"May bid: {listed(who.name for who in bidders(t, lot))}" if bidders(t, lot) else "Nobody may bid"


def _must_be_for_sale(t: RatraceTurn, lot: str) -> None:
    symbols_first = t.event == Debt.code and lot == PAPER and lots(t)
    why = "Symbols come first, then the diploma." if symbols_first else "That lot is not up for sale."
    t.refuse(lot not in (*lots(t), REST), why, "lot")


SELLING = during("There is no auction under way.", AuctionHeld, Debt)
OWING = during("Nobody is short of cash for a debt.", Debt)


selling = partial(GAME.action, group="Event", source=SOURCE, when=SELLING)
owing = partial(GAME.action, group="Debts", source=BANKRUPT_SOURCE, when=OWING)


@selling(
    "Sold to the highest bidder",
    rule=RULE,
    button="Sell {lot} to {buyer} \u00b7 {price}",
    auction=Auction("buyer", "price", unsold="unsold", held_by=lambda t: t.event_player),
)
def sell(
    t: RatraceTurn,
    lot: str = ask.choice("Which lot?", (*ITEMS, PAPER), label=_lot_label, now=lots, detail=_lot_detail),
    buyer: Player = ask.player("Who bid highest?"),
    price: int = ask.money("For how much?", paid_by="buyer"),
) -> None:
    """Record the highest bid for a lot: the buyer pays the seller in cash."""
    _must_be_for_sale(t, lot)
    reason, seller, raises_cash = why_not_bid(t, buyer, lot), t.event_player, t.event == Debt.code
    t.refuse(reason, reason, "buyer")
    t.narrate(f"{buyer} buys the {lot_name(t, lot)} from {seller.name} for {t.written(price)}.")
    t.pay(buyer, seller, price, what="")
    if lot == PAPER:
        buyer.paper = paper_code(t)
        (seller if raises_cash else AuctionHeld(t)).set(paper=None)
    else:
        t.hand_over(ITEMS[lot], seller if raises_cash else HAMMER, buyer)
    if raises_cash and (due := open_due(t)).can_be_paid:
        _settle(t, due)
    else:
        pass_over_unsaleable(t)


@selling("Nobody bids", button="Nobody bids: {lot}")
def unsold(
    t: RatraceTurn,
    lot: str = ask.choice(
        "Which lot?",
        (*ITEMS, PAPER, REST),
        label=_lot_label,
        now=lambda t: (*lots(t), REST) if len(lots(t)) > 1 else lots(t),
        detail=_lot_detail,
    ),
) -> None:
    """Pass over a lot that nobody will buy: on moving up, the Treasury takes a symbol back."""
    _must_be_for_sale(t, lot)
    t.refuse(not lots(t), "There is nothing left to sell.", "lot")
    pass_over(t, lots(t)[0] if lot == REST else lot)
    while lot == REST and lots(t):  # a debtor's diploma comes up only when the symbols have
        pass_over(t, lots(t)[0])
    pass_over_unsaleable(t)


# --- debts that fall due ---------------------------------------------------------------------------


class Due(NamedTuple):
    """A debt that is due, as `Debt` remembers it while cash is raised."""

    who: Player
    amount: int
    creditor: Player
    what: str
    kind: str
    then: str = ""

    @property
    def can_be_paid(self) -> bool:
        """Whether there is cash enough; a debt of nothing is no debt."""
        return self.amount <= max(0, self.who.cash)


def open_due(t: RatraceTurn) -> Due:
    """Return the debt for which cash is being raised."""
    debt = Debt(t)
    return Due(debt.player, debt.amount, debt.creditor or t.holder(""), debt.what, debt.kind, debt.then)


def due_words(who: Player, amount: int) -> str:
    """Say on a button what paying a debt comes to: the sum, or that cash has to be raised for it."""
    written = who.t.written
    if amount <= max(0, who.cash):
        return f"Pay {written(amount)}"
    return f"{who} owes {written(amount)}, {written(amount - who.cash)} short"


def falls_due(  # noqa: PLR0913, PLR0917 - who owes what, for what, and to whom
    t: RatraceTurn, who: Player, amount: int, what: str, kind: str, creditor: Player | None = None, then: str = ""
) -> None:
    """Pay a debt that is due at once, or open the raising of cash when the player is short.

    Symbols and papers that nobody may buy are passed over at once.
    """
    due = Due(who, amount, creditor or t.treasury, what, kind, then)
    if due.can_be_paid:
        _pay(t, due)
        return
    remembered = {name: said for name, said in due._asdict().items() if said != ""}
    Debt(t).begin(**remembered)
    t.narrate(f"{who} owes {t.written(amount)} ({what}) and holds {t.written(who.cash)}: cash must be raised.")
    t.step(f"{who} owes {due.creditor.name}", amount)
    t.step("Cash in hand", who.cash)
    t.step("Short by", amount - who.cash, total=True)
    t.explain(DEBT_RULE)
    pass_over_unsaleable(t)


def _pay(t: RatraceTurn, due: Due) -> None:
    who, creditor = due.who, due.creditor
    to = "" if creditor == t.treasury else f" to {creditor.name}"
    t.narrate(f"{who} pays {t.written(due.amount)}{to}: {due.what}.")
    t.pay(who, creditor, due.amount, what="")
    if due.kind == "credit":
        t.pay(TREASURY, who, who.debt, CREDIT)
    if due.then:
        _step_down(t, who, int(due.then))


def _settle(t: RatraceTurn, due: Due) -> None:
    Debt(t).end()
    _pay(t, due)


def _step_down(t: RatraceTurn, who: Player, at: int) -> None:
    """Go down one class after a divorce, to a square counted from 0; the diploma or membership is forfeited."""
    lower = CLASSES[max(0, who.level - 1)]
    # the class may have been put right by hand while the alimony was being raised
    at = at if at < len(RINGS[lower]) else 0
    lost = f", and forfeits the {PAPERS[who.paper]}" if who.paper else ""
    who.place(lower, at)
    who.paper = who.owes_auction = None
    t.narrate(f"{who} goes down to {CLASS_IN[lower]}, to {who.stands_on}{lost}.")
    t.step(f"{who} is now in {CLASS_IN[lower]}")
    t.explain("A divorce costs alimony and one class. Status Symbols are kept, a diploma or membership is lost.")


@owing("Pay the due debt", button=lambda t: due_words(t.event_player, Debt(t).amount))
def settle(t: RatraceTurn) -> None:
    """Pay the open debt, once there is cash enough."""
    due = open_due(t)
    short = f"{due.who} owes {t.written(due.amount)} and holds {t.written(due.who.cash)}."
    t.refuse(not due.can_be_paid, short)
    _settle(t, due)


@owing(
    "Go bankrupt",
    rule=DEBT_RULE,
    button=lambda t: f"{t.event_player} goes bankrupt",
    amount=lambda _: 0,  # no one figure says it: cash goes, and a new start comes
)
def bankrupt(t: RatraceTurn) -> None:
    """Give all cash to the creditor and start over; possible once nothing is left to auction."""
    due = open_due(t)
    who, creditor, is_credit = due.who, due.creditor, due.kind == "credit"
    cash, owed, lost, held = who.cash, who.debt, who.cards, max(0, who.cash)
    t.refuse(due.can_be_paid, f"{who} has the cash for the debt: pay it.")
    t.refuse(left := lots(t), f"{who} must first put up the {lot_name(t, next(iter(left), PAPER))} for auction.")
    # what went to a Credit Due reduces the debt that is carried on
    off = min(owed, held if is_credit else 0) if t.house.bankrupt_credit == "carried" else owed
    still = owed - off
    t.pay(who, creditor, held, what="")
    # a Credit Due is the credit debt itself and its interest
    t.step("Unpaid and written off", due.amount - held - (still if is_credit else 0))
    t.pay(TREASURY, who, off, CREDIT)
    if off and not is_credit:
        t.step("Credit debt written off", off)
    if still:
        t.step("Credit debt carried on", still)
    for item in lost:
        t.hand_over(item, who, STOCK)
    if lost:
        t.step(f"Symbols back to stock: {listed(item.name(t) for item in lost)}")
    # cash below zero, from an entry crossed out, does not spoil the new start
    t.pay(TREASURY, who, START_CASH - min(0, cash))
    t.step(f"The Treasury pays {who.name}", START_CASH - min(0, cash))
    Debt(t).end()
    who.place(CLASSES[0])
    who.paper = who.owes_auction = None
    who.bankruptcies += 1
    gives = f": {t.written(held)} to {creditor.name}, then" if held else " and goes"
    t.narrate(f"{who} is bankrupt{gives} back to Graduation Day with {t.written(START_CASH)}.")
    t.by_house_rule(House.bankrupt_credit)
