"""What a tap on a player opens, and what More opens: details, and every action with the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import flet as ft

from companion.core.action import Action
from companion.core.game import Standing
from companion.core.prompt import Offer
from views import theme
from views.components import controls
from views.components.controls import Style, icon_button, press, screen, soft, text
from views.components.hold_to_reveal import HoldToReveal, secrets
from views.components.player_card import badge, slot, spoken_figure
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import PlayState

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
def ActionMenu(state: PlayState, snapshot: PlaySnapshot, *, columns: int = 1, titled: bool = True) -> ft.Control:
    """Find an action by any word: possible ones by group, corrections behind one row, and those not possible folded."""
    words, write = ft.use_state("")
    opened, show = ft.use_state(frozenset[str]())

    def fold(part: str) -> None:
        show(opened ^ {part})

    def writing(on: bool) -> None:
        state.writing = on

    search = controls.field(
        "Find an action",
        words,
        write,
        focused=writing,
        prefix_icon=ft.Icons.SEARCH,
        autofocus=columns > 1,
        key="find",
    )
    blocks: list[ft.Control] = [*([_head(state, "Find an action")] if titled else []), search]
    if words.strip():
        blocks += _found(state, snapshot, words, columns)
    else:
        blocks += _folded(state, snapshot, columns, opened, fold)
    return controls.column(*blocks, spacing=14)


def action_groups(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Every action of the game, on a sheet that has a title already."""
    return [ActionMenu(state, snapshot, titled=False, key="actions")]


def matches(action: Action, words: str) -> bool:
    """Whether every word of a search is in what an action is called, does, or belongs to."""
    said = f"{action.title} {action.help} {action.group} {action.name.replace('_', ' ')}".casefold()
    return all(word in said for word in words.casefold().split())


def _found(state: PlayState, snapshot: PlaySnapshot, words: str, columns: int) -> list[ft.Control]:
    pairs = sorted((pair for pair in snapshot.actions if matches(pair[0], words)), key=lambda pair: pair[1] is not None)
    if not pairs:
        return [soft(f"Nothing is called \u201c{words.strip()}\u201d here. Try another word.", Style.BODY_MEDIUM)]
    return [_rows(state, pairs, columns)]


def _folded(
    state: PlayState, snapshot: PlaySnapshot, columns: int, opened: frozenset[str], fold: Callable[[str], None]
) -> list[ft.Control]:
    can = [pair for pair in snapshot.actions if pair[1] is None]
    barred = [pair for pair in snapshot.actions if pair[1] is not None]
    corrections = [pair for pair in can if pair[0].group == CORRECTIONS]
    leaving = [pair for pair in can if pair[0].name == LEAVE]
    usual = [pair for pair in can if pair not in corrections and pair not in leaving]
    often = [pair for pair in usual if pair[0].name in snapshot.game.quick]
    rest = [pair for pair in usual if pair not in often]
    order = list(dict.fromkeys(action.group for action, _ in rest))
    rest.sort(key=lambda pair: order.index(pair[0].group))
    blocks: list[ft.Control] = []
    if often:
        blocks.append(_group(state, "Often used", often, columns))
    for group, grouped in groupby(rest, key=lambda pair: pair[0].group):
        blocks.append(_group(state, group, list(grouped), columns))
    for title, pairs in (
        ("Correct something", corrections),
        ("Leave for good", leaving),
        (f"Not possible now ({len(barred)})", barred),
    ):
        if pairs:
            blocks.append(_fold(state, title, pairs, columns, opened, fold))
    return blocks


CORRECTIONS, LEAVE = "Corrections", "leave"
"""The group of actions that set a figure right, and the key of the one with which a player leaves for good."""


def _fold(  # noqa: PLR0917 - a fold and what it is opened by
    state: PlayState,
    title: str,
    pairs: Sequence[tuple[Action, str | None]],
    columns: int,
    opened: frozenset[str],
    fold: Callable[[str], None],
) -> ft.Control:
    """Draw a row that opens what lies behind it."""
    part = title.split(" (", maxsplit=1)[0]
    here = part in opened
    inside = ft.Row(
        [
            ft.Container(text(title, Style.LABEL_LARGE), expand=True),
            ft.Icon(ft.Icons.EXPAND_LESS if here else ft.Icons.EXPAND_MORE, color=theme.ACCENT, size=22),
        ]
    )
    row = ft.Row(
        [
            controls.face(
                inside,
                press(fold, part),
                padding=ft.Padding.symmetric(horizontal=14, vertical=13),
                role="button",
                quiet=True,
                key=f"fold-{part}",
            )
        ]
    )
    return controls.column(row, *([_rows(state, pairs, columns)] if here else []), spacing=6)


def _rows(state: PlayState, pairs: Sequence[tuple[Action, str | None]], columns: int) -> ft.Control:
    rows = [action_row(state, action, reason, Offer(action.name)) for action, reason in pairs]
    return controls.rows(rows, columns, 6)


def _group(state: PlayState, title: str, pairs: Sequence[tuple[Action, str | None]], columns: int) -> ft.Control:
    return controls.column(
        controls.heading(title, level=3, style=Style.TITLE_SMALL), _rows(state, pairs, columns), spacing=6
    )


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
