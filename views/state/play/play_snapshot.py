"""What screens draw of a play at one moment, computed once however many screens draw it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache, cached_property
from typing import Any

from companion.core.action import Action, PossibleAnswer
from companion.core.answers import NO_ANSWERS, Answers
from companion.core.game import Game
from companion.core.prompt import Offer, Prompt
from companion.core.recording.countable import Count
from companion.core.recording.differences import headline
from companion.core.recording.referee import Referee
from companion.core.recording.rules_at import RulesAt
from companion.core.show.boards import BigBoard, Board, Clock
from companion.core.show.cards import Badge, Ending, Standing
from companion.core.show.people import People, Person, people_at, with_teams
from companion.core.show.statement import Movement, Part, share
from companion.core.show.television import big_boards
from companion.core.table import Table, listed, sentence
from companion.core.turn import TurnOf
from companion.core.units import format_amount, speak
from companion.statistics import turn_times
from models.frozen import frozen
from models.ledger import AMEND, COUNT, Entry, Line, Proposal, ReceiptLine, Refusal, sum_postings
from models.plays import Play
from views.components import amounts
from views.components.journal_row import RowContent, describe_change
from views.components.privacy import Privacy

__all__ = ["People", "Person", "PlaySnapshot", "RevisedLine"]

log = logging.getLogger("companion.views")

MOST_NAMED = 3
"""More players than this who are away are counted: their names have no room on a television."""
PAST = "This is the past. Go back to now to record something."


@frozen
class RevisedLine:
    """What a line says since a correction, and the number of that."""

    proposal: Proposal
    by: int


class PlaySnapshot:
    """A play after some entry, the last one or an earlier. Everything is read when first asked for, and then kept.

    ``away`` are the people whose devices don't answer, by the keys of their names.
    """

    def __init__(self, rules: RulesAt, away: Collection[str] = ()) -> None:
        self.rules = rules
        self.away = away
        self.play: Play = rules.play
        self.game: Game = rules.game
        self.table: Table = rules.table
        self.version = rules.version
        self.undoable: Entry | None = rules.undoable
        self._after: tuple[Proposal, tuple[Board, ...]] | None = None
        self.whole: dict[tuple[object, ...], Proposal | None] = {}
        self._options: dict[tuple[object, ...], tuple[PossibleAnswer, ...] | None] = {}
        self._reasons: dict[tuple[object, ...], str | None] = {}

    @property
    def referee(self) -> Referee:
        """The referee, who records.

        Raises:
            Refusal: the play is looked at as it once was.

        """
        if isinstance(self.rules, Referee):
            return self.rules
        raise Refusal(PAST)

    def find_action(self, key: str) -> Action[...]:
        """The action of the game with this key."""
        return self.game.find_action(key)

    def name(self, seat: str) -> str:
        """The name of a player, or of a pot."""
        return self.table.name(seat)

    @cached_property
    def secret(self) -> bool:
        """Whether any balance is hidden now."""
        return self.game.hides(self.table)

    @cached_property
    def redoable(self) -> Entry | None:
        """What redo would bring back."""
        return self.rules.redoable

    @cached_property
    def people(self) -> People:
        """Everyone seated."""
        return people_at(self.table, self.standings, self.away)

    @cached_property
    def sides(self) -> People:
        """Everyone seated, and every team with the token of the first who is in it."""
        return with_teams(self.people, self.game, self.table)

    def person(self, key: str) -> Person | None:
        """The player or the team under this key, if there is one."""
        return next((person for person in self.sides if person.key == key), None)

    def who_is_away(self, seats: Iterable[str]) -> str:
        """Say who of these is away; empty if nobody is."""
        asked = {*seats}
        names = [person.name for person in self.people if person.away and person.key in asked]
        who = listed(names) if len(names) <= MOST_NAMED else f"{len(names)} players"
        return f"{who} {'is' if len(names) == 1 else 'are'} away." if names else ""

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everyone's card."""
        return self.game.standings(self.table)

    def secrets(self, who: str, privacy: Privacy) -> Callable[[], tuple[tuple[str, str], ...]]:
        """What only one player may see, read when it is looked at; nothing on a device that may not show it."""

        def look() -> tuple[tuple[str, str], ...]:
            if not privacy.may_show(self.play.id, self.table, who):
                return ()
            return next(
                (standing.secret for standing in self.standings if standing.seat == who), ()
            )

        return look

    @cached_property
    def up(self) -> tuple[str, ...]:
        """The seats of those whose turn it is."""
        return tuple(standing.seat for standing in self.standings if standing.up)

    @cached_property
    def prompt(self) -> Prompt:
        """What the book expects next."""
        return self.game.prompt(self.table)

    @cached_property
    def status(self) -> tuple[Badge, ...]:
        """Remarks about the play as a whole."""
        return self.game.status_of(self.table)

    @cached_property
    def pots(self) -> tuple[tuple[str, str, int], ...]:
        """The table's pots: key, name and what lies in each; none while any money is hidden."""
        return self.game.pots(self.table)

    @cached_property
    def in_pots(self) -> tuple[Badge, ...]:
        """What lies in each pot, as remarks beside those about the play as a whole."""
        unit = self.turn().unit if self.pots else ""
        return tuple(
            Badge(f"{sentence(name)} {format_amount(holds, unit)}") for _, name, holds in self.pots
        )

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """What lies in the middle of the table, the board that is shown first in front."""
        return tuple(sorted(self.game.boards(self.table), key=lambda board: not board.lead))

    def boards_after(self, proposal: Proposal) -> tuple[Board, ...]:
        """What the boards would show once a proposal is recorded, kept for the last one that was asked about."""
        if self._after is None or self._after[0] is not proposal:
            self._after = proposal, self.game.boards(self.table.after(proposal))
        return self._after[1]

    @cached_property
    def television(self) -> tuple[BigBoard, ...]:
        """What a television shows: the board for the room, and what stands beside it."""
        return big_boards(self.game, self.table, self.boards, self.standings)

    @cached_property
    def clock(self) -> Clock | None:
        """The clock of the play, if one is kept."""
        return self.game.said("clock", self.table, otherwise=None)  # type: ignore[no-any-return] # as it is declared

    @cached_property
    def ending(self) -> Ending | None:
        """How the play ended, if it did."""
        return self.game.ending(self.table)

    @cached_property
    def offers(self) -> tuple[tuple[Offer, str | None], ...]:
        """Other ways to go on, each with the reason where it is barred."""
        return self.with_reasons(self.prompt.offers)

    def with_reasons(self, offers: Iterable[Offer]) -> tuple[tuple[Offer, str | None], ...]:
        """Offers, each with the reason where it is barred."""
        return tuple((offer, self.why_not(offer.action, offer.answers)) for offer in offers)

    @cached_property
    def actions(self) -> tuple[tuple[Action[...], str | None], ...]:
        """Every action, each with the reason why it can't be done now."""
        return tuple((action, self._why_barred(action)) for action in self.game.actions)

    def _why_barred(self, action: Action[...]) -> str | None:
        """Why an action can't be done now, as it looks to the player the table waits for."""
        who = {"who": self.up[0]} if self.up and _asks_who(action) else {}
        reason = self.why_not(action.name, {})
        return reason and (self.why_not(action.name, who) or reason)

    @cached_property
    def lines(self) -> tuple[Entry, ...]:
        """The journal's last lines, newest first; none in the past, where no journal is looked at."""
        return self.rules.latest() if isinstance(self.rules, Referee) else ()

    def lines_about(self, person: Person) -> Iterator[Entry]:
        """Those lines, and then the earlier ones about a person."""
        yield from self.lines
        if self.lines:
            before, journal = self.lines[-1].seq, self.referee.journal
            yield from journal.entries(
                self.play.id, before=before, limit=len(self.lines), holder=person.key
            )

    @cached_property
    def since(self) -> Callable[[int], tuple[Entry, ...]]:
        """The entries after one that stand, in the order written."""
        return cache(self.referee.since)

    @cached_property
    def corrections(self) -> dict[int, Entry]:
        """The corrections that stand, by their numbers."""
        return {entry.seq: entry for entry in self.referee.journal.corrections(self.play.id)}

    @cached_property
    def revised(self) -> dict[int, RevisedLine]:
        """Lines that a correction revises, by their numbers."""
        return {
            line.place.seq: RevisedLine(line.proposal, entry.seq)
            for entry in self.corrections.values()
            for line in entry.proposal.revised
            if not line.place.n
        }

    def is_crossed_out(self, entry: Entry) -> bool:
        """Whether an entry no longer counts, not even as a correction has it, or only took another back."""
        return entry.turns_back or (entry.voided_by is not None and entry.seq not in self.revised)

    def voided_text(self, entry: Entry) -> str:
        """Say that an entry is crossed out or corrected, and by which other; empty if it counts as written."""
        if revised := self.revised.get(entry.seq):
            return f"Corrected in entry {revised.by}"
        if entry.voided_by is None:
            return ""
        if entry.voided_by not in self.corrections:
            return f"Crossed out by entry {entry.voided_by}"
        correction = f"correction in entry {entry.voided_by}"
        if entry.proposal.action == AMEND:
            return f"Part of the {correction} since"
        return f"Crossed out by the {correction}"

    def subject(self, entry: Entry) -> Person | None:
        """The player whom an entry is about: the first word of its sentence, who did it, or who is moved by it.

        Of two whom it moves, it is about the one named first.
        """
        proposal = self.proposal_now(entry)
        named = [
            person for person in self.people if proposal.narration.startswith(f"{person.name} ")
        ]
        if named or entry.turns_back:
            return max(named, key=lambda person: len(person.name), default=None)
        if who := self.person(str(proposal.answers.get("who"))):
            return who
        movers = {account.partition(":")[0] for account, _ in self._open_moves(entry)}
        moved = [person for person in self.people if person.key in movers]
        answers = [*proposal.answers.values()]
        first = sorted(
            (person for person in moved if person.key in answers),
            key=lambda person: answers.index(person.key),
        )
        if len(moved) == 1 or (first and len(moved) == 2):
            return (first or moved)[0]
        return None

    def proposal_now(self, entry: Entry) -> Proposal:
        """What an entry says since its correction, if there is one."""
        return self.revised[entry.seq].proposal if entry.seq in self.revised else entry.proposal

    def _open_moves(self, entry: Entry) -> dict[tuple[str, str], int]:
        """What an entry moves, without what is hidden from the table; of a correction, what it changes."""
        proposal = self.proposal_now(entry)
        moves = (
            self.referee.changed_sums(entry)
            if proposal.action == AMEND
            else sum_postings(proposal.postings)
        )
        return {
            key: quantity
            for key, quantity in moves.items()
            if quantity and not self.game.is_secret(self.table, key[0])
        }

    def figure(self, entry: Entry, holder: str = "") -> ReceiptLine | None:
        """The one figure beside an entry: what it is to ``holder``, or else to the player whom it is about.

        Among one player's entries a correction has none: those it changes have theirs.
        """
        if entry.turns_back or (holder and entry.proposal.action == AMEND):
            return None
        if entry.proposal.action == COUNT:
            head = headline(entry.proposal)
            return replace(head, text="") if head else None
        if not holder:
            person = self.subject(entry)
            holder = person.key if person else ""
        return share(self.game, self._open_moves(entry), holder)

    def row_of(
        self,
        entry: Entry,
        holder: str = "",
        *,
        movement: Movement | None = None,
        count: Count | None = None,
    ) -> RowContent:
        """Read from an entry what its row shows; among those of a ``holder``, ``movement`` is what it moved for them.

        Whether a player is away now says nothing of what happened then.
        """
        person = self.subject(entry)
        corrected = entry.seq in self.revised
        crossed_out = entry.voided_by is not None and not corrected
        counted = None if crossed_out else count
        remarks = [counted.words.rstrip(".") if counted else self.voided_text(entry)]
        note = ""
        if movement:
            note = describe_change(movement, amounts.figure)
            remarks.append(describe_change(movement, speak))
            parts = movement.parts
        else:
            figure = self.figure(entry, holder)
            parts = (Part(figure, None),) if figure else ()
        return RowContent(
            entry.seq,
            self.proposal_now(entry).narration or "Recorded",
            entry.proposal.action,
            replace(person, away=False) if person else None,
            parts,
            note,
            ". ".join(filter(None, remarks)),
            crossed_out,
            corrected,
            counted.held if counted else None,
        )

    def row_of_line(
        self, line: Line | Movement, holder: str = "", movement: Movement | None = None
    ) -> RowContent:
        """Read what the row of a line shows: one that a correction has put in has that one's number."""
        seq = line.entry.seq if line.place.n else line.place.seq
        entry = replace(line.entry, seq=seq, proposal=line.proposal)
        row = self.row_of(entry, holder, movement=movement)
        if not line.place.n:
            return row
        where = f"Added after entry {line.place.seq}" if line.place.seq else "Added at the start"
        remark = ". ".join(filter(None, (where, row.remark)))
        return replace(row, n=line.place.n, remark=remark, corrected=True)

    @cached_property
    def changes(self) -> dict[str, ReceiptLine]:
        """What the last entry has brought or cost each player whom it moved, as far as it is not hidden."""
        last = next(iter(self.lines), None)
        found = (
            {person.key: self.figure(last, person.key) for person in self.people} if last else {}
        )
        if (
            last and self.game.cash
        ):  # it stands beside the cash, which a debt or a lost stake leaves as it was
            accounts = {account for account, _ in self._open_moves(last)}
            found = {key: line for key, line in found.items() if f"{key}:cash" in accounts}
        return {key: line for key, line in found.items() if line and line.signed}

    @cached_property
    def statement(self) -> Callable[[str], list[Movement]]:
        """What moved a player's money in playing order, and what corrections changed of it."""
        return cache(self.referee.statement)

    @cached_property
    def turn_began(self) -> tuple[str, datetime] | None:
        """Whose turn it is and since when; ``None`` once the play is over, while it is nobody's, and in the past."""
        if self.ending or not isinstance(self.rules, Referee):
            return None
        return turn_times.turn_began(self.game, self.table, self.referee.lines())

    def actions_for(self, seat: str) -> tuple[tuple[Action[...], str | None], ...]:
        """Every action that asks who does it, with the reason why this player can't."""
        return tuple(
            (action, self.why_not(action.name, {"who": seat}))
            for action in self.game.actions
            if _asks_who(action)
        )

    def turn(self, answers: Answers = NO_ANSWERS) -> TurnOf[Any]:
        """The table as rules see it, with the answers so far."""
        return self.game.turn(self.table, answers)

    def options(
        self, action: str, answers: Answers, question: str
    ) -> tuple[PossibleAnswer, ...] | None:
        """What may be answered, and why not where not."""
        key = (action, question, tuple(sorted(answers.items())))
        if key not in self._options:
            try:
                self._options[key] = self.find_action(action).options(self.table, answers, question)
            except Exception:
                # a fault in one rule must not take the sheet away: offer everything, the rule has the last word
                log.exception("options of %s.%s failed", action, question)
                kind = self.find_action(action).question(question).kind
                t = self.turn(answers)
                values = kind.candidates(t)
                self._options[key] = (
                    None
                    if values is None
                    else tuple(PossibleAnswer(value, kind.show(value, t)) for value in values)
                )
        return self._options[key]

    def why_not(self, action: str, answers: Answers) -> str | None:
        """Why an action can't be done with these answers, whatever the others are; empty if it can."""
        key = (action, *sorted(answers.items()))
        if key not in self._reasons:  # every screen of the play asks the same, and each bid again
            try:
                self._reasons[key] = self.game.why_not(action, self.table, answers)
            except Exception:
                log.exception("trying %s failed", action)
                self._reasons[key] = None
        return self._reasons[key]


def _asks_who(action: Action[...]) -> bool:
    """Whether an action asks first who does it."""
    return bool(action.questions) and action.questions[0].name == "who"
