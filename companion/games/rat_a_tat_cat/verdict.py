"""Whether the game is over, who wins, and everybody's place; ties by the house rule.

Rulebook: «Ending the Game».
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from companion.core.table import Table, Value, listed, sentence
from companion.games.rat_a_tat_cat.options import ROUNDS, TIME
from companion.games.rat_a_tat_cat.replay import Sheet, lowest_of, penalty_of, replay

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.replay import Row

Key: TypeAlias = tuple[int, ...]

STOPPED = "stopped"
UNSCORED = {TIME: "Time is up, and no round was scored", STOPPED: "The table stopped ({}): no round was scored"}
"""How a game ends that nobody can have won."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How things stand.

    ``tied`` are those who play sudden death next; ``reason`` is said once it is over. ``tie`` is how a tie for the
    lowest total is broken, where there was one and it is not just shared.
    """

    sheet: Sheet
    winners: tuple[str, ...]
    tied: tuple[str, ...]
    places: dict[str, int]
    reason: str
    tie: str = ""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.reason)

    @property
    def asked(self) -> tuple[str, ...]:
        """Who takes part in the next round, in seating order."""
        return () if self.over else self.tied or self.sheet.playing


_JUDGED: deque[tuple[Table, dict[tuple[str, str], Value], Verdict]] = deque(maxlen=4)
"""Tables, what each had marked when it was judged, and the verdict: marks change where a correction is tried out."""


def judge(table: Table) -> Verdict:
    """Count the sheet, and judge it.

    The tables looked at last are remembered: many questions are asked of each, and what a round would mark is what
    is marked once the round is written. Points that are posted follow from the sheet, and say nothing of their own.
    """
    for known, marks, verdict in reversed(tuple(_JUDGED)):
        if known is table or (marks == table.ledger.marks and _alike(known, table)):
            return verdict
    verdict = _judge(table)
    _JUDGED.append((table, dict(table.ledger.marks), verdict))
    return verdict


def _alike(one: Table, other: Table) -> bool:
    return (one.ledger.seq, one.seats, one.houses) == (other.ledger.seq, other.seats, other.houses)


def _judge(table: Table) -> Verdict:
    sheet = replay(table)
    why = _why_over(table, sheet)
    contenders = _contenders(sheet)
    least = min((sheet.totals[who] for who in contenders), default=0)
    tied = tuple(who for who in contenders if sheet.totals[who] == least)
    if why in (TIME, STOPPED) and not sheet.counting:
        return Verdict(sheet, (), (), _places(sheet, {}), UNSCORED[why].format(sheet.stopped))
    keys: dict[str, Key] = {}
    tie = table.house("tie") if why and len(tied) > 1 and table.house("tie") != "shared" else ""
    if tie == "last":
        tied, keys = _last_round(sheet, tied)
    elif tie == "sudden":
        tied, keys = _sudden_death(sheet, tied)
    open_tie = len(tied) > 1 and tie == "sudden" and not sheet.stopped
    over = bool(why) and not open_tie
    return Verdict(
        sheet,
        tied if over else (),
        tied if open_tie else (),
        _places(sheet, keys),
        _words(table, sheet, why, tied, keys) if over else "",
        tie,
    )


def _why_over(table: Table, sheet: Sheet) -> str:
    """Why no ordinary round is played any more; nothing when one is."""
    if not sheet.playing and not sheet.out:
        return "nobody"
    if len(sheet.playing) <= 1:
        return "in" if sheet.playing else "together"
    if sheet.stopped:
        return STOPPED
    if table.house("ending") == ROUNDS and len(sheet.counting) >= int(table.house("rounds")):
        return ROUNDS
    if table.house("ending") == TIME and sheet.time_over:
        return TIME
    return ""


def _contenders(sheet: Sheet) -> tuple[str, ...]:
    """Who can win: everyone still in, or those who went out together as the last."""
    if sheet.playing:
        return sheet.playing
    stayed = {who: number for who, number in sheet.out.items() if who not in sheet.left}
    last = max(stayed.values(), default=0)
    return tuple(who for who in sheet.seats if stayed.get(who) == last)


def _last_round(sheet: Sheet, tied: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, Key]]:
    """Let the last round decide among those who played it; who took no part in it can't win by it."""
    last = sheet.counting[-1] if sheet.counting else None
    played = tuple(who for who in tied if last and who in last.counted)
    if last is None or not played:
        return tied, {}
    keys: dict[str, Key] = {who: (0, last.points(who)) if who in played else (1,) for who in tied}
    least = min(keys.values())
    return tuple(who for who in tied if keys[who] == least), keys


def _sudden_death(sheet: Sheet, tied: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, Key]]:
    """Let the rounds of sudden death count, as far as they are between those who are tied."""
    keys: dict[str, Key] = dict.fromkeys(tied, ())
    for row in sheet.rounds:
        if not row.sudden or len(tied) < 2 or not set(tied) <= set(row.told.hands):
            continue
        _count_sudden(row, frozenset(tied))
        for who in tied:
            keys[who] = (*keys[who], row.points(who))
        least = min(keys[who] for who in tied)
        tied = tuple(who for who in tied if keys[who] == least)
    return tied, keys


def _count_sudden(row: Row, tied: frozenset[str]) -> None:
    row.counted, row.lowest, row.note = tied, lowest_of(row.told, tied), ""
    row.extra = penalty_of(row.told, tied, row.lowest)


def _places(sheet: Sheet, keys: dict[str, Key]) -> dict[str, int]:
    """Everybody's place: who is in by total, then who went out by how late, then who left."""

    def key(who: str) -> tuple[int, int, int, Key]:
        total, tie = sheet.totals[who], keys.get(who, ())
        if who in sheet.left:
            return 2, 0, total, tie
        if who in sheet.out:
            return 1, -sheet.out[who], total, tie
        return 0, 0, total, tie

    order = sorted(sheet.totals, key=key)
    return {who: 1 + sum(key(other) < key(who) for other in order) for who in order}


def _words(table: Table, sheet: Sheet, why: str, winners: tuple[str, ...], keys: dict[str, Key]) -> str:
    """Say how the game ended."""
    if not winners:
        return "Everybody has left"
    names = sentence(listed(table.name(who) for who in winners))
    wins = "wins" if len(winners) == 1 else "share the win"
    if why == "in":
        return f"{names} is the last one in, and wins" if sheet.out else f"Only {names} is left, and wins"
    if any(keys.values()) and len(winners) == 1:
        how = {"last": "the last round", "sudden": "sudden death"}[table.house("tie")]
        wins += f" the tie by {how}"
    points = f"{wins} with {sheet.totals[winners[0]]:,}"
    if why == "together":
        return f"Everybody left was out at once: {names} {points}"
    if why == ROUNDS:
        many = len(sheet.counting)
        return f"{names} {points} after {many} {'round' if many == 1 else 'rounds'}"
    if why == TIME:
        return f"Time is up: {names} {points}"
    return f"The table stopped ({sheet.stopped}): {names} {points}"
