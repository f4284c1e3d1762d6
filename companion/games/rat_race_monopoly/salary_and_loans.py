"""Salary and loans: the bank's loans, two at once, repaid whole, and passing GO, where they cut the salary.

Passing GO is one entry with one receipt: salary after loans, insurance if wanted, trades where the token lands on GO,
then the share price by a roll. Rulebook: «Employment / Job brackets», «Bank loans», «Insurance» and «Stock Exchange».
"""

from __future__ import annotations

from companion.api import Refusal
from companion.games.rat_race_monopoly import options
from companion.games.rat_race_monopoly.board import BRACKETS
from companion.games.rat_race_monopoly.disasters import any_seven
from companion.games.rat_race_monopoly.game import (
    BANK,
    DEBT,
    GAME,
    HELD,
    PASSED,
    SLOTS,
    Loan,
    Player,
    RatRaceTurn,
    ask,
    money,
)
from companion.games.rat_race_monopoly.insurance import take_out
from companion.games.rat_race_monopoly.stock_exchange import find_shares, land_on_exchange, move_price

LOAN_SOURCE = "Bank loans"
GO_SOURCE = "Bank loans, Insurance, Stock Exchange"
LOAN_RULE = (
    "Up to two loans at once, each of the sum fixed for the bracket of the job held when it is taken. One halves the "
    "salary, two stop it."
)
REPAY_RULE = (
    "A loan is repaid whole, on your turn, after passing GO at least once with it: the salary lost is the interest. "
    "Salary that is already cut does not come back."
)
SALARY_RULE = "The salary is that of level 1 times the level: half of it with one loan, none with two."
GO_RULE = (
    "At GO comes the salary, then insurance for the new year if wanted, then the share price is updated by two dice. "
    "Landing on GO, or being sent there or past it by a card, counts, once; going to Jail never does."
)


# --- passing GO


def full_salary(t: RatRaceTurn, level: int) -> int:
    """The salary of a level before loans; without a job as the table plays it."""
    basic = t.notes(t.printed("salary"))
    without_job = {"full": basic, "half": t.whole(basic // 2), "none": 0}
    return basic * level if level else without_job[t.option(options.NO_JOB_SALARY)]


def salary(t: RatRaceTurn, level: int, loans: int) -> int:
    """What a level is paid at GO with so many loans, in whole notes."""
    full = full_salary(t, level)
    return full if not loans else t.whole(full // 2) if loans == 1 else 0


def pay_salary(who: Player, how: str) -> None:
    """Pay a player's salary at GO, after what the loans take of it; ``how`` says how GO came about."""
    t, level, loans = who.t, who.job, len(who.loans)
    full, gets, unemployed = full_salary(t, level), salary(t, level, loans), t.option(options.NO_JOB_SALARY)
    what, basic = f"Salary, level {level}" if level else "Salary without a job", t.written(t.notes(t.printed("salary")))
    if level > 1:
        what += f": {level} times {basic}"
    elif not level and unemployed == "half":
        what += f": half of {basic}"
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
    who = t.find_player()
    return bool(who and who.streets)


def has_landed(t: RatRaceTurn) -> bool:
    """Whether shares are traded, as on GO itself and never in passing."""
    return t.answers.get("landed") == "yes"


def _go_words(t: RatRaceTurn) -> str:
    who = t.holder(str(t.answers["who"]))
    how = "Land on" if has_landed(t) else "Pass"
    insures = " and insure" if t.answers.get("insure") == "yes" else ""
    return f"{how} GO{insures} \u00b7 salary {t.written(salary(t, who.job, len(who.loans)))}"


@GAME.action(
    "Pass GO",
    group="Turn",
    source=GO_SOURCE,
    button=_go_words,
)
def pass_go(  # noqa: PLR0913 - one receipt for all that happens at GO
    t: RatRaceTurn,
    who: Player = ask.anybody("Who passes GO?"),
    *,
    insure: bool | None = ask.yes_no("Insure all streets for a year?", when=can_insure, usual="no"),
    landed: bool | None = ask.yes_no("Landed on GO itself?", usual="no"),
    sell: int | None = ask.money(
        "How many shares does {who} sell?",
        at_least=0,
        at_most=lambda t: find_shares(t) if has_landed(t) else 0,
        unit=HELD,
        optional=True,
    ),
    buy: bool | None = ask.yes_no("Buy a share?", when=has_landed, usual="no"),
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
    t.rewrite(rule=GO_RULE)


# --- loans


def salary_with(loans: int) -> str:
    return {0: "the whole salary", 1: "half the salary"}.get(loans, "no salary")


def show_loans(who: Player) -> None:
    """Show on the receipt what is owed, and what becomes of the salary."""
    who.t.step("Loans then", who.debt)
    who.t.step(f"At GO from now on: {salary_with(len(who.loans))}")


def why_no_loan(who: Player) -> str:
    """Why a player can't have a loan now, in a sentence; nothing when they can."""
    if len(who.loans) >= len(SLOTS):
        return f"{who} has two loans already: a third is never given."
    return "" if who.bracket else f"{who} has no job, and so no loan."


def find_loan_size(t: RatRaceTurn) -> int:
    """What a loan is for the player who is named."""
    who = t.find_player()
    return who.loan_size if who else 0


@GAME.action("Take a loan", group="Loans", source=LOAN_SOURCE)
def take_loan(
    t: RatRaceTurn,
    who: Player = ask.anybody("Who takes a loan?"),
    loan: int | None = money("How much? It is fixed, so this may be left out.", at_most=find_loan_size, optional=True),
) -> None:
    """Take a loan during your turn; the bracket of your job fixes its sum."""
    who.check_on_turn()
    if why := why_no_loan(who):
        raise Refusal(why, "who")
    size, job, bracket = who.loan_size, t.job_name(who.job), BRACKETS[who.bracket].lower()
    fixed = f"{who} is {job}, {bracket}: a loan is {t.written(size)}, no more and no less."
    t.refuse(loan is not None and loan != size, fixed, "loan")
    slot = next(one for one in SLOTS if one not in {taken.slot for taken in who.loans})
    t.pay(BANK, who, size)
    t.pay(who, BANK, size, DEBT)
    t.note(who, **{slot: size, f"{slot}_since": t.number})
    t.narrate(f"{who} takes a loan of {t.written(size)}.")
    t.step(f"Loan, {bracket}: fixed for {job}", size, signed=True, total=True)
    t.show_cash(who)
    show_loans(who)
    t.explain(LOAN_RULE)


def why_not_repay(who: Player, loan: Loan) -> str:
    """Why a loan can't be repaid yet, whatever the cash; nothing when it can."""
    if who.t.option(options.REPAY) == "any" or who.has_passed_go_since(loan.since):
        return ""
    return f"{who} has not passed GO with this loan yet; it can be repaid after the next GO."


def first_to_repay(who: Player) -> Loan | None:
    """The first loan that can be repaid now; else one that waits for cash alone, or any; nothing without one."""
    due = [loan for loan in who.loans if not why_not_repay(who, loan)]
    affordable = [loan for loan in due if loan.owed <= who.cash]
    return next(iter((*affordable, *due, *who.loans)), None)


def _find_loans(t: RatRaceTurn) -> tuple[Loan, ...]:
    who = t.find_player()
    return who.loans if who else ()


def _slot_label(t: RatRaceTurn, slot: str) -> str:
    owed = {loan.slot: f", {t.written(loan.owed)}" for loan in _find_loans(t)}
    return f"{SLOTS[slot]}{owed.get(slot, '')}"


def _repay_words(t: RatRaceTurn) -> str:
    who = t.holder(str(t.answers["who"]))
    chosen = next((one for one in who.loans if one.slot == t.answers.get("loan")), None) or first_to_repay(who)
    return f"Repay a loan of {t.written(chosen.owed)}" if chosen else "Repay a loan"


@GAME.action("Repay a loan", group="Loans", source=LOAN_SOURCE, button=_repay_words)
def repay(
    t: RatRaceTurn,
    who: Player = ask.anybody("Who repays?"),
    loan: str | None = ask.choice(
        "Which loan? Left out, it is the first that can be repaid.",
        tuple(SLOTS),
        label=_slot_label,
        now=lambda t: [loan.slot for loan in _find_loans(t)],
        optional=True,
    ),
) -> None:
    """Repay one whole loan during your turn, after passing GO with it."""
    who.check_on_turn()
    if not who.loans and loan is None:
        raise Refusal(f"{who} has no loan.", "who")
    chosen = next((one for one in who.loans if one.slot == loan), None) if loan else first_to_repay(who)
    if chosen is None:
        raise Refusal(f"{who} has no such loan.", "loan")
    at, owed = "loan" if loan else "who", chosen.owed
    if why := why_not_repay(who, chosen):
        raise Refusal(why, at)
    who.must_hold(owed, at, due=False)
    if not who.has_passed_go_since(chosen.since):
        t.by_house_rule("Loans may be repaid at any time in your turn.")
    t.pay(who, BANK, owed)
    t.pay(who, BANK, -owed, DEBT)
    t.note(who, **{chosen.slot: None, f"{chosen.slot}_since": None})
    t.narrate(f"{who} repays a loan of {t.written(owed)}.")
    t.step("Repaid to the bank", -owed, signed=True, total=True)
    t.show_cash(who)
    show_loans(who)
    t.explain(REPAY_RULE)
