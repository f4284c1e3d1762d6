"""Replacing a damaged book, which is renamed with its log, by a repaired one; also after a crash half way.

The repaired book is first written whole under a name of its own. From then to the end nothing may be read or written:
without its log the damaged book lacks its last lines, and beside that log the repaired one would be corrupted. So
opening the book finishes what was begun.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from models.errors import CannotOpenError
from models.paths import FILE

LOGS = ("-wal", "-shm", "-journal", ".last")
"""What lies beside an open file: SQLite's logs would corrupt another file, and the last entry is not one of its own."""
READY = f"{FILE}.mended-"


def ready(book: Path, now: datetime) -> Path:
    """Return the path at which a repaired book is prepared."""
    return book.with_name(f"{READY}{now:%Y%m%dT%H%M%S}Z")


def finish(folder: Path) -> None:
    """Put a repaired book in place that was prepared before the app was cut off.

    Raises:
        CannotOpenError: it can't be put there. The damaged book is where it was, and the mended one is gone.

    """
    for ready in sorted(folder.glob(f"{READY}*Z")):
        put_in_place(ready)


def put_in_place(made: Path) -> Path:
    """Replace the damaged book by a prepared one; return where the damaged one was moved.

    Raises:
        CannotOpenError: it can't be put there. The damaged book is where it was, and the mended one is gone.

    """
    book = made.with_name(FILE)
    aside = made.with_name(f"companion-damaged-{made.name.removeprefix(READY)}.db")
    logs = [(book.with_name(book.name + log), aside.with_name(aside.name + log)) for log in LOGS]
    try:
        if book.exists() and not aside.exists():
            _keep(book, aside)
        for beside, there in logs:
            if beside.exists():
                beside.replace(there)
        made.replace(book)
    except OSError as error:
        with suppress(OSError):
            made.unlink(missing_ok=True)
            for beside, there in logs:
                if there.exists():
                    there.replace(beside)
        raise CannotOpenError(
            f"The mended book could not be written: {error.strerror or error}."
        ) from error
    return aside


def _keep(book: Path, aside: Path) -> None:
    """Give the book a second name, so that at no moment there is none."""
    try:
        os.link(book, aside)
    except OSError:
        part = aside.with_name(f"{aside.name}.part")
        shutil.copy2(book, part)
        part.replace(aside)
