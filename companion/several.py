"""Questions with more than one answer at once: a number for each of several players, and some out of many.

``Each`` reads ``ann=10 ben=5``, as everybody's bid or roll; ``Several`` reads ``s1+s4``, as the streets of a deal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.kinds import NO_ANSWERS, Answers, Kind, Tile, plain_label
from companion.table import Refusal, Table, Value, listed
from companion.units import written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PIECE = re.compile(r"(?P<who>[^\s=]+)=(?P<said>[0-9]{1,12})")
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
        match = PIECE.fullmatch(piece)
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
    """Take an answer apart; nothing where there is none."""
    return tuple(part for part in str(value or "").split(PLUS) if part)


@dataclass(frozen=True, slots=True)
class Each(Kind):
    """A whole number for each of several players. ``who`` says whose; the answer is in the order of the seats.

    ``limits`` are the least and the most for one of them, of multiples of ``step``. A ``sealed`` one is given by each
    player in secret and opened for all at once; no refusal of it tells what anybody holds. With ``dice`` it is
    what each of them throws.
    """

    who: Callable[[Table, Answers], tuple[str, ...]]
    limits: Callable[[Table, Answers, str], tuple[int, int]]
    step: int = 1
    unit: str = "$"
    sealed: bool = False
    dice: int = 0
    what: str = "number"

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
        """Why this can't be a player's number, in a sentence that anybody may read; nothing when it can."""
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
        """Make an answer that could be given: the least from everybody."""
        asked = self.who(table, answers)
        return write_each({seat: self.limits(table, answers, seat)[0] for seat in asked})

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say everybody's number."""
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
    """As many as one likes, one at least."""
    return 1, 10_000


@dataclass(frozen=True, slots=True)
class Several(Kind):
    """Some of many words. ``now`` narrows them to what is there, ``count`` says how few and how many may be named.

    ``label``, ``detail`` and ``tile`` say and show one of them. With ``draw`` they are drawn at random by hand, and a
    screen may draw them when it is asked to. ``none`` says why nothing can be named where ``now`` is empty.
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
        """Say all of them."""
        return listed(self.label(table, answers, one) for one in read_several(value))

    def sample(self, table: Table, answers: Answers) -> str:
        """Make an answer that could be given: the first ones; nothing where there are too few."""
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
