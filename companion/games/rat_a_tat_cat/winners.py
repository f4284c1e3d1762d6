"""Whether the game is over, who wins, and everybody's place; ties by the table's option.

Rulebook: «Ending the Game».
"""

from __future__ import annotations

from typing import Any, TypeAlias

from companion.api import TurnOf
from companion.games.rat_a_tat_cat.options import ROUNDS, TIME
from companion.games.rat_a_tat_cat.sheet import Sheet

Tiebreak: TypeAlias = dict[str, tuple[int, ...]]
"""What decides a tie, for each of those who are tied: the lowest wins."""

STOPPED = "stopped"
EVERYBODY_LEFT = "nobody"
LAST_ONE_IN = "in"
OUT_TOGETHER = "together"


def decide(t: TurnOf[Any], sheet: Sheet) -> None:
    """Complete a sheet that is counted: whether it is over, and who has won or is tied."""
    tiebreak: Tiebreak = {}
    sheet.ended = _why_over(t, sheet)
    if sheet.counting or sheet.ended not in {TIME, STOPPED}:
        contenders = _contenders(sheet)
        least = min((sheet.totals[who] for who in contenders), default=0)
        best = tuple(who for who in contenders if sheet.totals[who] == least)
        if sheet.ended and len(best) > 1 and t.option("tie") != "shared":
            sheet.tie = t.option("tie")
            best, tiebreak = (_last_round if sheet.tie == "last" else _sudden_death)(sheet, best)
        if len(best) > 1 and sheet.tie == "sudden" and not sheet.stopped:
            sheet.tied = best
        elif sheet.ended:
            sheet.winners = best
    sheet.places = _places(sheet, tiebreak)


def _why_over(t: TurnOf[Any], sheet: Sheet) -> str:
    """Return why no ordinary round is played any more; nothing when one is."""
    if not sheet.playing and not sheet.out:
        return EVERYBODY_LEFT
    if len(sheet.playing) <= 1:
        return LAST_ONE_IN if sheet.playing else OUT_TOGETHER
    if sheet.stopped:
        return STOPPED
    if t.option("ending") == ROUNDS and len(sheet.counting) >= t.option("rounds"):
        return ROUNDS
    return TIME if t.option("ending") == TIME and sheet.time_over else ""


def _contenders(sheet: Sheet) -> tuple[str, ...]:
    """Return who can win: everyone still in, or those who went out together as the last."""
    if sheet.playing:
        return sheet.playing
    stayed = {who: number for who, number in sheet.out.items() if who not in sheet.left}
    last = max(stayed.values(), default=0)
    return tuple(who for who in sheet.seats if stayed.get(who) == last)


def _best(tied: tuple[str, ...], tiebreak: Tiebreak) -> tuple[str, ...]:
    least = min(tiebreak[who] for who in tied)
    return tuple(who for who in tied if tiebreak[who] == least)


def _last_round(sheet: Sheet, tied: tuple[str, ...]) -> tuple[tuple[str, ...], Tiebreak]:
    """Let the last round decide among those who played it; who took no part in it can't win by it."""
    last = sheet.counting[-1] if sheet.counting else None
    if last is None or not last.counted & set(tied):
        return tied, {}
    tiebreak: Tiebreak = {who: (0, last.points(who)) if who in last.counted else (1,) for who in tied}
    return _best(tied, tiebreak), tiebreak


def _sudden_death(sheet: Sheet, tied: tuple[str, ...]) -> tuple[tuple[str, ...], Tiebreak]:
    """Let the rounds of sudden death count, as far as they are between those who are tied."""
    tiebreak: Tiebreak = dict.fromkeys(tied, ())
    for row in sheet.rounds:
        if row.sudden and len(tied) > 1 and set(tied) <= set(row.hands):
            row.count(tied)
            row.note = ""
            tiebreak |= {who: (*tiebreak[who], row.points(who)) for who in tied}
            tied = _best(tied, tiebreak)
    return tied, tiebreak


def _places(sheet: Sheet, tiebreak: Tiebreak) -> dict[str, int]:
    """Return everybody's place: who is in by total, then who went out by how late, then who left."""

    def key(who: str) -> tuple[int, int, int, tuple[int, ...]]:
        total, tie = sheet.totals[who], tiebreak.get(who, ())
        if who in sheet.left:
            return 2, 0, total, tie
        if who in sheet.out:
            return 1, -sheet.out[who], total, tie
        return 0, 0, total, tie

    keys = {who: key(who) for who in sheet.totals}
    return {who: 1 + sum(other < mine for other in keys.values()) for who, mine in keys.items()}
