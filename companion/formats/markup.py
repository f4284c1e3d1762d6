"""Elements of HTML: whatever is not markup already is escaped. Loaded with the server, and without any game."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

from models.names import clean


class Html(str):
    """Text that is markup already; made only here."""

    __slots__ = ()


Inside: TypeAlias = "str | Html"

EMPTY = frozenset({"meta", "br", "input"})
"""Elements without an end tag."""


def words(inside: Inside) -> Html:
    """Escape text; markup stays as it is."""
    return inside if isinstance(inside, Html) else Html(escape(clean(inside)))


def tag(name: str, /, *inside: Inside, **attributes: str | None) -> Html:
    """Make an element. ``class_`` is the class, ``aria_label`` is aria-label; attributes of ``None`` are left out."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(clean(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in EMPTY:
        return Html(f"<{name}{pairs}>")
    return Html(f"<{name}{pairs}>{''.join(words(one) for one in inside)}</{name}>")


def join(*parts: Inside) -> Html:
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
