"""The log of a served app: a repeated fault is written in full only now and then."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from types import TracebackType

LOGGERS = ("asyncio", "companion.views", "flet", "flet_web.fastapi", "uvicorn.error")
SECONDS = 60
"""The same fault is written again after so many seconds, with how often it has occurred meanwhile."""


class RepeatLimit(logging.Filter):
    """Lets a repeated warning or error pass only now and then; a device that sends nonsense would fill the disk.

    Two records are the same if they were logged at the same place, for an error raised at the same place, so their
    number is limited by the program and not by what anybody sends.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._written: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write it."""
        if record.levelno < logging.WARNING:
            return True
        kind, _, trace = record.exc_info or (None, None, None)
        same = (record.pathname, record.lineno, kind, *_raised_at(trace))
        now = self._clock()
        at, kept_back = self._written.get(same, (now - SECONDS, 0))
        if now - at < SECONDS:
            self._written[same] = at, kept_back + 1
            return False
        self._written[same] = now, 0
        if kept_back:
            record.msg, record.args = f"{record.getMessage()} (and {kept_back:,} times more since)", ()
        return True


def _raised_at(trace: TracebackType | None) -> tuple[object, ...]:
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ()
