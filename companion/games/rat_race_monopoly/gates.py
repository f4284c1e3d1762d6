"""What many actions refuse alike: a table that is not open, a game that is over, a disaster that waits."""

from __future__ import annotations

from companion.core.table import Refusal, Table
from companion.games.rat_race_monopoly import outcome, state
from companion.games.rat_race_monopoly.state import DISASTER


def correcting(table: Table) -> None:
    """Refuse a correction before the table is open; after the end it may still be needed."""
    if not state.opened(table):
        raise Refusal("First open the table.")


def going(table: Table) -> None:
    """Refuse before the table is open and after the game is over."""
    correcting(table)
    over = outcome.ending(table)
    if over is not None:
        raise Refusal(f"The game is over: {over.reason}.")


def quiet(table: Table) -> None:
    """Refuse as long as a disaster waits to be dealt with, too."""
    going(table)
    by = table.ledger.mark(DISASTER, "by")
    if by is not None:
        whose = f"{table.name(str(by))}'s" if state.alive(table, str(by)) else "a"
        raise Refusal(f"First comes the disaster of {whose} 7.")


def banking(table: Table) -> None:
    """Refuse what needs a banker where the book keeps the stock broker's part alone."""
    if state.broker_alone(table):
        raise Refusal("This book is the stock broker's alone: the banker keeps that elsewhere.")


def seated(table: Table, who: str, question: str = "who") -> None:
    """Refuse somebody who is out of the game."""
    table.seat(who)
    if not state.alive(table, who):
        raise Refusal(f"{state.name(table, who)} is out of the game.", question)


def own_turn(table: Table, who: str, question: str = "who") -> None:
    """Refuse on somebody else's turn; where the table keeps the turns itself, never."""
    turn = state.turn_of(table)
    if turn is not None and turn != who:
        raise Refusal(
            f"It is {table.name(turn)}'s turn, not {table.name(who)}'s. The turn can be put right by hand.", question
        )


def playing(table: Table, who: str, question: str = "who") -> None:
    """Refuse what only a player of a going game may do at the bank, whoever's turn it is."""
    banking(table)
    quiet(table)
    seated(table, who, question)


def on_turn(table: Table, who: str, question: str = "who") -> None:
    """Refuse what only the player on turn may do at the bank."""
    playing(table, who, question)
    own_turn(table, who, question)
