"""What is told of an evening at Rat-a-Tat Cat, against figures reckoned by hand from the session's own rounds."""

from models.ledger import Place
from tests.games.evening import Evening
from tests.games.sessions_told import figures, session, told_of


def test_the_lowest_and_the_highest_round_of_everybody_are_told_as_they_were_corrected():
    found = told_of(session("rat_a_tat_cat-rounds"))

    assert figures(found, "lowest") == {"ann": 4, "ben": 8, "cy": 9, "dot": 5}  # Ann's 40 was a 4
    assert figures(found, "highest") == {"ann": 14, "ben": 20, "cy": 11, "dot": 20}
    assert found["lowest"]["ann"].sentence == "Ann ended round 3 with 4 points."
    assert found["lowest"]["ann"].place == Place(6)
    assert found["lowest"]["ann"].kind.low


def test_totals_compare_only_among_games_that_end_alike():
    rounds = told_of(session("rat_a_tat_cat-rounds"))
    limit = told_of(session("rat_a_tat_cat-limit-last-one-in"))

    assert figures(rounds, "result.rounds.3") == {"ann": 30, "ben": 45, "cy": 30, "dot": 40}
    assert figures(limit, "result.limit.100") == {"ann": 100, "ben": 102, "cy": 99}


def cat(hands, **houses):
    evening = Evening("Ann", "Ben", game="rat_a_tat_cat", **houses)
    evening.do("start", first="ann")
    for scores in hands:
        evening.do("round", scores=scores)
    return {highlight.key for highlight in evening.game.highlights_of(evening.table, ()) if highlight.kind.final}


def test_totals_compare_only_among_games_to_the_same_limit():
    assert cat(["ann=20 ben=30"], ending="limit", limit="25") == {"result.limit.25"}
    assert cat(["ann=20 ben=30"], ending="limit", limit="30") == {"result.limit.30"}


def test_knocks_are_told_with_how_many_of_them_were_won():
    rounds = told_of(session("rat_a_tat_cat-rounds"))
    timed = told_of(session("rat_a_tat_cat-time-last-round"))

    assert rounds["knocked"]["cy"].sentence == "Cy knocked once and was lowest."
    assert rounds["in_vain"]["ben"].sentence == "Ben knocked once without being lowest."
    assert timed["knocked"]["ann"].sentence == "Ann knocked twice and was lowest once."


def test_an_average_wants_three_rounds_and_is_told_to_a_tenth():
    limit = told_of(session("rat_a_tat_cat-limit-last-one-in"))
    short = told_of(session("rat_a_tat_cat-limit-all-at-once"))

    # Ann 32, 32, 32, 3, 0 and 1 are 100 in six rounds
    assert (limit["average"]["ann"].figure, limit["average"]["ann"].said) == (16_667, "16.7")
    assert "average" not in short


def test_who_left_has_no_total_to_compare():
    found = told_of(session("rat_a_tat_cat-leaving"))

    assert figures(found, "result.rounds.2") == {"ben": 22}
