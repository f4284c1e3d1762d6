"""What commands are tried on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[3]
SESSIONS = ROOT / "tests" / "sessions"
RETIRED = SESSIONS / "ratrace-retirement.session"
EVENING = "game ratrace\ntitle {}\nseats Alice Bob\nstart first=alice\n"


def meddle(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            file.execute(statement)


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix in (".db", ".txt")}
