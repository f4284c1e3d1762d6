"""What is noted of a lease card, of the day at the races, and of each race of it."""

from __future__ import annotations

from typing import TypeAlias

from companion.api import State, Thing

RACE = "race"
"""Of whom it is noted which race of the day it is."""


class LeaseCard(Thing):
    """What becomes of a lease card: unsold once, its horse scratched, its entrance fee paid."""

    passed = State[int | None](None)
    scratched = State[int | None](None)
    fee = State[int | None](None)


class RaceDay(Thing):
    """Which race of the day it is, and whether its prizes are paid."""

    number, prizes = State(1), State[int | None](None)


NoteName: TypeAlias = str | tuple[str | int, ...]


class RaceNotes(Thing):
    """What is noted of the Tote, the race or all bookmakers' books, of the race of the day there is now, by name.

    Behind a name stands of which place, horse, bet or player it is: ``notes["home", 2]``. Where nothing is noted it is
    empty.
    """

    def _name(self, name: NoteName) -> str:
        what, *of = (name,) if isinstance(name, str) else name
        return "_".join(map(str, (what, self.t.thing(RaceDay, RACE).number, *of)))

    def __getitem__(self, name: NoteName) -> str:
        value = self.t.noted(self, self._name(name))
        return "" if value is None else str(value)

    def __setitem__(self, name: NoteName, value: str | int | None) -> None:
        self.t.note(self, **{self._name(name): value})

    @property
    def next_bet(self) -> int:
        return 1 + int(self["bets"] or 0)

    @property
    def bets(self) -> list[tuple[int, list[str]]]:
        """The bets that stand: number, and what is noted of each."""
        # a pad may hold thousands of bets, and is read at every tap
        noted, name = self.t.table.ledger.marks.get, self._name("bet")
        numbers = range(1, self.next_bet)
        return [
            (number, str(bet).split())
            for number in numbers
            if (bet := noted((self.key, f"{name}_{number}")))
        ]
