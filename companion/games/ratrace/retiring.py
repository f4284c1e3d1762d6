"""Retiring, which wins the game; what everybody is worth by the same measure, and what was remarkable.

Rulebook: «Q. What do I need to retire and win the game?»
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.api import Result, listed
from companion.api.show import Best, Highlight, Kind, Line, Worth
from companion.games.ratrace.auction import open_due
from companion.games.ratrace.board import CLASSES, CREDIT_INTEREST
from companion.games.ratrace.game import (
    CREDIT,
    DUE,
    EXCHANGE,
    GAME,
    HAND,
    LOTTERY,
    QUIET,
    RACE,
    TREASURY,
    Player,
    RatraceTurn,
    ask,
)
from companion.games.ratrace.options import House

SOURCE = "Q. What do I need to retire and win the game?"
RULE = f"Clear all credit with {CREDIT_INTEREST}%, and still hold the goal in cash and three High Society symbols."
HIGH = len(CLASSES) - 1


def list_missing(t: RatraceTurn, who: Player) -> tuple[str, ...]:
    """Return what a player lacks to retire, each in words; nothing when all is there."""
    lacks = []
    if t.house.retire_cards == "symbols":
        short = HAND - len(who.cards_from(HIGH))
        if short > 0:
            lacks.append(t.count(short, "High Society symbol"))
    if who.worth < t.house.goal:
        lacks.append(f"{t.written(t.house.goal - who.worth)} in cash")
    return tuple(lacks)


@GAME.action("Retire and win", group="Turn", source=SOURCE)
def retire(t: RatraceTurn, who: Player = ask.anybody("Who retires?")) -> None:
    """Declare retirement: clear all credit with its interest, and still have the goal and the symbols."""
    any_moment = t.house.retire == "any"
    if any_moment:
        QUIET.check(t)
        who.must_play()
    else:
        who.must_roll_next()
    owed, cost, left = who.debt, who.to_clear, who.worth
    lacks = list_missing(t, who)
    clears = f" Clearing the credit takes {t.written(cost)} and would leave {t.written(left)}." if cost else ""
    t.refuse(lacks, f"{who} can't retire yet: missing {listed(lacks)}.{clears}", "who")
    t.step("Cash in hand", who.cash)
    if owed > 0:
        t.step("Credit debt", -owed)
        t.step(f"Interest {CREDIT_INTEREST}%", -who.interest, signed=True)
    t.step(f"{who} retires with", left, total=True)
    t.step("The goal", t.house.goal)
    t.pay(who, TREASURY, cost)
    t.pay(TREASURY, who, owed, CREDIT)
    t.square_is_done()
    t.ended = who
    pays = f"pays {t.written(cost)} of credit, " if cost else ""  # the figure beside it is that
    t.narrate(f"{who} {pays}retires with {t.written(left)} and wins.")
    t.explain(RULE)
    t.by_house_rule(House.retire_cards)
    t.by_house_rule(House.retire)


@GAME.end_if
def ending(t: RatraceTurn) -> Result | None:
    """Return how the game ended: the retired player first, the others by cash less the cost of clearing credit."""
    winner = t.ended
    if winner is None:
        return None
    others = sorted((who for who in t.seats if who != winner), key=lambda who: who.worth, reverse=True)
    places = [(winner, 1, t.written(winner.worth))]
    for who in others:
        place = 2 + sum(one.worth > who.worth for one in others)
        places.append((who, place, t.written(who.worth)))
    return Result(f"{winner} retired", (winner,), tuple(places))


@GAME.worth
def worth(t: RatraceTurn, who: Player) -> Worth | None:
    """Count a player's cash less what it costs to clear credit; nothing before the start or once gone."""
    if t.first is None or who not in t.seats:
        return None
    note = f"Cash in hand, less credit with its {CREDIT_INTEREST}%. Symbols, and money that lies in a bet, don't count."
    return Worth(who.worth, "$", "Cash after clearing credit", note, t.house.goal)


# --- what was remarkable ---------------------------------------------------------------------------

RESULT = Kind("result", "Money at the end", final=True)
PEAK = Kind("peak", "Most cash in hand")
RACE_WIN = Kind("race", "Biggest win at the Racetrack")
GAIN = Kind("exchange", "Biggest gain on the Stock Exchange")
POT = Kind("lottery", "Biggest Lottery pot")
LOSS = Kind("loss", "Biggest loss at one go")
INTEREST = Kind("interest", "Credit interest paid", adds=True)
TRADE = Kind("trade", "Taken in own Businesses", adds=True)
BANKRUPTCIES = Kind("bankruptcies", "Bankruptcies", "", adds=True)
PAPERS = Kind("papers", "Diplomas and memberships", "", adds=True)

NOT_PAID = ("bankrupt", "leave", "correct_credit")
"""Where credit is written off, and no interest paid on it."""

WHERE = {
    "race_roll": (RACE, "at the Racetrack"),
    "cash_in": (EXCHANGE, "on the Stock Exchange"),
    "exchange_roll": (EXCHANGE, "on the Stock Exchange"),
    "lottery_roll": (LOTTERY, "in the Lottery"),
}


@GAME.highlights
def highlights(t: RatraceTurn, entries: Sequence[Line]) -> Iterable[Highlight]:
    """Return everything worth keeping of an evening, the best of each kind that everybody did."""
    best = Best()
    tallies: dict[Kind, Counter[Player]] = {kind: Counter() for kind in (INTEREST, TRADE, BANKRUPTCIES, PAPERS)}
    for entry, before, after in t.walk(entries):
        _stakes(best, t, entry, before)
        _cash(best, t, entry, after)
        _tally(tallies, entry, before)
    return (*_results(t), *best.highlights, *_list_tallies(t, tallies))


def _sum_moved(entry: Line, who: Player, purse: str = "cash") -> int:
    return sum(one.quantity for one in entry.proposal.postings if one.account == f"{who.key}:{purse}")


def _weight(t: RatraceTurn, amount: int) -> int:
    """Return how remarkable an amount is, from 0 to 50: half of what it takes to retire is all of it."""
    return int(min(50, 100 * amount // max(1, t.house.goal)))


def _stakes(best: Best, t: RatraceTurn, entry: Line, before: RatraceTurn) -> None:
    """Note what the stakes on the table came to for everybody who had one there."""
    purse, where = WHERE.get(entry.proposal.action, ("", ""))
    for was in before.everybody if purse else ():
        who, stake, got = t.holder(was.key), -_sum_moved(entry, was, purse), _sum_moved(entry, was)
        if stake <= 0 or got == stake:
            continue
        won, weight = got - stake, _weight(t, abs(got - stake))
        if won < 0:
            kind, figure, words = LOSS, -won, f"lost {t.written(-won)} {where}"
        elif purse == RACE:
            horse = before.race.horse
            kind, figure, words = RACE_WIN, won, f"laid {t.written(stake)} on horse {horse} and won {t.written(won)}"
        elif purse == EXCHANGE:
            kind, figure, words = GAIN, won, f"invested {t.written(stake)} and cashed in {t.written(got)}"
        else:
            words = f"took {t.written(got)} from the Lottery for a stake of {t.written(stake)}"
            kind, figure = POT, got
        remarkable = 25 + weight // 2 if won < 0 else 40 + weight
        best.put(Highlight(kind, who.key, figure, f"{who} {words}.", entry.place, remarkable))


def _cash(best: Best, t: RatraceTurn, entry: Line, after: RatraceTurn) -> None:
    """Note who had so much cash in hand as never before."""
    accounts = (one.account.partition(":") for one in entry.proposal.postings)
    for key in dict.fromkeys(holder for holder, _, purse in accounts if purse == "cash" and holder != TREASURY):
        held = after.held(after.holder(key))
        if held > 0:
            said = f"{t.holder(key)} had {t.written(held)} in hand."
            best.put(Highlight(PEAK, key, held, said, entry.place, _weight(t, held) // 2))


def _tally(tallies: dict[Kind, Counter[Player]], entry: Line, before: RatraceTurn) -> None:
    """Count what adds up over an evening."""
    action = entry.proposal.action
    for mark in entry.proposal.marks:
        if action == "bankrupt" and mark.name == "bankruptcies" and isinstance(mark.value, int):
            tallies[BANKRUPTCIES][before.holder(mark.holder)] += 1
        elif action == "join_club" and mark.name == "paper" and mark.value is not None:
            tallies[PAPERS][before.holder(mark.holder)] += 1
    for who in before.everybody:
        if action == "buy":
            if who.key != entry.proposal.answers.get("who"):
                tallies[TRADE][who] += max(0, _sum_moved(entry, who))
        elif action not in NOT_PAID and who.debt > 0 and _sum_moved(entry, who, CREDIT) == who.debt:
            due = open_due(before)
            # as it fell due, or as it comes to now
            is_due = before.event == DUE and due.who == who and due.kind == "credit"
            tallies[INTEREST][who] += (due.amount if is_due else who.to_clear) - who.debt


def _results(t: RatraceTurn) -> Iterable[Highlight]:
    """Say what everybody came out with, once the game is over."""
    over, goal, kind = ending(t), t.house.goal, RESULT
    if str(goal) != House.goal.default:
        # what one retires with compares only among games to the same goal
        kind = replace(RESULT, key=f"{RESULT.key}.{goal}", label=f"{RESULT.label}, goal {t.written(goal)}")
    for who, place, figure in (over.places or ()) if over else ():
        said = f"{who} {'retired with' if place == 1 else 'had'} {figure}."
        yield Highlight(kind, who.key, t.holder(who.key).worth, said)


def _list_tallies(t: RatraceTurn, tallies: dict[Kind, Counter[Player]]) -> Iterable[Highlight]:
    here = {kind: [(t.holder(who.key), n) for who, n in tally.items() if n > 0] for kind, tally in tallies.items()}
    for who, paid in here[INTEREST]:
        said = f"{who} paid {t.written(paid)} in credit interest."
        yield Highlight(INTEREST, who.key, paid, said, weight=30 + _weight(t, paid) // 2)
    for who, taken in here[TRADE]:
        said = f"Customers left {t.written(taken)} in {who.name}'s Businesses."
        yield Highlight(TRADE, who.key, taken, said, weight=25 + _weight(t, taken) // 2)
    for who, times in here[BANKRUPTCIES]:
        often = {1: "once", 2: "twice"}.get(times, f"{times} times")
        said = f"{who} went bankrupt {often}."
        yield Highlight(BANKRUPTCIES, who.key, times, said, weight=min(90, 55 + 15 * times))
    for who, many in here[PAPERS]:
        what = "one diploma or membership" if many == 1 else f"{many} diplomas and memberships"
        yield Highlight(PAPERS, who.key, many, f"{who} earned {what}.", weight=15 if many > 1 else 0)
