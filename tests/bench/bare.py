"""Flet and little else, to measure beside: ``python -m tests.bench.bare PORT row|counter|sheet|ledger FOLDER``.

``row`` says a word that SQLModel reads from a file. ``counter`` counts taps, ``sheet`` puts with each tap thirty other
buttons in the place of those that were there. ``ledger`` also writes each tap down for good, as the book does, and
sends it to every other screen: less than that no book can do.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

os.environ["FLET_FORCE_WEB_SERVER"] = "true"

import flet as ft

port, kind, where = sys.argv[1:]
folder = Path(where)


def row(page):
    from sqlmodel import Field, Session, SQLModel, create_engine, select  # noqa: PLC0415 - the others do without it

    class Word(SQLModel, table=True):
        id: int | None = Field(default=None, primary_key=True)
        said: str

    engine = create_engine(f"sqlite:///{folder / 'word.db'}")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session:
        if session.exec(select(Word)).first() is None:
            session.add(Word(said="Hello"))
            session.commit()
        page.add(ft.Text(session.exec(select(Word.said)).one()))


def counter(page):
    said = ft.Text("0 taps")

    def tap():
        said.value = f"{int(said.value.split()[0]) + 1} taps"

    page.add(said, ft.Button("Tap", on_click=tap))


BUTTONS = 30


def sheet(page):
    @ft.component
    def Sheet():  # noqa: N802 - a component
        taps, count = ft.use_state(0)
        buttons = [
            ft.OutlinedButton(ft.Text(f"{taps}.{at}"), key=f"{taps}.{at}") for at in range(BUTTONS)
        ]
        return ft.Column([ft.Button("Tap", on_click=lambda: count(taps + 1)), ft.Column(buttons)])

    page.render(Sheet)


def opened():
    book = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"):
        book.execute(statement)
    book.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, what TEXT)")
    return book


def ledger(page):
    said = ft.Text("0 lines")

    def show(_=""):
        (lines,) = book.execute("SELECT count(*) FROM entry").fetchone()
        said.value = f"{lines} lines"
        page.update()

    def tap():
        book.execute("INSERT INTO entry (what) VALUES ('a line')")
        page.pubsub.send_others("a line")
        show()

    page.pubsub.subscribe(show)
    page.add(said, ft.Button("Tap", on_click=tap))


if kind == "ledger":
    book = opened()
ft.run(
    {"row": row, "counter": counter, "sheet": sheet, "ledger": ledger}[kind],
    host="127.0.0.1",
    port=int(port),
    no_cdn=True,
)
