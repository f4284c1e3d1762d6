"""Hostile files: whatever somebody opens, the app takes it in whole or says in a sentence why not.

Sessions and backups are mutated by their grammar and by their bytes. Nothing may be raised but a sentence, nothing may
be half-applied, no file may take long or much memory, and what is taken in must be sound: it passes every check, is
drawn, and can be written out in every form. ``python -m tests.campaigns.fuzzing --seed 1 --count 2000`` prints what
was tried, taken in, refused and the worst of each; it exits with 1 when a promise broke, and says how to see it again.
"""

# ruff: noqa: S608 - the SQL that makes a hostile file is put together of the names of our own tables
from __future__ import annotations

import argparse
import faulthandler
import functools
import gzip
import io
import json
import random
import re
import resource
import signal
import sqlite3
import sys
import time
import traceback
import zipfile
from collections import Counter
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from companion.exports import FORMS
from companion.judge import Judge
from companion.session import Mismatch, replay, steps
from companion.session_file import load, save
from models.backup import read_backup
from models.examination import examined, looked_over
from models.foreign import Aside, is_database
from models.journal import Journal
from models.ledger import Refusal
from models.merging import bring_in, compare
from models.record import digest
from models.snapshot import back_up
from models.trouble import Trouble
from tests.figures import head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SESSIONS = sorted((Path(__file__).parents[1] / "sessions").glob("*.session"))
SHORT = tuple(file for file in SESSIONS if file.stat().st_size < 4_000)
IN_BACKUP = ("ratrace-put-right", "rat_a_tat_cat-stopped", "totopoly-auction-only", "doubletrack-corrections")
SECONDS = 20
"""So long may one file take at most; the ones here are small."""
MEMORY = 3_000_000_000
LONGEST_SENTENCE = 1_000

DIGITS = "9" * 5_000
NASTY = (
    "",
    "0",
    "-1",
    "1e9",
    "2.5",
    "١٢٣",
    "9" * 16,
    "9" * 25,
    DIGITS,
    "-" + DIGITS,
    "0x10",
    "1_000",
    "1,000",
    "NaN",
    "inf",
    "None",
    "true",
    "' '",
    '""',
    "'",
    '"',
    "\\",
    "a b",
    "=",
    "==",
    "=cmd|'/C calc'!A0",
    "+1",
    "@SUM(A1)",
    "\u202egnol\u202c",
    "\u200b",
    "\u200f",
    "e\u0301" * 60,
    "\U0001f600" * 40,
    "x" * 300,
    "x" * 5_000,
    "İ",
    "ﬁ",
    "ß",
    "../../etc/passwd",
    "treasury",
    "table",
    "alice",
    "bob",
    "ann",
    "1..5",
    "1-5",
    "5,5",
    "[]",
    "{}",
    "%s%n",
    "$(id)",
    "<script>alert(1)</script>",
    "NULL",
    "'; DROP TABLE play; --",
    "1:2:3",
    ":",
    "a:b",
    "\t",
    "#",
    "ann ben",
    "0" * 400,
)
"""What is put in the place of an answer, a name or a figure."""
LINES = (
    "undo",
    "redo",
    "undo reason=x",
    "void seq=1 reason=no",
    f"void seq={DIGITS} reason=no",
    "void seq=1 seq=1 reason=x",
    "amend 1=drop reason=x",
    "amend 1=keep 2=drop reason=x later=kept",
    "amend 0.1='undo' reason=x",
    "amend 1='amend 1=drop reason=y' reason=x",
    f"amend {DIGITS}=drop reason=x",
    "amend 2='void seq=1 reason=x' reason=y",
    "amend 1.1=drop 1.2=drop reason=x",
    "amend 3='count who=ann counted=5' reason=x",
    "amend",
    "count",
    "count who=ann",
    "count who=ann counted=5",
    "count who=treasury counted=-5",
    f"count who=ann counted={DIGITS}",
    "end",
    "end\n  a:b 1",
    "refuse",
    "refuse refuse refuse undo",
    "refuse end",
    "refuse game ratrace",
    "refuse amend 1=drop reason=x",
    "game ratrace",
    "seats A B",
    "house a=b",
    "board a=b",
    "title \u202eevil",
    "title " + "t" * 3_000,
    "title =1+1",
    "  treasury:cash 1 $",
    f"  treasury:cash {DIGITS} $",
    "\ttreasury:cash 5",
    "# " + "r" * 100,
    "correct_money giver=treasury taker=bank amount=1",
    "rename who=ann name='=1+1'",
    "rename who=ann name=" + "n" * 200,
    "leave who=ann",
    "join name=Zoë",
    "finish",
    "stop",
    "change_house key=interest way=nearest reason=x",
    "edit_board key=a value=b reason=x",
    "\u2028undo",
    "undo\x0bundo",
    "undo\x85",
    "undo who=ann",
    "UNDO",
    "undo undo",
    "=x",
    "x=",
    "  ",
    " undo",
    "'undo'",
    '"',
    "count counted=1 who=ann who=ann",
)


# --- sessions --------------------------------------------------------------------------------------


@functools.cache
def texts() -> tuple[str, ...]:
    """The evenings to mutate: the short ones, which reach the end of a game all the same."""
    return tuple(file.read_text(encoding="utf-8") for file in SHORT)


def session(chance: random.Random) -> bytes:
    """Make a hostile session, nearly always by the grammar."""
    lines = chance.choice(texts()).splitlines()
    for _ in range(1 + int(chance.expovariate(0.7))):
        chance.choice(GRAMMAR)(lines, chance)
    data = "\n".join(lines).encode("utf-8", errors="surrogatepass")
    if chance.random() < 0.15:
        data = bytes(spoilt(bytearray(data), chance))
    if chance.random() < 0.03:
        data = chance.choice(
            (
                lambda: b"\xef\xbb\xbf" + data,
                lambda: data.replace(b"\n", b"\r\n"),
                lambda: data.decode(errors="replace").encode("utf-16"),
                lambda: data + b"\0",
                lambda: data.replace(b"\n", b"\r"),
                lambda: b"\n" * 50_000 + data,
            )
        )()
    return data


def _drop(lines: list[str], chance: random.Random) -> None:
    if lines:
        del lines[chance.randrange(len(lines))]


def _double(lines: list[str], chance: random.Random) -> None:
    if lines:
        at = chance.randrange(len(lines))
        lines[at:at] = [lines[at]] * chance.choice((1, 1, 2, 30))


def _swap(lines: list[str], chance: random.Random) -> None:
    if lines:
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]


def _insert(lines: list[str], chance: random.Random) -> None:
    lines.insert(chance.randint(0, len(lines)), chance.choice(LINES))


def _append(lines: list[str], chance: random.Random) -> None:
    while lines and lines[-1][:1] in (" ", ""):
        lines.pop()  # the balances at the end would only refuse what comes now
    if lines and lines[-1] == "end":
        lines.pop()
    lines += [chance.choice(LINES) for _ in range(chance.randint(1, 6))]


def _bare(lines: list[str], chance: random.Random) -> None:
    """Leave the postings out, so that what changed is not refused for the sums written under it."""
    del chance
    lines[:] = [one for one in lines if one[:1] not in (" ", "\t") and one != "end"]


def _cross(lines: list[str], chance: random.Random) -> None:
    other = chance.choice(texts()).splitlines()
    lines[chance.randint(0, len(lines)) :] = other[chance.randint(0, len(other)) :]


def _value(lines: list[str], chance: random.Random) -> None:
    at = _having(lines, "=", chance)
    if at is not None:
        pairs = list(re.finditer(r"(\w+)=('[^']*'|\"[^\"]*\"|\S*)", lines[at]))
        if pairs:
            one = chance.choice(pairs)
            value = chance.choice(NASTY) if chance.random() < 0.7 else chance.choice(_values(lines))
            quoted = f"'{value}'" if chance.random() < 0.5 else value
            lines[at] = f"{lines[at][: one.start(2)]}{quoted}{lines[at][one.end(2) :]}"


def _name(lines: list[str], chance: random.Random) -> None:
    at = _having(lines, "=", chance)
    if at is not None:
        lines[at] = re.sub(
            r"\w+=", lambda _: chance.choice(("who=", "x=", "amount=", "=", "reason=")), lines[at], count=1
        )


def _word(lines: list[str], chance: random.Random) -> None:
    if lines:
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        words[chance.randrange(len(words))] = chance.choice(NASTY)
        lines[at] = " ".join(words)


def _figure(lines: list[str], chance: random.Random) -> None:
    at = _having(lines, "  ", chance)
    if at is not None:
        lines[at] = re.sub(
            r"-?\d+", lambda _: chance.choice(("0", "1", "-0", "99", DIGITS, "1" * 16)), lines[at], count=1
        )


def _seats(lines: list[str], chance: random.Random) -> None:
    for at, line in enumerate(lines):
        if line.startswith("seats "):
            names = line.split()[1:]
            if names:
                names[chance.randrange(len(names))] = chance.choice(NASTY)
            lines[at] = "seats " + " ".join(f"'{one}'" if chance.random() < 0.5 else one for one in names)
            return


def _having(lines: list[str], sign: str, chance: random.Random) -> int | None:
    there = [at for at, line in enumerate(lines) if sign in line]
    return chance.choice(there) if there else None


def _values(lines: list[str]) -> list[str]:
    return [pair.partition("=")[2] for line in lines for pair in line.split() if "=" in pair] or [""]


GRAMMAR = (
    _drop,
    _double,
    _swap,
    _insert,
    _insert,
    _append,
    _append,
    _bare,
    _cross,
    _value,
    _value,
    _value,
    _name,
    _word,
    _figure,
    _seats,
)


def spoilt(data: bytearray, chance: random.Random) -> bytearray:
    """Spoil bytes: flip, leave out, put in, double a stretch, cut off."""
    for _ in range(1 + int(chance.expovariate(0.5))):
        at = chance.randrange(len(data) + 1)
        way = chance.randrange(5)
        if way == 0 and data:
            data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
        elif way == 1:
            del data[at : at + chance.randint(1, 40)]
        elif way == 2:
            data[at:at] = chance.randbytes(chance.randint(1, 20))
        elif way == 3:
            data[at:at] = data[at : at + chance.randint(1, 400)]
        else:
            del data[at:]
    return data


# --- backups ---------------------------------------------------------------------------------------


@functools.cache
def whole() -> bytes:
    """A real backup of four games, with everything that a book holds; but for the hour, the same in every run."""
    with mock.patch("os.urandom", random.Random(7).randbytes):  # noqa: S311 - to be had again, not to be secret
        return _whole()


def _whole() -> bytes:
    journal = Journal(Aside())
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
            with suppress(sqlite3.Error, ValueError, TypeError, RecursionError):
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
    """Reckon every chain and seal anew, so that only what they say can give the file away."""
    from models import sealing  # noqa: PLC0415
    from models.play import Seat  # noqa: PLC0415
    from models.record import read_rows  # noqa: PLC0415
    from models.schema import PlayRow  # noqa: PLC0415
    from models.shelf import start_of  # noqa: PLC0415

    columns = _columns(file, "play")
    for cells in file.execute("SELECT * FROM play").fetchall():
        row = PlayRow(**dict(zip(columns, cells, strict=True)))
        seats = [
            Seat(*one)
            for one in file.execute(
                "SELECT key, name, colour, token FROM seat WHERE play = ? ORDER BY place", (row.id,)
            )
        ]
        previous = start_of(row, seats)
        file.execute("UPDATE play SET digest = ? WHERE id = ?", (previous, row.id))
        for rows in list(read_rows(file, row.id, -(2**62))):
            previous = rows.chained(previous)
            file.execute("UPDATE entry SET digest = ? WHERE play = ? AND seq = ?", (previous, row.id, rows.seq))
    sealing.seal_all(file)


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


# --- one case --------------------------------------------------------------------------------------


@dataclass
class Case:
    """What became of one file: ``taken`` in, or refused in a ``sentence``; ``wrong`` is how a promise broke."""

    seed: str
    taken: int = 0
    sentence: str = ""
    wrong: str = ""
    seconds: float = 0.0
    memory: int = 0


class TooLong(BaseException):
    """A file took too long."""


@contextmanager
def watched(case: Case, seconds: float = SECONDS) -> Iterator[None]:
    """Measure time and the highest memory in use above what was; more than so many seconds is wrong."""

    def over(*_: object) -> None:
        raise TooLong

    before = _memory(afresh=True)
    held = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    begun = time.perf_counter()
    try:
        yield
    except TooLong:
        case.wrong = f"takes more than {seconds} seconds: {traceback.format_exc(limit=-4)}"
    except Exception:  # noqa: BLE001 - that is what is looked for
        case.wrong = traceback.format_exc(limit=-8)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, held)
        case.seconds = time.perf_counter() - begun
        case.memory = max(0, _memory() - before)


def _memory(*, afresh: bool = False) -> int:
    """The most memory in use, in bytes; ``afresh`` from now on. Nought where the system does not tell."""
    try:
        if afresh:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        told = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(re.search(r"VmHWM:\s+(\d+)", told)[1]) * 1024


def parse(seed: str) -> Case:
    """Read a session's lines, without doing them."""
    case = Case(seed)
    data = session(random.Random(seed))  # noqa: S311 - to be had again, not to be secret
    with watched(case):
        try:
            case.taken = len(steps(data.decode(errors="surrogateescape" if len(data) % 2 else "replace")))
        except Mismatch as mismatch:
            _refused(case, str(mismatch))
    return case


def take_session(seed: str, loader: Callable[[Journal, bytes], object] = load) -> Case:
    """Take a session in beside a play that is there."""
    data = session(random.Random(seed))  # noqa: S311 - as above
    return _take_in(seed, lambda journal: loader(journal, data), replays=True)


def take_backup(seed: str) -> Case:
    """Restore a backup into a book in which two of its plays are already."""
    data = backup(random.Random(seed))  # noqa: S311 - as above

    def restore(journal: Journal) -> None:
        if not is_database(data):
            load(journal, data)  # as every screen decides what a file is
            return
        read = read_backup(data)
        try:
            bring_in(journal, read, compare(journal, read))
        finally:
            read.close()

    return _take_in(seed, restore)


def _take_in(seed: str, act: Callable[[Journal], object], *, replays: bool = False) -> Case:
    case = Case(seed)
    journal = Journal(Aside())
    try:
        mine = replay(
            journal, steps((SESSIONS[0].parent / f"{IN_BACKUP[1]}.session").read_text(encoding="utf-8"))
        ).play.id
        before, kept = _everything(journal), _everything(journal, mine)
        with watched(case):
            try:
                act(journal)
            except Mismatch as mismatch:
                _refused(case, str(mismatch))
            except (Trouble, Refusal) as said:
                _refused(case, said.sentence)
        if case.wrong:
            return case
        if case.sentence:
            if _everything(journal) != before:
                case.wrong = f"half-applied, though it says: {case.sentence}"
            return case
        new = [one for one in _plays(journal) if one.id != mine]
        case.taken = 1
        if _everything(journal, mine) != kept:
            case.wrong = "a play that was here is another one now"
        with watched(later := Case(seed), 120):
            _sound(journal, new, case, replays=replays)
        case.wrong = case.wrong or later.wrong
    finally:
        journal.database.close()
    return case


def _refused(case: Case, sentence: str) -> None:
    case.sentence = sentence
    if not sentence.strip() or len(sentence) > LONGEST_SENTENCE:
        case.wrong = f"refused in {len(sentence)} letters: {sentence[:200]!r}"
    elif any(not sign.isprintable() for sign in sentence):
        case.wrong = f"refused with signs that are no text: {sentence[:200]!r}"


def _plays(journal: Journal) -> list:
    return [one for put in (False, True) for gone in (False, True) for one in journal.plays(archived=put, deleted=gone)]


def _everything(journal: Journal, play: str | None = None) -> str:
    """Tell the whole content of a book from any other, or that of one play."""
    driver = journal.database.driver
    rows = []
    for table in ("play", "seat", "entry", "posting", "mark", "voiding", "retold", "balance", "standing", "struck"):
        column = "id" if table == "play" else "play"
        test = f"WHERE {column} = ?" if play else ""
        rows.append(sorted(map(repr, driver.execute(f"SELECT * FROM {table} {test}", (play,) if play else ()))))
    shelf = () if play else ("player", "board_fact", "preference", "seal")
    rows += [sorted(map(repr, driver.execute(f"SELECT * FROM {table}"))) for table in shelf]
    return digest(rows)


def _sound(journal: Journal, new: list, case: Case, *, replays: bool) -> None:
    """See that what was taken in passes every check, can be drawn, and can be written out in every form."""
    faults = [*looked_over(journal), *(fault for one in new[:20] for fault in examined(journal, one.id))]
    if faults:
        case.wrong = f"taken in, and not sound: {faults[0].sentence}"
        return
    if replays and new:
        with closing(read_backup(back_up(journal.database))) as kept:
            if kept.damaged:
                case.wrong = f"taken in, and in no backup: {kept.damaged[0]}"
                return
    journal.players()
    for one in new[:5]:
        try:
            judge = Judge(one, journal.ledger(one.id))
        except Refusal:
            continue  # a game of another version, which every screen says
        drawn = _drawn(judge)
        for form in FORMS if drawn else ():
            form.write(journal, one.id)
        if replays:
            again = load(journal, save(journal, one.id))
            if journal.ledger(again.id) != journal.ledger(one.id):
                case.wrong = "written out and taken in again, it is another play"


def _drawn(judge: Judge) -> bool:
    for seat in judge.table.players:
        judge.game.standing(judge.table, seat.key)
    judge.game.prompt(judge.table)
    judge.game.ending(judge.table)
    judge.game.boards(judge.table)
    return True


# --- many ------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """The sums of many cases."""

    tried: int = 0
    taken: int = 0
    sentences: Counter = field(default_factory=Counter)
    slowest: Case = field(default_factory=lambda: Case(""))
    largest: Case = field(default_factory=lambda: Case(""))
    broken: list[Case] = field(default_factory=list)

    def add(self, case: Case) -> None:
        self.tried += 1
        self.taken += bool(case.taken)
        if case.sentence:
            self.sentences[re.sub(r"\d+|'[^']*'", "#", case.sentence)[:60]] += 1
        self.slowest = max(self.slowest, case, key=lambda one: one.seconds)
        self.largest = max(self.largest, case, key=lambda one: one.memory)
        if case.wrong:
            self.broken.append(case)


TARGETS = {"parser": parse, "sessions": take_session, "backups": take_backup}


def campaign(target: str, seed: int, count: int, act: Callable[[str], Case] | None = None) -> Tally:
    """Try so many files on one target."""
    tally = Tally()
    for at in range(count):
        tally.add((act or TARGETS[target])(f"{seed}/{target}/{at}"))
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--count", type=int, default=2_000, help="files for each import; fifty times as many for the parser"
    )
    parser.add_argument("--only", choices=TARGETS)
    parser.add_argument("--again", help="try the one file of this seed, such as 1/backups/17")
    options = parser.parse_args()
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if options.again:
        case = TARGETS[options.again.split("/")[1]](options.again)
        sys.stdout.write(f"{case}\n{case.wrong}\n")
        return bool(case.wrong)
    head("Hostile files")
    columns = ("tried", "taken in", "refused", "sentences", "broke", "slowest s", "most MB")
    sys.stdout.write(f"{'':<12}" + "".join(f"{one:>12}" for one in columns) + "\n")
    broke = 0
    for target in [options.only] if options.only else TARGETS:
        tally = campaign(target, options.seed, options.count * (50 if target == "parser" else 1))
        cells = (
            tally.tried,
            tally.taken,
            tally.sentences.total(),
            len(tally.sentences),
            len(tally.broken),
            f"{tally.slowest.seconds:.2f}",
            f"{tally.largest.memory / 1e6:.0f}",
        )
        sys.stdout.write(f"{target:<12}" + "".join(f"{one!s:>12}" for one in cells) + "\n")
        sys.stdout.write(f"{'':<12}slowest {tally.slowest.seed}, largest {tally.largest.seed}\n")
        seen = Counter(case.wrong.strip().splitlines()[-1][:90] for case in tally.broken)
        for what, many in seen.most_common(30):
            case = next(one for one in tally.broken if one.wrong.strip().splitlines()[-1][:90] == what)
            sys.stdout.write(f"\n{many} x, --again {case.seed}\n{case.wrong[-1500:]}\n")
        broke += len(tally.broken)
        sys.stdout.flush()
    return 1 if broke else 0


if __name__ == "__main__":
    sys.exit(main())
