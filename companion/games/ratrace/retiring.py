"""Retiring, which wins the game; what everybody is worth by the same measure, and what was remarkable.

Rulebook: «Q. What do I need to retire and win the game?»
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.api import Result, listed
from companion.api.show import Best, Highlight, Kind, Line, Worth
from companion.games.ratrace.board import CREDIT_INTEREST
from companion.games.ratrace.classes import list_missing, needs_to_retire
from companion.games.ratrace.game import (
    CREDIT,
    GAME,
    TREASURY,
    Debt,
    Investment,
    Lottery,
    Player,
    Race,
    RatraceTurn,
    ask,
    on_turn,
)
from companion.games.ratrace.options import House

SOURCE = "Q. What do I need to retire and win the game?"
RULE = f"Clear all credit with {CREDIT_INTEREST}%, and still hold the goal in cash and three High Society symbols."


@on_turn("Retire and win", source=SOURCE, rule=RULE)
def retire(t: RatraceTurn, who: Player = ask.player("Who retires?")) -> None:
    """Declare retirement: clear all credit with its interest, and still have the goal and the symbols."""
    if t.house.retire == "turn":
        who.must_roll_next()
    owed, cost, left = who.debt, who.to_clear, who.worth
    lacks = list_missing(needs_to_retire(who))
    clears = f" Clearing the credit takes {t.written(cost)} and would leave {t.written(left)}." if cost else ""
    t.refuse(lacks, f"{who} can't retire yet: missing {listed(lacks)}.{clears}", "who")
    if owed > 0:
        t.step("Credit debt", owed)
        t.step(f"Interest {CREDIT_INTEREST}%", who.interest)
        t.pay(who, TREASURY, cost, what="")
    else:
        t.step(f"{who} retires with", left, total=True)
    t.pay(TREASURY, who, owed, CREDIT)
    t.step("The goal", t.house.goal)
    t.square_is_done()
    t.ended = who
    pays = f"pays {t.written(cost)} of credit, " if cost else ""  # the figure beside it is that
    t.narrate(f"{who} {pays}retires with {t.written(left)} and wins.")
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
        place = 2 + sum(other.worth > who.worth for other in others)
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
    "race_roll": (Race.code, "at the Racetrack"),
    "cash_in": (Investment.code, "on the Stock Exchange"),
    "exchange_roll": (Investment.code, "on the Stock Exchange"),
    "lottery_roll": (Lottery.code, "in the Lottery"),
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
    tallies[BANKRUPTCIES].update({who: who.bankruptcies for who in t.everybody})
    return (*_results(t), *best.highlights, *_list_tallies(t, tallies))


def _sum_moved(entry: Line, who: Player, purse: str = "cash") -> int:
    account = f"{who.key}:{purse}"
    return sum(posting.quantity for posting in entry.proposal.postings if posting.account == account)


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
        elif purse == Race.code:
            horse = Race(before).horse
            kind, figure, words = RACE_WIN, won, f"laid {t.written(stake)} on horse {horse} and won {t.written(won)}"
        elif purse == Investment.code:
            kind, figure, words = GAIN, won, f"invested {t.written(stake)} and cashed in {t.written(got)}"
        else:
            words = f"took {t.written(got)} from the Lottery for a stake of {t.written(stake)}"
            kind, figure = POT, got
        remarkable = 25 + weight // 2 if won < 0 else 40 + weight
        best.put(Highlight(kind, who.key, figure, f"{who} {words}.", entry.place, remarkable))


def _cash(best: Best, t: RatraceTurn, entry: Line, after: RatraceTurn) -> None:
    """Note who had so much cash in hand as never before."""
    for who in after.everybody:
        if who.cash > 0 and _sum_moved(entry, who):
            said = f"{t.holder(who.key)} had {t.written(who.cash)} in hand."
            best.put(Highlight(PEAK, who.key, who.cash, said, entry.place, _weight(t, who.cash) // 2))


def _tally(tallies: dict[Kind, Counter[Player]], entry: Line, before: RatraceTurn) -> None:
    """Count what adds up over an evening."""
    action = entry.proposal.action
    for who in before.everybody:
        if action == "buy":
            tallies[TRADE][who] += max(0, _sum_moved(entry, who))
        elif action == "join_club":
            tallies[PAPERS][who] += who.key == entry.proposal.answers["who"]
        elif action not in NOT_PAID and who.debt > 0 and _sum_moved(entry, who, CREDIT) == who.debt:
            due = Debt(before)
            # as it fell due, or as it comes to now
            is_due = before.event == due.code and due.who == who and due.kind == "credit"
            tallies[INTEREST][who] += (due.amount if is_due else who.to_clear) - who.debt


def _results(t: RatraceTurn) -> Iterable[Highlight]:
    """Say what everybody came out with, once the game is over."""
    goal, kind = t.house.goal, RESULT
    if str(goal) != House.goal.default:
        # what one retires with compares only among games to the same goal
        kind = replace(RESULT, key=f"{RESULT.key}.{goal}", label=f"{RESULT.label}, goal {t.written(goal)}")
    for who in t.seats if t.ended else ():
        said = f"{who} {'retired with' if who == t.ended else 'had'} {t.written(who.worth)}."
        yield Highlight(kind, who.key, who.worth, said)


def _list_tallies(t: RatraceTurn, tallies: dict[Kind, Counter[Player]]) -> Iterable[Highlight]:
    for kind, tally in tallies.items():
        for who, number in tally.items():
            if number > 0:
                words, weight = _tell(t, t.holder(who.key), kind, number)
                yield Highlight(kind, who.key, number, words, weight=weight)


def _tell(t: RatraceTurn, who: Player, kind: Kind, number: int) -> tuple[str, int]:
    """Say what adds up, and how remarkable it is."""
    if kind == INTEREST:
        return f"{who} paid {t.written(number)} in credit interest.", 30 + _weight(t, number) // 2
    if kind == TRADE:
        return f"Customers left {t.written(number)} in {who.name}'s Businesses.", 25 + _weight(t, number) // 2
    if kind == BANKRUPTCIES:
        often = {1: "once", 2: "twice"}.get(number, f"{number} times")
        return f"{who} went bankrupt {often}.", min(90, 55 + 15 * number)
    what = "one diploma or membership" if number == 1 else f"{number} diplomas and memberships"
    return f"{who} earned {what}.", 15 if number > 1 else 0
