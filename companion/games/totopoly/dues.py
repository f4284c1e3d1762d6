"""Debts that fall due, when somebody can't meet them: cash is raised by private sales, then the debt is paid.

Rulebook: «Borrowing».
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.action import action
from companion.core.questions import Reason
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.totopoly import book_slips, gates, state
from companion.games.totopoly.state import BOX, FUND, POOL, TRAINING, line, money, name

SOURCE = "Borrowing"
DUE = "due"
FEE = "fee"
ENTRANCE = 25
RULE = (
    "Nothing is borrowed: whoever is short sells a horse, a business or an advantage card privately at the best "
    "offer, and pays."
)
PURSES = {FUND: "the prize fund", TRAINING: "the training account", BOX: "the money box", POOL: "the Tote"}


@dataclass(frozen=True, slots=True)
class Due:
    """A debt that is due: who owes how much to which account, and what for, in words.

    ``kind`` is ``fee`` where it is entrance fees, which go with the horses: a horse sold is one fee less.
    """

    who: str
    amount: int
    to: str
    what: str
    kind: str = ""


def fees(table: Table, who: str) -> tuple[str, ...]:
    """The horses of a player for which the entrance fee is still to be paid."""
    return tuple(horse for horse in state.own_horses(table, who) if not table.ledger.mark(horse, FEE))


def at_the_fee(count: int) -> str:
    """Say what so many entrance fees are made up of."""
    return f"{count} {'horse' if count == 1 else 'horses'} at {money(ENTRANCE)}"


def _steps(table: Table, due: Due) -> tuple[Line, ...]:
    """Say what a debt is made up of, where it is entrance fees."""
    return (line(f"Entrance fees, {at_the_fee(len(fees(table, due.who)))}", due.amount),) if due.kind == FEE else ()


def open_due(table: Table) -> Due | None:
    """The debt for which cash is being raised, if there is one."""
    who, to, what, kind = (state.said(table, DUE, key) for key in ("who", "to", "what", "kind"))
    if not who:
        return None
    amount = ENTRANCE * len(fees(table, who)) if kind == FEE else state.count(table, DUE, "amount")
    return Due(who, amount, to, what, kind)


def free_till(table: Table, who: str) -> int:
    """How much in a bookmaker's till is free: what lies there beyond the stakes of bets not paid out yet."""
    stakes = 0 if book_slips.settled(table, who) else sum(one.wager.stake for one in book_slips.slips(table, who))
    return max(0, book_slips.in_till(table, who) - stakes)


def account_name(table: Table, account: str) -> str:
    """Say whose an account is."""
    return PURSES.get(account) or table.name(account.partition(":")[0])


def falls_due(table: Table, due: Due) -> Effect:
    """Pay a debt at once, or open the raising of cash when the player is short."""
    held = state.cash(table, due.who)
    if not state.tracked(table) or due.amount <= max(0, held):
        return _paid(table, due)
    facts: dict[str, str | int] = {
        "who": due.who,
        "amount": due.amount,
        "to": due.to,
        "what": due.what,
        "kind": due.kind,
    }
    return Effect(
        f"{name(table, due.who)} owes {money(due.amount)} ({due.what}) and holds {money(held)}: cash must be raised.",
        marks=tuple(Mark(DUE, key, value or None) for key, value in facts.items()),
        working=(
            *_steps(table, due),
            line(f"{name(table, due.who)} owes {account_name(table, due.to)}", due.amount),
            line("Cash in hand", held),
            line("Short by", due.amount - held, total=True),
        ),
        rule=RULE,
    )


def closed() -> tuple[Mark, ...]:
    """Forget the open debt."""
    return tuple(Mark(DUE, key, None) for key in ("who", "amount", "to", "what", "kind"))


def settled_if_met(table: Table) -> Effect:
    """Pay the open debt if its debtor now has the cash; nothing when there is none, or it can't be met yet."""
    due = open_due(table)
    if due is None or due.amount > max(0, state.cash(table, due.who)):
        return Effect()
    return Effect(marks=closed()) + _paid(table, due)


def _paid(table: Table, due: Due) -> Effect:
    if not due.amount:
        return Effect(f"{name(table, due.who)} owes nothing any more.")
    marks = tuple(Mark(horse, FEE, 1) for horse in fees(table, due.who)) if due.kind == FEE else ()
    left: tuple[Line, ...] = ()
    if state.tracked(table):
        left = (line(f"{name(table, due.who)} then has", state.cash(table, due.who) - due.amount),)
        taker = due.to.removesuffix(":cash")
        if any(taker == seat.key for seat in table.players):
            left += (line(f"{name(table, taker)} then has", state.cash(table, taker) + due.amount),)
    return Effect(
        f"{name(table, due.who)} pays {account_name(table, due.to)} {money(due.amount)}: {due.what}.",
        state.pay(due.amount, state.purse(due.who), due.to),
        marks,
        (
            *_steps(table, due),
            line(f"{name(table, due.who)} pays {account_name(table, due.to)}", due.amount, total=True),
            *left,
        ),
    )


@action(SOURCE, title="Pay the due debt", group="Debts")
def settle(table: Table) -> Effect:
    """Pay the open debt, once there is cash enough."""
    due = _open(table)
    held = state.cash(table, due.who)
    if due.amount > max(0, held):
        raise Refusal(f"{name(table, due.who)} owes {money(due.amount)} and holds {money(held)}.")
    return settled_if_met(table)


@action("", title="Let somebody off a debt", group="Debts")
def let_off(table: Table, reason: Reason) -> Effect:
    """Drop the debt that is due, by agreement of the table.

    reason: Why?
    """
    due = _open(table)
    marks = tuple(Mark(horse, FEE, 1) for horse in fees(table, due.who)) if due.kind == FEE else ()
    return Effect(
        f"{name(table, due.who)} is let off {money(due.amount)}, {due.what} ({reason}).",
        marks=(*closed(), *marks),
        rule="The table may let anybody off; the reason stays in the journal.",
    )


def _open(table: Table) -> Due:
    gates.begun(table)
    due = open_due(table)
    if due is None:
        raise Refusal("Nobody is short of cash for a debt.")
    return due


ACTIONS = (settle, let_off)
