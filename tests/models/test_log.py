"""A log that is damaged where lines had been recorded is noticed; what a power cut leaves is not."""

from __future__ import annotations

import shutil
from contextlib import closing

import pytest
from evenings import Evening, pays

from models.book import Book
from models.integrity import CUT, looked_over
from models.journal import Journal
from models.paths import FILE
from models.untrusted_file import UntrustedFile
from models.write_ahead_log import FRAME_HEAD, HEAD, broken, lost

FRAME = FRAME_HEAD + 4096


@pytest.fixture
def log(folder):
    """The log of a book to which a few lines were written."""
    evening = Evening(Journal(Book.open(folder)))
    evening.journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for amount in range(1, 6):
        evening.write(pays(amount))
    data = (folder / f"{FILE}-wal").read_bytes()
    evening.journal.database.close()
    return data


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def commits(data):
    """The places of the frames with which a line was on the disk."""
    return [at for at in range(HEAD, len(data) - FRAME + 1, FRAME) if data[at + 4 : at + 8] != bytes(4)]


def test_a_log_as_it_was_written_is_whole(log):
    assert len(commits(log)) == 5
    assert not broken(log)


@pytest.mark.parametrize("within", [0, 3, 8, 12, 16, 20, FRAME_HEAD, FRAME_HEAD + 2000, FRAME - 1])
def test_a_flipped_bit_before_the_last_line_is_noticed_wherever_it_is(log, within):
    last = commits(log)[-2]
    for at in range(HEAD, last, FRAME):
        assert broken(flipped(log, at + within)), at


@pytest.mark.parametrize("at", range(HEAD))
def test_a_damaged_beginning_is_noticed(log, at):
    # the version is not looked at by itself, but the sums are of it too
    assert broken(flipped(log, at))


def test_the_last_line_torn_by_a_power_cut_is_not_taken_for_damage(log):
    end = commits(log)[-2] + FRAME
    for length in range(end, len(log), 512):
        assert not broken(log[:length])
        assert not broken(log[:length] + bytes(len(log) - length))
    assert not broken(flipped(log, end + FRAME_HEAD + 5))


def test_the_leavings_of_an_earlier_log_are_not_taken_for_damage(folder):
    evening = Evening(Journal(Book.open(folder)))
    for amount in range(1, 30):
        evening.write(pays(amount))
    evening.journal.database.driver.execute("PRAGMA wal_checkpoint(RESTART)")
    evening.write(pays(99))
    assert len((folder / f"{FILE}-wal").read_bytes()) > 20 * FRAME
    assert not lost(folder / FILE)
    evening.journal.database.close()


@pytest.fixture
def begun_anew(folder, tmp_path):
    """A log all of which is in the book, the beginning that SQLite writes over it then, and a copy of the book."""
    evening = Evening(Journal(Book.open(folder)))
    for amount in range(1, 6):
        evening.write(pays(amount))
    evening.journal.database.driver.execute("PRAGMA wal_checkpoint(RESTART)")
    before = (folder / f"{FILE}-wal").read_bytes()
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy2(folder / FILE, there / FILE)
    evening.write(pays(99))
    after = (folder / f"{FILE}-wal").read_bytes()[:HEAD]
    evening.journal.database.close()
    assert before[:HEAD] != after
    return before, after, there


def laid_beside(there, log):
    (there / f"{FILE}-wal").write_bytes(log)
    return lost(there / FILE)


@pytest.mark.parametrize("byte", range(HEAD + 1))
def test_a_beginning_torn_while_a_log_is_begun_anew_is_not_taken_for_damage(begun_anew, byte):
    before, after, there = begun_anew
    assert not laid_beside(there, after[:byte] + before[byte:])
    assert not laid_beside(there, before[:byte] + after[byte:] + before[HEAD:])


def test_a_book_whose_log_has_a_torn_beginning_opens_with_every_line_and_no_word(begun_anew):
    before, after, there = begun_anew
    laid_beside(there, after[:22] + before[22:])
    with closing(Book.open(there)) as database:
        assert not database.cut_short
        (play,) = Journal(database).plays()
        assert Journal(database).last(play.id) == 5


def test_a_torn_beginning_is_damage_where_the_book_lacks_any_page_of_its_log(begun_anew):
    before, after, there = begun_anew
    torn = after[:22] + before[22:]
    whole = (there / FILE).read_bytes()
    numbers = {int.from_bytes(before[at : at + 4]) for at in range(HEAD, commits(before)[-1] + 1, FRAME)}
    for number in numbers:
        (there / FILE).write_bytes(flipped(whole, number * 4096 - 1))
        assert laid_beside(there, torn), number
    (there / FILE).write_bytes(whole[: -len(whole) // 2])
    assert laid_beside(there, torn)


@pytest.mark.parametrize("within", [4, 8, 12, 16, FRAME_HEAD + 2000])
def test_a_torn_beginning_is_damage_where_anything_else_is_damaged_too(begun_anew, within):
    before, after, there = begun_anew
    torn = after[:22] + before[22:]
    for at in commits(before)[:-1]:
        assert laid_beside(there, flipped(torn, at + within)), at


@pytest.mark.parametrize("at", range(HEAD))
def test_a_damaged_beginning_of_lines_that_are_not_in_the_book_is_damage(tmp_path, log, at):
    empty = tmp_path / "empty"
    Book.open(empty).close()
    assert laid_beside(empty, flipped(log, at))


def test_a_torn_beginning_and_nothing_recorded_behind_it_is_damage(begun_anew):
    # such a log was never begun anew: what follows has been damaged too
    before, after, there = begun_anew
    unfinished = bytearray(after[:22] + before[22:])
    for at in commits(before):
        unfinished[at + 4 : at + 8] = bytes(4)
    assert laid_beside(there, bytes(unfinished))


@pytest.mark.parametrize("within", [8, 15])
def test_a_torn_beginning_is_damage_where_what_tells_whose_the_first_page_is_is_damaged_too(folder, tmp_path, within):
    evening = Evening(Journal(Book.open(folder)))
    driver = evening.journal.database.driver
    driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy2(folder / FILE, tmp_path / FILE)
    (version,) = driver.execute("PRAGMA user_version").fetchone()
    driver.execute(f"PRAGMA user_version = {version}")  # a write of one page, and then a line
    evening.write(pays(1))
    whole = (folder / f"{FILE}-wal").read_bytes()
    evening.journal.database.close()
    with (tmp_path / FILE).open("r+b") as file:
        file.write(whole[HEAD + FRAME_HEAD : HEAD + FRAME])
    assert commits(whole)[0] == HEAD
    assert laid_beside(tmp_path, flipped(flipped(whole, 20), HEAD + within))


def test_no_log_and_an_empty_one_are_whole(folder):
    assert not lost(folder / FILE)
    assert not broken(b"")


def test_whoever_opens_the_book_is_told_that_its_last_lines_are_gone(folder, tmp_path):
    evening = Evening(Journal(Book.open(folder)))
    evening.journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for amount in range(1, 6):
        evening.write(pays(amount))
    there = tmp_path / "there"
    there.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy2(folder / name, there / name)
    evening.journal.database.close()
    spoilt = there / f"{FILE}-wal"
    spoilt.write_bytes(flipped(spoilt.read_bytes(), HEAD + FRAME_HEAD + 100))
    again = Journal(Book.open(there))
    assert again.last(evening.play) < 5
    assert [fault.check for fault in looked_over(again)] == [CUT]
    again.database.close()


def test_a_book_in_memory_has_no_log():
    aside = UntrustedFile()
    assert not aside.cut_short
    aside.close()
