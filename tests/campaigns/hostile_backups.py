"""Hostile backups: a book's file, mutated by SQL and by its bytes, or something that only looks like one."""

# ruff: noqa: S608 - the SQL that makes a hostile file is put together of the names of our own tables
from __future__ import annotations

import functools
import gzip
import io
import json
import random
import sqlite3
import zipfile
from contextlib import closing, suppress
from unittest import mock

from sqlalchemy.exc import DBAPIError

from companion.formats.session import replay, steps
from models.backups.backup import back_up
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from tests.campaigns.hostile_sessions import DIGITS, SESSIONS, spoilt

IN_BACKUP = ("ratrace-put-right", "rat_a_tat_cat-stopped", "totopoly-auction-only", "doubletrack-corrections")


@functools.cache
def whole() -> bytes:
    """A real backup of four games, with everything that a book holds; but for the hour, the same in every run."""
    with mock.patch("os.urandom", random.Random(7).randbytes):  # noqa: S311 - to be had again, not to be secret
        return _whole()


def _whole() -> bytes:
    journal = Journal(UntrustedFile())
    for name in IN_BACKUP:
        replay(journal, steps((SESSIONS[0].parent / f"{name}.session").read_text(encoding="utf-8")))
    for name in ("Ann", "Zoë"):
        journal.remember_player(name, "#aa3322", "cat")
    journal.set_board_fact("ratrace", "1", "symbol.working", 120)
    journal.set_preference("houses:ratrace", {"interest": "nearest"})
    data = back_up(journal.database)
    journal.database.close()
    return data


CELLS = (
    0,
    -1,
    1,
    2**31,
    2**62,
    -(2**63),
    1.5,
    b"",
    b"\xff\xfe",
    b"x" * 100,
    "",
    "x",
    "\0",
    "x\0y",
    "=1+1",
    "\u202e",
    "0" * 64,
    "x" * 1_000_001,
    "[" * 100_000,
    '{"a":' * 50_000,
    "[]",
    "{}",
    "null",
    "1",
    '"x"',
    DIGITS,
    f"[{DIGITS}]",
    '{"a":1,"a":2}',
    "[NaN]",
    "[Infinity]",
    "[1e400]",
    r'"\ud800"',
    r'["\ud800"]',
    "[[1,2,3,4,5]]",
    '[["x",1,"$",false,false]]',
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59.999999-14:00",
    "2026-11-21",
    "2026-11-21T20:00:00.000000+00:00",
    f'[["x",{"9" * 4_000},"$",false,false]]',
    f"{'9' * 4_000}",
    '{"who":' + "9" * 4_000 + "}",
    "undo",
    "amend",
)
BY_COLUMN = {"title": "x", "seq": 7}


def backup(chance: random.Random) -> bytes:
    """Make a hostile backup: by SQL, or by its bytes."""
    way = chance.random()
    if way < 0.2:
        return bytes(spoilt(bytearray(whole()), chance))
    if way < 0.3:
        return chance.choice(STRANGE)(chance)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.deserialize(whole())
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        for _ in range(1 + int(chance.expovariate(0.8))):
            with suppress(sqlite3.Error):
                chance.choice(MEDDLING)(file, chance)
        if chance.random() < 0.3:
            with suppress(sqlite3.Error, DBAPIError, ValueError, TypeError, RecursionError):
                _forge(file)
        with suppress(sqlite3.Error):
            file.execute("VACUUM")
        return bytes(file.serialize())


def _tables(file: sqlite3.Connection) -> list[str]:
    return [
        name
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    ]


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in file.execute(f'PRAGMA table_info("{table}")')]


def _cell(file: sqlite3.Connection, chance: random.Random) -> None:
    """Put something else in a cell, where need be in a table that takes anything."""
    table = chance.choice(_tables(file))
    column = chance.choice(_columns(file, table))
    if chance.random() < 0.5:
        _loosen(file, table)
    rows = file.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
    which = chance.randint(0, max(0, rows - 1))
    keys = [row[1] for row in file.execute(f'PRAGMA table_info("{table}")') if row[5]] or _columns(file, table)[:2]
    known = file.execute(f'SELECT {", ".join(keys)} FROM "{table}" LIMIT 1 OFFSET {which}').fetchone() or ()
    test = " AND ".join(f'"{key}" = ?' for key in keys)
    file.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {test}', (chance.choice(CELLS), *known))


def _loosen(file: sqlite3.Connection, table: str) -> None:
    columns = _columns(file, table)
    file.execute(f'CREATE TABLE loose AS SELECT * FROM "{table}"')
    file.execute(f'DROP TABLE "{table}"')
    file.execute(f'CREATE TABLE "{table}" ({", ".join(columns)})'.replace("by,", '"by",').replace("by)", '"by")'))
    file.execute(f'INSERT INTO "{table}" SELECT * FROM loose')
    file.execute("DROP TABLE loose")


def _copy_rows(file: sqlite3.Connection, chance: random.Random) -> None:
    table = chance.choice(_tables(file))
    _loosen(file, table)
    file.execute(f'INSERT INTO "{table}" SELECT * FROM "{table}" LIMIT {chance.choice((1, 50, 1000))}')


def _delete_rows(file: sqlite3.Connection, chance: random.Random) -> None:
    table = chance.choice(_tables(file))
    # SQLite's own dice could not be thrown again
    file.create_function("thrown", 0, lambda: chance.getrandbits(30))
    file.execute(f'DELETE FROM "{table}" WHERE thrown() % {chance.choice((1, 2, 10))} = 0')


def _renumber(file: sqlite3.Connection, chance: random.Random) -> None:
    for table in ("entry", "posting", "mark", "voiding", "retold"):
        _loosen(file, table)
        file.execute(f"UPDATE {table} SET seq = seq * {chance.choice((-1, 2, 10**15))}")


def _rename_play(file: sqlite3.Connection, chance: random.Random) -> None:
    new = chance.choice(("x", "0" * 32, "../" * 10, "A" * 32, "=1+1", "\0" * 32))
    for table in ("entry", "posting", "mark", "voiding", "retold", "seat", "play", "balance"):
        column = "id" if table == "play" else "play"
        file.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = (SELECT min(id) FROM play)", (new,))


def _many_plays(file: sqlite3.Connection, chance: random.Random) -> None:
    for at in range(chance.choice((5, 100))):
        file.execute(
            "INSERT INTO play SELECT ?, game, title, created, touched, archived, deleted, purged, ended, houses, "
            "board, edition, digest FROM play LIMIT 1",
            (f"{at:032x}",),
        )
        file.execute(
            "INSERT INTO seat SELECT ?, place, key, name, colour, token FROM seat "
            "WHERE play = (SELECT min(play) FROM seat)",
            (f"{at:032x}",),
        )


def _many_seats(file: sqlite3.Connection, chance: random.Random) -> None:
    for at in range(chance.choice((20, 500))):
        seat = (100 + at, f"k{at}", f"N{at}")
        file.execute("INSERT INTO seat SELECT min(id), ?, ?, ?, '', '' FROM play HAVING count(*)", seat)


def _many_remembered(file: sqlite3.Connection, chance: random.Random) -> None:
    for at in range(chance.choice((20, 600))):
        file.execute(
            "INSERT INTO player VALUES (?, ?, '', '', ?)", (f"p{at}", f"P{at}", "2026-11-20T10:00:00.000000+00:00")
        )
        file.execute("INSERT INTO preference VALUES (?, ?)", (f"p{at}", chance.choice(("1", "{}", "x", DIGITS))))


def _schema(file: sqlite3.Connection, chance: random.Random) -> None:
    file.execute(chance.choice(SCHEMAS))


SCHEMAS = (
    "CREATE TRIGGER t AFTER INSERT ON play BEGIN DELETE FROM entry; END",
    "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT 1; END",
    "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
    "ALTER TABLE play ADD COLUMN more TEXT",
    "ALTER TABLE play DROP COLUMN title",
    "DROP TABLE seat",
    "DROP TABLE seal",
    "ALTER TABLE entry ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000)))",
    "ALTER TABLE play RENAME COLUMN title TO headline",
    "ALTER TABLE entry RENAME TO entries",
    "DROP INDEX mark_said",
    "CREATE TABLE sqlite_like (x)",
    "CREATE INDEX i ON entry (abs(random()))",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 2",
    "PRAGMA user_version = -5",
    "PRAGMA user_version = 99",
    "PRAGMA application_id = 0",
    "PRAGMA writable_schema = ON",
    "CREATE VIRTUAL TABLE f USING fts5(x)",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE play (id)' WHERE name = 'play'",
)


def _masquerade(file: sqlite3.Connection, chance: random.Random) -> None:
    """Put a view, or a table that computes, in the place of one of ours."""
    table = chance.choice(_tables(file))
    columns = _columns(file, table)
    file.execute(f'ALTER TABLE "{table}" RENAME TO hidden')
    if chance.random() < 0.5:
        file.execute(f'CREATE VIEW "{table}" AS SELECT * FROM hidden')
    else:
        computed = ", ".join(f"\"{one}\" TEXT GENERATED ALWAYS AS ('x')" for one in columns)
        file.execute(f'CREATE TABLE "{table}" (base, {computed})')


MEDDLING = (
    _cell,
    _cell,
    _cell,
    _cell,
    _cell,
    _copy_rows,
    _delete_rows,
    _renumber,
    _rename_play,
    _many_plays,
    _many_seats,
    _many_remembered,
    _schema,
    _schema,
    _masquerade,
)


def _forge(file: sqlite3.Connection) -> None:
    """Compute every chain and checksum anew, so that only what they say can give the file away."""
    from models import checksums  # noqa: PLC0415
    from models.database import statements_on  # noqa: PLC0415
    from models.entry_rows import read_rows  # noqa: PLC0415
    from models.plays import Seat, start_of  # noqa: PLC0415
    from models.tables import PlayRow  # noqa: PLC0415

    columns = _columns(file, "play")
    for cells in file.execute("SELECT * FROM play").fetchall():
        row = PlayRow(**dict(zip(columns, cells, strict=True)))
        seats = [
            Seat(*seat)
            for seat in file.execute(
                "SELECT key, name, colour, token FROM seat WHERE play = ? ORDER BY place", (row.id,)
            )
        ]
        previous = start_of(row, seats)
        file.execute("UPDATE play SET digest = ? WHERE id = ?", (previous, row.id))
        for rows in list(read_rows(statements_on(file), row.id, -(2**62))):
            previous = rows.compute_digest(previous)
            file.execute("UPDATE entry SET digest = ? WHERE play = ? AND seq = ?", (previous, row.id, rows.seq))
    checksums.write_all_checksums(statements_on(file))


def _strange_zip(chance: random.Random) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("companion.db", bytes(chance.choice((0, 10_000_000))))
    return data.getvalue()


def _strange_gzip(chance: random.Random) -> bytes:
    return gzip.compress(bytes(chance.choice((0, 10_000_000))))


def _strange_json(chance: random.Random) -> bytes:
    return chance.choice((b"[" * 1_000_000, b'{"a":' * 100_000, json.dumps({"plays": [1] * 10_000}).encode(), b"null"))


def _strange_head(chance: random.Random) -> bytes:
    data = bytearray(whole())
    at = chance.choice((16, 18, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 92, 96, 100, 103, 105))
    data[at : at + 4] = chance.choice((bytes(4), b"\xff" * 4, b"\0\0\0\1", chance.randbytes(4)))
    return bytes(data)


def _strange_other(chance: random.Random) -> bytes:
    """Make a file of SQLite's that others have made, in every encoding and size of page."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.execute(f"PRAGMA page_size = {chance.choice((512, 4096, 65536))}")
        file.execute(f"PRAGMA encoding = '{chance.choice(('UTF-8', 'UTF-16le', 'UTF-16be'))}'")
        file.execute(f"PRAGMA application_id = {int.from_bytes(b'Comp')}")
        file.execute(f"PRAGMA user_version = {chance.choice((1, 2, 3))}")
        for at in range(chance.choice((0, 1, 2_000))):
            file.execute(f"CREATE TABLE t{at} (x)")
        if chance.random() < 0.5:
            with closing(sqlite3.connect(":memory:", isolation_level=None)) as ours:
                ours.deserialize(whole())
                for statement in ours.iterdump():
                    with suppress(sqlite3.Error):
                        file.execute(statement)
        return bytes(file.serialize())


def _strange_loop(chance: random.Random) -> bytes:
    """Let pages of a table lead back to one another."""
    data = bytearray(whole())
    for _ in range(chance.randint(1, 20)):
        at = chance.randrange(1, len(data) // 4096) * 4096
        data[at + 8 : at + 12] = chance.randrange(1, len(data) // 4096 + 1).to_bytes(4)
        if chance.random() < 0.5:
            data[at] = chance.choice((2, 5, 10, 13))
    return bytes(data)


STRANGE = (_strange_zip, _strange_gzip, _strange_json, _strange_head, _strange_head, _strange_other, _strange_loop)
