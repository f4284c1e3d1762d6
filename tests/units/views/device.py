"""A device with a play open on it: what tests do there that is no tap on something with a name."""

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from itertools import count

import flet as ft

from companion.core.prompt import Offer
from tests.units.views.headless import PATIENCE, TABLET, Screen
from views import app

NOWHERE = {"x": 0, "y": 0}
START = {"l": NOWHERE, "g": NOWHERE, "lp": NOWHERE, "gp": NOWHERE}
END = {**START, "v": NOWHERE}


def opened(open_plays, play_id, size=TABLET, where="", **more):
    """Open a play; on its table every look at the clock finds a second gone, so that no two taps are one."""
    clients = []

    def main(page):
        clients.append(app.open_session(page, open_plays))
        if state := clients[0].here() or clients[0]._states.get(play_id):
            state.clock = partial(next, count())

    screen = Screen(main, f"/play/{play_id}{where}", size, **more)
    screen.clients = clients
    return screen


@asynccontextmanager
async def on_sheet(open_plays, play_id, action, size=TABLET, **answers):
    """Open a play with the sheet of an action before it."""
    async with opened(open_plays, play_id, size) as screen:
        screen.clients[0].here().sheet.open(Offer(action, answers))
        await screen.settle()
        yield screen


async def type_keys(screen, *keys):
    """Press keys of a keyboard one after another."""
    for key in keys:
        await screen.key(key)


async def book_checked(open_plays):
    """Wait until the book was checked, as it is beside the first screen, and found sound."""
    async with asyncio.timeout(PATIENCE):
        while open_plays.storage.damage != ():  # noqa: ASYNC110 - a sound book sends nothing to wait for
            await asyncio.sleep(0)


def lines(open_plays, play_id):
    return [one.proposal.narration for one in open_plays.journal.entries(play_id)]


def in_tree(screen):
    """Every string and number that was put anywhere in the tree of the page, in whatever property."""
    found = []
    for control in screen.walk():
        for name, value in (*vars(control).items(), *control._values.items()):
            if (
                isinstance(value, str | int | float)
                and not isinstance(value, bool)
                and not name.startswith("_")
            ):
                found.append(f"{type(control).__name__}.{name}={value}")
    return found


async def hold(screen, at=0):
    await screen.fire(screen.all(ft.GestureDetector)[at], "long_press_start", START)


async def let_go(screen, at=0, how="long_press_end"):
    await screen.fire(
        screen.all(ft.GestureDetector)[at], how, END if how == "long_press_end" else None
    )
