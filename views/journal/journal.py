"""The journal: every entry of a play, newest first, with its receipt."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from models.ledger import Entry
from views import theme
from views.app_shell import header
from views.components import controls
from views.components.controls import (
    Still,
    Style,
    button,
    guard,
    icon_button,
    press,
    screen,
    soft,
)
from views.components.fields import Typed, field
from views.components.journal_row import RowContent, fold_row, journal_row
from views.components.player_card import badge
from views.components.sections import pill
from views.journal.entry import EntryForPlayer, Voiding, detail, redo_button, undo_button
from views.journal.listing import Fold, Heading, list_entries, screenful
from views.state.client import Client
from views.state.play.journal_state import A_PAGE, JournalState
from views.state.play.panel import TURN
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import Panel, PlayState

BESIDE = 900
"""From this width on an entry's receipt is shown beside the list."""
ONE_BAR = 620
"""From this width on the field for words and the players are beside each other."""
ABOVE = 120
"""Height of the title and of what the list is narrowed by."""
NEAR = 600
"""So many pixels before the end of the list the next page comes."""


@controls.memo
@screen
def JournalRow(
    row: RowContent, toggle: Callable[[int], object], *, picked: bool, scale: float
) -> ft.Control:
    """Draw an entry; only one that shows something else is drawn again."""
    return journal_row(row, press(toggle, row.seq), picked=picked, scale=scale)


@screen
def JournalScreen(client: Client, panel: Panel, followed: PlayState | None) -> ft.Control:
    """List the entries of a play; a tap shows one in full, beside the list or in a sheet over it.

    It is ``followed`` while this is on the screen; what is kept unseen stays as it was.
    """
    state, here = panel.play, followed is not None
    reading, _ = ft.use_state(state.panel.journal)
    voiding, _ = ft.use_state(Voiding())
    snapshot = state.snapshot

    def leave() -> None:
        reading.seq = 0

    def come() -> None:
        if here:
            reading.open(state.panel.firm)  # an undo that wants a reason lays its entry open
        else:
            leave()

    ft.use_effect(lambda: None, dependencies=[], cleanup=leave)
    ft.use_effect(come, dependencies=[here, state.panel.firm])
    ft.use_effect(voiding.leave, dependencies=[reading.seq])

    def close() -> None:
        state.panel.firm = 0
        state.panel.pane = TURN
        reading.open(0)

    beside = client.wide and client.width >= BESIDE
    shown = _in_full(state, reading, voiding, close) if here else None
    ft.use_dialog(None if beside or shown is None else _sheet(shown, close))
    visit = ft.use_memo(object, dependencies=[here])

    def draw() -> ft.Control:
        listing = controls.panes(
            _filters(client, reading, snapshot.people), _entries(client, snapshot, reading, visit)
        )
        return controls.panes(
            _head(client, state, snapshot),
            ft.Container(_with_side(client, listing, shown) if beside else listing, expand=True),
        )

    kept: MutableRef[Callable[[], ft.Control]] = ft.use_ref(None)
    if here or kept.current is None:
        kept.current = draw
    return Still(kept.current)


def _in_full(
    state: PlayState,
    reading: JournalState,
    voiding: Voiding,
    close: Callable[[], object],
) -> ft.Control | None:
    """Show the entry that is open, if one is, with what can be done about it."""
    snapshot = state.snapshot
    if not 1 <= reading.seq <= snapshot.version:
        return None
    if not state.keeps_book:
        return EntryForPlayer(state, snapshot, reading.seq, close, key=f"entry-{reading.seq}")
    entry = snapshot.referee.entry(reading.seq)
    undoing = state.panel.firm == reading.seq
    firm = snapshot.referee.needs_reason(entry) if undoing else ""

    def void() -> None:
        seen = snapshot.version
        if voiding.undo(state, seen) if undoing else voiding.void(state, reading.seq, seen):
            close()

    return detail(snapshot, entry, voiding, void=void, close=close, firm=firm)


def _with_side(client: Client, listing: ft.Control, shown: ft.Control | None) -> ft.Control:
    """Set what a tap shows beside the list."""
    side = shown or controls.empty(
        ft.Icons.RECEIPT_LONG_OUTLINED, "An entry in full", "Tap an entry to see its receipt."
    )
    width = min(client.width * 0.5, 400 * min(1.4, client.prefs.scale))
    return ft.Row(
        [ft.Container(listing, expand=True), _beside(side, width)],
        spacing=0,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _entries(
    client: Client, snapshot: PlaySnapshot, reading: JournalState, visit: object
) -> ft.Control:
    """Read the entries and list them."""
    many, text_ = reading.many or A_PAGE, reading.find.strip()
    found: list[Entry] = ft.use_memo(
        lambda: snapshot.referee.journal.entries(
            snapshot.play.id, limit=many + 1, holder=reading.holder or None, text=text_
        ),
        dependencies=[snapshot.version, many, reading.holder, text_],
    )
    rows, more = _listing(client, snapshot, found[:many], reading, more=len(found) > many)
    return EntryList(reading, rows, visit, more=more)


def _reference() -> ft.Ref[ft.ListView]:
    return ft.Ref()


@screen
def EntryList(
    reading: JournalState, rows: list[ft.Control], visit: object, *, more: bool
) -> ft.Control:
    """Draw the list, which on every ``visit`` is scrolled to where it was when it was last on the screen."""
    drawn: MutableRef[ft.Ref[ft.ListView]] = ft.use_ref(_reference)
    before = ft.use_memo(lambda: reading.kept.pixels, dependencies=[visit])

    async def scroll_back() -> None:
        if before and drawn.current and (there := drawn.current.current):
            await there.scroll_to(offset=before)

    ft.use_effect(scroll_back, dependencies=[visit])

    def on_scroll(event: ft.OnScrollEvent) -> None:
        reading.kept.pixels = event.pixels
        if more and event.extent_after < NEAR:
            reading.more()

    return ft.ListView(
        rows,
        ref=drawn.current,
        spacing=0,
        padding=ft.Padding.only(left=12, right=12, bottom=16),
        expand=True,
        on_scroll=guard(on_scroll),
        scroll_interval=100,
    )


def _head(client: Client, state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    if not state.keeps_book:
        return header(client, "Journal")
    ways = undo_button(state, snapshot), redo_button(state, snapshot)
    return header(client, "Journal", *ways, back="" if client.wide else "/")


def _filters(client: Client, reading: JournalState, people: tuple[Person, ...]) -> ft.Control:
    """Look for words, or for what is about one player; on a phone the field comes when it is asked for."""
    roomy = client.width >= ONE_BAR * client.prefs.scale
    words = field(
        Typed(reading.search, reading.find),
        "Find in the journal",
        prefix_icon=ft.Icons.SEARCH,
        dense=True,
        autofocus=not roomy,
        key="find-line",
    )
    faces = [
        pill(
            person.name,
            press(reading.only, person.key),
            chosen=reading.holder == person.key,
            sign=badge(person, size=24),
            spoken=f"Only {person.name}",
            key=f"only-{person.key}",
        )
        for person in people
    ]
    players = ft.Row(list(faces), scroll=ft.ScrollMode.AUTO, spacing=8, expand=True)
    if roomy:
        bar: ft.Control = ft.Row(
            [ft.Container(words, width=240 * client.prefs.scale), players], spacing=theme.GAP
        )
    else:
        sign, label = (
            (ft.Icons.SEARCH_OFF, "Stop searching")
            if reading.searching
            else (ft.Icons.SEARCH, "Search")
        )
        search = icon_button(
            sign, label, press(reading.look_for), selected=reading.searching, key="search"
        )
        bar = controls.column(
            ft.Row([search, players], spacing=4),
            *([words] if reading.searching else []),
            spacing=theme.GAP_S,
        )
    return ft.Container(bar, padding=ft.Padding.only(left=8, right=16, bottom=4))


def _listing(
    client: Client, snapshot: PlaySnapshot, found: list[Entry], reading: JournalState, *, more: bool
) -> tuple[list[ft.Control], bool]:
    """Draw the entries, newest first, under the turn or the day they belong to; say whether there are ``more``."""
    if not snapshot.version:
        words = "What you record is written here, entry by entry, and nothing is ever erased."
        return [
            controls.empty(ft.Icons.RECEIPT_LONG_OUTLINED, "The journal is empty", words)
        ], False
    if not found:
        who = f" about {snapshot.table.name(reading.holder)}" if reading.holder else ""
        what = f" with \u201c{reading.find.strip()}\u201d" if reading.find.strip() else ""
        return [
            ft.Container(
                soft(f"No entry{who}{what}.", Style.BODY_MEDIUM), padding=ft.Padding.only(top=12)
            )
        ], False
    scale = client.prefs.scale

    def draw_row(row: RowContent) -> ft.Control:
        return JournalRow(
            row,
            reading.toggle,
            picked=row.seq == reading.seq,
            scale=scale,
            key=f"entry-{row.seq}.{row.n}",
        )

    rows: list[ft.Control] = []
    every = list_entries(snapshot, reading, found, whole=not more)
    # nothing below the edge is drawn before somebody scrolls
    here = every if reading.many else screenful(every, (client.height - ABOVE) / max(1, scale))
    more = more or len(here) < len(every)
    for at, item in enumerate(here):
        if isinstance(item, Heading):
            rows.append(_heading(item, first=not at))
        elif isinstance(item, Fold):
            rows += [_fold(item, reading), *map(draw_row, item.rows)]
        else:
            rows.append(draw_row(item))
    if more:
        rows.append(button("Show more", press(reading.more), icon=ft.Icons.EXPAND_MORE, key="more"))
    return rows, more


def _heading(heading: Heading, *, first: bool) -> ft.Control:
    head = controls.heading(heading.words, level=3, style=Style.LABEL_MEDIUM)
    return ft.Row(
        [head, soft(heading.when, Style.LABEL_SMALL)],
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        margin=ft.Margin(4, 2 if first else 8, 4, 2),
    )


def _fold(fold: Fold, reading: JournalState) -> ft.Control:
    """Show in one row that entries are crossed out; a tap opens them."""
    return fold_row(
        fold.words,
        press(reading.fold, fold.oldest),
        unfolded=bool(fold.rows),
        key=f"fold-{fold.oldest}",
    )


def _beside(content: ft.Control, width: float) -> ft.Control:
    return ft.Container(
        controls.scrolling_column(content, padding=14),
        width=width,
        bgcolor=theme.PANEL,
        border=theme.line("left"),
    )


def _sheet(content: ft.Control, close: Callable[[], object]) -> ft.BottomSheet:
    return ft.BottomSheet(
        ft.Container(
            ft.Column(
                [ft.Container(content, padding=ft.Padding.only(left=16, right=16, bottom=20))],
                scroll=ft.ScrollMode.AUTO,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
        ),
        bgcolor=theme.PANEL,
        show_drag_handle=True,
        scrollable=True,
        draggable=True,
        on_dismiss=press(close),
    )
