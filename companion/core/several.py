"""Questions whose answer has several parts: a number of each player, several words, hands, payments."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, field
from typing import Any, ClassVar, Generic

from companion.core.answers import (
    MOST_TOTAL,
    PLUS,
    REASON,
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
    Says,
    Tile,
    all_seats,
    find_named,
    keys_of,
    limit_now,
    plain_label,
)
from companion.core.table import Refusal, Value, listed, sentence
from companion.core.turn import G, Party, Seat, TurnOf
from companion.core.units import format_amount, parts_of
from models.frozen import frozen
from models.names import name_key

ARROW, AT = ">", "="
PAYMENT = re.compile(r"(?P<giver>[^\s>=]+)>(?P<taker>[^\s>=]+)=(?P<amount>[^\s>=]+)")
MOST_PAYMENTS = 24
"""More than a deal has."""


@frozen
class Composite(QuestionType[A]):
    """A question whose answer has several parts, each of which a screen asks for."""

    open_ended = True

    def offered(self, t: Any) -> dict[str, str]:
        """What can be named now, by its key, with what it is called."""
        raise NotImplementedError


def names_of(among: Among, t: TurnOf[Any]) -> dict[str, str]:
    """The names of those whom a function of the turn gives, by their keys."""
    return {key: t.table.name(key) for key in keys_of(among, t)}


def _find_here(said: str, there: Mapping[str, str]) -> str:
    """Return the key that is meant, by itself or by its name."""
    if key := find_named(said, there):
        return key
    raise Refusal(f"There is no {said[:40]!r} here; choose of {', '.join(there)}.")


@frozen
class Each(Composite["dict[Any, int]"], Generic[G]):
    """A whole number from each of several players, in multiples of ``step``; the answer is in the order of the seats.

    A ``sealed`` one is given by each player in secret and opened for all at once, as bids are; its refusals don't
    reveal what anybody holds. With ``dice`` it is what each of them rolls.
    """

    digits: ClassVar[bool] = False
    """Whether it is typed, as points of any size are, rather than reached by steps."""
    by_things: ClassVar[bool] = False
    """Whether it is a number of each thing, and not of each player."""
    _: KW_ONLY
    among: Among = all_seats
    step: int = 1
    unit: str = "$"
    sealed: bool = False
    dice: int = 0
    what: str = "number"

    @property
    def in_secret(self) -> bool:
        """Whether it is sealed."""
        return self.sealed

    @property
    def takes_digits(self) -> bool:
        """Whether the numbers are typed here: a sealed one is given in secret."""
        return not self.sealed

    @property
    def word(self) -> str:
        """What it takes."""
        return f"a {self.what} for each of them: ann=10 ben=5"

    def limits_of(self, seat: str, t: G) -> tuple[int, int]:
        """The minimum and the maximum for a player."""
        raise NotImplementedError

    def unit_on(self, t: G) -> str:
        """What it counts at this table."""
        return self.unit

    def offered(self, t: G) -> dict[str, str]:
        """Those who give one."""
        return names_of(self.among, t)

    def read(self, text: str, t: G) -> Value:
        """Read everybody's number, refusing what is incomplete or beyond the limits."""
        found = self._read_numbers(text, t)
        if missing := [name for key, name in self.offered(t).items() if key not in found]:
            raise Refusal(f"Still to come: {listed(missing)}.")
        return self.write(found, t)

    def _read_numbers(self, text: str, t: G) -> dict[str, int]:
        """Read every number that is there, in the order of those who are asked, refusing those beyond the limits."""
        asked, everybody = self.offered(t), names_of(lambda t: t.everybody, t)
        found: dict[str, int] = {}
        for said, number in read_each(
            text, parts_of(self.unit_on(t)), lambda said: asked.get(said, said)
        ).items():
            if not find_named(said, asked) and (absent := find_named(said, everybody)):
                raise Refusal(f"{everybody[absent]} gives no {self.what} here.")
            key = _find_here(said, asked)
            if key in found:
                raise Refusal(f"{asked[key]} is named twice.")
            found[key] = number
        found = {key: found[key] for key in asked if key in found}
        for key, number in found.items():
            if wrong := self.wrong(key, number, t):
                raise Refusal(wrong)
        return found

    def write(self, numbers: Mapping[str, int], t: G) -> str:
        """Write the numbers as an answer is kept."""
        return write_each(numbers, parts_of(self.unit_on(t)))

    def wrong(self, seat: str, number: int, t: G) -> str:
        """Why this can't be a player's number, in a sentence that anybody may read; empty when it can."""
        least, most = self.limits_of(seat, t)
        name, unit = self.offered(t)[seat], self.unit_on(t)
        if number > most:
            return (
                f"{name} has not that much."
                if self.sealed
                else f"{name}: at most {format_amount(most, unit)}."
            )
        if number < least:
            return f"{name}: at least {format_amount(least, unit)}."
        if number % self.step:
            return f"{name}: a {self.what} is a multiple of {format_amount(self.step, unit)}."
        return ""

    def is_empty(self, t: G) -> bool:
        """Whether nobody gives one."""
        return not self.offered(t)

    def forced(self, t: G) -> Value:
        """Everybody's number, where none of them has a choice."""
        bounds = [self.limits_of(seat, t) for seat in self.offered(t)]
        forced = bounds and not self.sealed and all(least == most for least, most in bounds)
        return (self.sample(t) or None) if forced else None

    def may_become(self, words: str, t: G) -> bool:
        """Whether all that are named are asked."""
        return set(words_of_each(words)) <= set(self.offered(t))

    def sample(self, t: G) -> str:
        """Return a possible answer: the minimum from everybody."""
        return self.write({seat: self.limits_of(seat, t)[0] for seat in self.offered(t)}, t)

    def show(self, value: Value, t: G) -> str:
        """Write everybody's number."""
        unit = self.unit_on(t)
        numbers = read_each(str(value), parts_of(unit)).items()
        return ", ".join(
            f"{t.table.name(seat)} {format_amount(number, unit)}" for seat, number in numbers
        )

    def interpret(self, t: G, answer: Value) -> Any:
        """Everybody with their number."""
        return {
            t.holder(key): number
            for key, number in read_each(str(answer), parts_of(self.unit_on(t))).items()
        }


@frozen
class Amounts(Each[G]):
    """An amount of dollars from each player; ``limits`` are the minimum and the maximum for one of them."""

    limits: Callable[[G, Any], tuple[int, int]]
    what: str = field(default="amount", kw_only=True)

    def limits_of(self, seat: str, t: G) -> tuple[int, int]:
        """What the function of the turn and of the player gives."""
        return self.limits(t, t.holder(seat))


@frozen
class Numbers(Each[G]):
    """A whole number from each player or team, such as the scores of a round; limits may be below zero.

    Without a ``unit`` it is of the table's, and may have parts. ``quick`` are numbers worth a button, by what they are
    called, and ``total`` is what all of them come to; both are functions of the turn.
    """

    digits = True
    at_least: Limit[G] = 0
    at_most: Limit[G] = 10_000
    unit: str | None = field(default="points", kw_only=True)  # type: ignore[assignment] # none is the table's
    quick: Callable[[G], Mapping[str, int]] | None = field(default=None, kw_only=True)
    total: Callable[[G], int] | None = field(default=None, kw_only=True)

    def unit_on(self, t: G) -> str:
        """What it counts at this table."""
        return str(t.unit) if self.unit is None else self.unit

    def limits_of(self, seat: str, t: G) -> tuple[int, int]:
        """The same for everybody."""
        return limit_now(self.at_least, t), limit_now(self.at_most, t)


@frozen
class Rolls(Each[G]):
    """What each player rolls."""

    dice: int = field(default=2, kw_only=True)
    unit: str = field(default="", kw_only=True)
    what: str = field(default="roll", kw_only=True)

    def limits_of(self, seat: str, t: G) -> tuple[int, int]:
        """What the dice can show."""
        return self.dice, 6 * self.dice


@frozen
class Counts(Each[G]):
    """How many of each of several things, such as shares of each company: a number for those that are named.

    ``now`` gives the words there are now, ``label`` says what each is called. ``at_most`` limits one of them, or is a
    function of the turn and the word; ``total`` is how few and how many in all. ``none`` says why there is nothing.
    """

    by_things = True
    now: Callable[[G], Iterable[Any]]
    label: Callable[[G, str], str] = plain_label
    at_most: int | Callable[[G, str], int] = 10_000
    total: tuple[Limit[G], Limit[G]] = (1, 10_000)
    none: str = "There is nothing to choose here."
    unit: str = field(default="", kw_only=True)

    word = "how many of each: red=2 blue=1"

    def limits_of(self, seat: str, t: G) -> tuple[int, int]:
        """None at least, and at most as many as there can be."""
        return 0, self.at_most(t, seat) if callable(self.at_most) else self.at_most

    def offered(self, t: G) -> dict[str, str]:
        """The words there are now."""
        return {key: self.label(t, key) for key in keys_of(self.now, t)}

    def read(self, text: str, t: G) -> Value:
        """Read how many of each, refusing too few or too many in all."""
        found = self._read_numbers(text, t)
        least, most = self.total_on(t)
        number = sum(found.values())
        if not least <= number <= most:
            limit = f"At least {least}" if number < least else f"At most {most}"
            raise Refusal(f"{limit} in all; here {_are(number)}.")
        return self.write(found, t)

    def total_on(self, t: G) -> tuple[int, int]:
        """How few and how many may be named in all; nothing at all is no answer."""
        least, most = self.total
        return max(1, limit_now(least, t)), limit_now(most, t)

    def write(self, numbers: Mapping[str, int], t: G) -> str:
        """Write those of which there are any."""
        return write_each({key: number for key, number in numbers.items() if number})

    def sample(self, t: G) -> str:
        """Return a possible answer: the fewest in all, of the first ones; empty where there are too few."""
        left, found = self.total_on(t)[0], {}
        for key in self.offered(t):
            found[key] = min(left, self.limits_of(key, t)[1])
            left -= found[key]
        return "" if left else self.write(found, t)

    def show(self, value: Value, t: G) -> str:
        """Write how many of each."""
        return listed(
            f"{number} {self.label(t, key)}" for key, number in read_each(str(value)).items()
        )

    def interpret(self, t: G, answer: Value) -> dict[str, int]:
        """How many of each that is named."""
        return read_each(str(answer))


@frozen
class Several(Composite[tuple[A, ...]]):
    """Several of many words, or of players: those that ``now`` gives, of fixed ``values`` where there are.

    ``count`` is how few and how many may be named, or a function of the turn that gives both. ``label``, ``detail`` and
    ``tile`` describe one of them. With ``draw`` they are drawn at random, and a screen may draw them on request.
    ``why_not`` says why a value that is not there now can't be named, ``none`` that nothing can where ``now`` is empty.
    """

    now: Among
    label: Says = plain_label
    count: tuple[Limit, Limit] | Callable[[Any], tuple[int, int]] = (1, 10_000)
    detail: Says | None = None
    tile: Callable[[Any, str], Tile] | None = None
    draw: bool = False
    none: str = ""
    values: tuple[str, ...] = ()
    why_not: Says | None = None

    word = "one or more, joined by +"

    def offered(self, t: TurnOf[Any]) -> dict[str, str]:
        """What can be named now."""
        return {key: self.label(t, key) for key in keys_of(self.now, t)}

    def count_on(self, t: TurnOf[Any]) -> tuple[int, int]:
        """How few and how many may be named."""
        if callable(self.count):
            return self.count(t)
        least, most = self.count
        return limit_now(least, t), limit_now(most, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read words joined by +; each once, in the order they have on the table."""
        there = self.offered(t)
        named: list[str] = []
        for part in filter(None, map(str.strip, text.split(PLUS))):
            value = self._find(part, there, t)
            if value in named:
                raise Refusal(f"{there[value]} is named twice.")
            named.append(value)
        least, most = self.count_on(t)
        if len(named) < least:
            raise Refusal(
                f"Name {least}{'' if least == most else ' or more'}; here {_are(len(named))}."
            )
        if len(named) > most:
            raise Refusal(f"Name {most} at most; here {_are(len(named))}.")
        return PLUS.join(value for value in there if value in named)

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write all of them."""
        return listed(self.label(t, key) for key in read_several(value))

    def forced(self, t: TurnOf[Any]) -> Value:
        """All that there are, where as many must be named."""
        there = self.offered(t)
        return self.sample(t) if there and self.count_on(t)[0] == len(there) else None

    def may_become(self, words: str, t: TurnOf[Any]) -> bool:
        """Whether all that are named are there."""
        return set(read_several(words)) <= set(self.offered(t))

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: the first ones. Where there are too few, a fixed one, for the rule to say why."""
        there = tuple(self.offered(t))
        least = max(1, self.count_on(t)[0])
        return PLUS.join(there[:least] if len(there) >= least else self.values[:1])

    def to_argument(self, t: TurnOf[Any], answer: Value) -> tuple[A, ...]:
        """What the action is given for each of them."""
        keys = read_several(answer)
        return tuple(self.convert(t, key) for key in keys) if self.convert else keys  # type: ignore[return-value] # words where nothing is made of them

    def _find(self, plain: str, there: Mapping[str, str], t: TurnOf[Any]) -> str:
        """Return the value that is meant, or say why it can't be named now."""
        for value in self.values:
            known = (value, name_key(self.label(t, value)))
            if self.why_not and value not in there and name_key(plain) in known:
                raise Refusal(self.why_not(t, value))
        if not there:
            raise Refusal(self.none or "There is nothing to choose here.")
        return _find_here(plain, there)


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}" if number else "is none"


@frozen
class Hands(Composite["dict[Seat, Hand]"]):
    """A score for everyone who is in the round. ``who`` says whose; ``cards`` are in a hand, each up to ``highest``.

    ``doubt`` says why hands, by the keys of their players, are impossible as far as they are known; the rule decides.
    ``absent`` says why a player takes no part. ``counts`` are how many cards of each value the deck has, from 0 up.
    ``power`` says what to do with a Power card, which has no score.
    The answer is in the order of the seats.
    """

    takes_digits = True
    beside = ("knocked", REASON)
    who: Among
    cards: int
    highest: int
    doubt: Callable[[Any, HandsOf], str]
    absent: Callable[[Any, Any], str] = lambda _t, who: f"{who.name} takes no part in this round."
    counts: tuple[int, ...] = ()
    power: str = ""

    word = "a score for everyone: ann=17, or the cards, ann=2,9,3,3"

    def offered(self, t: TurnOf[Any]) -> dict[str, str]:
        """Those who are in the round."""
        return names_of(self.who, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read everyone's score, refusing what is incomplete."""
        asked, everybody = self.offered(t), names_of(lambda t: t.everybody, t)
        hands: dict[str, Hand] = {}
        for said, hand in read_hands(text).items():
            seat = find_named(said, everybody)
            if not seat:
                raise Refusal(f"Nobody called {said[:40]!r} sits at this table.")
            if seat in hands:
                raise Refusal(f"{everybody[seat]} is named twice.")
            if seat not in asked:
                raise Refusal(self.absent(t, t.holder(seat)))
            self._check(asked[seat], hand)
            hands[seat] = hand
        if missing := [name for seat, name in asked.items() if seat not in hands]:
            raise Refusal(f"Still to come: {listed(missing)}.")
        for seat, name in asked.items():
            few = self.cards - len(hands[seat].cards)
            if few and hands[seat].cards:
                raise Refusal(f"{name}'s hand lacks {few} {'card' if few == 1 else 'cards'}.")
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
        return write_hands(dict.fromkeys(self.offered(t), middle))

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write everyone's score."""
        return ", ".join(
            f"{t.table.name(seat)} {hand.total}" for seat, hand in read_hands(str(value)).items()
        )

    def interpret(self, t: TurnOf[Any], answer: Value) -> dict[Seat, Hand]:
        """Everyone with their hand."""
        return {t.holder(key): hand for key, hand in read_hands(str(answer)).items()}


@frozen
class Payments(Composite["tuple[tuple[Party, Party, int], ...]"], Generic[G]):
    """Several payments that are one entry: who pays whom how much, of those that ``among`` gives.

    ``quick`` are amounts worth a button.
    """

    takes_digits = True
    among: Callable[[G], Iterable[Party]]
    quick: Sequence[int] = ()

    word = "payments: 'ann>ben=10 ben>@bank=5'"

    def offered(self, t: TurnOf[Any]) -> dict[str, str]:
        """All who may pay and be paid."""
        return names_of(self.among, t)

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read every payment, refusing one that is not whole."""
        made, there = [], self.offered(t)
        for piece in text.split():
            match = PAYMENT.fullmatch(piece)
            if match is None:
                raise Refusal(f"{piece[:60]!r} is no payment; write ann>ben=10.")
            giver, taker = (_find_here(match[name], there) for name in ("giver", "taker"))
            if giver == taker:
                raise Refusal(
                    f"{sentence(there[giver])} can't pay {there[taker]}. Choose somebody else."
                )
            amount = read_figure(match["amount"], t.unit, "An amount", at_till=True)
            if not 0 < amount <= MOST_MONEY:
                raise Refusal(
                    "Each payment is more than zero."
                    if amount < 1
                    else "That is more money than any game has."
                )
            made.append(f"{giver}{ARROW}{taker}{AT}{amount}")
        if not made:
            raise Refusal("Say who pays whom.")
        if len(made) > MOST_PAYMENTS:
            raise Refusal(f"A deal has {MOST_PAYMENTS} payments at most.")
        return " ".join(made)

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
        return tuple(
            (t.holder(giver), t.holder(taker), amount)
            for giver, taker, amount in read_payments(answer)
        )

    def sample(self, t: TurnOf[Any]) -> str:
        """Return a possible answer: the first pays the second; empty where there are too few."""
        there = tuple(self.offered(t))
        return f"{there[0]}{ARROW}{there[1]}{AT}1" if len(there) > 1 else ""

    def may_ask(self, answer: Value, seats: Collection[str]) -> bool:
        """Whoever pays or is paid may ask for it, and anybody as long as nobody is named."""
        return answer is None or any(
            {giver, taker}.intersection(seats) for giver, taker, _ in read_payments(answer)
        )


def read_payments(answer: Value) -> list[tuple[str, str, int]]:
    """Read payments as they are kept: who pays, who is paid, and how much."""
    found = (PAYMENT.fullmatch(piece) for piece in str(answer or "").split())
    return [
        (one["giver"], one["taker"], int(one["amount"]))
        for one in found
        if one and one["amount"].isdecimal()
    ]
