"""Coming late and leaving for good, the same in every game."""

from __future__ import annotations

from companion.core.table import JOINED, Effect, Mark, Refusal, Reserved, Table, seat_key, sentence

MOST_LETTERS = 40


def arrive(table: Table, called: str, reserved: Reserved, *, anew: bool = False) -> Effect:
    """Seat somebody behind the last; ``anew`` under a key that the book says nothing of.

    Who joined by an entry that is voided may have left something behind.

    Raises:
        Refusal: the name is taken or too long.

    """
    if any(table.name(seat.key).casefold() == called.casefold() for seat in table.players):
        raise Refusal(f"{called} is at the table already, or was. Choose another name.", "called")
    if len(called) > MOST_LETTERS:
        raise Refusal(f"Keep the name under {MOST_LETTERS} letters.", "called")
    taken = {seat.key for seat in table.players}
    if anew:
        taken |= {account.partition(":")[0] for account, _ in table.ledger.balances}
        taken |= {holder for holder, _ in table.ledger.marks}
    who = seat_key(called, taken, reserved)
    last = max((int(table.ledger.mark(seat.key, JOINED) or 0) for seat in table.players), default=0)
    place = max(last, len(table.seats)) + 1
    return Effect(marks=(Mark(who, JOINED, place), Mark(who, "name", called)))


def depart(table: Table, who: str, mark: str) -> Effect:
    """Take somebody out of the game; what they hold stays in the book."""
    return Effect(f"{sentence(table.name(who))} leaves for good.", marks=(Mark(who, mark, 1),))
