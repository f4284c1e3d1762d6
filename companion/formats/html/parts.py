"""Elements of a page, and the players on it.

Everything that is not markup already is escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from companion.core.game import Standing
from companion.core.player_colours import look
from companion.formats.evening import Evening, plain


class Html(str):
    """Text that is markup already; made only here."""

    __slots__ = ()


Inside: TypeAlias = "str | Html"

EMPTY = frozenset({"meta", "br"})
"""Elements without an end tag."""


def words(inside: Inside) -> Html:
    """Escape text; markup stays as it is."""
    return inside if isinstance(inside, Html) else Html(escape(plain(inside)))


def tag(name: str, /, *inside: Inside, **attributes: str | None) -> Html:
    """Make an element. ``class_`` is the class, ``aria_label`` is aria-label; attributes of ``None`` are left out."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(plain(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in EMPTY:
        return Html(f"<{name}{pairs}>")
    return Html(f"<{name}{pairs}>{''.join(words(one) for one in inside)}</{name}>")


def joined(*parts: Inside) -> Html:
    """Join pieces."""
    return Html("".join(words(one) for one in parts))


OUTLINES = {
    "circle": "M20 2a18 18 0 1 1 0 36a18 18 0 1 1 0-36z",
    "square": "M7 3h26a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4h-26a4 4 0 0 1-4-4v-26a4 4 0 0 1 4-4z",
    "diamond": "M22 2l16 16a3 3 0 0 1 0 4L22 38a3 3 0 0 1-4 0L2 22a3 3 0 0 1 0-4L18 2a3 3 0 0 1 4 0z",
    "shield": "M7 3h26a4 4 0 0 1 4 4v13a17 17 0 0 1-34 0v-13a4 4 0 0 1 4-4z",
    "arch": "M20 3a17 17 0 0 1 17 17v13a4 4 0 0 1-4 4h-26a4 4 0 0 1-4-4v-13a17 17 0 0 1 17-17z",
    "leaf": "M20 3h13a4 4 0 0 1 4 4v13a17 17 0 0 1-17 17h-13a4 4 0 0 1-4-4v-13a17 17 0 0 1 17-17z",
}
"""Shapes within 40 by 40."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A player on the page; ``at`` is the index of the seat, from zero, by which the style sets the colour."""

    at: int
    key: str
    name: str
    colour: str
    shape: str
    standing: Standing

    @property
    def badge(self) -> Html:
        """The token with the initial, hidden from screen readers as the name is beside it."""
        letter = tag("text", self.name[:1].upper(), x="20", y="27", class_="letter")
        return tag(
            "svg",
            tag("path", d=OUTLINES[self.shape]),
            letter,
            class_=f"badge p{self.at}",
            viewBox="0 0 40 40",
            aria_hidden="true",
        )

    @property
    def called(self) -> Html:
        """Badge and name."""
        return tag("span", joined(self.badge, tag("bdi", self.name)), class_="who")


def guests(evening: Evening) -> tuple[Guest, ...]:
    """Everyone seated. The token on the board decides the colour, then the choice made when sitting down."""
    game, table = evening.game, evening.table
    found = []
    for at, seat in enumerate(table.players):
        standing = game.standing(table, seat.key)
        colour, shape = look(at, seat.colour, seat.token, standing.colour)
        found.append(Guest(at, seat.key, table.name(seat.key), colour, shape, standing))
    return tuple(found)
