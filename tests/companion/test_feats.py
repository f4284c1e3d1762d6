"""Keeping the best of each kind, and picking the few that are worth telling."""

from companion.feats import Best, Feat, Kind, highlights
from models.history import Place

WIN = Kind("win", "Biggest win")
ROUND = Kind("round", "Lowest round", "points", low=True)
END = Kind("result", "Money at the end", final=True)


def feat(kind, seat, figure, place=None, weight=50):
    return Feat(kind, seat, figure, f"{seat} {figure}", place, weight)


def test_the_best_of_a_kind_is_kept_for_every_seat_and_the_earlier_of_two_alike():
    best = Best()
    for one in (feat(WIN, "ann", 5, Place(1)), feat(WIN, "ann", 7, Place(2)), feat(WIN, "ann", 7, Place(3))):
        best.put(one)
    best.put(feat(WIN, "ben", 1))

    assert [(one.seat, one.figure, one.place) for one in best.feats] == [("ann", 7, Place(2)), ("ben", 1, None)]


def test_the_least_is_best_where_low_is_good():
    best = Best()
    for figure in (9, 4, 6):
        best.put(feat(ROUND, "ann", figure))

    assert [one.figure for one in best.feats] == [4]


def test_highlights_take_the_weightiest_first_one_of_a_kind_and_no_line_twice():
    some = [
        feat(WIN, "ann", 5, Place(3), 60),
        feat(WIN, "ben", 9, Place(4), 90),
        feat(ROUND, "ben", 2, Place(4), 80),
        feat(Kind("debt", "Debt"), "ann", 1, Place(9), 10),
        feat(END, "ann", 1_000, None, 0),
    ]

    assert [one.sentence for one in highlights(some)] == ["ben 9", "ann 1"]
    assert [one.sentence for one in highlights(some, 1)] == ["ben 9"]
    assert highlights([]) == ()
