"""What the screens show of a player: cash, net worth, job, loans, streets and shares, and what GO will bring."""

from __future__ import annotations

from companion.core.game import Badge, Holding, Standing
from companion.core.table import Line, Table, listed
from companion.games.rat_race_monopoly import insurance, loans, naming, salary, state
from companion.games.rat_race_monopoly.board import (
    DEGREES,
    GROUPS,
    STREETS_OF,
    mortgage_value,
    street_name,
    street_price,
)
from companion.games.rat_race_monopoly.outcome import declared_sum, ending
from companion.games.rat_race_monopoly.scale import say
from companion.games.rat_race_monopoly.state import GAME
from companion.games.rat_race_monopoly.worth import net_worth

BRACKET_TONES = ("plain", "plain", "info", "good")


def standing(table: Table, who: str) -> Standing:
    """Everything a player's card shows; the stock broker's alone shows shares."""
    return _broker(table, who) if state.broker_alone(table) else _banker(table, who)


def _broker(table: Table, who: str) -> Standing:
    held = state.shares(table, who)
    worth = say(table, held * state.price(table))
    return Standing(
        seat=who,
        figure=f"{held} {'share' if held == 1 else 'shares'}",
        chips=() if state.alive(table, who) else (Badge("out"),),
        note=f"Worth {worth} at {say(table, state.price(table))}" if held else "No shares",
        out=not state.alive(table, who),
        up=state.turn_of(table) == who,
        details=(("Shares", str(held)), ("Worth at the price now", worth)),
    )


def _banker(table: Table, who: str) -> Standing:
    worth, lines = net_worth(table, who)
    goal, alive = state.goal(table), state.alive(table, who)
    job, owed = state.job(table, who), state.debt(table, who)
    note, ready = readiness(table, who, worth)
    return Standing(
        seat=who,
        figure=say(table, state.cash(table, who)),
        subtitle=DEGREES[state.degree(table, who)],
        rank=Badge(state.job_name(table, job) if job else "No job", BRACKET_TONES[state.bracket(table, who)]),
        debt=Badge(f"loans {say(table, owed)}", "bad" if owed > 0 else "warn") if owed else Badge("No loan"),
        chips=_chips(table, who),
        holdings=_holdings(table, who),
        progress=max(0, min(100, worth * 100 // goal)) if alive else 0,
        note=note,
        ready=ready,
        out=not alive,
        up=_waits_for(table) == who,
        details=_details(table, who, lines),
    )


def readiness(table: Table, who: str, worth: int) -> tuple[str, bool]:
    """How far a player is from the goal, in words, and whether it can be declared."""
    goal = state.goal(table)
    if not state.opened(table):
        return "Not dealt in yet", False
    if table.ledger.mark(GAME, "declared") == who:
        return f"Declared a net worth of {say(table, declared_sum(table))}, and won", False
    if not state.alive(table, who):
        return "Out of the game", False
    if worth >= goal:
        how = "" if table.house("declare") == "moment" else ": to be declared on the own turn"
        return f"Net worth {say(table, worth)}{how}", True
    return f"Net worth {say(table, worth)} of {say(table, goal)}", False


def _waits_for(table: Table) -> str | None:
    """Whom the table waits for: who has to throw for a disaster, or whose turn it is."""
    if ending(table) is not None:
        return None
    return state.thrower(table) or state.turn_of(table)


def _chips(table: Table, who: str) -> tuple[Badge, ...]:
    if not state.alive(table, who):
        return (Badge("out"),)
    chips = []
    if state.in_jail(table, who):
        chips.append(Badge("in Jail", "warn"))
    if state.streets_of(table, who):
        chips.append(Badge("insured", "good") if state.insured(table, who) else Badge("not insured", "warn"))
    if held := state.shares(table, who):
        said = f"{held} {'share' if held == 1 else 'shares'}" if held > 0 else f"shares at \u2212{-held}"
        chips.append(Badge(said, "info" if held > 0 else "bad"))
    return tuple(chips)


def _holdings(table: Table, who: str) -> tuple[Holding, ...]:
    """A place for each colour group in which a player owns something."""
    places = []
    for group in GROUPS:
        whole = STREETS_OF[group.key]
        mine = [street for street in whole if state.owner(table, street) == who]
        if mine:
            names = listed(_street_words(table, street) for street in mine)
            places.append(Holding(f"{group.title}, {len(mine)} of {len(whole)}", names, colour=group.ink))
    return tuple(places)


def _street_words(table: Table, street: str) -> str:
    built = naming.buildings_said(state.houses_on(table, street))
    remarks = [built] if built else []
    if state.mortgaged(table, street):
        remarks.append("mortgaged")
    return f"{street_name(table, street)}{f' ({listed(remarks)})' if remarks else ''}"


def _details(table: Table, who: str, worth: tuple[Line, ...]) -> tuple[tuple[str, str], ...]:
    held, level = state.loans(table, who), state.job(table, who)
    rows = [(line.text, say(table, line.figure or 0)) for line in worth]
    rows.append(("Degree", DEGREES[state.degree(table, who)]))
    job = f"{state.job_name(table, level)}, level {level}" if level else "No job yet"
    rows.append(("Job", job))
    rows.append(("Salary at the next GO", say(table, salary.salary(table, level, len(held)))))
    rows.append(("Income tax", say(table, salary.tax(table, level))))
    for slot, owed, since in held:
        ripe = "can be repaid" if not loans.why_not_repay(table, who, since) else "after the next GO"
        rows.append(("First loan" if slot == state.SLOTS[0] else "Second loan", f"{say(table, owed)}, {ripe}"))
    if not loans.why_none(table, who):
        rows.append(("A loan would be", say(table, state.loan_size(table, state.bracket(table, who)))))
    if state.streets_of(table, who):
        good = "until the next GO" if state.insured(table, who) else "none"
        rows.append(("Insurance", f"{good}; the next costs {say(table, insurance.premium(table, who))}"))
    for street in state.streets_of(table, who):
        at = mortgage_value(table, street) if state.mortgaged(table, street) else street_price(table, street)
        rows.append((_street_words(table, street), say(table, at)))
    rows.append(("GOs passed", str(state.gos(table, who))))
    return tuple(rows)


def status(table: Table) -> tuple[Badge, ...]:
    """What stands at the head of the table: the goal and the share price."""
    share = Badge(f"Share {say(table, state.price(table))}", "info")
    if state.broker_alone(table):
        return (share,)
    return Badge(f"Goal {say(table, state.goal(table))}"), share
