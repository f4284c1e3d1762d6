"""A play whose game is not installed: the game is named, what was recorded is there, and nothing can be changed."""

import flet as ft
import pytest

from models.ledger import Posting, Proposal
from models.plays import Seat
from tests.units.views.hats_game import opened, press
from tests.units.views.headless import PHONE, TABLET

pytestmark = pytest.mark.games("all")

MISSING = "Poker night: this game is not installed here"


@pytest.fixture
def play_id(open_plays):
    seats = Seat("ann", "Ann"), Seat("ben", "Ben")
    begin = {"title": "Friday", "seats": seats, "houses": {}, "board": {}, "edition": "1"}
    made = open_plays.journal.begin(game="poker_night", **begin).id
    cash = Posting("ann:cash", -20, "\u00a3"), Posting("bank:cash", 20, "\u00a3")
    bought = Proposal("buy_in", {"who": "ann"}, "Ann buys in.", cash)
    open_plays.journal.append(made, bought, after=0, by="table", command="1")
    return made


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_it_is_named_and_a_line_of_its_journal_can_be_read_and_not_changed(
    open_plays, play_id, size
):
    async with opened(open_plays, size=size) as screen:
        assert screen.says(MISSING)
        assert screen.says("\u2212\u00a320")
        await press(screen, "Look at it")
        assert screen.says("What was recorded can be read, taken along and backed up.")
        ways = [*screen.all(ft.NavigationRailDestination), *screen.all(ft.NavigationBarDestination)]
        assert [way.label for way in ways] == ["Table", "Journal", "More"]
        assert screen.button("Nothing to undo").disabled
        await screen.go(f"/play/{play_id}/journal")
        await press(screen, "Entry 1")
        assert screen.says(f"{MISSING}, so nothing can be recorded.")
        assert not screen.named("Correct this entry")
        assert not screen.named("Cross out this entry")


@pytest.mark.parametrize(
    "part", ["past", "see", "count", "take", "rules", "house", "board", "correct/line/1", "bids"]
)
async def test_every_other_screen_of_it_is_drawn(open_plays, play_id, part, caplog):
    async with opened(open_plays, f"/play/{play_id}/{part}") as screen:
        assert not screen.says("could not be drawn")
        assert screen.words()
    assert not [record for record in caplog.records if record.exc_info]
