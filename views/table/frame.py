"""The frame of a sheet: zones of fixed places, and one table of their measures, so that nothing jumps.

What a zone measures follows the width, the height and the text size alone, never words, debts or the last entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from enum import Enum

import flet as ft

from models.frozen import frozen
from views.components import controls
from views.components.controls import Control, Controls, panes, read_out
from views.theme import CARD, GAP_S, HAIRLINE, RADIUS_L


class Place(Enum):
    """Where a sheet lies: in a phone's lower part, on one that lies on its side, or in a pane of a tablet."""

    PHONE = "phone"
    SIDE = "side"
    PANE = "pane"


@frozen
class Measures:
    """Heights of the zones, and of a pad's keys, in logical pixels; ``width`` is that within the sheet's margins."""

    place: Place
    width: float
    text: float = 1
    """The text size."""
    margin: float = 16
    bar: float = 56
    players: float = 68
    turn: float = 0
    last: float = 48
    head: float = 60
    title: float = 22
    """Size of a question's letters, at text size 1."""
    least_title: float = 16
    """Size of a long one's."""
    answers: float = 104
    helper: float = 48
    key: float = 52
    key_gap: float = 6
    columns: int = 4
    """Keys in a row: twelve keys are three rows, or two in a wide pane."""
    receipt: float = 64
    button: float = 56
    gap: float = 8
    nav: float = 48
    more: float = 0
    """Height that tiles have besides the pad's: that of the answers, while there are none."""
    taken: float = 0
    """Height that other answers take from a list of tiles."""
    page: bool = False
    """Whether the sheet is one page that scrolls, with the button pinned: in large text, or in a low window."""

    @property
    def key_width(self) -> float:
        """Width of a key of the pad."""
        return (self.across - (self.columns - 1) * self.key_gap) / self.columns

    @property
    def across(self) -> float:
        """Width of the pad: on a phone's side it is in a column of its own."""
        return PAD_ASIDE if self.place is Place.SIDE and not self.page else self.width

    @property
    def beside(self) -> float:
        """Width of what is above the pad, or on a phone's side beside it."""
        aside = self.place is Place.SIDE and not self.page
        return self.width - (PAD_ASIDE + SPACE if aside else 0)

    @property
    def pad(self) -> float:
        """Height of the pad: a row of helpers and twelve keys."""
        return self.helper + 12 // self.columns * (self.key + self.key_gap) + self.more

    @property
    def sheet(self) -> float:
        """Height of a phone's sheet, from its head to the gap below its button."""
        zones = (self.head, self.answers, self.pad, self.receipt, self.button)
        return sum(zones) + 4 * self.gap


PAD_ASIDE = 296
"""Width of the pad's column on a phone's side."""
SPACE = 16
"""Pixels between the two columns there."""
LARGE = 758
"""Least height of a phone for the large set of measures, without words in the bar at the foot."""
WORDED = 774
"""Least height of a phone for words there."""
LEAST_GROWN = 844
"""Least height of a phone for zones that stand in large text."""
LEAST_SMALL = 640
"""Least height of a phone for the small set; a lower sheet is one page."""
PLAIN_SIDE = 382
"""Least height of a phone on its side for keys of their usual height."""
LEAST_SIDE = 354
"""Least height of a phone on its side; a lower sheet is one page."""
PLAIN_TEXT = 1.15
"""Up to this text size zones are as high as at size 1."""
LARGEST_TEXT = 1.3
"""Up to this text size zones stand on a phone."""
LARGEST_ON_TABLETS = 1.5
"""Up to this text size zones stand on a tablet."""
LEAST_TURN = 40
"""Least height of the zone for whoever is on turn; with less it is empty."""
MOST_TURN = 140
"""Most height of that zone; what is spare beyond it gives the answers more rows."""
ROW = 56
"""Height of such a row."""
WIDE_PANE = 500
"""From this width on a pane has six keys in a row."""

SMALL = Measures(
    Place.PHONE,
    0,
    margin=12,
    bar=48,
    players=48,
    head=32,
    answers=100,
    key=48,
    key_gap=4,
    receipt=44,
    button=52,
    gap=4,
)
GROWN = Measures(
    Place.PHONE, 0, bar=60, players=84, head=72, answers=138, receipt=76, button=60, nav=52
)


def on_phone(width: float, height: float, scale: float) -> Measures:
    """Measure the zones of a phone that is held upright, between the system's bars."""
    if scale > LARGEST_TEXT or height < (LEAST_GROWN if scale > PLAIN_TEXT else LEAST_SMALL):
        return Measures(Place.PHONE, width - 32, scale, key=64, page=True)
    if scale > PLAIN_TEXT:
        grown = replace(GROWN, width=width - 2 * GROWN.margin, text=scale)
        return _with_turn(grown, height - LEAST_GROWN)
    if height < LARGE:
        return _with_turn(
            replace(SMALL, width=width - 2 * SMALL.margin, text=scale), height - LEAST_SMALL
        )
    nav = 64 if height >= WORDED else 48
    return _with_turn(Measures(Place.PHONE, width - 32, scale, nav=nav), height - LARGE - nav + 48)


def _with_turn(measures: Measures, spare: float) -> Measures:
    rows = max(0, -(-(spare - MOST_TURN) // ROW))
    return replace(measures, turn=spare - rows * ROW, answers=measures.answers + rows * ROW)


def on_its_side(width: float, height: float, scale: float) -> Measures:
    """Measure a sheet that is wider than high: a phone's on its side, or one that is turned on a tablet."""
    if scale > LARGEST_TEXT or height < LEAST_SIDE:
        return Measures(Place.SIDE, width - 28, scale, key=64, page=True)
    low = height < PLAIN_SIDE
    return Measures(
        Place.SIDE,
        width - 28,
        scale,
        key=48 if low else 52,
        receipt=44 if low else 64,
        button=52,
    )


def in_pane(width: float, scale: float) -> Measures:
    """Measure a sheet in a pane of a tablet; what is between pad and receipt is not the sheet's."""
    large = scale > LARGEST_ON_TABLETS
    return Measures(
        Place.PANE,
        width - 32,
        scale,
        head=64,
        columns=6 if width >= WIDE_PANE and not large else 4,
        key=64 if large else 52,
        page=large,
    )


MEASURES = "measures"
"""Under this a session keeps the measures of the sheet on its screen."""


def place_sheet(measures: Measures) -> None:
    """Have the sheet on this session's screen drawn by these measures."""
    ft.context.page.session.store.set(MEASURES, measures)


def use_measures() -> Measures:
    """The measures of the sheet on this session's screen; a sheet on a screen of its own is as on a phone."""
    page = ft.context.page
    known: Measures | None = page.session.store.get(MEASURES)
    return known or on_phone(float(page.width or 390), float(page.height or 844), 1)


def abreast() -> int:
    """How many things with words lie beside each other, each with room for them."""
    measures = use_measures()
    return int(measures.across / (WORDS * measures.text))


WORDS = 112
"""Least width for that, at text size 1."""


def evenly(acts: Sequence[Control]) -> ft.Row:
    """Set what can be done instead on one line: it shares the room, or goes on to the right where it has too little.

    The data of one whose words need it is the width without which they would be cut.
    """
    share = (use_measures().across + GAP_S) / max(1, len(acts)) - GAP_S
    if len(acts) > abreast() or any((act.data or 0) > share for act in acts):
        return controls.onward(acts, key="others")
    for act in acts:
        act.expand = True
    return ft.Row([*acts], spacing=GAP_S, key="others")


def in_place_of_answers() -> AbstractContextManager[None]:
    """Have tiles drawn in the place of the answers too, which are beside the pad on a phone's side."""
    measures = use_measures()
    aside = measures.place is Place.SIDE
    return measured(more=0 if aside else measures.answers + measures.gap)


@contextmanager
def measured(**changes: float) -> Iterator[None]:
    """Have something drawn by other measures."""
    measures = use_measures()
    place_sheet(replace(measures, **changes))  # type: ignore[arg-type]  # each is a number
    try:
        yield
    finally:
        place_sheet(measures)


@frozen
class Zones:
    """What a sheet puts into the frame's zones."""

    head: Control | None
    """The question, one small line, (i) or close; what has a head of its own has the place of this one too."""
    answers: Control | None = None
    """What is answered so far; it scrolls."""
    pad: Control | None = None
    """The input of this question; without it the answers have its place too."""
    receipt: Control | None = None
    """The result and what it leaves; before there is one, what can be done instead."""
    button: Control | None = None


def frame(zones: Zones, *, last: Control | None = None, rest: Control | None = None) -> Control:
    """Set a sheet's zones at their places; on one page receipt and button are pinned below what scrolls.

    The ``last`` entry is above the head, but for a page. The ``rest`` fills a pane's spare height, or ends a page.
    """
    measures = use_measures()
    foot: Controls = []
    # what is looked at in place of a sheet, or only read, has all the height
    if zones.head and any((zones.pad, zones.receipt, zones.button)):
        foot = [
            _zone(zones.receipt, None if measures.page else measures.receipt),
            _zone(zones.button, None if measures.page else measures.button),
        ]
    if measures.page:
        around = (zones.head, zones.answers, zones.pad, last, rest)
        page = controls.column(around, spacing=measures.gap)
        return _padded(measures, [controls.scrolling_column(page), *foot])
    data = zones.answers.data if zones.answers else None
    written = data == WRITTEN and measures.place is not Place.PANE
    typed = data in (FIELD, WRITTEN) and measures.place is Place.PHONE
    inside = zones.pad is not None and zones.answers and measures.place is not Place.SIDE
    high = measures.answers if inside else None
    if typed:
        high = measures.answers + (measures.gap if written else measures.pad)
    answers = _scrolled(zones.answers, high, read=not foot)
    above: Controls = [
        *([_zone(last, measures.last)] if last else []),
        _zone(zones.head, measures.head if zones.head else measures.gap),
    ]
    if written:  # it stays above the keyboard with what comes of it, and nothing around it becomes another thing
        above = [ft.Container(height=GAP_S)]
    if measures.place is Place.SIDE:
        left = panes(above, answers)
        if not foot:
            return _padded(measures, [left])
        pad = _zone(zones.pad, measures.pad) if zones.pad else ft.Container(rest, expand=True)
        parts = [*foot, pad] if written else [pad, *foot]
        right = panes(parts, spacing=measures.gap)
        right.expand, right.width, right.alignment = None, PAD_ASIDE, ft.MainAxisAlignment.END
        stretch = ft.CrossAxisAlignment.STRETCH
        # the keys are read out after all that stands beside them
        beside = read_out(left, expand=True), read_out(right)
        both = ft.Row([*beside], spacing=SPACE, expand=True, vertical_alignment=stretch)
        return _padded(measures, [both])
    if zones.pad is None:
        if not typed:
            return _padded(measures, [panes(above, answers), *foot])
        lines = panes(above, answers)
        lines.expand, spare = None, ft.Container(expand=True)
        return _padded(measures, [lines, *foot, spare] if written else [lines, spare, *foot])
    pane = measures.place is Place.PANE
    between = [ft.Container(rest, expand=True)] if pane else []
    # in one column with or without answers: at another place all of its keys would be made anew
    high = measures.pad if zones.answers else measures.answers + measures.gap + measures.pad
    pad = _zone(zones.pad, None if pane else high)
    if zones.answers:
        above.append(answers)
        pad.margin = ft.Margin(top=measures.gap)
    return _padded(measures, [controls.column(above, pad, spacing=0), *between, *foot])


def lay(zones: Zones, last: Control, rest: Control | None = None) -> Control:
    """Set a sheet at its place: below the ``last`` entry on a phone's card, else with it on a ground of its own."""
    measures = use_measures()
    page = measures.page
    if measures.place is Place.PHONE:
        drawn = frame(zones, last=last if page else None, rest=rest)
        return panes(None if page else last, controls.lower_panel(drawn))
    drawn = frame(zones, last=last, rest=rest)
    return on_ground(panes(ft.Container(height=measures.gap), drawn))


def on_ground(panel: Control) -> Control:
    """Set a sheet on a ground of its own."""
    return ft.Container(
        panel,
        bgcolor=CARD,
        border=ft.Border.all(1, HAIRLINE),
        border_radius=RADIUS_L,
        shadow=ft.BoxShadow(blur_radius=14, color=ft.Colors.with_opacity(0.1, ft.Colors.SHADOW)),
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        expand=True,
    )


def _zone(part: Control | None, height: float | None) -> ft.LayoutControl:
    """Give a part its height; one that can't have it is set in a box that has."""
    if isinstance(part, ft.Row | ft.Column | ft.Container):
        part.height = height or part.height
        return part
    return ft.Container(part, height=height)


def _scrolled(part: Control | None, height: float | None, *, read: bool) -> Control:
    """Give a part its height, or else all there is, to be scrolled where that is too little.

    What is ``read``, and what is known to need more, ends in a fade; the room for that below its end stays clear.
    """
    column = part if isinstance(part, ft.Column) else controls.column(part)
    column.scroll, column.height, column.expand = ft.ScrollMode.AUTO, height, height is None or None
    if not (read or (part and part.data == controls.FADES)):
        return column
    column.controls.append(ft.Container(height=FADE))
    column.height = column.expand = None
    clear = ft.Colors.with_opacity(0, CARD)
    top, foot = ft.Alignment.TOP_CENTER, ft.Alignment.BOTTOM_CENTER
    down = ft.LinearGradient([clear, CARD], begin=top, end=foot)
    shade = ft.Container(gradient=down, ignore_interactions=True)
    shade.height, shade.left, shade.right, shade.bottom = FADE, 0, 0, 0
    return ft.Stack([column, shade], fit=ft.StackFit.EXPAND, height=height, expand=height is None)


FADE = 28
"""Height of the fade in which what scrolls ends."""
FIELD, WRITTEN = "field", "written"
"""Data of answers that are a field, and of one that a keyboard may be open for."""


def _padded(measures: Measures, parts: Controls) -> Control:
    """Set a sheet's parts below one another, with its margins."""
    made = panes(parts, spacing=measures.gap)
    made.margin = ft.Margin(measures.margin, 0, measures.margin, measures.gap)
    return made
