"""The stock broker's page: the price, its history, who holds shares, and every trade; alone or beside the banker.

Rulebook: «Stock Exchange».
"""

from __future__ import annotations

from companion.core.boards import Holder, PriceBoard, Trade
from companion.core.prompt import Offer, Prompt
from companion.core.table import Table, Value, listed
from companion.games.rat_race_monopoly import market, state
from companion.games.rat_race_monopoly.market import PRICE, TRADE
from companion.games.rat_race_monopoly.scale import say, unit

FOOT = (
    "The printed share price chart is not known. The size of a point and the floor are the table's own house rules, "
    "and the broker may set the price by hand."
)
PARTS = 3


def boards(table: Table) -> tuple[PriceBoard, ...]:
    """Draw up the broker's board once the table is open."""
    return (board(table),) if state.opened(table) else ()


def board(table: Table) -> PriceBoard:
    """Draw up the broker's board as it stands now."""
    now, alone = state.price(table), state.broker_alone(table)
    held = {seat.key: state.shares(table, seat.key) for seat in table.players}
    return PriceBoard(
        title="Stock exchange",
        price=now,
        unit=unit(table),
        history=history(table),
        holders=tuple(Holder(who, count, count * now) for who, count in held.items() if state.alive(table, who)),
        trades=trades(table),
        facts=_facts(table, sum(held.values())),
        foot=FOOT,
        taps=_taps(table, alone=alone),
        lead=alone,
    )


def history(table: Table) -> tuple[tuple[int, int | None], ...]:
    """Every price so far, oldest first, with the roll that made it; struck lines leave none."""
    found: list[tuple[int, int | None]] = []
    for at in range(1, state.count(table, PRICE, "n") + 1):
        price, _, roll = str(table.ledger.mark(PRICE, str(at)) or "").partition(" ")
        if price:
            found.append((int(price), int(roll) if roll else None))
    return tuple(found)


def trades(table: Table) -> tuple[Trade, ...]:
    """Every trade so far, newest first."""
    found: list[Trade] = []
    for at in range(state.count(table, TRADE, "n"), 0, -1):
        parts = str(table.ledger.mark(TRADE, str(at)) or "").split()
        if len(parts) == PARTS:
            found.append(Trade(parts[0], int(parts[1]), int(parts[2])))
    return tuple(found)


def _facts(table: Table, held: int) -> tuple[tuple[str, str], ...]:
    percent = f", {table.house('point_percent')} per cent" if table.house("point_kind") == "percent" else ""
    limit = "One a turn" if table.house("share_limit") == "turn" else "One a landing"
    return (
        ("A point", f"{say(table, state.point(table))}{percent}"),
        ("Floor", say(table, state.floor(table))),
        ("Shares held", f"{held:,}"),
        ("To buy", limit),
    )


def _next_player(table: Table) -> tuple[Offer, ...]:
    """Offer the next turn where who landed last has bought, and could not on a new landing."""
    who = state.turn_of(table)
    barred = who is not None and market.bought_already(table, who) and state.others(table, who)
    return (Offer("next_player", {}, "Next player"),) if barred else ()


def _to_pay(table: Table) -> tuple[Offer, ...]:
    anywhere = table.house("raise_shares") == "anywhere"
    return (Offer("raise_shares", {}, "Sell shares to pay"),) if anywhere else ()


def _taps(table: Table, *, alone: bool) -> tuple[Offer, ...]:
    go = (Offer("update_price", {}, "Somebody passes GO"),) if alone else ()
    # where turns are kept only one can land, and a barred button says why for that one
    turn = None if alone else state.turn_of(table)
    who: dict[str, Value] = {"who": turn} if turn else {}
    return (
        Offer("visit", who, f"{table.name(turn)} lands here" if turn else "Somebody lands here", "primary"),
        Offer("visit", {**who, "buy": "yes"}, "Buy a share"),
        Offer("visit", {**who, "sell": 1}, "Sell shares"),
        *go,
        *(_next_player(table) if alone else ()),
        *_to_pay(table),
        Offer("correct_price", {}, "Put the price right", "quiet"),
    )


def prompt(table: Table) -> Prompt:
    """What the broker's book expects next where it is kept alone."""
    owners = [(who, state.shares(table, who)) for who in state.playing(table) if state.shares(table, who) > 0]
    held = listed(f"{table.name(who)} {count}" for who, count in owners)
    return Prompt(
        f"A share costs {say(table, state.price(table))}",
        f"Held: {held}." if held else "Nobody holds a share yet.",
        Offer("visit", {}, "Somebody lands on an exchange", "primary"),
        (
            Offer("visit", {"sell": 1}, "Sell shares"),
            Offer("update_price", {}, "Somebody passes GO"),
            *_next_player(table),
            *_to_pay(table),
            Offer("correct_price", {}, "Put the price right", "quiet"),
            Offer("correct_shares", {}, "Put a holding right", "quiet"),
        ),
    )
