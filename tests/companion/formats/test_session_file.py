"""A play goes out as a file and comes in again, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.recording.referee import Referee
from companion.formats import play_file, session
from companion.formats.session import Mismatch
from companion.games import game_of
from models import integrity
from models.errors import ForeignFileError, ReadOnlyError

SESSIONS = sorted(Path(__file__).parents[2].joinpath("sessions").glob("*.session"))
FISTS = next(file for file in SESSIONS if file.stem == "doubletrack-corrections")
OPEN = "game ratrace\ntitle Friday\nseats Alice Bob\nhouse position=off businesses=one\nstart first=alice\n"


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_a_play_saved_as_a_file_is_taken_in_again_with_the_same_ledger(file, journal, replayed):
    first = replayed(file.stem)
    saved = session.save(first.journal, first.play.id)
    again = play_file.load(journal, saved)
    assert journal.ledger(again.id) == first.table.ledger
    assert integrity.check(journal, again.id) == []
    assert (again.title, again.ended, again.houses) == (first.play.title, first.play.ended, first.play.houses)
    assert session.save(journal, again.id) == saved


def test_a_play_that_was_taken_in_can_be_played_on_and_taken_in_once_more(journal):
    play = play_file.load(journal, OPEN.encode())
    assert play_file.load(journal, OPEN.encode()).id != play.id
    referee = Referee(journal, play.id, game_of)
    referee.write("pick", referee.game.find_action("pick").read(referee.table, {"who": "alice", "business": "black"}))
    assert integrity.check(journal, play.id) == []


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("pick who=alice business=nowhere", 6),
        ("pick who=zed business=black", 6),
        ("  alice:cash 1 $", 6),
        ("end\n  alice:cash 7 $", 7),
    ],
)
def test_a_line_that_does_not_hold_is_named_and_nothing_stays(journal, line, number):
    with pytest.raises(Mismatch) as caught:
        play_file.load(journal, (OPEN + line).encode())
    assert caught.value.line == number
    assert journal.plays() == []
    assert journal.players() == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"\xff\xfe\x00", "neither"),
        (b"Dear Alice,\n", "neither"),
        (b"# a remark\n\n", "neither"),
        (b"game " + b"x" * play_file.MOST_BYTES, "larger than 20 MB"),
    ],
)
def test_a_file_that_is_no_play_is_refused(journal, data, words):
    with pytest.raises(ForeignFileError, match=words):
        play_file.load(journal, data)


def test_a_remark_and_a_mark_of_order_may_stand_before_the_game(journal):
    for encoding in ("utf-8-sig", "utf-16-le", "utf-16-be"):
        mark = "" if encoding == "utf-8-sig" else "\ufeff"
        assert play_file.load(journal, f"{mark}# ours\n\n{OPEN}".encode(encoding)).title == "Friday"


def test_a_book_that_can_only_be_read_takes_no_play_in(journal):
    journal.database.broken = "This device's storage is full."
    with pytest.raises(ReadOnlyError):
        play_file.load(journal, OPEN.encode())


def test_it_is_known_whether_something_is_hidden_in_a_play(journal):
    assert session.has_secrets(journal, play_file.load(journal, FISTS.read_bytes()).id)
    assert not session.has_secrets(journal, play_file.load(journal, OPEN.encode()).id)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Friday hats", "Friday hats.txt"),
        ("../../etc/passwd", "etc passwd.txt"),
        ("Zoë's 3. game: last?", "Zoë's 3 game last.txt"),
        ("///", "Play.txt"),
        ("x" * 500, "x" * 80 + ".txt"),
    ],
)
def test_a_file_is_named_by_the_title_in_signs_that_every_device_takes(title, name):
    assert session.file_name(title) == name


SHEET = "game rat_a_tat_cat\nseats Ann Ben\nstart first=ann\n" + 'round scores="ann=7 ben=8"\n' * 4
CORRECTED = "amend 2='round scores=\"ann=9 ben=9\"' reason=misread\n"


@pytest.mark.parametrize(("most", "taken"), [(11, True), (10, False)])
def test_how_long_a_play_may_be_is_counted_in_lines_worked_out_and_not_in_seconds(journal, monkeypatch, most, taken):
    monkeypatch.setattr(play_file, "MOST_WORK", most)  # five entries, and a correction of a play with five
    if taken:
        assert play_file.load(journal, (SHEET + CORRECTED).encode()).entries == 6
        return
    with pytest.raises(ForeignFileError, match="too long to be worked out again entry by entry"):
        play_file.load(journal, (SHEET + CORRECTED).encode())
    assert journal.plays() == []
