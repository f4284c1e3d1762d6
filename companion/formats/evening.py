"""What every form is written from: a play with the lines that count, and whether anything in it is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from companion.core.differences import OWN
from companion.core.game import Game
from companion.core.referee import Referee
from companion.core.table import Table
from companion.formats.names import Names
from models.journal import Journal
from models.ledger import EffectiveEntry, Entry, Proposal, history, live
from models.plays import Play


@dataclass(frozen=True, slots=True)
class Row:
    """A line as it is told: its number, when it happened in local time, what it did, and where that is written.

    ``struck`` is the number of the line that strikes it out; such a line does not count.
    """

    number: int
    at: datetime
    proposal: Proposal
    entry: Entry
    struck: int | None = None

    @property
    def corrected(self) -> int | None:
        """The number of the correction that says what this line says; none where it says so itself."""
        return self.entry.seq if self.struck is None and self.entry.proposal is not self.proposal else None


@dataclass(frozen=True)
class Evening:
    """A play as it is now: ``entries`` as written, ``lines`` as they count, in the order in which they happened."""

    play: Play
    game: Game
    table: Table
    entries: tuple[Entry, ...]
    lines: tuple[EffectiveEntry, ...]

    @cached_property
    def hidden(self) -> bool:
        """Whether something is hidden from the table now. No form then says what anybody holds."""
        return self.game.hides(self.table)

    @cached_property
    def names(self) -> Names:
        """What people call every holder and every unit."""
        return Names(self.game, self.table)

    @cached_property
    def struck(self) -> Mapping[int, int]:
        """Every entry that is struck out, with the number of the latest one that strikes it out."""
        return {target: entry.seq for entry in live(self.entries) for target in entry.voids}

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The title of every action, in the players' words."""
        return {**{one.name: one.title for one in self.game.actions}, **OWN}

    def what(self, proposal: Proposal) -> str:
        """Name the action behind a line, in the players' words."""
        return self.titles.get(proposal.action) or proposal.action.replace("_", " ").capitalize()

    def rows(self, *, struck: bool = True) -> Iterator[Row]:
        """Give the lines that count, each where it happened, and among them those ``struck`` out."""
        out = [seq for seq in sorted(self.struck) if self.entries[seq - 1].proposal.action not in OWN] if struck else []
        at = 0
        for told in self.lines:
            while at < len(out) and out[at] <= told.place.seq:
                yield self._out(out[at])
                at += 1
            yield Row(told.number, told.at.astimezone(), told.proposal, told.entry)
        for seq in out[at:]:
            yield self._out(seq)

    def _out(self, seq: int) -> Row:
        entry = self.entries[seq - 1]
        return Row(seq, entry.at.astimezone(), entry.proposal, entry, self.struck[seq])

    def days(self) -> list[date]:
        """The day of every line, never before that of an earlier one, however the clock was set."""
        found: list[date] = []
        for told in self.lines:
            day = told.at.astimezone().date()
            found.append(max(day, found[-1]) if found else day)
        return found


def read(journal: Journal, play_id: str) -> Evening:
    """Read a play for writing it in some form.

    Raises:
        Refusal: this app does not know its game.
        DamagedError: an entry of it can't be read.
        NoSuchPlayError: it is not here.

    """
    referee = Referee(journal, play_id)
    entries = journal.all_entries(play_id)
    return Evening(referee.play, referee.game, referee.table, tuple(entries), tuple(history(entries)))
