"""Any score game: what the sheet shows, and what stays of it when a round is crossed out."""

from __future__ import annotations

import pytest

from companion.testing import random_evening, replayed

GOLF = """game any_score
title Golf
seats Ann Ben
house wins=lowest
score points="ann=4 ben=-2"
score points="ann=1 ben=3"
"""


def test_the_sheet_has_every_round_the_totals_after_each_and_the_places():
    referee = replayed(GOLF)
    (sheet,) = referee.game.boards(referee.table)
    assert [[one.points for one in line.scores] for line in sheet.rounds] == [[4, -2], [1, 3]]
    assert sheet.running == ((4, 5), (-2, 1))
    assert (sheet.totals, sheet.ranks) == ((5, 1), (2, 1))


def test_a_round_that_is_crossed_out_takes_its_points_with_it():
    referee = replayed(GOLF)
    referee.void(1, "never played")
    (sheet,) = referee.game.boards(referee.table)
    assert [[one.points for one in line.scores] for line in sheet.rounds] == [[1, 3]]
    assert sheet.totals == (1, 3)


def test_who_comes_late_has_no_points_before():
    referee = replayed(GOLF + "join called=Cy\nscore points='ann=0 ben=0 cy=7'\n")
    (sheet,) = referee.game.boards(referee.table)
    assert [line.scores[2].points for line in sheet.rounds] == [None, None, 7]
    assert referee.game.standing(referee.table, "cy").figure == "7 points"


@pytest.mark.seeds(range(40), 3)
def test_random_evenings_hold(seed):
    random_evening("any_score", seed)
