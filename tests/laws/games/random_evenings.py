"""Random evenings of each game, a step at a time, for laws that hold in all of them."""

from random import Random

from tests.laws.games.doubletrack.doubletrack_walker import DoubletrackWalker
from tests.laws.games.rat_a_tat_cat.cat_walker import CatWalker
from tests.laws.games.rat_race_monopoly.rrm_walker import MillionsWalker
from tests.laws.games.ratrace.ratrace_walker import RatraceWalker
from tests.laws.games.totopoly.totopoly_walker import TotopolyWalker
from tests.laws.games.walker import Walker


class ScoreWalker(Walker):
    key = "any_score"


class MoneyWalker(Walker):
    key = "any_money"


WALKERS = (
    RatraceWalker,
    TotopolyWalker,
    MillionsWalker,
    CatWalker,
    DoubletrackWalker,
    ScoreWalker,
    MoneyWalker,
)


def walk(made, seed, steps, *, stains=False, **houses):
    """Give the walker after each of so many steps."""
    walker = made(Random(f"{made.key} {seed}"), stains=stains, **houses)  # noqa: S311 - it plays, it keeps no secrets
    for _ in range(steps):
        walker.step()
        yield walker
