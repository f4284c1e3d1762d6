"""How the game ends: the clock, the table's own stop, and everybody's place.

Rulebook: «Ending the Game».
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.action import action
from companion.core.boards import Clock
from companion.core.game import Ending
from companion.core.questions import Reason, When
from companion.core.table import Effect, Refusal, Table
from companion.games.rat_a_tat_cat.happenings import PAUSE, RUN, STOP, TIME_UP, happens
from companion.games.rat_a_tat_cat.options import TIME
from companion.games.rat_a_tat_cat.settle import gates, points, settle
from companion.games.rat_a_tat_cat.timing import lasts
from companion.games.rat_a_tat_cat.verdict import Verdict, judge

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.replay import Sheet

SOURCE = "Ending the Game"
RULE = "The lowest total at the end wins."


def clock(table: Table) -> Clock | None:
    """The clock of a game that ends by time; nothing for one that ends otherwise."""
    verdict = judge(table)
    timing = verdict.sheet.timing
    if table.house("ending") != TIME or not verdict.sheet.opened:
        return None
    if verdict.over or verdict.tied:
        return Clock(left=0 if verdict.sheet.time_over else timing.left(timing.since or 0), over=True)
    return Clock(timing.until, 0) if timing.until is not None else Clock(None, timing.left(0))


def _timed(table: Table) -> Verdict:
    if table.house("ending") != TIME:
        raise Refusal("This game doesn't end by time, so no clock runs.")
    verdict = gates(table)
    if verdict.tied:
        raise Refusal("Time is up: sudden death runs without a clock.")
    return verdict


def _tell(table: Table, sheet: Sheet, at: int, told: str, kind: str) -> Effect:
    left = lasts(sheet.timing.left(at))
    return settle(
        table, Effect(f"{told} {left} left.", marks=(happens(table, kind, at),), rule="The clock can be stopped.")
    )


@action(SOURCE, title="Stop the clock", group="Clock")
def pause_clock(table: Table, at: When) -> Effect:
    """Stop the clock for a while.

    at: When does it stop?
    """
    sheet = _timed(table).sheet
    if sheet.timing.since is None:
        raise Refusal("The clock stands still already.")
    if sheet.timing.up(at):
        raise Refusal("The clock has run out.", "at")
    return _tell(table, sheet, at, "The clock stops, with", PAUSE)


@action(SOURCE, title="Start the clock", group="Clock")
def resume_clock(table: Table, at: When) -> Effect:
    """Set the clock going, at the beginning or after a stop.

    at: When does it start?
    """
    sheet = _timed(table).sheet
    if sheet.timing.since is not None:
        raise Refusal("The clock runs already.")
    if not sheet.timing.left(at):
        raise Refusal("The clock has run out.")
    return _tell(table, sheet, at, "The clock runs, with", RUN)


@action(SOURCE, title="Time is up", group="Clock")
def time_up(table: Table, at: When | None = None) -> Effect:
    """End the game because the clock has run out: between two rounds, or in one that isn't scored.

    at: When was it?
    """
    timing = _timed(table).sheet.timing
    if not timing.begun:
        raise Refusal("The clock has not been started.")
    stands = timing.since is None
    if (stands or at is not None) and (left := timing.left(at or 0)):
        raise Refusal(f"The clock has {lasts(left)} left.", None if stands else "at")
    dropped = table.house("last_round") == "dropped"
    return settle(
        table,
        Effect(
            "Time is up: a round still in play isn't scored." if dropped else "The clock runs out between two rounds.",
            marks=(happens(table, TIME_UP, "said" if at is None else at),),
            rule=RULE,
            house=("The round in play when time runs out isn't scored.",) if dropped else (),
        ),
    )


@action("", title="Stop the game here", group="The end")
def end_game(table: Table, reason: Reason) -> Effect:
    """End the game before its time; the lowest total wins.

    reason: Why?
    """
    verdict = gates(table)
    if not verdict.sheet.counting:
        raise Refusal("No round counts yet, so there is nothing to win.")
    return settle(table, Effect("The table stops the game.", marks=(happens(table, STOP, reason),), rule=RULE))


def ending(table: Table) -> Ending | None:
    """How the game ended: everybody by place, with the figure it rests on."""
    verdict = judge(table)
    if not verdict.over:
        return None
    sheet = verdict.sheet

    def figure(who: str) -> str:
        if who in sheet.left:
            return f"{points(sheet.totals[who])}, left"
        if who in sheet.out:
            return f"{points(sheet.totals[who])}, out in round {sheet.out[who]}"
        return points(sheet.totals[who])

    order = sorted(verdict.places, key=lambda who: verdict.places[who])
    return Ending(verdict.reason, verdict.winners, tuple((who, verdict.places[who], figure(who)) for who in order))


ACTIONS = (pause_clock, resume_clock, time_up, end_game)
