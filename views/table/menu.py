"""Every action, found by any word: possible ones by group, and those not possible with the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import flet as ft

from companion.core.action import Action
from companion.core.prompt import Offer
from views import theme
from views.components.controls import (
    Controls,
    Part,
    Still,
    Style,
    column,
    fill,
    has_words,
    heading,
    icon_button,
    press,
    remark,
    row,
    screen,
    soft,
    subheading,
    text,
)
from views.components.fields import Typed, field
from views.components.sections import fold, link_row
from views.state.play.play_state import PlaySnapshot, PlayState
from views.state.play.sheet import Sheet
from views.table.questions.kinds import view_of

Pairs = Sequence[tuple[Action[...], str | None]]
"""Actions, each with the reason why it can't be done now."""


def overlay_head(state: PlayState, title: str) -> ft.Control:
    """Head what lies over the turn, with the way back to the turn."""
    back = icon_button(ft.Icons.CLOSE, "Back to the turn", state.panel.leave)
    return row(fill(heading(title)), back)


def action_rows(state: PlayState, pairs: Pairs, who: str = "") -> Controls:
    """Show actions with what they do, or greyed with the reason why they can't be done; ``who`` does them."""
    answers = {"who": who} if who else {}
    return [action_row(state, *pair, Offer(pair[0].name, answers)) for pair in pairs]


def action_row(
    state: PlayState, action: Action[...], reason: str | None, offer: Offer
) -> ft.Control:
    """Show one action, again only when it says something else."""
    return Still(_action_row, state.sheet, action, reason, offer)


def _action_row(sheet: Sheet, action: Action[...], reason: str | None, offer: Offer) -> ft.Control:
    ink, sign = (theme.SOFT_INK, ft.Icons.BLOCK) if reason else (theme.INK, ft.Icons.CHEVRON_RIGHT)
    return link_row(
        press(sheet.open, offer),
        text(offer.label or action.title, Style.LABEL_LARGE, ink),
        soft(reason or action.help),
        after=ft.Icon(sign, theme.SOFT_INK if reason else theme.ACCENT, 20),
        disabled=reason is not None,
        key=f"action-{action.name}",
    )


@screen
def ActionMenu(state: PlayState, snapshot: PlaySnapshot, *, titled: bool = True) -> ft.Control:
    """Find an action by any word: possible ones by group, corrections behind one row, and those not possible folded."""
    typed, _ = ft.use_state(Typed())
    opened, toggle = use_folds()

    place: ft.Ref[ft.TextField] = ft.use_memo(ft.Ref, [])

    async def type_here() -> None:
        if place.current:
            # the button that was tapped would keep it: a field drawn later does not take it by itself
            with suppress(RuntimeError, TimeoutError):
                await place.current.focus()  # type: ignore[no-untyped-call] # Flet says nothing of it

    ft.on_mounted(type_here)
    search = field(typed, "Find an action", prefix_icon=ft.Icons.SEARCH, ref=place, key="find")
    head = overlay_head(state, "Find an action") if titled else None
    if typed.words.strip():
        found = _show_found(state, snapshot, typed.words)
    else:
        found = _show_groups(state, snapshot, opened, toggle)
    return column(head, search, found, spacing=14)


def matches(action: Action[...], words: str) -> bool:
    """Whether every word of a search is in what an action is called, does, asks or belongs to, or is a usual word."""
    said = [action.title, action.help, action.group, action.name.replace("_", " "), action.source]
    for question in action.questions:
        said += question.text, view_of(question.kind).usual_words(question.kind)
    return has_words(" ".join(said), words)


def _show_found(state: PlayState, snapshot: PlaySnapshot, words: str) -> Part:
    # what can be done comes first, and of that what is called so
    pairs = sorted(
        (pair for pair in snapshot.actions if matches(pair[0], words)),
        key=lambda pair: (pair[1] is not None, not has_words(pair[0].title, words)),
    )
    none = f"Nothing is called \u201c{words.strip()}\u201d here. Try another word."
    return column(action_rows(state, pairs), spacing=6) if pairs else remark(none)


def _show_groups(
    state: PlayState,
    snapshot: PlaySnapshot,
    opened: frozenset[str],
    toggle: Callable[[str], None],
) -> Part:
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
    shown = (group(title, action_rows(state, pairs)) for title, pairs in groups.items() if pairs)
    hidden = (
        fold_group(
            f"{title} ({len(pairs)})" if title == BARRED else title,
            partial(action_rows, state, pairs),
            opened,
            toggle,
        )
        for title, pairs in folded
        if pairs
    )
    return shown, hidden


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

    return opened, ft.use_callback(toggle, [])


def fold_group(
    title: str,
    rows: Callable[[], Controls],
    opened: frozenset[str],
    toggle: Callable[[str], None],
) -> ft.Control:
    """Draw a row that opens what lies behind it, which is not made before."""
    part = title.split(" (", maxsplit=1)[0]
    here = part in opened
    inside = rows() if here else []
    act = press(toggle, part)
    return fold(title, "", inside, unfolded=here, toggle=act, key=f"fold-{part}")


def group(title: str, rows: Part) -> ft.Control:
    """Set rows below what they are called."""
    head = subheading(title, Style.TITLE_SMALL)
    return column(head, rows, spacing=6)
