"""Putting streets, buildings and shares right: the table is sovereign, and every correction has its reason."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Number, Player, Reason, Who, YesNo
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.rat_race_monopoly import gates, market, naming, state
from companion.games.rat_race_monopoly.board import HOTEL, STREETS, street_name
from companion.games.rat_race_monopoly.deeds import cleared, hand_over, move_houses
from companion.games.rat_race_monopoly.money import line
from companion.games.rat_race_monopoly.naming import STREET, buildings_said
from companion.games.rat_race_monopoly.scale import amount, say
from companion.games.rat_race_monopoly.state import BANK, called, name

RULE = "The table may correct the book at any time; the reason stays in the journal."


def _built_on(table: Table, _answers: Answers) -> tuple[str, ...]:
    """Streets that can have buildings, and those of the bank that lines struck out have left with some."""
    return tuple(one for one in STREETS if state.owner(table, one) != BANK or state.houses_on(table, one))


def _pledged(table: Table, _answers: Answers) -> tuple[str, ...]:
    return tuple(one for one in STREETS if state.owner(table, one) != BANK or state.mortgaged(table, one))


AnyStreet: TypeAlias = Annotated[str, STREET]
BuiltStreet: TypeAlias = Annotated[str, Choice(STREETS, naming.label, _built_on, naming.detail, naming.tile)]
PledgedStreet: TypeAlias = Annotated[str, Choice(STREETS, naming.label, _pledged, naming.detail, naming.tile)]
WhoOrBank: TypeAlias = Annotated[str, Player((BANK,))]
Buildings: TypeAlias = Annotated[int, Number(0, HOTEL, "number of houses")]
Sum: TypeAlias = Annotated[int, amount()]
MOST_SHARES = 999
"""More than any game sells; a longer figure is a slip."""

Holding: TypeAlias = Annotated[int, Amount(0, unit="shares")]


def _begun(table: Table) -> None:
    if not state.opened(table):
        raise Refusal("First open the table.")


def _banked(table: Table) -> None:
    _begun(table)
    gates.banking(table)


@action("", title="Set whose street it is", group="Corrections")
def correct_street(table: Table, street: AnyStreet, to: WhoOrBank, reason: Reason) -> Effect:
    """Say whose a street is, and nobody else's, for a reason; no money moves. The bank's are bare and unmortgaged.

    street: Which street?
    to: Whose is it?
    reason: Why?
    """
    _banked(table)
    now = state.owner(table, street)
    moves = hand_over(table, street, to)
    bare = cleared(table, street) if BANK in (now, to) else Effect()
    if now == to and not moves and bare == Effect():
        raise Refusal(f"{street_name(table, street)} is {called(table, to)}'s already.", "to")
    if to != BANK:
        gates.seated(table, to, "to")
    moved = Effect(
        f"Correction: {street_name(table, street)} is {called(table, to)}'s ({reason}).",
        moves,
        working=(Line(f"{street_name(table, street)}: from {_held_by(table, street)} to {called(table, to)}"),),
        rule=RULE,
    )
    return moved + bare


def _held_by(table: Table, street: str) -> str:
    """Say who holds a street so far: more than one, where lines struck out have left it so."""
    return listed(called(table, one) for one, held in state.holders(table, street) if held > 0) or called(table, BANK)


@action("", title="Set the buildings on a street", group="Corrections")
def correct_buildings(table: Table, street: BuiltStreet, houses: Buildings, reason: Reason) -> Effect:
    """Say how much stands on a street, for a reason; no money moves. Five are a hotel.

    street: On which street?
    houses: How many houses? Five are a hotel.
    reason: Why?
    """
    _banked(table)
    now = state.houses_on(table, street)
    if state.owner(table, street) == BANK and (houses or not now):
        raise Refusal(f"{street_name(table, street)} is the bank's: nothing stands on it.", "houses")
    if state.mortgaged(table, street) and houses:
        raise Refusal(f"{street_name(table, street)} is mortgaged: nothing stands on it.", "houses")
    if now == houses:
        already = buildings_said(houses) or "nothing"
        raise Refusal(f"{street_name(table, street)} has {already} on it already.", "houses")
    return Effect(
        f"Correction: {street_name(table, street)} has {buildings_said(houses) or 'nothing'} on it ({reason}).",
        move_houses(street, houses - now),
        working=(Line("Houses so far", now, ""), Line("Houses from now on", houses, "", total=True)),
        rule=RULE,
    )


@action("", title="Set whether a street is mortgaged", group="Corrections")
def correct_mortgage(table: Table, street: PledgedStreet, mortgaged: YesNo, reason: Reason) -> Effect:
    """Say whether a street is mortgaged, for a reason; no money moves.

    street: Which street?
    mortgaged: Is it mortgaged?
    reason: Why?
    """
    _banked(table)
    wanted = mortgaged == "yes"
    if state.owner(table, street) == BANK and (wanted or not state.mortgaged(table, street)):
        raise Refusal(f"{street_name(table, street)} is the bank's: it is not mortgaged.", "mortgaged")
    if wanted and state.houses_on(table, street) > 0:
        there = buildings_said(state.houses_on(table, street))
        raise Refusal(f"{street_name(table, street)} carries {there}: take that off first.", "mortgaged")
    if wanted == state.mortgaged(table, street):
        raise Refusal(
            f"{street_name(table, street)} is {'mortgaged already' if wanted else 'not mortgaged'}.", "mortgaged"
        )
    return Effect(
        f"Correction: {street_name(table, street)} is {'' if wanted else 'not '}mortgaged ({reason}).",
        marks=(Mark(street, "mortgaged", "yes" if wanted else None),),
        working=(Line(f"{street_name(table, street)}, of {called(table, state.owner(table, street))}"),),
        rule=RULE,
    )


@action("", title="Set the share price", group="Corrections")
def correct_price(table: Table, price: Sum, reason: Reason) -> Effect:
    """Put the share price right, for a reason; the chart keeps both.

    price: What does a share cost?
    reason: Why?
    """
    _begun(table)
    before = state.price(table)
    if price == before:
        raise Refusal(f"A share costs {say(table, price)} already.", "price")
    return Effect(
        f"Correction: a share costs {say(table, price)} ({reason}).",
        marks=market.priced(table, price),
        working=(line(table, "Until now", before), line(table, "From now on", price, total=True)),
        rule=RULE,
    )


@action("", title="Set how many shares somebody holds", group="Corrections")
def correct_shares(table: Table, who: Who, count: Holding, reason: Reason) -> Effect:
    """Say how many shares a player holds, for a reason; no money moves.

    who: Whose shares?
    count: How many?
    reason: Why?
    """
    _begun(table)
    gates.seated(table, who)
    held = state.shares(table, who)
    if count > MOST_SHARES:
        raise Refusal(f"That is more shares than any game sells; {MOST_SHARES} are the most.", "count")
    if held == count:
        raise Refusal(f"{name(table, who)} holds {market.said(count)} already.", "count")
    return Effect(
        f"Correction: {name(table, who)} holds {market.said(count)} ({reason}).",
        market.move(who, count - held),
        working=(Line("Shares so far", held, ""), Line("Shares from now on", count, "", total=True)),
        rule=RULE,
    )


ACTIONS = (correct_street, correct_buildings, correct_mortgage, correct_price, correct_shares)
