"""The stock exchange: shares sold and bought at the price shown, and the price that moves by rolls.

Rulebook: «Stock Exchange».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import MOST_MONEY, MOST_THOUSANDS, Amount, Answers, TwoDice, Who, YesNo
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table
from companion.core.units import THOUSANDS
from companion.games.rat_race_monopoly import gates, sevens, state
from companion.games.rat_race_monopoly.money import line, must_hold, then_has, transfer
from companion.games.rat_race_monopoly.scale import amount, notes, say, unit
from companion.games.rat_race_monopoly.state import BANK, MARKET, TURN, name

SOURCE = "Stock Exchange"
PRICE, TRADE = "price", "trade"
UP, DOWN = 8, 6
USUAL_POINT = USUAL_FLOOR = 10
"""In notes, where the table has no house rule of its own."""

TRADE_RULE = (
    "On an exchange square any number of shares may be sold and one a turn bought, with the bank, at the price shown."
)
UPDATE_RULE = "Two dice move the price: 8 to 12 up one point, 7 not at all, 2 to 6 down one point."
RAISE_RULE = "Who can't pay may sell shares at the price shown, wherever the token stands."


def move(who: str, count: int) -> tuple[Posting, ...]:
    """Give a player so many shares, or take them where it is below nought."""
    return (Posting(f"{MARKET}:shares", -count, "shares"), Posting(f"{who}:shares", count, "shares")) if count else ()


def said(count: int) -> str:
    """Say a number of shares."""
    return "1 share" if count == 1 else f"{count} shares"


def noted(table: Table, who: str, count: int) -> tuple[Mark, ...]:
    """Write a trade down for the board: who, how many (below nought where sold), and at what price."""
    number = state.count(table, TRADE, "n") + 1
    return Mark(TRADE, str(number), f"{who} {count} {state.price(table)}"), Mark(TRADE, "n", number)


def priced(table: Table, price: int, roll: int | None = None) -> tuple[Mark, ...]:
    """Set the price, and write it down with the roll that made it."""
    number = state.count(table, PRICE, "n") + 1
    told = f"{price} {roll}" if roll is not None else str(price)
    return Mark(MARKET, "price", price), Mark(PRICE, str(number), told), Mark(PRICE, "n", number)


def sold(table: Table, who: str, count: int) -> Effect:
    """Sell shares to the bank at the price shown.

    Raises:
        Refusal: the player holds fewer.

    """
    held, price = state.shares(table, who), state.price(table)
    if count > held:
        has = f"holds {said(held)}" if held > 0 else "holds no share"
        raise Refusal(f"{name(table, who)} {has} and can't sell {count}.", "sell")
    if not count:
        return Effect()
    got = count * price
    return Effect(
        f"{name(table, who)} sells {said(count)} at {say(table, price)}{_in_all(table, got, count)}.",
        (*move(who, -count), *transfer(table, got, BANK, who)),
        noted(table, who, -count),
        (
            line(table, f"The bank pays {table.name(who)} for {said(count)}{_each(table, count)}", got, signed=True),
            *then_has(table, who, got),
            Line(f"Shares {table.name(who)} keeps", held - count, ""),
        ),
        TRADE_RULE,
    )


def _each(table: Table, count: int) -> str:
    return f" at {say(table, state.price(table))}" if count > 1 else ""


def _in_all(table: Table, got: int, count: int) -> str:
    return f" each, {say(table, got)} in all" if count > 1 else ""


def bought(table: Table, who: str) -> Effect:
    """Buy one share of the bank at the price shown.

    Raises:
        Refusal: a share was bought this turn, or there is too little cash.

    """
    if bought_already(table, who):
        raise Refusal(
            f"{name(table, who)} has bought a share this turn: one a turn, even after doubles. If a new turn has "
            "begun, say “Next player” first.",
            "buy",
        )
    price = state.price(table)
    must_hold(table, who, price, "buy", due=False)
    house = ("One share may be bought at each landing.",) if table.house("share_limit") == "landing" else ()
    return Effect(
        f"{name(table, who)} buys a share at {say(table, price)}.",
        (*move(who, 1), *transfer(table, price, who, BANK)),
        (*noted(table, who, 1), Mark(TURN, "share", who)),
        (
            line(table, f"{name(table, who)} pays the bank for 1 share", -price, signed=True),
            *then_has(table, who, -price),
            Line(f"Shares {table.name(who)} then holds", state.shares(table, who) + 1, ""),
        ),
        TRADE_RULE,
        house,
    )


def bought_already(table: Table, who: str) -> bool:
    """Whether a player has bought the one share of this turn; never where the book does not keep the turns."""
    return (
        table.house("share_limit") == "turn" and state.turn_of(table) == who and table.ledger.mark(TURN, "share") == who
    )


def moved(table: Table, roll: int) -> int:
    """What a roll makes of the price: a point up or down, never below the floor, nor beyond any game's money."""
    price = state.price(table)
    if roll >= UP:
        most = MOST_THOUSANDS if unit(table) == THOUSANDS else MOST_MONEY
        return max(price, min(most, price + state.point(table)))
    if roll <= DOWN:
        # a price set below the floor by hand does not rise on a low roll
        return min(price, max(state.floor(table), price - state.point(table)))
    return price


def updated(table: Table, roll: int) -> Effect:
    """Move the price by a roll of two dice, and write it down. Any 7 may set a disaster off, by house rule."""
    before, after = state.price(table), moved(table, roll)
    now = say(table, after)
    if after > before:
        told, how = f"{roll}: the share price goes up to {now}.", "8 to 12, up one point"
    elif after < before:
        told, how = f"{roll}: the share price goes down to {now}.", "2 to 6, down one point"
    elif roll <= DOWN:
        told, how = _stopped(table, roll, before)
    else:
        told, how = f"{roll}: the share price stays at {now}.", "7, the price stays"
    if roll <= DOWN and 0 < before - after < state.point(table):
        how += ", no lower than the floor"
    elif before != after and table.house("point_kind") == "percent":
        how += f", {table.house('point_percent')}% of {say(table, before)}"
    return Effect(
        told,
        marks=priced(table, after, roll),
        working=(
            line(table, "Share price so far", before),
            line(table, f"{roll} is {how}", after - before, signed=True),
            line(table, "Share price now", after),
        ),
        rule=UPDATE_RULE,
        house=_own_chart(table, roll, before, after),
    )


def _stopped(table: Table, roll: int, price: int) -> tuple[str, str]:
    """Tell that the price goes no lower: in a sentence, and as a receipt has it."""
    floor = state.floor(table)
    if price < floor:
        below = f"{say(table, price)}, below the floor of {say(table, floor)}"
        return f"{roll}: the share price stays at {below}.", "2 to 6, but it is below the floor already"
    return f"{roll}: the share price stays at its floor, {say(table, price)}.", "2 to 6, but it is at the floor"


def _own_chart(table: Table, roll: int, before: int, after: int) -> tuple[str, ...]:
    """Say the table's own size of a point where the price moves by it, and its own floor where that stops the price."""
    if UP > roll > DOWN:
        return ()
    point, floor = state.point(table), state.floor(table)
    said: tuple[str, ...] = ()
    if table.house("point_kind") == "percent":
        said += (f"A point is {table.house('point_percent')} per cent of the price.",)
    elif point != notes(table, USUAL_POINT) and after != before:
        said += (f"A point is {say(table, point)}.",)
    if roll <= DOWN and floor != notes(table, USUAL_FLOOR) and before - after < point:
        said += (f"A share costs {say(table, floor)} at least.",)
    return said


def visited(table: Table, who: str, sell: int, buy: bool, roll: int) -> Effect:
    """One landing on an exchange square: sales, one purchase, and the update, in the order the table plays."""
    if table.house("share_update") == "after":
        update = updated(table, roll)
        return update + traded(table.after(update), who, sell, buy) + Effect(house=("Trades come after the update.",))
    trades = traded(table, who, sell, buy)
    return trades + updated(table.after(trades), roll)


def traded(table: Table, who: str, sell: int, buy: bool) -> Effect:
    """Sell so many shares, then buy one if asked to."""
    trades = sold(table, who, sell)
    return trades + bought(table.after(trades), who) if buy else trades


def _held(table: Table, answers: Answers) -> int:
    return max(0, state.shares(table, str(answers.get("who") or "")))


SharesSold: TypeAlias = Annotated[int, Amount(0, _held, unit="shares")]
SomeShares: TypeAlias = Annotated[int, Amount(1, _held, unit="shares")]
Sum: TypeAlias = Annotated[int, amount()]


@action(SOURCE, title="Visit the stock exchange", group="Shares")
def visit(table: Table, who: Who, *, sell: SharesSold = 0, buy: YesNo = "no", roll: TwoDice) -> Effect:
    """Land on an exchange square: sell shares, buy one, and update the price by a roll.

    who: Who landed on Just Visiting, Free Parking or another exchange?
    sell: How many shares are sold?
    buy: Buy a share?
    roll: What do two fresh dice show, for the new price?
    """
    gates.quiet(table)
    gates.seated(table, who)
    begun = Effect()
    if not state.broker_alone(table):
        gates.own_turn(table, who)
    elif state.turn_of(table) not in (None, who):
        # the stock broker sees landings, not turns: another player's landing is another turn
        begun = Effect(marks=state.new_turn(table, who))
    if state.in_jail(table, who):
        raise Refusal(f"{name(table, who)} sits in Jail: that is not visiting.", "who")
    now = table.after(begun)
    landed = begun + visited(now, who, sell, buy == "yes", roll)
    none = Effect() if sell or buy == "yes" else Effect(f"{name(table, who)} visits the exchange and trades nothing.")
    return none + landed + sevens.after_throw(now, who, roll)


@action(SOURCE, title="Passing GO: update the price", group="Shares")
def update_price(table: Table, roll: TwoDice) -> Effect:
    """Update the price where somebody passes GO without landing there; the stock broker's own.

    roll: What do two fresh dice show?
    """
    gates.quiet(table)
    if not state.broker_alone(table):
        raise Refusal("Passing GO updates the price by itself: record that.")
    return Effect("Somebody passes GO.") + updated(table, roll)


@action("", title="Sell shares to pay", group="Shares")
def raise_shares(table: Table, who: Who, count: SomeShares, owed: Sum) -> Effect:
    """Sell shares for a payment that the cash does not cover, wherever the token stands.

    who: Who can't pay?
    count: How many shares are sold?
    owed: How much is to be paid?
    """
    gates.quiet(table)
    gates.seated(table, who)
    if table.house("raise_shares") == "exchange":
        raise Refusal("Shares are sold on an exchange square only; that is a house rule.")
    held = state.shares(table, who)
    if held <= 0:
        raise Refusal(f"{name(table, who)} holds no share.", "who")
    if count > held:
        raise Refusal(f"{name(table, who)} holds {said(held)} and can't sell {count}.", "count")
    if not state.broker_alone(table) and state.cash(table, who) >= owed:
        cash = say(table, state.cash(table, who))
        raise Refusal(f"{name(table, who)} holds {cash}: enough for {say(table, owed)}.", "owed")
    why = Effect(f"To pay {say(table, owed)}:", working=(line(table, "To be paid", owed),), rule=RAISE_RULE)
    return why + sold(table, who, count)


ACTIONS = (visit, update_price, raise_shares)
