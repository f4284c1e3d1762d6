"""The clock at the head of the table: it ticks by itself, redraws nothing else, and rings once."""

from __future__ import annotations

import asyncio

import pytest
import score_game
from device import opened
from headless import PHONE, TABLET

from companion.core.show.boards import Clock
from views.state import preferences
from views.state.client import Preferences
from views.table import clock, table

pytestmark = pytest.mark.games("cats")
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET])


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

    async def start(self, screen):
        """Start the clock on another device."""
        state = screen.clients[0].here()
        state.now = lambda: self.now
        state.open_plays.referee(state.play_id).write("start_clock", {"at": self.now})
        state.sync()
        await screen.settle()


@pytest.fixture
def hand(monkeypatch):
    return Hand(monkeypatch)


@pytest.mark.parametrize(
    ("seconds", "face", "spoken"),
    [
        (0, "0:00", "less than a minute left"),
        (59, "0:59", "less than a minute left"),
        (60, "1:00", "1 minute left"),
        (119, "1:59", "1 minute left"),
        (1_799, "29:59", "29 minutes left"),
        (3_600, "1:00:00", "60 minutes left"),
    ],
)
def test_a_clock_shows_minutes_and_seconds_and_a_screen_reader_hears_minutes(seconds, face, spoken):
    assert (clock.clock_text(seconds), clock.speak_time(seconds)) == (face, spoken)


def test_what_is_left_never_goes_below_nothing():
    assert clock.seconds_left(Clock(until=100), 40) == 60
    assert clock.seconds_left(Clock(until=100), 400) == 0
    assert clock.seconds_left(Clock(left=30), 400) == 30


@SIZES
async def test_it_ticks_each_second_draws_nothing_else_again_and_stops_when_the_table_is_left(
    open_plays, hand, monkeypatch, size
):
    drawn = []
    for name in ("_picked_seat", "_head"):
        draw = getattr(table, name)
        monkeypatch.setattr(table, name, lambda *rest, draw=draw, **more: drawn.append(draw) or draw(*rest, **more))
    async with opened(open_plays, score_game.new_play(open_plays), size) as screen:
        assert not hand.waiting
        await hand.start(screen)
        assert screen.says("10:00")
        before = len(drawn)
        for said in ("9:59", "9:58"):
            await hand.move(screen, 1)
            assert screen.says(said)
        assert len(drawn) == before
        (step,) = hand.waiting  # one timer, however often it was drawn
        await screen.go(f"{screen.page.route}/journal")
        assert step.cancelled()


async def test_when_it_runs_out_the_table_is_drawn_once_more_and_says_so(open_plays, hand):
    async with opened(open_plays, score_game.new_play(open_plays), PHONE) as screen:
        rung = []
        screen.clients[0].here().sheet.time_is_up = lambda: rung.append(hand.now)
        await hand.start(screen)
        await hand.move(screen, 599)
        assert screen.says("0:01")
        assert not rung
        await hand.move(screen, 2)
        assert screen.says("Time is up")
        assert rung == [hand.now]
        assert not hand.waiting, "nothing ticks any more"


async def test_the_ring_works_the_sheet_out_anew(open_plays):
    async with opened(open_plays, score_game.new_play(open_plays, 2), PHONE) as screen:
        state = screen.clients[0].here()
        moments = iter(range(100, 2_000, 100))
        state.now = lambda: next(moments)
        state.sheet.type("scores", "ann=3 ben=4")
        first = state.sheet.outcome()
        assert state.sheet.outcome() is first
        state.sheet.time_is_up()
        assert state.sheet.outcome() is not first


RACE = """game ratrace
seats Alice Bob
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=bob business=red
pick who=alice business=blue
"""


@pytest.mark.games("all")
@SIZES
async def test_how_long_a_turn_lasts_is_shown_where_that_was_asked_for(lay, hand, size):
    open_plays, play_id = lay(RACE)
    began = open_plays.referee(play_id).lines()[3].at  # by which it is Alice's turn again
    hand.now = int(began.timestamp()) + 65
    async with opened(open_plays, play_id, size) as screen:
        screen.clients[0].here().now = lambda: hand.now
        assert not hand.waiting
        preferences.apply(screen.page, screen.clients[0], Preferences(turn_clock=True))
        await screen.settle()
        assert screen.says("Alice 1:05")
        await hand.move(screen, 1)
        assert screen.says("Alice 1:06")
        assert screen.named("Alice's turn has lasted 1:06")
