"""What can be counted at a table, corrections of the book by hand, and a count as an entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.core.answers import Answers
from companion.core.figures import read_figure
from companion.core.game import Game
from companion.core.recording.revision import Change
from companion.core.show.cards import Cash
from companion.core.table import OWN, Table, sentence
from companion.core.turn import Pot
from companion.core.units import format_amount
from models.ledger import COUNT, MOST, Entry, Line, Place, Proposal, ReceiptLine, Refusal, RunningLedger

CASH = "cash"
POTS = f"{OWN}{Pot.prefix}_"
MOST_COUNTED = MOST // 1_000


@dataclass(frozen=True, slots=True)
class Countable:
    """Something that can be counted. ``key`` names it in a count, ``seat`` is its player, where it is one's own cash.

    ``held`` is what the book says, a whole number of ``unit``. ``name`` begins a sentence.
    """

    key: str
    name: str
    account: str
    unit: str
    held: int
    seat: str = ""


def why_uncountable(game: Game, table: Table) -> str:
    """Why nothing can be counted in a play, in a sentence; empty where something can."""
    if game.cash is None:
        return f"There is no money to be counted in {game.title}."
    if game.hides(table):
        return "What everybody has is hidden from the table."
    if not game.cash.followed(game.turn(table)):
        return "Nobody's cash is followed in this book, so there is nothing to compare a count with."
    seats = [seat.key for seat in table.players]
    if not any(table.ledger.balance(f"{seat}:{CASH}", game.cash.unit(game.turn(table))) for seat in seats):
        return "Nobody has any money yet."
    return ""


def countables(game: Game, table: Table) -> tuple[Countable, ...]:
    """Everything that can be counted now: the players' cash in the order of their seats, then what is common."""
    if game.cash is None or why_uncountable(game, table):
        return ()
    cash, unit = game.cash, game.cash.unit(game.turn(table))

    def purse(key: str, seat: str = "") -> Countable:
        account = account_of(game, key)
        return Countable(key, name_of(game, table, key), account, unit, table.ledger.balance(account, unit), seat)

    seats = [seat.key for seat in table.players]
    own = [purse(seat, seat) for seat in seats]
    others = [purse(key) for key in (*(f"{seat}.{name}" for seat in seats for name in cash.purses), *cash.piles)]
    pots = [purse(key) for key, _, _ in game.pots(table)]
    return (
        *(found for found in own if found.held or not game.standing(table, found.seat).out),
        # a common account below zero is no pile to count
        *(found for found in others if found.held > 0 or (found.held and found.key not in cash.piles)),
        *(found for found in pots if found.held > 0),
    )


def account_of(game: Game, key: str) -> str:
    """The account of a purse's key."""
    piles = game.cash.piles if game.cash else {}
    if key in piles:
        return piles[key][1]
    who, _, purse = key.partition(".")
    return f"{who}:{purse or CASH}"


def name_of(game: Game, table: Table, key: str) -> str:
    """The name of a purse, whether it can be counted now or not; it begins a sentence."""
    cash = game.cash or Cash()
    if key in cash.piles:
        return cash.piles[key][0]
    who, _, purse = key.partition(".")
    name = sentence(table.name(who))
    return f"{name}'s {cash.purses.get(purse, purse)}" if purse else name


def find_countable(game: Game, table: Table, key: str) -> Countable:
    """The purse under a key.

    Raises:
        Refusal: there is none that can be counted now.

    """
    found = countables(game, table)
    for purse in found:
        if purse.key == key:
            return purse
    known = ", ".join(purse.key for purse in found)
    why = why_uncountable(game, table) or f"There is nothing called {key[:40]!r} to count; choose {known}."
    raise Refusal(why, "who")


def read_sum(words: str, unit: str, what: str) -> int:
    """Read a sum of money, with its currency sign or without.

    Raises:
        Refusal: it is no such sum, in a sentence.

    """
    if not words.strip():
        raise Refusal(f"{what}: how much is it?")
    amount = read_figure(words, unit, what)
    if amount > MOST_COUNTED:
        raise Refusal(f"{what} is larger than any game needs.")
    return amount


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
    return _change(game, action, _payment(purse, other, short, "Counted: not written down")) if purse.seat else None


def _payment(purse: Countable, other: str, short: int, reason: str) -> Answers:
    """What pays a purse what it is ``short`` of, or takes from it what is over."""
    giver, taker = (other, purse.key) if short > 0 else (purse.key, other)
    return {"giver": giver, "taker": taker, "amount": abs(short), "reason": reason}


def _change(game: Game, action: str, answers: Answers) -> Change | None:
    """A change by an action, where the game has it."""
    return Change(action, answers) if any(known.name == action for known in game.actions) else None


RULE = "A count moves nothing. It is looked at again whenever an entry before it is corrected."


@dataclass(frozen=True, slots=True)
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
            return "It agrees with the book." if self.then == self.counted else "It agrees with the book as corrected."
        said = format_amount(self.book, self.unit)
        if self.then == self.counted:
            return f"It agreed, but since a correction the book says {said}."
        return f"The book says {said}."


def difference(purse: Countable, counted: int) -> str:
    """Say in a sentence how a count differs from the book."""
    short = counted - purse.held
    if not short:
        return "It agrees."
    size = format_amount(abs(short), purse.unit)
    if purse.seat:
        return f"{purse.name} has {size} {'more' if short > 0 else 'less'} than the book says."
    return f"{purse.name}: {size} {'more' if short > 0 else 'less'} than the book says."


def proposal(game: Game, table: Table, answers: Answers) -> Proposal:
    """Return the entry of a count, whether the book agrees with it or not; a figure may be as it is typed.

    Raises:
        Refusal: there is no such purse, its figure is no sum of money, or what it holds is hidden.

    """
    if unknown := answers.keys() - {"who", "counted", "unit"}:
        raise Refusal("A count says who, counted and unit.", min(unknown))
    who, unit, counted = (answers.get(name) for name in ("who", "unit", "counted"))
    if who is None:
        raise Refusal("Whose money is it?", "who")
    purse = find_countable(game, table, str(who))
    if unit not in {None, purse.unit}:
        raise Refusal(f"{purse.name} is counted in {purse.unit}, not in {str(unit)[:20]!r}.", "unit")
    if isinstance(counted, str):
        counted = read_figure(counted, purse.unit, "A count", at_till=True)
    if not isinstance(counted, int) or isinstance(counted, bool) or not 0 <= counted <= MOST_COUNTED:
        raise Refusal("How much was counted?", "counted")
    return receipt(purse, counted)


def receipt(purse: Countable, counted: int) -> Proposal:
    """Return the entry of a count, with the balance in the book."""
    agrees = counted == purse.held
    said = "the book agrees" if agrees else f"the book says {format_amount(purse.held, purse.unit)}"
    verb = "has " if purse.seat else ""
    return Proposal(
        action=COUNT,
        answers={"who": purse.key, "counted": counted, "unit": purse.unit},
        narration=f"Counted: {purse.name}{' ' if verb else ': '}{verb}{format_amount(counted, purse.unit)}; {said}.",
        working=(
            ReceiptLine("In the book", purse.held, purse.unit),
            ReceiptLine("Counted", counted, purse.unit, total=True),
            *(() if agrees else (ReceiptLine("Difference", counted - purse.held, purse.unit, signed=True),)),
        ),
        rule=RULE,
    )


def counts(game: Game, entries: Sequence[Entry], lines: Iterable[Line]) -> list[Count]:
    """Every count that is not voided, in the order written, with the balance at its place by the effective entries.

    ``lines`` are the effective entries of ``entries``.
    """
    found = [entry for entry in entries if entry.proposal.action == COUNT and entry.voided_by is None]
    said = [entry.proposal.answers for entry in found]
    asked = [
        (Place(entry.seq), account_of(game, str(answers["who"])), str(answers["unit"]))
        for entry, answers in zip(found, said, strict=True)
    ]
    return [
        Count(place, entry, str(answers["who"]), account, unit, int(answers["counted"] or 0), book)
        for entry, answers, (place, account, unit), book in zip(
            found, said, asked, balances_at(lines, asked), strict=True
        )
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
