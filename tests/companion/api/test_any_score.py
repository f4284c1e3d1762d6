"""Any score game: what the sheet shows, and what stays of it when a round is crossed out."""

from __future__ import annotations

import pytest

from companion.testing import random_evening, replayed
from models.ledger import Refusal

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


def test_the_rounds_agreed_on_stand_on_the_sheet_to_the_last_before_they_are_played():
    referee = replayed(GOLF.replace("house wins=lowest", "house wins=lowest rounds=4"))
    (sheet,) = referee.game.boards(referee.table)
    assert sheet.to_come == ("3", "4")


def test_who_comes_late_has_a_line_with_what_they_begin_with():
    referee = replayed(GOLF + "join called=Cy begins_with=5\n")
    (sheet,) = referee.game.boards(referee.table)
    assert [line.label for line in sheet.rounds] == ["1", "2", "Joins"]
    assert (sheet.totals, sheet.running[2]) == ((5, 1, 5), (None, None, 5))


def test_a_round_that_is_crossed_out_takes_its_points_with_it():
    referee = replayed(GOLF)
    referee.void(1, "never played")
    (sheet,) = referee.game.boards(referee.table)
    assert [[one.points for one in line.scores] for line in sheet.rounds] == [[1, 3]]
    assert sheet.totals == (1, 3)


def test_a_round_that_a_correction_puts_in_stands_in_its_place():
    referee = replayed(GOLF + "amend 1.1=\"score points='ann=7 ben=8'\" reason='forgotten'\n")
    (sheet,) = referee.game.boards(referee.table)
    assert [[one.points for one in line.scores] for line in sheet.rounds] == [[4, -2], [7, 8], [1, 3]]


def test_who_comes_late_has_no_points_before():
    referee = replayed(GOLF + "join called=Cy\nscore points='ann=0 ben=0 cy=7'\n")
    (sheet,) = referee.game.boards(referee.table)
    assert [line.scores[2].points for line in sheet.rounds] == [None, None, 7]
    assert referee.game.standing(referee.table, "cy").figure == "7 points"


def test_the_deal_goes_on_to_the_left_when_somebody_comes_late_or_leaves():
    head = "game any_score\nseats Ann Ben Cy Dora\nhouse dealer=yes\n"
    four, three = "score points='ann=1 ben=2 cy=3 dora=4'\n", "score points='ann=1 cy=3 dora=4'\n"
    five = four * 5  # Ann deals the fifth

    def next_dealer(text):
        referee = replayed(text)
        return referee.game.prompt(referee.table).title

    assert next_dealer(head + five) == "Round 6: Ben deals"
    assert next_dealer(f"{head}{five}join called=Eve\n") == "Round 6: Ben deals"
    assert next_dealer(f"{head}{five}leave who=ben\n") == "Round 6: Cy deals"
    assert next_dealer(f"{head}{five}leave who=ben\n{three}") == "Round 7: Dora deals"


def test_among_teams_the_deal_passes_to_the_left():
    head = "game any_score\nseats Ann Ben Cy Dora\nhouse dealer=yes teams=team\n"
    named = "name_team name=We members=ann+cy\nname_team name=They members=ben+dora\n"
    referee = replayed(f"{head}{named}score points='we=4 they=3'\n")
    assert referee.game.prompt(referee.table).title == "Round 2: Ben deals"


@pytest.mark.seeds(range(40), 3)
def test_random_evenings_hold(seed):
    random_evening("any_score", seed)


HEARTS = "game any_score\nseats Ann Ben Cy Dora\nhouse wins=lowest zero=hearts\n"


@pytest.mark.parametrize(
    "points", ["ann=26 ben=0 cy=0 dora=0", "ann=13 ben=5 cy=6 dora=2", "ann=0 ben=26 cy=26 dora=26"]
)
def test_a_round_of_hearts_comes_to_26_or_the_moon_is_shot(points):
    referee = replayed(f"{HEARTS}score points='{points}'\n")
    assert referee.version == 1


def test_a_round_of_hearts_that_comes_to_32_is_refused_and_the_table_may_record_it_all_the_same():
    referee = replayed(HEARTS)
    answers = {"points": "ann=19 ben=5 cy=6 dora=2"}
    with pytest.raises(Refusal) as refused:
        referee.write("score", answers)
    assert refused.value.sentence == "These points come to 32; a round has 26."
    assert refused.value.question == "points"
    referee.write("score", {**answers, "anyway": "yes"})
    assert referee.game.standing(referee.table, "ann").figure == "19 points"
