"""What a line's receipt comes to, wherever lines are listed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.table import listed
from models.ledger import AMEND, COUNT, MONEY, REDO, UNDO, VOID, Line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from models.ledger import Account, Proposal

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
