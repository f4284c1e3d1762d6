"""Rooms with devices that were let in, laid in a book before its server starts."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from models.book import Book
from models.journal import Journal
from models.rooms import IN, Rooms
from views.hosting.door import COOKIE
from views.hosting.native import DOOR

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NAME = "be9c4000"
"""The door's name, as a door makes one."""


@dataclass(frozen=True, slots=True)
class LaidRoom:
    """A room with one play, and the cookies by which its devices are known: the bank's, then the players'."""

    id: str
    play: str
    invitation: str
    bank: str
    phones: tuple[str, ...]
    watcher: str

    @property
    def route(self) -> str:
        """Where its game is."""
        return f"/play/{self.play}"


def lay_rooms(folder: Path, begin: Callable[[Journal], str], many: int, names: Sequence[str]) -> list[LaidRoom]:
    """Begin so many plays, each in a room of its own with a bank at the table, a phone for each name, and a watcher."""
    with closing(Book.open(folder)) as database:
        journal, rooms = Journal(database), Rooms(database)
        journal.set_preference(DOOR, NAME)

        def let_in(room: str, token: str, *people: str, leads: bool = False) -> str:
            rooms.add_member(token, room=room, people=people, state=IN, host=leads, bank=leads)
            return f"{COOKIE}{NAME}={token}"

        made = []
        for number in range(many):
            play = begin(journal)
            opened = rooms.open_room([play])
            room = opened.id
            phones = tuple(let_in(room, f"phone-{number}-{name}", name) for name in names)
            bank = let_in(room, f"bank-{number}", leads=True)
            made.append(LaidRoom(room, play, opened.invitation, bank, phones, let_in(room, f"watcher-{number}")))
        return made
