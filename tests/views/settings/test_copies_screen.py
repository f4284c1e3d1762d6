"""The copies that the book makes of itself, on the screen: what there is, taking it back or along, and what failed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hats_game import new_play, opened
from headless import PHONE, TABLET, Screen, end_threads

from companion import backup_thread as backup_thread_module
from companion.backup_thread import BackupThread
from companion.formats.session import replay, steps
from models.backups.backup import copies, make_copy
from models.backups.backup_reader import read_backup
from models.book import Book
from models.journal import Journal
from models.paths import FILE
from views.hosting import serve
from views.hosting.native import CLOSED, BookOpener
from views.settings.backup_screen import FEW, HOW, NONE_HERE, failed_copy
from views.state.client import Client

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


# --- settings


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_settings_show_of_each_copy_when_it_was_made_and_what_is_in_it(open_plays, copied, size):
    async with opened(open_plays, "/settings", size) as screen:
        assert screen.says("Automatic copies")
        assert screen.says(HOW)
        assert screen.says("Yesterday at ")
        assert screen.says("2 games, 1 entry \u00b7 ")
        assert screen.says("Checked")
        assert screen.named("Copy made yesterday...")
    assert copied.proof.whole


async def test_a_copy_of_a_clock_that_was_ahead_says_so_and_comes_last(open_plays, copied):
    del copied
    make_copy(open_plays.journal.database, ago(days=-200))
    async with opened(open_plays, "/settings") as screen:
        first, second = screen.named("Restore from the copy made...")
        assert "yesterday" in first.tooltip
        assert second.tooltip.startswith("Restore from the copy made while this device's clock was ahead, on ")


async def test_copies_of_one_minute_have_names_of_their_own(open_plays):
    play_id = new_play(open_plays)
    for seconds in (9, 6, 3):
        rolled(open_plays, play_id)
        make_copy(open_plays.journal.database, ago(seconds=seconds))
    async with opened(open_plays, "/settings") as screen:
        names = [one.tooltip for one in screen.named("Restore from the copy made...")]
    assert len(set(names)) == 3


async def test_in_a_browser_it_is_said_plainly_that_there_are_no_copies(open_plays):
    open_plays.storage.where = "In this browser, on this device alone."
    async with opened(open_plays, "/settings") as screen:
        assert screen.says(NONE_HERE)
        assert not screen.says(HOW)


async def test_many_copies_are_shown_a_few_at_first(open_plays):
    play_id = new_play(open_plays)
    for hours in range(FEW + 3):
        rolled(open_plays, play_id)
        make_copy(open_plays.journal.database, ago(hours=20 - hours))
    async with opened(open_plays, "/settings") as screen:
        assert len(screen.named("Restore from the copy made...")) == FEW
        await screen.tap("Show 3 more")
        assert len(screen.named("Restore from the copy made...")) == FEW + 3
        await screen.tap("Show fewer")
        assert len(screen.named("Restore from the copy made...")) == FEW


async def test_a_copy_that_is_not_proven_and_one_with_a_damaged_play_say_so(open_plays, copied):
    play_id = next(one.id for one in open_plays.journal.plays() if one.title == "Friday hats")
    driver = open_plays.journal.database.driver
    for (name,) in driver.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        driver.execute(f"DROP TRIGGER {name}")
    driver.execute("UPDATE entry SET narration = 'x' WHERE play = ? AND seq = 2", (play_id,))
    make_copy(open_plays.journal.database, ago())
    async with opened(open_plays, "/settings") as screen:
        assert screen.says("1 game in it is damaged; the others are fine")
        assert screen.says("Checked")
        (copied.path.parent / "proofs.json").unlink()
        await screen.go("/")
        await screen.go("/settings")
        assert screen.says("Not checked yet")


async def test_a_restore_from_a_copy_asks_first_and_brings_back_what_is_gone(open_plays, copied):
    lost = next(one for one in open_plays.journal.plays() if one.title == "Other hats")
    open_plays.journal.purge(lost.id)
    async with opened(open_plays, "/settings") as screen:
        await screen.tap("Restore from the copy made yesterday...")
        await screen.see("Restore from this backup?")
        assert screen.says("1 game would be added.")
        assert len(open_plays.journal.plays()) == 1
        await screen.tap("Restore")
        await screen.see("Restored")
    assert open_plays.journal.play(lost.id).title == "Other hats"
    assert open_plays.journal.plays()[0].entries + open_plays.journal.plays()[1].entries == 2, (
        "the line since is still there"
    )
    assert copied.path.exists()


async def test_a_copy_that_is_gone_meanwhile_or_rotten_is_said_to_be_of_no_use(open_plays, copied):
    async with opened(open_plays, "/settings") as screen:
        copied.path.write_bytes(b"SQLite format 3\0 and no more")
        await screen.tap("Restore from the copy made yesterday...")
        await screen.see("This file can't be used")
        await screen.tap("Close")
        copied.path.unlink()
        await screen.tap("Restore from the copy made yesterday...")
        await screen.see("This file can't be read on this device.")
        await screen.tap("Close")
        assert not screen.named("Save the copy made yesterday..."), "it is not listed any more"


async def test_a_copy_that_is_gone_meanwhile_can_t_be_saved_elsewhere(open_plays, copied):
    async with opened(open_plays, "/settings") as screen:
        copied.path.unlink()
        await screen.tap("Save the copy made yesterday...")
        await screen.see("This copy can't be read any more.")


async def test_a_copy_is_saved_elsewhere_and_counts_as_a_backup_if_nothing_is_newer(open_plays, copied, handed):
    async with opened(open_plays, "/settings") as screen:
        await screen.tap("Save the copy made yesterday...")
        await screen.see("Saved: Companion ")
        assert screen.says("Never backed up"), "a line was written since"
        make_copy(open_plays.journal.database, ago())
        await screen.go("/")
        await screen.go("/settings")
        await screen.tap("Save the copy made just now elsewhere")
        await screen.see("Last backup: today")
    (old_name, old), (_, new) = handed
    assert old_name == f"Companion {copied.at.astimezone():%Y-%m-%d %H.%M}.db"
    assert old == copied.path.read_bytes()
    assert sum(one.entries for one in read_backup(new).plays) == 2


# --- copied by itself


async def test_coming_back_to_the_home_screen_from_a_play_makes_a_copy_and_settings_show_it(open_plays, backup_thread):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as screen:
        backup_thread.start()
        assert backup_thread.rest()
        assert copies(open_plays.journal.database.path) == []
        rolled(open_plays, play_id)
        screen.clients[0].announce(play_id)
        await screen.go("/")
        assert backup_thread.rest()
        await screen.go("/settings")
        await screen.see("1 game, 1 entry")
    assert len(copies(open_plays.journal.database.path)) == 1


async def test_a_screen_that_is_cut_off_makes_a_copy_too(open_plays, backup_thread):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as screen:
        backup_thread.start()
        assert backup_thread.rest()
        rolled(open_plays, play_id)
        screen.clients[0].announce(play_id)
        await screen.fire(screen.page, "disconnect")
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


# --- a damaged book


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


def at_the_start(folder, size=PHONE):
    opener = BookOpener(folder)
    return opener, Screen(opener.open_on, "/", size)


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_damaged_book_shows_what_can_be_had_back_and_goes_on_with_that(spoilt, size):
    opener, screen_ = at_the_start(spoilt, size)
    async with screen_ as screen:
        assert screen.says(CLOSED)
        assert screen.says("is damaged and can't be opened.")
        await screen.tap("See what can be recovered")
        await screen.see("This much can be had back: 1 game, 1 entry.")
        assert screen.says("What was recorded after that would be missing.")
        assert screen.says("The damaged book is put aside beside it, not thrown away.")
        await screen.tap("Go on with this")
        await screen.see("Friday")
        assert screen.named("Start a game")
    await end_threads()
    opener.close()
    assert len(list(spoilt.glob("companion-damaged-*.db"))) == 1


async def test_a_lost_book_offers_its_copies_and_a_new_book_only_when_asked(spoilt):
    (spoilt / FILE).unlink()
    opener, screen_ = at_the_start(spoilt)
    async with screen_ as screen:
        assert screen.says("is missing. There are copies of it.")
        await screen.tap("See what can be recovered")
        await screen.see("This much can be had back: 1 game, 1 entry.")
        await screen.tap("Cancel")
        await screen.tap("Start a new book")
        await screen.see("Ratrace")
    await end_threads()
    opener.close()
    assert len(copies(spoilt / FILE)) == 1


async def test_without_a_copy_a_damaged_book_says_that_nothing_can_be_had_back(spoilt):
    for copy in copies(spoilt / FILE):
        copy.path.unlink()
    opener, screen_ = at_the_start(spoilt)
    async with screen_ as screen:
        await screen.tap("See what can be recovered")
        await screen.see("Nothing can be had back")
        await screen.tap("Try again")
        await screen.see(CLOSED)
    await end_threads()
    opener.close()


async def test_a_sound_book_opens_at_the_start_and_is_copied_on_the_way_out(tmp_path):
    database = Book.open(tmp_path)
    replay(Journal(database), steps(EVENING))
    database.close()
    opener, screen_ = at_the_start(tmp_path)
    async with screen_ as screen:
        assert screen.says("Friday")
    await end_threads()
    opener.close()
    assert len(copies(tmp_path / FILE)) == 1


def test_the_served_form_opens_its_door_for_a_damaged_book_with_a_copy(spoilt, monkeypatch, capsys):
    served = []
    monkeypatch.setattr(serve, "site", lambda main, *_, **__: served.append(main))
    serve.serve(data=spoilt, host="127.0.0.1", port=0, desktop=False, open_browser=False)
    assert len(served) == 1
    assert "The first screen offers what can be had back." in capsys.readouterr().out


def test_the_served_form_refuses_a_damaged_book_of_which_there_is_no_copy(spoilt):
    for copy in copies(spoilt / FILE):
        copy.path.unlink()
    with pytest.raises(serve.CannotOpenError, match="is damaged"):
        serve.serve(data=spoilt, host="127.0.0.1", port=0, desktop=False, open_browser=False)


def test_open_plays_without_a_backup_thread_say_nothing_of_copies_that_failed(open_plays):
    assert open_plays.storage.backup_thread is None
    assert failed_copy(Client(open_plays)) == []
