"""The backup thread: copies the book soon after a play is over or left, and never while a tap waits for it.

It has a connection of its own, so that nothing written is held up. Where there are no threads, as in a browser, there
is none of it either.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from models.backup import copies, is_copied, make_copy, prove_unknown
from models.book import ReadOnlyDatabase
from models.errors import StorageError

log = logging.getLogger("companion")

SOON = 2.0
"""Seconds from a play's end, or from leaving it, to a copy: who comes straight back is spared one."""
QUIET = 120.0
"""Seconds without a line after which a play counts as left."""
LONGEST = 1800.0
"""Seconds that a line waits at most, however busy the table is."""
LARGE = 20_000_000
"""Bytes of a book that is not copied on the way out but at the next start: nobody waits longer than a second or so."""
PATIENCE = 5.0
"""Seconds that the end waits for a copy on its way."""
FAILED = "The book could not be copied. What was recorded is safe in the book itself."


@dataclass(slots=True)
class Schedule:
    """When the next copy is due, in seconds of some clock; ``since`` is when the first line came that no copy has."""

    since: float | None = None
    due: float | None = None

    def written(self, now: float, *, ended: bool) -> None:
        """A line was written; ``ended`` is whether the play was over with it."""
        if self.since is None:
            self.since = now
        self.due = now + SOON if ended else min(now + QUIET, self.since + LONGEST)

    def left(self, now: float) -> None:
        """A play was left: if anything is new, there is no reason to wait."""
        if self.since is not None and self.due is not None:
            self.due = min(self.due, now + SOON)

    def taken(self) -> None:
        """A copy is being made; what comes now is for the next one."""
        self.since = self.due = None


class BackupThread:
    """Copies one book. ``error`` says why the last copy failed; ``told`` is called when one was tried."""

    def __init__(self, book: Path, clock: Callable[[], float] = monotonic) -> None:
        self.book = book
        self.error = ""
        self.on_finished: Callable[[], object] = lambda: None
        self._clock = clock
        self._schedule = Schedule()
        self._bell = threading.Condition()
        self._busy = False
        self._over = False
        self._thread: threading.Thread | None = None

    # -- what happens at the table -------------------------------------------------------------------
    def written(self, *, ended: bool = False) -> None:
        """A line was written. Takes microseconds, whatever is being copied."""
        with self._bell:
            self._schedule.written(self._clock(), ended=ended)
            self._bell.notify_all()

    def left(self) -> None:
        """Somebody left a play."""
        with self._bell:
            self._schedule.left(self._clock())
            self._bell.notify_all()

    def now(self) -> None:
        """Copy at once, as after a trouble that was seen to."""
        with self._bell:
            self._schedule.since = self._schedule.due = self._clock()
            self._bell.notify_all()

    # -- coming and going ----------------------------------------------------------------------------
    def start(self) -> None:
        """Begin to work: first what may have been written since the last copy, as before a power cut."""
        if sys.platform == "emscripten" or self._thread:
            return
        with self._bell:
            now = self._clock()
            self._schedule = Schedule(now, now + SOON)
        self._thread = threading.Thread(target=self._work, name="backup", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Copy what is new, if that is quickly done, and end. What is left over is copied at the next start."""
        with self._bell:
            self._over = True
            new = self._schedule.since is not None
            self._bell.notify_all()
        self.on_finished = lambda: None  # the screens are going too
        if self._thread is None:
            return
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            return  # the next start copies what this one could not, and sweeps up what is left of it
        with suppress(OSError):
            if new and self.book.stat().st_size < LARGE:
                self._copy()

    def rest(self, seconds: float = 10.0) -> bool:
        """Wait until nothing is being copied or about to be; false when that takes longer."""
        with self._bell:
            return self._bell.wait_for(lambda: not self._busy and self._schedule.due is None, seconds)

    # -- at work -------------------------------------------------------------------------------------
    def _work(self) -> None:
        first = True
        while True:
            with self._bell:
                while not self._over and not self._is_due():
                    due = self._schedule.due
                    self._bell.wait(None if due is None else max(0.0, due - self._clock()))
                if self._over:
                    return
                self._schedule.taken()
                self._busy = True
            self._copy()
            if first:
                first = False
                self._prove_old()
            with self._bell:
                self._busy = False
                self._bell.notify_all()

    def _is_due(self) -> bool:
        return self._schedule.due is not None and self._schedule.due <= self._clock()

    def _copy(self) -> None:
        error = ""
        try:
            book = ReadOnlyDatabase(self.book)
            try:
                if not is_copied(book):
                    make_copy(book)
            finally:
                book.close()
        except StorageError as said:
            error = said.sentence
        except Exception:
            log.exception("the book could not be copied")
            error = FAILED
        self.error = error
        try:
            self.on_finished()
        except Exception:
            log.exception("nobody could be told of a copy of the book")

    def _prove_old(self) -> None:
        """Prove, once, the copies of which nothing is known, such as those made before a migration long ago."""
        try:
            if any(one.proof is None for one in copies(self.book)):
                for fault in prove_unknown(self.book, lambda: self._over):
                    log.warning("a copy does not hold: %s", fault)
        except Exception:
            log.exception("the copies could not be looked over")
