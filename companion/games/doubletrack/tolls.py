"""Tolls: asking at an opponent's gate before the dice are rolled, and what the roll makes of it.

Chips agreed on lie on the table until then, so that nobody has to be asked later whether they are still there.

Rulebook: «HOW TO MOVE».
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Who, YesNo
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.doubletrack import binding, gates, state
from companion.games.doubletrack.board import COLOURS, QUICK, STEP
from companion.games.doubletrack.opening import colour_label, colour_tile
from companion.games.doubletrack.state import BIDS, BOARD, GATE, money, name

SOURCE = "HOW TO MOVE"
RULE = "Who wants through an opponent's gate asks before rolling; the leave holds for one turn."
MUST = "Whoever may go through a gate must take its shortcut when the roll leads there."
ANSWERS = {
    "pays": "Yes, for chips",
    "free": "Yes, free of charge",
    "refused": "No",
    "declined": "For more than the asker will pay",
}


def _answer_label(_table: Table, _answers: Answers, value: str) -> str:
    return ANSWERS[value]


def _gate_of(table: Table, _answers: Answers, colour: str) -> str:
    who = state.keeper(table, colour)
    return "shut: its pass is out of play" if who == BOARD else f"{table.name(who)}'s"


def _open_tolls(table: Table, _answers: Answers) -> tuple[str, ...]:
    return tuple(one.gate for one in state.tolls(table))


@action(SOURCE, title="Ask at a gate", group="Turn")
def toll(
    table: Table,
    who: Who,
    gate: Annotated[str, Choice(COLOURS, colour_label, detail=_gate_of, tile=colour_tile)],
    answer: Annotated[str, Choice(tuple(ANSWERS), _answer_label)],
    amount: Annotated[int, Amount(STEP, step=STEP, quick=QUICK)] | None = None,
) -> Effect:
    """Ask an opponent, before rolling, to be let through a gate this turn.

    who: Who asks?
    gate: At which gate?
    answer: What does its owner say?
    amount: How many dollars in chips?
    """
    gates.asking(table, who)
    gates.seated(table, who)
    keeper, what = state.keeper(table, gate), state.colour_name(table, gate)
    if keeper == BOARD:
        raise Refusal(f"The {what} gate is shut: nobody holds its pass.", "gate")
    if keeper == who:
        raise Refusal(f"The {what} gate is {name(table, who)}'s own: free, and its shortcut must be taken.", "gate")
    if any(one.gate == gate for one in state.tolls(table)):
        raise Refusal(f"{name(table, who)} may go through the {what} gate already.", "gate")
    asked = f"{name(table, who)} asks {name(table, keeper)} at the {what} gate"
    if answer == "pays":
        return _agreed(table, state.Toll(gate, who, keeper, _toll(amount), state.coming(table)), asked)
    if answer == "declined":
        figure = f"{money(amount)} is" if amount else "the toll is"
        return Effect(f"{asked}; {figure} too dear, and the gate stays shut.", rule=RULE)
    if amount:
        raise Refusal("No chips go with that answer.", "amount")
    if answer == "refused":
        return Effect(f"{asked} and is refused.", rule=RULE)
    return Effect(f"{asked} and is let in free this turn.", rule=f"{RULE} {MUST}")


def _toll(amount: int | None) -> int:
    if not amount:
        raise Refusal("How much is the toll?", "amount")
    return amount


def _agreed(table: Table, one: state.Toll, asked: str) -> Effect:
    if one.amount > state.held(table, one.who):
        raise Refusal(state.short(table, one.who), "amount")
    if table.house("toll") == "at_once":
        return Effect(
            f"{asked} and pays {money(one.amount)}.",
            state.pay(one.amount, state.purse(one.who), state.purse(one.keeper)),
            working=(Line(f"{name(table, one.who)} pays {name(table, one.keeper)}", one.amount, total=True),),
            rule=f"{RULE} {MUST}",
            house=("A toll is paid at once, and does not come back.",),
        )
    return Effect(
        f"{asked}: {money(one.amount)}, if the roll goes through.",
        state.pay(one.amount, state.purse(one.who), BIDS),
        (
            Mark(GATE, f"{one.gate}.asker", one.who),
            Mark(GATE, f"{one.gate}.toll", one.amount),
            Mark(GATE, f"{one.gate}.line", one.line),
        ),
        (Line(f"{name(table, one.who)} lays down", one.amount, total=True),),
        f"{RULE} {MUST}",
    )


@action(SOURCE, title="Through the gate, or not", group="Turn")
def passage(
    table: Table,
    gate: Annotated[str, Choice(COLOURS, colour_label, _open_tolls, _gate_of, colour_tile)],
    came: YesNo,
) -> Effect:
    """Say what the roll made of a toll: paid where it took the pawn into the shortcut, else given back.

    gate: Which gate?
    came: Did the roll take the pawn into the shortcut?
    """
    gates.going(table)
    pending = {one.gate: one for one in state.tolls(table)}
    if not pending:
        raise Refusal("No toll is open.")
    what = state.colour_name(table, gate)
    if gate not in pending:
        raise Refusal(f"No toll is open at the {what} gate.", "gate")
    one = pending[gate]
    if one.lapsed:
        return given_back(
            table, one, f"{why_lapsed(table, one)}: {name(table, one.who)}'s {money(one.amount)} come back."
        )
    if came == "yes":
        told = f"{name(table, one.who)} goes through the {what} gate and pays {name(table, one.keeper)}"
        return _settled(table, one, one.keeper, f"{told} {money(one.amount)}.")
    told = f"{name(table, one.who)}'s roll does not go through the {what} gate; the {money(one.amount)} come back."
    return given_back(table, one, told)


def why_lapsed(table: Table, one: state.Toll) -> str:
    """Say why there is nobody to be paid at a gate: it is the asker's own now, or shut."""
    whose = "shut" if one.keeper == BOARD else f"{name(table, one.who)}'s own"
    return f"The {state.colour_name(table, one.gate)} gate is {whose} now"


def handed_on(table: Table, gate: str, keeper: str) -> Effect:
    """What becomes of the chips laid down for a gate that changes hands: they wait for who keeps it now, or go back."""
    agreed = next((one for one in state.tolls(table) if one.gate == gate), None)
    if agreed is None or agreed.who not in state.playing(table):
        return Effect()
    one, toll = replace(agreed, keeper=keeper), f"The {money(agreed.amount)} of {name(table, agreed.who)}'s toll"
    if one.lapsed:
        return given_back(table, one, f"{toll} come back.")
    return Effect(f"{toll} are for {name(table, keeper)} now, if the roll goes through.")


def given_back(table: Table, one: state.Toll, told: str) -> Effect:
    """Chips laid down for a gate that go back to who asked there."""
    return _settled(table, one, one.who, told)


def _settled(table: Table, one: state.Toll, to: str, told: str) -> Effect:
    # only lines struck out by halves leave a toll to somebody who has left
    if to not in state.playing(table):
        raise Refusal(f"{name(table, to)} has left the game.", "came")
    closed = tuple(Mark(GATE, f"{one.gate}.{key}", None) for key in ("asker", "toll", "line"))
    return Effect(
        told,
        state.pay(one.amount, BIDS, state.purse(to)),
        (*closed, *binding.rests_on(binding.SETTLED, one.line, table)),
        (Line(f"{name(table, to)} {'takes back' if to == one.who else 'gets'}", one.amount, total=True),),
        "A toll is paid only if the roll takes the pawn into the shortcut.",
    )


ACTIONS = (toll, passage)
