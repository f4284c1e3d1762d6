"""The copies that the book makes of itself, on the screen: what there is, taking it back or along, and what failed."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from companion import backup_thread as backup_thread_module
from companion.backup_thread import BackupThread
from companion.dates import day_and_month
from companion.formats.session import replay, steps
from models.backups.backup import copies, make_copy
from models.backups.backup_reader import read_backup
from models.book import Book
from models.journal import Journal
from models.paths import FILE
from tests.units.views.hats_game import new_play, opened
from tests.units.views.headless import PHONE, Screen, end_threads
from views.hosting import serve
from views.hosting.native import CLOSED, BookOpener
from views.settings.backup_screen import FEW

EVENING = "game ratrace\ntitle Friday\nseats Alice Bob\nstart first=alice\n"


def ago(**how):
    return datetime.now(UTC) - timedelta(**how)


@pytest.fixture
def copied(open_plays):
    """A copy of two plays made yesterday; a line was written since."""
    play_id = new_play(open_plays)
    new_play(open_plays, "Other hats")
    rolled(open_plays, play_id, 5)
    made = make_copy(open_plays.journal.database, ago(days=1))
    rolled(open_plays, play_id, 9)
    return made


@pytest.fixture
def backup_thread(open_plays, monkeypatch):
    """The backup thread of these open plays, which copies at once."""
    monkeypatch.setattr(backup_thread_module, "SOON", 0.0)
    made = BackupThread(open_plays.journal.database.path)
    made.on_finished = open_plays.storage.backup_tried
    open_plays.storage.backup_thread = made
    yield made
    made.stop()


def rolled(open_plays, play_id, roll=7):
    who = "alice" if open_plays.referee(play_id).version % 2 == 0 else "ben"
    open_plays.referee(play_id).write("roll", {"who": who, "roll": roll})


async def test_settings_show_of_each_copy_when_it_was_made_and_what_it_is_worth(open_plays, copied):
    play_id = next(one.id for one in open_plays.journal.plays() if one.title == "Friday hats")
    make_copy(open_plays.journal.database, ago(days=-200))
    rolled(open_plays, play_id)
    driver = open_plays.journal.database.driver
    driver.execute("DROP TRIGGER entry_is_never_changed")
    driver.execute("UPDATE entry SET narration = 'x' WHERE play = ? AND seq = 2", (play_id,))
    make_copy(open_plays.journal.database, ago())
    async with opened(open_plays, "/settings") as screen:
        for words in (
            f"On {day_and_month(copied.at)} at ",
            "2 games, 1 entry \u00b7 ",
            "Checked",
            "1 game in it is damaged; the others are fine",
        ):
            assert screen.says(words)
        last = screen.named("Restore from the copy made...")[-1]
        assert last.tooltip.startswith(
            "Restore from the copy made while this device's clock was ahead, on "
        )
        (copied.path.parent / "proofs.json").unlink()
        await screen.go("/")
        await screen.go("/settings")
        assert screen.says("Not checked yet")


async def test_many_copies_are_shown_a_few_at_first_and_each_has_a_name_of_its_own(open_plays):
    play_id = new_play(open_plays)
    for number in range(FEW + 3):
        rolled(open_plays, play_id)
        make_copy(open_plays.journal.database, ago(minutes=60 - number))
    async with opened(open_plays, "/settings") as screen:
        assert len(screen.named("Restore from the copy made...")) == FEW
        await screen.tap("Show 3 more")
        assert (
            len({one.tooltip for one in screen.named("Restore from the copy made...")}) == FEW + 3
        )


async def test_a_copy_that_is_gone_meanwhile_or_rotten_is_said_to_be_of_no_use(open_plays, copied):
    async with opened(open_plays, "/settings") as screen:
        copied.path.write_bytes(b"SQLite format 3\0 and no more")
        for what, said in (
            ("Restore from", "This file can't be used"),
            ("Save", "This copy can't be read any more."),
            ("Restore from", "This file can't be read on this device."),
        ):
            await screen.tap(f"{what} the copy made on {day_and_month(copied.at)}...")
            await screen.see(said)
            await screen.tap("Close")
            copied.path.unlink(missing_ok=True)
        assert not screen.named(f"Save the copy made on {day_and_month(copied.at)}..."), (
            "it is not listed any more"
        )


async def test_a_copy_is_saved_elsewhere_and_counts_as_a_backup_if_nothing_is_newer(
    open_plays, copied, handed
):
    async with opened(open_plays, "/settings") as screen:
        await screen.tap(f"Save the copy made on {day_and_month(copied.at)}...")
        await screen.see("Saved: Companion ")
        assert screen.says("Never backed up"), "a line was written since"
        made = make_copy(open_plays.journal.database, ago())
        await screen.go("/")
        await screen.go("/settings")
        await screen.tap(f"Save the copy made on {day_and_month(made.at)}...")
        await screen.see("Last backup: just now")
    (old_name, old), (_, new) = handed
    assert old_name == f"Companion {copied.at.astimezone():%Y-%m-%d %H.%M}.db"
    assert old == copied.path.read_bytes()
    assert sum(one.entries for one in read_backup(new).plays) == 2


@pytest.mark.parametrize("way", ["home", "cut off"])
async def test_a_screen_that_comes_home_or_is_cut_off_makes_a_copy(open_plays, backup_thread, way):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as screen:
        backup_thread.start()
        assert backup_thread.rest()
        assert copies(open_plays.journal.database.path) == []
        rolled(open_plays, play_id)
        screen.clients[0].announce(play_id)
        await (screen.go("/") if way == "home" else screen.fire(screen.page, "disconnect"))
        assert backup_thread.rest()
    assert len(copies(open_plays.journal.database.path)) == 1


async def test_a_copy_that_failed_is_shown_on_the_home_screen_and_in_settings_until_one_succeeds(
    open_plays, backup_thread
):
    play_id = new_play(open_plays)
    rolled(open_plays, play_id)
    blocked = open_plays.journal.database.path.parent / "backups"
    blocked.touch()
    async with opened(open_plays, "/") as screen:
        backup_thread.start()
        await screen.see("No copy could be made. No backup could be made")
        await screen.go("/settings")
        assert screen.says("No copy could be made.")
        blocked.unlink()
        await screen.tap("Try again")
        await screen.see("Checked")
        assert not screen.says("No copy could be made")
        await screen.go("/")
        assert not screen.says("No copy could be made")


@pytest.fixture
def spoilt(tmp_path):
    """A folder whose book no longer opens; a copy of it is beside it."""
    database = Book.open(tmp_path)
    replay(Journal(database), steps(EVENING))
    make_copy(database, ago(hours=2))
    database.close()
    data = bytearray((tmp_path / FILE).read_bytes())
    data[100:4096] = b"\xff" * 3996
    (tmp_path / FILE).write_bytes(data)
    return tmp_path


def without_copies(folder):
    for copy in copies(folder / FILE):
        copy.path.unlink()


@asynccontextmanager
async def at_the_start(folder):
    opener = BookOpener(folder)
    async with Screen(opener.open_on, "/", PHONE) as screen:
        yield screen
    await end_threads()
    opener.close()


async def test_a_damaged_book_shows_what_can_be_had_back_goes_on_with_that_and_is_copied_on_the_way_out(
    spoilt,
):
    async with at_the_start(spoilt) as screen:
        assert screen.says(CLOSED)
        assert screen.says("is damaged and can't be opened.")
        await screen.tap("See what can be recovered")
        await screen.see("This much can be had back: 1 game, 1 entry.")
        assert screen.says("What was recorded after that would be missing.")
        await screen.tap("Go on with this")
        await screen.see("Friday")
    assert len(list(spoilt.glob("companion-damaged-*.db"))) == 1
    without_copies(spoilt)
    async with at_the_start(spoilt) as screen:
        assert screen.says("Friday")
    assert len(copies(spoilt / FILE)) == 1


async def test_a_lost_book_offers_its_copies_and_a_new_book_only_when_asked(spoilt):
    (spoilt / FILE).unlink()
    async with at_the_start(spoilt) as screen:
        assert screen.says("is missing. There are copies of it.")
        await screen.tap("See what can be recovered")
        await screen.see("This much can be had back: 1 game, 1 entry.")
        await screen.tap("Cancel")
        await screen.tap("Start a new book")
        await screen.see("Ratrace")
    assert len(copies(spoilt / FILE)) == 1


async def test_without_a_copy_a_damaged_book_says_that_nothing_can_be_had_back(spoilt):
    without_copies(spoilt)
    async with at_the_start(spoilt) as screen:
        await screen.tap("See what can be recovered")
        await screen.see("Nothing can be had back")
        await screen.tap("Try again")
        await screen.see(CLOSED)


def test_the_served_form_opens_its_door_for_a_damaged_book_as_long_as_there_is_a_copy(
    spoilt, monkeypatch, capsys
):
    served = []
    monkeypatch.setattr(serve, "site", lambda main, *_, **__: served.append(main))
    serve_it = partial(
        serve.serve, data=spoilt, host="127.0.0.1", port=0, desktop=False, open_browser=False
    )
    serve_it()
    assert len(served) == 1
    assert "The first screen offers what can be had back." in capsys.readouterr().out
    without_copies(spoilt)
    with pytest.raises(serve.CannotOpenError, match="is damaged"):
        serve_it()
