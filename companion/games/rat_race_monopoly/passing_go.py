"""Passing GO: one entry with one receipt.

Salary after loans, insurance if wanted, trades where the token lands on GO, then the share price by a roll.
Rulebook: «Employment / Job brackets», «Bank loans», «Insurance» and «Stock Exchange».
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import ask
from companion.games.rat_race_monopoly.disasters import any_seven
from companion.games.rat_race_monopoly.game import BANK, GAME, HELD, PASSED, Player, RatRaceTurn
from companion.games.rat_race_monopoly.insurance import take_out
from companion.games.rat_race_monopoly.stock_exchange import land_on_exchange, move_price, shares_named

SOURCE = "Bank loans, Insurance, Stock Exchange"
RULE = (
    "At GO comes the salary, then insurance for the new year if wanted, then the share price is updated by two dice. "
    "Landing on GO, or being sent there or past it by a card, counts, once; going to Jail never does."
)
SALARY_RULE = "The salary is that of level 1 times the level: half of it with one loan, none with two."


def full_salary(t: RatRaceTurn, level: int) -> int:
    """The salary of a level before loans; without a job as the table plays it."""
    one = t.notes(t.printed("salary"))
    return one * level if level else {"full": one, "half": t.whole(one // 2), "none": 0}[t.option("no_job_salary")]


def salary(t: RatRaceTurn, level: int, loans: int) -> int:
    """What a level is paid at GO with so many loans, in whole notes."""
    full = full_salary(t, level)
    return full if not loans else t.whole(full // 2) if loans == 1 else 0


def pay_salary(who: Player, how: str) -> None:
    """Pay a player's salary at GO, after what the loans take of it; ``how`` says how GO came about."""
    t, level, loans = who.t, who.job, len(who.loans)
    full, gets, unemployed = full_salary(t, level), salary(t, level, loans), t.option("no_job_salary")
    what, one = f"Salary, level {level}" if level else "Salary without a job", t.written(t.notes(t.printed("salary")))
    if level > 1:
        what += f": {level} times {one}"
    elif not level and unemployed == "half":
        what += f": half of {one}"
    t.narrate(f"{who} {how} and {f'is paid {t.written(gets)}' if gets else 'gets no salary'}.")
    t.pay(BANK, who, gets)
    t.step(what, full, signed=True)
    if loans and full:
        lost = "One loan: half of it is lost" if loans == 1 else "Two loans: all of it is lost"
        t.step(lost, gets - full, signed=True)
    t.show_cash(who)
    t.explain(SALARY_RULE)
    if not level and unemployed != "full":
        none = "Without a job there is no salary."
        t.by_house_rule(none if unemployed == "none" else "Without a job the salary is half.")


def can_insure(t: RatRaceTurn) -> bool:
    """Whether there is a street to insure; without one nothing is offered."""
    who = t.asked()
    return bool(who and who.streets)


def has_landed(t: RatRaceTurn) -> bool:
    """Whether shares are traded, as on GO itself and never in passing."""
    return t.answers.get("landed") == "yes"


@GAME.action("Pass GO", group="Turn", source=SOURCE)
def pass_go(  # noqa: PLR0913 - one receipt for all that happens at GO
    t: RatRaceTurn,
    who: Player = ask.anybody("Who passes GO?"),
    *,
    insure: bool | None = ask.yes_no("Insure all streets for a year?", when=can_insure, optional=True),
    landed: bool | None = ask.yes_no("Landed on GO itself?", optional=True),
    sell: int | None = ask.money(
        "How many shares are sold?",
        at_least=0,
        at_most=lambda t: shares_named(t) if has_landed(t) else 0,
        unit=HELD,
        optional=True,
    ),
    buy: bool | None = ask.yes_no("Buy a share?", when=has_landed, optional=True),
    roll: int = ask.roll("What do both dice show for the share price?"),
) -> None:
    """Pass GO or land on it: salary, insurance, trades and the share price, all in one entry."""
    who.check_on_turn()
    t.refuse(who.jail, f"{who} sits in Jail: on the way there no GO is passed.", "who")
    in_passing = "Shares are traded only where the token lands on an exchange; in passing GO it does not."
    t.refuse(not landed and (sell or buy), in_passing, "buy" if buy else "sell")
    insured = who.insured
    pay_salary(who, "lands on GO" if landed else "passes GO")
    t.note(who, **{f"{PASSED}{t.number}": "yes", "insured": None})
    if insured:
        t.step("Last year's insurance ends")
    if insure:
        take_out(who, "insure")
    if landed:
        land_on_exchange(who, sell or 0, bool(buy), roll)
    else:
        move_price(t, roll)
    any_seven(who, roll)
    # the year has a rule of its own, instead of those of its parts
    t.effect = replace(t.effect, rule=RULE)
