"""A game looked at as it once was: everything can be tried, nothing recorded, and the book's news go elsewhere."""

import pytest

from companion.core.prompt import Offer
from models.ledger import Place, Refusal
from tests.units.views.small_game import new_play
from views.journal.correction_state import LINE, CorrectionState
from views.state.play.play_snapshot import PAST, PlaySnapshot
from views.state.play.play_state import PlayState


@pytest.fixture
def state(open_plays):
    play_id = new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 7})
    return PlayState(open_plays, play_id)


def test_a_correction_leaves_the_news_of_the_book_to_the_open_games(state):
    database = state.open_plays.journal.database
    listener = database.on_status_change
    CorrectionState(state, LINE, Place(1))
    assert database.on_status_change == listener


@pytest.mark.parametrize(
    "act",
    [
        lambda past: past.recorder.undo(0),
        lambda past: past.recorder.void(1, "never", 0),
        lambda past: past.sheet.open(Offer("roll", {})),
    ],
)
def test_no_sheet_is_opened_and_nothing_recorded_in_the_past(state, act):
    past = PlayState(
        state.open_plays, state.play_id, past=PlaySnapshot(state.snapshot.referee.after(Place(0)))
    )
    with pytest.raises(Refusal, match=PAST):
        act(past)
    assert state.snapshot.referee.journal.last(state.play_id) == 1
