"""Correcting the past on the screen: the line as it was filled in, what would follow, and what has to be decided."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fitting import SCALES, SEEN, SMALL
from hats_game import field, narrations, new_play, opened, press
from headless import PHONE, TABLET, Screen
from layout import overlaps, placed

from companion.core.recording.revision import Change
from models.ledger import Place
from views import app
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


async def test_kept_as_written_it_may_leave_somebody_below_zero_and_says_so(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/1", PHONE) as screen:
        await press(screen, "Keep all as written")
        assert screen.says("Alice would be below zero: cash at \u2212$70.")
        await press(screen, "Add a note")
        await screen.write(field(screen, "Note"), "she borrowed it")
        await press(screen, "Correct it")
        assert cash(open_plays, play_id, "alice") == -70
        assert "(she borrowed it)" in narrations(open_plays, play_id)[0]


async def test_a_forgotten_line_is_put_in_from_everything_there_is(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/after/2", PHONE) as screen:
        assert screen.says("The table is as it was after entry 2.")
        await press(screen, "Pay a player")
        await press(screen, "Ben")
        await press(screen, "Alice")
        for key in "7":
            await screen.tap(key)
        await press(screen, "Preview")
        await press(screen, "Correct it")
        assert effective_lines(open_plays, play_id)[2] == "Ben pays Alice $7."
        await press(screen, "Entry 5")
        assert screen.says("Added after entry 2")


async def test_a_line_recorded_meanwhile_is_worked_out_too(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/2", TABLET) as screen:
        open_plays.referee(play_id).write("note", {"words": "somebody else is quick"})
        screen.clients[0].refresh(play_id)
        await screen.settle()
        await press(screen, "Correct it")
        assert effective_lines(open_plays, play_id)[-1] == "Note: somebody else is quick"
        assert cash(open_plays, play_id, "ben") == 50


async def test_a_line_put_in_meanwhile_at_the_same_place_is_not_overwritten(open_plays, play_id):
    def tip(words):
        return Change("give", {"who": "ben", "to": "alice", "amount": words})

    async with opened(open_plays, f"/play/{play_id}/correct/after/2", PHONE) as screen:
        await press(screen, "Pay a player")
        await press(screen, "Ben")
        await press(screen, "Alice")
        for key in "7":
            await screen.tap(key)
        open_plays.referee(play_id).amend({Place(2, 1): tip(3)}, "another device was quicker")
        screen.clients[0].refresh(play_id)
        await screen.settle()
        await press(screen, "Preview")
        await press(screen, "Correct it")
        assert effective_lines(open_plays, play_id)[2:4] == ["Ben pays Alice $3.", "Ben pays Alice $7."]


async def test_what_was_decided_on_lines_that_say_something_else_by_now_is_looked_at_once_more(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/4", TABLET) as screen:
        open_plays.referee(play_id).amend({Place(2): Change("roll", {"who": "ben", "roll": 5})}, "he rolled five")
        await press(screen, "Correct it")
        assert len(effective_lines(open_plays, play_id)) == 4, "nobody has seen what it would come to now"
        assert "recorded meanwhile" in " ".join(screen.words())
        await press(screen, "Correct it")
        assert len(effective_lines(open_plays, play_id)) == 3


def test_two_taps_take_one_correction(open_plays, play_id, monkeypatch):
    monkeypatch.setattr("views.components.controls.show_notice", lambda _words: None)
    state = PlayState(open_plays, play_id)
    correction = CorrectionState(state, CROSS_OUT, Place(4))
    correction.type_reason("It did not happen")
    seen = open_plays.referee(play_id).version
    assert correction.take(seen)
    assert correction.take(seen)
    assert open_plays.referee(play_id).version == seen + 1


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SMALL)
async def test_what_is_put_right_and_its_button_are_in_sight_together(open_plays, play_id, size, scale):
    found = []
    clients = []

    def enter(page):
        clients.append(app.open_session(page, open_plays))

    async with Screen(enter, f"/play/{play_id}/correct/line/1", size) as screen:
        clients[0].prefs = replace(clients[0].prefs, scale=scale)
        clients[0].redraw()
        await screen.settle()

        def look(*words):
            seen = placed(screen, scale)
            lies = {word: min((one.hidden for one in seen if one.words == word), default=99) for word in words}
            found.extend(f"{word} is {px:.0f} px out of sight" for word, px in lies.items() if px > SEEN)
            found.extend(overlaps(seen))

        look("What was wrong?", "Wrong roll", "Preview")
        await press(screen, "Wrong roll")
        await screen.tap("5")
        look("5", "Preview")
        await press(screen, "Preview")
        look("Correct it")
    assert found == []
