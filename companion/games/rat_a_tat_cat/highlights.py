"""What was remarkable about the rounds of an evening: the lowest, the highest, and who knocked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.api.show import Best, EffectiveEntry, Highlight, Kind
from companion.games.rat_a_tat_cat.game import GAME, POINTS, CatTurn, Player
from companion.games.rat_a_tat_cat.options import LIMIT, ROUNDS
from companion.games.rat_a_tat_cat.screens import average

LOWEST = Kind("lowest", "Lowest round", POINTS, low=True)
HIGHEST = Kind("highest", "Highest round", POINTS)
AVERAGE = Kind("average", "Average round", "thousandths", low=True)
KNOCKED = Kind("knocked", "Knocks won", "", adds=True)
IN_VAIN = Kind("in_vain", "Knocks in vain", "", adds=True)
WON = Kind("rounds", "Rounds won", "", adds=True)

ENOUGH = 3
"""So many rounds make an average."""


@GAME.highlights
def highlights(t: CatTurn, entries: Sequence[EffectiveEntry]) -> tuple[Highlight, ...]:
    """Return everything worth keeping of an evening, by the sheet as it is counted now."""
    places = {entry.number: entry.place for entry in entries}
    best = Best()
    for row in t.sheet.counting:
        for who in t.players(key for key in t.sheet.seats if key in row.counted):
            got, place = row.points(who.key), places.get(row.entry)
            low = f"{who} ended round {row.number} with {t.points(got)}."
            high = f"{who} took {t.points(got)} in round {row.number}."
            best.put(Highlight(LOWEST, who.key, got, low, place, max(0, 75 - 8 * got)))
            best.put(Highlight(HIGHEST, who.key, got, high, place, min(60, max(0, 2 * got - 30))))
    return (*_results(t), *best.highlights, *(one for who in t.everybody for one in _evening(t, who)))


def _results(t: CatTurn) -> Iterable[Highlight]:
    """Compare totals, between games that end alike: after as many rounds, or at one limit."""
    sheet, kind, played = t.sheet, t.option("ending"), len(t.sheet.counting)
    if not sheet.over or (kind == LIMIT and sheet.stopped):
        return  # it was not played to its limit
    key, over = str(played), t.count(played, "round")
    if kind == LIMIT:
        key, label = str(sheet.limit), f"Total in a game to {sheet.limit}"
    else:
        label = f"Total over {over}" if kind == ROUNDS else f"Total by the clock, {over}"
    result = Kind(f"result.{kind}.{key}", label, POINTS, low=True, final=True)
    for who in t.players(sheet.totals):
        # who left, or joined and never played, has no total to compare
        if not who.left and who.scores:
            yield Highlight(result, who.key, who.total, f"{who} had {t.points(who.total)} at the end.")


def _evening(t: CatTurn, who: Player) -> Iterable[Highlight]:
    """Say what a whole evening came to for somebody."""
    scores = who.scores
    if len(scores) >= ENOUGH:
        said = f"{who} averaged {average(scores)} a round over {len(scores)} rounds."
        figure = (1_000 * sum(scores) + len(scores) // 2) // len(scores)
        yield Highlight(AVERAGE, who.key, figure, said, weight=20, words=average(scores))
    knocks = [row for row in who.knocks if not row.sudden]
    won, vain = sum(row.won for row in knocks), sum(not row.won for row in knocks)
    if won:
        said = f"{who} knocked {_times(won)} and was lowest{' every time' if won > 1 and not vain else ''}."
        said = said if not vain else f"{who} knocked {_times(won + vain)} and was lowest {_times(won)}."
        yield Highlight(KNOCKED, who.key, won, said, weight=min(70, 25 + 12 * won))
    if vain:
        said = f"{who} knocked in vain {_times(vain)}."
        yield Highlight(IN_VAIN, who.key, vain, said, weight=min(60, 25 + 10 * vain))
    if lows := sum(who.key in row.lowest for row in t.sheet.counting):
        said = f"{who} was lowest in {t.count(lows, 'round')}."
        yield Highlight(WON, who.key, lows, said, weight=min(50, 8 * lows))


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"
