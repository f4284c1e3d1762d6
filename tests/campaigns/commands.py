"""What a table can have the book do, each on a book laid out for it: one command of every kind, and whole evenings."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.recording import countable, revision
from companion.core.recording.referee import Referee
from companion.formats import play_file
from companion.formats.session import begin, read_pairs, run, steps
from companion.games import GAMES, game_of
from companion.testing import random_evening
from models import integrity
from models.backups.backup import back_up, copies, make_copy, prove_again
from models.backups.backup_reader import read_backup
from models.backups.restore import Repair, bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.book import Book, ReadOnlyDatabase
from models.errors import NoSuchPlayError, StorageError
from models.journal import Journal
from models.ledger import AMEND, COUNT, REDO, UNDO, VOID
from models.paths import FILE
from models.plays import Seat
from models.swap_file import finish

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.formats.session import Step
    from models.database import Database
    from models.ledger import Proposal

SESSIONS = Path(__file__).parents[1] / "sessions"
TAP = "the tap"
"""The command id of a single command, the second time too."""
NOT_SENT = {"game", "title", "seats", "house", "board", "refuse", "end"}


@dataclass
class Table:
    """A book in use: its folder, the open file, the play on the table, and what else a command needs."""

    folder: Path
    opening: Callable[[Path], Database] = Book.open
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
        """The referee of the play: the same one from the first call on, as in the app."""
        if self.play not in self.referees:
            self.referees[self.play] = Referee(self.journal, self.play, game_of)
        return self.referees[self.play]

    def close(self) -> None:
        """Close the book."""
        if self.database:
            self.database.close()
        self.database = None
        self.referees.clear()


Act = "Callable[[Table], object]"


@dataclass(frozen=True)
class Command:
    """What the table has the book do, one act after another, each as often as called. ``lay`` prepares the book.

    ``opens`` is whether it is done to a book that is not open, ``again`` whether doing it twice is doing it once,
    ``damaged`` whether the book is: looking at it moves its log. ``prove`` looks for what it made beside the book.
    """

    name: str
    lay: Callable[[Table], object]
    acts: tuple[Act, ...]
    opens: bool = False
    again: bool = True
    damaged: bool = False
    prove: Act = lambda _: None

    def act(self, table: Table) -> None:
        """Do it, from the first act to the last."""
        for act in self.acts:
            act(table)


def held(journal: Journal) -> dict[str, Any]:
    """All that a book says, but for when it was written and under which numbers."""
    shown: dict[str, Any] = {}
    for away in (False, True):
        for deleted in (False, True):
            for play in journal.plays(archived=away, deleted=deleted):
                ledger = journal.ledger(play.id)
                shown[play.title] = (
                    (away, deleted, play.ended, tuple(seat.name for seat in play.seats)),
                    [(entry.seq, _in_order(entry.proposal)) for entry in journal.all_entries(play.id)],
                    {key: quantity for key, quantity in ledger.balances.items() if quantity},
                    dict(ledger.marks),
                )
    with journal.database.reading() as connection:
        for query in (
            "SELECT key, value FROM preference WHERE key NOT LIKE 'backup.%' ORDER BY key",
            "SELECT name, colour, token FROM player ORDER BY name",
            "SELECT game, edition, key, value FROM board_fact ORDER BY game, edition, key",
        ):
            shown[query] = connection.exec_driver_sql(query).fetchall()
    return shown


def _in_order(proposal: Proposal) -> Proposal:
    """An entry without the order of its effects, which follows that of marks in the ledger."""
    marks = sorted(proposal.marks, key=lambda mark: (mark.holder, mark.name))
    return replace(proposal, marks=tuple(marks))


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


# --- sessions ---------------------------------------------------------------------------------------


@cache
def _script(name: str) -> tuple[Step, ...]:
    return tuple(steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8")))


def _begun(table: Table, name: str, until: int = 10**6, title: str = "Tonight") -> None:
    """Lay out the play of a session as far as one of its lines."""
    play, rest = begin(table.journal, list(_script(name)))
    table.play = play.id
    for step in rest:
        if step.number >= until:
            break
        if step.word not in NOT_SENT:
            run(table.referee, step)
    table.journal.rename(play.id, title)


def _sent(step: Step, command: str, play: str = "") -> Act:
    """A line of a session, sent as a screen sends it: what it says was read once, on the table as it was then."""
    pairs, read = read_pairs(step), []

    def act(table: Table) -> None:
        table.play = play or table.play
        referee = table.referee
        if step.word == UNDO:
            referee.undo(pairs.get("reason", ""), command=command)
        elif step.word == REDO:
            referee.redo(command=command)
        elif step.word == VOID:
            referee.void(int(pairs["seq"]), pairs["reason"], command=command)
        elif step.word == AMEND:
            decisions, again = revision.read_decisions(pairs)
            referee.amend(decisions, pairs.get("reason", ""), again=again, command=command)
        else:
            if not read:
                game, now = referee.game, referee.table
                counts = step.word == COUNT
                read.append(
                    countable.read(game, now, pairs) if counts else game.find_action(step.word).read(now, pairs)
                )
            referee.write(step.word, read[0], command=command)

    return act


def _line(name: str, session: str, word: str = "") -> Command:
    """One line of a session: the first with a word, or one far on."""
    lines = [step for step in _script(session) if step.word not in NOT_SENT]
    step = next(one for one in lines if one.word == word) if word else lines[len(lines) * 2 // 3]
    return Command(name, lambda table: _begun(table, session, step.number), (_sent(step, TAP),))


def evening(seed: int, length: int = 40) -> Command:
    """Return an evening of two plays, one of them at random, with what the home screen does before and after them."""
    acts: list[Act] = [lambda table: table.journal.remember_player("Zoë", "#123456", "cat")]
    games = [game.key for game in GAMES]
    game = games[seed % len(games)]
    scripts = (list(_script("rat_a_tat_cat-rounds")), steps(random_evening(game, seed, length)))
    for number, script in enumerate(scripts):
        play = f"{number:032x}"
        acts.append(lambda table, script=script, play=play: begin(table.journal, script, play))
        lines = [step for step in script if step.word not in NOT_SENT][:length]
        acts += [_sent(step, f"{number} {at}", play) for at, step in enumerate(lines)]
        acts.append(lambda table, play=play: table.journal.archive(play))
        acts.append(lambda table: table.close())
    acts.append(lambda table: table.journal.set_board_fact("ratrace", "of ours", "rent", 7))
    acts.append(lambda table: _purge(table, f"{0:032x}"))
    acts.append(lambda table: table.close())
    return Command(f"an evening of {game}", lambda table: table.journal, tuple(acts))


# --- single commands --------------------------------------------------------------------------------


def _evening(table: Table) -> None:
    """Lay out another play, a few lines of Ratrace, a player and a preference."""
    _begun(table, "rat_a_tat_cat-stopped", 0, "Last week")
    _begun(table, "ratrace-six-players", 22)
    table.journal.remember_player("Alice", "#123456", "cat")
    table.journal.set_preference("dice", "own")


def _begin(table: Table) -> None:
    seats = [Seat("ann", "Ann"), Seat("bob", "Bob")]
    table.journal.begin(game="ratrace", title="Another", seats=seats, houses={}, board={}, edition="1", play="a" * 32)


def _purge(table: Table, play: str = "") -> None:
    play = play or table.play
    try:
        table.journal.purge(play)
    except NoSuchPlayError:
        if any(one.id == play for one in table.journal.plays()):
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
    with closing(read_backup(back_up(table.journal.database))) as backup:
        assert not backup.damaged
        assert len(backup.plays) == 2, "a backup does not hold every play"


def _backed_up(table: Table) -> None:
    """Lay out a book with a backup that has a play which is gone since."""
    _evening(table)
    table.extra = back_up(table.journal.database)
    table.journal.purge(table.play)


def _restore(table: Table) -> None:
    with closing(read_backup(table.extra)) as backup:
        bring_in(table.journal, backup, compare(table.journal, backup))


def _first_version(table: Table) -> None:
    """Make a book as the first version made it: whatever came later is taken out of one of today."""
    _evening(table)
    table.close()
    first, things = UntrustedFile(version=1), "SELECT type, name FROM sqlite_master WHERE sql NOT NULL"
    with closing(sqlite3.connect(table.folder / FILE, isolation_level=None)) as file:
        later = set(file.execute(things)) - set(first.driver.execute(things))
        for kind, name in sorted(later, reverse=True):  # triggers before their tables
            file.execute(f"DROP {kind} {name}")
        file.execute("PRAGMA user_version = 1")
    first.close()


def _brought_up(table: Table) -> None:
    assert any(one.version == 1 and prove_again(one) for one in copies(table.folder / FILE)), "no copy stands beside it"


def _damaged(table: Table) -> None:
    """Lay out a book with a copy, then a line in its log alone, and a line of the other play that is another one."""
    _evening(table)
    make_copy(table.journal.database)
    spoilt = next(play.id for play in table.journal.plays() if play.id == table.play)
    sound = next(play.id for play in table.journal.plays() if play.id != table.play)
    table.close()
    with closing(sqlite3.connect(table.folder / FILE, isolation_level=None)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE entry SET narration = 'x' WHERE play = ? AND seq = 3", (spoilt,))
    child = os.fork()
    if not child:  # it is cut off, so that its last line stays in the log
        with suppress(BaseException):
            Journal(Book.open(table.folder)).rename(sound, "Renamed")
        os._exit(0)
    os.waitpid(child, 0)
    assert (table.folder / f"{FILE}-wal").stat().st_size


def _repair(table: Table) -> None:
    finish(table.folder)  # as opening it does; but that may move the log into a book that is to be read as it is
    with closing(ReadOnlyDatabase.open(table.folder)) as database:
        journal = Journal(database)
        sound = not any(integrity.check(journal, play.id) for play in journal.plays())
    if not sound:
        Repair(table.folder / FILE).keep()


def _take_in(table: Table) -> None:
    play_file.load(table.journal, (SESSIONS / "ratrace-first-steps.session").read_bytes())


def _read(table: Table) -> None:
    """Read all that the first screens of a play show."""
    journal = table.journal
    Referee(journal, table.play, game_of).lines()
    assert journal.entries(table.play, text="a")
    assert journal.players()
    held(journal)


def _open(table: Table) -> None:
    assert table.journal.database


COMMANDS: tuple[Command, ...] = (
    _line("record a line", "ratrace-retirement"),
    Command("undo", _evening, (lambda table: table.referee.undo(command=TAP),)),
    _line("correct a line", "ratrace-put-right", AMEND),
    Command("begin a play", _evening, (_begin,)),
    Command("put a play away", _evening, (lambda table: table.journal.archive(table.play),)),
    Command("throw a play away for good", _evening, (_purge,)),
    Command("take a play in from a file", _evening, (_take_in,), again=False),
    Command("restore a backup", _backed_up, (_restore,)),
    Command("copy the book", _with_a_copy, (_copy,), prove=_copied),
    Command("hand out a backup", _evening, (_back_up,)),
    Command("read the evening", _evening, (_read,)),
    Command("start for the first time", lambda table: table.folder.mkdir(), (_open,), opens=True),
    Command("open the book", _evening, (_open,), opens=True),
    Command("open a book of the first version", _first_version, (_open,), opens=True, prove=_brought_up),
    Command("repair a damaged book", _damaged, (_repair,), opens=True, damaged=True),
)
