"""What is looked at of a play on one screen: the turn, a player, an entry, a board, and whose side it is seen from."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.questions import Player
from views.state.play.draft import find_asked
from views.state.play.journal_state import JournalState
from views.state.play.moment import Moment
from views.state.play.part import Part
from views.state.play.play_snapshot import PlaySnapshot


@dataclass(frozen=True, slots=True)
class Pane:
    """What the working panel shows: the turn, a player, everything one can do, or a line of the journal."""

    kind: str = "turn"
    seat: str = ""
    seq: int = 0


TURN = Pane()


@dataclass(eq=False)
class Panel(Part):
    """What is looked at on one screen."""

    pane: Pane = TURN
    tall: bool | None = None
    """Whether a phone's panel has the room of the board too; ``None`` where nobody has said so."""
    centre: str = ""
    """What was picked for the middle of the table."""
    seat_at: int = 0
    """The player picked of several on this device."""
    firm: int = 0
    """The entry to be undone once a reason is given."""
    giving_back: str = ""
    """The sealed bids to be given back once that is confirmed."""
    journal: JournalState = field(default_factory=JournalState, repr=False)
    moment: Moment = field(default_factory=Moment, repr=False)

    def sync(self, snapshot: PlaySnapshot, opened: int) -> None:
        """Take in what was written since; ``opened`` is the entry with which sealed bids were opened."""
        self.moment.look(snapshot, opened)
        if self.firm and (snapshot.undoable is None or snapshot.undoable.seq != self.firm):
            self.firm = 0

    @property
    def covered(self) -> bool:
        """Whether anything lies on top of the turn."""
        return self.pane != TURN or self.play.sheet.own is not None

    def look(self, pane: Pane) -> None:
        """Show something in the working panel; the same again puts it away."""
        self.play.problem = ""
        self.firm = 0
        self.pane = TURN if pane == self.pane else pane

    def name(self, pane: Pane) -> None:
        """Answer with a player who is tapped what asks for one; else show that player."""
        play, sheet = self.play, self.play.sheet
        draft = sheet.draft if self.pane == TURN else None
        question = (
            find_asked(play.snapshot.game.find_action(draft.action), draft) if draft else None
        )
        if (
            draft
            and question
            and isinstance(question.kind, Player)
            and question.name not in draft.answers
        ):
            options = play.snapshot.options(draft.action, draft.answers, question.name) or ()
            if any(option.value == pane.seat and option.refusal is None for option in options):
                sheet.answer(question.name, pane.seat)
                return
        self.look(pane)

    def leave(self) -> None:
        """Close whatever is on top of the turn."""
        self.play.problem = ""
        self.firm = 0
        if self.pane != TURN:
            self.pane = TURN
        else:
            self.play.sheet.close()

    def turn_to(self, at: int) -> None:
        """Look at the play for another of those who play on this device."""
        self.seat_at = at
        self.play.sheet.put_away()

    def ask_to_give_back(self, bids: str) -> None:
        """Ask whether sealed bids are to go back."""
        self.giving_back = bids
        self.play.taps.noticed = self.play.clock()

    def is_confirmed(self, bids: str) -> bool:
        """Whether it was asked if these bids are to go back, long enough ago to have been read."""
        taps = self.play.taps
        return self.giving_back == bids and not taps.is_same(taps.noticed)
