"""A score sheet made of rounds, for any game that writes down points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.api.turn import Seat, TurnOf
from companion.core.boards import Round, Score, ScoreSheet


def score_sheet(
    t: TurnOf[Any], rounds: Sequence[Mapping[Seat, int]], *, title: str = "Score sheet", note: str = ""
) -> ScoreSheet:
    """Lay out rounds with the totals after each; places are those of the game's score, who left plays no more."""
    seats = t.everybody
    running: dict[Seat, list[int]] = {who: [] for who in seats}
    for one in rounds:
        for who, totals in running.items():
            totals.append((totals or [0])[-1] + one.get(who, 0))
    ranks = t.ranks
    return ScoreSheet(
        title,
        tuple(who.key for who in seats),
        tuple(Round(str(at), tuple(Score(one.get(who)) for who in seats)) for at, one in enumerate(rounds, 1)),
        tuple((running[who] or [0])[-1] for who in seats),
        tuple(ranks.get(who, len(seats)) for who in seats),
        tuple(tuple(running[who]) for who in seats),
        frozenset(who.key for who in seats if who not in t.seats),
        note=note,
    )
