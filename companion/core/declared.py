"""What a game says of itself, for which no table is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from companion.core.answers import Answers
from companion.core.option import BoardValue, Option
from companion.core.show.cards import Cash, Standing
from companion.core.table import (
    GONE,
    NOTHING_RESERVED,
    OWN,
    Refusal,
    Reserved,
    Table,
    Value,
    seat_key,
)
from companion.core.units import is_money
from models.frozen import frozen

F = TypeVar("F", bound=Callable[..., Any])


class HiddenRefusal(Refusal):
    """Why an entry can't be recorded, which rests on what is hidden: whoever asks for it is told nothing."""


@frozen
class KeptNames:
    """Under which names a game keeps what it has, where a book had them before this interface was there.

    ``table`` holds the state of the table, ``gone`` marks who left, and ``sign`` begins the names of other holders.
    Players never get ``reserved`` keys, nor those that are called as a bank is; a new game needs no others, as no key
    begins with its sign.
    """

    sign: str = OWN
    table: str = f"{OWN}table"
    gone: str = GONE
    reserved: Reserved = NOTHING_RESERVED


NEW_NAMES = KeptNames()


class Declared:
    """A game as far as turns and checks read it; `Game` has what its author calls."""

    key: str
    title: str
    colour: str
    least: int
    most: int
    options: tuple[Option[Any], ...]
    banks: tuple[str, ...]
    board_values: tuple[BoardValue, ...]
    money: str
    currency: str
    table: str
    """The holder of the table's state."""
    sign: str
    gone: str
    cash: Cash | None
    reserved: Reserved
    scores: list[str]
    """The titles of all scores that are declared: the last one counts."""
    rules: dict[str, Callable[..., Any]]
    teams: Callable[[Any], object] | None
    _options: dict[str, Option[Any]]

    @property
    def shortlist(self) -> tuple[str, ...]:
        """The actions that are offered first, by their names."""
        raise NotImplementedError

    def why_not(self, action: str, table: Table, answers: Answers) -> str | None:
        """Why an action can't be done on a table; ``None`` if it can."""
        raise NotImplementedError

    def is_secret(self, table: Table, account: str) -> bool:
        """Whether what an account holds is hidden from the table."""
        raise NotImplementedError

    def hides(self, table: Table) -> bool:
        """Whether any sum of money is hidden from the table now, so that no figure of the play may be shown."""
        return any(
            is_money(unit) and self.is_secret(table, account)
            for account, unit in table.ledger.balances
        )

    def standing(self, table: Table, key: str) -> Standing:
        """What a player's card shows."""
        raise NotImplementedError

    def ranks(self, turn: Any) -> dict[Any, int]:
        """The place of everybody who has a score; who has the same score shares the place. A team has one."""
        raise NotImplementedError

    def option(self, named: Option[Any] | str) -> Option[Any]:
        """Return an option, also by its key alone.

        Raises:
            Refusal: this game has none under this key.

        """
        if isinstance(named, Option):
            return named
        if named in self._options:
            return self._options[named]
        raise Refusal(
            f"{self.title} has no house rule {named[:40]!r}; it has {', '.join(self._options)}."
        )

    def seat_key(self, name: str, taken: Iterable[str] = ()) -> str:
        """Make a player's key from a name, unlike any key taken, and unlike what the game keeps besides players."""
        return seat_key(name, taken, self.reserved)

    def board_value(self, key: str) -> BoardValue:
        """What is printed under this key.

        Raises:
            Refusal: nothing is.

        """
        for value in self.board_values:
            if value.key == key:
                return value
        raise Refusal(f"Nothing is printed under {key[:40]!r} on the board of {self.title}.")

    def house_rules(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every house rule with the way it is played: the way chosen, or the default."""
        rules = {option.key: option.default for option in self.options}
        for key, way in (chosen or {}).items():
            rules[key] = self.option(key).read(way)
        return rules

    def printed_values(self, edits: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """Everything printed: the known edition's values, with the table's own edits."""
        known = {value.key: value.value for value in self.board_values}
        return {**known, **{key: value for key, value in (edits or {}).items() if key in known}}

    def begin(self, seats: int) -> None:
        """Refuse where too few or too many play."""
        if not self.least <= seats <= self.most:
            raise Refusal(
                f"{self.title} is for {self.least} to {self.most} players; here are {seats}."
            )


class Hook:
    """A function that a game may declare once, by ``@game.card`` and so on; the words say what it computes."""

    def __init__(self, words: str) -> None:
        self.__doc__ = words

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Declared, _owner: type) -> Callable[[F], F]:
        def declare(rule: F) -> F:
            if self.name in game.rules:
                raise ValueError(f"{game.key}: {self.name} is declared twice")
            game.rules[self.name] = rule
            return rule

        return declare
