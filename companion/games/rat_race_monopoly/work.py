"""Work and loans: degrees, jobs, the salary at GO, the tax of a job, and the bank's loans, which cut the salary.

Passing GO is one entry with one receipt: salary after loans, insurance if wanted, trades where the token lands on GO,
then the share price by a roll. Rulebook: «Studying / Colleges», «Employment / Job brackets», «Bank loans», «Insurance»
and «Stock Exchange».
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from companion.api import Option, Refusal
from companion.games.rat_race_monopoly.board import BRACKETS, DEGREES, TOP_DEGREE, TOP_JOB
from companion.games.rat_race_monopoly.disasters import any_seven
from companion.games.rat_race_monopoly.game import (
    BANK,
    DEBT,
    GAME,
    HELD,
    ON_TURN,
    PASSED,
    PLAYING,
    SLOTS,
    Loan,
    Player,
    RatRaceTurn,
    ask,
    money,
)
from companion.games.rat_race_monopoly.options import House
from companion.games.rat_race_monopoly.stock_exchange import (
    find_shares,
    land_on_exchange,
    move_price,
)
from companion.games.rat_race_monopoly.streets import take_out

SOURCE = "Employment / Job brackets"
LOAN_SOURCE = "Bank loans"
LOAN_RULE = (
    "Up to two loans at once, each of the sum fixed for the bracket of the job held when it is taken. One halves the "
    "salary, two stop it."
)
GO_RULE = (
    "At GO comes the salary, then insurance for the new year if wanted, then the share price is updated by two dice. "
    "Landing on GO, or being sent there or past it by a card, counts, once; going to Jail never does."
)
INCOME, OTHER = "income", "other"

loans = partial(GAME.action, group="Loans", source=LOAN_SOURCE, when=ON_TURN)


# --- passing GO


def full_salary(t: RatRaceTurn, level: int) -> int:
    """The salary of a level before loans; without a job as the table plays it."""
    basic = t.figure("salary")
    without_job = {"full": basic, "half": t.whole(basic // 2), "none": 0}
    return basic * level if level else without_job[t.house.no_job_salary]


def salary(t: RatRaceTurn, level: int, loans: int) -> int:
    """What a level is paid at GO with so many loans, in whole notes."""
    full = full_salary(t, level)
    return full if not loans else t.whole(full // 2) if loans == 1 else 0


def pay_salary(who: Player, how: str) -> None:
    """Pay a player's salary at GO, after what the loans take of it; ``how`` says how GO came about."""
    t, level, held = who.t, who.job, len(who.loans)
    full, gets = full_salary(t, level), salary(t, level, len(who.loans))
    what = f"Salary, level {level}" if level else "Salary without a job"
    basic = t.written(t.figure("salary"))
    if level > 1:
        what += f": {level} times {basic}"
    elif not level and t.house.no_job_salary == "half":
        what += f": half of {basic}"
    t.narrate(f"{who} {how} and {f'is paid {t.written(gets)}' if gets else 'gets no salary'}.")
    t.pay(BANK, who, gets)
    t.step(what, full, signed=True)
    if held and full:
        t.step(
            "One loan: half of it is lost" if held == 1 else "Two loans: all of it is lost",
            gets - full,
            signed=True,
        )
    t.explain(
        "The salary is that of level 1 times the level: half of it with one loan, none with two."
    )
    if not level:
        t.by_house_rule(House.no_job_salary)


def has_landed(t: RatRaceTurn) -> bool:
    """Whether shares are traded, as on GO itself and never in passing."""
    return t.answers.get("landed") == "yes"


@GAME.action(
    "Pass GO",
    group="Turn",
    source="Bank loans, Insurance, Stock Exchange",
    when=ON_TURN,
    button="GO \u00b7 roll {roll}",
    icon="ARROW_BACK",
)
def pass_go(  # noqa: PLR0913 - one receipt for all that happens at GO
    t: RatRaceTurn,
    who: Player = ask.player("Who passes GO?"),
    *,
    insure: bool | None = ask.yes_no(
        "Insure all streets for a year?", when=lambda t: t.find_player().streets, usual="no"
    ),
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
    t.refuse(who.jail, f"{who} sits in Jail: on the way there no GO is passed.", "who")
    in_passing = (
        "Shares are traded only where the token lands on an exchange; in passing GO it does not."
    )
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


def show_loans(who: Player) -> None:
    """Show on the receipt what is owed, and what becomes of the salary."""
    who.t.step("Loans then", who.debt)
    salary_left = ("the whole", "half the", "no")[len(who.loans)]
    who.t.step(f"At GO from now on: {salary_left} salary")


@loans("Take a loan", rule=LOAN_RULE)
def take_loan(
    t: RatRaceTurn,
    who: Player = ask.player("Who takes a loan?"),
    loan: int | None = money(
        "How much? It is fixed, so this may be left out.",
        at_most=lambda t: t.find_player().loan_size,
        optional=True,
    ),
) -> None:
    """Take a loan during your turn; the bracket of your job fixes its sum."""
    t.refuse(who.why_no_loan, who.why_no_loan, "who")
    size, job, bracket = who.loan_size, t.job_name(who.job), BRACKETS[who.bracket].lower()
    fixed = f"{who} is {job}, {bracket}: a loan is {t.written(size)}, no more and no less."
    t.refuse(loan is not None and loan != size, fixed, "loan")
    slot = next(slot for slot in SLOTS if slot not in {taken.slot for taken in who.loans})
    who.earn(size, f"Loan, {bracket}: fixed for {job}", total=True)
    t.pay(who, BANK, size, DEBT)
    t.note(who, **{slot: size, f"{slot}_since": t.number})
    t.narrate(f"{who} takes a loan of {t.written(size)}.")
    show_loans(who)


def first_to_repay(who: Player) -> Loan | None:
    """The first loan that can be repaid now; else one that waits for cash alone, or any; nothing without one."""
    due = [loan for loan in who.loans if not loan.why_not_repay]
    affordable = [loan for loan in due if loan.owed <= who.cash]
    return next(iter((*affordable, *due, *who.loans)), None)


def find_loan(t: RatRaceTurn) -> Loan | None:
    """The loan that is named, or else the first that can be repaid."""
    who, slot = t.find_player(), t.answers.get("loan")
    return (
        next((loan for loan in who.loans if loan.slot == slot), None)
        if slot
        else first_to_repay(who)
    )


def _slot_label(t: RatRaceTurn, slot: str) -> str:
    owed = {loan.slot: f", {t.written(loan.owed)}" for loan in t.find_player().loans}
    return f"{SLOTS[slot]}{owed.get(slot, '')}"


@loans(
    "Repay a loan",
    rule="A loan is repaid whole, on your turn, after passing GO at least once with it: the salary lost is the "
    "interest. Salary that is already cut does not come back.",
)
def repay(
    t: RatRaceTurn,
    who: Player = ask.player("Who repays?"),
    loan: str | None = ask.choice(
        "Which loan? Left out, it is the first that can be repaid.",
        tuple(SLOTS),
        label=_slot_label,
        now=lambda t: [loan.slot for loan in t.find_player().loans],
        optional=True,
    ),
) -> None:
    """Repay one whole loan during your turn, after passing GO with it."""
    t.refuse(not who.loans and loan is None, f"{who} has no loan.", "who")
    chosen, at = find_loan(t), "loan" if loan else "who"
    if chosen is None:
        raise Refusal(f"{who} has no such loan.", "loan")
    owed, slot = chosen.owed, chosen.slot
    t.refuse(chosen.why_not_repay, chosen.why_not_repay, at)
    if not who.has_passed_go_since(chosen.since):
        t.by_house_rule(House.repay)
    who.spend(owed, "Repaid to the bank", at, total=True)
    t.pay(who, BANK, -owed, DEBT)
    t.note(who, **{slot: None, f"{slot}_since": None})
    t.narrate(f"{who} repays a loan of {t.written(owed)}.")
    show_loans(who)


# --- degrees, jobs and their tax


def job_text(t: RatRaceTurn, level: int) -> str:
    """A job with its level, as a sentence has it."""
    return f"{t.job_name(level)} (level {level})" if level else "no job"


@GAME.action(
    "Study",
    group="Squares",
    source="Studying / Colleges",
    when=ON_TURN,
    icon="SCHOOL",
    button=lambda t: f"Study for the {DEGREES[min(t.find_player().degree + 1, TOP_DEGREE)]}",
    rule="Degrees come in their order, one each time a token lands on a college, and are paid at once.",
)
def study(t: RatRaceTurn, who: Player = ask.player("Who studies?")) -> None:
    """Enrol for the next degree, on landing on a college, and pay for it at once."""
    degree = who.degree + 1
    t.refuse(degree > TOP_DEGREE, f"{who} has the {DEGREES[TOP_DEGREE]}: nothing higher.", "who")
    cost = t.figure(f"fee.{degree}")
    who.spend(cost, f"{DEGREES[degree]}, fee to the bank", total=True)
    who.degree = degree
    t.narrate(f"{who} pays {t.written(cost)} for the {DEGREES[degree]}.")
    t.step(f"Opens {job_text(t, 2 * degree - 1)} and {job_text(t, 2 * degree)}")


class Outcome(NamedTuple):
    """What a job application comes to: the level then held, why, and whether it is so by the table's house rule."""

    level: int
    why: str
    house_rule: Option[str] | None = None


def outcome(t: RatRaceTurn, degree: int, job: int, roll: int) -> Outcome:
    """What a roll makes of a job application, by the highest degree and the job held."""
    bottom, top = 2 * degree - 1, 2 * degree
    plain_odd = t.house.job_doubles == "odd"
    if roll in (2, 12) or (roll in (3, 11) and not plain_odd):
        said = f"{roll} promotes to the top job of the bracket"
        as_good = "which is held already" if job == top else "but a better one is held already"
        return Outcome(max(job, top), said if job < top else f"{said}, {as_good}")
    if roll % 2:
        house_rule = House.job_doubles if roll in (3, 11) else None
        return Outcome(job, f"{roll} is odd: unsuccessful, nothing changes", house_rule)
    if job < bottom:
        return Outcome(bottom, f"{roll} is even: to the bottom job of the bracket")
    if t.house.job_even == "bottom":
        said = f"{roll} is even, and never lifts above the bracket's bottom job"
        return Outcome(job, said, House.job_even)
    if job >= top:
        held = "a better job than the bracket's" if job > top else "the top job of the bracket"
        return Outcome(job, f"{roll} is even, but {held} is held already")
    return Outcome(job + 1, f"{roll} is even: one level up")


@GAME.action(
    "Apply for a job",
    group="Squares",
    source=SOURCE,
    when=ON_TURN,
    icon="WORK",
    button="Apply with a roll of {roll}",
    rule="2, 3, 11 and 12 promote to the top job of the highest bracket qualified for. Any other even roll lifts to "
    "its bottom job, or from there one level up; any other odd roll changes nothing. Nobody is ever demoted.",
)
def apply_for_job(
    t: RatRaceTurn,
    who: Player = ask.player("Who applies?"),
    roll: int = ask.roll("What do both dice show?"),
) -> None:
    """Apply for a better job, on landing on an employment office."""
    degree, job = who.degree, who.job
    t.refuse(not degree, f"{who} has no degree: study first.", "who")
    t.refuse(job >= TOP_JOB, f"{who} is {t.job_name(job)}: no better job.", "who")
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
    if house_rule:
        t.by_house_rule(house_rule)
    any_seven(who, roll)


def tax(t: RatRaceTurn, level: int) -> int:
    """The income tax of a level; without a job that of level 1."""
    return t.figure("tax") * max(1, level)


@GAME.action(
    "Pay tax",
    group="Squares",
    icon="ACCOUNT_BALANCE",
    source=SOURCE,
    when=PLAYING,
    rule="Both printed tax squares cost the tax of level 1 times the level of the job held.",
)
def pay_tax(
    t: RatRaceTurn,
    who: Player = ask.player("Who lands on a tax square?"),
    square: str | None = ask.choice(
        "Which one? Left out, it is Income Tax.",
        {INCOME: "Income Tax", OTHER: "The other tax square"},
        optional=True,
    ),
) -> None:
    """Pay the tax of a tax square, by the level of the job."""
    level = who.job
    cost = tax(t, level)
    what = f"Tax, level {level}" if level else "Tax without a job, as at level 1"
    if level > 1:
        what += f": {level} times {t.written(tax(t, 1))}"
    if square == OTHER and t.house.tax_squares == "income":
        cost, what = t.figure("tax.other"), "What is printed on the square"
        t.by_house_rule(House.tax_squares)
    who.spend(cost, what, "square" if square else "who", due=True, total=True)
    t.narrate(f"{who} pays {t.written(cost)} tax.")
