"""Every call to the disk fails once: ``python -m tests.campaigns.failing_disk [--seed N] [--count N] [--only WORDS]``.

Each kind of command is done over and over on a book laid out for it, and each time another of the calls that it makes
to the disk fails: that one, or that one and all after it until the book has been opened again. Whatever happens, the
command must be recorded or say why not, nothing acknowledged may be missing, and after the disk has come to itself the
same command sent again must be there once. Where a sync failed, the power goes after that too: what the system then
thinks is on the disk has perhaps never come there.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.book import Book
from models.errors import REST, BusyError, ReadOnlyError, StorageError
from models.journal import Journal
from models.ledger import Refusal
from tests.campaigns.commands import COMMANDS, Table, faults, held
from tests.campaigns.disk import Disk, Fault
from tests.campaigns.power_cuts import STYLES, Platter, lay_out
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from models.database import Database
    from tests.campaigns.commands import Command
    from tests.campaigns.disk import How

JUST_BEFORE = "campaign.just before"
KINDS: tuple[How, ...] = ("ioerr", "full")
WAYS: tuple[tuple[How, bool], ...] = (("ioerr", False), ("ioerr", True), ("full", True))
"""How a call fails, and whether all after it do; a disk that is full stays so."""


@dataclass
class Found:
    """What came of the runs of one command: how many calls it makes, and how many runs ended how.

    ``saved`` were recorded all the same, ``said`` raised a sentence; of these ``readonly`` turned the book read-only
    and ``unacknowledged`` were in the book after all; after failed syncs the power was cut ``cuts`` times.
    ``broken`` has a sentence for each promise that did not hold.
    """

    command: str
    how: How
    lasting: bool
    calls: int = 0
    runs: int = 0
    saved: int = 0
    said: int = 0
    readonly: int = 0
    unacknowledged: int = 0
    cuts: int = 0
    broken: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Laid:
    """A book laid out for a command: where, with what in hand, and what it holds before the command and after it."""

    command: Command
    folder: Path
    table: Table
    before: dict[str, Any]
    after: dict[str, Any]
    calls: dict[How, tuple[str, ...]]


def lay(command: Command, folder: Path, opening: Callable[[Path], Database] = Book.open) -> Laid:
    """Lay out the book of a command, and do it on copies of that to see how it goes when nothing fails."""
    table = Table(folder / "laid", Book.open)
    command.lay(table)
    table.close()
    calls: dict[How, tuple[str, ...]] = {}
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for how in KINDS:
        one = _sat_down(table, folder / how, opening)
        with Disk(one.folder) as disk:
            if not command.opens:
                _just_before(one)
            with disk.counting(how) as trace:
                command.act(one)
                calls[how] = tuple(map(_alike, trace))
            after = held(one.journal)
            if found := faults(one.journal):
                raise AssertionError(f"{command.name} goes wrong with nothing failing: {found}")
            one.close()
        shutil.rmtree(one.folder)
    if command.writes:
        # on a copy of its own: the first look keeps what is read again without asking the disk
        one = _sat_down(table, folder / "before", opening)
        _just_before(one)
        before = held(one.journal)
        one.close()
        shutil.rmtree(one.folder)
    return Laid(command, folder, table, before or after, after, calls)


def run_with_fault(laid: Laid, fault: Fault, opening: Callable[[Path], Database] = Book.open) -> _Run:
    """Do the command once with a call to the disk failing, and compare the outcome with every promise."""
    one = _sat_down(laid.table, laid.folder / "faulty", opening)
    try:
        platter = Platter(one.folder, random.Random(fault.at))  # noqa: S311 - it decides what a failed sync loses
        with Disk(one.folder) as disk:
            run = _Run(laid, fault, disk, one)
            run.go_through()
        if any(op.what == "sync failed" for op in disk.log) and not run.broken:
            run.power_goes(platter)
        return run
    finally:
        one.close()
        shutil.rmtree(one.folder)


def campaign(
    command: Command,
    *,
    how: How,
    lasting: bool,
    most: int = 10**9,
    dice: random.Random | None = None,
    opening: Callable[[Path], Database] = Book.open,
) -> Found:
    """Make every call of a command fail in turn, or ``most`` of them, drawn by the dice."""
    found = Found(command.name, how, lasting)
    with tempfile.TemporaryDirectory(prefix="failing-") as name:
        laid = lay(command, Path(name), opening)
        found.calls = len(laid.calls[how])
        which: Sequence[int] = range(1, found.calls + 1)
        if len(which) > most:
            which = sorted((dice or random.Random(0)).sample(which, most))  # noqa: S311 - it picks what is tried
        for at in which:
            run = run_with_fault(laid, Fault(at, how, lasting), opening)
            found.runs += 1
            found.saved += run.saved
            found.said += not run.saved
            found.readonly += run.readonly
            found.unacknowledged += run.unacknowledged
            found.cuts += run.cuts
            call = laid.calls[how][at - 1]
            found.broken += [f"{command.name}, {how}, call {at} ({call}){', lasting' * lasting}: {wrong}"
                             for wrong in run.broken]  # fmt: skip
    return found


class _Run:
    """One command on a disk that fails."""

    def __init__(self, laid: Laid, fault: Fault, disk: Disk, table: Table) -> None:
        self.laid, self.fault, self.disk, self.table = laid, fault, disk, table
        self.saved = self.readonly = self.unacknowledged = False
        self.cuts = 0
        self.broken: list[str] = []
        self._reopened = 0

    def go_through(self) -> None:
        command, table = self.laid.command, self.table
        if not command.opens:
            _just_before(table)
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
        at = self.fault.at
        if tuple(map(_alike, self.disk.trace[:at])) != self.laid.calls[self.fault.how][:at]:
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
        for at, good in ((self._reopened, (self.laid.before, self.laid.after)), (len(log), (self.laid.after,))):
            for op in log[now:at]:
                platter.play(op)
            now = at
            for style in STYLES:
                dice = random.Random(f"{self.fault.at} {at} {style}")  # noqa: S311 - it decides what is lost
                image = self.laid.folder / "cut"
                lay_out(image, platter.cut(style, dice), dice)
                try:
                    with closing(Book.open(image)) as database:
                        if held(Journal(database)) not in good or faults(Journal(database)):
                            self._broke(f"lost, when the power went after a failed sync ({style}, at {at})")
                except StorageError as error:
                    self._broke(f"lost, when the power went after a failed sync ({style}): {error.sentence}")
                shutil.rmtree(image)
                self.cuts += 1

    def _broke(self, words: str) -> None:
        self.broken.append(words.splitlines()[0])

    def _said(self, error: StorageError) -> None:
        """A command that was not recorded says so, and if a save has failed nothing more may be."""
        database = self.table.database
        self.readonly = bool(database and database.broken)
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

    def _compare(self, shown: dict[str, Any], when: str) -> None:
        if shown == self.laid.after or (shown == self.laid.before and not self.saved):
            return
        self._broke(f"{when}, what was acknowledged is not what the book says")

    def _recover(self) -> bool:
        """The disk has come to itself: the book is opened again if it was closed, and all is there."""
        table = self.table
        try:
            if table.database and (table.database.broken or self.fault.lasting):
                table.database.reopen()
                if table.database.broken:
                    self._broke("it is read-only after it was opened again")
            shown = held(table.journal)
            self._compare(shown, "opened again")
            if self.saved:
                self.laid.command.prove(table)
            self.unacknowledged = (
                not self.saved and self.laid.before != self.laid.after and shown == self.laid.after
            )  # fmt: skip
        except Exception as error:  # noqa: BLE001 - as above
            self._broke(f"opening it again raised {type(error).__name__}: {error}")
            return False
        return True

    def _again(self) -> None:
        """The same command is sent again."""
        try:
            self.laid.command.act(self.table)
            if held(self.table.journal) != self.laid.after:
                self._broke("sent again, it does not stand exactly once")
            self.laid.command.prove(self.table)
            if found := faults(self.table.journal):
                self._broke(f"damaged: {found[0]}")
        except Exception as error:  # noqa: BLE001 - as above
            self._broke(f"sending it again raised {type(error).__name__}: {error}")


def _sat_down(laid: Table, folder: Path, opening: Callable[[Path], Database]) -> Table:
    """Lay out a book once more, from the one that was laid out first, and open it unless that is the command."""
    shutil.copytree(laid.folder, folder)
    return Table(folder, opening, laid.play, laid.extra)


def _alike(call: str) -> str:
    """Name a call as it would be named in any other run: copies are called by the hour."""
    return re.sub(r"[0-9]{8}T[0-9]+Z", "WHEN", call)


def _just_before(table: Table) -> None:
    """Record something just before, which only the log has."""
    table.journal.set_preference(JUST_BEFORE, True)


def main() -> int:
    """Make every call of every command fail, and print the outcome."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seed", type=int, default=0, help="which calls are drawn, where not all are tried")
    reader.add_argument("--count", type=int, default=10**9, help="how many calls of each command are tried at most")
    reader.add_argument("--only", default="", help="commands with these words in their names")
    chosen = reader.parse_args()
    head("A disk that fails")
    total: Counter[str] = Counter()
    broken: list[str] = []
    for command in COMMANDS:
        if chosen.only not in command.name:
            continue
        for how, lasting in WAYS:
            found = campaign(command, how=how, lasting=lasting, most=chosen.count, dice=random.Random(chosen.seed))  # noqa: S311 - it picks what is tried
            words = f"{command.name}: {how}, {'from then on' if lasting else 'once'}"
            ends = f"of {found.calls} calls; {found.saved} recorded, {found.said} said, {found.readonly} read-only"
            print_figure(words, found.runs, "runs", f"{ends}, {found.unacknowledged} unacknowledged")
            total.update(runs=found.runs, saved=found.saved, said=found.said, readonly=found.readonly)
            total.update(unacknowledged=found.unacknowledged, cuts=found.cuts)
            broken += found.broken
    sys.stdout.write("\n")
    for what, figure in total.items():
        print_figure(what, figure)
    print_figure("promises broken", len(broken), "", "none")
    for words in broken[:40]:
        sys.stdout.write(f"  {words}\n")
    if broken:
        sys.stdout.write(f"again: python -m tests.campaigns.failing_disk --seed {chosen.seed} --count {chosen.count}\n")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
