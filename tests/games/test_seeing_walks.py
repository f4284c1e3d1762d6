"""Random evenings of every game with money, lines struck out by halves among them: their figures always add up."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.units import is_money
from companion.statistics import one_play
from models.ledger import history
from tests.games.doubletrack import test_doubletrack_walks
from tests.games.rat_race_monopoly import test_rrm_walks
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses
from tests.games.totopoly import test_totopoly_walks


def ratrace(seed):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    walker = RatraceWalker(random, 2 + seed % 5, random_houses(random), stains=True)
    for _ in range(120):
        walker.step()
    return walker.evening


def doubletrack(seed):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    houses = test_doubletrack_walks.random_houses(random)
    walk = test_doubletrack_walks.Walk(random, 3 + seed % 2, houses)
    for _ in range(60):
        walk.step()
    return walk.evening


def rrm(seed):
    return test_rrm_walks.walk(seed, 100, stains=True).evening


def totopoly(seed):
    return test_totopoly_walks.walk(seed, 100, stains=True).evening


def in_purses(game, table, seat, unit):
    """What lies in a player's purses that are no debts."""
    return sum(
        held
        for (account, of), held in table.ledger.balances.items()
        if of == unit and account.startswith(f"{seat}:") and account.partition(":")[2] not in game.debts
    )


@pytest.mark.seeds(range(500, 504), 1)
@pytest.mark.parametrize("played", [ratrace, rrm, totopoly, doubletrack], ids=lambda one: one.__name__)
def test_the_figures_of_a_random_evening_add_up_to_what_everybody_holds(played, seed):
    evening = played(seed)
    game, table, lines = evening.game, evening.table, history(evening.entries)
    course, flows = one_play.course(game, table, lines), one_play.flows(game, table, lines)
    if game.hides(table):
        assert (course, flows) == (None, ())
        return
    for flow in flows:
        if flow.seat:
            assert flow.change == in_purses(game, table, flow.seat, flow.unit)
    together = {one.unit: one.change for one in flows if not one.seat}
    assert all(map(is_money, together))
    for unit, change in together.items():
        assert change == sum(one.change for one in flows if one.seat and one.unit == unit)
    if course:
        now = [game.worth_of(table, seat.key) for seat in table.players]
        last = tuple(None if one is None else one.amount for one in now)
        assert course.moments[-1].number == len(lines)
        assert course.moments[-1].amounts == last
