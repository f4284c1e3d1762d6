"""Nothing written is edited; and what is damaged all the same is noticed and named."""

import sqlite3

import pytest

from models import integrity
from tests.units.models.backups import meddle
from tests.units.models.evenings import ENTRIES_TABLES


@pytest.mark.parametrize("table", ENTRIES_TABLES)
def test_written_rows_are_never_changed_or_deleted(corrected, table):
    driver = corrected.journal.database.driver
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        driver.execute(f"UPDATE {table} SET seq = seq")  # noqa: S608
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        driver.execute(f"DELETE FROM {table}")  # noqa: S608


@pytest.mark.parametrize("table", ENTRIES_TABLES)
def test_written_rows_are_never_replaced_or_added_to(corrected, table):
    driver = corrected.journal.database.driver
    earlier = f"SELECT * FROM {table} WHERE seq < (SELECT max(seq) FROM entry)"  # noqa: S608
    row = driver.execute(earlier).fetchone()
    places = ", ".join("?" * len(row))
    with pytest.raises(sqlite3.IntegrityError, match=r"numbered from 1|added to an earlier"):
        driver.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", row)  # noqa: S608


def test_a_command_written_again_does_not_push_the_old_entry_out(written):
    driver = written.journal.database.driver
    row = driver.execute("SELECT * FROM entry WHERE seq = 1").fetchone()
    again = f"INSERT OR REPLACE INTO entry VALUES ({', '.join('?' * 13)})"  # noqa: S608
    with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        driver.execute(again, (row[0], 6, *row[2:]))


def test_a_fraction_cannot_lie_in_the_book(written):
    with pytest.raises(sqlite3.IntegrityError, match="cannot store REAL"):
        written.journal.database.driver.execute("UPDATE balance SET quantity = 0.5")


DAMAGE = """
UPDATE entry SET narration = narration || '.' WHERE seq = 2
    Entry 2 is not what was written.
UPDATE entry SET command = 'other' WHERE seq = 2
    Entry 2 is not what was written.
UPDATE entry SET at = '2000' || substr(at, 5) WHERE seq = 2
    Entry 2 is not what was written.
UPDATE entry SET answers = '{' WHERE seq = 1
    Entry 1 is not what was written.
    Entry 1 of this game is damaged and can't be read.
    What everyone holds can't be compared with entries that can't be read.
UPDATE entry SET seq = 9 WHERE seq = 5
    Entries 5 to 8 are missing.
    Entry 5 is gone, but not all that it did.
    What everyone holds can't be compared with entries that can't be read.
UPDATE posting SET quantity = -quantity WHERE seq = 1
    Entry 1 is not what was written.
    The balance of alice:cash is not what the entries come to.
    The balance of treasury:cash is not what the entries come to.
UPDATE posting SET quantity = 31 WHERE quantity = 30
    Entry 1 is not what was written.
    The postings of entry 1 do not sum to zero.
    What everyone holds can't be compared with entries that can't be read.
UPDATE mark SET value = '"upper"' WHERE seq = 1 AND n = 0
    Entry 1 is not what was written.
    What is said of alice under class is not what the entries say.
DELETE FROM mark WHERE seq = 2
    Entry 2 is not what was written.
DELETE FROM voiding WHERE seq = 5
    Entry 5 is not what was written.
    The balance of alice:cash is not what the entries come to.
    The balance of treasury:cash is not what the entries come to.
    Whether entry 4 stands is not as the entries have it.
DELETE FROM entry WHERE seq = 2
    Entry 2 is missing.
    Entry 2 is gone, but not all that it did.
    What everyone holds can't be compared with entries that can't be read.
DELETE FROM entry WHERE seq >= 4
    Entry 4 is gone, but not all that it did.
    Entry 5 is gone, but not all that it did.
    Whether entry 4 stands is not as the entries have it.
UPDATE balance SET quantity = 1 WHERE account = 'alice:cash'
    The balance of alice:cash is not what the entries come to.
UPDATE standing SET value = '5' WHERE name = 'turns'
    What is said of alice under turns is not what the entries say.
DELETE FROM struck WHERE seq = 2
    Whether entry 2 stands is not as the entries have it.
UPDATE seat SET name = 'Mallory' WHERE place = 0
    How this game began is not what was written.
UPDATE play SET houses = '{"rent": "none"}'
    How this game began is not what was written.
"""


def cases():
    """Each kind of damage, and below it all that must be said about it."""
    found, change = {}, ""
    for line in DAMAGE.strip().splitlines():
        if line.startswith(" "):
            found[change].append(line.strip())
        else:
            change = line
            found[change] = []
    return list(found.items())


@pytest.mark.parametrize(("change", "faults"), cases())
def test_damage_is_named_and_nothing_else_is(written, change, faults):
    meddle(written.journal.database.path, change)

    assert integrity.check(written.journal, written.play) == faults


def test_a_play_that_is_not_there_is_not_sound(journal):
    assert integrity.check(journal, "nowhere") == ["This game is not in the book any more."]
