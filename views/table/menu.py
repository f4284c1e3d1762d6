"""Every action, found by any word: possible ones by group, and those not possible with the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from companion.core.action import Action
from companion.core.prompt import Offer
from views import theme
from views.components import controls
from views.components.controls import Still, Style, icon_button, press, screen, soft, text
from views.components.fields import Typed, field
from views.components.sections import fold, link_row
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.state.play.sheet import Sheet
from views.table.questions.kinds import view_of

Pairs: TypeAlias = Sequence[tuple[Action[...], str | None]]
"""Actions, each with the reason why it can't be done now."""


def overlay_head(state: PlayState, title: str) -> ft.Control:
    """Head what lies over the turn, with the way back to the turn."""
    back = icon_button(ft.Icons.CLOSE, "Back to the turn", press(state.panel.leave))
    return ft.Row([ft.Container(controls.heading(title), expand=True), back])


def action_row(
    state: PlayState,
    action: Action[...],
    reason: str | None,
    offer: Offer,
    *,
    key: str | None = None,
) -> ft.Control:
    """Show one action with what it does, or greyed with the reason why it can't be done."""
    return Still(_action_row, state.sheet, action, reason, offer, key=key)


def _action_row(sheet: Sheet, action: Action[...], reason: str | None, offer: Offer) -> ft.Control:
    ink, sign = (theme.SOFT_INK, ft.Icons.BLOCK) if reason else (theme.INK, ft.Icons.CHEVRON_RIGHT)
    return link_row(
        press(sheet.open, offer),
        text(offer.label or action.title, Style.LABEL_LARGE, ink),
        soft(reason or action.help),
        after=ft.Icon(sign, color=theme.SOFT_INK if reason else theme.ACCENT, size=20),
        disabled=reason is not None,
        key=f"action-{action.name}",
    )


@screen
def ActionMenu(state: PlayState, snapshot: PlaySnapshot, *, titled: bool = True) -> ft.Control:
    """Find an action by any word: possible ones by group, corrections behind one row, and those not possible folded."""
    typed, _ = ft.use_state(Typed())
    opened, toggle = use_folds()

    drawn: MutableRef[ft.Ref[ft.TextField]] = ft.use_ref(_field)
    place = drawn.current or _field()

    async def type_here() -> None:
        if place.current:
            # the button that was tapped would keep it: a field drawn later does not take it by itself
            with suppress(RuntimeError, TimeoutError):
                await place.current.focus()  # type: ignore[no-untyped-call] # Flet says nothing of it

    ft.use_effect(type_here, [])
    search = field(typed, "Find an action", prefix_icon=ft.Icons.SEARCH, ref=place, key="find")
    blocks: list[ft.Control] = [
        *([overlay_head(state, "Find an action")] if titled else []),
        search,
    ]
    if typed.words.strip():
        blocks += _show_found(state, snapshot, typed.words)
    else:
        blocks += _show_groups(state, snapshot, opened, toggle)
    return controls.column(*blocks, spacing=14)


def _field() -> ft.Ref[ft.TextField]:
    return ft.Ref()


def matches(action: Action[...], words: str) -> bool:
    """Whether every word of a search is in what an action is called, does, asks or belongs to, or is a usual word."""
    asked = [
        f"{question.text} {view_of(question.kind).usual_words(question.kind)}"
        for question in action.questions
    ]
    said = (
        action.title,
        action.help,
        action.group,
        action.name.replace("_", " "),
        action.source,
        *asked,
    )
    return controls.has_words(" ".join(said), words)


def _show_found(state: PlayState, snapshot: PlaySnapshot, words: str) -> list[ft.Control]:
    # what can be done comes first, and of that what is called so
    pairs = sorted(
        (pair for pair in snapshot.actions if matches(pair[0], words)),
        key=lambda pair: (pair[1] is not None, not controls.has_words(pair[0].title, words)),
    )
    if not pairs:
        return [
            soft(
                f"Nothing is called \u201c{words.strip()}\u201d here. Try another word.",
                Style.BODY_MEDIUM,
            )
        ]
    return [controls.column(*_rows(state, pairs), spacing=6)]


def _show_groups(
    state: PlayState,
    snapshot: PlaySnapshot,
    opened: frozenset[str],
    toggle: Callable[[str], None],
) -> list[ft.Control]:
    groups: dict[str, list[tuple[Action[...], str | None]]] = {OFTEN: []}
    for action, reason in snapshot.actions:
        if reason:
            title = BARRED
        elif action.name == LEAVE:
            title = LEAVING
        elif action.group == CORRECTIONS:
            title = CORRECTING
        else:
            title = OFTEN if action.name in snapshot.game.shortlist else action.group
        groups.setdefault(title, []).append((action, reason))
    folded = [(title, groups.pop(title, [])) for title in (CORRECTING, LEAVING, BARRED)]
    blocks = [_group(state, title, pairs) for title, pairs in groups.items() if pairs]
    for title, pairs in folded:
        if pairs:
            said = f"{title} ({len(pairs)})" if title == BARRED else title
            blocks.append(fold_group(said, partial(_rows, state, pairs), opened, toggle))
    return blocks


OFTEN, CORRECTING, LEAVING = "Often used", "Correct something", "Leave for good"
BARRED = "Not possible now"
"""Titles of groups of actions; the last three are folded."""
CORRECTIONS, LEAVE = "Corrections", "leave"
"""The group of actions that set a figure right, and the key of the one with which a player leaves for good."""


def use_folds() -> tuple[frozenset[str], Callable[[str], None]]:
    """What is unfolded of a component, and what opens a part of it or folds it away."""
    opened, show = ft.use_state(frozenset[str]())

    def toggle(part: str) -> None:
        show(lambda before: before ^ {part})

    return opened, ft.use_callback(toggle, dependencies=[])


def fold_group(
    title: str,
    rows: Callable[[], list[ft.Control]],
    opened: frozenset[str],
    toggle: Callable[[str], None],
) -> ft.Control:
    """Draw a row that opens what lies behind it, which is not made before."""
    part = title.split(" (", maxsplit=1)[0]
    here = part in opened
    inside = rows() if here else []
    act = press(toggle, part)
    return fold(title, "", inside, unfolded=here, toggle=act, key=f"fold-{part}")


def _rows(state: PlayState, pairs: Pairs) -> list[ft.Control]:
    return [action_row(state, action, reason, Offer(action.name)) for action, reason in pairs]


def _group(state: PlayState, title: str, pairs: Pairs) -> ft.Control:
    head = controls.heading(title, level=3, style=Style.TITLE_SMALL)
    return controls.column(head, *_rows(state, pairs), spacing=6)
