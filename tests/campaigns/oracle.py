"""The oracle's own books of a play: plain sums in plain dicts, kept apart from the app.

It gets what was asked and what was written, and uses nothing else of the app: no projection of it and no rule.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

Moves: TypeAlias = "dict[tuple[str, str], int]"
Place: TypeAlias = "tuple[int, int]"
Answers: TypeAlias = "dict[str, object]"

UNDO, REDO, AMEND, COUNT = "undo", "redo", "amend", "count"
DROP, KEEP = "drop", "keep"


class Disagreement(AssertionError):  # noqa: N818 - it is what an evening does, not a fault of the program
    """The oracle and the app do not say the same."""


def agree(holds: object, *words: object) -> None:
    """Raise Disagreement with these words unless something holds."""
    if not holds:
        raise Disagreement(" ".join(str(word) for word in words))


@dataclass(frozen=True)
class Line:
    """A line of an entry: what was done, and what it moved."""

    place: Place
    action: str
    moves: Moves


@dataclass(frozen=True)
class WrittenEntry:
    """An entry, as the app wrote it; a correction has the lines that it ``revised``."""

    seq: int
    action: str
    posted: list[tuple[str, int, str]]
    voids: tuple[int, ...] = ()
    revised: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Kept:
    """An entry of the oracle's, with its lines."""

    seq: int
    action: str
    voids: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    counted: tuple[str, str, int] | None = None


class Oracle:
    """The oracle's books of one play."""

    def __init__(self) -> None:
        self.entries: list[Kept] = []
        self.lines: list[Line] = []

    # --- what is asked of it ---------------------------------------------------------------------------

    @property
    def balances(self) -> Moves:
        """What everybody holds."""
        return summed_up(self.lines)

    def standing(self) -> list[Kept]:
        """The entries that count: worked out from the last, which nothing voids."""
        gone: set[int] = set()
        stand = []
        for entry in reversed(self.entries):
            if entry.seq not in gone:
                stand.append(entry)
                gone |= set(entry.voids)
        return stand[::-1]

    def undoable(self) -> int | None:
        """The entry that undo must void."""
        return next((entry.seq for entry in reversed(self.standing()) if entry.action not in (UNDO, REDO)), None)

    def redoable(self) -> int | None:
        """The undo that redo must void: the latest that counts, if nothing else was done since."""
        last = max((entry.seq for entry in self.entries if entry.action not in (UNDO, REDO)), default=0)
        undone = (entry.seq for entry in reversed(self.standing()) if entry.action == UNDO and entry.seq > last)
        return next(undone, None)

    def counts(self) -> list[tuple[int, int, bool]]:
        """Every count of the cash that is not voided: its number, the sum in the book there, and whether they agree."""
        counts = []
        for entry in self.standing():
            if entry.counted:
                account, unit, counted = entry.counted
                before = (line for line in self.lines if line.place < (entry.seq, 0))
                book = sum(line.moves.get((account, unit), 0) for line in before)
                counts.append((entry.seq, book, book == counted))
        return counts

    # --- what is written -------------------------------------------------------------------------------

    def write(self, entry: WrittenEntry) -> None:
        """Take an action that was accepted."""
        self._next(entry)
        agree(not entry.voids and not entry.revised, entry.action, "voids something")
        line = Line((entry.seq, 0), entry.action, summed(entry.posted))
        self.entries.append(Kept(entry.seq, entry.action, lines=(line,)))
        self.lines.append(line)

    def count(self, entry: WrittenEntry, account: str, unit: str, counted: int) -> None:
        """Take a count of the cash, which moves nothing."""
        self._next(entry)
        agree(entry.action == COUNT and not entry.posted and not entry.voids, "a count moves", entry.posted)
        self.entries.append(Kept(entry.seq, COUNT, counted=(account, unit, counted)))

    def turn(self, entry: WrittenEntry, action: str, target: int | None) -> None:
        """Take an undo, a redo or a void of one entry, which must be this one."""
        self._next(entry)
        agree(entry.action == action and entry.voids == (target,), action, "must void", target, "not", entry.voids)
        agree(not entry.posted, action, "moves", entry.posted)
        self.entries.append(Kept(entry.seq, action, entry.voids))
        self._read_again()

    def amend(self, entry: WrittenEntry, decisions: dict[Place, object], *, again: bool) -> None:
        """Take a correction: lines decided on say what was decided, those not worked out again stay as they are."""
        self._next(entry)
        agree(entry.action == AMEND, "not a correction but", entry.action)
        now = {line.place: line for line in self.lines}
        revised = {line.place: line for line in entry.revised}
        first = min(decisions)
        wanted: list[Line] = []
        for place in sorted({*now, *decisions, *revised}):
            decided = decisions.get(place)
            if decided == DROP:
                agree(place not in revised, "revised, though dropped:", place)
                continue
            line, was = revised.get(place) or now.get(place), now.get(place)
            agree(line, "no line at", place)
            if isinstance(decided, tuple):
                agree(line.action == decided[0], "revised as", line.action, "though decided as", decided[0])
            else:
                agree(was and was.action == line.action, "a correction changes the action at", place)
            fresh = place >= first and decided != KEEP and (again or decided is not None)
            agree(fresh or was is None or line.moves == was.moves, "what stays as written moves otherwise:", place)
            wanted.append(line)
        kept = Kept(entry.seq, AMEND, entry.voids, entry.revised)
        agree(summed(entry.posted) == summed_up(kept.lines), "a correction posts other than its lines")
        self.entries.append(kept)
        self._read_again()
        agree(self.lines == wanted, "a correction voids", entry.voids)

    def _next(self, entry: WrittenEntry) -> None:
        agree(entry.seq == len(self.entries) + 1, "entry", entry.seq, "follows", len(self.entries))

    def _read_again(self) -> None:
        """Read the lines that count from the start."""
        self.lines = sorted((line for entry in self.standing() for line in entry.lines), key=lambda line: line.place)
        places = [line.place for line in self.lines]
        agree(len(places) == len(set(places)), "a line counts twice")


def summed(posted: list[tuple[str, int, str]]) -> Moves:
    """Return what postings come to; each unit must add up to zero."""
    moves: Counter[tuple[str, str]] = Counter()
    units: Counter[str] = Counter()
    for account, quantity, unit in posted:
        moves[account, unit] += quantity
        units[unit] += quantity
    agree(not any(units.values()), "made or lost:", {unit: left for unit, left in units.items() if left})
    return {key: quantity for key, quantity in moves.items() if quantity}


def summed_up(lines: list[Line] | tuple[Line, ...]) -> Moves:
    """Return what lines move together, without zeros."""
    sums: Counter[tuple[str, str]] = Counter()
    for line in lines:
        for key, quantity in line.moves.items():
            sums[key] += quantity
    return {key: quantity for key, quantity in sums.items() if quantity}
