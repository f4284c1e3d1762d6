"""Out of the game: who can't pay, and who leaves for good.

Rulebook: «How does the add-on game work?», where the usual Monopoly rules hold; the order of things is ours.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Player, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.rat_race_monopoly import gates, insurance, market, state
from companion.games.rat_race_monopoly.board import house_cost, mortgage_value, street_name
from companion.games.rat_race_monopoly.buildings import back, built
from companion.games.rat_race_monopoly.deeds import cleared, hand_over, move_houses
from companion.games.rat_race_monopoly.money import line, then_has, transfer, transfer_debt, ways_to_raise
from companion.games.rat_race_monopoly.scale import amount, say
from companion.games.rat_race_monopoly.state import BANK, SLOTS, called, name
from companion.games.rat_race_monopoly.trading import fee, mortgages, taken_over

SOURCE = "How does the add-on game work?"
TO_PLAYER = (
    "Who can't pay is out. Buildings and shares are turned into cash first; the creditor takes the cash and the "
    "streets, mortgages stay, and loans are written off in the end."
)
TO_BANK = (
    "Who can't pay the bank, or leaves for good, is out: the bank takes everything, the streets are for sale again "
    "free of mortgage, and loans are written off."
)

WhoOrBank: TypeAlias = Annotated[str, Player((BANK,))]
Sum: TypeAlias = Annotated[int, amount()]


def in_reach(table: Table, who: str) -> int:
    """What a player could have in cash without anybody's help: all buildings and shares sold, every street mortgaged.

    A loan counts where it can be taken now, on the own turn.
    """
    mine = state.streets_of(table, who)
    total = state.cash(table, who)
    total += sum(back(table, street) * state.houses_on(table, street) for street in built(table, who))
    total += sum(mortgage_value(table, street) for street in mine if not state.mortgaged(table, street))
    if table.house("raise_shares") == "anywhere":
        total += max(0, state.shares(table, who)) * state.price(table)
    if state.turn_of(table) in (None, who):
        free = len(SLOTS) - len(state.loans(table, who))
        total += free * state.loan_size(table, state.bracket(table, who))
    return total


@action(SOURCE, title="Can't pay: bankrupt", group="Players")
def bankrupt(table: Table, who: Who, creditor: WhoOrBank, owed: Sum) -> Effect:
    """Take a player out who can't pay: to a creditor goes what there is, or to the bank.

    who: Who can't pay?
    creditor: To whom is it owed?
    owed: How much is owed?
    """
    gates.playing(table, who)
    _not_the_last(table, who)
    if creditor == who:
        raise Refusal("Nobody owes to themselves.", "creditor")
    if creditor != BANK:
        gates.seated(table, creditor, "creditor")
    held, reach = state.cash(table, who), in_reach(table, who)
    if held >= owed:
        raise Refusal(f"{name(table, who)} holds {say(table, held)}, and can pay {say(table, owed)}.", "owed")
    if reach >= owed:
        raise Refusal(
            f"{name(table, who)} can still raise what is missing: {listed(ways_to_raise(table, who), 'or')}. "
            f"With {say(table, held)} in cash that makes {say(table, reach)}, enough for {say(table, owed)}.",
            "owed",
        )
    told = Effect(
        f"{name(table, who)} can't pay {called(table, creditor)} {say(table, owed)} and is bankrupt.",
        working=(
            line(table, f"Owed to {called(table, creditor)}", owed),
            line(table, f"{name(table, who)} holds", held),
        ),
        rule=TO_BANK if creditor == BANK else TO_PLAYER,
    )
    return told + _out(table, who, creditor)


@action("", title="Leave for good", group="Players")
def leave(table: Table, who: Who) -> Effect:
    """Take a player out who leaves for good; everything goes to the bank.

    who: Who leaves?
    """
    gates.quiet(table)
    gates.seated(table, who)
    _not_the_last(table, who)
    told = Effect(f"{name(table, who)} leaves the game.", rule=TO_BANK)
    if not state.broker_alone(table):
        return told + _out(table, who, BANK)
    held = state.shares(table, who)
    back_to_bank = (Line(f"Shares that go back to the bank: {held}"),) if held else ()
    told = Effect(f"{name(table, who)} leaves the game.", rule="Shares of who leaves for good go back to the bank.")
    return told + Effect(postings=market.move(who, -held), marks=_forgotten(table, who), working=back_to_bank)


def _not_the_last(table: Table, who: str) -> None:
    if len(state.playing(table)) == 1:
        raise Refusal(f"{name(table, who)} is the last at the table; end the play from the shelf instead.")


def _out(table: Table, who: str, creditor: str) -> Effect:
    """Turn everything into cash, hand it over, and write the rest off."""
    gone = _buildings_sold(table, who)
    gone += _shares_sold(table.after(gone), who)
    gone += _bank_first(table.after(gone), who, creditor)
    now = table.after(gone)
    gone += _handed_over(now, who, creditor)
    gone += _written_off(table.after(gone), who)
    gone += Effect(marks=_forgotten(table, who))
    streets = state.streets_of(table, who)
    if creditor != BANK and streets:
        gone += taken_over_or_not(table.after(gone), creditor, streets)
        gone += insurance.gained(table.after(gone), creditor, streets, state.next_line(table))
    return replace(gone, working=tuple(one for one in gone.working if one.text != f"{name(table, who)} then has"))


def taken_over_or_not(table: Table, creditor: str, streets: tuple[str, ...]) -> Effect:
    """Charge a creditor for mortgages taken over as far as the cash goes."""
    cost, held = fee(table, streets), max(0, state.cash(table, creditor))
    if cost <= held:
        return taken_over(table, creditor, streets)
    return Effect(
        postings=transfer(table, held, creditor, BANK),
        working=(
            mortgages(table, streets),
            line(table, f"{name(table, creditor)}: 10% of the mortgages taken over", -cost, signed=True),
            line(table, "As far as the cash goes", -held, signed=True),
            *then_has(table, creditor, -held),
        ),
        rule="A new owner pays 10% of a mortgage at once; a creditor without the cash pays what there is.",
    )


def _buildings_sold(table: Table, who: str) -> Effect:
    sold = Effect()
    for street in built(table, who):
        count = state.houses_on(table, street)
        got = back(table, street) * count
        sold += Effect(
            postings=(*move_houses(street, -count), *transfer(table, got, BANK, who)),
            working=(
                line(
                    table,
                    f"Buildings of {street_name(table, street)}, sold back: {count} at half of "
                    f"{say(table, house_cost(table, street))}",
                    got,
                    signed=True,
                ),
            ),
        )
    return sold


def _shares_sold(table: Table, who: str) -> Effect:
    held = max(0, state.shares(table, who))
    got = held * state.price(table)
    if not held:
        return Effect()
    return Effect(
        postings=(*market.move(who, -held), *transfer(table, got, BANK, who)),
        marks=market.noted(table, who, -held),
        working=(line(table, f"{market.said(held)} at {say(table, state.price(table))}", got, signed=True),),
    )


def _bank_first(table: Table, who: str, creditor: str) -> Effect:
    """Pay the bank's loans out of cash, sold buildings and shares, as far as it goes, where the table plays it so."""
    owed = max(0, state.debt(table, who))
    paid = min(max(0, state.cash(table, who)), owed)
    if creditor == BANK or table.house("bankrupt_first") != "bank" or not owed:
        return Effect()
    return Effect(
        postings=(*transfer(table, paid, who, BANK), *transfer_debt(table, -paid, who)),
        working=(line(table, f"Loans of {say(table, owed)}, paid back first", -paid, signed=True),),
        house=("The bank's loans come first.",),
    )


def _handed_over(table: Table, who: str, creditor: str) -> Effect:
    """Give cash and streets to the creditor; with the bank, streets are for sale again."""
    cash, streets = max(0, state.cash(table, who)), state.streets_of(table, who)
    gone = Effect(
        postings=(
            *transfer(table, cash, who, creditor),
            *(posting for street in streets for posting in hand_over(table, street, creditor)),
        ),
        working=(
            line(table, f"Cash to {called(table, creditor)}", cash, total=True),
            *then_has(table, creditor, cash),
            *(
                Line(f"{street_name(table, one)}{_mortgage(table, one)}: to {called(table, creditor)}")
                for one in streets
            ),
        ),
    )
    for street in streets if creditor == BANK else ():
        gone += cleared(table, street)
    return gone


def _mortgage(table: Table, street: str) -> str:
    return ", mortgaged" if state.mortgaged(table, street) else ""


def _written_off(table: Table, who: str) -> Effect:
    owed = state.debt(table, who)
    lines = (line(table, "Loans written off", owed),) if owed else ()
    return Effect(postings=transfer_debt(table, -owed, who), working=lines)


def _forgotten(table: Table, who: str) -> tuple[Mark, ...]:
    """Note that a player is out, as which, and forget what is true only of those who play; pass the turn on."""
    number = 1 + sum(not state.alive(table, seat.key) for seat in table.players)
    dropped = ("insured", "jail", "tries", *SLOTS, *(f"{slot}_since" for slot in SLOTS))
    marks = (Mark(who, "out", number), *(Mark(who, key, None) for key in dropped))
    if state.turn_of(table) == who:
        marks += state.new_turn(table, next(iter(state.others(table, who)), None))
    return marks


ACTIONS = (bankrupt, leave)
