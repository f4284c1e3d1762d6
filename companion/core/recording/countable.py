"""Counts and what the book says of them, and corrections of the book by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.core.answers import Answers
from companion.core.counting import Countable, account_of
from companion.core.figures import read_figure
from companion.core.game import Game
from companion.core.recording.revision import Change
from companion.core.table import OWN
from companion.core.turn import Pot
from companion.core.units import format_amount
from models.frozen import frozen
from models.ledger import COUNT, Entry, Line, Place, Refusal, RunningLedger

POTS = f"{OWN}{Pot.prefix}_"


def read_sum(words: str, unit: str, what: str) -> int:
    """Read a sum of money, with its currency sign or without.

    Raises:
        Refusal: it is no such sum, in a sentence.

    """
    if not words.strip():
        raise Refusal(f"{what}: how much is it?")
    return read_figure(words, unit, what)


def correction(game: Game, purse: Countable, counted: int) -> Change | None:
    """The correction by hand, with the bank giving or taking the difference; ``None`` where there is none."""
    short = counted - purse.held
    many, few = format_amount(abs(short), purse.unit), "short" if short > 0 else "over"
    reason = f"Counted: the book was {many} {few}"
    bank = game.cash.bank if game.cash else ""
    if not bank:
        return _change(game, "correct_cash", {"who": purse.seat, "cash": counted, "reason": reason})
    if purse.seat or purse.key in ("fund", "training") or purse.key.startswith(POTS):
        return _change(game, "correct_money", _payment(purse, bank, short, reason))
    return None


def transfer(game: Game, purse: Countable, other: str, short: int) -> Change | None:
    """A payment between two players that was not recorded; ``None`` where the purse is no player's."""
    action = "correct_money" if game.cash and game.cash.bank else "pay"
    return (
        _change(game, action, _payment(purse, other, short, "Counted: not written down"))
        if purse.seat
        else None
    )


def _payment(purse: Countable, other: str, short: int, reason: str) -> Answers:
    """What pays a purse what it is ``short`` of, or takes from it what is over."""
    giver, taker = (other, purse.key) if short > 0 else (purse.key, other)
    return {"giver": giver, "taker": taker, "amount": abs(short), "reason": reason}


def _change(game: Game, action: str, answers: Answers) -> Change | None:
    """A change by an action, where the game has it."""
    return Change(action, answers) if any(known.name == action for known in game.actions) else None


@frozen
class Count:
    """A count: at its ``place`` a purse held so much of a unit.

    ``book`` is the balance there by the effective entries.
    """

    place: Place
    entry: Entry
    who: str
    account: str
    unit: str
    counted: int
    book: int

    @property
    def then(self) -> int:
        """The balance when the count was recorded, as its receipt has it."""
        return self.entry.proposal.working[0].figure or 0

    @property
    def held(self) -> bool:
        """Whether the book agrees with it now."""
        return self.counted == self.book

    @property
    def words(self) -> str:
        """Say in a sentence whether the book agrees."""
        if self.held:
            return (
                "It agrees with the book."
                if self.then == self.counted
                else "It agrees with the book as corrected."
            )
        said = format_amount(self.book, self.unit)
        if self.then == self.counted:
            return f"It agreed, but since a correction the book says {said}."
        return f"The book says {said}."


def difference(purse: Countable, counted: int) -> str:
    """Say in a sentence how a count differs from the book."""
    short = counted - purse.held
    if not short:
        return "It agrees."
    than = f"{format_amount(abs(short), purse.unit)} {'more' if short > 0 else 'less'} than the book says."
    return f"{purse.name}{' has' if purse.seat else ':'} {than}"


def counts(game: Game, entries: Sequence[Entry], lines: Iterable[Line]) -> list[Count]:
    """Every count that is not voided, in the order written, with the balance at its place by the effective entries.

    ``lines`` are the effective entries of ``entries``.
    """
    found = [
        entry for entry in entries if entry.proposal.action == COUNT and entry.voided_by is None
    ]
    said = [entry.proposal.answers for entry in found]
    asked = [
        (
            Place(entry.seq),
            account_of(game, str(entry.proposal.answers["who"])),
            entry.proposal.working[0].unit,
        )
        for entry in found
    ]
    known = zip(found, said, asked, balances_at(lines, asked), strict=True)
    return [
        Count(place, entry, str(answers["who"]), account, unit, int(answers["counted"] or 0), book)
        for entry, answers, (place, account, unit), book in known
    ]


def balances_at(lines: Iterable[Line], asked: Sequence[tuple[Place, str, str]]) -> list[int]:
    """The balances of accounts at places of a play, in the order asked; the places never go back."""
    running, found = RunningLedger(), []
    going = iter(lines)
    line = next(going, None)
    for place, account, unit in asked:
        while line and line.place < place:
            running.take(line.proposal.postings)
            line = next(going, None)
        found.append(running.view(place.seq).balance(account, unit))
    return found
