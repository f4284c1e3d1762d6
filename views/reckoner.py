"""What stands on a page of the rules beside its words: tables worked out now, and a field that answers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import flet as ft

from models.ledger import Refusal
from views import parts
from views.field import field
from views.grids import grid, words_of
from views.parts import Style, screen, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.game import Grid, Page, Reckoner
    from companion.table import Table

log = logging.getLogger("companion.views")

LONGEST = 60
"""So many letters are more than any question of a page needs."""


def grids_of(page: Page, table: Table) -> tuple[Grid, ...]:
    """The tables of a page, as the rules work them out for this table; none where they can't be."""
    if page.grids is None:
        return ()
    try:
        return page.grids(table)
    except Exception:
        # a fault in one table must not take the rules away, nor the search through them
        log.exception("the tables of %s could not be worked out", page.title)
        return ()


def said(page: Page, table: Table) -> str:
    """Everything that a page says, for a search: its words, its tables and what it asks."""
    asked = (page.asks.label, page.asks.hint) if page.asks else ()
    return " ".join((page.title, *page.paragraphs, *asked, *map(words_of, grids_of(page, table))))


def extras(page: Page, table: Table, scale: float, focused: Callable[[bool], object]) -> list[ft.Control]:
    """Draw the tables of a page and its field, to stand below its paragraphs."""
    made: list[ft.Control] = [grid(one, scale) for one in grids_of(page, table)]
    if page.asks:
        made.append(AskingField(page.asks, table, focused, key=f"asks-{page.title}"))
    return made


def answer(asks: Reckoner, table: Table, words: str) -> tuple[tuple[str, ...], str]:
    """The answer to what is typed, and why there is none; neither where nothing is typed."""
    plain = " ".join(words.split())[:LONGEST]
    if not plain:
        return (), ""
    try:
        return asks.reckon(table, plain), ""
    except Refusal as refusal:
        return (), refusal.sentence
    except Exception:
        log.exception("%s could not be reckoned", asks.label)
        return (), "The book can't work this one out."


@screen
def AskingField(asks: Reckoner, table: Table, focused: Callable[[bool], object]) -> ft.Control:
    """Ask, and answer below the field as one types. Nothing of it is recorded."""
    words, write = ft.use_state("")
    lines, wrong = answer(asks, table, words)
    below: list[ft.Control] = []
    if lines:
        made = parts.column(*(text(line, Style.TITLE_SMALL) for line in lines), spacing=4)
        below.append(
            ft.Semantics(
                content=parts.card(made, tone="info", padding=12),
                live_region=True,
                container=True,
                identifier="reckoned",
            )
        )
    if wrong:
        below.append(parts.note(wrong, "bad", live=True))
    asked = field(asks.label, words, write, helper=asks.hint, focused=focused, key=f"ask-{asks.label}")
    return parts.column(asked, *below, spacing=8)
