"""The quick tools that Rat Race Monopoly gives: pay at GO, tax and loans, and a share price moved by rolls.

Each sets up a small table with one player's job or shares at it, and asks the game's own rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.core.action import Question
from companion.core.questions import Amount, Answers, Choice
from companion.core.table import Effect, Line, Mark, Refusal, Seat, Table
from companion.games.rat_race_monopoly import broker, loans, market, salary, state
from companion.games.rat_race_monopoly.board import JOBS, bracket_of
from companion.games.rat_race_monopoly.houses import HOUSES
from companion.games.rat_race_monopoly.money import line, then_has, transfer, transfer_debt
from companion.games.rat_race_monopoly.scale import CLASSIC, MILLIONS, SCALES, notes, say, unit
from companion.games.rat_race_monopoly.state import BANK, GAME, SLOTS, TOP_JOB
from companion.tools.sums import Answer, Rolls, Sum, choose, receipt, rolled
from models.ledger import Proposal

WHO = "one"
SEATS = (Seat(WHO, "the player"), Seat("two", "another"))
"""Two are seated, for the last player left would have won."""
OWN = {one.key: one for one in HOUSES}
PURSE = 100_000
"""So many notes are enough for any tax; nobody is told what is left of them."""
MOST_SHARES = 100_000


# -- salary and loans ---------------------------------------------------------------------------------


def pay_at_go(table: Table, board: str, level: str, loans: str) -> Answer:
    """Work out salary, tax and the next loan."""
    job, held = int(level), int(loans)
    laid = _employed(table, board, job, held)
    pay, tax = salary.paid(laid, WHO, "passes GO"), salary.pay_tax.rule(laid, who=WHO)
    total = Line("Salary at GO", salary.salary(laid, job, held), unit(laid), total=True)
    size = state.loan_size(laid, state.bracket(laid, WHO))
    return Answer(
        "Salary at GO",
        total.figure or 0,
        unit(laid),
        (
            receipt(pay, salary.SOURCE, working=(*_unsaid(laid, pay.working), total), narration="At GO"),
            _next_loan(laid, job, held),
            receipt(tax, salary.SOURCE, working=_unsaid(laid, tax.working), narration="On a tax square"),
        ),
        (("Tax", say(laid, salary.tax(laid, job))), ("One loan", say(laid, size) if size else "none without a job")),
    )


def _employed(table: Table, board: str, level: int, held: int) -> Table:
    """Lay a table where one player has a job of this level and so many loans of its bracket."""
    # the table keeps the turns itself
    bare = replace(table, seats=SEATS, houses={**table.houses, "board": board, "turns": "off"})
    size = state.loan_size(bare, bracket_of(max(1, level)))
    marks = [Mark(GAME, "opened", "yes"), Mark(WHO, "job", level or None)]
    # loans outlast a job that is lost; what they came to plays no part in the salary
    marks += [Mark(WHO, slot, size) for slot in SLOTS[:held]]
    purse = transfer(bare, notes(bare, PURSE), BANK, WHO)
    return bare.after(Effect(postings=(*purse, *transfer_debt(bare, held * size, WHO)), marks=tuple(marks)))


def _unsaid(laid: Table, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Leave out what the player then has, for nobody has said what that is."""
    known = {one.text for one in then_has(laid, WHO, 0)}
    return tuple(one for one in lines if one.text not in known)


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
    return receipt(loan, loans.SOURCE, working=(*_unsaid(laid, loan.working), *cost), narration=which)


def _job(table: Table, _answers: Answers, value: str) -> str:
    return f"{value} {state.job_name(table, int(value))}" if value != "0" else JOBS[0]


# -- the share price ----------------------------------------------------------------------------------


def share_price(board: str, table: Table, price: int, rolls: str | None, held: int | None) -> Answer:
    """Work out what a share costs after some rolls, and what shares then bring."""
    held = held or 0
    if held > MOST_SHARES:
        raise Refusal("That is more shares than any game has.", "held")
    table = _broking(table, board, price, held)
    money = unit(table)
    steps: list[Line] = []
    moved = Effect()
    for roll in rolled(rolls):
        step = market.updated(table, roll)
        # each step says the price before and after it; once is enough
        steps += step.working[1:-1]
        moved += step
        table = table.after(step)
    now = state.price(table)
    far = now - price
    lines = [Line("Share price so far", price, money)]
    facts = []
    if rolls:
        lines += [*steps, Line("Share price now", now, money, total=True)]
        facts.append(("Since then", f"{'up' if far > 0 else 'down'} {say(table, abs(far))}" if far else "the same"))
    ruled = Effect(rule=market.UPDATE_RULE, house=moved.house)
    made = [receipt(ruled, market.SOURCE, working=tuple(lines), narration="")]
    if held:
        sold = market.sold(table, WHO, held)
        made.append(receipt(sold, market.SOURCE, working=sold.working[:1]))
        facts.append(("Shares bring", say(table, held * now)))
    history = broker.history(table) if rolls else ()
    return Answer("A share costs", now, money, tuple(made), tuple(facts), history=history)


def _broking(table: Table, board: str, price: int, held: int) -> Table:
    """Lay a stock broker's table: a price, and one player's shares."""
    own = {"point_classic": table.house("point"), "floor_classic": table.house("floor")} if board == CLASSIC else {}
    # the broker's book alone keeps nobody's cash, and so says nothing of it
    bare = replace(table, seats=SEATS[:1], houses={**table.houses, "board": board, "books": "broker", **own})
    return bare.after(Effect(postings=market.move(WHO, held), marks=market.priced(bare, price)))


def _shares(board: str, title: str, point: str, floor: str) -> Sum:
    money = SCALES[board]
    price = Amount(money.note, step=money.note, unit=money.unit, quick=(50, 100, 150, 200))
    return Sum(
        "index",
        (
            Question("price", price, "A share costs", default=100 * money.note),
            Question("rolls", Rolls(), "Rolled since then", optional=True),
            Question("held", Amount(1, unit="shares", quick=(1, 2, 3, 5, 10)), "Shares to sell", optional=True),
        ),
        partial(share_price, board),
        # a table keeps its own under the same names on either board
        (replace(OWN[point], key="point"), replace(OWN[floor], key="floor")),
        board,
        title,
    )


TOOLS = (
    Sum(
        "salary",
        (
            choose("board", "The board's money", {MILLIONS: "In millions", CLASSIC: "In dollars"}),
            Question("level", Choice((*map(str, range(1, TOP_JOB + 1)), "0"), _job), "Job", default="1"),
            choose("loans", "Loans now", {"0": "None", "1": "One", "2": "Two"}),
        ),
        pay_at_go,
        (OWN["no_job_salary"],),
    ),
    _shares(MILLIONS, "Shares in millions", "point", "floor"),
    _shares(CLASSIC, "Shares in dollars", "point_classic", "floor_classic"),
)
