"""Where the keys go next for whoever walks from button to button: to the answers of what is asked, then to Record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import flet as ft

from companion.core.action import Question
from views.state.play.draft import Draft, find_asked, next_missing
from views.state.play.play_state import TURN, PlaySnapshot, PlayState
from views.state.play.taps import NEVER
from views.table.questions.kinds import view_of
from views.table.questions.view import Asking

Button = ft.Button | ft.OutlinedButton | ft.TextButton | ft.IconButton


PADS = "pads"
"""The key of the pad, with the one of the last roll, which is kept unseen."""
ASKED = 3
"""A button that was disabled takes the focus only once the device has drawn it anew, so it is asked to again."""


def use_focus(state: PlayState, snapshot: PlaySnapshot) -> tuple[ft.Ref[ft.Column], ft.Control]:
    """Move the focus on with what is asked; return what refers to the panel, and a place in it that holds the focus.

    The first Tab leads to the first answer. What is answered or recorded makes way for something else, and would take
    the focus with it; so it goes on to what is asked next. Digits go to the sheet whichever button has the focus, and
    Enter after them is the sheet's too: that place takes the focus then, where Enter presses nothing else. What it has
    pressed before the device says that the focus is there goes for nothing. It moves for nobody who has pressed no Tab.
    """
    panel: ft.Ref[ft.Column] = ft.use_memo(ft.Ref, [])
    draft = state.sheet.draft
    question = _find_asked(snapshot, draft) if draft else None
    held = ft.KeyboardListener(ft.Container()) if state.sheet.typing else None
    place = ft.Container(held)

    async def move() -> None:
        if not state.sheet.walking or state.panel.pane != TURN or panel.current is None:
            return
        target = held or _target(panel.current, draft, question)
        if target:
            with suppress(RuntimeError, TimeoutError):  # it has made way for another already
                for _ in range(ASKED):
                    await target.focus()  # type: ignore[no-untyped-call] # Flet says nothing of it
                    state.taps.aside, state.taps.entered = target is held, NEVER

    sheet, asked = draft.command if draft else "", question.name if question else ""
    if draft and question:
        asked += view_of(question.kind).step(Asking.of(state, draft, question))
    here = None if state.sheet.typing else (sheet, state.recorded, asked)
    ft.use_effect(move, [state.sheet.walking, here])
    return panel, place


def _find_asked(snapshot: PlaySnapshot, draft: Draft) -> Question | None:
    """What is asked now; a pad is asked until something else is, for it takes more than one key."""
    action = snapshot.game.find_action(draft.action)
    question = find_asked(action, draft)
    missing = next_missing(action, draft.answers)
    padded = (
        question is not None and question.kind.takes_digits and view_of(question.kind).stays_open
    )
    return question if padded or draft.opened else missing


def _target(panel: ft.Column, draft: Draft | None, question: Question | None) -> Button | None:
    """Choose the first answer to what is asked, or Record where nothing is."""
    record = next(
        _buttons(part for part in _below(panel) if getattr(part, "identifier", None) == "record"),
        None,
    )
    if draft and not question:
        return record
    asked: list[ft.BaseControl] = []
    if draft and question:
        first = view_of(question.kind).first_key
        asked = (first and _find_by_key(panel, first)) or []
        asked = asked or _find_by_key(panel, f"{draft.action}-{question.name}")
    return next(_buttons(asked or _find_by_key(panel, PADS) or [panel]), None)


def _find_by_key(root: ft.Control, key: str) -> list[ft.BaseControl]:
    return [part for part in _below(root) if getattr(part, "key", None) == key]


def _buttons(roots: Iterator[ft.BaseControl] | list[ft.BaseControl]) -> Iterator[Button]:
    """Every button in some controls that can be pressed."""
    for root in roots:
        for control in _below(root):
            if isinstance(control, Button) and not control.disabled:
                yield control


def _below(root: ft.BaseControl) -> Iterator[ft.BaseControl]:
    """Go through a control and everything in it that is shown, as it is read."""
    if not getattr(root, "visible", True):
        return
    yield root
    for name in ("controls", "content", "_b"):
        inside = getattr(root, name, None)
        for part in inside if isinstance(inside, list) else [inside]:
            if isinstance(part, ft.BaseControl):
                yield from _below(part)
