"""The home screen: the last play is one tap away, others are listed, renamed, put away, deleted and brought back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import flet as ft
import pytest
from device import book_checked
from hats_game import choose, face, field, new_play, opened, press

from companion.core.recording.referee import Referee
from companion.dates import describe_time, describe_times
from companion.games import game_of
from models.rooms import IN
from views.state.shared_table import WHOSE


async def test_the_play_to_resume_is_the_last_that_still_goes_on(open_plays):
    going = new_play(open_plays, "Going", at=datetime.now(UTC) - timedelta(days=3))
    open_plays.journal.mark_ended(new_play(open_plays, "Done"), "Alice retired.")
    async with opened(open_plays) as screen:
        await press(screen, "Resume Going")
        assert screen.page.route == f"/play/{going}"


async def test_a_deleted_play_comes_back_by_undo(open_plays):
    play_id = new_play(open_plays)
    async with opened(open_plays) as screen:
        await choose(screen, "Delete", "Friday hats")
        assert open_plays.journal.plays() == []
        assert not screen.named("Resume Friday hats")
        notice = screen.all(ft.SnackBar)[-1]
        assert notice.persist is False
        await screen.fire(notice.action, "click")
        assert [one.id for one in open_plays.journal.plays()] == [play_id]
        assert face(screen, "Resume Friday hats")


async def test_a_play_is_renamed_and_a_title_that_is_none_is_refused(open_plays):
    made = new_play(open_plays)
    assert open_plays.snapshot(made).play.title == "Friday hats"
    async with opened(open_plays) as screen:
        await choose(screen, "Rename", "Friday hats")
        await screen.write(field(screen, "Title"), "  ")
        await screen.fire(field(screen, "Title"), "submit")
        assert field(screen, "Title").error == "Write a title."
        await screen.write(field(screen, "Title"), "Sunday hats")
        await screen.fire(field(screen, "Title"), "submit")
        assert face(screen, "Resume Sunday hats")
        await choose(screen, "Rename", "Sunday hats")
        assert field(screen, "Title").value == "Sunday hats"
        await screen.write(field(screen, "Title"), "Monday hats")
        await screen.tap("Cancel")
        assert face(screen, "Resume Sunday hats")
        await choose(screen, "Rename", "Sunday hats")
        await screen.write(field(screen, "Title"), "Tuesday hats")
        await screen.fire(screen.all(ft.FilledButton, content="Rename")[0], "click")
        assert face(screen, "Resume Tuesday hats")
        await press(screen, "Resume Tuesday hats")
        assert screen.says("Tuesday hats"), "on the table as well"


async def test_a_play_begun_on_another_screen_appears(open_plays):
    async with opened(open_plays) as here, opened(open_plays, "/new", hub=here.wire.pubsubhub) as there:
        await there.write(field(there, "Player's name"), "Ada, Ben")
        await press(there, "Start Hats with 2")
        await here.settle()
        assert face(here, "Resume Hats, ")


async def test_many_plays_are_shown_a_page_at_a_time(open_plays):
    for number in range(25):
        new_play(open_plays, f"Play {number:02}")
    async with opened(open_plays) as screen:
        assert not screen.says("Play 00") or not screen.says("Play 24")
        await press(screen, "Show 4 more")
        assert all(screen.says(f"Play {number:02}") for number in range(25))


async def test_a_play_whose_cards_cannot_be_worked_out_can_still_be_opened(open_plays):
    new_play(open_plays, names=("Alice", "Ben"))
    open_plays.snapshot = lambda _play: 1 // 0
    async with opened(open_plays) as screen:
        assert screen.says("Alice")
        assert face(screen, "Resume Friday hats")


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(seconds=30), "just now"),
        (timedelta(minutes=5), "5 minutes ago"),
        (timedelta(hours=3), "today at 17:30"),
        (timedelta(hours=22), "yesterday at 22:30"),
        (timedelta(days=3), "on Tuesday at 20:30"),
        (timedelta(days=30), "on Wednesday 21 October"),
        (timedelta(days=400), "on Thursday 16 October 2025"),
        (-timedelta(hours=2), "today at 22:30"),
    ],
)
def test_times_are_said_as_people_say_them(ago, words):
    now = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
    moment = now.astimezone()
    # the words are of the place where the table is
    shift = moment.utcoffset()
    assert describe_time(now - shift - ago, now - shift) == words


def test_times_that_sound_alike_are_told_apart_by_the_clock_and_then_by_its_seconds():
    now = datetime(2026, 11, 20, 20, 30, 40).astimezone()
    ago = [timedelta(seconds=5), timedelta(seconds=20), timedelta(minutes=1), timedelta(minutes=5), timedelta(days=30)]
    assert describe_times([now - one for one in [*ago, timedelta(days=30, hours=1)]], now) == [
        "today at 20:30:35",
        "today at 20:30:20",
        "today at 20:29",
        "5 minutes ago",
        "on Wednesday 21 October at 20:30",
        "on Wednesday 21 October at 19:30",
    ]


async def test_home_is_drawn_once_when_the_app_opens_on_a_sound_book(open_plays, monkeypatch):
    new_play(open_plays)
    drawn = []
    monkeypatch.setattr("views.home.home.resume_card", lambda *_: drawn.append("once") or ft.Text("resume"))
    async with opened(open_plays) as screen:
        await book_checked(open_plays)
        await screen.settle()
        assert drawn == ["once"]


async def test_a_row_says_what_was_recorded_last_and_the_card_what_comes_next(open_plays):
    older = new_play(open_plays, "Older", at=datetime.now(UTC) - timedelta(days=3))
    newer = new_play(open_plays, "Newer")
    for play_id in (older, newer):
        Referee(open_plays.journal, play_id, game_of).write("roll", {"who": "alice", "roll": 7})
    last = open_plays.journal.entries(older, limit=1)[0].proposal.narration
    async with opened(open_plays) as screen:
        assert screen.says(last)
        assert not open_plays.is_open(older), "for a row no play is opened"
        assert screen.says("Ben rolls")


@pytest.mark.parametrize(
    ("typed", "opens"),
    [
        ("192.168.1.20:8550", "http://192.168.1.20:8550"),
        (" https://table.example/join?i=x ", "https://table.example/join?i=x"),
        ("ABCD EFGH", ""),
        ("javascript://alert(1)", ""),
        ("file:///etc/hosts", ""),
        ("http://[", ""),
        ("", ""),
    ],
)
async def test_the_address_of_another_table_opens_in_the_browser_and_nothing_else_does(open_plays, typed, opens):
    async with opened(open_plays) as screen:
        await screen.tap("Join a table")
        address = field(screen, "Address on the other screen")
        await screen.write(address, typed)
        await screen.fire(address, "submit")
        assert ("launch_url" in screen.wire.calls) == bool(opens)
        if opens:
            assert any(opens.encode() in sent for sent in screen.wire.sent)
        else:
            assert field(screen, "Address on the other screen").error


async def test_whoever_is_served_is_at_a_table_and_is_offered_no_other(open_plays):
    browser = open_plays.shared.rooms.add_member("token", state=IN, host=True, bank=True)
    WHOSE.set(browser.id)
    async with opened(open_plays) as screen:
        assert not screen.named("Join a table")
        assert screen.named("Look through a demo evening")
