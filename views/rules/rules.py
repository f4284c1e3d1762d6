"""The rules of a game: its screen, and the pages of the guide, which can be searched."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.boards import Grid
from companion.core.game import Calculator, Page
from companion.core.table import Table
from models.ledger import Refusal
from views.app_shell import header
from views.components import controls
from views.components.controls import Style, button, field, press, screen, soft, text
from views.components.data_table import grid, words_of
from views.components.sections import fold, scroll_pane, side_by_side
from views.state.client import Client
from views.state.play_state import PlayState

log = logging.getLogger("companion.views")

LONGEST = 60
"""So many letters are more than any question of a page needs."""


def grids_of(page: Page, table: Table) -> tuple[Grid, ...]:
    """The tables of a page, computed for this table; none if that fails."""
    if page.grids is None:
        return ()
    try:
        return page.grids(table)
    except Exception:
        # a fault in one table must not take the rules away, nor the search through them
        log.exception("the tables of %s could not be worked out", page.title)
        return ()


def page_text(page: Page, table: Table) -> str:
    """Everything on a page, for a search: its words, its tables and what it asks."""
    asked = (page.asks.label, page.asks.hint) if page.asks else ()
    return " ".join((page.title, *page.paragraphs, *asked, *map(words_of, grids_of(page, table))))


def extras(page: Page, table: Table, scale: float, focused: Callable[[bool], object]) -> list[ft.Control]:
    """Draw the tables of a page and its field, to go below its paragraphs."""
    made: list[ft.Control] = [grid(one, scale) for one in grids_of(page, table)]
    if page.asks:
        made.append(AskingField(page.asks, table, focused, key=f"asks-{page.title}"))
    return made


def answer(asks: Calculator, table: Table, words: str) -> tuple[tuple[str, ...], str]:
    """The answer to what is typed, or why there is none; both empty if nothing is typed."""
    plain = " ".join(words.split())[:LONGEST]
    if not plain:
        return (), ""
    try:
        return asks.calculate(table, plain), ""
    except Refusal as refusal:
        return (), refusal.sentence
    except Exception:
        log.exception("%s could not be reckoned", asks.label)
        return (), "The book can't work this one out."


@screen
def AskingField(asks: Calculator, table: Table, focused: Callable[[bool], object]) -> ft.Control:
    """A question with its answer below the field, updated while typing. Nothing is recorded."""
    words, write = ft.use_state("")
    lines, wrong = answer(asks, table, words)
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
    asked = field(asks.label, words, write, helper=asks.hint, focused=focused, key=f"ask-{asks.label}")
    return controls.column(asked, *below, spacing=8)


SEVERAL = Page(
    "Phones",
    (
        (
            "In a game, open Phones and tap Invite phones. A phone in the same Wi-Fi scans the square, or opens the "
            "address and types the four letters. It says who it is, and you let it in."
        ),
        (
            "Each phone shows the game of its player. What a player does is asked for, and waits for the banker: one "
            "tap records it, one says no, and Change opens it as a sheet. What can no longer be done says why. A "
            "switch has all recorded at once."
        ),
        (
            "Who is here lists every phone. There the bank is handed to another, a player is made a host, or a phone "
            "is removed. In the next game with the same people everyone keeps the seat. A banker or host on another "
            "device begins it there: More, Next game, or Rematch at the end."
        ),
        (
            "Everybody lays a sealed bid on their phone. Those without one bid on the table's device, which is "
            "handed round. Hidden chips are seen on their owner's phone only, or where it has none, on the table's."
        ),
        "What two devices record at the same moment is worked out again before it is written.",
    ),
)
ALONE = Page(
    "Kept in this browser",
    (
        (
            "The app and its books are in this browser, on this device. No network is needed, and no other device "
            "sees them. To take them elsewhere, back them up under Settings and restore them there."
        ),
        (
            "Put it on the home screen, and it opens like any other app. On an iPhone or iPad: Share, Add to Home "
            "Screen. Elsewhere: the browser's menu, Install or Add to Home screen. On an iPhone or iPad the app on the "
            "home screen has a storage of its own, so do it before the first game, or take a backup across."
        ),
        (
            "In a second tab or window you can look, such as at the board for everyone; one of them records. The "
            "other can take the book over, and has it at once when the first is closed."
        ),
        (
            "Browsers may clear away what has long been unused, and do when asked to clear a site's data. The app asks "
            "to be spared; a backup is safer."
        ),
        "A newer version is fetched in the background, and waits until you start it or open the app the next time.",
    ),
)

HELP: tuple[Page, ...] = (
    Page(
        "Recording",
        (
            (
                "You play on the table as ever; the book keeps the money. Enter the roll, or tap the square, and it "
                "says what follows. Before anything is recorded you see the receipt: each step of the sum, what it "
                "leaves, and the rule it rests on. The button at the foot says what it records, with the amount."
            ),
            (
                "A tile on which everything is said, such as Next player, records with one tap; Undo is beside it. A "
                "switch in the settings turns that off."
            ),
            (
                "Whatever can't be done now is grey and says why. Find an action finds everything else by any word; "
                "what concerns one player is behind a tap on the player, with what moved their money last."
            ),
        ),
    ),
    Page(
        "Undo and redo",
        (
            (
                "Undo crosses out the last entry, as often as you like, back to the beginning. Redo brings back what "
                "Undo took, as long as nothing new was recorded."
            ),
            "Nothing is ever rubbed out: an entry that was undone stays in the journal, crossed out.",
        ),
    ),
    Page(
        "Correcting an older entry",
        (
            (
                "Open the journal, tap the entry, then Correct this entry. Say what was wrong: the table is as it was "
                "then. Or say that something else happened. Add a missed entry is for one that was forgotten."
            ),
            (
                "The preview says first who gains and who loses, then which later entries change, and which no longer "
                "fit. Cross those out, keep them as written, or change them. You may also leave all later entries as "
                "they are."
            ),
            (
                "A correction is one entry of the journal, so Undo takes all of it back. What the entry said before "
                "stays on its receipt."
            ),
            "Cross out this entry is the short way where an entry should not be there. Later ones stay as written.",
        ),
    ),
    Page(
        "Looking back at an evening",
        (
            (
                "More leads to the whole evening. Go back in time shows the table after any entry, with its receipt; "
                "nothing is recorded there, and one tap leads back to now."
            ),
            (
                "Charts draws how everybody fared and where the money came from and went, as charts or as tables. Tap "
                "the chart or slide over it for the figures after any entry. What players pay each other is not in "
                "what everybody together has."
            ),
            "What is hidden from the table is in none of these until it lies open.",
            (
                "When a game ends, Rematch offers another one with the same players, house rules and board, as they "
                "were at the end. Tap Start, or Change something."
            ),
        ),
    ),
    Page(
        "Counting the cash",
        (
            (
                "Count the cash, behind More, compares what lies in front of a player with the book: by notes, or by "
                "the total. If they agree, that is an entry that moves nothing, with a tick; a warning stands there "
                "once a correction makes it agree no longer."
            ),
            (
                "If they differ, the book looks for what would explain it: a line written twice or forgotten, another "
                "player, digits changed about. One tap puts it right, with its reason."
            ),
        ),
    ),
    Page(
        "Putting things right by hand",
        (
            (
                "The table is sovereign. When the book and the table differ, money, cards, classes, tokens and turns "
                "can be put right under Find an action, Correct something. The book asks for a reason and writes it "
                "down."
            ),
        ),
    ),
    Page(
        "House rules and the board",
        (
            (
                "House rules settle what the rulebook leaves open. They can be changed in the middle of a play; that "
                "is a line of the journal too, and counts from there on."
            ),
            (
                "The board book holds what is printed on the board and the cards. If your own board says otherwise, "
                "change it there, and it is remembered for later plays."
            ),
        ),
    ),
    Page(
        "Sheets, boards and clocks",
        (
            (
                "Some games have more in the middle of the table than players: a score sheet with its chart, a Tote "
                "board, a bookmaker's book, the stock exchange, a track with its pawns. The "
                "buttons above it change between them. A tap on a round puts it right; "
                "a tap on a horse starts a bet on it."
            ),
            (
                "Board for everyone fills the screen with the Tote, to be read across the room. Open the same play on "
                "a second screen for it. A clock goes on while the app is closed, until it is paused."
            ),
        ),
    ),
    Page(
        "Secrets and sealed bids",
        (
            (
                "In some games nobody knows what the others hold. Their figures are three dots then, on every screen. "
                "Press and hold your own card to look: what is yours is there until you let go. A screen reader says "
                "hidden, held or not, for the whole table hears it."
            ),
            (
                "Closed fists: the book hands the device round. The cover names whose turn it is; that player takes "
                "it, says so, taps chips into the fist and bids. A cover lies between any two players, and comes back "
                "whenever the screen is put away or loaded again."
            ),
            (
                "A bid can be changed until all are in and opened: tap the name on the cover. Opening shows all bids "
                "at once and records them as one line. Before that they are written nowhere: if the app stops, or "
                "anything else is recorded meanwhile, all bids go back and everyone bids again."
            ),
            (
                "Opened bids are taken back by Undo as well, but not without a reason, which the journal keeps. The "
                "journal shows what moved in the open, so who adds it up can know what is hidden, as at the table."
            ),
        ),
    ),
    Page(
        "Backups and files",
        (
            (
                "Settings, Back up everything makes one file of all games, players and boards. Restore from a file "
                "only adds what is missing here: a game that went on here stays as it is. You see first what would "
                "be added, and a damaged file is refused."
            ),
            (
                "Behind the three dots of a game is Save as a file: a page to read and print, the game itself as text "
                "that any Companion opens, a table for a spreadsheet, or a bookkeeper's journal that proves its own "
                "sums."
            ),
            (
                "On a computer the app saves a copy after every game, and checks it. A copy helps if the file is "
                "damaged, which the first screen says by itself. A lost device needs a backup kept elsewhere, and in "
                "a browser there are no copies."
            ),
            (
                "If this device can't save any more, a strip above every screen says so. What was saved can still be "
                "read. Make room, then tap Open the book again: what you filled in is still there."
            ),
        ),
    ),
    Page(
        "Players, records and quick tools",
        (
            (
                "The people icon on the first screen leads to everybody who has played: wins, moments to remember, "
                "head to head, and the best of each game. Archived games count, deleted ones don't; a damaged one is "
                "left out and named. A colour and token chosen there are for the next game. Forgetting a player "
                "changes no game."
            ),
            (
                "The calculator beside them opens quick tools for a game on paper: a Tote pool, one bet, a Credit Due, "
                "salary and loans, share prices, a score pad, dice. Nothing is recorded there."
            ),
        ),
    ),
    SEVERAL,
    Page(
        "The keyboard",
        (
            "Digits fill in the sheet that is open, a roll or an amount. Backspace takes the last one back.",
            "Enter records. Esc leaves the sheet. Ctrl+Z undoes, Ctrl+Y or Ctrl+Shift+Z redoes.",
            "Tab goes from button to button, and Enter then presses the one it is on.",
            "On a place that says to hold it, hold the space bar.",
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
