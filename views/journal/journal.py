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
    Controls,
    Part,
    Still,
    Style,
    button,
    empty,
    guard,
    icon_button,
    panes,
    press,
    remark,
    screen,
    soft,
)
from views.components.fields import Typed, field
from views.components.journal_row import RowContent, fold_row, journal_row
from views.components.player_card import badge
from views.components.sections import pills
from views.journal.entry import EntryInFull, redo_button, undo_button
from views.journal.listing import Fold, Heading, list_entries, screenful
from views.state.client import Client
from views.state.play.journal_state import A_PAGE, JournalState
from views.state.play.panel import TURN
from views.state.play.play_snapshot import People, PlaySnapshot
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
    snapshot = state.snapshot

    # an undo that wants a reason lays its entry open; what is away has none open
    ft.use_effect(
        lambda: reading.open(state.panel.firm if here else 0),
        [here, state.panel.firm],
    )
    ft.use_effect(lambda: None, [], cleanup=lambda: reading.open(0))

    def close() -> None:
        state.panel.firm = 0
        state.panel.pane = TURN
        reading.open(0)

    beside = client.wide and client.width >= BESIDE
    shown = None
    if here and 1 <= reading.seq <= snapshot.version:
        shown = EntryInFull(state, snapshot, reading.seq, close, key=f"entry-{reading.seq}")
    ft.use_dialog(
        None
        if beside or shown is None
        else ft.BottomSheet(
            ft.Container(
                ft.Column(
                    [shown],
                    scroll=ft.ScrollMode.AUTO,
                    tight=True,
                    horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                ),
                padding=ft.Padding.only(left=16, right=16, bottom=20),
            ),
            bgcolor=theme.PANEL,
            show_drag_handle=True,
            scrollable=True,
            draggable=True,
            on_dismiss=press(close),
        )
    )
    visit = ft.use_memo(object, [here])

    def draw() -> ft.Control:
        listing: ft.Control = panes(
            _filters(client, reading, snapshot.people), _entries(client, snapshot, reading, visit)
        )
        if beside:
            side = shown or empty(
                ft.Icons.RECEIPT_LONG_OUTLINED,
                "An entry in full",
                "Tap an entry to see its receipt.",
            )
            listing = ft.Row(
                [
                    controls.fill(listing),
                    ft.Container(
                        controls.scrolling_column(side, padding=14),
                        width=min(client.width * 0.5, 400 * min(1.4, client.prefs.scale)),
                        bgcolor=theme.PANEL,
                        border=theme.line("left"),
                    ),
                ],
                spacing=0,
                expand=True,
                vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            )
        return panes(_head(client, state, snapshot), controls.fill(listing))

    kept: MutableRef[Callable[[], ft.Control]] = ft.use_ref(None)
    if here or kept.current is None:
        kept.current = draw
    return Still(kept.current)


def _entries(
    client: Client, snapshot: PlaySnapshot, reading: JournalState, visit: object
) -> ft.Control:
    """Read the entries and list them."""
    many, text_ = reading.many or A_PAGE, reading.find.strip()
    found: list[Entry] = ft.use_memo(
        lambda: snapshot.referee.journal.entries(
            snapshot.play.id, limit=many + 1, holder=reading.holder or None, text=text_
        ),
        [snapshot.version, many, reading.holder, text_],
    )
    if not snapshot.version:
        words = "What you record is written here, entry by entry, and nothing is ever erased."
        return empty(ft.Icons.RECEIPT_LONG_OUTLINED, "The journal is empty", words)
    if not found:
        who = f" about {snapshot.table.name(reading.holder)}" if reading.holder else ""
        what = f" with \u201c{text_}\u201d" if text_ else ""
        return EntryList(reading, [remark(f"No entry{who}{what}.")], visit, more=False)
    more, scale = len(found) > many, client.prefs.scale

    def draw(item: Heading | Fold | RowContent) -> Part:
        if isinstance(item, Heading):
            return _heading(item)
        if isinstance(item, Fold):
            act, key = press(reading.fold, item.oldest), f"fold-{item.oldest}"
            head = fold_row(item.words, act, unfolded=bool(item.rows), key=key)
            return [head, map(draw, item.rows)]
        return JournalRow(
            item,
            reading.toggle,
            picked=item.seq == reading.seq,
            scale=scale,
            key=f"entry-{item.seq}.{item.n}",
        )

    every = list_entries(snapshot, reading, found[:many], whole=not more)
    # nothing below the edge is drawn before somebody scrolls
    here = every if reading.many else screenful(every, (client.height - ABOVE) / max(1, scale))
    more = more or len(here) < len(every)
    further = button("Show more", reading.more, icon=ft.Icons.EXPAND_MORE, key="more")
    rows = controls.flat((map(draw, here), further if more else None))
    return EntryList(reading, rows, visit, more=more)


@screen
def EntryList(reading: JournalState, rows: Controls, visit: object, *, more: bool) -> ft.Control:
    """Draw the list, which on every ``visit`` is scrolled to where it was when it was last on the screen."""
    drawn: ft.Ref[ft.ListView] = ft.use_memo(ft.Ref, [])
    before = ft.use_memo(lambda: reading.kept.pixels, [visit])

    async def scroll_back() -> None:
        if before and drawn.current:
            await drawn.current.scroll_to(offset=before)

    ft.use_effect(scroll_back, [visit])

    def on_scroll(event: ft.OnScrollEvent) -> None:
        reading.kept.pixels = event.pixels
        if more and event.extent_after < NEAR:
            reading.more()

    return ft.ListView(
        rows,
        ref=drawn,
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


def _filters(client: Client, reading: JournalState, people: People) -> ft.Control:
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
    names = {person.key: person.name for person in people}
    signs = {person.key: badge(person, 24) for person in people}
    faces = pills(names, reading.holder, reading.only, signs=signs, say="Only")
    players = controls.row(faces, scroll=ft.ScrollMode.AUTO, spacing=8, expand=True)
    if roomy:
        bar: ft.Control = ft.Row([ft.Container(words, width=240 * client.prefs.scale), players])
    else:
        on = reading.searching
        search = icon_button(
            ft.Icons.SEARCH_OFF if on else ft.Icons.SEARCH,
            "Stop searching" if on else "Search",
            reading.look_for,
            selected=on,
            key="search",
        )
        bar = controls.column(ft.Row([search, players], spacing=4), words if on else None)
    return ft.Container(bar, padding=ft.Padding.only(left=8, right=16, bottom=4))


def _heading(heading: Heading) -> ft.Control:
    head = controls.subheading(heading.words, Style.LABEL_MEDIUM)
    return ft.Row(
        [head, soft(heading.when, Style.LABEL_SMALL)],
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        margin=ft.Margin(4, 8, 4, 2),
    )
