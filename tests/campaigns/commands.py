"""What a table can have the book do, one command of every kind, each on a book of its own laid out for it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.recording import revision
from companion.core.recording.referee import Referee
from companion.formats.session import begin, read_pairs, run, steps
from companion.games import game_of
from models import integrity
from models.backups.backup import back_up, copies, make_copy, prove_again
from models.backups.backup_reader import read_backup
from models.backups.restore import bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.errors import NoSuchPlayError, StorageError
from models.journal import Journal
from models.ledger import AMEND
from models.paths import FILE
from models.plays import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.formats.session import Step
    from models.database import Database

SESSIONS = Path(__file__).parents[1] / "sessions"
TAP = "the tap"
"""The command id under which everything is sent, the second time too."""


@dataclass
class Table:
    """A book in use: its folder, the open file, the play on the table, and what else a command needs."""

    folder: Path
    opening: Callable[[Path], Database]
    play: str = ""
    extra: Any = None
    database: Database | None = None
    referees: dict[str, Referee] = field(default_factory=dict)

    @property
    def journal(self) -> Journal:
        """The open book."""
        if self.database is None:
            self.database = self.opening(self.folder)
        return Journal(self.database)

    @property
    def referee(self) -> Referee:
        """Who keeps the play: the same one from the first call on, as in the app."""
        if self.play not in self.referees:
            self.referees[self.play] = Referee(self.journal, self.play, game_of)
        return self.referees[self.play]

    def close(self) -> None:
        """Let go of the book."""
        if self.database:
            self.database.close()
        self.database = None
        self.referees.clear()


@dataclass(frozen=True)
class Command:
    """Something the table has the book do. ``lay`` prepares the book, ``act`` does it, as often as called.

    ``writes`` is whether the book is another one afterwards, ``opens`` whether it is done to a book that is not open.
    ``prove`` looks for what it made beside the book, once the disk works again.
    """

    name: str
    lay: Callable[[Table], None]
    act: Callable[[Table], object]
    writes: bool = True
    opens: bool = False
    prove: Callable[[Table], object] = lambda _: None


def held(journal: Journal) -> dict[str, Any]:
    """All that a book says, but for when it was written and under which numbers."""
    shown: dict[str, Any] = {}
    for away in (False, True):
        for deleted in (False, True):
            for play in journal.plays(archived=away, deleted=deleted):
                ledger = journal.ledger(play.id)
                shown[play.title] = (
                    (away, deleted, play.ended, tuple(seat.name for seat in play.seats)),
                    [(entry.seq, entry.proposal) for entry in journal.all_entries(play.id)],
                    {key: quantity for key, quantity in ledger.balances.items() if quantity},
                    dict(ledger.marks),
                )
    with journal.database.reading() as connection:
        preferences = connection.exec_driver_sql(
            "SELECT key, value FROM preference WHERE key NOT LIKE 'backup.%'"
        ).fetchall()
        players = connection.exec_driver_sql("SELECT name, colour, token FROM player").fetchall()
    return {"plays": shown, "preferences": sorted(preferences), "players": sorted(players)}


def faults(journal: Journal) -> list[str]:
    """Everything that is wrong with a book and with the copies beside it."""
    found = journal.database.check()
    with journal.database.reading() as connection:
        ids = [play for (play,) in connection.exec_driver_sql("SELECT id FROM play")]
    for play in ids:
        found += integrity.check(journal, play)
    for copy in copies(journal.database.path):
        try:
            prove_again(copy)
        except StorageError as error:
            found.append(f"{copy.path.name}: {error.sentence}")
    return found


# --- laying out -------------------------------------------------------------------------------------


@cache
def _script(name: str) -> tuple[Step, ...]:
    return tuple(steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8")))


def begin_of(journal: Journal, name: str) -> tuple[str, list[Step]]:
    """Begin the play of a session, and give its id and the lines that write something."""
    play, rest = begin(journal, list(_script(name)))
    return play.id, [one for one in rest if one.word not in ("refuse", "end")]


def _before(step: Step, name: str) -> Callable[[Table], None]:
    """Lay out a session as far as one of its lines."""

    def lay(table: Table) -> None:
        play, rest = begin(table.journal, list(_script(name)))
        table.play = play.id
        for later in rest:
            if later.number == step.number:
                break
            run(table.referee, later)
        table.journal.rename(play.id, "Tonight")

    return lay


def _evening(table: Table) -> None:
    """Lay out a few lines of Ratrace, another play, a player and a preference."""
    journal = table.journal
    table.play, rest = begin_of(journal, "ratrace-six-players")
    for command in rest[:12]:
        run(table.referee, command)
    journal.rename(table.play, "Tonight")
    other, _ = begin_of(journal, "rat_a_tat_cat-stopped")
    journal.rename(other, "Last week")
    journal.remember_player("Alice", "#123456", "cat")
    journal.set_preference("dice", "own")


def _recorded(name: str) -> Command:
    """The line in the middle of a session, recorded as the app does it."""
    script = _script(name)
    lines = [one for one in script if one.word not in HEADS]
    step = lines[len(lines) * 2 // 3]

    def act(table: Table) -> None:
        referee = table.referee
        answers = referee.game.find_action(step.word).read(referee.table, read_pairs(step))
        referee.write(step.word, answers, command=TAP)

    return Command("record a line", _before(step, name), act)


def _corrected(name: str) -> Command:
    """The first correction of a session."""
    step = next(one for one in _script(name) if one.word == AMEND)

    def act(table: Table) -> None:
        decisions, again = revision.read_decisions(read_pairs(step))
        table.referee.amend(decisions, "a slip", again=again, command=TAP)

    return Command("correct a line", _before(step, name), act)


HEADS = {"game", "title", "seats", "house", "board", "undo", "redo", "void", "amend", "count", "refuse", "end"}


def _begin(table: Table) -> None:
    table.extra = table.extra or "a" * 32
    table.journal.begin(
        game="ratrace",
        title="Another",
        seats=[Seat("ann", "Ann"), Seat("bob", "Bob")],
        houses={},
        board={},
        edition="1",
        play=table.extra,
    )


def _purge(table: Table) -> None:
    try:
        table.journal.purge(table.play)
    except NoSuchPlayError:
        if any(one.id == table.play for one in table.journal.plays()):
            raise


def _with_a_copy(table: Table) -> None:
    _evening(table)
    make_copy(table.journal.database)
    table.referee.undo()


def _copy(table: Table) -> None:
    table.extra = make_copy(table.journal.database).path


def _copied(table: Table) -> None:
    (made,) = [one for one in copies(table.folder / FILE) if one.path == table.extra]
    prove_again(made)


def _back_up(table: Table) -> None:
    data = back_up(table.journal.database)
    with closing(read_backup(data)) as backup:
        assert not backup.damaged
        assert len(backup.plays) == 2, "a backup does not hold every play"


def _backed_up(table: Table) -> None:
    _evening(table)
    table.extra = back_up(table.journal.database)
    table.journal.purge(table.play)


def _restore(table: Table) -> None:
    with closing(read_backup(table.extra)) as backup:
        bring_in(table.journal, backup, compare(table.journal, backup))


def _first_version(table: Table) -> None:
    _evening(table)
    table.close()
    make_first_version(table.folder)


def make_first_version(folder: Path) -> None:
    """Make a book as the first version made it: whatever came later is taken out of one of today."""
    first, things = UntrustedFile(version=1), "SELECT type, name FROM sqlite_master WHERE sql NOT NULL"
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as file:
        later = set(file.execute(things)) - set(first.driver.execute(things))
        for kind, name in sorted(later, reverse=True):  # triggers before their tables
            file.execute(f"DROP {kind} {name}")
        file.execute("PRAGMA user_version = 1")
    first.close()


def _read(table: Table) -> None:
    """Read all that the first screens of a play show."""
    journal = table.journal
    Referee(journal, table.play, game_of).lines()
    assert journal.entries(table.play, text="a")
    assert journal.players()
    held(journal)


def _open(table: Table) -> None:
    assert table.journal.database


def _brought_up(table: Table) -> None:
    assert any(one.version == 1 and prove_again(one) for one in copies(table.folder / FILE)), "no copy stands beside it"


COMMANDS: tuple[Command, ...] = (
    _recorded("ratrace-retirement"),
    Command("undo", _evening, lambda table: table.referee.undo(command=TAP)),
    _corrected("ratrace-put-right"),
    Command("begin a play", _evening, _begin),
    Command("put a play away", _evening, lambda table: table.journal.archive(table.play)),
    Command("throw a play away for good", _evening, _purge),
    Command("restore a backup", _backed_up, _restore),
    Command("copy the book", _with_a_copy, _copy, writes=False, prove=_copied),
    Command("hand out a backup", _evening, _back_up, writes=False),
    Command("read the evening", _evening, _read, writes=False),
    Command("open the book", _evening, _open, writes=False, opens=True),
    Command("open a book of the first version", _first_version, _open, writes=False, opens=True, prove=_brought_up),
)
