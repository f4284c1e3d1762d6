"""What a book goes through as a whole, killed at any moment: its first start, a new version, files taken in, copies.

Each begins from a folder that is laid out once, and is known to come to a certain end. Killed anywhere, the book must
be as before or as after; done again, as after. No copy beside it may be half there.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

from companion.core.recording.referee import Referee
from companion.formats import play_file
from companion.formats.session import replay, steps
from companion.games import game_of
from models import integrity
from models.backups.backup import back_up, copies, is_copied, make_copy, prove_again
from models.backups.backup_reader import read_backup
from models.backups.restore import Repair, bring_in, compare
from models.book import Book, ReadOnlyDatabase
from models.integrity import examine
from models.journal import Journal
from models.paths import FILE
from models.swap_file import finish
from tests.campaigns.commands import make_first_version
from tests.campaigns.killing import CLOCK, LINES, Moment, Seen, run_and_kill, witnessed
from tests.campaigns.table_commands import SESSIONS, book_state, difference

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from models.database import Database

BACKUP = "backup.db"
NEVER = 10**12
NEAR = 120
ID = re.compile("[0-9a-f]{32}")
NOTHING, WHOLE, ALIKE = "nothing of it", "all of it", "no difference"
NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)

Opening = "Callable[[Path], Database]"


@dataclass(frozen=True, slots=True)
class Upheaval:
    """How a folder is laid out, what is done to its book once it is made ready, and whether that is done only once."""

    name: str
    lay: Callable[[Path], object]
    ready: Callable[[Path, Opening], Callable[[], object]]
    again: bool = True


@dataclass
class Found:
    """What became of a number of kills of one upheaval. ``parts`` counts unfinished files, of which no list knows."""

    name: str
    kills: int = 0
    left: Counter[str] = field(default_factory=Counter)
    parts: int = 0
    broken: str = ""


def tried(upheaval: Upheaval, folder: Path, seed: int, count: int, means: tuple[str, ...], *, last: int = 0) -> Found:
    """Kill an upheaval so many times, at moments drawn evenly over all of it, or over so many of its ``last`` steps.

    Where none are said, every other moment is near the end, where files get their names.
    """
    random, found = Random(f"{upheaval.name} {seed}"), Found(upheaval.name)  # noqa: S311 - it draws moments
    laid, book = folder / "laid", folder / "book"
    laid.mkdir()
    upheaval.lay(laid)
    before = seen_in(laid, folder / "look")
    steps, after = {}, before
    for way in means:
        shutil.copytree(laid, book)
        steps[way] = _killed(upheaval, book, Moment(0, way, NEVER))[1]
        after = seen_in(book, folder / "look")
        shutil.rmtree(book)
    while found.kills < count and not found.broken:
        way = random.choice(means)
        near = last or random.choice((NEAR, NEVER))
        least = max(1, steps[way] - near)
        moment = Moment(0, way, random.randint(least, max(2, steps[way])))
        shutil.copytree(laid, book)
        killed, _ = _killed(upheaval, book, moment)
        found.kills += killed
        found.parts += any(one.suffix == ".part" for one in (book / "backups").glob("*"))
        now = seen_in(book, folder / "look")
        if killed:
            found.left[ALIKE if now == before == after else NOTHING if now == before else WHOLE] += 1
        if now not in (before, after):
            found.broken = f"{moment}: neither as before nor as after: {difference(now, after)}"
        elif upheaval.again or now == before:
            upheaval.ready(book, Book.open)()
            if (now := seen_in(book, folder / "look")) != after:
                found.broken = f"{moment}: done again it is not as after: {difference(now, after)}"
        shutil.rmtree(book)
    shutil.rmtree(laid)
    return found


def _killed(upheaval: Upheaval, book: Path, moment: Moment) -> tuple[bool, int]:
    """Do it in a child that is killed at a moment; return whether it was, and how many steps it took until it ended."""
    seen = Seen()

    def work(_: int) -> None:
        do = upheaval.ready(book, witnessed(seen).open)
        moment.arm(seen)
        seen.at(0)
        moment.reached(0)
        begun = datetime.now(UTC)
        do()
        if moment.means == CLOCK:
            seen.steps = round((datetime.now(UTC) - begun).total_seconds() * 1e6)

    try:
        # a child that is never to be killed ends by itself
        watched = Moment(0, LINES, NEVER) if moment == Moment(0, CLOCK, NEVER) else moment
        end = run_and_kill(work, watched, seen)
        if end.said:
            raise AssertionError(end.said)
        return end.killed, end.steps or seen.steps
    finally:
        seen.close()


def seen_in(book: Path, look: Path) -> dict[str, object]:
    """All that a folder holds by now; looked at in a copy, so that looking repairs nothing."""
    shutil.copytree(book, look)
    try:
        found: dict[str, object] = {"copies": _copies(look)}
        if not (look / FILE).exists():
            return {**found, "book": "none"}
        database = Book.open(look)
        try:
            if database.driver.execute("SELECT count(*) FROM play").fetchone() == (0,):
                return {**found, "book": "none"}  # an empty one is made at any start
            journal = Journal(database)
            plays = [play for (play,) in database.driver.execute("SELECT id FROM play")]
            names = {play: journal.play(play).title for play in plays}  # what is taken in has a number of its own
            said = {_renamed(key, names): _renamed(rows, names) for key, rows in book_state(journal).items()}
            faults = [fault for play in plays for fault in examine(journal, play)]
            return {**found, "book": said, "faults": [*database.check(), *faults]}
        finally:
            database.close()
    finally:
        shutil.rmtree(look)


def _renamed(words: object, names: dict[str, str]) -> object:
    if isinstance(words, list):
        return sorted(str(_renamed(str(one), names)) for one in words)
    said = str(words)
    for play, title in names.items():
        said = said.replace(play, title)
    return ID.sub("a command", said)


def _copies(folder: Path) -> object:
    """Every copy must be whole; how many there are may differ: one is made again that was not known to be made."""
    for copy in copies(folder / FILE):
        prove_again(copy)
    return ""


# --- what there is ---------------------------------------------------------------------------------


def _evening(folder: Path, *names: str, lines: int | None = None) -> None:
    database = Book.open(folder)
    try:
        for name in names:
            text = (SESSIONS / f"{name}.session").read_text(encoding="utf-8")
            replay(Journal(database), [one for one in steps(text) if one.word not in ("end", "refuse")][:lines])
    finally:
        database.close()


def _older(folder: Path) -> None:
    _evening(folder, "rat_a_tat_cat-rounds")
    make_first_version(folder)


def _opened(folder: Path, opening: Opening) -> Callable[[], object]:
    return lambda: opening(folder).close()


def _taken_in(folder: Path, opening: Opening) -> Callable[[], object]:
    journal = Journal(opening(folder))
    data = (SESSIONS / "ratrace-first-steps.session").read_bytes()
    return _closing(journal.database, lambda: play_file.load(journal, data))


def _closing(database: Database, do: Callable[[], object]) -> Callable[[], object]:
    def done() -> None:
        try:
            do()
        finally:
            database.close()

    return done


def _with_a_backup(folder: Path) -> None:
    """A book, and a backup that has a play more, one further on, one that was deleted since and one that parted."""
    _evening(folder, "rat_a_tat_cat-stopped", "doubletrack-fourth-pass", "totopoly-tote-only")
    database = Book.open(folder)
    journal = Journal(database)
    added, further, deleted = (play.id for play in journal.plays())
    earlier = back_up(database)
    journal.database.close()
    _evening(folder, "ratrace-first-steps", lines=6)
    database = Book.open(folder)
    journal = Journal(database)
    for play in (further, deleted):
        Referee(journal, play, game_of).undo("it was a slip")
    (folder / BACKUP).write_bytes(back_up(database))
    database.close()
    for file in folder.glob(f"{FILE}*"):
        file.unlink()
    (folder / FILE).write_bytes(earlier)
    database = Book.open(folder)
    journal = Journal(database)
    journal.purge(added)
    journal.delete(deleted)
    Referee(journal, further, game_of).undo("it was another slip")
    database.close()


def _restored(folder: Path, opening: Opening) -> Callable[[], object]:
    backup, journal = read_backup((folder / BACKUP).read_bytes()), Journal(opening(folder))
    plan = compare(journal, backup)
    return _closing(journal.database, lambda: bring_in(journal, backup, plan))


def _copied(folder: Path, opening: Opening) -> Callable[[], object]:
    database = opening(folder)
    return _closing(database, lambda: is_copied(database) or make_copy(database))


def _damaged(folder: Path) -> None:
    """A book with a copy; since then lines in its log alone, and a line of the other play that is not what it was."""
    _evening(folder, "rat_a_tat_cat-stopped", "doubletrack-fourth-pass")
    database = Book.open(folder)
    make_copy(database, NOW)
    spoilt, sound = (play.id for play in Journal(database).plays())
    database.close()
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE entry SET narration = 'x' WHERE play = ? AND seq = 3", (spoilt,))
    child = os.fork()
    if not child:  # it is cut off, so that its last line stays in the log
        with suppress(BaseException):
            Referee(Journal(Book.open(folder)), sound, game_of).undo("it was a slip")
        os._exit(0)
    os.waitpid(child, 0)
    assert (folder / f"{FILE}-wal").stat().st_size


def _repaired(folder: Path, _: Opening) -> Callable[[], object]:
    finish(folder)  # as opening it does; but that may move the log into a book that is to be read as it is
    database = ReadOnlyDatabase.open(folder)
    journal = Journal(database)
    sound = not any(integrity.check(journal, play.id) for play in journal.plays())
    database.close()
    return (lambda: None) if sound else Repair(folder / FILE).keep


UPHEAVALS = (
    Upheaval("the first start", lambda _: None, _opened),
    Upheaval("an older book is opened", _older, _opened),
    Upheaval(
        "a play is taken in from a file", lambda folder: _evening(folder, "rat_a_tat_cat-stopped"), _taken_in, False
    ),
    Upheaval("a backup is restored", _with_a_backup, _restored),
    Upheaval("the book copies itself", lambda folder: _evening(folder, "rat_a_tat_cat-stopped"), _copied),
    Upheaval("a damaged book is repaired", _damaged, _repaired),
)
