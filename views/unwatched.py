"""A desk for a part of the screen that acts on it and is not drawn from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from views.desk import Desk


@dataclass(frozen=True, slots=True)
class Unwatched:
    """A desk that is not watched.

    A component is drawn again with every change of an observed value it is handed, be it a key of a pad. One that is
    handed this, and memoised, is drawn when what it shows is another.
    """

    desk: Desk
