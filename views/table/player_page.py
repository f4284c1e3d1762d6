"""A player's page: a statement of what they have, how far they are, and what moved it last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import flet as ft

from companion.core.action import Action
from companion.core.prompt import Offer
from companion.core.show.cards import Standing
from models.errors import StorageError
from views.app_shell import go, play_route
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.hold_to_reveal import HoldToReveal, secrets
from views.components.journal_row import journal_row, row_of_line
from views.components.player_card import checklist, slot, whole_card
from views.state.play.panel import Pane
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.menu import (
    CORRECTIONS,
    LEAVE,
    action_row,
    fold_group,
    overlay_head,
    use_folds,
)

MOVEMENTS = 10
"""So many of a player's last movements are on the page; the journal has all."""


@screen
def PlayerPage(state: PlayState, snapshot: PlaySnapshot, who: str) -> ft.Control:
    """Show what a player has and what made it, and what can be recorded for them; nothing that can't."""
    opened, fold = use_folds()
    person, standing = next(
        pair for pair in zip(snapshot.people, snapshot.standings, strict=True) if pair[0].key == who
    )
    blocks: list[ft.Control] = [
        overlay_head(state, person.name),
        *whole_card(standing),
    ]
    if standing.secret and state.may_show(who):
        words = f"For {person.name} alone: press and hold, and it is there until you let go."
        seen = HoldToReveal(
            state.privacy,
            secrets(snapshot, who, state.privacy),
            snapshot.version,
            key=f"peek-{who}",
        )
        blocks.append(controls.column(seen, soft(words), spacing=4))
    if standing.checks:
        blocks.append(checklist(standing))
    blocks += held(standing)
    can = [pair for pair in snapshot.actions_for(who) if pair[1] is None]
    now = [pair for pair in can if pair[0].group != CORRECTIONS and pair[0].name != LEAVE]
    if now:
        head = controls.heading(f"Record for {person.name}", level=3, style=Style.TITLE_SMALL)
        blocks.append(controls.column(head, *_rows(state, now, who), spacing=6))
    blocks += _movements(state, snapshot, who)
    corrections = [pair for pair in can if pair[0].group == CORRECTIONS]
    if corrections:
        title = f"Correct something for {person.name}"
        blocks.append(fold_group(title, partial(_rows, state, corrections, who), opened, fold))
    blocks += [_rows(state, [pair], who)[0] for pair in can if pair[0].name == LEAVE]
    return controls.column(*blocks, spacing=12)


def _movements(state: PlayState, snapshot: PlaySnapshot, who: str) -> list[ft.Control]:
    """List what moved a player's money last, with what it left; a tap opens the receipt."""
    try:
        last = snapshot.statement(who)[-MOVEMENTS:]
    except StorageError:
        return []  # damage elsewhere in the journal must not hide what is known
    if not last:
        return []
    rows: list[ft.Control] = []
    for movement in reversed(last):
        row = row_of_line(movement, person=snapshot.person(who), movement=movement)
        look = press(state.panel.look, Pane("line", seq=row.seq))
        rows.append(journal_row(row, look, scale=state.scale()))
    journal = press(go, play_route(state.play_id, "journal"))
    head = controls.beside(
        controls.heading("Last movements", level=3, style=Style.TITLE_SMALL),
        button("Journal", journal, tone="quiet", key="to-journal"),
    )
    return [controls.column(head, controls.column(*rows, spacing=0), spacing=2)]


def held(standing: Standing) -> list[ft.Control]:
    """List in words everything that a player holds."""
    rows = []
    for holding in standing.holdings:
        words = [text(holding.text), *([soft(holding.detail)] if holding.detail else [])]
        if holding.text:
            rows.append(controls.with_sign(slot(holding), *words))
    return [controls.card(*rows, spacing=8)] if rows else []


def _rows(
    state: PlayState, pairs: Sequence[tuple[Action[...], str | None]], who: str
) -> list[ft.Control]:
    return [
        action_row(state, action, reason, Offer(action.name, {"who": who}))
        for action, reason in pairs
    ]
