"""What can be counted at a table, corrections of the book by hand, and a count as an entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.core.answers import Answers
from companion.core.figures import read_figure
from companion.core.game import Game
from companion.core.recording.revision import Change
from companion.core.show.cards import Cash
from companion.core.table import OWN, Table, sentence
from companion.core.turn import Pot
from companion.core.units import format_amount
from models.ledger import COUNT, MOST, Entry, Line, Place, Projection, Proposal, ReceiptLine, Refusal, RunningLedger

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
    unit = game.cash.unit(game.turn(table))
    held = table.ledger.balance
    found = [
        Countable(who, sentence(table.name(who)), f"{who}:{CASH}", unit, held(f"{who}:{CASH}", unit), who)
        for who in (seat.key for seat in table.players)
        if held(f"{who}:{CASH}", unit) or not game.standing(table, who).out
    ]
    found += [
        Countable(key, name_of(game, table, key), account, unit, there)
        for key, account in _others(game.cash, table)
        # a common account below zero is no pile to count
        if (there := held(account, unit)) > 0 or (there and key not in game.cash.piles)
    ]
    pots = [one for one in game.pots(table) if one[2] > 0]
    found += [Countable(key, sentence(name), f"{key}:{CASH}", unit, holds) for key, name, holds in pots]
    return tuple(found)


def _others(cash: Cash, table: Table) -> Iterator[tuple[str, str]]:
    """The keys and accounts of what is not a player's cash, whether anything is there or not."""
    for seat in table.players:
        yield from ((f"{seat.key}.{purse}", f"{seat.key}:{purse}") for purse in cash.purses)
    yield from ((key, account) for key, (_, account) in cash.piles.items())


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
    if why := why_uncountable(game, table):
        raise Refusal(why, "who")
    found = countables(game, table)
    for countable in found:
        if countable.key == key:
            return countable
    known = ", ".join(one.key for one in found)
    raise Refusal(f"There is nothing called {key[:40]!r} to count; choose {known}.", "who")


def notes(game: Game, table: Table) -> tuple[int, ...]:
    """The notes in the game's box, largest first, in whole numbers of the unit; none where they are not known."""
    return game.cash.notes(game.turn(table)) if game.cash else ()


def read_sum(words: str, unit: str, what: str) -> int:
    """Read a sum of money, with its currency sign or without.

    Raises:
        Refusal: it is no such sum, in a sentence.

    """
    if not words.strip():
        raise Refusal(f"{what}: how much is it?")
    return _within(read_figure(words, unit, what), what)


def _within(amount: int, what: str) -> int:
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
        giver, taker = (bank, purse.key) if short > 0 else (purse.key, bank)
        answers: Answers = {"giver": giver, "taker": taker, "amount": abs(short), "reason": reason}
        return _change(game, "correct_money", answers)
    return None


def transfer(game: Game, purse: Countable, other: str, short: int) -> Change | None:
    """A payment between two players that was not recorded; ``None`` where the purse is no player's."""
    if not purse.seat:
        return None
    giver, taker = (other, purse.seat) if short > 0 else (purse.seat, other)
    action = "correct_money" if game.cash and game.cash.bank else "pay"
    reason = "Counted: not written down"
    return _change(game, action, {"giver": giver, "taker": taker, "amount": abs(short), "reason": reason})


def _change(game: Game, action: str, answers: Answers) -> Change | None:
    """A change by an action, where the game has it."""
    return Change(action, answers) if any(one.name == action for one in game.actions) else None


def leave_out(game: Game) -> str:
    """What is on a table and is no player's cash, in a sentence."""
    return game.cash.leave_out if game.cash else ""


RULE = "A count moves nothing. It is looked at again whenever an entry before it is corrected."


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
    if not any(entry.proposal.action == COUNT for entry in entries):
        return []
    projection = Projection()
    then: dict[int, int] = {}
    for entry in entries:
        projection.add(entry)
        if entry.proposal.action == COUNT:
            then[entry.seq] = projection.ledger.balance(*_key(game, entry))
    standing = [entries[seq - 1] for seq in then if projection.is_effective(seq)]
    now = balances_at(lines, [(Place(one.seq), *_key(game, one)) for one in standing])
    return [
        Count(
            Place(count.seq),
            count,
            str(count.proposal.answers["who"]),
            *_key(game, count),
            _figure(count),
            book,
            then[count.seq],
        )
        for count, book in zip(standing, now, strict=True)
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


def _key(game: Game, entry: Entry) -> tuple[str, str]:
    answers = entry.proposal.answers
    return account_of(game, str(answers["who"])), str(answers["unit"])


def _figure(entry: Entry) -> int:
    return int(entry.proposal.answers["counted"] or 0)
