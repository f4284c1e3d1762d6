"""Ending a process by SIGKILL at a moment that is drawn: by the clock, or after so many steps of some kind.

Each child is forked from the process that made it, so it starts warm. What it says of itself is in memory shared with
its parent, and outlives it.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import sqlite3
import struct
import sys
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from models.book import Book
from models.database import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

CLOCK, LINES, CALLS = MEANS = ("by the clock", "at a line of Python", "at a call to the system")
"""What a kill leaves in the files changes at calls to the system, and what connections share in memory by the clock."""

OUTSIDE, INSIDE, COMMITTING, COMMITTED = (
    "before a transaction",
    "inside a transaction",
    "in the midst of a commit",
    "after a commit, before its tick",
)
PHASES = (OUTSIDE, INSIDE, COMMITTING, COMMITTED)

TRACE_ME, NEXT_CALL = 0, 24
LONGEST = 60.0
"""Seconds after which a child that nobody could kill is given up."""


class Seen:
    """What a child says of itself: the command it is at, how far its transaction is, and its steps so far."""

    LAYOUT = struct.Struct("=qqq")

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, mmap.PAGESIZE)
        self.at(-1)

    def at(self, number: int) -> None:
        """A command begins."""
        self.LAYOUT.pack_into(self._shared, 0, number, 0, 0)

    @property
    def number(self) -> int:
        """The number of the command it is at."""
        return int(self.LAYOUT.unpack_from(self._shared)[0])

    @property
    def phase(self) -> str:
        """How far the transaction is."""
        return PHASES[self.LAYOUT.unpack_from(self._shared)[1]]

    @phase.setter
    def phase(self, phase: str) -> None:
        struct.pack_into("=q", self._shared, 8, PHASES.index(phase))

    @property
    def steps(self) -> int:
        """The steps it has taken in this command."""
        return int(self.LAYOUT.unpack_from(self._shared)[2])

    @steps.setter
    def steps(self, steps: int) -> None:
        struct.pack_into("=q", self._shared, 16, steps)

    def close(self) -> None:
        """Let go of the memory."""
        self._shared.close()


def witnessed(seen: Seen) -> type[Book]:
    """A database that says how far its transactions are, and is the app's in all else."""

    class Witnessing(sqlite3.Connection):
        def execute(self, sql: str, *given: object) -> sqlite3.Cursor:
            if sql == "COMMIT" and self.in_transaction and seen.phase == INSIDE:
                seen.phase = COMMITTING
                done = super().execute(sql, *given)
                seen.phase = COMMITTED
                return done
            done = super().execute(sql, *given)
            if sql == "BEGIN IMMEDIATE":
                seen.phase = INSIDE
            elif sql == "ROLLBACK" and seen.phase == INSIDE:
                seen.phase = OUTSIDE
            return done

    class Witnessed(Book):
        def _driver(self) -> sqlite3.Connection:
            return sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, factory=Witnessing
            )

    return Witnessed


@dataclass(frozen=True, slots=True)
class Moment:
    """When a child is killed: in which command, by what means, and after how many steps, or microseconds, of it."""

    number: int
    means: str
    after: int

    def arm(self, seen: Seen) -> None:
        """In the child: count the lines of Python in every command, and end it when so many were reached."""

        def trace(frame: object, event: str, _: object) -> object:
            if event == "line":
                seen.steps = steps = seen.steps + 1
                if seen.number >= self.number and steps >= self.after:
                    os.kill(os.getpid(), signal.SIGKILL)
            return trace if "/tests/" not in frame.f_code.co_filename else None

        if self.means == LINES:
            sys.settrace(trace)

    def reached(self, number: int) -> None:
        """In the child: a command begins; if it is the one, its calls to the system are counted from here on."""
        if self.means == CALLS and number == self.number:
            _libc().ptrace(TRACE_ME, 0, None, None)
            os.kill(os.getpid(), signal.SIGSTOP)


@dataclass(frozen=True, slots=True)
class End:
    """How a child ended: whether it was killed, what it said until then, and how many calls its last command made."""

    killed: bool
    said: str
    steps: int = 0


def run_and_kill(work: Callable[[int], None], moment: Moment, seen: Seen) -> End:
    """Fork a child that does some work, kill it at a moment, and read what it had written into the pipe it is given."""
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn where another thread is alive
        child = os.fork()
    if not child:
        code = 1
        try:
            os.close(ours)
            work(theirs)
            code = 0
        except BaseException as problem:  # noqa: BLE001 - the parent hears of anything, and the child must end here
            sys.settrace(None)
            os.write(theirs, f"! {type(problem).__name__}: {problem}\n".encode())
        finally:
            os._exit(code)
    os.close(theirs)
    try:
        status, steps = _calls(child, moment, seen) if moment.means == CALLS else (_clock(child, moment, seen), 0)
        with os.fdopen(ours, "rb") as pipe:
            said = pipe.read().decode()
    except BaseException:
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)
        raise
    return End(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, said, steps)


def _clock(child: int, moment: Moment, seen: Seen) -> int:
    """Wait for a child to end; by the clock, kill it so many microseconds after it begins its command."""
    until = time.perf_counter() + LONGEST
    while moment.means == CLOCK and seen.number < moment.number and time.perf_counter() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
    if moment.means == CLOCK:
        due = time.perf_counter() + moment.after / 1e6
        while time.perf_counter() < due:
            pass
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def _calls(child: int, moment: Moment, seen: Seen) -> tuple[int, int]:
    """Let a child go from one call to the system to the next, into each and out of it, until it has made so many."""
    _, status = os.waitpid(child, os.WUNTRACED)
    steps = 0
    while os.WIFSTOPPED(status):
        if steps >= moment.after or _libc().ptrace(NEXT_CALL, child, None, None):
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, os.WUNTRACED)
        if seen.number == moment.number:
            steps += 1
        elif steps < moment.after:
            return _ended(child), steps  # the command was done before: how many it makes is known now
    return status, steps


def _ended(child: int) -> int:
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    libc.ptrace.restype = ctypes.c_long
    return libc


def means() -> tuple[str, ...]:
    """The means there are on this machine: not every one lets a process count the calls of its own child."""
    if not hasattr(os, "fork"):
        return ()

    def work(pipe: int) -> None:
        Moment(0, CALLS, 4).reached(0)
        for _ in range(50):
            os.getppid()
        os.write(pipe, b"alive")

    if sys.platform != "linux":
        return MEANS[:-1]
    seen = Seen()
    seen.at(0)
    try:
        end = run_and_kill(work, Moment(0, CALLS, 4), seen)
    finally:
        seen.close()
    return MEANS if end.killed and not end.said else MEANS[:-1]
