"""Debts that fall due when somebody can't meet them: cash is raised by private sales, then the debt is paid.

Rulebook: «Borrowing» and «Discarding».
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.api import Refusal
from companion.games.totopoly.discarding import surplus, warn, why_not_hold
from companion.games.totopoly.game import GAME, Player, Stage, TotopolyTurn, ask, ask_lease
from companion.games.totopoly.lease_cards import HORSES

SOURCE = "Borrowing"
FEE = "fee"
ENTRANCE = 25


@dataclass(frozen=True, slots=True)
class Due:
    """A debt that is due."""

    who: Player
    amount: int
    to: Player
    """To whom it is paid, into which purse."""
    purse: str
    what: str
    """What for, in words."""
    kind: str = ""
    """``fee`` where it is entrance fees, which go with the horses: a horse sold is one fee less."""


def fees(who: Player) -> int:
    """Return the entrance fees that a player has still to pay."""
    return ENTRANCE * len(who.fees_due)


def fees_words(t: TotopolyTurn, count: int) -> str:
    return f"{t.count(count, 'horse')} at {t.written(ENTRANCE)}"


def open_due(t: TotopolyTurn) -> Due | None:
    """Return the debt for which cash is being raised, if there is one."""
    debt = t.debt
    if not debt.who:
        return None
    holder, _, purse = debt.to.partition(":")
    amount = fees(debt.who) if debt.kind == FEE else debt.amount
    return Due(debt.who, amount, t.holder(holder), purse, debt.what, debt.kind)


def falls_due(due: Due) -> None:
    """Pay a debt at once, or open the raising of cash when the player is short."""
    who, t = due.who, due.who.t
    if not t.tracked or due.amount <= max(0, who.cash):
        _pay(due)
        return
    to = f"{due.to.key}:{due.purse}"
    t.debt.set(who=who, amount=due.amount, to=to, what=due.what, kind=due.kind or None)
    amount, held = t.written(due.amount), t.written(who.cash)
    t.narrate(f"{who} owes {amount} ({due.what}) and holds {held}: cash must be raised.")
    _show_fees(due)
    t.step(f"{who} owes {due.to.name}", due.amount)
    t.step("Cash in hand", who.cash)
    t.step("Short by", due.amount - who.cash, total=True)
    t.explain(
        "Nothing is borrowed: whoever is short sells a horse, a business or an advantage card privately at the best "
        "offer, and pays."
    )


def forget_due(t: TotopolyTurn) -> None:
    t.debt.set(who=None, amount=None, to=None, what=None, kind=None)


def pay_if_possible(t: TotopolyTurn) -> None:
    """Pay the debt that is due, if its debtor now has the cash."""
    due = open_due(t)
    if due and due.amount <= max(0, due.who.cash):
        forget_due(t)
        _pay(due)


def _pay(due: Due) -> None:
    who, t = due.who, due.who.t
    if not due.amount:
        t.narrate(f"{who} owes nothing any more.")
        return
    t.narrate(f"{who} pays {due.to.name} {t.written(due.amount)}: {due.what}.")
    t.pay(who, due.to, due.amount, into=due.purse)
    _show_fees(due)
    t.step(f"{who} pays {due.to.name}", due.amount, total=True)
    _note_fees(due)
    who.show_cash()
    if due.to in t.everybody:
        due.to.show_cash()


def _show_fees(due: Due) -> None:
    """Say what a debt is made up of, where it is entrance fees."""
    if due.kind == FEE:
        t = due.who.t
        t.step(f"Entrance fees, {fees_words(t, len(due.who.fees_due))}", due.amount)


def _note_fees(due: Due) -> None:
    for horse in due.who.fees_due if due.kind == FEE else ():
        due.who.t.lease(horse).fee = 1


def require_due(t: TotopolyTurn) -> Due:
    """Return the debt that is due, or refuse."""
    t.require_begun()
    if (due := open_due(t)) is None:
        raise Refusal("Nobody is short of cash for a debt.")
    return due


@GAME.action("Pay the due debt", group="Debts", source=SOURCE)
def settle(t: TotopolyTurn) -> None:
    """Pay the open debt, once there is cash enough."""
    due = require_due(t)
    held = due.who.cash
    t.refuse(due.amount > max(0, held), f"{due.who} owes {t.written(due.amount)} and holds {t.written(held)}.")
    pay_if_possible(t)


@GAME.action("Drop a debt", group="Debts")
def let_off(t: TotopolyTurn, reason: str = ask.reason()) -> None:
    """Drop the debt, if the table agrees."""
    due = require_due(t)
    forget_due(t)
    _note_fees(due)
    t.narrate(f"{due.who} is let off {t.written(due.amount)}, {due.what} ({reason}).")
    t.explain("The table may let anybody off; the reason stays in the journal.")


# --- private sales ------------------------------------------------------------------------------------------


def require_seller(giver: Player) -> bool:
    """Refuse who may not sell now, as another has still to meet a debt; return whether it is to meet one."""
    t = giver.t
    giver.require_playing("giver")
    due = open_due(t)
    if due and due.who != giver:
        t.require_no_debt()
    return due is not None


def require_buyer(taker: Player, giver: Player, price: int) -> None:
    """Refuse a buyer who is the seller, has left, or can't pay."""
    t = taker.t
    taker.require_playing("taker")
    t.refuse(taker == giver, "Seller and buyer are the same.", "taker")
    if t.tracked:
        t.refuse(taker.cash < 1, f"{taker} has no cash.", "taker")
        held = t.written(taker.cash)
        t.refuse(taker.cash < price, f"{taker} holds {held}, not {t.written(price)}: there is no credit.", "price")


def pay_seller(taker: Player, giver: Player, price: int, what: str) -> None:
    """Pay for what is sold from player to player."""
    t = taker.t
    t.pay(taker, giver, price)
    t.narrate(f"{taker} buys {what} from {giver.name} for {t.written(price)}.")
    t.step(f"{taker} pays {giver.name}", price, total=True)
    taker.show_cash()
    giver.show_cash()


def _to_sell(t: TotopolyTurn) -> tuple[str, ...]:
    return leases_to_sell(t.find_player("giver"))


def leases_to_sell(giver: Player) -> tuple[str, ...]:
    """Return the lease cards that a player could sell; the auctioneer's is none of them."""
    return tuple(card for card in giver.cards if giver.t.business_type(card) != "auctioneer")


@GAME.action(
    "Sell privately",
    group="Players",
    source=SOURCE,
    asked_by="giver",
    button="Sell {card} to {taker}",
    agreed_by=lambda t: t.find_player("taker"),
)
def private_sale(
    t: TotopolyTurn,
    giver: Player = ask.anybody("Who sells?"),
    card: str = ask_lease("Which card is sold?", _to_sell),
    taker: Player = ask.anybody("Who makes the best offer?"),
    price: int = ask.money("For how much?", at_most=lambda t: t.can_pay("taker")),
) -> None:
    """Sell a horse or a business to another player at the best offer, to meet a debt or because three horses run."""
    t.require_stage(Stage.RING, Stage.PARADE)
    for_debt = require_seller(giver)
    t.refuse(not leases_to_sell(giver), f"{giver} has nothing to sell.", "giver")
    if not for_debt and not surplus(giver):
        raise Refusal("A private sale needs a debt to pay, or a fourth horse.", "giver")
    t.refuse(card not in giver.cards, f"{t.card_name(card)} is not {giver.name}'s.", "card")
    t.refuse(card not in leases_to_sell(giver), "The auctioneer's card is not sold.", "card")
    t.refuse(not for_debt and card not in HORSES, "With no debt to pay, only a horse is sold.", "card")
    require_buyer(taker, giver, price)
    if reason := why_not_hold(taker, card):
        raise Refusal(reason, "taker")
    pay_seller(taker, giver, price, t.card_name(card))
    t.move(card, giver, taker)
    t.explain("A private sale goes from player to player: no commission, nothing for the prize fund, no credit.")
    warn(taker, card)
    pay_if_possible(t)
