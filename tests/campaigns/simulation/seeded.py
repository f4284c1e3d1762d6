"""Clock, chance and order of a whole process, made from one seed for as long as an evening is played.

Whoever asks for the time, sleeps, draws lots or makes a key gets it from here, and what Flet or the app keep in a set
of objects is gone through in the order in which it came. So the same seed is the same evening, to the byte.
"""

import asyncio
import gc
import importlib
import os
import pkgutil
import random
import selectors
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import count
from types import FunctionType, SimpleNamespace
from typing import ClassVar, Generic, TypeVar
from weakref import WeakSet, ref

import pytest
from flet.components import observable
from flet.controls.id_counter import ControlId
from flet.messaging.session import Session

import companion
import models
import views
from views import routes
from views.hosting import connection
from views.testing import InOrder

T = TypeVar("T")
OURS = ("models", "companion", "views")
BEGAN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC).timestamp()
"""Eight o'clock on a Saturday evening, when every one of them begins."""


FIRST = 100_000
"""The number of an evening's first control; what modules made of their own has lower ones."""


class Clock:
    """The time of an evening, which passes while everybody waits."""

    def __init__(self):
        self.seconds = 0.0

    def monotonic(self):
        return self.seconds

    def time(self):
        return BEGAN + self.seconds

    def sleep(self, seconds):
        self.seconds += seconds

    def __str__(self):
        return f"{datetime.fromtimestamp(self.time(), UTC):%H:%M:%S}"


class Idle(selectors.DefaultSelector):
    """Waits for nobody: where nothing is to be read, the time that would be waited has passed."""

    def __init__(self, clock):
        super().__init__()
        self._clock = clock

    def select(self, timeout=None):
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("everybody waits for somebody else")
        if not ready and timeout:
            self._clock.seconds += timeout
        return ready


class Loop(asyncio.SelectorEventLoop):
    """An event loop on the evening's clock, with no thread beside it."""

    def __init__(self, clock):
        super().__init__(Idle(clock))
        self._evening = clock

    def time(self):
        return self._evening.seconds

    def run_in_executor(self, _executor, function, *given):
        """Do at once what another thread would do."""
        done = self.create_future()
        try:
            done.set_result(function(*given))
        except Exception as fault:  # noqa: BLE001 - it is raised where the result is waited for
            done.set_exception(fault)
        return done


class InTurn(Generic[T]):
    """Some objects, weakly held, in the order in which they came."""

    def __init__(self):
        self._held = []

    def add(self, value):
        if value not in self:
            self._held.append(ref(value))

    def discard(self, value):
        self._held = [
            held for held in self._held if (there := held()) is not None and there is not value
        ]

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def __iter__(self):
        return iter([value for held in self._held if (value := held()) is not None])

    def __contains__(self, value):
        return any(value is other for other in self)

    def __len__(self):
        return len(list(iter(self)))


class Ordered(Session):
    """A session that draws what waits in the order in which it was asked for."""

    alive: ClassVar = WeakSet()
    """Those that are in memory."""

    def __init__(self, conn):
        super().__init__(conn)
        self.alive.add(self)
        setattr(self, "_Session__pending_updates", InOrder())  # noqa: B010 - mypy knows only its own name


def _dated(clock):
    """Return a ``datetime`` whose now is the evening's."""

    class Kind(type):
        def __instancecheck__(cls, value):
            return isinstance(value, datetime)

    class Dated(datetime, metaclass=Kind):
        @classmethod
        def now(cls, tz=None):
            return datetime.fromtimestamp(clock.time(), tz)

    return Dated


class Chance:
    """What keys and tokens are made from. Each step begins it anew, so that one left out changes no other."""

    def __init__(self):
        self._dice = random.Random()  # noqa: S311 - an evening must come again

    def begin(self, seed):
        self._dice.seed(seed)
        random.seed(seed)

    def some_bytes(self, many):
        return self._dice.randbytes(many)


@cache
def load_everything():
    """Load what the app loads when it is first shown: what came later would ask the real clock."""
    routes._NOT_LOADED.clear()
    for package in (models, companion, views):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith((".__main__", ".browser")):
                importlib.import_module(found.name)


@contextmanager
def seeded(chance, clock):
    """Make everything of a process come from one seed; afterwards all is as before."""
    load_everything()
    instead = {
        time.monotonic: clock.monotonic,
        time.time: clock.time,
        time.sleep: clock.sleep,
        datetime: _dated(clock),
    }
    clocks = {id(value): made for value, made in instead.items()}
    patches = pytest.MonkeyPatch()
    put = patches.setattr
    for module in [
        module for name, module in list(sys.modules.items()) if name.split(".")[0] in OURS
    ]:
        for name, value in list(vars(module).items()):
            if isinstance(value, type(time.time) | type) and value in instead:
                put(module, name, instead[value])
            elif isinstance(value, count):
                put(module, name, count(1))
            elif isinstance(value, type) and value.__module__ == module.__name__:
                begin = vars(value).get("__init__")
                defaults = (begin.__defaults__ or ()) if isinstance(begin, FunctionType) else ()
                if any(id(one) in clocks for one in defaults):
                    put(begin, "__defaults__", tuple(clocks.get(id(one), one) for one in defaults))
    put(os, "urandom", chance.some_bytes)
    put(random, "_urandom", chance.some_bytes)
    put(connection, "Session", Ordered)
    put(observable, "weakref", SimpleNamespace(WeakSet=InTurn, ref=ref))
    put(ControlId, "_counter", count(FIRST))
    state, collects = random.getstate(), gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        random.setstate(state)
        patches.undo()
        if collects:
            gc.enable()
