"""Random evenings of each game, a step at a time, for laws that hold in all of them."""

from __future__ import annotations

from random import Random

from tests.games.doubletrack import test_doubletrack_walks as doubletrack_walks
from tests.games.rat_a_tat_cat import test_cat_walks
from tests.games.rat_race_monopoly import test_rrm_walks
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses
from tests.games.totopoly import test_totopoly_walks


def steps(walker, number):
    for _ in range(number):
        walker.step()
        yield walker.evening


def ratrace(seed, number, *, stains=False):
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    yield from steps(RatraceWalker(random, 2 + seed % 5, random_houses(random), stains=stains), number)


def totopoly(seed, number, *, stains=False):
    random = Random(seed)  # noqa: S311 - as above
    houses = test_totopoly_walks.random_houses(random)
    walker = test_totopoly_walks.TotopolyWalker(random, 2 + seed % 5, houses, stains=stains)
    walker.record("start", {})
    yield walker.evening
    test_totopoly_walks.go_to_the_gate(walker)
    yield from steps(walker, number)


def rat_race_monopoly(seed, number, *, stains=False):
    random = Random(seed)  # noqa: S311 - as above
    houses = test_rrm_walks.random_houses(random, "both")
    walker = test_rrm_walks.MillionsWalker(random, 2 + seed % 5, houses, stains=stains)
    walker.record("start", {})
    for _ in range(0, number, 15):
        walker.grow_rich()
        yield from steps(walker, 15)


def doubletrack(seed, number, *, stains=False):
    random = Random(seed)  # noqa: S311 - as above
    walk = doubletrack_walks.Walk(random, 3 + seed % 2, doubletrack_walks.random_houses(random))
    for step, evening in enumerate(steps(walk, number)):
        if stains and step % 9 == 8:
            walk.strike_out()
        yield evening


def rat_a_tat_cat(seed, number, **_):
    yield from steps(test_cat_walks.Walker(seed), number)
