"""How to set up the game: pawns chosen, chips and gate passes dealt out; and leaving.

Rulebook: «HOW TO SET UP THE GAME».
"""

from __future__ import annotations

from functools import partial

from companion.api import Condition, listed
from companion.games.doubletrack.box import BOX, COLOURS, QUICK, STACK, START_CHIPS, STEP, in_chips
from companion.games.doubletrack.game import (
    BANK,
    BOARD,
    GAME,
    SETTLED,
    DoubletrackTurn,
    Player,
    ask,
    ask_colour,
)
from companion.rules import chips as heaps

setting_up = partial(GAME.action, group="Set-up", source="HOW TO SET UP THE GAME")


@setting_up(
    "Choose pawns",
    when=Condition[DoubletrackTurn](
        lambda t: not t.first,
        "Gates and passes are dealt by colour already. Undo the opening to choose again.",
    ),
    rule="Everyone moves a large and a small pawn of one colour, and has its gate.",
)
def pawns(
    t: DoubletrackTurn,
    who: Player = ask.player("Who chooses?"),
    colour: str = ask_colour("Which colour?"),
) -> None:
    """Say who moves the pawns of which colour. The player who had them swaps."""
    now = t.pawns
    t.refuse(now[who] == colour, f"{who} has the {t.colour_name(colour)} pawns already.", "colour")
    other = next((holder for holder, had in now.items() if had == colour), None)
    chosen = now | {who: colour} | ({other: now[who]} if other else {})
    swapped = f", {other} the {t.colour_name(chosen[other])} ones" if other else ""
    t.narrate(f"{who} takes the {t.colour_name(colour)} pawns{swapped}.")
    # everybody's is written down, so that no choice moves somebody else's pawns by the way
    for holder, had in chosen.items():
        holder.pawn = had


@setting_up(
    "Start the game",
    when=Condition[DoubletrackTurn](lambda t: not t.first, "The game has started already."),
    rule="Chips are dealt out once. After that none come in: they only go from one player to another.",
)
def start(
    t: DoubletrackTurn,
    first: Player = ask.player("Who starts? Name a player, or the highest roll."),
) -> None:
    """Give everyone a stack of chips and the gate pass of their colour, and say who starts."""
    stack, bank = t.starting_stack, t.holder(BANK)
    owners = {colour: who for who, colour in t.pawns.items()}
    t.narrate(
        f"Everyone has {t.written(stack)} in chips and the gate pass of their colour. {first} starts."
    )
    t.step(f"The bank gives each of {len(t.seats)} players", stack, signed=True)
    step_chips(t, stack)
    for who in t.seats:
        bank.pay(who, stack)
    t.first = first
    t.stack = stack
    for colour, who in owners.items():
        who.pawn = colour
        t.step(f"{who} has the {t.colour_name(colour)} gate pass")
    if left := [t.colour_name(colour) for colour in COLOURS if colour not in owners]:
        t.step(f"Out of play, its gate shut: the {listed(left)} gate pass")
    for colour in COLOURS:
        t.hand_pass(colour, owners.get(colour, t.holder(BOARD)))


def step_chips(t: DoubletrackTurn, stack: int) -> None:
    """Add to the receipt which chips make the stacks, as far as the box holds them."""
    players = len(t.seats)
    if stack * players > heaps.worth(BOX):
        in_box = t.written(heaps.worth(BOX))
        t.step(
            f"The box holds {in_box}: lay other counters beside it for the rest of", stack * players
        )
        return
    share = (
        START_CHIPS if stack == STACK else {value: count // players for value, count in BOX.items()}
    )
    if made := heaps.fewest(stack, share):
        t.step(f"In chips: {in_chips(made)}")


@setting_up(
    "Leave for good",
    group="Players",
    needs_reason="Who has left comes back only for a reason. Why?",
    when=SETTLED,
    replaces=True,
    rule="Who leaves gives the chips to the bank and the gate passes to the board.",
)
def leave(
    t: DoubletrackTurn,
    who: Player = ask.player("Who leaves?"),
    chips: int = ask.money(
        "How many chips are there, counted openly?", at_least=0, step=STEP, quick=QUICK
    ),
) -> None:
    """Take a player out of the game: chips go to the bank, gate passes to the board. The last one left wins."""
    t.refuse(chips > max(0, who.chips), who.too_little, "chips")
    t.refuse(chips < who.chips, f"{who} has more than that; all of it goes to the bank.", "chips")
    # only lines crossed out by halves leave less than nothing; nobody can count that out
    owed = max(0, -who.chips)
    passes = who.passes
    t.narrate(
        f"{who} leaves the game; {t.written(chips) if chips else 'nothing'} goes to the bank."
    )
    who.pay(t.holder(BANK), chips)
    t.holder(BANK).pay(who, owed)
    t.step(f"{who} gives the bank", chips, total=True)
    if owed:
        t.step("The book had less than nothing, and the bank makes good", owed)
    who.left = 1
    for colour in passes:
        t.hand_pass(colour, t.holder(BOARD))
        t.step(f"Back on the board: the {t.colour_name(colour)} gate pass")
    if len(t.seats) == 1:
        t.narrate(f"{t.seats[0]} is the last one left and wins.")
        t.lifted = None
        t.explain("The last one left wins.")
