"""Rat-a-Tat Cat: how much work the sheet is, and that what is remembered of it is of the same past."""

import pytest

from companion.core.recording.revision import Change
from companion.games.rat_a_tat_cat import sheet
from companion.testing import replayed
from models.ledger import Place, Refusal


def rounds_counted(monkeypatch, rounds):
    """How many rounds are counted to correct the first of so many."""
    lines = "\n".join(
        f'round scores="ann={7 + at % 9} ben={7 + at % 5} cy=8"' for at in range(rounds)
    )
    referee = replayed(
        f"game rat_a_tat_cat\nseats Ann Ben Cy\nhouse ending=time\n\nstart first=ann\n{lines}\n"
    )
    played, play = [], sheet._play  # the counting itself
    monkeypatch.setattr(sheet, "_play", lambda *a, **more: played.append(a) or play(*a, **more))
    referee.amend({Place(2): Change("round", {"scores": "ann=9 ben=9 cy=9"})}, "a slip")
    monkeypatch.undo()
    return len(played)


def test_correcting_the_first_of_twice_as_many_rounds_counts_twice_as_many(monkeypatch):
    assert 40 <= rounds_counted(monkeypatch, 80) <= 2.2 * rounds_counted(monkeypatch, 40)


OVER = """
game rat_a_tat_cat
seats Ann Ben
house ending=limit limit=1
start first=ann
round scores="ann=23 ben=10"
"""


def test_a_round_after_the_end_is_refused_still_when_a_correction_was_tried_out():
    referee = replayed(OVER)
    referee.revise({Place(1, 1): Change("start", {"first": "ben"})})
    with pytest.raises(Refusal, match="game is over"):
        referee.write("round", {"scores": "ann=15 ben=28"})
