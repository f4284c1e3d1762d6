"""Insurance of all streets against disasters, until the next GO.

Rulebook: «Insurance».
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.rat_race_monopoly import options
from companion.games.rat_race_monopoly.board import PREMIUM
from companion.games.rat_race_monopoly.game import BANK, GAME, TURN, Player, RatRaceTurn, Street, ask
from companion.games.rat_race_monopoly.net_worth import buildings_cost

SOURCE = "Insurance"
RULE = (
    f"Insurance is of all streets or none: {PREMIUM}% of their printed prices, paid on passing GO, and good until the "
    "next GO."
)


def insured_value(who: Player) -> int:
    """What insurance costs its share of: the printed prices of all streets, mortgaged or not."""
    streets = sum(street.price for street in who.streets)
    return streets + (buildings_cost(who) if who.t.option(options.INSURANCE_BASE) == "buildings" else 0)


def premium(who: Player) -> int:
    """What insuring all streets of a player costs; zero where there is nothing to insure."""
    return who.t.whole(insured_value(who) * PREMIUM // 100)


def take_out(who: Player, at: str = "who") -> None:
    """Insure all streets of a player."""
    t, cost = who.t, premium(who)
    t.refuse(not who.streets, f"{who} owns no street: there is nothing to insure.", at)
    who.must_hold(cost, at, due=False)
    what, with_buildings = t.count(len(who.streets), "street"), t.option(options.INSURANCE_BASE) == "buildings"
    t.narrate(f"{who} insures {what} for {t.written(cost)}.")
    t.pay(who, BANK, cost)
    who.insured = "yes"
    t.step(f"Printed prices of {what}{' and buildings' if with_buildings else ''}", insured_value(who))
    t.step(f"Insurance, {PREMIUM}% of that", -cost, signed=True)
    t.show_cash(who)
    t.explain(RULE)
    if with_buildings:
        t.by_house_rule(f"Buildings are insured too, and count in the {PREMIUM}%.")


def gain_cost(who: Player, streets: Iterable[Street]) -> int:
    """What an insured player pays to cover these new streets; zero where they are covered anyway."""
    if not who.insured or who.t.option(options.INSURANCE_GAINED) == "covered":
        return 0
    return who.t.whole(sum(street.price for street in streets) * PREMIUM // 100)


def cover_gained(who: Player, streets: tuple[Street, ...]) -> None:
    """Bring streets that a player has gained within the year under the insurance, if there is one.

    Nothing has to be done for it unless the table plays that each costs its premium on gaining it. Where that is out
    of reach, the insurance ends.
    """
    t = who.t
    if not streets:
        return
    t.note(TURN, **{f"gained_{who.key}": t.number})
    if not who.insured or t.option(options.INSURANCE_GAINED) == "covered":
        return
    cost = gain_cost(who, streets)
    if who.cash < cost:
        t.narrate(f"{who} can't add {t.written(cost)} for the new streets: the insurance ends.")
        who.insured = None
        t.step(f"{who} is no longer insured")
    else:
        t.pay(who, BANK, cost)
        t.step("Printed price of what is new", sum(street.price for street in streets))
        t.step(f"Insurance of what is new, {PREMIUM}%", -cost, signed=True)
        t.show_cash(who)
    t.by_house_rule(f"Streets gained in an insured year cost {PREMIUM}% of their price.")


def just_gained(who: Player) -> bool:
    """Whether a player has gained a street this turn, and not passed GO since.

    Where the book does not keep the turns, nobody can tell when one ends: there it must have been the last entry.
    """
    number = who.t.read_number(TURN, f"gained_{who.key}")
    if not who.t.keeps_turns:
        return number == who.t.number - 1
    return bool(number) and not who.has_passed_go_since(number)


@GAME.action("Take out insurance", group="Streets", source=SOURCE, button="Insure all streets")
def insure(t: RatRaceTurn, who: Player = ask.anybody("Who insures?")) -> None:
    """Insure all streets on gaining one, where the house rule allows it; on passing GO it is part of that."""
    who.check_playing()
    t.refuse(t.option(options.INSURANCE_WHEN) != "purchase", "Insurance is taken out on passing GO.")
    t.refuse(who.insured, f"{who} is insured until the next GO.", "who")
    when = "this turn" if t.keeps_turns else "just now"
    late = who.streets and not just_gained(who)
    t.refuse(late, f"{who} has bought no street {when}; else insurance waits for GO.", "who")
    take_out(who)
    t.by_house_rule("Insurance may be taken out on buying a street.")
