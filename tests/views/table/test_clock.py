"""The clock at the head of the table: it ticks by itself, redraws nothing else, and rings once."""

from __future__ import annotations

import asyncio

import flet as ft
import pytest
import score_game
from device import opened
from headless import PHONE, TABLET

from companion.core.show.boards import Clock
from companion.formats.session import replay, steps
from views.components.controls import TONES
from views.state import preferences
from views.state.client import Preferences
from views.table import clock, table

pytestmark = pytest.mark.games("cats")


class Hand:
    """A second hand that moves when the test says so."""

    def __init__(self, monkeypatch):
        self.now = 1_000
        self.waiting = []
        monkeypatch.setattr(clock, "next_second", self.pause)

    async def pause(self):
        step = asyncio.get_running_loop().create_future()
        self.waiting.append(step)
        await step

    async def move(self, screen, seconds):
        self.now += seconds
        steps, self.waiting = self.waiting, []
        for step in steps:
            if not step.done():
                step.set_result(None)
        await screen.settle()


@pytest.fixture
def hand(monkeypatch):
    return Hand(monkeypatch)


@pytest.mark.parametrize(
    ("seconds", "face"), [(0, "0:00"), (59, "0:59"), (60, "1:00"), (1_799, "29:59"), (3_600, "1:00:00")]
)
def test_a_clock_shows_minutes_and_seconds(seconds, face):
    assert clock.clock_text(seconds) == face


def test_a_clock_that_runs_looks_different_in_its_last_minute():
    grounds = [clock.clock_face(Clock(until=100), seconds, 1).content.bgcolor for seconds in (60, 61)]
    assert grounds == [TONES["warn"][0], TONES["accent"][0]]


def test_a_screen_reader_hears_minutes():
    assert [clock.speak_time(one) for one in (59, 60, 119, 120)] == [
        "less than a minute left", "1 minute left", "1 minute left", "2 minutes left",
    ]  # fmt: skip


def test_what_is_left_never_goes_below_nothing():
    assert clock.seconds_left(Clock(until=100), 40) == 60
    assert clock.seconds_left(Clock(until=100), 400) == 0
    assert clock.seconds_left(Clock(left=30), 400) == 30


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_it_ticks_each_second_and_draws_nothing_else_again(open_plays, hand, monkeypatch, size):
    play_id = score_game.new_play(open_plays)
    drawn = []
    picked = table._picked_seat
    monkeypatch.setattr(table, "_picked_seat", lambda *rest: drawn.append("table") or picked(*rest))
    head = table._head
    monkeypatch.setattr(table, "_head", lambda *rest, **more: drawn.append("head") or head(*rest, **more))
    async with opened(open_plays, play_id, size) as screen:
        state = screen.clients[0].state(play_id)
        state.now = lambda: hand.now
        open_plays.referee(play_id).write("start_clock", {"at": hand.now})
        state.sync()
        await screen.settle()
        assert screen.says("10:00")
        before = len(drawn)
        await hand.move(screen, 1)
        assert screen.says("9:59")
        await hand.move(screen, 1)
        assert screen.says("9:58")
        assert len(drawn) == before
        assert len(hand.waiting) == 1, "one timer, however often it was drawn"


async def test_when_it_runs_out_the_table_is_drawn_once_more_and_says_so(open_plays, hand):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        state = screen.clients[0].state(play_id)
        state.now = lambda: hand.now
        rung = []
        state.sheet.time_is_up = lambda: rung.append(hand.now)
        open_plays.referee(play_id).write("start_clock", {"at": hand.now})
        state.sync()
        await screen.settle()
        await hand.move(screen, 599)
        assert screen.says("0:01")
        assert not rung
        await hand.move(screen, 2)
        assert screen.says("Time is up")
        assert rung == [hand.now]
        assert not hand.waiting, "nothing ticks any more"


async def test_the_ring_works_the_sheet_out_anew(open_plays):
    play_id = score_game.new_play(open_plays, 2)
    async with opened(open_plays, play_id, PHONE) as screen:
        state = screen.clients[0].state(play_id)
        moments = iter((100, 700, 800, 900, 1_000, 1_100))
        state.now = lambda: next(moments)
        state.sheet.type("scores", "ann=3 ben=4")
        first = state.sheet.outcome()
        assert state.sheet.outcome() is first
        state.sheet.time_is_up()
        assert state.sheet.outcome() is not first


async def test_it_stops_when_the_table_is_left(open_plays, hand):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        state = screen.clients[0].state(play_id)
        state.now = lambda: hand.now
        open_plays.referee(play_id).write("start_clock", {"at": hand.now})
        state.sync()
        await screen.settle()
        (step,) = hand.waiting
        await screen.go(f"/play/{play_id}/journal")
        assert step.cancelled()


async def test_a_game_without_a_clock_starts_no_timer(open_plays, hand):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.by_id("clock") is None
        assert not hand.waiting


RACE = """game ratrace
seats Alice Bob
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=bob business=red
pick who=alice business=blue
"""


@pytest.mark.games("all")
@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_how_long_a_turn_lasts_is_shown_where_that_was_asked_for(open_plays, hand, size):
    play = replay(open_plays.journal, steps(RACE)).play
    began = open_plays.referee(play.id).lines()[3].at  # by which it is Alice's turn again
    hand.now = int(began.timestamp()) + 65
    async with opened(open_plays, play.id, size) as screen:
        client = screen.clients[0]
        client.state(play.id).now = lambda: hand.now
        assert not hand.waiting
        preferences.apply(screen.page, client, Preferences(turn_clock=True))
        await screen.settle()
        assert screen.says("Alice 1:05")
        await hand.move(screen, 1)
        assert screen.says("Alice 1:06")
        assert screen.all(ft.Semantics, label="Alice's turn has lasted 1:06")
