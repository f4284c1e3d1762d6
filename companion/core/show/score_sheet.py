"""A score sheet made of rounds, for any game that writes down points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.teams import sides, teams
from companion.core.turn import Party, TurnOf
from companion.core.units import parts_of

JOINS = "Joins"
"""The name of the line of who comes later."""


def score_sheet(
    t: TurnOf[Any],
    rounds: str,
    *,
    title: str = "Score sheet",
    note: str = "",
    labels: Mapping[int, str] | None = None,
    signs: Mapping[int, Mapping[Any, str]] | None = None,
    icons: Mapping[str, str] | None = None,
    to_come: Sequence[str] = (),
    by_team: bool = True,
    joining: str = "",
) -> ScoreSheet:
    """Lay out rounds, a list of numbers that `append` made, with the totals after each; a tap corrects one.

    Places are those of the game's score, who left plays no more. Rounds are numbered, or have ``labels`` by the number
    of their entry; ``signs`` are words for what else there was in one, each with an icon of Material's.
    ``to_come`` names the rounds that are still to be played. In a game with teams a team has one column, with all that
    its players have, unless it is not ``by_team``. ``joining`` is another list, of what latecomers begin with.
    """
    together = teams(t)
    seats: tuple[Party, ...] = sides(t) if by_team else t.everybody
    column = {who: team for team, members in together.items() for who in members} if by_team else {}
    played, begins = t.by_entry(rounds), t.by_entry(joining) if joining else {}
    both = {**played, **begins}
    found = {
        entry: _by_column(t.numbers_in(both[entry]), column)
        for entry in sorted(both, key=t.table.order)
    }
    names = {
        **{entry: str(at) for at, entry in enumerate(played, 1)},
        **dict.fromkeys(begins, JOINS),
        **(labels or {}),
    }
    running: dict[Party, list[int | None]] = {who: [] for who in seats}
    to_join = {who for entry in begins for who in found[entry]}
    for scores in found.values():
        to_join -= scores.keys()
        for who, totals in running.items():
            totals.append(
                None if who in to_join else ((totals or [0])[-1] or 0) + scores.get(who, 0)
            )
    places = t.ranks
    ranks = dict[Party, int](places.items())
    for team, members in together.items():
        ranks.update((team, places[who]) for who in members if who in places)
    unit = parts_of(t.unit)
    playing = {
        *t.seats,
        *(team for team, members in together.items() if any(who in t.seats for who in members)),
    }
    marked = {
        entry: {column.get(who, who): sign for who, sign in seen.items()}
        for entry, seen in (signs or {}).items()
    }
    return ScoreSheet(
        title,
        tuple(who.key for who in seats),
        tuple(
            Round(
                names[entry],
                tuple(
                    Score(points.get(who), sign=marked.get(entry, {}).get(who, ""), unit=unit)
                    for who in seats
                ),
                correction=entry,
            )
            for entry, points in found.items()
        ),
        tuple((running[who] or [0])[-1] or 0 for who in seats),
        tuple(ranks.get(who, len(seats)) for who in seats),
        tuple(tuple(running[who]) for who in seats),
        frozenset(who.key for who in seats if who not in playing),
        note=note,
        icons=icons or {},
        to_come=tuple(to_come),
        unit=unit,
    )


def _by_column(numbers: Mapping[Any, int], column: Mapping[Any, Party]) -> dict[Party, int]:
    """Add up the numbers of those who share a column."""
    found: Counter[Party] = Counter()
    for who, number in numbers.items():
        found[column.get(who, who)] += number
    return found
