"""Streets: asking for them, buying them from the bank, mortgages, houses and hotels, and insurance.

Rulebook: «How does the add-on game work?», where the usual Monopoly rules hold, and «Insurance».
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from companion.api import Auction, Condition, listed
from companion.api.show import Tile
from companion.games.rat_race_monopoly.board import (
    GROUP_OF,
    HOTEL,
    MORTGAGE_INTEREST,
    PREMIUM,
    STREETS,
    STREETS_OF,
    buildings_text,
)
from companion.games.rat_race_monopoly.game import (
    BANK,
    GAME,
    PLAYING,
    TURN,
    Player,
    RatRaceTurn,
    Street,
    ask,
    money,
)
from companion.games.rat_race_monopoly.net_worth import buildings_cost
from companion.games.rat_race_monopoly.options import House

BOX_HOUSES, BOX_HOTELS = 32, 12
INSURANCE_RULE = (
    f"Insurance is of all streets or none: {PREMIUM}% of their printed prices, paid on passing GO, and good until the "
    "next GO."
)

streets = partial(GAME.action, group="Streets", when=PLAYING)
USUAL = "How does the add-on game work?"


# --- asking for streets


def street_detail(t: RatRaceTurn, key: str) -> str:
    """Say what there is to know of a street: its price or mortgage, and what stands on it."""
    street = t.street(key)
    if street.mortgaged:
        return f"mortgaged for {t.written(street.mortgage_value)}"
    return ", ".join(part for part in (t.written(street.price), street.buildings) if part)


def street_tile(t: RatRaceTurn, key: str) -> Tile:
    """Draw a street: its number in the group, on the group's colour, with its price."""
    group = GROUP_OF[key]
    return Tile(
        str(STREETS_OF[group.key].index(key) + 1), group.colour, t.written(t.street(key).price)
    )


def one_street(
    text: str,
    *,
    now: Callable[[RatRaceTurn], Iterable[Street]] | None = None,
    detail: Callable[[RatRaceTurn, str], str] = street_detail,
) -> Any:
    """Ask for one street; ``now`` are those offered, and the rule says why another can't be named."""
    return ask.choice(
        text,
        STREETS,
        label=lambda t, key: str(t.street(key)),
        now=(lambda t: [street.key for street in now(t)]) if now else None,
        detail=detail,
        tile=street_tile,
        read=lambda t, key: t.street(key),
    )


def some_streets(
    text: str,
    of: Callable[[Player], Iterable[Street]],
    why_not: Callable[[Street], str],
    *,
    question: str = "who",
    **more: Any,
) -> Any:
    """Ask for streets ``of`` the player named in answer to a question; ``why_not`` is said of others that they own."""

    def now(t: RatRaceTurn) -> list[str]:
        return [street.key for street in of(t.find_player(question))]

    def why(t: RatRaceTurn, key: str) -> str:
        street, who = t.street(key), t.find_player(question)
        return (
            why_not(street)
            if who == street.owner
            else f"{street} is {street.owner.name}'s, not {who.name}'s."
        )

    return ask.several(
        text,
        STREETS,
        now=now,
        label=lambda t, key: str(t.street(key)),
        why_not=why,
        detail=street_detail,
        tile=street_tile,
        read=lambda t, key: t.street(key),
        **more,
    )


# --- buying and mortgaging


@streets(
    "Buy a street",
    source=USUAL,
    button="Buy {street}",
    icon="HOME",
    auction=Auction("who", "price"),
    rule="A street nobody owns is bought from the bank: at its printed price, or at what it fetches in an auction.",
)
def buy_street(
    t: RatRaceTurn,
    who: Player = ask.player("Who buys?"),
    street: Street = one_street(
        "Which street?",
        now=lambda t: t.the_bank.streets,
        detail=lambda t, key: t.written(t.street(key).price),
    ),
    price: int | None = money(
        "At another price than printed?", at_most=lambda t: t.find_player().cash, optional=True
    ),
) -> None:
    """Buy a street from the bank: at its printed price, or at another that an auction has made."""
    t.refuse(not t.the_bank.streets, "Every street is owned: the bank has none left.")
    t.refuse(street.owner != t.the_bank, f"{street} is {street.owner.name}'s.", "street")
    cost, extra = street.price if price is None else price, gain_cost(who, (street,))
    # too dear at the printed price, a street may still be had for less in an auction: so it is the price that is short
    who.must_hold(cost + extra, "price", due=False)
    if street.houses != 0 or street.mortgaged:  # voided entries have left it so
        t.step(f"{street} comes from the bank bare and free of mortgage")
        street.clear()
    if cost != street.price:
        t.step(f"{street}, printed price", street.price)
    who.spend(cost, f"{street}, paid to the bank")
    street.hand_over(who)
    t.narrate(f"{who} buys {street} for {t.written(cost)}.")
    cover_gained(who, (street,))


def _mortgageable(who: Player) -> list[Street]:
    return [street for street in who.streets if not street.mortgaged and not street.group_built]


def _why_not_mortgage(street: Street) -> str:
    if street.mortgaged:
        return f"{street} is mortgaged already."
    return f"{street}: buildings stand in {street.group_name}. They are sold back first."


@streets(
    "Mortgage streets",
    source=USUAL,
    button="Mortgage {streets}",
    rule="The bank lends half the printed price on a street, while no building stands in its colour group; it stays "
    "its owner's.",
)
def mortgage(
    t: RatRaceTurn,
    who: Player = ask.player("Whose streets?"),
    streets: tuple[Street, ...] = some_streets(
        "Which of them?", _mortgageable, _why_not_mortgage, none="There is no street to mortgage."
    ),
) -> None:
    """Borrow half the printed price on streets without buildings in their colour group."""
    none = "has no street that could be mortgaged; buildings in a colour group are sold back first."
    t.refuse(not _mortgageable(who), f"{who} {none}", "who")
    lent = sum(street.mortgage_value for street in streets)
    t.pay(BANK, who, lent)
    t.narrate(f"{who} mortgages {t.names(streets)} for {t.written(lent)}.")
    for street in streets:
        street.mortgage = "yes"
        t.step(
            f"{street}, half its price of {t.written(street.price)}",
            street.mortgage_value,
            signed=True,
        )


def _mortgaged_streets(who: Player) -> list[Street]:
    return [street for street in who.streets if street.mortgaged]


@streets(
    "Lift mortgages",
    source=USUAL,
    button="Lift the mortgage of {streets}",
    rule=f"Lifting a mortgage costs what was lent and {MORTGAGE_INTEREST}%; a fraction of a note is dropped.",
)
def lift_mortgage(
    t: RatRaceTurn,
    who: Player = ask.player("Whose streets?"),
    streets: tuple[Street, ...] = some_streets(
        "Which of them?",
        _mortgaged_streets,
        lambda street: f"{street} is not mortgaged.",
        none="No street is mortgaged.",
    ),
) -> None:
    """Pay a mortgage back with its interest; a fraction of a note is dropped."""
    t.refuse(not _mortgaged_streets(who), f"{who} has no mortgaged street.", "who")
    cost = sum(street.lifting_cost for street in streets)
    who.must_hold(cost, "streets", due=False)
    t.pay(who, BANK, cost)
    t.narrate(f"{who} lifts the mortgage of {t.names(streets)} for {t.written(cost)}.")
    for street in streets:
        lent, lifting = street.mortgage_value, street.lifting_cost
        street.mortgage = None
        what = f"{street}, {t.written(lent)} and {MORTGAGE_INTEREST}%, {t.written(lifting - lent)}"
        t.step(what, -lifting, signed=True)


# --- houses and hotels


def _why_not_build(street: Street) -> str:
    """Say why the owner can't build on a street, whatever it costs; nothing when it is possible."""
    owner = street.owner
    if lacks := [str(other) for other in street.whole_group if other.owner != owner]:
        return f"To build on {street.group_name} {owner.name} lacks {listed(lacks)}."
    if under := [str(other) for other in street.whole_group if other.mortgaged]:
        return f"No building on {street.group_name}: {listed(under)} {'is' if len(under) == 1 else 'are'} mortgaged."
    return f"{street} has a hotel, and no more fits on it." if street.houses >= HOTEL else ""


def buildable(who: Player) -> list[Street]:
    return [street for street in who.streets if not _why_not_build(street)]


@streets(
    "Build houses and hotels",
    source=USUAL,
    button="Build on {streets}",
    rule="Who owns a whole colour group, none of it mortgaged, builds evenly on it: no street is two houses ahead of "
    "another. A hotel is the fifth.",
)
def build(
    t: RatRaceTurn,
    who: Player = ask.player("Who builds?"),
    streets: tuple[Street, ...] = some_streets(
        "On which streets?",
        buildable,
        _why_not_build,
        none="There is no whole colour group to build on, free of mortgages.",
    ),
    each: int = ask.number("How many on each of them?", 1, HOTEL, what="number of houses", usual=1),
) -> None:
    """Build on streets of whole colour groups, evenly; a hotel is the fifth house."""
    t.refuse(
        not buildable(who),
        f"{who} has no whole colour group to build on, free of mortgages.",
        "who",
    )
    for street in streets:
        room = HOTEL - street.houses
        t.refuse(each > room, f"{street} has room for {room} more; the fifth is a hotel.", "each")
    after = heights(who, streets, each)
    cost = sum(street.house_cost for street in streets) * each
    who.must_hold(cost, "each" if each > 1 else "streets", due=False)
    what = listed(f"{buildings_text(after[street])} on {street}" for street in streets)
    t.narrate(f"{who} builds up to {what} for {t.written(cost)}.")
    t.pay(who, BANK, cost)
    for street in streets:
        many = f": {each} at {t.written(street.house_cost)}" if each > 1 else ""
        t.step(f"{street}, {_growth(street, after)}{many}", -street.house_cost * each, signed=True)
        street.build(each)


@streets(
    "Sell buildings",
    source=USUAL,
    button="Sell buildings on {streets}",
    rule="The bank takes buildings back at half of what they cost, as evenly as they were built.",
)
def sell_buildings(
    t: RatRaceTurn,
    who: Player = ask.player("Who sells?"),
    streets: tuple[Street, ...] = some_streets(
        "From which streets?",
        lambda who: who.built,
        lambda street: f"Nothing is built on {street}.",
        none="Nothing is built.",
    ),
    each: int = ask.number(
        "How many from each of them?", 1, HOTEL, what="number of houses", usual=1
    ),
) -> None:
    """Sell houses and hotels back to the bank at half, evenly."""
    t.refuse(not who.built, f"{who} has no buildings.", "who")
    for street in streets:
        t.refuse(
            each > street.houses,
            f"{street} has {street.buildings} only, not {each} to sell.",
            "each",
        )
    after = heights(who, streets, -each)
    got = sum(street.house_refund for street in streets) * each
    t.narrate(f"{who} sells buildings of {t.names(streets)} for {t.written(got)}.")
    t.pay(BANK, who, got)
    for street in streets:
        half = (
            f"{street}, {_growth(street, after)}: {each} at half of {t.written(street.house_cost)}"
        )
        t.step(half, street.house_refund * each, signed=True)
        street.build(-each)


def heights(who: Player, streets: Iterable[Street], change: int) -> dict[Street, int]:
    """How many houses stand on every street of the board after a change on these, evenly, and as the box has them."""
    t, how, farthest = who.t, *(("Build", min) if change > 0 else ("Sell", max))
    now = {street: street.houses for street in t.streets}
    after = now | {street: now[street] + change for street in streets}
    for street in streets:
        mine = (other for other in street.whole_group if other.owner == who)
        other = farthest(mine, key=after.__getitem__)
        first, second = (buildings_text(after[which]) or "nothing" for which in (street, other))
        uneven = f"{how} evenly: {street} would have {first} on it and {other} {second}."
        t.refuse(
            abs(after[street] - after[other]) > 1, uneven, "each" if abs(change) > 1 else "streets"
        )
    left, rest = box(now), box(after)
    if t.house.building_stock == "box":
        for what, had, has in zip(("houses", "hotels"), left, rest, strict=True):
            takes = f"The box has {max(0, had)} {what} left; this would take {had - has}."
            # who breaks a hotel up needs four houses for it
            t.refuse(has < min(0, had), takes, "each")
    elif min(rest) < 0:
        t.by_house_rule(House.building_stock)
    return after


def box(built: Mapping[Street, int]) -> tuple[int, int]:
    """How many houses and hotels are left in the box."""
    houses = sum(count for count in built.values() if 0 < count < HOTEL)
    return BOX_HOUSES - houses, BOX_HOTELS - sum(count >= HOTEL for count in built.values())


def _growth(street: Street, after: Mapping[Street, int]) -> str:
    return f"{street.buildings or 'bare'} to {buildings_text(after[street]) or 'bare'}"


# --- insurance


def insured_value(who: Player) -> int:
    """What insurance costs its share of: the printed prices of all streets, mortgaged or not."""
    buildings = buildings_cost(who) if who.t.house.insurance_base == "buildings" else 0
    return sum(street.price for street in who.streets) + buildings


def premium(who: Player) -> int:
    """What insuring all streets of a player costs; zero where there is nothing to insure."""
    return who.t.whole(insured_value(who) * PREMIUM // 100)


def take_out(who: Player, at: str = "who") -> None:
    """Insure all streets of a player."""
    t, cost, what = who.t, premium(who), who.t.count(len(who.streets), "street")
    t.refuse(not who.streets, f"{who} owns no street: there is nothing to insure.", at)
    t.narrate(f"{who} insures {what} for {t.written(cost)}.")
    with_buildings = " and buildings" if t.house.insurance_base == "buildings" else ""
    t.step(f"Printed prices of {what}{with_buildings}", insured_value(who))
    who.spend(cost, f"Insurance, {PREMIUM}% of that", at)
    who.insured = "yes"
    t.by_house_rule(House.insurance_base)


def gain_cost(who: Player, gained: Iterable[Street]) -> int:
    """What an insured player pays to cover these new streets; zero where they are covered anyway."""
    if not who.insured or who.t.house.insurance_gained == "covered":
        return 0
    return who.t.whole(sum(street.price for street in gained) * PREMIUM // 100)


def cover_gained(who: Player, gained: tuple[Street, ...]) -> None:
    """Bring streets that a player has gained within the year under the insurance, if there is one.

    Nothing has to be done for it unless the table plays that each costs its premium on gaining it. Where that is out
    of reach, the insurance ends.
    """
    t, cost = who.t, gain_cost(who, gained)
    if gained:
        t.note(TURN, **{f"gained_{who.key}": t.number})
    if not cost:
        return
    if who.cash < cost:
        t.narrate(f"{who} can't add {t.written(cost)} for the new streets: the insurance ends.")
        who.insured = None
        t.step(f"{who} is no longer insured")
    else:
        t.step("Printed price of what is new", sum(street.price for street in gained))
        who.spend(cost, f"Insurance of what is new, {PREMIUM}%")
    t.by_house_rule(House.insurance_gained)


def just_gained(who: Player) -> bool:
    """Whether a player has gained a street this turn, and not passed GO since.

    Where the book does not keep the turns, nobody can tell when one ends: there it must have been the last entry.
    """
    number = who.t.read_number(TURN, f"gained_{who.key}")
    if not who.t.keeps_turns:
        return number == who.t.number - 1
    return bool(number) and not who.has_passed_go_since(number)


AT_PURCHASE = Condition[RatRaceTurn](
    lambda t: t.house.insurance_when == "purchase", "Insurance is taken out on passing GO."
)


@streets(
    "Take out insurance",
    source="Insurance",
    when=(*PLAYING, AT_PURCHASE),
    button="Insure all streets",
    rule=INSURANCE_RULE,
)
def insure(t: RatRaceTurn, who: Player = ask.player("Who insures?")) -> None:
    """Insure all streets on gaining one, where the house rule allows it; on passing GO it is part of that."""
    t.refuse(who.insured, f"{who} is insured until the next GO.", "who")
    when = "this turn" if t.keeps_turns else "just now"
    late = who.streets and not just_gained(who)
    t.refuse(late, f"{who} has bought no street {when}; else insurance waits for GO.", "who")
    take_out(who)
    t.by_house_rule(House.insurance_when)
