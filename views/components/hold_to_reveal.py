"""Hold to look: what only one player may see is shown while that player holds a finger on it, and not a moment longer.

Nothing of it is in the tree, nor sent to the screen, before. While it is shown it is left out of what a screen
reader says, for that would be said to the whole table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeAlias

import flet as ft

from views import theme
from views.components.controls import Style, guard, press, screen, soft, text
from views.state.play.play_snapshot import PlaySnapshot
from views.state.privacy import Privacy, use_privacy

Pairs: TypeAlias = tuple[tuple[str, str], ...]
Look: TypeAlias = Callable[[], Pairs]

MASK = "\u2022\u2022\u2022"
STYLES = {
    "row": Style.TITLE_LARGE,
    "tile": Style.TITLE_LARGE,
    "card": Style.DISPLAY_SMALL,
    "pane": Style.TITLE_MEDIUM,
}
ACROSS = {
    "row": ft.CrossAxisAlignment.END,
    "tile": ft.CrossAxisAlignment.START,
    "card": ft.CrossAxisAlignment.START,
    "pane": ft.CrossAxisAlignment.STRETCH,
}
SPACE = " "
KEY_SECONDS = 1.2
"""Seconds for which one press or repeat of the space bar shows it: longer than any keyboard waits to repeat."""
MOST_SECONDS = 20.0
"""Seconds after which it is covered again. Nobody looks for longer, and a release event can get lost."""


def secrets(snapshot: PlaySnapshot, who: str, privacy: Privacy) -> Look:
    """What only one player may see, read at the moment it is looked at; nothing on a device that may not show it."""

    def look() -> Pairs:
        if not privacy.may_show(snapshot.play.id, snapshot.table, who):
            return ()
        return next(
            (standing.secret for standing in snapshot.standings if standing.seat == who), ()
        )

    return look


@dataclass(eq=False)
class Reveal(ft.Observable):
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
    size: str,
    figure: str,
    hint: str = HINT,
    around: Callable[[ft.Control], ft.Control] | None = None,
) -> ft.Control:
    """Draw a place to hold, which ``privacy`` covers as well.

    ``look`` is asked for what lies there while it is held, ``seen`` is the last entry. ``size`` is row, tile, card
    or pane, after what it lies on; ``hint`` says what to do. With ``around`` all that this makes of it can be held, so
    that a finger need not lie on the very figure it asks for; what is made says of itself that it is hidden.
    """
    glance, _ = ft.use_state(Reveal())
    use_privacy(privacy, glance.cover)
    shown = look() if glance.on == seen else ()
    # on a card it takes the place of the dots, so that nothing moves under the finger
    there = shown[0][1] if shown else figure
    inside = _open(shown) if shown and size == "pane" else _closed_face(size, there, hint)
    # inside the button, not around it: the button keeps a long press to itself
    hold = ft.GestureDetector(
        content=around(inside) if around else inside,
        exclude_from_semantics=True,
        on_long_press_start=press(glance.begin, seen),
        on_long_press_end=press(glance.cover),
        on_long_press_cancel=press(glance.cover),
        on_exit=press(glance.cover),
    )
    return hold if around else _with_keys(hold, glance, seen)


def _with_keys(inside: ft.Control, glance: Reveal, seen: int) -> ft.Control:
    """Make of it something that Tab comes to and the space bar holds."""
    held = ft.OutlinedButton(
        content=inside,
        on_click=press(lambda: None),
        style=ft.ButtonStyle(
            shape=ft.RoundedRectangleBorder(radius=theme.RADIUS),
            side=theme.edge(ft.BorderSide(1, theme.HAIRLINE)),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            color=theme.INK,
            padding=0,
        ),
    )
    keys = ft.KeyboardListener(
        content=held,
        include_semantics=False,
        on_key_down=guard(lambda event: glance.key(event, seen)),
        on_key_repeat=guard(lambda event: glance.key(event, seen)),
        on_key_up=press(glance.cover),
    )
    # said in the same words whether it is held or not
    return ft.Semantics(
        content=keys,
        container=True,
        label="Hidden. Press and hold to look.",
        exclude_semantics=True,
    )


def _closed_face(size: str, figure: str, hint: str) -> ft.Control:
    sign = ft.Icon(ft.Icons.VISIBILITY_OFF_OUTLINED, size=16, color=theme.SOFT_INK)
    words: ft.Control = ft.Row([sign, soft(hint, Style.LABEL_MEDIUM)], spacing=4, tight=True)
    if size == "pane":
        # a finger on it must leave something to see
        said = ft.Container(soft(hint, Style.LABEL_MEDIUM), expand=True, expand_loose=True)
        middle = ft.Row([sign, said], spacing=6, alignment=ft.MainAxisAlignment.CENTER)
        words = ft.Container(middle, padding=ft.Padding.symmetric(vertical=14))
    return _box([text(figure, STYLES[size], whole=True), words] if figure else [words], size)


def _open(shown: Pairs) -> ft.Control:
    rows: list[ft.Control] = [
        ft.Row(
            [soft(label, Style.BODY_MEDIUM, expand=True), text(words, Style.TITLE_MEDIUM)],
            spacing=theme.GAP,
        )
        for label, words in shown
    ]
    return _box(rows, "pane")


def _box(lines: list[ft.Control], size: str) -> ft.Control:
    column = ft.Column(lines, spacing=1, tight=True, horizontal_alignment=ACROSS[size])
    # all of a place in a pane can be held, up to its edge
    sides = theme.GAP if size == "pane" else 0
    return ft.Container(column, padding=ft.Padding.symmetric(vertical=sides or 2, horizontal=sides))
