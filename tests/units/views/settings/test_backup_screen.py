"""Backing up, restoring, taking a play along and taking one in: what the screens offer, ask and say."""

from datetime import datetime, timedelta

import flet as ft
import pytest

from companion.backup_reminder import describe_restore, plans
from companion.formats import session
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.restore import Plan, bring_in, compare
from models.errors import BusyError
from tests.units.views import hats_game, small_game
from tests.units.views.hats_game import face, new_play, opened, press
from tests.units.views.headless import PHONE, TABLET
from views.settings.backup_screen import HOW, NONE_HERE
from views.state.open_plays import StorageStatus

WEEKS = timedelta(days=30)
SESSION = b"game hats\ntitle Sent hats\nseats Ada Ben\nroll who=ada roll=7\n"


@pytest.fixture
def open_plays(open_plays, monkeypatch):
    monkeypatch.setattr("companion.formats.session.find_game", lambda _key: hats_game.GAME)
    return open_plays


@pytest.fixture
def away(tmp_path):
    """A book on another device, where the same games are played."""
    open_plays = small_game.new_open_plays(tmp_path / "away")
    yield open_plays
    open_plays.journal.database.close()


async def pick(screen, name, data, count=None):
    """Pick a file as the client reports it: by the button's own action, for Safari would open nothing later."""
    button = face(screen, name)
    assert isinstance(button.action, ft.PickFiles)
    assert button.action.args["with_data"]
    file = {
        "id": 0,
        "name": "given",
        "size": len(data) if count is None else count,
        "path": None,
        "bytes": data,
    }
    await screen.fire(button.action.file_picker, "result", {"files": [file]})


def rolled(open_plays, play_id, roll=7):
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": roll})


def later(monkeypatch, by):
    """Let time go by for whoever asks whether a backup is due."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + by

    monkeypatch.setattr("companion.backup_reminder.datetime", Clock)


async def test_everything_is_backed_up_by_one_tap_and_handed_out_again_without_being_made_again(
    open_plays, handed
):
    play_id = new_play(open_plays)
    async with opened(open_plays, "/settings") as screen:
        assert screen.says("Never backed up")
        await press(screen, "Back up everything")
        await screen.see("Last backup: just now")
        assert screen.says("Nothing new since then.")
        await screen.go("/")
        rolled(open_plays, play_id)
        await screen.go("/settings")
        assert screen.says("Last backup: just now")
        assert not screen.says("Nothing new since then.")
        await press(screen, "Back up everything")
        await screen.see("Saved: Companion ")
        open_plays.journal.database.close()
        await press(screen, "No file came? Save it again")
    assert handed[1] == handed[2]
    name, data = handed[0]
    assert name == f"Companion {datetime.now().astimezone():%Y-%m-%d}.db"
    assert [one.id for one in read_backup(data).plays] == [play_id]


async def test_a_backup_that_nobody_saved_is_none(open_plays, monkeypatch):
    async def thought_better_of_it(_picker, **_):
        return None

    monkeypatch.setattr(ft.FilePicker, "save_file", thought_better_of_it)

    open_plays.storage.reads_paths = (
        True  # a window reports whether anything was saved; a browser does not
    )
    async with opened(open_plays, "/settings") as screen:
        await press(screen, "Back up everything")
        await screen.see("Never backed up")
        assert not screen.says("Saved: ")


async def test_a_restore_says_what_it_would_do_and_does_it_though_the_device_is_turned_meanwhile(
    open_plays, away
):
    sound, damaged = new_play(away, "From the old phone"), new_play(away, "Unsound")
    new_play(open_plays, "Here already")
    rolled(away, sound)
    rolled(away, damaged)
    driver = away.journal.database.driver
    driver.execute("DROP TRIGGER entry_is_never_changed")
    driver.execute("UPDATE entry SET narration = 'Forged.' WHERE play = ?", (damaged,))
    async with opened(open_plays, "/settings") as screen:
        await pick(screen, "Restore from a file", back_up(away.journal.database))
        await screen.see(
            "Left out because it is damaged. Unsound: Entry 1 is not what was written."
        )
        assert screen.says("1 game would be added.")
        assert len(open_plays.journal.plays()) == 1
        await screen.resize(TABLET)
        await screen.tap("Restore")
        await screen.see("Restored")
        assert screen.says("1 game was added.")
        await screen.resize(PHONE)
        await press(screen, "Close")
        assert not screen.all(ft.AlertDialog, open=True)
    assert {one.title for one in open_plays.journal.plays()} == {
        "From the old phone",
        "Here already",
    }
    assert open_plays.journal.ledger(sound) == away.journal.ledger(sound)


async def test_a_play_brought_up_to_date_is_so_on_every_screen_that_shows_it(open_plays, away):
    play_id = new_play(away)
    rolled(away, play_id, 5)
    backup = read_backup(back_up(away.journal.database))
    bring_in(open_plays.journal, backup, compare(open_plays.journal, backup))
    rolled(away, play_id, 9)
    async with (
        opened(open_plays, f"/play/{play_id}") as table,
        opened(open_plays, "/settings", hub=table.wire.pubsubhub) as screen,
    ):
        assert not table.says("$90")
        await pick(screen, "Restore from a file", back_up(away.journal.database))
        await screen.see("1 game would be brought up to date.")
        await screen.tap("Restore")
        await screen.see("Restored")
        await table.see("Rolls 9 and collects $90.")


@pytest.mark.parametrize(
    ("data", "count", "words"),
    [
        (
            b"Dear Ada, how are you?",
            None,
            "This file is neither a backup made by Companion nor a game saved by it.",
        ),
        (b"PK\x03\x04", None, "This file is packed."),
        (b"SQLite format 3\0", None, "This backup is cut short."),
        (b"SQLite format 3\0", 10 * 2**30, "Here a file may have 64 MB at most."),
        (
            SESSION + b"roll who=ada roll=2\n",
            None,
            "Line 5 is not by the rules: refused: Snake eyes do not count",
        ),
    ],
)
async def test_a_file_that_is_no_good_is_refused_in_words(open_plays, data, count, words):
    async with opened(open_plays) as screen:
        await pick(screen, "Open a file", data, count)
        await screen.see("This file can't be used")
        assert any(words in said for said in screen.words()), screen.words()
        await press(screen, "Close")
        assert not screen.all(ft.AlertDialog, open=True)
    assert open_plays.journal.plays() == []


async def test_whatever_else_goes_wrong_with_a_file_is_reported_without_a_traceback(
    open_plays, monkeypatch
):
    monkeypatch.setattr("views.settings.file_transfer.read_backup", lambda _data: 1 // 0)
    async with opened(open_plays) as screen:
        await pick(screen, "Open a file", b"SQLite format 3\0")
        await screen.see("Something in this file is wrong.")


async def test_a_play_from_elsewhere_is_taken_in_from_the_first_screen_and_goes_on_after_a_yes(
    open_plays,
):
    async with opened(open_plays) as screen:
        await pick(screen, "Open a file", SESSION)
        await screen.see("Sent hats was added: 1 entry, all checked.")
        await press(screen, "Open it")
        await screen.see("Throw both dice.")
        (play,) = open_plays.journal.plays()
        assert screen.page.route == f"/play/{play.id}"
        saved = session.save(open_plays.journal, play.id)
        await screen.go("/")
        await pick(screen, "Open a file", saved)
        await screen.see("Sent hats: It is here already.")
        await press(screen, "Close")
        await pick(screen, "Open a file", saved + b"roll who=ben roll=7\n")
        await screen.see(
            "It is here already, with 1 entry. The file goes on from there and has 2 entries."
        )
        assert open_plays.journal.last(play.id) == 1
        await press(screen, "Add what is missing")
        await screen.see("Sent hats was brought up to date: 2 entries, all checked.")
    assert [(play.id, play.entries) for play in open_plays.journal.plays()] == [(play.id, 2)]


async def test_where_nothing_can_be_written_nothing_is_taken_in_and_a_backup_can_be_made(
    open_plays, handed
):
    new_play(open_plays)
    open_plays.journal.database.broken = "This device's storage is full."
    async with opened(open_plays) as screen:
        assert screen.says("This device's storage is full.")
        await press(screen, "Back up now")
        await screen.see("Saved: Companion ")
        await pick(screen, "Open a file", SESSION)
        await screen.see("Nothing can be opened now")
    assert len(read_backup(handed[0][1]).plays) == 1


async def test_a_restore_for_which_there_is_no_room_says_so(open_plays, away, monkeypatch):
    new_play(away)

    def busy(*_):
        raise BusyError("The book is being written by another window; try again.")

    async with opened(open_plays, "/settings") as screen:
        await pick(screen, "Restore from a file", back_up(away.journal.database))
        await screen.see("Restore from this backup?")
        monkeypatch.setattr("views.settings.file_transfer.bring_in", busy)
        await screen.tap("Restore")
        await screen.see("Nothing was restored")
        assert screen.says("The book is being written by another window; try again.")


async def test_the_home_screen_reminds_of_an_old_backup_until_one_is_made_or_dismissed(
    open_plays, handed, monkeypatch
):
    play_id = new_play(open_plays)
    for _ in range(10):
        rolled(open_plays, play_id)
    for by, name in ((WEEKS, "Not this week"), (2 * WEEKS, "Back up now")):
        later(monkeypatch, by)
        async with opened(open_plays) as screen:
            assert screen.says("Never backed up")
            await press(screen, name)
            await screen.settle()
            assert not screen.says("Never backed up")
    assert len(handed) == 1


async def test_a_browser_that_may_clear_its_data_is_named_and_makes_no_copies(open_plays):
    play_id = new_play(open_plays)
    for _ in range(10):
        rolled(open_plays, play_id)
    where = "In this browser, on this device alone."
    open_plays.storage = StorageStatus(where=where, may_clear=True)
    async with opened(open_plays) as screen:
        assert screen.says("This browser may delete your games")
        await screen.go("/settings")
        assert all(
            screen.says(words) for words in (where, NONE_HERE, "This browser may delete your games")
        )
        assert not screen.says(HOW)
        open_plays.storage.may_clear = False
        await screen.settle()
        assert not screen.says("This browser may delete your games")


def test_a_restore_counts_what_is_remembered_for_later_games():
    said = [
        "2 things remembered for later games, such as players and figures of boards, would be added."
    ]
    assert plans(Plan((), 2, "")) == said
    assert describe_restore(Plan((), 0, "")) == ["Everything in it was here already."]
