"""What a tap on a player opens, and what More opens: details, and every action with the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

import flet as ft

from companion.core.action import Action
from companion.core.game import Game, Standing
from companion.core.prompt import Offer
from views import theme
from views.app_shell import go, play_route
from views.components import controls
from views.components.controls import Style, icon_button, press, screen, soft, text
from views.components.hold_to_reveal import HoldToReveal, secrets
from views.components.player_card import badge, slot, spoken_figure
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import PlayState


def _any(game: Game) -> bool:
    del game
    return True


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A screen by the last part of its route; ``kept`` says which games have one."""

    part: str
    title: str
    help: str
    icon: ft.IconData
    kept: Callable[[Game], bool] = _any


MENU_ITEMS: tuple[MenuItem, ...] = (
    MenuItem("past", "Go back in time", "The table as it was after any line of the evening.", ft.Icons.HISTORY),
    MenuItem("see", "See it", "How everybody fared, and where the money came from and went.", ft.Icons.SHOW_CHART),
    MenuItem(
        "count",
        "Count the cash",
        "What lies before somebody, beside the book.",
        ft.Icons.PAYMENTS_OUTLINED,
        lambda game: game.cash is not None,
    ),
    MenuItem("take", "Take it along", "The evening as a page, a table or a file to play on with.", ft.Icons.IOS_SHARE),
)
"""In the order in which they are offered."""


def menu_items(game: Game) -> tuple[MenuItem, ...]:
    """The menu items that a game's plays have."""
    return tuple(one for one in MENU_ITEMS if one.kept(game))


def menu_rows(play_id: str, game: Game) -> list[ft.Control]:
    """Each item as a row that says what it is."""
    return [_row(play_id, one) for one in menu_items(game)]


def menu_button(play_id: str, game: Game) -> ft.Control:
    """All items behind one button, for the head of a screen."""
    items = [
        ft.PopupMenuItem(content=one.title, icon=one.icon, on_click=press(go, play_route(play_id, one.part)))
        for one in menu_items(game)
    ]
    # by itself it is a button without a name
    return ft.MergeSemantics(
        ft.PopupMenuButton(icon=ft.Icons.MORE_VERT, tooltip="This evening", items=items, key="evening")
    )


def _row(play_id: str, way: MenuItem) -> ft.Control:
    words = ft.Column([text(way.title, Style.LABEL_LARGE), soft(way.help)], spacing=1, tight=True, expand=True)
    inside = ft.Row(
        [
            ft.Icon(way.icon, color=theme.ACCENT, size=22),
            words,
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20),
        ],
        spacing=theme.GAP,
    )
    return ft.Row(
        [
            controls.face(
                inside,
                press(go, play_route(play_id, way.part)),
                padding=ft.Padding.symmetric(horizontal=14, vertical=11),
                role="button",
                key=f"way-{way.part}",
            )
        ]
    )


BESIDE = 24
"""So many letters fit beside their label."""


def _head(state: PlayState, title: str, *lead: ft.Control) -> ft.Control:
    return ft.Row(
        [
            *lead,
            ft.Column([controls.heading(title)], tight=True, expand=True),
            icon_button(ft.Icons.CLOSE, "Back to the turn", press(state.leave)),
        ],
        spacing=theme.GAP,
    )


def action_row(state: PlayState, action: Action, reason: str | None, offer: Offer) -> ft.Control:
    """Show one action with what it does, or greyed with the reason why it can't be done."""
    words: list[ft.Control] = [
        text(offer.label or action.title, Style.LABEL_LARGE, theme.SOFT_INK if reason else theme.INK),
        soft(reason or action.help),
    ]
    sign = ft.Icons.BLOCK if reason else ft.Icons.CHEVRON_RIGHT
    inside = ft.Row(
        [
            ft.Column(words, spacing=1, tight=True, expand=True),
            ft.Icon(sign, color=theme.SOFT_INK if reason else theme.ACCENT, size=20),
        ],
        spacing=8,
    )
    return ft.Row(
        [
            controls.face(
                inside,
                press(state.open, offer),
                disabled=reason is not None,
                padding=ft.Padding.symmetric(horizontal=14, vertical=11),
                role="button",
                key=f"action-{action.name}",
            )
        ]
    )


@screen
def ActionMenu(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """List every action of the game by group: the often used first, barred ones with their reason."""
    blocks: list[ft.Control] = [_head(state, "Everything you can record"), *action_groups(state, snapshot)]
    if looks := menu_rows(state.play_id, snapshot.game):
        blocks.append(
            controls.column(controls.heading("This evening", level=3, style=Style.TITLE_SMALL), *looks, spacing=6)
        )
    return controls.column(*blocks, spacing=14)


def action_groups(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Every action of the game by group, each with its row."""
    known = snapshot.actions
    often = sorted(
        (pair for pair in known if pair[0].name in snapshot.game.quick), key=lambda pair: pair[1] is not None
    )
    blocks: list[ft.Control] = []
    if often:
        blocks.append(_group(state, "Often used", often))
    rest = [pair for pair in known if pair[0].name not in snapshot.game.quick]
    order = list(dict.fromkeys(pair[0].group for pair in rest))
    can = {pair[0].group for pair in rest if pair[1] is None}
    rest.sort(key=lambda pair: (pair[0].group not in can, order.index(pair[0].group), pair[1] is not None))
    for group, pairs in groupby(rest, key=lambda pair: pair[0].group):
        blocks.append(_group(state, group, list(pairs)))
    return blocks


def _group(state: PlayState, title: str, pairs: Sequence[tuple[Action, str | None]]) -> ft.Control:
    rows = [action_row(state, action, reason, Offer(action.name)) for action, reason in pairs]
    return controls.column(controls.heading(title, level=3, style=Style.TITLE_SMALL), *rows, spacing=6)


@screen
def PlayerDetail(state: PlayState, snapshot: PlaySnapshot, who: str) -> ft.Control:
    """Show a player in full: what they hold, how far they are, and what can be recorded for them."""
    person, standing = next(
        pair for pair in zip(snapshot.people, snapshot.standings, strict=True) if pair[0].key == who
    )
    name = person.name
    blocks: list[ft.Control] = [
        _head(state, name, badge(person, size=44)),
        *_summary(standing),
    ]
    if standing.secret:
        words = f"For {name} alone: press and hold, and it is there until you let go."
        seen = HoldToReveal(
            state.privacy, secrets(snapshot, who), snapshot.version, size="pane", figure="", key=f"peek-{who}"
        )
        blocks.append(controls.column(seen, soft(words), spacing=4))
    blocks += player_facts(standing)
    can = [(action, reason) for action, reason in snapshot.actions_for(who) if reason is None]
    barred = [(action, reason) for action, reason in snapshot.actions_for(who) if reason is not None]
    if can:
        blocks.append(_actions(state, f"Record for {name}", can, who))
    if barred:
        blocks.append(_actions(state, "Not now", barred, who))
    return controls.column(*blocks, spacing=12)


def player_facts(standing: Standing) -> list[ft.Control]:
    """What a player has, in full: details by their labels, and everything held."""
    blocks: list[ft.Control] = []
    if standing.details:
        blocks.append(controls.card(*(_detail(label, value) for label, value in standing.details), spacing=6))
    held = [one for one in standing.holdings if one.text]
    if held:
        rows = [
            ft.Row(
                [
                    slot(one),
                    ft.Column(
                        [text(one.text), *([soft(one.detail)] if one.detail else [])],
                        spacing=0,
                        tight=True,
                        expand=True,
                    ),
                ],
                spacing=theme.GAP,
            )
            for one in held
        ]
        blocks.append(controls.card(*rows, spacing=8))
    return blocks


def _actions(state: PlayState, title: str, pairs: Sequence[tuple[Action, str | None]], who: str) -> ft.Control:
    rows = [action_row(state, action, reason, Offer(action.name, {"who": who})) for action, reason in pairs]
    return controls.column(controls.heading(title, level=3, style=Style.TITLE_SMALL), *rows, spacing=6)


def _summary(standing: Standing) -> list[ft.Control]:
    lines: list[ft.Control] = [
        ft.Row(
            [
                text(standing.figure, Style.DISPLAY_SMALL, spoken=spoken_figure(standing) if standing.secret else None),
                *([controls.chip(standing.debt.text, standing.debt.tone)] if standing.debt.text else []),
                *([controls.chip(standing.rank.text, standing.rank.tone)] if standing.rank.text else []),
            ],
            wrap=True,
            spacing=theme.GAP,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    ]
    if standing.warning:
        lines.append(controls.note(standing.warning, "warn"))
    if standing.note:
        lines.append(controls.note(standing.note, "good" if standing.ready else "info"))
    return lines


def _detail(label: str, value: str) -> ft.Control:
    # what does not fit beside its label goes below it
    said = text(value, Style.TITLE_SMALL, align=ft.TextAlign.END if len(value) <= BESIDE else ft.TextAlign.START)
    content: ft.Control
    if len(value) <= BESIDE:
        content = ft.Row(
            [soft(label, Style.BODY_MEDIUM, expand=True), ft.Container(said, expand=True)],
            spacing=theme.GAP,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    else:
        content = ft.Column([soft(label, Style.BODY_MEDIUM), said], spacing=0, tight=True)
    return ft.Semantics(label=f"{label}: {value}", container=True, exclude_semantics=True, content=content)
