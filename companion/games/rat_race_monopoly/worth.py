"""Net worth: cash, streets, buildings and shares, less loans.

Rulebook: «How does the add-on game work?»; how it is counted is ours, and the table may count otherwise.
"""

from __future__ import annotations

from companion.core.table import Line, Table
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.board import HOTEL, house_cost, mortgage_value, street_price
from companion.games.rat_race_monopoly.money import line
from companion.games.rat_race_monopoly.scale import say, whole


def streets_worth(table: Table, who: str) -> tuple[int, int]:
    """What a player's streets are worth, in full and mortgaged ones at half: two quantities."""
    mine = state.streets_of(table, who)
    free = sum(street_price(table, street) for street in mine if not state.mortgaged(table, street))
    return free, sum(mortgage_value(table, street) for street in mine if state.mortgaged(table, street))


def buildings_cost(table: Table, who: str) -> int:
    """What all buildings of a player cost when new."""
    return sum(state.houses_on(table, street) * house_cost(table, street) for street in state.streets_of(table, who))


def buildings_worth(table: Table, who: str) -> int:
    """What all buildings of a player count for."""
    way = table.house("worth_buildings")
    cost = buildings_cost(table, who)
    return {"cost": cost, "half": whole(table, cost // 2), "none": 0}[way]


def shares_worth(table: Table, who: str) -> int:
    """What a player's shares would bring at the price now."""
    return state.shares(table, who) * state.price(table)


def net_worth(table: Table, who: str) -> tuple[int, tuple[Line, ...]]:
    """What a player is worth, as a quantity, with the lines of its working."""
    held = state.cash(table, who)
    total, lines = held, [line(table, "Cash", held)]
    mine = state.streets_of(table, who)
    if mine and table.house("worth_streets") == "yes":
        free, half = streets_worth(table, who)
        total += free + half
        mortgaged = sum(state.mortgaged(table, street) for street in mine)
        if whole_ones := len(mine) - mortgaged:
            lines.append(line(table, f"{_many(whole_ones, 'street')} at the printed price", free, signed=True))
        if mortgaged:
            printed = sum(street_price(table, street) for street in mine if state.mortgaged(table, street))
            what = f"{_many(mortgaged, 'mortgaged street')} at half of {say(table, printed)}"
            lines.append(line(table, what, half, signed=True))
    if buildings := buildings_worth(table, who):
        total += buildings
        how = "what they cost"
        if table.house("worth_buildings") != "cost":
            how = f"half of what they cost, {say(table, buildings_cost(table, who))}"
        lines.append(line(table, f"{_buildings(table, who)} at {how}", buildings, signed=True))
    count = state.shares(table, who)
    if count and table.house("worth_shares") == "yes":
        total += shares_worth(table, who)
        each = f"{_many(count, 'share')} at {say(table, state.price(table))}"
        lines.append(line(table, each, shares_worth(table, who), signed=True))
    if owed := state.debt(table, who):
        total -= owed
        lines.append(line(table, "Loans", -owed, signed=True))
    lines.append(line(table, "Net worth", total, total=True))
    return total, tuple(lines)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _buildings(table: Table, who: str) -> str:
    built = [state.houses_on(table, street) for street in state.streets_of(table, who)]
    hotels = sum(count == HOTEL for count in built)
    houses = sum(count for count in built if count != HOTEL)
    said = [_many(houses, "house")] if houses else []
    return " and ".join([*said, _many(hotels, "hotel")] if hotels else said)
