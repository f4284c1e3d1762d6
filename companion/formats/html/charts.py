"""The charts of a play as SVG, each with a name, a description, and the same figures in a table below it.

Places within a chart are percentages of its width and height, so that it fits a phone and a sheet of paper, and its
text keeps its size.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from companion.core.show.boards import PriceBoard, Score, ScoreSheet
from companion.core.show.chart import Chart, Curve, dash, simplify
from companion.core.show.people import People
from companion.formats.evening import ExportedPlay
from companion.formats.html.parts import called, grid, paragraph
from companion.formats.markup import BLANK, OUTLINES, Inside, tag
from companion.statistics.one_play import course

TOP, HIGH = 5.0, 86.0
"""Where the drawing begins and how high it is, in percent; below it are the numbers of the lines."""
ACROSS = 1000
NONE = "\u2013"
"""Shown where there is no figure."""


class Charts:
    """Draws charts with everybody's colours."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.places: Mapping[str, int] = {person.key: at for at, person in enumerate(people)}
        self.names = {person.key: person.name for person in people}

    def of(self, evening: ExportedPlay) -> list[Element]:
        """Every chart of a play; none that would show what is hidden."""
        if evening.hidden:
            return []
        found, sheets = [self._worth(evening)], 0
        for board in evening.game.boards(evening.table):
            if isinstance(board, ScoreSheet):
                found.append(self._sheet(board, f"totals{sheets or ''}"))
                sheets += 1
            elif isinstance(board, PriceBoard):
                found.append(self._price(board))
        return [figure for figure in found if figure is not None]

    def _worth(self, evening: ExportedPlay) -> Element | None:
        how = course(evening.game, evening.table, list(evening.lines))
        if how is None or len(how.moments) < 2:
            return None
        chart = how.chart
        columns = [(how.seats.index(curve.seat), self.names[curve.seat]) for curve in chart.curves]
        rows = [
            [
                str(moment.number),
                moment.said,
                *(
                    NONE if (amount := moment.amounts[at]) is None else chart.write(amount)
                    for at, _ in columns
                ),
            ]
            for moment in how.moments
        ]
        some = "" if how.whole else f", after {len(rows)} of {how.lines} entries"
        heads = ["Entry", "What happened", *(name for _, name in columns)]
        return self._figure(
            "worth",
            f"{how.note} {chart.remark}",
            chart,
            grid(f"{how.title}{some}", heads, rows, first=2),
        )

    def _sheet(self, sheet: ScoreSheet, key: str) -> Element | None:
        if not sheet.rounds:
            return None
        table = grid(
            "Points of each round, and what they come to",
            ["Round", *(self.names[seat] for seat in sheet.seats)],
            [[row.label, *map(_score, row.scores)] for row in sheet.rounds],
            ["Total", *map(sheet.write, sheet.totals)],
        )
        if not sheet.chart.curves:
            return tag("section", tag("h3", sheet.title), table)
        return self._figure(key, sheet.note, sheet.chart, table, shown=True)

    def _price(self, board: PriceBoard) -> Element | None:
        if len(board.history) < 2:
            return None
        chart = board.chart
        rows = [
            [str(at), "" if roll is None else str(roll), chart.write(price)]
            for at, (price, roll) in enumerate(board.history)
        ]
        table = grid("Every price, and the roll that made it", ["Update", "Roll", "Price"], rows)
        return self._figure("price", f"Now {chart.write(board.price)}.", chart, table)

    def _figure(
        self, key: str, note: str, chart: Chart, table: Element, *, shown: bool = False
    ) -> Element:
        """A chart under its heading. Its table is ``shown`` at once, else behind a tap."""
        return tag(
            "figure",
            tag("h3", chart.title),
            paragraph(note, "soft"),
            tag("div", self._legend(chart), self.draw(key, chart), class_="card"),
            table
            if shown
            else tag("details", tag("summary", "The same in figures"), table, class_="figures"),
        )

    def _legend(self, chart: Chart) -> Element | None:
        drawn = [curve for curve in chart.curves if curve.seat]
        if not drawn:
            return None
        items = []
        for curve in drawn:
            at = self.places[curve.seat]
            line = tag("line", x1="0", x2="32", y1="5", y2="5", stroke_dasharray=self._dash(curve))
            sample = tag("svg", line, class_=f"dash p{at}", viewBox="0 0 32 10", aria_hidden="true")
            last = tag("b", chart.write(curve.points[-1][1]))
            items.append(tag("li", called(at, self.people[at]), sample, last))
        return tag("ul", *items, class_="legend", role="list")

    def draw(self, key: str, chart: Chart) -> Element:
        """Draw a chart."""
        span, (first, last) = chart.span, chart.across
        title, described = f"{key}-title", f"{key}-told"

        def across(x: int) -> float:
            return (x - first) / max(1, last - first)

        def down(value: int) -> float:
            return TOP + HIGH * (1 - span.share(value))

        drawn = [
            tag("title", chart.title, id=title),
            tag("desc", chart.describe(self.names), id=described),
        ]
        for rung in span.rungs:
            value = span.figure(rung)
            at = _percent(down(value))
            look = "grid zero" if value == 0 or rung == span.foot else "grid"
            drawn.append(tag("line", x1="0", x2="100%", y1=at, y2=at, class_=look))
            drawn.append(tag("text", chart.write(value), x="0", y=at, dy="-5"))
        if chart.limit is not None:
            at = _percent(down(chart.limit))
            drawn.append(
                tag(
                    "line",
                    x1="0",
                    x2="100%",
                    y1=at,
                    y2=at,
                    class_=f"grid {chart.limit_name.lower()}",
                )
            )
        lines, marks = [], []
        for curve in chart.curves:
            corners = ((across(x), 1 - span.share(y)) for x, y in simplify(curve.points))
            points = " ".join(f"{x * ACROSS:.1f},{y * ACROSS:.1f}" for x, y in corners)
            lines.append(
                tag(
                    "polyline",
                    points=points,
                    class_=self._look(curve),
                    stroke_dasharray=self._dash(curve),
                )
            )
            x, y = curve.points[-1]
            shape = self.people[self.places[curve.seat]].shape if curve.seat else "circle"
            path = tag("path", d=OUTLINES[shape], transform="translate(-7 -7) scale(.35)")
            left = _percent(100 * across(x))
            top = _percent(down(y))
            look = f"end-mark {self._look(curve)}"
            marks.append(
                tag(
                    "svg",
                    path,
                    class_=look,
                    overflow="visible",
                    x=left,
                    y=top,
                    width="1",
                    height="1",
                )
            )
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
        ends = [
            tag("text", chart.ends[0], x="0", y="99%"),
            tag("text", chart.ends[1], x="100%", y="99%", text_anchor="end"),
        ]
        parts = (*drawn, inside, *marks, *ends)
        return tag(
            "svg",
            *parts,
            class_="plot",
            role="img",
            aria_labelledby=title,
            aria_describedby=described,
        )

    def _look(self, curve: Curve) -> str:
        return f"p{self.places[curve.seat]}" if curve.seat else "alone"

    def _dash(self, curve: Curve) -> str:
        pattern = dash(self.places[curve.seat]) if curve.seat else ()
        return " ".join(map(str, pattern)) or "none"


def _score(score: Score) -> Inside:
    if not score.figure:
        return NONE
    points = score.figure + (f" + {score.extra}" if score.extra else "")
    signs = ", ".join(filter(None, (score.sign, score.frame)))
    remark = tag("span", f"({signs})", class_="soft") if signs else None
    return tag("s" if score.crossed_out else "span", points, BLANK if signs else None, remark)


def _percent(share: float) -> str:
    return f"{share:.2f}%"
