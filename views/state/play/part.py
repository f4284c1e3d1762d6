"""What the parts of an open play have in common: whoever follows the play is redrawn when one of them changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the state of the play imports this
    from views.state.play.play_state import PlayState


@dataclass(eq=False)
class Part:
    """A part of a ``play`` on one screen, with one thing to know of it.

    A component is redrawn with every change of a play state that it is given, be it a key of a pad. Only the play is
    an observable of Flet's, and no part of it: a component that is given a part alone, and is memoised, can act on the
    play, and is redrawn only when what it shows changes.
    """

    play: PlayState

    def __setattr__(self, name: str, value: object) -> None:
        before = getattr(self, name, None)
        super().__setattr__(name, value)
        if not name.startswith("_") and before != value:
            self.play.redraw()
