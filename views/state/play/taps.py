"""What a tap was meant for: fingers tap twice, and are on their way while another hand records."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import flet as ft

from companion.core.recording.meanwhile import Shown
from views.state.play.viewpoint import Viewpoint

SAME_TAP = 0.4
"""Seconds within which a second tap on Record is the same tap, where the next sheet needs no answer.

It lies where the last one lay, ready to be recorded, before a finger that taps twice can stop. A sheet on
which something was answered since is nobody's second tap. Nor can anybody read, and stop a finger, in less.
"""
BUTTONS = 8
"""So many Record buttons that were drawn last are remembered, for a tap on one that has gone meanwhile."""
NEVER = float("-inf")


@dataclass(slots=True)
class Taps:
    """When what a tap may be meant for came in sight on one screen, or went. Nothing is drawn from it."""

    play: Viewpoint
    recorded: float = NEVER
    """When a sheet was recorded here."""
    noticed: float = NEVER
    """When something came in sight that is to be read before anything else is tapped."""
    overtaken: float = NEVER
    """When another hand recorded."""
    aside: bool = False
    """Whether the keys are known to go, since a digit after a Tab, where Enter presses no button."""
    entered: float = NEVER
    """When Enter was the sheet's: it presses the button that the keys still go to, such as one tapped last, as well."""
    _before: tuple[float, str, Shown] | None = None
    _buttons: deque[ft.FilledButton] = field(default_factory=lambda: deque(maxlen=BUTTONS))

    def is_same(self, before: float) -> bool:
        """Whether a tap now is the second half of one at a moment ``before``."""
        return self.play.clock() - before < SAME_TAP

    def is_echo(self) -> bool:
        """Whether a tap now is what an Enter that was the sheet's has pressed besides. Each has one."""
        entered, self.entered = self.entered, NEVER
        self.aside = False  # the keys go to what is tapped
        return self.is_same(entered)

    def replace_receipt(self, command: str, shown: Shown) -> None:
        """Remember the receipt of a sheet that another hand's entry is about to replace."""
        self._before = self.play.clock(), command, shown

    def replaced_receipt(self, command: str) -> Shown | None:
        """The receipt of this sheet that was replaced just now, so that a tap was meant for it."""
        if self._before and self._before[1] == command and self.is_same(self._before[0]):
            return self._before[2]
        return None

    def remember_button(self, button: ft.FilledButton) -> ft.FilledButton:
        """Keep a Record button in mind, so that a tap on it is heard though another has taken its place."""
        self._buttons.append(button)
        return button

    def remembered_button(self, number: int) -> ft.FilledButton | None:
        """The Record button that Flet knew by a number, if it was one of the last."""
        newest = reversed(self._buttons)
        return next((button for button in newest if button._i == number), None)  # noqa: SLF001 - Flet has no other name for it
