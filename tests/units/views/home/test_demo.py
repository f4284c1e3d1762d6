"""The demo evening: looked through, played on and thrown away, and nothing of it is kept."""

import pytest

from companion.statistics import player_stats
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from tests.units.views.fitting import SMALL, marked
from tests.units.views.hats_game import opened, press
from tests.units.views.headless import TABLET
from tests.units.views.layout import placed
from views.state.open_plays import DEMO

pytestmark = pytest.mark.games("all")

LOOK = "Look through a demo evening"


async def test_the_demo_is_played_on_and_kept_nowhere_and_begins_anew(open_plays):
    async with opened(open_plays) as screen:
        await press(screen, LOOK)
        shown = open_plays.snapshot(DEMO).version
        await screen.tap("9")
        await screen.tap("Record")
        assert open_plays.snapshot(DEMO).version == shown + 1
        assert open_plays.journal.plays() == []
        assert open_plays.journal.players() == []
        assert player_stats.read(open_plays.journal).people == ()
        assert read_backup(back_up(open_plays.journal.database)).plays == ()
        await press(screen, "Throw it away")
        assert not open_plays.is_open(DEMO)
        await press(screen, LOOK)
        assert open_plays.snapshot(DEMO).version == shown


@pytest.mark.parametrize("size", [*SMALL, TABLET])
async def test_the_words_above_a_demo_leave_its_button_in_sight(open_plays, size):
    async with opened(open_plays, size=size) as screen:
        await press(screen, LOOK)
        (button,) = marked(placed(screen, 1), "record")
        assert button.hidden == 0
