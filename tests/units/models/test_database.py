import sqlite3
import sys
from pathlib import Path

import pytest
from sqlalchemy import Boolean, Integer
from sqlalchemy.exc import OperationalError
from sqlmodel import SQLModel

from models import database as database_module
from models import integrity
from models.backups.backup import copies
from models.book import Book, ReadOnlyDatabase
from models.errors import BusyError, CannotOpenError, ForeignFileError, NewerFileError
from models.journal import Journal
from models.paths import APPLICATION, FILE, data_folder
from tests.units.models.backups import restore_all
from tests.units.models.evenings import Evening, pays


@pytest.fixture
def database(folder):
    opened = Book.open(folder)
    yield opened
    opened.close()


def plain(path, *statements):
    """Run statements on a file by sqlite3 alone, and give the last one's rows."""
    driver = sqlite3.connect(path, isolation_level=None)
    rows = [driver.execute(statement).fetchall() for statement in statements][-1]
    driver.close()
    return rows


# --- where it is -----------------------------------------------------------------------------------


def test_the_folder_given_comes_before_the_device_s_own(monkeypatch, tmp_path):
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", "/device")

    assert data_folder(tmp_path) == tmp_path
    assert data_folder() == Path("/device")


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {}, "/home/zoe/.local/share/companion"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/companion"),
        ("emscripten", {}, "/home/zoe/.local/share/companion"),
        ("darwin", {}, "/home/zoe/Library/Application Support/companion"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/companion"),
        ("win32", {}, "/home/zoe/AppData/Roaming/companion"),
    ],
)
def test_each_system_keeps_data_in_its_own_place(monkeypatch, platform, variables, folder):
    for name in ("FLET_APP_STORAGE_DATA", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/zoe"))

    assert data_folder() == Path(folder)


# --- opening ---------------------------------------------------------------------------------------


def test_a_new_book_is_made_safe(database):
    def pragma(name):
        return database.driver.execute(f"PRAGMA {name}").fetchone()[0]

    assert [
        pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys", "fullfsync")
    ] == ["wal", 2, 1, 1]
    assert (pragma("application_id"), pragma("user_version")) == (
        APPLICATION,
        len(database_module.MIGRATIONS),
    )
    assert integrity.check_file(Journal(database)) == []


def kind_of(column):
    return "INTEGER" if isinstance(column.type, Integer | Boolean) else "TEXT"


def test_the_rows_are_what_the_migrations_make(database):
    tables = dict(SQLModel.metadata.tables)
    made = {
        name
        for (name,) in database.driver.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
    }
    assert made == set(tables)
    for name, table in tables.items():
        in_file = [
            (column, kind, bool(needed), bool(key))
            for _, column, kind, needed, _, key in database.driver.execute(
                f"PRAGMA table_info({name})"
            )
        ]
        in_rows = [
            (column.name, kind_of(column), not column.nullable, column.primary_key)
            for column in table.columns
        ]
        assert in_file == in_rows, name


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b"Dear diary, " * 100),
        lambda path: path.write_bytes(b"short"),
        lambda path: plain(path, "CREATE TABLE cats (name)"),
        lambda path: plain(path, "PRAGMA application_id = 7"),
    ],
    ids=["no database", "short", "other tables", "another number"],
)
def test_a_file_that_is_no_book_is_left_alone(folder, make):
    folder.mkdir()
    make(folder / FILE)
    content = (folder / FILE).read_bytes()

    with pytest.raises(ForeignFileError, match="is not a Companion book"):
        Book.open(folder)

    assert (folder / FILE).read_bytes() == content


# --- migrations ------------------------------------------------------------------------------------


def add_a_table(connection):
    connection.exec_driver_sql("CREATE TABLE cats (name TEXT) STRICT")


def fail(connection):
    add_a_table(connection)
    raise sqlite3.OperationalError("slip")


@pytest.fixture
def old(folder):
    """Make a book of the present version, and say what Alice holds in it."""
    evening = Evening(Journal(Book.open(folder))).go_through([pays(5)])
    evening.journal.database.close()
    return evening.play


def test_a_proven_backup_stands_before_a_migration(folder, old, monkeypatch):
    version = len(database_module.MIGRATIONS)
    monkeypatch.setattr(database_module, "MIGRATIONS", (*database_module.MIGRATIONS, add_a_table))

    journal = Journal(Book.open(folder))

    assert journal.ledger(old).balance("alice:cash") == 5
    assert journal.database.driver.execute("SELECT * FROM cats").fetchall() == []
    (backup,) = (folder / "backups").glob("*.db")
    assert backup.name.startswith(f"companion-v{version}-")
    held = "SELECT quantity FROM balance WHERE account = 'alice:cash'"
    assert plain(backup, "SELECT count(*) FROM sqlite_master WHERE name = 'cats'") == [(0,)]
    assert plain(backup, held) == [(5,)]
    journal.database.close()
    Book.open(folder).close()
    assert len(list((folder / "backups").glob("*.db"))) == 1


@pytest.mark.parametrize("opened", [Book.open, ReadOnlyDatabase.open])
def test_a_book_that_a_newer_version_migrated_names_the_copy_that_this_one_can_restore(
    folder, tmp_path, old, monkeypatch, opened
):
    with monkeypatch.context() as newer:
        newer.setattr(database_module, "MIGRATIONS", (*database_module.MIGRATIONS, add_a_table))
        Book.open(folder).close()
    (copy,) = (one.path for one in copies(folder / FILE))
    later = f"companion-v{len(database_module.MIGRATIONS) + 1}-20991231T000000000000Z.db"  # of no use here
    copy.with_name(later).write_bytes((folder / FILE).read_bytes())

    with pytest.raises(NewerFileError) as refused:
        opened(folder)

    assert refused.value.sentence.endswith(f" A copy that this version can restore is {copy}.")
    restored = Journal(Book.open(tmp_path / "elsewhere"))
    restore_all(restored, copy.read_bytes())
    assert restored.ledger(old).balance("alice:cash") == 5
    restored.database.close()


@pytest.mark.parametrize(
    ("step", "spoil", "said"),
    [
        (fail, lambda _: None, None),
        (add_a_table, lambda folder: (folder / "backups").touch(), "No backup could be made"),
    ],
    ids=["it fails", "no backup can be made"],
)
def test_a_migration_that_cannot_be_leaves_the_book_as_it_was(
    folder, old, monkeypatch, step, spoil, said
):
    spoil(folder)
    with monkeypatch.context() as newer:
        newer.setattr(database_module, "MIGRATIONS", (*database_module.MIGRATIONS, step))
        with pytest.raises(CannotOpenError, match=said):
            Book.open(folder)

    journal = Journal(Book.open(folder))

    assert integrity.check(journal, old) == []
    assert integrity.check_file(journal) == []
    assert plain(folder / FILE, "SELECT count(*) FROM sqlite_master WHERE name = 'cats'") == [(0,)]
    journal.database.close()


# --- writing, or saying that it can't --------------------------------------------------------------


def test_a_book_in_use_by_another_is_said_to_be_busy_and_is_not_broken(
    evening, monkeypatch, folder
):
    monkeypatch.setattr(database_module, "PATIENCE", 0.01)
    other = Journal(Book.open(folder))

    with evening.journal.database.writing(), pytest.raises(BusyError, match="try again"):
        other.set_play(evening.play, title="Sunday")
    other.set_play(evening.play, title="Sunday")

    assert evening.journal.play(evening.play).title == "Sunday"
    other.database.close()


def test_a_fault_of_ours_breaks_nothing(evening):
    with pytest.raises(OperationalError), evening.journal.database.writing() as connection:
        connection.exec_driver_sql("SELECT * FROM nowhere")

    assert evening.journal.database.broken is None
    assert evening.write(pays(5)).seq == 1


def test_a_read_does_not_turn_into_a_write(evening):
    with pytest.raises(RuntimeError), evening.journal.database.reading():
        evening.write(pays(5), after=0)


def test_a_read_sees_one_picture_while_another_writes(evening, folder):
    other = Journal(Book.open(folder))
    with other.database.reading():
        assert other.last(evening.play) == 0
        evening.write(pays(5))
        assert other.ledger(evening.play).balances == {}

    assert other.last(evening.play) == 1
    other.database.close()


def test_what_another_program_writes_is_noticed_once(tmp_path):
    ours, theirs = Book.open(tmp_path), Book.open(tmp_path)
    Journal(ours).set_preference("sound", 0)
    assert not ours.has_changed_elsewhere()
    Journal(theirs).set_preference("sound", 1)
    assert [ours.has_changed_elsewhere(), ours.has_changed_elsewhere()] == [True, False]
    ours.close()
    theirs.close()
