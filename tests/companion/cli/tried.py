"""What commands are tried on, and who is at the keyboard."""

from __future__ import annotations

import io
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[3]
SESSIONS = ROOT / "tests" / "sessions"
RETIRED = SESSIONS / "ratrace-retirement.session"
FISTS = SESSIONS / "doubletrack-auctions-and-ties.session"
EVENING = "game ratrace\ntitle {}\nseats Alice Bob\nstart first=alice\n"


def answering(monkeypatch, words):
    keyboard = io.StringIO(words)
    keyboard.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", keyboard)


def meddle(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            file.execute(statement)


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix in (".db", ".txt")}
