"""Rat-a-Tat Cat: what the receipts name where a house rule decides, and one numbering of rounds everywhere."""

import pytest

from tests.games.rat_a_tat_cat.catround import CatEvening, cat, limit

LAST = (
    "A tie for the lowest total: fewest points in the last round wins, a penalty for knocking counted; "
    "still tied, they share."
)
SUDDEN = "A tie for the lowest total: the tied play a round more, until one has fewest."


def test_who_took_no_part_in_the_last_round_does_not_win_the_tie_by_it():
    evening = cat("Ann", "Ben", ending="time", minutes="30", tie="last", late="average")
    evening.do("resume_clock", at=0)
    evening.round(4, 6, at=10)
    evening.round(6, 4, at=20)
    evening.do("join", called="Dora")
    assert evening.totals["dora"] == 10
    evening.do("time_up", at=1_900)
    assert evening.winners == ("ben",)
    assert evening.told().endswith("Time is up: Ben wins the tie by the last round with 10.")
    assert evening.ranks == [("ben", 1), ("ann", 2), ("dora", 3)]
    assert LAST in evening.last.house


def test_where_nobody_tied_took_part_in_the_last_round_they_share():
    evening = cat("Ann", "Ben", "Cy", ending="time", tie="last", late="average")
    evening.do("resume_clock", at=0)
    evening.round(20, 20, 20, at=10)
    for name in ("Dora", "Eve"):
        evening.do("join", called=name)
    for who in ("ann", "ben"):
        evening.do("leave", who=who)
    evening.do("leave", who="cy")
    evening.do("time_up", at=1_900)
    assert evening.winners == ("dora", "eve")
    assert evening.told().endswith("Time is up: Dora and Eve share the win with 20.")


def test_a_tie_that_the_last_round_leaves_is_shared_and_the_house_rule_is_named():
    evening = cat("Ann", "Ben", rounds="1", tie="last")
    evening.round(9, 9)
    assert evening.winners == ("ann", "ben")
    assert evening.last.house == (LAST,)


def test_a_tie_rule_is_named_only_where_there_is_a_tie():
    for tie in ("last", "sudden"):
        evening = cat("Ann", "Ben", rounds="2", tie=tie)
        evening.round(9, 9)
        assert evening.last.house == ()
        evening.round(8, 9)
        assert evening.last.house == ()


def test_sudden_death_is_named_when_it_begins_goes_on_and_ends():
    evening = cat("Ann", "Ben", "Cy", rounds="1", tie="sudden")
    evening.round(9, 9, 9)
    assert evening.told().endswith("A tie: sudden death between Ann, Ben and Cy.")
    assert evening.last.house == (SUDDEN,)
    evening.round(8, 8, 8)
    assert evening.told().endswith("Still a tie: sudden death goes on between Ann, Ben and Cy.")
    assert evening.last.house == (SUDDEN,)
    evening.round(7, 7, 8)
    assert evening.told().endswith("Still a tie: sudden death goes on between Ann and Ben.")
    evening.do("correct_dealer", who="ann" if evening.dealing[0] != "ann" else "ben", reason="mixed up")
    assert "tie" not in evening.told()
    assert evening.last.house == ()
    evening.round(7, 6)
    assert evening.told().endswith("Ben wins the tie by sudden death with 9 after 1 round.")
    assert evening.last.house == (SUDDEN,)


def test_a_shared_win_names_no_house_rule():
    evening = cat("Ann", "Ben", rounds="1")
    evening.round(9, 9)
    assert evening.last.house == ()


def test_a_round_that_time_cut_off_is_left_out_by_saying_that_time_is_up():
    evening = cat("Ann", "Ben", ending="time", minutes="10", last_round="dropped")
    evening.do("resume_clock", at=0)
    evening.round(4, 5, at=10)
    assert "Record that time is up" in evening.no_round(4, 5, at=700)
    evening.do("time_up", at=700)
    assert evening.told().startswith("Time is up: a round still in play isn't scored. ")
    assert evening.last.house == ("The round in play when time runs out isn't scored.",)
    assert evening.winners == ("ann",)


def test_a_clock_that_runs_out_between_rounds_names_no_house_rule():
    evening = cat("Ann", "Ben", ending="time", minutes="10")
    evening.do("resume_clock", at=0)
    evening.round(4, 5, at=10)
    evening.do("time_up", at=700)
    assert evening.told().startswith("The clock runs out between two rounds. ")
    assert evening.last.house == ()


@pytest.mark.parametrize("tie", ["shared", "last", "sudden"])
def test_when_time_is_up_before_any_round_nobody_has_won(tie):
    evening = cat("Ann", "Ben", ending="time", minutes="10", tie=tie)
    evening.do("resume_clock", at=0)
    evening.do("time_up", at=700)
    assert evening.told() == "The clock runs out between two rounds. Time is up, and no round was scored."
    assert evening.counted.over
    assert evening.winners == ()
    assert evening.last.house == ()
    evening.undo()
    assert not evening.counted.over


def test_a_table_that_stopped_wins_nothing_once_its_only_round_is_struck_out():
    evening = cat("Ann", "Ben")
    evening.round(4, 5)
    played = evening.entries[-1].seq
    evening.do("end_game", reason="bed time")
    assert evening.winners == ("ann",)
    evening.void(played)
    assert evening.winners == ()
    assert evening.game.ending(evening.table).reason == "Stopped early (bed time): no round was scored"


def test_a_round_played_again_is_named_and_takes_the_next_number_everywhere():
    evening = limit("Ann", "Ben", at=20, all_out="again")
    evening.round(25, 30)
    assert evening.told().startswith("Round 1: ")
    assert evening.last.house == (
        "A round in which everybody left reaches the limit isn't counted, and is played again.",
    )
    assert evening.prompt.title.startswith("Round 2: ")
    assert "Round 2" in [chip.text for chip in evening.game.status_of(evening.table)]
    evening.round(5, 7)
    assert evening.told().startswith("Round 2: ")
    assert evening.last.house == ()
    assert evening.prompt.title.startswith("Round 3: ")


def test_a_number_of_rounds_counts_those_that_count():
    evening = cat("Ann", "Ben", rounds="2", tie="sudden")
    evening.round(9, 9)
    evening.round(9, 9)
    evening.round(8, 9)
    evening.do("change_house", rule="rounds", way="4", reason="agreed by all")
    assert evening.prompt.title.startswith("Round 4: ")
    assert [chip.text for chip in evening.game.status_of(evening.table)] == ["Round 4, 2 to go"]


def test_one_minute_is_one_minute():
    evening = CatEvening("Ann", "Ben", ending="time", minutes="1")
    evening.do("start", first="ann", at=0)
    assert evening.told().endswith("The clock runs: 1 minute.")
    assert "1 minute" in [chip.text for chip in evening.game.status_of(evening.table)]
    evening.do("change_house", rule="minutes", way="90", reason="agreed by all")
    assert [line.text for line in evening.last.working][:2] == ["Until now: 1 minute", "From now on: 90 minutes"]
    assert evening.game.option("rounds").say("1") == "1 round"
    assert evening.game.option("limit").say("1") == "1 point"
