"""Degrees and jobs.

Rulebook: «Studying / Colleges» and «Employment / Job brackets».
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.action import action
from companion.core.questions import TwoDice, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, sevens, state
from companion.games.rat_race_monopoly.board import DEGREES
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.scale import notes, say
from companion.games.rat_race_monopoly.state import BANK, TOP_DEGREE, name

STUDY_SOURCE = "Studying / Colleges"
JOB_SOURCE = "Employment / Job brackets"
STUDY_RULE = "Degrees come in their order, one each time a token lands on a college, and are paid at once."
JOB_RULE = (
    "2, 3, 11 and 12 promote to the top job of the highest bracket qualified for. Any other even roll lifts to its "
    "bottom job, or from there one level up; any other odd roll changes nothing. Nobody is ever demoted."
)


def fee(table: Table, at: int) -> int:
    """What the enrolment for a degree costs."""
    return notes(table, table.figure(f"fee.{at}"))


@action(STUDY_SOURCE, title="Study", group="Squares")
def study(table: Table, who: Who) -> Effect:
    """Enrol for the next degree, on landing on a college, and pay for it at once.

    who: Who studies?
    """
    gates.on_turn(table, who)
    at = state.degree(table, who) + 1
    if at > TOP_DEGREE:
        raise Refusal(f"{name(table, who)} has the {DEGREES[TOP_DEGREE]}: there is nothing higher.", "who")
    cost = fee(table, at)
    must_hold(table, who, cost, "who", due=False)
    return Effect(
        f"{name(table, who)} pays {say(table, cost)} for the {DEGREES[at]}.",
        transfer(table, cost, who, BANK),
        (Mark(who, "degree", at),),
        (
            line(table, f"{DEGREES[at]}, fee to the bank", -cost, signed=True, total=True),
            *then_has(table, who, -cost),
            Line(f"Opens {job_words(table, 2 * at - 1)} and {job_words(table, 2 * at)}"),
        ),
        STUDY_RULE,
    )


def job_words(table: Table, level: int) -> str:
    """A job with its level, as a sentence has it."""
    return f"{state.job_name(table, level)} (level {level})" if level else "no job"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a job application comes to: the level then held, and why, in words."""

    level: int
    why: str
    house: tuple[str, ...] = ()


def outcome(table: Table, degree: int, job: int, roll: int) -> Outcome:
    """Tell what a roll makes of a job application, by the highest degree and the job held."""
    bottom, top = 2 * degree - 1, 2 * degree
    plain_odd = table.house("job_doubles") == "odd"
    house = ("3 and 11 fail like other odd rolls.",) if plain_odd and roll in (3, 11) else ()
    if roll in (2, 12) or (roll in (3, 11) and not plain_odd):
        said = f"{roll} promotes to the top job of the bracket"
        return Outcome(max(job, top), said if job < top else f"{said}, {_as_good(job, top)}")
    if roll % 2:
        return Outcome(job, f"{roll} is odd: unsuccessful, nothing changes", house)
    if job < bottom:
        return Outcome(bottom, f"{roll} is even: to the bottom job of the bracket")
    if table.house("job_even") == "bottom":
        said = f"{roll} is even, and never lifts above the bracket's bottom job"
        return Outcome(job, said, ("An even roll never lifts above the bracket's bottom job.",))
    if job >= top:
        held = "a better job than the bracket's" if job > top else "the top job of the bracket"
        return Outcome(job, f"{roll} is even, but {held} is held already")
    return Outcome(job + 1, f"{roll} is even: one level up")


def _as_good(job: int, top: int) -> str:
    return "which is held already" if job == top else "but a better one is held already"


@action(JOB_SOURCE, title="Apply for a job", group="Squares")
def apply_for_job(table: Table, who: Who, roll: TwoDice) -> Effect:
    """Apply for a better job, on landing on an employment office.

    who: Who applies?
    roll: What do both dice show?
    """
    gates.on_turn(table, who)
    degree, job = state.degree(table, who), state.job(table, who)
    if not degree:
        raise Refusal(f"{name(table, who)} has no degree yet: first study at a college.", "who")
    if job >= state.TOP_JOB:
        raise Refusal(f"{name(table, who)} is {state.job_name(table, job)}: there is no better job.", "who")
    came = outcome(table, degree, job, roll)
    lines = (
        Line(f"Highest degree: {DEGREES[degree]}, for levels {2 * degree - 1} and {2 * degree}"),
        Line(f"Job so far: {job_words(table, job)}"),
        Line(came.why),
    )
    if came.level == job:
        keeps = f"stays {state.job_name(table, job)}" if job else "still has no job"
        told = f"{name(table, who)} applies, rolls {roll} and {keeps}."
        effect = Effect(told, working=lines, rule=JOB_RULE, house=came.house)
    else:
        told = f"{name(table, who)} applies, rolls {roll} and becomes {job_words(table, came.level)}."
        now = Line(f"Job from now on: {job_words(table, came.level)}")
        effect = Effect(told, (), (Mark(who, "job", came.level),), (*lines, now), JOB_RULE, came.house)
    return effect + sevens.after_throw(table, who, roll)


ACTIONS = (study, apply_for_job)
