"""The backup thread: it copies the book soon after a play is over or left, without delaying a tap.

It has a connection of its own, so that it blocks no write. In a browser, which has no threads, there is none.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic

from models.backups.backup import copies, is_copied, make_copy, prove_unknown
from models.book import ReadOnlyDatabase
from models.errors import StorageError

log = logging.getLogger("companion")

SOON = 2.0
"""Seconds from a play's end, or from leaving it, to a copy: returning at once avoids one."""
QUIET = 120.0
"""Seconds without a line after which a play counts as left."""
LONGEST = 1800.0
"""The most seconds from a line to its copy, however busy the table is."""
LARGE = 20_000_000
"""The bytes of a book from which it is not copied at the end but at the next start, as that would take more than a
second.
"""
PATIENCE = 5.0
"""The most seconds for which the end waits for a running copy."""
FAILED = "The book could not be copied. What was recorded is safe in the book itself."


@dataclass(slots=True)
class Schedule:
    """When the next copy is due, in seconds of a clock; ``since`` is the time of the first line that no copy has."""

    since: float | None = None
    due: float | None = None

    def note_entry(self, now: float, *, ended: bool) -> None:
        """Note that a line was written; ``ended`` is whether it ended the play."""
        if self.since is None:
            self.since = now
        self.due = now + SOON if ended else min(now + QUIET, self.since + LONGEST)

    def note_leaving(self, now: float) -> None:
        """Note that a play was left: what is new is copied soon."""
        if self.due is not None:
            self.due = min(self.due, now + SOON)

    def note_failure(self, now: float) -> None:
        """Note that what kept a copy from being made is over: it is made at once."""
        self.since = self.due = now

    def note_copy(self) -> None:
        """Note that a copy is being made; later lines are for the next one."""
        self.since = self.due = None

    def left(self, now: float) -> float | None:
        """The seconds until the next copy; ``None`` where none is needed."""
        return None if self.due is None else max(0.0, self.due - now)


class BackupThread:
    """Copies one book. ``error`` says why the last copy failed; ``on_finished`` is called after each try."""

    def __init__(self, book: Path) -> None:
        self.book = book
        self.error = ""
        self.on_finished: Callable[[], object] = lambda: None
        self._schedule = Schedule()
        self._bell = threading.Condition()
        self._busy = False
        self._over = False
        self._thread: threading.Thread | None = None

    # -- what happens at the table -------------------------------------------------------------------
    def note_entry(self, *, ended: bool = False) -> None:
        """Note that a line was written. Takes microseconds, also during a copy."""
        self._note(partial(self._schedule.note_entry, ended=ended))

    def note_leaving(self) -> None:
        """Note that a play was left."""
        self._note(self._schedule.note_leaving)

    def now(self) -> None:
        """Copy at once, as after a storage error was resolved."""
        self._note(self._schedule.note_failure)

    def _note(self, note: Callable[[float], None]) -> None:
        with self._bell:
            note(monotonic())
            self._bell.notify_all()

    # -- coming and going ----------------------------------------------------------------------------
    def start(self) -> None:
        """Start the thread. It first copies what was written since the last copy, as before a power cut."""
        self._schedule.note_entry(monotonic(), ended=True)
        self._thread = threading.Thread(target=self._work, name="backup", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Copy what is new, if that is quick, and stop. The rest is copied at the next start."""
        with self._bell:
            self._over = True
            new = self._schedule.since is not None
            self._bell.notify_all()
        self.on_finished = lambda: None  # the screens are closing too
        if self._thread is None:
            return
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            return  # the next start copies it, and deletes what is left of this try
        with suppress(OSError):
            if new and self.book.stat().st_size < LARGE:
                self._copy()

    def rest(self, seconds: float = 10.0) -> bool:
        """Wait until no copy is running or due; false if that takes longer."""
        with self._bell:
            return self._bell.wait_for(
                lambda: not self._busy and self._schedule.due is None, seconds
            )

    # -- at work -------------------------------------------------------------------------------------
    def _work(self) -> None:
        first = True
        while True:
            with self._bell:
                while not self._over and (left := self._schedule.left(monotonic())) != 0.0:
                    self._bell.wait(left)
                if self._over:
                    return
                self._schedule.note_copy()
                self._busy = True
            self._copy()
            if first:
                first = False
                self._prove_old()
            with self._bell:
                self._busy = False
                self._bell.notify_all()

    def _copy(self) -> None:
        error = ""
        try:
            with closing(ReadOnlyDatabase(self.book)) as book:
                if not is_copied(book):
                    make_copy(book)
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
        """Verify the copies without a proof once, such as those of earlier versions."""
        try:
            if any(copy.proof is None for copy in copies(self.book)):
                for fault in prove_unknown(self.book, lambda: self._over):
                    log.warning("a copy does not hold: %s", fault)
        except Exception:
            log.exception("the copies could not be looked over")
