"""The kinds of question an action may ask, each able to read its answer from text and to say its limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, TypeAlias

from companion.table import Refusal, Table, Value, sentence
from companion.units import THOUSANDS, counted, read_thousands, written

Answers: TypeAlias = Mapping[str, Value]
NO_ANSWERS: Answers = MappingProxyType({})

MOST_MONEY = 1_000_000_000
MOST_THOUSANDS = 1_000_000
"""A thousand millions. Whoever types 1500000 on a board in millions means 1.5M."""

MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of answer a question takes. ``read`` refuses whatever is not one, in plain words."""

    @property
    def word(self) -> str:
        """What this kind is called where actions are listed."""
        raise NotImplementedError

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Turn what was typed into an answer."""
        raise NotImplementedError

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say an answer as people would, in the light of the other answers."""
        del table, answers
        return str(value)

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Every possible answer where they can be listed, else nothing."""
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


@dataclass(frozen=True, slots=True)
class Player(Kind):
    """One of the players seated; ``others`` lists what else may be named, such as the treasury."""

    others: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """Whom it takes."""
        return " or ".join(("a player", *self.others))

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a key or a name."""
        del answers
        plain = text.strip()
        if plain in self.others:
            return plain
        if any(plain == seat.key for seat in table.players):
            return plain
        for seat in table.players:
            if plain.casefold() == table.name(seat.key).casefold():
                return seat.key
        names = listed_keys(table, self.others)
        raise Refusal(f"Nobody called {plain[:40]!r} sits at this table; choose {names}.")

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the player's name."""
        del answers
        return sentence(table.name(str(value)))

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Everyone seated, then the others that may be named."""
        del answers
        return (*(seat.key for seat in table.players), *self.others)


def listed_keys(table: Table, others: tuple[str, ...] = ()) -> str:
    """The keys one may name, as a sentence has them."""
    keys = [*(seat.key for seat in table.players), *others]
    return " or ".join([", ".join(keys[:-1]), keys[-1]]) if len(keys) > 1 else "".join(keys)


@dataclass(frozen=True, slots=True)
class Amount(Kind):
    """A whole number of money (or of another unit).

    ``most`` looks at the table and the answers given so far and says how much there can be; the screen
    offers it as a quick choice, and the rule has the last word. ``board`` gives unit and step where they depend
    on the board that is played on. ``quick`` are answers worth a button, counted in steps.
    """

    least: int = 1
    most: Callable[[Table, Answers], int] | None = None
    step: int = 1
    unit: str = "$"
    board: Callable[[Table], tuple[str, int]] | None = None
    quick: tuple[int, ...] = ()

    def unit_on(self, table: Table) -> str:
        """What it counts at this table."""
        return self.board(table)[0] if self.board else self.unit

    def step_on(self, table: Table) -> int:
        """The least by which two answers differ at this table."""
        return self.board(table)[1] if self.board else self.step

    @property
    def word(self) -> str:
        """Its limits, as far as they stand without a table."""
        of = "the board's money" if self.board else counted(self.unit)
        step = f", a multiple of {self.step}" if self.step > 1 else ""
        held = ", up to what is there" if self.most else ""
        return f"a whole number of {of}, {self.least} or more{held}{step}"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a whole number within the limits that need no rule."""
        del answers
        unit, step = self.unit_on(table), self.step_on(table)
        amount = read_thousands(text, "An amount") if unit == THOUSANDS else whole(text, "An amount")
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
        return written(number, unit) if unit == THOUSANDS else f"{number:,}"

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the amount with its unit."""
        del answers
        return written(int(value or 0), self.unit_on(table))


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number from a short range, such as a horse."""

    least: int
    most: int
    what: str = "number"

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
class Roll(Kind):
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
    """A small square that stands for a choice, such as a horse's number on its colour (``#rrggbb``, or empty)."""

    sign: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of a few words. ``label`` says it in the table's terms, ``now`` narrows it to what is there.

    With ``tile`` the choices are small enough to lie beside each other.
    """

    values: tuple[str, ...]
    label: Callable[[Table, Answers, str], str] = plain_label
    now: Callable[[Table, Answers], tuple[str, ...]] | None = None
    detail: Callable[[Table, Answers, str], str] | None = None
    tile: Callable[[Table, str], Tile] | None = None

    @property
    def word(self) -> str:
        """The words it takes."""
        return "one of " + ", ".join(self.values)

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read one of the words."""
        plain = text.strip()
        if plain in self.values:
            return plain
        for value in self.values:
            if plain.casefold() == self.label(table, answers, value).casefold():
                return value
        raise Refusal(f"There is no {plain[:40]!r} to choose; choose {', '.join(self.values)}.")

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the choice in the table's terms."""
        return self.label(table, answers, str(value))

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """The words that mean something now."""
        return self.now(table, answers) if self.now else self.values


@dataclass(frozen=True, slots=True)
class Moment(Kind):
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
class Words(Kind):
    """A few words of the table's own, such as a reason. ``ready`` are some that are often said."""

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
WhoOrTreasury: TypeAlias = Annotated[str, Player(("treasury",))]
TwoDice: TypeAlias = Annotated[int, Roll(2)]
OneDie: TypeAlias = Annotated[int, Roll(1)]
YesNo: TypeAlias = Annotated[str, YES_NO]
Reason: TypeAlias = Annotated[str, Words(2)]
Name: TypeAlias = Annotated[str, Words()]
When: TypeAlias = Annotated[int, Moment()]
