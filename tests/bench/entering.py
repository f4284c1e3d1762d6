"""What a durable, validated entry costs beside its rows alone: ``python -m tests.bench.entering``.

Evenings of every game are played again, line by line, into three books of the same file format: by the referee
(rules, postings, balances, chain, command id) and by sqlite3 alone, with rows made beforehand and no triggers. Once the
rules are asked as the line is written, as the command line has it; once they have been asked for the sheet, as on every
screen, and Record writes what it showed. Then by SQLModel's session with objects, and by sqlite3 again. All sync every
commit to the disk (WAL, FULL) and have the same rows in the end.
"""

from __future__ import annotations

import gc
import sys
import tempfile
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import create_engine, event
from sqlmodel import Session

from companion.core.recording.referee import Referee
from companion.formats.session import begin, replay, steps
from companion.games import GAMES, game_of
from models.backups.backup import make_copy
from models.backups.untrusted_file import UntrustedFile
from models.book import Book
from models.entry_rows import rows_of
from models.journal import Journal
from models.tables import BalanceRow, EntryRow, MarkRow, PostingRow, StandingRow
from tests.figures import head, print_figure

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from models.database import Database
    from models.entry_rows import Rows
    from models.ledger import Entry

SESSIONS = Path(__file__).parents[1] / "sessions"
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
    def ratio(self) -> float:
        """How many times the raw commit of the same rows it takes: the median line by line."""
        return median(one / raw for one, raw in zip(self.one, self.raw, strict=True))

    def add(self, other: Took) -> None:
        """Count another's lines too."""
        self.one += other.one
        self.raw += other.raw


@cache
def session_entries(text: str) -> list[Entry]:
    """Play a session in memory; return the entries up to the first that voids another, which writes other rows."""
    untrusted = UntrustedFile()
    try:
        referee = replay(Journal(untrusted), steps(text))
        entries = referee.journal.all_entries(referee.play.id)
    finally:
        untrusted.close()
    return entries[: next((at for at, entry in enumerate(entries) if entry.voids), len(entries))]


@contextmanager
def alone(database: Database) -> Iterator[sqlite3.Connection]:
    """A copy of a book with the same pragmas and no triggers, by sqlite3 alone."""
    import sqlite3  # noqa: PLC0415 - elsewhere it is only a name of types

    with closing(sqlite3.connect(make_copy(database).path, isolation_level=None)) as driver:
        _prepare(driver)
        for (name,) in driver.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            driver.execute(f"DROP TRIGGER {name}")
        yield driver


def commit(driver: sqlite3.Connection, play: str, rows: Rows) -> None:
    """Insert the rows of an entry and commit; nothing could do less."""
    driver.execute("BEGIN IMMEDIATE")
    driver.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows.entry)
    driver.executemany("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)", rows.postings)
    driver.executemany("INSERT INTO mark VALUES (?, ?, ?, ?, ?, ?)", rows.marks)
    driver.executemany(ADD, [(play, *row[3:]) for row in rows.postings])
    driver.executemany(SAY, [(play, row[3], row[4], rows.seq, row[5]) for row in rows.marks])
    driver.execute("COMMIT")


def by_session(session: Session, play: str, rows: Rows) -> None:
    """Write the same rows as SQLModel's own guide has it: objects, added and committed."""
    session.add(EntryRow(**dict(zip(EntryRow.model_fields, rows.entry, strict=True))))
    for _, seq, n, account, unit, quantity in rows.postings:
        session.add(PostingRow(play=play, seq=seq, n=n, account=account, unit=unit, quantity=quantity))
        balance = session.get(BalanceRow, (play, account, unit)) or BalanceRow(
            play=play, account=account, unit=unit, quantity=0
        )
        balance.quantity += quantity
        session.add(balance)
    for _, seq, n, holder, name, value in rows.marks:
        session.add(MarkRow(play=play, seq=seq, n=n, holder=holder, name=name, value=value))
        standing = session.get(StandingRow, (play, holder, name)) or StandingRow(
            play=play, holder=holder, name=name, seq=seq, value=value
        )
        standing.seq, standing.value = seq, value
        session.add(standing)
    session.commit()


def _prepare(driver: sqlite3.Connection, _record: object = None) -> None:
    for pragma in PRAGMAS:
        driver.execute(f"PRAGMA {pragma}")


def enter(folder: Path, texts: list[str], *, session: bool = False, shown: bool = False) -> Took:
    """Write evenings into two books, line by line and the raw commit before or after by turns; note what each took.

    Where a line was ``shown`` before, a sheet has asked the rules what it would come to.
    """
    took = Took()
    with closing(Book.open(folder)) as database, ExitStack() as books:
        journal = Journal(database)
        plays = [(begin(journal, steps(text))[0], session_entries(text)) for text in texts]
        theirs = books.enter_context(_session(database)) if session else None
        driver = books.enter_context(alone(database))
        for play, lines in plays:
            _enter(Referee(journal, play.id, game_of), driver, theirs, lines, took, shown=shown)
    return took


def _enter(
    referee: Referee,
    driver: sqlite3.Connection,
    session: Session | None,
    lines: list[Entry],
    took: Took,
    *,
    shown: bool = False,
) -> None:
    play = referee.play
    gc.collect()
    for line in lines:
        if shown:
            referee.propose(line.proposal.action, line.proposal.answers)
        command = uuid4().hex
        rows = rows_of(play.id, line, command, line.digest)
        ways = {
            "one": (lambda: by_session(session, play.id, rows))  # noqa: B023
            if session
            else (lambda: referee.write(line.proposal.action, line.proposal.answers, command=command)),  # noqa: B023
            "raw": lambda: commit(driver, play.id, rows),  # noqa: B023
        }
        for name in ways if line.seq % 2 else reversed(ways):
            getattr(took, name).append(_timed(ways[name]))


@contextmanager
def _session(database: Database) -> Iterator[Session]:
    engine = create_engine(f"sqlite:///{make_copy(database).path}")
    event.listen(engine, "connect", _prepare)
    with Session(engine) as session:
        yield session
    engine.dispose()


def _timed(do: Callable[[], object]) -> float:
    began = perf_counter()
    do()
    return (perf_counter() - began) * 1000


def evenings(game: str, least: int) -> list[str]:
    """The sessions of a game, over and over until there are lines enough."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(SESSIONS.glob(f"{game}-*.session"))]
    lines = sum(len(session_entries(text)) for text in texts)
    return texts * -(-least // max(1, lines))


def measure(game: str, least: int, *, session: bool = False, shown: bool = False) -> Took:
    """Enter the sessions of a game into books below the working folder, on its disk rather than in memory."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        took = enter(Path(folder), evenings(game, least + WARM), session=session, shown=shown)
    for times in (took.one, took.raw):
        del times[:WARM]
    return took


def main() -> int:
    """Print the ratios; 1 where an entry costs more than it may."""
    head("A durable, validated entry, beside a raw sqlite3 commit of the same rows (WAL, FULL)")
    ours, seen, theirs = Took(), Took(), Took()
    for game in GAMES:
        took = measure(game.key, 600)
        ours.add(took)
        sheet = measure(game.key, 600, shown=True)
        seen.add(sheet)
        theirs.add(measure(game.key, 200, session=True))
        _print_ratio(f"{game.key}, {len(took.raw):,} lines", took)
        _print_ratio("  shown by a sheet before", sheet)
    _print_ratio("every game", ours, f"at most {LIMIT}")
    _print_ratio("every game, shown by a sheet before", seen, f"at most {LIMIT}")
    _print_ratio("SQLModel's session", theirs)
    return max(ours.ratio, seen.ratio) > LIMIT


def _print_ratio(what: str, took: Took, floor: str = "") -> None:
    print_figure(f"{what}: median {median(took.one):.3f} ms, raw {median(took.raw):.3f} ms", took.ratio, "x", floor)


if __name__ == "__main__":
    sys.exit(main())
