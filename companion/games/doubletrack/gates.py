"""Refusals that many actions share: whether the game goes on, and what must be settled first."""

from __future__ import annotations

from companion.core.table import Refusal, Table
from companion.games.doubletrack import state
from companion.games.doubletrack.state import name


def going(table: Table) -> None:
    """Refuse unless the game has begun and is not over."""
    if state.ended(table):
        last = "the lifting of the screens and the line before it" if state.lifted(table) else "the last line"
        raise Refusal(f"The game is over. Undo {last} to play on.")
    if not state.started(table):
        raise Refusal("First say who starts: that deals out the chips.")


def quiet(table: Table) -> None:
    """Refuse while the game is not going, a toll is open or a Loser's Bonus is still to be given."""
    going(table)
    for one in state.tolls(table):
        raise Refusal(_first(table, one))
    _no_bonus(table)


def asking(table: Table, who: str) -> None:
    """Refuse a question at a gate while another player's toll is open; one may ask at several gates."""
    going(table)
    for one in state.tolls(table):
        if one.who != who:
            raise Refusal(_first(table, one), "who")
    _no_bonus(table)


def _first(table: Table, one: state.Toll) -> str:
    gate = state.colour_name(table, one.gate)
    if one.lapsed:
        return f"First {name(table, one.who)}'s toll for the {gate} gate comes back."
    return f"First say whether {table.name(one.who)}'s roll went through the {gate} gate."


def _no_bonus(table: Table) -> None:
    if state.due_bonus(table) is not None:
        raise Refusal("First the Loser's Bonus is given to who is farthest back.")


def seated(table: Table, who: str, question: str = "who") -> None:
    """Refuse for a player who has left."""
    if who not in state.playing(table):
        raise Refusal(f"{name(table, who)} has left the game.", question)


def followed(table: Table) -> None:
    """Refuse moves on the inside track unless the book follows the small pawns and nothing else comes first."""
    if not state.follows(table):
        raise Refusal("The book does not follow the small pawns at this table; that is a house rule.")
    quiet(table)
