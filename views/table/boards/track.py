"""The track beside the cards: who leads and who is last, and the sheets that a board opens as buttons."""

from __future__ import annotations

import flet as ft

from companion.core.prompt import Offer
from companion.core.show.boards import Pawn, Track
from views import theme
from views.components import controls
from views.components.controls import Style, button, chip, press, screen, soft, text
from views.components.player_card import badge
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.theme import GAP, GAP_L, GAP_S, HAIRLINE

TONES = frozenset({"primary", "danger", "quiet"})


def board_buttons(
    state: PlayState, snapshot: PlaySnapshot, offers: tuple[Offer, ...]
) -> list[ft.Control]:
    """Show a board's buttons side by side, and below them each reason once; empty if it opens none."""
    buttons: list[ft.Control] = []
    reasons: dict[str, None] = {}
    for offer in offers:
        label = offer.label or snapshot.game.find_action(offer.action).title
        reason = snapshot.why_not(offer.action, offer.answers)
        tone = offer.tone if offer.tone in TONES else "plain"
        barred = reason is not None
        buttons.append(
            button(
                label,
                press(state.sheet.open, offer),
                tone=tone,
                disabled=barred,
                hint=reason,
                key=f"tap-{label}",
            )
        )
        if reason:
            reasons[reason] = None
    if not buttons:
        return []
    return [
        controls.column(
            controls.wrap(*buttons, spacing=8), *(soft(reason) for reason in reasons), spacing=GAP
        )
    ]


PAWN = 30.0
"""Size of a pawn."""


def track_board(state: PlayState, snapshot: PlaySnapshot, board: Track) -> ft.Control:
    """Draw the track in the order of the race. It takes the height it is given, and scrolls in it."""
    head: list[ft.Control] = [
        controls.heading(board.title),
        ft.Semantics(
            content=text(board.said, Style.TITLE_MEDIUM),
            container=True,
            live_region=True,
            identifier="track-said",
        ),
    ]
    head += board_buttons(state, snapshot, board.taps)
    lanes = Lanes(board, snapshot.people, key=f"track-{board.title}")
    return controls.scrolling_column(
        controls.column(controls.column(*head, spacing=8), lanes, spacing=GAP_L),
        padding=ft.Padding.only(left=14, right=14, bottom=14),
    )


def remarks(pawn: Pawn) -> list[tuple[str, str]]:
    """What is to be said of a pawn beside its space, with the tone it is said in."""
    said = [("Home", "good")] if pawn.home else []
    if pawn.leads:
        said.append(("Leads", "good"))
    if pawn.last:
        said.append(("Last", "warn"))
    return said


def describe_pawn(pawn: Pawn, board: Track, name: str) -> str:
    """Say a pawn's line in one breath, for a screen reader."""
    where = (
        f"space {pawn.space}" + (f" of {board.spaces}" if board.spaces else "")
        if pawn.space
        else "on Start"
    )
    said = [
        f"{name}, {where}",
        *(words for words, _ in remarks(pawn)),
        *([pawn.note] if pawn.note else []),
    ]
    return ". ".join(said)


def _lanes(board: Track, people: tuple[Person, ...]) -> ft.Control:
    """Draw a line for each pawn; with a lane where it is known how long the track is."""
    rows = [_line(pawn, board, people) for pawn in board.pawns]
    if not rows:
        return soft("No pawn is on the track yet.", Style.BODY_MEDIUM)
    if board.foot:
        rows.append(soft(board.foot))
    return controls.column(*rows, spacing=GAP)


Lanes = controls.memo(screen(_lanes))


def _line(pawn: Pawn, board: Track, people: tuple[Person, ...]) -> ft.Control:
    person = next((person for person in people if person.key == pawn.seat), None)
    name = person.name if person else pawn.seat
    token: list[ft.Control] = [badge(person, size=PAWN)] if person else []
    where = "Home" if pawn.home else f"Space {pawn.space}" if pawn.space else "Start"
    chips = [chip(words, tone) for words, tone in remarks(pawn) if words != where]
    words: list[ft.Control] = [
        text(name, Style.TITLE_SMALL),
        text(where, Style.TITLE_SMALL, theme.INK, whole=True),
        *chips,
    ]
    lines: list[ft.Control] = [
        ft.Row(
            [
                *([] if board.spaces else token),
                ft.Container(controls.wrap(*words, spacing=GAP), expand=True),
            ],
            spacing=GAP,
        )
    ]
    if board.spaces:
        lines.append(_lane(token, pawn, board.spaces))
    if pawn.note:
        lines.append(soft(pawn.note))
    return ft.Semantics(
        content=controls.card(*lines, padding=12, spacing=GAP_S),
        container=True,
        label=describe_pawn(pawn, board, name),
        exclude_semantics=True,
        key=f"pawn-{pawn.seat}",
    )


def _lane(token: list[ft.Control], pawn: Pawn, spaces: int) -> ft.Control:
    """Set the pawn on its lane, as far along as it is on the track."""
    gone = spaces if pawn.home else min(spaces, max(0, pawn.space))
    row: list[ft.Control] = []
    if gone:
        row.append(ft.Container(height=6, bgcolor=theme.ACCENT, border_radius=3, expand=gone))
    row += token
    if spaces - gone:
        row.append(ft.Container(height=6, bgcolor=HAIRLINE, border_radius=3, expand=spaces - gone))
    return ft.Row(row, spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER)
