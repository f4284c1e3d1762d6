"""What was remarkable about the rounds of an evening: the lowest, the highest, and who knocked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion.core.highlights import Best, Highlight, Kind
from companion.core.table import Table
from companion.games.rat_a_tat_cat.options import LIMIT, ROUNDS
from companion.games.rat_a_tat_cat.settle import name, points
from companion.games.rat_a_tat_cat.standing import tenths
from companion.games.rat_a_tat_cat.verdict import judge
from models.ledger import EffectiveEntry, Place

if TYPE_CHECKING:
    from companion.games.rat_a_tat_cat.replay import Row, Sheet

POINTS = "points"
LOWEST = Kind("lowest", "Lowest round", POINTS, low=True)
HIGHEST = Kind("highest", "Highest round", POINTS)
AVERAGE = Kind("average", "Average round", "thousandths", low=True)
KNOCKED = Kind("knocked", "Knocks won", "", adds=True)
IN_VAIN = Kind("in_vain", "Knocks in vain", "", adds=True)
WON = Kind("rounds", "Rounds won", "", adds=True)

ENOUGH = 3
"""So many rounds make an average."""


def highlights(table: Table, lines: Sequence[EffectiveEntry]) -> tuple[Highlight, ...]:
    """Everything worth keeping of an evening, by the sheet as it is counted now."""
    verdict = judge(table)
    sheet = verdict.sheet
    places = {told.number: told.place for told in lines}
    best = Best()
    for row in sheet.counting:
        for who in (one for one in sheet.seats if one in row.counted):
            _round(best, table, row, who, places.get(row.told.seq))
    results = _results(table, sheet) if verdict.over else ()
    return (
        *results,
        *best.highlights,
        *(highlight for seat in table.players for highlight in _whole(table, sheet, seat.key)),
    )


def _round(best: Best, table: Table, row: Row, who: str, place: Place | None) -> None:
    got, called = row.points(who), name(table, who)
    said = f"{called} ended round {row.number} with {points(got)}."
    best.put(Highlight(LOWEST, who, got, said, place, max(0, 75 - 8 * got)))
    best.put(
        Highlight(
            HIGHEST,
            who,
            got,
            f"{called} took {points(got)} in round {row.number}.",
            place,
            min(60, max(0, 2 * got - 30)),
        )
    )


def _results(table: Table, sheet: Sheet) -> Iterable[Highlight]:
    kind = _result(table, sheet)
    if kind is None:
        return
    for who in sheet.totals:
        # who left, or joined and never played, has no total to compare
        if who not in sheet.left and _scores(sheet, who):
            total = sheet.totals[who]
            yield Highlight(kind, who, total, f"{name(table, who)} had {points(total)} at the end.")


def _result(table: Table, sheet: Sheet) -> Kind | None:
    """What totals are called: they compare only between games that end alike, after as many rounds or at one limit."""
    ending, played = table.house("ending"), len(sheet.counting)
    key, over = str(played), f"{played} {'round' if played == 1 else 'rounds'}"
    if ending == LIMIT and sheet.stopped:
        return None  # it was not played to its limit
    if ending == LIMIT:
        key, label = str(sheet.limit), f"Total in a game to {sheet.limit}"
    else:
        label = f"Total over {over}" if ending == ROUNDS else f"Total by the clock, {over}"
    return Kind(f"result.{ending}.{key}", label, POINTS, low=True, final=True)


def _scores(sheet: Sheet, who: str) -> list[int]:
    return [row.points(who) for row in sheet.counting if who in row.counted]


def _whole(table: Table, sheet: Sheet, who: str) -> Iterable[Highlight]:
    """Tell what a whole evening came to for somebody."""
    scores, called = _scores(sheet, who), name(table, who)
    if len(scores) >= ENOUGH:
        average = tenths(sum(scores), len(scores))
        said = f"{called} averaged {average} a round over {len(scores)} rounds."
        figure = (1_000 * sum(scores) + len(scores) // 2) // len(scores)
        yield Highlight(AVERAGE, who, figure, said, weight=20, words=average)
    knocks = [row for row in sheet.counting if row.told.knocked == who and who in row.counted]
    won, vain = sum(row.won for row in knocks), sum(not row.won for row in knocks)
    if won:
        said = f"{called} knocked {_times(won)} and was lowest{' every time' if won > 1 and not vain else ''}."
        said = said if not vain else f"{called} knocked {_times(won + vain)} and was lowest {_times(won)}."
        yield Highlight(KNOCKED, who, won, said, weight=min(70, 25 + 12 * won))
    if vain:
        yield Highlight(IN_VAIN, who, vain, f"{called} knocked in vain {_times(vain)}.", weight=min(60, 25 + 10 * vain))
    if lows := sum(who in row.lowest for row in sheet.counting):
        said = f"{called} was lowest in {lows} {'round' if lows == 1 else 'rounds'}."
        yield Highlight(WON, who, lows, said, weight=min(50, 8 * lows))


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"
