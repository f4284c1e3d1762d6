"""When the disk fails under the book: the screen says why, nothing typed is lost, and the book is opened again."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count

import flet as ft
import pytest
import small_game
from device import lines
from flet.pubsub.pubsub_hub import PubSubHub
from hats_game import face, field, play_hats
from headless import PHONE, TABLET, Screen

from models import integrity
from tests.campaigns.disk import Disk, Fault, NoShim
from views import app
from views.components.sections import AGAIN
from views.state.play.recorder import NOT_RECORDED

FULL = "This device's storage is full, so the last entry could not be saved."
STILL_FULL = "This device's storage is full, so nothing can be saved now."
FAILED = "This device failed to save the last entry."
REOPEN = "Open the book again"


@pytest.fixture
def disk(tmp_path):
    try:
        with Disk(tmp_path) as disk:
            yield disk
    except NoShim as reason:
        pytest.skip(str(reason))


@pytest.fixture
def open_plays(disk, tmp_path, monkeypatch):
    play_hats(monkeypatch)
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    disk.heal()
    open_plays.journal.database.close()


def opened(open_plays, route, size=PHONE, **more):
    def main(page):
        client = app.open_session(page, open_plays)
        for state in client._states.values():
            state.clock = partial(next, count())

    return Screen(main, route, size, **more)


def notices(screen):
    return [one.content.value for one in screen.all(ft.SnackBar)]


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize(("how", "said"), [("full", FULL), ("ioerr", FAILED)])
async def test_what_could_not_be_saved_is_said_kept_and_recorded_once_the_book_is_open_again(
    open_plays, disk, size, how, said
):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}", size) as screen:
        await screen.tap("9")
        with disk.counting(how):
            open_plays.journal.set_preference("warm", 1)
            calls = len(disk.trace)
        disk.arm(Fault(calls - 1, how, lasting=how == "full"))
        await screen.tap("Record")
        assert screen.says(said)
        assert screen.says("What was saved before is safe.")
        assert screen.says(NOT_RECORDED)
        assert lines(open_plays, play_id) == []
        assert screen.says("Alice rolls"), "the turn is still Alice's"
        assert screen.says("+$90"), "what was answered is still there"

        await screen.tap("Record")
        assert lines(open_plays, play_id) == [], "nothing is recorded before the book is open again"

        disk.heal()
        await screen.tap(REOPEN)
        assert not screen.says(said)
        assert not screen.says(NOT_RECORDED)
        assert screen.says(AGAIN)
        assert notices(screen) == [], "a notice at the foot would lie over Record"
        assert screen.says("+$90"), "what was answered is still there"
        await screen.tap("Record")
        assert lines(open_plays, play_id) == ["Alice rolls 9 and collects $90."]
        assert integrity.check(open_plays.journal, play_id) == []
        await screen.tap("OK")
        assert not screen.says(AGAIN)


async def test_while_the_disk_is_still_full_it_stays_read_only_and_says_so(open_plays, disk):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as screen:
        await screen.tap("9")
        disk.arm(Fault(1, "full", lasting=True))
        await screen.tap("Record")
        await screen.tap(REOPEN)
        assert screen.says(STILL_FULL)
        assert lines(open_plays, play_id) == [], "it can still be read"
        disk.heal()
        await screen.tap(REOPEN)
        await screen.tap("Record")
        assert lines(open_plays, play_id) == ["Alice rolls 9 and collects $90."]


async def test_a_book_of_which_nothing_can_be_read_any_more_leaves_the_way_out_on_the_screen(open_plays, disk):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as screen:
        await screen.tap("9")
        disk.arm(Fault(1, "ioerr", lasting=True))
        await screen.tap("Record")
        assert screen.named(REOPEN)
        await screen.tap(REOPEN)
        assert screen.named(REOPEN), "nor can it be opened as long as the disk fails"
        disk.heal()
        await screen.tap(REOPEN)
        assert not screen.named(REOPEN)
        assert screen.says("+$90")
        await screen.tap("Record")
        assert lines(open_plays, play_id) == ["Alice rolls 9 and collects $90."]


@pytest.mark.parametrize("name", ["Undo", "Redo"])
async def test_what_was_not_turned_back_is_said_and_can_be_turned_back_later(open_plays, disk, name):
    play_id = small_game.new_play(open_plays)
    referee = open_plays.referee(play_id)
    referee.write("roll", {"who": "alice", "roll": 9})
    if name == "Redo":
        referee.undo()
    before = lines(open_plays, play_id)
    async with opened(open_plays, f"/play/{play_id}", TABLET) as screen:
        disk.arm(Fault(1, "full", lasting=True))
        await screen.tap(f"{name}: ...")
        disk.heal()
        assert screen.says(FULL)
        assert screen.says(NOT_RECORDED)
        assert lines(open_plays, play_id) == before
        await screen.tap(REOPEN)
        await screen.tap(f"{name}: ...")
        assert len(lines(open_plays, play_id)) == len(before) + 1


async def test_a_play_that_could_not_be_begun_keeps_its_form_and_is_begun_once(open_plays, disk):
    async with opened(open_plays, "/new") as screen:
        await screen.write(field(screen, "Player's name"), "Ada, Ben")
        disk.arm(Fault(1, "full", lasting=True))
        await screen.fire(face(screen, "Start Hats with 2"), "click")
        disk.heal()
        assert screen.says(FULL)
        assert open_plays.journal.plays() == []
        assert screen.says("Ada"), "the form is as it was"
        await screen.tap(REOPEN)
        assert screen.says("Ben"), "the form is as it was"
        await screen.fire(face(screen, "Start Hats with 2"), "click")
        assert [[seat.name for seat in one.seats] for one in open_plays.journal.plays()] == [["Ada", "Ben"]]


async def test_what_was_not_archived_from_the_home_screen_is_said_above_it(open_plays, disk):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, "/") as screen:
        disk.arm(Fault(1, "full", lasting=True))
        with pytest.raises(Exception, match="storage is full"):
            open_plays.journal.archive(play_id)
        disk.heal()
        await screen.settle()
        assert screen.says(FULL)
        assert screen.says("What was saved can still be backed up.")
        await screen.tap(REOPEN)
        assert not screen.says("What was saved can still be backed up.")


async def test_every_screen_says_so_and_every_screen_hears_that_it_is_over(open_plays, disk):
    play_id = small_game.new_play(open_plays)
    hub = PubSubHub(loop=asyncio.get_running_loop())
    async with (
        opened(open_plays, f"/play/{play_id}", hub=hub) as alice,
        opened(open_plays, f"/play/{play_id}", TABLET, hub=hub) as ben,
        opened(open_plays, "/settings", hub=hub) as host,
    ):
        await alice.tap("9")
        disk.arm(Fault(1, "full", lasting=True))
        await alice.tap("Record")
        disk.heal()
        for screen in (alice, ben, host):
            await screen.see(FULL)
        await host.tap(REOPEN)
        for screen in (alice, ben, host):
            for _ in range(20):
                await screen.settle()
            assert not screen.says(FULL)
        await alice.tap("Record")
        assert lines(open_plays, play_id) == ["Alice rolls 9 and collects $90."]
        for _ in range(20):
            await ben.settle()
        assert ben.says("Ben rolls")
