"""Keeping the best of each kind, and picking the few that are worth telling."""

from companion.core.show.highlights import Highlight, Kind, highlights
from models.ledger import Place

WIN = Kind("win", "Biggest win")
ROUND = Kind("round", "Lowest round", "points", low=True)
END = Kind("result", "Money at the end", final=True)


def highlight(kind, seat, figure, place=None, weight=50):
    return Highlight(kind, seat, figure, f"{seat} {figure}", place, weight)


def test_beyond_a_few_only_what_is_worth_it_is_shown_and_a_players_best_though_another_did_better():
    some = [
        highlight(WIN, "ann", 90, Place(1), 60),
        highlight(ROUND, "ann", 1, Place(2), 50),
        highlight(Kind("debt", "Debt"), "ben", 7, Place(3), 45),
        highlight(WIN, "cy", 40, Place(1), 30),
        highlight(Kind("trade", "Trade"), "ben", 7, Place(4), 20),
    ]

    assert [(one.seat, one.figure) for one in highlights(some, 5)] == [
        ("ann", 90),
        ("ann", 1),
        ("ben", 7),
        ("cy", 40),
    ]
