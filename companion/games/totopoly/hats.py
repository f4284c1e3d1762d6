"""Hats: who is Banker, who Auctioneer, who Tote Clerk. Each is a till of its own.

Rulebook: «Banker», «The Deal» and «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Choice, Player
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.totopoly import gates, state
from companion.games.totopoly.state import HATS, OVER, name

SOURCE = "Banker"
NOBODY = "nobody"
RULE = "A hat's earnings are its wearer's own money at once; the book counts them apart."

Hat: TypeAlias = Annotated[str, Choice(tuple(HATS), lambda _table, _answers, value: HATS[value])]
WhoOrNobody: TypeAlias = Annotated[str, Player((NOBODY,))]


def worn(hat: str, who: str) -> tuple[Mark, ...]:
    """Put a hat on somebody, or on nobody at the table."""
    return Mark(hat, "who", None if who == NOBODY else who), Mark(hat, "settled", 1)


def settled(table: Table, hat: str) -> bool:
    """Whether the table has said who wears a hat, be it nobody."""
    return table.ledger.mark(hat, "settled") is not None


def put_on(table: Table, hats: dict[str, str | None]) -> Effect:
    """Give out the hats that were named."""
    named = {hat: who for hat, who in hats.items() if who is not None}
    for hat, who in named.items():
        if who != NOBODY:
            gates.seated(table, who, hat)
    lines = tuple(
        Line(f"{HATS[hat]}: {'nobody who plays' if who == NOBODY else name(table, who)}") for hat, who in named.items()
    )
    return Effect(marks=tuple(mark for hat, who in named.items() for mark in worn(hat, who)), working=lines)


@action(SOURCE, title="Who wears a hat", group="Players")
def wear_hat(table: Table, hat: Hat, who: WhoOrNobody) -> Effect:
    """Say who is Banker, Auctioneer or Tote Clerk from now on; somebody who does not play may be.

    hat: Which hat?
    who: Who wears it? Nobody, when somebody who does not play looks after it.
    """
    if state.stage(table) == OVER:
        raise Refusal("The game is over. Undo the last line to play on.")
    if who != NOBODY:
        gates.seated(table, who)
    if settled(table, hat) and state.wearer(table, hat) == ("" if who == NOBODY else who):
        raise Refusal("That is how it is already.", "who")
    told = f"{name(table, who)} is {HATS[hat]}." if who != NOBODY else f"Nobody who plays is {HATS[hat]}."
    return Effect(told, marks=worn(hat, who), rule=RULE)


ACTIONS = (wear_hat,)
