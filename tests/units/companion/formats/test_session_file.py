"""A play goes out as a file and comes in again, or not at all."""

from contextlib import closing
from datetime import UTC, datetime

import pytest

from companion.core.recording.referee import Referee
from companion.formats import play_file, session
from companion.formats.session import Mismatch, replay, steps
from companion.games import game_of
from models import integrity
from models.backups.restore import bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.errors import ForeignFileError
from models.journal import Journal
from tests.load_play import load_play
from tests.paths import some_evenings

OPEN = "game ratrace\ntitle Friday\nseats Alice Bob\nhouse position=off businesses=one\nstart first=alice\n"


@pytest.mark.parametrize("name", some_evenings())
def test_a_play_saved_as_a_file_is_taken_in_again_with_the_same_ledger(name, journal, replayed):
    first = replayed(name)
    saved = session.save(first.journal, first.play.id)
    again = load_play(journal, saved)
    assert journal.ledger(again.id) == first.table.ledger
    assert integrity.check(journal, again.id) == []
    assert (again.title, again.ended, again.houses) == (
        first.play.title,
        first.play.ended,
        first.play.houses,
    )
    assert session.save(journal, again.id) == saved


def test_a_remark_and_a_mark_of_order_may_stand_before_the_game(journal):
    for encoding in ("utf-8-sig", "utf-16-le", "utf-16-be"):
        mark = "" if encoding == "utf-8-sig" else "\ufeff"
        assert load_play(journal, f"{mark}# ours\n\n{OPEN}".encode(encoding)).title == "Friday"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("../../etc/passwd", "etc passwd.txt"),
        ("Zoë's 3. game: last?", "Zoë's 3 game last.txt"),
        ("///", "Play.txt"),
        ("x" * 500, "x" * 80 + ".txt"),
    ],
)
def test_a_file_is_named_by_the_title_in_signs_that_every_device_takes(title, name):
    assert session.file_name(title, ".txt") == name


SHEET = "game rat_a_tat_cat\nseats Ann Ben\nstart first=ann\n" + 'round scores="ann=7 ben=8"\n' * 4
CORRECTED = "amend 2='round scores=\"ann=9 ben=9\"' reason=misread\n"


def test_how_long_a_play_may_be_is_counted_in_lines_worked_out_and_not_in_seconds(
    journal, monkeypatch
):
    monkeypatch.setattr(
        play_file, "MOST_WORK", 10
    )  # five entries, and a correction of a play with five
    with pytest.raises(ForeignFileError, match="too long to be worked out again entry by entry"):
        load_play(journal, (SHEET + CORRECTED).encode())
    assert journal.plays() == []
    monkeypatch.setattr(play_file, "MOST_WORK", 11)
    assert load_play(journal, (SHEET + CORRECTED).encode()).entries == 6


HEAD = "game ratrace\ntitle Friday\nseats Alice Bob\n"
NUMBER = "# id 0123456789abcdef0123456789abcdef\n"
BEGAN = "# began 2026-10-24T23:15:00Z\n"
START = "start first=alice\n  # 23:59:58Z\n"
BUSINESS = "pick who=alice business=black\n  # 2026-10-25T00:00:01Z\n"
LONGER = HEAD + NUMBER + BEGAN + START + BUSINESS


def opened(journal, text):
    """How a file compares with the book, and is taken in."""
    with closing(play_file.read(text.encode())) as file:
        (step,) = bring_in(journal, file, compare(journal, file)).steps
    assert integrity.check(journal, step.target) == []
    return step.how


def test_a_game_of_this_device_that_was_played_on_elsewhere_goes_on_here(journal):
    mine = replay(journal, steps(HEAD + START))
    assert mine.play.created.microsecond, (
        "the text has whole seconds, and is recognised all the same"
    )
    saved = session.save(journal, mine.play.id)
    with closing(UntrustedFile()) as book:
        there = Journal(book)
        Referee(there, load_play(there, saved).id, game_of).undo("a slip")
        longer = session.save(there, mine.play.id).decode()
    assert [opened(journal, text) for text in (saved.decode(), longer, longer)] == [
        "here",
        "continued",
        "here",
    ]
    assert opened(journal, saved.decode()) == "further here"
    assert journal.undoable(mine.play.id) is None


def test_times_are_kept_across_midnight_and_backwards_as_the_clock_said(journal):
    text = LONGER + "undo\n  # 00:00:00Z\nredo\n  # 2026-10-24T23:59:59Z\n"
    play = load_play(journal, text.encode())
    assert play.created == datetime(2026, 10, 24, 23, 15, tzinfo=UTC)
    assert [f"{one.at:%d %H:%M:%S}" for one in journal.all_entries(play.id)] == [
        "24 23:59:58", "25 00:00:01", "25 00:00:00", "24 23:59:59",
    ]  # fmt: skip
    saved = session.save(journal, play.id).decode()
    assert [line for line in saved.splitlines() if "#" in line] == [
        line for line in text.splitlines() if "#" in line
    ]


@pytest.mark.parametrize(
    ("head", "entry", "said"),
    [
        (
            "# began 2026-02-30T20:15:00Z",
            "",
            "line 4: there is no such time as 20:15:00 on 2026-02-30.",
        ),
        (
            "# began 2099-10-24T20:15:00Z",
            "",
            "line 4: 2099-10-24 is later than this device's clock says.",
        ),
        (BEGAN.strip(), "  # 24:10:00Z", "line 6: there is no such time"),
        (
            BEGAN.strip(),
            "  # 2099-10-25T00:00:00Z",
            "line 6: 2099-10-25 is later than this device's clock says.",
        ),
    ],
)
def test_a_time_that_cannot_be_is_named_with_its_line(journal, head, entry, said):
    with pytest.raises(Mismatch, match=said):
        load_play(journal, f"{HEAD}{head}\nstart first=alice\n{entry}\n".encode())
    assert journal.plays() == []


@pytest.mark.parametrize(
    "remark",
    [
        "# id 123",
        "# id " + "X" * 32,
        "# began on Friday",
        "# began 0001-01-01T00:00:00Z",
        "# began 2026-10-24T20:15",
    ],
)
def test_a_remark_in_another_form_stays_a_remark(journal, remark):
    before = datetime.now(UTC)
    play = load_play(
        journal, f"{HEAD}{remark}\nstart first=alice\n  # 23:59:58Z\n{NUMBER}".encode()
    )
    assert play.created >= before
    assert journal.entry(play.id, 1).at >= before
    assert play.id not in remark + NUMBER
