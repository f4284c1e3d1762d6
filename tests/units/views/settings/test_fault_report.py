"""A fault at the table is saved as one file to send, by one tap, with nothing secret in it."""

import re
from pathlib import Path

import flet as ft
import pytest

from companion.version import VERSION
from tests.units.views import small_game
from tests.units.views.device import opened
from views.components.error_boundary import Fault
from views.settings.fault_report import place, redact, report
from views.table import panel

PEOPLE = ("Alice", "Ben")
TOLD = "Alice owes $4711 because 'it was Ben who rolled' at hats.price"


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", small_game.find)
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()


async def test_a_part_that_fails_offers_its_report(open_plays, handed, monkeypatch):
    play_id = small_game.new_play(open_plays)
    open_plays.journal.set_play(play_id, title="Ben's birthday")

    def broken(*_args, **_more):
        raise ValueError(TOLD)

    async with opened(open_plays, play_id) as screen:
        await screen.tap("9")
        await screen.tap("Record")
        monkeypatch.setattr(panel, "_zones", broken)
        await screen.tap("5")
        await screen.tap("Save a report")
    ((name, data),) = handed
    said = data.decode()
    assert re.fullmatch(r"Companion report \d{4}-\d\d-\d\d \d\d\.\d\d\.txt", name)
    for words in (
        f"Companion {VERSION}, Flet ",
        "Game hats, entry 1",
        "Last actions, the latest first: roll",
        "views/table/panel.py:",
        "ValueError: \u2026 owes $# because '\u2026' at hats.price",
    ):
        assert words in said
    for secret in ("Alice", "Ben", "birthday", "4711", str(Path(__file__).parent)):
        assert secret not in said


async def test_a_handler_that_fails_offers_its_report(open_plays, handed, monkeypatch):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        monkeypatch.setattr(
            type(screen.clients[0].state(play_id).recorder), "record", lambda *_: 1 // 0
        )
        await screen.tap("9")
        await screen.tap("Record")
        notice = next(one for one in screen.all(ft.SnackBar) if one.action)
        await screen.fire(notice.action, "click")
    assert b"ZeroDivisionError" in handed[0][1]


async def test_a_report_says_nothing_it_is_not_sure_of_where_the_book_itself_is_at_fault(
    open_plays, monkeypatch
):
    error = KeyError("x")
    error.__cause__ = OSError("y")
    async with opened(open_plays, small_game.new_play(open_plays)) as screen:
        monkeypatch.setattr(open_plays.journal, "plays", None)
        said = report(Fault.of(error, "HomeScreen"), screen.clients[0])
    assert said.index("OSError: \u2026") < said.index("KeyError: \u2026")


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("alice", "…"),
        ("Alices hat", "Alices hat"),
        ("no account 'olive.working'", "no account 'olive.working'"),
        ("£3,200", "£#,#"),
        ('reason: "she said so"', "reason: '…'"),
        ("x" * 900, "x" * 300),
        ("[Errno 2] No such file: '/home/anna/books/companion.db'", "[Errno #] No such file: '…'"),
        ("can't open C:\\Users\\Anna Meier\\book.db", "can't open …"),
        ("of file:///home/anna/x", "of file:…"),
        ("~/books is full", "…"),
        ("1/2 of and/or", "#/# of and/or"),
    ],
)
def test_names_figures_and_sentences_are_taken_out_of_the_words_of_a_fault(words, left):
    assert redact(words, PEOPLE) == left


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/home/ben/companion/views/home.py", "views/home.py"),
        ("C:\\Users\\Ben\\app\\models\\journal.py", "models/journal.py"),
        ("/home/ben/venv/lib/python3.11/site-packages/flet/page.py", "flet/page.py"),
        ("/home/ben/poker_night.py", "poker_night.py"),
        ("", ""),
    ],
)
def test_a_place_names_no_folder_of_the_device(path, said):
    assert place(path) == said
