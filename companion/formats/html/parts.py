"""Players and tables on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from companion.core.show.people import Person
from companion.formats.markup import OUTLINES, Inside, tag


def badge(at: int, person: Person) -> Element:
    """The token with the initial, hidden from screen readers as the name is beside it."""
    letter = tag("text", person.name[:1].upper(), x="20", y="27", class_="letter")
    path = tag("path", d=OUTLINES[person.shape])
    return tag("svg", path, letter, class_=f"badge p{at}", viewBox="0 0 40 40", aria_hidden="true")


def called(at: int, person: Person) -> Element:
    """Badge and name."""
    return tag("span", badge(at, person), tag("bdi", person.name), class_="who")


def paragraph(words: str, look: str | None = None) -> Element | None:
    """A sentence, where there is one."""
    return tag("p", words, class_=look) if words else None


def grid(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Inside]],
    foot: Sequence[str] = (),
    first: int = 1,
) -> Element:
    """A table with a caption; from the column ``first`` on it holds figures, and the first column heads its row."""

    def row(cells: Sequence[Inside], scope: str) -> Element:
        return tag("tr", *(cell(at, inside, scope) for at, inside in enumerate(cells)))

    def cell(at: int, inside: Inside, scope: str) -> Element:
        heads_what = scope if scope == "col" or at == 0 else None
        return tag(
            "th" if heads_what else "td",
            inside,
            scope=heads_what,
            class_="n" if at >= first else None,
        )

    table = tag(
        "table",
        tag("caption", caption),
        tag("thead", row(heads, "col")),
        tag("tbody", *(row(cells, "row") for cells in rows)),
        tag("tfoot", row(foot, "row")) if foot else None,
    )
    return tag("div", table, class_="wide", tabindex="0", role="region", aria_label=caption)


def list_of(items: Iterable[Inside], **attributes: str | None) -> Element:
    """A list whose looks don't hide from screen readers that it is one."""
    return tag("ul", *(tag("li", item) for item in items), role="list", **attributes)
