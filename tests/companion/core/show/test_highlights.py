"""Keeping the best of each kind, and picking the few that are worth telling."""

from companion.core.show.highlights import Highlight, Kind, highlights
from models.ledger import Place

WIN = Kind("win", "Biggest win")
ROUND = Kind("round", "Lowest round", "points", low=True)
END = Kind("result", "Money at the end", final=True)


def highlight(kind, seat, figure, place=None, weight=50):
    return Highlight(kind, seat, figure, f"{seat} {figure}", place, weight)


def test_highlights_take_the_weightiest_first_one_of_a_kind_and_no_line_twice():
    some = [
        highlight(WIN, "ann", 5, Place(3), 60),
        highlight(WIN, "ben", 9, Place(4), 90),
        highlight(ROUND, "ben", 2, Place(4), 80),
        highlight(Kind("debt", "Debt"), "ann", 1, Place(9), 10),
        highlight(END, "ann", 1_000, None, 0),
    ]

    assert [one.sentence for one in highlights(some)] == ["ben 9", "ann 1"]
    assert [one.sentence for one in highlights(some, 1)] == ["ben 9"]
    assert highlights([]) == ()


def test_no_more_than_a_few_are_of_one_player_where_others_did_something_too():
    some = [
        highlight(WIN, "ann", 90, Place(1), 60),
        highlight(ROUND, "ann", 1, Place(2), 50),
        highlight(Kind("debt", "Debt"), "ben", 7, Place(3), 45),
        highlight(Kind("trade", "Trade"), "ann", 7, Place(4), 40),
    ]

    assert [one.seat for one in highlights(some)] == ["ann", "ann", "ben"]
    assert [one.seat for one in highlights(some, 2)] == ["ann", "ben"]


def test_beyond_a_few_only_what_is_worth_it_is_shown_and_a_players_best_though_another_did_better():
    some = [
        highlight(WIN, "ann", 90, Place(1), 60),
        highlight(ROUND, "ann", 1, Place(2), 50),
        highlight(Kind("debt", "Debt"), "ben", 7, Place(3), 45),
        highlight(WIN, "cy", 40, Place(1), 30),
        highlight(Kind("trade", "Trade"), "ben", 7, Place(4), 20),
    ]

    assert [(one.seat, one.figure) for one in highlights(some, 5)] == [("ann", 90), ("ann", 1), ("ben", 7), ("cy", 40)]


def test_a_highlight_that_another_did_as_well_is_shared_and_shown_once():
    some = [
        highlight(WIN, "ann", 9, Place(1), 80),
        highlight(WIN, "ben", 9, Place(2), 80),
        highlight(ROUND, "cy", 3, Place(3), 60),
    ]

    assert [(one.seat, one.shared) for one in highlights(some, 5)] == [("ann", ("ben",)), ("cy", ())]
