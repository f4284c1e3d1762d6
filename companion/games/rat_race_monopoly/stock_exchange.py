"""The stock exchange: shares sold and bought at the price shown, the price that moves by rolls, and the broker's board.

Rulebook: «Stock Exchange».
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.api import Condition, listed
from companion.api.show import Holder, Offer, PriceBoard, Prompt, Trade
from companion.games.rat_race_monopoly.board import THOUSANDS
from companion.games.rat_race_monopoly.disasters import any_seven
from companion.games.rat_race_monopoly.game import (
    GAME,
    HELD,
    MARKET,
    OWN_TURN,
    QUIET,
    Player,
    RatRaceTurn,
    ask,
    money,
)
from companion.games.rat_race_monopoly.options import House

PRICE, TRADE = "price", "trade"
"""What every price so far, and every trade, is noted of, by number."""
UP, DOWN = 8, 6
USUAL_POINT = 10
"""In notes, where the table has no house rule of its own."""
HIGHEST = {THOUSANDS: 1_000_000, "$": 1_000_000_000}
"""No price goes beyond what can be typed."""

TRADE_RULE = (
    "On an exchange square any number of shares may be sold and one a turn bought, "
    "with the bank, at the price shown."
)
UPDATE_RULE = "Two dice move the price: 8 to 12 up one point, 7 not at all, 2 to 6 down one point."
FOOT = (
    "The printed share price chart is not known. The size of a point and the floor are the table's own house rules, "
    "and the broker may set the price by hand."
)
SOURCE = "Stock Exchange"

exchange = partial(GAME.action, group="Shares", source=SOURCE, when=QUIET)


# --- trades


def shares_text(count: int) -> str:
    """Write a number of shares: ``1 share``."""
    return "1 share" if count == 1 else f"{count} shares"


def move_shares(who: Player, count: int) -> None:
    """Give a player so many shares, or take them where it is below zero."""
    who.t.pay(MARKET, who, count, HELD, HELD)


def note_trade(who: Player, count: int) -> None:
    """Write a trade down for the board: who, how many (below zero where sold), and at what price."""
    t, number = who.t, who.t.read_number(TRADE, "n") + 1
    t.note(TRADE, **{str(number): f"{who.key} {count} {t.share_price}"}, n=number)


def sell_shares(who: Player, count: int) -> None:
    """Sell shares to the bank at the price shown."""
    t, price, held = who.t, who.t.share_price, who.shares
    has = f"holds {shares_text(held)}" if held > 0 else "holds no share"
    t.refuse(count > held, f"{who} {has} and can't sell {count}.", "sell")
    if not count:
        return
    each = f" at {t.written(price)}" if count > 1 else ""
    in_all = f" each, {t.written(count * price)} in all" if count > 1 else ""
    t.narrate(f"{who} sells {shares_text(count)} at {t.written(price)}{in_all}.")
    move_shares(who, -count)
    who.earn(count * price, f"The bank pays {who.name} for {shares_text(count)}{each}")
    note_trade(who, -count)
    t.step(f"Shares {who.name} keeps", who.shares, unit="")
    t.explain(TRADE_RULE)


def has_bought(who: Player) -> bool:
    """Whether a player has bought the one share of this turn; never where the book does not keep the turns."""
    t = who.t
    return bool(t.house.share_limit == "turn" and t.current == who and t.turn.share == who)


def buy_share(who: Player) -> None:
    """Buy one share of the bank at the price shown."""
    t, price = who.t, who.t.share_price
    once = f"{who} has bought a share this turn: one a turn, even after doubles."
    t.refuse(has_bought(who), f"{once} If a new turn has begun, say “Next player” first.", "buy")
    who.must_hold(price, "buy", due=False)
    t.narrate(f"{who} buys a share at {t.written(price)}.")
    move_shares(who, 1)
    who.spend(price, f"{who} pays the bank for 1 share", "buy")
    note_trade(who, 1)
    t.turn.share = who
    t.step(f"Shares {who.name} then holds", who.shares, unit="")
    t.explain(TRADE_RULE)
    t.by_house_rule(House.share_limit)


# --- the price


def set_price(t: RatRaceTurn, price: int, roll: int | None = None) -> None:
    """Set the price, and write it down with the roll that made it."""
    number = t.read_number(PRICE, "n") + 1
    t.market.price = price
    t.note(PRICE, **{str(number): str(price) if roll is None else f"{price} {roll}"}, n=number)


def price_after(t: RatRaceTurn, roll: int) -> int:
    """What a roll makes of the price: a point up or down, never below the floor."""
    price = t.share_price
    if roll >= UP:
        return max(price, min(HIGHEST[t.unit], price + t.point))
    if roll <= DOWN:
        # a price set below the floor by hand does not rise on a low roll
        return min(price, max(t.floor, price - t.point))
    return price


def move_price(t: RatRaceTurn, roll: int) -> None:
    """Move the price by a roll of two dice, and write it down."""
    before, after, percent = t.share_price, price_after(t, roll), t.house.point_kind == "percent"
    goes = "goes up to" if after > before else "goes down to" if after < before else "stays at"
    how = (
        " is 8 to 12, up one point"
        if roll >= UP
        else " is 2 to 6, down one point"
        if roll <= DOWN
        else ": the price stays"
    )
    stopped = roll <= DOWN and before - after < t.point
    if stopped:
        how += f", but no roll goes below the floor of {t.written(t.floor)}"
    elif roll >= UP and after - before < t.point:
        how += ", but no higher than can be typed"
    elif percent and after != before:
        how += f", {t.house.point_percent}% of {t.written(before)}"
    t.narrate(f"{roll}: the share price {goes} {t.written(after)}.")
    t.step("Share price so far", before)
    set_price(t, after, roll)
    t.step(f"{roll}{how}", after - before, signed=True)
    t.step("Share price now", after)
    t.explain(UPDATE_RULE)
    if percent and not DOWN < roll < UP:
        t.by_house_rule(House.point_percent)
    elif t.point != t.notes(USUAL_POINT) and after != before:
        t.by_house_rule(f"A point is {t.written(t.point)}.")
    if stopped:
        t.by_house_rule(t.on_board(House.floor, House.floor_classic))


def land_on_exchange(who: Player, sell: int, buy: bool, roll: int) -> None:
    """One landing on an exchange square: sales, one purchase, and the update, in the order the table plays."""
    t, update_first = who.t, who.t.house.share_update == "after"
    if update_first:
        move_price(t, roll)
    sell_shares(who, sell)
    if buy:
        buy_share(who)
    if not update_first:
        move_price(t, roll)
    t.by_house_rule(House.share_update)


# --- what happens


def find_shares(t: RatRaceTurn) -> int:
    """How many shares the player holds who is named."""
    return t.find_player().shares


@exchange("Visit the stock exchange", button="Exchange \u00b7 roll {roll}", icon="TRENDING_UP")
def visit(
    t: RatRaceTurn,
    who: Player = ask.player("Who landed on Just Visiting, Free Parking or another exchange?"),
    *,
    sell: int = ask.money(
        "How many shares does {who} sell?", at_least=0, at_most=find_shares, unit=HELD, usual=0
    ),
    buy: bool = ask.yes_no("Buy a share?", usual="no"),
    roll: int = ask.roll("What do two dice show for the new price?"),
) -> None:
    """Land on an exchange square: sell shares, buy one, and update the price by a roll."""
    if not t.broker_alone:
        OWN_TURN.check(t)
    elif t.current not in (None, who):
        # the stock broker sees landings, not turns: another player's landing is another turn
        t.begin_turn(who)
    t.refuse(who.jail, f"{who} sits in Jail: that is not visiting.", "who")
    if not sell and not buy:
        t.narrate(f"{who} visits the exchange and trades nothing.")
    land_on_exchange(who, sell, buy, roll)
    any_seven(who, roll)


BROKER = Condition[RatRaceTurn](
    lambda t: t.broker_alone, "Passing GO updates the price by itself: record that."
)
ANYWHERE = Condition[RatRaceTurn](
    lambda t: t.house.raise_shares == "anywhere",
    "Shares are sold on an exchange square only; that is a house rule.",
)


@exchange(
    "Passing GO: update the price", when=(*QUIET, BROKER), button="Update the price, roll {roll}"
)
def update_price(
    t: RatRaceTurn, roll: int = ask.roll("What do two dice show for the new price?")
) -> None:
    """Update the price where somebody passes GO without landing there; the stock broker's own."""
    t.narrate("A player passes GO.")
    move_price(t, roll)


@GAME.action(
    "Sell shares to pay",
    group="Shares",
    when=(*QUIET, ANYWHERE),
    button="Sell {count}",
    rule="Who can't pay may sell shares at the price shown, wherever the token stands.",
)
def raise_shares(
    t: RatRaceTurn,
    who: Player = ask.player("Who can't pay?"),
    count: int = ask.money("How many shares does {who} sell?", at_most=find_shares, unit=HELD),
    owed: int = money("How much must {who} pay?"),
) -> None:
    """Sell shares for a payment that the cash does not cover, wherever the token stands."""
    t.refuse(who.shares <= 0, f"{who} holds no share.", "who")
    t.refuse(
        count > who.shares,
        f"{who} holds {shares_text(who.shares)} and can't sell {count}.",
        "count",
    )
    enough = f"{who} holds {t.written(who.cash)}: enough for {t.written(owed)}."
    t.refuse(not t.broker_alone and who.cash >= owed, enough, "owed")
    t.narrate(f"To pay {t.written(owed)}:")
    t.step("To be paid", owed)
    sell_shares(who, count)


# --- the broker's board


def price_history(t: RatRaceTurn) -> tuple[tuple[int, int | None], ...]:
    """Every price so far, oldest first, with the roll that made it; voided entries leave none."""
    found: list[tuple[int, int | None]] = []
    for at in range(1, t.read_number(PRICE, "n") + 1):
        price, _, roll = str(t.noted(PRICE, str(at)) or "").partition(" ")
        if price:
            found.append((int(price), int(roll) if roll else None))
    return tuple(found)


def trades(t: RatRaceTurn) -> tuple[Trade, ...]:
    """Every trade so far, newest first."""
    noted = (
        str(t.noted(TRADE, str(at)) or "").split() for at in range(t.read_number(TRADE, "n"), 0, -1)
    )
    return tuple(
        Trade(parts[0], int(parts[1]), int(parts[2])) for parts in noted if len(parts) == 3
    )


@GAME.board
def price_board(t: RatRaceTurn) -> PriceBoard | None:
    """The share price, its history, who holds shares, and every trade."""
    if not t.opened:
        return None
    now = t.share_price
    percent = f", {t.house.point_percent} per cent" if t.house.point_kind == "percent" else ""
    return PriceBoard(
        title="Stock exchange",
        price=now,
        unit=t.unit,
        history=price_history(t),
        holders=tuple(Holder(who.key, who.shares, who.shares * now) for who in t.seats),
        trades=trades(t),
        facts=(
            ("A point", f"{t.written(t.point)}{percent}"),
            ("Floor", t.written(t.floor)),
            ("To buy", "One a turn" if t.house.share_limit == "turn" else "One a landing"),
        ),
        foot=FOOT,
        taps=exchange_offers(t),
        lead=t.broker_alone,
    )


def exchange_offers(t: RatRaceTurn) -> tuple[Offer, ...]:
    """What may be done on the exchange; where turns are kept only one can land, and a barred button says why."""
    alone, turn = t.broker_alone, t.current
    who: dict[str, Any] = {"who": turn} if turn and not alone else {}
    offers = [
        visit(
            f"{turn.name} lands here" if who and turn else "A player lands on an exchange",
            "primary",
            **who,
        ),
        visit("Buy a share", **who, buy=True),
        visit("Sell shares", **who, sell=1),
    ]
    if alone:
        offers.append(update_price("A player passes GO"))
    if alone and turn and has_bought(turn) and turn.others:
        # who landed last has bought, and could not on a new landing
        offers.append(Offer("next_player", {}, "Next player"))
    if t.house.raise_shares == "anywhere":
        offers.append(raise_shares())
    return (*offers, Offer("correct_price", {}, "Put the price right", "quiet"))


def broker_next(t: RatRaceTurn) -> Prompt:
    """What the broker's book expects next where it is kept alone."""
    held = listed(f"{who.name} {who.shares}" for who in t.seats if who.shares > 0)
    sheet, *offers = exchange_offers(t)
    return Prompt(
        f"A share costs {t.written(t.share_price)}",
        f"Held: {held}." if held else "Nobody holds a share yet.",
        sheet,
        (*offers, Offer("correct_shares", {}, "Put a holding right", "quiet")),
    )
