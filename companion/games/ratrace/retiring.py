"""Retiring, which wins the game; what everybody is worth by the same measure, and what was remarkable.

Rulebook: «Q. What do I need to retire and win the game?»
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.api import Result, listed
from companion.api.show import Best, Highlight, Kind, Line, Place, Worth
from companion.games.ratrace.auction import Debt
from companion.games.ratrace.board import CREDIT_INTEREST
from companion.games.ratrace.classes import list_missing, needs_to_retire
from companion.games.ratrace.gambling import Investment, Race
from companion.games.ratrace.game import (
    CREDIT,
    GAME,
    TREASURY,
    Gamble,
    Player,
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
    clears = (
        f" Clearing the credit takes {t.written(cost)} and would leave {t.written(left)}."
        if cost
        else ""
    )
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
    others = [who for who in t.seats if who != winner]
    ranks = {winner: 1} | {
        who: 2 + sum(other.worth > who.worth for other in others) for who in others
    }
    places = tuple(
        (who, ranks[who], t.written(who.worth)) for who in sorted(ranks, key=ranks.__getitem__)
    )
    return Result(f"{winner} retired", (winner,), places)


@GAME.worth
def worth(t: RatraceTurn, who: Player) -> Worth | None:
    """Count a player's cash less what it costs to clear credit; nothing before the start or once gone."""
    if not t.first or who not in t.seats:
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


@GAME.highlights
def highlights(t: RatraceTurn, entries: Sequence[Line]) -> Iterable[Highlight]:
    """Return everything worth keeping of an evening, the best of each kind that everybody did."""
    best = Best()
    interest, taken, papers = Counter[str](), Counter[str](), Counter[str]()
    for entry, before, after in t.walk(entries):
        action, answers = entry.proposal.action, entry.proposal.answers
        for who in after.everybody:
            was, called = before.holder(who.key), t.holder(who.key)
            moved = who.cash - was.cash
            if who.cash > 0 and moved:
                said = f"{called} had {t.written(who.cash)} in hand."
                best.put(
                    Highlight(PEAK, who.key, who.cash, said, entry.place, _weight(t, who.cash) // 2)
                )
            if isinstance(event := before.open_event, Gamble):
                _stake(
                    best,
                    called,
                    event,
                    was.t.held(was, event.code) - who.t.held(who, event.code),
                    moved,
                    entry.place,
                )
            taken[who.key] += max(0, moved) if action == "buy" else 0
            papers[who.key] += action == "join_club" and answers["who"] == who.key
            interest[who.key] += 0 if action in NOT_PAID or who.debt else _interest_paid(was)
    tallied = (each for who in t.everybody for each in _tally(who, interest, taken, papers))
    return (*_results(t), *best.highlights, *tallied)


def _weight(t: RatraceTurn, amount: int) -> int:
    """Return how remarkable an amount is, from 0 to 50: half of what it takes to retire is all of it."""
    return int(min(50, 100 * amount // t.house.goal))


def _stake(  # noqa: PLR0913, PLR0917 - who got how much for which stake, and where
    best: Best, who: Player, event: Gamble, stake: int, got: int, place: Place
) -> None:
    """Note what a stake that left the table came to."""
    written, won = who.t.written, got - stake
    if stake <= 0 or not won:
        return
    kind, figure, words = LOSS, -won, f"lost {written(-won)} {event.where}"
    if won > 0 and isinstance(event, Race):
        kind = RACE_WIN
        figure = won
        words = f"laid {written(stake)} on horse {event.horse} and won {written(won)}"
    elif won > 0 and isinstance(event, Investment):
        kind, figure, words = GAIN, won, f"invested {written(stake)} and cashed in {written(got)}"
    elif won > 0:
        kind = POT
        figure = got
        words = f"took {written(got)} from the Lottery for a stake of {written(stake)}"
    weight = _weight(who.t, abs(won))
    remarkable = 25 + weight // 2 if won < 0 else 40 + weight
    best.put(Highlight(kind, who.key, figure, f"{who} {words}.", place, remarkable))


def _interest_paid(who: Player) -> int:
    """Return what a player pays besides the debt that is cleared: as it fell due, or as it comes to now."""
    due = Debt(who.t)
    is_due = who.t.event == due.code and due.who == who and due.kind == "credit"
    return max(0, (due.amount if is_due else who.to_clear) - who.debt) if who.debt > 0 else 0


def _results(t: RatraceTurn) -> Iterable[Highlight]:
    """Say what everybody came out with, once the game is over."""
    goal, kind = t.house.goal, RESULT
    if str(goal) != House.goal.default:
        # what one retires with compares only among games to the same goal
        kind = replace(
            RESULT, key=f"{RESULT.key}.{goal}", label=f"{RESULT.label}, goal {t.written(goal)}"
        )
    for who in t.seats if t.ended else ():
        said = f"{who} {'retired with' if who == t.ended else 'had'} {t.written(who.worth)}."
        yield Highlight(kind, who.key, who.worth, said)


def _tally(
    who: Player, interest: Mapping[str, int], taken: Mapping[str, int], papers: Mapping[str, int]
) -> Iterable[Highlight]:
    """Say what adds up over an evening, and how remarkable it is."""
    t, key, bankrupt = who.t, who.key, who.bankruptcies
    if paid := interest[key]:
        said = f"{who} paid {t.written(paid)} in credit interest."
        yield Highlight(INTEREST, key, paid, said, weight=30 + _weight(t, paid) // 2)
    if left := taken[key]:
        said = f"Customers left {t.written(left)} in {who.name}'s Businesses."
        yield Highlight(TRADE, key, left, said, weight=25 + _weight(t, left) // 2)
    if bankrupt:
        said = f"{who} went bankrupt {'once' if bankrupt == 1 else f'{bankrupt} times'}."
        yield Highlight(BANKRUPTCIES, key, bankrupt, said, weight=min(90, 55 + 15 * bankrupt))
    if earned := papers[key]:
        said = f"{who} earned {'one diploma or membership' if earned == 1 else f'{earned} diplomas and memberships'}."
        yield Highlight(PAPERS, key, earned, said, weight=15 if earned > 1 else 0)
