"""A play in charts, drawn as SVG, each with a name, a description, and the same figures in a table below it.

Places within a chart are percentages of its width and height, so that it fits a phone and a sheet of paper, and its
text keeps its size.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterable,
    Sequence,
)
from dataclasses import dataclass

from companion.core.show.boards import PriceBoard, Score, ScoreSheet
from companion.core.show.chart import Point, Span, dash, describe_line, simplify
from companion.core.units import format_amount
from companion.formats.evening import Evening
from companion.formats.html.style import Guest, with_teams
from companion.formats.markup import OUTLINES, Html, Inside, join, tag, words
from companion.statistics.one_play import course

DRAWN_APART = 6
"""A seventh line is drawn as the first is, as on every page that was kept."""
TOP, HIGH = 5.0, 86.0
"""Where the drawing begins and how high it is, in percent; below it are the numbers of the lines."""
RUNGS = 4
ACROSS = 1000


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart: whose it is, or nobody's, and its points, which are drawn in this order."""

    name: str
    points: tuple[Point, ...]
    guest: Guest | None = None

    @property
    def look(self) -> str:
        """The class that colours it."""
        return f"p{self.guest.at}" if self.guest else "alone"

    @property
    def dash(self) -> str:
        """The dash pattern."""
        pattern = dash(self.guest.at % DRAWN_APART) if self.guest else ()
        return " ".join(map(str, pattern)) or "none"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its name, the words for its ends, how a figure is written, and a ``limit`` drawn across it.

    ``from_zero`` shows zero even where no figure comes near it.
    """

    key: str
    title: str
    curves: tuple[Curve, ...]
    write: Callable[[int], str]
    ends: tuple[str, str]
    limit: int | None = None
    from_zero: bool = True

    @property
    def span(self) -> Span:
        """The range of the axis."""
        values = [value for curve in self.curves for _, value in curve.points]
        values += [self.limit] if self.limit is not None else []
        values += [0] if self.from_zero else []
        return Span.of(values, RUNGS)

    def draw(self) -> Html:
        """The chart as a figure, with a legend."""
        span = self.span
        first = min(point[0] for curve in self.curves for point in curve.points)
        last = max(point[0] for curve in self.curves for point in curve.points)

        def across(x: int) -> float:
            return (x - first) / max(1, last - first)

        def down(y: int) -> float:
            return 1 - span.share(y)

        rungs: list[Html] = []
        for value in span.rungs:
            at = _hundredths(TOP + HIGH * down(value))
            look = "grid zero" if value in (0, span.foot) else "grid"
            rungs.append(tag("line", x1="0", x2="100%", y1=at, y2=at, class_=look))
            rungs.append(tag("text", self.write(value), x="0", y=at, dy="-5"))
        if self.limit is not None:
            at = _hundredths(TOP + HIGH * down(self.limit))
            rungs.append(tag("line", x1="0", x2="100%", y1=at, y2=at, class_="grid limit"))
        lines = [
            tag(
                "polyline",
                points=" ".join(f"{across(x) * ACROSS:.1f},{down(y) * ACROSS:.1f}" for x, y in simplify(curve.points)),
                class_=curve.look,
                stroke_dasharray=curve.dash,
            )
            for curve in self.curves
        ]
        inside = tag(
            "svg",
            *lines,
            x="0",
            y=f"{TOP}%",
            width="100%",
            height=f"{HIGH}%",
            viewBox=f"0 0 {ACROSS} {ACROSS}",
            preserveAspectRatio="none",
            overflow="visible",
        )
        marks = [
            _mark(curve, _hundredths(100 * across(curve.points[-1][0])), TOP + HIGH * down(curve.points[-1][1]))
            for curve in self.curves
        ]
        foot_words = [
            tag("text", self.ends[0], x="0", y="99%"),
            tag("text", self.ends[1], x="100%", y="99%", text_anchor="end"),
        ]
        title, described = f"{self.key}-title", f"{self.key}-told"
        drawing = tag(
            "svg",
            tag("title", self.title, id=title),
            tag("desc", self.describe(), id=described),
            *rungs,
            inside,
            *marks,
            *foot_words,
            class_="plot",
            role="img",
            aria_labelledby=title,
            aria_describedby=described,
        )
        return join(self._legend(), drawing)

    def describe(self) -> str:
        """The chart in a few sentences."""
        said = [describe_line(curve.name, curve.points, self.write) for curve in self.curves]
        if self.limit is not None:
            said.append(f"The limit is {self.write(self.limit)}.")
        return " ".join(said)

    def _legend(self) -> Html:
        if any(curve.guest is None for curve in self.curves):
            return Html("")
        return tag(
            "ul",
            *(
                tag("li", join(curve.guest.called, " ", _dash(curve), " ", tag("b", self.write(curve.points[-1][1]))))
                for curve in self.curves
                if curve.guest
            ),
            class_="legend",
            role="list",
        )


def _dash(curve: Curve) -> Html:
    line = tag("line", x1="0", x2="32", y1="5", y2="5", stroke_dasharray=curve.dash)
    return tag("svg", line, class_=f"dash {curve.look}", viewBox="0 0 32 10", aria_hidden="true")


def _mark(curve: Curve, left: str, down: float) -> Html:
    shape = OUTLINES[curve.guest.shape if curve.guest else "circle"]
    path = tag("path", d=shape, transform="translate(-7 -7) scale(.35)")
    inside = {"x": left, "y": _hundredths(down), "width": "1", "height": "1", "overflow": "visible"}
    return tag("svg", path, class_=f"end-mark {curve.look}", **inside)


def _hundredths(share: float) -> str:
    return f"{share:.2f}%"


def grid(
    caption: str, heads: Sequence[Inside], rows: Iterable[Sequence[Inside]], foot: Sequence[Inside] = (), first: int = 1
) -> Html:
    """A table with a caption; from the column ``first`` on it holds figures, and the first column heads its row."""
    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption),
            tag("thead", tag("tr", *(_cell(at, one, first, "th", "col") for at, one in enumerate(heads)))),
            tag("tbody", *(_row(row, first) for row in rows)),
            *([tag("tfoot", _row(foot, first))] if foot else []),
        ),
        class_="wide",
        tabindex="0",
        role="region",
        aria_label=caption,
    )


def _row(row: Sequence[Inside], first: int) -> Html:
    return tag(
        "tr",
        *(_cell(at, one, first, *(("th", "row") if at == 0 else ("td", None))) for at, one in enumerate(row)),
    )


def _cell(at: int, inside: Inside, first: int, name: str, scope: str | None) -> Html:
    return tag(name, words(inside), scope=scope, class_="n" if at >= first else None)


NONE = "\u2013"
"""Shown where there is no figure."""


def charts_of(evening: Evening, people: tuple[Guest, ...]) -> list[Html]:
    """Every chart of the play; none that would show what is hidden."""
    if evening.hidden:
        return []
    found, sheets = [_worth(evening, people)], 0
    for board in evening.game.boards(evening.table):
        if isinstance(board, ScoreSheet):
            found.append(_sheet(board, with_teams(evening, people), f"totals{sheets or ''}"))
            sheets += 1
        elif isinstance(board, PriceBoard):
            found.append(_price(board))
    return [one for one in found if one]


def _worth(evening: Evening, people: tuple[Guest, ...]) -> Html:
    how = course(evening.game, evening.table, list(evening.lines))
    if how is None or len(how.moments) < 2:
        return Html("")

    def write(amount: int) -> str:
        return format_amount(amount, how.unit)

    ends = f"Entry {how.moments[0].number}", f"Entry {how.moments[-1].number}"
    drawn = tuple(one for one in people if one.key in how.seats and how.points(one.key))
    chart = Chart("worth", how.title, tuple(Curve(one.name, how.points(one.key), one) for one in drawn), write, ends)
    at = {one.key: how.seats.index(one.key) for one in drawn}
    amounts = [[moment.amounts[at[one.key]] for one in drawn] for moment in how.moments]
    rows = [
        [str(moment.number), moment.said, *(NONE if one is None else write(one) for one in row)]
        for moment, row in zip(how.moments, amounts, strict=True)
    ]
    some = "" if how.whole else f", after {len(rows)} of {how.lines} entries"
    table = grid(f"{how.title}{some}", ["Entry", "What happened", *(one.name for one in drawn)], rows, first=2)
    return _figure(how.title, how.note, chart, table)


def _sheet(sheet: ScoreSheet, people: tuple[Guest, ...], key: str) -> Html:
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
        ["Total", *map(sheet.write, sheet.totals)],
    )
    if not curves:
        return tag("section", tag("h3", sheet.title), table)
    ends = "Start", rows[-1][0]
    chart = Chart(key, "Totals after each round", tuple(curves), sheet.write, ends, sheet.limit)
    return _figure("Totals after each round", sheet.note, chart, table, shown=True)


def _score(score: Score) -> Html:
    if not score.figure:
        return join(NONE)
    points = score.figure + (f" + {score.extra}" if score.extra else "")
    signs = [one for one in (score.sign, score.frame) if one]
    said = join(points, Html(" "), tag("span", f"({', '.join(signs)})", class_="soft")) if signs else join(points)
    return tag("s", said) if score.crossed_out else said


def _price(board: PriceBoard) -> Html:
    if len(board.history) < 2:
        return Html("")
    points = tuple((at, price) for at, (price, _) in enumerate(board.history))

    def write(price: int) -> str:
        return format_amount(price, board.unit)

    chart = Chart("price", board.title, (Curve(board.title, points),), write, ("First price", "Now"), from_zero=False)
    rows = [
        [str(at), "" if roll is None else str(roll), write(price)] for at, (price, roll) in enumerate(board.history)
    ]
    table = grid("Every price, and the roll that made it", ["Update", "Roll", "Price"], rows)
    return _figure(board.title, f"Now {write(board.price)}.", chart, table)


def _figure(title: str, note: str, chart: Chart, table: Html, *, shown: bool = False) -> Html:
    """A chart under its heading. Its table is ``shown`` at once, else behind a tap."""
    below = table if shown else tag("details", tag("summary", "The same in figures"), table, class_="figures")
    said = [tag("p", note, class_="soft")] if note else []
    return tag("figure", tag("h3", title), *said, tag("div", chart.draw(), class_="card"), below)
