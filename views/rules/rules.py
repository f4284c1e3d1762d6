"""The rules of a game: its screen, and the pages of the guide, which can be searched."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.core.show.boards import Grid
from companion.core.show.cards import Calculator, Page
from companion.core.table import Table
from companion.core.turn import TurnOf
from companion.core.unknown_game import bare_turn
from models.ledger import Refusal
from models.names import clean, name_key
from views.app_shell import MORE, go, page, play_route
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.data_table import grid, words_of
from views.components.fields import Typed, field
from views.components.sections import fold, scroll_pane, side_by_side
from views.state.client import Client
from views.state.open_plays import DEMO
from views.state.play.play_state import PlayState

log = logging.getLogger("companion.views")

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


def extras(page: Page, t: TurnOf[Any], scale: float) -> list[ft.Control]:
    """Draw the tables of a page and its field, to go below its paragraphs."""
    made: list[ft.Control] = [grid(one, scale) for one in grids_of(page, t)]
    if page.asks:
        made.append(AskingField(page.asks, t, key=f"asks-{page.title}"))
    return made


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
def AskingField(asks: Calculator, t: TurnOf[Any]) -> ft.Control:
    """A question with its answer below the field, updated while typing. Nothing is recorded."""
    typed, _ = ft.use_state(Typed())
    lines, wrong = answer(asks, t, typed.words)
    below: list[ft.Control] = []
    if lines:
        made = controls.column(*(text(line, Style.TITLE_SMALL) for line in lines), spacing=4)
        below.append(
            ft.Semantics(
                content=controls.card(made, tone="info", padding=12),
                live_region=True,
                container=True,
                identifier="reckoned",
            )
        )
    if wrong:
        below.append(controls.note(wrong, "bad", live=True))
    asked = field(typed, asks.label, helper=asks.hint, key=f"ask-{asks.label}")
    return controls.column(asked, *below, spacing=8)


SEVERAL = Page(
    "Phones",
    (
        (
            "Open Phones, tap Invite phones. A phone in the same Wi-Fi scans the square or types the four letters; "
            "you let it in. Where two ask for the same player, each shows two letters of its own."
        ),
        (
            "Phones reach a computer until you stop sharing or end the app. After a restart tap Invite phones again: "
            "everyone keeps their seat."
        ),
        (
            "Where the app is installed in this device's browser, the phone shows a square of its own, and this "
            "device's camera reads it. Without a camera, a phone that is in scans for it."
        ),
        (
            "A television or laptop without a camera: under A screen without a camera are an address and letters to "
            "type there, or to send. Then hold this device before the square that it shows."
        ),
        (
            "There a phone that slept or was loaded again comes back by itself, and so do all once this device was "
            "loaded again. If some don't, Phones shows one square that each of them scans. Everyone keeps their seat."
        ),
        (
            "A phone shows its player's own game: cards, what is at stake, and what happened last. What is asked for "
            "there waits for the banker's tap and stays in a list. What can no longer be done says why."
        ),
        (
            "A trade, a private sale or a gate asks the other player's phone for a yes, and then the banker, who may "
            "also decide without it. Whoever has no phone is asked by voice."
        ),
        (
            "Recorded at once: what costs nobody else anything needs no tap of the banker. What takes money, things or "
            "a turn from another player asks that player's phone for a yes. Without a phone, or without an answer, "
            "the banker decides. Your own last entry has Undo, unless that takes something from somebody."
        ),
        (
            "Who is here lists every phone: hand over the bank, make a player a host, seat somebody new, or remove a "
            "phone. While a player's phone is away, the player's token has a mark on every screen, and bids and "
            "requests say for whom they wait."
        ),
        "Sealed bids are laid on everyone's own phone; whoever has none bids on the table's device.",
        (
            "Auctions: choose the lot and tap Take bids on phones. A bid is one tap, or another amount; the banker "
            "taps what is called out. The hammer is on the table's device and on the auctioneer's own phone, and a "
            "clock can let it fall after each bid. If the app stops, the bids stand. By voice it is entered as before."
        ),
    ),
)
ALONE = Page(
    "Kept in this browser",
    (
        (
            "The app and its games are in this browser, on this device. No network is needed, and no other device "
            "sees them. A backup under Settings takes them elsewhere."
        ),
        (
            "Put it on the home screen before the first game. On an iPhone or iPad: Share, Add to Home Screen. "
            "Elsewhere: the browser's menu, Install."
        ),
        "In a second tab or window you can look; one of them records. The other can take the book over.",
        (
            "Browsers may clear away what has long been unused, and do when asked to clear a site's data. A backup is "
            "safer."
        ),
        "A newer version waits until you start it or open the app the next time.",
    ),
)

HELP: tuple[Page, ...] = (
    Page(
        "Recording",
        (
            (
                "Enter the roll, or tap the square. The receipt shows each step of the sum; the button at the foot "
                "records it."
            ),
            (
                "A tile that says everything records with one tap; Undo is beside it. A switch in the settings turns "
                "that off."
            ),
            "Find an action finds everything by any word. Tap a player for all that is about that player.",
        ),
    ),
    Page(
        "Undo and redo",
        (
            (
                "Undo crosses out the last entry, as often as you like. Redo brings it back, as long as nothing new "
                "was recorded."
            ),
            "What was undone stays in the journal, crossed out.",
        ),
    ),
    Page(
        "Correcting an older entry",
        (
            (
                "In the journal tap the entry, then Correct this entry, and say what was wrong. Add a missed entry is "
                "for one that was forgotten."
            ),
            (
                "The preview says who gains and who loses, and which later entries change. If nothing else happened "
                "differently, one tap says so."
            ),
            (
                "A correction is one entry, so Undo takes all of it back. Cross out this entry leaves later ones as "
                "written."
            ),
        ),
    ),
    Page(
        "Looking back at an evening",
        (
            (
                "Behind More: Go back in time shows the table after any entry, Charts how everybody fared, Share and "
                "export the evening as a file."
            ),
            (
                "When a game ends, Send the picture makes one for your group chat. Play again starts another with "
                "the same players and house rules, Next game a different one with everybody seated."
            ),
        ),
    ),
    Page(
        "Counting the cash",
        (
            "Count the cash, behind More, compares what lies in front of a player with the book.",
            "If they differ, the book looks for what would explain it. One tap puts it right.",
        ),
    ),
    Page(
        "Putting things right by hand",
        (
            (
                "The table has the last word: Correct something, under Find an action, sets money, cards, tokens and "
                "turns, with a reason."
            ),
        ),
    ),
    Page(
        "House rules and the board",
        (
            "House rules settle what the rulebook leaves open. They can be changed in the middle of a game.",
            "The board book holds what is printed on the board and the cards. What differs on yours is remembered.",
        ),
    ),
    Page(
        "Sheets, boards and clocks",
        (
            (
                "Buttons above the middle change between a score sheet, its chart, a Tote board, a track. A tap on a "
                "round corrects it; a tap on a horse starts a bet."
            ),
            (
                "A television that joins just watching shows one big board for the room. Board for the room, under "
                "More, and Board for everyone, at the Tote, show it on any large screen."
            ),
            (
                "A tablet that lies flat can turn the sheet to whoever's turn it is: Around the tablet, under More, "
                "has the switch and who sits where."
            ),
            "A clock goes on while the app is closed, until it is paused.",
        ),
    ),
    Page(
        "Secrets and sealed bids",
        (
            (
                "What is secret shows as three dots. Press and hold your own card to look. A screen reader says only "
                "that it is hidden, as the whole table can hear it."
            ),
            (
                "The device is handed round for a sealed bid: the cover names whose turn it is. A bid can be changed "
                "until all are opened."
            ),
            "Bids are written nowhere before they are opened. If the app stops, those who had bid are asked again.",
            "The journal shows what moved in the open: whoever adds it up can know what is hidden, as at the table.",
        ),
    ),
    Page(
        "Backups and files",
        (
            "Settings, Back up everything makes one file. Restore from a file only adds what is missing here.",
            (
                "The three dots of a game, Save as a file: a page to print, the game for another Companion, a table, "
                "or a bookkeeper's journal."
            ),
            "Open a file takes in a game with its times. If it is here already, what is missing is added after a yes.",
            "On a computer a copy is saved after every game. A lost device needs a backup kept elsewhere.",
            "If this device can't save any more, a strip says so. Make room, then tap Open the book again.",
        ),
    ),
    Page(
        "When something goes wrong",
        (
            (
                "Save a report, on the notice, makes a file to send to whoever looks after the app. It names no "
                "player and no amount."
            ),
        ),
    ),
    Page(
        "Players, records and quick tools",
        (
            (
                "The people icon on the first screen leads to everybody's wins and records. Archived games count, "
                "deleted ones don't. Forgetting a player changes no game."
            ),
            "The calculator beside it has quick tools for a game on paper. Nothing is recorded there.",
        ),
    ),
    SEVERAL,
    Page(
        "The keyboard",
        (
            "Digits fill in a roll or an amount; Backspace takes the last one back. Enter records, Esc leaves.",
            "With cents, digits are cents as at a till: 12 is 0.12, and a point makes it 12. A minus stands first.",
            "Ctrl+Z undoes, Ctrl+Y or Ctrl+Shift+Z redoes.",
            "The first Tab leads to what is asked, then from button to button, line by line across the screen.",
            "Enter presses the button with the ring, and records after digits. To hold a place, hold the space bar.",
        ),
    ),
)


def help_pages(*, alone: bool) -> tuple[Page, ...]:
    """The pages on how the book works; ``alone`` if the books are in a browser and no other device takes part."""
    return tuple(ALONE if page is SEVERAL and alone else page for page in HELP)


TABLES = (3, 2)
"""Pages with tables are wider than those without by this factor."""


@dataclass(eq=False)
class RulesState(ft.Observable):
    """Which pages are open, and the words searched for."""

    open: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.find = Typed(changed=self.notify)

    def toggle(self, title: str) -> None:
        """Open a page, or close it again."""
        self.open = self.open ^ {title}

    def open_only(self, titles: frozenset[str]) -> None:
        """Open these pages and no others."""
        self.open = titles


@dataclass(frozen=True, slots=True)
class PageContext:
    """What all pages are drawn with: which are open, the search, the table, and text size."""

    leafing: RulesState
    find: str
    t: TurnOf[Any]
    scale: float


@screen
def RulesScreen(client: Client, state: PlayState) -> ft.Control:
    """Show the rules page by page; a tap on a heading opens it."""
    leafing, _ = ft.use_state(RulesState())
    game, t = state.snapshot.game, state.snapshot.turn()

    find = leafing.find.words.strip()
    pages = help_pages(alone=client.open_plays.storage.alone)
    rules, ways = find_pages(game.pages, find, t), find_pages(pages, find, t)
    blocks = _search_field(
        "Find in rules and help",
        leafing,
        (*game.pages, *pages),
        len(rules) + len(ways),
    )
    sheet = PageContext(leafing, find, t, client.prefs.scale)
    left: list[ft.Control] = []
    right: list[ft.Control] = []
    if rules:
        left.append(_chapter(f"{game.title}: the rules in short", rules, sheet))
        if game.edition and not find:
            left.append(
                soft(
                    f"Told in our own words, after the {game.edition}. The rulebook has the last word."
                )
            )
    if ways:
        right.append(_chapter("How the book works", ways, sheet))
    tables = any(page.grids for page in game.pages)
    blocks += side_by_side(client, left, right, spacing=12, shares=TABLES if tables else (1, 1))
    return page(client, "Rules", *blocks, back="" if client.wide else "/")


@screen
def HelpScreen(client: Client) -> ft.Control:
    """Show how the book works, to whoever has no game open."""
    leafing, _ = ft.use_state(RulesState())
    demo = button(
        "Look through a demo evening", press(go, play_route(DEMO, "")), icon=ft.Icons.VISIBILITY
    )
    return scroll_pane(client, *_help(client, leafing), demo, spacing=12)


@screen
def HelpOfPlay(client: Client, state: PlayState) -> ft.Control:
    """Show how the book works, in the middle of a game."""
    leafing, _ = ft.use_state(RulesState())
    back = play_route(state.play_id, MORE)
    return page(client, "Help", *_help(client, leafing), back=back)


def _help(client: Client, leafing: RulesState) -> list[ft.Control]:
    pages, find, nothing = (
        help_pages(alone=client.open_plays.storage.alone),
        leafing.find.words.strip(),
        bare_turn(Table(())),
    )
    found = find_pages(pages, find, nothing)
    sheet = PageContext(leafing, find, nothing, client.prefs.scale)
    made = [_page(page, sheet) for page in found]
    half = -(-len(made) // 2)
    return [
        *_search_field("Find in help", leafing, pages, len(found)),
        *side_by_side(client, made[:half], made[half:], spacing=8),
    ]


def _search_field(
    label: str,
    leafing: RulesState,
    pages: tuple[Page, ...],
    count: int,
) -> list[ft.Control]:
    """Draw the field for words, and below it how many pages have them, or what opens all."""
    looked = field(
        leafing.find,
        label,
        prefix_icon=ft.Icons.SEARCH,
        key="find-rule",
    )
    if find := leafing.find.words.strip():
        found = f"{count} {'page' if count == 1 else 'pages'} with" if count else "No page with"
        return [looked, soft(f"{found} \u201c{find}\u201d", Style.BODY_MEDIUM)]
    titles = frozenset(page.title for page in pages)
    everything = leafing.open == titles
    words = "Close all pages" if everything else "Open all pages"
    sign = ft.Icons.UNFOLD_LESS if everything else ft.Icons.UNFOLD_MORE
    wanted = frozenset() if everything else titles
    return [
        looked,
        ft.Row([button(words, press(leafing.open_only, wanted), tone="quiet", icon=sign)]),
    ]


def find_pages(pages: tuple[Page, ...], find: str, t: TurnOf[Any]) -> tuple[Page, ...]:
    """The pages with all of these words, in any order, in their text or in their tables."""
    return tuple(page for page in pages if not find or controls.has_words(page_text(page, t), find))


def _chapter(title: str, pages: tuple[Page, ...], sheet: PageContext) -> ft.Control:
    return controls.column(
        controls.heading(title), *(_page(page, sheet) for page in pages), spacing=8
    )


def _page(page: Page, sheet: PageContext) -> ft.Control:
    unfolded = bool(sheet.find) or page.title in sheet.leafing.open
    paragraphs = paragraphs_of(page, sheet.t)
    first = paragraphs[0] if paragraphs else ""
    inside = [_paragraph(words, sheet.find) for words in paragraphs] if unfolded else []
    if unfolded:
        inside += extras(page, sheet.t, sheet.scale)
    return fold(
        page.title,
        "" if unfolded else shorten(first),
        inside,
        unfolded=unfolded,
        toggle=press(sheet.leafing.toggle, page.title),
        key=f"page-{page.title}",
    )


def shorten(words: str, most: int = 70) -> str:
    """Shorten a paragraph, to show what a page is about."""
    if len(words) <= most:
        return words
    return words[:most].rsplit(" ", 1)[0].rstrip(",.;:") + "\u2026"


def _paragraph(words: str, find: str) -> ft.Control:
    """Show a paragraph; one that contains the search term is highlighted."""
    made = text(words, Style.BODY_LARGE)
    if find and any(word in name_key(words) for word in name_key(find).split()):
        return controls.card(made, tone="warn", padding=12)
    return ft.Container(made, padding=ft.Padding.symmetric(horizontal=8, vertical=2))
