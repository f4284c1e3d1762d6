"""The sheets that a board opens as buttons."""

from __future__ import annotations

import flet as ft

from companion.core.prompt import Offer
from views.components import controls
from views.components.controls import button, press, soft
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState

TONES = frozenset({"primary", "danger", "quiet"})


def board_buttons(
    state: PlayState, snapshot: PlaySnapshot, offers: tuple[Offer, ...]
) -> ft.Control | None:
    """Show a board's buttons side by side, and below them each reason once; nothing if it opens none."""
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
        return None
    return controls.column(controls.wrap(buttons, spacing=8), map(soft, reasons))
