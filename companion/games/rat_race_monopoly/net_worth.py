"""Net worth: cash, streets, buildings and shares, less loans; declaring it, and how a game ends.

Rulebook: «How does the add-on game work?»; how it is counted is ours, and the table may count otherwise.
"""

from __future__ import annotations

from companion.api import Condition, Result
from companion.api.show import Worth
from companion.games.rat_race_monopoly.game import GAME, GOING, ON_TURN, Player, RatRaceTurn, ask
from companion.games.rat_race_monopoly.options import House

DECLARED = Condition[RatRaceTurn](
    lambda t: t.house.declare == "turn",
    "It counts the moment it is reached: nothing has to be declared.",
)


def buildings_cost(who: Player) -> int:
    return sum(street.houses * street.house_cost for street in who.streets)


def net_worth(who: Player) -> tuple[int, tuple[tuple[str, int], ...]]:
    """What a player is worth, with the lines of its working: cash first, the net worth last."""
    t, house = who.t, who.t.house
    lines = [("Cash", who.cash)]
    free = [street for street in who.streets if not street.mortgaged]
    mortgaged = [street for street in who.streets if street.mortgaged]
    if house.worth_streets == "yes" and free:
        what = f"{t.count(len(free), 'street')} at the printed price"
        lines.append((what, sum(street.price for street in free)))
    if house.worth_streets == "yes" and mortgaged:
        printed = t.written(sum(street.price for street in mortgaged))
        what = f"{t.count(len(mortgaged), 'mortgaged street')} at half of {printed}"
        lines.append((what, sum(street.mortgage_value for street in mortgaged)))
    cost, counted = buildings_cost(who), house.worth_buildings
    if buildings := {"cost": cost, "half": t.whole(cost // 2), "none": 0}[counted]:
        half = "half of " if counted == "half" else ""
        lines.append((f"Buildings at {half}what they cost", buildings))
    if who.shares and house.worth_shares == "yes":
        lines.append(
            (
                f"{t.count(who.shares, 'share')} at {t.written(t.share_price)}",
                who.shares * t.share_price,
            )
        )
    if who.debt:
        lines.append(("Loans", -who.debt))
    total = sum(figure for _, figure in lines)
    return total, (*lines, ("Net worth", total))


@GAME.action(
    "Declare the net worth and win",
    group="Turn",
    source="How does the add-on game work?",
    when=(*GOING, DECLARED, *ON_TURN),
    rule="The first to reach the net worth agreed on wins: cash, streets, buildings and shares, less loans.",
)
def declare(t: RatRaceTurn, who: Player = ask.player("Who declares?")) -> None:
    """Declare a net worth of the goal or more, at any point of your turn: that wins."""
    (total, lines), goal = net_worth(who), t.goal
    short = f"{t.written(goal - total)} short of {t.written(goal)}"
    t.refuse(total < goal, f"{who} is worth {t.written(total)}: {short}.", "who")
    for words, figure in lines:
        first, last = words == "Cash", words == "Net worth"
        t.step(words, figure, signed=not (first or last), total=last)
    t.step("The goal", goal)
    t.declared, t.declared_sum = who, total
    t.narrate(f"{who} declares a net worth of {t.written(total)} and wins.")
    for counted in (House.worth_buildings, House.worth_shares, House.worth_streets):
        t.by_house_rule(counted)


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
    if t.house.declare == "moment":
        worth = {who: net_worth(who)[0] for who in left}
        best = max(worth.values(), default=0)
        if best >= t.goal:
            winners = tuple(who for who in left if worth[who] == best)
            named = t.names(winners)
            reason = f"{named} reached a net worth of {t.written(best)}, which wins at once by house rule"
            return Result(reason, winners, places(t, winners))
    return (
        Result(f"{left[0]} is the last player left", left, places(t, left))
        if len(left) == 1
        else None
    )


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
        return Worth(who.shares * t.share_price, t.unit, "Worth in shares", note)
    counted = (
        "Cash and all that the house rules count, shares at the price of the moment, less loans."
    )
    return Worth(net_worth(who)[0], t.unit, "Net worth", counted, t.goal)
