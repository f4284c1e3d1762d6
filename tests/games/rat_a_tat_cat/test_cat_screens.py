"""Rat-a-Tat Cat: what the screens are told: prompt, cards, status, score sheet, and how much work that is."""

import sys

import pytest

from companion.games.rat_a_tat_cat import GAME
from companion.games.rat_a_tat_cat.scoring import CARDS
from tests.games.rat_a_tat_cat.catround import CatEvening, cat, limit


def card(evening, who):
    return evening.game.standing(evening.table, who)


def chips(evening, who):
    return [chip.text for chip in card(evening, who).chips]


def status(evening):
    return [chip.text for chip in evening.game.status_of(evening.table)]


def the_evening_of_the_picture():
    evening = limit(at=100)
    for scores in ((12, 20, 7), (9, 31, 18), (22, 14, 5), (6, 27, 16)):
        evening.round(*scores)
    return evening


def test_the_prompt_says_who_deals_who_starts_who_is_near_and_who_leads():
    evening = the_evening_of_the_picture()
    assert evening.prompt.title == "Round 5: Ben deals, Cy starts"
    assert evening.prompt.text == "Ben is out at 8 more. Cy leads with 46, 3 ahead."
    assert evening.prompt.sheet.action == "round"


def test_the_status_says_how_the_game_ends_and_which_round_it_is():
    assert status(the_evening_of_the_picture()) == ["to 100", "Round 5"]
    assert status(cat()) == ["Round 1 of 5"]
    assert status(cat(ending="time", minutes="45")) == ["45 minutes", "Round 1"]
    over = cat(rounds="1")
    over.round(12, 20, 7)
    assert status(over) == ["1 round"]


def test_a_players_card_shows_the_total_the_place_and_how_far_it_is():
    evening = the_evening_of_the_picture()
    ann, ben, cy = (card(evening, who) for who in ("ann", "ben", "cy"))
    assert [one.figure for one in (ann, ben, cy)] == ["49", "92", "46"]
    assert [one.rank.text for one in (ann, ben, cy)] == ["2nd", "3rd", "1st"]
    assert [one.progress for one in (ann, ben, cy)] == [49, 92, 46]
    assert [one.note for one in (ann, ben, cy)] == ["3 behind Cy", "46 behind Cy", "3 ahead"]
    assert (ben.warning, ann.warning) == ("Out at 8 more.", "")
    assert chips(evening, "ben") == ["8 to go", "deals"]
    assert chips(evening, "cy") == ["leads", "starts"]
    assert dict(ann.details) == {
        "Total": "49", "Rounds scored": "4", "Average round": "12.3", "Best round": "6", "Worst round": "22",
        "Knocks": "0", "Knocks won": "0", "Out at": "51 more",
    }  # fmt: skip


def test_a_card_says_who_is_out_who_left_and_who_won():
    evening = limit("Ann", "Ben", "Cy", "Dot", at=30)
    evening.round(10, 36, 5, 8)
    evening.do("leave", who="dot")
    assert (card(evening, "ben").out, chips(evening, "ben")) == (True, ["out in round 1"])
    assert (card(evening, "dot").out, card(evening, "dot").rank.text) == (True, "left")
    evening.round(25, 5)
    assert chips(evening, "cy") == ["wins"]
    assert card(evening, "cy").warning == ""


def test_before_the_first_round_nobody_has_a_place():
    evening = CatEvening("Ann", "Ben")
    assert (card(evening, "ann").rank.text, chips(evening, "ann"), card(evening, "ann").figure) == ("", [], "0")
    evening.do("start", first="ann")
    assert chips(evening, "ann") == ["deals"]
    assert evening.sheet.rounds == ()
    assert evening.prompt.text == ""


def test_the_score_sheet_has_a_line_a_round_and_a_column_a_player():
    sheet = the_evening_of_the_picture().sheet
    assert sheet.seats == ("ann", "ben", "cy")
    assert [line.label for line in sheet.rounds] == ["1", "2", "3", "4"]
    assert [score.points for score in sheet.rounds[1].scores] == [9, 31, 18]
    assert sheet.totals == (49, 92, 46)
    assert sheet.ranks == (2, 3, 1)
    assert sheet.running == ((12, 21, 43, 49), (20, 51, 65, 92), (7, 25, 30, 46))
    assert (sheet.limit, sheet.out, sheet.note) == (100, frozenset(), "")
    assert cat().sheet.limit is None


def test_the_line_with_which_somebody_goes_out_says_so():
    evening = limit(at=30)
    evening.round(10, 36, 5)
    evening.round(10, 5)
    sheet = evening.sheet
    assert sheet.rounds[0].note == "Ben is out."
    assert sheet.out == {"ben"}
    assert sheet.running[1] == (36, None)
    assert sheet.rounds[1].scores[1].points is None


def test_younger_players_have_a_note_on_the_sheet_and_the_same_scoring():
    evening = cat(younger="yes")
    assert evening.sheet.note == "Younger players: outer cards face up, and only the inner ones can be swapped."
    evening.round(12, 20, 7)
    assert evening.totals == {"ann": 12, "ben": 20, "cy": 7}


def test_the_ending_is_asked_openly_with_the_number_that_goes_with_it():
    lead = [house for house in GAME.options if house.lead]
    assert [house.key for house in lead] == ["ending", "rounds", "minutes", "limit"]
    assert [house.default for house in lead] == ["rounds", "5", "30", "100"]
    for ending, keys in (("rounds", ["rounds"]), ("time", ["minutes"]), ("limit", ["limit"])):
        assert [house.key for house in lead[1:] if house.speaks({"ending": ending})] == keys


def test_the_deck_is_the_rulebooks():
    assert sum(CARDS.counts) + 9 == 54
    assert CARDS.counts == (4,) * 9 + (9,)
    assert CARDS.most == 36


@pytest.mark.parametrize("word", ["Peek", "Swap", "Draw Two", "replaced from the draw pile", "face up", "limit"])
def test_the_pages_tell_the_rules(word):
    assert any(word in paragraph for page in GAME.pages for paragraph in page.paragraphs)


def test_nothing_is_printed_on_a_board_so_nothing_of_it_is_corrected():
    assert "change_house" in [action.name for action in GAME.actions]
    assert "change_board" not in [action.name for action in GAME.actions]


def test_who_is_out_of_a_round_can_not_be_picked_as_its_knocker():
    evening = cat()
    evening.do("leave", who="ben")
    options = evening.game.find_action("round").options(evening.table, {}, "knocked")
    assert [(one.label, bool(one.refusal)) for one in options] == [
        ("Ann", False), ("Ben", True), ("Cy", False), ("Nobody", False)
    ]  # fmt: skip


def test_recording_a_round_says_what_becomes_of_power_cards():
    assert "Power cards" in GAME.find_action("round").help


def calls_of(work):
    """How many calls a piece of work makes, of functions of Python's and of C's."""
    calls = []
    sys.setprofile(lambda _frame, event, _what: calls.append(event) if event in ("call", "c_call") else None)
    try:
        work()
    finally:
        sys.setprofile(None)
    return len(calls)


def test_a_sheet_of_a_hundred_rounds_costs_no_more_than_its_length():
    def spent(rounds):
        evening = cat("Ann", "Ben", "Cy", "Dot", "Ed", "Fay", rounds="200")
        for _ in range(rounds):
            evening.round(18, 18, 18, 18, 18, 18)
        assert len(evening.sheet.rounds) == rounds
        # another answer than before: nothing is remembered from the last
        return calls_of(lambda: evening.propose("round", scores=evening.scores(16, 16, 16, 16, 16, 16)))

    few, many = spent(10), spent(100)
    assert many < 10 * few, f"{few} calls for ten rounds, {many} for a hundred"
