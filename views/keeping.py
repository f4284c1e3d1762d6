"""Where this copy of the app keeps its books, and what is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(eq=False)
class Keeping(ft.Observable):
    """Where the books are, and whether they are safe there.

    ``where`` says it in a sentence; nothing where the path of the file says enough. ``alone`` is
    whether no other device can take part. ``may_clear`` is whether a browser
    may clear them away when it wants room. ``looking`` says why nothing can be written here, as in a second tab;
    ``take`` has them kept here from now on, where that can be. ``fresh`` is the version of the app that is ready, and
    ``renew`` starts it.
    """

    where: str = ""
    alone: bool = False
    may_clear: bool = False
    looking: str = ""
    fresh: str = ""
    take: Callable[[], object] | None = None
    renew: Callable[[], object] | None = None
