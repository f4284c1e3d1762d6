"""Elements of a page. Whatever is not an element already is taken for words, and nothing in words means anything."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

from companion.formats.names import plain


class Html(str):
    """Text that is markup already, made here and nowhere else."""

    __slots__ = ()


Inside: TypeAlias = "str | Html"

EMPTY = frozenset({"meta", "br"})
"""Elements that have no end."""


def words(inside: Inside) -> Html:
    """Words as they stand on a page; what is markup already stays as it is."""
    return inside if isinstance(inside, Html) else Html(escape(plain(inside)))


def tag(name: str, /, *inside: Inside, **attributes: str | None) -> Html:
    """Make an element. Of attributes, ``class_`` is the class, ``aria_label`` is aria-label; those of None are not."""
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(plain(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in EMPTY:
        return Html(f"<{name}{pairs}>")
    return Html(f"<{name}{pairs}>{''.join(words(one) for one in inside)}</{name}>")


def joined(*parts: Inside) -> Html:
    """Set pieces one after another."""
    return Html("".join(words(one) for one in parts))
