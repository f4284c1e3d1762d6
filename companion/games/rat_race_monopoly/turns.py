"""Whose turn it is, and what the dice say of it: advice, as nobody has to record a throw.

Rulebook: «Dice Control (Allow better movement control)».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, OneDie, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, jail, sevens, state
from companion.games.rat_race_monopoly.state import DICE, name

SOURCE = "Dice Control (Allow better movement control)"
RULE = (
    "One die or two, as the player likes. A 1 on a single die is Jail. After a double the player may stop or throw "
    "on; the third double in a row is Jail."
)
THIRD = 3


@action(SOURCE, title="Next player", group="Turn")
def next_player(table: Table) -> Effect:
    """End the turn; it goes to the left."""
    gates.quiet(table)
    if not state.keeps_turns(table):
        raise Refusal("The table keeps the turns itself; that is a house rule.")
    now = state.turn_of(table)
    if now is None:
        raise Refusal("Nobody is on turn; say whose turn it is.")
    after = next(iter(state.others(table, now)), None)
    if after is None:
        raise Refusal("Nobody else is left to take a turn.")
    return Effect(f"It is {table.name(after)}'s turn.", marks=state.new_turn(table, after))


@action("", title="Set whose turn it is", group="Corrections")
def correct_turn(table: Table, who: Who) -> Effect:
    """Say whose turn it is.

    who: Whose turn is it?
    """
    gates.going(table)
    gates.seated(table, who)
    if not state.keeps_turns(table):
        raise Refusal("The table keeps the turns itself; that is a house rule.")
    if state.turn_of(table) == who:
        raise Refusal(f"It is {table.name(who)}'s turn already.", "who")
    return Effect(
        f"It is {table.name(who)}'s turn.",
        marks=state.new_turn(table, who),
        rule="The turn can be put right by hand at any time.",
    )


def _dice(_table: Table, _answers: Answers, value: str) -> str:
    return "Two dice" if value == "two" else "One die"


HowMany: TypeAlias = Annotated[str, Choice(("two", "one"), _dice)]


@action(SOURCE, title="Throw the dice", group="Turn")
def throw(
    table: Table, who: Who, *, dice: HowMany | None = None, first: OneDie, second: OneDie | None = None
) -> Effect:
    """Say what the dice show, and hear what follows from it: one die or two, as the player likes.

    who: Who throws?
    dice: One die or two?
    first: What does the die show?
    second: What does the second die show?
    """
    gates.on_turn(table, who)
    if dice == "two" and second is None:
        raise Refusal("What does the second die show?", "second")
    if dice == "one" and second is not None:
        raise Refusal("One die is thrown: leave the second out.", "second")
    if state.in_jail(table, who):
        jail.may_try(table, who)
        if second is None:
            raise Refusal("Out of Jail takes a double, so both dice.", "second")
        return _seven(table, who, first, second, jail.tries(table, who, first, second))
    if second is None:
        return _one(table, who, first)
    return _seven(table, who, first, second, _two(table, who, first, second))


def _one(table: Table, who: str, die: int) -> Effect:
    if die == 1:
        told = Effect(f"{name(table, who)} throws one die, a 1.", rule=RULE)
        return told + jail.sent(table, who, "a 1 on a single die", by_dice=True)
    return Effect(
        f"{name(table, who)} throws one die and moves {die}.",
        marks=(Mark(DICE, "doubles", None),),
        working=(Line("One die", die, ""),),
        rule=RULE,
    )


def _two(table: Table, who: str, first: int, second: int) -> Effect:
    both = first + second
    lines = (Line(f"Two dice, {first} and {second}", both, ""),)
    if first != second:
        told = f"{name(table, who)} throws {first} and {second}"
        ends = "." if both == sevens.SEVEN else f" and moves {both}."
        return Effect(f"{told}{ends}", marks=(Mark(DICE, "doubles", None),), working=lines, rule=RULE)
    # where the table keeps the turns itself, the double before may be somebody else's
    mine = table.ledger.mark(DICE, "thrower") == who
    row = (state.count(table, DICE, "doubles") if mine else 0) + 1
    if row >= THIRD:
        told = f"{name(table, who)} throws {first} and {second}, the third double in a row."
        return Effect(told, working=lines, rule=RULE) + jail.sent(table, who, "three doubles in a row", by_dice=True)
    which = "a double" if row == 1 else "the second double in a row"
    return Effect(
        f"{name(table, who)} throws {first} and {second}, {which}, and moves {both}: then stop or throw on.",
        marks=(Mark(DICE, "doubles", row), Mark(DICE, "thrower", who)),
        working=(*lines, Line("Doubles in a row", row, "")),
        rule=RULE,
    )


def _seven(table: Table, who: str, first: int, second: int, thrown: Effect) -> Effect:
    """A 7 strikes before the token moves."""
    if first + second != sevens.SEVEN:
        return thrown
    moves = "" if state.in_jail(table, who) else f" Then the token moves {sevens.SEVEN}."
    return thrown + sevens.set_off(table, who) + Effect(moves.strip())


ACTIONS = (throw, next_player, correct_turn)
