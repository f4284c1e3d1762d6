"""Text fields that keep what is written in them, however the screen is drawn meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from views import theme
from views.components import controls

OUTLINE = ft.OutlineInputBorder(border_radius=ft.BorderRadius.all(10))
"""The edge of every text field."""


class Field(ft.TextField):
    """A text field that never loses a letter.

    The value arrives before the change event. A screen drawn between the two still has the old value and would put it
    back, so a value equal to the last one heard gives way to the current one.
    """

    _remembered = ""

    def remember(self, words: str) -> None:
        """Keep in mind what was heard of it last."""
        object.__setattr__(self, "_remembered", words)

    def _migrate_state(self, other: ft.BaseControl) -> None:
        super()._migrate_state(other)
        if isinstance(other, Field) and self.value == other._remembered:  # noqa: SLF001 - the same field, drawn before
            self.value = other.value


def field(
    label: str,
    value: str,
    on_change: Callable[[str], object],
    *,
    error: str = "",
    helper: str = "",
    on_submit: Callable[..., Any] | None = None,
    focused: Callable[[bool], object] | None = None,
    **more: Any,
) -> ft.TextField:
    """Make a text field. ``on_change`` gets the words; ``focused`` gets whether the field has the focus."""

    def changed(event: ft.Event[ft.TextField]) -> None:
        words = str(event.control.value or "")
        if isinstance(event.control, Field):
            event.control.remember(words)
        on_change(words)

    if focused:
        more |= {"on_focus": controls.press(focused, True), "on_blur": controls.press(focused, False)}
    made = Field(
        label=label,
        value=value,
        error=error or None,
        helper=helper or None,
        on_change=controls.guarded(changed),
        on_submit=on_submit,
        color=theme.INK,  # without it, it is black in the dark too
        border=OUTLINE,
        helper_max_lines=3,
        error_max_lines=4,
        **more,
    )
    made.remember(value)
    return made
