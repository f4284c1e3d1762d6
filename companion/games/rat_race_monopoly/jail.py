"""Jail, in and out.

Rulebook: «Dice Control (Allow better movement control)», and the usual rules for getting out.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Reason, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.scale import notes, say
from companion.games.rat_race_monopoly.state import BANK, DICE, name

SOURCE = "Dice Control (Allow better movement control)"
IN_RULE = "On the way to Jail no GO is passed and the share price is not updated; sitting there is no visit."
OUT_RULE = "Out of Jail: by a double, by the fine, or by a card."
TRIES = 3
FINE, CARD, DOUBLE = "fine", "card", "double"


def fine(table: Table) -> int:
    """What getting out of Jail costs."""
    return notes(table, table.figure("jail"))


def _how(table: Table, _answers: Answers, value: str) -> str:
    return {FINE: f"Pay {say(table, fine(table))}", CARD: "Use a card", DOUBLE: "Throw a double"}[value]


HowOut: TypeAlias = Annotated[str, Choice((FINE, CARD, DOUBLE), _how)]


def came_this_turn(table: Table, who: str) -> bool:
    """Whether the dice sent a player to Jail on the turn that goes on; never where the book does not keep turns."""
    return state.keeps_turns(table) and table.ledger.mark(DICE, "jailed") == who


def sent(table: Table, who: str, why: str, *, by_dice: bool = False) -> Effect:
    """Go to Jail; doubles in a row are forgotten. ``by_dice`` it ends the turn's throws."""
    jailed = (Mark(DICE, "jailed", who),) if by_dice else ()
    return Effect(
        f"{name(table, who)} goes to Jail: {why}.",
        marks=(Mark(who, "jail", "yes"), Mark(who, "tries", None), Mark(DICE, "doubles", None), *jailed),
        working=(Line(f"To Jail: {why}"),),
        rule=IN_RULE,
    )


def tried_enough(table: Table, who: str) -> bool:
    """Whether a player has had all tries for a double, so that the fine is due."""
    return state.count(table, who, "tries") >= TRIES


def no_more_tries(table: Table, who: str) -> str:
    """Say that a player may not try for a double any more."""
    return f"{name(table, who)} has had {TRIES} tries for a double: the fine of {say(table, fine(table))} is due."


def may_try(table: Table, who: str, question: str = "who") -> None:
    """Refuse a try for a double after the third, and on the turn that the dice have ended.

    Raises:
        Refusal: it is one of these.

    """
    if tried_enough(table, who):
        raise Refusal(no_more_tries(table, who), question)
    if came_this_turn(table, who):
        raise Refusal(f"The dice sent {table.name(who)} to Jail: the first try is on the next turn.", question)


def tries(table: Table, who: str, first: int, second: int) -> Effect:
    """Try for a double in Jail: out with it, and no second throw; after the third try the fine is due."""
    both = Line(f"Two dice, {first} and {second}", first + second, "")
    if first == second:
        return Effect(
            f"{name(table, who)} throws {first} and {second}, leaves Jail and moves {first + second}.",
            marks=(Mark(who, "jail", None), Mark(who, "tries", None), Mark(DICE, "doubles", None)),
            working=(both,),
            rule=OUT_RULE,
        )
    tried = state.count(table, who, "tries") + 1
    told = f"{name(table, who)} throws {first} and {second} and stays in Jail"
    if tried >= TRIES:
        told += f"; after the third try the fine of {say(table, fine(table))} is due, and the token moves on"
    return Effect(
        f"{told}.",
        marks=(Mark(who, "tries", tried),),
        working=(both, Line("Tries in Jail", tried, "")),
        rule=OUT_RULE,
    )


@action(SOURCE, title="Go to Jail", group="Turn")
def go_to_jail(table: Table, who: Who, why: Reason | None = None) -> Effect:
    """Send a player to Jail, by a square, a card or the dice.

    who: Who goes to Jail?
    why: What for?
    """
    gates.playing(table, who)
    if state.in_jail(table, who):
        raise Refusal(f"{name(table, who)} sits in Jail already.", "who")
    return sent(table, who, why or "by a square or a card")


@action(SOURCE, title="Leave Jail", group="Turn")
def leave_jail(table: Table, who: Who, how: HowOut) -> Effect:
    """Leave Jail by the fine, a card or a double.

    who: Who leaves Jail?
    how: How?
    """
    gates.on_turn(table, who)
    if not state.in_jail(table, who):
        raise Refusal(f"{name(table, who)} does not sit in Jail.", "who")
    marks = (Mark(who, "jail", None), Mark(who, "tries", None))
    if how == DOUBLE:
        may_try(table, who, "how")
    if how != FINE:
        by = "with a card" if how == CARD else "with a double"
        return Effect(f"{name(table, who)} leaves Jail {by}.", marks=marks, rule=OUT_RULE)
    cost = fine(table)
    # before the third try nobody has to pay it: the dice may still lead out
    must_hold(table, who, cost, "how", due=tried_enough(table, who))
    return Effect(
        f"{name(table, who)} pays {say(table, cost)} and leaves Jail.",
        transfer(table, cost, who, BANK),
        marks,
        (line(table, "Fine to the bank", -cost, signed=True), *then_has(table, who, -cost)),
        OUT_RULE,
    )


ACTIONS = (go_to_jail, leave_jail)
