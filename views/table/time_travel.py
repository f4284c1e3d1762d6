"""Time travel: a slider over the evening, and the table as it was after any of its lines."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.dates import clock, day
from models.ledger import Line, Place
from views import theme
from views.app_shell import back_route, go, header, play_route
from views.components import controls
from views.components.charts import timeline
from views.components.controls import (
    column,
    flat,
    main_button,
    quiet_button,
    read_out,
    remark,
    screen,
    soft,
    strong,
)
from views.components.player_card import open_card
from views.components.receipt import receipt
from views.journal.correction_state import AFTER, LINE, route
from views.state.client import Client
from views.state.play.play_state import Pane, PlaySnapshot, PlayState
from views.table.arrangement import (
    BOARD,
    PLAYERS,
    SHEET,
    STRIP,
    Content,
    Part,
    Window,
    arrange,
    pane_height,
    window_of,
)
from views.table.middle import middle
from views.table.player_page import held
from views.table.players import PlayerList, everybody

START = Place(0)
"""Before every line."""


@dataclass(eq=False)
class TimeTravel(ft.Observable):
    """How many lines of the evening have happened by the time looked at, and whose card is looked at."""

    by: int
    seat: str = ""

    def to(self, by: int) -> None:
        """Go to the time after so many lines."""
        self.by = by

    def look(self, pane: Pane) -> None:
        """Look at a player; the same again puts the card away."""
        self.seat = "" if pane.seat == self.seat else pane.seat


@screen
def TravelScreen(client: Client, state: PlayState) -> ft.Control:
    """Show the table as it was, with a slider for the time; back to now in one tap."""
    snapshot = state.snapshot
    lines: list[Line] = ft.use_memo(snapshot.referee.lines, [snapshot.version])
    travel, _ = ft.use_state(TimeTravel(len(lines)))
    by = min(travel.by, len(lines))
    then: PlayState = ft.use_memo(lambda: _state(state, lines, by), [snapshot.version, by])
    back, past = back_route(client, state.play_id), None
    if not lines:
        words = "Once something is recorded, the evening can be gone through here, entry by entry."
        empty = controls.empty(ft.Icons.HISTORY, "Nothing has happened yet", words)
        return ft.Column([header(client, "Back in time", back=back), empty], expand=True)
    line = lines[by - 1] if by else None
    now = main_button("Back to now", go, back, icon=ft.Icons.SKIP_NEXT, key="now")
    foot = column(_slider(travel, lines, by), now, spacing=8, key="foot")
    if by < len(lines):
        after = f"after entry {line.place.seq}" if line else "before the first entry"
        past = controls.note(f"You are looking at the past: {after}.", "warn")
    head = header(client, "Back in time", back=back, under=past)
    return arrange(client, Content.SCORES, head, _parts(client, travel, then, line, foot))


def _parts(
    client: Client, travel: TimeTravel, then: PlayState, line: Line | None, foot: ft.Control
) -> dict[str, Part]:
    """Set the table as it was beside the line recorded last, or above it, with the slider at the foot."""
    phone = window_of(client) is Window.PHONE
    height = client.height / 2 if phone else pane_height(client)

    def table(width: float) -> ft.Control:
        return controls.fill(_table(client, travel, then, width, height))

    def what(_: float) -> ft.Control:
        shown = column(_what(travel, then, line), spacing=12)
        scroll = controls.scrolling_column(shown, padding=14)
        slider = ft.Container(foot, padding=ft.Padding(14, 8, 14, 12))
        return ft.Container(
            controls.panes(scroll, slider),
            bgcolor=theme.PANEL,
            border=theme.line("top"),
            expand=True,
        )

    return {STRIP if phone else BOARD: table, PLAYERS: table, SHEET: what}


def _state(state: PlayState, lines: list[Line], by: int) -> PlayState:
    past = PlaySnapshot(state.snapshot.referee.after(lines[by - 1].place if by else START))
    return PlayState(
        state.open_plays, state.play_id, scale=state.scale, privacy=state.privacy, past=past
    )


def _slider(travel: TimeTravel, lines: list[Line], by: int) -> ft.Control:
    """Draw the slider between its two steps, and say above it which time it is at."""
    words = _when(lines, by)
    said = strong(words, align=ft.TextAlign.CENTER)
    when = read_out(said, live=True, identifier="when")
    return column(when, timeline(by, len(lines), travel.to, words), spacing=0)


def _when(lines: list[Line], by: int) -> str:
    if not by:
        return "Before the first entry"
    line = lines[by - 1]
    added = "what was added after " if line.place.n else ""
    now = ", as it is now" if by == len(lines) else ""
    where = f"After {added}entry {line.place.seq}{now}"
    return f"{where} \u00b7 {day(line.at)}, {clock(line.at)}"


def _what(travel: TimeTravel, then: PlayState, line: Line | None) -> controls.Part:
    """Show the line recorded last by then with its receipt, and whoever is looked at."""
    snapshot, shown = then.snapshot, list[controls.Part]()
    if line is None:
        shown.append(remark("Nothing was recorded yet. Everyone has what the game begins with."))
    else:
        shown.append(receipt(line.proposal))
        if line.corrected:
            shown.append(soft(f"As corrected in entry {line.entry.seq}."))
        if not snapshot.game.missing:
            ways = {"Correct this entry": LINE, "Add a missed entry": AFTER}
            to = {
                words: play_route(then.play_id, route(line.place, way))
                for words, way in ways.items()
            }
            acts = (quiet_button(words, go, where) for words, where in to.items())
            shown.append(controls.wrap(acts))
    for person, standing in zip(snapshot.people, snapshot.standings, strict=True):
        if person.key == travel.seat:
            shown += open_card(person, standing, None, None), held(standing)
    return flat(shown)


def _table(
    client: Client, travel: TimeTravel, then: PlayState, width: float, height: float
) -> ft.Control:
    """Draw the table as it was: its board where it has one, and everybody's card."""
    snapshot = then.snapshot

    def players() -> ft.Control:
        columns = max(1, min(2, int(width // (250 * client.prefs.scale))))
        opened = everybody(snapshot) if client.wide else frozenset[str]()
        look, picked, key = travel.look, travel.seat, f"cards-{snapshot.version}"
        return PlayerList(snapshot, look, picked, then.peeks, opened, columns, key=key)

    return middle(client, then, snapshot, width, height, players) if snapshot.boards else players()
