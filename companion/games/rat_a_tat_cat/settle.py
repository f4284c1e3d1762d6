"""Posting what the sheet comes to: the difference between the totals counted anew and the totals in the books.

So a correction, a house rule played otherwise and a line struck out earlier all come right with the same entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.table import Effect, Line, Posting, Refusal, Table, Value, listed, sentence
from companion.games.rat_a_tat_cat.verdict import judge

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.verdict import Verdict

POINTS = "points"
DECK = "deck:points"
TIES = {
    "last": "A tie for the lowest total: fewest points in the last round wins; still tied, they share.",
    "sudden": "A tie for the lowest total: the tied play a round more, until one has fewest.",
}


def name(table: Table, who: str) -> str:
    """A player's name, as it begins a sentence."""
    return sentence(table.name(who))


def points(number: int) -> str:
    """Points in words.

    >>> points(1), points(12)
    ('1 point', '12 points')
    """
    return f"{number:,} {'point' if number == 1 else 'points'}"


def gates(table: Table) -> Verdict:
    """How the sheet stands, for what can be done only while the game is on.

    Raises:
        Refusal: the sheet isn't open yet, or the game is over.

    """
    verdict = judge(table)
    if not verdict.sheet.opened:
        raise Refusal("First say who deals.")
    if verdict.over:
        raise Refusal("The game is over. Undo or correct a round to go on.")
    return verdict


def settle(table: Table, effect: Effect) -> Effect:
    """The effect with the postings that bring the books to the sheet, and what it means for the game."""
    struck = _owing(table)
    after = table.after(effect)
    moved = _owing(after)
    postings = [Posting(f"{who}:{POINTS}", quantity, POINTS) for who, quantity in moved.items()]
    if sum(moved.values()):
        postings.append(Posting(DECK, -sum(moved.values()), POINTS))
    working = [
        Line(f"{name(table, who)}, for what was struck out or changed before", quantity, "", signed=True)
        for who, quantity in struck.items()
    ]
    then = judge(after).sheet
    changed = [who for who in then.totals if who in moved]
    working += [Line(f"{name(after, who)} then has", then.totals[who], "") for who in changed]
    house = (TIES[judge(after).tie],) if _tie_told(table, after) else ()
    return effect + Effect(_news(table, after), tuple(postings), working=tuple(working), house=house)


def settled(action: Action) -> Action:
    """An action that knows nothing of the sheet, with what it means for the sheet."""

    def rule(table: Table, **answers: Value) -> Effect:
        return settle(table, action.rule(table, **answers))

    return replace(action, rule=rule)


def _owing(table: Table) -> Mapping[str, int]:
    """By how much the books lag behind the sheet, for everyone for whom they do."""
    totals = judge(table).sheet.totals
    held = {
        account.partition(":")[0]: quantity
        for (account, unit), quantity in table.ledger.balances.items()
        if unit == POINTS and account != DECK
    }
    differences = {who: totals.get(who, 0) - held.get(who, 0) for who in (*totals, *sorted(held.keys() - totals))}
    return {who: quantity for who, quantity in differences.items() if quantity}


def _news(before: Table, after: Table) -> str:
    """Say who went out or came back in, and whether the game is over, by what was done."""
    was, now = judge(before), judge(after)
    said = []
    for who, number in now.sheet.out.items():
        if who not in was.sheet.out:
            said.append(f"{name(after, who)} is out with {now.sheet.totals[who]:,}.")
        elif was.sheet.out[who] != number:
            said.append(f"{name(after, who)} is out from round {number}.")
    said += [
        f"{name(after, who)} is back in with {now.sheet.totals[who]:,}."
        for who in was.sheet.out
        if who not in now.sheet.out and who not in now.sheet.left
    ]
    if now.over and now.reason != was.reason:
        said.append(f"{now.reason}.")
    elif was.over and not now.over:
        said.append("The game goes on.")
    elif _sudden_goes_on(was, now):
        tie = "Still a tie: sudden death goes on" if was.tied else "A tie: sudden death"
        said.append(f"{tie} between {listed(after.name(who) for who in now.tied)}.")
    return " ".join(said)


def _sudden_goes_on(was: Verdict, now: Verdict) -> bool:
    """Whether sudden death begins, is for others, or has brought no end with one more round."""
    rounds = [sum(row.sudden for row in one.sheet.rounds) for one in (was, now)]
    return bool(now.tied) and (now.tied != was.tied or rounds[0] != rounds[1])


def _tie_told(before: Table, after: Table) -> bool:
    """Whether what was done has to do with how a tie is broken."""
    was, now = judge(before), judge(after)
    return bool(now.tie) and ((now.over and now.reason != was.reason) or _sudden_goes_on(was, now))
