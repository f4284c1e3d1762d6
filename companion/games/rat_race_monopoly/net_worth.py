"""Net worth: cash, streets, buildings and shares, less loans; declaring it, and how a game ends.

Rulebook: «How does the add-on game work?»; how it is counted is ours, and the table may count otherwise.
"""

from __future__ import annotations

from companion.api import Refusal, Result, listed, sentence
from companion.api.show import Worth
from companion.games.rat_race_monopoly import options
from companion.games.rat_race_monopoly.board import HOTEL
from companion.games.rat_race_monopoly.game import GAME, Player, RatRaceTurn, ask

SOURCE = "How does the add-on game work?"
RULE = "The first to reach the net worth agreed on wins: cash, streets, buildings and shares, less loans."
COUNTED_OTHERWISE = {
    (options.WORTH_BUILDINGS, "half"): "Buildings count half of what they cost.",
    (options.WORTH_BUILDINGS, "none"): "Buildings do not count.",
    (options.WORTH_SHARES, "no"): "Shares do not count.",
    (options.WORTH_STREETS, "no"): "Streets do not count.",
}


def buildings_cost(who: Player) -> int:
    return sum(street.houses * street.house_cost for street in who.streets)


def shares_worth(who: Player) -> int:
    return who.shares * who.t.share_price


def net_worth(who: Player) -> tuple[int, tuple[tuple[str, int], ...]]:
    """What a player is worth, with the lines of its working: cash first, the net worth last."""
    t = who.t
    lines = [("Cash", who.cash)]
    free = [street for street in who.streets if not street.mortgaged]
    mortgaged = [street for street in who.streets if street.mortgaged]
    if t.option(options.WORTH_STREETS) == "yes":
        if free:
            what = f"{t.count(len(free), 'street')} at the printed price"
            lines.append((what, sum(street.price for street in free)))
        if mortgaged:
            printed = t.written(sum(street.price for street in mortgaged))
            what = f"{t.count(len(mortgaged), 'mortgaged street')} at half of {printed}"
            lines.append((what, sum(street.mortgage_value for street in mortgaged)))
    cost, counted = buildings_cost(who), t.option(options.WORTH_BUILDINGS)
    buildings = {"cost": cost, "half": t.whole(cost // 2), "none": 0}[counted]
    if buildings:
        how = "what they cost" if counted == "cost" else f"half of what they cost, {t.written(cost)}"
        lines.append((f"{_buildings(who)} at {how}", buildings))
    if who.shares and t.option(options.WORTH_SHARES) == "yes":
        lines.append((f"{t.count(who.shares, 'share')} at {t.written(t.share_price)}", shares_worth(who)))
    if who.debt:
        lines.append(("Loans", -who.debt))
    total = sum(figure for _, figure in lines)
    return total, (*lines, ("Net worth", total))


def _buildings(who: Player) -> str:
    built = [street.houses for street in who.streets]
    hotels = sum(count == HOTEL for count in built)
    houses = sum(count for count in built if count != HOTEL)
    said = [who.t.count(houses, "house")] if houses else []
    return " and ".join([*said, who.t.count(hotels, "hotel")] if hotels else said)


@GAME.action("Declare the net worth and win", group="Turn", source=SOURCE)
def declare(t: RatRaceTurn, who: Player = ask.anybody("Who declares?")) -> None:
    """Declare a net worth of the goal or more, at any point of your turn: that wins."""
    if t.option(options.DECLARE) == "moment":
        t.check_going()
        raise Refusal("It counts the moment it is reached: nothing has to be declared.")
    who.check_on_turn()
    (total, lines), goal = net_worth(who), t.goal
    short = f"{t.written(goal - total)} short of {t.written(goal)}"
    t.refuse(total < goal, f"{who} is worth {t.written(total)}: {short}.", "who")
    for words, figure in lines:
        first, last = words == "Cash", words == "Net worth"
        t.step(words, figure, signed=not (first or last), total=last)
    t.step("The goal", goal)
    t.declared = who
    t.declared_sum = total
    t.narrate(f"{who} declares a net worth of {t.written(total)} and wins.")
    t.explain(RULE)
    for (option, choice), words in COUNTED_OTHERWISE.items():
        if t.option(option) == choice:
            t.by_house_rule(words)


@GAME.end_if
def over(t: RatRaceTurn) -> Result | None:
    """End by a net worth that is declared or reached, or where nobody else is left; never where only shares are kept.

    Corrections change what somebody is worth, but never what was declared.
    """
    if not t.opened or t.broker_alone:
        return None
    left = t.seats
    if declared := next((who for who in left if who == t.declared), None):
        reason = f"{declared} declared a net worth of {t.written(t.declared_sum)}"
        return Result(reason, (declared,), places(t, (declared,)))
    if t.option(options.DECLARE) == "moment":
        worth = {who: net_worth(who)[0] for who in left}
        best = max(worth.values(), default=0)
        if best >= t.goal:
            winners = tuple(who for who in left if worth[who] == best)
            named = sentence(listed(who.name for who in winners))
            reason = f"{named} reached a net worth of {t.written(best)}, which wins at once by house rule"
            return Result(reason, winners, places(t, winners))
    return Result(f"{left[0]} is the last player left", left, places(t, left)) if len(left) == 1 else None


def places(t: RatRaceTurn, winners: tuple[Player, ...]) -> tuple[tuple[Player, int, str], ...]:
    """The winners first, the others by net worth, and then who went out, last out first."""
    worth = {who: net_worth(who)[0] for who in t.seats}
    rest = sorted((who for who in worth if who not in winners), key=lambda who: -worth[who])
    found = [(who, 1, t.written(worth[who])) for who in winners]
    for at, who in enumerate(rest):
        tied = at > 0 and worth[who] == worth[rest[at - 1]]
        found.append((who, found[-1][1] if tied else len(found) + 1, t.written(worth[who])))
    out = sorted((who for who in t.everybody if who not in worth), key=lambda who: -who.out)
    return (*found, *((who, len(found) + at, "out") for at, who in enumerate(out, 1)))


@GAME.worth
def worth(t: RatRaceTurn, who: Player) -> Worth | None:
    """What a player is worth over an evening; nothing before the table is open, or once the player is out."""
    if not t.opened or who not in t.seats:
        return None
    if t.broker_alone:
        note = "Shares at the price of the moment. Nobody's cash is followed."
        return Worth(shares_worth(who), t.unit, "Worth in shares", note)
    counted = ["cash"]
    if t.option(options.WORTH_STREETS) == "yes":
        counted.append("streets")
    if t.option(options.WORTH_BUILDINGS) != "none":
        counted.append("buildings" if t.option(options.WORTH_BUILDINGS) == "cost" else "buildings at half")
    if t.option(options.WORTH_SHARES) == "yes":
        counted.append("shares at the price of the moment")
    return Worth(net_worth(who)[0], t.unit, "Net worth", f"{sentence(listed(counted))}, less loans.", t.goal)
