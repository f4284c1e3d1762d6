"""The demo evening: looked through, played on and thrown away, and nothing of it is kept."""

from __future__ import annotations

import pytest
from hats_game import opened, press
from headless import PHONE, TABLET

from companion.statistics import player_stats
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from views.app_shell import play_route
from views.state.open_plays import DEMO

pytestmark = pytest.mark.games("all")

LOOK, END = "Look through a demo evening", "Throw it away"


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_the_demo_is_played_on_and_thrown_away_by_one_tap(open_plays, size):
    async with opened(open_plays, size=size) as screen:
        await press(screen, LOOK)
        assert screen.page.route == play_route(DEMO, "")
        assert screen.says("Demo. Nothing of it is kept.")
        shown = open_plays.snapshot(DEMO).version
        await screen.tap("9")
        await screen.tap("Record")
        assert open_plays.snapshot(DEMO).version == shown + 1
        await press(screen, END)
        assert screen.page.route == "/"
        assert not open_plays.is_open(DEMO)
        await press(screen, LOOK)
        assert open_plays.snapshot(DEMO).version == shown, "it begins anew"


async def test_the_demo_is_in_no_list_no_statistics_and_no_backup(open_plays):
    async with opened(open_plays) as screen:
        await press(screen, LOOK)
    assert open_plays.is_open(DEMO)
    assert open_plays.journal.plays() == []
    assert open_plays.journal.players() == []
    assert player_stats.read(open_plays.journal).people == ()
    assert read_backup(back_up(open_plays.journal.database)).plays == ()


PARTS = ("journal", "see", "rules", "house", "board", "more", "count", "past", "take", "phones")


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("part", PARTS)
async def test_every_screen_of_the_demo_can_be_looked_at_and_invites_nobody(open_plays, size, part):
    async with opened(open_plays, play_route(DEMO, part), size) as screen:
        assert screen.says("Demo. Nothing of it is kept.")
        assert not screen.says("could not be drawn")
        assert not screen.named("Invite phones")
