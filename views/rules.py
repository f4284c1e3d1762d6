"""The rules of the game in our own words, and how the book works, with a search through both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.fold import field, fold, pane, spread
from views.help import HELP
from views.parts import Style, button, press, screen, soft, text
from views.shell import header

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.game import Page
    from views.store import Desk, Store


@dataclass(eq=False)
class Leafing(ft.Observable):
    """Which pages lie open, and the words looked for."""

    open: frozenset[str] = frozenset()
    find: str = ""

    def toggle(self, title: str) -> None:
        """Open a page, or close it again."""
        self.open = self.open ^ {title}

    def seek(self, words: str) -> None:
        """Look for some words."""
        self.find = words

    def all_of(self, titles: frozenset[str]) -> None:
        """Open these pages and no others."""
        self.open = titles


@screen
def RulesScreen(store: Store, desk: Desk) -> ft.Control:
    """Show the rules page by page; a tap on a heading opens it."""
    leafing, _ = ft.use_state(Leafing())
    game = desk.picture.game

    def writing(on: bool) -> None:
        desk.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))
    find = leafing.find.strip()
    rules, ways = fitting(game.pages, find), fitting(HELP, find)
    titles = frozenset(page.title for page in (*game.pages, *HELP))
    everything = leafing.open == titles
    blocks: list[ft.Control] = [
        field(
            "Find in the rules",
            leafing.find,
            leafing.seek,
            focused=writing,
            prefix_icon=ft.Icons.SEARCH,
            key="find-rule",
        ),
    ]
    if find:
        count = len(rules) + len(ways)
        said = f"{count} {'page' if count == 1 else 'pages'} with \u201c{find}\u201d" if count else ""
        blocks.append(soft(said or f"Nothing in the rules fits \u201c{find}\u201d.", Style.BODY_MEDIUM))
    else:
        words = "Close all pages" if everything else "Open all pages"
        sign = ft.Icons.UNFOLD_LESS if everything else ft.Icons.UNFOLD_MORE
        wanted = frozenset() if everything else titles
        blocks.append(ft.Row([button(words, press(leafing.all_of, wanted), tone="quiet", icon=sign)]))
    left: list[ft.Control] = []
    right: list[ft.Control] = []
    if rules:
        left.append(_chapter(f"{game.title}: the rules in short", rules, leafing, find))
        if not find:
            left.append(soft(f"Told in our own words, after the {game.edition}. The rulebook has the last word."))
    if ways:
        right.append(_chapter("How the book works", ways, leafing, find))
    blocks += spread(store, left, right, spacing=12)
    return ft.Column(
        [
            header(store, "Rules", back="" if store.wide else "/"),
            ft.Container(pane(store, *blocks, spacing=12), expand=True),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def fitting(pages: tuple[Page, ...], find: str) -> tuple[Page, ...]:
    """The pages with all of these words, in any order."""
    wanted = find.casefold().split()
    return tuple(
        page for page in pages if all(word in f"{page.title} {' '.join(page.paragraphs)}".casefold() for word in wanted)
    )


def _chapter(title: str, pages: tuple[Page, ...], leafing: Leafing, find: str) -> ft.Control:
    return parts.column(
        parts.heading(title), *(_page(page, leafing, find, leafing.toggle) for page in pages), spacing=8
    )


def _page(page: Page, leafing: Leafing, find: str, toggle: Callable[[str], object]) -> ft.Control:
    unfolded = bool(find) or page.title in leafing.open
    first = page.paragraphs[0] if page.paragraphs else ""
    return fold(
        page.title,
        "" if unfolded else shortened(first),
        [_paragraph(words, find) for words in page.paragraphs] if unfolded else [],
        unfolded=unfolded,
        toggle=press(toggle, page.title),
        key=f"page-{page.title}",
    )


def shortened(words: str, most: int = 70) -> str:
    """Begin a paragraph, to show what a page is about."""
    if len(words) <= most:
        return words
    return words[:most].rsplit(" ", 1)[0].rstrip(",.;:") + "\u2026"


def _paragraph(words: str, find: str) -> ft.Control:
    """Write a paragraph; one with the word looked for stands on a ground of its own."""
    made = text(words, Style.BODY_LARGE)
    if find and any(word in words.casefold() for word in find.casefold().split()):
        return parts.card(made, tone="warn", padding=12)
    return ft.Container(made, padding=ft.Padding.symmetric(horizontal=8, vertical=2))
