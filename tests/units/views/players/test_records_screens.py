"""Players and records on screen: who played, each one's page, head to head, and the best of each game."""

import asyncio

import pytest

from companion.formats.session import replay, steps
from tests.units.views.hats_game import opened, press
from views.players import players
from views.players.players import StatsReader, route_of

pytestmark = pytest.mark.games("all")

CAT = "game rat_a_tat_cat\ntitle {}\nseats Ann Ben\nhouse rounds=1\nstart first=ann\nround scores='ann=4 ben=9'\n"


def cat(open_plays, title="Friday"):
    return replay(open_plays.journal, steps(CAT.format(title))).play


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


async def test_a_player_who_is_forgotten_keeps_the_page_as_long_as_there_are_plays(open_plays):
    cat(open_plays)
    for name in ("Ann", "Zo\u00eb"):
        open_plays.journal.remember_player(name)
    async with opened(open_plays) as screen:
        for name, then in (("ann", "/players/ann"), ("zo\u00eb", "/players")):
            await screen.go(route_of(name))
            await press(screen, f"Forget {name.title()}")
            assert screen.page.route == then
        assert "Zo\u00eb" not in screen.words()
        assert "Ann" in screen.words()


async def test_a_damaged_play_is_named_and_not_counted(open_plays):
    damaged = cat(open_plays, title="Spilt coffee")
    cat(open_plays)
    with open_plays.journal.database.writing() as connection:
        connection.exec_driver_sql("UPDATE balance SET quantity = 1 WHERE play = ?", (damaged.id,))
    async with opened(open_plays, "/players") as screen:
        assert screen.says("\u201cSpilt coffee\u201d is left out. It is damaged")
        assert screen.says("1 played, 1 won")


async def test_reading_lets_others_have_their_turn_and_leaves_off_when_nobody_looks(
    open_plays, monkeypatch
):
    monkeypatch.setattr(players, "YIELD_SECONDS", -1)
    monkeypatch.setattr(players, "SHOW_SECONDS", -1)
    for _ in range(4):
        cat(open_plays)
    read_now, left, grown = StatsReader(), StatsReader(), []
    task = asyncio.create_task(read_now.read(open_plays.journal))
    while not task.done():
        await asyncio.sleep(0)
        if read_now.progress and read_now.book:
            grown.append(len(read_now.book.evenings))
    assert grown == sorted(grown)
    assert len(set(grown)) > 1, "what is read so far is shown, and grows"
    assert read_now.progress is None
    assert len(read_now.book.evenings) == 4

    cat(open_plays)
    task = asyncio.create_task(left.read(open_plays.journal))
    await asyncio.sleep(0)
    left.stop()
    await task
    assert left.book is None


async def test_a_fault_while_reading_is_a_sentence_and_no_dead_screen(open_plays, monkeypatch):
    def broken(*_args):
        raise ZeroDivisionError

    monkeypatch.setattr("companion.statistics.player_stats.Memory.steps", broken)
    async with opened(open_plays, "/players") as screen:
        assert screen.says("The records could not be read. Your games are safe.")
