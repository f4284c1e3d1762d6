"""Rat-a-Tat Cat: laws of the sheet: what is struck out, what a pad may take, and how much work it is."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import read_hands, write_hands
from companion.core.recording.revision import Change
from companion.games.rat_a_tat_cat import GAME, sheet
from companion.games.rat_a_tat_cat.scoring import CARDS
from companion.testing import replayed
from models.ledger import Place, Refusal
from tests.games.rat_a_tat_cat.catround import cat, limit


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


@given(st.dictionaries(st.sampled_from(("ann", "ben", "cy")), st.lists(st.integers(0, 9), min_size=1, max_size=4)))
def test_hands_read_back_as_they_are_written(dealt):
    text = " ".join(
        f"{who}={','.join(map(str, cards))}{',' if len(cards) == 1 else ''}" for who, cards in dealt.items()
    )
    assert write_hands(read_hands(text)) == text


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


OVER = """
game rat_a_tat_cat
seats Ann Ben
house ending=limit limit=1
start first=ann
round scores="ann=23 ben=10"
"""


def test_a_round_after_the_end_is_refused_still_when_a_correction_was_tried_out():
    referee = replayed(OVER)
    tried = referee.revise({Place(1, 1): Change("start", {"first": "ben"})})
    assert [consequence.refusal for consequence in tried.refused] == ["The sheet is open already."]
    with pytest.raises(Refusal, match="game is over"):
        referee.write("round", {"scores": "ann=15 ben=28"})
