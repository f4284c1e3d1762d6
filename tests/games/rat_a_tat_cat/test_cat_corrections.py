"""Rat-a-Tat Cat: past rounds put right, lines struck out, and everything that follows from them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.recording.revision import Change
from companion.games.rat_a_tat_cat import sheet
from companion.testing import replayed
from models.ledger import Place
from tests.games.rat_a_tat_cat.catround import cat, limit


def struck(evening, at):
    return [score.crossed_out for score in evening.sheet.rounds[at].scores]


def test_any_past_round_can_be_corrected_and_the_totals_follow():
    evening = cat()
    evening.round(12, 20, 7, knocked="cy")
    evening.round(9, 31, 18)
    evening.do("correct_round", round="1", scores="ann=12 ben=2,9,3,7 cy=7", knocked="cy", reason="misread")
    assert evening.totals == {"ann": 21, "ben": 52, "cy": 25}
    assert evening.points("ben") == 52
    assert evening.told() == ("Corrected (misread). Round 1: Ann 12, Ben 21 and Cy 7. Cy knocked, and was lowest.")
    texts = [(line.text, line.figure) for line in evening.last.working]
    assert ("Until now, Ben", 20) in texts
    assert ("Ben then has", 52) in texts
    evening.undo()
    assert evening.totals == {"ann": 21, "ben": 51, "cy": 25}


def test_a_round_is_mended_from_what_it_says_on_the_sheet():
    evening = cat()
    evening.round("2,9,3,0", 40, 7, knocked="ann", because="another deck")
    correction = evening.sheet.rounds[0].correction
    assert dict(correction.answers) == {
        "round": "1", "scores": "ann=2,9,3,0 ben=40 cy=7", "knocked": "ann", "because": "another deck"
    }  # fmt: skip
    unchanged = evening.why_not(correction.action, **correction.answers)
    assert unchanged == "That is what the sheet has already.", "it can be recorded once a hand is another"
    evening.do("correct_round", round="1", scores="ann=2,9,3,0 ben=30 cy=7", knocked="cy", reason="misread")
    assert evening.sheet.rounds[0].note == ""
    assert evening.sheet.rounds[0].scores[2].sign == "knocked"


def test_a_correction_is_held_against_the_deck_too():
    evening = cat()
    evening.round(12, 20, 7)
    said = evening.why_not("correct_round", round="1", scores="ann=0 ben=0 cy=0", reason="misread")
    assert said.startswith("Ann, Ben and Cy have 0 together")
    evening.do("correct_round", round="1", scores="ann=0 ben=0 cy=0", reason="misread", because="two decks")
    assert evening.totals == {"ann": 0, "ben": 0, "cy": 0}


@pytest.mark.parametrize("number", ["0", "3", "seven", "-1", "1.0"])
def test_a_round_that_is_not_there_is_not_corrected(number):
    evening = cat()
    assert "it has none yet" in evening.why_not("correct_round", round=number, scores="ann=1", reason="misread")
    evening.round(12, 20, 7)
    evening.round(12, 20, 7)
    said = evening.why_not("correct_round", round=number, scores="ann=1", reason="misread")
    assert said == f"There is no round {number} on the sheet; it goes to round 2."


def test_a_round_is_corrected_without_a_reason():
    evening = cat()
    evening.round(12, 20, 7)
    evening.do("correct_round", round="1", scores="ann=12 ben=21 cy=7")
    assert evening.told() == "Corrected. Round 1: Ann 12, Ben 21 and Cy 7."


def test_only_who_was_scored_in_a_round_is_scored_anew():
    evening = cat()
    evening.do("leave", who="ben")
    evening.round(12, 7)
    said = evening.why_not("correct_round", round="1", scores="ann=12 ben=3 cy=7", reason="misread")
    assert said == "Ben took no part in that round."


# --- The late rulings


def test_a_correction_that_eliminates_somebody_strikes_out_the_later_scores():
    evening = limit(at=50)
    evening.round(10, 30, 12)
    evening.round(10, 10, 12)
    evening.round(10, 5, 12)
    evening.do("correct_round", round="2", scores="ann=10 ben=25 cy=12", reason="misread")
    assert evening.totals == {"ann": 30, "ben": 55, "cy": 36}
    assert evening.told().endswith("Ben is out with 55.")
    assert struck(evening, 2) == [False, True, False]
    assert evening.sheet.rounds[2].scores[1].points == 5
    assert evening.sheet.rounds[2].note == "Ben was out by then."
    assert evening.sheet.running[1] == (30, 55, None)
    assert evening.points("ben") == 55
    assert evening.counted.next_players == ("ann", "cy")


def test_who_is_brought_back_in_plays_on_and_rounds_missed_count_nothing():
    evening = limit(at=50)
    evening.round(10, 30, 12)
    evening.round(10, 25, 12)
    evening.round(10, 12)
    assert evening.sheet.out == {"ben"}
    evening.do("correct_round", round="2", scores="ann=10 ben=15 cy=12", reason="misread")
    assert evening.told().endswith("Ben is back in with 45.")
    assert evening.totals == {"ann": 30, "ben": 45, "cy": 36}
    assert evening.sheet.rounds[2].scores[1].points is None
    evening.round(10, 4, 5)
    assert evening.totals == {"ann": 40, "ben": 49, "cy": 41}


def test_a_correction_that_ends_the_game_earlier_strikes_out_what_came_after():
    evening = limit("Ann", "Ben", at=50)
    evening.round(10, 30)
    evening.round(10, 10)
    evening.do("correct_round", round="1", scores="ann=10 ben=36", reason="misread")
    evening.round(10, 1)
    assert not evening.counted.over
    evening.do("correct_round", round="2", scores="ann=10 ben=20", reason="misread")
    assert evening.winners == ("ann",)
    assert struck(evening, 2) == [True, True]
    assert evening.sheet.rounds[2].note.startswith("Not counted: the game was over.")
    assert evening.totals == {"ann": 20, "ben": 56}


def test_a_corrected_score_decides_anew_whether_the_knock_was_won():
    evening = cat(knock="ten")
    evening.round(12, 20, 15, knocked="cy")
    assert evening.totals["cy"] == 25
    evening.do("correct_round", round="1", scores="ann=16 ben=20 cy=15", knocked="cy", reason="misread")
    assert evening.totals == {"ann": 16, "ben": 20, "cy": 15}


# --- Lines struck out in the journal


def test_a_round_struck_out_leaves_the_sheet_and_later_ones_move_up():
    evening = cat()
    for scores in ((12, 20, 7), (9, 31, 18), (3, 4, 5)):
        evening.round(*scores)
    evening.void(3)
    assert evening.totals == {"ann": 15, "ben": 24, "cy": 12}
    assert [line.label for line in evening.sheet.rounds] == ["1", "2"]
    assert evening.dealing == ("cy", "ann")
    evening.do("correct_round", round="2", scores="ann=3 ben=4 cy=6", reason="misread")
    assert evening.totals == {"ann": 15, "ben": 24, "cy": 13}
    assert [evening.points(who) for who in ("ann", "ben", "cy")] == [15, 24, 13]


def test_a_round_struck_out_takes_its_correction_with_it_and_the_books_come_right():
    evening = cat()
    evening.round(12, 20, 7)
    evening.do("correct_round", round="1", scores="ann=13 ben=20 cy=7", reason="misread")
    evening.void(2)
    assert evening.totals == {"ann": 0, "ben": 0, "cy": 0}
    assert evening.sheet.rounds == ()
    evening.round(10, 11, 12)
    assert [evening.points(who) for who in ("ann", "ben", "cy")] == [10, 11, 12]
    assert ("Ann, for what was crossed out or changed before", -1) in [
        (line.text, line.figure) for line in evening.last.working
    ]


def test_a_correction_struck_out_gives_the_round_back_as_it_was():
    evening = cat()
    evening.round(12, 20, 7)
    evening.do("correct_round", round="1", scores="ann=13 ben=20 cy=7", reason="misread")
    evening.void(3)
    assert evening.totals == {"ann": 12, "ben": 20, "cy": 7}


def test_a_round_struck_out_brings_back_who_went_out_by_it():
    evening = limit(at=40)
    evening.round(10, 30, 12)
    evening.round(10, 25, 12)
    evening.round(4, 4)
    evening.void(3)
    assert evening.totals == {"ann": 14, "ben": 30, "cy": 16}
    evening.round(5, 6, 7)
    assert evening.points("ben") == 36


def test_an_opening_struck_out_is_asked_again_and_the_rounds_stay():
    evening = cat()
    evening.round(12, 20, 7)
    evening.void(1)
    assert evening.prompt.sheet.action == "start"
    assert evening.no_round(1, 2, 3) == "First say who deals."
    evening.do("start", first="cy")
    assert evening.dealing == ("cy", "ann")
    assert evening.totals == {"ann": 12, "ben": 20, "cy": 7}


def test_a_late_joiner_struck_out_takes_the_points_along():
    evening = cat(late="average")
    evening.round(12, 20, 7)
    evening.do("join", called="Dot")
    evening.round(5, 6, 7, 8)
    evening.void(3)
    assert evening.sheet.seats == ("ann", "ben", "cy")
    assert evening.totals == {"ann": 17, "ben": 26, "cy": 14}
    evening.round(5, 6, 7)
    assert evening.points("dot") == 0
    assert not sum(held for (_, unit), held in evening.table.ledger.balances.items() if unit == "points")


def test_a_limit_changed_later_is_counted_for_the_whole_sheet():
    evening = limit(at=30)
    evening.round(10, 30, 12)
    evening.round(10, 12)
    evening.do("change_house", rule="limit", way="40", reason="we said 40")
    assert "Ben is back in with 30." in evening.told()
    evening.round(1, 20, 5)
    evening.do("change_house", rule="limit", way="30", reason="no, 30")
    assert evening.told().endswith("Ben is out from round 1.")
    assert evening.points("ben") == evening.totals["ben"] == 30


@given(
    st.lists(st.lists(st.integers(0, 36), min_size=3, max_size=3), min_size=1, max_size=6),
    st.data(),
)
def test_whatever_is_struck_out_the_next_line_brings_the_books_to_the_sheet(rounds, data):
    evening = limit(at=data.draw(st.sampled_from((30, 60, 9_999))), knock="highest")
    for scores in rounds:
        asked = evening.counted.next_players
        if not asked:
            break
        evening.round(*scores[: len(asked)], because="as it fell", knocked=data.draw(st.sampled_from(asked)))
    for _ in range(data.draw(st.integers(1, 4))):
        standing = [
            e.seq for e in evening.entries if evening.projection.stands(e.seq) and not e.turns_back and e.seq > 1
        ]
        if standing:
            evening.void(data.draw(st.sampled_from(standing)))
    if not evening.counted.over:
        evening.round(*([18] * len(evening.counted.next_players)))
        assert all(evening.points(who) == total for who, total in evening.totals.items())
    for at, who in enumerate(evening.sheet.seats):
        counted = [line.scores[at] for line in evening.sheet.rounds]
        total = sum((score.points or 0) + score.extra for score in counted if not score.crossed_out)
        assert evening.totals[who] == total


# --- Who knocked


def test_a_correction_that_drops_the_knock_says_so():
    evening = cat(knock="ten")
    evening.round(20, 9, 12, knocked="ann")
    assert evening.totals["ann"] == 30
    evening.do("correct_round", round="1", scores="ann=20 ben=9 cy=12", reason="nobody had knocked")
    assert "Until now Ann knocked; from now on nobody" in [line.text for line in evening.last.working]
    assert evening.totals["ann"] == 20
    evening.do("correct_round", round="1", scores="ann=20 ben=9 cy=12", knocked="cy", reason="it was Cy")
    assert "Until now nobody knocked; from now on Cy" in [line.text for line in evening.last.working]
    evening.do("correct_round", round="1", scores="ann=20 ben=9 cy=13", knocked="cy", reason="misread")
    assert not [line for line in evening.last.working if "knocked;" in line.text]


def rounds_counted(monkeypatch, rounds):
    """How many rounds are counted to correct the first of so many."""
    lines = "\n".join(f'round scores="ann={7 + at % 9} ben={7 + at % 5} cy=8"' for at in range(rounds))
    referee = replayed(f"game rat_a_tat_cat\nseats Ann Ben Cy\nhouse ending=time\n\nstart first=ann\n{lines}\n")
    played, play = [], sheet._play  # the counting itself
    monkeypatch.setattr(sheet, "_play", lambda *a, **more: played.append(a) or play(*a, **more))
    referee.amend({Place(2): Change("round", {"scores": "ann=9 ben=9 cy=9"})}, "a slip")
    monkeypatch.undo()
    assert referee.table.ledger.balance("ann:points", "points") > 0
    return len(played)


def test_correcting_the_first_of_twice_as_many_rounds_counts_twice_as_many(monkeypatch):
    assert rounds_counted(monkeypatch, 80) <= 2.2 * rounds_counted(monkeypatch, 40)
