"""The evening in charts: what everybody was worth, the totals round by round, and how a price went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.boards import PriceBoard, ScoreSheet
from companion.core.units import written
from companion.formats.html.charts import Chart, Curve, grid
from companion.formats.html.tags import Html, joined, tag
from companion.statistics.one_play import course

if TYPE_CHECKING:
    from companion.core.boards import Score
    from companion.formats.evening import Evening
    from companion.formats.html.people import Guest

NONE = "\u2013"
"""Stands where there is no figure."""


def seen(evening: Evening, people: tuple[Guest, ...]) -> list[Html]:
    """Every chart that the evening has; none that would tell what is hidden."""
    if evening.hidden:
        return []
    found = [_worth(evening, people)]
    for board in evening.game.boards(evening.table):
        if isinstance(board, ScoreSheet):
            found.append(_sheet(board, people))
        elif isinstance(board, PriceBoard):
            found.append(_price(board))
    return [one for one in found if one]


def _worth(evening: Evening, people: tuple[Guest, ...]) -> Html:
    how = course(evening.game, evening.table, list(evening.lines))
    if how is None or len(how.moments) < 2:
        return Html("")

    def write(amount: int) -> str:
        return written(amount, how.unit)

    ends = f"Line {how.moments[0].number}", f"Line {how.moments[-1].number}"
    drawn = tuple(one for one in people if one.key in how.seats and how.points(one.key))
    chart = Chart("worth", how.title, tuple(Curve(one.name, how.points(one.key), one) for one in drawn), write, ends)
    at = {one.key: how.seats.index(one.key) for one in drawn}
    amounts = [[moment.amounts[at[one.key]] for one in drawn] for moment in how.moments]
    rows = [
        [str(moment.number), moment.said, *(NONE if one is None else write(one) for one in row)]
        for moment, row in zip(how.moments, amounts, strict=True)
    ]
    some = "" if how.whole else f", after {len(rows)} of {how.lines} lines"
    table = grid(f"{how.title}{some}", ["Line", "What happened", *(one.name for one in drawn)], rows, first=2)
    return _figure(how.title, how.note, chart, table)


def _sheet(sheet: ScoreSheet, people: tuple[Guest, ...]) -> Html:
    seats = {one.key: one for one in people}
    columns = [seats[key] for key in sheet.seats if key in seats]
    if not sheet.rounds or not columns:
        return Html("")
    curves = [Curve(one.name, points, one) for one in columns if (points := sheet.line(one.key))]
    rows = [[one.label, *(_score(score) for score in one.scores)] for one in sheet.rounds]
    table = grid(
        "Points of each round, and what they come to",
        ["Round", *(one.name for one in columns)],
        rows,
        ["Total", *(str(total) for total in sheet.totals)],
    )
    if not curves:
        return tag("section", tag("h3", sheet.title), table)
    ends = "Start", rows[-1][0]
    chart = Chart("totals", "Totals after each round", tuple(curves), str, ends, sheet.limit)
    return _figure("Totals after each round", sheet.note, chart, table, shown=True)


def _score(score: Score) -> Html:
    if score.points is None:
        return joined(NONE)
    told = str(score.points) + (f" + {score.extra}" if score.extra else "")
    signs = [*(["knocked"] if score.knocked else []), *(["lowest"] if score.lowest else [])]
    said = joined(told, Html(" "), tag("span", f"({', '.join(signs)})", class_="soft")) if signs else joined(told)
    return tag("s", said) if score.struck else said


def _price(board: PriceBoard) -> Html:
    if len(board.history) < 2:
        return Html("")
    points = tuple((at, price) for at, (price, _) in enumerate(board.history))

    def write(price: int) -> str:
        return written(price, board.unit)

    chart = Chart("price", board.title, (Curve(board.title, points),), write, ("First price", "Now"), from_nought=False)
    rows = [
        [str(at), "" if roll is None else str(roll), write(price)] for at, (price, roll) in enumerate(board.history)
    ]
    table = grid("Every price, and the roll that made it", ["Update", "Roll", "Price"], rows)
    return _figure(board.title, f"Now {write(board.price)}.", chart, table)


def _figure(title: str, note: str, chart: Chart, table: Html, *, shown: bool = False) -> Html:
    """A chart under its heading. Its table is ``shown`` where it is what people look for, else behind a tap."""
    below = table if shown else tag("details", tag("summary", "The same in figures"), table, class_="figures")
    said = [tag("p", note, class_="soft")] if note else []
    return tag("figure", tag("h3", title), *said, tag("div", chart.drawn(), class_="card"), below)
