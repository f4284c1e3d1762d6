"""The journal on the screen: found, filtered, read in full, and crossed out for a reason."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import flet as ft
import pytest
from hats_game import face, field, narrations, new_play, opened, press
from headless import PHONE, TABLET, play

from companion.dates import day


@pytest.fixture
def play_id(open_plays):
    """Alice and Ben have rolled, and Alice has paid Ben."""
    made = new_play(open_plays)
    referee = open_plays.referee(made)
    referee.write("roll", {"who": "alice", "roll": 9})
    referee.write("roll", {"who": "ben", "roll": 4})
    referee.write("give", {"who": "alice", "to": "ben", "amount": 50})
    return made


def shown(screen):
    return [
        row.label.split(".")[0]
        for row in screen.all(ft.Semantics)
        if isinstance(row.label, str) and row.label.startswith("Entry ")
    ]


async def test_while_somebody_writes_the_keyboard_belongs_to_the_field(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/journal") as screen:
        await screen.tap("Search")
        await screen.fire(field(screen, "Find in the journal"), "focus")
        await screen.key("Z", ctrl=True)
        assert len(narrations(open_plays, play_id)) == 3
        await screen.fire(field(screen, "Find in the journal"), "blur")
        await screen.key("Z", ctrl=True)
        assert narrations(open_plays, play_id)[0].startswith("Undid entry 3")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_line_is_crossed_out_for_a_reason_and_stays_in_sight(open_plays, play_id, size):
    async with opened(open_plays, f"/play/{play_id}/journal", size) as screen:
        await press(screen, "Entry 2")
        await press(screen, "Cross out this entry")
        assert screen.says("Ben, cash: $90 becomes")
        await screen.write(field(screen, "Reason"), "wrong player")
        confirm = face(screen, "Cross it out")
        await screen.session.dispatch_event(confirm._i, "click", None)
        await screen.session.dispatch_event(confirm._i, "click", None)
        await screen.settle()
        assert len(narrations(open_plays, play_id)) == 4
        assert not any(one.open for one in screen.all(ft.BottomSheet)), "the line is put away"
        assert not screen.says("Ben, cash: $90 becomes") or size == PHONE
        assert shown(screen) == ["Entry 4", "Entry 3", "Entry 1"]
        await press(screen, "1 entry crossed out")
        assert screen.named("Entry 2. Ben rolls 4 and collects $40. plus 40 dollars. Crossed out by entry 4.")
        crossed_out = next(one for one in screen.all(ft.Text) if one.value == "Rolls 4 and collects $40.")
        assert crossed_out.style.decoration == ft.TextDecoration.LINE_THROUGH


async def test_a_long_journal_comes_a_page_at_a_time(open_plays):
    made = new_play(open_plays)
    for number in range(60):
        open_plays.referee(made).write("roll", {"who": ("alice", "ben")[number % 2], "roll": 9})
    async with opened(open_plays, f"/play/{made}/journal") as screen:
        assert 8 < len(shown(screen)) < 16, "no more than fills the screen"
        await press(screen, "Show more")
        assert len(shown(screen)) == 24
        await press(screen, "Show more")
        assert len(shown(screen)) == 48
        await press(screen, "Show more")
        assert len(shown(screen)) == 60
        assert not [one for one in screen.words() if one == "Show more"]


def test_lines_stand_under_the_day_they_were_written_on(open_plays):
    made, now = new_play(open_plays), datetime.now(UTC)
    times = [now - timedelta(days=days) for days in (9, 9, 1, 0)]
    for number, at in enumerate(times, start=1):
        note = open_plays.referee(made).propose("note", {"words": f"number {number}"})
        open_plays.journal.append(made, note, after=number - 1, by="table", command=str(number), at=at)
    open_plays.refresh(made)

    async def scene():
        async with opened(open_plays, f"/play/{made}/journal") as screen:
            days = [one.rpartition(", ")[0] or one for one in screen.words()]
            headed = [one for one in days if one in map(day, times) or one.startswith("Note: ")]
            assert headed == [
                "Note: number 4",
                "Yesterday",
                "Note: number 3",
                day(times[0]),
                "Note: number 2",
                "Note: number 1",
            ]

    play(scene)


async def test_a_line_written_on_another_screen_appears(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/journal") as screen:
        open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 5})
        screen.clients[0].refresh(play_id)
        await screen.settle()
        assert shown(screen)[0] == "Entry 4"


async def test_esc_closes_an_entry_that_lies_beside_the_journal(open_plays, play_id):
    async with opened(open_plays, f"/play/{play_id}/journal", TABLET) as screen:
        await press(screen, "Entry 1")
        await screen.key("Escape")
        assert screen.by_id("receipt") is None
