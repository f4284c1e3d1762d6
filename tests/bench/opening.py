"""What opening a play costs, however long it is: ``python -m tests.bench.opening``.

What the first screen reads is held against fetching the rows of 10,000 entries by sqlite3 alone.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from models.book import Book
from models.journal import Journal
from tests.bench.laying import lay
from tests.figures import head, interleaved, print_figure

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


def spent(do: Callable[[], object]) -> float:
    """Return how many milliseconds of this process something takes."""
    began = process_time()
    do()
    return (process_time() - began) * 1000


def reading(journal: Journal, plays: dict[int, str], repeats: int = 21) -> dict[str, float]:
    """Read what a first screen shows of each play, in turns with the raw fetch; medians in milliseconds."""
    works = {str(size): (lambda _, play=play: spent(lambda: open_play(journal, play))) for size, play in plays.items()}
    works["raw"] = lambda _: spent(lambda: fetch(journal, plays[FETCHED]))
    return {name: median(times) for name, times in interleaved(repeats, **works).items()}


def main() -> int:
    """Print the figures; 1 where opening costs more than it may."""
    head("Opening a play")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        with closing(Book.open(folder)) as database:
            journal = Journal(database)
            plays = {size: lay(journal, size, PLAYED) for size in SIZES}
            took = reading(journal, plays)
            print_figure(f"every row of {FETCHED:,} entries by sqlite3 alone", took["raw"], "ms")
            for size in SIZES:
                limit = f"at most {LIMIT}" if size == FETCHED else ""
                what = f"what the first screen shows of {size:,} entries: {took[str(size)]:.2f} ms; of the raw fetch"
                print_figure(what, took[str(size)] / took["raw"], "x", limit)
    return took[str(FETCHED)] > LIMIT * took["raw"]


if __name__ == "__main__":
    sys.exit(main())
