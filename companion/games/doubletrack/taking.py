"""Chips that change hands otherwise: $25 taken from an opponent, and corrections by the table.

What somebody has is nobody's business, so what comes into the open is named by the table; the book only checks it.

Rulebook: «TAKE $25 FROM AN OPPONENT SPACE».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Player, Reason, Who
from companion.core.table import Effect, Line, Refusal, Table
from companion.games.doubletrack import gates, state
from companion.games.doubletrack.board import QUICK, STEP, TAKEN
from companion.games.doubletrack.state import TABLE, money, name

SOURCE = "TAKE $25 FROM AN OPPONENT SPACE"
RULE = "An opponent of choice gives $25, or everything where there is less."
ALL_BLUE = 20
"""The most up to $25 that blue chips alone make."""

WhoOrTable: TypeAlias = Annotated[str, Player((TABLE,))]


Taken: TypeAlias = Annotated[int, Amount(0, step=STEP, quick=(1, 2, 3, 4, 5))]
Chips: TypeAlias = Annotated[int, Amount(STEP, step=STEP, quick=QUICK)]


@action(SOURCE, title=f"Take ${TAKEN}", group="Spaces")
def take(table: Table, who: Who, of: Who, amount: Taken) -> Effect:
    """Take $25 in chips from an opponent, or all there is where it is less.

    who: Who landed on the space?
    of: From whom?
    amount: What is handed over? $25, or everything where there is less.
    """
    gates.quiet(table)
    gates.seated(table, who)
    gates.seated(table, of, "of")
    if of == who:
        raise Refusal("It is taken from an opponent.", "of")
    if amount > TAKEN:
        raise Refusal(f"{money(TAKEN)} are taken, not more.", "amount")
    has = max(0, state.held(table, of))
    if amount > has:
        raise Refusal(state.short(table, of), "amount")
    no_change = table.house("change") == "chips"
    # without a yellow or red chip, blue ones make 20 at most of what is not more than 25
    all_blue = no_change and amount == ALL_BLUE and has > TAKEN and has % 10 == 0
    if amount < min(TAKEN, has) and not all_blue:
        raise Refusal(f"{name(table, of)} has more than that to give: {money(TAKEN)}, or everything.", "amount")
    if amount:
        told = f"{name(table, who)} takes {money(amount)} from {name(table, of)}."
    else:
        told = f"{name(table, of)} has no chips for {name(table, who)} to take."
    return Effect(
        told,
        state.pay(amount, state.purse(of), state.purse(who)),
        working=(Line(f"{name(table, of)} gives {name(table, who)}", amount, total=True),),
        rule=RULE,
        house=("Nobody makes change: it is the most the chips in hand make, up to $25.",) if no_change else (),
    )


@action("", title="Correct chips", group="Corrections")
def correct_chips(
    table: Table,
    giver: WhoOrTable,
    taker: WhoOrTable,
    amount: Chips,
    reason: Reason,
) -> Effect:
    """Move chips between two players, or between a player and the bids on the table, for a reason.

    giver: From whom?
    taker: To whom?
    amount: How much?
    reason: Why?
    """
    gates.going(table)
    if giver == taker:
        raise Refusal("Giver and taker are the same.", "taker")
    for one, question in ((giver, "giver"), (taker, "taker")):
        if one != TABLE:
            gates.seated(table, one, question)
    if giver == TABLE:
        _from_table(table, amount)
    elif amount > state.held(table, giver):
        raise Refusal(state.short(table, giver), "amount")
    to = "the table" if taker == TABLE else name(table, taker)
    return Effect(
        f"Correction: {money(amount)} from {'the table' if giver == TABLE else name(table, giver)} to {to} ({reason}).",
        state.pay(amount, state.purse(giver), state.purse(taker)),
        working=(Line(f"{name(table, giver)} gives {to}", amount, total=True),),
        rule="The table may correct the book at any time; the reason stays in the journal.",
    )


def _from_table(table: Table, amount: int) -> None:
    """Refuse chips that do not lie on the table, or are laid down there for a toll or for the Loser's Bonus."""
    lies, free, pledged = state.on_table(table), state.loose(table), state.pledged(table)
    if not lies:
        raise Refusal("No chips lie on the table.", "giver")
    what = "the Loser's Bonus" if state.pot(table) else "a toll"
    if not free:
        raise Refusal(f"The {money(lies)} on the table are laid down for {what}: that is settled first.", "giver")
    if amount > free:
        but = f"; {money(pledged)} of them are laid down for {what}" if pledged else ""
        raise Refusal(f"On the table lie {money(lies)}{but}.", "amount")


ACTIONS = (take, correct_chips)
