"""The book is interrupted at any call to the disk: ``python -m tests.campaigns.interrupted [--seed N] [--count N]``.

Commands of every kind are done again and again on a book laid out for them, whose log is moved into the file often, and
each time another call that they make to the disk is the last one, or fails. ``--only WORDS`` names commands and ways:

``killed``: the app ends there, and all it gave to the disk is on it. ``cut``: the power goes, and of what was not yet
synced some is on the disk and some is not. ``ioerr`` and ``full``: the call fails, once or with all after it until the
book has been opened again; where a sync failed, the power goes after that too.

Whatever was acknowledged must be there, what was under way all or not at all, and sent again it must be there once. A
command that was not recorded must say why. With ``synchronous`` at NORMAL the same cuts must lose something, or they
prove nothing.
"""

import random
import re
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from companion.core.recording.referee import Referee
from companion.formats.session import begin, run, steps
from companion.games import game_of
from models import integrity
from models.backups.backup import back_up, copies, make_copy, prove_again
from models.backups.backup_reader import read_backup
from models.backups.restore import Repair, bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.book import Book, ReadOnlyDatabase
from models.errors import REST, BusyError, ReadOnlyError, StorageError
from models.journal import Journal
from models.paths import FILE
from models.swap_file import finish
from tests.campaigns.disk import Disk, Fault
from tests.campaigns.platter import AS_IT_CAME, STYLES, Normal, Often, Platter, files_in, lay_out
from tests.figures import asked, head, print_figure
from tests.load_play import load_play
from tests.paths import SESSION_FOLDER
from tests.purging import purge

KILLED, CUT = "killed", "cut"
ENDS = {KILLED: (AS_IT_CAME,), CUT: STYLES}
"""What of a file may be found after the app ends, by how it ends."""
FAILING = {
    "ioerr once": ("ioerr", False),
    "ioerr from then on": ("ioerr", True),
    "full from then on": ("full", True),
}
"""How a call fails, and whether all after it do."""


# --- what is interrupted ----------------------------------------------------------------------------


@dataclass
class Table:
    """A book in use: its folder, the open file, the play on the table, and what else a command needs."""

    folder: Path
    opening: Callable = Book.open
    play: str = ""
    extra: Any = None
    database: Any = None
    _referee: Any = None

    @property
    def journal(self):
        """The open book."""
        if self.database is None:
            self.database = self.opening(self.folder)
        return Journal(self.database)

    @property
    def referee(self):
        """The referee of the play: the same one from the first call on, as in the app."""
        if self._referee is None:
            self._referee = Referee(self.journal, self.play, game_of)
        return self._referee

    def close(self):
        if self.database:
            self.database.close()
        self.database = self._referee = None


@dataclass(frozen=True)
class Command:
    """What the table has the book do. ``lay`` prepares the book.

    ``opens`` is whether it is done to a book that is not open, ``again`` whether doing it twice is doing it once,
    ``damaged`` whether the book is: looking at it moves its log. ``prove`` looks for what it made beside the book.
    """

    name: str
    lay: Callable
    act: Callable
    opens: bool = False
    again: bool = True
    damaged: bool = False
    prove: Callable = lambda _: None


def _evening(table):
    """Lay out a play that was stopped, a few lines of Ratrace, a player and a preference."""
    for name, until, title in (
        ("rat_a_tat_cat-stopped", 0, "Last week"),
        ("ratrace-six-players", 22, "Tonight"),
    ):
        play, rest = begin(
            table.journal, steps((SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8"))
        )
        table.play, table._referee = play.id, None
        for step in rest:
            if step.number < until:
                run(table.referee, step)
        table.journal.set_play(play.id, title=title)
    table.journal.remember_player("Alice", "#123456", "cat")
    table.journal.set_preference("dice", "own")


def _with_a_copy(table):
    _evening(table)
    make_copy(table.journal.database)
    table.referee.undo()


def _copy(table):
    table.extra = make_copy(table.journal.database).path


def _copied(table):
    (made,) = [copy for copy in copies(table.folder / FILE) if copy.path == table.extra]
    prove_again(made)


def _backed_up(table):
    """Lay out a book with a backup that has a play which is gone since."""
    _evening(table)
    table.extra = back_up(table.journal.database)
    purge(table.journal, table.play)


def _restore(table):
    with closing(read_backup(table.extra)) as backup:
        bring_in(table.journal, backup, compare(table.journal, backup))


def _by_hand(table):
    return closing(sqlite3.connect(table.folder / FILE, isolation_level=None))


def _first_version(table):
    """Make a book as the first version made it: whatever came later is taken out of one of today."""
    _evening(table)
    table.close()
    first, things = (
        UntrustedFile(version=1),
        "SELECT type, name FROM sqlite_master WHERE sql NOT NULL",
    )
    with closing(first), _by_hand(table) as file:
        later = set(file.execute(things)) - set(first.driver.execute(things))
        for kind, name in sorted(later, reverse=True):  # triggers before their tables
            file.execute(f"DROP {kind} {name}")
        file.execute("PRAGMA user_version = 1")


def _brought_up(table):
    assert any(copy.version == 1 and prove_again(copy) for copy in copies(table.folder / FILE)), (
        "no copy beside it"
    )


def _damaged(table):
    """Lay out a book with a copy, then a line in its log alone, and a line of the other play that is another one."""
    _with_a_copy(table)
    sound = next(play.id for play in table.journal.plays() if play.id != table.play)
    table.close()
    with _by_hand(table) as file:
        for (name,) in file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE entry SET narration = 'x' WHERE play = ? AND seq = 3", (table.play,))
    table.journal.set_play(sound, title="Renamed")
    left = files_in(table.folder)
    table.close()  # which moves the log into the file
    shutil.rmtree(table.folder)
    lay_out(table.folder, left)
    assert left[f"{FILE}-wal"]


def _repair(table):
    finish(
        table.folder
    )  # as opening it does; but that may move the log into a book that is to be read as it is
    with closing(ReadOnlyDatabase.open(table.folder)) as database:
        journal = Journal(database)
        sound = not any(integrity.check(journal, play.id) for play in journal.plays())
    if not sound:
        Repair(table.folder / FILE).keep()


def _take_in(table):
    load_play(table.journal, (SESSION_FOLDER / "ratrace-first-steps.session").read_bytes())


COMMANDS = (
    Command("undo", _evening, lambda table: table.referee.undo(command="the tap")),
    Command("put a play away", _evening, lambda table: table.journal.set_play(table.play, archived=True)),
    Command("take a play in from a file", _evening, _take_in, again=False),
    Command("restore a backup", _backed_up, _restore),
    Command("copy the book", _with_a_copy, _copy, prove=_copied),
    Command("start for the first time", lambda table: table.folder.mkdir(), lambda table: table.journal, opens=True),
    Command("open a book of the first version", _first_version, lambda table: table.journal, opens=True,
            prove=_brought_up),
    Command("repair a damaged book", _damaged, _repair, opens=True, damaged=True),
)  # fmt: skip


# --- what a book says -------------------------------------------------------------------------------


def held(journal):
    """All that a book says, but for when it was written and under which numbers."""
    shown = {}
    for away in (False, True):
        for play in journal.plays(archived=away):
            ledger = journal.ledger(play.id)
            shown[play.title] = (
                (away, play.ended, tuple(seat.name for seat in play.seats)),
                [_in_order(entry.proposal) for entry in journal.all_entries(play.id)],
                {key: quantity for key, quantity in ledger.balances.items() if quantity},
                dict(ledger.marks),
            )
    with journal.database.reading() as connection:
        for query in (
            "SELECT key, value FROM preference WHERE key NOT LIKE 'backup.%' ORDER BY key",
            "SELECT name, colour, token FROM player ORDER BY name",
        ):
            shown[query] = connection.exec_driver_sql(query).fetchall()
    return shown


def _in_order(proposal):
    """Marks follow the order of effects, which is that of marks in the ledger."""
    return replace(
        proposal, marks=tuple(sorted(proposal.marks, key=lambda mark: (mark.holder, mark.name)))
    )


def state(journal):
    """What a book says, and what is wrong with it and with the copies beside it."""
    file = (
        integrity.WHOLE,
        integrity.TIED,
    )  # a note that was torn may warn of an entry that was never acknowledged
    found = [fault.sentence for fault in integrity.check_file(journal) if fault.check in file]
    found += filter(None, [journal.database.broken])
    with journal.database.reading() as connection:
        ids = [play for (play,) in connection.exec_driver_sql("SELECT id FROM play")]
    for play in ids:
        found += integrity.check(journal, play)
    for copy in copies(journal.database.path):
        try:
            prove_again(copy)
        except StorageError as error:
            found.append(f"{copy.path.name}: {error.sentence}")
    return {**held(journal), "faults": found}


def state_in(folder):
    """What the book in a folder says; looked at in a copy, so that looking repairs nothing."""
    look = folder.with_name("look")
    shutil.copytree(folder, look)
    try:
        with closing(Book.open(look)) as database:
            return state(Journal(database))
    finally:
        shutil.rmtree(look)


# --- one command ------------------------------------------------------------------------------------


@dataclass
class Found:
    """What came of interrupting one command: ``did`` counts how runs ended, ``broken`` says what did not hold."""

    what: str
    calls: int = 0
    did: Counter = field(default_factory=Counter)
    broken: list = field(default_factory=list)

    def broke(self, words):
        self.broken.append(f"{self.what}: {words}".splitlines()[0])


@dataclass(frozen=True)
class Laid:
    """A book laid out for a command, and how that goes when nothing interrupts it.

    ``states`` is what the book says before and after, ``began`` how many changes of files there were by then, ``log``
    the changes, and ``calls`` all calls that a fault of one kind may hit.
    """

    command: Command
    table: Table
    states: tuple = ()
    began: int = 0
    log: tuple = ()
    calls: tuple = ()

    @contextmanager
    def again(self):
        """Lay the book out once more."""
        table = replace(self.table, folder=self.table.folder.with_name("again"))
        shutil.copytree(self.table.folder, table.folder)
        try:
            yield table
        finally:
            table.close()
            shutil.rmtree(table.folder)

    def ready(self, table):
        """Open the book, unless that is the command, and record something that only its log has."""
        if not self.command.opens:
            table.journal.set_preference("campaign.just before", True)


def lay(command, folder, opening=Often.open, how="ioerr"):
    """Lay out the book of a command, and do it on a copy of that to see how it goes when nothing fails."""
    table = Table(folder / "laid")
    folder.mkdir(exist_ok=True)
    command.lay(table)
    table.close()
    laid = Laid(command, replace(table, opening=opening))
    with laid.again() as table, Disk(table.folder) as disk:
        heard = Platter(table.folder)
        laid.ready(table)
        before, began = state_in(table.folder), len(disk.log)
        with disk.counting(how) as trace:
            command.act(table)
            calls = tuple(map(_alike, trace))
        log = tuple(disk.log)
        heard.play(*log)
        assert heard.cut(AS_IT_CAME) == files_in(table.folder), (
            "the disk was given what was not heard"
        )
        after = state(table.journal)
    assert not after["faults"], f"{command.name} goes wrong with nothing failing"
    return replace(laid, states=(before, after), began=began, log=log, calls=calls)


def _alike(call):
    """Name a call as it would be named in any other run: copies are called by the hour."""
    return re.sub(r"[0-9]{8}T[0-9]+Z", "WHEN", call)


def interrupt(command, way, *, most=10**9, seed=0, opening=Often.open):
    """Interrupt a command in one way at every call, or at ``most`` of them that are drawn."""
    found = Found(f"{command.name}: {way}")
    with tempfile.TemporaryDirectory(prefix="interrupted-") as name:
        how, lasting = FAILING.get(way, ("ioerr", False))
        laid = lay(command, Path(name), opening, how)
        places = range(1, len(laid.calls) + 1)
        if way in ENDS:
            places = [*product(range(laid.began, len(laid.log) + 1), ENDS[way])]
        found.calls = len(places)
        if len(places) > most:
            places = sorted(random.Random(f"{seed} {way}").sample(places, most))  # noqa: S311 - it picks what is tried
        platter = Platter(laid.table.folder)
        for at in places:
            found.did["runs"] += 1
            if way in ENDS:
                end(laid, platter, *at, found)
            else:
                fail(laid, Fault(at, how, lasting), found)
    return found


def end(laid, platter, at, style, found):
    """End the app after a call to the disk; open what is left, and send again what was under way."""
    command, (before, after) = laid.command, laid.states
    platter.play(*laid.log[platter.played : at])
    where, acknowledged = f"after call {at} ({style})", at == len(laid.log)
    with _left(laid, platter, at, style) as table:
        try:
            now = state_in(table.folder)
            found.did["lost"] += acknowledged and now == before != after
            found.did["there, though not acknowledged"] += (
                now == after != before and not acknowledged
            )
            if now not in laid.states[acknowledged:]:
                found.broke(f"{where}, what was acknowledged is lost, or only a part is there")
                return
            for _ in range(1 + command.again) if command.again or now == before else ():
                command.act(table)
            if state(table.journal) != after:
                found.broke(f"{where}, and sent again it is not what it would have been")
            command.prove(table)
        except (StorageError, AssertionError) as error:
            found.broke(f"damaged {where}: {error}")


@contextmanager
def _left(laid, platter, at, style):
    """Lay out what is left of a book where the app has ended."""
    dice = random.Random(f"{at} {style}")  # noqa: S311 - it decides what is lost
    table = replace(laid.table, folder=laid.table.folder.with_name("left"))
    lay_out(table.folder, platter.cut(style, dice), dice)
    try:
        yield table
    finally:
        table.close()
        shutil.rmtree(table.folder)


# --- a call fails -----------------------------------------------------------------------------------


def fail(laid, fault, found):
    """Do the command once with a call to the disk failing, open the book again, and send the command again."""
    command = laid.command
    with laid.again() as table:
        platter = Platter(table.folder, random.Random(fault.at))  # noqa: S311 - it decides what a failed sync loses
        with Disk(table.folder) as disk:
            laid.ready(table)
            disk.arm(fault)
            saved = _is_saved(command, table, found)
            if tuple(map(_alike, disk.trace[: fault.at])) != laid.calls[: fault.at]:
                found.broke(f"another call failed than was meant: {disk.trace[: fault.at][-1:]}")
            if table.database:
                _look_on(laid, table, fault, found, saved)
            disk.heal()
            reopened = 0
            try:
                if table.database and (table.database.broken or fault.lasting):
                    table.database.reopen()
                _compare(laid, table, found, saved)
                reopened = len(disk.log)
                if command.again or not saved:
                    command.act(table)
                if state(table.journal) != laid.states[-1]:
                    found.broke("sent again, it does not stand exactly once")
                command.prove(table)
            except Exception as error:  # noqa: BLE001 - as below
                found.broke(
                    f"opening it and sending it again raised {type(error).__name__}: {error}"
                )
        if any(op.what == "sync failed" for op in disk.log) and not found.broken:
            _power_goes(laid, platter, disk.log, reopened, found)


def _is_saved(command, table, found):
    """Do a command; say whether it was acknowledged."""
    try:
        command.act(table)
    except StorageError as error:
        found.did["said why not"] += 1
        _said(error, table.database, found)
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody at the table can read it
        found.broke(f"it raised {type(error).__name__}: {error}")
    else:
        return True
    return False


def _said(error, database, found):
    """A command that was not recorded says so, and if a save has failed nothing more may be."""
    broken = database.broken if database else None
    if not error.sentence.endswith(".") or isinstance(error, BusyError):
        found.broke(f"{error.sentence!r} is no sentence of a disk that fails")
    if not broken:
        if isinstance(error, ReadOnlyError):
            found.broke("it said that the book is read-only, and the book is not")
        return
    if not broken.endswith(REST) or broken != error.sentence:
        found.broke(f"it said {error.sentence!r}, and the book says {broken!r}")
    try:
        Journal(database).set_preference("campaign.while broken", 1)
        found.broke("something else was recorded after a save had failed")
    except ReadOnlyError:
        pass


def _look_on(laid, table, fault, found, saved):
    """Whatever failed, what was recorded before can be read, or it is said why not."""
    try:
        _compare(laid, table, found, saved)
    except StorageError:
        if not fault.lasting or fault.how == "full":
            found.broke("the book could not be read, though the disk can be")
    except Exception as error:  # noqa: BLE001 - as above
        found.broke(f"reading raised {type(error).__name__}: {error}")


def _compare(laid, table, found, saved):
    """Compare what the book says with what was acknowledged."""
    if {**held(table.journal), "faults": []} not in [
        {**good, "faults": []} for good in laid.states[saved:]
    ]:
        found.broke("what was acknowledged is not what the book says")


def _power_goes(laid, platter, log, reopened, found):
    """Cut the power after the book was opened again, and after the command was sent again: it must have lasted."""
    for at, good in ((reopened, laid.states), (len(log), laid.states[1:])):
        platter.play(*log[platter.played : at])
        for style in STYLES:
            with _left(laid, platter, at, style) as table:
                if state(table.journal) not in good:
                    found.broke(f"lost, when the power went after a failed sync ({style}, at {at})")


# --- all of it --------------------------------------------------------------------------------------


def main():
    """Interrupt everything everywhere, and print the outcome."""
    chosen = asked(__doc__, seed=0, count=200, only="")
    head("Interrupted at any call to the disk")
    total, broken = Counter(), []
    for command, way in product(COMMANDS, (*ENDS, *FAILING)):
        if command.damaged and way in FAILING:
            continue  # looking on would move its log
        if chosen.only in f"{command.name}: {way}":
            found = interrupt(command, way, most=chosen.count, seed=chosen.seed)
            said = ", ".join(f"{many} {what}" for what, many in found.did.items() if many)
            print_figure(found.what, found.calls, "calls", said)
            total.update({f"{way}: {what}": many for what, many in found.did.items()})
            broken += found.broken
    if not interrupt(COMMANDS[0], CUT, opening=Normal.open).did["lost"]:
        broken.append("with synchronous at NORMAL nothing was lost, so these cuts prove nothing")
    sys.stdout.write("\n")
    for what, figure in total.items():
        print_figure(what, figure)
    print_figure("promises broken", len(broken), "", "none")
    sys.stdout.writelines(f"  {words}\n" for words in broken[:40])
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
