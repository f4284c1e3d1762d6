"""What the screens show of a player: pawns, gate passes, the place on the inside track; chips only in secret.

Nothing here but ``Standing.secret`` may tell what lies behind a screen.
"""

from __future__ import annotations

from companion.core.boards import Board, Pawn, Track
from companion.core.game import Badge, Holding, Standing
from companion.core.prompt import Offer
from companion.core.table import Table, listed
from companion.games.doubletrack import state
from companion.games.doubletrack.board import COLOURS, SPACES
from companion.games.doubletrack.state import BOARD, MASK, TABLE, money, name


def standing(table: Table, who: str) -> Standing:
    """Everything a player's card shows."""
    colour = state.pawns(table).get(who, "")
    hidden = state.hidden(table)
    chips = (("Chips", money(state.held(table, who))), ("As chips", state.as_chips(state.held(table, who))))
    at, spaces = state.space(table, who), table.figure(SPACES)
    return Standing(
        seat=who,
        figure=MASK if hidden else money(state.held(table, who)),
        subtitle=f"{state.colour_name(table, colour)} pawns" if colour else "",
        rank=_place(table, who),
        chips=_chips(table, who),
        holdings=tuple(
            Holding(f"{state.colour_name(table, one)} pass", _since(table, one), colour=state.ink(table, one))
            for one in state.passes(table, who)
        ),
        progress=min(100, at * 100 // (spaces + 1)) if state.follows(table) and spaces else None,
        note=_note(table, who),
        out=who not in state.playing(table),
        up=any(one.who == who for one in state.tolls(table)) and not state.ended(table),
        colour=state.ink(table, colour) if colour else "",
        details=_details(table, who) + (() if hidden else chips),
        secret=chips if hidden else (),
    )


def _since(table: Table, colour: str) -> str:
    at = state.since(table, colour)
    return f"since line {at}" if at else ""


def _place(table: Table, who: str) -> Badge:
    if not state.follows(table) or not state.started(table) or who not in state.playing(table):
        return Badge("")
    if state.leader(table) == who:
        return Badge("leads", "good")
    if state.leader(table) and who in state.farthest_back(table):
        return Badge("farthest back", "warn")
    return Badge("")


def _chips(table: Table, who: str) -> tuple[Badge, ...]:
    chips = []
    if state.follows(table) and who in state.playing(table):
        chips.append(
            Badge("Home" if state.is_home(table, who) else f"on {state.space_name(state.space(table, who))}", "info")
        )
    for one in state.tolls(table):
        if one.who == who:
            gate = state.colour_name(table, one.gate)
            chips.append(Badge(f"{money(one.amount)} laid down for the {gate} gate", "info"))
    if who not in state.playing(table):
        chips.append(Badge("has left"))
    return tuple(chips)


def _note(table: Table, who: str) -> str:
    if not state.started(table):
        return "Not dealt in yet"
    if state.winner(table) == who:
        return "Won"
    if who not in state.playing(table):
        return ""
    held = state.passes(table, who)
    if not held:
        return "No gate pass"
    gates = listed(state.colour_name(table, one) for one in held)
    return f"Opens the {gates} {'gate' if len(held) == 1 else 'gates'}"


def _details(table: Table, who: str) -> tuple[tuple[str, str], ...]:
    rows = []
    if colour := state.pawns(table).get(who):
        rows.append(("Pawns", state.colour_name(table, colour)))
    if state.follows(table):
        rows.append(("Small pawn on", state.space_name(state.space(table, who))))
    held = [f"{state.colour_name(table, one)}, {_since(table, one)}" for one in state.passes(table, who)]
    rows.append(("Gate passes", "; ".join(held) or "none"))
    if state.started(table) and table.ledger.mark(TABLE, "first") == who:
        rows.append(("Started", "yes"))
    return tuple(rows)


def status(table: Table) -> tuple[Badge, ...]:
    """What stands at the head of the table: all chips in play, what lies open, and passes nobody holds."""
    chips = [Badge(f"{money(state.in_play(table))} in chips{', hidden' if state.hidden(table) else ''}")]
    if lies := state.on_table(table):
        chips.append(Badge(f"{money(lies)} on the table", "info"))
    if state.started(table):
        loose = [state.colour_name(table, one) for one in COLOURS if state.keeper(table, one) == BOARD]
        if loose:
            chips.append(Badge(f"{listed(loose)} pass out of play"))
    return tuple(chips)


def boards(table: Table) -> tuple[Board, ...]:
    """The inside track, where the book follows the small pawns."""
    if not state.follows(table) or not state.started(table):
        return ()
    first, last = state.leader(table), state.farthest_back(table)
    order = sorted(state.playing(table), key=lambda who: state.space(table, who), reverse=True)
    pawns = tuple(
        Pawn(
            who,
            state.space(table, who),
            f"{state.colour_name(table, state.pawns(table)[who])} pawn",
            who == first,
            first is not None and who in last,
            state.is_home(table, who),
        )
        for who in order
    )
    taps = () if state.came_home(table) else (Offer("ahead", {}, "Move ahead"), Offer("place", {}, "Put a pawn right"))
    foot = "A pawn on a purple space counts where it stands."
    return (Track("Inside track", pawns, _said(table, first, last), table.figure(SPACES) or None, foot, taps),)


def _said(table: Table, first: str | None, last: tuple[str, ...]) -> str:
    if first is None:
        return "Nobody leads yet: all are on Start."
    where = state.space_name(state.space(table, last[0]))
    behind = f"{state.names(table, last)} {'is' if len(last) == 1 else 'are'} farthest back, on {where}"
    return f"{name(table, first)} leads, on {state.space_name(state.space(table, first))}; {behind}."
