"""What only one player may see, and how all of it is covered at once.

A reload sends the page again as it was, and a tab in the background shows what it showed. So whatever is private is
covered the moment its screen disconnects or loses the focus: on the screen, and in the tree that would be sent again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import flet as ft
from flet.components.component import Component
from flet.components.hooks.use_ref import MutableRef
from flet.components.utils import current_component

from companion.core.table import Table
from models.frozen import frozen

log = logging.getLogger("companion.views")

Cover = Callable[[], None]

AWAY = frozenset(
    {
        ft.AppLifecycleState.HIDE,
        ft.AppLifecycleState.INACTIVE,
        ft.AppLifecycleState.PAUSE,
        ft.AppLifecycleState.DETACH,
    }
)
"""States of the app in which nobody looks at it, or somebody else may be the next to."""


class Privacy:
    """Everything private on one screen. It holds no secret, only the ways to cover them.

    ``may_show`` says whether a player's secrets may be on this screen at all: by the play, its table and the seat.
    """

    def __init__(self) -> None:
        self.may_show: Callable[[str, Table, str], bool] = lambda _play, _table, _seat: True
        self._covers: dict[MutableRef[Component], Cover] = {}

    def add(self, drawn: MutableRef[Component], cover: Cover) -> None:
        """Cover this too, from now on."""
        self._covers[drawn] = cover

    def remove(self, drawn: MutableRef[Component]) -> None:
        """Cover this no longer: it is gone."""
        self._covers.pop(drawn, None)

    def cover_all(self, *, cut_off: bool = False) -> None:
        """Cover everything. Where the screen is ``cut_off``, Flet draws nothing again by itself, so it is done here."""
        for drawn, cover in list(self._covers.items()):
            try:
                cover()
                if cut_off and drawn.current is not None:
                    drawn.current.update()  # type: ignore[no-untyped-call]
            except Exception:
                # one that can't be covered must not leave the others open
                log.exception("something private could not be covered")


@frozen
class Peeks:
    """The seats whose secrets a finger on this screen brings out, and what covers them again."""

    privacy: Privacy
    seats: frozenset[str]


def use_privacy(privacy: Privacy, cover: Cover) -> None:
    """Have this component covered when its screen is. A hook: call it in a component, at the top."""
    drawn: MutableRef[Component] = ft.use_ref(None)
    # a component that is drawn anew may be another object with the same state
    drawn.current = current_component()

    ft.use_effect(lambda: privacy.add(drawn, cover), [], cleanup=lambda: privacy.remove(drawn))
