"""The rules of the game in our own words, and how the book works, with a search through both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.game import Page
from companion.core.table import Table
from views.app_shell import header
from views.components import controls
from views.components.controls import Style, button, field, press, screen, soft, text
from views.components.sections import fold, scroll_pane, side_by_side
from views.rules.guide import extras, help_pages, page_text
from views.state.client import Client
from views.state.play_state import PlayState

TABLES = (3, 2)
"""Pages with tables are wider than those without by this factor."""


@dataclass(eq=False)
class RulesState(ft.Observable):
    """Which pages are open, and the words searched for."""

    open: frozenset[str] = frozenset()
    find: str = ""

    def toggle(self, title: str) -> None:
        """Open a page, or close it again."""
        self.open = self.open ^ {title}

    def search(self, words: str) -> None:
        """Look for some words."""
        self.find = words

    def open_only(self, titles: frozenset[str]) -> None:
        """Open these pages and no others."""
        self.open = titles


@dataclass(frozen=True, slots=True)
class PageContext:
    """What all pages are drawn with: which are open, the search, the table, text size, and who hears of typing."""

    leafing: RulesState
    find: str
    table: Table
    scale: float
    writing: Callable[[bool], object]


@screen
def RulesScreen(client: Client, state: PlayState) -> ft.Control:
    """Show the rules page by page; a tap on a heading opens it."""
    leafing, _ = ft.use_state(RulesState())
    game, table = state.snapshot.game, state.snapshot.table

    def writing(on: bool) -> None:
        state.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))
    find = leafing.find.strip()
    pages = help_pages(alone=client.open_plays.storage.alone)
    rules, ways = matching(game.pages, find, table), matching(pages, find, table)
    titles = frozenset(page.title for page in (*game.pages, *pages))
    everything = leafing.open == titles
    blocks: list[ft.Control] = [
        field(
            "Find in the rules",
            leafing.find,
            leafing.search,
            focused=writing,
            prefix_icon=ft.Icons.SEARCH,
            key="find-rule",
        ),
    ]
    if find:
        count = len(rules) + len(ways)
        found = f"{count} {'page' if count == 1 else 'pages'} with \u201c{find}\u201d" if count else ""
        blocks.append(soft(found or f"Nothing in the rules fits \u201c{find}\u201d.", Style.BODY_MEDIUM))
    else:
        words = "Close all pages" if everything else "Open all pages"
        sign = ft.Icons.UNFOLD_LESS if everything else ft.Icons.UNFOLD_MORE
        wanted = frozenset() if everything else titles
        blocks.append(ft.Row([button(words, press(leafing.open_only, wanted), tone="quiet", icon=sign)]))
    sheet = PageContext(leafing, find, table, client.prefs.scale, writing)
    left: list[ft.Control] = []
    right: list[ft.Control] = []
    if rules:
        left.append(_chapter(f"{game.title}: the rules in short", rules, sheet))
        if not find:
            left.append(soft(f"Told in our own words, after the {game.edition}. The rulebook has the last word."))
    if ways:
        right.append(_chapter("How the book works", ways, sheet))
    tables = any(page.grids for page in game.pages)
    blocks += side_by_side(client, left, right, spacing=12, shares=TABLES if tables else (1, 1))
    return ft.Column(
        [
            header(client, "Rules", back="" if client.wide else "/"),
            ft.Container(scroll_pane(client, *blocks, spacing=12), expand=True),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def matching(pages: tuple[Page, ...], find: str, table: Table) -> tuple[Page, ...]:
    """The pages with all of these words, in any order, in their text or in their tables."""
    wanted = find.casefold().split()
    if not wanted:
        return pages
    return tuple(page for page in pages if all(word in page_text(page, table).casefold() for word in wanted))


def _chapter(title: str, pages: tuple[Page, ...], sheet: PageContext) -> ft.Control:
    return controls.column(controls.heading(title), *(_page(page, sheet) for page in pages), spacing=8)


def _page(page: Page, sheet: PageContext) -> ft.Control:
    unfolded = bool(sheet.find) or page.title in sheet.leafing.open
    first = page.paragraphs[0] if page.paragraphs else ""
    inside = [_paragraph(words, sheet.find) for words in page.paragraphs] if unfolded else []
    if unfolded:
        inside += extras(page, sheet.table, sheet.scale, sheet.writing)
    return fold(
        page.title,
        "" if unfolded else shortened(first),
        inside,
        unfolded=unfolded,
        toggle=press(sheet.leafing.toggle, page.title),
        key=f"page-{page.title}",
    )


def shortened(words: str, most: int = 70) -> str:
    """Shorten a paragraph, to show what a page is about."""
    if len(words) <= most:
        return words
    return words[:most].rsplit(" ", 1)[0].rstrip(",.;:") + "\u2026"


def _paragraph(words: str, find: str) -> ft.Control:
    """Show a paragraph; one that contains the search term is highlighted."""
    made = text(words, Style.BODY_LARGE)
    if find and any(word in words.casefold() for word in find.casefold().split()):
        return controls.card(made, tone="warn", padding=12)
    return ft.Container(made, padding=ft.Padding.symmetric(horizontal=8, vertical=2))
