"""What is said of where the books are kept: above every screen, and only while there is something to say."""

from __future__ import annotations

import flet as ft
import pytest
from headless import PHONE, TABLET, Screen
from small_game import find as find_hats
from small_game import new_open_plays, new_play

from companion.core.recording.referee import Referee
from companion.games import game_of
from models.errors import NoSuchPlayError
from models.ledger import Refusal
from views import app

LOOKING = "The book is open in another tab. Here you can look."


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", find_hats)
    monkeypatch.setattr("views.home.home.find_info", find_hats)
    open_plays = new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()


@pytest.fixture
def play_id(open_plays):
    return new_play(open_plays)


def opened(open_plays, route="/", size=PHONE):
    return Screen(lambda page: app.open_session(page, open_plays), route, size)


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("part", ["/", "/settings", "/new", "/play", "/play/journal", "/play/bids"])
async def test_a_tab_that_only_looks_says_so_on_every_screen(open_plays, play_id, part, size):
    open_plays.storage.read_only = LOOKING
    async with opened(open_plays, part.replace("/play", f"/play/{play_id}"), size) as screen:
        assert screen.says(LOOKING)
        open_plays.storage.read_only = ""
        await screen.settle()
        assert not screen.says(LOOKING)


async def test_the_book_is_asked_for_by_a_tap(open_plays):
    asked = []
    open_plays.storage.read_only, open_plays.storage.take = LOOKING, lambda: asked.append("asked")
    async with opened(open_plays) as screen:
        await screen.tap("Keep the book here")
    assert asked == ["asked"]


async def test_a_tab_that_does_not_answer_is_reported_in_a_sentence(open_plays):
    def take():
        raise Refusal("The other tab does not answer.")

    open_plays.storage.read_only, open_plays.storage.take = LOOKING, take
    async with opened(open_plays) as screen:
        await screen.tap("Keep the book here")
        bar = next(iter(screen.all(ft.SnackBar)))
        assert bar.content.value == "The other tab does not answer."


async def test_a_new_version_is_offered_between_plays_and_never_in_one(open_plays, play_id):
    begun = []
    open_plays.storage.new_version, open_plays.storage.renew = "1.2.3", lambda: begun.append("1.2.3")
    async with opened(open_plays, f"/play/{play_id}") as screen:
        assert not screen.says("1.2.3")
        await screen.go("/")
        assert screen.says("Version 1.2.3 of Companion is ready")
        await screen.tap("Start it now")
    assert begun == ["1.2.3"]


def test_a_play_read_again_by_two_screens_is_not_shown_as_it_was(open_plays, play_id):
    before = open_plays.snapshot(play_id)
    Referee(open_plays.journal, play_id, game_of).write("roll", {"who": "alice", "roll": 5})
    open_plays.refresh(play_id)
    open_plays.refresh(play_id)
    assert open_plays.snapshot(play_id) is not before
    assert open_plays.snapshot(play_id).version == 1


def test_another_book_in_place_of_this_one_is_read_anew_and_what_it_lacks_is_let_go(open_plays, play_id):
    gone = new_play(open_plays, names=("Eve", "Finn"))
    open_plays.snapshot(gone)
    before = open_plays.snapshot(play_id)
    open_plays.journal.archive(gone)
    open_plays.journal.delete(gone)
    open_plays.journal.purge(gone)
    Referee(open_plays.journal, play_id, game_of).write("roll", {"who": "alice", "roll": 5})
    open_plays.reread()
    assert open_plays.snapshot(play_id) is not before
    with pytest.raises(NoSuchPlayError, match="not in the book any more"):
        open_plays.snapshot(gone)
