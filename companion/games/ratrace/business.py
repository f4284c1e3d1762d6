"""Buying at a Business, and the Credit Card.

Rulebook: «Q. When does it start to get interesting?» to «Q. What if the Status Symbol I want to buy is
out of stock?».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, Who
from companion.core.table import Effect, Line, Posting, Refusal, Table
from companion.games.ratrace import gates, state
from companion.games.ratrace.board import BUSINESSES, CLASS_NAMES, CLASSES, COLOURS
from companion.games.ratrace.dues import Due, falls_due
from companion.games.ratrace.houses import HOUSES
from companion.games.ratrace.state import LANDING_DONE, TREASURY, Item, money, name

CREDIT_SOURCE = "Q. How do I use my Credit Card?"
OTHER = "other"


def business_label(table: Table, answers: Answers, value: str) -> str:
    """Say a Business by what is printed over it."""
    del answers
    return state.business_name(table, value)


def _item_label(table: Table, answers: Answers, value: str) -> str:
    if value == OTHER:
        return "Other Purchase, no card"
    business = str(answers.get("business") or "")
    return Item(business, value).name(table) if business in BUSINESSES else CLASS_NAMES[value]


def price(table: Table, who: str, item: str) -> int:
    """What a purchase costs: the symbol's own class decides, the Other Purchase is the square's."""
    if item == OTHER:
        return table.figure(f"other.{state.rank(table, who)}")
    return table.figure(f"symbol.{item}")


def _item_detail(table: Table, answers: Answers, value: str) -> str:
    who = str(answers.get("who") or "")
    if value == OTHER:
        return money(table.figure(f"other.{state.rank(table, who)}"))
    business = str(answers.get("business") or "")
    detail = f"{CLASS_NAMES[value]} · {money(table.figure(f'symbol.{value}'))}"
    if business in BUSINESSES and (left := state.in_stock(table, Item(business, value))) is not None:
        detail += f" · {left} left"
    return detail


def _items_now(table: Table, answers: Answers) -> tuple[str, ...]:
    lowest = state.level(table, str(answers.get("who") or ""))
    return (*CLASSES[lowest:], OTHER)


Business: TypeAlias = Annotated[str, Choice(COLOURS, business_label)]
What: TypeAlias = Annotated[str, Choice((*CLASSES, OTHER), _item_label, _items_now, _item_detail)]
Means: TypeAlias = Annotated[
    str, Choice(("cash", "credit"), lambda _table, _answers, value: {"cash": "Cash", "credit": "Credit Card"}[value])
]


@action("Q. When does it start to get interesting?", title="Buy at a Business", group="Squares")
def buy(table: Table, who: Who, business: Business, item: What, on: Means) -> Effect:
    """Buy a Status Symbol or make the Other Purchase, in cash or on the Credit Card.

    who: Who is buying?
    business: At which Business?
    item: What is bought?
    on: How is it paid?
    """
    gates.landed(table, who, business, "business")
    owner = state.owner(table, business)
    if owner == who:
        raise Refusal(
            f"{state.business_name(table, business)} is {table.name(who)}'s own: nothing is bought.", "business"
        )
    payee, house = _payee(table, owner, item)
    cost = price(table, who, item)
    what = "Other Purchase"
    taken: tuple[Posting, ...] = ()
    if item != OTHER:
        card = Item(business, item)
        what = card.name(table)
        _may_take(table, who, card)
        taken = state.hand_card(card, state.STOCK, f"{who}:cards")
    if item == OTHER and table.house("other_credit") == "no":
        house += ("Other Purchases are paid in cash.",)
        if on == "credit":
            raise Refusal("By the house rule Other Purchases are paid in cash.", "on")
        if state.cash(table, who) < cost:
            short = falls_due(
                table, Due(who, cost, payee, f"Other Purchase at {state.business_name(table, business)}", "other")
            )
            return Effect(marks=LANDING_DONE, house=house) + short
    if on == "cash" and state.cash(table, who) < cost:
        held = money(max(0, state.cash(table, who)))
        raise Refusal(f"{name(table, who)} holds {held}; this costs {money(cost)}. The Credit Card will do.", "on")
    paid = _in_cash(table, who, payee, cost) if on == "cash" else _on_credit(table, who, payee, cost)
    means = "" if on == "cash" else " on credit"
    place = f"at {state.business_name(table, business)}"
    verb = f"makes the {what}" if item == OTHER else f"buys the {what}"
    told = f"{name(table, who)} {verb} {place} for {money(cost)}{means}"
    gets = f"; {table.name(payee)} is paid" if payee != TREASURY else ""
    return Effect(f"{told}{gets}.", taken, LANDING_DONE, house=house) + paid


def _payee(table: Table, owner: str, item: str) -> tuple[str, tuple[str, ...]]:
    if owner == TREASURY or not state.closed(table, owner):
        return owner, ()
    if table.house("closed") == "treasury" and item == OTHER:
        return TREASURY, ("At a closed Business the Treasury is paid for the Other Purchase.",)
    until = f"{name(table, owner)}'s Business is closed until {table.name(owner)} moves again"
    if table.house("closed") == "treasury":
        raise Refusal(f"{until}: only the Other Purchase is made, and the Treasury is paid.", "item")
    raise Refusal(f"{until}: nothing can be bought.", "business")


def _may_take(table: Table, who: str, card: Item) -> None:
    reason = state.why_not_hold(table, who, card)
    if reason is None and (left := state.in_stock(table, card)) is not None and left <= 0:
        reason = f"{card.name(table)}: out of stock."
    if reason is not None:
        raise Refusal(reason, "item")


def _in_cash(table: Table, who: str, payee: str, cost: int) -> Effect:
    return Effect(
        postings=state.pay(cost, who, payee),
        working=(
            Line(f"{name(table, who)} pays {table.name(payee)}", -cost, signed=True, total=True),
            Line(f"Leaves {table.name(who)} with", state.cash(table, who) - cost),
        ),
        rule="On another's Business one thing is bought: the Status Symbol with its card, or the Other Purchase.",
    )


def _on_credit(table: Table, who: str, payee: str, cost: int) -> Effect:
    working = [] if payee == TREASURY else [Line(f"The Treasury pays {table.name(payee)}", cost, signed=True)]
    owed = state.debt(table, who)
    working += [
        Line("Credit debt so far", owed),
        Line(f"{name(table, who)} now owes on credit", owed + cost, total=True),
        Line(f"Leaves {table.name(who)} with, in cash", state.cash(table, who)),
    ]
    return Effect(
        postings=(*state.pay(cost, TREASURY, payee), *state.pay(cost, who, TREASURY, "credit")),
        working=tuple(working),
        rule="The Treasury pays the owner at once; the buyer owes the Treasury until a Credit Due, then 10% more.",
    )


def credit_falls_due(table: Table, who: str, what: str = "Credit Due") -> Effect:
    """Make the whole credit debt and its interest due."""
    owed, extra = state.debt(table, who), state.debt_interest(table, who)
    working = (Line("Credit debt", owed), Line("Interest 10%", extra))
    effect = falls_due(table, Due(who, owed + extra, TREASURY, what, "credit"))
    rule = "Credit Due takes the whole debt and 10% interest at once, in cash."
    rounding = table.house("interest")
    house = () if rounding == "nearest" else (_rounding_words(rounding),)
    return Effect(working=working, rule=rule, house=house) + effect


def _rounding_words(way: str) -> str:
    rule = next(one for one in HOUSES if one.key == "interest")
    return f"{rule.title}: {rule.say(way)[0].lower()}{rule.say(way)[1:]}"


@action(CREDIT_SOURCE, title="Credit Due", group="Squares")
def credit_due(table: Table, who: Who) -> Effect:
    """Pay the whole credit debt and 10% interest at once.

    who: Who landed on Credit Due?
    """
    gates.landed(table, who, "credit_due")
    if state.debt(table, who) <= 0:
        raise Refusal(f"{name(table, who)} owes nothing on credit.", "who")
    return Effect(marks=LANDING_DONE) + credit_falls_due(table, who)


@action(CREDIT_SOURCE, title="Repay credit early", group="Turn")
def repay(table: Table, who: Who) -> Effect:
    """Repay the whole credit debt and 10%, where the house rule allows it.

    who: Who repays?
    """
    if table.house("repay") == "no":
        raise Refusal("Credit is not repaid before a Credit Due, unless the house rule allows it.")
    gates.before_rolling(table, who)
    if state.debt(table, who) <= 0:
        raise Refusal(f"{name(table, who)} owes nothing on credit.", "who")
    cost = state.to_clear(table, who)
    if state.cash(table, who) < cost:
        held = money(state.cash(table, who))
        raise Refusal(f"Clearing the debt costs {money(cost)}; {table.name(who)} holds {held}.", "who")
    allowed = Effect(house=("Credit may be repaid on the own turn, before rolling.",))
    return allowed + credit_falls_due(table, who, "credit repaid early")


ACTIONS = (buy, credit_due, repay)
