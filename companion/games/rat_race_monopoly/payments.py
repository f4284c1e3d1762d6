"""Payments of the usual game: rent, and anything else with a reason.

The add-on leaves rents, fines and the sums on cards as they are printed; so the table names the sum.
Rulebook: «Chance or community chest cards», and the usual rules for rent.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Player, Reason, Who, Words
from companion.core.table import Effect, Line, Refusal, Table, listed
from companion.games.rat_race_monopoly import gates, naming, state
from companion.games.rat_race_monopoly.board import STREETS, street_name
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer, ways_to_raise
from companion.games.rat_race_monopoly.scale import amount as money_amount
from companion.games.rat_race_monopoly.scale import say
from companion.games.rat_race_monopoly.state import BANK, called, name

SOURCE = "Chance or community chest cards"
RENT_SOURCE = "How does the add-on game work?"
RULE = "Every other payment of the usual game is made as the board or the card says."


def _held(table: Table, answers: Answers) -> int:
    who = str(answers.get("giver") or answers.get("who") or "")
    return max(0, state.cash(table, who)) if who and who != BANK else 10**6


def _let_to(table: Table, answers: Answers) -> tuple[str, ...]:
    who = str(answers.get("who") or "")
    return tuple(street for street in STREETS if state.owner(table, street) not in (BANK, who))


def _whose(table: Table, _answers: Answers, value: str) -> str:
    return f"{name(table, state.owner(table, value))}'s"


WhoOrBank: TypeAlias = Annotated[str, Player((BANK,))]
Sum: TypeAlias = Annotated[int, money_amount(most=_held)]
Plain: TypeAlias = Annotated[int, money_amount()]
WhatFor: TypeAlias = Annotated[str, Words(2, ("Chance card", "Jail fine", "Agreed between us"))]
LetStreet: TypeAlias = Annotated[str, Choice(STREETS, naming.label, _let_to, _whose, naming.tile)]


@action(RENT_SOURCE, title="Pay rent", group="Squares")
def rent(table: Table, who: Who, street: LetStreet, amount: Sum) -> Effect:
    """Pay the owner of a street the rent that its card says.

    who: Who pays?
    street: For which street?
    amount: How much is the rent?
    """
    gates.playing(table, who)
    owner = state.owner(table, street)
    if owner == BANK:
        raise Refusal(f"{street_name(table, street)} is the bank's: no rent is due.", "street")
    if owner == who:
        raise Refusal(f"{street_name(table, street)} is {table.name(who)}'s own: no rent is due.", "street")
    if state.mortgaged(table, street):
        raise Refusal(f"{street_name(table, street)} is mortgaged: no rent is due.", "street")
    must_hold(table, who, amount, "amount")
    return Effect(
        f"{name(table, who)} pays {called(table, owner)} {say(table, amount)} rent for {street_name(table, street)}.",
        transfer(table, amount, who, owner),
        working=_both(table, who, owner, amount),
        rule="Rent is what the street's card says; a mortgaged street brings none.",
    )


@action(SOURCE, title="Pay or be paid", group="Money")
def pay(table: Table, giver: WhoOrBank, taker: WhoOrBank, amount: Sum, reason: WhatFor) -> Effect:
    """Pay the bank or a player, or be paid: a fine, a card, a prize, for a reason.

    giver: Who pays?
    taker: Who gets it?
    amount: How much?
    reason: What for?
    """
    gates.banking(table)
    gates.quiet(table)
    for holder, question in ((giver, "giver"), (taker, "taker")):
        if holder != BANK:
            gates.seated(table, holder, question)
    if giver != BANK and state.cash(table, giver) <= 0:
        # whoever is paid, and how much: so this says it before anything else is asked
        raise Refusal(_empty_handed(table, giver), "giver")
    if giver == taker:
        raise Refusal("Who pays and who is paid are the same.", "taker")
    must_hold(table, giver, amount, "amount")
    return Effect(
        f"{name(table, giver)} pays {called(table, taker)} {say(table, amount)}: {reason}.",
        transfer(table, amount, giver, taker),
        working=_both(table, giver, taker, amount),
        rule=RULE,
    )


def _empty_handed(table: Table, who: str) -> str:
    ways = ways_to_raise(table, who)
    how = f"To raise some: {listed(ways, 'or')}." if ways else "Nothing is left to raise it with: a debt is bankruptcy."
    return f"{name(table, who)} has no cash to pay with. {how}"


def _both(table: Table, giver: str, taker: str, total: int) -> tuple[Line, ...]:
    return (
        line(table, f"{name(table, giver)} pays {called(table, taker)}", total, total=True),
        *then_has(table, giver, -total),
        *then_has(table, taker, total),
    )


@action(SOURCE, title="Pay every player", group="Money")
def pay_each(table: Table, who: Who, amount: Plain, reason: Reason) -> Effect:
    """Pay every other player the same, as a card may say.

    who: Who pays?
    amount: How much to each?
    reason: What for?
    """
    gates.playing(table, who)
    others = _others(table, who)
    must_hold(table, who, amount * len(others), "amount")
    lines = tuple(entry for one in others for entry in then_has(table, one, amount))
    return Effect(
        f"{name(table, who)} pays {listed(map(table.name, others))} {say(table, amount)} each: {reason}.",
        tuple(posting for one in others for posting in transfer(table, amount, who, one)),
        working=(
            line(
                table,
                f"{name(table, who)} pays {len(others)} times {say(table, amount)}",
                -amount * len(others),
                total=True,
            ),
            *then_has(table, who, -amount * len(others)),
            *lines,
        ),
        rule=RULE,
    )


@action(SOURCE, title="Be paid by every player", group="Money")
def paid_by_each(table: Table, who: Who, amount: Plain, reason: Reason) -> Effect:
    """Be paid the same by every other player, as a card may say.

    who: Who is paid?
    amount: How much by each?
    reason: What for?
    """
    gates.playing(table, who)
    others = _others(table, who)
    for one in others:
        must_hold(table, one, amount, "amount")
    lines = tuple(entry for one in others for entry in then_has(table, one, -amount))
    return Effect(
        f"{name(table, who)} is paid {say(table, amount)} by each of {listed(map(table.name, others))}: {reason}.",
        tuple(posting for one in others for posting in transfer(table, amount, one, who)),
        working=(
            line(table, f"{len(others)} times {say(table, amount)}", amount * len(others), signed=True, total=True),
            *then_has(table, who, amount * len(others)),
            *lines,
        ),
        rule=RULE,
    )


def _others(table: Table, who: str) -> tuple[str, ...]:
    others = state.others(table, who)
    if not others:
        raise Refusal("There is nobody else at the table.", "who")
    return others


ACTIONS = (rent, pay, pay_each, paid_by_each)
