"""A file that is no backup, or a bad one, is refused; of a damaged one only what is sound is restored."""

import io
import sqlite3
import zipfile
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import integrity
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.restore import bring_in, compare
from models.backups.untrusted_file import MOST_BYTES, UntrustedFile
from models.entry_rows import digest
from models.errors import DamagedError, ForeignFileError, NewerFileError, StorageError
from models.journal import Journal
from models.migrations import MIGRATIONS
from tests.purging import purge
from tests.units.models.backups import altered, contents, restore_all, table_without_strictness
from tests.units.models.evenings import Evening, pays

AS_A_TABLE = (
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET type = 'table', rootpage = 4 WHERE name = 'posting'",
)
A_KEY_THAT_COMPUTES = (
    *table_without_strictness(
        "preference",
        "key TEXT",
        "value TEXT GENERATED ALWAYS AS (printf('%.*c', 100000000, 'x')) VIRTUAL",
    ),
    "INSERT INTO preference (key) VALUES ('a')",
)
POSTINGS_A_VIEW = (
    "ALTER TABLE posting RENAME TO kept",
    "CREATE VIEW posting AS SELECT * FROM kept",
)


def zipped(data):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        packed.writestr("Companion.db", data)
    return held.getvalue()


def headed(data, at, number):
    return data[:at] + number.to_bytes(4, "big") + data[at + 4 :]


@pytest.mark.parametrize(
    ("spoil", "kind", "words"),
    [
        (lambda _: b"", ForeignFileError, "empty"),
        (lambda _: b"not a database", ForeignFileError, "no backup made by Companion"),
        (lambda _: b"\x89PNG\r\n" + bytes(5000), ForeignFileError, "no backup made by Companion"),
        (zipped, ForeignFileError, "packed"),
        (lambda data: data[:60], DamagedError, "cut short"),
        (lambda data: data[:-4096], DamagedError, "cut short"),
        (lambda data: data[: len(data) // 2], DamagedError, "cut short"),
        (lambda data: headed(data, 68, 1234), ForeignFileError, "another program's"),
        (lambda data: headed(data, 60, 0), ForeignFileError, "another program's"),
        (lambda data: headed(data, 60, len(MIGRATIONS) + 1), NewerFileError, "Update the app"),
        (lambda data: data[:100] + bytes(len(data) - 100), DamagedError, "can't be read"),
        (lambda data: data[:4096] + b"\xff" * (len(data) - 4096), DamagedError, "damaged|read"),
        (lambda data: altered(data, "DROP TABLE mark"), ForeignFileError, "not laid out"),
        (lambda data: altered(data, *POSTINGS_A_VIEW), ForeignFileError, "not laid out"),
        (lambda data: altered(data, *POSTINGS_A_VIEW, *AS_A_TABLE), StorageError, "."),
        (lambda data: altered(data, *A_KEY_THAT_COMPUTES), ForeignFileError, "not laid out"),
        (
            lambda data: altered(data, "ALTER TABLE entry RENAME COLUMN source TO origin"),
            ForeignFileError,
            "not laid out",
        ),
    ],
)
@pytest.mark.usefixtures("friday")
def test_a_file_that_is_no_good_is_refused_in_a_sentence(journal, spoil, kind, words):
    before = contents(journal)
    data = spoil(back_up(journal.database))
    with pytest.raises(kind, match=words):
        read_backup(data)
    assert contents(journal) == before


def test_a_file_of_ten_gigabytes_is_refused_before_it_is_read():
    class Huge(bytes):
        def __len__(self):
            return 10 * 2**30

    with pytest.raises(ForeignFileError, match=f"larger than {MOST_BYTES // 1_000_000} MB"):
        read_backup(Huge(b"SQLite format 3\0"))


def test_triggers_and_views_that_come_along_are_never_run(friday, journal, other):
    data = altered(
        back_up(journal.database),
        "CREATE TRIGGER sly AFTER INSERT ON preference BEGIN DELETE FROM play; END",
        "CREATE VIEW sly_view AS SELECT * FROM play",
        "CREATE TABLE more (a)",
    )
    restore_all(other, data)
    other.set_preference("a", 1)
    assert [play.id for play in other.plays()] == [friday.play]
    names = {name for (name,) in other.database.driver.execute("SELECT name FROM sqlite_master")}
    assert not names & {"sly", "sly_view", "more"}


def beside(data, more):
    """A backup into which the plays of another one were laid, row by row."""
    with closing(sqlite3.connect(":memory:")) as spoilt:
        spoilt.deserialize(more)
        rows = [
            (f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - our own names
            for table in ("play", "seat", "entry", "posting", "mark", "voiding")
            for row in spoilt.execute(f"SELECT * FROM {table}")  # noqa: S608 - as above
        ]
    return altered(data, *rows)


CROWD = """WITH RECURSIVE more(i) AS (SELECT 9 UNION ALL SELECT i + 1 FROM more WHERE i < 99)
    INSERT INTO seat (play, place, key, name, colour, token) SELECT id, i, 'p' || i, 'Ann', '', '' FROM play, more"""
BAD = {
    "an entry that was changed": (
        "UPDATE entry SET narration = 'Alice pays nothing.' WHERE seq = 2",
    ),
    "a digest that is not its own": ("UPDATE entry SET digest = 'abc' WHERE seq = 4",),
    "a posting that was changed": ("UPDATE posting SET quantity = 101 WHERE seq = 1 AND n = 0",),
    "money out of nothing": ("UPDATE posting SET quantity = 10 * quantity WHERE quantity > 0",),
    "an entry that is missing": ("PRAGMA foreign_keys = OFF", "DELETE FROM entry WHERE seq = 2"),
    "a beginning that was changed": ("UPDATE play SET game = 'totopoly'",),
    "a number that no play has": ("UPDATE play SET id = '../etc'",),
    "a game named by a book": (("UPDATE play SET edition = ?", ("x" * 100_000,)),),
    "a text as long as a library": (
        ("UPDATE entry SET rule = ? WHERE seq = 1", ("x" * 2_000_000,)),
    ),
    "an account no page could name": ("UPDATE seat SET key = 'a:b' WHERE place = 0",),
    "answers nested for ever": (("UPDATE entry SET answers = ? WHERE seq = 1", ("[" * 100_000,)),),
    "a crowd that would take long to seat": (CROWD,),
    "a time of no day": ("UPDATE play SET touched = 'yesterday'",),
}


@pytest.mark.parametrize("statements", BAD.values(), ids=BAD)
def test_a_play_that_is_not_as_it_was_written_is_named_and_left_out_and_the_others_come(
    friday, journal, other, statements
):
    data = altered(back_up(journal.database), *statements)
    purge(journal, friday.play)
    Evening(journal, title="Sunday").write(pays(5))
    backup = read_backup(beside(back_up(journal.database), data))
    assert [play.title for play in backup.plays] == ["Sunday"]
    assert len(backup.damaged) == 1
    assert backup.damaged[0].startswith("Friday: ")
    bring_in(other, backup, compare(other, backup))
    assert [play.title for play in other.plays()] == ["Sunday"]
    backup.close()


@pytest.mark.parametrize("cell", [1.5, b"blob", "words", None, 2**62 * 1.0])
@pytest.mark.usefixtures("friday")
def test_tables_that_are_not_strict_smuggle_nothing_in(journal, cell):
    columns = ("play", "seq", "n", "account", "unit", "quantity")
    rows = journal.database.driver.execute("SELECT * FROM posting").fetchall()
    data = altered(
        back_up(journal.database),
        *table_without_strictness("posting", *columns),
        *(("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)", row) for row in rows),
        ("UPDATE posting SET quantity = ? WHERE seq = 1 AND n = 0", (cell,)),
    )
    backup = read_backup(data)
    assert backup.plays == ()
    assert backup.damaged == ("Friday: a part of it is missing or not as this app writes.",)
    backup.close()


def test_a_chain_forged_from_end_to_end_can_say_nothing_that_this_app_could_not():
    """Whoever reckons the digests anew is believed, but only within what a table can hold."""
    there = Journal(UntrustedFile())
    evening = Evening(there)
    evening.write(pays(5))
    data = back_up(there.database)
    found = there.database.driver.execute("SELECT * FROM entry")
    entry = dict(zip([column[0] for column in found.description], found.fetchone(), strict=True))
    del entry["digest"]
    play = there.database.driver.execute("SELECT digest FROM play").fetchone()[0]
    forged = {
        "working": '[["Line", 1.5, "$", false, false]]',
        "answers": '{"who": ["a"]}',
        "house": "[1]",
        "narration": "fine",
        "at": "2026-11-20T10:00:00",
    }
    there.database.close()
    for name, value in forged.items():
        cells = entry | {name: value}
        postings = [[0, "treasury:cash", "$", -5], [1, "alice:cash", "$", 5]]
        chained = digest([play, *cells.values(), postings, [], []])
        spoilt = altered(data, (f'UPDATE entry SET "{name}" = ?, digest = ?', (value, chained)))  # noqa: S608 - as above
        backup = read_backup(spoilt)
        assert (name, len(backup.plays)) == (name, 1 if name == "narration" else 0)
        backup.close()


@given(st.data())
def test_a_few_flipped_bytes_never_get_past_unnoticed(data):
    there, here = Journal(UntrustedFile()), Journal(UntrustedFile())
    evening = Evening(there)
    for amount in range(12):
        evening.write(pays(amount))
    backed = bytearray(back_up(there.database))
    for _ in range(data.draw(st.integers(1, 4))):
        backed[data.draw(st.integers(100, len(backed) - 1))] = data.draw(st.integers(0, 255))
    try:
        restore_all(here, bytes(backed))
    except StorageError as error:
        assert error.sentence.endswith(".")
    for play in here.plays():
        assert integrity.check(here, play.id) == []
        assert here.ledger(play.id) == there.ledger(evening.play)
    there.database.close()
    here.database.close()
