"""The Tote's figures: the slips of this race, what every horse would pay, and the words for it.

A slip is a mark of the Tote, ``bet_<race>_<number>``, that says who laid how much on which horse. What an earlier race
carried to this one is said too, as ``carried_<race>``, and what a payout leaves for the next as ``left_<race>``: so a
pool that does not match its slips, as after a line was struck out, is seen.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.table import Line, Mark, Table
from companion.games.totopoly import state, unsettled
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.houses import EVENING
from companion.games.totopoly.state import POOL, UNIT, money
from companion.rules import betting
from companion.rules.betting import Dividend, Payout, Terms

TOTE, RACE = unsettled.TOTE, unsettled.RACE
"""Who holds the marks of the pool, and those of the race."""

race_number = unsettled.race_number
paid = unsettled.tote_paid
"""Which race this is, and whether its pool has been paid out."""


class Slip(NamedTuple):
    """A bet on the Tote pad: its number, who laid it, on which horse, and how much."""

    number: int
    who: str
    horse: str
    stake: int


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
    if paid(table):
        return 0
    said = unsettled.carried_in(table)
    return max(0, state.held(table, POOL) - laid(found)) if said is None else said


def belongs(table: Table, found: tuple[Slip, ...] | None = None) -> int:
    """How much should lie in the pool: the bets and what was carried here, or what the payout carries on.

    Here and below, ``found`` are the slips where they have been read already.
    """
    if not paid(table):
        found = slips(table) if found is None else found
        return laid(found) + carried(table, found)
    said = unsettled.carried_on(table)
    return max(0, state.held(table, POOL)) if said is None else said


def adrift(table: Table) -> int:
    """How much more lies in the pool than belongs there; negative where it is short, nought where all is well."""
    return state.held(table, POOL) - belongs(table)


def apart(table: Table, found: tuple[Slip, ...] | None = None) -> str:
    """Say that pool and slips do not match, and what to do; nothing where they do."""
    should, lies = belongs(table, found), state.held(table, POOL)
    if should == lies:
        return ""
    there = f"{money(lies)} lies in the pool, and"
    if paid(table):
        return f"{there} {money(should) if should else 'nothing'} belongs there: put the pool right."
    who = "slips and what was carried here ask" if carried(table, slips(table)) else "the slips ask"
    return f"{there} {who} for {money(should) if should else 'nothing'}: put the pool right."


def terms(table: Table) -> Terms:
    """How this table plays its Tote; a whole evening has one race, and nothing is carried on from it."""
    unbacked = betting.KEPT if carries_in_vain(table) else table.house("unbacked")
    return Terms(table.house("dividend"), table.house("breakage"), unbacked, table.house("least"))


def carries_in_vain(table: Table) -> bool:
    """Whether a pool that nobody won would be carried on, had the evening another race."""
    return state.keeps(table) == EVENING and table.house("unbacked") == betting.CARRIED


def board(table: Table, found: tuple[Slip, ...] | None = None) -> dict[str, Dividend]:
    """What every horse would pay now; ``found`` are the slips where they have been read already."""
    found = slips(table) if found is None else found
    return betting.dividends(found, HORSES, terms(table), carried(table, found))


def pays(table: Table, of: Dividend) -> str:
    """Say what a unit on a horse gets back, or what becomes of the pool where nobody backed it."""
    if of.backed:
        return of.words()
    if not of.total:
        return ""
    return {
        betting.REFUND: "bets go back",
        betting.CARRIED: "pool is carried on",
    }.get(terms(table).unbacked, "clerk keeps all")


def at_ten(of: Dividend) -> str:
    """Write the dividend at exactly 10%, to two decimals; nothing where nobody backed the horse."""
    return betting.exact(of.total, of.laid).words(2) if of.backed else ""


def figures(table: Table, horse: str, of: Dividend) -> tuple[Line, ...]:
    """Show the pool, and what a horse would pay with it as it is."""
    name = state.card_name(table, horse)
    lines = [state.line("In the pool", of.total)]
    if of.backed:
        lines.append(state.line(commission(of), -of.commission, signed=True))
    lines.append(state.line(f"Laid on {name}", of.laid))
    if of.backed:
        made = f"{of.net:,} \u00f7 {of.laid:,}"
        lines.append(Line(f"{name} would then pay {of.words()} for each {UNIT}1: {made}", None))
        if of.words() != at_ten(of):
            lines.append(Line(f"At exactly 10% that would be {at_ten(of)}", None))
        lines += warning(of)
    return tuple(lines)


def commission(of: Dividend) -> str:
    """Name the commission, in percent to one decimal where it is not 10."""
    if of.gave_way:
        return "Commission, which gives way to the stakes"
    percent = betting.decimal(100 * of.commission, of.total, 1)
    return f"Commission, {percent}%" + (" for a round figure" if of.figure is not None and percent != "10" else "")


def warning(of: Dividend) -> list[Line]:
    """Warn where the backers of a winner would get back less than they laid, or the commission gives way."""
    if of.short:
        return [Line(f"Warning: the pool after commission, {state.money(of.net)}, is less than was laid on it")]
    if of.gave_way:
        return [Line(f"Commission gives way to {state.money(of.commission)}, so that stakes come back whole")]
    return []


def spoken_rules(table: Table, out: Payout) -> tuple[str, ...]:
    """Name the house rules that changed something about a payout on a winner that was backed."""
    found, of = [], out.dividend
    if table.house("dividend") == betting.EXACT and betting.round_figure(of.total, of.laid) is not None:
        found.append("The commission is always exactly 10%.")
    if out.shared_out:
        found.append("Units left over go to the largest remainders.")
    if of.gave_way:
        found.append("Stakes on the winner come back whole; commission gives way.")
    return tuple(found)
