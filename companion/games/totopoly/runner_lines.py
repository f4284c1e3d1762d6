"""What the Tote's board and a bookmaker's say of a horse alike: its name, its colour, whether it is out of the race."""

from __future__ import annotations

from companion.core.table import Table
from companion.games.totopoly import race, state, tote
from companion.games.totopoly.board import COLOURS, HORSES, INKS
from companion.games.totopoly.dividends import race_number
from companion.games.totopoly.state import BETTING, HOME, OVER, PARADE, RUNNING


def listed_horses(table: Table, backed: set[str]) -> tuple[str, ...]:
    """The horses a board has a line for: those that run, were scratched, have bets or came in; by number."""
    came = {*race.finishers(table), *race.by_hand(table)}
    runs = {*state.runners(table), *backed, *came}
    last = state.count(table, state.GAME, "field") or len(HORSES)
    return tuple(
        horse
        for at, horse in enumerate(HORSES)
        if horse in runs or (state.scratched(table, horse) and (at < last or state.owner(table, horse)))
    )


def subtitle(table: Table) -> str:
    """Say which race it is and how far it has come."""
    stage = state.stage(table)
    if stage == BETTING:
        now = "owners first" if tote.owners_first(table) else "open to all"
    elif stage == RUNNING:
        now = "closed" if tote.closed(table) else "they are off, open up to the bend"
    elif stage == HOME:
        now = "waiting for the next horse" if race.waits(table) else "the result"
    else:
        now = {PARADE: "before the Tote", OVER: "over"}.get(stage, "")
    return f"Race {race_number(table)} \u00b7 {now}"


def printed(table: Table, horse: str) -> str:
    """The name on a horse's card, or its number where nobody has copied it."""
    return f"Horse {horse[1:]}" if state.by_number(table, horse) else table.words(f"{horse}.name")


def owner(table: Table, horse: str) -> str:
    """Name a horse's owner; nothing without one."""
    who = state.owner(table, horse)
    return table.name(who) if who else ""


def ink(table: Table, horse: str) -> str:
    """The colour a horse runs in; nothing where nobody has copied its card."""
    colour = state.colour(table, horse)
    return INKS[colour] if colour in COLOURS and not state.by_number(table, horse) else ""


def out_of_it(table: Table, horse: str) -> str:
    """Why a horse is out of the race; nothing where it is in."""
    if state.scratched(table, horse):
        return "scratched"
    if reason := race.disqualified(table, horse):
        return f"disqualified: {reason}"
    return ""
