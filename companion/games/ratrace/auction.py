"""Auctions, lot by lot: when somebody moves up, and when somebody can't pay a debt that is due; bankruptcy.

On moving up the cards lie under the hammer until they are sold or turned in; a debtor keeps them until somebody
buys. Rulebook: «Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?» and
«Q. What happens when a player goes bankrupt?».
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.api import Auction, Refusal, listed
from companion.games.ratrace.board import CLASS_IN, CLASSES, PAPER_CLASS, PAPER_NAMES, RINGS
from companion.games.ratrace.game import (
    AUCTION,
    CARDS,
    CREDIT,
    DUE,
    GAME,
    HAMMER,
    ITEMS,
    START_CASH,
    STOCK,
    TREASURY,
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
    if t.event == AUCTION:
        under = tuple(item.unit for item in t.cards_of(HAMMER))
        return under + ((PAPER,) if t.auction.paper else ())
    if t.event != DUE:
        return ()
    tried = t.debt.tried.split()
    symbols = tuple(item.unit for item in t.event_player.cards if item.unit not in tried)
    return symbols or ((PAPER,) if t.event_player.paper is not None and PAPER not in tried else ())


def paper_code(t: RatraceTurn) -> str:
    """Return which diploma or membership the seller has to sell; nothing when there is none."""
    return t.auction.paper if t.event == AUCTION else t.event_player.paper or ""


def lot_name(t: RatraceTurn, lot: str) -> str:
    """Say a lot."""
    if lot in ITEMS:
        return ITEMS[lot].name(t)
    code = paper_code(t)
    return PAPER_NAMES[code] if code else "Diploma or membership"


def lot_names(t: RatraceTurn) -> str:
    return listed(lot_name(t, lot) for lot in lots(t))


def why_not_bid(t: RatraceTurn, buyer: Player, lot: str) -> str | None:
    """Return why a player may not buy a lot; nothing when it is allowed."""
    if buyer == t.event_player:
        return "The seller does not bid."
    if buyer not in t.seats:
        return f"{buyer} has left the game."
    if buyer.closed:
        return f"After the funeral {buyer.name} takes no part in auctions before moving again."
    if t.event == AUCTION and t.house.bidders == "below":
        entered = t.auction.entered
        if buyer.level >= CLASSES.index(entered):
            return f"Only players below {CLASS_IN[entered]} bid; {buyer.name} is not."
    if lot == PAPER:
        reason = _why_not_paper(t, buyer)
    else:
        any_class = t.event == DUE and t.house.bankrupt_class == "any"
        reason = buyer.why_not_hold(ITEMS[lot], any_class=any_class)
    return f"{buyer} has no cash." if reason is None and buyer.cash < 1 else reason


def _why_not_paper(t: RatraceTurn, buyer: Player) -> str | None:
    rank = PAPER_CLASS[paper_code(t)]
    if buyer.rank != rank:
        return f"{buyer} is not in {CLASS_IN[rank]}."
    held = buyer.own_paper
    return None if held is None else f"{buyer} has the {PAPER_NAMES[held]} already."


def bidders(t: RatraceTurn, lot: str) -> tuple[Player, ...]:
    """Return everyone who may buy a lot."""
    return tuple(who for who in t.seats if why_not_bid(t, who, lot) is None)


# --- auctions --------------------------------------------------------------------------------------


def open_auction(t: RatraceTurn, who: Player, entered: str) -> None:
    """Put the cards and the paper of the classes left behind under the hammer.

    Lots that nobody may buy are unsold at once; where none is left, no auction is held.
    """
    new = CLASSES.index(entered)
    old = [item for item in who.cards if item.level < new]
    paper = who.paper if who.paper and CLASSES.index(PAPER_CLASS[who.paper]) < new else None
    if not old and not paper:
        return
    words = listed([*(item.name(t) for item in old), *([PAPER_NAMES[paper]] if paper else [])])
    for unit, held in t.holdings(HAMMER, CARDS).items():
        # only entries crossed out by halves leave any there
        t.pay(HAMMER, STOCK, held, CARDS, unit)
    for item in old:
        t.hand_over(item, who, HAMMER)
    if paper:
        who.paper = None
    t.begin(t.auction, who=who, entered=entered, **({PAPER: paper} if paper else {}))
    t.narrate(f"Under the hammer: {words}.")
    t.step(f"To be auctioned: {words}")
    t.explain("Symbols of the class left behind are auctioned to players in a lower class.")
    pass_over_unsaleable(t)


def pass_over_unsaleable(t: RatraceTurn) -> None:
    """Pass over every lot that nobody may buy, and end an auction that has no lots left."""
    while lot := next((one for one in lots(t) if not bidders(t, one)), None):
        pass_over(t, lot, "can buy")
    if t.event == AUCTION and not lots(t):
        t.end()


def pass_over(t: RatraceTurn, lot: str, verb: str = "buys") -> None:
    """Take a lot off the sale: the Treasury takes a symbol back on moving up; a debtor keeps it."""
    seller, what = t.event_player, lot_name(t, lot)
    if t.event == DUE:
        t.debt.tried = f"{t.debt.tried} {lot}".strip()
        t.narrate(f"Nobody {verb} the {what}.")
        t.step(f"{what}: not sold")
        t.explain("The Treasury buys nothing from a debtor.")
    elif lot == PAPER:
        t.auction.paper = None
        t.narrate(f"Nobody {verb} the {what}: it is surrendered.")
        t.step(f"{what}: surrendered, for nothing")
        t.explain("The Treasury pays nothing for a diploma or membership.")
    else:
        back = BUY_BACK[t.auction.entered]
        t.hand_over(ITEMS[lot], HAMMER, STOCK)
        t.pay(TREASURY, seller, back)
        t.narrate(f"Nobody {verb} the {what}: the Treasury takes it back for {t.written(back)}.")
        t.step(f"{what}: unsold, the Treasury pays {seller.name}", back, signed=True)
        t.step(f"{seller} then has", seller.cash)
        t.explain("Unsold symbols are turned in at the Treasury; the cards go back to stock.")


def _lot_label(t: RatraceTurn, lot: str) -> str:
    return "All that is left" if lot == REST else lot_name(t, lot)


def _lot_detail(t: RatraceTurn, lot: str) -> str:
    if lot not in lots(t):
        return ""
    able = bidders(t, lot)
    return f"May bid: {listed(who.name for who in able)}" if able else "Nobody may bid"


def _must_be_for_sale(t: RatraceTurn, lot: str) -> None:
    if lot != REST and lot not in lots(t):
        symbols_first = t.event == DUE and lot == PAPER and lots(t)
        raise Refusal(
            "Symbols come first, then the diploma." if symbols_first else "That lot is not up for sale.", "lot"
        )


SELLING = during("There is no auction under way.", AUCTION, DUE)
OWING = during("Nobody is short of cash for a debt.", DUE)


def _sale_words(t: RatraceTurn) -> str:
    what, price = lot_name(t, str(t.answers["lot"])), t.written(int(t.answers["price"] or 0))
    return f"Sell {what} to {t.find_player('buyer').name} \u00b7 {price}"


@GAME.action(
    "Sold to the highest bidder",
    group="Event",
    source=SOURCE,
    when=SELLING,
    button=_sale_words,
    auction=Auction("buyer", "price", unsold="unsold", held_by=lambda t: t.event_player),
)
def sell(
    t: RatraceTurn,
    lot: str = ask.choice("Which lot?", (*ITEMS, PAPER), label=_lot_label, now=lots, detail=_lot_detail),
    buyer: Player = ask.anybody("Who bid highest?"),
    price: int = ask.money("For how much?", at_most=lambda t: t.find_player("buyer").cash),
) -> None:
    """Record the highest bid for a lot: the buyer pays the seller in cash."""
    _must_be_for_sale(t, lot)
    if reason := why_not_bid(t, buyer, lot):
        raise Refusal(reason, "buyer")
    t.refuse(buyer.cash < price, f"{buyer} holds {t.written(buyer.cash)}: bids are cash.", "price")
    seller = t.event_player
    t.narrate(f"{buyer} buys the {lot_name(t, lot)} from {seller.name} for {t.written(price)}.")
    t.pay(buyer, seller, price)
    if lot == PAPER:
        buyer.paper = paper_code(t)
        (t.auction if t.event == AUCTION else seller).set(paper=None)
    else:
        t.hand_over(ITEMS[lot], HAMMER if t.event == AUCTION else seller, buyer)
    t.step(f"{buyer} pays {seller.name}", price, total=True)
    t.step(f"{buyer} then has", buyer.cash)
    t.step(f"{seller} then has", seller.cash)
    t.explain(RULE)
    if t.event == DUE and can_pay(due := open_due(t)):
        t.end()
        _pay_due(t, due)
    else:
        pass_over_unsaleable(t)


@GAME.action("Nobody bids", group="Event", source=SOURCE, when=SELLING, button="Nobody bids: {lot}")
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
    if lot == REST:
        while left := lots(t):  # a debtor's diploma comes up only when the symbols have
            pass_over(t, left[0])
    else:
        pass_over(t, lot)
    pass_over_unsaleable(t)


# --- debts that fall due ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """A debt that is due."""

    who: Player
    amount: int
    creditor: Player
    what: str
    """What for, in words."""
    kind: str
    """``credit`` where it is the Credit Card's, so that paying clears that debt."""
    then: str = ""
    """The square of the lower class, counted from 0, to which a divorce leads once the alimony is paid."""


def open_due(t: RatraceTurn) -> Due:
    """Return the debt for which cash is being raised."""
    debt = t.debt
    creditor = debt.creditor or t.holder("")
    return Due(t.event_player, debt.amount, creditor, debt.what, debt.kind, debt.then)


def can_pay(due: Due) -> bool:
    """Whether there is cash enough; a debt of nothing is no debt."""
    return due.amount <= max(0, due.who.cash)


def due_words(who: Player, amount: int) -> str:
    """Say on a button what paying a debt comes to: the sum, or that cash has to be raised for it."""
    written = who.t.written
    if who.cash >= amount:
        return f"Pay {written(amount)}"
    return f"{who} owes {written(amount)}, {written(amount - max(0, who.cash))} short"


def falls_due(t: RatraceTurn, due: Due) -> None:
    """Pay a debt that is due at once, or open the raising of cash when the player is short.

    Symbols and papers that nobody may buy are passed over at once.
    """
    if can_pay(due):
        _pay_due(t, due)
        return
    who, then = due.who, {"then": due.then} if due.then else {}
    t.begin(t.debt, who=who, amount=due.amount, creditor=due.creditor, what=due.what, kind=due.kind, **then)
    t.narrate(f"{who} owes {t.written(due.amount)} ({due.what}) and holds {t.written(who.cash)}: cash must be raised.")
    t.step(f"{who} owes {due.creditor.name}", due.amount)
    t.step("Cash in hand", who.cash)
    t.step("Short by", due.amount - who.cash, total=True)
    t.explain(DEBT_RULE)
    pass_over_unsaleable(t)


def _pay_due(t: RatraceTurn, due: Due) -> None:
    who, creditor = due.who, due.creditor
    t.pay(who, creditor, due.amount)
    if due.kind == "credit":
        t.pay(TREASURY, who, who.debt, CREDIT)
    to_player = creditor.key != TREASURY
    t.narrate(f"{who} pays {t.written(due.amount)}{f' to {creditor.name}' if to_player else ''}: {due.what}.")
    t.step(f"{who} pays {creditor.name}", -due.amount, signed=True, total=True)
    t.step(f"Leaves {who.name} with", who.cash)
    if to_player:
        t.step(f"{creditor} then has", creditor.cash)
    if due.then:
        _step_down(t, who, int(due.then))


def _step_down(t: RatraceTurn, who: Player, at: int) -> None:
    """Go down one class after a divorce, to a square counted from 0; the diploma or membership is forfeited."""
    lower = CLASSES[max(0, who.level - 1)]
    # the class may have been put right by hand while the alimony was being raised
    at = at if at < len(RINGS[lower]) else 0
    lost = f", and forfeits the {PAPER_NAMES[who.paper]}" if who.paper else ""
    who.place(lower, at)
    who.paper = who.owes_auction = None
    t.narrate(f"{who} goes down to {CLASS_IN[lower]}, to {who.stands_on}{lost}.")
    t.step(f"{who} is now in {CLASS_IN[lower]}")
    t.explain("A divorce costs alimony and one class. Status Symbols are kept, a diploma or membership is lost.")


@GAME.action(
    "Pay the due debt",
    group="Debts",
    source=BANKRUPT_SOURCE,
    when=OWING,
    button=lambda t: due_words(open_due(t).who, open_due(t).amount),
)
def settle(t: RatraceTurn) -> None:
    """Pay the open debt, once there is cash enough."""
    due = open_due(t)
    t.refuse(not can_pay(due), f"{due.who} owes {t.written(due.amount)} and holds {t.written(due.who.cash)}.")
    t.end()
    _pay_due(t, due)


@GAME.action(
    "Go bankrupt",
    group="Debts",
    source=BANKRUPT_SOURCE,
    when=OWING,
    button=lambda t: f"{t.event_player} goes bankrupt",
    amount=lambda _: 0,  # no one figure says it: cash goes, and a new start comes
)
def bankrupt(t: RatraceTurn) -> None:
    """Give all cash to the creditor and start over; possible once nothing is left to auction."""
    due = open_due(t)
    who, creditor, cash, owed, lost = due.who, due.creditor, due.who.cash, due.who.debt, due.who.cards
    t.refuse(can_pay(due), f"{who} has the cash for the debt: pay it.")
    if left := lots(t):
        raise Refusal(f"{who} must first put up the {lot_name(t, left[0])} for auction.")
    held = max(0, cash)
    carried = t.house.bankrupt_credit == "carried"
    # what went to a Credit Due reduces the debt that is carried on
    off = min(owed, held if due.kind == "credit" else 0) if carried else owed
    t.pay(who, creditor, held)
    t.pay(TREASURY, who, off, CREDIT)
    for item in lost:
        t.hand_over(item, who, STOCK)
    # cash below zero, from an entry crossed out, does not spoil the new start
    t.pay(TREASURY, who, START_CASH - min(0, cash))
    t.end()
    who.place(CLASSES[0])
    who.paper = who.owes_auction = None
    who.bankruptcies += 1
    gives = f": {t.written(held)} to {creditor.name}, then" if held else " and goes"
    t.narrate(f"{who} is bankrupt{gives} back to Graduation Day with {t.written(START_CASH)}.")
    t.step(f"{who} owes {creditor.name}", due.amount)
    t.step(f"{creditor} takes all the cash", -held, signed=True)
    # a Credit Due is the credit debt itself and its interest
    still, is_credit = owed - off, due.kind == "credit"
    t.step("Unpaid and written off", due.amount - held - (still if is_credit else 0))
    if off and not is_credit:
        t.step("Credit debt written off", off)
    if still:
        t.step("Credit debt carried on", still)
    if lost:
        t.step(f"Symbols back to stock: {', '.join(item.name(t) for item in lost)}")
    t.step(f"{who} starts over with", START_CASH, total=True)
    t.explain(DEBT_RULE)
    t.by_house_rule(House.bankrupt_credit)
