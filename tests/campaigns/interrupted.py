"""The book is interrupted at any call to the disk: ``python -m tests.campaigns.interrupted [--seed N] [--count N]``.

Every kind of command, and whole evenings, are done again and again on a book laid out for them, and each time another
call that they make to the disk is the last one, or fails. ``--only WORDS`` names commands and ways:

``killed``: a process of its own is ended there by SIGKILL. ``cut``: the power goes, and of what was not yet synced some
is on the disk and some is not. ``ioerr`` and ``full``: the call fails, once or with all after it until the book has
been opened again; where a sync failed, the power goes after that too.

Whatever was acknowledged must be there, what was under way all or not at all, and sent again it must be there once. A
command that was not recorded must say why. With ``synchronous`` at NORMAL the same cuts must lose something, or they
prove nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
import warnings
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.book import Book
from models.errors import REST, BusyError, ReadOnlyError, StorageError
from models.journal import Journal
from models.ledger import Refusal
from tests.campaigns.commands import COMMANDS, Table, evening, faults, held
from tests.campaigns.disk import Disk, Fault
from tests.campaigns.platter import STYLES, Normal, Often, Platter, lay_out
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from models.database import Database
    from tests.campaigns.commands import Command
    from tests.campaigns.disk import How, Op

    Opening = Callable[[Path], Database]

JUST_BEFORE = "campaign.just before"
KILLED, CUT = "killed", "cut"
FAILING: dict[str, tuple[How, bool]] = {
    "ioerr once": ("ioerr", False),
    "ioerr from then on": ("ioerr", True),
    "full from then on": ("full", True),
}
"""How a call fails, and whether all after it do."""
WAYS = (KILLED, CUT, *FAILING)
EVENINGS = 20
"""So many evenings a long run has, of each way that a process can end."""


@dataclass
class Found:
    """What came of interrupting one command: ``did`` counts how runs ended, ``broken`` says what did not hold."""

    what: str
    calls: int = 0
    runs: int = 0
    did: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Laid:
    """A book laid out for a command, and how that goes when nothing interrupts it.

    ``states`` is what the book says before it and after each act, ``logged`` how many changes of files there were by
    then, ``log`` the changes, and ``calls`` all calls that a fault of one kind may hit.
    """

    command: Command
    folder: Path
    table: Table
    states: list[dict[str, Any]] = field(default_factory=list)
    logged: list[int] = field(default_factory=list)
    log: list[Op] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    def again(self, folder: Path) -> Table:
        """Lay the book out once more."""
        shutil.copytree(self.table.folder, folder)
        return Table(folder, self.table.opening, self.table.play, self.table.extra)

    def ready(self, table: Table) -> None:
        """Open the book, unless that is the command, and record something that only its log has."""
        if not self.command.opens:
            table.journal.set_preference(JUST_BEFORE, True)


def state(journal: Journal) -> dict[str, Any]:
    """What a book says, and what is wrong with it."""
    return {**held(journal), "faults": faults(journal)}


def state_in(folder: Path) -> dict[str, Any]:
    """What the book in a folder says; looked at in a copy, so that looking repairs nothing."""
    look = folder.with_name("look")
    shutil.copytree(folder, look)
    try:
        with closing(Book.open(look)) as database:
            return state(Journal(database))
    finally:
        shutil.rmtree(look)


def lay(command: Command, folder: Path, opening: Opening = Book.open, how: How = "ioerr") -> Laid:
    """Lay out the book of a command, and do it on a copy of that to see how it goes when nothing fails."""
    table = Table(folder / "laid")
    table.folder.parent.mkdir(exist_ok=True)
    command.lay(table)
    table.close()
    table.opening = opening
    laid = Laid(command, folder, table)
    one = laid.again(folder / "counted")
    with Disk(one.folder) as disk:
        laid.ready(one)
        laid.states.append(state_in(one.folder))
        laid.logged.append(len(disk.log))
        for act in command.acts:
            with disk.counting(how) as trace:
                act(one)
                laid.calls.extend(map(_alike, trace))
            laid.logged.append(len(disk.log))
            laid.states.append(state(one.journal))
        one.close()
    laid.log.extend(disk.log)
    shutil.rmtree(one.folder)
    if found := laid.states[-1]["faults"]:
        raise AssertionError(f"{command.name} goes wrong with nothing failing: {found}")
    return laid


def interrupt(command: Command, way: str, *, most: int = 10**9, seed: int = 0, opening: Opening = Book.open) -> Found:
    """Interrupt a command in one way at every call, or at ``most`` of them that are drawn."""
    found = Found(f"{command.name}: {way}")
    with tempfile.TemporaryDirectory(prefix="interrupted-") as name:
        how, lasting = FAILING.get(way, ("ioerr", False))
        laid = lay(command, Path(name), opening, how)
        dice = random.Random(f"{seed} {way}")  # noqa: S311 - it picks what is tried
        if way == CUT:
            found.calls = len(laid.log) - laid.logged[0]
            places = [(at, style) for at in range(laid.logged[0], len(laid.log) + 1) for style in STYLES]
            cut_all(laid, _drawn(dice, places, most), found)
            return found
        found.calls = len(laid.calls)
        for at in _drawn(dice, range(1, found.calls + 1), most):
            if way == KILLED:
                wrong = kill(laid, at, found)
            else:
                run = run_with_fault(laid, Fault(at, how, lasting))
                found.did += run.did
                wrong = run.broken
            found.runs += 1
            call = laid.calls[at - 1]
            found.broken += [f"{found.what}, call {at} ({call}), seed {seed}: {words}" for words in wrong]
    return found


def _drawn(dice: random.Random, all_of_them: Sequence[Any], most: int) -> Sequence[Any]:
    return sorted(dice.sample(all_of_them, most)) if len(all_of_them) > most else all_of_them


def _alike(call: str) -> str:
    """Name a call as it would be named in any other run: copies are called by the hour."""
    return re.sub(r"[0-9]{8}T[0-9]+Z", "WHEN", call)


# --- killed -----------------------------------------------------------------------------------------


def kill(laid: Laid, at: int, found: Found) -> list[str]:
    """Kill a process at a call to the disk; look what it left, and send again what was under way."""
    command, one = laid.command, laid.again(laid.folder / KILLED)
    try:
        ticks, said = _work_until_killed(laid, one, at)
        if said:
            return [said]
        now = state_in(one.folder)
        if now not in laid.states[ticks : ticks + 2]:
            return [f"after {ticks} of {len(command.acts)} were acknowledged, only a part is there"]
        found.did["acknowledged"] += ticks
        found.did["there, though not acknowledged"] += now != laid.states[ticks]
        if ticks < len(command.acts) and (command.again or now == laid.states[ticks]):
            for _ in range(1 + command.again):
                command.acts[ticks](one)
            found.did["sent again"] += 1
            if state(one.journal) != laid.states[ticks + 1]:
                return ["sent again it is not what it would have been"]
            if ticks + 1 == len(command.acts):
                command.prove(one)
    except StorageError as error:
        return [f"damaged: {error.sentence}"]
    finally:
        one.close()
        shutil.rmtree(one.folder)
    return []


def _work_until_killed(laid: Laid, table: Table, at: int) -> tuple[int, str]:
    """Do a command in a process of its own; give how many acts it acknowledged, and what it said that is wrong."""
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn where another thread is alive
        child = os.fork()
    if not child:
        try:
            with Disk(table.folder) as disk:
                laid.ready(table)
                disk.arm(Fault(at, "kill"))
                for act in laid.command.acts:
                    act(table)
                    os.write(theirs, b".")
        except BaseException as problem:  # noqa: BLE001 - the parent hears of anything, and the child must end here
            os.write(theirs, f"it raised {type(problem).__name__}: {problem}".encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    words = said.lstrip(".")
    return len(said) - len(words), words


# --- the power goes ---------------------------------------------------------------------------------


def cut_all(laid: Laid, places: Sequence[tuple[int, str]], found: Found) -> None:
    """Cut the power after calls to the disk, each in a style, and open every disk."""
    platter, played = Platter(laid.table.folder), 0
    for at, style in places:
        for op in laid.log[played:at]:
            platter.play(op)
        played = at
        found.runs += 1
        if words := _after_a_cut(laid, platter, at, style, found):
            found.broken.append(f"{found.what}, after call {at} ({style}): {words}")


def _after_a_cut(laid: Laid, platter: Platter, at: int, style: str, found: Found) -> str:
    dice = random.Random(f"{at} {style}")  # noqa: S311 - it decides what is lost
    image = laid.folder / "image"
    lay_out(image, platter.cut(style, dice), dice)
    table = Table(image)
    try:
        now = state(table.journal)
        if table.database and table.database.broken:
            return "an alarm was raised, though nothing is lost"
        if laid.command.opens:
            laid.command.prove(table)
    except (StorageError, AssertionError) as error:
        return f"not opened: {error}"
    finally:
        table.close()
        shutil.rmtree(image)
    last = max(number for number, calls in enumerate(laid.logged) if calls <= at)
    if now in laid.states[last : last + 2]:
        found.did["there, though not acknowledged"] += now != laid.states[last]
        return ""
    if now in laid.states[:last]:
        found.did["lost"] += 1
        return f"{last - laid.states.index(now)} acknowledged commands are lost"
    return "; ".join(now["faults"]) or "the book is as it never was"


# --- a call fails -----------------------------------------------------------------------------------


def run_with_fault(laid: Laid, fault: Fault) -> _Run:
    """Do the command once with a call to the disk failing, and compare the outcome with every promise."""
    one = laid.again(laid.folder / "faulty")
    try:
        platter = Platter(one.folder, random.Random(fault.at))  # noqa: S311 - it decides what a failed sync loses
        with Disk(one.folder) as disk:
            laid.ready(one)
            run = _Run(laid, fault, disk, one)
            run.go_through()
        if any(op.what == "sync failed" for op in disk.log) and not run.broken:
            run.power_goes(platter)
        return run
    finally:
        one.close()
        shutil.rmtree(one.folder)


class _Run:
    """One command on a disk that fails."""

    def __init__(self, laid: Laid, fault: Fault, disk: Disk, table: Table) -> None:
        self.laid, self.fault, self.disk, self.table = laid, fault, disk, table
        self.before, self.after = laid.states[0], laid.states[-1]
        self.saved = False
        self.did: Counter[str] = Counter()
        self.broken: list[str] = []
        self._reopened = 0

    def go_through(self) -> None:
        command, table = self.laid.command, self.table
        self.disk.arm(self.fault)
        try:
            command.act(table)
            self.saved = True
        except StorageError as error:
            self._said(error)
        except Refusal as refusal:
            self._broke(f"the rules refused it: {refusal.sentence}")
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody at the table can read it
            self._broke(f"it raised {type(error).__name__}: {error}")
        self.did["recorded" if self.saved else "said why not"] += 1
        at = self.fault.at
        if list(map(_alike, self.disk.trace[:at])) != self.laid.calls[:at]:
            self._broke(f"another call failed than was meant: {self.disk.trace[:at][-1:]}")
        if table.database:
            self._look_on()
        self.disk.heal()
        if self._recover():
            self._reopened = len(self.disk.log)
            self._again()

    def power_goes(self, platter: Platter) -> None:
        """Cut the power after the book was opened again, and after the command was sent again: it must have lasted."""
        log, now = self.disk.log, 0
        for at, good in ((self._reopened, (self.before, self.after)), (len(log), (self.after,))):
            for op in log[now:at]:
                platter.play(op)
            now = at
            for style in STYLES:
                dice = random.Random(f"{self.fault.at} {at} {style}")  # noqa: S311 - it decides what is lost
                image = self.laid.folder / "image"
                lay_out(image, platter.cut(style, dice), dice)
                try:
                    with closing(Book.open(image)) as database:
                        if state(Journal(database)) not in good:
                            self._broke(f"lost, when the power went after a failed sync ({style}, at {at})")
                except StorageError as error:
                    self._broke(f"lost, when the power went after a failed sync ({style}): {error.sentence}")
                shutil.rmtree(image)
                self.did["cuts"] += 1

    def _broke(self, words: str) -> None:
        self.broken.append(words.splitlines()[0])

    def _said(self, error: StorageError) -> None:
        """A command that was not recorded says so, and if a save has failed nothing more may be."""
        database = self.table.database
        self.did["read-only"] += bool(database and database.broken)
        if not error.sentence.endswith("."):
            self._broke(f"{error.sentence!r} is no sentence")
        if isinstance(error, BusyError):
            self._broke("a disk that fails was taken for another window")
        if database is None or not database.broken:
            if isinstance(error, ReadOnlyError):
                self._broke("it said that the book is read-only, and the book is not")
            return
        if not database.broken.endswith(REST) or database.broken != error.sentence:
            self._broke(f"it said {error.sentence!r}, and the book says {database.broken!r}")
        try:
            self.table.journal.set_preference("campaign.while broken", 1)
            self._broke("something else was recorded after a save had failed")
        except ReadOnlyError:
            pass
        except Exception as problem:  # noqa: BLE001 - as above
            self._broke(f"recording something else raised {type(problem).__name__}: {problem}")

    def _look_on(self) -> None:
        """Whatever failed, what was recorded before can be read, or it is said why not."""
        try:
            self._compare(held(self.table.journal), "while it lasts")
        except StorageError:
            if not self.fault.lasting or self.fault.how == "full":
                self._broke("the book could not be read, though the disk can be")
        except Exception as error:  # noqa: BLE001 - as above
            self._broke(f"reading raised {type(error).__name__}: {error}")

    def _compare(self, shown: dict[str, Any], when: str) -> bool:
        """Compare what the book says with what was acknowledged; give whether it says all of the command."""
        before, after = ({key: each[key] for key in each if key != "faults"} for each in (self.before, self.after))
        if shown != after and (shown != before or self.saved):
            self._broke(f"{when}, what was acknowledged is not what the book says")
        return shown == after != before

    def _recover(self) -> bool:
        """The disk has come to itself: the book is opened again if it was closed, and all is there."""
        table = self.table
        try:
            if table.database and (table.database.broken or self.fault.lasting):
                table.database.reopen()
                if table.database.broken:
                    self._broke("it is read-only after it was opened again")
            there = self._compare(held(table.journal), "opened again")
            if self.saved:
                self.laid.command.prove(table)
            self.did["there, though not acknowledged"] += there and not self.saved
        except Exception as error:  # noqa: BLE001 - as above
            self._broke(f"opening it again raised {type(error).__name__}: {error}")
            return False
        return True

    def _again(self) -> None:
        """The same command is sent again."""
        try:
            if self.laid.command.again or not self.saved:
                self.laid.command.act(self.table)
            if state(self.table.journal) != self.after:
                self._broke("sent again, it does not stand exactly once")
            self.laid.command.prove(self.table)
        except Exception as error:  # noqa: BLE001 - as above
            self._broke(f"sending it again raised {type(error).__name__}: {error}")


# --- all of it --------------------------------------------------------------------------------------


def runs(seed: int, most: int) -> Iterator[tuple[Command, str, int, Opening]]:
    """What a long run tries: which command, in which way, how often, and on which kind of book."""
    for number in range(seed, seed + EVENINGS):
        for way in (KILLED, CUT):
            yield evening(number), way, most, Often.open
    for command in COMMANDS:
        for way in (KILLED, CUT) if command.damaged else WAYS:
            yield command, way, most, Book.open


def main() -> int:
    """Interrupt everything everywhere, and print the outcome."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--seed", type=int, default=0, help="of the first evening, and of which calls are drawn")
    reader.add_argument("--count", type=int, default=200, help="how many calls are tried at most of each command")
    reader.add_argument("--only", default="", help="commands and ways with these words in their names")
    chosen = reader.parse_args()
    head("Interrupted at any call to the disk")
    total: Counter[str] = Counter()
    broken: list[str] = []
    for command, way, most, opening in runs(chosen.seed, chosen.count):
        if chosen.only not in f"{command.name}: {way}":
            continue
        found = interrupt(command, way, most=most, seed=chosen.seed, opening=opening)
        said = ", ".join(f"{many} {what}" for what, many in found.did.items() if many)
        print_figure(found.what, found.runs, "runs", f"of {found.calls} calls; {said}")
        total.update({f"{way}: runs": found.runs, **{f"{way}: {what}": many for what, many in found.did.items()}})
        broken += found.broken
    careless = interrupt(evening(chosen.seed), CUT, most=chosen.count, seed=chosen.seed, opening=Normal.open)
    if not careless.did["lost"]:
        broken.append("with synchronous at NORMAL nothing was lost, so these cuts prove nothing")
    sys.stdout.write("\n")
    for what, figure in total.items():
        print_figure(what, figure)
    print_figure("promises broken", len(broken), "", "none")
    for words in broken[:40]:
        sys.stdout.write(f"  {words}\n")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
