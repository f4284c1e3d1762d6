"""When the disk fails under the book: the screen says why, nothing typed is lost, and the book is opened again."""

import asyncio

import flet as ft
import pytest
from flet.pubsub.pubsub_hub import PubSubHub

from models import integrity
from tests.campaigns.disk import Disk, Fault, NoShim
from tests.units.views import small_game
from tests.units.views.device import lines, opened
from tests.units.views.hats_game import face, field, play_hats
from tests.units.views.headless import PHONE, TABLET
from views.app_shell import AGAIN
from views.state.play.recorder import NOT_RECORDED

FULL = "This device's storage is full, so the last entry could not be saved."
STILL_FULL = "This device's storage is full, so nothing can be saved now."
FAILED = "This device failed to save the last entry."
REOPEN = "Open the book again"
NINE = "Alice rolls 9 and collects $90."


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


@pytest.fixture
def play_id(open_plays):
    return small_game.new_play(open_plays)


FILLED = Fault(1, "full", lasting=True)


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize(("how", "said"), [("full", FULL), ("ioerr", FAILED)])
async def test_what_could_not_be_saved_is_said_kept_and_recorded_once_the_book_is_open_again(
    open_plays, disk, play_id, size, how, said
):
    async with opened(open_plays, play_id, size) as screen:
        await screen.tap("9")
        with disk.counting(how):
            open_plays.journal.set_preference("warm", 1)
            calls = len(disk.trace)
        disk.arm(Fault(calls - 1, how, lasting=how == "full"))
        await screen.tap("Record")
        assert all(
            map(
                screen.says,
                (said, "What was saved before is safe.", NOT_RECORDED, "Alice rolls", "+$90"),
            )
        )
        await screen.tap("Record")
        assert lines(open_plays, play_id) == [], "nothing is recorded before the book is open again"
        disk.heal()
        await screen.tap(REOPEN)
        assert not any(map(screen.says, (said, NOT_RECORDED)))
        assert screen.says(AGAIN)
        assert not screen.all(ft.SnackBar), "a notice at the foot would lie over Record"
        assert screen.says("+$90"), "what was answered is still there"
        await screen.tap("Record")
        assert lines(open_plays, play_id) == [NINE]
        assert integrity.check(open_plays.journal, play_id) == []
        await screen.tap("OK")
        assert not screen.says(AGAIN)


@pytest.mark.parametrize("how", ["full", "ioerr"])
async def test_as_long_as_the_disk_fails_the_way_out_stays_on_the_screen(
    open_plays, disk, play_id, how
):
    async with opened(open_plays, play_id) as screen:
        await screen.tap("9")
        disk.arm(Fault(1, how, lasting=True))
        for name in ("Record", REOPEN):
            await screen.tap(name)
            assert screen.named(REOPEN), "it can't be opened"
        if how == "full":
            assert screen.says(STILL_FULL)
            assert lines(open_plays, play_id) == [], "it can still be read"
        disk.heal()
        await screen.tap(REOPEN)
        assert not screen.named(REOPEN)
        await screen.tap("Record")
        assert lines(open_plays, play_id) == [NINE]


async def test_a_play_that_could_not_be_begun_keeps_its_form_and_is_begun_once(
    open_plays, disk, play_id
):
    async with opened(open_plays, play_id) as screen:
        await screen.go("/new")
        await screen.write(field(screen, "Player's name"), "Ada, Eve")
        disk.arm(FILLED)
        await screen.fire(face(screen, "Start with 2 players"), "click")
        disk.heal()
        assert screen.says(FULL)
        assert len(open_plays.journal.plays()) == 1
        await screen.tap(REOPEN)
        assert screen.says("Eve"), "the form is as it was"
        await screen.fire(face(screen, "Start with 2 players"), "click")
        assert [
            len(open_plays.journal.plays()),
            *(seat.name for seat in open_plays.journal.plays()[0].seats),
        ] == [
            2,
            "Ada",
            "Eve",
        ]


async def test_every_screen_says_so_and_every_screen_hears_that_it_is_over(
    open_plays, disk, play_id
):
    hub = PubSubHub(loop=asyncio.get_running_loop())
    async with (
        opened(open_plays, play_id, PHONE, hub=hub) as alice,
        opened(open_plays, play_id, hub=hub) as ben,
        opened(open_plays, play_id, PHONE, hub=hub) as host,
    ):
        await host.go("/")
        await alice.tap("9")
        disk.arm(FILLED)
        await alice.tap("Record")
        disk.heal()
        for screen in (alice, ben, host):
            await screen.see(FULL)
        assert host.says("What was saved can still be backed up.")
        await host.tap(REOPEN)
        for _ in range(20):
            await ben.settle()
        assert not any(screen.says(FULL) for screen in (alice, ben, host))
        await alice.tap("Record")
        assert lines(open_plays, play_id) == [NINE]
        await ben.see("Ben rolls")
