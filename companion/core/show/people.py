"""Players as screens, pages and pictures know them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from companion.core.game import Game
from companion.core.show.cards import Standing
from companion.core.show.player_colours import look
from companion.core.table import Table
from companion.core.teams import teams
from models.frozen import frozen
from models.names import name_key


@frozen
class Person:
    """A player's name, and the colour and shape of the token.

    One who plays on a device that doesn't answer is ``away``.
    """

    key: str
    name: str
    colour: str
    shape: str
    away: bool = False


People = tuple[Person, ...]


def people_at(table: Table, standings: Iterable[Standing], away: Collection[str] = ()) -> People:
    """Everyone seated. The token on their card decides the colour, then the choice made when sitting down.

    ``away`` are those who don't answer, by the keys of their names.
    """
    return tuple(
        Person(
            seat.key,
            table.name(seat.key),
            *look(
                table.sat_down[seat.key],
                seat.colour,
                seat.token,
                standing.colour,
            ),
            away=name_key(table.name(seat.key)) in away,
        )
        for seat, standing in zip(table.players, standings, strict=True)
    )


def with_teams(people: People, game: Game, table: Table) -> People:
    """Everyone seated, and every team with the token of the first who is in it."""
    looks = {person.key: person for person in people}
    found = teams(game.turn(table)).items()
    return (
        *people,
        *(replace(looks[members[0].key], key=team.key, name=str(team)) for team, members in found),
    )
