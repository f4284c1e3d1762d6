"""How a tally is said: who shares a win has won."""

from __future__ import annotations

import pytest

from companion.statistics.player_stats import Tally
from views.players.players import tally_words


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (Tally(played=1), "1 played, none won"),
        (Tally(played=1, shared=1), "1 played, 1 won (shared)"),
        (Tally(played=3, won=1, shared=1), "3 played, 2 won (1 shared)"),
        (Tally(played=2, won=1, going=1), "2 played, 1 won, 1 in progress"),
        (Tally(going=2), "2 in progress"),
        (Tally(), "No games yet"),
    ],
)
def test_a_tally_in_one_line(tally, words):
    assert tally_words(tally) == words
