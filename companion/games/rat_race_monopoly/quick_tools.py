"""The quick tools that Rat Race Monopoly gives: pay at GO, tax and loans, and a share price moved by rolls.

Each sets up a small table with one player's job or shares at it, and asks the game's own rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.api import Refusal, TurnOf
from companion.api.questions import Amount, Choice, Question, Table
from companion.api.show import Proposal
from companion.games.rat_race_monopoly import employment, salary_and_loans, stock_exchange
from companion.games.rat_race_monopoly.board import CLASSIC, JOBS, MILLIONS, MONEY, TOP_JOB, bracket_of
from companion.games.rat_race_monopoly.game import BANK, DEBT, GAME, HELD, SLOTS, RatRaceTurn
from companion.games.rat_race_monopoly.options import OPTIONS
from companion.tools.sums import Answer, Rolls, Sum, choose, receipt, rolls_in

WHO = "one"
OPTION = {one.key: one for one in OPTIONS}
PURSE = 100_000
"""So many notes are enough for any tax; nobody is shown what is left of them."""
MOST_SHARES = 100_000


def try_rule(t: TurnOf[Any], rule: Callable[..., None], *answers: Any) -> TurnOf[Any]:
    """What a rule makes of the player at this table."""
    step = GAME.turn(t.table)
    rule(step, step.seat(WHO), *answers)
    return step


def make_receipt(step: TurnOf[Any], source: str, narration: str | None = None) -> Proposal:
    """Make a receipt, but leave out what the player then has, for nobody has said what that is."""
    has = f"{step.seat(WHO)} then has"
    working = tuple(one for one in step.effect.working if one.text != has)
    return receipt(step.effect, source, working=working, narration=narration)


# --- salary and loans


def pay_at_go(table: Table, board: str, level: str, loans: str) -> Answer:
    """Work out salary, tax and the next loan."""
    job, held = int(level), int(loans)
    # two are seated, for the last player left would have won; the table keeps the turns itself
    t = GAME.rehearse(table, {WHO: "the player", "two": "another"}, board=board, turns="off")
    who, size = t.seat(WHO), t.loan_size(bracket_of(max(1, job)))
    t.set(opened=True)
    t.pay(BANK, who, t.notes(PURSE))
    # loans outlast a job that is lost; what they came to plays no part in the salary
    t.note(who, job=job or None, **dict.fromkeys(tuple(SLOTS)[:held], size))
    t.pay(who, BANK, held * size, DEBT)
    salary = salary_and_loans.salary(t, job, held)
    pay = try_rule(t, lambda _t, who: salary_and_loans.pay_salary(who, "passes GO"))
    pay.step("Salary at GO", salary, total=True)
    tax = try_rule(t, employment.pay_tax.rule, None)
    loan = t.written(who.loan_size) if who.loan_size else "none without a job"
    return Answer(
        "Salary at GO",
        salary,
        t.unit,
        (
            make_receipt(pay, employment.SOURCE, "At GO"),
            next_loan(t, job, held),
            make_receipt(tax, employment.SOURCE, "On a tax square"),
        ),
        (("Tax", t.written(employment.tax(t, job))), ("One loan", loan)),
    )


def next_loan(t: RatRaceTurn, level: int, held: int) -> Proposal:
    """Say what one more loan brings, and what it costs at each GO; or why there is none."""
    try:
        loan = try_rule(t, salary_and_loans.take_loan.rule, None)
    except Refusal as refusal:
        none = GAME.turn(t.table)
        none.narrate(refusal.sentence)
        none.explain(salary_and_loans.LOAN_RULE)
        return make_receipt(none, salary_and_loans.LOAN_SOURCE)
    now, then = (salary_and_loans.salary(t, level, loans) for loans in (held, held + 1))
    loan.step("Salary at GO without it", now)
    loan.step("Salary at GO with it", then)
    loan.step("What it costs at each GO", then - now, signed=True)
    return make_receipt(loan, salary_and_loans.LOAN_SOURCE, "A second loan" if held else "A loan")


def _job_label(t: RatRaceTurn, value: str) -> str:
    return f"{value} {t.job_name(int(value))}" if value != "0" else JOBS[0]


# --- the share price


def share_price(board: str, table: Table, price: int, rolls: str | None, held: int | None) -> Answer:
    """Work out what a share costs after some rolls, and what shares then bring."""
    held = held or 0
    if held > MOST_SHARES:
        raise Refusal("That is more shares than any game has.", "held")
    own = {f"{key}_classic": table.house(key) for key in ("point", "floor")} if board == CLASSIC else {}
    # the broker's book alone keeps nobody's cash, and so says nothing of it
    t = GAME.rehearse(table, {WHO: "the player"}, board=board, books="broker", **own)
    stock_exchange.move_shares(t.seat(WHO), held)
    stock_exchange.set_price(t, price)
    made = GAME.turn(t.table)
    made.step("Share price so far", price)
    for roll in rolls_in(rolls):
        step = try_rule(t, lambda t, _who, roll=roll: stock_exchange.move_price(t, roll))
        for house_rule in step.effect.house:
            made.by_house_rule(house_rule)
        # each step says the price before and after it; once is enough
        for line in step.effect.working[1:-1]:
            made.step(line.text, line.figure, signed=line.signed)
        t = step
    now, facts = t.share_price, []
    far = now - price
    if rolls:
        made.step("Share price now", now, total=True)
        facts.append(("Since then", f"{'up' if far > 0 else 'down'} {t.written(abs(far))}" if far else "the same"))
    made.explain(stock_exchange.UPDATE_RULE)
    receipts = [make_receipt(made, stock_exchange.SOURCE, "")]
    if held:
        sale = try_rule(t, lambda _t, who: stock_exchange.sell_shares(who, held))
        receipts.append(receipt(sale.effect, stock_exchange.SOURCE, working=sale.effect.working[:1]))
        facts.append(("Shares bring", t.written(held * now)))
    history = stock_exchange.price_history(t) if rolls else ()
    return Answer("A share costs", now, t.unit, tuple(receipts), tuple(facts), history=history)


def _shares_tool(board: str, title: str, point: str, floor: str) -> Sum:
    money = MONEY[board]
    price = Amount(money.note, step=money.note, unit=money.unit, quick=(50, 100, 150, 200))
    return Sum(
        "index",
        (
            Question("price", price, "A share costs", default=100 * money.note),
            Question("rolls", Rolls(), "Rolled since then", optional=True),
            Question("held", Amount(1, unit=HELD, quick=(1, 2, 3, 5, 10)), "Shares to sell", optional=True),
        ),
        partial(share_price, board),
        # a table keeps its own under the same names on either board
        (replace(OPTION[point], key="point"), replace(OPTION[floor], key="floor")),
        board,
        title,
    )


GAME.tools = (
    Sum(
        "salary",
        (
            choose("board", "The board's money", {MILLIONS: "In millions", CLASSIC: "In dollars"}),
            Question("level", Choice((*map(str, range(1, TOP_JOB + 1)), "0"), _job_label), "Job", default="1"),
            choose("loans", "Loans now", {"0": "None", "1": "One", "2": "Two"}),
        ),
        pay_at_go,
        (OPTION["no_job_salary"],),
    ),
    _shares_tool(MILLIONS, "Shares in millions", "point", "floor"),
    _shares_tool(CLASSIC, "Shares in dollars", "point_classic", "floor_classic"),
)
