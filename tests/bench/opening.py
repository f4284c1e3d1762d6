"""What opening a play costs, however long it is: ``python -m tests.bench.opening``.

What the first screen reads is held against fetching the rows of 10,000 entries by sqlite3 alone. Then the screen
itself, from its route to the last control; looking the play over for damage goes on beside it, and is timed separately.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import TYPE_CHECKING

from models.book import Book
from models.integrity import examine
from models.journal import Journal
from tests.bench.laying import lay
from tests.figures import head, interleaved, print_figure
from tests.views.headless import PHONE, TABLET, Screen
from views.app import open_session
from views.state.open_plays import OpenPlays

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (2_000, 10_000, 100_000)
FETCHED = 10_000
LIMIT = 1.0
"""Times the raw fetch."""
PLAYED = 1_000
"""Lines of each evening that are played by the rules."""
ROWS = tuple(f"SELECT * FROM {table} WHERE play = ?" for table in ("entry", "posting", "mark", "voiding"))  # noqa: S608 - names of our own


def open_play(journal: Journal, play: str) -> None:
    """Read all that the first screen of a play shows."""
    journal.play(play)
    journal.ledger(play)
    journal.entries(play, limit=50)
    journal.undoable(play)
    journal.redoable(play)


def fetch(journal: Journal, play: str) -> None:
    """Fetch every row of a play by sqlite3 alone."""
    with journal.database.reading():
        for statement in ROWS:
            journal.database.driver.execute(statement, (play,)).fetchall()


def spent(do: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return how many milliseconds of this process something takes."""
    began = clock()
    do()
    return (clock() - began) * 1000


def reading(journal: Journal, plays: dict[int, str], repeats: int = 21) -> dict[str, float]:
    """Read what a first screen shows of each play, in turns with the raw fetch; medians in milliseconds."""
    works = {str(size): (lambda _, play=play: spent(lambda: open_play(journal, play))) for size, play in plays.items()}
    works["raw"] = lambda _: spent(lambda: fetch(journal, plays[FETCHED]))
    return {name: median(times) for name, times in interleaved(repeats, **works).items()}


def screen(folder: Path, play: str, size: tuple[int, int], repeats: int = 11) -> list[float]:
    """Show the table of a play so many times in one process; milliseconds each, from its route to the last control."""

    async def show() -> float:
        gc.collect()  # what the last screen left behind is not this one's cost
        began = thread_time()
        async with Screen(lambda page: open_session(page, open_plays), f"/play/{play}", size) as shown:
            took = (thread_time() - began) * 1000
            if len(list(shown.walk())) < 100:
                raise RuntimeError("the table was not drawn")
        return took

    with closing(Book.open(folder)) as database:
        open_plays = OpenPlays(Journal(database))
        return [asyncio.run(show()) for _ in range(repeats)]


def main() -> int:
    """Print the figures; 1 where opening costs more than it may."""
    head("Opening a play")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        with closing(Book.open(folder)) as database:
            journal = Journal(database)
            plays = {size: lay(journal, size, PLAYED) for size in SIZES}
            warm = lay(journal, 20)
            took = reading(journal, plays)
            print_figure(f"every row of {FETCHED:,} entries by sqlite3 alone", took["raw"], "ms")
            for size in SIZES:
                limit = f"at most {LIMIT}" if size == FETCHED else ""
                what = f"what the first screen shows of {size:,} entries: {took[str(size)]:.2f} ms; of the raw fetch"
                print_figure(what, took[str(size)] / took["raw"], "x", limit)
            for size in SIZES:
                beside = spent(lambda: examine(journal, plays[size]))  # noqa: B023 - used at once
                print_figure(f"looking over {size:,} entries for damage, beside the screen", beside, "ms")
        screen(folder, warm, PHONE, 1)  # what Flet does once in a process
        for size in (SIZES[0], SIZES[-1]):
            for device, surface in (("phone", PHONE), ("tablet", TABLET)):
                first, *later = screen(folder, plays[size], surface)
                print_figure(
                    f"first screen of {size:,} entries, {device}: {first:.1f} ms at first, later", median(later), "ms"
                )
    return took[str(FETCHED)] > LIMIT * took["raw"]


if __name__ == "__main__":
    sys.exit(main())
