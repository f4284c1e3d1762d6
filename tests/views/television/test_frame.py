"""The television: who sees it, what it says of the game and the last entry, and that it follows the evening."""

from __future__ import annotations

import flet as ft
import pytest
from headless import PHONE, TABLET, TELEVISION

from companion.formats.session import replay, steps
from companion.games import infos
from views.television.parts import Room

pytestmark = pytest.mark.games("all")
MONEY = """
game any_money
title Friday money
seats Ann Ben Cy
begin
"""


def figures(screen, value):
    """The texts of this value on what is shown of each player."""
    players = [one for one in screen.all(ft.Semantics) if str(one.key).startswith("tv-")]
    return [one for each in players for one in screen.walk(each) if isinstance(one, ft.Text) and one.value == value]


async def test_who_joined_a_large_screen_just_watching_sees_everybody_once_and_nothing_to_fill_in(at_table):
    evening = at_table(MONEY)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert screen.says("Friday money")
        assert len(figures(screen, "$1,500")) == 3
        assert not screen.all(ft.NavigationRail)
        assert not screen.named("Record")
        await screen.tap("Journal and charts")
        assert screen.all(ft.NavigationRail), "there is a way to everything else"


@pytest.mark.parametrize(("people", "size"), [((), TABLET), ((), PHONE), (("Ann",), TELEVISION)])
async def test_a_device_in_a_hand_and_one_that_somebody_plays_on_show_the_table(at_table, people, size):
    evening = at_table(MONEY)
    async with evening.screen(evening.add(*people), size=size) as screen:
        assert screen.by_id("last-entry") is None


async def test_the_host_opens_it_and_comes_back(at_table):
    evening = at_table(MONEY)
    async with evening.screen(evening.tablet, f"/play/{evening.play}/show", size=TELEVISION) as screen:
        assert screen.by_id("last-entry")
        await screen.tap("Back to the table")
        assert screen.page.route == f"/play/{evening.play}"


async def test_what_was_recorded_last_stands_at_the_foot_and_is_read_out(at_table):
    evening = at_table(MONEY)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        evening.state(evening.tablet).recorder.enter("pay", {"payer": "ann", "payee": "ben", "amount": 70}, "x")
        evening.shared.refresh()
        await screen.settle()
        foot = screen.by_id("last-entry")
        assert foot.live_region
        assert foot.label == "Entry 2. Ann pays Ben $70. minus 70 dollars."
        assert {"Ann pays Ben $70.", "\N{MINUS SIGN}$70"} <= {*screen.words(foot)}


async def test_it_goes_on_to_the_next_game_by_itself(at_table):
    evening = at_table(MONEY)
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        later = replay(evening.open_plays.journal, steps(MONEY.replace("Friday", "Late"))).play.id
        evening.shared.join_evening(later)
        await screen.settle()
        assert screen.page.route == f"/play/{later}"
        assert screen.says("Late money")


async def test_a_game_of_other_people_is_not_shown_to_it(at_table):
    evening = at_table(MONEY)
    evening.add()
    others = replay(evening.open_plays.journal, steps(MONEY.replace("Ann Ben Cy", "Dot Eve"))).play.id
    evening.shared.join_evening(others)
    assert [one.id for one in evening.shared.plays_of(evening.shared.members(evening.room)[0])] == [evening.play]


async def test_its_letters_are_as_large_as_the_screen_lets_them_be_whatever_size_of_text_is_liked(at_table):
    evening = at_table(MONEY)

    def sizes(screen):
        return [one.size for one in screen.all(ft.Text) if one.size]

    clients = []
    async with evening.screen(evening.add(), size=TELEVISION, clients=clients) as screen:
        before = sizes(screen)
        clients[0].prefs = type(clients[0].prefs)(scale=2.0)
        clients[0].redraw()
        await screen.settle()
        assert sizes(screen) == before


@pytest.mark.parametrize("size", [(1600, 900), (1280, 720), (1920, 1080)])
async def test_no_figure_of_a_player_is_smaller_than_a_twenty_fifth_of_the_height(at_table, size):
    evening = at_table(MONEY)
    async with evening.screen(evening.add(), size=size) as screen:
        assert all(one.size >= size[1] * 0.04 for one in figures(screen, "$1,500"))


@pytest.mark.parametrize("game", infos(), ids=lambda game: game.key)
async def test_every_game_has_one_before_its_start(at_table, game):
    names = " ".join(["Ann", "Ben", "Cy", "Dot", "Eve", "Finn"][: game.open().least])
    evening = at_table(f"game {game.key}\nseats {names}\n")
    async with evening.screen(evening.add(), size=TELEVISION) as screen:
        assert all(screen.says(name) for name in names.split())
        assert screen.says("Nothing is recorded yet.")


def test_all_measures_grow_with_the_window():
    assert Room(1600, 900).of(36) == 36
    assert Room(1280, 720).of(36) == 28.8
    assert Room(1200, 1600).unit == 0.75
