"""The power goes after every write: ``python -m tests.campaigns.power_cuts [--seed N] [--count N] [--only WORDS]``.

Everything that an evening asks of the disk is remembered. Then the disk is made as a cut in the power could have left
it, after each of these calls: of what was not yet synced, some sectors are there and some are not, some hold rubbish,
the last write is torn, and names are old or new. The app opens each of these disks, and must find the book as it was
after the last thing that was acknowledged, or after the one under way; nothing less, nothing in part.

With ``synchronous`` at NORMAL the same cuts must lose something, or they prove nothing.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.formats.session import run
from models.backups.backup import copies, prove_again
from models.book import Book
from models.errors import StorageError
from models.journal import Journal
from models.paths import FILE
from tests.campaigns.commands import COMMANDS, Table, begin_of, faults, held
from tests.campaigns.disk import Disk
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.campaigns.disk import Op

SECTOR = 512
STYLES = ("as it came", "nothing more", "in order", "to the byte", "half of it", "most of it", "little of it")
"""What of the unsynced sectors is on the disk: all, none, those up to one, those up to a byte, or each with some luck.

A sector torn within is written from one end to the other, which is what SQLite allows for.
"""
LUCK = {"half of it": 0.5, "most of it": 0.9, "little of it": 0.1}
OFTEN = 24
"""Pages after which the log is moved into the file; the app does so every thousand, an evening is shorter here."""


class Often(Book):
    """The app's own book, with its log moved into the file so often that an evening sees it many times."""

    synchronous = "FULL"

    def _set_up(self) -> None:
        super()._set_up()
        self.driver.execute(f"PRAGMA wal_autocheckpoint = {OFTEN}")
        self.driver.execute(f"PRAGMA synchronous = {self.synchronous}")


class Normal(Often):
    """A book that syncs its log only before it is moved."""

    synchronous = "NORMAL"


# --- a disk after a cut -----------------------------------------------------------------------------


@dataclass
class Inode:
    """One file: what is on the disk for certain, and what was done to it since."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Op] = field(default_factory=list)


class Platter:
    """What is on the disk, and what may be. ``play`` takes the calls in, ``cut`` says how a cut may leave it."""

    def __init__(self, folder: Path | None = None, dice: random.Random | None = None) -> None:
        self._dice = dice or random.Random(0)  # noqa: S311 - it decides what is lost
        there = [one for one in folder.rglob("*") if one.is_file()] if folder else []
        self._names = {str(one.relative_to(folder)): Inode(bytearray(one.read_bytes())) for one in there if folder}
        self._now = dict(self._names)
        self._changes: list[dict[str, Inode]] = []

    def play(self, op: Op) -> None:
        """Take in what was done."""
        if op.what == "make":
            if op.name not in self._now:
                self._rename({**self._now, op.name: Inode()})
        elif op.what == "delete":
            self._rename({name: one for name, one in self._now.items() if name != op.name})
        elif op.what == "rename":
            kept = {name: one for name, one in self._now.items() if name != op.name}
            self._rename({**kept, op.to: self._now[op.name]})
        elif op.what == "sync names":
            self._names, self._changes = self._now, []
        elif op.what == "sync":
            inode = self._now[op.name]
            for write in inode.pending:
                _apply(inode.safe, write)
            inode.pending.clear()
        elif op.what == "sync failed":
            # the system thinks now that it is clean: no later sync brings it to the disk
            inode = self._now[op.name]
            inode.safe = _torn(inode, "half of it", self._dice)
            inode.pending.clear()
        else:
            self._now[op.name].pending.append(op)

    def cut(self, style: str, dice: random.Random) -> dict[str, bytes]:
        """Every file as it may be found after a cut now."""
        names = self._names
        if style == "as it came":
            names = self._now
        elif style != "nothing more" and self._changes:
            names = dice.choice([self._names, *self._changes])
        return {name: bytes(_torn(inode, style, dice)) for name, inode in names.items()}

    def _rename(self, names: dict[str, Inode]) -> None:
        self._now = names
        self._changes.append(names)


def _apply(data: bytearray, op: Op) -> None:
    if op.what == "truncate":
        del data[op.at :]
        return
    if len(data) < op.at:
        data.extend(bytes(op.at - len(data)))
    data[op.at : op.at + len(op.data)] = op.data


def _torn(inode: Inode, style: str, dice: random.Random) -> bytearray:
    """A file as it may be found: what was not synced is there or is not."""
    data = bytearray(inode.safe)
    if style == "nothing more" or not inode.pending:
        return data
    if style in LUCK:
        return _scattered(data, inode.pending, LUCK[style], dice)
    last = len(inode.pending) if style == "as it came" else dice.randrange(len(inode.pending))
    for op in inode.pending[:last]:
        _apply(data, op)
    for op in inode.pending[last : last + 1]:
        if op.what == "write":  # the first few sectors of it
            parts = list(_sectors(op))
            many = dice.randrange(len(parts) + 1)
            for part in parts[:many]:
                _apply(data, part)
            for part in parts[many : many + 1] if style == "to the byte" else ():
                _apply(data, _some_of(part, dice))
    return data


def _some_of(part: Op, dice: random.Random) -> Op:
    """What of a sector is written when the power goes within it: its beginning, or its end."""
    byte = dice.randrange(len(part.data) + 1)
    if dice.random() < 0.5:
        return replace(part, data=part.data[:byte])
    return replace(part, at=part.at + byte, data=part.data[byte:])


def _scattered(data: bytearray, pending: list[Op], luck: float, dice: random.Random) -> bytearray:
    """Each sector that was written is there with some luck; where the file has grown for others, there is rubbish."""
    longest = len(data)
    for op in pending:
        longest = max(longest, op.at + len(op.data))
        for part in _sectors(op) if op.what == "write" else (op,):
            if dice.random() < luck:
                _apply(data, part)
    if len(data) < longest and dice.random() < 0.5:
        more = longest - len(data)
        data.extend(bytes(more) if dice.random() < 0.5 else dice.randbytes(more))
    return data


def _sectors(op: Op) -> Iterator[Op]:
    at, end = op.at, op.at + len(op.data)
    while at < end:
        after = min(end, (at // SECTOR + 1) * SECTOR)
        yield replace(op, at=at, data=op.data[at - op.at : after - op.at])
        at = after


# --- an evening -------------------------------------------------------------------------------------


@dataclass
class Evening:
    """What was asked of the disk, and what the book said whenever something had been acknowledged.

    ``acknowledged`` holds how many calls had been made by then.
    """

    before: Platter
    log: list[Op]
    acknowledged: list[int] = field(default_factory=list)
    states: list[dict[str, Any]] = field(default_factory=list)


def evening(folder: Path, opening: Callable[[Path], Book] = Often.open, *, length: int = 40) -> Evening:
    """Go through an evening: two games, things taken back, the home screen tidied, the book closed and opened again."""
    with Disk(folder) as disk:
        recorded = Evening(Platter(), disk.log)
        table = Table(folder, opening)

        def acknowledged() -> None:
            recorded.acknowledged.append(len(disk.log))
            recorded.states.append(held(table.journal))

        recorded.acknowledged.append(0)
        recorded.states.append(NOTHING)
        assert table.journal
        acknowledged()
        for name, many in (("rat_a_tat_cat-rounds", length), ("ratrace-two-players-two-businesses", length)):
            table.play, lines = begin_of(table.journal, name)
            acknowledged()
            for at, line in enumerate(lines[:many]):
                run(table.referee, line)
                acknowledged()
                if at % 7 == 5:
                    table.referee.undo()
                    acknowledged()
                    table.referee.redo()
                    acknowledged()
            table.journal.archive(table.play)
            acknowledged()
            table.close()
            assert table.journal
        table.journal.remember_player("Zoë", "#123456", "cat")
        acknowledged()
        table.journal.purge(table.play)
        acknowledged()
        table.close()
    return recorded


NOTHING: dict[str, Any] = {"plays": {}, "preferences": [], "players": []}
"""What a book says in which nothing is."""


def bringing_up(folder: Path) -> Evening:
    """Bring a book of the first version up to date; what it says is the same before and after."""
    command = next(one for one in COMMANDS if "first version" in one.name)
    laid = Table(folder, Often.open)
    command.lay(laid)
    recorded = Evening(Platter(folder), [])
    with Disk(folder) as disk:
        command.act(laid)
        recorded.log = disk.log
        recorded.acknowledged.append(0)
        recorded.states.append(held(laid.journal))
        laid.close()
    return recorded


# --- the campaign -----------------------------------------------------------------------------------


@dataclass
class Cuts:
    """What came of cutting the power so often: ``lost`` had less than was acknowledged, ``partial`` something else.

    ``ahead`` held the command under way too, whole, before it was acknowledged. ``broken`` says what is wrong.
    """

    calls: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    images: int = 0
    ahead: int = 0
    lost: int = 0
    partial: int = 0
    damaged: int = 0
    uncopied: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> int:
        """How many of the disks did not hold what was promised."""
        return self.lost + self.partial + self.damaged + self.uncopied


def cuts(recorded: Evening, folder: Path, *, seed: int = 0, most: int = 10**9, copied: bool = False) -> Cuts:
    """Cut the power after every call, once in each style, or ``most`` times at drawn places; open every disk.

    ``copied`` asks too that a proven copy of the old book is beside each that is brought up to date.
    """
    found = Cuts(Counter(op.what for op in recorded.log), len(recorded.acknowledged))
    places = [(at, style) for at in range(len(recorded.log) + 1) for style in STYLES]
    if len(places) > most:
        places = sorted(random.Random(seed).sample(places, most))  # noqa: S311 - it picks what is tried
    platter, played = recorded.before, 0
    for at, style in places:
        for op in recorded.log[played:at]:
            platter.play(op)
        played = at
        dice = random.Random(f"{seed} {at} {style}")  # noqa: S311 - it decides what is lost
        image = folder / "image"
        lay_out(image, platter.cut(style, dice), dice)
        words = _opened(recorded, image, at, found, copied=copied)
        found.images += 1
        if words:
            found.broken.append(f"after call {at} ({style}, seed {seed}): {words}")
        shutil.rmtree(image)
    return found


def lay_out(folder: Path, files: dict[str, bytes], dice: random.Random) -> None:
    """Write every file into a folder, and sometimes rubbish where the connections shared their memory."""
    folder.mkdir()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    if f"{FILE}-wal" in files and dice.random() < 0.5:
        # what the connections shared is in memory; some of it may have come to the disk by itself
        (folder / f"{FILE}-shm").write_bytes(dice.randbytes(32768))


def _opened(recorded: Evening, folder: Path, at: int, found: Cuts, *, copied: bool) -> str:
    """Open a disk after a cut, and say what is wrong with the book on it; nothing when all is well."""
    try:
        with closing(Book.open(folder)) as database:
            journal = Journal(database)
            state = held(journal)
            wrong = faults(journal)
            if database.broken:
                wrong.append("an alarm was raised, though nothing is lost")
            older = any(one.version == 1 and prove_again(one) for one in copies(database.path))
    except StorageError as error:
        wrong = [f"not opened: {error.sentence}"]
    if wrong:
        found.damaged += 1
        return wrong[0]
    if copied and not older:
        found.uncopied += 1
        return "brought up to date without a copy"
    return _compared(recorded, state, at, found)


def _compared(recorded: Evening, state: dict[str, Any], at: int, found: Cuts) -> str:
    last = max(number for number, calls in enumerate(recorded.acknowledged) if calls <= at)
    if state == recorded.states[last]:
        return ""
    if state in recorded.states[last + 1 : last + 2]:
        found.ahead += 1
        return ""
    if state in recorded.states[:last]:
        found.lost += 1
        return f"{last - max(n for n in range(last) if recorded.states[n] == state)} acknowledged commands are lost"
    found.partial += 1
    return "the book is as it never was"


def main() -> int:
    """Cut the power thousands of times, and print what was found."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seed", type=int, default=0, help="what is lost")
    reader.add_argument("--count", type=int, default=4000, help="how many disks are made of each evening at most")
    reader.add_argument("--only", default="", help="evenings with these words in their names")
    chosen = reader.parse_args()
    head("The power goes")
    ended = 0
    for name, go, copied, must in (
        ("the app's own way (FULL)", evening, False, False),
        ("brought up from the first version (FULL)", bringing_up, True, False),
        ("synchronous NORMAL", lambda folder: evening(folder, Normal.open), False, True),
    ):
        if chosen.only not in name:
            continue
        with tempfile.TemporaryDirectory(prefix="power-") as place:
            recorded = go(Path(place) / "books")
            found = cuts(recorded, Path(place), seed=chosen.seed, most=chosen.count, copied=copied)
        asked = ", ".join(f"{many} {what}" for what, many in found.calls.most_common())
        print_figure(name, found.images, "cuts", f"{found.acknowledged} acknowledged; {asked}")
        print_figure("  held what was under way too", found.ahead)
        for what in ("lost", "partial", "damaged", "uncopied"):
            print_figure(f"  {what}", getattr(found, what), "", "" if must else "none")
        if bool(found.wrong) != must:
            ended = 1
            for words in found.broken[:20] or ["nothing was lost, so these cuts prove nothing"]:
                sys.stdout.write(f"  {words}\n")
    if ended:
        sys.stdout.write(f"again: python -m tests.campaigns.power_cuts --seed {chosen.seed} --count {chosen.count}\n")
    return ended


if __name__ == "__main__":
    sys.exit(main())
