"""What can be counted at a table, and a count: it asserts what a purse holds, and moves nothing."""

from __future__ import annotations

from typing import Any

from companion.core.ask import ask
from companion.core.declared import Declared
from companion.core.show.cards import Cash
from companion.core.table import Refusal, Table, sentence
from companion.core.turn import CASH, Pot, TurnOf
from companion.core.units import format_amount
from models.frozen import frozen


@frozen
class Countable:
    """Something that can be counted. ``key`` names it in a count, ``seat`` is its player, where it is one's own cash.

    ``held`` is what the book says, a whole number of ``unit``. ``name`` begins a sentence.
    """

    key: str
    name: str
    account: str
    unit: str
    held: int
    seat: str = ""


def why_uncountable(t: TurnOf[Any]) -> str:
    """Why nothing can be counted in a play, in a sentence; empty where something can."""
    cash = t.game.cash
    if cash is None:
        return f"There is no money to be counted in {t.game.title}."
    if t.game.hides(t.table):
        return "What everybody has is hidden from the table."
    if not cash.followed(t):
        return (
            "Nobody's cash is followed in this book, so there is nothing to compare a count with."
        )
    if not any(t.held(who, unit=cash.unit(t)) for who in t.everybody):
        return "Nobody has any money yet."
    return ""


def countables(t: TurnOf[Any]) -> tuple[Countable, ...]:
    """Everything that can be counted now: the players' cash in the order of their seats, then what is common."""
    cash = t.game.cash
    if cash is None or why_uncountable(t):
        return ()
    unit = cash.unit(t)

    def purse(key: str, seat: str = "") -> Countable:
        account = account_of(t.game, key)
        return Countable(
            key,
            name_of(t.game, t.table, key),
            account,
            unit,
            t.table.ledger.balance(account, unit),
            seat,
        )

    seats = [who.key for who in t.everybody]
    own = [purse(seat, seat) for seat in seats]
    others = [
        purse(key)
        for key in (*(f"{seat}.{name}" for seat in seats for name in cash.purses), *cash.piles)
    ]
    pots = [purse(pot.key) for pot in t.things(Pot)]
    return (
        *(found for found in own if found.held or not t.game.standing(t.table, found.seat).out),
        # a common account below zero is no pile to count
        *(
            found
            for found in others
            if found.held > 0 or (found.held and found.key not in cash.piles)
        ),
        *(found for found in pots if found.held > 0),
    )


def account_of(game: Declared, key: str) -> str:
    """The account of a purse's key."""
    piles = game.cash.piles if game.cash else {}
    if key in piles:
        return piles[key][1]
    who, _, purse = key.partition(".")
    return f"{who}:{purse or CASH}"


def name_of(game: Declared, table: Table, key: str) -> str:
    """The name of a purse, whether it can be counted now or not; it begins a sentence."""
    cash = game.cash or Cash()
    if key in cash.piles:
        return cash.piles[key][0]
    who, _, purse = key.partition(".")
    name = sentence(table.name(who))
    return f"{name}'s {cash.purses.get(purse, purse)}" if purse else name


def find_countable(t: TurnOf[Any], key: str) -> Countable:
    """The purse under a key.

    Raises:
        Refusal: there is none that can be counted now.

    """
    found = countables(t)
    for purse in found:
        if purse.key == key:
            return purse
    known = ", ".join(purse.key for purse in found)
    named = f"There is nothing called {key[:40]!r} to count" if key else "Nothing is named to count"
    why = why_uncountable(t) or f"{named}; choose {known}."
    raise Refusal(why, "who")


def count(
    t: TurnOf[Any],
    who: str = ask.words("Whose money is it?"),
    counted: int = ask.money("How much was counted?", at_least=0),
    unit: str | None = ask.words("In which unit?", optional=True),
) -> None:
    """Write down what a purse holds, whether the book agrees or not."""
    purse = find_countable(t, who)
    t.refuse(
        unit not in {None, purse.unit},
        f"{purse.name} is counted in {purse.unit}, not in {unit!r}.",
        "unit",
    )
    t.answers = {**t.answers, "unit": purse.unit}
    agrees = counted == purse.held
    said = "the book agrees" if agrees else f"the book says {format_amount(purse.held, purse.unit)}"
    t.narrate(
        f"Counted: {purse.name}{' has' if purse.seat else ':'} {format_amount(counted, purse.unit)}; {said}."
    )
    t.step("In the book", purse.held, unit=purse.unit, signed=False)
    t.step("Counted", counted, unit=purse.unit, total=True)
    if not agrees:
        t.step("Difference", counted - purse.held, unit=purse.unit, signed=True)
    t.explain(
        "A count moves nothing. It is looked at again whenever an entry before it is corrected."
    )
