"""Pure values of the shelf: a play of some game, who sits at it, and the players we remember."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime  # noqa: TC003 - part of a public dataclass, read at run time by tests
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from models.ledger import Value


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: a key for the books, a name for people."""

    key: str
    name: str
    colour: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """One evening's game: how it began, and how far it has come.

    ``houses`` and ``board`` are as they were at the start; entries may change either later on.
    ``touched`` is when it was begun or last written to, ``ended`` how it ended in words, once it has.
    """

    id: str
    game: str
    title: str
    created: datetime
    touched: datetime
    archived: bool
    deleted: bool
    ended: str | None
    houses: Mapping[str, str]
    board: Mapping[str, Value]
    edition: str
    seats: tuple[Seat, ...]
    entries: int


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who has played before, for seating them again."""

    name: str
    colour: str
    token: str
    last_seen: datetime
