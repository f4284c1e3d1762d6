"""The oracle's own books: plain sums in plain dicts, written apart from the app, and a say on what rules must move.

It gets what was asked and what was written, and uses nothing else of the app: no rule and no projection of it.
A game's rulebook (``oracle_*.py``) says what an action must move; where it says nothing, the oracle has no opinion.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.core.table import seat_key
from companion.games.kept_names import RESERVED

Moves: TypeAlias = "dict[tuple[str, str], int]"
Place: TypeAlias = "tuple[int, int]"
Answers: TypeAlias = "dict[str, object]"

UNDO, REDO, VOID, AMEND, COUNT = "undo", "redo", "void", "amend", "count"
DROP, KEEP = "drop", "keep"


class Disagreement(AssertionError):  # noqa: N818 - it is what an evening does, not a fault of the program
    """The oracle and the app do not say the same."""


class NoOpinion(Exception):  # noqa: N818 - it is no fault
    """A rulebook does not say what must move here."""


def agree(holds: object, *words: object) -> None:
    """Raise Disagreement with these words unless something holds."""
    if not holds:
        raise Disagreement(" ".join(str(word) for word in words))


def summed(posted: list[tuple[str, int, str]]) -> Moves:
    """Return what postings come to; each unit must add up to zero."""
    moves: Moves = {}
    units: dict[str, int] = {}
    for account, quantity, unit in posted:
        moves[account, unit] = moves.get((account, unit), 0) + quantity
        units[unit] = units.get(unit, 0) + quantity
    agree(not any(units.values()), "made or lost:", {unit: left for unit, left in units.items() if left})
    return {key: quantity for key, quantity in moves.items() if quantity}


@dataclass(frozen=True)
class WrittenLine:
    """A line of an entry, as the app wrote it."""

    place: Place
    number: int
    action: str
    answers: Answers
    posted: list[tuple[str, int, str]]


@dataclass(frozen=True)
class WrittenEntry:
    """An entry, as the app wrote it."""

    seq: int
    action: str
    answers: Answers
    posted: list[tuple[str, int, str]]
    voids: tuple[int, ...] = ()
    revised: tuple[WrittenLine, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line of the oracle's: what it moved, and what the rulebook noted about it."""

    place: Place
    number: int
    action: str
    answers: Answers
    moves: Moves
    facts: dict[str, object]


@dataclass
class Kept:
    """An entry of the oracle's, with its lines."""

    seq: int
    action: str
    voids: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    counted: tuple[str, str, int] | None = None


class Paper:
    """Who holds what and what is noted, and what a rulebook would have moved and noted on top of that."""

    def __init__(self, seats: tuple[str, ...], houses: dict[str, str], number: int = 0, place: Place = (0, 0)) -> None:
        self.seats = seats
        self.houses = houses
        self.number = number
        self.place = place
        self.base: Moves = {}
        self.facts: dict[str, object] = {}
        self.moves: Moves = {}
        self.noted: dict[str, object] = {}

    def take(self, line: Line) -> None:
        """Add a line up."""
        for key, quantity in line.moves.items():
            self.base[key] = self.base.get(key, 0) + quantity
        self.facts.update(line.facts)

    def trial(self, number: int, place: Place) -> Paper:
        """A sheet for trying a line out on, of the same figures."""
        paper = Paper(self.seats, self.houses, number, place)
        paper.base, paper.facts = self.base, self.facts
        return paper

    # --- what a rulebook reads and writes --------------------------------------------------------------

    def held(self, account: str, unit: str = "$") -> int:
        """How much is in an account now."""
        return self.base.get((account, unit), 0) + self.moves.get((account, unit), 0)

    def fact(self, name: str, default: object = None) -> object:
        """What is noted under a name."""
        found = self.noted[name] if name in self.noted else self.facts.get(name)
        return default if found is None else found

    def whole(self, name: str, default: int = 0) -> int:
        """A number that is noted under a name."""
        found = self.fact(name)
        return found if isinstance(found, int) else default

    def names(self, start: str) -> dict[str, object]:
        """Everything noted under names that begin so, by the rest of the name."""
        every = {**self.facts, **self.noted}
        return {key[len(start) :]: value for key, value in every.items() if key.startswith(start) and value is not None}

    def holdings(self, account: str) -> dict[str, int]:
        """What an account holds, by unit, without zeros."""
        units = {unit for (owner, unit) in (*self.base, *self.moves) if owner == account}
        return {unit: held for unit in sorted(units) if (held := self.held(account, unit))}

    def must(self, holds: object, why: str) -> None:
        """Raise Disagreement where the app did what the rulebook forbids."""
        agree(holds, "accepted against the rulebook:", why)

    def forget(self, start: str) -> None:
        """Take back everything noted under names that begin so."""
        for name in self.names(start):
            self.note(start + name, None)

    def note(self, name: str, value: object) -> None:
        """Note something; ``None`` takes it back."""
        self.noted[name] = value

    def move(self, giver: str, taker: str, quantity: int, unit: str = "$") -> None:
        """Move so much from one account to another."""
        if giver == taker:
            return
        for account, change in ((giver, -quantity), (taker, quantity)):
            self.moves[account, unit] = self.moves.get((account, unit), 0) + change

    def house_rule(self, rule: str) -> str:
        """The choice of a house rule that the table plays by now."""
        return str(self.fact(f"house.{rule}", self.houses[rule]))

    @property
    def moved(self) -> Moves:
        """All that would move, without zeros."""
        return {key: quantity for key, quantity in self.moves.items() if quantity}


class Rulebook:
    """What a game's rulebook says. ``on_ACTION(paper, **answers)`` moves and notes what that action must.

    ``whole`` are house rules whose way is a number. ``facts`` are figures printed on the board.
    """

    whole: frozenset[str] = frozenset()
    facts: dict[str, object] = {}  # noqa: RUF012 - a game's own table, never written to

    def expect(self, paper: Paper, action: str, answers: Answers) -> bool:
        """Move and note on a trial sheet what an action must; whether the rulebook has an opinion on what moves."""
        rule = getattr(self, f"on_{action}", None)
        if rule is None:
            return False
        try:
            rule(paper, **answers)
        except NoOpinion:
            return False
        return True

    def winners(self, paper: Paper) -> tuple[str, ...] | None:
        """Who has won by now; nothing where the rulebook is not asked."""
        del paper

    def join(self, paper: Paper, called: str, *others: str) -> str:
        """Note a late joiner, and give the key, unlike any of those seated or others."""
        seats = self.seated(paper)
        key = seat_key(called, (*seats, *others), RESERVED)
        paper.note(
            f"joined.{key}", 1 + max((int(str(at)) for at in paper.names("joined.").values()), default=len(paper.seats))
        )
        return key

    def seated(self, paper: Paper) -> tuple[str, ...]:
        """Everyone who ever sat down, late joiners last."""
        late = sorted(paper.names("joined.").items(), key=lambda one: (int(str(one[1])), one[0]))
        return (*paper.seats, *(key for key, _ in late))

    def playing(self, paper: Paper) -> tuple[str, ...]:
        """Everyone still in the game."""
        return tuple(who for who in self.seated(paper) if not paper.fact(f"left.{who}"))

    def others_from(self, paper: Paper, who: str) -> tuple[str, ...]:
        """Everyone else still in, from the left of somebody round."""
        seats = self.seated(paper)
        at = seats.index(who)
        return tuple(one for one in seats[at + 1 :] + seats[:at] if one in self.playing(paper))

    def printed(self, paper: Paper, key: str) -> int:
        """A figure printed on the board, as the table says it now."""
        found = paper.fact(f"board.{key}", self.facts.get(key))
        if not isinstance(found, int):
            raise NoOpinion
        return found

    def on_change_house(self, paper: Paper, rule: str, way: str, reason: str) -> None:
        """Nothing moves; the table plays a rule otherwise."""
        del reason
        plain = way.strip()
        paper.note(f"house.{rule}", plain.replace(",", "").removeprefix("$") if rule in self.whole else plain)

    def on_change_board(self, paper: Paper, fact: str, value: str, reason: str) -> None:
        """Nothing moves; something else is printed."""
        del reason
        plain = value.strip()
        digits = plain.lstrip("$\u00a3").replace(",", "")
        paper.note(f"board.{fact}", int(digits) if digits.isdigit() else plain)


@dataclass
class Figures:
    """How often the oracle was asked about an action, and how often it had an opinion."""

    asked: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    again: int = 0
    """Lines looked at once more within corrections."""


class Oracle:
    """The oracle's books of one play."""

    def __init__(self, rulebook: Rulebook, seats: tuple[str, ...], houses: dict[str, str], figures: Figures) -> None:
        self.rulebook = rulebook
        self.seats, self.houses = seats, houses
        self.figures = figures
        self.entries: list[Kept] = []
        self.lines: list[Line] = []
        self.paper = Paper(seats, houses)

    # --- what is asked of it ---------------------------------------------------------------------------

    @property
    def balances(self) -> Moves:
        """What everybody holds."""
        return {key: held for key, held in self.paper.base.items() if held}

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
        return next((one.seq for one in reversed(self.standing()) if one.action not in (UNDO, REDO)), None)

    def redoable(self) -> int | None:
        """The undo that redo must void: the latest that counts, if nothing else was done since."""
        last = max((one.seq for one in self.entries if one.action not in (UNDO, REDO)), default=0)
        undone = (one.seq for one in reversed(self.standing()) if one.action == UNDO and one.seq > last)
        return next(undone, None)

    def counts(self) -> list[tuple[int, int, bool]]:
        """Every count of the cash that is not voided: its number, the sum in the book there, and whether they agree."""
        counts = []
        for one in self.standing():
            if one.counted:
                account, unit, counted = one.counted
                before = (line for line in self.lines if line.place < (one.seq, 0))
                book = sum(line.moves.get((account, unit), 0) for line in before)
                counts.append((one.seq, book, book == counted))
        return counts

    # --- what is written -------------------------------------------------------------------------------

    def write(self, entry: WrittenEntry) -> None:
        """Take an action that was accepted."""
        self._next(entry)
        agree(not entry.voids and not entry.revised, entry.action, "voids something")
        written = WrittenLine((entry.seq, 0), entry.seq, entry.action, entry.answers, entry.posted)
        line = self._looked_at(self.paper, written)
        self.entries.append(Kept(entry.seq, entry.action, lines=(line,)))
        self.lines.append(line)
        self.paper.take(line)

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
        self._add_up_again()

    def amend(self, entry: WrittenEntry, decisions: dict[Place, object], *, again: bool) -> None:
        """Take a correction: each line decided on says what was decided, all others what they said or must say now."""
        self._next(entry)
        agree(entry.action == AMEND, "not a correction but", entry.action)
        now = {line.place: line for line in self.lines}
        revised = {one.place: one for one in entry.revised}
        first = min(decisions)
        paper = Paper(self.seats, self.houses)
        wanted: list[Line] = []
        for place in sorted({*now, *decisions, *revised}):
            decided = decisions.get(place)
            if decided == DROP:
                agree(place not in revised, "revised, though dropped:", place)
                continue
            written = revised.get(place)
            if written is None:
                agree(place in now, "no line at", place)
                line = now[place]
                written = WrittenLine(
                    place, line.number, line.action, line.answers, [(a, q, u) for (a, u), q in line.moves.items()]
                )
            fresh = place >= first and decided != KEEP and (again or decided is not None)
            line = self._anew(paper, written, now.get(place), decided, fresh=fresh)
            wanted.append(line)
            paper.take(line)
        here = {line.place: line for line in wanted}
        kept = Kept(entry.seq, AMEND, entry.voids, tuple(here[place] for place in sorted(revised)))
        agree(summed(entry.posted) == _sums(kept.lines), "a correction posts other than its lines")
        self.entries.append(kept)
        self._add_up_again()
        mine = [(one.place, one.action, one.moves) for one in self.lines]
        agree(mine == [(one.place, one.action, one.moves) for one in wanted], "a correction voids", entry.voids)

    def _anew(self, paper: Paper, written: WrittenLine, was: Line | None, decided: object, *, fresh: bool) -> Line:
        if isinstance(decided, tuple):
            agree(written.action == decided[0], "revised as", written.action, "though decided as", decided[0])
        else:
            agree(was is not None and was.action == written.action, "a correction changes the action at", written.place)
        if fresh or was is None:
            self.figures.again += 1
            return self._looked_at(paper, written, count=False)
        agree(was.moves == summed(written.posted), "a line that stays as written moves otherwise:", written.place)
        return Line(was.place, was.number, was.action, was.answers, was.moves, was.facts)

    def _looked_at(self, paper: Paper, written: WrittenLine, *, count: bool = True) -> Line:
        """Compare what a line moved with what the rulebook says."""
        moves = summed(written.posted)
        trial = paper.trial(written.number, written.place)
        answers = {name: value for name, value in written.answers.items() if value is not None}
        known = self.rulebook.expect(trial, written.action, answers)
        if count:
            self.figures.asked[written.action] += 1
            self.figures.known[written.action] += known
        if known and trial.moved != moves:
            more = {key: moves.get(key, 0) - trial.moved.get(key, 0) for key in {*moves, *trial.moved}}
            apart = {key: left for key, left in sorted(more.items()) if left}
            raise Disagreement(
                f"line {written.place}, {written.action} {answers}: the book moved {moves}, "
                f"the oracle says {trial.moved}; "
                f"apart by {apart}"
            )
        return Line(written.place, written.number, written.action, written.answers, moves, trial.noted)

    def _next(self, entry: WrittenEntry) -> None:
        agree(entry.seq == len(self.entries) + 1, "entry", entry.seq, "follows", len(self.entries))

    def _add_up_again(self) -> None:
        """Add everything up from the start, of the lines that count."""
        self.lines = sorted((line for one in self.standing() for line in one.lines), key=lambda line: line.place)
        places = [line.place for line in self.lines]
        agree(len(places) == len(set(places)), "a line counts twice")
        self.paper = Paper(self.seats, self.houses)
        for line in self.lines:
            self.paper.take(line)


def _sums(lines: tuple[Line, ...]) -> Moves:
    sums: Moves = {}
    for line in lines:
        for key, quantity in line.moves.items():
            sums[key] = sums.get(key, 0) + quantity
    return {key: quantity for key, quantity in sums.items() if quantity}
