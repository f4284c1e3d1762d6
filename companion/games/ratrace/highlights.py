"""What was remarkable about an evening at Ratrace: bets, investments, interest, bankruptcies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.highlights import Best, Highlight, Kind, walk
from companion.core.table import Table
from companion.games.ratrace import dues, retiring, state
from companion.games.ratrace.houses import HOUSES
from companion.games.ratrace.state import EXCHANGE, LOTTERY, RACE, TREASURY, money, name
from models.ledger import EffectiveEntry, Proposal, moved

GOAL = next(one for one in HOUSES if one.key == "goal")
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

WHERE = {"race_roll": (RACE, "at the Racetrack"), "cash_in": (EXCHANGE, "on the Stock Exchange"),
         "exchange_roll": (EXCHANGE, "on the Stock Exchange"), "lottery_roll": (LOTTERY, "in the Lottery")}  # fmt: skip


def highlights(table: Table, lines: Sequence[EffectiveEntry]) -> tuple[Highlight, ...]:
    """Everything worth keeping of an evening, the best of each kind that everybody did."""
    best = Best()
    tally = {kind.key: Counter[str]() for kind in (INTEREST, TRADE, BANKRUPTCIES, PAPERS)}
    for told, before, after in walk(table, lines):
        _gambled(best, table, told, before)
        _held(best, table, told, after)
        _count(tally, told.proposal, before)
    return (*_results(table), *best.highlights, *_tallied(table, tally))


def _moved(proposal: Proposal, account: str) -> int:
    return moved(proposal.postings)[account, "$"]


def _scaled(table: Table, amount: int) -> int:
    """How remarkable an amount is, from 0 to 50: half of what it takes to retire is all of it."""
    return min(50, 100 * amount // max(1, int(table.house("goal"))))


def _gambled(best: Best, table: Table, told: EffectiveEntry, before: Table) -> None:
    """Tell what the stakes on the table came to for everybody who had one there."""
    proposal = told.proposal
    if proposal.action not in WHERE:
        return
    purse, where = WHERE[proposal.action]
    for who in (seat.key for seat in before.players):
        stake = -_moved(proposal, f"{who}:{purse}")
        if stake <= 0:
            continue
        got = _moved(proposal, f"{who}:cash")
        called, won, weight = name(table, who), got - stake, _scaled(table, abs(got - stake))
        if won < 0:
            best.put(Highlight(LOSS, who, -won, f"{called} lost {money(-won)} {where}.", told.place, 25 + weight // 2))
        elif won and purse == RACE:
            horse = state.count(before, RACE, "horse")
            said = f"{called} laid {money(stake)} on horse {horse} and won {money(won)}."
            best.put(Highlight(RACE_WIN, who, won, said, told.place, 40 + weight))
        elif won and purse == EXCHANGE:
            said = f"{called} invested {money(stake)} and cashed in {money(got)}."
            best.put(Highlight(GAIN, who, won, said, told.place, 40 + weight))
        elif won:
            said = f"{called} took {money(got)} from the Lottery for a stake of {money(stake)}."
            best.put(Highlight(POT, who, got, said, told.place, 40 + weight))


def _held(best: Best, table: Table, told: EffectiveEntry, after: Table) -> None:
    """Note who had so much cash in hand as never before."""
    accounts = (one.account.partition(":") for one in told.proposal.postings)
    for who in dict.fromkeys(holder for holder, _, purse in accounts if purse == "cash"):
        held = state.cash(after, who)
        if who != TREASURY and held > 0:
            said = f"{name(table, who)} had {money(held)} in hand."
            best.put(Highlight(PEAK, who, held, said, told.place, _scaled(table, held) // 2))


def _count(tally: dict[str, Counter[str]], proposal: Proposal, before: Table) -> None:
    """Count what adds up over an evening."""
    for mark in proposal.marks:
        if mark.name == BANKRUPTCIES.key and isinstance(mark.value, int) and proposal.action == "bankrupt":
            tally[BANKRUPTCIES.key][mark.holder] += 1
        elif mark.name == "paper" and mark.value is not None and proposal.action == "join_club":
            tally[PAPERS.key][mark.holder] += 1
    if proposal.action == "buy":
        buyer = str(proposal.answers.get("who") or "")
        for seat in before.players:
            if seat.key != buyer:
                tally[TRADE.key][seat.key] += max(0, _moved(proposal, f"{seat.key}:cash"))
    elif proposal.action not in NOT_PAID:
        for seat in before.players:
            owed = state.debt(before, seat.key)
            if owed > 0 and _moved(proposal, f"{seat.key}:credit") == owed:
                tally[INTEREST.key][seat.key] += _cost(before, seat.key) - owed


def _cost(before: Table, who: str) -> int:
    """What clearing the credit took: as it fell due, or as it comes to now."""
    due = dues.open_due(before)
    open_now = state.event(before) == state.DUE and due.who == who and due.kind == "credit"
    return due.amount if open_now else state.to_clear(before, who)


def _results(table: Table) -> Iterable[Highlight]:
    """Tell what everybody came out with, once the game is over."""
    over = retiring.ending(table)
    goal = table.house("goal")
    kind = RESULT
    if goal != GOAL.default:
        # what one retires with compares only among games to the same goal
        kind = replace(RESULT, key=f"{RESULT.key}.{goal}", label=f"{RESULT.label}, goal {GOAL.say(goal)}")
    for who, rank, _ in over.ranks if over else ():
        left = state.cash(table, who) - state.to_clear(table, who)
        said = (
            f"{name(table, who)} retired with {money(left)}." if rank == 1 else f"{name(table, who)} had {money(left)}."
        )
        yield Highlight(kind, who, left, said)


def _tallied(table: Table, tally: dict[str, Counter[str]]) -> Iterable[Highlight]:
    seats = {seat.key for seat in table.players}
    for kind, told, weight in (
        (INTEREST, "{0} paid {1} in credit interest.", 30),
        (TRADE, "Customers left {1} in {0}'s Businesses.", 25),
    ):
        for who, sum_ in tally[kind.key].items():
            if sum_ > 0 and who in seats:
                called = table.name(who) if kind is TRADE else name(table, who)
                said = told.format(called, money(sum_))
                yield Highlight(kind, who, sum_, said, weight=weight + _scaled(table, sum_) // 2)
    for who, times in tally[BANKRUPTCIES.key].items():
        often = "once" if times == 1 else "twice" if times == 2 else f"{times} times"
        yield Highlight(
            BANKRUPTCIES, who, times, f"{name(table, who)} went bankrupt {often}.", weight=min(90, 55 + 15 * times)
        )
    for who, many in tally[PAPERS.key].items():
        what = "one diploma or membership" if many == 1 else f"{many} diplomas and memberships"
        yield Highlight(PAPERS, who, many, f"{name(table, who)} earned {what}.", weight=15 if many > 1 else 0)
