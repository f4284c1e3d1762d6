"""Players and records on screen: who played, each one's page, head to head, and the best of each game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import flet as ft
import pytest
from hats_game import face, opened, press
from headless import PHONE, TABLET

from companion.formats.session import replay, steps
from models.errors import ReadOnlyError
from views.players import players
from views.players.players import StatsReader, route_of

pytestmark = pytest.mark.games("all")

SESSIONS = Path(__file__).parents[2] / "sessions"
CAT = "game rat_a_tat_cat\ntitle {title}\nseats {seats}\nhouse rounds=1\nstart first={first}\nround scores='{scores}'\n"
HIDDEN = "game doubletrack\nseats Ann Ben Cy\nstart first=ann\nsell_card who=ann bids='ben=10 cy=5'\n"


def session(open_plays, name):
    text = (SESSIONS / f"{name}.session").read_text(encoding="utf-8")
    return replay(open_plays.journal, steps(text)).play


def cat(open_plays, title="Friday", seats="Ann Ben", scores="ann=4 ben=9", first="ann"):
    text = CAT.format(title=title, seats=seats, scores=scores, first=first)
    return replay(open_plays.journal, steps(text)).play


def label(screen, words):
    return any(one.label == words for one in screen.all(ft.Semantics))


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_book_without_plays_says_what_will_be_shown_here_and_how_to_begin(open_plays, size):
    async with opened(open_plays, size=size) as screen:
        await screen.tap("Players and records")
        assert screen.page.route == "/players"
        assert screen.says("Nobody has played yet")
        await press(screen, "Start a game")
        assert screen.page.route == "/new"


async def test_a_long_list_is_shown_a_page_at_a_time(open_plays):
    for number in range(25):
        open_plays.journal.remember_player(f"Guest {number}")
    async with opened(open_plays, "/players") as screen:
        assert not screen.says("Guest 0")
        await press(screen, "Show 13 more")
        await press(screen, "Show 1 more")
        assert screen.says("Guest 0")
        assert screen.says("No games yet")


@pytest.mark.parametrize("name", ["Zo\u00eb / 50%", "best", "a%20b", "M\u00fcller & S\u00f6hne?"])
async def test_a_name_may_hold_any_sign(open_plays, name):
    open_plays.journal.remember_player(name)
    async with opened(open_plays, "/players") as screen:
        await press(screen, name)
        assert screen.page.route == route_of(name.casefold())
        assert screen.says("For the next game")
        assert screen.says(name)


async def test_two_records_of_one_person_are_joined_by_a_tap_and_taken_apart_by_another(open_plays):
    cat(open_plays)
    cat(open_plays, seats="Annie Ben", scores="annie=9 ben=4", first="annie")
    async with opened(open_plays, "/players/ann") as screen:
        assert screen.says("1 played, 1 won")
        await press(screen, "Ann also played under another name")
        await press(screen, "Annie is Ann")
        assert screen.says("2 played, 1 won")
        await press(screen, "Take apart")
        assert screen.says("1 played, 1 won")


async def test_colour_and_token_for_the_next_time_are_kept_and_the_day_of_the_last_play_stays(open_plays):
    open_plays.journal.remember_player("Ann", "#A8241D", "leaf")
    (before,) = open_plays.journal.players()
    async with opened(open_plays, "/players/ann") as screen:
        assert face(screen, "Colour red")
        await press(screen, "Colour blue")
        await press(screen, "Shape arch")
        (after,) = open_plays.journal.players()
        assert (after.colour, after.token, after.last_seen) == ("#1D5A99", "arch", before.last_seen)


async def test_a_player_who_is_forgotten_keeps_the_page_as_long_as_there_are_plays(open_plays):
    cat(open_plays)
    open_plays.journal.remember_player("Ann")
    open_plays.journal.remember_player("Zo\u00eb")
    async with opened(open_plays, "/players/ann") as screen:
        await press(screen, "Forget Ann")
        assert [one.name for one in open_plays.journal.players()] == ["Zo\u00eb"]
        assert screen.page.route == "/players/ann"
        assert not screen.says("For the next game")
        await screen.go(route_of("zo\u00eb"))
        await press(screen, "Forget Zo\u00eb")
        assert screen.page.route == "/players"
        assert "Zo\u00eb" not in screen.words()
        assert "Ann" in screen.words()


async def test_a_book_that_can_not_be_written_says_so_and_shows_the_records_all_the_same(open_plays, monkeypatch):
    cat(open_plays)
    open_plays.journal.remember_player("Ann", "#A8241D", "leaf")

    def refuse(*_args):
        raise ReadOnlyError("The book can be read, and not written.")

    monkeypatch.setattr(type(open_plays.journal), "dress_player", refuse)
    async with opened(open_plays, "/players/ann") as screen:
        await press(screen, "Colour blue")
        assert screen.says("The book can be read, and not written.")
        assert screen.says("1 played, 1 won")


async def test_a_damaged_play_is_named_and_not_counted(open_plays):
    damaged = cat(open_plays, title="Spilt coffee")
    cat(open_plays)
    with open_plays.journal.database.writing() as connection:
        connection.exec_driver_sql("UPDATE balance SET quantity = 1 WHERE play = ?", (damaged.id,))
    async with opened(open_plays, "/players") as screen:
        assert screen.says("\u201cSpilt coffee\u201d is left out. It is damaged")
        assert screen.says("1 played, 1 won")


async def test_a_hidden_play_that_goes_on_shows_no_chip_anywhere(open_plays):
    replay(open_plays.journal, steps(HIDDEN))
    async with opened(open_plays, "/players") as screen:
        for route in ("/players", "/players/ann", "/players/best/doubletrack"):
            await screen.go(route)
            assert screen.says("1 in progress")
            labels = [str(one.label) for one in screen.all(ft.Semantics) if one.label]
            assert not any("$" in word for word in [*screen.words(), *labels])


async def test_a_win_undone_is_gone_when_the_screen_comes_back(open_plays):
    game = cat(open_plays)
    async with opened(open_plays, "/players") as screen:
        assert screen.says("1 played, 1 won")
        open_plays.referee(game.id).undo()
        await screen.go("/players/ann")
        assert screen.says("1 in progress")


async def test_reading_lets_others_have_their_turn_and_leaves_off_when_nobody_looks(open_plays, monkeypatch):
    monkeypatch.setattr(players, "YIELD_SECONDS", -1)
    monkeypatch.setattr(players, "SHOW_SECONDS", -1)
    for _ in range(4):
        cat(open_plays)
    seen = []
    read_now = StatsReader()
    task = asyncio.get_running_loop().create_task(read_now.read(open_plays.journal))
    while not task.done():
        await asyncio.sleep(0)
        seen.append((read_now.progress, read_now.book and len(read_now.book.evenings)))
    assert read_now.book is not None
    assert read_now.progress is None
    # what is read so far is shown with how far it is, and grows
    grown = [many for step, many in seen if step and many is not None]
    assert grown == sorted(grown)
    assert len(set(grown)) > 1
    assert len(read_now.book.evenings) == 4

    cat(open_plays)
    left = StatsReader()
    task = asyncio.get_running_loop().create_task(left.read(open_plays.journal))
    await asyncio.sleep(0)
    left.stop()
    await task
    assert left.book is None


async def test_the_list_under_a_page_leaves_the_reading_to_it(open_plays, monkeypatch):
    cat(open_plays)
    readings = []
    read = StatsReader.read

    async def counted(self, journal):
        readings.append(self)
        await read(self, journal)

    monkeypatch.setattr(StatsReader, "read", counted)
    async with opened(open_plays, "/players/ann") as screen:
        assert screen.says("1 played, 1 won")
        assert len(readings) == 1
        await screen.go("/players")
        assert len(readings) == 2
        assert screen.says("Best of Rat-a-Tat Cat")


async def test_a_fault_while_reading_is_a_sentence_and_no_dead_screen(open_plays, monkeypatch):
    def broken(*_args):
        raise ZeroDivisionError

    monkeypatch.setattr("companion.statistics.player_stats.Memory.steps", broken)
    async with opened(open_plays, "/players") as screen:
        assert screen.says("The records could not be read. Your games are safe.")
