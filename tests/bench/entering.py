"""What a durable, validated entry costs beside its rows alone: ``python -m tests.bench.entering``.

Evenings of every game are played again, line by line, into two books of the same file format: by the referee (rules,
postings, balances, chain, command id), which a sheet has asked before as on every screen, and by sqlite3 alone, with
rows made beforehand and no triggers. Then by SQLModel's session with objects, and by sqlite3 again. All sync every
commit to the disk (WAL, FULL) and have the same rows in the end.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from statistics import median
from time import perf_counter
from uuid import uuid4

from sqlalchemy import create_engine, event
from sqlmodel import Session

from companion.core.recording.referee import Referee
from companion.formats.session import begin, replay, steps
from companion.games import GAMES, game_of
from models.backups.backup import make_copy
from models.backups.untrusted_file import UntrustedFile
from models.entry_rows import rows_of
from models.journal import Journal
from models.tables import BalanceRow, EntryRow, MarkRow, PostingRow, StandingRow
from tests.bench.laying import journal_in
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

    one: list[float] = field(default_factory=list)
    raw: list[float] = field(default_factory=list)

    @property
    def ratio(self):
        """How many times the raw commit of the same rows it takes: the median line by line."""
        return median(one / raw for one, raw in zip(self.one, self.raw, strict=True))

    def print(self, what, limit=""):
        """Print it."""
        what += f", {len(self.raw):,} lines: median {median(self.one):.3f} ms, raw {median(self.raw):.3f} ms"
        print_figure(what, self.ratio, "x", limit)


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
        for (name,) in driver.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            driver.execute(f"DROP TRIGGER {name}")

        def commit(play, rows):
            driver.execute("BEGIN IMMEDIATE")
            driver.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows.entry)
            driver.executemany("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)", rows.postings)
            driver.executemany("INSERT INTO mark VALUES (?, ?, ?, ?, ?, ?)", rows.marks)
            driver.executemany(ADD, [(play, *row[3:]) for row in rows.postings])
            driver.executemany(SAY, [(play, row[3], row[4], rows.seq, row[5]) for row in rows.marks])
            driver.execute("COMMIT")

        yield commit


@contextmanager
def by_session(database):
    """Write the same rows as SQLModel's own guide has it: objects, added and committed."""
    engine = create_engine(f"sqlite:///{make_copy(database).path}")
    event.listen(engine, "connect", _prepare)
    with Session(engine) as session:

        def commit(play, rows):
            session.add(EntryRow(**dict(zip(EntryRow.model_fields, rows.entry, strict=True))))
            for row in rows.postings:
                posting = PostingRow(**dict(zip(PostingRow.model_fields, row, strict=True)))
                key = {"play": play, "account": posting.account, "unit": posting.unit}
                balance = session.get(BalanceRow, tuple(key.values())) or BalanceRow(**key, quantity=0)
                balance.quantity += posting.quantity
                session.add_all((posting, balance))
            for row in rows.marks:
                mark = MarkRow(**dict(zip(MarkRow.model_fields, row, strict=True)))
                key = {"play": play, "holder": mark.holder, "name": mark.name}
                standing = session.get(StandingRow, tuple(key.values())) or StandingRow(**key)
                standing.seq, standing.value = mark.seq, mark.value
                session.add_all((mark, standing))
            session.commit()

        yield commit
    engine.dispose()


def enter(journal, texts, *, session=False):
    """Write evenings into two books, line by line and the raw commit before or after by turns; note what each took."""
    took = Took()
    with ExitStack() as books:
        plays = [(begin(journal, steps(text))[0], session_entries(text)) for text in texts]
        theirs = books.enter_context(by_session(journal.database)) if session else None
        commit = books.enter_context(by_sqlite(journal.database))
        for play, lines in plays:
            referee = Referee(journal, play.id, game_of)
            gc.collect()
            for line in lines:
                action, answers, command = line.proposal.action, line.proposal.answers, uuid4().hex
                rows = rows_of(play.id, line, command, line.digest)
                given = [(took.raw, commit, play.id, rows)]
                if theirs:
                    given.append((took.one, theirs, play.id, rows))
                else:
                    referee.propose(action, answers)
                    given.append((took.one, lambda *given: referee.write(*given, command=command), action, answers))  # noqa: B023
                for times, do, *more in given if line.seq % 2 else reversed(given):
                    began = perf_counter()
                    do(*more)
                    times.append((perf_counter() - began) * 1000)
    return took


def evenings(game, least):
    """The sessions of a game, over and over until there are lines enough."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(SESSION_FOLDER.glob(f"{game}-*.session"))]
    lines = sum(len(session_entries(text)) for text in texts)
    return texts * -(-least // max(1, lines))


def measure(least, *games, session=False):
    """Enter the sessions of games, each into books of its own."""
    whole = Took()
    for game in games:
        with journal_in() as journal:
            took = enter(journal, evenings(game, least + WARM), session=session)
        whole.one += took.one[WARM:]
        whole.raw += took.raw[WARM:]
    return whole


def main():
    """Print the ratios; 1 where an entry costs more than it may."""
    head("A durable, validated entry, beside a raw sqlite3 commit of the same rows (WAL, FULL)")
    games = [game.key for game in GAMES]
    for game in games:
        measure(200, game).print(game)
    ours = measure(600, *games)
    ours.print("every game", f"at most {LIMIT}")
    measure(200, *games, session=True).print("SQLModel's session")
    return ours.ratio > LIMIT


if __name__ == "__main__":
    sys.exit(main())
