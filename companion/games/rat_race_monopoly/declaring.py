"""Declaring the net worth that wins.

Rulebook: «How does the add-on game work?»
"""

from __future__ import annotations

from companion.core.action import action
from companion.core.questions import Who
from companion.core.table import Effect, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.money import line
from companion.games.rat_race_monopoly.scale import say
from companion.games.rat_race_monopoly.state import GAME, name
from companion.games.rat_race_monopoly.worth import net_worth

SOURCE = "How does the add-on game work?"
RULE = "The first to reach the net worth agreed on wins: cash, streets, buildings and shares, less loans."
COUNTS = {
    "worth_buildings": {"half": "Buildings count half of what they cost.", "none": "Buildings do not count."},
    "worth_shares": {"no": "Shares do not count."},
    "worth_streets": {"no": "Streets do not count."},
}


def counts_otherwise(table: Table) -> tuple[str, ...]:
    """How this table counts net worth otherwise than the Ruling."""
    said = (ways.get(table.house(key)) for key, ways in COUNTS.items())
    return tuple(one for one in said if one)


@action(SOURCE, title="Declare the net worth and win", group="Turn")
def declare(table: Table, who: Who) -> Effect:
    """Declare a net worth of the goal or more, at any point of the own turn: that wins.

    who: Who declares?
    """
    if table.house("declare") == "moment":
        gates.going(table)
        raise Refusal("It counts the moment it is reached: nothing has to be declared.")
    gates.on_turn(table, who)
    worth, lines = net_worth(table, who)
    goal = state.goal(table)
    if worth < goal:
        short = say(table, goal - worth)
        raise Refusal(f"{name(table, who)} is worth {say(table, worth)}: {short} short of {say(table, goal)}.", "who")
    return Effect(
        f"{name(table, who)} declares a net worth of {say(table, worth)} and wins.",
        (),
        (Mark(GAME, "declared", who), Mark(GAME, "declared_sum", worth)),
        (*lines, line(table, "The goal", goal)),
        RULE,
        counts_otherwise(table),
    )


ACTIONS = (declare,)
