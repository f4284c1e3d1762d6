"""Text fields: what is typed in each, why it can't be used, and whether somebody is writing in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import flet as ft

from models.ledger import Refusal
from views import theme
from views.components.error_boundary import OnTap, guard, press

OUTLINE = ft.OutlineInputBorder(border_radius=ft.BorderRadius.all(10))
"""The edge of every text field."""
FOCUSED, ENTERED = "focused", "entered"
"""Under which a session keeps the number of the text field that has the focus, and the key of the last that had it."""


@dataclass(eq=False)
class Typed(ft.Observable):
    """Words as they are typed, and the ``error`` that says why they can't be used.

    ``read`` gets the words with each letter, and may refuse them. ``changed`` is called after each refusal or reading,
    and when the field is entered or left: a form redraws by it.
    """

    read: Callable[[str], object] = str
    words: str = ""
    error: str = ""
    changed: Callable[[], object] = lambda: None

    def type(self, words: str) -> None:
        """Take in what is typed."""
        self.words = words
        with self.showing_refusal():
            self.read(words)

    def reset(self, words: str = "") -> None:
        """Begin anew, with some words or none."""
        self.words, self.error = words, ""

    @contextmanager
    def showing_refusal(self) -> Iterator[None]:
        """Show at the field what is refused within; where nothing is, the field has no error."""
        self.error = ""
        try:
            yield
        except Refusal as refusal:
            self.error = refusal.sentence
        self.changed()


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
    typed: Typed,
    label: str,
    *,
    helper: str = "",
    on_submit: OnTap | None = None,
    **more: Any,
) -> ft.TextField:
    """Make a text field for what is typed."""

    def on_input(event: ft.Event[ft.TextField]) -> None:
        words = str(event.control.value or "")
        if isinstance(event.control, Field):
            event.control.remember(words)
        typed.type(words)

    def move_focus(number: int) -> None:
        ft.context.page.session.store.set(FOCUSED, number)
        typed.changed()

    def enter(entered: ft.TextField) -> None:
        ft.context.page.session.store.set(ENTERED, entered.key)
        move_focus(entered._i)  # noqa: SLF001 - the number Flet gives it

    made = Field(
        label=label,
        value=typed.words,
        error=typed.error or None,
        helper=helper or None,
        on_change=guard(on_input),
        on_submit=on_submit and press(on_submit),
        on_focus=guard(lambda event: enter(event.control)),
        on_blur=press(move_focus, 0),
        color=theme.INK,  # without it, it is black in the dark too
        border=OUTLINE,
        helper_max_lines=3,
        error_max_lines=4,
        **more,
    )
    made.remember(typed.words)
    return made


def was_entered(key: str) -> bool:
    """Whether a field is the last that was written in: a phone's keyboard may lie over what is below it."""
    return bool(ft.context.page.session.store.get(ENTERED) == key)


def is_writing() -> bool:
    """Whether somebody is writing in a field that is on the screen: then no key is for what is around it.

    A field that goes away while it has the focus never says that it has lost it.
    """
    session = ft.context.page.session
    control: ft.BaseControl | None = session.index.get(session.store.get(FOCUSED))
    on_screen = control is not None
    while on_screen and control is not None:
        on_screen = bool(getattr(control, "visible", True))
        control = control.parent
    return on_screen
