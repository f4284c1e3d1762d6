"""Deals between two players: streets and cash, in one entry.

Rulebook: «How does the add-on game work?», where the usual Monopoly rules hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Who, read_several
from companion.core.table import Effect, Line, Refusal, Table, listed
from companion.games.rat_race_monopoly import gates, insurance, state
from companion.games.rat_race_monopoly.board import mortgage_value, street_name
from companion.games.rat_race_monopoly.deeds import hand_over
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.naming import Streets, detail, group_said, label, not_of, tile
from companion.games.rat_race_monopoly.scale import amount, say, whole
from companion.games.rat_race_monopoly.state import BANK, name

SOURCE = "How does the add-on game work?"
RULE = (
    "Players trade streets and cash as they agree; mortgages stay on the streets. Streets of a colour group with "
    "buildings are not traded before those are sold back."
)
TENTH = 10


def tradable(table: Table, who: str) -> tuple[str, ...]:
    """The streets a player may trade away: those whose groups carry no building."""
    return tuple(street for street in state.streets_of(table, who) if not state.group_built(table, street))


def _of(question: str) -> Callable[[Table, Answers], tuple[str, ...]]:
    def now(table: Table, answers: Answers) -> tuple[str, ...]:
        who = str(answers.get(question) or "")
        return tradable(table, who) if who else ()

    return now


def _why_not(question: str) -> Callable[[Table, Answers, str], str]:
    def why(table: Table, answers: Answers, street: str) -> str:
        who = str(answers.get(question) or "")
        if who and state.owner(table, street) == who:
            return f"{street_name(table, street)}: buildings stand in {group_said(street)}. They are sold back first."
        return not_of(question)(table, answers, street)

    return why


def _held_by(question: str) -> Callable[[Table, Answers], int]:
    def most(table: Table, answers: Answers) -> int:
        return max(0, state.cash(table, str(answers.get(question) or "")))

    return most


def _streets(question: str) -> Streets:
    return Streets(
        _of(question),
        label,
        detail=detail,
        tile=tile,
        why=_why_not(question),
        none="There is no street to trade: none is owned, or buildings stand in its group.",
    )


Gives: TypeAlias = Annotated[str | None, _streets("who")]
Gets: TypeAlias = Annotated[str | None, _streets("other")]
Pays: TypeAlias = Annotated[int | None, amount(most=_held_by("who"))]
Asks: TypeAlias = Annotated[int | None, amount(most=_held_by("other"))]


@action(SOURCE, title="Trade streets", group="Streets")
def deal(  # noqa: PLR0913 - a deal has two sides, each with streets and cash
    table: Table,
    who: Who,
    other: Who,
    *,
    gives: Gives = None,
    gets: Gets = None,
    pays: Pays = None,
    asks: Asks = None,
) -> Effect:
    """Trade streets between two players, with cash from one of them on top if they agree so.

    who: Who trades?
    other: With whom?
    gives: Which streets does the first give away?
    gets: Which streets does the first get?
    pays: How much cash does the first pay on top?
    asks: How much cash does the first get on top?
    """
    gates.playing(table, who)
    gates.seated(table, other, "other")
    if who == other:
        raise Refusal("A deal takes two.", "other")
    away, home = read_several(gives), read_several(gets)
    if pays and asks:
        raise Refusal("Cash goes one way: take the smaller sum off the larger.", "asks")
    if not away and not home:
        if pays or asks:
            raise Refusal("No street changes hands: that is a payment, not a deal.", "asks" if asks else "pays")
        raise Refusal("That is a deal of nothing: name the streets that change hands.", "gives")
    cash = (asks or 0) - (pays or 0)
    _refuse_short(table, who, home, -cash, "pays")
    _refuse_short(table, other, away, cash, "asks")
    traded = Effect(
        _told(table, (who, other), (away, home), cash),
        (
            *(one for street in away for one in hand_over(table, street, other)),
            *(one for street in home for one in hand_over(table, street, who)),
            *(transfer(table, cash, other, who) if cash > 0 else transfer(table, -cash, who, other)),
        ),
        working=(
            *(Line(f"{street_name(table, one)}: {_with_mortgage(table, one)}to {table.name(other)}") for one in away),
            *(Line(f"{street_name(table, one)}: {_with_mortgage(table, one)}to {table.name(who)}") for one in home),
            *(() if not cash else _paid(table, who, other, cash)),
        ),
        rule=RULE,
    )
    traded += taken_over(table.after(traded), who, home)
    traded += taken_over(table.after(traded), other, away)
    number = state.next_line(table)
    traded += insurance.gained(table.after(traded), who, home, number)
    traded += insurance.gained(table.after(traded), other, away, number)
    return replace(traded, working=_without_middle(traded.working))


def fee(table: Table, streets: tuple[str, ...]) -> int:
    """What taking over mortgaged streets costs at once, as in the usual rules; nought where the table has it free."""
    if table.house("mortgage_taken") == "free":
        return 0
    return sum(
        whole(table, mortgage_value(table, street) // TENTH) for street in streets if state.mortgaged(table, street)
    )


def mortgages(table: Table, streets: tuple[str, ...]) -> Line:
    """Say what the mortgages of some streets come to."""
    lent = sum(mortgage_value(table, street) for street in streets if state.mortgaged(table, street))
    return line(table, "Mortgages taken over", lent)


def taken_over(table: Table, who: str, streets: tuple[str, ...]) -> Effect:
    """Charge a new owner 10% of the mortgages taken over."""
    cost = fee(table, streets)
    if not cost:
        free = any(state.mortgaged(table, street) for street in streets)
        return Effect(house=("Taking over a mortgage costs nothing at once.",) if free else ())
    return Effect(
        postings=transfer(table, cost, who, BANK),
        working=(
            mortgages(table, streets),
            line(table, f"{name(table, who)}: 10% of the mortgages taken over", -cost, signed=True),
            *then_has(table, who, -cost),
        ),
        rule="A new owner pays 10% of a mortgage at once, and 10% again on lifting it.",
    )


def _refuse_short(table: Table, who: str, gained: tuple[str, ...], pays: int, question: str) -> None:
    """Refuse a side that can't pay its cash, and what its new streets cost at once."""
    must_hold(table, who, pays + fee(table, gained) + insurance.gain_cost(table, who, gained), question, due=False)


def _with_mortgage(table: Table, street: str) -> str:
    return "mortgaged, " if state.mortgaged(table, street) else ""


def _paid(table: Table, who: str, other: str, cash: int) -> tuple[Line, ...]:
    giver, taker = (other, who) if cash > 0 else (who, other)
    return (
        line(table, f"{name(table, giver)} pays {table.name(taker)}", abs(cash), total=True),
        *then_has(table, giver, -abs(cash)),
        *then_has(table, taker, abs(cash)),
    )


def _told(table: Table, sides: tuple[str, str], streets: tuple[tuple[str, ...], tuple[str, ...]], cash: int) -> str:
    (who, other), (away, home) = sides, streets
    gives = [street_name(table, one) for one in away] + ([say(table, -cash)] if cash < 0 else [])
    gets = [street_name(table, one) for one in home] + ([say(table, cash)] if cash > 0 else [])
    if not gets:
        return f"{name(table, who)} gives {table.name(other)} {listed(gives)}, for nothing."
    if not gives:
        return f"{name(table, other)} gives {table.name(who)} {listed(gets)}, for nothing."
    return f"{name(table, who)} gives {table.name(other)} {listed(gives)} for {listed(gets)}."


def _without_middle(working: tuple[Line, ...]) -> tuple[Line, ...]:
    """Leave out what somebody has in between: the last figure a receipt gives is the one that counts."""
    last = {one.text: at for at, one in enumerate(working) if one.text.endswith(" then has")}
    return tuple(one for at, one in enumerate(working) if last.get(one.text, at) == at)


ACTIONS = (deal,)
