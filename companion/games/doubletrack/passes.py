"""Gate passes: taken on a space of their colour, stolen by a card, put right by hand. Who holds one opens its gate.

Rulebook: «TAKE THE (WHATEVER COLOR) GATE PASS SPACE».
"""

from __future__ import annotations

from typing import Annotated

from companion.core.action import action
from companion.core.questions import Answers, Choice, Player, Reason, Who
from companion.core.table import Effect, Line, Refusal, Table
from companion.games.doubletrack import gates, state, tolls
from companion.games.doubletrack.board import COLOURS
from companion.games.doubletrack.opening import Colour, colour_label, colour_tile
from companion.games.doubletrack.state import BOARD, name

SOURCE = "TAKE THE (WHATEVER COLOR) GATE PASS SPACE"
CARDS = "The 30 cards and what they mean"
OPENS = "Whoever holds a gate pass says who goes through its gate."


def others_passes(table: Table, answers: Answers) -> tuple[str, ...]:
    """The gate passes that opponents hold."""
    return tuple(one for one in COLOURS if state.keeper(table, one) not in (answers.get("who"), BOARD))


def _held_by(table: Table, _answers: Answers, colour: str) -> str:
    who = state.keeper(table, colour)
    return "out of play" if who == BOARD else f"held by {table.name(who)}"


def moved(table: Table, colour: str, to: str, told: str) -> Effect:
    """A gate pass that goes to another holder."""
    was = state.keeper(table, colour)
    origin = "the board" if was == BOARD else name(table, was)
    where = "the board" if to == BOARD else name(table, to)
    what = state.colour_name(table, colour)
    return Effect(
        told,
        marks=state.hand_pass(colour, to, state.coming(table)),
        working=(Line(f"{what} gate pass: from {origin} to {where}"),),
        rule=OPENS,
    )


@action(SOURCE, title="Take a gate pass", group="Spaces")
def take_pass(
    table: Table, who: Who, colour: Annotated[str, Choice(COLOURS, colour_label, detail=_held_by, tile=colour_tile)]
) -> Effect:
    """Take the gate pass of the space's colour, from whoever has it or from the board.

    who: Who landed on the space?
    colour: Which gate pass?
    """
    gates.quiet(table)
    gates.seated(table, who)
    was, what = state.keeper(table, colour), state.colour_name(table, colour)
    if was == who:
        raise Refusal(f"{name(table, who)} has the {what} gate pass already: nothing happens.", "colour")
    origin = "into play" if was == BOARD else f"from {name(table, was)}"
    verb = "brings" if was == BOARD else "takes"
    return moved(table, colour, who, f"{name(table, who)} {verb} the {what} gate pass {origin}.")


@action(CARDS, title="Steal a gate pass", group="Cards")
def steal_pass(
    table: Table, who: Who, colour: Annotated[str, Choice(COLOURS, colour_label, others_passes, _held_by, colour_tile)]
) -> Effect:
    """Take a gate pass of choice from an opponent. The pawns stay where they are.

    who: Who plays the card?
    colour: Which gate pass?
    """
    gates.quiet(table)
    if not others_passes(table, {}):
        raise Refusal("All gate passes are out of play: there is none to steal.")
    gates.seated(table, who)
    if not others_passes(table, {"who": who}):
        raise Refusal("No opponent holds a gate pass: nothing happens.", "who")
    was, what = state.keeper(table, colour), state.colour_name(table, colour)
    if was == who:
        raise Refusal(f"{name(table, who)} has the {what} gate pass already.", "colour")
    if was == BOARD:
        raise Refusal(f"The {what} gate pass is out of play: it is stolen from nobody.", "colour")
    return moved(table, colour, who, f"{name(table, who)} steals the {what} gate pass from {name(table, was)}.")


@action("", title="Set who holds a pass", group="Corrections")
def correct_pass(table: Table, colour: Colour, holder: Annotated[str, Player((BOARD,))], reason: Reason) -> Effect:
    """Say who holds a gate pass, or that it lies on the board, for a reason.

    colour: Which gate pass?
    holder: Who holds it?
    reason: Why?
    """
    gates.going(table)
    if holder != BOARD:
        gates.seated(table, holder, "holder")
    what = state.colour_name(table, colour)
    where = "out of play" if holder == BOARD else f"{name(table, holder)}'s"
    if state.keeper(table, colour) == holder:
        raise Refusal(f"The {what} gate pass is {where} already.", "holder")
    put = moved(table, colour, holder, f"Correction: the {what} gate pass is {where} ({reason}).")
    return put + tolls.handed_on(table, colour, holder)


ACTIONS = (take_pass, steal_pass, correct_pass)
