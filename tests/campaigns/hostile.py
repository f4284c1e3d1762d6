"""Files as disks, sticks, editors and enemies leave them: bytes spoilt, sessions and backups made by their grammar.

Each takes a source of chance, so that it can be had again.
"""

# ruff: noqa: S608 - the SQL that makes a hostile file is put together of the names of our own tables
import functools
import random
import re
import sqlite3
from contextlib import closing, suppress
from unittest import mock

from companion.formats.session import replay, steps
from models.backups.backup import back_up
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from tests.paths import SESSION_FOLDER

PAGE = 4096

# --- bytes ------------------------------------------------------------------------------------------


def one_bit(data, chance):
    """Flip a single bit anywhere."""
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def letter(data, chance):
    """Change a letter or a digit into another one, as if somebody had edited the file."""
    there = [
        at
        for at in chance.choices(range(len(data)), k=1_000)
        if chr(data[at]).isalnum() and data[at] < 128
    ]
    for at in there[:1]:
        data[at] = ord(
            chance.choice("0123456789" if chr(data[at]).isdigit() else "abcdefghijklmnopqrstuvwxyz")
        )


def cut(data, chance):
    """Cut the end off."""
    del data[chance.randrange(len(data)) :]


def zero_page(data, chance):
    """Fill a page with zeros, as a disk does with a sector that it gave up."""
    page = _page(data, chance)
    data[page] = bytes(len(data[page]))


def noise_page(data, chance):
    """Put noise in the place of a page."""
    page = _page(data, chance)
    data[page] = chance.randbytes(len(data[page]))


def swap_pages(data, chance):
    """Write two pages each in the other's place."""
    one, other = _page(data, chance), _page(data, chance)
    data[one], data[other] = data[other], data[one]


def double_page(data, chance):
    """Write a page in the place of another as well."""
    data[_page(data, chance)] = data[_page(data, chance)]


def _page(data, chance):
    at = chance.randrange(max(1, len(data) // PAGE)) * PAGE
    return slice(at, at + PAGE)


WAYS = (one_bit, letter, cut, zero_page, noise_page, swap_pages, double_page)


def spoilt(data, chance):
    """Spoil bytes in some ways."""
    made = bytearray(data)
    for _ in range(1 + int(chance.expovariate(0.5))):
        if made:
            chance.choice(WAYS)(made, chance)
    return bytes(made)


# --- sessions ---------------------------------------------------------------------------------------

DIGITS = "9" * 5_000
NASTY = (
    *(
        "",
        "0",
        "-1",
        "1e9",
        "2.5",
        "١٢٣",
        DIGITS,
        "-" + DIGITS,
        "1_000",
        "NaN",
        "' '",
        "'",
        "\\",
        "a b",
        "==",
        "1..5",
    ),
    *(
        "=cmd|'/C calc'!A0",
        "\u202egnol\u202c",
        "\u200b",
        "\t",
        "#",
        "e\u0301" * 60,
        "\U0001f600" * 40,
        "x" * 5_000,
    ),
    *(
        "İ",
        "ﬁ",
        "../../etc/passwd",
        "treasury",
        "ann",
        "[]",
        "%s%n",
        "<script>",
        "'; DROP TABLE play; --",
        "1:2:3",
    ),
)
"""What is put in the place of an answer, a name or a figure."""
LINES = (
    *(
        "undo",
        "redo",
        "undo undo",
        "UNDO",
        " undo",
        "\u2028undo",
        "undo\x0bundo",
        "undo\x85",
        "=x",
        "x=",
        "  ",
        "amend",
    ),
    *(
        "void seq=1 reason=no",
        f"void seq={DIGITS} reason=no",
        "void seq=1 seq=1 reason=x",
        "amend 1=drop reason=x",
    ),
    *(
        "amend 0.1='undo' reason=x",
        "amend 1='amend 1=drop reason=y' reason=x",
        f"amend {DIGITS}=drop reason=x",
    ),
    *(
        "count",
        "count who=ann counted=5",
        "count who=treasury counted=-5",
        f"count who=ann counted={DIGITS}",
        "stop",
    ),
    *(
        "end",
        "end\n  a:b 1",
        "refuse",
        "refuse refuse refuse undo",
        "refuse end",
        "game ratrace",
        "seats A B",
    ),
    *(
        "house a=b",
        "board a=b",
        "title \u202eevil",
        "title " + "t" * 3_000,
        f"  treasury:cash {DIGITS} $",
    ),
    *(
        "correct_money giver=treasury taker=bank amount=1",
        "rename who=ann name='=1+1'",
        "leave who=ann",
        "join name=Zoë",
    ),
)


@functools.cache
def texts():
    """The evenings to change: the short ones, which reach the end of a game all the same."""
    files = sorted(SESSION_FOLDER.glob("*.session"))
    return tuple(file.read_text(encoding="utf-8") for file in files if file.stat().st_size < 4_000)


def session(chance):
    """Make a hostile session, nearly always by the grammar."""
    lines = chance.choice(texts()).splitlines()
    for _ in range(1 + int(chance.expovariate(0.7))):
        chance.choice(GRAMMAR)(lines, chance)
    data = "\n".join(lines).encode("utf-8", errors="surrogatepass")
    if chance.random() < 0.15:
        data = spoilt(data, chance)
    if chance.random() < 0.03:
        odd = (
            b"\xef\xbb\xbf" + data,
            data + b"\0",
            b"\n" * 50_000 + data,
            data.replace(b"\n", b"\r\n"),
        )
        data = chance.choice((*odd, data.decode(errors="replace").encode("utf-16")))
    return data


def _shuffle(lines, chance):
    """Leave a line out, have one many times, or put it elsewhere."""
    if lines:
        at = chance.randrange(len(lines))
        moved = [lines.pop(at)] * chance.choice((0, 1, 2, 30))
        to = chance.choice((at, chance.randint(0, len(lines))))
        lines[to:to] = moved


def _insert(lines, chance):
    lines.insert(chance.randint(0, len(lines)), chance.choice(LINES))


def _append(lines, chance):
    """Go on behind the end, where what is written of balances would only refuse what comes."""
    while lines and (lines[-1][:1] in (" ", "") or lines[-1] == "end"):
        lines.pop()
    lines += [chance.choice(LINES) for _ in range(chance.randint(1, 6))]


def _bare(lines, chance):
    """Leave the postings out, so that what changed is not refused for the sums written under it."""
    del chance
    lines[:] = [one for one in lines if one[:1] not in (" ", "\t") and one != "end"]


def _cross(lines, chance):
    other = chance.choice(texts()).splitlines()
    lines[chance.randint(0, len(lines)) :] = other[chance.randint(0, len(other)) :]


def _value(lines, chance):
    """Put something else in the place of an answer, of its name, of a figure or of any word."""
    pattern = chance.choice((r"(?<==)('[^']*'|\"[^\"]*\"|\S*)", r"\w+(?==)", r"-?\d+", r"\S+"))
    there = [(at, found) for at, line in enumerate(lines) for found in re.finditer(pattern, line)]
    if there:
        at, found = chance.choice(there)
        value = chance.choice(NASTY) if chance.random() < 0.4 else chance.choice(there)[1][0]
        quoted = f"'{value}'" if chance.random() < 0.3 else value
        lines[at] = f"{lines[at][: found.start()]}{quoted}{lines[at][found.end() :]}"


GRAMMAR = (
    _shuffle,
    _shuffle,
    _insert,
    _insert,
    _append,
    _append,
    _bare,
    _cross,
    _value,
    _value,
    _value,
    _value,
)


# --- backups ----------------------------------------------------------------------------------------


def play_session(journal, name):
    """Play an evening of `tests/evenings`; give its id."""
    return replay(
        journal, steps((SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8"))
    ).play.id


def fill(journal, names):
    """Fill a book with evenings and with all else that a book holds; give the ids of the plays."""
    journal.remember_player("Zoë", "#aa3322", "cat")
    journal.set_board_fact("totopoly", "1", "horse", 'Dark "Sécret"')
    journal.set_preference("houses:ratrace", {"interest": "nearest"})
    return {name: play_session(journal, name) for name in names}


IN_BACKUP = (
    "ratrace-put-right",
    "rat_a_tat_cat-stopped",
    "totopoly-auction-only",
    "doubletrack-corrections",
)


@functools.cache
def whole():
    """A real backup of four games, with everything that a book holds; but for the hour, the same in every run."""
    with (
        mock.patch("os.urandom", random.Random(7).randbytes),  # noqa: S311 - to be had again, not to be secret
        closing(UntrustedFile()) as book,
    ):
        journal = Journal(book)
        fill(journal, IN_BACKUP)
        return back_up(book)


CELLS = (
    *(
        0,
        -1,
        2**31,
        2**62,
        -(2**63),
        1.5,
        b"",
        b"\xff\xfe",
        "",
        "x",
        "\0",
        "x\0y",
        "=1+1",
        "\u202e",
        "0" * 64,
        DIGITS,
    ),
    *(
        "x" * 1_000_001,
        "[" * 100_000,
        '{"a":' * 50_000,
        "[]",
        "{}",
        "null",
        "1",
        '"x"',
        f"[{DIGITS}]",
        '{"a":1,"a":2}',
    ),
    *(
        "[NaN]",
        "[1e400]",
        r'"\ud800"',
        r'["\ud800"]',
        "[[1,2,3,4,5]]",
        '[["x",1,"$",false,false]]',
        "undo",
        "amend",
    ),
    *(
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59.999999-14:00",
        "2026-11-21",
        '{"who":' + "9" * 4_000 + "}",
    ),
)


def backup(chance):
    """Make a hostile backup: by SQL, or by its bytes. Forged chains and other files, `test_foreign_backups.py` has."""
    way = chance.random()
    if way < 0.2:
        return spoilt(whole(), chance)
    if way < 0.3:
        return _looped(chance)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.deserialize(whole())
        for (name,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {name}")
        for _ in range(1 + int(chance.expovariate(0.8))):
            with suppress(sqlite3.Error):
                chance.choice(MEDDLING)(file, chance)
        with suppress(sqlite3.Error):
            file.execute("VACUUM")
        return bytes(file.serialize())


def _table(file, chance, *, loosen):
    """Choose a table, and give its columns; a loosened one takes anything."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    table = chance.choice(file.execute(query).fetchall())[0]
    columns = [f'"{row[1]}"' for row in file.execute(f'PRAGMA table_info("{table}")')]
    if loosen:
        file.execute(f'ALTER TABLE "{table}" RENAME TO tight')
        file.execute(f'CREATE TABLE "{table}" ({", ".join(columns)})')
        file.execute(f'INSERT INTO "{table}" SELECT * FROM tight')
        file.execute("DROP TABLE tight")
    return table, columns


def _cell(file, chance):
    """Put something else in a cell."""
    table, columns = _table(file, chance, loosen=chance.random() < 0.5)
    rows = file.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
    known = (
        file.execute(
            f'SELECT * FROM "{table}" LIMIT 1 OFFSET {chance.randrange(max(1, rows))}'
        ).fetchone()
        or ()
    )
    test = " AND ".join(f"{name} IS ?" for name in columns)
    file.execute(
        f'UPDATE "{table}" SET {chance.choice(columns)} = ? WHERE {test}',
        (chance.choice(CELLS), *known),
    )


def _copy_rows(file, chance):
    table, _ = _table(file, chance, loosen=True)
    file.execute(
        f'INSERT INTO "{table}" SELECT * FROM "{table}" LIMIT {chance.choice((1, 50, 1000))}'
    )


def _schema(file, chance):
    file.execute(chance.choice(SCHEMAS))


SCHEMAS = (
    "CREATE TRIGGER t AFTER INSERT ON play BEGIN DELETE FROM entry; END",
    "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT 1; END",
    "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
    "ALTER TABLE play ADD COLUMN more TEXT",
    "DROP TABLE seat",
    "ALTER TABLE entry ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000)))",
    "ALTER TABLE play RENAME COLUMN title TO headline",
    "ALTER TABLE entry RENAME TO entries",
    "CREATE INDEX i ON entry (abs(random()))",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 99",
    "PRAGMA writable_schema = ON",
    "CREATE VIRTUAL TABLE f USING fts5(x)",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE play (id)' WHERE name = 'play'",
)


MEDDLING = (_cell, _cell, _cell, _cell, _copy_rows, _schema, _schema)


def _looped(chance):
    """Let pages of a table lead back to one another."""
    data = bytearray(whole())
    for _ in range(chance.randint(1, 20)):
        at = chance.randrange(1, len(data) // PAGE) * PAGE
        data[at + 8 : at + 12] = chance.randrange(1, len(data) // PAGE + 1).to_bytes(4)
        data[at] = chance.choice((data[at], 2, 5, 10, 13))
    return bytes(data)
