"""Screens that hear of an entry are drawn one after another, whoever is waited for first, and nobody holds them up."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from flet.components.component import Component

from tests.purging import purge
from tests.units.views.shared_evening import Evening
from views.state.draw_queue import DrawQueue

pytestmark = pytest.mark.games("all")


SIX = "game rat_race_monopoly\nseats Alice Ben Cleo\nstart first=alice\n"


class Drawn:
    """What happens on the screens of a loop, in its order."""

    def __init__(self):
        self.turns, self.told = DrawQueue(), []

    async def draw(self, name, *, later=True, fault=None):
        async with self.turns.take(later=later):
            if fault:
                raise fault
            self.told.append(name)
            await asyncio.sleep(0)
            self.told.append(f"{name} sent")


async def test_each_is_sent_before_the_next_is_drawn_and_whoever_is_waited_for_comes_first():
    drawn = Drawn()
    await asyncio.gather(drawn.draw("a"), drawn.draw("b"), drawn.draw("up", later=False))
    assert drawn.told == ["up", "up sent", "a", "a sent", "b", "b sent"]


async def test_one_that_leaves_while_it_waits_fails_or_ends_early_holds_up_nobody():
    drawn = Drawn()
    names = {"fails": ZeroDivisionError, "ends": asyncio.CancelledError, "leaves": None, "a": None}
    tasks = [asyncio.create_task(drawn.draw(name, fault=fault)) for name, fault in names.items()]
    await asyncio.sleep(0)
    tasks[2].cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in found[:2]] == [ZeroDivisionError, asyncio.CancelledError]
    await drawn.draw("b")
    assert drawn.told == ["a", "a sent", "b", "b sent"]


async def test_the_phone_of_whoever_is_up_has_an_entry_before_the_others(open_plays):
    evening, told, clients = Evening(open_plays, SIX), [], []
    async with evening.screen(evening.tablet, clients=clients) as tablet, AsyncExitStack() as stack:
        for name in ("Cleo", "Ben", "Alice"):
            await stack.enter_async_context(evening.screen(evening.add(name), clients=clients))
            clients[-1].refresh = lambda _, name=name: told.append(name)
        tablet.turn_to()
        clients[0].announce(evening.play)
        await tablet.settle()
    assert told == ["Alice", "Cleo", "Ben"]
    assert not clients[-1].is_up("no such game")


async def test_whoever_asked_sees_a_nod_first_and_no_phone_draws_it_again_with_its_entry(
    open_plays, monkeypatch
):
    evening, told, drawn, clients = Evening(open_plays), [], [], []
    names, update = ("Ann", "Cy", "Ben"), Component.update
    async with evening.screen(evening.tablet, clients=clients) as tablet, AsyncExitStack() as stack:
        for name in names:
            phone = evening.screen(evening.add(name), clients=clients)
            await stack.enter_async_context(phone)
        bank, *phones = [client.state(evening.play) for client in clients]
        for client, name in zip(clients[1:], names, strict=True):
            soon = client.run_soon
            client.run_soon = lambda act, name=name, soon=soon: (told.append(name), soon(act))
        phones[-1].requests.ask_for("pay", {"payer": "ben", "payee": "ann", "amount": 5}, "asked")
        await tablet.settle()
        told.clear()
        clients[0].announce = lambda _: None  # its entry is told later
        (request,) = bank.requests.waiting
        tablet.turn_to()
        bank.recorder.grant(request, bank.seen)
        await tablet.settle()
        assert told[0] == "Ben"
        monkeypatch.setattr(Component, "update", lambda part: (drawn.append(part), update(part)))
        for client in clients[1:]:
            client.refresh(evening.play)
        await tablet.settle()
    assert not drawn


async def test_a_screen_whose_game_has_gone_is_redrawn_with_all_others(open_plays):
    evening, clients = Evening(open_plays), []
    async with evening.screen(evening.tablet, clients=clients) as tablet:
        open_plays.journal.set_play(evening.play, deleted=True)
        purge(open_plays.journal, evening.play)
        open_plays.forget(evening.play)
        clients[0].redraw_all()
        await tablet.settle()
        assert tablet.says("This game is not in the book any more.")
