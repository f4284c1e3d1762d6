"""A player's statement: what each effective entry moved for them, what that left, and what corrections changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from companion.core.game import Game
from companion.core.table import Table
from companion.core.units import is_money
from models.frozen import frozen
from models.ledger import (
    AMEND,
    VOID,
    Account,
    Entry,
    Line,
    Place,
    Proposal,
    ReceiptLine,
    sum_postings,
)

Moves: TypeAlias = Mapping[tuple[Account, str], int]
Kind: TypeAlias = tuple[int, str]
"""A kind of a player's money: what it is in, and its unit."""

DEBTS = frozenset({"credit", "debt", "loan", "loans"})
"""Purses in which a negative balance is money owed."""
OWES = "owes"
CASH, OTHER, OWED = range(3)
"""In what a player's money is, in the order in which it is looked at."""


class Part(NamedTuple):
    """What an entry moves of one kind of a player's money, and what is had or owed then; ``None`` while it is hidden.

    A debt is named ``OWES``: it is no money that moved, so its figure has no sign on screen; below zero more is owed.
    """

    figure: ReceiptLine
    left: ReceiptLine | None


@frozen
class Movement:
    """What an effective entry moves for a player, or what a correction changed for them.

    ``parts`` are empty for a correction, which moves nothing in a place of its own. ``before`` is what the entry moved
    as it was written, where that is something else, and ``None`` where nothing is to be said of that.
    """

    place: Place
    entry: Entry
    """The entry in which it is recorded: its own, or the correction that revised it."""
    proposal: Proposal
    parts: tuple[Part, ...] = ()
    before: tuple[ReceiptLine, ...] | None = None
    changed: tuple[ReceiptLine, ...] = ()
    """What a correction changed in all."""

    @property
    def corrected(self) -> bool:
        """Whether it is as a later correction has it."""
        return self.proposal is not self.entry.proposal


def share(game: Game, moves: Moves, holder: str) -> ReceiptLine | None:
    """What an entry moves for one player: with its sign in cash, else in other purses; else in debt, named ``OWES``."""
    return next((_figure(*moved) for moved in _had(game, moves, holder, DEBTS).items()), None)


def movements(  # noqa: PLR0913 - the play as it is and as it was written, and for whom
    game: Game,
    table: Table,
    lines: Sequence[Line],
    entries: Sequence[Entry],
    changed_sums: Callable[[Entry], Moves],
    *,
    holder: str,
) -> list[Movement]:
    """List what moved a player's money in playing order, with the corrections that changed any of it in their places.

    The parts of each kind of money add up to what the player has or owes of it. What is hidden from the table is left
    out, and while any is hidden, so is what was left.
    """
    debts, hides = DEBTS | game.debts, game.hides(table)

    def sums_of(moves: Moves) -> dict[Kind, int]:
        open_moves = {
            key: quantity for key, quantity in moves.items() if not game.is_secret(table, key[0])
        }
        return _had(game, open_moves, holder, debts)

    def figures(sums: Mapping[Kind, int]) -> tuple[ReceiptLine, ...]:
        return tuple(_figure(kind, quantity) for kind, quantity in sums.items())

    held: Counter[Kind] = Counter()
    found: list[Movement] = []
    for line in lines:
        sums = sums_of(sum_postings(line.proposal.postings))
        held.update(sums)
        left = [None if hides else _left(kind, held[kind]) for kind in sums]
        parts = tuple(map(Part, figures(sums), left))
        before = None
        if line.corrected:
            was = (
                {}
                if line.place.n
                else sums_of(sum_postings(entries[line.place.seq - 1].proposal.postings))
            )
            before = figures(was) if was != sums else None
        if parts or before:
            found.append(Movement(line.place, line.entry, line.proposal, parts, before))
    for entry in corrections(entries):
        changed = figures(sums_of(changed_sums(entry)))
        found += (
            [Movement(Place(entry.seq), entry, entry.proposal, changed=changed)] if changed else []
        )
    return sorted(found, key=lambda movement: movement.place)


def corrections(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the corrections that count, and those that are part of a later one that does, the latest first."""
    counting: set[int | None] = {None}
    for entry in reversed(entries):
        if entry.proposal.action in (VOID, AMEND) and entry.voided_by in counting:
            counting.add(entry.seq)
            yield entry


def _had(game: Game, moves: Moves, holder: str, debts: frozenset[str]) -> dict[Kind, int]:
    """What is moved for one player of each kind of money that is part of what the player has, without zeros."""
    sums: Counter[Kind] = Counter()
    for (account, unit), quantity in moves.items():
        who, _, purse = account.partition(":")
        if who == holder and is_money(unit):
            sums[CASH if purse == "cash" else OWED if purse in debts else OTHER, unit] += quantity
    # beside cash, a stake or a till is no part of what a player has
    return {
        kind: sums[kind]
        for kind in sorted(sums)
        if sums[kind] and (kind[0] != OTHER or not game.cash)
    }


def _figure(kind: Kind, quantity: int) -> ReceiptLine:
    purse, unit = kind
    return ReceiptLine(OWES if purse == OWED else "", quantity, unit, signed=purse != OWED)


def _left(kind: Kind, held: int) -> ReceiptLine:
    purse, unit = kind
    owes = purse == OWED and held <= 0
    return ReceiptLine(OWES if owes else "", abs(held) if owes else held, unit)
