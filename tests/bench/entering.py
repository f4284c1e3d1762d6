"""What a durable, validated entry costs beside its rows alone: ``python -m tests.bench.entering``.

Evenings of every game are played again, line by line, into two books of the same file format: by the referee (rules,
postings, balances, chain, command id), which a sheet has asked before as on every screen, and by sqlite3 alone, with
rows made beforehand and no triggers. Both sync every commit to the disk (WAL, FULL) and have the same rows in the end.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from statistics import median
from time import perf_counter
from uuid import uuid4

from companion.core.recording.referee import Referee
from companion.formats.session import begin, replay, steps
from companion.games import game_of
from models.backups.backup import make_copy
from models.backups.untrusted_file import UntrustedFile
from models.entry_rows import rows_of
from models.journal import Journal
from tests.bench.laying import journal_in
from tests.every_game import GAMES
from tests.figures import head, print_figure
from tests.paths import SESSION_FOLDER

LIMIT = 2
"""Times a raw commit of the same rows."""
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "fullfsync = ON")
ADD = """INSERT INTO balance VALUES (?, ?, ?, ?)
    ON CONFLICT (play, account, unit) DO UPDATE SET quantity = quantity + excluded.quantity"""
SAY = """INSERT INTO standing VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (play, holder, name) DO UPDATE SET seq = excluded.seq, value = excluded.value"""
WARM = 50
"""Lines at the beginning of a book that are not counted: its log still grows, which costs more than writing to it."""


@dataclass
class Took:
    """Milliseconds that each line took, one way and raw."""

    one: list = field(default_factory=list)
    raw: list = field(default_factory=list)

    @property
    def ratio(self):
        """How many times the raw commit of the same rows it takes: the median line by line."""
        return median(one / raw for one, raw in zip(self.one, self.raw, strict=True))


@cache
def session_entries(text):
    """Play a session in memory; return the entries up to the first that voids another, which writes other rows."""
    with closing(UntrustedFile()) as untrusted:
        referee = replay(Journal(untrusted), steps(text))
        entries = referee.journal.all_entries(referee.play.id)
    return entries[: next((at for at, entry in enumerate(entries) if entry.voids), len(entries))]


def _prepare(driver, _record=None):
    for pragma in PRAGMAS:
        driver.execute(f"PRAGMA {pragma}")


@contextmanager
def by_sqlite(database):
    """Insert the rows of an entry and commit, in a copy of a book with no triggers; nothing could do less."""
    with closing(sqlite3.connect(make_copy(database).path, isolation_level=None)) as driver:
        _prepare(driver)
        for (name,) in driver.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            driver.execute(f"DROP TRIGGER {name}")

        def commit(play, rows):
            driver.execute("BEGIN IMMEDIATE")
            driver.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows.entry
            )
            driver.executemany("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)", rows.postings)
            driver.executemany("INSERT INTO mark VALUES (?, ?, ?, ?, ?, ?)", rows.marks)
            driver.executemany(ADD, [(play, *row[3:]) for row in rows.postings])
            driver.executemany(
                SAY, [(play, row[3], row[4], rows.seq, row[5]) for row in rows.marks]
            )
            driver.execute("COMMIT")

        yield commit


def enter(journal, texts):
    """Write evenings into two books, line by line and the raw commit before or after by turns; note what each took."""
    took = Took()
    plays = [(begin(journal, steps(text))[0], session_entries(text)) for text in texts]
    with by_sqlite(journal.database) as commit:
        for play, lines in plays:
            referee = Referee(journal, play.id, game_of)
            gc.collect()
            for line in lines:
                given, command = (line.proposal.action, line.proposal.answers), uuid4().hex
                rows = rows_of(play.id, line, command, line.digest)
                referee.propose(*given)
                works = [
                    (took.raw, partial(commit, play.id, rows)),
                    (took.one, partial(referee.write, *given, command=command)),
                ]
                for times, do in works if line.seq % 2 else reversed(works):
                    began = perf_counter()
                    do()
                    times.append((perf_counter() - began) * 1000)
    return took


def evenings(game, least):
    """The sessions of a game, over and over until there are lines enough."""
    texts = [
        file.read_text(encoding="utf-8")
        for file in sorted(SESSION_FOLDER.glob(f"{game}-*.session"))
    ]
    lines = sum(len(session_entries(text)) for text in texts)
    return texts * -(-least // max(1, lines))


def measure(least, *games):
    """Enter the sessions of games, each into books of its own."""
    whole = Took()
    for game in games:
        with journal_in() as journal:
            took = enter(journal, evenings(game, least + WARM))
        whole.one += took.one[WARM:]
        whole.raw += took.raw[WARM:]
    return whole


def main():
    """Print the ratio; 1 where an entry costs more than it may."""
    head("A durable, validated entry, beside a raw sqlite3 commit of the same rows (WAL, FULL)")
    took = measure(600, *(game.key for game in GAMES))
    what = f"every game, {len(took.raw):,} lines: median {median(took.one):.3f} ms, raw {median(took.raw):.3f} ms"
    print_figure(what, took.ratio, "x", f"at most {LIMIT}")
    return took.ratio > LIMIT


if __name__ == "__main__":
    sys.exit(main())
