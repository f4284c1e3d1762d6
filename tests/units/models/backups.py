"""Backups for the tests: restored, compared, and meddled with."""

import sqlite3
from contextlib import closing

from models.backups.backup_reader import read_backup
from models.backups.restore import bring_in, compare


def meddle(path, *statements):
    """Change a file behind the app's back, as damage would: no triggers, no foreign keys."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for (name,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert file.execute(statement).rowcount > 0, statement


def restore_all(book, data):
    backup = read_backup(data)
    try:
        return bring_in(book, backup, compare(book, backup))
    finally:
        backup.close()


def ways(plan):
    return [step.how for step in plan.steps]


def contents(journal):
    """Everything that was written in a book, to the letter."""
    tables = ("play", "seat", "entry", "posting", "mark", "voiding", "balance", "standing", "struck", "player",
              "board_fact", "preference")  # fmt: skip
    return {
        name: sorted(journal.database.driver.execute(f"SELECT * FROM {name}"), key=repr)  # noqa: S608 - named above
        for name in tables
    }


def digests(journal, play):
    return [entry.digest for entry in journal.all_entries(play)]


def altered(data, *statements, keep_triggers=False):
    """A backup in which somebody has meddled, with all that keeps him from it taken out."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.deserialize(data)
        if not keep_triggers:
            for (name,) in file.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            file.execute(*statement) if isinstance(statement, tuple) else file.execute(statement)
        return file.serialize()


def table_without_strictness(name, *columns):
    return (f"DROP TABLE {name}", f"CREATE TABLE {name} ({', '.join(columns)})")
