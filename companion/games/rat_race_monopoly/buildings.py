"""Houses and hotels: built evenly on whole colour groups, sold back evenly at half.

Rulebook: «How does the add-on game work?», where the usual Monopoly rules hold.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Number, Who, read_several
from companion.core.table import Effect, Refusal, Table, listed
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.board import GROUP_OF, HOTEL, STREETS, STREETS_OF, house_cost, street_name
from companion.games.rat_race_monopoly.deeds import move_houses
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.naming import Streets, buildings_said, detail, group_said, label, not_of, tile
from companion.games.rat_race_monopoly.scale import say, whole
from companion.games.rat_race_monopoly.state import BANK, name

SOURCE = "How does the add-on game work?"
BUILD_RULE = (
    "Who owns a whole colour group, none of it mortgaged, builds evenly on it: no street is two houses ahead of "
    "another. A hotel is the fifth."
)
SELL_RULE = "The bank takes buildings back at half of what they cost, as evenly as they were built."
BOX_HOUSES, BOX_HOTELS = 32, 12


def back(table: Table, street: str) -> int:
    """What the bank pays back for one house of a street: half, in whole notes."""
    return whole(table, house_cost(table, street) // 2)


def in_box(table: Table) -> tuple[int, int] | None:
    """How many houses and hotels are left in the box; nothing where the table never runs out."""
    if table.house("building_stock") == "unlimited":
        return None
    return _box({street: state.houses_on(table, street) for street in STREETS})


def _box(heights: dict[str, int]) -> tuple[int, int]:
    houses = sum(count for count in heights.values() if 0 < count < HOTEL)
    return BOX_HOUSES - houses, BOX_HOTELS - sum(count >= HOTEL for count in heights.values())


def _asked(answers: Answers) -> str:
    return str(answers.get("who") or "")


def why_not_build(table: Table, who: str, street: str) -> str:
    """Tell why a player can't build on a street, whatever it costs; nothing when it is possible."""
    if state.owner(table, street) != who:
        return not_of("who")(table, {"who": who}, street)
    group = STREETS_OF[GROUP_OF[street].key]
    if lacks := [street_name(table, one) for one in group if state.owner(table, one) != who]:
        return f"To build on {group_said(street)} {table.name(who)} lacks {listed(lacks)}."
    if under := [street_name(table, one) for one in group if state.mortgaged(table, one)]:
        return f"No building on {group_said(street)}: {listed(under)} {'is' if len(under) == 1 else 'are'} mortgaged."
    if state.houses_on(table, street) >= HOTEL:
        return f"{street_name(table, street)} has a hotel, and no more fits on it."
    return ""


def buildable(table: Table, who: str) -> tuple[str, ...]:
    """The streets on which a player may build."""
    return tuple(street for street in state.streets_of(table, who) if not why_not_build(table, who, street))


def built(table: Table, who: str) -> tuple[str, ...]:
    """The streets of a player on which something stands."""
    return tuple(street for street in state.streets_of(table, who) if state.houses_on(table, street) > 0)


def _to_build(table: Table, answers: Answers) -> tuple[str, ...]:
    return buildable(table, _asked(answers)) if _asked(answers) else ()


def _to_sell(table: Table, answers: Answers) -> tuple[str, ...]:
    return built(table, _asked(answers)) if _asked(answers) else ()


def _why_not_sell(table: Table, answers: Answers, street: str) -> str:
    if state.owner(table, street) != _asked(answers):
        return not_of("who")(table, answers, street)
    return f"Nothing is built on {street_name(table, street)}."


BUILDABLE = Streets(
    _to_build, label, detail=detail, tile=tile, none="There is no whole colour group to build on, free of mortgages.",
    why=lambda table, answers, street: why_not_build(table, _asked(answers), street),
)  # fmt: skip
BUILT = Streets(_to_sell, label, detail=detail, tile=tile, none="Nothing is built.", why=_why_not_sell)

ToBuild: TypeAlias = Annotated[str, BUILDABLE]
ToSell: TypeAlias = Annotated[str, BUILT]
Houses: TypeAlias = Annotated[int, Number(1, HOTEL, "number of houses")]


@action(SOURCE, title="Build houses and hotels", group="Streets")
def build(table: Table, who: Who, streets: ToBuild, each: Houses = 1) -> Effect:
    """Build on streets of whole colour groups, evenly; a hotel is the fifth house.

    who: Who builds?
    streets: On which streets?
    each: How many on each of them?
    """
    gates.playing(table, who)
    if not buildable(table, who):
        raise Refusal(f"{name(table, who)} has no whole colour group to build on, free of mortgages.", "who")
    named = read_several(streets)
    after = _heights(table, named, each)
    for street in named:
        if after[street] > HOTEL:
            room = HOTEL - state.houses_on(table, street)
            raise Refusal(f"{street_name(table, street)} has room for {room} more; the fifth is a hotel.", "each")
    for street in named:
        group = STREETS_OF[GROUP_OF[street].key]
        lowest = min(group, key=lambda one: after[one])
        if after[street] - after[lowest] > 1:
            raise Refusal(
                f"Build evenly: {_beside(table, street, lowest, after)}.",
                "each" if each > 1 else "streets",
            )
    _refuse_empty_box(table, after)
    cost = sum(house_cost(table, street) for street in named) * each
    must_hold(table, who, cost, "each" if each > 1 else "streets", due=False)
    return Effect(
        f"{name(table, who)} builds {_what(table, named, after)} for {say(table, cost)}.",
        (*transfer(table, cost, who, BANK), *(one for street in named for one in move_houses(street, each))),
        working=(
            *(
                line(
                    table,
                    f"{_grown(table, street, after)}{_each(table, street, each)}",
                    -house_cost(table, street) * each,
                    signed=True,
                )
                for street in named
            ),
            *then_has(table, who, -cost),
        ),
        rule=BUILD_RULE,
        house=_beyond_box(table, after),
    )


@action(SOURCE, title="Sell buildings", group="Streets")
def sell_buildings(table: Table, who: Who, streets: ToSell, each: Houses = 1) -> Effect:
    """Sell houses and hotels back to the bank at half, evenly.

    who: Who sells?
    streets: From which streets?
    each: How many from each of them?
    """
    gates.playing(table, who)
    if not built(table, who):
        raise Refusal(f"{name(table, who)} has no buildings.", "who")
    named = read_several(streets)
    after = _heights(table, named, -each)
    for street in named:
        if after[street] < 0:
            there = buildings_said(state.houses_on(table, street))
            raise Refusal(f"{street_name(table, street)} has {there} only, not {each} to sell.", "each")
    for street in named:
        mine = (one for one in STREETS_OF[GROUP_OF[street].key] if state.owner(table, one) == who)
        highest = max(mine, key=lambda one: after[one])
        if after[highest] - after[street] > 1:
            raise Refusal(
                f"Sell evenly: {_beside(table, street, highest, after)}.",
                "each" if each > 1 else "streets",
            )
    _refuse_empty_box(table, after)
    got = sum(back(table, street) for street in named) * each
    return Effect(
        f"{name(table, who)} sells buildings of {listed(street_name(table, one) for one in named)} for "
        f"{say(table, got)}.",
        (*transfer(table, got, BANK, who), *(one for street in named for one in move_houses(street, -each))),
        working=(
            *(
                line(
                    table,
                    f"{_grown(table, one, after)}: {each} at half of {say(table, house_cost(table, one))}",
                    back(table, one) * each,
                    signed=True,
                )
                for one in named
            ),
            *then_has(table, who, got),
        ),
        rule=SELL_RULE,
        house=_beyond_box(table, after),
    )


def _heights(table: Table, named: tuple[str, ...], change: int) -> dict[str, int]:
    """How many houses stand on every street of the board after a change on those named."""
    return {street: state.houses_on(table, street) + (change if street in named else 0) for street in STREETS}


def _refuse_empty_box(table: Table, after: dict[str, int]) -> None:
    """Refuse where the box has not the pieces; who breaks a hotel up needs four houses for it."""
    now = in_box(table)
    if now is None:
        return
    houses, hotels = _box(after)
    if houses < min(0, now[0]):
        raise Refusal(f"The box has {max(0, now[0])} houses left; this would take {now[0] - houses}.", "each")
    if hotels < min(0, now[1]):
        raise Refusal(f"The box has {max(0, now[1])} hotels left; this would take {now[1] - hotels}.", "each")


def _beyond_box(table: Table, after: dict[str, int]) -> tuple[str, ...]:
    """Say the house rule where more is built than the box holds."""
    return () if in_box(table) is not None or min(_box(after)) >= 0 else ("Houses and hotels never run out.",)


def _beside(table: Table, street: str, other: str, after: dict[str, int]) -> str:
    """Say how two streets of a group would stand."""
    first, second = (buildings_said(after[one]) or "nothing" for one in (street, other))
    return f"{street_name(table, street)} would have {first} on it and {street_name(table, other)} {second}"


def _grown(table: Table, street: str, after: dict[str, int]) -> str:
    before = buildings_said(state.houses_on(table, street)) or "bare"
    return f"{street_name(table, street)}, {before} to {buildings_said(after[street]) or 'bare'}"


def _each(table: Table, street: str, each: int) -> str:
    return f": {each} at {say(table, house_cost(table, street))}" if each > 1 else ""


def _what(table: Table, named: tuple[str, ...], after: dict[str, int]) -> str:
    """Say what is built: how it stands then on each street."""
    return "up to " + listed(f"{buildings_said(after[street])} on {street_name(table, street)}" for street in named)


ACTIONS = (build, sell_buildings)
