"""A play for exports: its lines, and unique names for holders and units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, product
from string import ascii_uppercase

from companion.core.game import Game
from companion.core.recording.referee import Referee
from companion.core.table import Table
from companion.core.units import is_money, parts_of, sign_of
from companion.games import game_of
from models.journal import Journal
from models.ledger import AMEND, TURNING, Entry, Line, Place, Proposal
from models.names import clean, name_key
from models.plays import Play


class Names:
    """Readable names of a play's holders and units; where two would be the same, the later one gets its key as well.

    ``fit`` makes any name fit for a format.
    """

    def __init__(self, game: Game, table: Table, fit: Callable[[str], str] = clean) -> None:
        self._game, self._table, self._fit = game, table, fit
        self._holders: dict[str, str] = {}
        self._units: dict[str, str] = {}
        self._letters = (
            "".join(word) for many in count(1) for word in product(ascii_uppercase, repeat=many)
        )
        self.players = [seat.key for seat in table.players]
        for key in self.players:
            self.holder(key)

    def holder(self, key: str) -> str:
        """The name of a holder: a player, or one of the book's own such as the Treasury."""
        if key not in self._holders:
            self._holders[key] = self._unlike(self._find_name(key), key, self._holders)
        return self._holders[key]

    def unit(self, key: str, account: str) -> str:
        """The name of a unit in an account: money by its sign, a card as on the board; a hidden one gets a letter."""
        if key not in self._units:
            if is_money(key) or parts_of(key):
                name = sign_of(key)
            elif self._game.is_secret(self._table, account):
                name = f"hidden {next(self._letters)}"
            else:
                name = self._printed_name(key) or key.replace("_", " ")
            self._units[key] = self._unlike(name, key, self._units)
        return self._units[key]

    def split(self, account: str) -> tuple[str, str]:
        """Split an account into its holder's name and the purse."""
        holder, _, purse = account.partition(":")
        return self.holder(holder), purse

    def _find_name(self, key: str) -> str:
        named = self._table.name(key)
        if key in self.players:
            return named
        if named != key:
            return named.removeprefix("the ")
        return self._printed_name(key) or key.replace("_", " ").capitalize()

    def _printed_name(self, key: str) -> str:
        """The name printed for a card, a street or a horse; empty where none is."""
        for fact in self._game.board_values:
            if not fact.whole and (fact.key == f"{key}.name" or fact.key.endswith(f".{key}")):
                return str(self._table.fact(fact.key) or "")
        return ""

    def _unlike(self, name: str, key: str, taken: dict[str, str]) -> str:
        name = self._fit(name) or key
        known = {name_key(other) for other in taken.values()}
        if name_key(name) not in known:
            return name
        marked = f"{name} ({key})"
        while name_key(marked) in known:
            marked += "'"
        return marked


@dataclass(frozen=True)
class ExportedPlay:
    """A play as it is now: ``entries`` as written, ``lines`` the effective ones, in playing order."""

    play: Play
    game: Game
    table: Table
    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]

    @cached_property
    def hidden(self) -> bool:
        """Whether something is hidden from the table now. No export then shows a balance."""
        return self.game.hides(self.table)

    @cached_property
    def names(self) -> Names:
        """The names of holders and units."""
        return Names(self.game, self.table)

    def what(self, proposal: Proposal) -> str:
        """Name the action behind a line, in the players' words."""
        return self.game.action_title(proposal.action)

    def rows(self) -> Iterator[Line]:
        """Yield the effective lines in playing order, in local time, and among them the voided entries."""
        out = [
            Line(Place(entry.seq), entry.seq, entry.proposal, entry, entry.at)
            for entry in self.entries
            if entry.voided_by is not None and entry.proposal.action not in {*TURNING, AMEND}
        ]
        # an entry stands before what a correction has in its place
        rows = sorted(
            (*out, *self.lines),
            key=lambda line: (line.place.seq, line.entry.voided_by is None, line.place),
        )
        yield from (replace(row, at=row.at.astimezone()) for row in rows)


def read(journal: Journal, play_id: str) -> ExportedPlay:
    """Read a play for an export.

    Raises:
        Refusal: its game is unknown.
        DamagedError: an entry of it can't be read.
        NoSuchPlayError: there is no such play.

    """
    referee = Referee(journal, play_id, game_of)
    entries = journal.all_entries(play_id)
    return ExportedPlay(
        referee.play, referee.game, referee.table, tuple(entries), tuple(referee.lines())
    )
