"""The journal: every line of a play, newest first, with its receipt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.dates import day
from models.journal import Written
from models.ledger import COUNT
from views import theme
from views.app_shell import header
from views.components import controls, sections
from views.components.controls import Style, button, face, field, icon_button, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import without_semantics
from views.journal.entry import JournalLine, Voiding, detail
from views.state.client import Client
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import TURN, PlayState

A_PAGE = 50
BESIDE = 900
"""From this width on a line's receipt is shown beside the list."""


@dataclass(eq=False)
class JournalState(Voiding):
    """What the journal shows: search, filter and the open line."""

    find: str = ""
    holder: str = ""
    many: int = A_PAGE
    seq: int = 0

    def search(self, words: str) -> None:
        """Look for some words."""
        self.find, self.many = words, A_PAGE

    def only(self, holder: str) -> None:
        """Show the lines about one player, or again about everybody."""
        self.holder, self.many = ("" if holder == self.holder else holder), A_PAGE

    def more(self) -> None:
        """Show another page."""
        self.many += A_PAGE

    def toggle(self, seq: int) -> None:
        """Open a line; the same again closes it."""
        self.leave()
        self.seq = 0 if seq == self.seq else seq

    def open(self, seq: int) -> None:
        """Open a line that something else asks for; zero opens none."""
        if seq:
            self.leave()
            self.seq = seq

    def close(self) -> None:
        """Put the line away."""
        self.leave()
        self.seq = 0


@screen
def JournalScreen(client: Client, state: PlayState) -> ft.Control:
    """List the lines of a play; a tap shows one in full, beside the list or in a sheet over it."""
    reading, _ = ft.use_state(JournalState())
    snapshot = state.snapshot

    def writing(on: bool) -> None:
        state.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))

    # an undo that wants a reason lays its line open
    ft.use_effect(lambda: reading.open(state.firm), dependencies=[state.firm])
    undoing = 0 < state.firm == reading.seq

    def close() -> None:
        state.firm = 0
        state.pane = TURN
        reading.close()

    def void() -> None:
        seen = snapshot.version
        if reading.undo(state, seen) if undoing else reading.void(state, reading.seq, seen):
            close()

    found: list[Written] = ft.use_memo(
        lambda: snapshot.referee.entries(
            limit=reading.many + 1, holder=reading.holder or None, text=reading.find.strip()
        ),
        dependencies=[snapshot.version, reading.many, reading.holder, reading.find.strip()],
    )
    beside = client.wide and client.width >= BESIDE
    open_line = _written(snapshot, found, reading.seq)
    shown = None
    if open_line:
        firm = snapshot.referee.needs_reason(open_line.entry) if undoing else ""
        shown = detail(snapshot, open_line, reading, void=void, writing=writing, close=close, firm=firm)
    ft.use_dialog(None if beside or shown is None else _sheet(shown, close))
    rows = _rows(snapshot, found[: reading.many], reading, client.prefs.scale)
    if len(found) > reading.many:
        rows.append(button("Show more", press(reading.more), icon=ft.Icons.EXPAND_MORE, key="more"))
    listed = sections.scroll_pane(client, _filters(snapshot, reading, writing), *rows, spacing=0, narrow=True)
    body: ft.Control = listed
    if beside:
        side = shown or controls.empty(
            ft.Icons.RECEIPT_LONG_OUTLINED, "A line in full", "Tap a line to see its receipt and why it is so."
        )
        width = min(client.width * 0.5, 400 * min(1.4, client.prefs.scale))
        body = ft.Row(
            [ft.Container(listed, expand=True), _beside(side, width)],
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


def _head(client: Client, state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    undo_words = f"Undo: {snapshot.undoable.proposal.narration}" if snapshot.undoable else "Nothing to undo"
    redo_words = f"Redo: {snapshot.redoable.proposal.narration}" if snapshot.redoable else "Nothing to redo"
    undo, redo = press(state.undo, snapshot.version), press(state.redo, snapshot.version)
    return header(
        client,
        "Journal",
        icon_button(
            ft.Icons.UNDO, undo_words, undo, disabled=snapshot.undoable is None, key=f"undo-{snapshot.version}"
        ),
        icon_button(
            ft.Icons.REDO, redo_words, redo, disabled=snapshot.redoable is None, key=f"redo-{snapshot.version}"
        ),
        back="" if client.wide else "/",
    )


def _written(snapshot: PlaySnapshot, found: list[Written], seq: int) -> Written | None:
    """Find the line being looked at, also when it is not among those listed."""
    if not 1 <= seq <= snapshot.version:
        return None
    listed = next((one for one in found if one.entry.seq == seq), None)
    return listed or snapshot.referee.journal.entry(snapshot.play.id, seq)


def _filters(snapshot: PlaySnapshot, reading: JournalState, writing: Callable[[bool], object]) -> ft.Control:
    """Look for words, or for what is about one player."""
    faces = [
        face(
            without_semantics(ft.Row([badge(one, size=26), text(one.name, Style.LABEL_LARGE)], spacing=8, tight=True)),
            press(reading.only, one.key),
            chosen=reading.holder == one.key,
            expand=None,
            padding=ft.Padding.symmetric(horizontal=12, vertical=10),
            radius=24,
            spoken=f"Only {one.name}",
            key=f"only-{one.key}",
        )
        for one in snapshot.people
    ]
    return ft.Container(
        controls.column(
            field(
                "Find in the journal",
                reading.find,
                reading.search,
                focused=writing,
                prefix_icon=ft.Icons.SEARCH,
                key="find-line",
            ),
            ft.Row(list(faces), scroll=ft.ScrollMode.AUTO, spacing=8),
        ),
        padding=ft.Padding.only(bottom=8),
    )


def _rows(snapshot: PlaySnapshot, found: list[Written], reading: JournalState, scale: float) -> list[ft.Control]:
    """Write the lines, newest first, under the day they were written on."""
    if not snapshot.version:
        words = "What you record is written here, line by line, and nothing is ever rubbed out."
        return [controls.empty(ft.Icons.RECEIPT_LONG_OUTLINED, "The journal is empty", words)]
    if not found:
        who = f" about {snapshot.table.name(reading.holder)}" if reading.holder else ""
        what = f" with \u201c{reading.find.strip()}\u201d" if reading.find.strip() else ""
        return [ft.Container(soft(f"No line{who}{what}.", Style.BODY_MEDIUM), padding=ft.Padding.only(top=12))]
    rows: list[ft.Control] = []
    counted = any(one.entry.proposal.action == COUNT for one in found)
    counts = {one.place.seq: one for one in snapshot.referee.counts()} if counted else {}
    last = ""
    for one in found:
        today = day(one.entry.at)
        if today != last:
            rows.append(
                ft.Container(
                    controls.heading(today, level=3, style=Style.TITLE_SMALL), padding=ft.Padding.only(top=14, bottom=4)
                )
            )
            last = today
        rows.append(
            JournalLine(
                one,
                snapshot.figure(one.entry, reading.holder),
                reading.toggle,
                picked=one.entry.seq == reading.seq,
                scale=scale,
                revised=snapshot.revised.get(one.entry.seq),
                corrected=one.voided_by in snapshot.corrections,
                count=counts.get(one.entry.seq),
                key=f"line-{one.entry.seq}",
            )
        )
    return rows


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
