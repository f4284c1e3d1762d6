"""The log beside an open book, read before SQLite reads it: whether lines that were recorded are lost in it.

SQLite takes a log as far as its sums hold, and what follows for the leavings of a power cut; so damage in the middle of
it would take every later line away without a word. But a power cut can only tear the last write, for each is on the
disk before the next begins: where a whole write is followed by more of the same, what lies there had been recorded.
The format is told in https://sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD, FRAME_HEAD = 32, 24
MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""How a log begins, and in which order the bytes of its sums are taken."""
SIZES = {512 << power for power in range(8)}
"""The sizes in bytes that a page may have."""
LOST = (
    "The log beside the book was damaged, so what was recorded last is missing. "
    "Look at the last lines of the plays, or restore from a copy."
)


class _Frame(NamedTuple):
    head: bytes
    page: bytes
    ends: bool
    salts: bytes
    sums: tuple[int, int]


def lost(book: Path) -> bool:
    """Whether the log beside a book has lines that SQLite will pass over, though they were recorded."""
    try:
        # whoever has the book open may begin the log anew while it is read: what is wrong with it is so twice
        return _missing(book) and _missing(book)
    except OSError:
        return False


def _missing(book: Path) -> bool:
    log = book.with_name(f"{book.name}-wal").read_bytes()
    return broken(log) and not moved(log, book)


def moved(log: bytes, book: Path) -> bool:
    """Whether all pages of a log of which only the beginning can't be read are in the book: then nothing is lost."""
    order = MAGIC.get(int.from_bytes(log[:4]))
    if order is None or int.from_bytes(log[8:12]) not in SIZES or _begins_well(order, log):
        return False
    pages = _recorded(order, list(_frames(log)))
    with book.open("rb") as file:
        return bool(pages) and all(_page(file, number, len(page)) == page for number, page in pages.items())


def _recorded(order: str, frames: list[_Frame]) -> dict[int, bytes]:
    """Each page as a log has it last, of which only the beginning can't be read; none where anything else can't."""
    mine = [frame for frame in frames if frame.salts == frames[0].salts]  # behind them may lie an earlier log
    if mine != frames[: len(mine)]:
        return {}
    for one, then in pairwise(frames[: len(mine) + 1]):
        follows = _summed(order, one.sums, then.head, then.page) == then.sums
        if follows != (then.salts == one.salts):
            return {}
    last = max((at for at, frame in enumerate(mine, start=1) if frame.ends), default=0)
    return {int.from_bytes(frame.head[:4]): frame.page for frame in mine[:last]}


def broken(log: bytes) -> bool:
    """Whether recorded lines follow a place at which a log can't be read."""
    if len(log) <= HEAD + FRAME_HEAD:
        return False
    order = MAGIC.get(int.from_bytes(log[:4]))
    if order is None or not _begins_well(order, log):
        return True
    salts, sums, whole, ended = log[16:24], _pair(log, 24), True, False
    for frame in _frames(log):
        # at the end may lie frames of an earlier log, with other salts all of them
        follows = frame.salts == salts and _summed(order, sums, frame.head, frame.page) == frame.sums
        if not whole and follows and ended:
            return True
        ended = frame.ends or (follows and ended)
        whole = whole and follows
        sums = frame.sums
    return False


def _begins_well(order: str, log: bytes) -> bool:
    return _summed(order, (0, 0), log[:24]) == _pair(log, 24)


def _page(file: BinaryIO, number: int, size: int) -> bytes:
    file.seek((number - 1) * size)
    return file.read(size)


def _frames(log: bytes) -> Iterator[_Frame]:
    size = int.from_bytes(log[8:12])
    for at in range(HEAD, len(log) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        head, page = log[at : at + FRAME_HEAD], log[at + FRAME_HEAD : at + FRAME_HEAD + size]
        yield _Frame(head[:8], page, head[4:8] != bytes(4), head[8:16], _pair(head, 16))


def _pair(data: bytes, at: int) -> tuple[int, int]:
    return int.from_bytes(data[at : at + 4]), int.from_bytes(data[at + 4 : at + 8])


def _summed(order: str, sums: tuple[int, int], *parts: bytes) -> tuple[int, int]:
    one, other = sums
    for part in parts:
        words = struct.unpack(f"{order}{len(part) // 4}I", part)
        for first, second in zip(words[::2], words[1::2], strict=True):
            one = (one + first + other) & 0xFFFFFFFF
            other = (other + second + one) & 0xFFFFFFFF
    return one, other
