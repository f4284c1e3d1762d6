"""Buying at a Business, and the Credit Card.

Rulebook: «Q. When does it start to get interesting?» to «Q. What if the Status Symbol I want to buy is
out of stock?».
"""

from __future__ import annotations

from typing import Any

from companion.api import Refusal
from companion.games.ratrace.auction import Due, due_words, falls_due
from companion.games.ratrace.board import BUSINESSES, CLASS_NAMES, CLASSES, CREDIT_INTEREST
from companion.games.ratrace.game import CREDIT, GAME, STOCK, TREASURY, Item, Player, RatraceTurn, ask, ask_business
from companion.games.ratrace.options import House

CREDIT_SOURCE = "Q. How do I use my Credit Card?"
OTHER = "other"


def price(t: RatraceTurn, who: Player, item: str) -> int:
    """Return what a purchase costs: the symbol's own class decides, the Other Purchase is the square's."""
    return int(t.printed(f"other.{who.rank}" if item == OTHER else f"symbol.{item}"))


def _find_card(t: RatraceTurn, rank: str) -> Item | None:
    business = str(t.answers.get("business") or "")
    return Item(business, rank) if business in BUSINESSES else None


def _item_label(t: RatraceTurn, value: str) -> str:
    if value == OTHER:
        return "Other Purchase"
    card = _find_card(t, value)
    return card.name(t) if card else CLASS_NAMES[value]


def _item_detail(t: RatraceTurn, value: str) -> str:
    cost = t.written(price(t, t.find_player(), value))
    if value == OTHER:
        return f"{cost} · no card"
    card = _find_card(t, value)
    left = t.in_stock(card) if card else None
    return f"{cost} · {CLASS_NAMES[value]}{'' if left is None else f' · {left} left'}"


def ask_means() -> Any:
    """Ask whether something is paid in cash or on credit."""
    ways = {"cash": "Cash", "credit": "Credit Card"}
    return ask.choice("How does {who} pay?", ways, detail=_means_detail, settles=True)


def _means_detail(t: RatraceTurn, on: str) -> str:
    """Say what is paid, and what that leaves."""
    who, cost = t.find_player(), _find_cost(t)
    if cost is None or (on == "cash" and cost > who.cash):
        return ""
    left = f"leaves {t.written(who.cash - cost)}" if on == "cash" else f"then owes {t.written(who.debt + cost)}"
    return f"{t.written(cost)}, {left}"


def _find_cost(t: RatraceTurn) -> int | None:
    """Return what is about to be paid: for a purchase, or for a school or club."""
    if club := t.answers.get("club"):
        return int(t.printed(f"fee.{club}"))
    item = t.answers.get("item")
    return price(t, t.find_player(), str(item)) if item else None


def with_means(t: RatraceTurn, words: str, cost: int) -> str:
    """Say on a button what is paid for, how, and what it costs."""
    how = " on credit" if t.answers.get("on") == "credit" else ""
    return f"{words}{how} \u00b7 {t.written(cost)}"


def _purchase_words(t: RatraceTurn) -> str:
    item = str(t.answers["item"])
    card = _find_card(t, item)
    what = f"Buy {card.name(t)}" if card and item != OTHER else "Make the Other Purchase"
    return with_means(t, what, price(t, t.find_player(), item))


def must_have_cash(who: Player, cost: int, words: str) -> None:
    """Refuse who has not enough cash, where the Credit Card would do."""
    if who.cash < cost:
        held = who.t.written(max(0, who.cash))
        raise Refusal(f"{who} holds {held}; {words} {who.t.written(cost)}. The Credit Card will do.", "on")


def goes_on_credit(t: RatraceTurn, who: Player, cost: int) -> None:
    """Record that a player owes the Treasury more."""
    t.step("Credit debt so far", who.debt)
    t.pay(who, TREASURY, cost, CREDIT)
    t.step(f"{who} now owes on credit", who.debt, total=True)


@GAME.action(
    "Buy at a Business",
    group="Squares",
    source="Q. When does it start to get interesting?",
    button=_purchase_words,
)
def buy(
    t: RatraceTurn,
    who: Player = ask.anybody("Who buys?"),
    business: str = ask_business("At which Business?"),
    item: str = ask.choice(
        "What does {who} buy?",
        (*CLASSES, OTHER),
        label=_item_label,
        now=lambda t: (*CLASSES[t.find_player().level :], OTHER),
        detail=_item_detail,
    ),
    on: str = ask_means(),
) -> None:
    """Buy a Status Symbol or make the Other Purchase, in cash or on the Credit Card."""
    who.deals_with(business, "business")
    called, owner = t.business_name(business), t.owner(business)
    t.refuse(owner == who, f"{called} is {who.name}'s own: nothing is bought.", "business")
    payee, cost = _payee(t, owner, item), price(t, who, item)
    card = None if item == OTHER else Item(business, item)
    if card:
        reason = who.why_not_hold(card) or (f"{card.name(t)}: out of stock." if t.in_stock(card) == 0 else None)
        if reason:
            raise Refusal(reason, "item")
        t.hand_over(card, STOCK, who)
    elif t.house.other_credit == "no":
        t.by_house_rule(House.other_credit)
        t.refuse(on == "credit", "By the house rule Other Purchases are paid in cash.", "on")
        if who.cash < cost:
            falls_due(t, Due(who, cost, payee, f"Other Purchase at {called}", "other"))
            return
    if on == "cash":
        must_have_cash(who, cost, "this costs")
    bought = f"buys the {card.name(t)}" if card else "makes the Other Purchase"
    gets = "" if payee.key == TREASURY else f"; {payee.name} is paid"
    t.narrate(f"{who} {bought} at {called} for {t.written(cost)}{'' if on == 'cash' else ' on credit'}{gets}.")
    if on == "cash":
        t.pay(who, payee, cost)
        t.step(f"{who} pays {payee.name}", -cost, total=True)
        t.step(f"Leaves {who.name} with", who.cash)
        t.explain("On another's Business one thing is bought: the Status Symbol with its card, or the Other Purchase.")
        return
    t.pay(TREASURY, payee, cost)
    if payee.key != TREASURY:
        t.step(f"The Treasury pays {payee.name}", cost, signed=True)
    goes_on_credit(t, who, cost)
    t.step(f"Leaves {who.name} with, in cash", who.cash)
    t.explain(
        "The Treasury pays the owner at once; the buyer owes the Treasury until a Credit Due, then "
        f"{CREDIT_INTEREST}% more."
    )


def _payee(t: RatraceTurn, owner: Player, item: str) -> Player:
    """Return who is paid: the owner, unless a funeral keeps the Business closed."""
    if not owner.closed:
        return owner
    until = f"{owner}'s Business is closed until {owner.name} moves again"
    t.refuse(t.house.closed != "treasury", f"{until}: nothing can be bought.", "business")
    t.refuse(item != OTHER, f"{until}: only the Other Purchase is made, and the Treasury is paid.", "item")
    t.by_house_rule(House.closed)
    return t.bank(TREASURY)


def credit_falls_due(t: RatraceTurn, who: Player, what: str = "Credit Due") -> None:
    """Make the whole credit debt and its interest due."""
    owed, extra = who.debt, who.interest
    t.step("Credit debt", owed)
    t.step(f"Interest {CREDIT_INTEREST}%", extra)
    t.explain(f"Credit Due takes the whole debt and {CREDIT_INTEREST}% interest at once, in cash.")
    t.by_house_rule(House.interest)
    falls_due(t, Due(who, owed + extra, t.bank(TREASURY), what, "credit"))


@GAME.action(
    "Credit Due",
    group="Squares",
    source=CREDIT_SOURCE,
    button=lambda t: due_words(t.find_player(), t.find_player().to_clear),
)
def credit_due(t: RatraceTurn, who: Player = ask.anybody("Who landed on Credit Due?")) -> None:
    """Pay the whole credit debt and its interest at once."""
    who.deals_with("credit_due")
    t.refuse(who.debt <= 0, f"{who} owes nothing on credit.", "who")
    credit_falls_due(t, who)


@GAME.action(
    "Repay credit early",
    group="Turn",
    source=CREDIT_SOURCE,
    button=lambda t: due_words(t.find_player(), t.find_player().to_clear),
)
def repay(t: RatraceTurn, who: Player = ask.anybody("Who repays?")) -> None:
    """Repay the whole credit debt and its interest, where the house rule allows it."""
    t.refuse(t.house.repay == "no", "Credit is not repaid before a Credit Due, unless the house rule allows it.")
    who.must_roll_next()
    t.refuse(who.debt <= 0, f"{who} owes nothing on credit.", "who")
    if who.cash < who.to_clear:
        raise Refusal(
            f"Clearing the debt costs {t.written(who.to_clear)}; {who.name} holds {t.written(who.cash)}.", "who"
        )
    t.by_house_rule(House.repay)
    credit_falls_due(t, who, "credit repaid early")
