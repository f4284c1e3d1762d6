"""Degrees, jobs, and the tax of a job.

Rulebook: «Studying / Colleges» and «Employment / Job brackets».
"""

from __future__ import annotations

from typing import NamedTuple

from companion.api import Refusal
from companion.games.rat_race_monopoly import options
from companion.games.rat_race_monopoly.board import DEGREES, TOP_DEGREE, TOP_JOB
from companion.games.rat_race_monopoly.disasters import any_seven
from companion.games.rat_race_monopoly.game import BANK, GAME, Player, RatRaceTurn, ask

STUDY_SOURCE = "Studying / Colleges"
SOURCE = "Employment / Job brackets"
STUDY_RULE = "Degrees come in their order, one each time a token lands on a college, and are paid at once."
JOB_RULE = (
    "2, 3, 11 and 12 promote to the top job of the highest bracket qualified for. Any other even roll lifts to its "
    "bottom job, or from there one level up; any other odd roll changes nothing. Nobody is ever demoted."
)
TAX_RULE = "Both printed tax squares cost the tax of level 1 times the level of the job held."
INCOME, OTHER = "income", "other"


def fee(t: RatRaceTurn, degree: int) -> int:
    """What the enrolment for a degree costs."""
    return t.notes(t.printed(f"fee.{degree}"))


def job_text(t: RatRaceTurn, level: int) -> str:
    """A job with its level, as a sentence has it."""
    return f"{t.job_name(level)} (level {level})" if level else "no job"


@GAME.action(
    "Study",
    group="Squares",
    source=STUDY_SOURCE,
    button=lambda t: f"Study for the {DEGREES[min(t.named('who')[0].degree + 1, TOP_DEGREE)]}",
)
def study(t: RatRaceTurn, who: Player = ask.anybody("Who studies?")) -> None:
    """Enrol for the next degree, on landing on a college, and pay for it at once."""
    who.check_on_turn()
    degree = who.degree + 1
    t.refuse(degree > TOP_DEGREE, f"{who} has the {DEGREES[TOP_DEGREE]}: nothing higher.", "who")
    cost = fee(t, degree)
    who.must_hold(cost, "who", due=False)
    t.pay(who, BANK, cost)
    who.degree = degree
    t.narrate(f"{who} pays {t.written(cost)} for the {DEGREES[degree]}.")
    t.step(f"{DEGREES[degree]}, fee to the bank", -cost, signed=True, total=True)
    t.show_cash(who)
    t.step(f"Opens {job_text(t, 2 * degree - 1)} and {job_text(t, 2 * degree)}")
    t.explain(STUDY_RULE)


class Outcome(NamedTuple):
    """What a job application comes to: the level then held, why, and the house rule by which it is so."""

    level: int
    why: str
    house_rule: str = ""


def outcome(t: RatRaceTurn, degree: int, job: int, roll: int) -> Outcome:
    """What a roll makes of a job application, by the highest degree and the job held."""
    bottom, top = 2 * degree - 1, 2 * degree
    plain_odd = t.option(options.JOB_DOUBLES) == "odd"
    if roll in (2, 12) or (roll in (3, 11) and not plain_odd):
        said = f"{roll} promotes to the top job of the bracket"
        as_good = "which is held already" if job == top else "but a better one is held already"
        return Outcome(max(job, top), said if job < top else f"{said}, {as_good}")
    if roll % 2:
        house_rule = "3 and 11 fail like other odd rolls." if roll in (3, 11) else ""
        return Outcome(job, f"{roll} is odd: unsuccessful, nothing changes", house_rule)
    if job < bottom:
        return Outcome(bottom, f"{roll} is even: to the bottom job of the bracket")
    if t.option(options.JOB_EVEN) == "bottom":
        said = f"{roll} is even, and never lifts above the bracket's bottom job"
        return Outcome(job, said, "An even roll never lifts above the bracket's bottom job.")
    if job >= top:
        held = "a better job than the bracket's" if job > top else "the top job of the bracket"
        return Outcome(job, f"{roll} is even, but {held} is held already")
    return Outcome(job + 1, f"{roll} is even: one level up")


@GAME.action("Apply for a job", group="Squares", source=SOURCE, button="Apply with a roll of {roll}")
def apply_for_job(
    t: RatRaceTurn,
    who: Player = ask.anybody("Who applies?"),
    roll: int = ask.roll("What do both dice show?"),
) -> None:
    """Apply for a better job, on landing on an employment office."""
    who.check_on_turn()
    degree, job = who.degree, who.job
    t.refuse(not degree, f"{who} has no degree: study first.", "who")
    if job >= TOP_JOB:
        raise Refusal(f"{who} is {t.job_name(job)}: no better job.", "who")
    level, why, house_rule = outcome(t, degree, job, roll)
    t.step(f"Highest degree: {DEGREES[degree]}, for levels {2 * degree - 1} and {2 * degree}")
    t.step(f"Job so far: {job_text(t, job)}")
    t.step(why)
    if level == job:
        keeps = f"stays {t.job_name(job)}" if job else "still has no job"
        t.narrate(f"{who} applies, rolls {roll} and {keeps}.")
    else:
        who.job = level
        t.narrate(f"{who} applies, rolls {roll} and becomes {job_text(t, level)}.")
        t.step(f"Job from now on: {job_text(t, level)}")
    t.explain(JOB_RULE)
    if house_rule:
        t.by_house_rule(house_rule)
    any_seven(who, roll)


def tax(t: RatRaceTurn, level: int) -> int:
    """The income tax of a level; without a job that of level 1."""
    return t.notes(t.printed("tax") * max(1, level))


@GAME.action("Pay tax", group="Squares", source=SOURCE)
def pay_tax(
    t: RatRaceTurn,
    who: Player = ask.anybody("Who lands on a tax square?"),
    square: str | None = ask.choice(
        "Which one? Left out, it is Income Tax.", {INCOME: "Income Tax", OTHER: "The other tax square"}, optional=True
    ),
) -> None:
    """Pay the tax of a tax square, by the level of the job."""
    who.check_playing()
    level, at = who.job, "square" if square else "who"
    cost, what = tax(t, level), f"Tax, level {level}" if level else "Tax without a job, as at level 1"
    if level > 1:
        what += f": {level} times {t.written(tax(t, 1))}"
    if square == OTHER and t.option(options.TAX_SQUARES) == "income":
        cost, what = t.notes(t.printed("tax.other")), "What is printed on the square"
        t.by_house_rule("Only Income Tax goes by the level; the other square costs what is printed on it.")
    who.must_hold(cost, at)
    t.pay(who, BANK, cost)
    t.narrate(f"{who} pays {t.written(cost)} tax.")
    t.step(what, -cost, signed=True, total=True)
    t.show_cash(who)
    t.explain(TAX_RULE)
