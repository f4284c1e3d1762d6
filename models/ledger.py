"""The values of the book: postings, marks, proposals, entries and the ledger they add up to.

Every game has two kinds of effects. A *posting* moves a whole number of a unit between accounts, so nothing is made or
lost. A *mark* is something that is merely true. A proposal is what a rule suggests; once recorded it is an entry, which
never changes. What everybody holds is the sum of the entries that count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import UTC, datetime
from itertools import takewhile
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from models.frozen import frozen

Value: TypeAlias = str | int | None
"""The value of a mark or an answer: text, a whole number, or nothing."""

PLAIN = (str, int, type(None))

Account: TypeAlias = str
"""A holder and a purse, such as ``alice:cash`` or ``treasury:cash``."""

UNDO = "undo"
REDO = "redo"
VOID = "void"
AMEND = "amend"
COUNT = "count"
ANOTHER = "another_device"
"""A player's secrets can be seen on another device: one that plays for that player too, or one of host or bank."""

MOST = 10**15
"""The largest figure; larger ones are mistakes, and would not fit in a database."""


class Refusal(Exception):  # noqa: N818 - it is the players' word for it
    """Why something can't be done, in a sentence for the players.

    ``question`` names the answer at fault, so that a form can show the sentence at its field.
    """

    def __init__(self, sentence: str, question: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.question = question


class Unbalanced(ValueError):  # noqa: N818 - as above
    """A proposal whose postings do not sum to zero: a fault in a rule, never of a player."""


@frozen
class Posting:
    """A whole number of a unit that enters an account, or leaves it if negative."""

    account: Account
    quantity: int
    unit: str = "$"


@frozen
class Mark:
    """Something that is true of a holder from now on; ``None`` takes it back."""

    holder: str
    name: str
    value: Value


@frozen
class ReceiptLine:
    """One line of a receipt: words and their figure.

    ``figure`` is a whole number of ``unit``. ``signed`` shows a plus or a minus, ``total`` marks the line as a result.
    """

    text: str
    figure: int | None = None
    unit: str = "$"
    signed: bool = False
    total: bool = False


@frozen
class Proposal:
    """What a rule suggests, ready to be recorded.

    Raises:
        Unbalanced: the postings of some unit do not sum to zero, or one is not a whole number, or they are not those of
            the revised lines.
        ValueError: it revises a line that it does not void, or one twice, or puts one in where none can be.
        TypeError: an answer or a mark is neither text nor a whole number, such as a fraction.

    """

    action: str
    answers: Mapping[str, Value]
    narration: str
    postings: tuple[Posting, ...] = ()
    marks: tuple[Mark, ...] = ()
    working: tuple[ReceiptLine, ...] = ()
    rule: str = ""
    source: str = ""
    house: tuple[str, ...] = ()
    voids: tuple[int, ...] = ()
    revised: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", MappingProxyType(dict(self.answers)))
        object.__setattr__(self, "voids", tuple(sorted(set(self.voids))))
        for value in (*self.answers.values(), *(mark.value for mark in self.marks)):
            if not isinstance(value, PLAIN):
                raise TypeError(f"{self.action}: {value!r} is neither words nor a whole number")
        totals: dict[str, int] = {}
        for posting in self.postings:
            # bool is a subclass of int, but nobody can hold True dollars
            if type(posting.quantity) is not int or abs(posting.quantity) > MOST:
                raise Unbalanced(
                    f"{self.action}: {posting.quantity!r} is not a whole number in range"
                )
            totals[posting.unit] = totals.get(posting.unit, 0) + posting.quantity
        for unit, total in totals.items():
            if total:
                raise Unbalanced(f"{self.action}: postings of {unit} sum to {total}, not to zero")
        if self.revised or self.action == AMEND:
            self._check_revised()

    def _check_revised(self) -> None:
        if sum_postings(
            part for line in self.revised for part in line.proposal.postings
        ) != sum_postings(self.postings):
            raise Unbalanced(f"{self.action}: it posts something else than the lines it tells anew")
        places = [line.place for line in self.revised]
        sound = self.action == AMEND and places == sorted(set(places))
        for (seq, n), number in ((line.place, line.number) for line in self.revised):
            # a line revised in its own place is voided there; one put in has a later number
            sound = sound and (
                seq in self.voids and number == seq > 0 if n == 0 else n > 0 and 0 <= seq < number
            )
        if not sound:
            raise ValueError(f"{self.action}: a line that it tells anew has no such place")


class Place(NamedTuple):
    """The place of a line in playing order: that of an entry, or the ``n``-th put in after it."""

    seq: int
    n: int = 0


def sum_postings(postings: Iterable[Posting]) -> Counter[tuple[Account, str]]:
    """Sum postings by account and unit, without zeros."""
    sums: dict[tuple[Account, str], int] = {}
    for posting in postings:
        key = (posting.account, posting.unit)
        sums[key] = sums.get(key, 0) + posting.quantity
    return Counter({key: quantity for key, quantity in sums.items() if quantity})


@frozen
class Entry:
    """A proposal the table agreed to: numbered from 1, dated, and never changed."""

    seq: int
    at: datetime
    by: str
    proposal: Proposal
    digest: str = ""
    voided_by: int | None = None
    """The latest entry that voids it, as the journal has read it; ``None`` where it counts."""

    @property
    def voids(self) -> tuple[int, ...]:
        """The entries that this one voids."""
        return self.proposal.voids

    @property
    def turns_back(self) -> bool:
        """Whether this entry is an undo or a redo."""
        return self.proposal.action in (UNDO, REDO)


UNRECORDED = Entry(0, datetime.min.replace(tzinfo=UTC), "", Proposal("", {}, ""))
"""In place of the entry of a line that is not recorded yet."""


@frozen
class Line:
    """What happened at one place of a play: an effective entry, or what a correction has in its place."""

    place: Place
    number: int
    """Its number for the rules: its own entry's, or for one put in that of the correction that did so first."""
    proposal: Proposal
    entry: Entry = UNRECORDED
    """The entry in which it is recorded: its own, or the correction that revised it."""
    at: datetime = UNRECORDED.at
    """When it happened, as far as the book knows: for a revised one, the time of the entry it corrects."""

    @property
    def corrected(self) -> bool:
        """Whether it is as a later correction has it."""
        return self.entry.proposal.action == AMEND


@frozen
class Ledger:
    """What everyone holds and what is true after an entry; immutable.

    Zeros and ``None`` are left out, so that equal ledgers compare equal.
    """

    balances: Mapping[tuple[Account, str], int] = field(
        default_factory=lambda: MappingProxyType({})
    )
    marks: Mapping[tuple[str, str], Value] = field(default_factory=lambda: MappingProxyType({}))
    seq: int = 0

    def balance(self, account: Account, unit: str = "$") -> int:
        """The balance of an account in a unit; zero if nothing was ever posted there."""
        return self.balances.get((account, unit), 0)

    def mark(self, holder: str, name: str) -> Value:
        """The last value of a holder's mark; ``None`` if there is none, or it was taken back."""
        return self.marks.get((holder, name))

    def holdings(self, account: Account) -> dict[str, int]:
        """The balances of an account by unit, without zeros."""
        return {
            unit: held for (owner, unit), held in self.balances.items() if owner == account and held
        }

    def after(self, proposal: Proposal) -> Ledger:
        """Return the ledger after a proposal that voids nothing."""
        held = self.plus(proposal.postings, proposal.marks)
        return Ledger(held.balances, held.marks, self.seq + 1)

    def plus(self, postings: Iterable[Posting], marks: Iterable[Mark]) -> Ledger:
        """Return the ledger after part of an entry that is not written yet."""
        running = RunningLedger(self)
        running.take(postings, marks)
        return running.view(self.seq)


class RunningLedger:
    """What everyone holds, added up in place: thousands of lines may be taken, one after another."""

    def __init__(self, begun: Ledger | None = None) -> None:
        self._balances = dict(begun.balances) if begun else {}
        self._marks = dict(begun.marks) if begun else {}

    def take(self, postings: Iterable[Posting], marks: Iterable[Mark] = ()) -> None:
        """Add up what one line more moves and marks. Nothing else in Python adds up a ledger."""
        balances, known = self._balances, self._marks
        for posting in postings:
            key = (posting.account, posting.unit)
            held = balances.get(key, 0) + posting.quantity
            if held:
                balances[key] = held
            else:
                balances.pop(key, None)
        for mark in marks:
            if mark.value is None:
                known.pop((mark.holder, mark.name), None)
            else:
                known[mark.holder, mark.name] = mark.value

    def view(self, seq: int) -> Ledger:
        """What everyone holds after the entry of this number, without a copy: valid only until more is taken."""
        return Ledger(MappingProxyType(self._balances), MappingProxyType(self._marks), seq)

    def ledger(self, seq: int) -> Ledger:
        """What everyone holds after the entry of this number."""
        return Ledger(
            MappingProxyType(self._balances.copy()), MappingProxyType(self._marks.copy()), seq
        )


TURNING = frozenset({UNDO, REDO, VOID, COUNT, ANOTHER})
"""Actions without an effect of their own."""


def settle(
    newest: int, targets: Callable[[int], Iterable[int]], voiders: Mapping[int, set[int]]
) -> dict[int, bool]:
    """Note in ``voiders`` what the newest entry voids, and what it brings back.

    An entry counts unless an entry that counts voids it; so voiding an undo brings back what it undid. Several entries
    that count may void the same one (void it, void the voiding, void it again, void the second voiding), so a flag
    would not do. An entry voids earlier ones only, so going from the latest back settles each of them once.

    Returns the entries that count now and did not before, or the other way round.
    """
    changed: dict[int, bool] = {}
    counted = {newest: False}
    while counted:
        seq = max(counted)
        before, now = counted.pop(seq), not voiders[seq]
        if before == now:
            continue
        changed[seq] = now
        for target in targets(seq):
            counted.setdefault(target, not voiders[target])
            if now:
                voiders[target].add(seq)
            else:
                voiders[target].discard(seq)
    return changed


def require_effective(seq: int, voids: Iterable[int], voiders: Mapping[int, set[int]]) -> None:
    """See that an entry voids only what counts.

    Raises:
        ValueError: it voids something else.

    """
    for target in voids:
        # what only the entries that this one voids have voided counts again for this one
        if not 0 < target < seq or not voiders[target] <= set(voids):
            raise ValueError(f"entry {seq} voids entry {target}, which does not stand")


class Projection:
    """Adds up entries one at a time, any of which may void others.

    No inverse of a rule is ever computed: the postings as written count, or they don't.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = []
        """All of them, in the order written, each with the latest one that voids it."""
        self.voiders: defaultdict[int, set[int]] = defaultdict(set)
        """The entries that count and void another, by its number."""
        self._running: RunningLedger | None = None  # added up once it is asked for
        self._lines: list[Line] | None = None  # as above
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Count the next entry.

        Raises:
            ValueError: its number is not the next one, or it voids something that does not count.

        """
        last = len(self.entries)
        if entry.seq != last + 1:
            raise ValueError(f"entry {entry.seq} cannot follow entry {last}")
        require_effective(entry.seq, entry.voids, self.voiders)
        self.entries.append(entry)
        if entry.voids:
            self._void(entry.seq)
        elif self._running:
            self._running.take(entry.proposal.postings, entry.proposal.marks)
        if entry.voids or entry.proposal.action == AMEND:
            self._lines = None
        elif self._lines is not None:
            self._lines = [*self._lines, *self._lines_of(entry)]

    def _void(self, newest: int) -> None:
        for seq in settle(newest, lambda seq: self.entries[seq - 1].voids, self.voiders):
            for target in self.entries[seq - 1].voids:
                by = max(self.voiders[target], default=None)
                self.entries[target - 1] = replace(self.entries[target - 1], voided_by=by)
        self._running = None

    def is_effective(self, seq: int) -> bool:
        """Whether an entry exists and is not voided."""
        return 0 < seq <= len(self.entries) and not self.voiders[seq]

    @property
    def ledger(self) -> Ledger:
        """What everyone holds now."""
        if self._running is None:
            self._running = RunningLedger()
            for entry in self.entries:
                if self.is_effective(entry.seq):
                    self._running.take(entry.proposal.postings, entry.proposal.marks)
        return self._running.ledger(len(self.entries))

    @property
    def lines(self) -> list[Line]:
        """The effective entries in playing order, without undo, redo and voiding.

        A revised entry is in the place of the one it corrects.
        """
        if self._lines is None:
            found = (
                line
                for entry in self.entries
                if self.is_effective(entry.seq)
                for line in self._lines_of(entry)
            )
            self._lines = sorted(found, key=lambda line: line.place)
        return self._lines

    def _lines_of(self, entry: Entry) -> list[Line]:
        proposal = entry.proposal
        if proposal.action in TURNING:
            return []
        if proposal.action != AMEND:
            return [Line(Place(entry.seq), entry.seq, proposal, entry, entry.at)]
        entries = self.entries
        return [
            replace(line, entry=entry, at=entries[max(line.place.seq, 1) - 1].at)
            for line in proposal.revised
        ]


def find_undoable(latest_first: Iterable[Entry]) -> Entry | None:
    """Find the entry that Undo would void: the latest that counts and is no undo or redo itself."""
    return next(
        (entry for entry in latest_first if entry.voided_by is None and not entry.turns_back), None
    )


def find_redoable(latest_first: Iterable[Entry]) -> Entry | None:
    """Find the undo that Redo would void: the latest that counts, if nothing else was done since."""
    since = takewhile(lambda entry: entry.turns_back, latest_first)
    return next(
        (entry for entry in since if entry.voided_by is None and entry.proposal.action == UNDO),
        None,
    )


def ledgers(lines: Iterable[Line]) -> Iterator[tuple[Line, Ledger]]:
    """Yield each line with what everyone held after it."""
    running = RunningLedger()
    for line in lines:
        running.take(line.proposal.postings, line.proposal.marks)
        yield line, running.ledger(line.number)
