"""The home screen: the last play is one tap away, others are listed, renamed, put away, deleted and brought back."""

from datetime import UTC, datetime, timedelta

import flet as ft
import pytest

from companion.dates import describe_time
from tests.units.views.device import book_checked
from tests.units.views.hats_game import choose, face, field, new_play, opened, press


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
    assert open_plays.snapshot(new_play(open_plays)).play.title == "Friday hats"
    async with opened(open_plays) as screen:
        await choose(screen, "Rename", "Friday hats")
        await screen.write(field(screen, "Title"), "  ")
        await screen.fire(field(screen, "Title"), "submit")
        assert field(screen, "Title").error == "Write a title."
        await screen.write(field(screen, "Title"), "Sunday hats")
        await screen.fire(screen.all(ft.FilledButton, content="Rename")[0], "click")
        await press(screen, "Resume Sunday hats")
        assert screen.says("Sunday hats"), "on the table as well"


async def test_a_play_begun_on_another_screen_appears(open_plays):
    async with (
        opened(open_plays) as here,
        opened(open_plays, "/new", hub=here.wire.pubsubhub) as there,
    ):
        await there.write(field(there, "Player's name"), "Ada, Ben")
        await press(there, "Start with 2 players")
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


def test_when_something_was_is_said_the_more_exactly_the_nearer_it_is():
    now = datetime(2026, 11, 20, 20, 30, 40).astimezone()
    ago = [
        timedelta(seconds=5),
        timedelta(minutes=5),
        timedelta(hours=2),
        timedelta(hours=22),
        timedelta(days=1),
        timedelta(days=30),
    ]
    assert [describe_time(now - one, now) for one in ago] == [
        "just now",
        "5 minutes ago",
        "today at 18:30",
        "yesterday at 22:30",
        "yesterday at 20:30",
        "on Wednesday 21 October",
    ]


async def test_home_is_drawn_once_and_for_its_rows_no_play_is_opened(open_plays, monkeypatch):
    older = new_play(open_plays, "Older", at=datetime.now(UTC) - timedelta(days=3))
    new_play(open_plays, "Newer")
    drawn = []
    monkeypatch.setattr(
        "views.home.home.resume_card", lambda *_: drawn.append("once") or ft.Text("resume")
    )
    async with opened(open_plays) as screen:
        await book_checked(open_plays)
        await screen.settle()
        assert drawn == ["once"]
        assert not open_plays.is_open(older)


@pytest.mark.parametrize(
    ("typed", "opens"),
    [
        ("192.168.1.20:8550", "http://192.168.1.20:8550"),
        (" https://table.example/join?i=x ", "https://table.example/join?i=x"),
        ("ABCD EFGH", ""),
        ("javascript://alert(1)", ""),
        ("http://[", ""),
    ],
)
async def test_the_address_of_another_table_opens_in_the_browser_and_nothing_else_does(
    open_plays, typed, opens
):
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
