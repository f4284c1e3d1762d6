"""Nothing comes at a moment of its own: no clock, no thread, no order of memory, no number made up at random."""

import asyncio
import gc
import itertools
import os
import random
import weakref
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from weakref import WeakSet

from flet.components import observable
from flet.controls.id_counter import ControlId

from companion import backup_reminder, dates
from models import journal, plays, rooms
from views.boards import worth_chart
from views.components import reveal
from views.setup import setup
from views.state import room_book, setup_form
from views.state.play import requests, taps, viewpoint
from views.table.questions import each, roll, several, who_starts

BEGAN = 1_790_000_000
"""When evenings with a clock begin in tests/evenings, in seconds since 1970."""


class InOrder(WeakSet[Any]):
    """Whoever follows a value, in the order in which they came; Flet's set has whatever order memory gives it."""

    class Data(dict[Any, None]):
        add = dict.setdefault

        def discard(self, one):
            self.pop(one, None)

        remove = dict.__delitem__

    def __init__(self):
        super().__init__()
        self.data = InOrder.Data()


class Still(datetime):
    """A clock that stands at eight in the evening, whatever place this is, until minutes are put on."""

    minutes = 0

    @classmethod
    def now(cls, tz=None):  # type: ignore[override]
        hours, minutes = divmod(cls.minutes, 60)
        here = datetime(2026, 1, 1, 20 + hours % 4, minutes)  # noqa: DTZ001 - what is shown is local time
        return here.astimezone(tz) if tz else here


async def at_once(work, *args, **more):
    return work(*args, **more)


def make_up_the_same(monkeypatch):
    """Let the ids made up from now on be the same every time."""
    random.seed(0)
    monkeypatch.setattr(ControlId, "_counter", itertools.count(3))
    monkeypatch.setattr(os, "urandom", random.randbytes)
    monkeypatch.setattr(random, "_urandom", random.randbytes)


def let_nothing_happen(monkeypatch):
    """Let nothing come by itself, and nothing be freed meanwhile."""
    Still.minutes = 0
    for module in (journal, plays, rooms, dates, backup_reminder, setup_form, room_book, requests):
        monkeypatch.setattr(module, "datetime", Still)
    for module in (each, roll, several, who_starts):
        monkeypatch.setattr(module, "DICE", random.Random(7))  # noqa: S311 - dice of a test
    monkeypatch.setattr("views.tools.dice.SOURCE", roll.DICE)
    monkeypatch.setattr(viewpoint, "time", lambda: BEGAN + 60 * Still.minutes)
    monkeypatch.setattr(viewpoint.Viewpoint, "uptime", lambda _: BEGAN + 60 * Still.minutes)
    for module in (taps, setup):
        monkeypatch.setattr(module, "SAME_TAP", -1)  # nobody taps twice here
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    monkeypatch.setattr(observable, "weakref", SimpleNamespace(WeakSet=InOrder, ref=weakref.ref))
    monkeypatch.setattr(worth_chart, "PAUSE", 0)
    monkeypatch.setattr(reveal, "BETWEEN", 0)
    gc.disable()  # Flet drops a service once nobody holds it
    yield
    gc.enable()
