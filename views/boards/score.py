"""A score sheet: rounds down and players across, what they come to, and for a room who leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import flet as ft

from companion.core.prompt import Offer
from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.table import listed
from companion.core.units import speak
from views import theme
from views.boards.look import ROOM, Look
from views.boards.parts import BOLD, figure, panel, size_of_words, soft, who, words
from views.components import controls
from views.components.amounts import width
from views.components.charts import ChartView
from views.components.controls import Controls, Part, packed, panes, press, read_out, row, screen
from views.state.play.play_snapshot import People, Person
from views.theme import ACCENT, INK, LOSS, ON_ACCENT, ON_TINT, SOFT_INK, TINT

NONE = "\N{EN DASH}"
CLOSE = 10
"""So few points below the limit are a warning."""
NAMES = 0.22
"""The rounds' names take no larger part of the width."""
NAMED = 3
"""A column this many times as wide as its letters are high shows a name, not its token alone."""
BESIDE = 520
"""Width of what stands beside the sheet in a room; where names need the room the sheet has all the width."""
CHARTED = 140
"""Height of who leads, above the chart."""
TALLER = 1.4
"""A round in a room is at most this many times as high as it need be."""
ICON, FRAME = 0.9, 1.1
"""What a sign and a frame take of a score's width, in parts of its size."""


def ordinal(place: int) -> str:
    """Say a place: 1st, 2nd, 3rd."""
    teens = place % 100 in (11, 12, 13)
    return f"{place}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"


def points_left(sheet: ScoreSheet, at: int) -> int | None:
    """How many points a player has left before they are out; nothing where none are counted."""
    if sheet.limit is None or sheet.seats[at] in sheet.out:
        return None
    return max(0, sheet.limit - sheet.totals[at])


def describe_score(name: str, score: Score) -> str:
    """Say one score as a screen reader should."""
    if not score.figure:
        return f"{name} none"
    remarks = (
        f"{name} {score.text or speak(score.points or 0, score.unit)}",
        f"and {score.extra} more as a penalty" if score.extra else "",
        score.sign,
        score.frame,
        "crossed out, does not count" if score.crossed_out else "",
    )
    return " ".join(filter(None, remarks))


def describe_round(sheet: ScoreSheet, line: Round, names: dict[str, str]) -> str:
    """Say a round in one sentence."""
    if not any(score.figure for score in line.scores):
        return f"Round {line.label} is still to come"
    said = [
        describe_score(names[seat], score)
        for seat, score in zip(sheet.seats, line.scores, strict=True)
    ]
    return f"Round {line.label}: {', '.join(said)}." + (f" {line.note}" if line.note else "")


def describe_totals(sheet: ScoreSheet, names: dict[str, str]) -> str:
    """Say the totals in one sentence, with places and what is left to the limit."""
    said = []
    for at, seat in enumerate(sheet.seats):
        total = f"{names[seat]} {speak(sheet.totals[at], sheet.unit)}"
        left = points_left(sheet, at)
        if place := _place(sheet, at):
            total += f" {place}"
        said.append(total + (f" with {left} to go" if left is not None else ""))
    return f"Totals: {', '.join(said)}."


def _place(sheet: ScoreSheet, at: int) -> str:
    if sheet.seats[at] in sheet.out:
        return "out"
    return ordinal(sheet.ranks[at]) if sheet.rounds else ""


def rounds_shown(sheet: ScoreSheet, most: int) -> tuple[Round, ...]:
    """The last rounds, as many as have room, and at least one of those to come."""
    blank = (Score(),) * len(sheet.seats)
    ahead = sheet.to_come[: max(1, most - len(sheet.rounds))]
    return (*sheet.rounds, *(Round(label, blank) for label in ahead))[-most:]


@dataclass(frozen=True)
class Ruling:
    """A sheet with the columns that it has in a look."""

    sheet: ScoreSheet
    people: dict[str, Person]
    look: Look

    @cached_property
    def names(self) -> dict[str, str]:
        """The players' names by their seats."""
        return {seat: person.name for seat, person in self.people.items()}

    @cached_property
    def label(self) -> float:
        """Width of the rounds' names."""
        labels = [line.label for line in self.sheet.rounds] + [*self.sheet.to_come, "99"]
        widest = max(width(label, self.look.words) for label in labels)
        return min(self.look.width * NAMES, widest + self.look.gap)

    @cached_property
    def column(self) -> float:
        """Width of a player's column."""
        left = self.look.width - 2 * self.look.edge - self.label
        return left / max(1, len(self.sheet.seats))

    @property
    def fits(self) -> bool:
        """Whether the columns have room for each name in the smallest letters."""
        longest = max(width(name) for name in self.names.values())
        return longest * self.look.small <= self.column

    @property
    def named(self) -> bool:
        """Whether the columns have room for names; for a room they have it for whole ones."""
        return self.fits if self.look.kind == ROOM else self.column >= NAMED * self.look.words

    @property
    def head(self) -> float:
        """Height of the names."""
        look = self.look
        return look.token + look.gap + (look.words * 1.2 if self.named else 0)

    @property
    def foot(self) -> float:
        """Height of the totals."""
        lines = 1 if self.sheet.limit is None else 2
        return self.look.large * 1.2 + self.look.small * 1.2 * lines + self.look.gap

    def rounds(self) -> tuple[tuple[Round, ...], float]:
        """The rounds that are drawn, and the height of each: in a room nobody scrolls."""
        look = self.look
        if look.kind != ROOM:
            return self.sheet.rounds, look.row
        space = look.height - self.head - self.foot - look.gap - 4
        shown = rounds_shown(self.sheet, max(1, int(space // (look.row + 1))))
        return shown, min(look.row * TALLER, space / max(1, len(shown)) - 1)

    @cached_property
    def size(self) -> float:
        """Size of every score, so that the widest has room in its column."""
        widest = max(
            (
                width(score.figure)
                + (FRAME if score.frame else 0)
                + (ICON if score.sign in self.sheet.icons else 0)
                for line in self.sheet.rounds
                for score in line.scores
            ),
            default=0,
        )
        return min(self.look.figure, self.column / max(1.0, widest))

    def line(self, label: str, cells: Controls, height: float) -> ft.Control:
        """Set a line of the sheet: its name, and a cell for each seat, all as wide as each other."""
        size = size_of_words(label, self.label, self.look.words)
        left = ft.Alignment.CENTER_LEFT
        name = ft.Container(soft(label, size), width=self.label, height=height, alignment=left)
        centre = ft.Alignment.CENTER
        rest = (ft.Container(cell, expand=True, alignment=centre) for cell in cells)
        return row(name, *rest, spacing=0)

    def heads(self) -> ft.Control:
        """Show the players, with their names where there is room."""
        cells = []
        for seat in self.sheet.seats:
            out, name = seat in self.sheet.out, self.names[seat]
            size = size_of_words(name, self.column, self.look.words, self.look.small)
            said = words(name, size, SOFT_INK if out else INK, crossed_out=out)
            token = who(self.people[seat], self.look.token)
            cells.append(_stack(token, said if self.named else None))
        label = "Score sheet of " + listed(self.names[seat] for seat in self.sheet.seats)
        made = ft.Container(self.line("", cells, self.head), border=theme.line("bottom"))
        return read_out(made, label, header=True)

    def round(
        self, line: Round, height: float, correct: Callable[[Offer | int], object] | None
    ) -> ft.Control:
        """Draw a round; where it can be corrected, a tap does it."""
        cells = [
            self.score(score, out=seat in self.sheet.out)
            for seat, score in zip(self.sheet.seats, line.scores, strict=True)
        ]
        note = None
        if line.note and self.look.kind != ROOM:
            said = soft(line.note, self.look.small, lines=None)
            note = ft.Container(said, padding=ft.Padding(self.label, 0, 0, 6))
        act = press(correct, line.correction) if correct and line.correction else None
        made = ft.Container(
            packed(self.line(line.label, cells, height), note),
            border=theme.line("bottom"),
            ink=bool(act),
            on_click=act,
        )
        spoken = describe_round(self.sheet, line, self.names)
        return read_out(
            made,
            spoken + (" Tap to correct." if act else ""),
            button=act is not None,
            on_tap=act,
            key=f"round-{line.label}",
        )

    def score(self, score: Score, *, out: bool) -> ft.Control:
        """Write a score with its penalty, its sign and its frame."""
        if not score.figure:
            return soft(NONE, self.size)
        crossed_out, quiet = score.crossed_out, out or score.crossed_out
        framed = bool(score.frame) and not crossed_out
        ink = SOFT_INK if quiet else ON_TINT if framed else INK
        weight = BOLD if framed else ft.FontWeight.W_500
        said = figure(score.figure, self.size, ink, weight=weight, crossed_out=crossed_out)
        sign = None
        if score.sign in self.sheet.icons:
            icon = theme.icon(self.sheet.icons[score.sign])
            sign = ft.Icon(icon, ACCENT, self.size * 0.8)
        made: ft.Control = controls.inline(said, sign)
        if framed:
            made = ft.Container(
                made,
                bgcolor=TINT,
                border=ft.Border.all(1, ACCENT),
                border_radius=self.size * 0.4,
                padding=theme.sides(self.size * 0.35),
            )
        if not score.extra:
            return made
        size, red = min(self.size, self.look.small), SOFT_INK if quiet else LOSS
        penalty = words(f"+{score.extra}", size, red, crossed_out=crossed_out)
        middle = ft.MainAxisAlignment.CENTER
        return row(made, penalty, spacing=4, run_spacing=0, wrap=True, alignment=middle)

    def total(self, at: int) -> ft.Control:
        """Write a total, with the place and what is left to the limit; who leads stands on the accent."""
        sheet, look, seat = self.sheet, self.look, self.sheet.seats[at]
        left, place = points_left(sheet, at), _place(sheet, at)
        leads = bool(sheet.rounds) and sheet.ranks[at] == 1 and seat not in sheet.out
        warned = left is not None and left <= CLOSE
        ink = ON_ACCENT if leads else SOFT_INK if seat in sheet.out else LOSS if warned else INK
        under = filter(None, (place, "" if left is None else f"{left} left"))
        room = self.column - look.gap
        size = min(size_of_words(sheet.write(total), room, look.large) for total in sheet.totals)
        remarks = [words(said, size_of_words(said, room, look.small), ink) for said in under]
        return ft.Container(
            _stack(figure(sheet.write(sheet.totals[at]), size, ink), remarks),
            bgcolor=ACCENT if leads else None,
            border_radius=look.radius,
            padding=theme.sides(look.gap / 2, 2),
        )

    def totals(self) -> ft.Control:
        """Write what the rounds come to."""
        cells = [self.total(at) for at in range(len(self.sheet.seats))]
        return read_out(
            self.line("Total", cells, self.foot),
            describe_totals(self.sheet, self.names),
            identifier="totals",
        )


def _stack(*pieces: Part) -> ft.Control:
    return controls.lines(*pieces, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def score(
    sheet: ScoreSheet,
    people: People,
    look: Look,
    correct: Callable[[Offer | int], object] | None = None,
) -> ft.Control:
    """Draw a sheet; for a room who leads beside it. ``correct`` is what a tap on a round does."""
    seats = {person.key: person for person in people}
    beside = replace(look, width=look.of(BESIDE))
    left = Ruling(sheet, seats, replace(look, width=look.width - beside.width - look.gap))
    if look.kind != ROOM or not left.fits:
        return _sheet(Ruling(sheet, seats, look), correct)
    return row(
        _sheet(left, correct),
        _leader(sheet, seats, beside),
        spacing=look.gap,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


ScoreBoard = controls.memo(screen(score))


def last_rounds(sheet: ScoreSheet, people: People, look: Look) -> ft.Control:
    """Show the last rounds in a look's height, their figures below the players' cards."""
    ruling = Ruling(sheet, {person.key: person for person in people}, look)
    height = look.figure * 1.6
    most = max(1, int(look.height // height))
    shown = (replace(line, note="") for line in sheet.rounds[-min(2, most) :])
    rows = [ruling.round(line, height, None) for line in shown]
    return packed(*rows)


def _sheet(ruling: Ruling, correct: Callable[[Offer | int], object] | None) -> ft.Control:
    """Draw names, rounds that scroll, and totals that stay."""
    sheet, look = ruling.sheet, ruling.look
    shown, height = ruling.rounds()
    blank = soft("No round is on the sheet yet.", look.words, lines=None)
    rows = [ruling.round(line, height, correct) for line in shown]
    rounds = panes(rows or ft.Container(blank, padding=look.gap))
    note = None
    if sheet.note and look.kind != ROOM:
        note = soft(sheet.note, look.small, lines=None)
    rounds.scroll, rounds.auto_scroll = ft.ScrollMode.AUTO, True
    lines = panes(ruling.heads(), rounds, ruling.totals(), note)
    return panel(lines, look, width=look.width)


def _leader(sheet: ScoreSheet, seats: dict[str, Person], look: Look) -> ft.Control:
    """Say who leads and by how much, above everybody's line from round to round, and what the last round was."""
    title, said, first = _lead(sheet, seats)
    token = who(seats.get(first), look.large)
    left = look.width - 2 * look.edge - (look.large + look.gap) * len(token)
    about = packed(
        words(title, size_of_words(title, left, look.title, look.small), lines=2),
        soft(said, look.small, lines=2),
    )
    head = row(*token, controls.fill(about), spacing=look.gap)
    note = next((line.note for line in reversed(sheet.rounds) if line.note), "")
    high = look.height - look.of(CHARTED + (80 if note else 0))
    chart = ChartView(sheet.chart, tuple(seats.values()), high, look.small)
    lines = controls.column(
        read_out(head, ". ".join(filter(None, (title, said)))),
        chart if len(sheet.rounds) > 1 else None,
        soft(note, look.small, lines=2),
        spacing=look.gap / 2,
    )
    return panel(lines, look, width=look.width)


def _lead(sheet: ScoreSheet, seats: dict[str, Person]) -> tuple[str, str, str]:
    """Who leads, by how many points, and whose token stands beside it."""

    def name(at: int) -> str:
        return seats[sheet.seats[at]].name

    playing = [at for at in range(len(sheet.seats)) if sheet.seats[at] not in sheet.out]
    order = sorted(playing, key=lambda at: sheet.ranks[at])
    if not sheet.rounds or not order:
        return "Nobody leads yet", "", ""
    first, *others = order
    level = [at for at in order if sheet.ranks[at] == sheet.ranks[first]]
    title, said = f"In front: {listed(map(name, level))}", ""
    if len(level) > 1:
        return title, f"with {sheet.write(sheet.totals[first])} each", ""
    if others:
        by = sheet.totals[others[0]] - sheet.totals[first]
        said = f"{sheet.write(abs(by))} {'fewer' if by > 0 else 'more'} than {name(others[0])}"
    return title, said, sheet.seats[first]
