"""What waits for the people at the table: devices that want to come in, and what players ask the bank to record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import flet as ft

from companion.core.action import Action
from companion.core.prompt import Offer
from companion.core.recording.losses import LATER, MONEY, SAY, THINGS, TURN
from companion.core.recording.members import NOD, why_not_allowed
from companion.core.table import listed
from models.frozen import frozen
from models.ledger import Entry, Proposal
from models.names import name_key
from models.rooms import DECLINED, RECORDED, Member, Request, sign_of
from views import theme
from views.app_shell import CORRECT, go, play_route
from views.components import controls
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Part,
    Style,
    button,
    icon_button,
    main_button,
    press,
    quiet_button,
    remark,
    screen,
    soft,
    text,
)
from views.components.player_card import badge
from views.components.receipt import receipt
from views.state.play.draft import Draft, Outcome, begin
from views.state.play.play_snapshot import Person
from views.state.play.play_state import PlayState
from views.state.play.requests import OBJECTION, proposal_of
from views.state.shared_table import names_on
from views.table.frame import Place, use_measures
from views.table.menu import overlay_head
from views.table.sheet import BEFORE_AMOUNT, record_words

HIDDEN_WHY = "Something that is hidden from the table rules it out. Look at it together, or say no."
"""Why a request can't be recorded, on the table's own device."""
JOIN = "join"
"""The action by which a game seats somebody late, where it has one."""
WHY_NOT = ("Not now", "Not your turn", "Not by the rules", "Let's talk")
"""What a banker most likely says with a no."""
BANKER_SAID_NO = "the banker said no"
CANT_NOW = "Can't be done now: "
NOBODY_JOINS = "Nobody can join it now."
LOSSES = {
    MONEY: "This takes money from you.",
    THINGS: "This changes what you have.",
    LATER: "This may cost you money later.",
    TURN: "This ends your turn.",
    SAY: "You decide.",
}
"""What somebody reads on a phone of their own who loses by what another player asks for."""
YES_AGAIN = (
    "Companion was started again since this was asked: a yes from before is asked for once more."
)


# --- what waits ---------------------------------------------------------------------------------------


def sort_waiting(state: PlayState) -> list[Request]:
    """The same in order: what the turn waits for first, and last what can't be done now."""
    return sorted(
        state.requests.for_banker,
        key=lambda request: (
            bool(Asked.of(state, request).why_not),
            request.seat not in state.snapshot.up,
        ),
    )


@frozen
class Asked:
    """A request as it comes out on the book as it is, in words, as far as this device may show it."""

    title: str
    words: str
    """It with its amount; what can't be done any more, by the answers it was given."""
    why_not: str
    """Why it can't be recorded; empty if it can."""
    proposal: Proposal | None = None
    hidden: Sequence[str] = ()
    """Its answers, in words, that may not be shown here."""

    @classmethod
    def of(cls, state: PlayState, request: Request) -> Asked:
        """Try it out."""
        snapshot, answers = state.snapshot, request.answers
        if request.action == OBJECTION:
            seq = answers.get("seq")
            line = _entry_objected_to(state, request)
            what = snapshot.voided_text(line) if line else ""
            title = f"Entry {seq} is wrong"
            return cls(
                title, title, f"Entry {seq} is {what[:1].lower()}{what[1:]}." if what else ""
            )
        action = snapshot.game.find_action(request.action)
        draft = begin(snapshot, Offer(request.action, answers), lead=False)
        outcome, hidden = (
            Outcome.of(snapshot, draft, state.now()),
            state.requests.hidden_answers(request),
        )
        if outcome.proposal:
            words = record_words(snapshot, draft, outcome, named=not hidden)
            why = ""
            if state.keeps_book:
                why = snapshot.game.said("why_not_record", snapshot.table, outcome.proposal)
            if why and not state.seats:
                why = HIDDEN_WHY
            return cls(action.title, words, why, outcome.proposal, hidden)
        shown = [
            question.kind.show(value, snapshot.turn(answers))
            for question in action.questions
            if (value := answers.get(question.name)) not in (None, request.seat)
        ]
        told = any(words in outcome.sentence for words in hidden)
        return cls(
            action.title,
            BEFORE_AMOUNT.join((action.title, *(one for one in shown if one not in hidden))),
            HIDDEN_WHY if told else outcome.sentence or "The game has gone on.",
            hidden=hidden,
        )


def _entry_objected_to(state: PlayState, request: Request) -> Entry | None:
    seq = request.answers.get("seq")
    return next((line for line in state.snapshot.lines if line.seq == seq), None)


# --- the cards of whoever answers ---------------------------------------------------------------------


@screen
def RequestList(state: PlayState) -> Control:
    """List what waits, each with what it would bring about, above the turn's own sheet, which is kept."""
    return controls.column(
        overlay_head(state, state.requests.how_many_wait or "Nobody waits"),
        controls.problem(state.problem),
        (join_card(state, member) for member in state.requests.newcomers),
        (
            RequestCard(state, request, first=not at, key=request.id)
            for at, request in enumerate(sort_waiting(state))
        ),
    )


@screen
def RequestCard(state: PlayState, request: Request, *, first: bool) -> Control:
    """Show what a player asks for with its receipt, to be recorded, changed, or declined with a word."""
    declining, decline = ft.use_state(False)
    if declining:
        return _ask_why_not(state, request, lambda: decline(False))
    asked, version = Asked.of(state, request), state.snapshot.version
    title, words, tone = "{} asks", asked.words, "primary" if first else "plain"
    act = controls.note(f"{CANT_NOW}{asked.why_not}", "warn", live=True) if asked.why_not else None
    above: Part = None
    ways = [button("No", decline, True, key=f"no-{request.id}")]
    if request.action == OBJECTION:
        line, seq = _entry_objected_to(state, request), request.answers.get("seq")

        def look() -> None:
            state.requests.settle(request, RECORDED)
            go(play_route(state.play_id, f"{CORRECT}/line/{seq}"))

        title = f"{{}} says entry {seq} is wrong"
        words = f"\u201c{request.answers.get('words', '')}\u201d"
        above = remark(f"{seq} \u00b7 {line.proposal.narration}") if line else None
        act = act or button(f"Correct entry {seq}", look, tone=tone)
    elif asked.proposal and not act:
        words = asked.proposal.narration
        above = _receipt(asked.proposal), map(remark, _who_agrees(state, request))
        act = button(
            asked.words,
            state.recorder.grant,
            request,
            version,
            tone=tone,
            icon=Icons.CHECK,
            key=f"grant-{request.id}-{version}",
        )
    if request.action != OBJECTION and not asked.hidden:
        change, key = press(state.requests.alter, request), f"change-{request.id}"
        ways.append(button("Change", change, icon=Icons.EDIT_OUTLINED, key=key))
    return _card(state, request, words, above, act, controls.wrap(ways), title=title, accent=first)


def _ask_why_not(state: PlayState, request: Request, back: Callable[[], object]) -> Control:
    """Ask what is said with the no; one tap says it."""
    settle = state.requests.settle
    ways = [
        button(words, settle, request, DECLINED, words, key=f"why-{words}") for words in WHY_NOT
    ]
    plain = quiet_button("Just no", settle, request, DECLINED, key="just-no")
    cancel = quiet_button("Cancel", back, key="cancel-no")
    blocks = controls.wrap(*ways), controls.wrap(plain, cancel)
    return _card(state, request, "The phone shows your answer.", *blocks, title="Say no to {}")


def _card(
    state: PlayState,
    request: Request,
    words: str,
    *content: Part,
    title: str = "{} asks",
    accent: bool = True,
) -> Control:
    """Lay out what a player asks for on a card."""
    person = state.snapshot.person(request.seat)
    name = person.name if person else "Somebody"
    people = [person] if person else []
    return _frame(people, title.format(name), words, *content, accent=accent, key=request.id)


def _frame(
    people: list[Person], title: str, words: str, *content: Part, accent: bool, key: str
) -> Control:
    told = controls.lines(controls.subheading(title), remark(words), expand=True)
    head = ft.Row([*(badge(person, size=44) for person in people), told])
    made = controls.card(head, *content, padding=14, key=key)
    if accent:
        made.border = ft.Border.all(2, theme.ACCENT)
    return made


def _receipt(proposal: Proposal) -> Control | None:
    """How it comes about, above the button."""
    return receipt(proposal, narrated=False) if proposal.working or proposal.rule else None


def _who_agrees(state: PlayState, request: Request) -> list[str]:
    """Tell the banker who has said yes on a phone, who may still, and whom to ask by voice."""
    consent, players = state.requests.consent(request), state.snapshot.table.players
    yes = _names(state, (player.key for player in players if player.key in consent.agreed))
    asked, by_voice = _names(state, consent.waited_for), _names(state, consent.by_voice)
    have = "has" if len(consent.waited_for) == 1 else "have"
    said = [
        f"{yes} said yes." if yes else "",
        f"{asked} {have} not said yes yet." if asked else "",
        state.snapshot.who_is_away(consent.waited_for),
        f"Ask {by_voice}, too." if by_voice else "",
    ]
    return [words for words in said if words]


def _names(state: PlayState, seats: Iterable[str]) -> str:
    return listed(map(state.snapshot.table.name, seats))


def agreements(state: PlayState) -> Controls:
    """What other players ask for, and wait for a yes of whoever plays on this device."""
    return [
        _agreement(state, request, mine)
        for request in state.requests.waiting
        if (mine := state.requests.demands_on_me(request))
    ]


def _agreement(state: PlayState, request: Request, mine: Mapping[str, str]) -> Control:
    """Ask a player, on that player's own phone, for a yes to what somebody else's request takes from them."""
    snapshot = state.snapshot
    proposal = snapshot.referee.propose(request.action, request.answers)
    yes = main_button(
        "Yes" if SAY in mine.values() else f"Yes: {Asked.of(state, request).words}",
        state.recorder.agree,
        request,
        snapshot.version,
        icon=Icons.CHECK,
        key=f"yes-{request.id}-{snapshot.version}",
    )
    no = button("No", state.requests.disagree, request, key=f"disagree-{request.id}")
    # where several play on this phone, it says which of them
    lost = [
        LOSSES[what] if len(state.seats) == 1 else f"{snapshot.table.name(seat)}: {LOSSES[what]}"
        for seat, what in mine.items()
    ]
    if request.id not in state.shared.asked_here:
        lost.append(YES_AGAIN)
    blocks = _receipt(proposal), map(remark, lost), yes, controls.wrap(no)
    return _card(state, request, proposal.narration, *blocks)


# --- who wants to come in -----------------------------------------------------------------------------


def join_card(state: PlayState, member: Member) -> Control:
    """Ask whether a device may come in, and as whom."""
    name = listed(member.people)
    title = f"A phone wants to play as {name}" if name else "A screen wants to watch"
    question = f"Is this {name}'s phone?" if name else "It sees the table and touches nothing."
    people = [person for person in state.snapshot.people if person.name in member.people]
    let_in = main_button(
        f"Let {name} in" if name else "Let it in",
        state.devices.set_people,
        member,
        member.people,
        icon=Icons.CHECK,
        key=f"in-{member.id}",
    )
    no = button("No", state.devices.turn_away, member, key=f"no-{member.id}")
    words = f"{question} It shows {sign_of(member)}."
    blocks = _warnings(state, member), let_in, controls.wrap(no)
    return _frame(people, title, words, *blocks, accent=True, key=f"asks-{member.id}")


def _warnings(state: PlayState, member: Member) -> Iterator[Control]:
    """Tell the host of those who want to come in who has a phone already, and who has no seat."""
    held = names_on(state.shared.devices_of(state.play_id))
    seated = {name_key(person.name) for person in state.snapshot.people}
    join = find_join_action(state)
    for name in member.people:
        if name_key(name) in held:
            yield controls.note(f"{name} plays on another phone already.", "warn")
        elif name_key(name) not in seated:
            way = f"Let {name} in, then tap {join.title}." if join else NOBODY_JOINS
            yield controls.note(f"{name} has no seat in this game. {way}", "warn")
    if any(device.bank for device in state.devices.before(member)):
        yield controls.note(
            f"{listed(member.people)} kept the bank before, and does so again.", "info"
        )


def find_join_action(state: PlayState) -> Action[...] | None:
    """The game's way to seat somebody late, if it can be taken now."""
    found = next((action for action in state.snapshot.game.actions if action.name == JOIN), None)
    return found if found and state.snapshot.why_not(JOIN, {}) is None else None


def seat_button(state: PlayState, name: str) -> Control:
    """Offer to seat somebody who was let in and has no seat, or say that this can't be done now."""
    action = find_join_action(state)
    if action is None or why_not_allowed(state.member(), NOD):
        return soft(f"{name} has no seat in this game.")

    def seat() -> None:
        state.sheet.open(Offer(JOIN, {"called": name}))
        go(play_route(state.play_id, ""))

    return button(
        f"{action.title}: {name}",
        seat,
        icon=Icons.PERSON_ADD_OUTLINED,
        key=f"seat-{name}",
    )


# --- the rows of whoever asked ------------------------------------------------------------------------


def is_settled_by(state: PlayState, draft: Draft) -> bool:
    """Whether nothing of a sheet that the book lays out is left once what this member waits for is recorded."""
    snapshot = state.snapshot
    for request in state.requests.mine:
        if request.action == draft.action:
            proposal = proposal_of(snapshot, request)
            if proposal is None:
                return True
            after = snapshot.table.after(proposal)
            if snapshot.game.prompt(after).sheet != snapshot.prompt.sheet:
                return True
    return False


def asked_rows(state: PlayState, latest: int, lines: int | None = None) -> Controls:
    """Show what was declined, until something newer happens in the player's game; then what the player waits for.

    The player's last entry is ``latest``. Words go on over so many ``lines`` each.
    """
    declined = [_refusal(state, request, lines) for request in state.requests.refusals(latest)]
    return [
        *declined,
        *(_waits(state, request, lines) for request in reversed(state.requests.mine)),
    ]


def _waits(state: PlayState, request: Request, lines: int | None) -> Control:
    asked = Asked.of(state, request)
    told = f"{CANT_NOW}{asked.why_not}" if asked.why_not else _waits_for(state, request)
    act, key = (state.requests.withdraw, request), f"withdraw-{request.id}"
    if lines and use_measures().place is Place.SIDE:
        back = icon_button(Icons.UNDO, "Take back", *act, key=key)
    else:
        back = quiet_button("Take back", *act, key=key)
    return _state_row("warn", Icons.HOURGLASS_EMPTY, asked.words, told, back, lines)


def _waits_for(state: PlayState, request: Request) -> str:
    consent, snapshot = state.requests.consent(request), state.snapshot
    if not consent.waited_for:
        return "Waiting for the banker."
    whose = listed(f"{snapshot.table.name(seat)}'s" for seat in consent.waited_for)
    words = f"Waiting for {whose} yes, {'or' if consent.at_once else 'then'} the banker's."
    return f"{words} {snapshot.who_is_away(consent.waited_for)}".rstrip()


def _refusal(state: PlayState, request: Request, lines: int | None) -> Control:
    told = f"Not recorded: {request.word or BANKER_SAID_NO}."
    close = icon_button(Icons.CLOSE, "Close this answer", state.requests.forget_refusal, request)
    title = Asked.of(state, request).title
    return _state_row("bad", Icons.BLOCK, title, told, close, lines)


def _state_row(  # noqa: PLR0917 - a row from its left to its right
    tone: str, icon: ft.IconData, words: str, told: str, act: Control, lines: int | None
) -> Control:
    """Set what was asked for beside the sign of its state, and at the right end what can be done with it."""
    ground, ink = theme.TONES[tone]
    sign = ft.Container(
        ft.Icon(icon, size=20, color=ink), bgcolor=ground, border_radius=20, padding=7
    )
    # in the last entry's place is room for two lines
    said = [soft(f"{words}. {told}", lines=lines)]
    if not lines:
        said = [text(words, Style.TITLE_SMALL), soft(told)]
    return ft.Row(
        [
            sign,
            controls.read_out(controls.lines(said), f"{words}. {told}", live=True, expand=True),
            act,
        ]
    )
