"""What screens draw of a play at one moment, worked out once however many screens draw it."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from companion import looks
from companion.action import Option
from companion.looks import INKS, SHAPES
from companion.referee import Referee
from models.examination import looked_over
from models.ledger import Refusal
from models.trouble import Trouble
from views.keeping import Keeping

if TYPE_CHECKING:
    from companion.action import Action
    from companion.boards import Board, Clock
    from companion.game import Chip, Ending, Game, Offer, Prompt, Standing
    from companion.kinds import Answers
    from companion.table import Table
    from models.journal import Journal, Written
    from models.ledger import Entry, Proposal
    from models.play import Play
    from views.sealed_bids import Bidding

log = logging.getLogger("companion.views")

LAST_LINES = 12


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the screens know him: name, and the colour and shape of his token."""

    key: str
    name: str
    colour: str
    shape: str


@dataclass(frozen=True, slots=True)
class Anew:
    """What a line says since a correction, and the number of that."""

    proposal: Proposal
    by: int


class Picture:
    """A play after some entry. Everything is read when first asked for, and then kept."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.play: Play = referee.play
        self.game: Game = referee.game
        self.table: Table = referee.table
        self.version = referee.version
        self.undoable: Entry | None = referee.undoable
        self._options: dict[tuple[object, ...], tuple[Option, ...] | None] = {}

    @cached_property
    def secret(self) -> bool:
        """Whether any balance is hidden now."""
        return any(self.game.secret(self.table, account) for account, _ in self.table.ledger.balances)

    @cached_property
    def redoable(self) -> Entry | None:
        """What redo would bring back."""
        return self.referee.redoable

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Everyone seated. The token on the board decides the colour, then the choice made when sitting down."""
        return tuple(
            Person(
                seat.key,
                self.table.name(seat.key),
                looks.known(standing.colour, looks.known(seat.colour, INKS[at % len(INKS)])),
                seat.token if seat.token in SHAPES else SHAPES[at % len(SHAPES)],
            )
            for at, (seat, standing) in enumerate(zip(self.table.players, self.standings, strict=True))
        )

    def person(self, key: str) -> Person | None:
        """The player under this key, if one sits there."""
        return next((one for one in self.people if one.key == key), None)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Everyone's card."""
        return tuple(self.game.standing(self.table, seat.key) for seat in self.table.players)

    @cached_property
    def prompt(self) -> Prompt:
        """What the book expects next."""
        return self.game.prompt(self.table)

    @cached_property
    def status(self) -> tuple[Chip, ...]:
        """Remarks about the play as a whole."""
        return self.game.status(self.table)

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """What lies in the middle of the table, the board that is shown first in front."""
        return tuple(sorted(self.game.boards(self.table), key=lambda one: not one.lead))

    @cached_property
    def clock(self) -> Clock | None:
        """The clock of the play, if one is kept."""
        return self.game.clock(self.table)

    @cached_property
    def ending(self) -> Ending | None:
        """How the play ended, if it did."""
        return self.game.ending(self.table)

    @cached_property
    def offers(self) -> tuple[tuple[Offer, str | None], ...]:
        """Other ways to go on, each with the reason where it is barred."""
        return tuple((offer, self._why_not(offer.action, offer.answers)) for offer in self.prompt.offers)

    @cached_property
    def actions(self) -> tuple[tuple[Action, str | None], ...]:
        """Every action, each with the reason why it can't be done now."""
        return tuple((one, self._barred(one)) for one in self.game.actions)

    def _barred(self, action: Action) -> str | None:
        """Why an action can't be done now, as it looks to the player the table waits for."""
        reason = self._why_not(action.name, {})
        waiting = next((one.seat for one in self.standings if one.up), None)
        if reason is None or waiting is None or not action.questions or action.questions[0].name != "who":
            return reason
        return self._why_not(action.name, {"who": waiting}) or reason

    @cached_property
    def lines(self) -> tuple[Written, ...]:
        """The journal's last lines, newest first."""
        return tuple(self.referee.entries(limit=LAST_LINES))

    @cached_property
    def corrections(self) -> dict[int, Entry]:
        """The corrections that stand, by their numbers."""
        return {one.seq: one for one in self.referee.journal.corrections(self.play.id)}

    @cached_property
    def anew(self) -> dict[int, Anew]:
        """Lines that a correction tells anew, by their numbers."""
        return {
            one.place.seq: Anew(one.proposal, entry.seq)
            for entry in self.corrections.values()
            for one in entry.proposal.retold
            if not one.place.n
        }

    def actions_for(self, seat: str) -> tuple[tuple[Action, str | None], ...]:
        """Every action that asks who does it, with the reason why this player can't."""
        return tuple(
            (action, self._why_not(action.name, {"who": seat}))
            for action in self.game.actions
            if action.questions and action.questions[0].name == "who"
        )

    def options(self, action: str, answers: Answers, question: str) -> tuple[Option, ...] | None:
        """What may be answered, and why not where not."""
        key = (action, question, tuple(sorted(answers.items())))
        if key not in self._options:
            try:
                self._options[key] = self.referee.options(action, answers, question)
            except Exception:
                # a fault in one rule must not take the sheet away: offer everything, the rule has the last word
                log.exception("options of %s.%s failed", action, question)
                kind = self.game.action(action).question(question).kind
                values = kind.candidates(self.table, answers)
                self._options[key] = (
                    None if values is None else tuple(Option(one, kind.show(one, self.table)) for one in values)
                )
        return self._options[key]

    def why_not(self, action: str, answers: Answers) -> str | None:
        """Why an action can't be done with these answers, whatever else is answered; nothing when it can."""
        return self._why_not(action, answers)

    def _why_not(self, action: str, answers: Answers) -> str | None:
        try:
            return self.referee.why_not(action, answers)
        except Exception:
            log.exception("trying %s failed", action)
            return None


class House:
    """The plays that are open in this process: one referee each, shared by every screen.

    ``biddings`` are the sealed bids being laid in them. They are here and nowhere else until they are opened.
    ``keeping`` tells where the books are kept.
    """

    def __init__(self, journal: Journal, keeping: Keeping | None = None) -> None:
        self.journal = journal
        self.keeping = keeping or Keeping()
        self.biddings: dict[str, Bidding] = {}
        self._referees: dict[str, Referee] = {}
        self._pictures: dict[str, Picture] = {}
        self._faults: dict[tuple[str, bool], tuple[str, ...]] = {}
        journal.database.told = self._hear
        self._hear()

    def _hear(self) -> None:
        """Take in whether the book can be written."""
        with suppress(RuntimeError):  # where it is nobody's screen that heard of it, whoever draws next finds it so
            self.keeping.broken = self.journal.database.broken or ""

    def faults(self, play_id: str, *, quiet: bool) -> tuple[str, ...]:
        """What in a play's file is not as it was written: a sentence each, which tells no balance if ``quiet``.

        Looked over once a process, and once more where balances are hidden or shown since.
        """
        key = (play_id, quiet)
        if key not in self._faults:
            self._faults[key] = tuple(self.journal.check(play_id, quiet=quiet))
            if self._faults[key]:
                self.keeping.damage = None  # the first screen is to tell of it too
        return self._faults[key]

    def referee(self, play_id: str) -> Referee:
        """The referee of a play, fetched when first asked for."""
        if play_id not in self._referees:
            self._referees[play_id] = Referee(self.journal, play_id)
        return self._referees[play_id]

    def picture(self, play_id: str) -> Picture:
        """The play as it is now; the same object until something is written."""
        referee = self.referee(play_id)
        held = self._pictures.get(play_id)
        if held is None or held.table is not referee.table:
            held = self._pictures[play_id] = Picture(referee)
        return held

    def look_over(self) -> tuple[str, ...]:
        """Look the file over, and what is on the shelf: what is not as it was written, in sentences."""
        return tuple(fault.sentence for fault in looked_over(self.journal))

    def with_plays(self, found: tuple[str, ...]) -> tuple[str, ...]:
        """Add the plays that were found damaged as they were opened, by now, to what was found in the file."""
        told = list(found)
        for play_id, _ in [key for key, faults in self._faults.items() if faults]:
            with suppress(Refusal, Trouble):
                told.append(f"{self.referee(play_id).play.title} is damaged.")
        return tuple(dict.fromkeys(told))

    def reread(self) -> None:
        """Read every play again: the file is another one now. What is no longer in it is let go."""
        for play_id in list(self._referees):
            try:
                self.refresh(play_id)
            except (Refusal, Trouble):
                del self._referees[play_id]
                self._pictures.pop(play_id, None)
        self._faults.clear()

    def open_again(self) -> None:
        """Open the book again after a failed save, and read every play as it is now.

        Raises:
            ReadOnly, Busy: nothing can be saved yet, so it is still to be read only.
            Unopenable, Damaged: it can't even be read.

        """
        self.journal.database.reopen()
        self.reread()

    def refresh(self, play_id: str) -> None:
        """Read a play again, after a hand outside this process may have written to it."""
        referee = self.referee(play_id)
        before, table, play = referee.version, referee.table, referee.play
        referee.refresh()
        held = self._pictures.get(play_id)
        if held and held.table is table and referee.version == before and referee.play == play:
            held.table = referee.table  # nothing new: keep what was worked out

    def forget(self, play_id: str) -> None:
        """Let go of a play that was put away."""
        self._referees.pop(play_id, None)
        self._pictures.pop(play_id, None)
        self.biddings.pop(play_id, None)
