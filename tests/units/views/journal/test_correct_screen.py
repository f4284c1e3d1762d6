"""Correcting the past on the screen: the line as it was filled in, what would follow, and what has to be decided."""

import pytest

from companion.core.recording.revision import Change
from models.ledger import Place
from tests.units.views.fitting import SCALES, SEEN, SMALL
from tests.units.views.hats_game import new_play, opened, press
from tests.units.views.headless import TABLET
from tests.units.views.layout import overlaps, placed
from views.journal.correction_state import CROSS_OUT, CorrectionState
from views.state.play.play_state import PlayState


@pytest.fixture
def play_id(open_plays):
    """Alice and Ben have rolled, Alice has paid Ben most of what she had, and has bought a hat with the rest."""
    made = new_play(open_plays)
    referee = open_plays.referee(made)
    referee.write("roll", {"who": "alice", "roll": 9})
    referee.write("roll", {"who": "ben", "roll": 4})
    referee.write("give", {"who": "alice", "to": "ben", "amount": 50})
    referee.write("buy", {"who": "alice", "hat": "straw"})
    return made


def cash(open_plays, play_id, who):
    return open_plays.referee(play_id).table.ledger.balance(f"{who}:cash")


def effective_lines(open_plays, play_id):
    return [one.proposal.narration for one in open_plays.referee(play_id).lines()]


async def test_a_line_recorded_meanwhile_is_worked_out_too(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/2", TABLET) as screen:
        open_plays.referee(play_id).write("note", {"words": "somebody else is quick"})
        screen.clients[0].refresh(play_id)
        await screen.settle()
        await press(screen, "Work them out again")
        await press(screen, "Cross out entry 2")
        assert effective_lines(open_plays, play_id)[-1] == "Note: somebody else is quick"
        assert cash(open_plays, play_id, "ben") == 50


async def test_a_line_put_in_meanwhile_at_the_same_place_is_not_overwritten(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/after/2") as screen:
        for name in ("Pay a player", "Ben"):
            await press(screen, name)
        await screen.tap("7")
        tip = Change("give", {"who": "ben", "to": "alice", "amount": 3})
        open_plays.referee(play_id).amend({Place(2, 1): tip}, "another device was quicker")
        screen.clients[0].refresh(play_id)
        await screen.settle()
        await press(screen, "Preview")
        await press(screen, "Add an entry after 2")
        assert effective_lines(open_plays, play_id)[2:4] == [
            "Ben pays Alice $3.",
            "Ben pays Alice $7.",
        ]


async def test_what_was_decided_on_lines_that_say_something_else_by_now_is_looked_at_once_more(
    open_plays, play_id
):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/4", TABLET) as screen:
        open_plays.referee(play_id).amend(
            {Place(2): Change("roll", {"who": "ben", "roll": 5})}, "he rolled five"
        )
        await press(screen, "Cross out entry 4")
        assert len(effective_lines(open_plays, play_id)) == 4, (
            "nobody has seen what it would come to now"
        )
        assert "recorded meanwhile" in " ".join(screen.words())
        await press(screen, "Cross out entry 4")
        assert len(effective_lines(open_plays, play_id)) == 3


def test_two_taps_take_one_correction(open_plays, play_id, monkeypatch):
    monkeypatch.setattr("views.components.controls.show_notice", lambda _words: None)
    state = PlayState(open_plays, play_id)
    correction = CorrectionState(state, CROSS_OUT, Place(4))
    correction.reason.type("It did not happen")
    seen = open_plays.referee(play_id).version
    assert correction.take(seen)
    assert correction.take(seen)
    assert open_plays.referee(play_id).version == seen + 1


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SMALL)
async def test_what_is_put_right_and_its_button_are_in_sight_together(
    open_plays, play_id, size, scale
):
    async with opened(open_plays, f"/play/{play_id}/correct/line/1", size, scale) as screen:
        for words, then in (
            (
                ("What was wrong?", "Wrong roll", "Something else happened"),
                ("Wrong roll", "5"),
            ),
            (("5", "Preview"), ("Preview",)),
            (("Correct entry 1",), ()),
        ):
            seen = placed(screen, scale)
            for word in words:
                assert min((one.hidden for one in seen if one.words == word), default=99) <= SEEN, (
                    word
                )
            assert [*overlaps(seen)] == []
            for name in then:
                await press(screen, name)
