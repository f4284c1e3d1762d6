"""The Tote's figures: the slips of this race, what every horse would pay, and the words for it.

A slip is a mark of the Tote, ``bet_<race>_<number>``, that says who laid how much on which horse. What lies in the
pool beside them was carried here from an earlier race.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.games.totopoly import state
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.state import POOL, UNIT
from companion.rules import totalisator
from companion.rules.totalisator import Dividend, Terms
from companion.table import Line, Mark

if TYPE_CHECKING:
    from companion.table import Table

TOTE, RACE = "tote", "race"
"""Who holds the marks of the pool, and those of the race."""


class Slip(NamedTuple):
    """A bet on the Tote pad: its number, who laid it, on which horse, and how much."""

    number: int
    who: str
    horse: str
    stake: int


def race_number(table: Table) -> int:
    """Which race of the day this is, from 1."""
    return state.count(table, RACE, "number") or 1


def slips(table: Table) -> tuple[Slip, ...]:
    """All bets of this race that stand, in the order they were laid."""
    race = race_number(table)
    # a pad may hold thousands of slips, and is read at every tap
    said, named = table.ledger.marks.get, f"bet_{race}_"
    found = []
    for number in range(1, state.count(table, TOTE, f"bets_{race}") + 1):
        if written := said((TOTE, named + str(number))):
            who, horse, stake = str(written).split()
            found.append(Slip(number, who, horse, int(stake)))
    return tuple(found)


def slip(table: Table, number: int) -> Slip | None:
    """The bet on one slip; nothing where it was taken back or never was."""
    return next((one for one in slips(table) if one.number == number), None)


def write_slip(table: Table, number: int, said: Slip | None) -> Mark:
    """Mark what stands on a slip from now on; nothing takes it off the pad."""
    value = f"{said.who} {said.horse} {said.stake}" if said else None
    return Mark(TOTE, f"bet_{race_number(table)}_{number}", value)


def laid(found: tuple[Slip, ...]) -> int:
    """How much is laid on some slips."""
    return sum(one.stake for one in found)


def carried(table: Table, found: tuple[Slip, ...]) -> int:
    """How much an earlier race left in the pool beside the bets of this one."""
    return 0 if paid(table) else max(0, state.held(table, POOL) - laid(found))


def paid(table: Table) -> bool:
    """Whether this race's pool has been paid out."""
    return bool(table.ledger.mark(TOTE, f"paid_{race_number(table)}"))


def terms(table: Table) -> Terms:
    """How this table plays its Tote."""
    return Terms(table.house("dividend"), table.house("breakage"), table.house("unbacked"), table.house("least"))


def board(table: Table, found: tuple[Slip, ...] | None = None) -> dict[str, Dividend]:
    """What every horse would pay now; ``found`` are the slips where they have been read already."""
    found = slips(table) if found is None else found
    return totalisator.dividends(found, HORSES, terms(table), carried(table, found))


def pays(table: Table, of: Dividend) -> str:
    """Say what a unit on a horse gets back, or what becomes of the pool where nobody backed it."""
    if of.backed:
        return of.words()
    if not of.total:
        return ""
    return {
        totalisator.REFUND: "bets go back",
        totalisator.CARRIED: "pool is carried on",
    }.get(table.house("unbacked"), "clerk keeps all")


def at_ten(of: Dividend) -> str:
    """Write the dividend at exactly 10%, to two decimals; nothing where nobody backed the horse."""
    return totalisator.exact(of.total, of.laid).words(2) if of.backed else ""


def figures(table: Table, horse: str, of: Dividend) -> tuple[Line, ...]:
    """Show the pool, and what a horse would pay with it as it is."""
    name = state.card_name(table, horse)
    lines = [state.line("In the pool", of.total), state.line(f"Laid on {name}", of.laid)]
    if of.backed:
        lines.append(Line(f"{name} would then pay {of.words()} for each {UNIT}1", None))
        if of.words() != at_ten(of):
            lines.append(Line(f"At exactly 10% that would be {at_ten(of)}", None))
        lines += warning(of)
    return tuple(lines)


def warning(of: Dividend) -> list[Line]:
    """Warn where the backers of a winner would get back less than they laid, or the commission gives way."""
    if of.short:
        return [Line(f"Warning: the pool after commission, {state.money(of.net)}, is less than was laid on it")]
    if of.gave_way:
        return [Line(f"Commission gives way to {state.money(of.commission)}, so that stakes come back whole")]
    return []


def spoken_rules(table: Table) -> tuple[str, ...]:
    """Name the house rules that are not played our usual way and bear on a payout."""
    found = []
    if table.house("dividend") == totalisator.EXACT:
        found.append("The commission is always exactly 10%.")
    if table.house("breakage") == totalisator.REMAINDERS:
        found.append("Units left over go to the largest remainders.")
    if table.house("least") == totalisator.STAKE:
        found.append("Stakes on the winner come back whole; commission gives way.")
    return tuple(found)
