"""Rat-a-Tat Cat: the three ways to end, the clock, ties and places."""

import pytest

from companion.games.rat_a_tat_cat.sheet import Countdown
from tests.games.rat_a_tat_cat.catround import CatEvening, cat, limit

NOW = 1_790_000_000
MINUTE = 60


def timed(*names, **houses):
    """An open sheet of a game of half an hour, with the clock running from NOW."""
    evening = CatEvening(*(names or ("Ann", "Ben", "Cy")), **({"ending": "time"} | houses))
    evening.do("start", first="ann", at=NOW)
    return evening


def reason(evening):
    ending = evening.game.ending(evening.table)
    return ending.reason if ending else None


# --- 1. Play for a certain number of rounds


def test_after_the_rounds_agreed_the_lowest_total_wins():
    evening = cat(rounds="2")
    evening.round(12, 20, 7)
    assert reason(evening) is None
    evening.round(9, 3, 18)
    assert reason(evening) == "Ann wins with 21 after 2 rounds"
    assert evening.told() == "Round 2: Ann 9, Ben 3 and Cy 18. Ann wins with 21 after 2 rounds."
    assert evening.ranks == [("ann", 1), ("ben", 2), ("cy", 3)]
    assert evening.prompt.title == "The game is over"


def test_no_round_is_recorded_after_the_end():
    evening = cat(rounds="1")
    evening.round(12, 20, 7)
    assert evening.why_not("round", scores="ann=1 ben=20 cy=9") == "The game is over: no more rounds are scored."
    for action in ("end_game", "correct_dealer"):
        answers = {"reason": "so it was"} | ({"who": "ben"} if action == "correct_dealer" else {})
        assert evening.why_not(action, **answers) == "The game is over. Undo or correct a round to go on."


def test_places_are_shared_by_equal_totals():
    evening = cat("Ann", "Ben", "Cy", "Dot", rounds="1")
    evening.round(12, 20, 7, 12)
    assert evening.ranks == [("cy", 1), ("ann", 2), ("dot", 2), ("ben", 4)]


def test_more_rounds_agreed_later_let_the_game_go_on():
    evening = cat(rounds="1")
    evening.round(12, 20, 7)
    evening.do("change_house", rule="rounds", way="3", reason="it was short")
    assert "The game goes on." in evening.told()
    assert evening.winners == ()
    evening.round(9, 3, 18)
    evening.do("change_house", rule="rounds", way="2", reason="it is late")
    assert "Ann wins with 21 after 2 rounds." in evening.told()


# --- 2. Play for a specific length of time


def test_the_clock_starts_with_the_sheet_and_runs_to_a_moment():
    evening = timed()
    assert evening.told() == "Ann deals first, Ben starts. The clock runs: 30 minutes."
    clock = evening.game.clock_of(evening.table)
    assert (clock.until, clock.over) == (NOW + 30 * MINUTE, False)
    assert cat().game.clock_of(cat().table) is None


def test_the_round_in_play_when_time_runs_out_is_the_last_one():
    evening = timed()
    evening.round(12, 20, 7, at=NOW + 29 * MINUTE)
    assert reason(evening) is None
    evening.round(9, 31, 2, at=NOW + 31 * MINUTE)
    assert reason(evening) == "Time is up: Cy wins with 9"
    assert evening.game.clock_of(evening.table).over


def test_by_house_rule_that_round_is_not_scored_unless_the_table_says_why():
    evening = timed(last_round="dropped")
    evening.round(12, 20, 7, at=NOW + 29 * MINUTE)
    assert evening.no_round(9, 31, 2, at=NOW + 30 * MINUTE).startswith("Time ran out while this round was played")
    evening.do("time_up", at=NOW + 31 * MINUTE)
    assert reason(evening) == "Time is up: Cy wins with 7"
    evening.undo()
    evening.round(9, 31, 20, at=NOW + 30 * MINUTE, because="it was over in time")
    assert reason(evening) == "Time is up: Ann wins with 21"


def test_a_clock_that_pauses_twice_has_run_for_both_times():
    clock = Countdown(1_800).start(0).stop(600).start(700).stop(1_000)
    assert clock.seconds_left(9_999) == 900


def test_a_clock_that_runs_out_between_rounds_ends_the_game():
    evening = timed()
    evening.round(12, 20, 7, at=NOW + 5 * MINUTE)
    assert evening.why_not("time_up", at=NOW + 18 * MINUTE) == "The clock has 12 minutes left."
    evening.do("time_up", at=NOW + 30 * MINUTE)
    assert evening.told() == "The clock runs out between two rounds. Time is up: Cy wins with 7."


def test_a_stopped_clock_keeps_what_is_left():
    evening = timed()
    evening.do("pause_clock", at=NOW + 10 * MINUTE)
    assert evening.told() == "The clock stops, with 20 minutes left."
    clock = evening.game.clock_of(evening.table)
    assert (clock.until, clock.left) == (None, 20 * MINUTE)
    assert evening.why_not("time_up", at=NOW + 99 * MINUTE) == "The clock has 20 minutes left."
    assert evening.why_not("pause_clock", at=NOW) == "The clock stands still already."
    evening.round(12, 20, 7, at=NOW + 99 * MINUTE)
    assert reason(evening) is None
    evening.do("resume_clock", at=NOW + 100 * MINUTE)
    assert evening.game.clock_of(evening.table).until == NOW + 120 * MINUTE
    assert evening.why_not("resume_clock", at=NOW) == "The clock runs already."
    assert evening.why_not("pause_clock", at=NOW + 120 * MINUTE) == "The clock has run out."


def test_a_clock_can_be_started_later_than_the_sheet():
    evening = cat(ending="time")
    assert evening.why_not("time_up") == "The clock has not been started."
    assert evening.game.clock_of(evening.table).left == 30 * MINUTE
    assert [offer.action for offer in evening.prompt.offers] == ["resume_clock"]
    evening.do("resume_clock", at=NOW)
    assert evening.game.clock_of(evening.table).until == NOW + 30 * MINUTE
    evening.do("time_up")
    assert evening.counted.over


def test_more_minutes_agreed_later_move_the_clock():
    evening = timed()
    evening.round(12, 20, 7, at=NOW + 31 * MINUTE)
    assert reason(evening)
    evening.do("change_house", rule="minutes", way="45", reason="one more round")
    assert evening.game.clock_of(evening.table).until == NOW + 45 * MINUTE
    assert reason(evening) is None


def test_a_game_that_does_not_end_by_time_has_no_clock():
    evening = cat()
    said = "This game doesn't end by time, so no clock runs."
    assert {evening.why_not(one, at=NOW) for one in ("pause_clock", "resume_clock", "time_up")} == {said}


# --- 3. Play to stay in the game


def test_who_reaches_the_limit_is_out_and_the_last_one_in_wins():
    evening = limit(at=100)
    for scores in ((32, 30, 13), (32, 30, 14), (32, 30, 13)):
        evening.round(*scores)
    assert evening.totals == {"ann": 96, "ben": 90, "cy": 40}
    evening.round(4, 12, 20)
    assert evening.totals == {"ann": 100, "ben": 102, "cy": 60}
    assert evening.told().endswith("Ann is out with 100. Ben is out with 102. Cy is the last one in, and wins.")
    assert evening.ranks == [("cy", 1), ("ann", 2), ("ben", 3)]


def test_the_others_rank_by_how_late_they_went_out_then_by_the_lower_total():
    evening = limit("Ann", "Ben", "Cy", "Dot", at=30)
    evening.round(34, 10, 12, 5)
    evening.round(25, 25, 5)
    assert evening.totals == {"ann": 34, "ben": 35, "cy": 37, "dot": 10}
    assert evening.ranks == [("dot", 1), ("ben", 2), ("cy", 3), ("ann", 4)]
    words = {who: figure for who, _, figure in evening.game.ending(evening.table).ranks}
    assert words == {
        "dot": "10 points",
        "ben": "35 points, out in round 2",
        "cy": "37 points, out in round 2",
        "ann": "34 points, out in round 1",
    }


def test_when_everybody_left_reaches_it_at_once_the_lowest_total_wins():
    evening = limit(at=20)
    evening.round(36, 5, 6)
    evening.round(20, 16)
    assert evening.totals == {"ann": 36, "ben": 25, "cy": 22}
    assert reason(evening) == "Everybody left was out at once: Cy wins with 22"
    assert evening.ranks == [("cy", 1), ("ben", 2), ("ann", 3)]


def test_by_house_rule_that_round_is_not_counted_and_is_played_again():
    evening = limit(at=20, all_out="again")
    evening.round(36, 5, 6)
    evening.round(20, 16)
    assert evening.totals == {"ann": 36, "ben": 5, "cy": 6}
    assert "Not counted, played again: everybody left reached the limit." in evening.told()
    assert evening.points("ben") == 5
    line = evening.sheet.rounds[1]
    assert [score.crossed_out for score in line.scores] == [False, True, True]
    assert reason(evening) is None
    evening.round(20, 10)
    assert evening.winners == ("cy",)


@pytest.mark.parametrize("at", ["50", "200", "1"])
def test_the_limit_may_be_any_number(at):
    evening = limit("Ann", "Ben", at=int(at))
    while not evening.counted.over:
        evening.round(36, 0)
    assert evening.totals["ann"] >= int(at)
    assert evening.winners == ("ben",)


# --- Ties


def test_a_tie_for_the_lowest_total_is_a_shared_win():
    evening = cat(rounds="1")
    evening.round(7, 20, 7)
    assert evening.winners == ("ann", "cy")
    assert reason(evening) == "Ann and Cy share the win with 7 after 1 round"
    assert evening.ranks == [("ann", 1), ("cy", 1), ("ben", 3)]


def test_or_fewest_points_in_the_last_round_decide():
    evening = cat(rounds="2", tie="last")
    evening.round(7, 20, 9)
    evening.round(9, 3, 7)
    assert evening.winners == ("cy",)
    assert reason(evening) == "Cy wins the tie by the last round with 16 after 2 rounds"
    assert evening.ranks == [("cy", 1), ("ann", 2), ("ben", 3)]


def test_a_penalty_for_knocking_counts_where_the_last_round_decides():
    evening = cat(rounds="2", tie="last", knock="ten")
    evening.round(20, 30, 10)
    evening.round(5, 3, 5, knocked="cy")
    assert evening.totals == {"ann": 25, "ben": 33, "cy": 25}
    assert evening.winners == ("ann",)
    assert evening.ranks == [("ann", 1), ("cy", 2), ("ben", 3)]


def test_a_tie_for_anything_but_the_win_is_shared_though_the_last_round_decides():
    evening = cat(rounds="2", tie="last")
    evening.round(5, 9, 12)
    evening.round(5, 12, 9)
    assert evening.ranks == [("ann", 1), ("ben", 2), ("cy", 2)]


def test_still_level_in_the_last_round_they_share():
    evening = cat(rounds="2", tie="last")
    evening.round(9, 20, 9)
    evening.round(7, 3, 7)
    assert evening.winners == ("ann", "cy")


def test_or_sudden_death_is_played_between_the_tied_and_joins_no_total():
    evening = cat(rounds="1", tie="sudden")
    evening.round(7, 20, 7)
    assert evening.told().endswith("A tie: sudden death between Ann and Cy.")
    assert evening.winners == ()
    assert evening.prompt.title == "Sudden death: Ann and Cy"
    assert evening.dealing == ("ben", "cy")
    assert evening.why_not("round", scores="ann=7 ben=3 cy=8") == "Ben has no part in the sudden death."
    evening.round(10, 10)
    assert evening.counted.tied == ("ann", "cy")
    assert evening.dealing == ("cy", "ann")
    evening.round(12, 11)
    assert evening.winners == ("cy",)
    assert evening.totals == {"ann": 7, "ben": 20, "cy": 7}
    assert evening.points("cy") == 7
    assert reason(evening) == "Cy wins the tie by sudden death with 7 after 1 round"
    assert evening.ranks == [("cy", 1), ("ann", 2), ("ben", 3)]
    assert [line.note for line in evening.sheet.rounds] == ["", "Sudden death.", "Sudden death."]


def test_sudden_death_follows_a_tie_of_those_who_went_out_together():
    evening = limit(at=20, tie="sudden")
    evening.round(36, 5, 6)
    evening.round(20, 19)
    assert evening.counted.tied == ("ben", "cy")
    evening.round(4, 9)
    assert evening.winners == ("ben",)
    assert evening.ranks == [("ben", 1), ("cy", 2), ("ann", 3)]


def test_who_leaves_in_sudden_death_leaves_the_win_to_the_other():
    evening = cat(rounds="1", tie="sudden")
    evening.round(7, 20, 7)
    evening.do("leave", who="cy")
    assert evening.winners == ("ann",)
    assert limit_of_two_tied().winners == ("ben",)


def limit_of_two_tied():
    evening = limit(at=20, tie="sudden")
    evening.round(36, 5, 6)
    evening.round(20, 19)
    evening.do("leave", who="cy")
    return evening


def test_sudden_death_that_has_no_tie_to_decide_any_more_is_struck_out():
    evening = cat(rounds="1", tie="sudden")
    evening.round(7, 20, 7)
    evening.round(10, 9)
    assert evening.winners == ("cy",)
    evening.do("correct_round", round="1", scores="ann=6 ben=20 cy=7", reason="misread")
    assert evening.winners == ("ann",)
    line = evening.sheet.rounds[1]
    assert line.note == "Sudden death. Not counted: there is no tie to decide."
    assert [score.crossed_out for score in line.scores] == [True, False, True]


# --- The table stops


def test_the_table_may_stop_and_the_lowest_total_wins():
    evening = limit(tie="sudden")
    assert evening.why_not("end_game", reason="supper") == "No round counts yet, so there is nothing to win."
    evening.round(12, 20, 12)
    evening.do("end_game", reason="supper")
    assert evening.winners == ("ann", "cy")
    assert reason(evening) == "Stopped early (supper): Ann and Cy share the win with 12"
    evening.undo()
    assert evening.winners == ()
