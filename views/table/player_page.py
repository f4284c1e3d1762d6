"""A player's page: a statement of what they have, how far they are, and what moved it last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import flet as ft

from companion.core.action import Action
from companion.core.prompt import Offer
from companion.core.show.cards import Standing
from models.errors import StorageError
from views import theme
from views.app_shell import go, play_route
from views.components import controls
from views.components.controls import Style, button, press, screen, soft, text
from views.components.hold_to_reveal import HoldToReveal, secrets
from views.components.journal_row import journal_row, row_of_line
from views.components.player_card import badge, checklist, progress, slot, spoken_figure
from views.state.play.panel import Pane
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.menu import (
    CORRECTIONS,
    LEAVE,
    Pairs,
    action_row,
    fold_group,
    overlay_head,
    use_folds,
)

MOVEMENTS = 10
"""So many of a player's last movements are on the page; the journal has all."""
BESIDE = 24
"""So many letters fit beside their label."""


@screen
def PlayerPage(state: PlayState, snapshot: PlaySnapshot, who: str) -> ft.Control:
    """Show what a player has and what made it, and what can be recorded for them; nothing that can't."""
    opened, fold = use_folds()
    person, standing = next(
        pair for pair in zip(snapshot.people, snapshot.standings, strict=True) if pair[0].key == who
    )
    blocks: list[ft.Control] = [
        overlay_head(state, person.name, badge(person, size=44)),
        *_summary(standing),
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
    blocks += _facts(standing, state.scale())
    can = [pair for pair in snapshot.actions_for(who) if pair[1] is None]
    now = [pair for pair in can if pair[0].group != CORRECTIONS and pair[0].name != LEAVE]
    if now:
        blocks.append(_actions(state, f"Record for {person.name}", now, who))
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
    head = ft.Row(
        [
            ft.Container(
                controls.heading("Last movements", level=3, style=Style.TITLE_SMALL), expand=True
            ),
            button(
                "Journal",
                press(go, play_route(state.play_id, "journal")),
                tone="quiet",
                key="to-journal",
            ),
        ]
    )
    return [controls.column(head, controls.column(*rows, spacing=0), spacing=2)]


def whole_card(standing: Standing, scale: float) -> list[ft.Control]:
    """Everything that a card says."""
    return [*_summary(standing), *_facts(standing, scale)]


def _facts(standing: Standing, scale: float) -> list[ft.Control]:
    """Show details by their labels, and everything held."""
    blocks: list[ft.Control] = []
    if standing.details:
        blocks.append(
            controls.card(
                *(_detail(label, value, scale) for label, value in standing.details), spacing=6
            )
        )
    held = [holding for holding in standing.holdings if holding.text]
    if held:
        rows = [
            ft.Row(
                [
                    slot(holding),
                    ft.Column(
                        [text(holding.text), *([soft(holding.detail)] if holding.detail else [])],
                        spacing=0,
                        tight=True,
                        expand=True,
                    ),
                ],
                spacing=theme.GAP,
            )
            for holding in held
        ]
        blocks.append(controls.card(*rows, spacing=8))
    return blocks


def _rows(
    state: PlayState, pairs: Sequence[tuple[Action[...], str | None]], who: str
) -> list[ft.Control]:
    return [
        action_row(state, action, reason, Offer(action.name, {"who": who}))
        for action, reason in pairs
    ]


def _actions(state: PlayState, title: str, pairs: Pairs, who: str) -> ft.Control:
    head = controls.heading(title, level=3, style=Style.TITLE_SMALL)
    return controls.column(head, *_rows(state, pairs, who), spacing=6)


def _summary(standing: Standing) -> list[ft.Control]:
    remarks = [chip for chip in (standing.rank, *standing.chips) if chip.text]
    # who owes nothing needs no word for it
    owed = (
        [text(standing.debt.text, Style.TITLE_LARGE, theme.LOSS)]
        if standing.debt.tone == "bad"
        else []
    )
    lines: list[ft.Control] = [
        ft.Row(
            [
                text(
                    standing.figure,
                    Style.DISPLAY_SMALL,
                    spoken=spoken_figure(standing) if standing.masked else None,
                ),
                *owed,
            ],
            wrap=True,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    ]
    if standing.subtitle:
        lines.append(soft(standing.subtitle, Style.BODY_MEDIUM))
    if remarks:
        lines.append(
            controls.wrap(*(controls.chip(remark.text, remark.tone) for remark in remarks))
        )
    if not standing.checks and (standing.progress is not None or standing.note or standing.warning):
        lines.append(progress(standing))
    return lines


def _detail(label: str, value: str, scale: float) -> ft.Control:
    # what does not fit beside its label goes below it
    beside = len(value) <= BESIDE and scale <= theme.ROOMY
    said = text(value, Style.TITLE_SMALL, align=ft.TextAlign.END if beside else ft.TextAlign.START)
    content: ft.Control
    if beside:
        content = ft.Row(
            [soft(label, Style.BODY_MEDIUM, expand=True), ft.Container(said, expand=True)],
            spacing=theme.GAP,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    else:
        content = ft.Column([soft(label, Style.BODY_MEDIUM), said], spacing=0, tight=True)
    return ft.Semantics(
        label=f"{label}: {value}", container=True, exclude_semantics=True, content=content
    )
