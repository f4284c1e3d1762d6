"""The clock at the head of the table: it ticks by itself, redraws nothing else, and rings once."""

import asyncio

import pytest

from companion.core.show.boards import Clock
from tests.units.views.device import opened
from tests.units.views.headless import PHONE, TABLET
from views.state import preferences
from views.state.client import Preferences
from views.table import clock, table

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
        state.open_plays.referee(state.play_id).write("resume_clock", {"at": self.now})
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


HALF_AN_HOUR = """game rat_a_tat_cat
seats Ann Ben
house ending=time
start first=ben at=1000
pause_clock at=1000
"""
TURNS = """game ratrace
seats Alice Bob
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=bob business=red
pick who=alice business=blue
"""


@SIZES
async def test_it_ticks_each_second_draws_nothing_else_again_and_stops_when_the_table_is_left(
    lay, hand, monkeypatch, size
):
    drawn = []
    draw = table._head
    monkeypatch.setattr(
        table, "_head", lambda *rest, **more: drawn.append(1) or draw(*rest, **more)
    )
    async with opened(*lay(HALF_AN_HOUR), size) as screen:
        assert not hand.waiting
        await hand.start(screen)
        assert screen.says("30:00")
        before = len(drawn)
        for said in ("29:59", "29:58"):
            await hand.move(screen, 1)
            assert screen.says(said)
        assert len(drawn) == before > 0
        (step,) = hand.waiting  # one timer, however often it was drawn
        await screen.go(f"{screen.page.route}/journal")
        assert step.cancelled()


async def test_when_it_runs_out_it_rings_once_and_the_sheet_is_worked_out_anew(lay, hand):
    async with opened(*lay(HALF_AN_HOUR), PHONE) as screen:
        sheet, rung = screen.clients[0].here().sheet, []
        ring = sheet.time_is_up
        sheet.time_is_up = lambda: rung.append(hand.now) or ring()
        await hand.start(screen)
        sheet.type("scores", "ann=3 ben=4")
        await hand.move(screen, 1799)
        first = sheet.outcome()
        assert screen.says("0:01")
        await hand.move(screen, 2)
        assert screen.says("Time is up")
        assert rung == [hand.now]
        assert sheet.outcome() is not first
        assert sheet.outcome().proposal.answers["at"] == hand.now
        assert not hand.waiting, "nothing ticks any more"


@SIZES
async def test_how_long_a_turn_lasts_is_shown_where_that_was_asked_for(lay, hand, size):
    open_plays, play_id = lay(TURNS)
    began = open_plays.referee(play_id).lines()[3].at  # by which it is Alice's turn again
    hand.now = int(began.timestamp()) + 65
    async with opened(open_plays, play_id, size) as screen:
        screen.clients[0].here().now = lambda: hand.now
        assert not hand.waiting
        preferences.apply(screen.page, screen.clients[0], Preferences(turn_clock=True))
        await screen.settle()
        assert screen.says("Alice 1:05")
        await hand.move(screen, 1)
        assert screen.named("Alice's turn has lasted 1:06")
