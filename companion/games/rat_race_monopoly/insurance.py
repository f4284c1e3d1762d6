"""Insurance of all streets against disasters, until the next GO.

Rulebook: «Insurance».
"""

from __future__ import annotations

from companion.core.action import action
from companion.core.questions import Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, state
from companion.games.rat_race_monopoly.board import street_price
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.scale import say, whole
from companion.games.rat_race_monopoly.state import BANK, TURN, name
from companion.games.rat_race_monopoly.worth import buildings_cost

SOURCE = "Insurance"
RULE = (
    "Insurance is of all streets or none: 10% of their printed prices, paid on passing GO, and good until the next GO."
)
PER_CENT = 10


def base(table: Table, who: str) -> int:
    """What the 10% are taken of: the printed prices of all streets, mortgaged or not, as a quantity."""
    streets = sum(street_price(table, street) for street in state.streets_of(table, who))
    return streets + (buildings_cost(table, who) if table.house("insurance_base") == "buildings" else 0)


def premium(table: Table, who: str) -> int:
    """What insuring all streets of a player costs; nought where there is nothing to insure."""
    return _tenth(table, base(table, who))


def _tenth(table: Table, quantity: int) -> int:
    return whole(table, quantity * PER_CENT // 100)


def taken_out(table: Table, who: str, question: str = "who") -> Effect:
    """Insure all streets of a player, at 10%.

    Raises:
        Refusal: there is no street, they are insured already, or there is too little cash.

    """
    if not state.streets_of(table, who):
        raise Refusal(f"{name(table, who)} owns no street: there is nothing to insure.", question)
    cost = premium(table, who)
    must_hold(table, who, cost, question, due=False)
    count = len(state.streets_of(table, who))
    what = f"{count} {'street' if count == 1 else 'streets'}"
    house = table.house("insurance_base") == "buildings"
    return Effect(
        f"{name(table, who)} insures {what} for {say(table, cost)}.",
        transfer(table, cost, who, BANK),
        (Mark(who, "insured", "yes"),),
        (
            line(table, f"Printed prices of {what}{' and buildings' if house else ''}", base(table, who)),
            line(table, "Insurance, 10% of that", -cost, signed=True),
            *then_has(table, who, -cost),
        ),
        RULE,
        ("Buildings are insured too, and count in the 10%.",) if house else (),
    )


def gained(table: Table, who: str, streets: tuple[str, ...], number: int) -> Effect:
    """Bring streets that a player gains within the year under the insurance, if there is one.

    Nothing has to be done for it unless the table plays that each costs 10% on gaining it. The streets must be the
    player's already. Where that is out of reach, the insurance ends. ``number`` is that of the line by which they
    are gained.
    """
    noted = Effect(marks=(Mark(TURN, f"gained_{who}", number),)) if streets and who != BANK else Effect()
    if not streets or not state.insured(table, who) or table.house("insurance_gained") == "covered":
        return noted
    cost = gain_cost(table, who, streets)
    house = ("Streets gained in an insured year cost 10% of their price.",)
    if state.cash(table, who) < cost:
        return noted + Effect(
            f"{name(table, who)} can't add {say(table, cost)} for the new streets: the insurance ends.",
            marks=(Mark(who, "insured", None),),
            working=(Line(f"{name(table, who)} is no longer insured"),),
            house=house,
        )
    return noted + Effect(
        postings=transfer(table, cost, who, BANK),
        working=(
            line(table, "Printed price of what is new", sum(street_price(table, street) for street in streets)),
            line(table, "Insurance of what is new, 10%", -cost, signed=True),
            *then_has(table, who, -cost),
        ),
        house=house,
    )


def gain_cost(table: Table, who: str, streets: tuple[str, ...]) -> int:
    """What an insured player pays to cover these new streets; nought where they are covered anyway."""
    if not state.insured(table, who) or table.house("insurance_gained") == "covered":
        return 0
    return _tenth(table, sum(street_price(table, street) for street in streets))


def just_gained(table: Table, who: str) -> bool:
    """Whether a player has gained a street this turn, and not passed GO since.

    Where the book does not keep the turns, nobody can tell when one ends: there it must have been the last line.
    """
    number = state.count(table, TURN, f"gained_{who}")
    if not state.keeps_turns(table):
        return number == table.ledger.seq
    return bool(number) and not state.passed_go_since(table, who, number)


@action(SOURCE, title="Take out insurance", group="Streets")
def insure(table: Table, who: Who) -> Effect:
    """Insure all streets on gaining one, where the house rule allows it; on passing GO it is part of that.

    who: Who insures?
    """
    gates.playing(table, who)
    if table.house("insurance_when") != "purchase":
        raise Refusal("Insurance is taken out on passing GO.")
    if state.insured(table, who):
        raise Refusal(f"{name(table, who)} is insured until the next GO.", "who")
    if state.streets_of(table, who) and not just_gained(table, who):
        when = "this turn" if state.keeps_turns(table) else "just now"
        raise Refusal(f"{name(table, who)} has bought no street {when}; else insurance waits for GO.", "who")
    return taken_out(table, who) + Effect(house=("Insurance may be taken out on buying a street.",))


ACTIONS = (insure,)
