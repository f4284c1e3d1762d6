"""The names people know holders and units by, each meaning one of them only."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.game import Game
from companion.core.table import Table
from models.ledger import MONEY

JOINERS = "\u200c\u200d"
"""Signs that can't be seen, but without which letters of some scripts and some pictures fall apart."""


def plain(words: str) -> str:
    """Take out line breaks, control signs and spare blanks."""
    return " ".join("".join(sign if sign.isprintable() or sign in JOINERS else " " for sign in words).split())


class Names:
    """Readable names of a play's holders and units; where two would be the same, the later one gets its key as well.

    ``fit`` makes a name fit for a form, whatever somebody typed.
    """

    def __init__(self, game: Game, table: Table, fit: Callable[[str], str] = plain) -> None:
        self._game, self._table, self._fit = game, table, fit
        self._holders: dict[str, str] = {}
        self._units: dict[str, str] = {}
        self._players = {seat.key for seat in table.players}
        for key in (seat.key for seat in table.players):
            self.holder(key)

    def is_player(self, holder: str) -> bool:
        """Whether a holder sits at the table."""
        return holder in self._players

    def holder(self, key: str) -> str:
        """What people call whoever holds an account: a player, or the book's own such as the Treasury."""
        if key not in self._holders:
            self._holders[key] = self._unlike(self._called(key), key, self._holders)
        return self._holders[key]

    def unit(self, key: str) -> str:
        """What people call a unit: money by its sign, a card as the board has it."""
        if key not in self._units:
            printed = key if key in MONEY else self._printed(key) or key.replace("_", " ")
            self._units[key] = self._unlike(printed, key, self._units)
        return self._units[key]

    def split(self, account: str) -> tuple[str, str]:
        """An account as its holder's name and the purse."""
        holder, _, purse = account.partition(":")
        return self.holder(holder), purse

    def _called(self, key: str) -> str:
        if key in self._players:
            return self._table.name(key)
        named = self._table.name(key)
        if named != key:
            return named.removeprefix("the ")
        return self._printed(key) or key.replace("_", " ").capitalize()

    def _printed(self, key: str) -> str:
        """The name printed for a card, a street or a horse; nothing where none is."""
        ends = (f".{key}", f"{key}.name")
        for fact in self._game.facts:
            if not fact.whole and (fact.key == ends[1] or fact.key.endswith(ends[0])):
                return str(self._table.fact(fact.key) or "")
        return ""

    def _unlike(self, name: str, key: str, taken: dict[str, str]) -> str:
        name = self._fit(name) or key
        known = {one.casefold() for one in taken.values()}
        if name.casefold() not in known:
            return name
        marked = f"{name} ({key})"
        while marked.casefold() in known:
            marked += "'"
        return marked
