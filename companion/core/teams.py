"""Teams: players who play together, named at the start or later, whose points are added up."""

from __future__ import annotations

from typing import Any

from companion.core.turn import NamedThing, Party, Seat, TurnOf

TEAM = "team"
"""The mark of a player with the key of the team."""


class Team(NamedThing):
    """Players who play together. It has points of its own where they are written down by team."""

    prefix = TEAM

    @property
    def members(self) -> tuple[Seat, ...]:
        """Everybody in it, in the order of the seats."""
        return tuple(who for who in self.t.everybody if self.t.noted(who, TEAM) == self.key)

    def take_in(self, *players: Seat) -> None:
        """Let players play in it, and in no other."""
        for who in players:
            self.t.note(who, **{TEAM: self.key})


def teams(t: TurnOf[Any]) -> dict[Team, tuple[Seat, ...]]:
    """Return every team with those who are in it; none where the game has no teams."""
    found = (
        {team: team.members for team in t.things(Team)} if t.game.teams and t.game.teams(t) else {}
    )
    return {team: members for team, members in found.items() if members}


def team_of(t: TurnOf[Any], who: Seat) -> Team | None:
    """Return the team that a player is in."""
    return next((team for team, members in teams(t).items() if who in members), None)


def sides(t: TurnOf[Any]) -> tuple[Party, ...]:
    """Return who plays against whom: every team, and each player without one, in the order of the seats."""
    own = {who: team for team, members in teams(t).items() for who in members}
    return tuple(dict.fromkeys(own.get(who, who) for who in t.everybody))
