"""Moving money, and saying what could be done where there is too little of it."""

from __future__ import annotations

from companion.core.table import Line, Posting, Refusal, Table, listed
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.board import house_cost, mortgage_value
from companion.games.rat_race_monopoly.scale import say, unit, whole


def transfer(table: Table, amount: int, giver: str, taker: str) -> tuple[Posting, ...]:
    """Move cash between two holders (``bank`` or a seat); nothing where the book keeps nobody's cash."""
    return _move(table, amount, giver, taker, "cash")


def transfer_debt(table: Table, amount: int, who: str) -> tuple[Posting, ...]:
    """Note that a player owes the bank so much more, or less where it is below nought."""
    return _move(table, amount, who, state.BANK, "debt")


def _move(table: Table, amount: int, giver: str, taker: str, purse: str) -> tuple[Posting, ...]:
    if not amount or giver == taker or state.broker_alone(table):
        return ()
    of = unit(table)
    return Posting(f"{giver}:{purse}", -amount, of), Posting(f"{taker}:{purse}", amount, of)


def line(table: Table, text: str, amount: int, *, signed: bool = False, total: bool = False) -> Line:
    """A line of a receipt whose figure is money of the board played on."""
    return Line(text, amount, unit(table), signed, total)


def then_has(table: Table, who: str, change: int) -> tuple[Line, ...]:
    """What somebody's cash comes to after a change; nothing for the bank, or where no cash is kept."""
    if who == state.BANK or state.broker_alone(table):
        return ()
    return (line(table, f"{state.name(table, who)} then has", state.cash(table, who) + change),)


def ways_to_raise(table: Table, who: str) -> tuple[str, ...]:
    """What a player can still make money of, each with what it would bring at most."""
    ways = []
    mine = state.streets_of(table, who)
    built = sum(whole(table, house_cost(table, one) // 2) * max(0, state.houses_on(table, one)) for one in mine)
    if built:
        ways.append(f"sell buildings back (up to {say(table, built)})")
    if lend := sum(mortgage_value(table, street) for street in mine if not state.mortgaged(table, street)):
        first = ", buildings first" if built else ""
        ways.append(f"mortgage streets (up to {say(table, lend)}{first})")
    if (count := state.shares(table, who)) > 0:
        where = "" if table.house("raise_shares") == "anywhere" else " on an exchange"
        ways.append(f"sell shares{where} ({count} at {say(table, state.price(table))})")
    size = state.loan_size(table, state.bracket(table, who))
    own_turn = state.turn_of(table) in (None, who)
    if size and own_turn and len(state.loans(table, who)) < len(state.SLOTS):
        ways.append(f"take a loan of {say(table, size)}")
    if mine:
        ways.append("make a deal with another player")
    return tuple(ways)


def must_hold(table: Table, who: str, amount: int, question: str | None = "amount", *, due: bool = True) -> None:
    """Refuse what a player has not the cash for, and say how it could be raised.

    ``due`` payments have to be met, and end in bankruptcy where nothing is left; others may be let be.

    Raises:
        Refusal: there is too little cash.

    """
    if who == state.BANK or state.broker_alone(table):
        return
    held = state.cash(table, who)
    if held >= amount:
        return
    missing = say(table, amount - held)
    short = f"{state.name(table, who)} holds {say(table, held)}: {missing} short of {say(table, amount)}."
    if ways := ways_to_raise(table, who):
        raise Refusal(f"{short} To raise it: {listed(ways, 'or')}.", question)
    end = " Nothing is left to raise it with: that is bankruptcy." if due else ""
    raise Refusal(f"{short}{end}", question)
