"""The rules as they apply at one place of a journal, for proposing without writing."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.core.answers import Answers
from companion.core.table import Table
from models.ledger import Entry, Ledger, Proposal
from models.plays import Play

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game

MOST_KNOWN = 100
"""The proposals that are cached for one table; typing an amount asks for one with every key."""


class RulesAt:
    """The rules of one play at one table: everything can be tried there, and nothing recorded.

    ``at`` is when the last entry by then was written, of a table at an earlier place.
    """

    undoable: Entry | None = None
    """The entry that undo would void; only a referee records, and so takes back."""

    def __init__(self, play: Play, game: Game, ledger: Ledger, at: datetime | None = None) -> None:
        self.play, self.game, self.at = play, game, at or play.created
        # a play that was begun before a house rule or a board value was known has its default
        houses = MappingProxyType({**game.house_rules(), **play.houses})
        printed = MappingProxyType({**game.printed_values(), **play.board})
        self.table = Table(play.seats, ledger, houses, printed)
        self._proposed: tuple[Table, dict[Hashable, Proposal]] = self.table, {}

    @property
    def redoable(self) -> Entry | None:
        """The entry that redo would bring back."""
        return None

    @property
    def version(self) -> int:
        """The number of the last entry seen."""
        return self.table.ledger.seq

    def propose(self, action: str, answers: Answers) -> Proposal:
        """What an action would bring about now.

        A rule looks at the table and the answers alone, so its proposals are cached as long as the table is the same.

        Raises:
            Refusal: it can't be done, and why.

        """
        table = self.table
        on, known = self._proposed
        if on is not table or len(known) >= MOST_KNOWN:
            known = {}
            self._proposed = table, known
        asked = (action, *((name, type(value), value) for name, value in answers.items()))
        found = known.get(asked)
        if found is None:
            found = known[asked] = self.game.find_action(action).propose(table, answers)
        return found

    def asks_why(self, action: str, answers: Answers) -> str:
        """Say which rule is against an entry that may be recorded for a reason; empty where none is, or one is given.

        Only a new entry is asked for its reason, so a table in the past never asks.
        """
        return ""
