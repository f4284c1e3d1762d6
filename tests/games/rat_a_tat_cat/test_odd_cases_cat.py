"""Odd evenings of Rat-a-Tat Cat: six extreme hands, ties among three, clocks and house rules changed on the way."""

from __future__ import annotations

import pytest

from tests.games.rat_a_tat_cat.catround import CatEvening, cat, limit


def change(evening: CatEvening, rule: str, way: str) -> None:
    """Play a house rule otherwise from now on."""
    evening.do("change_house", rule=rule, way=way, reason="agreed by all")


class TestSixHands:
    @pytest.mark.parametrize(
        ("scores", "fault"),
        [
            ((36, 36, 0, 0, 0, 12), "Cy, Dora and Eve have 0 together; the least three hands can come to is 12."),
            ((36, 35, 35, 35, 0, 0), "Eve and Flo have 0 together; the least two hands can come to is 4."),
            ((4, 4, 4, 4, 4, 4), "have 24 together; the least six hands can come to is 60."),
            ((36, 36, 33, 30, 28, 26), "have 135 together; the most four hands can come to is 134."),
        ],
    )
    def test_totals_that_no_deal_gives_are_refused_with_the_reason(self, scores: tuple[int, ...], fault: str) -> None:
        evening = cat("Ann", "Ben", "Cy", "Dora", "Eve", "Flo")
        assert fault in evening.no_round(*scores)
        evening.round(*scores, because="another deck")
        assert tuple(evening.totals.values()) == scores

    def test_a_hand_beyond_the_deck_counts_with_another_deck_also_towards_the_limit(self) -> None:
        evening = limit("Ann", "Ben", at=37)
        evening.round(37, 3, because="our own deck")
        assert evening.winners == ("ben",)


class TestTies:
    def test_in_sudden_death_among_three_the_two_who_tie_again_play_on(self) -> None:
        evening = cat("Ann", "Ben", "Cy", "Dora", rounds="1", tie="sudden")
        evening.round(12, 12, 12, 20)
        evening.round(6, 6, 7)
        assert evening.counted.tied == ("ann", "ben")
        evening.round(8, 7)
        assert evening.winners == ("ben",)
        assert evening.ranks == [("ben", 1), ("ann", 2), ("cy", 3), ("dora", 4)]

    def test_who_leaves_sudden_death_leaves_the_win_to_the_other(self) -> None:
        evening = cat("Ann", "Ben", "Cy", rounds="1", tie="sudden")
        evening.round(12, 12, 20)
        evening.do("leave", who="ann")
        assert evening.winners == ("ben",)
        assert evening.ranks[-1] == ("ann", 3)

    def test_a_correction_of_sudden_death_decides_it(self) -> None:
        evening = cat("Ann", "Ben", "Cy", rounds="1", tie="sudden")
        evening.round(12, 12, 12)
        evening.round(6, 6, 7)
        evening.do("correct_round", round="2", scores="ann=6 ben=6 cy=3", reason="read wrong")
        assert evening.winners == ("cy",)
        assert evening.totals == {"ann": 12, "ben": 12, "cy": 12}

    def test_when_only_two_of_three_were_tied_after_all_their_sudden_death_still_counts(self) -> None:
        evening = cat("Ann", "Ben", "Cy", rounds="1", tie="sudden", knock="ten")
        evening.round(12, 12, 12)
        evening.round(6, 6, 7, knocked="cy")
        evening.do("correct_round", round="1", scores="ann=12 ben=13 cy=12", reason="miscounted")
        assert evening.winners == ("ann",)

    def test_a_table_that_stops_in_sudden_death_shares_the_win(self) -> None:
        evening = cat("Ann", "Ben", "Cy", rounds="1", tie="sudden")
        evening.round(12, 12, 12)
        evening.round(6, 6, 7)
        evening.do("end_game", reason="bed time")
        assert evening.winners == ("ann", "ben")


class TestTheLimit:
    def test_a_penalty_puts_a_knocker_out_though_the_cards_would_not(self) -> None:
        evening = limit("Ann", "Ben", "Cy", at=50, knock="highest")
        evening.round(20, 10, 36, knocked="ann")
        assert evening.told().endswith("That costs 36 points more. Ann is out with 56.")
        assert evening.counted.playing == ("ben", "cy")

    def test_a_correction_that_puts_somebody_out_takes_a_later_penalty_off_the_sheet(self) -> None:
        evening = limit("Ann", "Ben", "Cy", "Dora", at=50, knock="ten")
        evening.round(30, 20, 10, 12)
        evening.round(12, 20, 9, 8, knocked="ben")
        assert evening.counted.out == {"ben": 2}
        evening.do(
            "correct_round", round="1", scores="ann=30 ben=50 cy=10 dora=12", reason="misread", because="so it was"
        )
        assert evening.counted.out == {"ben": 1}
        assert evening.totals["ben"] == evening.points("ben") == 50
        assert evening.counted.rounds[1].extra == 0

    def test_a_round_to_be_played_again_counts_once_the_house_rule_is_changed(self) -> None:
        evening = limit("Ann", "Ben", at=20, all_out="again")
        evening.round(25, 30)
        assert not evening.winners
        assert evening.why_not("end_game", reason="bed time") == "No round counts yet, so there is nothing to win."
        change(evening, "all_out", "lowest")
        assert evening.winners == ("ann",)
        assert evening.points("ann") == 25


class TestTheEndingIsChanged:
    def test_from_rounds_to_a_limit_and_on_to_a_clock_the_sheet_is_judged_anew(self) -> None:
        evening = cat("Ann", "Ben", "Cy", rounds="5")
        for _ in range(3):
            evening.round(10, 12, 20)
        change(evening, "rounds", "2")
        assert evening.winners == ("ann",)
        change(evening, "ending", "limit")
        assert not evening.counted.over
        change(evening, "limit", "40")
        assert evening.counted.out == {"cy": 2}
        assert evening.points("cy") == 40
        change(evening, "limit", "25")
        assert evening.winners == ("ann",)
        change(evening, "ending", "time")
        assert evening.counted.next_players == ("ann", "ben", "cy")
        assert evening.points("cy") == 60
        assert evening.why_not("time_up") == "The clock has not been started."
        assert [offer.action for offer in evening.prompt.offers] == ["resume_clock"]

    def test_a_clock_that_has_run_out_runs_on_when_the_table_gives_it_more_time(self) -> None:
        evening = cat("Ann", "Ben", ending="time", minutes="10")
        evening.do("resume_clock", at=0)
        evening.round(5, 6, at=10)
        evening.do("time_up", at=601)
        assert evening.winners == ("ann",)
        change(evening, "minutes", "20")
        assert not evening.counted.over
        evening.round(6, 6, at=700)
        assert not evening.counted.over


class TestTheClock:
    def test_a_clock_stopped_a_second_before_the_end_outlasts_any_round(self) -> None:
        evening = cat("Ann", "Ben", ending="time", minutes="10")
        evening.do("resume_clock", at=0)
        evening.do("pause_clock", at=599)
        assert evening.told() == "The clock stops, with 1 second left."
        evening.round(4, 5, at=5_000)
        assert not evening.winners
        assert evening.why_not("time_up", at=5_001) == "The clock has 1 second left."
        evening.do("resume_clock", at=6_000)
        evening.round(4, 5, at=6_001)
        assert evening.winners == ("ann",)


class TestComingAndGoing:
    def test_a_late_joiner_starts_on_the_average_that_a_correction_leaves(self) -> None:
        evening = cat("Ann", "Ben", "Cy", late="average")
        evening.round(10, 12, 20)
        evening.do("join", called="Dora")
        evening.do("correct_round", round="1", scores="ann=10 ben=12 cy=24", reason="misread")
        assert evening.totals["dora"] == evening.points("dora") == 16

    def test_a_late_joiner_who_is_struck_out_leaves_the_rounds_of_the_others(self) -> None:
        evening = cat("Ann", "Ben", "Cy", late="average")
        evening.round(10, 12, 20)
        evening.do("join", called="Dora")
        joined = evening.entries[-1].seq
        evening.round(12, 10, 8, 7, knocked="dora")
        evening.void(joined)
        assert evening.totals == {"ann": 22, "ben": 22, "cy": 28}
        evening.round(11, 9, 9)
        assert evening.totals == {"ann": 33, "ben": 31, "cy": 37}
        assert evening.points("dora") == 0

    def test_the_knock_of_who_leaves_afterwards_stays_on_the_sheet(self) -> None:
        evening = cat("Ann", "Ben", "Cy", knock="double")
        evening.round(20, 10, 12, knocked="ann")
        evening.do("leave", who="ann")
        assert evening.totals["ann"] == 40
        evening.do("correct_round", round="1", scores="ann=9 ben=10 cy=12", knocked="ann", reason="misread")
        assert evening.totals["ann"] == 9
        assert evening.counted.rounds[0].won
        assert evening.counted.playing == ("ben", "cy")
