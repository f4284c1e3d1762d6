"""A disk after the power went: of what was not synced some sectors are there, some not, the last write is torn."""

import random
from dataclasses import dataclass, field, replace

from models.book import Book
from models.paths import FILE
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

    def _set_up(self):
        super()._set_up()
        self.driver.execute(f"PRAGMA wal_autocheckpoint = {OFTEN}")
        self.driver.execute(f"PRAGMA synchronous = {self.synchronous}")


class Normal(Often):
    """A book that syncs its log only before it is moved."""

    synchronous = "NORMAL"


@dataclass
class Inode:
    """One file: what is on the disk for certain, and what was done to it since."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Op] = field(default_factory=list)


class Platter:
    """What is on the disk, and what may be. ``play`` takes the calls in, ``cut`` says how a cut may leave it."""

    def __init__(self, folder=None, dice=None):
        self._dice = dice or random.Random(0)  # noqa: S311 - it decides what is lost
        there = [one for one in folder.rglob("*") if one.is_file()] if folder else []
        self._names = {str(one.relative_to(folder)): Inode(bytearray(one.read_bytes())) for one in there if folder}
        self._now = dict(self._names)
        self._changes = []
        self.played = 0

    def play(self, op):
        """Take in what was done."""
        self.played += 1
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

    def cut(self, style, dice):
        """Every file as it may be found after a cut now."""
        names = self._names
        if style == "as it came":
            names = self._now
        elif style != "nothing more" and self._changes:
            names = dice.choice([self._names, *self._changes])
        return {name: bytes(_torn(inode, style, dice)) for name, inode in names.items()}

    def _rename(self, names):
        self._now = names
        self._changes.append(names)


def _apply(data, op):
    if op.what == "truncate":
        del data[op.at :]
        return
    if len(data) < op.at:
        data.extend(bytes(op.at - len(data)))
    data[op.at : op.at + len(op.data)] = op.data


def _torn(inode, style, dice):
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
    at, end = op.at, op.at + len(op.data)
    while at < end:
        after = min(end, (at // SECTOR + 1) * SECTOR)
        yield replace(op, at=at, data=op.data[at - op.at : after - op.at])
        at = after


def lay_out(folder, files, dice):
    """Write every file into a folder, and sometimes rubbish where the connections shared their memory."""
    folder.mkdir()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    if f"{FILE}-wal" in files and dice.random() < 0.5:
        # what the connections shared is in memory; some of it may have come to the disk by itself
        (folder / f"{FILE}-shm").write_bytes(dice.randbytes(32768))
