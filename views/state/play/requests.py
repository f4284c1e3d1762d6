"""What is asked of the banker and of the other players, on the screen of whoever asks and of whoever answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import uuid4

from companion.core.action import Question
from companion.core.answers import Answers
from companion.core.prompt import Offer
from companion.core.recording import members
from companion.core.recording.losses import SAY
from companion.core.recording.losses import TURN as ENDS_TURN
from companion.core.recording.members import ASK, INVITE, NOD
from companion.core.table import Value, listed
from models.frozen import frozen
from models.ledger import Proposal, Refusal
from models.rooms import DECLINED, WITHDRAWN, Member, Request
from views.state.play.draft import Draft
from views.state.play.panel import TURN, OnTop
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.sheet import Sheet
from views.state.play.viewpoint import Part
from views.state.shared_table import Declined

NOT_YOURS = "Only a player who does this, or the banker, asks for it."
OBJECTION = "objection"
"""The request that says which entry is wrong; its answers are the entry's number and some words."""
LONGEST_WORDS = 200
ASKED_ALREADY = "You have asked for this already: it waits for an answer."
MOST_ASKED = 6
"""So many requests of one member may wait at once."""


@frozen
class Consent:
    """Whose yes a request needs as it comes out on the book as it is; nobody's where it can't be done.

    Where the banker confirms everything, those are asked with whom something is agreed; what the rules take from
    somebody is the banker's alone.
    """

    proposal: Proposal | None
    at_once: bool = False
    """Whether all is recorded at once where it was made, with no word of the bank."""
    losses: Mapping[str, str] = field(default_factory=dict)
    """What it takes from players, by their seats."""
    phones: frozenset[str] = frozenset()
    """The seats that have a phone."""
    agreed: frozenset[str] = frozenset()

    @property
    def waited_for(self) -> dict[str, str]:
        """What it takes from the players whose phones ask them, without those who said yes.

        Where all is recorded at once, and one of them has no phone, the banker decides for all.
        """
        if self.at_once and self.by_voice:
            return {}
        asked = self.phones - self.agreed
        return {seat: what for seat, what in self.losses.items() if seat in asked}

    @property
    def by_voice(self) -> list[str]:
        """Those who have no phone to say yes on: the banker asks them."""
        return [seat for seat in self.losses if seat not in self.phones]


def proposal_of(snapshot: PlaySnapshot, request: Request) -> Proposal | None:
    """What a request comes to on the book as it is; ``None`` where it can't be done, or is no action of the game."""
    try:
        return snapshot.referee.propose(request.action, request.answers)
    except Refusal:
        return None


@dataclass(eq=False)
class Requests(Part):
    """What is asked in one play, as its screen asks and answers."""

    sheet: Sheet
    panel: OnTop
    asked: dict[str, Request] = field(default_factory=dict, repr=False)
    """The requests whose sheets were opened here, by command."""

    def require(self, right: str) -> str:
        """Return the member whose screen this is, if it has a right now.

        Raises:
            Refusal: it does not.

        """
        return self._shared.require(self._by, right).id

    @property
    def waiting(self) -> list[Request]:
        """What members ask the bank to record."""
        return self._shared.requests_waiting(self.play.play_id)

    @property
    def for_banker(self) -> list[Request]:
        """The same, for whoever keeps the book."""
        return self.waiting if self._may(NOD) else []

    @property
    def newcomers(self) -> list[Member]:
        """The devices that wait to be let in, for whoever may do so."""
        room = self._shared.room_of(self.play.play_id)
        return self._shared.members_asking(room) if room and self._may(INVITE) else []

    def _may(self, right: str) -> bool:
        return members.why_not_allowed(self.play.member(), right) is None

    @property
    def how_many_wait(self) -> str:
        """How many phones wait for this member, whatever each of them asks for; empty if none does."""
        phones = {member.id for member in self.newcomers}
        count = len(phones | {request.member for request in self.for_banker})
        return (
            "1 phone is waiting" if count == 1 else f"{count} phones are waiting" if count else ""
        )

    @property
    def mine(self) -> list[Request]:
        """What this member has asked for, and still waits for."""
        return [request for request in self.waiting if request.member == self._by]

    def ask_for(self, action: str, answers: Answers, command: str) -> Request | None:
        """Ask the bank for an action; ``None`` if this device waits for it, or for too many answers, already.

        Raises:
            Refusal: nobody who plays on this device may ask for it.

        """
        play = self.play
        self.require(ASK)
        if not self.sheet.may_fill_in(action, answers):
            raise Refusal(NOT_YOURS)
        asker = play.snapshot.find_action(action).own_question(answers, play.seats)
        seat = str(answers[asker]) if asker else play.seat
        return self._send(command, seat, action, answers)

    def object_to(self, seq: int, words: str) -> None:
        """Tell the bank that an entry is wrong.

        Raises:
            Refusal: this device asks for nothing.

        """
        self.require(ASK)
        if said := words.strip()[:LONGEST_WORDS]:
            seat = next(iter(self.play.seats), "")
            self._send(uuid4().hex, seat, OBJECTION, {"seq": seq, "words": said})

    def _send(self, command: str, seat: str, action: str, answers: Answers) -> Request | None:
        play, mine = self.play, self.mine
        request = Request(command, play.play_id, self._by, seat, datetime.now(UTC), action, answers)
        if self._said(request) in map(self._said, mine):
            play.problem = ASKED_ALREADY
            return None
        if len(mine) >= MOST_ASKED:
            play.problem = "The banker has several requests of yours. Wait for an answer first."
            return None
        self._shared.ask(request)
        play.tick()
        return request

    def _said(self, request: Request) -> tuple[object, ...]:
        """What a request asks for, and for which player; the moment at which it was asked does not count."""
        moments = set[str]()
        if request.action != OBJECTION:
            action = self.snapshot.find_action(request.action)
            moments = {question.name for question in action.questions if not question.kind.asked}
        answers = {
            name: value
            for name, value in request.answers.items()
            if value is not None and name not in moments
        }
        return request.seat, request.action, answers

    def withdraw(self, request: Request) -> None:
        """Take back what this member asked for.

        Raises:
            Refusal: it takes part no longer.

        """
        by = self.require(ASK)
        if request.member == by:
            self._shared.settle(request, WITHDRAWN, by=by)

    def say_asked_already(self, draft: Draft) -> str:
        """Say that a player's phone waits for what a sheet of the bank would record for the same player.

        Whoever records it all the same records it twice over, or makes the other one impossible.
        """
        play = self.play
        snapshot, action = play.snapshot, play.snapshot.find_action(draft.action)
        for request in self.waiting if play.keeps_book else ():
            if (
                request.action != draft.action
                or request.id == draft.command
                or not proposal_of(snapshot, request)
            ):
                continue
            asker = action.own_question(request.answers, (request.seat,))
            if not asker or draft.answers.get(asker) == request.seat:
                table, asked = snapshot.table, self.consent(request).waited_for
                waits = listed(f"{table.name(seat)}'s" for seat in asked) or "your"
                words = f"{table.name(request.seat)}'s phone has asked for this: it waits for {waits} yes."
                return f"{words} {snapshot.who_is_away(asked)}".rstrip()
        return ""

    def hidden_answers(self, request: Request) -> list[str]:
        """The answers of a request, in words, that this device may not show.

        What its entry would say for all to read is not hidden.
        """
        if request.action == OBJECTION:
            return []
        snapshot = self.snapshot
        said = proposal_of(snapshot, request)
        action, turn = snapshot.find_action(request.action), snapshot.turn(request.answers)
        given = {name: value for name, value in request.answers.items() if value is not None}
        hidden = given.keys() & self.play.hidden_questions(request.action, given).keys()
        words = [action.question(name).kind.show(given[name], turn) for name in hidden]
        return [word for word in words if said is None or word not in said.narration]

    def given_before(self, draft: Draft, question: Question) -> set[Value]:
        """The answers that a player on this device has asked for, or was given and still holds, by the same action.

        Only where the question is private to that player: all other devices offer them, and so tell nobody.
        """
        snapshot, action, asked = self.snapshot, draft.action, question.name
        owner = snapshot.find_action(action).private_to(question, snapshot.table, draft.answers)
        if owner not in self.play.seats:
            return set()
        waiting = {
            request.answers.get(asked)
            for request in self.waiting
            if (request.action, request.seat) == (action, owner)
        }
        given = {
            entry.proposal.answers.get(asked)
            for entry in snapshot.since(0)
            if entry.proposal.action == action
        }
        balances = snapshot.table.ledger.balances.items()
        held = {
            unit
            for (account, unit), count in balances
            if count > 0 and account.partition(":")[0] == owner
        }
        return waiting | (given & held)

    def consent(self, request: Request) -> Consent:
        """Whose yes a request needs."""
        shared, snapshot = self._shared, self.snapshot
        room, proposal = shared.room_of(request.play), proposal_of(snapshot, request)
        if room is None or proposal is None:
            return Consent(proposal)
        asker = shared.member(request.member)
        losses = members.losses_of_others(asker, proposal, snapshot.referee)
        if not room.at_once:
            named = {str(value) for value in request.answers.values()}
            losses = {
                seat: what
                for seat, what in losses.items()
                if what == SAY or (what != ENDS_TURN and seat in named)
            }
        agreed = shared.who_agreed(request, proposal)
        return Consent(proposal, room.at_once, losses, self.play.with_phones, agreed)

    def demands_on_me(self, request: Request) -> dict[str, str]:
        """What a request takes from those who play on this device, if their yes is waited for."""
        asked = self.consent(request).waited_for
        return {seat: what for seat, what in asked.items() if seat in self.play.seats}

    def disagree(self, request: Request) -> None:
        """Say no to what a request takes from the players here.

        Raises:
            Refusal: nobody plays on this device any more.

        """
        by = self.require(ASK)
        if mine := self.demands_on_me(request):
            names = listed(self.snapshot.name(seat) for seat in mine)
            self._note_declined(request)
            self._shared.settle(request, DECLINED, f"{names} said no", by=by)

    def _note_declined(self, request: Request) -> None:
        snapshot, shared = self.snapshot, self._shared
        last = shared.rooms.last_request(request.play, request.member)
        shared.declined[request.id] = Declined(
            snapshot.version, snapshot.prompt.event, last.id if last else ""
        )

    def refusals(self, latest: int) -> list[Request]:
        """What was declined of this member's requests, until the player's game goes on or the player closes it.

        It goes on with an entry that concerns the player, of which ``latest`` is the last, with the player's next
        request, and with another phase of the game.
        """
        rooms, declined, asked_here = (
            self._shared.rooms,
            self._shared.declined,
            (self.play.play_id, self._by),
        )
        last, event = rooms.last_request(*asked_here), self.snapshot.prompt.event
        news = []
        for request in rooms.answered_requests(*asked_here):
            if noted := declined.get(request.id):
                now = Declined(max(latest, noted.version), event, last.id if last else "")
                if now == noted:
                    news.append(request)
                else:
                    del declined[request.id]
        return news

    def forget_refusal(self, request: Request) -> None:
        """Show no longer that a request of this member was declined."""
        if request.member == self._by:
            self._shared.declined.pop(request.id, None)
            self.play.redraw()

    def alter(self, request: Request) -> None:
        """Open what was asked for as a sheet, to record it otherwise.

        Raises:
            Refusal: that is the banker's.

        """
        self.require(NOD)
        sheet = self.sheet
        if self.hidden_answers(request):
            return
        sheet.open(Offer(request.action, request.answers))
        if sheet.own:
            sheet.own = replace(sheet.own, command=request.id)
            self.asked[request.id] = request

    def settle(self, request: Request, state: str, word: str = "") -> None:
        """Say no to a request, or that it was seen to: from the list of all that wait, which is left once none does.

        Raises:
            Refusal: that is the banker's.

        """
        by = self.require(NOD)
        if state == DECLINED:
            self._note_declined(request)
        self._shared.settle(request, state, word, by=by)
        if not self.waiting:
            self.panel.pane = TURN
