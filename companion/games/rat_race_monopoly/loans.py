"""Loans of the bank: two at once, each of a fixed sum, repaid whole.

Rulebook: «Bank loans».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer, transfer_debt
from companion.games.rat_race_monopoly.scale import amount, say
from companion.games.rat_race_monopoly.state import BANK, SLOTS, name

SOURCE = "Bank loans"
RULE = (
    "Up to two loans at once, each of the sum fixed for the bracket of the job held when it is taken. One halves the "
    "salary, two stop it."
)
REPAY_RULE = (
    "A loan is repaid whole, on the own turn, after passing GO at least once with it: the salary lost is the interest. "
    "Salary that is already cut does not come back."
)


def _size_now(table: Table, answers: Answers) -> int:
    return state.loan_size(table, state.bracket(table, str(answers.get("who") or "")))


def _slots_now(table: Table, answers: Answers) -> tuple[str, ...]:
    return tuple(slot for slot, _, _ in state.loans(table, str(answers.get("who") or "")))


def _slot_words(table: Table, answers: Answers, value: str) -> str:
    sums = {slot: sum_ for slot, sum_, _ in state.loans(table, str(answers.get("who") or ""))}
    which = "First loan" if value == SLOTS[0] else "Second loan"
    return f"{which}, {say(table, sums[value])}" if value in sums else which


Sum: TypeAlias = Annotated[int, amount(most=_size_now)]
Slot: TypeAlias = Annotated[str, Choice(SLOTS, _slot_words, _slots_now)]


def salary_with(number: int) -> str:
    """What becomes of the salary with so many loans."""
    return {0: "the whole salary", 1: "half the salary"}.get(number, "no salary")


def why_none(table: Table, who: str) -> str:
    """Why a player can't have a loan now, in a sentence; nothing when he can."""
    if len(state.loans(table, who)) >= len(SLOTS):
        return f"{name(table, who)} has two loans already: a third is never given."
    if not state.bracket(table, who):
        return f"{name(table, who)} has no job, and so no loan."
    return ""


@action(SOURCE, title="Take a loan", group="Loans")
def take_loan(table: Table, who: Who, loan: Sum | None = None) -> Effect:
    """Take a loan on the own turn; its sum is fixed by the bracket of the job.

    who: Who takes a loan?
    loan: How much? It is fixed, so this may be left out.
    """
    gates.on_turn(table, who)
    if why := why_none(table, who):
        raise Refusal(why, "who")
    at = state.bracket(table, who)
    size = state.loan_size(table, at)
    if loan is not None and loan != size:
        job = state.job_name(table, state.job(table, who))
        raise Refusal(
            f"{name(table, who)} is {job}, {state.bracket_name(at).lower()}: a loan is {say(table, size)}, "
            "no more and no less.",
            "loan",
        )
    held = state.loans(table, who)
    slot = next(one for one in SLOTS if one not in {taken for taken, _, _ in held})
    return Effect(
        f"{name(table, who)} takes a loan of {say(table, size)}.",
        transfer(table, size, BANK, who) + transfer_debt(table, size, who),
        (Mark(who, slot, size), Mark(who, f"{slot}_since", state.next_line(table))),
        (
            line(
                table,
                f"Loan, {state.bracket_name(at).lower()}: fixed for {state.job_name(table, state.job(table, who))}",
                size,
                signed=True,
                total=True,
            ),
            *then_has(table, who, size),
            line(table, "Loans then", state.debt(table, who) + size),
            Line(f"At GO from now on: {salary_with(len(held) + 1)}"),
        ),
        RULE,
    )


def ripe(table: Table, who: str, since: int) -> bool:
    """Whether GO was passed after the line by which a loan was taken."""
    return state.passed_go_since(table, who, since)


def why_not_repay(table: Table, who: str, since: int) -> str:
    """Why a loan can't be repaid yet, whatever the cash; nothing when it can."""
    if table.house("repay") == "any" or ripe(table, who, since):
        return ""
    return f"{name(table, who)} has not passed GO with this loan yet; it can be repaid after the next GO."


def first_to_repay(table: Table, who: str) -> str | None:
    """The first loan that can be repaid now; else one that waits for cash alone, or any; nothing without one."""
    due = [(slot, sum_) for slot, sum_, since in state.loans(table, who) if not why_not_repay(table, who, since)]
    affordable = [slot for slot, sum_ in due if sum_ <= state.cash(table, who)]
    every = (slot for slot, _, _ in state.loans(table, who))
    return next(iter((*affordable, *(slot for slot, _ in due), *every)), None)


@action(SOURCE, title="Repay a loan", group="Loans")
def repay(table: Table, who: Who, loan: Slot | None = None) -> Effect:
    """Repay one loan whole, on the own turn, after a GO passed with it.

    who: Who repays?
    loan: Which loan? Left out, it is the first that can be repaid.
    """
    gates.on_turn(table, who)
    held = {slot: (sum_, since) for slot, sum_, since in state.loans(table, who)}
    slot = loan or first_to_repay(table, who)
    if slot is None:
        raise Refusal(f"{name(table, who)} has no loan.", "who")
    if slot not in held:
        raise Refusal(f"{name(table, who)} has no such loan.", "loan")
    at = "loan" if loan else "who"
    sum_, since = held[slot]
    if why := why_not_repay(table, who, since):
        raise Refusal(why, at)
    must_hold(table, who, sum_, at, due=False)
    early = table.house("repay") == "any" and not ripe(table, who, since)
    return Effect(
        f"{name(table, who)} repays a loan of {say(table, sum_)}.",
        transfer(table, sum_, who, BANK) + transfer_debt(table, -sum_, who),
        (Mark(who, slot, None), Mark(who, f"{slot}_since", None)),
        (
            line(table, "Repaid to the bank", -sum_, signed=True, total=True),
            *then_has(table, who, -sum_),
            line(table, "Loans then", state.debt(table, who) - sum_),
            Line(f"At GO from now on: {salary_with(len(held) - 1)}"),
        ),
        REPAY_RULE,
        ("Loans may be repaid at any time of the own turn.",) if early else (),
    )


ACTIONS = (take_loan, repay)
