"""Backing up, restoring, taking a play along and taking one in: what the screens offer, ask and say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import flet as ft
import hats_game
import pytest
import small_game
from hats_game import face, new_play, opened, press
from headless import PHONE, TABLET

from companion.backup_reminder import Safety, describe_restore, note_backup, plans, size
from companion.formats import session
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.restore import Plan, PlayStep, bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.errors import BusyError
from models.journal import Journal
from views.settings.backup_screen import show_damage
from views.settings.file_transfer import last_backup
from views.state.open_plays import StorageStatus
from views.testing import Reading

WEEKS = timedelta(days=30)
SESSION = b"game hats\ntitle Sent hats\nseats Ada Ben\nroll who=ada roll=7\n"


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    hats_game.play_hats(monkeypatch)
    monkeypatch.setattr("companion.formats.session.find_game", lambda _key: hats_game.GAME)
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()


@pytest.fixture
def away(tmp_path, monkeypatch):
    """A book on another device, where the same games are played."""
    del monkeypatch
    open_plays = small_game.new_open_plays(tmp_path / "away")
    yield open_plays
    open_plays.journal.database.close()


async def pick(screen, name, data, count=None):
    """Pick a file as the client reports it: by the button's own action, for Safari would open nothing later."""
    button = face(screen, name)
    assert isinstance(button.action, ft.PickFiles)
    assert button.action.args["with_data"]
    file = {"id": 0, "name": "given", "size": len(data) if count is None else count, "path": None, "bytes": data}
    await screen.fire(button.action.file_picker, "result", {"files": [file]})


def rolled(open_plays, play_id, roll=7):
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": roll})


def later(monkeypatch, by=WEEKS):
    """Let time go by for whoever asks whether a backup is due."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + by

    monkeypatch.setattr("companion.backup_reminder.datetime", Clock)


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_everything_is_backed_up_by_one_tap_and_the_screen_says_when(open_plays, handed, size):
    play_id = new_play(open_plays)
    async with opened(open_plays, "/settings", size) as screen:
        assert screen.says("Never backed up")
        await press(screen, "Back up everything")
        await screen.see("Last backup: today")
        assert screen.says("Saved: Companion ")
        assert screen.says("Nothing new since then.")
        await screen.go("/")
        rolled(open_plays, play_id)
        await screen.go("/settings")
        assert screen.says("Last backup: today")
        assert not screen.says("Nothing new since then.")
    ((name, data),) = handed
    assert name == f"Companion {datetime.now().astimezone():%Y-%m-%d}.db"
    assert [one.id for one in read_backup(data).plays] == [play_id]


async def test_a_backup_the_browser_kept_back_is_handed_out_again_without_being_made_again(open_plays, handed):
    async with opened(open_plays, "/settings") as screen:
        await press(screen, "Back up everything")
        await screen.see("Saved: ")
        open_plays.journal.database.close()
        await press(screen, "No file came? Save it again")
    assert handed[0] == handed[1]


async def test_a_backup_that_nobody_saved_is_none(open_plays, monkeypatch):
    async def thought_better_of_it(_picker, **_):
        return None

    monkeypatch.setattr(ft.FilePicker, "save_file", thought_better_of_it)

    open_plays.storage.reads_paths = True  # a window reports whether anything was saved; a browser does not
    async with opened(open_plays, "/settings") as screen:
        await press(screen, "Back up everything")
        await screen.see("Never backed up")
        assert not screen.says("Saved: ")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_restore_says_what_it_would_do_then_does_it_and_says_so(open_plays, away, size):
    old = new_play(away, "From the old phone")
    rolled(away, old)
    new_play(open_plays, "Here already")
    data = back_up(away.journal.database)
    async with opened(open_plays, "/settings", size) as screen:
        await pick(screen, "Restore from a file", data)
        await screen.see("Restore from this backup?")
        assert screen.says("1 game would be added.")
        assert len(open_plays.journal.plays()) == 1
        await screen.tap("Restore")
        await screen.see("Restored")
        assert screen.says("1 game was added.")
        await press(screen, "Close")
        await screen.go("/")
        assert screen.says("From the old phone")
    assert open_plays.journal.ledger(old) == away.journal.ledger(old)


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
        await table.see("Alice rolls 9 and collects $90.")


async def test_a_damaged_play_is_named_and_the_others_are_offered(open_plays, away):
    new_play(away, "Sound")
    bad = new_play(away, "Unsound")
    rolled(away, bad)
    driver = away.journal.database.driver
    driver.execute("DROP TRIGGER entry_is_never_changed")
    driver.execute("UPDATE entry SET narration = 'Forged.'")
    async with opened(open_plays, "/settings") as screen:
        await pick(screen, "Restore from a file", back_up(away.journal.database))
        await screen.see("Left out because it is damaged. Unsound: Entry 1 is not what was written.")
        assert screen.says("1 game would be added.")
        await screen.tap("Restore")
        await screen.see("Restored")
    assert [one.title for one in open_plays.journal.plays()] == ["Sound"]


@pytest.mark.parametrize(
    ("data", "count", "words"),
    [
        (b"", None, "This file is empty."),
        (b"Dear Ada, how are you?", None, "This file is neither a backup made by Companion nor a game saved by it."),
        (b"PK\x03\x04", None, "This file is packed."),
        (b"SQLite format 3\0", None, "This backup is cut short."),
        (b"SQLite format 3\0", 10 * 2**30, "Here a file may have 64 MB at most."),
        (SESSION + b"roll who=ada roll=2\n", None, "Line 5 is not by the rules: refused: Snake eyes do not count"),
        (SESSION.replace(b"hats\ntitle", b"hats\nhouse goal=no\ntitle"), None, "Line 2 is not by the rules: Goal"),
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


async def test_whatever_else_goes_wrong_with_a_file_is_reported_without_a_traceback(open_plays, monkeypatch):
    monkeypatch.setattr("views.settings.file_transfer.read_backup", lambda _data: 1 // 0)
    async with opened(open_plays) as screen:
        await pick(screen, "Open a file", b"SQLite format 3\0")
        await screen.see("Something in this file is wrong.")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_play_from_elsewhere_is_taken_in_from_the_first_screen_and_opened(open_plays, size):
    async with opened(open_plays, size=size) as screen:
        await pick(screen, "Open a file", SESSION)
        await screen.see("Sent hats was added: 1 entry, all checked.")
        await press(screen, "Open it")
        await screen.see("Throw both dice.")
        assert screen.page.route == f"/play/{open_plays.journal.plays()[0].id}"


async def test_a_play_that_is_here_is_said_to_be_and_goes_on_after_a_yes(open_plays):
    play_id = new_play(open_plays)
    saved = session.save(open_plays.journal, play_id)
    async with opened(open_plays) as screen:
        await pick(screen, "Open a file", saved)
        await screen.see("Friday hats: It is here already.")
        await press(screen, "Close")
        await pick(screen, "Open a file", saved + b"roll who=alice roll=7\n")
        await screen.see("It is here already, with 0 entries. The file goes on from there and has 1 entry.")
        assert open_plays.journal.last(play_id) == 0
        await press(screen, "Add what is missing")
        await screen.see("Friday hats was brought up to date: 1 entry, all checked.")
    assert [(play.id, play.entries) for play in open_plays.journal.plays()] == [(play_id, 1)]


async def test_a_device_turned_in_the_middle_of_a_restore_goes_on_with_it(open_plays, away):
    new_play(away, "From the old phone")
    async with opened(open_plays, "/settings") as screen:
        await pick(screen, "Restore from a file", back_up(away.journal.database))
        await screen.see("Restore from this backup?")
        await screen.resize(TABLET)
        await screen.tap("Restore")
        await screen.see("Restored")
        await screen.resize(PHONE)
        await press(screen, "Close")
        assert not screen.all(ft.AlertDialog, open=True)
    assert len(open_plays.journal.plays()) == 1


async def test_where_nothing_can_be_written_nothing_is_taken_in_and_a_backup_can_be_made(open_plays, handed):
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


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_the_home_screen_reminds_of_an_old_backup_until_one_is_made_or_dismissed(
    open_plays, handed, size, monkeypatch
):
    play_id = new_play(open_plays)
    for _ in range(10):
        rolled(open_plays, play_id)
    async with opened(open_plays, size=size) as screen:
        assert not screen.says("Never backed up")
    later(monkeypatch)
    async with opened(open_plays, size=size) as screen:
        assert screen.says("Never backed up")
        await press(screen, "Not this week")
        assert not screen.says("Never backed up")
    later(monkeypatch, 2 * WEEKS)
    async with opened(open_plays, size=size) as screen:
        await press(screen, "Back up now")
        await screen.see("Saved: Companion ")
        assert not screen.says("Never backed up")
    async with opened(open_plays, size=size) as screen:
        assert not screen.says("Back up now")
    assert len(handed) == 1


async def test_a_browser_that_may_clear_its_data_is_named(open_plays):
    play_id = new_play(open_plays)
    for _ in range(10):
        rolled(open_plays, play_id)
    open_plays.storage = StorageStatus(where="In this browser, on this device alone.", may_clear=True)
    async with opened(open_plays) as screen:
        assert screen.says("This browser may delete your games")
        await screen.go("/settings")
        assert screen.says("In this browser, on this device alone.")
        assert screen.says("This browser may delete your games")
        open_plays.storage.may_clear = False
        await screen.settle()
        assert not screen.says("This browser may delete your games")


async def test_a_tab_that_only_looks_reminds_of_nothing(open_plays):
    new_play(open_plays)
    open_plays.journal.database.broken = "The book is open in another tab."
    open_plays.storage = StorageStatus(read_only="The book is open in another tab.", may_clear=True)
    async with opened(open_plays) as screen:
        assert not screen.says("Back up now")


async def test_a_backup_noted_while_the_clock_was_ahead_is_never_said_to_be_made_in_days_to_come(open_plays):
    note_backup(open_plays.journal, datetime.now(UTC) + timedelta(days=3))
    async with opened(open_plays, "/settings") as screen:
        assert screen.says("Last backup: later than this device's clock says; is its clock right?")


NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(0), "Last backup: today"),
        (-timedelta(minutes=2), "Last backup: today"),
        (timedelta(days=1), "Last backup: yesterday"),
        (timedelta(days=4), "Last backup: Tuesday, 4 days ago"),
        (timedelta(days=18), "Last backup: Tuesday 3 November, 18 days ago"),
        (timedelta(days=1200), "Last backup: Thursday 10 August 2023, 1,199 days ago"),
    ],
)
def test_when_the_last_backup_was_is_said_by_its_day(ago, words):
    shift = NOW.astimezone().utcoffset()
    if ago == timedelta(days=1200):
        ago = timedelta(days=1199)
    now = NOW - shift
    assert last_backup(Safety(now - ago, written=True, ahead=False, due=False), now) == words


def some(*how, extras=0):
    journal = Journal(UntrustedFile())
    made = fakes_play(journal)
    journal.database.close()
    return Plan(tuple(PlayStep(made, one, made.id) for one in how), extras, "")


def fakes_play(journal):
    return journal.begin(game="hats", title="Hats", seats=(), houses={}, board={}, edition="1")


OTHERWISE = "1 game went on differently here. Yours stays as it is; what the backup has {} beside it, as a copy."


@pytest.mark.parametrize(
    ("plan", "before", "after"),
    [
        (
            some("added", "added", "added", "continued", "here", "here"),
            ["3 games would be added, 1 brought up to date and 2 are here already."],
            ["3 games were added, 1 brought up to date and 2 are here already."],
        ),
        (some("continued"), ["1 game would be brought up to date."], ["1 game was brought up to date."]),
        (
            some("brought back", "further here"),
            ["1 game would be brought back from the deleted.",
             "1 game has come further here than in the backup, and stays so."],
            ["1 game was brought back from the deleted.",
             "1 game has come further here than in the backup, and stays so."],
        ),
        (
            some("copied", extras=2),
            [OTHERWISE.format("would come"),
             "2 things remembered for later games, such as players and figures of boards, would be added."],
            [OTHERWISE.format("came"),
             "2 things remembered for later games, such as players and figures of boards, were added."],
        ),
        (some(), [], ["Everything in it was here already."]),
    ],
)  # fmt: skip
def test_a_restore_is_described_in_plain_sentences(plan, before, after):
    assert plans(plan) == before
    assert describe_restore(plan) == after


@pytest.mark.parametrize(
    ("count", "words"), [(3, "1 kB"), (143_360, "143 kB"), (2_930_000, "2.9 MB"), (10**10, "10000.0 MB")]
)
def test_sizes_are_said_as_devices_say_them(count, words):
    assert size(count) == words


@pytest.mark.parametrize(
    ("found", "more"), [(1, ""), (2, " 1 more thing was found."), (3, " 2 more things were found.")]
)
def test_the_first_damage_is_told_and_how_much_more_there_is(found, more):
    storage = SimpleNamespace(damage=("Entry 1 is gone.",) * found, read_only=False, backup_thread=None)
    transfer = SimpleNamespace(client=SimpleNamespace(open_plays=SimpleNamespace(storage=storage)), find_repair=None)
    assert Reading(*show_damage(transfer)).words == [f"Entry 1 is gone.{more}"]
