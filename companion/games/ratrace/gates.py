"""Refusals that many actions share: whether the game goes on, whose turn it is, who stands where."""

from __future__ import annotations

from companion.core.table import Refusal, Table
from companion.games.ratrace import state
from companion.games.ratrace.board import BUSINESSES, CLASS_IN, SQUARE_NAMES
from companion.games.ratrace.state import AUCTION, DUE, EXCHANGE, LOTTERY, RACE, TABLE, name

EVENT_NAMES = {
    RACE: "the race",
    EXCHANGE: "the investment",
    LOTTERY: "the Lottery",
    AUCTION: "the auction",
    DUE: "the debt that is due",
}
NO_EVENT = {
    RACE: "There is no race under way.",
    EXCHANGE: "There is no investment under way.",
    LOTTERY: "There is no Lottery under way.",
    AUCTION: "There is no auction under way.",
    DUE: "Nobody is short of cash for a debt.",
}


def going(table: Table) -> None:
    """Refuse unless the game has begun and is not over."""
    if table.ledger.mark(TABLE, "ended") is not None:
        raise Refusal("The game is over. Undo the retirement to play on.")
    if not state.started(table):
        raise Refusal("Everybody picks a Business first.")


def quiet(table: Table) -> None:
    """Refuse while the game is not going, or an event is under way."""
    going(table)
    if (kind := state.event(table)) is not None:
        raise Refusal(f"First finish {EVENT_NAMES[kind]}, or call it off.")


def seated(table: Table, who: str, question: str = "who") -> None:
    """Refuse for a player who has left."""
    if who not in state.playing(table):
        raise Refusal(f"{name(table, who)} has left the game.", question)


def during(table: Table, kind: str) -> None:
    """Refuse unless this event is under way."""
    going(table)
    if state.event(table) != kind:
        raise Refusal(NO_EVENT[kind])


def landed(table: Table, who: str, code: str, question: str = "who") -> None:
    """Refuse unless a player stands on this square and it is still to be dealt with.

    Where the book does not follow the tokens, the square must only be there in the player's class.
    ``question`` is the one whose answer says which square.
    """
    quiet(table)
    seated(table, who)
    what = state.business_name(table, code) if code in BUSINESSES else SQUARE_NAMES[code]
    if not state.follows(table):
        if code not in state.ring(table, state.rank(table, who)):
            raise Refusal(f"There is no {what} square in {CLASS_IN[state.rank(table, who)]}.", question)
        return
    now = state.pending(table)
    if now is None:
        raise Refusal("Nobody stands on a square that is still to be dealt with. Tokens can be put right by hand.")
    if now[0] != who:
        raise Refusal(f"{name(table, who)} has not just landed on {what}. A token can be put right by hand.", "who")
    if now[1] != code:
        where = state.square_name(table, state.rank(table, who), state.square(table, who))
        raise Refusal(f"{name(table, who)} has landed on {where}, not on {what}.", question)


def before_rolling(table: Table, who: str) -> None:
    """Refuse unless it is a player's turn and the dice are still to be rolled."""
    quiet(table)
    seated(table, who)
    if not state.follows(table):
        return
    turn = state.on_turn(table)
    if turn != who:
        whose = f"{table.name(turn)}'s" if turn else "nobody's"
        raise Refusal(f"It is {whose} turn, not {table.name(who)}'s. The turn can be set by hand.", "who")
    settled(table)


def no_auction_owed(table: Table, who: str) -> None:
    """Refuse while a player has still to auction what a wedding left behind."""
    if table.ledger.mark(who, "owes_auction") is not None:
        raise Refusal(f"{name(table, who)} first auctions the symbols of the class left behind.", "who")


def settled(table: Table) -> None:
    """Refuse while somebody stands on a square that must be dealt with."""
    now = state.pending(table)
    if now is not None and state.must(table):
        who, _ = now
        where = state.square_name(table, state.rank(table, who), state.square(table, who))
        raise Refusal(f"{name(table, who)} is still to deal with {where}.")
