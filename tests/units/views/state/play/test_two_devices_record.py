"""Two devices at one play: what one of them is about to record, once the other has recorded something."""

from dataclasses import replace

import pytest

from companion.api.show import Offer
from tests.units.views import small_game
from tests.units.views.device import lines, opened
from tests.units.views.headless import PHONE, TABLET
from views.state.play.play_state import PlayState
from views.state.play.taps import SAME_TAP

PAYMENT = {"who": "alice", "to": "ben", "amount": 20}


TURNS = small_game.hats(
    next=lambda t: replace(small_game.prompt(t), sheet=Offer("pass_on", {}, "Next player"))
)


@TURNS.action("Next player", group="Turn")
def pass_on(t):
    """Go on to the next player."""
    who = small_game.following(t, small_game.up(t))
    t.set(turn=who)
    t.narrate(f"It is {who}'s turn.")


class Clock:
    """The time, which goes on when the test says so."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def play_id(open_plays, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", lambda _: TURNS)
    play_id = small_game.new_play(open_plays, 3)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
    return play_id


@pytest.fixture
def two(open_plays, play_id, clock):
    """Two devices that hear of each other's entries."""
    states = [PlayState(open_plays, play_id, clock=clock) for _ in range(2)]
    for state, other in (states, states[::-1]):
        state.announce = lambda _, other=other: other.sync()
    return states


def laid(state, **answers):
    """A payment that somebody has opened and filled in, as it is on that screen."""
    state.sheet.open(Offer("give", {}))
    for question, value in answers.items():
        state.sheet.answer(question, value)
    return looked_at(state)


def looked_at(state):
    """What is tapped on a screen as it is drawn now."""
    return state.sheet.draft.command, state.sheet.to_shown()


def tap(state, clock):
    """Tap Record on the screen as it is, after reading it."""
    clock.now += 1
    return state.recorder.record(*looked_at(state))


def test_next_player_tapped_on_two_devices_at_once_skips_nobody_and_is_read_before_it_is_recorded_again(
    two, clock, open_plays, play_id
):
    one, other = two
    on_one, on_other = looked_at(one), looked_at(other)
    assert one.recorder.record(*on_one)
    assert other.recorder.record(*on_other) is None
    assert lines(open_plays, play_id)[0] == "It is Chen's turn."
    assert other.sheet.outcome().meanwhile.words == "Recorded meanwhile:\nIt is Chen's turn."
    shown = looked_at(other)
    clock.now += SAME_TAP / 2
    assert other.recorder.record(*shown) is None, "a double tap is no other tap"
    clock.now += SAME_TAP
    assert other.recorder.record(*on_other) is None, "it was sent before the screen said so"
    assert other.recorder.record(*shown)
    assert lines(open_plays, play_id)[0] == "It is Alice's turn."


def test_a_tap_drawn_anew_under_the_finger_is_no_tap_on_the_new_receipt(two):
    one, other = two
    other.sheet.outcome()
    assert one.recorder.record(*looked_at(one))
    assert other.recorder.record(*looked_at(other)) is None


def test_a_device_that_looks_on_is_sent_nothing_and_records_what_it_shows(two, clock):
    one, other = two
    assert tap(one, clock)
    assert other.sheet.outcome().meanwhile is None
    assert tap(other, clock)


def test_a_tile_tapped_just_after_another_device_recorded_opens_its_sheet_first(
    two, clock, open_plays, play_id
):
    one, other = two
    tile = Offer("give", PAYMENT, "Pay Ben")
    one.recorder.choose(tile)
    assert len(lines(open_plays, play_id)) == 2
    other.recorder.choose(tile)
    assert len(lines(open_plays, play_id)) == 2
    assert other.sheet.own, "its sheet is there to be read"
    assert tap(other, clock)
    clock.now += SAME_TAP
    other.recorder.choose(tile)
    assert len(lines(open_plays, play_id)) == 4


def test_the_same_payment_from_two_devices_is_one_payment_until_somebody_says_another(
    two, clock, open_plays, play_id
):
    one, other = two
    on_one, on_other = laid(one, **PAYMENT), laid(other, **PAYMENT)
    assert one.recorder.record(*on_one)
    assert other.recorder.record(*on_other) is None
    said = other.sheet.outcome().meanwhile
    assert (said.words, said.again) == ("Recorded meanwhile:\nAlice pays Ben $20.", True)
    assert tap(other, clock)
    assert lines(open_plays, play_id)[:2] == ["Alice pays Ben $20."] * 2


def test_the_same_is_pointed_out_before_any_tap_until_it_is_another_answer_or_put_away(two, clock):
    one, other = two
    laid(other, who="alice", to="ben")
    laid(one, **PAYMENT)
    assert tap(one, clock)
    for amount, again in (("", False), ("20", True), ("25", False), ("20", True)):
        other.sheet.type("amount", amount)
        assert (other.sheet.outcome().meanwhile is not None) == again
    other.panel.leave()
    assert other.sheet.own is None
    assert other.sheet.outcome().meanwhile is None


def test_two_different_payments_both_stand_unasked(two, open_plays, play_id):
    one, other = two
    on_one, on_other = laid(one, **PAYMENT), laid(other, who="alice", to="chen", amount=30)
    assert one.recorder.record(*on_one)
    assert other.recorder.record(*on_other)
    assert lines(open_plays, play_id)[:2] == ["Alice pays Chen $30.", "Alice pays Ben $20."]


def test_a_late_tap_on_a_sheet_that_is_gone_says_what_was_recorded(open_plays, clock):
    one, other = (
        PlayState(open_plays, play_id, clock=clock)
        for play_id in [small_game.new_play(open_plays)] * 2
    )
    for state in (one, other):
        state.sheet.answer("roll", 7)
    late = looked_at(other)
    one.recorder.record(*looked_at(one))
    other.sync()
    assert other.recorder.record(*late) is None
    assert other.problem == "Not recorded. Recorded meanwhile: Alice rolls 7 and collects $70."


def test_a_tap_that_is_sent_again_reports_no_problem(two, clock):
    one, _ = two
    tapped = looked_at(one)
    assert one.recorder.record(*tapped)
    assert one.recorder.record(*tapped) is None
    assert tap(one, clock)
    assert one.recorder.record(*tapped) is None
    assert one.problem == ""


def test_a_sheet_is_headed_by_whose_turn_it_is_now(two):
    one, other = two
    other.sheet.open(Offer("buy", {"who": "ben"}, "Buy a hat"))
    one.recorder.record(*looked_at(one))
    assert other.sheet.own.label == ""


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_tap_under_way_while_the_other_device_recorded_is_heard_and_answered(
    open_plays, play_id, size
):
    async with (
        opened(open_plays, play_id) as one,
        opened(open_plays, play_id, size, hub=one.wire.pubsubhub) as other,
    ):
        record = other.button("Record")._i
        undo = other.button("Undo: Alice rolls 9 and collects $90.")._i
        await one.tap("Record")
        await other.settle()
        for under_way in (undo, record):
            await other.session.dispatch_event(under_way, "click", None)
            await other.settle()
            assert len(lines(open_plays, play_id)) == 2
        assert other.says("Recorded meanwhile:\nIt is Chen's turn.")
        assert other.says("Not recorded yet: It is Alice's turn.")
        await other.tap("Record another")
        assert len(lines(open_plays, play_id)) == 3
        assert not other.says("Recorded meanwhile")


async def test_what_was_recorded_meanwhile_need_not_be_recorded_again(open_plays, play_id):
    async with (
        opened(open_plays, play_id) as one,
        opened(open_plays, play_id, PHONE, hub=one.wire.pubsubhub) as other,
    ):
        for screen in (one, other):
            laid(screen.clients[0].state(play_id), **PAYMENT)
            await screen.settle()
        await one.tap("Record")
        await other.settle()
        await other.tap("Don't record it")
        assert not other.says("Recorded meanwhile")
        assert len(lines(open_plays, play_id)) == 2
