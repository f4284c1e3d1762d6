"""Debts that fall due, and bankruptcy.

Rulebook: «Q. What happens when a player goes bankrupt?»
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.action import action
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table
from companion.games.ratrace import gates, sale, state
from companion.games.ratrace.board import CLASS_IN, CLASSES, RINGS
from companion.games.ratrace.state import DUE, TREASURY, money, name

SOURCE = "Q. What happens when a player goes bankrupt?"
START_CASH = 200
RULE = (
    "A due debt is paid in cash. Whoever is short auctions Status Symbols, then a diploma or membership; "
    "whoever is still short pays what there is and starts over."
)


@dataclass(frozen=True, slots=True)
class Due:
    """A debt that is due: who owes how much to whom, and what for, in words.

    ``kind`` is ``credit`` where it is the Credit Card's, so that paying clears that debt. ``then`` is the
    square of the lower class, counted from 0, to which a divorce leads once the alimony is paid.
    """

    who: str
    amount: int
    creditor: str
    what: str
    kind: str
    then: str = ""


def open_due(table: Table) -> Due:
    """The debt for which cash is being raised."""
    who, creditor, what, kind, then = (
        state.said(table, DUE, key) for key in ("who", "creditor", "what", "kind", "then")
    )
    return Due(who, state.count(table, DUE, "amount"), creditor, what, kind, then)


def can_pay(table: Table, due: Due) -> bool:
    """Whether there is cash enough; a debt of nothing is no debt."""
    return due.amount <= max(0, state.cash(table, due.who))


def falls_due(table: Table, due: Due) -> Effect:
    """Pay a debt that is due at once, or open the raising of cash when the player is short.

    Symbols and papers that nobody may buy are passed over at once.
    """
    if can_pay(table, due):
        return _settled(table, due)
    facts: dict[str, str | int] = {
        "who": due.who,
        "amount": due.amount,
        "creditor": due.creditor,
        "what": due.what,
        "kind": due.kind,
    }
    if due.then:
        facts["then"] = due.then
    held = state.cash(table, due.who)
    opened = Effect(
        f"{name(table, due.who)} owes {money(due.amount)} ({due.what}) and holds {money(held)}: cash must be raised.",
        marks=state.begin_event(table, DUE, **facts),
        working=(
            Line(f"{name(table, due.who)} owes {table.name(due.creditor)}", due.amount),
            Line("Cash in hand", held),
            Line("Short by", due.amount - held, total=True),
        ),
        rule=RULE,
    )
    return opened + sale.swept(table.after(opened))


def settled_if_met(table: Table) -> Effect | None:
    """Pay the open debt if its debtor now has the cash; nothing when there is none, or it can't be met yet."""
    if state.event(table) != DUE:
        return None
    due = open_due(table)
    if not can_pay(table, due):
        return None
    return Effect(marks=state.end_event(table, DUE)) + _settled(table, due)


def _settled(table: Table, due: Due) -> Effect:
    postings = state.pay(due.amount, due.who, due.creditor)
    if due.kind == "credit":
        postings += _write_off(due.who, state.debt(table, due.who))
    payee = ""
    gets: tuple[Line, ...] = ()
    if due.creditor != TREASURY:
        payee = f" to {table.name(due.creditor)}"
        gets = (Line(f"{name(table, due.creditor)} then has", state.cash(table, due.creditor) + due.amount),)
    effect = Effect(
        f"{name(table, due.who)} pays {money(due.amount)}{payee}: {due.what}.",
        postings,
        working=(
            Line(f"{name(table, due.who)} pays {table.name(due.creditor)}", -due.amount, signed=True, total=True),
            Line(f"Leaves {table.name(due.who)} with", state.cash(table, due.who) - due.amount),
            *gets,
        ),
    )
    return effect + step_down(table, due.who, int(due.then)) if due.then else effect


def _write_off(who: str, amount: int) -> tuple[Posting, ...]:
    return state.pay(amount, TREASURY, who, "credit")


def step_down(table: Table, who: str, at: int) -> Effect:
    """Go down one class after a divorce; symbols stay, the diploma or membership is forfeited.

    ``at`` is the number of the square in the lower class, counted from 0.
    """
    lower = CLASSES[max(0, state.level(table, who) - 1)]
    # the class may have been put right by hand while the alimony was being raised
    at = at if at < len(RINGS[lower]) else 0
    lost = state.paper(table, who)
    words = f"{name(table, who)} goes down to {CLASS_IN[lower]}, to {state.square_name(table, lower, at)}"
    if lost:
        words += f", and forfeits the {state.paper_name(lost)}"
    return Effect(
        f"{words}.",
        marks=(
            Mark(who, "class", lower),
            Mark(who, "square", at),
            Mark(who, "paper", None),
            Mark(who, "owes_auction", None),
        ),
        working=(Line(f"{name(table, who)} is now in {CLASS_IN[lower]}"),),
        rule="A divorce costs alimony and one class. Status Symbols are kept, a diploma or membership is lost.",
    )


@action(SOURCE, title="Go bankrupt", group="Debts")
def bankrupt(table: Table) -> Effect:
    """Give all cash to the creditor and start over; possible once nothing is left to auction."""
    gates.during(table, DUE)
    due = open_due(table)
    if can_pay(table, due):
        raise Refusal(f"{name(table, due.who)} has the cash for the debt: pay it.")
    if left := sale.lots(table):
        raise Refusal(f"{name(table, due.who)} must first put up the {sale.lot_name(table, left[0])} for auction.")
    return _start_over(table, due)


def _start_over(table: Table, due: Due) -> Effect:
    who, cash = due.who, state.cash(table, due.who)
    held = max(0, cash)
    owed = state.debt(table, who)
    carried = table.house("bankrupt_credit") == "carried"
    # what went to a Credit Due reduces the debt that is carried on (late ruling)
    off = min(owed, held if due.kind == "credit" else 0) if carried else owed
    lost = state.cards(table, who)
    postings = (
        *state.pay(held, who, due.creditor),
        *_write_off(who, off),
        *(posting for item in lost for posting in state.hand_card(item, f"{who}:cards", state.STOCK)),
        # cash below nought, from a line struck out, does not spoil the new start
        *state.pay(START_CASH - min(0, cash), TREASURY, who),
    )
    marks = (
        *state.end_event(table, DUE),
        Mark(who, "class", "working"),
        Mark(who, "square", 0),
        Mark(who, "paper", None),
        Mark(who, "owes_auction", None),
        Mark(who, "bankruptcies", state.count(table, who, "bankruptcies") + 1),
    )
    gives = f": {money(held)} to {table.name(due.creditor)}, then" if held else " and goes"
    return Effect(
        f"{name(table, who)} is bankrupt{gives} back to Graduation Day with {money(START_CASH)}.",
        postings,
        marks,
        (
            Line(f"{name(table, who)} owes {table.name(due.creditor)}", due.amount),
            Line(f"{name(table, due.creditor)} takes all the cash", -held, signed=True),
            *_written_off(due, due.amount - held, owed, owed - off),
            *([Line(f"Symbols back to stock: {', '.join(item.name(table) for item in lost)}")] if lost else []),
            Line(f"{name(table, who)} starts over with", START_CASH, total=True),
        ),
        RULE,
        ("Credit debt is carried through a bankruptcy.",) if carried else (),
    )


def _written_off(due: Due, unpaid: int, owed: int, still: int) -> list[Line]:
    """Say what becomes of what was not paid: a Credit Due is the credit debt itself and its interest."""
    if due.kind == "credit":
        lines = [Line("Unpaid and written off", unpaid - still)]
    else:
        lines = [Line("Unpaid and written off", unpaid)]
        if owed - still:
            lines.append(Line("Credit debt written off", owed - still))
    return [*lines, Line("Credit debt carried on", still)] if still else lines


@action(SOURCE, title="Pay the due debt", group="Debts")
def settle(table: Table) -> Effect:
    """Pay the open debt, once there is cash enough."""
    gates.during(table, DUE)
    effect = settled_if_met(table)
    if effect is None:
        due = open_due(table)
        raise Refusal(f"{name(table, due.who)} owes {money(due.amount)} and holds {money(state.cash(table, due.who))}.")
    return effect


ACTIONS = (settle, bankrupt)
