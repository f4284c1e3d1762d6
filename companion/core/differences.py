"""What a change to the journal would change for the players: figures by account, and what their cards say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from companion.core.game import Game
from companion.core.table import Table, listed
from companion.core.units import written
from models.ledger import AMEND, COUNT, MONEY, REDO, UNDO, VOID, Account, Line, Proposal

if TYPE_CHECKING:
    Moves: TypeAlias = Mapping[tuple[Account, str], int]


OWN = {UNDO: "Undo", REDO: "Redo", VOID: "Struck out", AMEND: "Correction", COUNT: "Count"}
"""What the book does itself, in words."""


DEBTS = frozenset({"credit", "debt", "loan", "loans"})
"""Purses in which less than nought is what somebody owes."""


def summed(working: Sequence[Line]) -> tuple[bool, ...]:
    """Tell of each line of a receipt whether a sum line belongs over it: it is a result, and its steps stand above.

    Between two results stands also what somebody then has after the first; only figures that make the second are its
    steps.
    """
    ruled: list[bool] = []
    steps: list[int] = []
    first = True
    for line in working:
        ruled.append(line.total and bool(steps) and (first or _makes(steps, line.figure or 0)))
        if line.total:
            steps, first = [], False
        elif line.figure is not None:
            steps.append(line.figure)
    return tuple(ruled)


def _makes(steps: list[int], figure: int) -> bool:
    """Whether the last of some figures, so many as it takes, come to another."""
    return any(abs(sum(steps[at:])) == abs(figure) for at in range(len(steps)))


def headline(proposal: Proposal) -> Line | None:
    """Pick the one figure that tells what an entry came to: its result, or the most money moved.

    A correction says again what other lines came to: none of their figures is its own.
    """
    if proposal.action == AMEND:
        return None
    totals = [line for line in proposal.working if line.total and line.figure is not None]
    if totals:
        return totals[-1]
    moved = [
        Line("", posting.quantity, posting.unit)
        for posting in proposal.postings
        if posting.unit in MONEY and posting.quantity > 0
    ]
    return max(moved, key=lambda line: line.figure or 0) if moved else None


def share(moves: Moves, holder: str) -> Line | None:
    """What an entry moves for one player, with its sign: in cash, else in other purses, else on what is owed."""
    sums: dict[tuple[int, str], int] = {}
    for (account, unit), quantity in moves.items():
        who, _, purse = account.partition(":")
        if who == holder and unit in MONEY:
            rank = 0 if purse == "cash" else 2 if purse in DEBTS else 1
            sums[rank, unit] = sums.get((rank, unit), 0) + quantity
    found = sorted((rank, unit, quantity) for (rank, unit), quantity in sums.items() if quantity)
    return Line("", found[0][2], found[0][1], signed=True) if found else None


def only_share(moves: Moves, names: Mapping[str, str]) -> Line | None:
    """What an entry moves for the one player for whom it moves anything, by name; of several no one stands for all."""
    found = [replace(one, text=name) for who, name in names.items() if (one := share(moves, who))]
    return found[0] if len(found) == 1 else None


LAID_AGAIN = "laid again on another device."


def laid_again(names: Sequence[str]) -> str:
    """Say whose sealed bids another device replaced than the one they were laid on; nothing where there is none."""
    if not names:
        return ""
    whose = listed(f"{name}'s" for name in names)
    return f"{whose} {'bid was' if len(names) == 1 else 'bids were'} {LAID_AGAIN}"


def remarked(proposal: Proposal, words: str) -> Proposal:
    """A line with a remark that no rule makes, in its sentence and at the end of its receipt."""
    if not words or proposal.narration.endswith(words):
        return proposal
    narration = f"{proposal.narration} {words}".lstrip()
    return replace(proposal, narration=narration, working=(*proposal.working, Line(words)))


def remark(proposal: Proposal) -> str:
    """The remark on a line; nothing where it has none."""
    last = proposal.working[-1].text if proposal.working else ""
    return last if last.endswith(LAID_AGAIN) and proposal.narration.endswith(last) else ""


@dataclass(frozen=True, slots=True)
class Difference:
    """What would change for one account; ``unit`` is that of money, else nothing.

    Where the account is ``hidden`` from the table, screens say the change alone, never what is held.
    """

    holder: str
    what: str
    before: int
    after: int
    unit: str = ""
    hidden: bool = False

    @property
    def change(self) -> int:
        """By how much it would change."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Said:
    """What a player's card says now under a label, and what it would say."""

    holder: str
    label: str
    before: str
    after: str


def by_account(game: Game, table: Table, changes: Mapping[tuple[str, str], int]) -> tuple[Difference, ...]:
    """What changes of accounts, by account and unit, come to for the players, in the order of their seats."""
    held = table.ledger.balance
    return _ordered(table, (_one(game, (table,), key, held(*key), held(*key) + by) for key, by in changes.items()))


def between(game: Game, before: Table, after: Table) -> tuple[Difference, ...]:
    """What the players hold otherwise on another table; hidden where it is so on either."""
    old, new = before.ledger.balances, after.ledger.balances
    keys = dict.fromkeys((*old, *new))
    found = (_one(game, (before, after), key, old.get(key, 0), new.get(key, 0)) for key in keys)
    # who joined by a line that is gone sits at one of the two only
    return _ordered(before if len(before.players) >= len(after.players) else after, found)


def _one(game: Game, tables: tuple[Table, ...], key: tuple[str, str], before: int, after: int) -> Difference | None:
    account, unit = key
    holder, _, purse = account.partition(":")
    if before == after:
        return None
    what = purse if unit in MONEY else f"{purse} ({unit})"
    hidden = any(game.secret(table, account) for table in tables)
    return Difference(holder, what, before, after, unit if unit in MONEY else "", hidden)


def _ordered(table: Table, found: Iterable[Difference | None]) -> tuple[Difference, ...]:
    seats = [seat.key for seat in table.players]
    theirs = [one for one in found if one and one.holder in seats]
    return tuple(sorted(theirs, key=lambda one: seats.index(one.holder)))


def said(game: Game, before: Table, after: Table) -> tuple[Said, ...]:
    """What the players' cards say otherwise on another table; nothing of what is for their own eyes alone."""
    found: list[Said] = []
    here, there = ({seat.key for seat in table.players} for table in (before, after))
    for seat in dict.fromkeys(one.key for one in (*before.players, *after.players)):
        old = _card(game, before, seat) if seat in here else {}
        new = _card(game, after, seat) if seat in there else {}
        found += [
            Said(seat, label, old.get(label, ""), new.get(label, ""))
            for label in dict.fromkeys((*old, *new))
            if old.get(label, "") != new.get(label, "")
        ]
    return tuple(found)


def _card(game: Game, table: Table, seat: str) -> dict[str, str]:
    card = game.standing(table, seat)
    chips = ", ".join(one.text for one in (card.rank, card.debt, *card.chips) if one.text)
    return {
        "": card.figure,
        **dict(card.details),
        "Remarks": chips,
        "Cards": ", ".join(one.text for one in card.holdings),
    }


def receipt_line(table: Table, one: Difference) -> Line:
    """Say a difference as a line of a receipt."""
    name = table.name(one.holder)
    if one.hidden:
        return Line(f"{name}: {one.what} changes by", one.change, one.unit, signed=True)
    return Line(f"{name}: {one.what} {written(one.before, one.unit)} becomes", one.after, one.unit)
