"""The rules of a game: its screen, and the pages of the guide, which can be searched."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.core.show.boards import Grid
from companion.core.show.cards import Calculator, Page
from companion.core.table import Table
from companion.core.turn import TurnOf
from companion.core.unknown_game import bare_turn
from models.ledger import Refusal
from models.names import clean, name_key
from views import theme
from views.app_shell import MORE, page, play_route, visit
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Part,
    Style,
    button,
    card,
    column,
    has_words,
    heading,
    log,
    packed,
    press,
    problem,
    quiet_button,
    read_out,
    remark,
    screen,
    soft,
    text,
    wrap,
)
from views.components.data_table import grid, words_of
from views.components.fields import Typed, field
from views.components.sections import fold, halves, scroll_pane, side_by_side
from views.rules.board_values import EditState
from views.rules.help_pages import help_pages
from views.state.client import Client
from views.state.open_plays import DEMO
from views.state.play.play_state import PlayState

LONGEST = 60
"""So many letters are more than any question of a page needs."""


def grids_of(page: Page, t: TurnOf[Any]) -> tuple[Grid, ...]:
    """The tables of a page, computed for this table; none if that fails."""
    if page.grids is None:
        return ()
    try:
        return page.grids(t)
    except Exception:
        # a fault in one table must not take the rules away, nor the search through them
        log.exception("the tables of %s could not be worked out", page.title)
        return ()


def paragraphs_of(page: Page, t: TurnOf[Any]) -> tuple[str, ...]:
    """The paragraphs of a page, with the figures of this table; those without any if that fails."""
    try:
        return page.words(t)
    except Exception:
        log.exception("the words of %s could not be worked out", page.title)
        return tuple(words for words in page.paragraphs if isinstance(words, str))


def page_text(page: Page, t: TurnOf[Any]) -> str:
    """Everything on a page, for a search: its words, its tables and what it asks."""
    asked = (page.asks.label, page.asks.hint) if page.asks else ()
    return " ".join(
        (page.title, *paragraphs_of(page, t), *asked, *map(words_of, grids_of(page, t)))
    )


def answer(asks: Calculator, t: TurnOf[Any], words: str) -> tuple[tuple[str, ...], str]:
    """The answer to what is typed, or why there is none; both empty if nothing is typed."""
    plain = clean(words)[:LONGEST]
    if not plain:
        return (), ""
    try:
        return asks.calculate(t, plain), ""
    except Refusal as refusal:
        return (), refusal.sentence
    except Exception:
        log.exception("%s could not be reckoned", asks.label)
        return (), "The book can't work this one out."


@screen
def AskingField(asks: Calculator, t: TurnOf[Any]) -> Control:
    """A question with its answer below the field, updated while typing. Nothing is recorded."""
    typed, _ = ft.use_state(Typed())
    lines, wrong = answer(asks, t, typed.words)
    found = packed(text(line, Style.TITLE_SMALL) for line in lines)
    said = read_out(card(found, tone="info"), live=True, identifier="reckoned")
    return column(
        field(typed, asks.label, helper=asks.hint, key=f"ask-{asks.label}"),
        said if lines else None,
        problem(wrong),
    )


@screen
def RulesScreen(client: Client, state: PlayState) -> Control:
    """Show the rules page by page; a tap on a heading opens it."""
    leafing, _ = ft.use_state(EditState())
    game, t = state.snapshot.game, state.snapshot.turn()
    helping = help_pages(alone=client.open_plays.storage.alone)
    rules, ways = (draw_pages(client, leafing, pages, t) for pages in (game.pages, helping))
    source = None
    if game.edition and not leafing.sought:
        source = soft(
            f"Told in our own words, after the {game.edition}. The rulebook has the last word."
        )
    left: Part = [heading(f"{game.title}: the rules in short"), rules, source]
    right: Part = [heading("How the book works"), ways]
    return page(
        client,
        "Rules",
        _search("Find in rules and help", leafing, (*game.pages, *helping), len(rules) + len(ways)),
        side_by_side(client, left if rules else None, right if ways else None, spacing=8),
        back="" if client.wide else "/",
    )


@screen
def HelpScreen(client: Client, state: PlayState | None = None) -> Control:
    """Show how the book works: in the middle of a game, or to whoever has none open."""
    leafing, _ = ft.use_state(EditState())
    every = help_pages(alone=client.open_plays.storage.alone)
    found = draw_pages(client, leafing, every, bare_turn(Table(())))
    blocks = _search("Find in help", leafing, every, len(found)), halves(client, found)
    if state:
        return page(client, "Help", blocks, back=play_route(state.play_id, MORE))
    demo = button("Look through a demo evening", visit(DEMO), icon=Icons.VISIBILITY)
    return scroll_pane(client, blocks, demo)


def _search(label: str, leafing: EditState, every: tuple[Page, ...], count: int) -> Part:
    """Draw the field for words, and below it how many pages have them, or what opens all."""
    looked = field(leafing.find, label, prefix_icon=Icons.SEARCH, key="find-rule")
    if find := leafing.sought:
        many = f"{count} {'page' if count == 1 else 'pages'} with" if count else "No page with"
        return [looked, remark(f"{many} \u201c{find}\u201d")]
    titles = frozenset(page.title for page in every)
    closing = leafing.open == titles
    words = "Close all pages" if closing else "Open all pages"
    sign = Icons.UNFOLD_LESS if closing else Icons.UNFOLD_MORE
    return [
        looked,
        wrap(
            quiet_button(
                words,
                leafing.open_only,
                frozenset() if closing else titles,
                icon=sign,
            )
        ),
    ]


def draw_pages(
    client: Client, leafing: EditState, pages: tuple[Page, ...], t: TurnOf[Any]
) -> Controls:
    """Draw the pages with all words searched for, folded but for those that are open and those found by a word."""
    find, drawn = leafing.sought, Controls()
    for leaf in pages:
        if find and not has_words(page_text(leaf, t), find):
            continue
        unfolded = bool(find) or leaf.title in leafing.open
        paragraphs = paragraphs_of(leaf, t)
        inside: Part = None
        if unfolded:
            inside = [
                [_paragraph(words, find) for words in paragraphs],
                [grid(table, client.scale) for table in grids_of(leaf, t)],
                AskingField(leaf.asks, t, key=f"asks-{leaf.title}") if leaf.asks else None,
            ]
        drawn.append(
            fold(
                leaf.title,
                "" if unfolded else shorten(next(iter(paragraphs), "")),
                inside,
                unfolded=unfolded,
                toggle=press(leafing.toggle, leaf.title),
                key=f"page-{leaf.title}",
            )
        )
    return drawn


BRIEF = 70
"""Most letters of what a page is about."""


def shorten(words: str) -> str:
    """Shorten a paragraph, to show what a page is about."""
    if len(words) <= BRIEF:
        return words
    return words[:BRIEF].rsplit(" ", 1)[0].rstrip(",.;:") + "\u2026"


def _paragraph(words: str, find: str) -> Control:
    """Show a paragraph; one that contains the search term is highlighted."""
    made = text(words, Style.BODY_LARGE)
    if find and any(word in name_key(words) for word in name_key(find).split()):
        return card(made, tone="warn")
    return ft.Container(made, padding=theme.sides(8, 2))
