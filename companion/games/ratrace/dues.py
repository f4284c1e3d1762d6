"""Debts that fall due, and bankruptcy.

Rulebook: «Q. What happens when a player goes bankrupt?»
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.action import action
from companion.games.ratrace import state
from companion.games.ratrace.board import CLASS_NAMES, CLASSES
from companion.games.ratrace.state import DUE, TREASURY, money, name
from companion.table import Effect, Line, Mark, Posting, Refusal, Table

SOURCE = "Q. What happens when a player goes bankrupt?"
START_CASH = 200
RULE = (
    "A due debt is paid in cash. Who is short auctions Status Symbols, then a diploma or membership; "
    "who is still short pays what he has and starts over."
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


def falls_due(table: Table, due: Due) -> Effect:
    """Pay a debt that is due at once, or open the raising of cash when the player is short."""
    held = state.cash(table, due.who)
    if held >= due.amount:
        return _settle(table, due)
    facts: dict[str, str | int] = {
        "who": due.who,
        "amount": due.amount,
        "creditor": due.creditor,
        "what": due.what,
        "kind": due.kind,
    }
    if due.then:
        facts["then"] = due.then
    return Effect(
        f"{name(table, due.who)} owes {money(due.amount)} ({due.what}) and holds {money(held)}: cash must be raised.",
        marks=state.begin_event(DUE, **facts),
        working=(
            Line(f"{name(table, due.who)} owes {table.name(due.creditor)}", due.amount),
            Line("Cash in hand", held),
            Line("Short by", due.amount - held, total=True),
        ),
        rule=RULE,
    )


def settled_if_met(table: Table) -> Effect:
    """Pay the open debt if its debtor now has the cash; else nothing happens."""
    if state.event(table) != DUE:
        return Effect()
    due = open_due(table)
    if state.cash(table, due.who) < due.amount:
        return Effect()
    return Effect(marks=state.end_event(table, DUE)) + _settle(table, due)


def _settle(table: Table, due: Due) -> Effect:
    postings = state.pay(due.amount, due.who, due.creditor)
    if due.kind == "credit":
        postings += _write_off(due.who, state.debt(table, due.who))
    payee = f" to {table.name(due.creditor)}" if due.creditor != TREASURY else ""
    effect = Effect(
        f"{name(table, due.who)} pays {money(due.amount)}{payee}: {due.what}.",
        postings,
        working=(
            Line(f"{name(table, due.who)} pays {table.name(due.creditor)}", -due.amount, signed=True, total=True),
            Line(f"Leaves {table.name(due.who)} with", state.cash(table, due.who) - due.amount),
        ),
    )
    return effect + step_down(table, due.who, due.then) if due.then else effect


def _write_off(who: str, amount: int) -> tuple[Posting, ...]:
    return state.pay(amount, TREASURY, who, "credit")


def step_down(table: Table, who: str, then: str) -> Effect:
    """Go down one class after a divorce; symbols stay, the diploma or membership is forfeited.

    ``then`` is the number of the square in the lower class, counted from 0.
    """
    lower = CLASSES[max(0, state.level(table, who) - 1)]
    at = int(then)
    lost = state.paper(table, who)
    words = f"{name(table, who)} goes down to the {CLASS_NAMES[lower]}, to {state.square_name(table, lower, at)}"
    if lost:
        words += f", and forfeits the {state.paper_name(lost)}"
    return Effect(
        f"{words}.",
        marks=(Mark(who, "class", lower), Mark(who, "square", at), Mark(who, "paper", None)),
        working=(Line(f"{name(table, who)} is now in the {CLASS_NAMES[lower]}"),),
        rule="A divorce costs alimony and one class. Status Symbols are kept, a diploma or membership is lost.",
    )


def lots_left(table: Table) -> tuple[str, ...]:
    """What an insolvent player has still to put up: symbols first, then the diploma or membership."""
    who = state.said(table, DUE, "who")
    tried = set(state.said(table, DUE, "tried").split())
    symbols = tuple(item.unit for item in state.cards(table, who) if item.unit not in tried)
    if symbols:
        return symbols
    return () if state.paper(table, who) is None or "paper" in tried else ("paper",)


@action(SOURCE, title="Go bankrupt", group="Debts")
def bankrupt(table: Table) -> Effect:
    """Give all cash to the creditor and start over; possible once nothing is left to auction."""
    state.during(table, DUE)
    who = state.said(table, DUE, "who")
    if left := lots_left(table):
        what = state.ITEM_OF[left[0]].name(table) if left[0] != "paper" else "diploma or membership"
        raise Refusal(f"{name(table, who)} must first put up the {what} for auction.")
    return _start_over(table, who)


def _start_over(table: Table, who: str) -> Effect:
    due = open_due(table)
    held = max(0, state.cash(table, who))
    owed = state.debt(table, who)
    carried = table.house("bankrupt_credit") == "carried"
    # what went to a Credit Due reduces the debt that is carried on (late ruling)
    off = min(owed, held if due.kind == "credit" else 0) if carried else owed
    lost = state.cards(table, who)
    postings = (
        *state.pay(held, who, due.creditor),
        *_write_off(who, off),
        *(posting for item in lost for posting in state.hand_card(item, f"{who}:cards", state.STOCK)),
        *state.pay(START_CASH, TREASURY, who),
    )
    marks = (
        *state.end_event(table, DUE),
        Mark(who, "class", "working"),
        Mark(who, "square", 0),
        Mark(who, "paper", None),
        Mark(who, "bankruptcies", state.count(table, who, "bankruptcies") + 1),
    )
    working = [
        Line(f"{name(table, due.creditor)} takes all the cash", -held, signed=True),
        Line("Unpaid and written off", due.amount - held),
    ]
    if owed:
        still = owed - off
        working.append(Line("Credit debt carried on" if carried else "Credit debt written off", still or off))
    if lost:
        working.append(Line(f"Symbols back to stock: {', '.join(item.name(table) for item in lost)}"))
    working += [
        Line(f"The Treasury pays {table.name(who)}", START_CASH, signed=True),
        Line(f"{name(table, who)} starts over with", START_CASH, total=True),
    ]
    house = ("Credit debt is carried through a bankruptcy.",) if carried else ()
    return Effect(
        f"{name(table, who)} is bankrupt: {money(held)} to {table.name(due.creditor)}, back to Graduation Day "
        f"with {money(START_CASH)}.",
        postings,
        marks,
        tuple(working),
        RULE,
        house,
    )


@action(SOURCE, title="Pay the due debt", group="Debts")
def settle(table: Table) -> Effect:
    """Pay the open debt, once there is cash enough."""
    state.during(table, DUE)
    effect = settled_if_met(table)
    if not effect.postings and not effect.marks:
        who, amount = state.said(table, DUE, "who"), state.count(table, DUE, "amount")
        raise Refusal(f"{name(table, who)} owes {money(amount)} and holds {money(state.cash(table, who))}.")
    return effect


ACTIONS = (settle, bankrupt)
