"""What a play as a device has it keeps from one entry to the next."""

import pytest

from companion.formats.session import replay, steps

pytestmark = pytest.mark.games("all")


def test_nobody_changes_colour_when_somebody_sits_down_between_two_others(open_plays):
    referee = replay(
        open_plays.journal, steps("game any_score\nseats Ann Ben\nscore points='ann=2 ben=1'\n")
    )
    before = open_plays.snapshot(referee.play.id).people
    open_plays.referee(referee.play.id).write("join", {"called": "Cy", "after": "ann"})
    ann, _, ben = open_plays.snapshot(referee.play.id).people
    assert (ann, ben) == before
