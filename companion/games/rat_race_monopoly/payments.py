"""Payments of the usual game: rent, deals between two players, and anything else with a reason.

The add-on leaves rents, fines and the sums on cards as they are printed; so the table names the sum.
Rulebook: «Chance or community chest cards», and the usual rules for rent and for deals.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from companion.api import Refusal, listed
from companion.games.rat_race_monopoly.board import MORTGAGE_INTEREST
from companion.games.rat_race_monopoly.game import (
    BANK,
    GAME,
    PLAYING,
    Player,
    RatRaceTurn,
    Street,
    ask,
    money,
)
from companion.games.rat_race_monopoly.options import House
from companion.games.rat_race_monopoly.streets import (
    USUAL,
    cover_gained,
    gain_cost,
    one_street,
    some_streets,
)

CHANCE = "Chance card"

payments = partial(
    GAME.action,
    group="Money",
    source="Chance or community chest cards",
    when=PLAYING,
    rule="Every other payment of the usual game is made as the board or the card says.",
)


# --- payments


def _most_to_pay(t: RatRaceTurn) -> int:
    giver = t.find_player("giver" if "giver" in t.answers else "who")
    return 10**6 if giver.key in ("", BANK) else giver.cash


@payments(
    "Pay rent",
    group="Squares",
    source=USUAL,
    button="{who} pays {amount} rent for {street}",
    icon="KEY",
    rule="Rent is what the street's card says; a mortgaged street brings none.",
)
def rent(
    t: RatRaceTurn,
    who: Player = ask.player("Who pays?"),
    street: Street = one_street(
        "For which street?",
        now=lambda t: [
            street for street in t.streets if street.owner not in (t.the_bank, t.find_player())
        ],
        detail=lambda t, key: f"{t.street(key).owner}'s",
    ),
    amount: int = money("How much is the rent?", at_most=_most_to_pay),
) -> None:
    """Pay the owner of a street the rent that its card says."""
    owner = street.owner
    t.refuse(owner.key == BANK, f"{street} is the bank's: no rent is due.", "street")
    t.refuse(owner == who, f"{street} is {who.name}'s own: no rent is due.", "street")
    t.refuse(street.mortgaged, f"{street} is mortgaged: no rent is due.", "street")
    who.must_hold(amount)
    t.narrate(f"{who} pays {owner.name} {t.written(amount)} rent for {street}.")
    t.pay(who, owner, amount, what="")


@payments(
    "Pay or be paid",
    asked_by={"giver": "Pay somebody", "taker": "Be paid"},
    button="{giver} pays {taker} {amount}",
    icon="HELP_OUTLINE",
)
def pay(
    t: RatRaceTurn,
    giver: Player = ask.player("Who pays?", BANK),
    taker: Player = ask.player("Who gets it?", BANK, but="giver"),
    amount: int = money("How much?", at_most=_most_to_pay),
    reason: str = ask.reason("What for?", ready=(CHANCE, "Jail fine", "Agreed between us")),
) -> None:
    """Pay the bank or a player, or be paid: a fine, a card, a prize, for a reason."""
    if giver.key != BANK and giver.cash <= 0:
        # whoever is paid, and how much: so this says it before anything else is asked
        ways = giver.ways_to_raise
        none = "Nothing is left to raise it with: a debt is bankruptcy."
        how = f"To raise some: {listed(ways, 'or')}." if ways else none
        raise Refusal(f"{giver} has no cash to pay with. {how}", "giver")
    giver.must_hold(amount)
    t.narrate(f"{giver} pays {taker.name} {t.written(amount)}: {reason}.")
    t.pay(giver, taker, amount, what="")


@payments("Pay every player", button="Pay everybody {amount}")
def pay_each(
    t: RatRaceTurn,
    who: Player = ask.player("Who pays?"),
    amount: int = money("How much to each?"),
    reason: str = ask.reason("What for?"),
) -> None:
    """Pay every other player the same, as a card may say."""
    others, total = who.others, amount * len(who.others)
    who.must_hold(total)
    for other in others:
        t.pay(who, other, amount)
    takers, each = listed(other.name for other in others), " each" if len(others) > 1 else ""
    t.narrate(f"{who} pays {takers} {t.written(amount)}{each}: {reason}.")
    t.step(f"{who} pays {len(others)} times {t.written(amount)}", -total, total=True)


@payments("Be paid by every player", button="Get {amount} from everybody")
def paid_by_each(
    t: RatRaceTurn,
    who: Player = ask.player("Who is paid?"),
    amount: int = money("How much by each?"),
    reason: str = ask.reason("What for?"),
) -> None:
    """Be paid the same by every other player, as a card may say."""
    others = who.others
    for other in others:
        other.must_hold(amount)
    for other in others:
        t.pay(other, who, amount)
    givers = listed(other.name for other in others)
    t.narrate(
        f"{who} is paid {t.written(amount)} by {'each of ' if len(others) > 1 else ''}{givers}: {reason}."
    )
    t.step(
        f"{len(others)} times {t.written(amount)}", amount * len(others), signed=True, total=True
    )


# --- deals


def tradable(who: Player) -> list[Street]:
    """The streets a player may trade away: those whose groups carry no building."""
    return [street for street in who.streets if not street.group_built]


def side(text: str, question: str) -> Any:
    """Ask for the streets that one side of a deal gives away."""
    return some_streets(
        text,
        tradable,
        lambda street: (
            f"{street}: buildings stand in {street.group_name}. They are sold back first."
        ),
        question=question,
        none="There is no street to trade: none is owned, or buildings stand in its group.",
        optional=True,
    )


@payments(
    "Trade streets",
    group="Streets",
    source=USUAL,
    button="Trade with {other}",
    agreed_by=lambda t: t.find_player("other"),
    rule="Players trade streets and cash as they agree; mortgages stay on the streets. Streets of a colour group with "
    "buildings are not traded before those are sold back.",
)
def deal(  # noqa: PLR0913 - a deal has two sides, each with streets and cash
    t: RatRaceTurn,
    who: Player = ask.player("Who trades?"),
    other: Player = ask.player("With whom?", but="who"),
    *,
    gives: tuple[Street, ...] | None = side("Which streets does {who} give away?", "who"),
    gets: tuple[Street, ...] | None = side("Which streets does {who} get?", "other"),
    pays: int | None = money(
        "How much cash does {who} add?", at_most=lambda t: t.find_player().cash, optional=True
    ),
    asks: int | None = money(
        "How much cash does {other} add?",
        at_most=lambda t: t.find_player("other").cash,
        optional=True,
    ),
) -> None:
    """Trade streets between two players, with cash from one of them on top if they agree so."""
    away, home = gives or (), gets or ()
    t.refuse(pays and asks, "Cash goes one way: take the smaller sum off the larger.", "asks")
    if not away and not home:
        at = "asks" if asks else "pays"
        t.refuse(pays or asks, "No street changes hands: that is a payment, not a deal.", at)
        raise Refusal("That is a deal of nothing: name the streets that change hands.", "gives")
    cash = (asks or 0) - (pays or 0)
    who.must_hold(-cash + takeover_fee(t, home) + gain_cost(who, home), "pays", due=False)
    other.must_hold(cash + takeover_fee(t, away) + gain_cost(other, away), "asks", due=False)
    t.narrate(_deal_text(who, other, away, home, cash))
    for taker, streets in ((other, away), (who, home)):
        for street in streets:
            street.hand_over(taker)
            t.step(f"{street}: {'mortgaged, ' if street.mortgaged else ''}to {taker.name}")
    giver, taker = (other, who) if cash > 0 else (who, other)
    t.pay(giver, taker, abs(cash), what="")
    for taker, streets in ((who, home), (other, away)):
        take_over(taker, streets)
        cover_gained(taker, streets)


def _deal_text(
    who: Player, other: Player, away: Iterable[Street], home: Iterable[Street], cash: int
) -> str:
    written = who.t.written
    gives = [*map(str, away), *([written(-cash)] if cash < 0 else [])]
    gets = [*map(str, home), *([written(cash)] if cash > 0 else [])]
    if not gets:
        return f"{who} gives {other.name} {listed(gives)}, for nothing."
    if not gives:
        return f"{other} gives {who.name} {listed(gets)}, for nothing."
    return f"{who} gives {other.name} {listed(gives)} for {listed(gets)}."


OVERTAKING = f"A new owner pays {MORTGAGE_INTEREST}% of a mortgage"


def takeover_fee(t: RatRaceTurn, streets: Iterable[Street]) -> int:
    """What taking over mortgaged streets costs at once, as in the usual rules; zero where the table has it free."""
    if t.house.mortgage_taken == "free":
        return 0
    return sum(
        t.whole(street.mortgage_value * MORTGAGE_INTEREST // 100)
        for street in streets
        if street.mortgaged
    )


def take_over(
    who: Player, streets: tuple[Street, ...], *, as_far_as_cash_goes: bool = False
) -> None:
    """Charge a new owner for the mortgages taken over."""
    t = who.t
    cost = takeover_fee(who.t, streets)
    mortgaged = [street for street in streets if street.mortgaged]
    if not cost:
        if mortgaged:
            t.by_house_rule(House.mortgage_taken)
        return
    paid = min(cost, max(0, who.cash)) if as_far_as_cash_goes else cost
    t.pay(who, BANK, paid)
    t.step("Mortgages taken over", sum(street.mortgage_value for street in mortgaged))
    t.step(f"{who}: {MORTGAGE_INTEREST}% of the mortgages taken over", -cost, signed=True)
    if paid < cost:
        t.step("As far as the cash goes", -paid, signed=True)
        t.explain(f"{OVERTAKING} at once; a creditor without the cash pays what there is.")
    else:
        t.explain(f"{OVERTAKING} at once, and {MORTGAGE_INTEREST}% again on lifting it.")
