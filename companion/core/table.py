"""The table: seats, house rules, the printed board and the ledger. All a rule may look at, and read-only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from string import digits

from models.frozen import frozen
from models.ledger import Ledger, Mark, Place, Posting, Proposal, ReceiptLine, Refusal, Value
from models.plays import Seat

__all__ = [
    "Mark",
    "Posting",
    "ReceiptLine",
    "Refusal",
    "Reserved",
    "Seat",
    "Table",
    "Value",
    "listed",
    "seat_key",
    "sentence",
]

HOUSE = "house"
BOARD = "board"
JOINED = "joined"
GONE = "gone"
"""The mark of who left for good."""
LINE = "line"
LEAVES = "leave"
"""The action, in every game, of a player who goes home."""
SEATED = "@seated"
"""The holder of every move of a seat: who sits after whom, two keys under the number of the entry."""
OWN = "@"
"""Begins the name of a holder that is a game's own and no seat: seats are letters and digits."""
OF_SEATS = frozenset({JOINED, SEATED, LINE, "name", "colour"})
"""Names and holders of marks that say who sits where."""
OF_THE_BOOK = frozenset({HOUSE, BOARD, LINE})
"""Holders that are no players, whichever the game."""


@frozen
class Reserved:
    """Keys that no player may have, as a game keeps something else under them: ``words``, and ``numbered`` ones."""

    words: frozenset[str] = frozenset()
    numbered: frozenset[str] = frozenset()


NOTHING_RESERVED = Reserved()


def seat_key(name: str, taken: Iterable[str] = (), reserved: Reserved = NOTHING_RESERVED) -> str:
    """Make a player's key: letters and digits, unlike any key taken or reserved."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:24] or "player"
    if key.rstrip(digits).removesuffix("_") in reserved.numbered:
        key = f"player_{key}"
    taken = {*taken, *reserved.words, *OF_THE_BOOK}
    if key not in taken:
        return key
    return next(found for number in count(2) if (found := f"{key}_{number}") not in taken)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words in a sentence: ``a, b and c``."""
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(words: str) -> str:
    """Capitalise the first letter; no other letter changes, so that the K of 100K stays."""
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Table:
    """What a rule may look at. House rules and board values may be changed later, by an entry."""

    seats: tuple[Seat, ...]
    ledger: Ledger = field(default_factory=Ledger)
    houses: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, Value] = field(default_factory=dict)

    def house(self, key: str) -> str:
        """Which way the table plays a house rule."""
        changed = self.ledger.mark(HOUSE, key)
        return self.houses[key] if changed is None else str(changed)

    def fact(self, key: str) -> Value:
        """What is printed on the board under this key."""
        changed = self.ledger.mark(BOARD, key)
        return self.printed[key] if changed is None else changed

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """Everyone seated, in the order to the left; late players are last, unless they sat down elsewhere."""
        return self.seated()

    def seated(self, before: int | None = None) -> tuple[Seat, ...]:
        """Everyone seated now, in the order of the seats as it is, or was ``before`` the entry with this number."""
        mark, marks = self.ledger.mark, self.ledger.marks.items()
        late = sorted(
            (value, who)
            for (who, name), value in marks
            if name == JOINED and isinstance(value, int)
        )
        there = {seat.key: seat for seat in self.seats}
        there |= {
            who: Seat(who, str(mark(who, "name") or who), str(mark(who, "colour") or ""))
            for _, who in late
        }
        order = list(there)
        for place, who, other in self.moves:
            if (before is None or place < self.order(before)) and len(
                {who, other} & there.keys()
            ) == 2:
                order.remove(who)
                order.insert(order.index(other) + 1, who)
        return tuple(there[key] for key in order)

    @cached_property
    def sat_down(self) -> Mapping[str, int]:
        """When everyone sat down, by key, from 0: a player's colour goes by it, and stays when seats move."""
        return {seat.key: at for at, seat in enumerate(self.seated(0))}

    @property
    def moves(self) -> tuple[tuple[tuple[int, int], str, str], ...]:
        """Every move of a seat, the earliest first: the place of its line, who moves, and after whom."""
        moves = []
        for (holder, name), value in self.ledger.marks.items():
            if holder == SEATED and value is not None and name.isdecimal():
                who, _, other = str(value).partition(" ")
                moves.append((self.order(int(name)), who, other))
        return tuple(sorted(moves))

    @property
    def people(self) -> tuple[Seat, ...]:
        """Everyone seated, by the names that they have now."""
        return tuple(replace(seat, name=self.name(seat.key)) for seat in self.players)

    def seat(self, key: str) -> Seat:
        """The seat under this key.

        Raises:
            Refusal: nobody of that name sits here.

        """
        for player in self.players:
            if player.key == key:
                return player
        names = listed((player.key for player in self.players), "or")
        raise Refusal(f"Nobody called {key!r} sits at this table; choose {names}.", "who")

    @cached_property
    def _names(self) -> dict[str, str]:
        renamed = {seat: self.ledger.mark(seat.key, "name") for seat in self.players}
        return {
            seat.key: seat.name if name is None else str(name) for seat, name in renamed.items()
        }

    def name(self, key: str) -> str:
        """The name of a holder: a player's present name, or the book's own words."""
        if key in self._names:
            return self._names[key]
        renamed = self.ledger.mark(key, "name")
        if renamed is not None:
            return str(renamed)
        if key.startswith(OWN):
            return f"the {key.removeprefix(OWN).replace('_', ' ')}"
        return f"the {key.capitalize()}" if key in ("treasury", "stock") else key

    def order(self, number: int) -> tuple[int, int]:
        """The place of the line with this number; a line put in comes after an earlier one."""
        after = self.ledger.mark(LINE, str(number))
        seq, _, n = str(after or number).partition(".")
        return int(seq), int(n or 0)

    def at(self, ledger: Ledger, marks: Iterable[Mark] | None = None) -> Table:
        """The same table with another ledger; ``marks`` are all in which it differs, if that is known."""
        table = replace(self, ledger=ledger)
        if marks is not None and not any(
            mark.name in OF_SEATS or mark.holder in OF_SEATS for mark in marks
        ):
            table.__dict__["players"] = (
                self.players
            )  # found among all marks, and the same as before
        return table

    def after(self, proposal: Proposal) -> Table:
        """The table once a proposal is recorded that voids nothing."""
        return self.at(self.ledger.after(proposal), proposal.marks)


def in_place(proposal: Proposal, place: Place, number: int) -> Proposal:
    """Add the mark with its place to a line that is put in after an earlier one."""
    mark = Mark(LINE, str(number), f"{place.seq}.{place.n}")
    return proposal if mark in proposal.marks else replace(proposal, marks=(*proposal.marks, mark))
