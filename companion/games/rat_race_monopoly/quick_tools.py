"""The quick tools that Rat Race Monopoly gives: pay at GO, tax and loans, and a share price moved by rolls.

Each sets up a small table with one player's job or shares at it, and asks the game's own rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.api import Action, Option, Refusal, TurnOf
from companion.api.questions import Amount, Choice, Question, Table
from companion.api.show import Proposal
from companion.games.rat_race_monopoly import stock_exchange, work
from companion.games.rat_race_monopoly.board import CLASSIC, MILLIONS, MONEY, TOP_JOB, bracket_of
from companion.games.rat_race_monopoly.game import BANK, DEBT, GAME, HELD, SLOTS, RatRaceTurn
from companion.games.rat_race_monopoly.options import House
from companion.tools.sums import Answer, Rolls, Sum, choose, receipt, rolls_in

WHO = "one"
PURSE = 100_000
"""So many notes are enough for any tax; nobody is shown what is left of them."""
MOST_SHARES = 100_000


def try_rule(t: TurnOf[Any], rule: Callable[..., None], *answers: Any) -> TurnOf[Any]:
    """What a rule makes of the player at this table."""
    step = GAME.turn(t.table)
    rule(step, step.seat(WHO), *answers)
    return step


def try_action(t: TurnOf[Any], action: Action[...]) -> TurnOf[Any]:
    """What an action makes of the player at this table, with the rule that explains it."""
    step = try_rule(t, action.rule, None)
    step.explain(action.explained)
    return step


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
    salary = work.salary(t, job, held)
    pay = try_rule(t, lambda _t, who: work.pay_salary(who, "passes GO"))
    pay.step("Salary at GO", salary, total=True)
    tax = try_action(t, work.pay_tax)
    loan = t.written(who.loan_size) if who.loan_size else "none without a job"
    return Answer(
        "Salary at GO",
        salary,
        t.unit,
        (
            receipt(pay.effect, work.SOURCE, narration="At GO"),
            next_loan(t, job, held),
            receipt(tax.effect, work.SOURCE, narration="On a tax square"),
        ),
        (("Tax", t.written(work.tax(t, job))), ("One loan", loan)),
    )


def next_loan(t: RatRaceTurn, level: int, held: int) -> Proposal:
    """Say what one more loan brings, and what it costs at each GO; or why there is none."""
    try:
        loan = try_action(t, work.take_loan)
    except Refusal as refusal:
        none = GAME.turn(t.table)
        none.narrate(refusal.sentence)
        none.explain(work.LOAN_RULE)
        return receipt(none.effect, work.LOAN_SOURCE)
    now, then = (work.salary(t, level, loans) for loans in (held, held + 1))
    loan.step("Salary at GO without it", now)
    loan.step("Salary at GO with it", then)
    loan.step("What it costs at each GO", then - now, signed=True)
    return receipt(loan.effect, work.LOAN_SOURCE, narration="A second loan" if held else "A loan")


# --- the share price


def share_price(
    board: str, table: Table, price: int, rolls: str | None, held: int | None
) -> Answer:
    """Work out what a share costs after some rolls, and what shares then bring."""
    held = held or 0
    if held > MOST_SHARES:
        raise Refusal("That is more shares than any game has.", "held")
    own = (
        {f"{key}_classic": table.house(key) for key in ("point", "floor")}
        if board == CLASSIC
        else {}
    )
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
        facts.append(
            (
                "Since then",
                f"{'up' if far > 0 else 'down'} {t.written(abs(far))}" if far else "the same",
            )
        )
    made.explain(stock_exchange.UPDATE_RULE)
    receipts = [receipt(made.effect, stock_exchange.SOURCE, narration="")]
    if held:
        sale = try_rule(t, lambda _t, who: stock_exchange.sell_shares(who, held))
        receipts.append(
            receipt(sale.effect, stock_exchange.SOURCE, working=sale.effect.working[:1])
        )
        facts.append(("Shares bring", t.written(held * now)))
    history = stock_exchange.price_history(t) if rolls else ()
    return Answer("A share costs", now, t.unit, tuple(receipts), tuple(facts), history=history)


def _shares_tool(board: str, title: str, point: Option[int], floor: Option[int]) -> Sum:
    money = MONEY[board]
    price = Amount(money.note, step=money.note, unit=money.unit, quick=(50, 100, 150, 200))
    return Sum(
        "index",
        (
            Question("price", price, "A share costs", default=100 * money.note),
            Question("rolls", Rolls(), "Rolled since then", optional=True),
            Question(
                "held",
                Amount(1, unit=HELD, quick=(1, 2, 3, 5, 10)),
                "Shares to sell",
                optional=True,
            ),
        ),
        partial(share_price, board),
        # a table keeps its own under the same names on either board
        (replace(point, key="point"), replace(floor, key="floor")),
        board,
        title,
    )


GAME.tools = (
    Sum(
        "salary",
        (
            choose("board", "The board's money", {MILLIONS: "In millions", CLASSIC: "In dollars"}),
            Question(
                "level",
                Choice((*map(str, range(1, TOP_JOB + 1)), "0"), RatRaceTurn.job_label),
                "Job",
                default="1",
            ),
            choose("loans", "Loans now", {"0": "None", "1": "One", "2": "Two"}),
        ),
        pay_at_go,
        (House.no_job_salary,),
    ),
    _shares_tool(MILLIONS, "Shares in millions", House.point, House.floor),
    _shares_tool(CLASSIC, "Shares in dollars", House.point_classic, House.floor_classic),
)
