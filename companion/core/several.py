"""Questions whose answer has several parts: a number of each player, several words, hands, payments."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.answers import (
    MOST_TOTAL,
    PLUS,
    Hand,
    HandsOf,
    read_each,
    read_hands,
    read_several,
    words_of_each,
    write_each,
    write_hands,
)
from companion.core.figures import read_figure
from companion.core.questions import (
    MOST_MONEY,
    A,
    Among,
    Limit,
    QuestionType,
    Tile,
    all_seats,
    keys_of,
    limit_now,
    plain_label,
)
from companion.core.table import Refusal, Value, listed, sentence
from companion.core.turn import Party, Seat, TurnOf  # noqa: F401 - in the types of answers
from companion.core.units import format_amount, parts_of
from models.names import name_key

ARROW, AT = ">", "="
PAYMENT = re.compile(r"(?P<giver>[^\s>=]+)>(?P<taker>[^\s>=]+)=(?P<amount>[^\s>=]+)")
MOST_PAYMENTS = 24
"""More than a deal has."""


@dataclass(frozen=True, slots=True)
class Composite(QuestionType[A]):
    """A question whose answer has several parts, each of which a screen asks for."""

    open_ended = True


@dataclass(frozen=True, slots=True)
class Each(Composite["dict[Seat, int]"]):
    """A whole number for each of several players. ``who`` says whose; the answer is in the order of the seats.

    ``limits`` are the minimum and the maximum, or a function of the turn and a player that gives both, in multiples of
    ``step``. A ``sealed`` one is given by each player in secret and opened for all at once; its refusals don't reveal
    what anybody holds. With ``dice`` it is what each of them rolls. With ``digits`` it is typed, as points of any size
    are, rather than reached by steps. One ``in_parts`` is
    of the table's unit, with the parts of a point that it has.
    """

    who: Among = all_seats
    limits: tuple[Limit, Limit] | Callable[[Any, Any], tuple[int, int]] = (0, 10_000)
    step: int = 1
    unit: str = "$"
    sealed: bool = False
    dice: int = 0
    what: str = "number"
    digits: bool = False
    in_parts: bool = False

    @property
    def word(self) -> str:
        """What it takes."""
        return f"a {self.what} for each of them: ann=10 ben=5"

    def unit_on(self, t: TurnOf[Any]) -> str:
        """What it counts at this table."""
        return "" if self.dice else str(t.unit) if self.in_parts else self.unit

    def numbers_in(self, text: str, t: TurnOf[Any]) -> dict[str, int]:
        """Read every number that is there, in the parts that the table counts, with the names as they are written."""
        return read_each(text, parts_of(self.unit_on(t)), lambda name: self.name_of(self.key_of(name, t), t))

    def seats_asked(self, t: TurnOf[Any]) -> tuple[str, ...]:
        """The keys of those who give one."""
        return keys_of(self.who, t)

    def limits_of(self, seat: str, t: TurnOf[Any]) -> tuple[int, int]:
        """The minimum and the maximum for a player."""
        if callable(self.limits):
            return self.limits(t, t.holder(seat))
        least, most = self.limits
        return limit_now(least, t), limit_now(most, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read everybody's number, refusing what is incomplete or beyond the limits."""
        asked, found = self.seats_asked(t), self._read_numbers(text, t)
        if missing := [t.table.name(seat) for seat in asked if seat not in found]:
            raise Refusal(f"Still to come: {listed(missing)}.")
        return self.write({seat: found[seat] for seat in asked}, t)

    def _read_numbers(self, text: str, t: TurnOf[Any]) -> dict[str, int]:
        """Read every number that is there, refusing those beyond the limits."""
        asked = self.seats_asked(t)
        found: dict[str, int] = {}
        for name, number in self.numbers_in(text, t).items():
            key = self.key_of(name, t)
            if key in found:
                raise Refusal(f"{self.name_of(key, t)} is named twice.")
            if key not in asked:
                raise Refusal(f"{self.name_of(key, t)} gives no {self.what} here.")
            found[key] = number
        for key in asked:
            if key in found and (wrong := self.wrong(key, found[key], t)):
                raise Refusal(wrong)
        return found

    def write(self, numbers: Mapping[str, int], t: TurnOf[Any]) -> str:
        """Write the numbers as an answer is kept."""
        return write_each(numbers, parts_of(self.unit_on(t)))

    def key_of(self, name: str, t: TurnOf[Any]) -> str:
        """The key of whom a name means."""
        return seat_called(name, t, self.seats_asked(t))

    def name_of(self, key: str, t: TurnOf[Any]) -> str:
        """What somebody is called."""
        return t.table.name(key)

    def wrong(self, seat: str, number: int, t: TurnOf[Any]) -> str:
        """Why this can't be a player's number, in a sentence that anybody may read; empty when it can."""
        least, most = self.limits_of(seat, t)
        name, unit = self.name_of(seat, t), self.unit_on(t)
        if number > most:
            return f"{name} has not that much." if self.sealed else f"{name}: at most {format_amount(most, unit)}."
        if number < least:
            return f"{name}: at least {format_amount(least, unit)}."
        if number % self.step:
            return f"{name}: a {self.what} is a multiple of {format_amount(self.step, unit)}."
        return ""

    def forced(self, t: TurnOf[Any]) -> Value:
        """Everybody's number, where none of them has a choice."""
        bounds = [self.limits_of(seat, t) for seat in self.seats_asked(t)]
        forced = bounds and not self.sealed and all(least == most for least, most in bounds)
        return (self.sample(t) or None) if forced else None

    def may_become(self, words: str, t: TurnOf[Any]) -> bool:
        """Whether all that are named are asked."""
        return set(words_of_each(words)) <= set(self.seats_asked(t))

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: the minimum from everybody."""
        return self.write({seat: self.limits_of(seat, t)[0] for seat in self.seats_asked(t)}, t)

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write everybody's number."""
        unit = self.unit_on(t)
        numbers = self.numbers_in(str(value), t).items()
        return ", ".join(f"{t.table.name(seat)} {format_amount(number, unit)}" for seat, number in numbers)

    def interpret(self, t: TurnOf[Any], answer: Value) -> Any:
        """Everybody with their number."""
        return {t.holder(key): number for key, number in self.numbers_in(str(answer), t).items()}


@dataclass(frozen=True, slots=True)
class Counts(Each):
    """How many of each of several things, such as shares of each company; what isn't named is none of.

    ``who`` are those there are now and ``label`` what each is called; ``total`` is how few and how many in all. A
    function of the turn and one of them gives how many of it there can be. ``none`` says why there is nothing to name.
    """

    label: Callable[[Any, str], str] = plain_label
    of_one: int | Callable[[Any, str], int] = 10_000
    total: tuple[Limit, Limit] = (1, 10_000)
    none: str = "There is nothing to choose here."

    @property
    def word(self) -> str:
        """What it takes."""
        return "how many of each: red=2 blue=1"

    def limits_of(self, seat: str, t: TurnOf[Any]) -> tuple[int, int]:
        """None at least, and at most as many as there can be."""
        return 0, self.of_one(t, seat) if callable(self.of_one) else self.of_one

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read how many of each, refusing too few or too many in all."""
        found = self._read_numbers(text, t)
        least, most = self.total_on(t)
        number = sum(found.values())
        if not least <= number <= most:
            limit = f"At least {least}" if number < least else f"At most {most}"
            raise Refusal(f"{limit} in all; here {_are(number)}.")
        return self.write({key: found[key] for key in self.seats_asked(t) if key in found}, t)

    def total_on(self, t: TurnOf[Any]) -> tuple[int, int]:
        """How few and how many may be named in all; nothing at all is no answer."""
        least, most = self.total
        return max(1, limit_now(least, t)), limit_now(most, t)

    def write(self, numbers: Mapping[str, int], t: TurnOf[Any]) -> str:
        """Write those of which there are any."""
        del t
        return write_each({key: number for key, number in numbers.items() if number})

    def key_of(self, name: str, t: TurnOf[Any]) -> str:
        """The word that is meant, by itself or by what it is called."""
        return _find_here(name, self.seats_asked(t), lambda key: self.label(t, key))

    def name_of(self, key: str, t: TurnOf[Any]) -> str:
        """What one of them is called."""
        return self.label(t, key)

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: the fewest in all, of the first ones; empty where there are too few."""
        left, found = self.total_on(t)[0], {}
        for key in self.seats_asked(t):
            found[key] = min(left, self.limits_of(key, t)[1])
            left -= found[key]
        return "" if left else self.write(found, t)

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write how many of each."""
        return listed(f"{number} {self.label(t, key)}" for key, number in read_each(str(value)).items())

    def interpret(self, t: TurnOf[Any], answer: Value) -> dict[str, int]:
        """How many of each that is named."""
        del t
        return read_each(str(answer))


def seat_called(name: str, t: TurnOf[Any], others: Iterable[str] = ()) -> str:
    """The key of the player with this key or name, or of one of ``others`` such as teams.

    Raises:
        Refusal: there is none.

    """
    for key in (*(seat.key for seat in t.table.players), *others):
        if name == key or name_key(name) == name_key(t.table.name(key)):
            return key
    raise Refusal(f"Nobody called {name[:40]!r} sits at this table.")


def _find_here(said: str, there: Iterable[str], name: Callable[[str], str]) -> str:
    """Return the key that is meant, by itself or by its name."""
    for key in there:
        if said == key or name_key(said) == name_key(name(key)):
            return key
    raise Refusal(f"There is no {said[:40]!r} here; choose of {', '.join(there)}.")


@dataclass(frozen=True, slots=True)
class Several(Composite[tuple[A, ...]]):
    """Several of many words, or of players: those that ``now`` gives, of fixed ``values`` where there are.

    ``count`` is how few and how many may be named, or a function of the turn that gives both. ``label``, ``detail`` and
    ``tile`` describe one of them. With ``draw`` they are drawn at random, and a screen may draw them on request.
    ``why_not`` says why a value that is not there now can't be named, ``none`` that nothing can where ``now`` is empty.
    """

    now: Among
    label: Callable[[Any, str], str] = plain_label
    count: tuple[Limit, Limit] | Callable[[Any], tuple[int, int]] = (1, 10_000)
    detail: Callable[[Any, str], str] | None = None
    tile: Callable[[Any, str], Tile] | None = None
    draw: bool = False
    none: str = ""
    values: tuple[str, ...] = ()
    why_not: Callable[[Any, str], str] | None = None

    @property
    def word(self) -> str:
        """What it takes."""
        return "one or more, joined by +"

    def values_offered(self, t: TurnOf[Any]) -> tuple[str, ...]:
        """What can be named now."""
        return keys_of(self.now, t)

    def count_on(self, t: TurnOf[Any]) -> tuple[int, int]:
        """How few and how many may be named."""
        if callable(self.count):
            return self.count(t)
        least, most = self.count
        return limit_now(least, t), limit_now(most, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read words joined by +; each once, in the order they have on the table."""
        there = self.values_offered(t)
        self._require(text, there, t)
        named: list[str] = []
        for part in text.split(PLUS):
            if not part.strip():
                continue
            value = self._find(part.strip(), there, t)
            if value in named:
                raise Refusal(f"{self.label(t, value)} is named twice.")
            named.append(value)
        least, most = self.count_on(t)
        if len(named) < least:
            raise Refusal(f"Name {least}{'' if least == most else ' or more'}; here {_are(len(named))}.")
        if len(named) > most:
            raise Refusal(f"Name {most} at most; here {_are(len(named))}.")
        return PLUS.join(value for value in there if value in named)

    def _require(self, text: str, there: tuple[str, ...], t: TurnOf[Any]) -> None:
        """Say of the first value that is not there now why it can't be named."""
        for part in text.split(PLUS) if self.why_not else ():
            for value in self.values:
                known = (value, name_key(self.label(t, value)))
                if self.why_not and value not in there and name_key(part) in known:
                    raise Refusal(self.why_not(t, value))
        if self.values and not there and self.none:
            raise Refusal(self.none)

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write all of them."""
        return listed(self.label(t, key) for key in read_several(value))

    def forced(self, t: TurnOf[Any]) -> Value:
        """All that there are, where as many must be named."""
        there = self.values_offered(t)
        return self.sample(t) if there and self.count_on(t)[0] == len(there) else None

    def may_become(self, words: str, t: TurnOf[Any]) -> bool:
        """Whether all that are named are there."""
        return set(read_several(words)) <= set(self.values_offered(t))

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: the first ones. Where there are too few, a fixed one, for the rule to say why."""
        there = self.values_offered(t)
        least = max(1, self.count_on(t)[0])
        return PLUS.join(there[:least] if len(there) >= least else self.values[:1])

    def to_argument(self, t: TurnOf[Any], answer: Value) -> tuple[A, ...]:
        """What the action is given for each of them."""
        keys = read_several(answer)
        return tuple(self.convert(t, key) for key in keys) if self.convert else keys  # type: ignore[return-value] # words where nothing is made of them

    def _find(self, plain: str, there: tuple[str, ...], t: TurnOf[Any]) -> str:
        if not there:
            raise Refusal(self.none or "There is nothing to choose here.")
        return _find_here(plain, there, lambda value: self.label(t, value))


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}" if number else "is none"


@dataclass(frozen=True, slots=True)
class Hands(Composite["dict[Seat, Hand]"]):
    """A score for everyone who is in the round. ``who`` says whose; ``cards`` are in a hand, each up to ``highest``.

    ``doubt`` says why hands, by the keys of their players, are impossible as far as they are known; the rule decides.
    ``absent`` says why a player takes no part. The answer is in the order of the seats.
    """

    who: Among
    cards: int
    highest: int
    doubt: Callable[[Any, HandsOf], str]
    absent: Callable[[Any, Any], str] = lambda _t, who: f"{who.name} takes no part in this round."

    @property
    def word(self) -> str:
        """What it takes."""
        return "a score for everyone: ann=17, or the cards, ann=2,9,3,3"

    def seats_asked(self, t: TurnOf[Any]) -> tuple[str, ...]:
        """The keys of those who are in the round."""
        return keys_of(self.who, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read everyone's score, refusing what is incomplete."""
        asked, table = self.seats_asked(t), t.table
        hands: dict[str, Hand] = {}
        for name, hand in read_hands(text).items():
            seat = seat_called(name, t)
            if seat in hands:
                raise Refusal(f"{table.name(seat)} is named twice.")
            if seat not in asked:
                raise Refusal(self.absent(t, t.holder(seat)))
            self._check(table.name(seat), hand)
            hands[seat] = hand
        if missing := [table.name(seat) for seat in asked if seat not in hands]:
            raise Refusal(f"Still to come: {listed(missing)}.")
        for seat in asked:
            if hands[seat].cards and len(hands[seat].cards) < self.cards:
                few = self.cards - len(hands[seat].cards)
                raise Refusal(f"{table.name(seat)}'s hand lacks {few} {'card' if few == 1 else 'cards'}.")
        return write_hands({seat: hands[seat] for seat in asked})

    def _check(self, name: str, hand: Hand) -> None:
        """Refuse what can't be a hand, whatever the others are."""
        if len(hand.cards) > self.cards:
            raise Refusal(f"{name} has {len(hand.cards)} cards; a hand is {self.cards}.")
        if high := [card for card in hand.cards if card > self.highest]:
            raise Refusal(f"There is no card {high[0]:,}; they go from 0 to {self.highest}.")
        if hand.total > MOST_TOTAL:
            raise Refusal(f"{name} can't have {hand.total:,}; no hand of any deck comes to that.")

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: a middle total for everyone."""
        middle = Hand(self.cards * self.highest // 2)
        return write_hands(dict.fromkeys(self.seats_asked(t), middle))

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write everyone's score."""
        return ", ".join(f"{t.table.name(seat)} {hand.total}" for seat, hand in read_hands(str(value)).items())

    def interpret(self, t: TurnOf[Any], answer: Value) -> dict[Seat, Hand]:
        """Everyone with their hand."""
        return {t.holder(key): hand for key, hand in read_hands(str(answer)).items()}


@dataclass(frozen=True, slots=True)
class Payments(Composite["tuple[tuple[Party, Party, int], ...]"]):
    """Several payments that are one entry: who pays whom how much, of those that ``among`` gives.

    ``quick`` are amounts worth a button.
    """

    among: Among = all_seats
    quick: tuple[int, ...] = ()

    @property
    def word(self) -> str:
        """What it takes."""
        return "payments: 'ann>ben=10 ben>@bank=5'"

    def parties(self, t: TurnOf[Any]) -> tuple[str, ...]:
        """The keys of all who may pay and be paid."""
        return keys_of(self.among, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read every payment, refusing one that is not whole."""
        made = []
        for piece in text.split():
            match = PAYMENT.fullmatch(piece)
            if match is None:
                raise Refusal(f"{piece[:60]!r} is no payment; write ann>ben=10.")
            giver, taker = (self._party(match[name], t) for name in ("giver", "taker"))
            if giver == taker:
                raise Refusal(f"{self.name_of(giver, t)} can't pay {t.table.name(taker)}. Choose somebody else.")
            amount = read_figure(match["amount"], t.unit, "An amount", at_till=True)
            if not 0 < amount <= MOST_MONEY:
                raise Refusal(
                    "Each payment is more than zero." if amount < 1 else "That is more money than any game has."
                )
            made.append(f"{giver}{ARROW}{taker}{AT}{amount}")
        if not made:
            raise Refusal("Say who pays whom.")
        if len(made) > MOST_PAYMENTS:
            raise Refusal(f"A deal has {MOST_PAYMENTS} payments at most.")
        return " ".join(made)

    def _party(self, said: str, t: TurnOf[Any]) -> str:
        return _find_here(said, self.parties(t), t.table.name)

    def name_of(self, key: str, t: TurnOf[Any]) -> str:
        """The name of a party, for the beginning of a sentence."""
        return sentence(t.table.name(key))

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write every payment."""
        name = t.table.name
        paid = ", ".join(
            f"{name(giver)} pays {name(taker)} {format_amount(amount, t.unit)}"
            for giver, taker, amount in read_payments(value)
        )
        return sentence(paid)

    def interpret(self, t: TurnOf[Any], answer: Value) -> Any:
        """Every payment, with who pays and who is paid."""
        return tuple((t.holder(giver), t.holder(taker), amount) for giver, taker, amount in read_payments(answer))

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: the first pays the second; empty where there are too few."""
        there = self.parties(t)
        return f"{there[0]}{ARROW}{there[1]}{AT}1" if len(there) > 1 else ""

    def may_ask(self, answer: Value, seats: Collection[str]) -> bool:
        """Whoever pays or is paid may ask for it, and anybody as long as nobody is named."""
        return answer is None or any({giver, taker}.intersection(seats) for giver, taker, _ in read_payments(answer))


def read_payments(answer: Value) -> list[tuple[str, str, int]]:
    """Read payments as they are kept: who pays, who is paid, and how much."""
    found = (PAYMENT.fullmatch(piece) for piece in str(answer or "").split())
    return [(one["giver"], one["taker"], int(one["amount"])) for one in found if one and one["amount"].isdecimal()]
