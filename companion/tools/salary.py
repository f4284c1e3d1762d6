"""Salary and loans: what GO pays, what a tax square takes, and what a loan brings and costs.

Rat Race Monopoly's own rules work all of it out, on a table with one player's job and loans on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.table import Effect, Line, Mark, Refusal, Seat, Table
from companion.games.rat_race_monopoly import RAT_RACE_MONOPOLY, loans, salary, state
from companion.games.rat_race_monopoly.board import bracket_of
from companion.games.rat_race_monopoly.money import line, then_has, transfer, transfer_debt
from companion.games.rat_race_monopoly.scale import notes, say, unit
from companion.games.rat_race_monopoly.state import BANK, GAME, SLOTS, TOP_JOB
from companion.tools.asking import Answer, Ask, Formula, Inputs, by_house, choice, receipt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.core.questions import Answers
    from models.ledger import Proposal

WHO, OTHER = "one", "two"
PURSE = 100_000
"""So many notes are enough for any tax; nobody is told what is left of them."""


def asks(inputs: Inputs) -> tuple[Ask, ...]:
    """Ask for the board's money, the job and the loans; without a job for the house rule as well."""
    printed = Table((), printed=RAT_RACE_MONOPOLY.printed())
    jobs = (("0", "No job"), *((str(at), f"{at} {state.job_name(printed, at)}") for at in range(1, TOP_JOB + 1)))
    idle = inputs.get("level", "1") == "0"
    return (
        choice("board", "The board's money", (("millions", "In millions"), ("classic", "In dollars"))),
        choice("level", "Job", (*jobs[1:], jobs[0])),
        choice("loans", "Loans now", (("0", "None"), ("1", "One"), ("2", "Two"))),
        *((by_house(RAT_RACE_MONOPOLY.house("no_job_salary")),) if idle else ()),
    )


def table(board: str, level: int, held: int, idle: str = "full") -> Table:
    """Lay a table where one player has a job of this level and so many loans of its bracket."""
    # two are seated, for the last player left would have won; and the table keeps the turns itself
    houses = RAT_RACE_MONOPOLY.house_rules({"board": board, "no_job_salary": idle, "turns": "off"})
    bare = Table((Seat(WHO, "the player"), Seat(OTHER, "another")), houses=houses, printed=RAT_RACE_MONOPOLY.printed())
    size = state.loan_size(bare, bracket_of(max(1, level)))
    marks = [Mark(GAME, "opened", "yes"), Mark(WHO, "job", level or None)]
    # loans outlast a job that is lost; what they came to plays no part in the salary
    marks += [Mark(WHO, slot, size) for slot in SLOTS[:held]]
    purse = transfer(bare, notes(bare, PURSE), BANK, WHO)
    return bare.after(Effect(postings=(*purse, *transfer_debt(bare, held * size, WHO)), marks=tuple(marks)))


def unsaid(laid: Table, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Leave out what the player then has, for nobody has said what that is."""
    known = {one.text for one in then_has(laid, WHO, 0)}
    return tuple(one for one in lines if one.text not in known)


def work(answers: Answers) -> Answer:
    """Work out salary, tax and the next loan."""
    board, level, held = str(answers["board"]), int(answers["level"] or 0), int(answers["loans"] or 0)
    laid = table(board, level, held, str(answers.get("no_job_salary") or "full"))
    pay, tax = salary.paid(laid, WHO, "passes GO"), salary.pay_tax.rule(laid, who=WHO)
    total = Line("Salary at GO", salary.salary(laid, level, held), unit(laid), total=True)
    made = [
        receipt(pay, salary.SOURCE, working=(*unsaid(laid, pay.working), total), told="At GO"),
        _next_loan(laid, level, held),
        receipt(tax, salary.SOURCE, working=unsaid(laid, tax.working), told="On a tax square"),
    ]
    size = state.loan_size(laid, state.bracket(laid, WHO))
    return Answer(
        label="Salary at GO",
        figure=total.figure or 0,
        unit=unit(laid),
        receipts=tuple(made),
        facts=(
            ("Tax", say(laid, salary.tax(laid, level))),
            ("One loan", say(laid, size) if size else "none without a job"),
        ),
    )


def _next_loan(laid: Table, level: int, held: int) -> Proposal:
    """Say what one more loan brings, and what it costs at each GO; or why there is none."""
    try:
        loan = loans.take_loan.rule(laid, who=WHO)
    except Refusal as refusal:
        return receipt(Effect(refusal.sentence, rule=loans.RULE), loans.SOURCE)
    now, then = (salary.salary(laid, level, many) for many in (held, held + 1))
    cost = (
        line(laid, "Salary at GO without it", now),
        line(laid, "Salary at GO with it", then),
        line(laid, "What it costs at each GO", then - now, signed=True),
    )
    which = "A second loan" if held else "A loan"
    return receipt(loan, loans.SOURCE, working=(*unsaid(laid, loan.working), *cost), told=which)


FORMULA = Formula(asks, work)
