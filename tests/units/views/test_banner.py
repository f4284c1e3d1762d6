"""What is said of where the books are kept: above every screen, and only while there is something to say."""

import flet as ft
import pytest

from companion.core.recording.referee import Referee
from companion.games import game_of
from models.errors import NoSuchPlayError
from models.ledger import Refusal
from tests.purging import purge
from tests.units.views.hats_game import new_play, opened
from tests.units.views.headless import PHONE, TABLET

LOOKING = "The book is open in another tab. Here you can look."


@pytest.fixture
def play_id(open_plays):
    return new_play(open_plays)


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_tab_that_only_looks_says_so_on_every_screen(open_plays, play_id, size):
    async with opened(open_plays, size=size) as screen:
        for part in ("/", "/settings", "/new", "/play", "/play/journal", "/play/bids"):
            await screen.go(part.replace("/play", f"/play/{play_id}"))
            for words in (LOOKING, ""):
                open_plays.storage.read_only = words
                await screen.settle()
                assert screen.says(LOOKING) == bool(words), part


async def test_the_book_is_asked_for_by_a_tap_and_no_answer_is_reported_in_a_sentence(open_plays):
    def take():
        raise Refusal("The other tab does not answer.")

    open_plays.storage.read_only, open_plays.storage.take = LOOKING, take
    async with opened(open_plays) as screen:
        await screen.tap("Keep the book here")
        assert [bar.content.value for bar in screen.all(ft.SnackBar)] == [
            "The other tab does not answer."
        ]


async def test_a_new_version_is_offered_between_plays_and_never_in_one(open_plays, play_id):
    begun = []
    open_plays.storage.new_version, open_plays.storage.renew = (
        "1.2.3",
        lambda: begun.append("1.2.3"),
    )
    async with opened(open_plays, f"/play/{play_id}") as screen:
        assert not screen.says("1.2.3")
        await screen.go("/")
        assert screen.says("Version 1.2.3 of Companion is ready")
        await screen.tap("Start it now")
    assert begun == ["1.2.3"]


def test_a_play_is_read_anew_by_any_number_of_screens_and_one_that_has_gone_is_let_go(
    open_plays, play_id
):
    def write_elsewhere():
        Referee(open_plays.journal, play_id, game_of).write("roll", {"who": "alice", "roll": 5})

    gone = new_play(open_plays, names=("Eve", "Finn"))
    before = [open_plays.snapshot(one) for one in (gone, play_id)][-1]
    write_elsewhere()
    open_plays.refresh(play_id)
    open_plays.refresh(play_id)
    assert open_plays.snapshot(play_id) is not before
    write_elsewhere()
    open_plays.journal.set_play(gone, deleted=True)
    purge(open_plays.journal, gone)
    open_plays.reread()
    assert open_plays.snapshot(play_id).version == 2
    with pytest.raises(NoSuchPlayError, match="not in the book any more"):
        open_plays.snapshot(gone)
