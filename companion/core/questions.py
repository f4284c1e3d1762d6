"""The types of question an action may ask. Each reads its answer from text and names its limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, TypeAlias

from companion.core.table import Refusal, Table, Value, listed, sentence
from companion.core.units import THOUSANDS, counted, per_whole, read_hundredths, read_thousands, written

Answers: TypeAlias = Mapping[str, Value]
NO_ANSWERS: Answers = MappingProxyType({})

MOST_MONEY = 1_000_000_000
MOST_THOUSANDS = 1_000_000
"""A thousand millions, in thousands. 1500000 typed on a board in millions means 1.5M."""

MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class QuestionType:
    """A type of question. ``read`` refuses what is not an answer to it."""

    @property
    def word(self) -> str:
        """What it takes, for a list of actions."""
        raise NotImplementedError

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Turn what was typed into an answer."""
        raise NotImplementedError

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Write an answer for people, given the other answers."""
        del table, answers
        return str(value)

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Every possible answer where they can be listed, else ``None``."""
        del table, answers
        return None


def whole(text: str, what: str) -> int:
    """Read a whole number, allowing for $ signs and thousands commas."""
    plain = text.strip().replace("\u2212", "-").removeprefix("$").removeprefix("\u00a3").replace(",", "")
    if re.fullmatch(r"-[$]?[0-9]+([.][0-9]+)?", plain):
        raise Refusal(f"{what} can't be negative.")
    if re.fullmatch(r"[0-9]+[.][0-9]*|[.][0-9]+", plain):
        raise Refusal(f"{what} must be a whole number; {text.strip()} has a fraction.")
    if not re.fullmatch(r"[0-9]+", plain):
        raise Refusal(f"{what} must be a number; {text.strip()[:40]!r} is not one.")
    if len(plain.lstrip("0")) > 12:
        raise Refusal(f"{what} is larger than any game needs.")
    return int(plain)


def read_amount(text: str, unit: str, what: str) -> int:
    """Read an amount of a unit as people write it."""
    if unit == THOUSANDS:
        return read_thousands(text, what)
    return read_hundredths(text, what) if per_whole(unit) > 1 else whole(text, what)


@dataclass(frozen=True, slots=True)
class Player(QuestionType):
    """One of the players seated; ``others`` lists what else may be named, such as the treasury.

    ``names`` are what the others are called here. Those ``now`` are offered; with ``only`` nobody else can be named.
    """

    others: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    now: Callable[[Table, Answers], tuple[str, ...]] | None = None
    only: bool = False

    @property
    def word(self) -> str:
        """Whom it takes."""
        return " or ".join(("a player", *self.others))

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a key or a name."""
        key = self._key(text.strip(), table)
        if self.only and self.now and key not in self.now(table, answers):
            raise Refusal(f"{sentence(table.name(key))} can't be named here.")
        return key

    def _key(self, plain: str, table: Table) -> str:
        if plain in self.others or any(plain == seat.key for seat in table.players):
            return plain
        for seat in table.players:
            if plain.casefold() == table.name(seat.key).casefold():
                return seat.key
        names = listed_keys(table, self.others)
        raise Refusal(f"Nobody called {plain[:40]!r} sits at this table; choose {names}.")

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Write the player's name."""
        del answers
        key = str(value)
        return sentence(self.names.get(key) or table.name(key))

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Those who are offered: everyone seated and the others that may be named, unless it says who is now."""
        return self.now(table, answers) if self.now else (*(seat.key for seat in table.players), *self.others)


def listed_keys(table: Table, others: tuple[str, ...] = ()) -> str:
    """The keys one may name, as a sentence has them."""
    keys = [*(seat.key for seat in table.players), *others]
    return " or ".join([", ".join(keys[:-1]), keys[-1]]) if len(keys) > 1 else "".join(keys)


@dataclass(frozen=True, slots=True)
class Amount(QuestionType):
    """A whole number of money (or of another unit).

    ``most`` returns the maximum for the table and the answers so far; the screen offers it as a quick choice, and the
    rule decides. ``board`` gives unit and step where they depend on the board that is played on. ``quick`` are answers
    worth a button, counted in steps. One that ``settles`` is recorded with the tap on such a button, where it is the
    last answer: the button says how much is left.
    """

    least: int = 1
    most: Callable[[Table, Answers], int] | None = None
    step: int = 1
    unit: str = "$"
    board: Callable[[Table], tuple[str, int]] | None = None
    quick: tuple[int, ...] = ()
    settles: bool = False

    def unit_on(self, table: Table) -> str:
        """What it counts at this table."""
        return self.board(table)[0] if self.board else self.unit

    def step_on(self, table: Table) -> int:
        """The step of answers at this table."""
        return self.board(table)[1] if self.board else self.step

    @property
    def word(self) -> str:
        """Its limits, as far as they are known without a table."""
        of = "the board's money" if self.board else counted(self.unit)
        step = f", a multiple of {self.step}" if self.step > 1 else ""
        held = ", up to what is there" if self.most else ""
        return f"a whole number of {of}, {self.least} or more{held}{step}"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a whole number within the limits that need no rule."""
        del answers
        unit, step = self.unit_on(table), self.step_on(table)
        amount = read_amount(text, unit, "An amount")
        if unit == THOUSANDS and amount > MOST_THOUSANDS:
            raise Refusal("That is more than any game has. A figure alone is thousands: write 1.5M for 1,500.")
        if amount > MOST_MONEY:
            raise Refusal("That is more money than any game has.")
        if amount < self.least:
            raise Refusal(f"It must be at least {self._plain(max(self.least, step), unit)}.")
        if amount % step:
            raise Refusal(f"It must be a multiple of {self._plain(step, unit)}.")
        return amount

    @staticmethod
    def _plain(number: int, unit: str) -> str:
        return written(number, unit) if unit == THOUSANDS or per_whole(unit) > 1 else f"{number:,}"

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Write the amount with its unit."""
        del answers
        return written(int(value or 0), self.unit_on(table))


@dataclass(frozen=True, slots=True)
class Number(QuestionType):
    """A whole number from a short range, such as a horse."""

    least: int
    most: int
    what: str = "number"
    detail: Callable[[Table, Answers, str], str] | None = None

    @property
    def word(self) -> str:
        """Its range."""
        return f"a {self.what} from {self.least} to {self.most}"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a number within the range."""
        del table, answers
        number = whole(text, f"A {self.what}")
        if not self.least <= number <= self.most:
            raise Refusal(f"There is no {self.what} {number}; choose {self.least} to {self.most}.")
        return number

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """All of the range."""
        del table, answers
        return tuple(range(self.least, self.most + 1))


@dataclass(frozen=True, slots=True)
class Roll(QuestionType):
    """What the dice show, added up; thrown at the table, or by the app when it is asked to."""

    dice: int = 2

    @property
    def word(self) -> str:
        """Its range."""
        of = "both dice together" if self.dice == 2 else "one die"
        return f"a roll of {of}, {self.dice} to {6 * self.dice}"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read the sum of the dice."""
        del table, answers
        number = whole(text, "A roll")
        if not self.dice <= number <= 6 * self.dice:
            what = "Two dice show" if self.dice == 2 else "One die shows"
            raise Refusal(f"{what} {self.dice} to {6 * self.dice}, not {number}.")
        return number

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """All sums the dice can show."""
        del table, answers
        return tuple(range(self.dice, 6 * self.dice + 1))


def plain_label(table: Table, answers: Answers, value: str) -> str:
    """Label a choice by its own word."""
    del table, answers
    return value.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True)
class Tile:
    """A small square that stands for a choice, such as a horse's number on its colour (``#rrggbb``, or empty).

    ``note`` is a word or a figure in small below the sign, such as a price or what the horse pays.
    """

    sign: str
    colour: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choice(QuestionType):
    """One of a few words. ``label`` writes it for people, ``now`` narrows it to what is possible.

    Without ``values`` it is any of those possible now. With ``tile`` the choices are small enough for one row. One that
    ``settles`` is recorded with the tap that answers it last: its detail says what it comes to.
    """

    values: tuple[str, ...]
    label: Callable[[Table, Answers, str], str] = plain_label
    now: Callable[[Table, Answers], tuple[str, ...]] | None = None
    detail: Callable[[Table, Answers, str], str] | None = None
    tile: Callable[[Table, str], Tile] | None = None
    settles: bool = False

    @property
    def word(self) -> str:
        """The words it takes."""
        return "one of " + (", ".join(self.values) or "those on the table")

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read one of the words."""
        plain = text.strip()
        values = self.values or tuple(map(str, self.candidates(table, answers) or ()))
        if plain in values:
            return plain
        for value in values:
            if plain.casefold() == self.label(table, answers, value).casefold():
                return value
        raise Refusal(f"There is no {plain[:40]!r} to choose{'; choose ' + ', '.join(values) if values else ''}.")

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Write the choice for people."""
        return self.label(table, answers, str(value))

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """The words that are possible now."""
        return self.now(table, answers) if self.now else self.values


@dataclass(frozen=True, slots=True)
class Moment(QuestionType):
    """When something happened, in whole seconds since 1970. Screens answer it themselves as they record."""

    @property
    def word(self) -> str:
        """What it takes."""
        return "a time in seconds since 1970"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a number of seconds."""
        del table, answers
        return whole(text, "A time")


@dataclass(frozen=True, slots=True)
class Words(QuestionType):
    """A short text, such as a reason. ``ready`` are some that are offered."""

    least: int = 1
    ready: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """What it takes."""
        return "a few words"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read words, without line breaks or other control signs."""
        del table, answers
        plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        if len(plain) < self.least:
            raise Refusal("Say it in a few words.")
        if len(plain) > MOST_WORDS:
            raise Refusal(f"Keep it under {MOST_WORDS} letters.")
        return plain


YES_NO = Choice(("yes", "no"))

Who: TypeAlias = Annotated[str, Player()]
TwoDice: TypeAlias = Annotated[int, Roll(2)]
YesNo: TypeAlias = Annotated[str, YES_NO]
Reason: TypeAlias = Annotated[str, Words(2)]
Name: TypeAlias = Annotated[str, Words()]
When: TypeAlias = Annotated[int, Moment()]


VALUE_PIECE = re.compile(r"(?P<who>[^\s=]+)=(?P<said>-?[0-9]{1,12})")
PLUS = "+"


def read_each(text: str) -> dict[str, int]:
    """Read every number that is there, by name.

    >>> read_each("ann=10 ben=5")
    {'ann': 10, 'ben': 5}

    Raises:
        Refusal: a piece is no ``who=number``, or somebody is named twice.

    """
    found: dict[str, int] = {}
    for piece in text.split():
        match = VALUE_PIECE.fullmatch(piece)
        if match is None:
            raise Refusal(f"{piece[:40]!r} is not one; write ann=10.")
        if match["who"] in found:
            raise Refusal(f"{match['who']} is named twice.")
        found[match["who"]] = int(match["said"])
    return found


def write_each(numbers: Mapping[str, int]) -> str:
    """Write numbers as they are read.

    >>> write_each({"ann": 10, "ben": 5})
    'ann=10 ben=5'
    """
    return " ".join(f"{who}={number}" for who, number in numbers.items())


def read_several(value: Value) -> tuple[str, ...]:
    """Split an answer; empty where there is none."""
    return tuple(part for part in str(value or "").split(PLUS) if part)


@dataclass(frozen=True, slots=True)
class Each(QuestionType):
    """A whole number for each of several players. ``who`` says whose; the answer is in the order of the seats.

    ``limits`` are the minimum and the maximum for one of them, in multiples of ``step``. A ``sealed`` one is given by
    each player in secret and opened for all at once; its refusals don't reveal what anybody holds. With ``dice`` it is
    what each of them rolls. With ``digits`` it is typed, as points of any size are, rather than reached by steps.
    """

    who: Callable[[Table, Answers], tuple[str, ...]]
    limits: Callable[[Table, Answers, str], tuple[int, int]]
    step: int = 1
    unit: str = "$"
    sealed: bool = False
    dice: int = 0
    what: str = "number"
    digits: bool = False

    @property
    def word(self) -> str:
        """What it takes."""
        return f"a {self.what} for each of them: ann=10 ben=5"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read everybody's number, refusing what is incomplete or beyond the limits."""
        asked = self.who(table, answers)
        found: dict[str, int] = {}
        for name, number in read_each(text).items():
            seat = self._seat(table, name)
            if seat in found:
                raise Refusal(f"{table.name(seat)} is named twice.")
            if seat not in asked:
                raise Refusal(f"{table.name(seat)} gives no {self.what} here.")
            found[seat] = number
        if missing := [table.name(seat) for seat in asked if seat not in found]:
            raise Refusal(f"Still to come: {listed(missing)}.")
        for seat in asked:
            if wrong := self.wrong(table, answers, seat, found[seat]):
                raise Refusal(wrong)
        return write_each({seat: found[seat] for seat in asked})

    def wrong(self, table: Table, answers: Answers, seat: str, number: int) -> str:
        """Why this can't be a player's number, in a sentence that anybody may read; empty when it can."""
        least, most = self.limits(table, answers, seat)
        name, unit = table.name(seat), "" if self.dice else self.unit
        if number > most:
            return f"{name} has not that much." if self.sealed else f"{name}: at most {written(most, unit)}."
        if number < least:
            return f"{name}: at least {written(least, unit)}."
        if number % self.step:
            return f"{name}: a {self.what} is a multiple of {written(self.step, self.unit)}."
        return ""

    def sample(self, table: Table, answers: Answers) -> str:
        """Return a possible answer: the minimum from everybody."""
        asked = self.who(table, answers)
        return write_each({seat: self.limits(table, answers, seat)[0] for seat in asked})

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Write everybody's number."""
        del answers
        unit = "" if self.dice else self.unit
        return ", ".join(
            f"{table.name(seat)} {written(number, unit)}" for seat, number in read_each(str(value)).items()
        )

    def _seat(self, table: Table, name: str) -> str:
        for seat in table.players:
            if name == seat.key or name.casefold() == table.name(seat.key).casefold():
                return seat.key
        raise Refusal(f"Nobody called {name[:40]!r} sits at this table.")


def any_number(_table: Table, _answers: Answers) -> tuple[int, int]:
    """One or more."""
    return 1, 10_000


@dataclass(frozen=True, slots=True)
class Several(QuestionType):
    """Several of many words. ``now`` narrows them to what is possible, ``count`` returns how few and many may be named.

    ``label``, ``detail`` and ``tile`` describe one of them. With ``draw`` they are drawn at random, and a screen may
    draw them on request. ``none`` says why nothing can be named where ``now`` is empty.
    """

    now: Callable[[Table, Answers], tuple[str, ...]]
    label: Callable[[Table, Answers, str], str] = plain_label
    count: Callable[[Table, Answers], tuple[int, int]] = any_number
    detail: Callable[[Table, Answers, str], str] | None = None
    tile: Callable[[Table, str], Tile] | None = None
    draw: bool = False
    none: str = ""

    @property
    def word(self) -> str:
        """What it takes."""
        return "one or more, joined by +"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read words joined by +; each once, in the order they have on the table."""
        there = self.now(table, answers)
        named: list[str] = []
        for part in text.split(PLUS):
            if not part.strip():
                continue
            value = self._one(part.strip(), there, table, answers)
            if value in named:
                raise Refusal(f"{self.label(table, answers, value)} is named twice.")
            named.append(value)
        least, most = self.count(table, answers)
        if len(named) < least:
            raise Refusal(f"Name {least}{'' if least == most else ' or more'}; here {_are(len(named))}.")
        if len(named) > most:
            raise Refusal(f"Name {most} at most; here {_are(len(named))}.")
        return PLUS.join(value for value in there if value in named)

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Write all of them."""
        return listed(self.label(table, answers, one) for one in read_several(value))

    def sample(self, table: Table, answers: Answers) -> str:
        """Return a possible answer: the first ones; empty where there are too few."""
        there = self.now(table, answers)
        least = max(1, self.count(table, answers)[0])
        return PLUS.join(there[:least]) if len(there) >= least else ""

    def _one(self, plain: str, there: tuple[str, ...], table: Table, answers: Answers) -> str:
        for value in there:
            if plain == value or plain.casefold() == self.label(table, answers, value).casefold():
                return value
        if not there:
            raise Refusal(self.none or "There is nothing to choose here.")
        raise Refusal(f"There is no {plain[:40]!r} here; choose of {', '.join(there)}.")


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}" if number else "is none"


MOST_TOTAL = 999
"""More than the total of any hand; a larger figure is a typo."""

PIECE = re.compile(r"(?P<who>[^\s=]+)=(?P<said>[0-9,]*)")


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player ends a round with: the cards where they were given, else the total alone."""

    total: int
    cards: tuple[int, ...] = ()

    @property
    def typed(self) -> str:
        """The same as it is typed."""
        if len(self.cards) == 1:
            return f"{self.cards[0]},"
        return ",".join(map(str, self.cards)) if self.cards else str(self.total)


HandsOf: TypeAlias = Mapping[str, Hand]


def read_hands(text: str) -> dict[str, Hand]:
    """Read the scores that are there, complete or not, by seat.

    >>> read_hands("ann=2,9, ben=17 cy=")
    {'ann': Hand(total=11, cards=(2, 9)), 'ben': Hand(total=17, cards=())}

    Raises:
        Refusal: a piece is no ``who=score``, or somebody is named twice.

    """
    hands: dict[str, Hand] = {}
    for piece in text.split():
        match = PIECE.fullmatch(piece)
        if match is None:
            raise Refusal(f"{piece[:40]!r} is no score; write ann=17, or the cards, ann=2,9,3,3.")
        if match["who"] in hands:
            raise Refusal(f"{match['who']} is named twice.")
        said = match["said"]
        if "," in said:
            cards = tuple(_figure(card) for card in said.split(",") if card)
            if cards:
                hands[match["who"]] = Hand(sum(cards), cards)
        elif said:
            hands[match["who"]] = Hand(_figure(said))
    return hands


def _figure(said: str) -> int:
    """Read a figure; one that is far too long stays too large, and costs nothing."""
    return int(said.lstrip("0")[:9] or 0)


def write_hands(hands: HandsOf) -> str:
    """Write hands as they are typed.

    >>> write_hands({"ann": Hand(2, (2,)), "ben": Hand(17)})
    'ann=2, ben=17'
    """
    return " ".join(f"{who}={hand.typed}" for who, hand in hands.items())


@dataclass(frozen=True, slots=True)
class Hands(QuestionType):
    """A score for everyone who is in the round. ``who`` says whose; ``cards`` are in a hand, each up to ``highest``.

    ``doubt`` says why hands are impossible, as far as they are known; the rule decides. The answer is in the order of
    the seats.
    """

    who: Callable[[Table, Answers], tuple[str, ...]]
    cards: int
    highest: int
    doubt: Callable[[Table, Answers, HandsOf], str]
    absent: Callable[[Table, str], str] = lambda table, seat: f"{table.name(seat)} takes no part in this round."

    @property
    def word(self) -> str:
        """What it takes."""
        return "a score for everyone: ann=17, or the cards, ann=2,9,3,3"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read everyone's score, refusing what is incomplete."""
        asked = self.who(table, answers)
        hands: dict[str, Hand] = {}
        for name, hand in read_hands(text).items():
            seat = self._seat(table, name)
            if seat in hands:
                raise Refusal(f"{table.name(seat)} is named twice.")
            if seat not in asked:
                raise Refusal(self.absent(table, seat))
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

    def sample(self, table: Table, answers: Answers) -> str:
        """Return a possible answer: a middle total for everyone."""
        middle = Hand(self.cards * self.highest // 2)
        return write_hands(dict.fromkeys(self.who(table, answers), middle))

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Write everyone's score."""
        del answers
        return ", ".join(f"{table.name(seat)} {hand.total}" for seat, hand in read_hands(str(value)).items())

    def _seat(self, table: Table, name: str) -> str:
        for seat in table.players:
            if name == seat.key or name.casefold() == table.name(seat.key).casefold():
                return seat.key
        raise Refusal(f"Nobody called {name[:40]!r} sits at this table.")
