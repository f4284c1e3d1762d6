"""What a change to the journal would change for the players: figures by account, and what their cards say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.units import written
from models.ledger import MONEY, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.game import Game
    from companion.table import Table


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
