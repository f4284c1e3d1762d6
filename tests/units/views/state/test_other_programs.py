"""What a command writes beside a running app is on its screens soon after, and on one that was away."""

import pytest

from models.book import Book
from models.journal import Journal
from tests.purging import purge
from tests.units.views.device import book_checked
from tests.units.views.hats_game import new_play, opened
from views.state.open_plays import OpenPlays

FIVE = "Rolls 5"


@pytest.fixture
def command(open_plays):
    """The book as another program has it open."""
    database = Book.open(open_plays.journal.database.path.parent)
    yield OpenPlays(Journal(database))
    database.close()


def roll(command, play_id):
    command.referee(play_id).write("roll", {"who": "alice", "roll": 5})


async def test_an_open_screen_shows_what_a_command_has_written(open_plays, command, second):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/journal") as screen:
        assert not screen.says(FIVE)
        roll(command, play_id)
        second.set()
        await screen.see(FIVE)


async def test_the_home_screen_shows_a_play_that_a_command_has_begun(open_plays, command, second):
    new_play(open_plays)
    async with opened(open_plays) as screen:
        await book_checked(open_plays)  # nobody looks for news while it is read
        new_play(command, "From afar")
        second.set()
        await screen.see("From afar")


@pytest.mark.usefixtures("second")
async def test_a_screen_that_is_opened_now_shows_what_a_command_has_written(open_plays, command):
    play_id = new_play(open_plays)
    open_plays.referee(play_id)  # which another screen has open
    roll(command, play_id)
    async with opened(open_plays, f"/play/{play_id}/journal") as screen:
        assert screen.says(FIVE)


async def test_a_screen_that_was_cut_off_shows_in_one_line_what_was_recorded_meanwhile(open_plays):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as away:
        await away.session.disconnect(60)
        for who, roll in (("alice", 9), ("ben", 5)):
            open_plays.referee(play_id).write("roll", {"who": who, "roll": roll})
        await away.session.connect(away.wire)
        await away.see("While you were away: 2 entries. Last: Ben rolls 5 and collects $50.")


async def test_a_play_that_a_command_has_removed_for_good_is_said_to_be_gone(
    open_plays, command, second
):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/journal") as screen:
        command.journal.set_play(play_id, deleted=True)
        purge(command.journal, play_id)
        second.set()
        await screen.see("This game is not in the book any more.")
