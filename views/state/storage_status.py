"""Where this copy of the app keeps its books, and what is to be said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakSet

if TYPE_CHECKING:
    from companion.backup_thread import BackupThread


class Screen(Protocol):
    """A connected screen, as far as news of the storage go."""

    @property
    def in_play(self) -> bool:
        """Whether a play is on it."""

    def run_soon(self, act: Callable[[Any], object], /) -> None:
        """Have something done on it, from whatever thread."""

    def redraw(self) -> None:
        """Redraw everything."""

    def catch_up(self) -> str:
        """Read everything that was written meanwhile, and redraw."""


@dataclass(eq=False)
class StorageStatus:
    """Where the books are, and whether they are safe there. A change of any field redraws every screen.

    ``where`` says it in a sentence; empty if the path of the file says enough. ``alone`` is whether no other device can
    take part, ``may_clear`` whether the browser may delete the books when it needs room. ``read_only`` says why nothing
    can be written here, as in a second tab; ``take`` makes this tab the one that writes, if possible. ``new_version``
    is the version of the app that is ready, and ``renew`` starts it. ``backup_thread`` copies the book, if there is
    room beside it. ``broken`` says why nothing more is recorded after a failed save, until the book has been opened
    again. ``damage`` is what a check of the book found, a sentence each; ``None`` if it is still to be checked.
    ``reads_paths`` is whether the app runs on the very device whose files are picked, and so may read them by their
    paths: how it was started decides that, and never the client, which may send anything.

    It belongs to all sessions, so it is no observable of Flet's: that would redraw the other screens in the name of the
    one that changed it. ``screens`` are weak, so they go with their sessions.
    """

    screens: WeakSet[Screen] = field(default_factory=WeakSet)
    where: str = ""
    alone: bool = False
    may_clear: bool = False
    read_only: str = ""
    broken: str = ""
    new_version: str = ""
    take: Callable[[], object] | None = None
    renew: Callable[[], object] | None = None
    damage: tuple[str, ...] | None = None
    backup_thread: BackupThread | None = None
    reads_paths: bool = False

    def __setattr__(self, name: str, value: object) -> None:
        before = getattr(self, name, value)
        super().__setattr__(name, value)
        if before != value and (before or value):  # no damage looks like not having looked for any
            self.on_every_screen(lambda client: client.redraw())

    def on_every_screen(self, act: Callable[[Screen], object]) -> None:
        """Have something done on every screen that is there, from whatever thread."""
        for client in tuple(self.screens):
            client.run_soon(act)

    def backup_tried(self) -> None:
        """Show on every screen but those of plays that a copy was tried, and what came of it."""
        self.on_every_screen(lambda client: None if client.in_play else client.redraw())
