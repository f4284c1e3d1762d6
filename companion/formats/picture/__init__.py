"""A play as a picture and a sentence to send: who won, everybody's place, how it went, and what was remarkable.

It is drawn here, in the app's own letters, so that it is the same from a server, a browser and a window. Nothing is in
it that the table can't see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, pi, sin
from pathlib import Path
from typing import TypeAlias

from companion.core.show.boards import ScoreSheet
from companion.core.show.chart import Point, Span, Tenfold, dash, keep_apart, simplify, step_of
from companion.core.show.highlights import FEW, highlights
from companion.core.show.player_colours import LIGHT, ink_on, legible, look, mix, valid_colour
from companion.core.table import listed
from companion.core.teams import teams
from companion.core.units import format_amount
from companion.dates import date
from companion.formats.evening import Evening
from companion.formats.picture.canvas import Canvas, Letters, cut_dashes, rounded_rectangle, stroke
from companion.formats.picture.glyphs import Corner, Face, Outline
from companion.statistics.one_play import course
from models.names import clean

WIDTH, HEIGHT = 1080, 1350
EDGE, FOOT, GAP = 48, 1276, 20
"""Left and right of the cards, below the last of them, and between two."""
BAND = 478
"""The coloured band shows so much above the cards at least, and reaches ``BEHIND`` them."""
BEHIND = 62
PLACE_HIGH, MOMENT_HIGH, CHART_HIGH, CHART_LOW = 104, 84, 358, 210
ABREAST = 3
RAYS, SMALLEST = 48, 18.0
"""Every other of so many is lighter; no letters are smaller."""
CROWN = ((0, 12), (13, 24), (27, 0), (41, 24), (54, 12), (47, 42), (7, 42))
GOLD = "#F2C230"
CORNER, APART = 32.0, 40.0
"""Radius of a card's corners, and how far the tokens at the ends of lines keep apart."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in the picture: name and token, place, and the figure that it rests on."""

    key: str
    name: str
    colour: str
    shape: str
    at: int
    place: int = 0
    figure: str = ""


@dataclass(frozen=True)
class Course:
    """The lines of the chart: figures by entry or by round, with the ``goal`` or limit that is drawn across."""

    title: str
    lines: tuple[tuple[Player, tuple[Point, ...]], ...]
    write: Callable[[int], str]
    ends: tuple[str, str]
    goal: int | None = None
    goal_name: str = "Goal"
    rounds: bool = False

    @cached_property
    def _values(self) -> list[int]:
        values = [value for _, points in self.lines for _, value in points]
        return values if self.goal is None else [*values, self.goal]

    @cached_property
    def _tenfold(self) -> Tenfold | None:
        """A goal is far from what everybody begins with; a limit is not."""
        return Tenfold.to(self.goal, self._values) if self.goal and not self.rounds else None

    @cached_property
    def span(self) -> Span:
        """The range of the axis."""
        return self._tenfold.span if self._tenfold else Span.holding(self._values)

    def figure(self, rung: int) -> int:
        """The figure at a line of the grid."""
        return self._tenfold.value(rung) if self._tenfold else rung

    @property
    def first(self) -> int:
        """Where the lines begin."""
        return min(x for _, points in self.lines for x, _ in points)

    @property
    def last(self) -> int:
        """Where they end."""
        return max(x for _, points in self.lines for x, _ in points)

    def corner(self, frame: Box, x: int, value: int) -> Corner:
        """Where a figure lies in a frame."""
        left, top, width, height = frame
        share = self.span.share(self._tenfold.at(value) if self._tenfold else value)
        return left + width * (x - self.first) / max(1, self.last - self.first), top + height * (1 - share)

    @property
    def below(self) -> dict[int, str]:
        """What is written below the chart."""
        every = step_of(self.last - self.first, 8) if self.rounds else self.last
        between = {x: str(x) for x in range(self.first + every, self.last, every)}
        return {self.first: self.ends[0], **between, self.last: self.ends[1]}


@dataclass(frozen=True)
class Result:
    """What there is to say of a play that is over."""

    evening: Evening

    @cached_property
    def people(self) -> dict[str, Player]:
        """Everybody seated, and every team, by key."""
        game, table = self.evening.game, self.evening.table
        end = game.ending(table)
        ranks = {key: (place, figure) for key, place, figure in end.sides} if end else {}
        found = {}
        for at, seat in enumerate(table.players):
            standing = game.standing(table, seat.key)
            colour, shape = look(table.sat_down[seat.key], seat.colour, seat.token, standing.colour)
            place, figure = ranks.get(seat.key, (0, ""))
            found[seat.key] = Player(seat.key, clean(table.name(seat.key)), colour, shape, at, place, figure)
        for team, members in teams(game.turn(table)).items():
            place, figure = ranks.get(team.key, (0, ""))
            first = found[members[0].key]
            found[team.key] = replace(first, key=team.key, name=clean(str(team)), place=place, figure=figure)
        return found

    @cached_property
    def winners(self) -> list[Player]:
        """Who won; nobody where a book was kept for one role alone."""
        end = self.evening.game.ending(self.evening.table)
        return [self.people[key] for key in end.winning_sides if key in self.people] if end else []

    @property
    def reason(self) -> str:
        """Why it is over."""
        end = self.evening.game.ending(self.evening.table)
        return clean(end.reason) if end else ""

    @property
    def called(self) -> str:
        """What was played: by the title that the play was given, or else the game's."""
        game, given = self.evening.game.title, clean(self.evening.play.title)
        return game if given.startswith(game) else given

    @property
    def title(self) -> str:
        """Who wins; else what ended the play."""
        names, end = listed(one.name for one in self.winners), self.evening.game.ending(self.evening.table)
        return f"{names} {end.won}" if names and end else self.reason

    @property
    def others(self) -> list[Player]:
        """Everybody else who has a place, best first."""
        return sorted((one for one in self.people.values() if one.place and one not in self.winners), key=_place)

    @property
    def sentence(self) -> str:
        """The words that go with the picture."""
        ranked = sorted((one for one in self.people.values() if one.place), key=_place)
        figures = ", ".join(f"{one.name} {one.figure}" for one in ranked)
        usual = self.called == self.evening.game.title
        head = f"{self.title} at {self.called}" if self.winners and usual else f"{self.called}: {self.title}"
        return f"{head}. {figures}." if figures else f"{head}."

    @cached_property
    def course(self) -> Course | None:
        """How it went: the rounds of a score sheet, else what everybody was worth; nothing that is hidden."""
        evening = self.evening
        if evening.hidden:
            return None
        sheet = next((one for one in evening.game.boards(evening.table) if isinstance(one, ScoreSheet)), None)
        if sheet and sheet.rounds:
            lines = tuple((self.people[seat], sheet.line(seat)) for seat in sheet.seats if sheet.line(seat))
            ends = "start", f"round {len(sheet.rounds)}"
            return Course("Points, round by round", lines, sheet.write, ends, sheet.limit, "Limit", rounds=True)
        how = course(evening.game, evening.table, list(evening.lines))
        if how is None or not how.moves:
            return None
        lines = tuple((self.people[seat], points) for seat in how.seats if (points := how.points(seat)))
        return Course(
            how.title,
            lines,
            lambda amount: format_amount(amount, how.unit),
            ("start", "end"),
            how.goal,
        )

    @cached_property
    def moments(self) -> list[tuple[Player, str]]:
        """Up to three things worth telling, and who did each."""
        found = highlights(self.evening.game.highlights_of(self.evening.table, list(self.evening.lines)), FEW)
        return [(self.people[one.seat], clean(one.sentence)) for one in found if one.seat in self.people]


def _place(player: Player) -> int:
    return player.place


class Drawing:
    """Draws a result; ``fonts`` is the folder of the app's fonts."""

    def __init__(self, result: Result, fonts: Path) -> None:
        self.result = result
        self.accent = valid_colour(result.evening.game.colour)
        self.text, self.display = _face(fonts / "companion-sans.ttf"), _face(fonts / "companion-serif.ttf")
        rows = -(-len(result.others) // ABREAST)
        heights: list[float] = [rows * PLACE_HIGH + 32 if rows else 0, 0, len(result.moments) * MOMENT_HIGH]
        if result.course:
            room = FOOT - BAND - sum(heights) - GAP * sum(map(bool, heights))
            heights[1] = max(CHART_LOW, min(CHART_HIGH, room))
        self.heights = heights
        used = sum(heights) + GAP * max(0, sum(map(bool, heights)) - 1)
        self.top = FOOT - used
        band = self.top + min(BEHIND, heights[0] or heights[2])
        dark = mix(self.accent, "#000000", 0.42)
        ground = [
            mix(self.accent, dark, min(1.0, abs(y / band - 0.35) * 1.4)) if y < band else LIGHT["paper"]
            for y in range(HEIGHT)
        ]
        self.band = band
        self.canvas = Canvas(WIDTH, ground)

    def png(self) -> bytes:
        """Draw everything; the file."""
        self._head()
        top = self.top
        for height, draw in zip(self.heights, (self._places, self._course, self._moments), strict=True):
            if height:
                self._card(top, height)
                draw(top)
                top += height + GAP
        self._mark()
        return self.canvas.png()

    # -- words ---------------------------------------------------------------------------------------
    def _letters(self, size: float, colour: str, strength: float = 1.0, *, bold: bool = False) -> Letters:
        return Letters(self.text, size, colour, strength, bold)

    def _say(self, words: str, at: Corner, letters: Letters, room: float = WIDTH, align: float = 0.0) -> None:
        """Write words from a point on, around it or up to it, as ``align`` is 0, a half or 1.

        They become smaller until they fit, and what is too long even so is cut.
        """
        wide = letters.width(words)
        if wide > room:
            letters = replace(letters, size=max(SMALLEST, letters.size * room / wide))
        while letters.width(words) > room + 1 and len(words) > 1:
            words = words.removesuffix("\u2026")[:-1].rstrip() + "\u2026"
        self.canvas.write(words, at[0] - align * letters.width(words), at[1], letters)

    def _line(self, points: Sequence[Corner], width: float, colour: str, pattern: Sequence[float] = ()) -> None:
        for piece in cut_dashes(points, pattern):
            self.canvas.fill(stroke(piece, width), colour)

    def _rule(self, x: float, y: float, width: float, height: float) -> None:
        self.canvas.fill([rounded_rectangle(x, y, width, height, (0,) * 4)], LIGHT["hair"])

    # -- parts ---------------------------------------------------------------------------------------
    def _card(self, top: float, height: float) -> None:
        width = WIDTH - 2 * EDGE
        self.canvas.fill([rounded_rectangle(EDGE, top + 5, width, height, (CORNER,) * 4)], "#3A2E1C", 0.07)
        self.canvas.fill([rounded_rectangle(EDGE, top, width, height, (CORNER,) * 4)], LIGHT["hair"])
        self.canvas.fill(
            [rounded_rectangle(EDGE + 1.5, top + 1.5, width - 3, height - 3, (CORNER - 1.5,) * 4)], LIGHT["card"]
        )

    def _token(self, player: Player, x: float, y: float, size: float, edge: str) -> None:
        """Draw somebody's token around a point."""
        for grown, colour in ((0.0, edge), (max(2.0, size * 0.035), player.colour)):
            self.canvas.fill([_shape(player.shape, x, y, size / 2 - grown)], colour)
        tall = size * 0.42
        letters = self._letters(tall, ink_on(player.colour), bold=True)
        self._say(player.name[:1].upper(), (x, y + tall * 0.36), letters, align=0.5)

    def _head(self) -> None:
        """The winner, in the colour of the game."""
        result, ink, middle, room = self.result, ink_on(self.accent), WIDTH / 2, WIDTH - 2 * EDGE
        down = (self.top - BAND) / 2
        for ray in range(0, RAYS, 2):
            self.canvas.fill([_ray(ray, middle, 194 + down)], ink, 0.07, below=int(self.band))

        def say(words: str, y: float, letters: Letters) -> None:
            self._say(words, (middle, y + down), letters, room, 0.5)

        say(f"{result.called} \u00b7 {date(result.evening.play.created)}", 66, self._letters(30, ink, 0.92))
        say(result.title, 346, Letters(self.display, 86, ink))
        winners = result.winners
        if not winners:
            return
        crown = tuple((middle - 27 + x, 88 + down + y) for x, y in CROWN)
        self.canvas.fill([crown, rounded_rectangle(middle - 20, 134 + down, 40, 5, (2.5,) * 4)], GOLD)
        each = min(128.0, room / len(winners))
        for at, player in enumerate(winners):
            x = middle + (at - (len(winners) - 1) / 2) * each
            self._token(player, x, 202 + down, min(112.0, each - 12), "#FFFFFF")
        figures = list(dict.fromkeys(one.figure for one in winners if one.figure))
        if figures:
            say(listed(figures), 410, self._letters(50, ink, bold=True))
        if result.reason not in (f"{winners[0].name} won", f"{winners[0].name} wins"):
            say(result.reason, 452, self._letters(27, ink, 0.92))

    def _places(self, top: float) -> None:
        """Everybody else, three in a row."""
        others = self.result.others
        columns = min(ABREAST, len(others))
        wide = (WIDTH - 2 * EDGE) / columns
        for at, player in enumerate(others):
            x, y = EDGE + at % columns * wide, top + 16 + at // columns * PLACE_HIGH
            if at % columns:
                self._rule(x, y + 6, 2, PLACE_HIGH - 12)
            self._token(player, x + 62, y + PLACE_HIGH / 2, 60, LIGHT["edge"])
            name = f"{_ordinal(player.place)} {player.name}" if self.result.winners else player.name
            figure, _, more = player.figure.partition(", ")
            under = f"{name}, {more}" if more else name
            self._say(under, (x + 108, y + 42), self._letters(27, LIGHT["soft"]), wide - 124)
            self._say(figure, (x + 108, y + 83), self._letters(38, LIGHT["ink"], bold=True), wide - 124)

    def _course(self, top: float) -> None:
        """Everybody's line, with their token at its end."""
        how = self.result.course
        if how is None:
            return
        height = self.heights[1]
        words = {rung: how.write(how.figure(rung)) for rung in how.span.rungs}
        letters = self._letters(24, LIGHT["soft"])
        left = EDGE + 48 + max(map(letters.width, words.values()))
        frame = (left, top + 92, WIDTH - EDGE - 92 - left, height - 148)
        self._say(how.title, (EDGE + 32, top + 52), self._letters(29, LIGHT["ink"], bold=True), 600)
        for rung, word in words.items():
            y = how.corner(frame, how.first, how.figure(rung))[1]
            self._rule(left, y - 1, frame[2], 2)
            self._say(word, (left - 14, y + 8), letters, align=1)
        if how.goal:
            ink, right = LIGHT["loss" if how.rounds else "gain"], WIDTH - EDGE - 32
            y = how.corner(frame, how.first, how.goal)[1]
            self._line([(left, y), (left + frame[2], y)], 4, ink, (16, 11))
            self._say(how.goal_name, (right, top + 52), self._letters(26, ink, bold=True), align=1)
            self._line([(right - 144, top + 43), (right - 84, top + 43)], 4, ink, (12, 8))
        for x, word in how.below.items():
            across = how.corner(frame, x, 0)[0]
            if x in (how.first, how.last) or across < left + frame[2] - 90:
                # the last round but one would touch the words of the last
                self._say(word, (across, top + height - 20), letters, align=0.5)
        self._lines(how, frame)

    def _lines(self, how: Course, frame: Box) -> None:
        _, head, _, height = frame
        ends: list[tuple[Player, Corner]] = []
        for player, points in how.lines:
            drawn = [how.corner(frame, x, value) for x, value in simplify(points)]
            pattern = [length * 1.8 for length in dash(player.at)]
            self._line(drawn, 5, legible(player.colour, LIGHT["card"], 3.0), pattern)
            ends.append((player, drawn[-1]))
        middles = keep_apart([y - head for _, (_, y) in ends], height + APART, APART)
        right = frame[0] + frame[2]
        for (player, end), middle in zip(ends, middles, strict=True):
            self._line([end, (right + 26, head + middle)], 2, player.colour)
            self._token(player, right + 44, head + middle, 38, LIGHT["edge"])

    def _moments(self, top: float) -> None:
        """What was remarkable."""
        room = WIDTH - 2 * EDGE
        for at, (player, sentence) in enumerate(self.result.moments):
            y = top + at * MOMENT_HIGH
            if at:
                self._rule(EDGE + 32, y, room - 64, 2)
            middle = y + MOMENT_HIGH / 2
            self._token(player, EDGE + 58, middle, 50, LIGHT["edge"])
            words = sentence.removesuffix(".")
            self._say(words, (EDGE + 104, middle + 11), self._letters(32, LIGHT["ink"]), room - 136)

    def _mark(self) -> None:
        words, letters = "kept with Companion", self._letters(24, LIGHT["soft"])
        left = (WIDTH - letters.width(words) - 46) / 2
        self.canvas.fill([rounded_rectangle(left, HEIGHT - 58, 34, 34, (9,) * 4)], self.accent)
        self._say("C", (left + 17, HEIGHT - 33), Letters(self.display, 24, ink_on(self.accent)), align=0.5)
        self._say(words, (left + 46, HEIGHT - 33), letters)


def _face(path: Path) -> Face:
    known_face = _faces.get(path)
    if known_face is None:
        known_face = _faces[path] = Face(path)
    return known_face


_faces: dict[Path, Face] = {}


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def _shape(shape: str, x: float, y: float, half: float) -> Outline:
    """A token's outline around a point, as ``views.components.player_card`` has it."""
    small = half / 3.5
    corners = {
        "circle": (half,) * 4,
        "shield": (small, small, half, half),
        "arch": (half, half, small, small),
        "leaf": (half, small, half, small),
    }.get(shape, (small,) * 4)
    if shape == "diamond":
        return ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
    return rounded_rectangle(x - half, y - half, 2 * half, 2 * half, (corners[0], corners[1], corners[2], corners[3]))


def _ray(at: int, x: float, y: float) -> Outline:
    far = 1100.0
    angles = (2 * pi * at / RAYS, 2 * pi * (at + 1) / RAYS)
    return ((x, y), *((x + far * cos(one), y + far * sin(one)) for one in angles))
