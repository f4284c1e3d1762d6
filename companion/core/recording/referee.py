"""A play in progress: proposing, recording, undo and redo, voiding and correcting."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from companion.core.answers import REASON, Answers
from companion.core.game import Game
from companion.core.recording import countable, differences, members, revision
from companion.core.recording.countable import Count
from companion.core.recording.differences import Difference, add_remark
from companion.core.recording.losses import losses_by_undo
from companion.core.recording.meanwhile import Shown
from companion.core.recording.revision import Decisions, Revision
from companion.core.recording.rules_at import RulesAt
from companion.core.show import statement
from companion.core.table import BOARD, Table, listed, sentence
from companion.core.turn import CASH
from companion.core.units import format_amount
from models.elsewhere import Elsewhere, went_on
from models.errors import StaleError, StorageError
from models.journal import Journal
from models.ledger import (
    AMEND,
    REDO,
    UNDO,
    VOID,
    Entry,
    Line,
    Place,
    Projection,
    Proposal,
    Refusal,
    find_redoable,
    find_undoable,
    sum_postings,
)
from models.names import name_key
from models.rooms import THIS_DEVICE, Member, Rooms


def remember(journal: Journal, game: Game, before: Table, after: Table) -> None:
    """Store every board value that a line has changed, and clear those that are again as in the edition."""
    said = {
        name for table in (before, after) for holder, name in table.ledger.marks if holder == BOARD
    }
    printed = game.printed_values()
    for key in said & set(printed):
        value = after.fact(key)
        if value == before.fact(key):
            continue
        if value == printed[key]:
            journal.clear_board_facts(game.key, game.edition, key)
        else:
            journal.set_board_fact(game.key, game.edition, key, value)


def follow_names(journal: Journal, play: str, before: Table, after: Table) -> None:
    """Have every device play for the same people as before a line, under the names that they have after it."""
    now = {seat.key: seat.name for seat in after.people}
    called = {
        name_key(seat.name): now[seat.key]
        for seat in before.people
        if now.get(seat.key, seat.name) != seat.name
    }
    if not called:  # which is nearly always so
        return
    rooms = Rooms(journal.database)
    room = rooms.room_of(play)
    for member in (*rooms.members(""), *(rooms.members(room.id) if room else ())):
        people = tuple(called.get(name_key(name), name) for name in member.people)
        if people != member.people:
            rooms.set_member(member.id, people=people)


LEAST_REASON = 2
"""The least letters and digits of a reason."""

AGAIN = (
    "The table may correct any entry. Those after it were worked out again from their own answers."
)
AS_WRITTEN = "The table may cross out any entry. Later entries stay as they were written."

LATEST = 12
"""So many entries are kept at hand."""
MEANWHILE = "Something was recorded meanwhile. Look once more at what would follow, then take it."

LIFTS = "A correction can't show what is hidden from the table now. Record the change itself first, for all to see."


class Referee(RulesAt):
    """Records one play: proposes, writes, undoes, redoes, voids and corrects.

    Screens share one referee a play; ``version`` grows with every entry. ``find`` looks up the game by its key.
    """

    recorded_at: datetime | None = None
    """When an entry that is replayed was made; others are made now."""
    elsewhere: Elsewhere | None = None
    """Where the game went on without this book; nothing is recorded until somebody has chosen."""
    _redoable: Entry | None = None
    _history: Projection | None  # read once it is asked for
    _latest: tuple[Entry, ...] | None  # as above

    def __init__(self, journal: Journal, play_id: str, find: Callable[[str], Game]) -> None:
        play = journal.play(play_id)
        super().__init__(play, find(play.game), journal.ledger(play_id))
        self.journal = journal
        self._corrected: dict[int, Mapping[tuple[str, str], int]] = {}
        self._look_back()

    @property
    def redoable(self) -> Entry | None:
        """The entry that redo would bring back: the one that the last undo voided."""
        return self.entry(self._redoable.voids[0]) if self._redoable else None

    def refresh(self) -> None:
        """Read the play again, after others have written to it."""
        with self.journal.database.reading():  # one snapshot, whatever is written meanwhile
            self.play = self.journal.play(self.play.id)
            self.table = self.table.at(self.journal.ledger(self.play.id))
            self._corrected.clear()
            self._look_back()

    def asks_why(self, action: str, answers: Answers) -> str:
        """Say which rule is against an entry that may be recorded for a reason; see ``RulesAt.asks_why``."""
        why = self.game.find_action(action).asks_why
        return (
            why(self.game.turn(self.table, answers), self.lines())
            if why and not answers.get(REASON)
            else ""
        )

    def counts(self) -> list[Count]:
        """Every count of the cash that is not voided, and whether it agrees with the effective entries."""
        return countable.counts(self.game, self.history.entries, self.lines())

    def write(  # noqa: PLR0913 - what, and what was looked at before it was agreed to
        self,
        action: str,
        answers: Answers,
        *,
        shown: Shown | None = None,
        remark: str = "",
        member: Member = THIS_DEVICE,
        asker: Member | None = None,
        agreed: Collection[str] = (),
        command: str | None = None,
    ) -> Entry:
        """Record an action, which another member may have asked for.

        The same command id again answers with the entry it already made. It is written as it was ``shown``; a
        ``remark`` is added to its narration. ``agreed`` are the seats of those who have said yes to what they lose.

        Raises:
            Refusal: it can't be done on the table as it is now, or not by this member.
            Overtaken: because of what others have written, it would differ from what was shown, or repeat what they
                have recorded.

        """
        by = members.signature(member, self.table, asker, agreed)

        def proposal() -> Proposal:
            # what it takes from others is looked at on the table on which it is written
            if refusal := members.why_not_allowed(member, action, answers, self, agreed):
                raise refusal
            made = self.game.require_open(self.table, self.propose(action, answers))
            if shown:
                if why := self.asks_why(action, answers):
                    raise Refusal(why, REASON)
                shown.check(self.game, made, self.since(shown.seen))
            return add_remark(made, remark)

        return self._once(proposal, by, command)

    def since(self, seen: int) -> tuple[Entry, ...]:
        """The entries after one that count, in the order written."""
        if seen >= self.version:
            return ()
        return tuple(entry for entry in self.history.entries[seen:] if entry.voided_by is None)

    def needs_reason(self, line: Line | Entry, reason: str = "") -> str:
        """The sentence that asks for a better reason to undo or change a line; empty where this one is enough."""
        if sum(sign.isalnum() for sign in reason) >= LEAST_REASON:
            return ""
        return next(
            (
                action.needs_reason
                for action in self.game.actions
                if action.name == line.proposal.action
            ),
            "",
        )

    def undo(
        self, reason: str = "", *, member: Member = THIS_DEVICE, command: str | None = None
    ) -> Entry:
        """Void the last entry that counts. Some need a reason, such as opened bids.

        Raises:
            Refusal: there is none, or it needs a reason.

        """
        why = reason.strip()[:200] if sum(sign.isalnum() for sign in reason) >= LEAST_REASON else ""

        by = members.signature(member, self.table)

        def proposal() -> Proposal:
            if refusal := self.why_no_undo(member):
                raise refusal
            if self.undoable is None:
                raise Refusal("There is nothing to undo.")
            entry = self.undoable
            if needs := self.needs_reason(entry, why):
                raise Refusal(needs, "reason")
            return self._turn(UNDO, entry, entry.seq, why)

        return self._once(proposal, by, command)

    def why_no_undo(self, member: Member) -> Refusal | None:
        """Why a member may not undo the last entry; ``None`` if it may.

        Where the room records at once, players undo what they recorded themselves, if nobody else loses by that.
        """
        refusal, last = members.why_not_allowed(member, UNDO), self.undoable
        if refusal is None or last is None or not members.records_at_once(member):
            return refusal
        if (
            last.by != members.signature(member, self.table)
            or last.voids
            or self.needs_reason(last)
        ):
            return refusal
        before, own = self.before(Place(last.seq)).table, members.own_seats(member, self.table)
        lose = losses_by_undo(self.game, before, self.table, last.proposal, own)
        names = listed(self.table.name(seat) for seat in lose)
        why = f"Undoing that takes something from {names}. Tell the banker what is wrong with it instead."
        return Refusal(why) if lose else None

    def redo(self, *, member: Member = THIS_DEVICE, command: str | None = None) -> Entry:
        """Bring back what the last undo voided.

        Raises:
            Refusal: there is nothing to bring back.

        """
        by = self._sign(member, REDO)

        def proposal() -> Proposal:
            undo = self._redoable
            if undo is None:
                raise Refusal("There is nothing to redo.")
            return self._turn(REDO, self.entry(undo.voids[0]), undo.seq)

        return self._once(proposal, by, command)

    def void(
        self,
        seq: int,
        reason: str,
        *,
        seen: int | None = None,
        member: Member = THIS_DEVICE,
        command: str | None = None,
    ) -> Entry:
        """Void any one entry, for a reason. The entries after it stay as they are written.

        ``seen`` is the version on which it was decided, if known. Then it is refused where it would overdraw a stake;
        in a session it stands as it was recorded.

        Raises:
            Refusal: it does not count, no reason is given, it would overdraw a stake, or others have written since.

        """
        by, why = self._sign(member, VOID), reason.strip()[:200]

        def proposal() -> Proposal:
            self._check_seen(seen)
            if not why:
                raise Refusal("Say why the entry is crossed out.", "reason")
            if any(line.corrected for line in self.lines()) and any(
                line.place == Place(seq) for line in self.lines()
            ):
                # a correction has revised some lines: only another one can take that back
                return self._correction({Place(seq): revision.DROP}, reason, again=False, seen=seen)
            target = self._require_effective(seq)
            if needs := self.needs_reason(target, reason):
                raise Refusal(needs, "reason")
            if bound := self.game.said("why_not_void", self.table, seq):
                raise Refusal(bound, "seq")
            if seen is not None:
                self._check_stakes(self._without(seq))
            return Proposal(
                action=VOID,
                answers={"seq": seq, "reason": why},
                narration=f"Crossed out entry {seq} ({target.proposal.narration.rstrip('.')}): {why}",
                working=tuple(
                    differences.receipt_line(self.table, difference)
                    for difference in self.differences(seq)
                ),
                rule=AS_WRITTEN,
                voids=(seq,),
            )

        return self._once(proposal, by, command)

    def lines(self) -> list[Line]:
        """The effective entries, in playing order."""
        return self.history.lines

    @property
    def history(self) -> Projection:
        """Every entry up to now."""
        if self._history is None:
            self._history = Projection(self.journal.all_entries(self.play.id))
        return self._history

    def latest(self) -> tuple[Entry, ...]:
        """The journal's last entries, newest first."""
        if self._latest is None:
            held = self._history.entries[: -LATEST - 1 : -1] if self._history else None
            self._latest = tuple(held or self.journal.entries(self.play.id, limit=LATEST))
        return self._latest

    def entry(self, seq: int) -> Entry:
        """One entry by its number.

        Raises:
            DamagedError: there is no entry of this number.

        """
        if self._history and 0 < seq <= self.version:
            return self._history.entries[seq - 1]
        return self.journal.entry(self.play.id, seq)

    def before(self, place: Place, amended: Revision | None = None) -> RulesAt:
        """The table before the line at a place, as it was or as a revision would have it.

        A line that is put in there has the number of the entry that will put it in.
        """
        until = [line for line in self.lines() if line.place <= place]
        last = until[-1] if until else None
        number = last.number if last and last.place == place else self.version + 1
        held = revision.add_up(
            line for line in (amended.lines(until) if amended else until) if line.place < place
        )
        return RulesAt(self.play, self.game, held.view(number - 1), last.at if last else None)

    def after(self, place: Place) -> RulesAt:
        """The table after the line at a place, by the effective entries."""
        lines = [line for line in self.lines() if line.place <= place]
        ledger = revision.add_up(lines).view(place.seq)
        return RulesAt(self.play, self.game, ledger, lines[-1].at if lines else None)

    def revise(self, decisions: Decisions, *, again: bool = True, keep: bool = False) -> Revision:
        """Compute what decisions on past lines would change. Nothing is written.

        To ``keep`` is to leave later lines as written that the rules refuse and that can stand so.

        Raises:
            Refusal: a line does not count, one is put in where none can be, or it would reveal what is hidden.

        """
        amended = revision.revise(
            self, self.lines(), decisions, again=again, keep=keep, stale=self._has_kept_lines()
        )
        accounts = {
            account for account, _ in (*self.table.ledger.balances, *amended.after.ledger.balances)
        }
        if any(
            self.game.is_secret(self.table, account)
            and not self.game.is_secret(amended.after, account)
            for account in accounts
        ):
            # the result is shown before anything is written, so nobody else would know what was seen
            raise Refusal(LIFTS, "seq")
        for consequence in () if again else amended.those("dropped"):
            if bound := self.game.said("why_not_void", self.table, consequence.number):
                raise Refusal(bound, "seq")
        return amended

    def amend(  # noqa: PLR0913 - what, why and how, and what it was decided on
        self,
        decisions: Decisions,
        reason: str,
        *,
        again: bool = True,
        seen: int | None = None,
        member: Member = THIS_DEVICE,
        command: str | None = None,
    ) -> Entry:
        """Correct past lines, for a reason; later ones are computed ``again`` or stay as written.

        It is one entry, so undo takes all of it back. ``seen`` is the version on which it was decided, if known: on
        another one the lines may have changed.

        Raises:
            Refusal: a line can't be corrected so, a later one is refused and not decided on, nothing would change, no
                reason is given, or others have written since it was decided.

        """
        by = self._sign(member, AMEND)

        def proposal() -> Proposal:
            self._check_seen(seen)
            return self._correction(decisions, reason, again=again, seen=seen)

        return self._once(proposal, by, command)

    def _check_seen(self, seen: int | None) -> None:
        """Refuse what was decided on another version of the play."""
        if seen not in (None, self.version):
            raise Refusal(MEANWHILE)

    def _check_stakes(self, amended: Revision) -> None:
        """Refuse to leave a stake below zero that a later entry has paid out: nobody would owe what is missing."""
        for account, unit in differences.overdrawn_stakes(self.game, self.table, amended.after):
            holder, _, purse = account.partition(":")
            whose = (
                self.table.name(holder) if purse == CASH else f"{self.table.name(holder)}'s {purse}"
            )
            short = format_amount(amended.after.ledger.balance(account, unit), unit)
            payout = next(
                revision.name(line.place)
                for line in reversed(amended.lines(self.lines()))
                if sum_postings(line.proposal.postings)[account, unit] < 0
            )
            raise Refusal(
                f"{sentence(whose)} would be at {short}: {payout} has paid it out. "
                f"Cross out {payout} first, or work later entries out again.",
                "seq",
            )

    def _correction(
        self, decisions: Decisions, reason: str, *, again: bool, seen: int | None
    ) -> Proposal:
        why = reason.strip()[:200]
        if not why:
            raise Refusal("Say why the entry is corrected.", "reason")
        for line in self.lines():
            if line.place in decisions and (needs := self.needs_reason(line, why)):
                raise Refusal(needs, "reason")
        amended = self.revise(decisions, again=again)
        for consequence in amended.refused:
            if consequence.place in decisions:
                raise Refusal(consequence.refusal, "seq")
            raise Refusal(
                f"Entry {consequence.place.seq} could not stand then: {consequence.refusal} "
                "Cross it out too, keep it, or change it.",
                "seq",
            )
        if amended.idle:
            raise Refusal("That is what the entry says already.", "seq")
        if seen is not None:
            self._check_stakes(amended)
        revised, voids, postings, marks = revision.effects(
            amended, self.lines(), self.history.entries
        )
        changes = differences.between(self.game, self.table, amended.after)
        return Proposal(
            action=AMEND,
            answers={**revision.write_decisions(decisions, again=again), "reason": why},
            narration=revision.summary(amended, why),
            postings=postings,
            marks=marks,
            working=tuple(differences.receipt_line(self.table, change) for change in changes),
            rule=AGAIN if again else AS_WRITTEN,
            voids=voids,
            revised=revised,
        )

    def changed_sums(self, correction: Entry) -> Mapping[tuple[str, str], int]:
        """What a correction or a crossing out has changed by account: its postings less those it replaced."""
        if correction.seq not in self._corrected:
            voided = [self.entry(seq) for seq in correction.voids]
            before = {
                seq for entry in voided for seq in entry.voids
            }  # by an earlier correction, which it voids too
            sums = sum_postings(correction.proposal.postings)
            sums.subtract(
                sum_postings(
                    part
                    for entry in voided
                    if entry.seq not in before
                    for part in entry.proposal.postings
                )
            )
            self._corrected[correction.seq] = {
                key: quantity for key, quantity in sums.items() if quantity
            }
        return self._corrected[correction.seq]

    def statement(self, holder: str) -> list[statement.Movement]:
        """What moved a player's money in playing order, and what corrections changed of it."""
        return statement.movements(
            self.game,
            self.table,
            self.lines(),
            self.history.entries,
            self.changed_sums,
            holder=holder,
        )

    def _has_kept_lines(self) -> bool:
        """Whether lines were ever left as written though something before them was changed."""
        return any(
            entry.proposal.action == VOID
            or (entry.proposal.action == AMEND and revision.keeps(entry.proposal.answers))
            for entry in self.history.entries
        )

    def differences(self, seq: int) -> tuple[Difference, ...]:
        """What voiding an entry would change, account by account.

        Raises:
            Refusal: the entry does not count.

        """
        return differences.without(self.game, self.table, self._require_effective(seq).proposal)

    def _without(self, seq: int) -> Revision:
        """What becomes of the play without an entry, with later ones as they are written."""
        return revision.revise(self, self.lines(), {Place(seq): revision.DROP}, again=False)

    def _require_effective(self, seq: int) -> Entry:
        if not 1 <= seq <= self.version:
            raise Refusal(f"There is no entry {seq} in this journal.", "seq")
        entry = self.entry(seq)
        if entry.voided_by is not None:
            raise Refusal(f"Entry {seq} is crossed out already.", "seq")
        if entry.turns_back:
            raise Refusal(f"Entry {seq} is an undo or a redo; use undo and redo themselves.", "seq")
        if entry.proposal.action in (VOID, AMEND):
            # what it voided may depend on lines that are no longer there
            what = "crosses another out" if entry.proposal.action == VOID else "is a correction"
            raise Refusal(f"Entry {seq} {what}. Undo takes that back, or record it again.", "seq")
        return entry

    def _turn(self, action: str, named: Entry, target: int, reason: str = "") -> Proposal:
        word = "Undid" if action == UNDO else "Redid"
        narration = f"{word} entry {named.seq}: {named.proposal.narration}"
        return Proposal(
            action=action,
            answers={"reason": reason} if reason else {},
            narration=f"{narration.rstrip('.')} ({reason})." if reason else narration,
            rule="Nothing is erased: the entry stays, crossed out, and can be brought back.",
            voids=(target,),
        )

    def _sign(self, member: Member, right: str) -> str:
        """Whose entry it is, for the journal; refused to whoever may not write it."""
        if refusal := members.why_not_allowed(member, right):
            raise refusal
        return members.signature(member, self.table)

    def _once(self, proposal: Callable[[], Proposal], by: str, command: str | None) -> Entry:
        """Write what is proposed on the table as it is now. Idempotent: a command is recorded once.

        Usually nobody else has written and nothing was sent before, so both are checked only when it matters: the
        journal checks them as it writes, and a refusal is checked afterwards. Where others were quicker, it is proposed
        again within a write, so that nobody can be quicker again.
        """
        if self.game.missing:
            raise Refusal(self.game.missing)
        if self.elsewhere:
            raise Refusal(self.elsewhere.sentence)
        command = command or uuid.uuid4().hex
        seen = self.version  # before it is proposed: anything written from here on makes it stale
        try:
            return self._write(proposal(), seen, by, command)
        except (Refusal, StorageError) as problem:
            done = self.journal.find_recorded(self.play.id, command)
            last = self.journal.last(self.play.id)
            if done or last != self.version:
                self.refresh()
            if done:
                return done
            if not isinstance(problem, StaleError) and (
                last == seen or not isinstance(problem, Refusal)
            ):
                raise
        with self.journal.database.writing():
            self.refresh()
            if done := self.journal.find_recorded(self.play.id, command):
                return done
            return self._write(proposal(), self.version, by, command)

    def _write(self, proposal: Proposal, after: int, by: str, command: str) -> Entry:
        """Write an entry and what follows from it, or nothing; and update the play."""
        now = self.table, self.play, self.undoable, self._redoable, self._latest
        try:
            return self.journal.append(
                self.play.id,
                proposal,
                after=after,
                by=by,
                command=command,
                at=self.recorded_at,
                then=self._take,
            )
        except BaseException:
            self.table, self.play, self.undoable, self._redoable, self._latest = now
            self._history = None
            raise

    def _take(self, entry: Entry) -> None:
        before = self.table
        if entry.seq != self.version + 1:
            self.refresh()
        else:
            self._count(entry)
        marks = entry.proposal.marks
        if entry.voids or any(mark.holder == BOARD for mark in marks):
            remember(self.journal, self.game, before, self.table)
        if entry.voids or any(mark.name == "name" for mark in marks):
            follow_names(self.journal, self.play.id, before, self.table)
        ending = self.game.ending(self.table)
        reason = ending.reason if ending else None
        if reason != self.play.ended:
            self.journal.set_play(self.play.id, ended=reason)
            self.play = self.journal.play(self.play.id)

    def _count(self, entry: Entry) -> None:
        """Count the next entry."""
        if self._history:
            self._history.add(entry)
        if entry.voids:
            self.table = self.table.at(self.journal.ledger(self.play.id))
            self.undoable = find_undoable(reversed(self.history.entries))
            self._redoable = find_redoable(reversed(self.history.entries))
            self._latest = None
        else:
            self.table = self.table.after(entry.proposal)
            self.undoable, self._redoable = entry, None
            if self._latest is not None:
                self._latest = (entry, *self._latest)[:LATEST]

    def _look_back(self) -> None:
        self._history = self._latest = None
        self.elsewhere = went_on(self.journal, self.play.id)
        if self.game.missing:
            return
        self.undoable = self.journal.undoable(self.play.id)
        self._redoable = self.journal.redoable(self.play.id)
