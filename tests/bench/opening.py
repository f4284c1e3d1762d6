"""What opening a play costs, however long it is: ``python -m tests.bench.opening``.

What the first screen reads is held against fetching the rows of 10,000 entries by sqlite3 alone.
"""

import sys
from statistics import median
from time import process_time

from tests.bench.laying import journal_in, lay
from tests.figures import head, interleaved, print_figure

SIZES = (2_000, 10_000, 100_000)
FETCHED = 10_000
LIMIT = 1.0
"""Times the raw fetch."""
ROWS = tuple(
    f"SELECT * FROM {table} WHERE play = ?"  # noqa: S608 - names of our own
    for table in ("entry", "posting", "mark", "voiding")
)


def open_play(journal, play):
    """Read all that the first screen of a play shows."""
    journal.play(play)
    journal.ledger(play)
    journal.entries(play, limit=50)
    journal.undoable(play)
    journal.redoable(play)


def fetch(journal, play):
    """Fetch every row of a play by sqlite3 alone."""
    with journal.database.reading():
        for statement in ROWS:
            journal.database.driver.execute(statement, (play,)).fetchall()


def spent(do, *given):
    """Return how many milliseconds of this process something takes."""
    began = process_time()
    do(*given)
    return (process_time() - began) * 1000


def reading(sizes, repeats=21):
    """Read what a first screen shows of plays of these lengths, in turns with the raw fetch; give times of that."""
    with journal_in() as journal:
        plays = {size: lay(journal, size) for size in sizes}
        works = {
            str(size): lambda _, play=play: spent(open_play, journal, play)
            for size, play in plays.items()
        }
        took = interleaved(repeats, raw=lambda _: spent(fetch, journal, plays[FETCHED]), **works)
    return {size: median(took[str(size)]) / median(took["raw"]) for size in sizes}


def main():
    """Print the figures; 1 where opening costs more than it may."""
    head(f"Opening a play, beside every row of {FETCHED:,} entries by sqlite3 alone")
    ratios = reading(SIZES)
    for size, ratio in ratios.items():
        limit = f"at most {LIMIT}" if size == FETCHED else ""
        print_figure(f"what the first screen shows of {size:,} entries", ratio, "x", limit)
    return ratios[FETCHED] > LIMIT


if __name__ == "__main__":
    sys.exit(main())
