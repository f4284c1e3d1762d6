"""The Lottery: a stake, matched exactly by whoever will, and the highest roll takes the pot.

Rulebook: «Q. What happens on the Lottery square?»
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, TwoDice, Who
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table, listed, sentence
from companion.games.ratrace import gates, state
from companion.games.ratrace.racetrack import opened, staked
from companion.games.ratrace.state import LANDING_DONE, LOTTERY, money, name
from companion.rules.betting import shares

SOURCE = "Q. What happens on the Lottery square?"
RULE = "Everyone who matched the stake rolls both dice; the highest takes the pot."
IN = "in"
OUT = "out"


def _most(table: Table, answers: Answers) -> int:
    return max(0, state.cash(table, str(answers.get("who") or "")))


Stake: TypeAlias = Annotated[int, Amount(1, _most)]


def _slot(who: str) -> str:
    return f"roll.{who}"  # a dot is in no player's key, so this is no other fact of the event


def entrants(table: Table) -> tuple[str, ...]:
    """Everyone still in the game whose stake lies in the pot."""
    return tuple(who for who in state.playing(table) if state.table_money(table, LOTTERY).get(who, 0) > 0)


def to_roll(table: Table) -> tuple[str, ...]:
    """Who has still to roll, from the lander round to the left."""
    lander = state.said(table, LOTTERY, "lander")
    order = (lander, *state.others_from_left(table, lander))
    inside = entrants(table)
    return tuple(who for who in order if who in inside and table.ledger.mark(LOTTERY, _slot(who)) == IN)


@action(SOURCE, title="Put up a Lottery stake", group="Squares")
def lottery(table: Table, who: Who, stake: Stake) -> Effect:
    """Put up a stake that the others may match.

    who: Who landed on the Lottery?
    stake: How much is put up?
    """
    gates.landed(table, who, "lottery")
    facts: dict[str, str | int] = {"lander": who, "stake": stake, _slot(who): IN}
    return opened(table, who, stake, LOTTERY) + Effect(
        f"{name(table, who)} puts {money(stake)} into the Lottery.",
        marks=(*LANDING_DONE, *state.begin_event(table, LOTTERY, **facts)),
        rule="The others may match the stake exactly. If nobody does, it goes back.",
    )


@action(SOURCE, title="Match the Lottery stake", group="Event")
def match(table: Table, who: Who) -> Effect:
    """Match the stake exactly, before anybody rolls.

    who: Who matches it?
    """
    gates.during(table, LOTTERY)
    if state.said(table, LOTTERY, "rolled"):
        raise Refusal("The rolling has begun.")
    if who in entrants(table):
        raise Refusal(f"{name(table, who)} is in already.", "who")
    stake = state.count(table, LOTTERY, "stake")
    return staked(table, who, stake, LOTTERY) + Effect(
        f"{name(table, who)} matches the Lottery's {money(stake)}.",
        marks=(Mark(LOTTERY, _slot(who), IN),),
        rule="The stake is matched exactly.",
    )


@action(SOURCE, title="Nobody matches", group="Event")
def stake_back(table: Table) -> Effect:
    """Give the stake back, when nobody matches it."""
    gates.during(table, LOTTERY)
    if len(entrants(table)) > 1:
        raise Refusal("The stake was matched: now everybody in it rolls.")
    who = state.said(table, LOTTERY, "lander")
    stake = state.count(table, LOTTERY, "stake")
    return Effect(
        f"Nobody matches: {table.name(who)} takes {money(stake)} back.",
        state.take_back(who, LOTTERY, stake),
        state.end_event(table, LOTTERY),
        (Line(f"{name(table, who)} takes back", stake, signed=True, total=True),),
        "If nobody matches the stake, it goes back.",
    )


@action(SOURCE, title="Roll in the Lottery", group="Event")
def lottery_roll(table: Table, who: Who, roll: TwoDice) -> Effect:
    """Roll both dice in the Lottery; after the last roll the highest takes the pot.

    who: Who rolls?
    roll: What do both dice show?
    """
    gates.during(table, LOTTERY)
    if len(entrants(table)) < 2:
        raise Refusal("Nobody has matched the stake yet.")
    waiting = to_roll(table)
    if who not in waiting:
        reason = "is not to roll now" if who in entrants(table) else "is not in this Lottery"
        raise Refusal(f"{name(table, who)} {reason}.", "who")
    rolled = Effect(
        f"{name(table, who)} rolls {roll} in the Lottery.",
        marks=(Mark(LOTTERY, _slot(who), roll), Mark(LOTTERY, "rolled", 1)),
        working=(Line(f"{name(table, who)} rolls", roll, unit=""),),
        rule=RULE,
    )
    return rolled if len(waiting) > 1 else rolled + _decide(table.after(rolled))


def _decide(table: Table) -> Effect:
    rolls: dict[str, int] = {}
    for who in entrants(table):
        value = table.ledger.mark(LOTTERY, _slot(who))
        if isinstance(value, int):
            rolls[who] = value
    highest = max(rolls.values())
    best = [who for who, value in rolls.items() if value == highest]
    pot = sum(state.table_money(table, LOTTERY).values())
    if len(best) == 1:
        told = f"{name(table, best[0])} takes the pot of {money(pot)}."
        return Effect(working=_pot(table)) + _takes(table, {best[0]: pot}, told)
    names = sentence(listed(table.name(who) for who in best))
    if table.house("lottery_tie") == "split":
        each, odd = shares(pot, len(best))
        gets = dict.fromkeys(best, each)
        lander = state.said(table, LOTTERY, "lander")
        gets[lander] = gets.get(lander, 0) + odd
        house = Effect(house=("Those tied split the pot; odd dollars go to who landed.",))
        left = f"; {money(odd)} left over goes to {table.name(lander)}" if odd else ""
        split = Effect(working=(*_pot(table), Line(f"Split between {len(best)}{left}", each)))
        return split + _takes(table, gets, f"{names} tie at {highest} and split {money(pot)}.") + house
    marks = tuple(Mark(LOTTERY, _slot(who), IN if who in best else OUT) for who in rolls)
    return Effect(
        f"{names} tie at {highest} and roll again.", marks=marks, working=(Line(f"{names} tie and roll again"),)
    )


def _pot(table: Table) -> tuple[Line, ...]:
    """Say what the pot is made up of: stakes are matched exactly, but lines struck out may leave others in it."""
    stakes = state.table_money(table, LOTTERY)
    if len(each := set(stakes.values())) == 1:
        return (Line(f"In the pot: {len(stakes)} times {money(each.pop())}", sum(stakes.values())),)
    return tuple(Line(f"{name(table, who)} put in", stake) for who, stake in stakes.items())


def _takes(table: Table, gets: dict[str, int], told: str) -> Effect:
    stakes = state.table_money(table, LOTTERY)
    postings = tuple(Posting(f"{who}:{LOTTERY}", -stake) for who, stake in stakes.items())
    postings += tuple(Posting(f"{who}:cash", amount) for who, amount in gets.items() if amount)
    working = tuple(
        line
        for who, amount in gets.items()
        if amount
        for line in (
            Line(f"{name(table, who)} takes", amount, signed=True, total=True),
            Line(f"{name(table, who)} then has", state.cash(table, who) + amount),
        )
    )
    return Effect(told, postings, state.end_event(table, LOTTERY), working)


ACTIONS = (lottery, match, stake_back, lottery_roll)
