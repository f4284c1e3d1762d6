"""What a race still leaves open: bets not paid out, prizes not divided, a pool that does not match its slips.

It decides how far the evening is: the end is only the end when all is settled, and it comes by itself once it is. So
this module reads the marks themselves, and ``state`` asks it.
"""

from __future__ import annotations

from companion.core.table import Table
from companion.games.totopoly.houses import BANK, EVENING
from companion.games.totopoly.houses import TOTE as TOTE_ALONE

TOTE, RACE, SIDE = "tote", "race", "side"
"""Who holds the marks of the pool, those of the race, and those of all side books."""


def _count(table: Table, holder: str, name: str) -> int:
    value = table.ledger.mark(holder, name)
    return value if isinstance(value, int) else 0


def race_number(table: Table) -> int:
    """Which race of the day this is, from 1."""
    return _count(table, RACE, "number") or 1


def tote_paid(table: Table) -> bool:
    """Whether this race's pool has been paid out."""
    return bool(table.ledger.mark(TOTE, f"paid_{race_number(table)}"))


def book_paid(table: Table, keeper: str) -> bool:
    """Whether a bookmaker has paid out on this race."""
    return bool(table.ledger.mark(SIDE, f"settled_{race_number(table)}_{keeper}"))


def prizes_paid(table: Table) -> bool:
    """Whether the prize fund has been divided."""
    return bool(table.ledger.mark(RACE, "prizes"))


def bets_open(table: Table) -> bool:
    """Whether a bet of this race waits for its payout, at the Tote or in a bookmaker's book."""
    said, race = table.ledger.marks.get, race_number(table)
    if not tote_paid(table):
        numbers = range(1, _count(table, TOTE, f"bets_{race}") + 1)
        if any(said((TOTE, f"bet_{race}_{number}")) for number in numbers):
            return True
    numbers = range(1, _count(table, SIDE, f"bets_{race}") + 1)
    slips = (said((SIDE, f"bet_{race}_{number}")) for number in numbers)
    return any(slip and not book_paid(table, str(slip).partition(" ")[0]) for slip in slips)


def carried_in(table: Table) -> int | None:
    """How much was carried to this race in the pool; nothing where an older book did not say."""
    race = race_number(table)
    said = table.ledger.mark(TOTE, f"carried_{race}")
    if isinstance(said, int):
        return said
    return 0 if race == 1 else None


def carried_on(table: Table) -> int | None:
    """How much this race's payout left in the pool for the next; nothing where an older book did not say."""
    said = table.ledger.mark(TOTE, f"left_{race_number(table)}")
    if isinstance(said, int):
        return said
    return 0 if table.house("keeps") == EVENING else None


def all_settled(table: Table, in_pool: int) -> bool:
    """Whether nothing is open any more: no bet, no prize, and in the pool only what belongs there."""
    keeps = table.house("keeps")
    if bets_open(table) or (keeps in (EVENING, BANK) and not prizes_paid(table)):
        return False
    if keeps not in (EVENING, TOTE_ALONE):
        return True
    belongs = carried_on(table) if tote_paid(table) else carried_in(table)
    return in_pool >= 0 if belongs is None else in_pool == belongs
