"""Whatever an evening was like, its feats can be told: of those who sit there, and none once all is undone."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.core.show.highlights import highlights
from models.ledger import history
from tests.games.doubletrack import test_doubletrack_walks
from tests.games.rat_a_tat_cat import test_cat_walks
from tests.games.rat_race_monopoly import test_rrm_walks
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses
from tests.games.totopoly import test_totopoly_walks

STEPS = 120
BAD = re.compile(r"\bNone\b|\bnan\b|  |\.\.|\(\)|[{}<>]|\$-|\u00a3-")


def ratrace(seed):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walker = RatraceWalker(random, 2 + seed % 5, random_houses(random), stains=True)
    for _ in range(STEPS):
        walker.step()
    return walker.evening


def totopoly(seed):
    return test_totopoly_walks.walk(seed, STEPS, stains=True).evening


def rat_race_monopoly(seed):
    return test_rrm_walks.walk(seed, STEPS, stains=True).evening


def rat_a_tat_cat(seed):
    walker = test_cat_walks.Walker(seed)
    for _ in range(STEPS // 2):
        walker.step()
    return walker.evening


def doubletrack(seed):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walk = test_doubletrack_walks.Walk(
        random, 3 + seed % 2, test_doubletrack_walks.random_houses(random) | {"secret": ("yes", "no")[seed % 2]}
    )
    for step in range(STEPS // 2):
        walk.step()
        if step % 9 == 8:
            walk.strike_out()
    return walk.evening


def told(evening):
    return evening.game.highlights_of(evening.table, history(evening.entries))


@pytest.mark.seeds(range(4), 1)
@pytest.mark.parametrize("play", [ratrace, totopoly, rat_race_monopoly, rat_a_tat_cat, doubletrack])
def test_the_feats_of_a_random_evening_can_be_told(play, seed):
    evening = play(seed)
    seats = {seat.key for seat in evening.table.players}
    places = {one.place for one in history(evening.entries)}
    found = told(evening)

    assert len({(one.key, one.seat) for one in found}) == len(found), "one of a kind for each seat"
    for highlight in found:
        assert highlight.seat in seats
        assert type(highlight.figure) is int
        assert type(highlight.weight) is int
        assert 0 <= highlight.weight <= 100
        assert highlight.place is None or highlight.place in places
        assert highlight.sentence.endswith(".")
        assert not BAD.search(f"{highlight.label} {highlight.said} {highlight.sentence}"), highlight
    assert len(highlights(found)) <= 3
    if any(evening.game.is_secret(evening.table, f"{who}:chips") for who in seats) and not evening.game.ending(
        evening.table
    ):
        assert found == ()

    while evening.undoable():
        evening.undo()
    assert told(evening) == ()
