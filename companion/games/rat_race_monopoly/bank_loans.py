"""Loans of the bank: two at once, each of a fixed sum, repaid whole.

Rulebook: «Bank loans».
"""

from __future__ import annotations

from companion.api import Refusal, ask
from companion.games.rat_race_monopoly.board import BRACKETS
from companion.games.rat_race_monopoly.game import BANK, DEBT, GAME, SLOTS, Loan, Player, RatRaceTurn, money

SOURCE = "Bank loans"
RULE = (
    "Up to two loans at once, each of the sum fixed for the bracket of the job held when it is taken. One halves the "
    "salary, two stop it."
)
REPAY_RULE = (
    "A loan is repaid whole, on the own turn, after passing GO at least once with it: the salary lost is the interest. "
    "Salary that is already cut does not come back."
)


def salary_with(loans: int) -> str:
    """What becomes of the salary with so many loans."""
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


def size_named(t: RatRaceTurn) -> int:
    """What a loan is for the player who is named."""
    who = t.asked()
    return who.loan_size if who else 0


@GAME.action("Take a loan", group="Loans", source=SOURCE)
def take_loan(
    t: RatRaceTurn,
    who: Player = ask.anybody("Who takes a loan?"),
    loan: int | None = money("How much? It is fixed, so this may be left out.", at_most=size_named, optional=True),
) -> None:
    """Take a loan on the own turn; its sum is fixed by the bracket of the job."""
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
    t.explain(RULE)


def why_not_repay(who: Player, loan: Loan) -> str:
    """Why a loan can't be repaid yet, whatever the cash; nothing when it can."""
    if who.t.option("repay") == "any" or who.passed_go_since(loan.since):
        return ""
    return f"{who} has not passed GO with this loan yet; it can be repaid after the next GO."


def first_to_repay(who: Player) -> Loan | None:
    """The first loan that can be repaid now; else one that waits for cash alone, or any; nothing without one."""
    due = [loan for loan in who.loans if not why_not_repay(who, loan)]
    affordable = [loan for loan in due if loan.owed <= who.cash]
    return next(iter((*affordable, *due, *who.loans)), None)


def _loans_named(t: RatRaceTurn) -> tuple[Loan, ...]:
    who = t.asked()
    return who.loans if who else ()


def _slot_label(t: RatRaceTurn, slot: str) -> str:
    owed = {loan.slot: f", {t.written(loan.owed)}" for loan in _loans_named(t)}
    return f"{SLOTS[slot]}{owed.get(slot, '')}"


@GAME.action("Repay a loan", group="Loans", source=SOURCE)
def repay(
    t: RatRaceTurn,
    who: Player = ask.anybody("Who repays?"),
    loan: str | None = ask.choice(
        "Which loan? Left out, it is the first that can be repaid.",
        tuple(SLOTS),
        label=_slot_label,
        now=lambda t: [loan.slot for loan in _loans_named(t)],
        optional=True,
    ),
) -> None:
    """Repay one loan whole, on the own turn, after a GO passed with it."""
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
    if not who.passed_go_since(chosen.since):
        t.by_house_rule("Loans may be repaid at any time of the own turn.")
    t.pay(who, BANK, owed)
    t.pay(who, BANK, -owed, DEBT)
    t.note(who, **{chosen.slot: None, f"{chosen.slot}_since": None})
    t.narrate(f"{who} repays a loan of {t.written(owed)}.")
    t.step("Repaid to the bank", -owed, signed=True, total=True)
    t.show_cash(who)
    show_loans(who)
    t.explain(REPAY_RULE)
