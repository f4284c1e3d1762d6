"""What a member of a room may know and change of the book while setting up its next game."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TypeVar

from models.journal import Journal
from models.plays import Play, Player
from views.state.client import Client

T = TypeVar("T")


class RoomBook(Journal):
    """The journal with the games and people of one room only; preferences and remembered players are left alone."""

    def __init__(self, client: Client) -> None:
        super().__init__(client.open_plays.journal.database)
        self.client = client

    def plays(self, *, archived: bool = False, deleted: bool = False) -> list[Play]:
        """List the games of the room."""
        return (
            []
            if archived or deleted
            else self.client.open_plays.shared.plays_of(self.client.member)
        )

    def players(self) -> list[Player]:
        """List those who play in the room."""
        now, shared = datetime.now(UTC), self.client.open_plays.shared
        room = shared.rooms.room(self.client.member.room)
        return [
            Player(person.name, person.colour, person.token, now)
            for person in (shared.people(room) if room else ())
        ]

    def remember_player(self, name: str, colour: str = "", token: str = "") -> None:
        """Remember nobody: the list of players is the book's."""

    def preference(self, key: str, default: T) -> T:
        """Read no preference of the book."""
        del key
        return default

    def set_preference(self, key: str, value: object) -> None:
        """Keep no preference in the book."""


def book_for(client: Client) -> Journal:
    """The book as far as a screen's member has it for setting up a game."""
    return RoomBook(client) if client.member.room else client.open_plays.journal
