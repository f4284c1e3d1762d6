"""What sets a disaster off: a 7 with two dice. What it does then is told in ``disasters``.

Rulebook: «Disasters [7 thrown]».
"""

from __future__ import annotations

from companion.core.table import Effect, Line, Mark, Table
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.state import DISASTER

SEVEN = 7
RULE = "A 7 with two dice sets a disaster off; the same player throws two dice again for how severe it is."


def set_off(table: Table, who: str) -> Effect:
    """A disaster waits to be dealt with: who threw the 7 throws again for how severe it is."""
    return Effect(
        "A disaster.",
        marks=(Mark(DISASTER, "by", who),),
        working=(Line(f"A 7: {state.called(table, who)} throws two dice for how severe the disaster is"),),
        rule=RULE,
    )


def after_throw(table: Table, who: str, roll: int) -> Effect:
    """What a throw with two dice that moves no token sets off: nothing, unless the table plays any 7 so."""
    if roll != SEVEN or table.house("disaster_sevens") != "any" or state.broker_alone(table):
        return Effect()
    return set_off(table, who) + Effect(house=("Any 7 with two dice sets a disaster off.",))
