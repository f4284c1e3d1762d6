"""Putting the banker's book right: the table is sovereign, and every correction carries its reason."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Name, Reason, Who, YesNo
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.board import DEGREES, JOBS
from companion.games.rat_race_monopoly.loans import ripe, salary_with
from companion.games.rat_race_monopoly.money import line, transfer, transfer_debt
from companion.games.rat_race_monopoly.scale import amount as sum_of
from companion.games.rat_race_monopoly.scale import say
from companion.games.rat_race_monopoly.state import BANK, DICE, SLOTS, name

RULE = "The table may correct the book at any time; the reason stays in the journal."
MOST_LETTERS = 40
LONG_AGO = -1
"""The line of a loan with which GO is known to have been passed: before every line."""


def _job(table: Table, _answers: Answers, value: str) -> str:
    return f"{value} \u00b7 {state.job_name(table, int(value))}" if value != "0" else JOBS[0]


Sum: TypeAlias = Annotated[int, sum_of(least=0)]
Slot: TypeAlias = Annotated[
    str, Choice(SLOTS, lambda _table, _answers, value: "First loan" if value == SLOTS[0] else "Second loan")
]
Level: TypeAlias = Annotated[str, Choice(tuple(str(at) for at in range(len(JOBS))), _job)]
Degree: TypeAlias = Annotated[
    str, Choice(tuple(str(at) for at in range(len(DEGREES))), lambda _table, _answers, value: DEGREES[int(value)])
]


def _may_correct(table: Table, who: str) -> None:
    """Corrections come before and after the end of a game, too; but somebody who is out has nothing to put right."""
    gates.correcting(table)
    gates.banking(table)
    gates.seated(table, who)


@action("", title="Set somebody's cash", group="Corrections")
def correct_cash(table: Table, who: Who, cash: Sum, reason: Reason) -> Effect:
    """Set what a player holds in cash; the bank takes or gives the difference.

    who: Whose cash?
    cash: How much is it?
    reason: Why?
    """
    _may_correct(table, who)
    held = state.cash(table, who)
    if held == cash:
        raise Refusal(f"{name(table, who)} holds {say(table, cash)} already.", "cash")
    return Effect(
        f"Correction: {name(table, who)} holds {say(table, cash)} in cash ({reason}).",
        transfer(table, cash - held, BANK, who),
        working=(line(table, "Cash so far", held), line(table, f"{name(table, who)} then has", cash, total=True)),
        rule=RULE,
    )


@action("", title="Set a loan", group="Corrections")
def correct_loan(  # noqa: PLR0913, PLR0917 - a loan is its sum and whether it is ripe, and a correction has a reason
    table: Table, who: Who, loan: Slot, owed: Sum, reason: Reason, passed: YesNo | None = None
) -> Effect:
    """Set what a player owes on one of two loans; nought where there is none. No cash moves.

    who: Whose loan?
    loan: Which one?
    owed: How much is owed on it?
    reason: Why?
    passed: Has GO been passed with it, so that it can be repaid?
    """
    _may_correct(table, who)
    before, since = state.count(table, who, loan), state.count(table, who, f"{loan}_since")
    was_ripe = ripe(table, who, since)
    if passed is not None:
        since = LONG_AGO if passed == "yes" else state.next_line(table)
    elif not before:
        since = state.next_line(table)
    marks = (Mark(who, loan, owed or None), Mark(who, f"{loan}_since", since if owed else None))
    held = state.loans(table.after(Effect(marks=marks)), who)
    # lines struck out may have left the debt other than the loans: it comes to their sum
    change = sum(sum_ for _, sum_, _ in held) - state.debt(table, who)
    if before == owed and not change and (not owed or ripe(table, who, since) == was_ripe):
        raise Refusal(f"That is what {table.name(who)} owes on it already.", "owed")
    what = f"owes {say(table, owed)} on the {'first' if loan == SLOTS[0] else 'second'} loan"
    return Effect(
        f"Correction: {name(table, who)} {what} ({reason}).",
        transfer_debt(table, change, who),
        marks,
        (
            line(table, "Owed on it so far", before),
            line(table, "Owed on it from now on", owed, total=True),
            line(table, "Loans then", state.debt(table, who) + change),
            Line(f"At GO from now on: {salary_with(len(held))}"),
        ),
        RULE,
    )


@action("", title="Set somebody's job", group="Corrections")
def correct_job(table: Table, who: Who, job: Level, reason: Reason) -> Effect:
    """Set the job a player holds.

    who: Whose job?
    job: Which one?
    reason: Why?
    """
    _may_correct(table, who)
    if state.job(table, who) == int(job):
        raise Refusal(f"That is {table.name(who)}'s job already.", "job")
    held = state.job_name(table, int(job))
    words = f"is {held} (level {job})" if int(job) else "has no job"
    return Effect(
        f"Correction: {name(table, who)} {words} ({reason}).",
        marks=(Mark(who, "job", int(job) or None),),
        working=(Line(f"Job so far: {state.job_name(table, state.job(table, who))}"), Line(f"From now on: {held}")),
        rule=RULE,
    )


@action("", title="Set somebody's degree", group="Corrections")
def correct_degree(table: Table, who: Who, degree: Degree, reason: Reason) -> Effect:
    """Set the highest degree a player has. Nothing is paid for it.

    who: Whose degree?
    degree: Which is the highest?
    reason: Why?
    """
    _may_correct(table, who)
    if state.degree(table, who) == int(degree):
        raise Refusal(f"That is {table.name(who)}'s degree already.", "degree")
    words = f"has the {DEGREES[int(degree)]}" if int(degree) else "has no degree"
    return Effect(
        f"Correction: {name(table, who)} {words} ({reason}).",
        marks=(Mark(who, "degree", int(degree) or None),),
        working=(Line(f"Degree so far: {DEGREES[state.degree(table, who)]}"),),
        rule=RULE,
    )


@action("", title="Set who is insured", group="Corrections")
def correct_insurance(table: Table, who: Who, insured: YesNo, reason: Reason) -> Effect:
    """Say whether a player's streets are insured until the next GO. Nothing is paid for it.

    who: Whose streets?
    insured: Are they insured?
    reason: Why?
    """
    _may_correct(table, who)
    if state.insured(table, who) == (insured == "yes"):
        raise Refusal(f"That is how the book has {table.name(who)} already.", "insured")
    words = "is insured" if insured == "yes" else "is not insured"
    return Effect(
        f"Correction: {name(table, who)} {words} ({reason}).",
        marks=(Mark(who, "insured", "yes" if insured == "yes" else None),),
        rule=RULE,
    )


@action("", title="Set who sits in Jail", group="Corrections")
def correct_jail(table: Table, who: Who, jail: YesNo, reason: Reason) -> Effect:
    """Say whether a player sits in Jail. Nothing is paid for it.

    who: Who?
    jail: In Jail?
    reason: Why?
    """
    _may_correct(table, who)
    if state.in_jail(table, who) == (jail == "yes"):
        raise Refusal(f"That is how the book has {table.name(who)} already.", "jail")
    words = "sits in Jail" if jail == "yes" else "does not sit in Jail"
    return Effect(
        f"Correction: {name(table, who)} {words} ({reason}).",
        marks=(
            Mark(who, "jail", "yes" if jail == "yes" else None),
            Mark(who, "tries", None),
            Mark(DICE, "jailed", None),
        ),
        rule=RULE,
    )


@action("", title="Change a name", group="Corrections")
def rename(table: Table, who: Who, called: Name) -> Effect:
    """Change what a player is called; what was written before stays as it is.

    who: Whose name?
    called: What is the player called?
    """
    if len(called) > MOST_LETTERS:
        raise Refusal(f"Keep the name under {MOST_LETTERS} letters.", "called")
    if any(table.name(seat.key).casefold() == called.casefold() for seat in table.players if seat.key != who):
        raise Refusal(f"{called} is somebody else's name at this table.", "called")
    if table.name(who) == called:
        raise Refusal("That is the name already.", "called")
    return Effect(f"{name(table, who)} is called {called} from now on.", marks=(Mark(who, "name", called),))


ACTIONS = (correct_cash, correct_loan, correct_job, correct_degree, correct_insurance, correct_jail, rename)
