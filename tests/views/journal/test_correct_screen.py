"""Correcting the past on the screen: the line as it was filled in, what would follow, and what has to be decided."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest
import small_game
from fitting import SCALES, SEEN, SMALL
from hats_game import face, field, narrations, new_play, opened, press
from headless import PHONE, TABLET, Screen, play
from layout import overlaps, placed

from companion.core.recording.revision import Change
from companion.formats.session import replay, steps
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


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_an_answer_is_changed_what_follows_is_shown_and_taken_with_a_reason(open_plays, play_id, size):
    async with opened(open_plays, f"/play/{play_id}/journal", size) as screen:
        await press(screen, "Entry 1")
        await press(screen, "Correct this entry")
        assert screen.page.route.endswith("/correct/line/1")
        await press(screen, "Wrong roll")
        await screen.tap("12")
        await press(screen, "Preview")
        assert screen.says("Alice rolls 9 and collects $90.")
        assert screen.says("Alice rolls 12 and collects $120.")
        assert any("cash: $20 becomes $50" in str(one.label) for one in screen.all(ft.Semantics)) or screen.says(
            "$20 \u2192 $50"
        )
        assert len(narrations(open_plays, play_id)) == 4, "nothing is written yet"
        await press(screen, "Correct it")
        assert screen.page.route.endswith("/journal")
        assert narrations(open_plays, play_id)[0].startswith("Corrected entry 1 (Wrong roll): Alice rolls 12")
        assert cash(open_plays, play_id, "alice") == 50
        assert not screen.all(ft.SnackBar), "nothing covers the button of the table"
        await press(screen, "Entry 1")
        assert screen.says("Alice rolls 9 and collects $90."), "what it said stays visible"
        await screen.tap("Undo: Corrected...")
        assert cash(open_plays, play_id, "alice") == 20


async def test_after_a_correction_from_the_table_the_turn_is_back(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}", TABLET) as screen:
        await press(screen, "Entry 1")
        await press(screen, "Correct this entry")
        await press(screen, "Wrong roll")
        await screen.tap("12")
        await press(screen, "Preview")
        await press(screen, "Correct it")
        await screen.go(f"/play/{play_id}")
        assert not screen.named("Close the entry")


async def test_a_line_that_could_not_stand_then_waits_for_a_decision(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/1", TABLET) as screen:
        assert screen.says("2 later entries no longer fit")
        assert screen.says("Alice holds only $0.")
        assert screen.button("Correct it").disabled
        await press(screen, "Cross them all out")
        assert not screen.button("Correct it").disabled
        await press(screen, "Correct it")
        assert effective_lines(open_plays, play_id) == ["Ben rolls 4 and collects $40."]


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_each_line_is_decided_by_itself_and_may_be_decided_anew(open_plays, play_id, size):
    def decided(screen):
        return [one for one in screen.words() if one.startswith("Entry ") and "," in one]

    async def scene():
        async with opened(open_plays, f"/play/{play_id}/correct/strike/1", size) as screen:
            assert decided(screen) == ["Entry 1, crossed out"]
            assert not screen.named("Decide again"), "the line that is corrected is what it is about"
            await press(screen, "Cross it out")
            await press(screen, "Keep as written")
            assert decided(screen) == ["Entry 1, crossed out", "Entry 3, crossed out"]
            assert screen.says("1 later entry stays as written")
            assert screen.says("Alice would be below zero: cash at \u2212$20.")
            assert not screen.says("Ben would be below zero")
            await press(screen, "Decide again")
            assert decided(screen) == ["Entry 1, crossed out"]
            assert screen.says("First decide about the entry that no longer fits.")
            assert screen.button("Correct it").disabled
            await press(screen, "Keep as written")
            await press(screen, "Correct it")
            assert (cash(open_plays, play_id, "alice"), cash(open_plays, play_id, "ben")) == (-70, 90)

    play(scene)


async def test_a_step_back_leads_from_a_sheet_to_what_would_follow_and_from_there_to_the_journal(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/line/1", PHONE) as screen:
        await press(screen, "Wrong roll")
        await screen.tap("8")
        await press(screen, "Preview")
        await press(screen, "Edit")
        assert screen.named("Preview")
        await screen.tap("Back")
        assert screen.says("Entry 1, corrected"), "what was said is not lost"
        await screen.tap("Back")
        assert screen.page.route.endswith("/journal")
        assert len(narrations(open_plays, play_id)) == 4


async def test_a_line_that_does_not_count_is_not_corrected(open_plays, play_id):
    open_plays.referee(play_id).void(2, "wrong player")
    async with opened(open_plays, f"/play/{play_id}/correct/line/2", PHONE) as screen:
        assert screen.says("Entry 2 does not count, so there is nothing to correct in it.")
        await press(screen, "To the journal")
        assert screen.page.route.endswith("/journal")


async def test_kept_as_written_it_may_leave_somebody_below_zero_and_says_so(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/1", PHONE) as screen:
        await press(screen, "Keep all as written")
        assert screen.says("Alice would be below zero: cash at \u2212$70.")
        await press(screen, "Add a note")
        await screen.write(field(screen, "Note"), "she borrowed it")
        await press(screen, "Correct it")
        assert cash(open_plays, play_id, "alice") == -70
        assert "(she borrowed it)" in narrations(open_plays, play_id)[0]


async def test_a_refused_line_can_be_changed_on_the_table_as_it_would_be_then(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/line/1", TABLET) as screen:
        await press(screen, "Wrong roll")
        await screen.tap("3")
        await press(screen, "Preview")
        assert screen.says("A later entry no longer fits") or screen.says("2 later entries no longer fit")
        await press(screen, "Change it")
        assert screen.says("Alice holds only $30."), "its own sheet opens at the answer that is wrong"
        for key in "10":
            await screen.tap(key)
        await press(screen, "Preview")
        await press(screen, "Correct it")
        assert effective_lines(open_plays, play_id)[2:] == ["Alice pays Ben $10.", "Alice buys the straw hat."]


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


async def test_something_else_can_have_happened(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/line/4", PHONE) as screen:
        await press(screen, "Something else happened")
        assert screen.says("What happened?")
        await press(screen, "Bet on a horse")
        await press(screen, "Alice")
        await screen.tap("5")
        await press(screen, "Preview")
        assert screen.says("Alice bets $1 on horse 5.")


async def test_nothing_changed_is_nothing_to_take_and_back_leads_back(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/line/4", PHONE) as screen:
        assert screen.button("Preview").disabled
        await press(screen, "Cancel")
        assert screen.page.route.endswith("/journal")
        assert len(narrations(open_plays, play_id)) == 4


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("line/77", "There is no entry 77"),
        ("line/x", "There is no such entry"),
        ("after/88", "There is no entry 88"),
    ],
)
async def test_what_is_not_there_is_said_and_leads_back(open_plays, play_id, part, words):
    async with opened(open_plays, f"/play/{play_id}/correct/{part}", PHONE) as screen:
        assert screen.says(words)
        assert len(narrations(open_plays, play_id)) == 4


async def test_a_line_recorded_meanwhile_is_worked_out_too(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/2", TABLET) as screen:
        open_plays.referee(play_id).write("note", {"words": "somebody else is quick"})
        screen.clients[0].refresh(play_id)
        await screen.settle()
        await press(screen, "Correct it")
        assert effective_lines(open_plays, play_id)[-1] == "Note: somebody else is quick"
        assert cash(open_plays, play_id, "ben") == 50


async def test_later_lines_can_be_left_as_they_are_written(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/strike/1", TABLET) as screen:
        await press(screen, "Leave them as written")
        assert not screen.button("Correct it").disabled
        await press(screen, "Correct it")
        assert len(effective_lines(open_plays, play_id)) == 3


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


RATS = """game ratrace
seats Alice Bob
house businesses=one position=off
start first=alice
pick who=alice business=black
pick who=bob business=olive
correct_credit who=bob owed=60 reason="a slip"
credit_due who=bob
correct_credit who=bob owed=80 reason="another"
correct_credit who=bob owed=70 reason="put right"
"""
BUYS = "buy who=alice business=olive item=working on=credit\n"
CATS = """game rat_a_tat_cat
seats Ann Ben Cy
start first=ann
round scores="ann=30 ben=20 cy=3"
round scores="ann=25 ben=30 cy=2"
round scores="ann=3 ben=9 cy=8"
"""


@pytest.fixture
def lay(tmp_path):
    """Puts a play from the text of a session among open plays that know every game."""
    open_plays = small_game.new_open_plays(tmp_path)
    yield lambda text: (open_plays, replay(open_plays.journal, steps(text)).play.id)
    open_plays.journal.database.close()


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_later_lines_that_come_out_otherwise_are_shown_as_they_were_and_as_they_would_be(lay, size):
    open_plays, play_id = lay(RATS)
    was = effective_lines(open_plays, play_id)[4]
    owed = {Place(4): Change("correct_credit", {"who": "bob", "owed": 100, "reason": "a slip"})}
    then = open_plays.referee(play_id).revise(owed).consequences[1].then.narration
    assert was != then
    async with opened(open_plays, f"/play/{play_id}/correct/line/4", size) as screen:
        await press(screen, "Wrong amount")
        for key in "100":
            await screen.tap(key)
        await press(screen, "Preview")
        assert screen.says("1 later entry changes")
        assert screen.named(f"Entry 5. It was: {was} It becomes: {then}")
        await screen.go(f"/play/{play_id}/correct/strike/6")
        assert screen.says("1 later entry changes")
        assert screen.says("Correction: Bob owes $70 on credit (put right). The amounts change.")


ROLLED = """game ratrace
seats Mum Dad Lily Tom
house businesses=one
start first=mum
pick who=mum business=black
pick who=dad business=olive
pick who=lily business=blue
pick who=tom business=red
roll who=mum roll=5
waive reason="nothing bought"
roll who=dad roll=7
roll who=lily roll=11
roll who=tom roll=9
lottery who=tom stake=50
match who=dad
lottery_roll who=tom roll=6
lottery_roll who=dad roll=9
roll who=mum roll=8
"""


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_wrong_roll_of_an_hour_ago_is_put_right_with_one_tap_for_everything_after_it(lay, size):
    open_plays, play_id = lay(ROLLED)
    later = effective_lines(open_plays, play_id)[8:]
    taps = 0

    async def tap(name):
        nonlocal taps
        await press(screen, name)
        taps += 1

    async with opened(open_plays, f"/play/{play_id}/correct/line/8", size) as screen:
        await tap("Wrong roll")
        await tap("4")
        await tap("Preview")
        assert screen.says("Did anything else happen differently?")
        assert not screen.named("Correct it")
        await tap("Nothing else happened differently")
        await tap("Correct it")
    assert taps == 5
    assert effective_lines(open_plays, play_id)[7] == "Dad rolls 4 to Night School."
    assert effective_lines(open_plays, play_id)[8:] == later


async def test_a_later_entry_that_would_stay_as_written_can_be_one_that_happened_differently(lay):
    open_plays, play_id = lay(ROLLED)
    async with opened(open_plays, f"/play/{play_id}/correct/line/8", PHONE) as screen:
        await press(screen, "Wrong roll")
        await press(screen, "4")
        await press(screen, "Preview")
        await press(screen, "Lily rolls 11")
        await press(screen, "Didn't happen")
        assert screen.says("Entry 9, crossed out")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_what_somebody_owes_is_shown_without_a_sign_and_does_not_count_as_below_zero(lay, size):
    open_plays, play_id = lay(RATS)
    async with opened(open_plays, f"/play/{play_id}/correct/strike/7", size) as screen:
        assert screen.says("$70 \u2192 $80")
        assert screen.named("owed on credit: 70 dollars becomes 80 dollars")
        assert not screen.says("below zero")


async def test_of_several_things_on_a_card_those_that_change_are_shown_and_what_an_account_says_is_not_said_again(lay):
    open_plays, play_id = lay(RATS + BUYS)
    async with opened(open_plays, f"/play/{play_id}/correct/strike/8", TABLET) as screen:
        assert screen.named("Quartz Watch: 1 becomes 0")
        assert screen.named("Remarks: owes $100 becomes no debt")
        assert not screen.says("Cards")


async def test_receipts_alone_that_show_other_sums_are_counted_and_not_listed(lay):
    open_plays, play_id = lay(CATS)
    async with opened(open_plays, f"/play/{play_id}/correct/strike/2", PHONE) as screen:
        assert screen.says("2 later receipts show other sums. Nothing else changes there.")
        assert not screen.says("later entry changes")
        await screen.go(f"/play/{play_id}/correct/strike/3")
        assert screen.says("1 later receipt shows other sums. Nothing else changes there.")
        await screen.go(f"/play/{play_id}/correct/strike/4")
        assert not screen.says("other sums")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_each_answer_can_have_been_wrong_and_nothing_is_previewed_before_something_differs(
    open_plays, play_id, size
):
    async with opened(open_plays, f"/play/{play_id}/correct/line/3", size) as screen:
        assert screen.says("Was: Alice pays Ben $50.")
        for words in ("Wrong player", "Wrong amount", "Didn't happen"):
            assert face(screen, words)
        assert screen.button("Preview").disabled
        await press(screen, "Wrong amount")
        assert screen.button("Preview").disabled
        for key in "40":
            await screen.tap(key)
        assert not screen.button("Preview").disabled


async def test_the_preview_says_first_who_gains_and_who_loses(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/line/3", PHONE) as screen:
        await press(screen, "Wrong amount")
        for key in "40":
            await screen.tap(key)
        await press(screen, "Preview")
        words = screen.words()
        assert words[words.index("Alice") + 1] == "+$10"
        assert words[words.index("Ben") + 1] == "\u2212$10"
        assert words.index("+$10") < words.index("Alice pays Ben $50.")


async def test_what_did_not_happen_is_crossed_out_without_another_question(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/line/4", PHONE) as screen:
        await press(screen, "Didn't happen")
        await press(screen, "Correct it")
        assert narrations(open_plays, play_id)[0].startswith("Crossed out entry 4 (It did not happen)")


async def test_on_a_phone_no_bar_takes_the_room_of_a_correction(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/correct/line/4", PHONE) as screen:
        assert not screen.all(ft.NavigationBar)


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
