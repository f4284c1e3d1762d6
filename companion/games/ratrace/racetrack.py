"""The Racetrack: one horse, up to three rolls, and everybody may bet on it.

Rulebook: «Q. You mentioned a fast buck? How do the Racetrack squares operate?»
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Number, TwoDice, Who
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table, listed
from companion.games.ratrace import gates, state
from companion.games.ratrace.board import HORSES, PLACES
from companion.games.ratrace.state import LANDING_DONE, RACE, TREASURY, money, name
from companion.rules.betting import winnings

SOURCE = "Q. You mentioned a fast buck? How do the Racetrack squares operate?"
RULE = (
    "Up to three rolls; the first that shows the horse's number ends the race: win, place or show. "
    "Otherwise the Treasury takes every stake."
)


def _most(table: Table, answers: Answers) -> int:
    held = state.cash(table, str(answers.get("who") or ""))
    limit = int(table.house("bet_limit"))
    return max(0, min(held, limit) if limit else held)


Horse: TypeAlias = Annotated[int, Number(HORSES[0], HORSES[-1], "horse")]
Stake: TypeAlias = Annotated[int, Amount(1, _most)]


def staked(table: Table, who: str, stake: int, purse: str) -> Effect:
    """Put money from a player's hand on the table.

    Raises:
        Refusal: there is not so much in it, or a funeral keeps the player from gambling.

    """
    gates.seated(table, who)
    if state.closed(table, who):
        raise Refusal(f"After the funeral {table.name(who)} does not gamble before moving again.", "who")
    if state.cash(table, who) < stake:
        raise Refusal(
            f"{name(table, who)} holds {money(max(0, state.cash(table, who)))} and can't put up {money(stake)}.",
            "stake",
        )
    return Effect(
        postings=(Posting(f"{who}:cash", -stake), Posting(f"{who}:{purse}", stake)),
        working=(
            Line(f"{name(table, who)} puts up", -stake, signed=True, total=True),
            Line(f"Leaves {table.name(who)} with", state.cash(table, who) - stake),
        ),
    )


def opened(table: Table, who: str, stake: int, purse: str) -> Effect:
    """Put up the stake that opens an event, on a table cleared of what struck lines left there.

    Raises:
        Refusal: as in ``staked``.

    """
    left = state.cleared(table, purse)
    return left + staked(table.after(left), who, stake, purse)


def _within_limit(table: Table, stake: int) -> tuple[str, ...]:
    limit = int(table.house("bet_limit"))
    if limit and stake > limit:
        raise Refusal(f"By the house rule a bet is at most {money(limit)}.", "stake")
    return (f"A bet is at most {money(limit)}.",) if limit else ()


def _bets(table: Table) -> dict[str, int]:
    """Who has bet on the race, and how much."""
    return {who: stake for who, stake in state.table_money(table, RACE).items() if stake > 0}


@action(SOURCE, title="Bet at the Racetrack", group="Squares")
def race(table: Table, who: Who, horse: Horse, stake: Stake) -> Effect:
    """Bet on one horse; others may then bet on the same horse.

    who: Who landed on the Racetrack?
    horse: On which horse?
    stake: How much?
    """
    gates.landed(table, who, "racetrack")
    house = _within_limit(table, stake)
    bet = opened(table, who, stake, RACE)
    figures = " / ".join(str(table.figure(f"tote.{horse}.{place}")) for place in PLACES)
    return bet + Effect(
        f"{name(table, who)} bets {money(stake)} on horse {horse}.",
        marks=(*LANDING_DONE, *state.begin_event(table, RACE, lander=who, horse=horse, rolls=0)),
        working=(Line(f"Horse {horse} wins for each dollar, win / place / show: {figures}"),),
        rule=RULE,
        house=house,
    )


@action(SOURCE, title="Bet on the same horse", group="Event")
def side_bet(table: Table, who: Who, stake: Stake) -> Effect:
    """Bet on the horse that runs, before the first roll.

    who: Who bets too?
    stake: How much?
    """
    gates.during(table, RACE)
    if state.count(table, RACE, "rolls"):
        raise Refusal("The race is on: bets are laid before the first roll.")
    if who in _bets(table):
        raise Refusal(f"{name(table, who)} has bet already.", "who")
    horse = state.count(table, RACE, "horse")
    house = _within_limit(table, stake)
    return staked(table, who, stake, RACE) + Effect(
        f"{name(table, who)} bets {money(stake)} on horse {horse} too.",
        rule="Others may bet any amount of cash, on the same horse only.",
        house=house,
    )


@action(SOURCE, title="Roll for the race", group="Event")
def race_roll(table: Table, roll: TwoDice) -> Effect:
    """Roll both dice for the race; the first roll that shows the horse's number ends it.

    roll: What do both dice show?
    """
    gates.during(table, RACE)
    horse, rolls = state.count(table, RACE, "horse"), state.count(table, RACE, "rolls") + 1
    if roll == horse:
        return _comes_in(table, horse, PLACES[rolls - 1])
    if rolls == len(PLACES):
        return _lost(table, horse)
    left = len(PLACES) - rolls
    return Effect(
        f"Roll {rolls} for horse {horse} is {roll}: the horse is not in yet.",
        marks=(Mark(RACE, "rolls", rolls),),
        working=(Line(f"Rolled {roll}, horse {horse} not in yet; {left} more {'roll' if left == 1 else 'rolls'}"),),
        rule=RULE,
    )


def _comes_in(table: Table, horse: int, place: str) -> Effect:
    figure = table.figure(f"tote.{horse}.{place}")
    includes = table.house("tote") == "includes"
    postings: tuple[Posting, ...] = ()
    working = [Line(f"Horse {horse}, {place}: {figure} for each dollar")]
    told = []
    for who, stake in _bets(table).items():
        won = winnings(stake, figure, includes_stake=includes)
        postings += state.take_back(who, RACE, stake) + state.pay(won, TREASURY, who)
        working.append(
            Line(f"{name(table, who)}: {money(stake)} times {figure - includes}", won, signed=True, total=True)
        )
        working.append(Line(f"With the stake back {table.name(who)} has", state.cash(table, who) + stake + won))
        what = f"{'wins' if won > 0 else 'loses'} {money(abs(won))}" if won else "gets the stake back"
        told.append(f"{table.name(who)} {what}")
    house = ("The Tote Board's figure includes the stake.",) if includes else ()
    verb = {"win": "wins", "place": "comes second", "show": "comes third"}[place]
    return Effect(
        f"Horse {horse} {verb}: {listed(told)}.", postings, state.end_event(table, RACE), tuple(working), RULE, house
    )


def _lost(table: Table, horse: int) -> Effect:
    stakes = _bets(table)
    postings = tuple(
        posting
        for who, stake in stakes.items()
        for posting in (Posting(f"{who}:{RACE}", -stake), Posting(f"{TREASURY}:cash", stake))
    )
    working = tuple(
        Line(f"{name(table, who)} loses the stake to the Treasury", -stake, signed=True)
        for who, stake in stakes.items()
    )
    told = listed(f"{table.name(who)} loses {money(stake)}" for who, stake in stakes.items())
    return Effect(f"Horse {horse} is not in: {told}.", postings, state.end_event(table, RACE), working, RULE)


ACTIONS = (race, side_bet, race_roll)
