"""A score sheet made of rounds, for any game that writes down points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.turn import Seat, TurnOf


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
) -> ScoreSheet:
    """Lay out rounds, a list of numbers that `append` made, with the totals after each; a tap corrects one.

    Places are those of the game's score, who left plays no more. Rounds are numbered, or have ``labels`` by the number
    of their entry; ``signs`` are words for what else there was in one, each with an icon of Material's.
    ``to_come`` names the rounds that are still to be played.
    """
    seats = t.everybody
    found = {entry: t.numbers_in(value) for entry, value in t.by_entry(rounds).items()}
    running: dict[Seat, list[int]] = {who: [] for who in seats}
    for scores in found.values():
        for who, totals in running.items():
            totals.append((totals or [0])[-1] + scores.get(who, 0))
    ranks = t.ranks
    return ScoreSheet(
        title,
        tuple(who.key for who in seats),
        tuple(
            Round(
                (labels or {}).get(entry, str(at)),
                tuple(Score(one.get(who), sign=(signs or {}).get(entry, {}).get(who, "")) for who in seats),
                correction=entry,
            )
            for at, (entry, one) in enumerate(found.items(), 1)
        ),
        tuple((running[who] or [0])[-1] for who in seats),
        tuple(ranks.get(who, len(seats)) for who in seats),
        tuple(tuple(running[who]) for who in seats),
        frozenset(who.key for who in seats if who not in t.seats),
        note=note,
        icons=icons or {},
        to_come=tuple(to_come),
    )
