"""What the book costs, as ratios within one run: ``python -m tests.bench.spine``.

Repeats are interleaved, so that a disk that slows down slows both sides of a ratio; medians are printed.
The files lie below the working folder, on its disk rather than in memory.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import TYPE_CHECKING
from uuid import uuid4

from companion.games import find_game
from companion.referee import Referee
from models.copies import make_copy
from models.database import Database
from models.journal import Journal
from models.ledger import UNDO, Entry, Line, Mark, Posting, Proposal
from models.play import Seat
from models.record import rows_of
from tests.views.headless import PHONE, TABLET, Screen
from views.app import make_main

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.record import Row, Rows

SEATS = tuple(Seat(name, name.title()) for name in ("alice", "ben", "cleo", "dan", "eva", "finn"))
REPEATS = 300


def proposal(turn: int) -> Proposal:
    """Make a turn's entry of the usual size: four postings, a mark, a receipt of three lines."""
    who, other = SEATS[turn % 6].key, SEATS[(turn * 5 + 1) % 6].key
    amount = turn * 37 % 500 + 1
    return Proposal(
        "rent",
        {"who": who, "whom": other, "how_much": amount},
        f"{who} pays {other} {amount} for the corner shop.",
        (
            Posting(f"{who}:cash", -amount),
            Posting(f"{other}:cash", amount),
            Posting(f"{who}:share", -1, "share"),
            Posting("treasury:share", 1, "share"),
        ),
        (Mark(who, "square", turn % 40),),
        (Line("Rent", amount), Line("House rule", 0, signed=True), Line("Due", amount, total=True)),
        "Rent is paid at once.",
        "Rent",
    )


def fill(journal: Journal, entries: int) -> str:
    """Begin a play and write so many entries, one in twenty an undo."""
    play = journal.begin(game="bench", title="Bench", seats=SEATS, houses={}, board={}, edition="").id
    with journal.database.writing():
        for last in range(entries):
            undo = Proposal(UNDO, {}, "Undo.", voids=(last,))
            append(journal, play, last, undo if last % 20 == 19 else proposal(last))
    return play


def append(journal: Journal, play: str, last: int, what: Proposal) -> None:
    """Write an entry as the app does."""
    journal.append(play, what, after=last, by="bench", command=uuid4().hex)


def open_play(journal: Journal, play: str) -> None:
    """Read all that the first screen of a play shows."""
    journal.play(play)
    journal.ledger(play)
    journal.entries(play, limit=50)
    journal.undoable(play)
    journal.redoable(play)


def timed(do: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Tell how many milliseconds something takes."""
    start = clock()
    do()
    return (clock() - start) * 1000


# --- the floor: the same rows by sqlite3 alone -----------------------------------------------------

ADD = "INSERT INTO balance VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity"
SAY = "INSERT INTO standing VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, value = excluded.value"


def raw_copy(journal: Journal) -> sqlite3.Connection:
    """Open a copy of the book with the same pragmas and no triggers."""
    driver = sqlite3.connect(make_copy(journal.database).path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "fullfsync = ON"):
        driver.execute(f"PRAGMA {pragma}")
    for (name,) in driver.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        driver.execute(f"DROP TRIGGER {name}")
    return driver


def raw_rows(play: str, last: int) -> tuple[Rows, list[Row], list[Row]]:
    """Make all rows that writing an entry means, ready to be inserted."""
    entry = Entry(last + 1, datetime.now(UTC), "bench", proposal(last))
    rows = rows_of(play, entry, uuid4().hex, "0" * 64)
    balances = [(play, *row[3:]) for row in rows.postings]
    standing = [(play, row[3], row[4], rows.seq, row[5]) for row in rows.marks]
    return rows, balances, standing


def raw_commit(driver: sqlite3.Connection, rows: Rows, balances: list[Row], standing: list[Row]) -> None:
    """Insert the rows and commit; nothing could do less."""
    driver.execute("BEGIN IMMEDIATE")
    driver.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows.entry)
    driver.executemany("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)", rows.postings)
    driver.executemany("INSERT INTO mark VALUES (?, ?, ?, ?, ?, ?)", rows.marks)
    driver.executemany(ADD, balances)
    driver.executemany(SAY, standing)
    driver.execute("COMMIT")


# --- the figures -----------------------------------------------------------------------------------


def appending(folder: Path) -> None:
    """Compare writing late with writing early, and writing with the floor."""
    with closing(Database.open(folder)) as database:
        journal = Journal(database)
        short, long = fill(journal, 100), fill(journal, 10_000)
        early, late, floor = [], [], []
        with closing(raw_copy(journal)) as raw:
            for n in range(REPEATS):
                early.append(timed(lambda: append(journal, short, 100 + n, proposal(n))))  # noqa: B023
                late.append(timed(lambda: append(journal, long, 10_000 + n, proposal(n))))  # noqa: B023
                rows = raw_rows(long, 10_000 + n)
                floor.append(timed(lambda: raw_commit(raw, *rows)))  # noqa: B023
        tell("append at 10,000 / append at 100", median(late) / median(early), "x")
        tell("append / raw sqlite3 commit of the same rows", median(late) / median(floor), "x")
        tell("  append, median", median(late), "ms")
        tell("  raw commit, median", median(floor), "ms")


def opening(folder: Path) -> None:
    """Time the opening of a play of 2,000 entries: the first in a new process of the book, and any later."""
    with closing(Database.open(folder)) as database:
        play = fill(Journal(database), 2000)
    with closing(Database.open(folder)) as database:
        journal = Journal(database)
        tell(
            "first opening of a play of 2,000, Python time", timed(lambda: open_play(journal, play), process_time), "ms"
        )
        later = [timed(lambda: open_play(journal, play), process_time) for _ in range(50)]
        tell("later opening of a play of 2,000, Python time", median(later), "ms")
        tell("  of which its ledger", median(timed(lambda: journal.ledger(play)) for _ in range(50)), "ms")
        tell("all 2,000 entries", median(timed(lambda: journal.all_entries(play)) for _ in range(5)), "ms")
        tell("a check of all 2,000 entries", median(timed(lambda: journal.check(play)) for _ in range(5)), "ms")


# --- the first screen ------------------------------------------------------------------------------


def evening(journal: Journal, entries: int) -> str:
    """Begin a game of Ratrace and let the dice go round until so many entries are written."""
    game = find_game("ratrace")
    play = journal.begin(
        game=game.key, title="Bench", seats=SEATS, houses=game.house_rules(), board=game.printed(), edition=game.edition
    ).id
    with journal.database.writing():
        referee = Referee(journal, play)
        referee.write("start", {"first": "alice"})
        for seat, business in zip(SEATS, ("black", "red", "blue", "green", "olive", "brown"), strict=True):
            referee.write("pick", {"who": seat.key, "business": business})
        while referee.version < entries:
            referee.write("turn", {"who": SEATS[referee.version % 6].key})
            who = str(referee.table.ledger.mark("table", "turn"))
            roll = 2 + referee.version * 7 % 11
            referee.write("roll", {"who": who, "roll": roll})
            if referee.table.ledger.mark("table", "event") is not None:
                referee.write("call_off", {"reason": "on with it"})
            elif referee.table.ledger.mark("table", "pending") is not None:
                referee.write("waive", {"reason": "on with it"})
    return play


def first_screen(folder: Path) -> None:
    """Time the table of a play of 2,000 entries, from its route to the last control: opened first, and again.

    A short play is shown before, as the shelf is in a running app: what Flet does once in a process is not
    what opening a play costs. Looking a play over for damage goes on beside, and is told above.
    """
    with closing(Database.open(folder)) as database:
        journal = Journal(database)
        short, long = evening(journal, 20), evening(journal, 2000)
    for name, size in (("tablet", TABLET), ("phone", PHONE)):
        with closing(Database.open(folder)) as database:
            main = make_main(Journal(database))

            async def show(play: str) -> float:
                gc.collect()  # what the last screen left behind is not this one's cost
                start = thread_time()
                async with Screen(main, f"/play/{play}", size) as screen:  # noqa: B023
                    took = (thread_time() - start) * 1000
                    assert len(list(screen.walk())) > 100, "the table was not drawn"
                return took

            asyncio.run(show(short))
            took = [asyncio.run(show(long)) for _ in range(11)]
        tell(f"first screen of a play of 2,000, {name}: first", took[0], "ms")
        tell(f"first screen of a play of 2,000, {name}: later", median(took[1:]), "ms")


def tell(what: str, figure: float, unit: str) -> None:
    """Print one figure."""
    sys.stdout.write(f"{what:<50}{figure:8.2f} {unit}\n")


def main() -> None:
    """Measure in a folder of its own, and leave nothing behind."""
    sys.stdout.write(f"sqlite {sqlite3.sqlite_version}, {os.cpu_count()} processors\n")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        appending(Path(folder) / "appending")
        opening(Path(folder) / "opening")
        first_screen(Path(folder) / "screen")


if __name__ == "__main__":
    main()
