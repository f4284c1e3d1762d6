"""Hold to look: what only one player may see is shown while that player holds a finger on it, and not a moment longer.

Nothing of it is in the tree, nor sent to the screen, before. While it is shown it is left out of what a screen
reader says, for that would be said to the whole table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

import flet as ft

from views import theme
from views.components import controls
from views.components.controls import Control, Icons, Style, guard, press, screen, soft, text
from views.components.privacy import Privacy, use_privacy
from views.components.sections import fact

Pairs = tuple[tuple[str, str], ...]
Look = Callable[[], Pairs]

SPACE = " "
KEY_SECONDS = 1.2
"""Seconds for which one press or repeat of the space bar shows it: longer than any keyboard waits to repeat."""
MOST_SECONDS = 20.0
"""Seconds after which it is covered again. Nobody looks for longer, and a release event can get lost."""


@dataclass(eq=False)
class Peek(ft.Observable):
    """Whether somebody is holding: the number of the entry on which that began, or a negative number."""

    on: int = -1

    def __post_init__(self) -> None:
        self._tired: Future[None] | None = None

    def begin(self, seen: int, lasting: float | None = None) -> None:
        """Show it, as long as it is held and nothing is written; for so many seconds at most."""
        self._rest()
        self.on = seen
        self._tired = ft.context.page.run_task(
            self._tire, MOST_SECONDS if lasting is None else lasting
        )

    def key(self, event: ft.KeyDownEvent | ft.KeyRepeatEvent, seen: int) -> None:
        """Show it while the space bar is held. Each repeat buys a moment more: a release that is lost costs nothing."""
        if event.key == SPACE:
            self.begin(seen, KEY_SECONDS)

    def cover(self) -> None:
        """Show it no longer."""
        self.on = -1
        self._rest()

    def _rest(self) -> None:
        if self._tired is not None:
            self._tired.cancel()
            self._tired = None

    async def _tire(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._tired = None
        self.on = -1


HINT = "Hold to look"


@screen
def HoldToReveal(
    privacy: Privacy,
    look: Look,
    seen: int,
    *,
    figure: str = "",
    hint: str = HINT,
    around: Callable[[Control], Control] | None = None,
    brief: bool = False,
) -> Control:
    """Draw a place to hold, which ``privacy`` covers as well.

    ``look`` is asked for what lies there while it is held, ``seen`` is the last entry. ``hint`` says what to do. With
    ``around`` all that this makes of the ``figure`` can be held, so that a finger need not lie on the very figure it
    asks for; what is made says of itself that it is hidden. ``brief`` names things without saying what they are.
    """
    glance, _ = ft.use_state(Peek())
    use_privacy(privacy, glance.cover)
    shown = look() if glance.on == seen else ()
    if around is None:
        return hold_key(_open(shown, brief=brief) if shown else hold_face(hint), glance, seen)
    # it takes the place of the dots, so that nothing moves under the finger
    there = text(shown[0][1] if shown else figure, Style.TITLE_MEDIUM, whole=True)
    if not hint:
        return _held(around(controls.inline(there, _sign())), glance, seen)
    # below it: beside it the hint would move as the figure takes the place of the dots
    below = controls.inline(_sign(), soft(hint, Style.LABEL_MEDIUM))
    lines = controls.lines(there, below)
    return _held(around(lines), glance, seen)


def _held(inside: Control, glance: Peek, seen: int) -> Control:
    """Let a finger on it hold it."""
    return ft.GestureDetector(
        content=inside,
        exclude_from_semantics=True,
        on_long_press_start=press(glance.begin, seen),
        on_long_press_end=press(glance.cover),
        on_long_press_cancel=press(glance.cover),
        on_exit=press(glance.cover),
    )


def hold_key(inside: Control, glance: Peek, seen: int) -> Control:
    """Make of it a key that Tab comes to, and that a finger or the space bar holds."""
    # inside the button, not around it: the button keeps a long press to itself
    held = _held(inside, glance, seen)
    keys = ft.KeyboardListener(
        content=controls.face(
            held, lambda: None, quiet=True, expand=None, padding=0, role="button"
        ),
        include_semantics=False,
        on_key_down=guard(lambda event: glance.key(event, seen)),
        on_key_repeat=guard(lambda event: glance.key(event, seen)),
        on_key_up=press(glance.cover),
    )
    # said in the same words whether it is held or not
    return controls.read_out(keys, "Hidden. Press and hold to look.")


def _sign() -> Control:
    return ft.Icon(Icons.VISIBILITY_OFF_OUTLINED, theme.SOFT_INK, 16)


def hold_face(hint: str) -> Control:
    """Say on a key what holding it shows; all of it can be held, up to its edge."""
    said = ft.Container(soft(hint, Style.LABEL_MEDIUM), expand=True, expand_loose=True)
    row = ft.Row([_sign(), said], spacing=6, alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(row, padding=theme.sides(theme.GAP, 12))


def _open(shown: Pairs, *, brief: bool) -> Control:
    if brief:
        words = soft(", ".join(value for _, value in shown))
        return ft.Container(words, padding=theme.sides(12))
    return ft.Container(controls.packed(fact(*pair) for pair in shown), padding=theme.GAP)
