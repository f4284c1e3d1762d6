"""Questions about streets, each on its colour, with a sentence for each that can't be named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.questions import PLUS, Answers, Choice, Player, Several, Tile
from companion.core.table import Refusal, Table, Value
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.board import (
    GROUP_OF,
    HOTEL,
    STREETS,
    STREETS_OF,
    mortgage_value,
    street_name,
    street_price,
)
from companion.games.rat_race_monopoly.scale import say


def label(table: Table, _answers: Answers, street: str) -> str:
    """Say a street's name."""
    return street_name(table, street)


def detail(table: Table, _answers: Answers, street: str) -> str:
    """Say what there is to know of a street: its price or mortgage, and what stands on it."""
    if state.mortgaged(table, street):
        return f"mortgaged for {say(table, mortgage_value(table, street))}"
    built = buildings_said(state.houses_on(table, street))
    return ", ".join(part for part in (say(table, street_price(table, street)), built) if part)


def tile(_table: Table, street: str) -> Tile:
    """Draw a street: its number in the group, on the group's colour."""
    group = GROUP_OF[street]
    return Tile(str(STREETS_OF[group.key].index(street) + 1), group.ink)


def buildings_said(count: int) -> str:
    """Say how much is built on a street: nothing, houses, or a hotel."""
    if count >= HOTEL:
        return "a hotel"
    return "" if count <= 0 else "1 house" if count == 1 else f"{count} houses"


def group_said(street: str) -> str:
    """Say a street's colour group, as inside a sentence."""
    return f"the {GROUP_OF[street].title.lower()} group"


def is_whose(table: Table, street: str) -> str:
    """Say whose a street is, as a sentence."""
    owner = state.owner(table, street)
    return f"{street_name(table, street)} is {state.called(table, owner)}'s."


def not_of(who: str) -> Callable[[Table, Answers, str], str]:
    """Make a reason out of whose a street is, where it is not that of the player under this answer."""

    def why(table: Table, answers: Answers, street: str) -> str:
        asked = str(answers.get(who) or "")
        if asked == state.owner(table, street):
            return f"{street_name(table, street)} can't be named here."
        named = state.called(table, asked) if asked else "anybody"
        return f"{is_whose(table, street)[:-1]}, not {named}'s."

    return why


NOT_OF_WHO = not_of("who")


@dataclass(frozen=True, slots=True)
class Streets(Several):
    """Some streets. ``why`` tells in a sentence why a street that is not there ``now`` can't be named."""

    why: Callable[[Table, Answers, str], str] = NOT_OF_WHO

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read streets joined by +, and say of the first that can't be named why."""
        there = self.now(table, answers)
        for part in text.split(PLUS):
            plain = part.strip().casefold()
            for street in STREETS:
                if plain in (street, street_name(table, street).casefold()) and street not in there:
                    raise Refusal(self.why(table, answers, street))
        if not there and self.none:
            raise Refusal(self.none)
        # super() knows no class that a dataclass with slots has made anew
        return Several.read(self, text, table, answers)

    def sample(self, table: Table, answers: Answers) -> str:
        """Make an answer to try; where there is none, some street, for the rule to say why none will do."""
        return Several.sample(self, table, answers) or STREETS[0]


STREET = Choice(STREETS, label, detail=detail, tile=tile)
BANK_OR_PLAYER = Player((state.BANK,))
