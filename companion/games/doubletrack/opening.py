"""Opening the table: pawns chosen, chips and gate passes dealt out; and leaving.

Rulebook: «HOW TO SET UP THE GAME».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Tile, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.doubletrack import ending, gates, state
from companion.games.doubletrack.board import BOX, COLOURS, QUICK, STACK, START_CHIPS, STEP
from companion.games.doubletrack.state import BANK, BOARD, TABLE, money, name
from companion.rules import chips

SOURCE = "HOW TO SET UP THE GAME"
GONE = "Who has left comes back only for a reason. Why?"


def colour_label(table: Table, _answers: Answers, colour: str) -> str:
    """What the table calls a colour."""
    return state.colour_name(table, colour)


def colour_tile(table: Table, colour: str) -> Tile:
    """Show a colour as a square with its first letter."""
    return Tile(state.colour_name(table, colour)[0].upper(), state.ink(table, colour))


Colour: TypeAlias = Annotated[str, Choice(COLOURS, colour_label, tile=colour_tile)]


@action(SOURCE, title="Choose pawns", group="Set-up")
def pawns(table: Table, who: Who, colour: Colour) -> Effect:
    """Say who moves the pawns of which colour; whoever had them takes the other's.

    who: Who chooses?
    colour: Which colour?
    """
    if state.started(table):
        raise Refusal("Gates and passes are dealt by colour already. Undo the opening to choose again.")
    now = state.pawns(table)
    if now[who] == colour:
        raise Refusal(f"{name(table, who)} has the {state.colour_name(table, colour)} pawns already.", "colour")
    other = next((one for one, had in now.items() if had == colour), None)
    chosen = now | {who: colour} | ({other: now[who]} if other else {})
    told = f"{name(table, who)} takes the {state.colour_name(table, colour)} pawns"
    if other:
        told += f", {name(table, other)} the {state.colour_name(table, chosen[other])} ones"
    return Effect(
        f"{told}.",
        # everybody's is written down, so that no choice moves somebody else's pawns by the way
        marks=tuple(Mark(one, "pawn", had) for one, had in chosen.items()),
        rule="Everyone moves a large and a small pawn of one colour, and has its gate.",
    )


@action(SOURCE, title="Open the table", group="Set-up")
def start(table: Table, first: Who) -> Effect:
    """Give everyone a stack of chips and the gate pass of the own colour, and say who starts.

    first: Who starts? Named, or whoever rolls highest.
    """
    if state.started(table):
        raise Refusal("The table is open already.")
    at = state.coming(table)
    stack = state.stack(table)
    owners = {colour: who for who, colour in state.pawns(table).items()}
    left = [state.colour_name(table, colour) for colour in COLOURS if colour not in owners]
    seats = state.playing(table)
    working = [Line(f"The bank gives each of {len(seats)} players", stack, signed=True)]
    working += _dealt(stack, len(seats))
    working += [
        Line(f"{name(table, who)} has the {state.colour_name(table, colour)} gate pass")
        for colour, who in owners.items()
    ]
    working += [Line(f"Out of play, its gate shut: the {listed(left)} gate pass")] if left else []
    return Effect(
        f"Everyone has {money(stack)} in chips and the gate pass of the own colour. {name(table, first)} starts.",
        tuple(posting for who in seats for posting in state.pay(stack, BANK, state.purse(who))),
        (
            Mark(TABLE, "first", first),
            Mark(TABLE, "stack", stack),
            *(Mark(who, "pawn", colour) for colour, who in owners.items()),
            *(mark for colour in COLOURS for mark in state.hand_pass(colour, owners.get(colour, BOARD), at)),
        ),
        tuple(working),
        "Chips are dealt out once. After that none come in: they only go from one player to another.",
    )


def _dealt(stack: int, players: int) -> list[Line]:
    """Which chips make the stacks, as far as the box holds them."""
    total = stack * players
    if total > chips.worth(BOX):
        return [Line(f"The box holds {money(chips.worth(BOX))}: lay other counters beside it for the rest of", total)]
    share = START_CHIPS if stack == STACK else {value: count // players for value, count in BOX.items()}
    made = chips.fewest(stack, share)
    return [Line(f"In chips: {state.in_chips(made)}")] if made else []


@action(SOURCE, title="Leave for good", group="Players", needs_reason=GONE)
def leave(table: Table, who: Who, chips: Annotated[int, Amount(0, step=STEP, quick=QUICK)]) -> Effect:
    """Take a player out of the game: chips go to the bank, gate passes to the board. The last one left wins.

    who: Who leaves?
    chips: What are the chips, counted openly?
    """
    gates.quiet(table)
    gates.seated(table, who)
    held = state.held(table, who)
    if chips > max(0, held):
        raise Refusal(state.short(table, who), "chips")
    if chips < held:
        raise Refusal(f"{name(table, who)} has more than that; all of it goes to the bank.", "chips")
    # only lines struck out by halves leave less than nothing; nobody can count that out
    owed = max(0, -held)
    mine = state.passes(table, who)
    at = state.coming(table)
    gone = Effect(
        f"{name(table, who)} leaves the game; {money(chips) if chips else 'no chips'} go to the bank.",
        state.pay(chips, state.purse(who), BANK) or state.pay(owed, BANK, state.purse(who)),
        (Mark(who, "left", 1), *(mark for colour in mine for mark in state.hand_pass(colour, BOARD, at))),
        (
            Line(f"{name(table, who)} gives the bank", chips, total=True),
            *((Line("The book had less than nothing, and the bank makes good", owed),) if owed else ()),
            *(Line(f"Back on the board: the {state.colour_name(table, colour)} gate pass") for colour in mine),
        ),
        "Who leaves gives the chips to the bank and the gate passes to the board.",
    )
    rest = state.playing(table.after(gone))
    return gone + ending.last_one(table, rest[0]) if len(rest) == 1 else gone


ACTIONS = (pawns, start, leave)
