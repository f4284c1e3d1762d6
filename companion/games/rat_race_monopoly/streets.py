"""Streets from the bank, and mortgages.

Rulebook: «How does the add-on game work?», where the usual Monopoly rules hold.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Who, read_several
from companion.core.table import Effect, Mark, Refusal, Table, listed
from companion.games.rat_race_monopoly import gates, insurance, state
from companion.games.rat_race_monopoly.board import (
    STREETS,
    lifting_cost,
    mortgage_value,
    street_name,
    street_price,
)
from companion.games.rat_race_monopoly.deeds import bare_from_bank, hand_over
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.naming import Streets, detail, group_said, is_whose, label, not_of, tile
from companion.games.rat_race_monopoly.scale import amount, say
from companion.games.rat_race_monopoly.state import BANK, name

SOURCE = "How does the add-on game work?"
BUY_RULE = "A street nobody owns is bought from the bank: at its printed price, or at what it fetches in an auction."
MORTGAGE_RULE = (
    "The bank lends half the printed price on a street, while no building stands in its colour group; it stays its "
    "owner's."
)
LIFT_RULE = "Lifting a mortgage costs what was lent and 10%; a fraction of a note is dropped."


def _for_sale(table: Table, _answers: Answers) -> tuple[str, ...]:
    return state.streets_of(table, BANK)


def _asked(answers: Answers) -> str:
    return str(answers.get("who") or "")


def _to_mortgage(table: Table, answers: Answers) -> tuple[str, ...]:
    who = _asked(answers)
    return tuple(one for one in state.streets_of(table, who) if not _why_not_mortgage(table, who, one)) if who else ()


def _why_not_mortgage(table: Table, who: str, street: str) -> str:
    """Tell why a player can't mortgage a street; nothing when it is possible."""
    if state.owner(table, street) != who:
        return not_of("who")(table, {"who": who}, street)
    if state.mortgaged(table, street):
        return f"{street_name(table, street)} is mortgaged already."
    if state.group_built(table, street):
        group = group_said(street)
        return f"{street_name(table, street)}: buildings stand in {group}. They are sold back first."
    return ""


def _to_lift(table: Table, answers: Answers) -> tuple[str, ...]:
    who = _asked(answers)
    return tuple(one for one in state.streets_of(table, who) if state.mortgaged(table, one)) if who else ()


def _why_not_lift(table: Table, who: str, street: str) -> str:
    if state.owner(table, street) != who:
        return not_of("who")(table, {"who": who}, street)
    return f"{street_name(table, street)} is not mortgaged."


def _price_of(table: Table, _answers: Answers, street: str) -> str:
    return say(table, street_price(table, street))


FREE_STREET = Choice(STREETS, label, _for_sale, _price_of, tile)
MORTGAGEABLE = Streets(
    _to_mortgage, label, detail=detail, tile=tile, none="There is no street to mortgage.",
    why=lambda table, answers, one: _why_not_mortgage(table, _asked(answers), one),
)  # fmt: skip
MORTGAGED = Streets(
    _to_lift, label, detail=detail, tile=tile, none="No street is mortgaged.",
    why=lambda table, answers, one: _why_not_lift(table, _asked(answers), one),
)  # fmt: skip

FreeStreet: TypeAlias = Annotated[str, FREE_STREET]
ToMortgage: TypeAlias = Annotated[str, MORTGAGEABLE]
ToLift: TypeAlias = Annotated[str, MORTGAGED]
Price: TypeAlias = Annotated[int | None, amount(most=lambda table, answers: max(0, state.cash(table, _asked(answers))))]


@action(SOURCE, title="Buy a street", group="Streets")
def buy_street(table: Table, who: Who, street: FreeStreet, price: Price = None) -> Effect:
    """Buy a street from the bank: at its printed price, or at another that an auction has made.

    who: Who buys?
    street: Which street?
    price: For how much, if not at the printed price?
    """
    gates.playing(table, who)
    if not state.streets_of(table, BANK):
        raise Refusal("Every street is owned: the bank has none left.")
    if state.owner(table, street) != BANK:
        raise Refusal(is_whose(table, street), "street")
    printed = street_price(table, street)
    cost = printed if price is None else price
    extra = insurance.gain_cost(table, who, (street,))
    # too dear at the printed price, a street may still be had for less in an auction: so it is the price that is short
    must_hold(table, who, cost + extra, "price", due=False)
    bought = Effect(
        f"{name(table, who)} buys {street_name(table, street)} for {say(table, cost)}.",
        (*transfer(table, cost, who, BANK), *hand_over(table, street, who)),
        working=(
            *(() if cost == printed else (line(table, f"{street_name(table, street)}, printed price", printed),)),
            line(table, f"{street_name(table, street)}, paid to the bank", -cost, signed=True),
            *(() if extra else then_has(table, who, -cost)),
        ),
        rule=BUY_RULE,
    )
    bought = bare_from_bank(table, street) + bought
    return bought + insurance.gained(table.after(bought), who, (street,), state.next_line(table))


@action(SOURCE, title="Mortgage streets", group="Streets")
def mortgage(table: Table, who: Who, streets: ToMortgage) -> Effect:
    """Borrow half the printed price on streets without buildings in their colour group.

    who: Whose streets?
    streets: Which of them?
    """
    gates.playing(table, who)
    if not _to_mortgage(table, {"who": who}):
        raise Refusal(_none_to_mortgage(table, who), "who")
    named = read_several(streets)
    lent = sum(mortgage_value(table, street) for street in named)
    return Effect(
        f"{name(table, who)} mortgages {_names(table, named)} for {say(table, lent)}.",
        transfer(table, lent, BANK, who),
        tuple(Mark(street, "mortgaged", "yes") for street in named),
        (
            *(
                line(
                    table,
                    f"{street_name(table, street)}, half its price of {say(table, street_price(table, street))}",
                    mortgage_value(table, street),
                    signed=True,
                )
                for street in named
            ),
            *then_has(table, who, lent),
        ),
        MORTGAGE_RULE,
    )


@action(SOURCE, title="Lift mortgages", group="Streets")
def lift_mortgage(table: Table, who: Who, streets: ToLift) -> Effect:
    """Pay a mortgage back with 10%; a fraction of a note is dropped.

    who: Whose streets?
    streets: Which of them?
    """
    gates.playing(table, who)
    if not _to_lift(table, {"who": who}):
        raise Refusal(f"{name(table, who)} has no mortgaged street.", "who")
    named = read_several(streets)
    cost = sum(lifting_cost(table, street) for street in named)
    must_hold(table, who, cost, "streets", due=False)
    return Effect(
        f"{name(table, who)} lifts the mortgage of {_names(table, named)} for {say(table, cost)}.",
        transfer(table, cost, who, BANK),
        tuple(Mark(street, "mortgaged", None) for street in named),
        (
            *(
                line(
                    table,
                    f"{street_name(table, street)}, {say(table, mortgage_value(table, street))} and 10%, "
                    f"{say(table, lifting_cost(table, street) - mortgage_value(table, street))}",
                    -lifting_cost(table, street),
                    signed=True,
                )
                for street in named
            ),
            *then_has(table, who, -cost),
        ),
        LIFT_RULE,
    )


def _none_to_mortgage(table: Table, who: str) -> str:
    """Tell why a player has nothing to mortgage."""
    free = [street for street in state.streets_of(table, who) if not state.mortgaged(table, street)]
    if not free:
        return f"{name(table, who)} has no street that could be mortgaged."
    return f"{name(table, who)}: buildings stand on every colour group with a free street. They are sold back first."


def _names(table: Table, named: tuple[str, ...]) -> str:
    return listed(street_name(table, street) for street in named)


ACTIONS = (buy_street, mortgage, lift_mortgage)
