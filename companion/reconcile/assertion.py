"""A count as an entry: what was counted, and whether the effective entries agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.game import Game
from companion.core.questions import Answers
from companion.core.table import Table
from companion.core.units import written
from companion.reconcile import countable
from companion.reconcile.countable import Countable
from models.ledger import COUNT, EffectiveEntry, Entry, Line, Place, Projection, Proposal, Refusal

RULE = "A count moves nothing. It is looked at again whenever a line before it is corrected."
QUESTIONS = ("who", "counted", "unit")


@dataclass(frozen=True, slots=True)
class Count:
    """A count: at its ``place`` a purse held so much of a unit.

    ``book`` is the balance there by the effective entries; ``then`` the balance when the count was recorded.
    """

    place: Place
    entry: Entry
    who: str
    account: str
    unit: str
    counted: int
    book: int
    then: int

    @property
    def held(self) -> bool:
        """Whether the book agrees with it now."""
        return self.counted == self.book

    @property
    def words(self) -> str:
        """Say in a sentence whether the book agrees."""
        if self.held:
            return "It agrees with the book." if self.then == self.counted else "It agrees with the book as corrected."
        said = written(self.book, self.unit)
        if self.then == self.counted:
            return f"It agreed, but since a correction the book says {said}."
        return f"The book says {said}."


def difference(purse: Countable, counted: int) -> str:
    """Say in a sentence how a count differs from the book."""
    short = counted - purse.held
    if not short:
        return "It agrees."
    size = written(abs(short), purse.unit)
    if purse.seat:
        return f"{purse.name} has {size} {'more' if short > 0 else 'less'} than the book says."
    return f"{purse.name}: {size} {'more' if short > 0 else 'less'} than the book says."


def proposal(game: Game, table: Table, answers: Answers) -> Proposal:
    """Return the entry of a count, whether the book agrees with it or not.

    Raises:
        Refusal: there is no such purse, its figure is no sum of money, or what it holds is hidden.

    """
    for name in answers:
        if name not in QUESTIONS:
            raise Refusal("A count says who, counted and unit.", name)
    who = answers.get("who")
    if who is None:
        raise Refusal("Whose money is it?", "who")
    purse = countable.find_countable(game, table, str(who))
    unit = answers.get("unit")
    if unit not in (None, purse.unit):
        raise Refusal(f"{purse.name} is counted in {purse.unit}, not in {str(unit)[:20]!r}.", "unit")
    counted = answers.get("counted")
    if not isinstance(counted, int) or isinstance(counted, bool) or not 0 <= counted <= countable.MOST_COUNTED:
        raise Refusal("How much was counted?", "counted")
    return receipt(purse, counted)


def receipt(purse: Countable, counted: int) -> Proposal:
    """Return the entry of a count, with the balance in the book."""
    agrees = counted == purse.held
    said = "the book agrees" if agrees else f"the book says {written(purse.held, purse.unit)}"
    verb = "has " if purse.seat else ""
    return Proposal(
        action=COUNT,
        answers={"who": purse.key, "counted": counted, "unit": purse.unit},
        narration=f"Counted: {purse.name}{' ' if verb else ': '}{verb}{written(counted, purse.unit)}; {said}.",
        working=(
            Line("In the book", purse.held, purse.unit),
            Line("Counted", counted, purse.unit, total=True),
            *(() if agrees else (Line("Difference", counted - purse.held, purse.unit, signed=True),)),
        ),
        rule=RULE,
    )


def read(game: Game, table: Table, texts: Mapping[str, str]) -> Answers:
    """Read the answers of a count from a line of a session.

    Raises:
        Refusal: the figure is no sum of money, or there is no such purse.

    """
    if unknown := set(texts) - set(QUESTIONS):
        raise Refusal(f"A count says who, counted and unit, not {min(unknown)[:40]!r}.")
    unit = countable.find_countable(game, table, texts.get("who", "")).unit
    counted = texts.get("counted", "")
    # an exported count is a plain whole number in any unit
    plain = int(counted) if counted.isascii() and counted.isdigit() and len(counted) < 16 else None
    return {**texts, "counted": countable.read_sum(counted, unit, "A count") if plain is None else plain}


def counts(entries: Sequence[Entry], lines: Iterable[EffectiveEntry]) -> list[Count]:
    """Every count that is not voided, in the order written, with the balance at its place by the effective entries.

    ``lines`` are the effective entries of ``entries``.
    """
    if not any(entry.proposal.action == COUNT for entry in entries):
        return []
    projection = Projection()
    then: dict[int, int] = {}
    for entry in entries:
        projection.add(entry)
        if entry.proposal.action == COUNT:
            then[entry.seq] = projection.ledger.balance(*_key(entry))
    standing = [entries[seq - 1] for seq in then if projection.stands(seq)]
    now = held_at(((one.place, one.proposal) for one in lines), [(Place(one.seq), *_key(one)) for one in standing])
    return [
        Count(Place(one.seq), one, str(one.proposal.answers["who"]), *_key(one), _figure(one), book, then[one.seq])
        for one, book in zip(standing, now, strict=True)
    ]


def held_at(lines: Iterable[tuple[Place, Proposal]], asked: Sequence[tuple[Place, str, str]]) -> list[int]:
    """The balances of accounts at places of a play, in the order asked; the places never go back."""
    held: dict[tuple[str, str], int] = {(account, unit): 0 for _, account, unit in asked}
    found: list[int] = []
    going = iter(lines)
    line = next(going, None)
    for place, account, unit in asked:
        while line and line[0] < place:
            for posting in line[1].postings:
                if (posting.account, posting.unit) in held:
                    held[posting.account, posting.unit] += posting.quantity
            line = next(going, None)
        found.append(held[account, unit])
    return found


def _key(entry: Entry) -> tuple[str, str]:
    answers = entry.proposal.answers
    return countable.account_of(str(answers["who"])), str(answers["unit"])


def _figure(entry: Entry) -> int:
    return int(entry.proposal.answers["counted"] or 0)
