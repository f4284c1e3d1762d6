"""How large a board is drawn: in a hand, on a table, or for everybody in the room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from models.frozen import frozen
from views.theme import GROWTH

PHONE, TABLET, ROOM = "phone", "tablet", "room"


@frozen
class Look:
    """The sizes of a board's parts in pixels, and the space it has.

    ``LOOKS`` has them at text size 1, and for the room in a window of 1600 by 900; ``sized`` fits them to a screen.
    """

    kind: str
    small: float
    """Letters of remarks: no board has smaller ones."""
    words: float
    """Letters of names and sentences."""
    figure: float
    """Letters of a figure on a line."""
    large: float
    """Letters of the figures that a board is looked at for, such as totals."""
    title: float
    token: float
    """A player's token on a line."""
    row: float
    """The least height of a line."""
    gap: float
    edge: float
    """What is left free between a board's border and what stands in it."""
    radius: float
    growth: float = GROWTH
    """Letters grow by no more pixels than this."""
    unit: float = 1
    """How much larger the screen shows everything."""
    width: float = 0
    height: float = 0

    def of(self, measure: float) -> float:
        """A length in pixels on this screen."""
        return round(measure * self.unit, 1)

    def letters(self, size: float) -> float:
        """A size of letters in pixels on this screen."""
        return round(min(size * self.unit, size + self.growth), 1)

    def sized(self, unit: float, width: float, height: float = 0) -> Look:
        """Fit all sizes to a screen's ``unit``: its text size, or for the room ``unit_of`` its window."""
        look = replace(self, unit=unit, width=width, height=height)
        lengths = ("token", "row", *(("gap", "edge", "radius") if self.kind == ROOM else ()))
        letters = ("small", "words", "figure", "large", "title")
        sizes: dict[str, Any] = {name: look.of(getattr(self, name)) for name in lengths}
        sizes |= {name: look.letters(getattr(self, name)) for name in letters}
        return replace(look, **sizes)


LOOKS = {
    PHONE: Look(
        PHONE,
        small=12,
        words=15,
        figure=17,
        large=20,
        title=17,
        token=24,
        row=48,
        gap=10,
        edge=8,
        radius=14,
    ),
    TABLET: Look(
        TABLET,
        small=13,
        words=15,
        figure=18,
        large=30,
        title=20,
        token=24,
        row=48,
        gap=10,
        edge=12,
        radius=14,
    ),
    ROOM: Look(
        ROOM,
        small=28,
        words=34,
        figure=42,
        large=62,
        title=40,
        token=46,
        row=46,
        gap=22,
        edge=20,
        radius=22,
        growth=float("inf"),
    ),
}
