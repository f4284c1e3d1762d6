"""The journal: every entry of a play, newest first, with its receipt."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from models.journal import Written
from views import theme
from views.app_shell import header
from views.components import controls
from views.components.controls import Style, button, face, field, guarded, icon_button, press, screen, soft, text
from views.components.journal_row import Row, fold_row, journal_row
from views.components.player_card import token
from views.journal.entry import EntryForPlayer, Voiding, detail, redo_button, undo_button
from views.journal.listing import Fold, Heading, listed, screenful
from views.state.client import Client
from views.state.journal_state import A_PAGE, JournalState
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import TURN, PlayState

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
def JournalRow(row: Row, toggle: Callable[[int], object], *, picked: bool, scale: float) -> ft.Control:
    """Draw an entry; only one that shows something else is drawn again."""
    return journal_row(row, press(toggle, row.seq), picked=picked, scale=scale)


@screen
def JournalScreen(client: Client, state: PlayState) -> ft.Control:
    """List the entries of a play; a tap shows one in full, beside the list or in a sheet over it."""
    reading, _ = ft.use_state(state.journal)
    voiding, _ = ft.use_state(Voiding())
    snapshot = state.snapshot

    def writing(on: bool) -> None:
        state.writing = on

    def left() -> None:
        writing(False)
        reading.seq = 0

    ft.use_effect(lambda: None, dependencies=[], cleanup=left)

    # an undo that wants a reason lays its entry open
    ft.use_effect(lambda: reading.open(state.firm), dependencies=[state.firm])
    ft.use_effect(voiding.leave, dependencies=[reading.seq])
    undoing = 0 < state.firm == reading.seq

    def close() -> None:
        state.firm = 0
        state.pane = TURN
        reading.open(0)

    def void() -> None:
        seen = snapshot.version
        if voiding.undo(state, seen) if undoing else voiding.void(state, reading.seq, seen):
            close()

    many = reading.many or A_PAGE
    found: list[Written] = ft.use_memo(
        lambda: snapshot.referee.entries(limit=many + 1, holder=reading.holder or None, text=reading.find.strip()),
        dependencies=[snapshot.version, many, reading.holder, reading.find.strip()],
    )
    beside = client.wide and client.width >= BESIDE
    open_entry = _written(snapshot, found, reading.seq)
    shown: ft.Control | None = None
    if open_entry and not state.keeps_book:
        shown = EntryForPlayer(state, snapshot, open_entry.entry.seq, close, key=f"entry-{open_entry.entry.seq}")
    elif open_entry:
        firm = snapshot.referee.needs_reason(open_entry.entry) if undoing else ""
        shown = detail(snapshot, open_entry, voiding, void=void, writing=writing, close=close, firm=firm)
    ft.use_dialog(None if beside or shown is None else _sheet(shown, close))
    rows, more = _listing(client, snapshot, found[:many], reading, more=len(found) > many)
    body: ft.Control = ft.Column(
        [_filters(client, snapshot, reading, writing), EntryList(reading, rows, more=more)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    if beside:
        side = shown or controls.empty(
            ft.Icons.RECEIPT_LONG_OUTLINED, "An entry in full", "Tap an entry to see its receipt."
        )
        width = min(client.width * 0.5, 400 * min(1.4, client.prefs.scale))
        body = ft.Row(
            [ft.Container(body, expand=True), _beside(side, width)],
            spacing=0,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    return ft.Column(
        [_head(client, state, snapshot), ft.Container(body, expand=True)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _reference() -> ft.Ref[ft.ListView]:
    return ft.Ref()


@screen
def EntryList(reading: JournalState, rows: list[ft.Control], *, more: bool) -> ft.Control:
    """Draw the list, which is scrolled to where it was when it was last on the screen."""
    drawn: MutableRef[ft.Ref[ft.ListView]] = ft.use_ref(_reference)
    before, _ = ft.use_state(reading.kept.pixels)

    async def scroll_back() -> None:
        if before and drawn.current and (there := drawn.current.current):
            await there.scroll_to(offset=before)

    ft.use_effect(scroll_back, dependencies=[])

    def scrolled(event: ft.OnScrollEvent) -> None:
        reading.kept.pixels = event.pixels
        if more and event.extent_after < NEAR:
            reading.more()

    return ft.ListView(
        rows,
        ref=drawn.current,
        spacing=0,
        padding=ft.Padding.only(left=12, right=12, bottom=16),
        expand=True,
        on_scroll=guarded(scrolled),
        scroll_interval=100,
    )


def _head(client: Client, state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    if not state.keeps_book:
        return header(client, "Journal")
    ways = undo_button(state, snapshot), redo_button(state, snapshot)
    return header(client, "Journal", *ways, back="" if client.wide else "/")


def _written(snapshot: PlaySnapshot, found: list[Written], seq: int) -> Written | None:
    """Find the entry being looked at, also when it is not among those listed."""
    if not 1 <= seq <= snapshot.version:
        return None
    listed = next((one for one in found if one.entry.seq == seq), None)
    return listed or snapshot.referee.journal.entry(snapshot.play.id, seq)


def _filters(
    client: Client, snapshot: PlaySnapshot, reading: JournalState, writing: Callable[[bool], object]
) -> ft.Control:
    """Look for words, or for what is about one player; on a phone the field comes when it is asked for."""
    roomy = client.width >= ONE_BAR * client.prefs.scale
    words = field(
        "Find in the journal",
        reading.find,
        reading.search,
        focused=writing,
        prefix_icon=ft.Icons.SEARCH,
        dense=True,
        autofocus=not roomy,
        key="find-line",
    )
    faces = [
        face(
            ft.Row([token(one, size=24), text(one.name, Style.LABEL_LARGE, spoken="")], spacing=8, tight=True),
            press(reading.only, one.key),
            chosen=reading.holder == one.key,
            expand=None,
            padding=ft.Padding.symmetric(horizontal=12, vertical=11),
            radius=24,
            spoken=f"Only {one.name}",
            key=f"only-{one.key}",
        )
        for one in snapshot.people
    ]
    players = ft.Row(list(faces), scroll=ft.ScrollMode.AUTO, spacing=8, expand=True)
    if roomy:
        bar: ft.Control = ft.Row([ft.Container(words, width=240 * client.prefs.scale), players], spacing=theme.GAP)
    else:
        sign, label = (ft.Icons.SEARCH_OFF, "Stop searching") if reading.searching else (ft.Icons.SEARCH, "Search")
        search = icon_button(sign, label, press(reading.look_for), selected=reading.searching, key="search")
        bar = controls.column(
            ft.Row([search, players], spacing=4), *([words] if reading.searching else []), spacing=theme.GAP_S
        )
    return ft.Container(bar, padding=ft.Padding.only(left=8, right=16, bottom=4))


def _listing(
    client: Client, snapshot: PlaySnapshot, found: list[Written], reading: JournalState, *, more: bool
) -> tuple[list[ft.Control], bool]:
    """Draw the entries, newest first, under the turn or the day they belong to; say whether there are ``more``."""
    if not snapshot.version:
        words = "What you record is written here, entry by entry, and nothing is ever rubbed out."
        return [controls.empty(ft.Icons.RECEIPT_LONG_OUTLINED, "The journal is empty", words)], False
    if not found:
        who = f" about {snapshot.table.name(reading.holder)}" if reading.holder else ""
        what = f" with \u201c{reading.find.strip()}\u201d" if reading.find.strip() else ""
        return [ft.Container(soft(f"No entry{who}{what}.", Style.BODY_MEDIUM), padding=ft.Padding.only(top=12))], False
    scale = client.prefs.scale

    def drawn(row: Row) -> ft.Control:
        return JournalRow(
            row, reading.toggle, picked=row.seq == reading.seq, scale=scale, key=f"entry-{row.seq}.{row.n}"
        )

    rows: list[ft.Control] = []
    every = listed(snapshot, reading, found, whole=not more)
    # nothing below the edge is drawn before somebody scrolls
    here = every if reading.many else screenful(every, (client.height - ABOVE) / max(1, scale))
    more = more or len(here) < len(every)
    for at, one in enumerate(here):
        if isinstance(one, Heading):
            rows.append(_heading(one, first=not at))
        elif isinstance(one, Fold):
            rows += [_fold(one, reading), *map(drawn, one.rows)]
        else:
            rows.append(drawn(one))
    if more:
        rows.append(button("Show more", press(reading.more), icon=ft.Icons.EXPAND_MORE, key="more"))
    return rows, more


def _heading(one: Heading, *, first: bool) -> ft.Control:
    head = controls.heading(one.words, level=3, style=Style.LABEL_MEDIUM)
    return ft.Row(
        [head, soft(one.when, Style.LABEL_SMALL)],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        margin=ft.Margin(4, 2 if first else 8, 4, 2),
    )


def _fold(one: Fold, reading: JournalState) -> ft.Control:
    """Show in one row that entries are crossed out; a tap opens them."""
    return fold_row(one.words, press(reading.fold, one.oldest), unfolded=bool(one.rows), key=f"fold-{one.oldest}")


def _beside(content: ft.Control, width: float) -> ft.Control:
    return ft.Container(
        ft.Column(
            [ft.Container(content, padding=14)],
            scroll=ft.ScrollMode.AUTO,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        width=width,
        bgcolor=theme.PANEL,
        border=ft.Border(left=ft.BorderSide(1, theme.HAIRLINE)),
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
