"""A table for tests of rules: entries fold in memory, so a test is an evening in a few lines."""

from contextlib import contextmanager
from datetime import UTC, datetime

from companion.core.table import Table
from companion.games import find_game
from models.ledger import REDO, UNDO, VOID, Entry, Projection, Proposal
from models.plays import Seat

NOW = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)


class Evening:
    """Plays a game by its actions: ``evening.do("buy", who="alice", ...)``. Nothing before ``begun`` is undone."""

    begun = 0

    def __init__(self, game, *names, **houses):
        self.game = find_game(game)
        seats = []
        for name in names:
            seats.append(Seat(self.game.seat_key(name, (seat.key for seat in seats)), name))
        self.projection = Projection()
        self.table = Table(
            tuple(seats),
            self.projection.ledger,
            self.game.house_rules(houses),
            self.game.printed_values(),
        )
        self.entries = []

    @contextmanager
    def telling(self):
        """Tell the house rules and the last lines of the journal with whatever is found to be wrong in here."""
        try:
            yield
        except AssertionError as wrong:
            wrong.add_note(f"House rules: {self.table.houses}")
            for entry in self.entries[-5:]:
                said = entry.proposal
                wrong.add_note(f"{entry.seq}. {said.narration} ({said.action} {said.answers})")
            raise

    def propose(self, action, answers):
        return self.game.find_action(action).propose(self.table, answers)

    def do(self, action, **answers):
        """Record an action; where something is hidden that is looked at too."""
        proposal = self.propose(action, answers)
        self.game.require_open(self.table, proposal)
        return self.write(proposal)

    def write(self, proposal):
        entry = Entry(self.table.ledger.seq + 1, NOW, "test", proposal)
        self.projection.add(entry)
        self.entries.append(entry)
        self.table = self.table.at(self.projection.ledger)
        return proposal

    def effective(self):
        """The entries that stand and are no undo or redo."""
        later = self.entries[self.begun :]
        return [
            entry
            for entry in later
            if self.projection.is_effective(entry.seq) and not entry.turns_back
        ]

    def undo(self):
        """Strike out the last entry that stands; whether there is one."""
        last = self.effective()[-1:]
        for entry in last:
            self.write(Proposal(UNDO, {}, "Undone.", voids=(entry.seq,)))
        return bool(last)

    def redo(self):
        """Bring back what the last entry undid."""
        self.write(Proposal(REDO, {}, "Redone.", voids=(self.entries[-1].seq,)))

    def void(self, seq):
        """Strike out any one entry; later ones stay as they are written."""
        self.write(Proposal(VOID, {"seq": seq}, "Struck out.", voids=(seq,)))

    def balance(self, account, unit="$"):
        return self.table.ledger.balance(account, unit)

    def mark(self, holder, name):
        return self.table.ledger.mark(holder, name)

    @property
    def t(self):
        """The table as the rules see it."""
        return self.game.turn(self.table)

    @property
    def prompt(self):
        """What the book expects next."""
        return self.game.prompt(self.table)

    @property
    def ending(self):
        return self.game.ending(self.table)
