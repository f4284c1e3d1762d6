"""Salary and income tax, by the level of the job.

Rulebook: «Employment / Job brackets» and «Bank loans».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Choice, Who
from companion.core.table import Effect, Line, Table
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.scale import notes, say, whole
from companion.games.rat_race_monopoly.state import BANK, name

SOURCE = "Employment / Job brackets"
TAX_RULE = "Both printed tax squares cost the tax of level 1 times the level of the job held."
SALARY_RULE = "The salary is that of level 1 times the level: half of it with one loan, none with two."

INCOME, OTHER = "income", "other"
Square: TypeAlias = Annotated[
    str,
    Choice(
        (INCOME, OTHER), lambda _table, _answers, value: "Income Tax" if value == INCOME else "The other tax square"
    ),
]


def full_salary(table: Table, level: int) -> int:
    """The salary of a level before loans; without a job as the table plays it."""
    one = table.figure("salary")
    if level:
        return notes(table, one * level)
    return {"full": notes(table, one), "half": whole(table, notes(table, one) // 2), "none": 0}[
        table.house("no_job_salary")
    ]


def salary(table: Table, level: int, loans: int) -> int:
    """What a level is paid at GO with so many loans, in whole notes."""
    full = full_salary(table, level)
    return full if not loans else whole(table, full // 2) if loans == 1 else 0


def tax(table: Table, level: int) -> int:
    """The income tax of a level; without a job that of level 1."""
    return notes(table, table.figure("tax") * max(1, level))


def paid(table: Table, who: str, how: str) -> Effect:
    """Pay a player's salary at GO, after what the loans take of it; ``how`` says how GO came about."""
    level, number = state.job(table, who), len(state.loans(table, who))
    full, gets = full_salary(table, level), salary(table, level, number)
    what = f"Salary, level {level}" if level else "Salary without a job"
    one = say(table, notes(table, table.figure("salary")))
    if level > 1:
        what += f": {level} times {one}"
    elif not level and table.house("no_job_salary") == "half":
        what += f": half of {one}"
    lines: tuple[Line, ...] = (line(table, what, full, signed=True),)
    if number and full:
        loans = "One loan: half of it is lost" if number == 1 else "Two loans: all of it is lost"
        lines += (line(table, loans, gets - full, signed=True),)
    way = table.house("no_job_salary")
    house: tuple[str, ...] = ()
    if not level and way != "full":
        house = ("Without a job there is no salary." if way == "none" else "Without a job the salary is half.",)
    said = f"is paid {say(table, gets)}" if gets else "gets no salary"
    return Effect(
        f"{name(table, who)} {how} and {said}.",
        transfer(table, gets, BANK, who),
        working=(*lines, *then_has(table, who, gets)),
        rule=SALARY_RULE,
        house=house,
    )


@action(SOURCE, title="Pay tax", group="Squares")
def pay_tax(table: Table, who: Who, square: Square | None = None) -> Effect:
    """Pay the tax of a tax square, by the level of the job.

    who: Who lands on a tax square?
    square: Which one? Left out, it is Income Tax.
    """
    gates.playing(table, who)
    level = state.job(table, who)
    cost, what = tax(table, level), f"Tax, level {level}" if level else "Tax without a job, as at level 1"
    if level > 1:
        what += f": {level} times {say(table, tax(table, 1))}"
    house: tuple[str, ...] = ()
    if square == OTHER and table.house("tax_squares") == "income":
        cost, what = notes(table, table.figure("tax.other")), "What is printed on the square"
        house = ("Only Income Tax goes by the level; the other square costs what is printed on it.",)
    must_hold(table, who, cost, "square" if square else "who")
    return Effect(
        f"{name(table, who)} pays {say(table, cost)} tax.",
        transfer(table, cost, who, BANK),
        working=(line(table, what, -cost, signed=True, total=True), *then_has(table, who, -cost)),
        rule=TAX_RULE,
        house=house,
    )


ACTIONS = (pay_tax,)
