"""A simulated play: a real referee on a real file, compared with the oracle at every step.

It looks like the ``Evening`` of the tests of rules, so that their walkers can play it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from companion.core.recording import countable
from companion.core.recording.referee import Referee
from companion.core.recording.revision import Change
from companion.games import find_game, game_of
from models import integrity
from models.book import Book
from models.journal import Journal
from models.ledger import AMEND, COUNT, REDO, UNDO, VOID, Refusal
from models.plays import Seat
from tests.campaigns.oracle import Line, Oracle, WrittenEntry, agree, summed

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from companion.core.game import Game
    from companion.core.prompt import Prompt
    from companion.core.recording.revision import Decisions
    from companion.core.table import Table
    from models.database import Database
    from models.ledger import Entry, Proposal

WHY = "for the simulation"


@dataclass
class Tally:
    """What happened in some evenings, in numbers."""

    commands: int = 0
    accepted: int = 0
    refused: int = 0
    turned: Counter[str] = field(default_factory=Counter)
    """How often undo, redo, void, amend and count were accepted, a command sent twice, and the book opened again."""
    actions: Counter[str] = field(default_factory=Counter)


class SimulatedPlay:
    """One play of one game in a file that is open. ``log`` is given every command as it goes."""

    key: str

    def __init__(
        self,
        database: Database,
        random: Random,
        names: tuple[str, ...],
        houses: dict[str, str],
        tally: Tally,
        log: Callable[[str], None],
    ) -> None:
        self.database, self.random, self.tally, self.log = database, random, tally, log
        self.game: Game = find_game(self.key)
        journal = Journal(database)
        seats: list[Seat] = []
        for name in names:
            seats.append(Seat(self.game.seat_key(name, (one.key for one in seats)), name))
        play = journal.begin(
            game=self.key,
            title="A simulated evening",
            seats=seats,
            houses=self.game.house_rules(houses),
            board=self.game.printed_values(),
            edition=self.game.edition,
        )
        self.referee = Referee(journal, play.id, game_of)
        self.oracle = Oracle()
        self.last: Proposal | None = None
        self.log(f"# {self.key}: {' '.join(names)}; {' '.join(f'{k}={v}' for k, v in play.houses.items())}")

    # --- as an Evening has it --------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.referee.table

    @property
    def entries(self) -> list[Entry]:
        """Every entry so far."""
        return self.referee.journal.all_entries(self.referee.play.id)

    @property
    def prompt(self) -> Prompt:
        """What the book expects next."""
        return self.game.prompt(self.table)

    def propose(self, action: str, **answers: object) -> Proposal:
        """What an action would bring about."""
        return self.referee.propose(action, answers)

    def undoable(self) -> Entry | None:
        """What undo would void."""
        return self.referee.undoable

    def do(self, action: str, **answers: object) -> Proposal:
        """Record an action; the oracle takes it."""

        def take(entry: Entry) -> None:
            agree(entry.proposal.action == action, "asked for", action, "and wrote", entry.proposal.action)
            self.oracle.write(as_written(entry))
            self.tally.actions[action] += 1

        given = dict(answers)
        description = f"{action} {' '.join(f'{name}={value!r}' for name, value in given.items())}"
        return self._command(
            description, lambda command: self.referee.write(action, given, command=command), take
        ).proposal

    # --- going back ------------------------------------------------------------------------------------

    def undo(self, reason: str = WHY) -> Entry:
        """Void the last entry that counts."""
        target = self.oracle.undoable()
        return self._turn("undo", lambda command: self.referee.undo(reason, command=command), UNDO, target)

    def redo(self) -> Entry:
        """Bring back what the last undo voided."""
        target = self.oracle.redoable()
        return self._turn("redo", lambda command: self.referee.redo(command=command), REDO, target)

    def void(self, seq: int, reason: str = WHY) -> Entry:
        """Void any one entry; once there is a correction, that is a correction too."""

        def take(entry: Entry) -> None:
            if entry.proposal.action == AMEND:
                self.oracle.amend(as_written(entry), {(seq, 0): "drop"}, again=False)
            else:
                self.oracle.turn(as_written(entry), VOID, seq)
            self.tally.turned[VOID] += 1

        return self._command(f"void {seq}", lambda command: self.referee.void(seq, reason, command=command), take)

    def amend(self, decisions: Decisions, *, again: bool) -> Entry:
        """Decide on past lines anew."""
        plain = {tuple(place): (decision.action, dict(decision.answers)) if isinstance(decision, Change) else decision
                 for place, decision in decisions.items()}  # fmt: skip
        seen = self.referee.version

        def take(entry: Entry) -> None:
            self.oracle.amend(as_written(entry), plain, again=again)
            self.tally.turned[AMEND] += 1

        description = f"amend again={again} {plain}"
        return self._command(
            description,
            lambda command: self.referee.amend(decisions, WHY, again=again, seen=seen, command=command),
            take,
        )

    def count(self, who: str, counted: int, unit: str) -> Entry:
        """Count somebody's cash."""

        def take(entry: Entry) -> None:
            account = countable.account_of(self.referee.game, str(entry.proposal.answers["who"]))
            self.oracle.count(as_written(entry), account, str(entry.proposal.answers["unit"]), counted)
            self.tally.turned[COUNT] += 1
            self.same_counts()

        answers = {"who": who, "counted": counted, "unit": unit}
        description = f"count who={who!r} counted={counted} unit={unit}"
        return self._command(description, lambda command: self.referee.write(COUNT, answers, command=command), take)

    def _turn(self, description: str, write: Callable[[str], Entry], action: str, target: int | None) -> Entry:
        def take(entry: Entry) -> None:
            self.oracle.turn(as_written(entry), action, target)
            self.tally.turned[action] += 1

        return self._command(description, write, take)

    # --- one command -----------------------------------------------------------------------------------

    def _command(self, description: str, write: Callable[[str], Entry], take: Callable[[Entry], None]) -> Entry:
        """Do one command, and look at what came of it: an entry the oracle agrees to, or nothing at all."""
        self.tally.commands += 1
        self.log(description)
        command = UUID(int=self.random.getrandbits(128)).hex
        before = self.untouched()
        try:
            entry = write(command)
        except Refusal as refusal:
            self.log(f"  refused: {refusal}")
            self.tally.refused += 1
            agree(refusal.sentence, "refused without a word")
            agree(self.untouched() == before, "a refused command wrote to the book")
            raise
        self.tally.accepted += 1
        self.log(f"  {entry.seq}: {entry.proposal.narration}")
        self.last = entry.proposal
        take(entry)
        self.same_books()
        if self.random.random() < 0.02:
            self._twice(write, command, entry)
        return entry

    def _twice(self, write: Callable[[str], Entry], command: str, entry: Entry) -> None:
        """Send the same command once more: it is the same entry, and nothing is written."""
        before = self.untouched()
        try:
            again = write(command)
        except Refusal as refusal:
            agree(False, "the same command is another entry, and refused:", refusal)
        agree(again == entry, "the same command is another entry")
        agree(self.untouched() == before, "a command sent twice is written twice")
        self.tally.turned["twice"] += 1

    def untouched(self) -> tuple[object, ...]:
        """What no refusal may change: every row of the file, the end of the chain, and the table."""
        driver, play = self.database.driver, self.referee.play.id
        end = driver.execute(
            "SELECT seq, digest FROM entry WHERE play = ? ORDER BY seq DESC LIMIT 1", (play,)
        ).fetchone()
        return driver.total_changes, end, self.table.ledger

    def snapshot(self) -> tuple[object, ...]:
        """What the book says now, whoever opens it."""
        referee = self.referee
        return (
            {**referee.table.ledger.balances},
            {**referee.table.ledger.marks},
            referee.undoable,
            referee.redoable,
            referee.play.ended,
            self.game.ending(self.table),
        )

    # --- what must be so -------------------------------------------------------------------------------

    def same_books(self) -> None:
        """Agree that the app and the oracle hold the same, and that both can go back to the same entries."""
        app, mine = dict(self.table.ledger.balances), self.oracle.balances
        apart = {key: (app.get(key), mine.get(key)) for key in {*app, *mine} if app.get(key) != mine.get(key)}
        agree(not apart, "balances of the app and of the oracle:", apart)
        undoable, redoable = self.referee.undoable, self.referee.redoable
        agree((undoable.seq if undoable else None) == self.oracle.undoable(), "another entry would be undone")
        agree((redoable is None) == (self.oracle.redoable() is None), "redo differs")

    def same_counts(self) -> None:
        """Agree with the oracle on every count of the cash, by the effective entries."""
        app = [(one.entry.seq, one.book, one.held) for one in self.referee.counts()]
        agree(app == self.oracle.counts(), "counts:", app, "the oracle says", self.oracle.counts())

    def same_lines(self) -> None:
        """Agree on the effective entries."""
        app = [(tuple(one.place), one.proposal.action) for one in self.referee.lines()]
        mine = [(one.place, one.action) for one in self.oracle.lines]
        agree(app == mine, "other effective entries:", app, mine)

    def restart(self) -> None:
        """Close the file and open it again: everything is as it was."""
        self.log("restart")
        before = self.snapshot()
        self.database.close()
        self.database = Book(self.database.path)
        self.referee = Referee(Journal(self.database), self.referee.play.id, game_of)
        agree(self.snapshot() == before, "the book opens otherwise than it was closed")
        self.same_books()
        self.same_lines()
        self.same_counts()
        self.tally.turned["restart"] += 1

    def proven(self) -> None:
        """Check the whole play: its chain, its sums, its projections."""
        journal, play = self.referee.journal, self.referee.play.id
        faults = integrity.check(journal, play)
        agree(not faults, "the book is not sound:", faults)
        agree(journal.sums(play) == self.oracle.balances, "the sums of the file are not the oracle's")
        self.same_lines()
        self.same_counts()


def as_written(entry: Entry) -> WrittenEntry:
    """Return an entry in the form the oracle takes."""
    proposal = entry.proposal
    revised = tuple(
        Line(tuple(line.place), line.proposal.action, summed(_posted(line.proposal))) for line in proposal.revised
    )
    return WrittenEntry(entry.seq, proposal.action, _posted(proposal), tuple(proposal.voids), revised)


def _posted(proposal: Proposal) -> list[tuple[str, int, str]]:
    return [(posting.account, posting.quantity, posting.unit) for posting in proposal.postings]
