"""A disk after the power went: of what was not synced some sectors are there, some not, the last write is torn."""

import random
from dataclasses import dataclass, field, replace

from models.book import Book
from models.paths import FILE

SECTOR = 512
AS_IT_CAME = "as it came"
STYLES = (
    AS_IT_CAME,
    "nothing more",
    "to the sector",
    "to the byte",
    "half of it",
    "most of it",
    "little of it",
)
"""What of the unsynced sectors is on the disk: all, none, those up to one, those up to a byte, or each with some luck.

A sector torn within is written from one end to the other, which is what SQLite allows for.
"""
LUCK = {"half of it": 0.5, "most of it": 0.9, "little of it": 0.1}
OFTEN = 24
"""Pages after which the log is moved into the file; the app does so every thousand, an evening is shorter here."""


class Often(Book):
    """The app's own book, with its log moved into the file so often that an evening sees it many times."""

    synchronous = "FULL"

    def _set_up(self):
        super()._set_up()
        self.driver.execute(f"PRAGMA wal_autocheckpoint = {OFTEN}")
        self.driver.execute(f"PRAGMA synchronous = {self.synchronous}")


class Normal(Often):
    """A book that syncs its log only before it is moved."""

    synchronous = "NORMAL"


def files_in(folder):
    """Every file in a folder, but for the memory that connections share."""
    there = [
        path for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")
    ]
    return {str(path.relative_to(folder)): path.read_bytes() for path in there}


def lay_out(folder, files, dice=None):
    """Write every file into a folder, and with dice sometimes rubbish where the connections shared their memory."""
    folder.mkdir()
    if dice and f"{FILE}-wal" in files and dice.random() < 0.5:
        files = {
            **files,
            f"{FILE}-shm": dice.randbytes(32768),
        }  # it may have come to the disk by itself
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)


@dataclass
class Inode:
    """One file: what is on the disk for certain, and what was done to it since."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list = field(default_factory=list)


class Platter:
    """What is on the disk, and what may be. ``play`` takes the calls in, ``cut`` says how a cut may leave it."""

    def __init__(self, folder=None, dice=None):
        self._dice = dice or random.Random(0)  # noqa: S311 - it decides what is lost
        there = files_in(folder) if folder else {}
        self._names = {name: Inode(bytearray(data)) for name, data in there.items()}
        self._now = self._names
        self._changes = []
        self.played = 0

    def play(self, *ops):
        """Take in what was done."""
        for op in ops:
            self.played += 1
            self._play(op)

    def _play(self, op):
        inode = self._now.get(op.name)
        others = {name: other for name, other in self._now.items() if name != op.name}
        if op.what == "make":
            self._name({op.name: inode or Inode(), **others})
        elif op.what == "delete":
            self._name(others)
        elif op.what == "rename":
            self._name({**others, op.to: inode})
        elif op.what == "link":
            self._name({**self._now, op.to: inode})
        elif op.what == "sync names":
            self._names, self._changes = self._now, []
        elif op.what == "sync":
            inode.safe = _torn(inode, AS_IT_CAME, self._dice)
            inode.pending.clear()
        elif op.what == "sync failed":
            # the system thinks now that it is clean: no later sync brings it to the disk
            inode.safe = _torn(inode, "half of it", self._dice)
            inode.pending.clear()
        else:
            inode.pending.append(op)

    def cut(self, style, dice=None):
        """Every file as it may be found after a cut now."""
        names = self._names
        if style == AS_IT_CAME:
            names = self._now
        elif style != "nothing more" and self._changes:
            names = dice.choice([self._names, *self._changes])
        return {name: bytes(_torn(inode, style, dice)) for name, inode in names.items()}

    def _name(self, names):
        self._now = names
        self._changes.append(names)


def _apply(data, op):
    if op.what == "truncate":
        del data[op.at :]
        return
    data.extend(bytes(max(0, op.at - len(data))))
    data[op.at : op.at + len(op.data)] = op.data


def _torn(inode, style, dice):
    """A file as it may be found: what was not synced is there or is not."""
    data = bytearray(inode.safe)
    if style == "nothing more":
        return data
    if style in LUCK:
        return _scattered(data, inode.pending, LUCK[style], dice)
    whole, parts = inode.pending, []
    if style != AS_IT_CAME and whole:
        at = dice.randrange(len(whole))
        whole, parts = whole[:at], [*_sectors(whole[at])]
        many = dice.randrange(len(parts) + 1)
        torn = parts[many : many + 1] if style == "to the byte" else ()
        parts = [*parts[:many], *(_some_of(part, dice) for part in torn)]
    for op in (*whole, *parts):
        _apply(data, op)
    return data


def _some_of(part, dice):
    """What of a sector is written when the power goes within it: its beginning, or its end."""
    byte = dice.randrange(len(part.data) + 1)
    if dice.random() < 0.5:
        return replace(part, data=part.data[:byte])
    return replace(part, at=part.at + byte, data=part.data[byte:])


def _scattered(data, pending, luck, dice):
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


def _sectors(op):
    """Split what was written into sectors; what was cut off has none."""
    at, end = op.at, op.at + len(op.data)
    while at < end:
        after = min(end, (at // SECTOR + 1) * SECTOR)
        yield replace(op, at=at, data=op.data[at - op.at : after - op.at])
        at = after
