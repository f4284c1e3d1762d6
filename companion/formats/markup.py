"""Elements of HTML and SVG; text is escaped where they are written. Loaded with the server, and without any game."""

from __future__ import annotations

from typing import TypeAlias
from xml.etree.ElementTree import Element, tostring

from models.names import clean

Inside: TypeAlias = "str | Element | None"
BLANK = " "
"""Keeps two elements apart that stand in one line."""


def tag(name: str, /, *inside: Inside, **attributes: str | None) -> Element:
    """Make an element. ``class_`` is the class, ``aria_label`` is aria-label; what is ``None`` is left out."""
    pairs = {
        key.rstrip("_").replace("_", "-"): clean(value)
        for key, value in attributes.items()
        if value is not None
    }
    made = Element(name, pairs)
    for part in inside:
        if isinstance(part, Element):
            made.append(part)
        elif part is not None:
            words = part if part == BLANK else clean(part)
            if len(made):
                made[-1].tail = (made[-1].tail or "") + words
            else:
                made.text = (made.text or "") + words
    return made


def write(element: Element) -> str:
    """Write an element as HTML."""
    return tostring(element, encoding="unicode", method="html")


OUTLINES = {
    "circle": "M20 2a18 18 0 1 1 0 36a18 18 0 1 1 0-36z",
    "square": "M7 3h26a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4h-26a4 4 0 0 1-4-4v-26a4 4 0 0 1 4-4z",
    "diamond": "M22 2l16 16a3 3 0 0 1 0 4L22 38a3 3 0 0 1-4 0L2 22a3 3 0 0 1 0-4L18 2a3 3 0 0 1 4 0z",
    "shield": "M7 3h26a4 4 0 0 1 4 4v13a17 17 0 0 1-34 0v-13a4 4 0 0 1 4-4z",
    "arch": "M20 3a17 17 0 0 1 17 17v13a4 4 0 0 1-4 4h-26a4 4 0 0 1-4-4v-13a17 17 0 0 1 17-17z",
    "leaf": "M20 3h13a4 4 0 0 1 4 4v13a17 17 0 0 1-17 17h-13a4 4 0 0 1-4-4v-13a17 17 0 0 1 17-17z",
}
"""Shapes within 40 by 40."""
