"""The training ring: payments by square and report card, to players, owners of businesses and the bank.

Rulebook: «Training Ring».
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import NO_ANSWERS, Amount, Answers, QuestionType, Who, Words
from companion.core.table import Effect, Line, Refusal, Table, Value
from companion.games.totopoly import dues, gates, state
from companion.games.totopoly.board import BUSINESSES
from companion.games.totopoly.houses import BANK as BANK_ALONE
from companion.games.totopoly.state import FUND, PARADE, RING, TRAINING, money, name

SOURCE = "Training Ring"
BANK = "bank"
RULE = "Squares and reports are obeyed as they are written; a business pays its owner, and an unowned one the bank."
FUND_TOO = "What training pays to the bank, or takes from it, goes through the prize fund."


@dataclass(frozen=True, slots=True)
class Payee(QuestionType):
    """Whom training pays: the bank, a business, or a player; ``shops`` leaves the businesses out when false."""

    shops: bool = True

    @property
    def word(self) -> str:
        """Whom it takes."""
        return "bank, a business (b1 to b8) or a player" if self.shops else "bank or a player"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a key, or the name of a player or business."""
        plain = text.strip()
        for value in self.candidates(table, answers):
            if plain == value or plain.casefold() == self.show(value, table).casefold():
                return value
        known = ", ".join(str(value) for value in self.candidates(table, answers))
        raise Refusal(f"There is no {plain[:40]!r} here; choose {known}.")

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the bank, the business or the player."""
        del answers
        if value == BANK:
            return "The bank"
        return state.card_name(table, str(value)) if value in BUSINESSES else name(table, str(value))

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...]:
        """The bank, then the businesses, then everyone seated."""
        del answers
        shops = tuple(one for one in BUSINESSES if state.role(table, one) != "auctioneer") if self.shops else ()
        return (BANK, *shops, *(seat.key for seat in table.players))

    def detail(self, table: Table, answers: Answers, value: str) -> str:
        """Say whose a business is."""
        del answers
        if value not in BUSINESSES:
            return ""
        owner = state.owner(table, value)
        return f"{table.name(owner)}'s" if owner else "nobody's: to the bank"


To: TypeAlias = Annotated[str, Payee()]
From: TypeAlias = Annotated[str, Payee(shops=False)]
Sum: TypeAlias = Annotated[int, Amount(1, unit=state.UNIT)]
Why: TypeAlias = Annotated[str | None, Words(2)]


def account(table: Table) -> str:
    """Name the account of the bank's side of training."""
    return FUND if table.house("training") == "fund" else TRAINING


def _house(table: Table, other: str) -> Effect:
    return Effect(house=(FUND_TOO,)) if other == FUND and table.house("training") == "fund" else Effect()


@action(SOURCE, title="Pay in training", group="Training")
def train_pay(table: Table, who: Who, to: To, amount: Sum, reason: Why = None) -> Effect:
    """Pay what a square or a report asks, to the bank, a business or a player.

    who: Whose horse is it?
    to: Who gets it?
    amount: How much?
    reason: What for?
    """
    _in_training(table, who)
    if to in BUSINESSES:
        owner, shop = state.owner(table, to), state.card_name(table, to)
        if owner == who:
            raise Refusal(f"{shop} is {table.name(who)}'s own: there is nothing to pay.", "to")
        target = state.purse(owner) if owner else account(table)
        what = f"{shop}, {reason}" if reason else shop
    elif to == BANK:
        target, what = account(table), reason or "training"
    else:
        gates.seated(table, to, "to")
        if to == who:
            raise Refusal("Nobody pays himself.", "to")
        target, what = state.purse(to), reason or "training"
    return Effect(rule=RULE) + dues.falls_due(table, dues.Due(who, amount, target, what)) + _house(table, target)


@action(SOURCE, title="Receive in training", group="Training")
def train_get(table: Table, who: Who, giver: From, amount: Sum, reason: Why = None) -> Effect:
    """Receive what a square or a report grants, from the bank or a player.

    who: Whose horse is it?
    giver: Who pays it?
    amount: How much?
    reason: What for?
    """
    _in_training(table, who)
    if giver != BANK:
        gates.seated(table, giver, "giver")
        if giver == who:
            raise Refusal("Nobody pays himself.", "giver")
        return Effect(rule=RULE) + dues.falls_due(
            table, dues.Due(giver, amount, state.purse(who), reason or "training")
        )
    source = account(table)
    got = Effect(
        f"{name(table, who)} gets {money(amount)} from the bank: {reason or 'training'}.",
        state.pay(amount, source, state.purse(who)),
        working=(
            state.line(f"{name(table, who)} gets", amount, signed=True, total=True),
            *(
                (state.line(f"{name(table, who)} then has", state.cash(table, who) + amount),)
                if state.tracked(table)
                else ()
            ),
        ),
        rule=RULE,
    )
    return got + _house(table, source)


def _in_training(table: Table, who: str) -> None:
    gates.at(table, RING)
    gates.quiet(table)
    gates.seated(table, who)


@action(SOURCE, title="All horses are home", group="Training")
def end_training(table: Table) -> Effect:
    """End the training: every horse has made its circuit, and the entrance fees are next."""
    gates.at(table, RING)
    gates.quiet(table)
    then = "the race" if state.keeps(table) == BANK_ALONE else "the Tote"
    return Effect(
        "Training is over. The horses go to the starting gate.",
        marks=(state.to(PARADE),),
        working=(Line(f"Next: entrance fees, then who nominates a horse, then {then}"),),
        rule="Every horse makes one circuit of the training ring; what a mistaken second one paid stands.",
    )


ACTIONS = (train_pay, train_get, end_training)
