"""The same table once more: who sits down again, by which house rules, on which board, and under which title."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.core.game import Game
from companion.core.table import BOARD, Seat, Table, Value
from models.ledger import EffectiveEntry, Refusal

LEAVES = "leave"
"""What every game calls the action of a player who goes home."""
NUMBERED = re.compile(r"(?P<root>.*\S) (?P<number>[2-9]|[1-9][0-9])")
"""A title with a number that counts plays; of three digits and more it is a year, or part of a name."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """What a play is begun with once more. ``ways`` names every house rule, ``board`` everything printed."""

    seats: tuple[Seat, ...]
    ways: Mapping[str, str]
    board: Mapping[str, Value]


def rematch(game: Game, table: Table, lines: Iterable[EffectiveEntry]) -> Rematch:
    """Take seats, house rules and board as they are at the end of a play; ``lines`` are those that count.

    Seats keep their order and the names they go by now; who joined late sits last. Who went home is left out, who went
    bankrupt or was out is not; where too few would remain, everybody is seated.
    """
    went = {str(line.proposal.answers.get("who")) for line in lines if line.proposal.action == LEAVES}
    everybody = [replace(seat, name=table.name(seat.key)) for seat in table.players]
    stayed = [seat for seat in everybody if seat.key not in went]
    here = stayed if len(stayed) >= game.least else everybody
    return Rematch(_named_apart(here), MappingProxyType(_ways(game, table)), MappingProxyType(_board(game, table)))


def _named_apart(seats: list[Seat]) -> tuple[Seat, ...]:
    """Tell two of one name apart, as may sit at a table where names were changed."""
    taken: set[str] = set()
    made: list[Seat] = []
    for seat in seats:
        name, number = seat.name, 2
        while name.casefold() in taken:
            name, number = f"{seat.name} {number}", number + 1
        taken.add(name.casefold())
        made.append(replace(seat, name=name))
    return tuple(made)


def _ways(game: Game, table: Table) -> dict[str, str]:
    """How every house rule is played now; an older play may not know a rule, or know a way of it that is gone."""
    ways = game.house_rules()
    for rule in game.houses:
        try:
            ways[rule.key] = rule.read(table.house(rule.key))
        except (KeyError, Refusal):
            continue
    return ways


def _board(game: Game, table: Table) -> dict[str, Value]:
    """What is printed on the table's board now."""
    printed = game.printed()
    for fact in game.facts:
        value = table.ledger.mark(BOARD, fact.key)
        printed[fact.key] = table.printed.get(fact.key, fact.value) if value is None else value
    return printed


def numbered(title: str, taken: Collection[str], longest: int) -> str:
    """Give the title of the next play of a series: ``Friday`` becomes ``Friday 2``, and that ``Friday 3``.

    Titles that are ``taken`` are passed over. What is too long for ``longest`` letters is cut before the number.
    """
    counted = NUMBERED.fullmatch(title)
    root, number = (counted["root"], int(counted["number"]) + 1) if counted else (title, 2)
    known = {one.casefold() for one in taken}
    while True:
        ending = f" {number}"
        made = root[: longest - len(ending)].rstrip() + ending
        if made.casefold() not in known:
            return made
        number += 1
