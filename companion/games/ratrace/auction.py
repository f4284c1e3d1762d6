"""Auctions, lot by lot: when somebody moves up, and when somebody can't pay a debt that is due; bankruptcy.

On moving up the cards lie under the hammer until they are sold or turned in; a debtor keeps them until somebody
buys. Rulebook: «Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?» and
«Q. What happens when a player goes bankrupt?».
"""

from __future__ import annotations

from functools import partial

from companion.api import Auction, State, listed
from companion.api.show import Prompt
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
    Event,
    Player,
    RatraceTurn,
    ask,
    during,
)
from companion.games.ratrace.options import House

SOURCE = (
    "Q. What do I do with my old Status Symbols and my diploma or club membership when I move up?"
)
RULE = "One lot at a time, open bids from $1 in cash, to the seller; the highest wins."
DEBT_RULE = (
    "A due debt is paid in cash. Whoever is short auctions Status Symbols, then a diploma or membership; "
    "whoever is still short pays what there is and starts over."
)
DIVORCE_RULE = "A divorce costs alimony and one class. Status Symbols are kept, a diploma or membership is lost."
PAPER, REST = "paper", "rest"
"""The lots that are no cards: the diploma or membership, and all that is left."""
BUY_BACK = {"middle": 10, "high": 50}

# --- lots and bidders ------------------------------------------------------------------------------


class Sale(Event):
    """An event in which lots are sold to the highest bidder: Status Symbols, and a diploma or membership.

    On moving up the cards lie under the hammer until they are sold or turned in. Who ``raises_cash`` keeps them until
    somebody buys, and puts up the paper last. ``entered`` is the class that was entered by moving up, ``paper`` what is
    for sale then, and ``tried`` are the lots put up in vain, with blanks between them.
    """

    raises_cash = False
    entered, tried = State(""), State("")
    paper = State("")

    @property
    def cards_with(self) -> Player | str:
        """Who or what holds the cards that are for sale."""
        return self.player if self.raises_cash else HAMMER

    @property
    def paper_with(self) -> Player | Sale:
        """Who or what has the diploma or membership that is for sale."""
        return self.player if self.raises_cash else self

    @property
    def lots(self) -> tuple[str, ...]:
        """The lots still to be sold: card units, and ``paper`` for the diploma or membership."""
        tried = self.tried.split()
        symbols = tuple(
            item.unit for item in self.t.cards_of(self.cards_with) if item.unit not in tried
        )
        paper = (PAPER,) if self.paper_with.paper and PAPER not in tried else ()
        return symbols or paper if self.raises_cash else symbols + paper

    def name(self, lot: str) -> str:
        """Say a lot."""
        if lot == REST:
            return "All that is left"
        return (
            ITEMS[lot].name(self.t)
            if lot in ITEMS
            else PAPERS.get(self.paper_with.paper, "Diploma or membership")
        )

    @property
    def lot_names(self) -> str:
        return listed(map(self.name, self.lots))

    def why_not_bid(self, buyer: Player, lot: str) -> str:
        """Say why a player may not buy a lot; empty where it is allowed."""
        if buyer == self.player:
            return "The seller does not bid."
        if buyer.closed:
            return f"After the funeral {buyer.name} takes no part in auctions before moving again."
        if (
            self.entered
            and self.t.house.bidders == "below"
            and buyer.level >= CLASSES.index(self.entered)
        ):
            return f"Only players below {CLASS_IN[self.entered]} bid; {buyer.name} is not."
        if lot in ITEMS:
            any_class = not self.entered and self.t.house.bankrupt_class == "any"
            return buyer.why_not_hold(ITEMS[lot], any_class=any_class)
        (rank,), held = SQUARES[self.paper_with.paper].classes, buyer.own_paper
        if buyer.rank != rank:
            return f"{buyer} is not in {CLASS_IN[rank]}."
        return f"{buyer} has the {PAPERS[held]} already." if held else ""

    def bidders(self, lot: str) -> tuple[Player, ...]:
        """Return everyone who may buy a lot, and has any cash for it."""
        return tuple(who for who in self.t.seats if who.cash > 0 and not self.why_not_bid(who, lot))

    def pass_over(self, lot: str, verb: str = "buys") -> None:
        """Take a lot off the sale: the Treasury takes a symbol back on moving up; a debtor keeps it."""
        t, what, then = self.t, self.name(lot), ""
        if self.raises_cash:
            self.tried = f"{self.tried} {lot}".strip()
            t.explain("The Treasury buys nothing from a debtor.")
        elif lot == PAPER:
            self.paper = None
            then = ": it is surrendered"
            t.explain("The Treasury pays nothing for a diploma or membership.")
        else:
            back = BUY_BACK[self.entered]
            t.hand_over(ITEMS[lot], HAMMER, STOCK)
            t.pay(TREASURY, self.player, back, what=f"{what}, unsold")
            then = f": the Treasury takes it back for {t.written(back)}"
            t.explain("Unsold symbols are turned in at the Treasury; the cards go back to stock.")
        t.narrate(f"Nobody {verb} the {what}{then}.")

    def pass_over_unsaleable(self) -> None:
        """Pass over every lot that nobody may buy, and end an auction that has no lots left."""
        while lot := next((lot for lot in self.lots if not self.bidders(lot)), None):
            self.pass_over(lot, "can buy")
        if not self.raises_cash and not self.lots:
            self.end()

    def offer(self, title: str, text: str) -> Prompt:
        """Offer to sell the first lot that somebody may buy."""
        first, *_ = lots = self.lots
        lot = next((lot for lot in lots if self.bidders(lot)), first)
        return Prompt(
            title, text, sell("Sold", "primary", lot=lot), (unsold("Nobody bids", lot=first),)
        )


class AuctionHeld(Sale):
    """An auction on moving up."""

    code, called, title = "auction", "the auction", "Auction"

    def prompt(self) -> Prompt:
        if not self.lots:
            # an entry crossed out may leave an auction with nothing to sell
            return Prompt("The auction has no lots left")
        return self.offer(f"{self.player}'s auction", f"Still under the hammer: {self.lot_names}.")

    def call_off(self) -> None:
        """Give unsold lots back to the seller."""
        whose, paper = self.player, self.paper
        self.end()
        for item in self.t.cards_of(HAMMER):
            self.t.hand_over(item, HAMMER, whose)
        self.t.step(f"Unsold lots go back to {whose.name}")
        if paper:
            whose.paper = paper


class Debt(Sale):
    """A debt for which cash is raised.

    ``what`` says in words what for. ``kind`` is ``credit`` where it is the Credit Card's, so that paying clears that
    debt. ``then`` is the square of the lower class, counted from 0, to which a divorce leads once the alimony is paid.
    """

    raises_cash = True
    code, called, title = "due", "the debt that is due", "Debt due"
    creditor, amount = State(Player), State(0)
    what, kind, then = State(""), State(""), State("")

    @property
    def short_by(self) -> int:
        """How much cash is missing; zero where there is enough."""
        return short_by(self.player, self.amount)

    def pay(self) -> None:
        """Pay it, and end it."""
        terms = (
            self.player,
            self.amount,
            self.what,
            self.kind,
            self.creditor or self.t.treasury,
            self.then,
        )
        self.end()
        _pay(self.t, *terms)

    def prompt(self) -> Prompt:
        t, who, held = self.t, self.player, self.t.written(self.player.cash)
        title = f"{who} must pay {t.written(self.amount)}"
        if not self.short_by:
            return Prompt(
                title, f"{self.what}. There is cash enough: {held}.", settle("Pay", "primary")
            )
        text = f"{self.what}. {who} has {held}, {t.written(self.short_by)} short."
        if not self.lots:
            return Prompt(title, f"{text} Nothing is left to sell.", bankrupt("Bankrupt", "danger"))
        return self.offer(title, f"{text} To auction: {self.lot_names}.")

    def call_off(self) -> None:
        """Let the debtor off."""
        self.t.step(f"{self.player} is let off", self.amount)
        self.end()


def find_sale(t: RatraceTurn) -> Sale:
    """Return the auction or the debt that is under way."""
    return Debt(t) if t.event == Debt.code else AuctionHeld(t)


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
    for unit, held in t.holdings(HAMMER, CARDS).items():
        # only entries crossed out by halves leave any there
        t.pay(HAMMER, STOCK, held, CARDS, unit)
    for item in old:
        t.hand_over(item, who, HAMMER)
    if paper:
        who.paper = None
    auction.begin(who=who, entered=entered, **({PAPER: paper} if paper else {}))
    t.narrate(f"Under the hammer: {auction.lot_names}.")
    t.explain("Symbols of the class left behind are auctioned to players in a lower class.")
    auction.pass_over_unsaleable()


def _lot_label(t: RatraceTurn, lot: str) -> str:
    return find_sale(t).name(lot)


def _lot_detail(t: RatraceTurn, lot: str) -> str:
    sale = find_sale(t)
    if lot not in sale.lots:
        return ""
    names = listed(who.name for who in sale.bidders(lot))
    return f"May bid: {names}" if names else "Nobody may bid"


def _usual_bids(t: RatraceTurn) -> tuple[int, ...]:
    """Round bids, and in a debt what clears it."""
    sale = find_sale(t)
    clears = sale.short_by if isinstance(sale, Debt) else 0
    return tuple(sorted({100, 200, clears} - {0}))


def _lots_now(t: RatraceTurn) -> tuple[str, ...]:
    return find_sale(t).lots


def _find_sale_of(t: RatraceTurn, lot: str) -> Sale:
    """Return the sale that is under way; refuse a lot that is not for sale in it."""
    sale = find_sale(t)
    why = "That lot is not up for sale. Symbols come first, then the diploma."
    t.refuse(lot not in (*sale.lots, REST), why, "lot")
    return sale


selling = partial(
    GAME.action,
    group="Event",
    source=SOURCE,
    when=during("There is no auction under way.", AuctionHeld, Debt),
)
owing = partial(
    GAME.action,
    group="Debts",
    source="Q. What happens when a player goes bankrupt?",
    when=during("Nobody is short of cash for a debt.", Debt),
)


@selling(
    "Sold to the highest bidder",
    rule=RULE,
    button="Sell {lot} to {buyer} \u00b7 {price}",
    auction=Auction("buyer", "price", unsold="unsold", held_by=lambda t: t.event_player),
)
def sell(
    t: RatraceTurn,
    lot: str = ask.choice(
        "Which lot?", (*ITEMS, PAPER), label=_lot_label, now=_lots_now, detail=_lot_detail
    ),
    buyer: Player = ask.player("Who bid highest?"),
    price: int = ask.money("For how much?", paid_by="buyer", quick=_usual_bids),
) -> None:
    """Record the highest bid for a lot: the buyer pays the seller in cash."""
    sale = _find_sale_of(t, lot)
    reason = sale.why_not_bid(buyer, lot)
    t.refuse(reason, reason, "buyer")
    t.narrate(f"{buyer} buys the {sale.name(lot)} from {sale.player.name} for {t.written(price)}.")
    t.pay(buyer, sale.player, price, what="")
    if lot == PAPER:
        buyer.paper = sale.paper_with.paper
        sale.paper_with.set(paper=None)
    else:
        t.hand_over(ITEMS[lot], sale.cards_with, buyer)
    if isinstance(sale, Debt) and not sale.short_by:
        sale.pay()
    else:
        sale.pass_over_unsaleable()


@selling("Nobody bids", button="Nobody bids: {lot}")
def unsold(
    t: RatraceTurn,
    lot: str = ask.choice(
        "Which lot?",
        (*ITEMS, PAPER, REST),
        label=_lot_label,
        now=lambda t: (*_lots_now(t), REST) if len(_lots_now(t)) > 1 else _lots_now(t),
        detail=_lot_detail,
    ),
) -> None:
    """Pass over a lot that nobody will buy: on moving up, the Treasury takes a symbol back."""
    sale = _find_sale_of(t, lot)
    t.refuse(not sale.lots, "There is nothing left to sell.", "lot")
    sale.pass_over(sale.lots[0] if lot == REST else lot)
    while lot == REST and sale.lots:  # a debtor's diploma comes up only when the symbols have
        sale.pass_over(sale.lots[0])
    sale.pass_over_unsaleable()


# --- debts that fall due ---------------------------------------------------------------------------


def short_by(who: Player, amount: int) -> int:
    """Return how much cash is missing for an amount; zero where there is enough, or nothing is due."""
    return amount - who.cash if amount > max(0, who.cash) else 0


def due_words(who: Player, amount: int) -> str:
    """Say on a button what paying a debt comes to: the sum, or that cash has to be raised for it."""
    written, short = who.t.written, short_by(who, amount)
    return (
        f"{who} owes {written(amount)}, {written(short)} short"
        if short
        else f"Pay {written(amount)}"
    )


def falls_due(  # noqa: PLR0913, PLR0917 - who owes what, for what, and to whom
    t: RatraceTurn,
    who: Player,
    amount: int,
    what: str,
    kind: str,
    creditor: Player | None = None,
    then: str = "",
) -> None:
    """Pay a debt that is due at once, or open the raising of cash when the player is short.

    Symbols and papers that nobody may buy are passed over at once.
    """
    debt, to, short = Debt(t), creditor or t.treasury, short_by(who, amount)
    if not short:
        _pay(t, who, amount, what, kind, to, then)
        return
    debt.begin(
        who=who,
        amount=amount,
        creditor=to,
        what=what,
        kind=kind,
        **({"then": then} if then else {}),
    )
    t.narrate(
        f"{who} owes {t.written(amount)} ({what}) and holds {t.written(who.cash)}: cash must be raised."
    )
    t.step(f"{who} owes {to.name}", amount)
    t.step("Less cash in hand", -who.cash, signed=True)
    t.step("Short by", short, total=True)
    t.explain(DEBT_RULE)
    debt.pass_over_unsaleable()


def _pay(  # noqa: PLR0913, PLR0917 - as above
    t: RatraceTurn, who: Player, amount: int, what: str, kind: str, creditor: Player, then: str
) -> None:
    to = "" if creditor == t.treasury else f" to {creditor.name}"
    t.narrate(f"{who} pays {t.written(amount)}{to}{t.for_what(what)}.")
    t.pay(who, creditor, amount, what="")
    if kind == "credit":
        t.pay(TREASURY, who, who.debt, CREDIT)
    if not then:
        return
    # after a divorce; the class may have been put right by hand while the alimony was being raised
    lower, at = who.lower, int(then)
    lost = f", and forfeits the {PAPERS[who.paper]}" if who.paper else ""
    who.place(lower, at if at < len(RINGS[lower]) else 0)
    who.paper = who.owes_auction = None
    t.narrate(f"{who} goes down to {CLASS_IN[lower]}, to {who.stands_on}{lost}.")
    t.explain(DIVORCE_RULE)


@owing("Pay the due debt", button=lambda t: due_words(t.event_player, Debt(t).amount))
def settle(t: RatraceTurn) -> None:
    """Pay the open debt, once there is cash enough."""
    debt = Debt(t)
    owes, holds = t.written(debt.amount), t.written(debt.player.cash)
    t.refuse(debt.short_by, f"{debt.player} owes {owes} and holds {holds}.")
    debt.pay()


@owing(
    "Go bankrupt",
    rule=DEBT_RULE,
    button=lambda t: f"{t.event_player} goes bankrupt",
    amount=lambda _: 0,  # no one figure says it: cash goes, and a new start comes
)
def bankrupt(t: RatraceTurn) -> None:
    """Give all cash to the creditor and start over; possible once nothing is left to auction."""
    debt = Debt(t)
    who, creditor, is_credit = debt.player, debt.creditor or t.treasury, debt.kind == "credit"
    cash, owed, lost, held = who.cash, who.debt, who.cards, max(0, who.cash)
    t.refuse(not debt.short_by, f"{who} has the cash for the debt: pay it.")
    t.refuse(
        debt.lots,
        f"{who} must first put up the {debt.name(next(iter(debt.lots), PAPER))} for auction.",
    )
    # what went to a Credit Due reduces the debt that is carried on
    off = min(owed, held if is_credit else 0) if t.house.bankrupt_credit == "carried" else owed
    still = owed - off
    t.pay(who, creditor, held, what="")
    # a Credit Due is the credit debt itself and its interest
    t.step("Unpaid and written off", debt.amount - held - (still if is_credit else 0))
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
    debt.end()
    who.place(CLASSES[0])
    who.paper = who.owes_auction = None
    if who.closed:  # Ruling: whoever goes bankrupt at the funeral is open again
        who.closed = who.misses = None
        t.step(f"{who}'s Business is open again")
    who.bankruptcies += 1
    gives = f": {t.written(held)} to {creditor.name}, then" if held else " and goes"
    t.narrate(f"{who} is bankrupt{gives} back to Graduation Day with {t.written(START_CASH)}.")
    t.by_house_rule(House.bankrupt_credit)
