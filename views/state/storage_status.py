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
        """Have everything drawn again."""

    def catch_up(self) -> str:
        """Take in everything that was written meanwhile, and draw again."""


@dataclass(eq=False)
class StorageStatus:
    """Where the books are, and whether they are safe there. A change of any of it draws every screen again.

    ``where`` says it in a sentence; nothing where the path of the file says enough. ``alone`` is
    whether no other device can take part. ``may_clear`` is whether a browser
    may clear them away when it wants room. ``looking`` says why nothing can be written here, as in a second tab;
    ``take`` has them kept here from now on, where that can be. ``fresh`` is the version of the app that is ready, and
    ``renew`` starts it. ``backup_thread`` copies the book, where there is room beside it. ``broken`` says why
    nothing more is recorded since a save has failed, until the book has been opened again. ``damage`` is what was found
    when the book was looked over, a sentence each; ``None`` where it is to be looked over. ``reads_paths`` is whether
    the app runs on the very device whose files are picked, and so may read them by their paths: how it was started says
    so, and never the client, which may say what it likes.

    It belongs to all sessions, so it is no observable of Flet's: that would draw the screens of the others in the name
    of the one that changed it. ``screens`` are let go of with their sessions.
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
        changed = getattr(self, name, value) != value
        super().__setattr__(name, value)
        if changed:
            self.on_every_screen(lambda client: client.redraw())

    def on_every_screen(self, act: Callable[[Screen], object]) -> None:
        """Have something done on every screen that is there, from whatever thread."""
        for client in tuple(self.screens):
            client.run_soon(act)

    def backup_tried(self) -> None:
        """Show on every screen but those of plays that a copy was tried, and what came of it."""
        self.on_every_screen(lambda client: None if client.in_play else client.redraw())
