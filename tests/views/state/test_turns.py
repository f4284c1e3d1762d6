"""Screens that hear of an entry are drawn one after another, whoever is waited for first, and nobody holds them up."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from shared_evening import Evening

from views.state.turns import UNTIL_SENT, Turns

pytestmark = pytest.mark.games("all")


SIX = "game rat_race_monopoly\nseats Alice Ben Cleo\nstart first=alice\n"


class Drawn:
    """What happens on the screens of a loop, in its order."""

    def __init__(self) -> None:
        self.turns, self.told = Turns(), []

    async def draw(self, name: str, *, later: bool = True) -> None:
        async with self.turns.take(later=later):
            self.told.append(name)
            await asyncio.sleep(0)
            self.told.append(f"{name} sent")


def others(*names: str) -> list[str]:
    return [word for name in names for word in (name, f"{name} sent")]


async def test_each_is_sent_before_the_next_is_drawn() -> None:
    drawn = Drawn()
    await asyncio.gather(*(drawn.draw(name) for name in "abc"))
    assert drawn.told == others("a", "b", "c")
    assert UNTIL_SENT > 1


async def test_whoever_is_waited_for_comes_first() -> None:
    drawn = Drawn()
    await asyncio.gather(drawn.draw("a"), drawn.draw("b"), drawn.draw("up", later=False))
    assert drawn.told == others("up", "a", "b")


async def test_a_screen_that_leaves_while_it_waits_holds_up_nobody() -> None:
    drawn = Drawn()
    tasks = [asyncio.create_task(drawn.draw(name)) for name in "abc"]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert drawn.told == others("a", "c")
    await drawn.draw("d")
    assert drawn.told[-1] == "d sent"


async def test_one_whose_turn_fails_or_ends_early_holds_up_nobody() -> None:
    drawn = Drawn()

    async def fail(*, early: bool) -> None:
        async with drawn.turns.take(later=False):
            raise asyncio.CancelledError if early else ZeroDivisionError

    found = await asyncio.gather(fail(early=False), fail(early=True), drawn.draw("a"), return_exceptions=True)
    assert [type(one) for one in found] == [ZeroDivisionError, asyncio.CancelledError, type(None)]
    assert drawn.told == others("a")


async def test_the_phone_of_whoever_is_up_has_an_entry_before_the_others(open_plays) -> None:
    evening, told, clients = Evening(open_plays), [], []
    members = {name: evening.add(name) for name in ("Cy", "Ben", "Ann")}
    async with evening.screen(evening.tablet, clients=clients) as tablet, AsyncExitStack() as stack:
        for name, member in members.items():
            phone = await stack.enter_async_context(evening.screen(member, clients=clients))
            phone.turn_to()
            clients[-1].refresh = lambda _, name=name: told.append(name)
            clients[-1].is_up = lambda _, name=name: name == "Ben"
        tablet.turn_to()
        clients[0].announce(evening.play)
        await tablet.settle()
    assert told == ["Ben", "Cy", "Ann"]


async def test_a_device_is_up_whose_player_is(open_plays) -> None:
    evening, clients = Evening(open_plays, SIX), []
    async with evening.screen(evening.add("Ben"), clients=clients):
        assert not clients[0].is_up(evening.play)
        assert not clients[0].is_up("no such game")
    async with evening.screen(evening.add("Alice"), clients=clients):
        assert clients[1].is_up(evening.play)
