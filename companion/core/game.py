"""What defines a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.action import Action
from companion.core.answers import Answers
from companion.core.boards import BigBoard, Board, Clock
from companion.core.cards import Badge, Cash, Ending, Page, Standing, Wealth
from companion.core.highlights import Highlight
from companion.core.option import BoardValue, Option, Template
from companion.core.prompt import Prompt
from companion.core.table import BOARD, NOTHING_RESERVED, Reserved, Table, Value, seat_key
from companion.core.turn import TurnOf, bare_turn
from companion.core.units import is_money
from models.ledger import Line, Proposal, Refusal


class HiddenRefusal(Refusal):
    """Why an entry can't be recorded, which rests on what is hidden: whoever asks for it is told nothing."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game the book can keep.

    ``secret`` tells whether an account's balance is hidden from the table; what its own player may see is in that
    player's ``Standing``; what is printed is asked for as ``board:`` and its key. ``barred`` says why what was proposed
    can't be recorded though its sheet can be filled in: the reason would show what is hidden to whoever tries.
    ``bound`` says why a line can't be voided by itself, as when a later one was computed from it; empty where it can.
    ``highlights`` returns what was remarkable, without what is still hidden. ``retell`` returns the answers with which
    a line is computed again on a table, as where it names another by a number that has changed.
    """

    key: str
    title: str
    tagline: str
    accent: str
    least: int
    most: int
    edition: str
    houses: tuple[Option, ...]
    facts: tuple[BoardValue, ...]
    actions: tuple[Action, ...]
    standing: Callable[[Table, str], Standing]
    prompt: Callable[[Table], Prompt]
    ending: Callable[[Table], Ending | None]
    pages: tuple[Page, ...] = ()
    status: Callable[[Table], tuple[Badge, ...]] = lambda _: ()
    quick: tuple[str, ...] = ()
    boards: Callable[[Table], tuple[Board, ...]] = lambda _: ()
    television: Callable[[Table], tuple[BigBoard, ...]] = lambda _: ()
    clock: Callable[[Table], Clock | None] = lambda _: None
    secret: Callable[[Table, str], bool] = lambda _table, _account: False
    barred: Callable[[Table, Proposal], str] = lambda _table, _proposal: ""
    bound: Callable[[Table, int], str] = lambda _table, _seq: ""
    retell: Callable[[Table, Proposal], Answers] = lambda _table, line: line.answers
    wealth: Wealth = field(default_factory=Wealth)
    cash: Cash | None = None
    highlights: Callable[[Table, Sequence[Line]], tuple[Highlight, ...]] = lambda _table, _lines: ()
    tools: tuple[object, ...] = ()
    templates: tuple[Template, ...] = ()
    icon: str = "CASINO_OUTLINED"
    missing: str = ""
    reserved: Reserved = NOTHING_RESERVED
    check: Callable[[Table | None], tuple[str, ...]] = lambda _table: ()
    turn: Callable[..., TurnOf[Any]] = bare_turn

    def seat_key(self, name: str, taken: Iterable[str] = ()) -> str:
        """Make a player's key from a name, unlike any key taken, and unlike what the game keeps besides players."""
        return seat_key(name, taken, self.reserved)

    def hides(self, table: Table) -> bool:
        """Whether any sum of money is hidden from the table now, so that no figure of the play may be shown."""
        return any(is_money(unit) and self.secret(table, account) for account, unit in table.ledger.balances)

    def open_fact(self, table: Table, key: str) -> Value:
        """What is printed under a key, as far as the table knows: what is hidden is as it was before the play."""
        return table.printed[key] if self.secret(table, f"{BOARD}:{key}") else table.fact(key)

    def require_open(self, table: Table, proposal: Proposal) -> None:
        """Refuse what only the book can refuse, as it is about to be recorded.

        Raises:
            HiddenRefusal: it can't be, and why.

        """
        if why := self.barred(table, proposal):
            raise HiddenRefusal(why)

    def may_ask(self, seat: str, action: str, answers: Answers) -> bool:
        """Whether a player may ask for an action with these answers, on a phone of their own."""
        return bool(self.action(action).asker(answers, (seat,)))

    def action(self, name: str) -> Action:
        """The action under this name.

        Raises:
            Refusal: this game knows no such action.

        """
        for one in self.actions:
            if one.name == name:
                return one
        raise Refusal(self.missing or f"{self.title} knows no action {name[:40]!r}.")

    def house(self, key: str) -> Option:
        """The house rule under this key.

        Raises:
            Refusal: this game has no such house rule.

        """
        for one in self.houses:
            if one.key == key:
                return one
        known = ", ".join(one.key for one in self.houses)
        raise Refusal(f"{self.title} has no house rule {key[:40]!r}; it has {known}.")

    def fact(self, key: str) -> BoardValue:
        """What is printed under this key.

        Raises:
            Refusal: nothing is.

        """
        for one in self.facts:
            if one.key == key:
                return one
        raise Refusal(f"Nothing is printed under {key[:40]!r} on the board of {self.title}.")

    def house_rules(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every house rule with the way it is played: the way chosen, or the default."""
        rules = {one.key: one.default for one in self.houses}
        for key, way in (chosen or {}).items():
            rules[key] = self.house(key).read(way)
        return rules

    def printed(self, edits: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """Everything printed: the known edition's values, with the table's own edits."""
        known = {one.key: one.value for one in self.facts}
        return {**known, **{key: value for key, value in (edits or {}).items() if key in known}}

    def begin(self, seats: int) -> None:
        """Check that so many can play.

        Raises:
            Refusal: too few or too many.

        """
        if not self.least <= seats <= self.most:
            raise Refusal(f"{self.title} is for {self.least} to {self.most} players; here are {seats}.")
