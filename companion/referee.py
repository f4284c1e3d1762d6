"""The referee: the one door through which screens and command line reach a play.

Whatever is to be written is proposed again here, on the table as it is now, so authority and balance
never rest on what a screen believed.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.games import find_game
from companion.table import BOARD, Table
from companion.units import written
from models.journal import Journal, Written
from models.ledger import MONEY, REDO, UNDO, VOID, Entry, Ledger, Line, Proposal, Refusal, Value
from models.trouble import Stale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.action import Action, Option
    from companion.game import Game, Offer
    from companion.kinds import Answers
    from models.play import Play

LEAST_REASON = 2
"""Letters or digits without which a reason says nothing."""

TRIES = 5
"""How often a write is proposed again when another device was quicker."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What striking an entry out would change for one account; ``unit`` is that of money, else nothing.

    Where the account is ``hidden`` from the table, screens say the change alone, never what is held.
    """

    holder: str
    what: str
    before: int
    after: int
    unit: str = ""
    hidden: bool = False

    @property
    def change(self) -> int:
        """By how much it would change."""
        return self.after - self.before


class Referee:
    """Keeps one play: proposes, writes, undoes, redoes, voids, and tells what can be done.

    Screens share one referee a play; ``version`` grows with every entry.
    """

    def __init__(self, journal: Journal, play_id: str) -> None:
        self.journal = journal
        self.play: Play = journal.play(play_id)
        self.game: Game = find_game(self.play.game)
        # a play begun before a house rule or a printed figure was known here has the defaults of both
        self._houses = MappingProxyType({**self.game.house_rules(), **self.play.houses})
        self._printed = MappingProxyType({**self.game.printed(), **self.play.board})
        self.table = self._table(journal.ledger(play_id))
        self._undoable: Written | None = None
        self._redoable: Written | None = None
        self._look_back()

    @property
    def version(self) -> int:
        """The number of the last entry seen."""
        return self.table.ledger.seq

    @property
    def undoable(self) -> Entry | None:
        """What undo would strike out."""
        return self._undoable.entry if self._undoable else None

    @property
    def redoable(self) -> Entry | None:
        """What redo would bring back: the entry that the last undo struck out."""
        if self._redoable is None:
            return None
        return self.journal.entry(self.play.id, self._redoable.entry.voids[0]).entry

    def refresh(self) -> None:
        """Read the play again, after another hand has written to it."""
        self.play = self.journal.play(self.play.id)
        self.table = self._table(self.journal.ledger(self.play.id))
        self._look_back()

    def propose(self, action: str, answers: Answers) -> Proposal:
        """What an action would bring about now.

        Raises:
            Refusal: it can't be done, and why.

        """
        return self.game.action(action).propose(self.table, answers)

    def options(self, action: str, answers: Answers, question: str) -> tuple[Option, ...] | None:
        """What may be answered, and why not where not; nothing where answers can't be listed."""
        return self.game.action(action).options(self.table, answers, question)

    def why_not(self, action: str, answers: Mapping[str, Value] | None = None) -> str | None:
        """Why an action can't be done now; nothing when it can."""
        return self.game.action(action).why_not(self.table, answers or {})

    def offers(self) -> tuple[tuple[Offer, str | None], ...]:
        """What the table may do next, each with the reason where it can't."""
        prompt = self.game.prompt(self.table)
        return tuple((offer, self.why_not(offer.action, offer.answers)) for offer in prompt.offers)

    def actions(self) -> tuple[tuple[Action, str | None], ...]:
        """Every action of the game, each with the reason why it can't be done now."""
        return tuple((one, one.why_not(self.table, {})) for one in self.game.actions)

    def write(self, action: str, answers: Answers, *, by: str = "table", command: str | None = None) -> Entry:
        """Record an action. The same command id again answers with the entry it already made.

        Raises:
            Refusal: it can't be done on the table as it is now.

        """
        command = command or uuid.uuid4().hex
        if done := self.journal.recorded(self.play.id, command):
            return done
        return self._append(lambda: self.propose(action, answers), by, command)

    def firm(self, entry: Entry) -> str:
        """Why an entry is not taken back without a reason, in a sentence; nothing where it may be."""
        return next((one.firm for one in self.game.actions if one.name == entry.proposal.action), "")

    def undo(self, reason: str = "", *, by: str = "table", command: str | None = None) -> Entry:
        """Strike out the last entry that stands. Some are not taken back without a reason, such as opened bids.

        Raises:
            Refusal: there is none, or it wants a reason.

        """
        why = reason.strip()[:200] if sum(sign.isalnum() for sign in reason) >= LEAST_REASON else ""

        def proposal() -> Proposal:
            if self._undoable is None:
                raise Refusal("There is nothing to undo.")
            entry = self._undoable.entry
            if not why and (firm := self.firm(entry)):
                raise Refusal(firm, "reason")
            return self._turn(UNDO, entry, entry.seq, why)

        return self._once(proposal, by, command)

    def redo(self, *, by: str = "table", command: str | None = None) -> Entry:
        """Bring back what the last undo struck out.

        Raises:
            Refusal: there is nothing to bring back.

        """

        def proposal() -> Proposal:
            target = self.redoable
            if target is None or self._redoable is None:
                raise Refusal("There is nothing to redo.")
            return self._turn(REDO, target, self._redoable.entry.seq)

        return self._once(proposal, by, command)

    def void(self, seq: int, reason: str, *, by: str = "table", command: str | None = None) -> Entry:
        """Strike out any one entry, for a reason. The entries after it stay as they are written.

        Raises:
            Refusal: it does not stand, or no reason is given.

        """

        def proposal() -> Proposal:
            if not reason.strip():
                raise Refusal("Say why the line is struck out.", "reason")
            target = self._standing(seq)
            if target.proposal.action == VOID:
                # what it struck out may rest on lines that are no longer there
                raise Refusal(f"Line {seq} strikes another out. Undo takes that back, or record it again.", "seq")
            if bound := self.game.bound(self.table, seq):
                raise Refusal(bound, "seq")
            return Proposal(
                action=VOID,
                answers={"seq": seq, "reason": reason.strip()[:200]},
                narration=f"Struck out line {seq} ({target.proposal.narration.rstrip('.')}): {reason.strip()[:200]}",
                working=tuple(self._line(one) for one in self.differences(seq)),
                rule="The table may strike out any line. Later lines stay as they were written.",
                voids=(seq,),
            )

        return self._once(proposal, by, command)

    def differences(self, seq: int) -> tuple[Difference, ...]:
        """What striking out an entry would change, account by account.

        Raises:
            Refusal: the entry does not stand.

        """
        sums: dict[tuple[str, str], int] = {}
        for posting in self._standing(seq).proposal.postings:
            key = (posting.account, posting.unit)
            sums[key] = sums.get(key, 0) + posting.quantity
        found = []
        for (account, unit), quantity in sums.items():
            holder, _, purse = account.partition(":")
            held = self.table.ledger.balance(account, unit)
            if quantity and any(holder == seat.key for seat in self.table.players):
                what = purse if unit in MONEY else f"{purse} ({unit})"
                hidden = self.game.secret(self.table, account)
                found.append(Difference(holder, what, held, held - quantity, unit if unit in MONEY else "", hidden))
        return tuple(found)

    def entries(
        self, *, before: int | None = None, limit: int = 50, holder: str | None = None, text: str = ""
    ) -> list[Written]:
        """The journal, newest first, a page at a time."""
        return self.journal.entries(self.play.id, before=before, limit=limit, holder=holder, text=text)

    def _standing(self, seq: int) -> Entry:
        if not 1 <= seq <= self.version:
            raise Refusal(f"There is no line {seq} in this journal.", "seq")
        written = self.journal.entry(self.play.id, seq)
        if written.struck_by is not None:
            raise Refusal(f"Line {seq} is struck out already.", "seq")
        if written.entry.turns_back:
            raise Refusal(f"Line {seq} is an undo or a redo; use undo and redo themselves.", "seq")
        return written.entry

    def _line(self, one: Difference) -> Line:
        name = self.table.name(one.holder)
        if one.hidden:
            return Line(f"{name}: {one.what} changes by", one.change, one.unit, signed=True)
        return Line(f"{name}: {one.what} {written(one.before, one.unit)} becomes", one.after, one.unit)

    def _turn(self, action: str, named: Entry, target: int, reason: str = "") -> Proposal:
        word = "Undid" if action == UNDO else "Redid"
        told = f"{word} line {named.seq}: {named.proposal.narration}"
        return Proposal(
            action=action,
            answers={"reason": reason} if reason else {},
            narration=f"{told.rstrip('.')} ({reason})." if reason else told,
            rule="Nothing is rubbed out: the line stays, struck out, and can be brought back.",
            voids=(target,),
        )

    def _once(self, proposal: Callable[[], Proposal], by: str, command: str | None) -> Entry:
        command = command or uuid.uuid4().hex
        return self.journal.recorded(self.play.id, command) or self._append(proposal, by, command)

    def _append(self, proposal: Callable[[], Proposal], by: str, command: str) -> Entry:
        for _ in range(TRIES):
            if self.journal.last(self.play.id) != self.version:
                self.refresh()
            wanted = proposal()
            try:
                entry = self.journal.append(self.play.id, wanted, after=self.version, by=by, command=command)
            except Stale:
                self.refresh()
                continue
            self._take(entry)
            return entry
        raise Refusal("Other devices are writing all the time; try again.")

    def _take(self, entry: Entry) -> None:
        before = self.table
        if entry.voids or entry.seq != self.version + 1:
            self.refresh()
        else:
            self.table = self._table(self.table.ledger.after(entry.proposal))
            self._undoable, self._redoable = Written(entry, None), None
        if entry.voids or any(mark.holder == BOARD for mark in entry.proposal.marks):
            self._remember(before)
        ending = self.game.ending(self.table)
        reason = ending.reason if ending else None
        if reason != self.play.ended:
            self.journal.mark_ended(self.play.id, reason)
            self.play = self.journal.play(self.play.id)

    def _remember(self, before: Table) -> None:
        """Keep what was said of the printed board for later plays: it is the same board then."""
        said = {name for table in (before, self.table) for holder, name in table.ledger.marks if holder == BOARD} & set(
            self._printed
        )
        edition = self.game.edition
        for key in said:
            value = self.table.fact(key)
            if value == before.fact(key):
                continue
            if value == self.game.fact(key).value:
                self.journal.clear_board_facts(self.game.key, edition, key)
            else:
                self.journal.set_board_fact(self.game.key, edition, key, value)

    def _look_back(self) -> None:
        self._undoable = self.journal.undoable(self.play.id)
        self._redoable = self.journal.redoable(self.play.id)

    def _table(self, ledger: Ledger) -> Table:
        return Table(self.play.seats, ledger, self._houses, self._printed)
