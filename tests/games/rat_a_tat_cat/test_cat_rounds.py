"""Rat-a-Tat Cat: opening the sheet, writing rounds down, knocks and penalties, the deal, leaving and joining."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import read_hands, write_hands
from models.ledger import Refusal
from tests.games.rat_a_tat_cat.catround import CatEvening, cat, limit

# --- Set-up


def test_the_table_names_the_first_dealer_and_the_dealers_left_starts():
    evening = CatEvening("Ann", "Ben", "Cy")
    assert evening.prompt.title == "Who deals first?"
    evening.do("start", first="cy")
    assert evening.told() == "Cy deals first, Ann starts."
    assert evening.prompt.title == "Round 1: Cy deals, Ann starts"


def test_the_sheet_is_opened_once_and_before_the_first_round():
    assert cat().why_not("start", first="ben") == "The sheet is open already."
    unopened = CatEvening("Ann", "Ben")
    assert unopened.no_round(12, 13) == "First say who deals."
    for action in ("leave", "correct_dealer"):
        assert unopened.why_not(action, who="ann", **({"reason": "so it was"} if action != "leave" else {})) == (
            "First say who deals."
        )


# --- Scoring


def test_a_round_is_one_score_a_player_and_adds_to_the_totals():
    evening = cat()
    evening.round(12, 20, 7)
    evening.round(9, 31, 18)
    assert evening.totals == {"ann": 21, "ben": 51, "cy": 25}
    assert evening.told() == "Round 2: Ann 9, Ben 31 and Cy 18."
    assert [evening.points(who) for who in ("ann", "ben", "cy")] == [21, 51, 25]
    assert evening.table.ledger.balance("deck:points", "points") == -97


def test_a_hand_can_be_entered_card_by_card():
    evening = cat("Ann", "Ben")
    evening.round("2,9,3,0", 17)
    assert evening.totals == {"ann": 14, "ben": 17}
    assert [line.text for line in evening.last.working][:2] == ["Ann: 2, 9, 3, 0", "Ben"]
    assert evening.sheet.rounds[0].scores[0].cards == (2, 9, 3, 0)


def test_the_sheet_asks_for_everybody_in_the_order_of_the_seats():
    evening = cat()
    assert evening.why_not("round", scores="ben=12") == "Still to come: Ann and Cy."
    evening.do("round", scores="cy=7 ann=12 ben=20")
    assert evening.last.answers["scores"] == "ann=12 ben=20 cy=7"


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ("ann=1,2,3,4,5 ben=12", "Ann has 5 cards; a hand is 4."),
        ("ann=1,2,3 ben=12", "Ann's hand lacks 1 card."),
        ("ann=1,2,3,10 ben=12", "There is no card 10; they go from 0 to 9."),
        ("ann=1000 ben=12", "Ann can't have 1,000; no hand of any deck comes to that."),
        ("ann=99999999999999999999 ben=12", "Ann can't have 999,999,999; no hand of any deck comes to that."),
        ("ann=-5 ben=12", "'ann=-5' is no score; write ann=17, or the cards, ann=2,9,3,3."),
        ("ann=1.5 ben=12", "'ann=1.5' is no score; write ann=17, or the cards, ann=2,9,3,3."),
        ("ann= ben=12", "Still to come: Ann."),
        ("ann=5 Ann=6 ben=12", "Ann is named twice."),
        ("ann=5 zoe=6", "Nobody called 'zoe' sits at this table."),
    ],
)
def test_what_is_no_hand_is_refused_whatever_the_reason(scores, said):
    evening = cat("Ann", "Ben")
    assert evening.why_not("round", scores=scores) == said
    assert evening.why_not("round", scores=scores, because="another deck") == said


WAY_OUT = " Look again, or give a reason to record it anyway."


def test_a_round_that_no_deck_gives_is_refused_with_the_reason_at_the_scores():
    evening = cat()
    least = "Ann, Ben and Cy have 0 together; the least three hands can come to is 12."
    assert evening.no_round(0, 0, 0) == least + WAY_OUT
    assert evening.no_round(36, 36, 36) == "Three hands of 36 need twelve 9s; the deck has nine." + WAY_OUT
    assert evening.no_round(37, 3, 20) == "Ann can't have 37; a hand comes to 36 at most." + WAY_OUT
    assert evening.no_round("3,3,3,3", "3,1,1,1", 20) == "Five 3s are shown; the deck has four." + WAY_OUT
    with pytest.raises(Refusal) as refused:
        evening.round(0, 0, 0)
    assert refused.value.question == "scores"


def test_two_players_may_have_36_each():
    evening = cat("Ann", "Ben")
    evening.round(36, 36)
    assert evening.totals == {"ann": 36, "ben": 36}


def test_the_table_may_record_it_all_the_same_with_a_reason():
    evening = cat("Ann", "Ben")
    evening.round(48, 0, because="two decks")
    assert evening.told() == "Round 1: Ann 48 and Ben 0. Recorded all the same (two decks)."
    assert evening.sheet.rounds[0].note == "Recorded all the same: two decks."
    assert evening.totals == {"ann": 48, "ben": 0}


def test_the_pad_is_warned_early_from_hands_that_are_not_finished():
    evening = cat("Ann", "Ben")
    kind = evening.game.find_action("round").question("scores").kind
    assert kind.doubt(evening.game.turn(evening.table), read_hands("ann=3,3, ben=3,3,")) == ""
    assert (
        kind.doubt(evening.game.turn(evening.table), read_hands("ann=3,3, ben=3,3,3"))
        == "Five 3s are shown; the deck has four."
    )


def test_a_pad_finds_a_sample_that_can_be_recorded():
    for players in range(2, 7):
        evening = cat(*("Ann", "Ben", "Cy", "Dot", "Ed", "Fay")[:players])
        kind = evening.game.find_action("round").question("scores").kind
        evening.do("round", scores=kind.sample(evening.game.turn(evening.table)))


# --- Ending the Round


def test_who_knocked_is_shown_with_whether_that_was_the_lowest():
    evening = cat()
    evening.round(12, 20, 7, knocked="cy")
    assert evening.told().endswith("Cy knocked, and was lowest.")
    evening.round(12, 20, 15, knocked="cy")
    assert evening.told().endswith("Cy knocked, and was not lowest.")
    first, second = evening.sheet.rounds
    assert (first.scores[2].sign, first.scores[2].frame) == ("knocked", "lowest")
    assert (second.scores[2].sign, second.scores[2].frame) == ("knocked", "")
    details = dict(evening.game.standing(evening.table, "cy").details)
    assert (details["Knocks"], details["Knocks won"]) == ("2", "1")


def test_equal_lowest_counts_as_lowest_unless_the_house_rule_wants_it_alone():
    assert cat().round(7, 20, 7, knocked="cy").narration.endswith("Cy knocked, and was lowest with Ann.")
    alone = cat(knock_tie="alone", knock="ten")
    assert "not lowest" in alone.round(7, 20, 7, knocked="cy").narration
    assert alone.totals == {"ann": 7, "ben": 20, "cy": 17}


def test_nobody_need_knock_and_nobody_knocks_from_outside():
    evening = cat()
    evening.round(12, 20, 7, knocked="nobody")
    assert not any(score.sign for score in evening.sheet.rounds[0].scores)
    evening.do("leave", who="ben")
    said = evening.no_round(12, 7, knocked="ben")
    assert said == "Ben takes no part in this round, and can't have knocked."


@pytest.mark.parametrize(
    ("houses", "extra"),
    [
        ({}, 0),
        ({"knock": "ten"}, 10),
        ({"knock": "number", "knock_points": "25"}, 25),
        ({"knock": "double"}, 12),
        ({"knock": "highest"}, 20),
    ],
)
def test_a_knocker_who_is_not_lowest_has_the_penalty_of_the_house(houses, extra):
    evening = cat(**houses)
    proposal = evening.round(12, 20, 7, knocked="ann")
    assert evening.totals == {"ann": 12 + extra, "ben": 20, "cy": 7}
    assert evening.sheet.rounds[0].scores[0].extra == extra
    assert bool(proposal.house) == bool(extra)


def test_a_knocker_who_is_lowest_has_none():
    evening = cat(knock="ten")
    evening.round(6, 20, 7, knocked="ann")
    assert evening.totals["ann"] == 6


def test_a_penalty_counts_towards_the_limit_and_not_for_the_deck():
    evening = limit(knock="number", knock_points="80")
    evening.round(36, 36, 20, knocked="ann")
    assert evening.totals["ann"] == 116
    assert "Ann is out with 116." in evening.told()


def test_a_penalty_stays_as_it_was_played_when_the_round_was_written():
    evening = cat(knock="ten")
    evening.round(12, 20, 7, knocked="ann")
    evening.do("change_house", rule="knock", way="none", reason="too hard")
    assert evening.totals["ann"] == 22
    evening.round(12, 20, 7, knocked="ann")
    assert evening.totals["ann"] == 34


# --- Next Rounds


def test_the_deal_passes_to_the_left_each_round():
    evening = cat(rounds="10")
    seen = []
    for _ in range(4):
        seen.append(evening.dealing)
        evening.round(12, 20, 7)
    assert seen == [("ann", "ben"), ("ben", "cy"), ("cy", "ann"), ("ann", "ben")]


def test_who_is_out_neither_deals_nor_starts_nor_is_scored():
    evening = limit("Ann", "Ben", "Cy", "Dot", at=30)
    evening.round(10, 36, 5, 8)
    assert evening.dealing == ("cy", "dot")
    assert evening.counted.next_players == ("ann", "cy", "dot")
    said = evening.why_not("round", scores="ann=1 ben=2 cy=3 dot=4")
    assert said == "Ben is out since round 1, and is not scored."
    evening.round(10, 5, 8)
    evening.do("correct_dealer", who="ann", reason="she sits there")
    assert evening.dealing == ("ann", "cy")


def test_the_dealer_can_be_put_right():
    evening = cat()
    evening.do("correct_dealer", who="cy", reason="it was Cy")
    assert evening.told() == "Correction: Cy deals next, Ann starts (it was Cy)."
    evening.round(12, 20, 7)
    assert evening.dealing == ("ann", "ben")
    assert evening.why_not("correct_dealer", who="ann", reason="again") == "Ann deals next already."
    evening.do("leave", who="ben")
    assert evening.why_not("correct_dealer", who="ben", reason="again") == "Ben is not in, and can't deal."


# --- Coming and going


def test_who_leaves_keeps_the_rounds_is_passed_over_and_can_not_win():
    evening = cat(rounds="2")
    evening.round(12, 20, 4)
    evening.do("leave", who="cy")
    assert evening.told() == "Cy leaves with 4 points."
    assert evening.why_not("round", scores="ann=1 ben=2 cy=3") == "Cy has left, and is not scored."
    evening.round(12, 20)
    assert evening.winners == ("ann",)
    assert evening.ranks == [("ann", 1), ("ben", 2), ("cy", 3)]
    assert evening.sheet.totals == (24, 40, 4)


def test_the_last_one_left_wins():
    evening = cat("Ann", "Ben")
    evening.round(12, 2)
    evening.do("leave", who="ben")
    assert evening.winners == ("ann",)
    assert evening.told() == "Ben leaves with 2 points. Only Ann is left, and wins."
    assert evening.why_not("leave", who="ann") == "The game is over. Undo or correct a round to go on."


def test_nobody_joins_late_unless_the_house_rule_allows_it_and_never_to_a_limit():
    assert cat().why_not("join", called="Dot") == "Nobody joins late, unless the house rule allows it."
    assert limit(late="average").why_not("join", called="Dot") == "Nobody joins late in a game to a limit."


def test_a_late_joiner_starts_on_the_average_rounded_up_and_sits_last():
    evening = cat(late="average")
    evening.round(12, 20, 8)
    evening.do("join", called="Dot")
    assert evening.totals["dot"] == 14
    assert evening.points("dot") == 14
    assert evening.told() == "Dot joins, and starts on 14."
    evening.round(3, 2, 10, 20)
    assert evening.totals == {"ann": 15, "ben": 22, "cy": 18, "dot": 34}
    assert evening.dealing == ("cy", "dot")
    line = evening.sheet.rounds[1]
    assert (line.label, line.scores[3].points, line.note) == ("Joins", 14, "Dot starts on the average, 14.")
    assert evening.sheet.running == ((12, 12, 15), (20, 20, 22), (8, 8, 18), (None, 14, 34))
    evening.do("correct_round", round="1", scores="ann=30 ben=20 cy=8", reason="misread")
    assert evening.totals["dot"] == 20 + 20
    assert evening.points("dot") == 40


def test_a_name_sits_at_the_table_once_and_six_are_the_most():
    evening = cat("Ann", "Ben", "Cy", "Dot", "Ed", late="average")
    taken = "Ann is at the table already, or was. Choose another name."
    assert evening.why_not("join", called="Ann") == taken
    evening.do("join", called="Fay")
    assert evening.why_not("join", called="Gus") == "Six players are the most."


# --- Of all rounds


@given(
    st.integers(2, 6).flatmap(
        lambda players: st.lists(st.lists(st.integers(0, 36), min_size=players, max_size=players), max_size=8)
    )
)
def test_a_total_is_the_sum_of_the_scores_and_undo_and_redo_leave_no_trace(rounds):
    names = ("Ann", "Ben", "Cy", "Dot", "Ed", "Fay")[: len(rounds[0]) if rounds else 2]
    evening = cat(*names, rounds="9")
    for scores in rounds:
        evening.round(*scores, because="whatever the deck says")
        held = evening.table.ledger
        evening.undo()
        evening.redo()
        assert (held.balances, held.marks) == (evening.table.ledger.balances, evening.table.ledger.marks)
    for at, who in enumerate(evening.totals):
        assert evening.totals[who] == evening.points(who) == sum(scores[at] for scores in rounds)
    assert not sum(held for (_, unit), held in evening.table.ledger.balances.items() if unit == "points")


@given(st.dictionaries(st.sampled_from(("ann", "ben", "cy")), st.lists(st.integers(0, 9), min_size=1, max_size=4)))
def test_hands_read_back_as_they_are_written(dealt):
    text = " ".join(
        f"{who}={','.join(map(str, cards))}{',' if len(cards) == 1 else ''}" for who, cards in dealt.items()
    )
    assert write_hands(read_hands(text)) == text


def test_a_knocker_who_must_be_lowest_alone_is_told_so_with_the_house_rule():
    evening = cat(knock="ten", knock_tie="alone")
    evening.round(9, 9, 20, knocked="ann")
    assert "Ann knocked, and was not lowest alone. That costs 10 points more." in evening.told()
    assert evening.last.house == (
        "A knocker who is lowest with somebody else isn't lowest.",
        "Who knocks and isn't lowest gets 10 points more.",
    )
    evening.round(9, 10, 20, knocked="ann")
    assert evening.last.house == ()
    evening.round(12, 10, 20, knocked="ann")
    assert evening.told().endswith("Ann knocked, and was not lowest. That costs 10 points more.")
    assert len(evening.last.house) == 1
