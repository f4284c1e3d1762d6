"""Whose a street is, and what stands on it: the postings that move both.

Rulebook: «How does the add-on game work?», where the usual Monopoly rules hold.
"""

from __future__ import annotations

from companion.core.table import Effect, Line, Mark, Posting, Table
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.board import street_name
from companion.games.rat_race_monopoly.naming import buildings_said
from companion.games.rat_race_monopoly.state import BANK


def hand_over(table: Table, street: str, taker: str) -> tuple[Posting, ...]:
    """Make a street the taker's, ``bank`` or a seat, and nobody else's.

    Struck lines may have left it with two holders or with less than none: whoever else holds any of it comes to
    nought, the taker to one, and the bank's side makes up the sum.
    """
    moves = [
        (f"{holder}:streets", -held) for holder, held in state.holders(table, street) if holder not in (BANK, taker)
    ]
    if taker == BANK:
        moves.append((f"{BANK}:streets", -sum(change for _, change in moves)))
    else:
        gained = 1 - table.ledger.balance(f"{taker}:streets", street)
        moves.append((f"{BANK}:streets", -gained - sum(change for _, change in moves)))
        moves.append((f"{taker}:streets", gained))
    return tuple(Posting(account, change, street) for account, change in moves if change)


def move_houses(street: str, count: int) -> tuple[Posting, ...]:
    """Set so many houses on a street, or take them off where it is below nought."""
    return (Posting(f"{BANK}:houses", -count, "houses"), Posting(f"{street}:houses", count, "houses")) if count else ()


def cleared(table: Table, street: str) -> Effect:
    """Take a street's buildings and mortgage away, as when it goes back to the bank."""
    built = state.houses_on(table, street)
    return Effect(
        postings=move_houses(street, -built),
        marks=(Mark(street, "mortgaged", None),) if state.mortgaged(table, street) else (),
        working=(Line(f"{street_name(table, street)}: {buildings_said(built)} gone"),) if built > 0 else (),
    )


def bare_from_bank(table: Table, street: str) -> Effect:
    """Clear a street that comes from the bank of what struck lines have left on it, and say so."""
    astray = state.houses_on(table, street) != 0 or state.mortgaged(table, street)
    if not astray:
        return Effect()
    what = street_name(table, street)
    return Effect(working=(Line(f"{what} comes from the bank bare and free of mortgage"),)) + cleared(table, street)
