"""The Stock Exchange: an investment goes round the table, roll by roll.

Rulebook: «Q. Maybe the Racetrack is a bit risky. How do I invest money in the Stock Exchange?»
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, TwoDice, Who
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table, listed
from companion.games.ratrace import gates, state
from companion.games.ratrace.racetrack import opened
from companion.games.ratrace.state import EXCHANGE, LANDING_DONE, TREASURY, money, name
from companion.rules.money import value_at

SOURCE = "Q. Maybe the Racetrack is a bit risky. How do I invest money in the Stock Exchange?"
UNIT = 100
RULE = (
    "The dice go once round the others from the left. After any roll the investor may cash in at that level; "
    "after the last the investment must be cashed in."
)


def _most(table: Table, answers: Answers) -> int:
    return max(0, state.cash(table, str(answers.get("who") or "")) // UNIT * UNIT)


Investment: TypeAlias = Annotated[int, Amount(UNIT, _most, UNIT)]


def rollers(table: Table, who: str) -> tuple[str, ...]:
    """Everybody who rolls for a player's investment, starting at the left."""
    others = state.others_from_left(table, who)
    if table.house("exchange_rollers") == "all":
        return others
    return tuple(one for one in others if not state.closed(table, one))


def worth(table: Table, invested: int, value: int, level: int) -> int:
    """What an investment comes to at a level of the Price Index, in dollars."""
    base = value if table.house("exchange") == "each" else invested
    if level == 3:
        flat = table.figure("index.3")
        return flat if table.house("level3") == "flat" else flat * base // UNIT
    return value_at(base, table.figure(f"index.{level}"))


def next_roller(table: Table) -> str | None:
    """Who rolls next for the investment under way."""
    order = state.said(table, EXCHANGE, "order").split()
    rolls = state.count(table, EXCHANGE, "rolls")
    return order[rolls] if rolls < len(order) else None


@action(SOURCE, title="Invest in the Stock Exchange", group="Squares")
def invest(table: Table, who: Who, stake: Investment) -> Effect:
    """Invest a multiple of $100 at level 7; the others then roll for it.

    who: Who landed on the Stock Exchange?
    stake: How much is invested?
    """
    gates.landed(table, who, "stock_exchange")
    order = rollers(table, who)
    if not order:
        raise Refusal(f"Nobody is left to roll, so {table.name(who)}'s stake would just come back.", "who")
    bet = opened(table, who, stake, EXCHANGE)
    facts: dict[str, str | int] = {
        "who": who, "order": " ".join(order), "rolls": 0, "level": 7, "invested": stake, "value": stake,
    }  # fmt: skip
    names = listed(table.name(one) for one in order)
    return bet + Effect(
        f"{name(table, who)} invests {money(stake)}.",
        marks=(*LANDING_DONE, *state.begin_event(table, EXCHANGE, **facts)),
        working=(Line(f"Rolling for it, in this order: {names}"),),
        rule=RULE,
    )


@action(SOURCE, title="Roll for the investment", group="Event")
def exchange_roll(table: Table, roll: TwoDice) -> Effect:
    """Roll both dice for the investment; after the last roll it is cashed in.

    roll: What do both dice show?
    """
    gates.during(table, EXCHANGE)
    who, invested = state.said(table, EXCHANGE, "who"), state.count(table, EXCHANGE, "invested")
    roller = next_roller(table)
    if roller is None:
        raise Refusal("Everybody has rolled: the investment is cashed in.")
    rolls, before = state.count(table, EXCHANGE, "rolls") + 1, state.count(table, EXCHANGE, "value")
    value = worth(table, invested, before, roll)
    order = state.said(table, EXCHANGE, "order").split()
    marks = (Mark(EXCHANGE, "rolls", rolls), Mark(EXCHANGE, "level", roll), Mark(EXCHANGE, "value", value))
    rolled = Effect(
        f"{name(table, roller)} rolls {roll} for {table.name(who)}'s investment: worth {money(value)}.",
        marks=marks,
        working=(
            Line(f"{name(table, who)} invested", invested),
            *((Line("Value reached", before),) if table.house("exchange") == "each" and before != invested else ()),
            _level(table, roll, value, total=rolls < len(order)),
        ),
        rule=RULE,
        house=_house(table, roll),
    )
    if rolls < len(order):
        return rolled
    return rolled + _cash(table.after(rolled), "The dice have been round, and ")


@action(SOURCE, title="Cash in the investment", group="Event")
def cash_in(table: Table) -> Effect:
    """Cash in the investment at the level of the last roll."""
    gates.during(table, EXCHANGE)
    if not state.count(table, EXCHANGE, "rolls"):
        raise Refusal("The first roll must be taken.")
    who, level = state.said(table, EXCHANGE, "who"), state.count(table, EXCHANGE, "level")
    steps = (
        Line(f"{name(table, who)} invested", state.count(table, EXCHANGE, "invested")),
        _level(table, level, state.count(table, EXCHANGE, "value")),
    )
    return Effect(working=steps) + _cash(table, "")


def _cash(table: Table, why: str) -> Effect:
    who, value = state.said(table, EXCHANGE, "who"), state.count(table, EXCHANGE, "value")
    stake = table.ledger.balance(f"{who}:{EXCHANGE}")
    gain = value - stake
    word = f"a {'gain' if gain > 0 else 'loss'} of {money(abs(gain))}" if gain else "neither gain nor loss"
    return Effect(
        f"{why}{name(table, who) if not why else table.name(who)} cashes in {money(value)}, {word}.",
        (
            Posting(f"{who}:{EXCHANGE}", -stake),
            Posting(f"{TREASURY}:cash", stake),
            *state.pay(value, TREASURY, who),
        ),
        state.end_event(table, EXCHANGE),
        (
            Line(f"{name(table, who)} cashes in", value, signed=True, total=True),
            Line(f"{name(table, who)} then has", state.cash(table, who) + value),
        ),
        RULE,
    )


def _level(table: Table, level: int, value: int, *, total: bool = False) -> Line:
    return Line(f"Level {level}: {_level_words(table, level)}", value, total=total)


def _level_words(table: Table, level: int) -> str:
    if level == 3:
        per = "" if table.house("level3") == "flat" else " for each $100"
        return f"all lost except {money(table.figure('index.3'))}{per}"
    base = "the value reached" if table.house("exchange") == "each" else "the stake"
    return f"{table.figure(f'index.{level}'):,}% of {base}"


def _house(table: Table, level: int) -> tuple[str, ...]:
    house: tuple[str, ...] = ()
    if table.house("exchange") == "each":
        house += ("Each roll counts on the value reached, fractions dropped.",)
    if level == 3 and table.house("level3") == "per100":
        house += ("Level 3 gives $10 for each $100.",)
    return house


ACTIONS = (invest, exchange_roll, cash_in)
