"""A table for tests of rules: entries fold in memory, so a test is an evening in a few lines."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from companion.core.table import Table
from companion.games import find_game
from models.ledger import REDO, UNDO, VOID, Entry, Projection, Proposal, Refusal
from models.plays import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.prompt import Prompt

NOW = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)


class Evening:
    """Plays a game by its actions: ``evening.do("buy", who="alice", ...)``."""

    def __init__(self, *names: str, game: str = "ratrace", **houses: str) -> None:
        self.game = find_game(game)
        seats: list[Seat] = []
        for name in names:
            seats.append(Seat(self.game.seat_key(name, (one.key for one in seats)), name))
        self.projection = Projection()
        self.table = Table(
            tuple(seats), self.projection.ledger, self.game.house_rules(houses), self.game.printed_values()
        )
        self.entries: list[Entry] = []
        self.last: Proposal | None = None

    def __repr__(self) -> str:
        """The last line of the journal, which pytest shows beside what a failed test looked at."""
        said = f"{len(self.entries)}. {self.last.narration}" if self.last else "nothing yet"
        return f"<{self.game.title}: {said}>"

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Tell the house rules and the last lines of the journal with whatever is found to be wrong in here."""
        try:
            yield
        except AssertionError as wrong:
            wrong.add_note(f"House rules: {self.table.houses}")
            for entry in self.entries[-5:]:
                said = entry.proposal
                wrong.add_note(f"{entry.seq}. {said.narration} ({said.action} {said.answers})")
            raise

    def propose(self, action: str, **answers: str | int | None) -> Proposal:
        """What an action would bring about."""
        return self.game.find_action(action).propose(self.table, answers)

    def do(self, action: str, **answers: str | int | None) -> Proposal:
        """Record an action."""
        return self.write(self.allowed(action, **answers))

    def allowed(self, action: str, **answers: str | int | None) -> Proposal:
        """Propose an action as it is about to be recorded, where what is hidden is looked at too."""
        proposal = self.propose(action, **answers)
        self.game.require_open(self.table, proposal)
        return proposal

    def write(self, proposal: Proposal) -> Proposal:
        """Make an entry of a proposal."""
        entry = Entry(self.table.ledger.seq + 1, NOW, "test", proposal)
        self.projection.add(entry)
        self.entries.append(entry)
        self.table = replace(self.table, ledger=self.projection.ledger)
        self.last = proposal
        return proposal

    def undoable(self) -> Entry | None:
        """The last entry that stands and is no undo or redo."""
        return next((e for e in reversed(self.entries) if self.projection.stands(e.seq) and not e.turns_back), None)

    def undo(self) -> None:
        """Strike out the last entry that stands."""
        target = self.undoable()
        assert target is not None
        self.write(Proposal(UNDO, {}, "Undone.", voids=(target.seq,)))

    def redo(self) -> None:
        """Bring back what the last entry undid."""
        last = self.entries[-1]
        assert last.proposal.action == UNDO
        self.write(Proposal(REDO, {}, "Redone.", voids=(last.seq,)))

    def void(self, seq: int) -> None:
        """Strike out any one entry; later ones stay as they are written."""
        self.write(Proposal(VOID, {"seq": seq}, "Struck out.", voids=(seq,)))

    def why_not(self, action: str, **answers: str | int | None) -> str:
        """The sentence with which an action is refused; it must be."""
        try:
            proposal = self.allowed(action, **answers)
        except Refusal as refusal:
            return refusal.sentence
        raise AssertionError(f"not refused: {proposal.narration}")

    def cash(self, who: str) -> int:
        """Cash in hand."""
        return self.table.ledger.balance(f"{who}:cash")

    def mark(self, holder: str, name: str) -> object:
        """What is true of a holder."""
        return self.table.ledger.mark(holder, name)

    @property
    def event(self) -> object:
        """What is under way."""
        return self.mark("table", "event")

    @property
    def prompt(self) -> Prompt:
        """What the book expects next."""
        return self.game.prompt(self.table)

    def told(self) -> str:
        """What the last entry says."""
        assert self.last is not None
        return self.last.narration


def ratrace(*names: str, picks: str = "black red blue green olive brown", **houses: str) -> Evening:
    """A table of Ratrace, open and with its Businesses picked, one each in seating order.

    Alice has black, Bob red, Carl blue; the Treasury has the rest.
    """
    houses = {"businesses": "one"} | houses
    evening = Evening(*(names or ("Alice", "Bob", "Carl")), **houses)
    evening.do("start", first=evening.table.seats[0].key)
    for seat, business in zip(evening.table.seats, picks.split(), strict=False):
        evening.do("pick", who=seat.key, business=business)
    return evening
