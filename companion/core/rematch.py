"""A rematch: the seats, house rules, board and title of the next play."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.table import LEAVES, Seat, Table, Value
from models.frozen import frozen
from models.ledger import Line, Refusal
from models.names import name_key

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game
    from companion.core.prompt import Offer

NUMBERED = re.compile(r"(?P<root>.*\S) (?P<number>[2-9]|[1-9][0-9])")
"""A title with a number that counts plays; one of three digits or more is a year, or part of a name."""


@frozen
class Rematch:
    """What the next play begins with. ``ways`` has every house rule, ``board`` every board value.

    ``first`` is what is recorded first, such as who plays together.
    """

    seats: tuple[Seat, ...]
    ways: Mapping[str, str]
    board: Mapping[str, Value]
    first: tuple[Offer, ...] = ()


def rematch(game: Game, table: Table, lines: Iterable[Line]) -> Rematch:
    """Take seats, house rules and board from the end of a play; ``lines`` are its effective entries.

    Seats keep their order and their present names. Players who left are omitted, those who went bankrupt or were out
    are not; where too few would remain, everybody is seated.
    """
    went = {
        str(line.proposal.answers.get("who")) for line in lines if line.proposal.action == LEAVES
    }
    stayed = [seat for seat in table.people if seat.key not in went]
    here = stayed if len(stayed) >= game.least else table.people
    ways = game.house_rules()
    for rule in game.options:
        with suppress(Refusal):  # an older play may have a way of it that is gone
            ways[rule.key] = rule.read(table.house(rule.key))
    board = {value.key: table.fact(value.key) for value in game.board_values}
    first = tuple(game.said("again", table, otherwise=()))
    return Rematch(_number_namesakes(here), ways, board, first)


def _number_namesakes(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Number two players of one name, as there may be where names were changed."""
    taken: set[str] = set()
    made: list[Seat] = []
    for seat in seats:
        name, number = seat.name, 2
        while name_key(name) in taken:
            name, number = f"{seat.name} {number}", number + 1
        taken.add(name_key(name))
        made.append(replace(seat, name=name))
    return tuple(made)


def next_title(title: str, taken: Collection[str], longest: int) -> str:
    """Return the title of the next play of a series: ``Friday`` becomes ``Friday 2``, and that ``Friday 3``.

    Titles that are ``taken`` are passed over. What is too long for ``longest`` letters is cut before the number.
    """
    counted = NUMBERED.fullmatch(title)
    root, number = (counted["root"], int(counted["number"]) + 1) if counted else (title, 2)
    known = set(map(name_key, taken))
    while True:
        ending = f" {number}"
        made = root[: longest - len(ending)].rstrip() + ending
        if name_key(made) not in known:
            return made
        number += 1
