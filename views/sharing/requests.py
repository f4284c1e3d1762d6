"""What waits for the people at the table: devices that want to come in, and what players ask the bank to record."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import flet as ft

from companion.core.action import Action
from companion.core.prompt import Offer
from companion.core.recording.losses import LATER, MONEY, SAY, THINGS, TURN
from companion.core.recording.members import INVITE, NOD, why_not_allowed
from companion.core.table import listed
from models.ledger import Proposal
from models.names import name_key
from models.rooms import RECORDED, Member, Request, sign_of
from views import theme
from views.app_shell import CORRECT, go, play_route
from views.components import controls
from views.components.controls import Style, button, icon_button, press, screen, soft, text
from views.components.journal_row import voided_text
from views.components.player_card import badge
from views.components.receipt import receipt
from views.state.play.draft import Draft, Outcome, begin
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.state.play.requests import (
    OBJECTION,
    demands_of,
    proposal_of,
    who_agreed,
    without_a_phone,
)
from views.state.shared_table import names_on
from views.table.menu import overlay_head
from views.table.sheet import BEFORE_AMOUNT, record_words


def members_asking(state: PlayState) -> list[Member]:
    """The devices that wait to be let in, for whoever may do so."""
    shared = state.open_plays.shared
    room = shared.room_of(state.play_id)
    if room is None or why_not_allowed(state.member(), INVITE) is not None:
        return []
    return shared.members_asking(room)


def _requests_waiting(state: PlayState) -> list[Request]:
    """What players ask the bank to record, for whoever keeps the book."""
    return (
        []
        if why_not_allowed(state.member(), NOD) is not None
        else state.open_plays.shared.requests_waiting(state.play_id)
    )


def sort_waiting(state: PlayState) -> list[Request]:
    """The same in order: what the turn waits for first, and last what can't be done now."""
    up = {standing.seat for standing in state.snapshot.standings if standing.up}
    return sorted(
        _requests_waiting(state),
        key=lambda request: (bool(why_not(state, request)), request.seat not in up),
    )


def why_not(state: PlayState, request: Request) -> str:
    """Why what is asked for can't be recorded on the book as it is; empty if it can."""
    if request.action == OBJECTION:
        line = next(
            (line for line in state.snapshot.lines if line.seq == request.answers.get("seq")), None
        )
        what = voided_text(line, state.snapshot.revised.get(line.seq)) if line else ""
        return f"Entry {line.seq} is {what[:1].lower()}{what[1:]}." if line and what else ""
    _, outcome = _result(state, state.snapshot, request)
    if outcome.proposal is None:
        told = any(words in outcome.sentence for words in state.requests.hidden_answers(request))
        return HIDDEN_WHY if told else outcome.sentence or "The game has gone on."
    hidden = (
        state.snapshot.game.said("why_not_record", state.snapshot.table, outcome.proposal)
        if state.keeps_book
        else ""
    )
    return HIDDEN_WHY if hidden and not state.seats else hidden


HIDDEN_WHY = "Something that is hidden from the table rules it out. Look at it together, or say no."
"""Why a request can't be recorded, on the table's own device."""


def _result(state: PlayState, snapshot: PlaySnapshot, request: Request) -> tuple[Draft, Outcome]:
    """Fill in what is asked for on the book as it is; return that with what it would bring about."""
    draft = begin(snapshot, Offer(request.action, request.answers), lead=False)
    return draft, Outcome.of(snapshot, draft, state.now())


def _cant_now(state: PlayState, request: Request) -> list[ft.Control]:
    why = why_not(state, request)
    return [controls.note(f"Can't be done now: {why}", "warn", live=True)] if why else []


def waiting_words(state: PlayState) -> str:
    """Say how many phones wait, whatever each of them asks for; empty if none does."""
    phones = {member.id for member in members_asking(state)}
    count = len(phones | {request.member for request in _requests_waiting(state)})
    return (
        "" if not count else "1 phone is waiting" if count == 1 else f"{count} phones are waiting"
    )


@screen
def RequestList(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """List what waits, each with what it would bring about, above the turn's own sheet, which is kept."""
    joins = [join_card(state, one) for one in members_asking(state)]
    asked = [
        RequestCard(state, snapshot, one, first=not at, key=one.id)
        for at, one in enumerate(sort_waiting(state))
    ]
    words = waiting_words(state) or "Nobody waits"
    blocks: list[ft.Control] = [overlay_head(state, words), *joins, *asked]
    if state.problem:
        blocks.insert(1, controls.note(state.problem, "bad", live=True))
    return controls.column(*blocks, spacing=12)


def join_card(state: PlayState, member: Member) -> ft.Control:
    """Ask whether a device may come in, and as whom."""
    name = listed(member.people)
    title = f"A phone wants to play as {name}" if name else "A screen wants to watch"
    question = f"Is this {name}'s phone?" if name else "It sees the table and touches nothing."
    people = [person for person in state.snapshot.people if person.name in member.people]
    let_in = button(
        f"Let {name} in" if name else "Let it in",
        press(state.devices.set_people, member, member.people),
        tone="primary",
        icon=ft.Icons.CHECK,
        key=f"in-{member.id}",
    )
    no = button("No", press(state.devices.turn_away, member), key=f"no-{member.id}")
    remarks = [controls.note(words, "warn") for words in _remarks(state, member)]
    words = f"{question} It shows {sign_of(member)}."
    return _frame(
        people, title, words, *remarks, *_acts(let_in, no), accent=True, key=f"asks-{member.id}"
    )


def _remarks(state: PlayState, member: Member) -> list[str]:
    """What the host should know of those who want to come in: who has a phone already, and who has no seat."""
    shared = state.open_plays.shared
    room = shared.room_of(state.play_id)
    held = names_on(shared.members(room) if room else ())
    seated = {name_key(person.name) for person in state.snapshot.people}
    return [
        f"{name} plays on another phone already."
        if name_key(name) in held
        else f"{name} has no seat in this game. {_way_to_a_seat(state, name)}"
        for name in member.people
        if name_key(name) in held or name_key(name) not in seated
    ]


JOIN = "join"
"""The action by which a game seats somebody late, where it has one."""


def find_join_action(state: PlayState) -> Action[...] | None:
    """The game's way to seat somebody late, if it can be taken now."""
    found = next((action for action in state.snapshot.game.actions if action.name == JOIN), None)
    return found if found and state.snapshot.why_not(JOIN, {}) is None else None


def _way_to_a_seat(state: PlayState, name: str) -> str:
    action = find_join_action(state)
    return f"Let {name} in, then tap {action.title}." if action else "Nobody can join it now."


def seat_button(state: PlayState, name: str) -> ft.Control:
    """Offer to seat somebody who was let in and has no seat, or say that this can't be done now."""
    action = find_join_action(state)
    if action is None or why_not_allowed(state.member(), NOD) is not None:
        return soft(f"{name} has no seat in this game.")

    def seat() -> None:
        state.sheet.open(Offer(JOIN, {"called": name}))
        go(play_route(state.play_id, ""))

    return button(
        f"{action.title}: {name}",
        press(seat),
        icon=ft.Icons.PERSON_ADD_OUTLINED,
        key=f"seat-{name}",
    )


def _acts(act: ft.Control, *others: ft.Control) -> list[ft.Control]:
    """Set what is asked for across the whole card, so that no word of it is broken, and the other ways below it."""
    return [act, controls.wrap(*others)]


@screen
def RequestCard(
    state: PlayState, snapshot: PlaySnapshot, request: Request, *, first: bool
) -> ft.Control:
    """Show what a player asks for with its receipt, to be recorded, changed, or declined with a word."""
    declining, decline = ft.use_state(False)
    if declining:
        return _ask_why_not(state, snapshot, request, lambda: decline(False))
    if request.action == OBJECTION:
        return _objection(state, snapshot, request, lambda: decline(True), first=first)
    draft, outcome = _result(state, snapshot, request)
    no = button("No", press(decline, True), key=f"no-{request.id}")
    change = button(
        "Change",
        press(state.requests.alter, request),
        icon=ft.Icons.EDIT_OUTLINED,
        key=f"change-{request.id}",
    )
    refused, hidden = _cant_now(state, request), state.requests.hidden_answers(request)
    others = [no] if hidden else [no, change]
    if outcome.proposal is None or refused:
        acts = controls.wrap(*others)
        return _frame_question(
            snapshot, request, _words(state, snapshot, request), *refused, acts, accent=first
        )
    also = [soft(words, Style.BODY_MEDIUM) for words in _who_agrees(state, snapshot, request)]
    act = button(
        record_words(snapshot, draft, outcome, named=not hidden),
        press(state.recorder.grant, request, snapshot.version),
        tone="primary" if first else "plain",
        icon=ft.Icons.CHECK,
        key=f"grant-{request.id}-{snapshot.version}",
    )
    said = outcome.proposal.narration
    blocks = [*_acts(act, *others), *also, *_receipt(outcome.proposal)]
    return _frame_question(snapshot, request, said, *blocks, accent=first)


def _who_agrees(state: PlayState, snapshot: PlaySnapshot, request: Request) -> list[str]:
    """Tell the banker who has said yes on a phone, who may still, and whom to ask by voice."""
    shared = state.open_plays.shared
    room = shared.room_of(request.play)
    waited_for = demands_of(shared, snapshot, request)
    asked, have = listed(_names(snapshot, waited_for)), "has" if len(waited_for) == 1 else "have"
    away = snapshot.who_is_away(waited_for)
    if room and room.at_once:
        return [words for words in (f"{asked} can say yes as well.", away) if asked and words]
    yes = listed(_names(snapshot, who_agreed(shared, snapshot, request)))
    by_voice = listed(_names(snapshot, without_a_phone(shared, snapshot, request)))
    said = [
        f"{yes} said yes." if yes else "",
        f"{asked} {have} not said yes yet." if asked else "",
        away,
    ]
    return [one for one in (*said, f"Ask {by_voice}, too." if by_voice else "") if one]


def _frame_question(
    snapshot: PlaySnapshot, request: Request, words: str, *content: ft.Control, accent: bool
) -> ft.Control:
    people, name = _asker(snapshot, request)
    return _frame(people, f"{name} asks", words, *content, accent=accent, key=request.id)


def _asker(snapshot: PlaySnapshot, request: Request) -> tuple[list[Person], str]:
    """Who asks, as tokens and by name."""
    person = snapshot.person(request.seat)
    return ([person], person.name) if person else ([], "Somebody")


def _receipt(proposal: Proposal) -> list[ft.Control]:
    """How it comes about, below the buttons: however long it is, they stay in sight."""
    return [receipt(proposal, narrated=False)] if proposal.working or proposal.rule else []


def _names(snapshot: PlaySnapshot, seats: Iterable[str]) -> list[str]:
    return [snapshot.table.name(seat) for seat in seats]


LOSSES = {
    MONEY: "This takes money from {}.",
    THINGS: "This changes what {} has.",
    LATER: "This may cost {} money later.",
    TURN: "This ends {}'s turn.",
    SAY: "{} decides.",
}
"""What somebody reads who loses by what another player asks for."""
YES_AGAIN = (
    "Companion was started again since this was asked: a yes from before is asked for once more."
)


def _agreement(state: PlayState, snapshot: PlaySnapshot, request: Request) -> list[ft.Control]:
    """Ask a player, on that player's own phone, for a yes to what somebody else's request takes from them."""
    mine, proposal = state.requests.demands_on_me(request), proposal_of(snapshot, request)
    if proposal is None or not mine:
        return []
    draft = begin(snapshot, Offer(request.action, request.answers), lead=False)
    named = not state.requests.hidden_answers(request)
    words = record_words(snapshot, draft, Outcome(proposal), named=named)
    yes = button(
        "Yes" if SAY in mine.values() else f"Yes: {words}",
        press(state.recorder.agree, request, snapshot.version),
        tone="primary",
        icon=ft.Icons.CHECK,
        key=f"yes-{request.id}-{snapshot.version}",
    )
    no = button("No", press(state.requests.disagree, request), key=f"disagree-{request.id}")
    lost = [
        soft(LOSSES[what].format(snapshot.table.name(seat)), Style.BODY_MEDIUM)
        for seat, what in mine.items()
    ]
    if request.id not in state.open_plays.shared.asked_here:
        lost.append(soft(YES_AGAIN, Style.BODY_MEDIUM))
    blocks = [*lost, *_acts(yes, no), *_receipt(proposal)]
    return [_frame_question(snapshot, request, proposal.narration, *blocks, accent=True)]


def agreements(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """What other players ask for, and wait for a yes of whoever plays on this device."""
    waiting = state.open_plays.shared.requests_waiting(state.play_id)
    return [card for one in waiting for card in _agreement(state, snapshot, one)]


WHY_NOT = ("Not now", "Not your turn", "Not by the rules", "Let's talk")
"""What a banker most likely says with a no."""


def _ask_why_not(
    state: PlayState, snapshot: PlaySnapshot, request: Request, back: Callable[[], object]
) -> ft.Control:
    """Ask what is said with the no; one tap says it."""
    people, name = _asker(snapshot, request)
    ways = [
        button(one, press(state.requests.decline, request, one), key=f"why-{one}")
        for one in WHY_NOT
    ]
    plain = button("Just no", press(state.requests.decline, request), tone="quiet", key="just-no")
    cancel = button("Cancel", press(back), tone="quiet", key="cancel-no")
    return _frame(
        people,
        f"Say no to {name}",
        "The phone shows it.",
        controls.wrap(*ways),
        ft.Row([plain, cancel]),
        accent=True,
        key=request.id,
    )


def _words(state: PlayState, snapshot: PlaySnapshot, request: Request) -> str:
    """Name what a request asks for, with its amount; what can't be done any more, by the answers it was given.

    An answer that this device may not show is left out.
    """
    hidden = state.hidden_questions(request.action, request.answers)
    draft, outcome = _result(state, snapshot, request)
    if outcome.proposal:
        return record_words(snapshot, draft, outcome, named=not hidden)
    action, answers = snapshot.game.find_action(request.action), request.answers
    given = [
        question
        for question in action.questions
        if answers.get(question.name) is not None and question.name not in hidden
    ]
    said = [(question, answers[question.name]) for question in given]
    shown = [
        one.kind.show(value, snapshot.turn(answers)) for one, value in said if value != request.seat
    ]
    return BEFORE_AMOUNT.join((action.title, *shown))


def _objection(
    state: PlayState,
    snapshot: PlaySnapshot,
    request: Request,
    decline: Callable[[], object],
    *,
    first: bool,
) -> ft.Control:
    people, name = _asker(snapshot, request)
    seq = int(request.answers.get("seq") or 0)
    found = next((line for line in snapshot.lines if line.seq == seq), None)

    def look() -> None:
        state.requests.take_up(request)
        go(play_route(state.play_id, f"{CORRECT}/line/{seq}"))

    correct = button(f"Correct entry {seq}", press(look), tone="primary" if first else "plain")
    no = button("No", press(decline), key=f"no-{request.id}")
    said: list[ft.Control] = (
        [soft(f"{seq} \u00b7 {found.proposal.narration}", Style.BODY_MEDIUM)] if found else []
    )
    refused = _cant_now(state, request)
    acts = [*refused, controls.wrap(no)] if refused else _acts(correct, no)
    words = f"\u201c{request.answers.get('words', '')}\u201d"
    return _frame(
        people,
        f"{name} says entry {seq} is wrong",
        words,
        *said,
        *acts,
        accent=first,
        key=request.id,
    )


def _frame(
    people: list[Person], title: str, words: str, *content: ft.Control, accent: bool, key: str
) -> ft.Control:
    head = ft.Row(
        [
            *(badge(person, size=44) for person in people),
            ft.Column(
                [
                    controls.heading(title, level=3, style=Style.TITLE_LARGE),
                    soft(words, Style.BODY_MEDIUM),
                ],
                spacing=0,
                tight=True,
                expand=True,
            ),
        ],
        spacing=theme.GAP,
    )
    made = controls.card(head, *content, padding=14, spacing=12)
    if accent:
        made.border = ft.Border.all(2, theme.ACCENT)
    made.key = key
    return made


def _mine(state: PlayState) -> list[Request]:
    """What this member has asked for, and still waits for."""
    return [
        one
        for one in state.open_plays.shared.requests_waiting(state.play_id)
        if one.member == state.member().id
    ]


def is_settled_by(state: PlayState, draft: Draft) -> bool:
    """Whether nothing of a sheet that the book lays out is left once what this member waits for is recorded."""
    snapshot = state.snapshot
    for request in _mine(state):
        if request.action == draft.action:
            proposal = proposal_of(snapshot, request)
            if proposal is None:
                return True
            after = snapshot.table.after(proposal)
            if snapshot.game.prompt(after).sheet != snapshot.prompt.sheet:
                return True
    return False


def still_asked(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """List what a player has asked for and waits for, and for whose answer."""
    return _list_under("What you asked for", [_waits(state, snapshot, one) for one in _mine(state)])


def list_answers(state: PlayState, latest: int) -> list[ft.Control]:
    """List what was recorded last of what a player has asked for.

    It is listed until something newer concerns the player, whose ``latest`` entry is that one: from then on it is one
    of those that happened before.
    """
    answered = state.open_plays.shared.rooms.answered_requests(state.play_id, state.member().id)
    recorded = [request for request in answered if request.state == RECORDED]
    return _list_under(
        "Answered last",
        [row for request in recorded for row in _describe_answer(state, request, latest)],
    )


def _list_under(title: str, rows: list[ft.Control]) -> list[ft.Control]:
    if not rows:
        return []
    return [
        controls.column(
            controls.heading(title, level=3, style=Style.TITLE_MEDIUM), *rows, spacing=8
        )
    ]


def _waits(state: PlayState, snapshot: PlaySnapshot, request: Request) -> ft.Control:
    objects = request.action == OBJECTION
    words = _request_words(snapshot, request) if objects else _words(state, snapshot, request)
    told = _cant_now(state, request) or [soft(_waits_for(state, snapshot, request))]
    back = button(
        "Take back",
        press(state.requests.withdraw, request),
        tone="quiet",
        key=f"withdraw-{request.id}",
    )
    return _state_row(
        state, "warn", ft.Icons.HOURGLASS_EMPTY, [text(words, Style.TITLE_SMALL), *told], back
    )


def _describe_answer(state: PlayState, request: Request, latest: int) -> list[ft.Control]:
    """Say that a request was recorded; nothing where its entry is crossed out by now, as the journal says that."""
    entry = state.open_plays.journal_of(state.play_id).find_recorded(state.play_id, request.id)
    if entry is None or entry.voided_by or entry.seq < latest:
        return []
    lines: list[ft.Control] = [text(entry.proposal.narration, Style.TITLE_SMALL), soft("Recorded")]
    return [_state_row(state, "good", ft.Icons.CHECK, lines)]


def _request_words(snapshot: PlaySnapshot, request: Request) -> str:
    if request.action == OBJECTION:
        return f"Entry {request.answers.get('seq')} is wrong"
    return snapshot.game.find_action(request.action).title


def _state_row(
    state: PlayState, tone: str, icon: ft.IconData, lines: list[ft.Control], *acts: ft.Control
) -> ft.Control:
    """Set what was asked for beside the sign of its state; in large text what can be done with it stands below."""
    ground, ink = theme.TONES[tone]
    size = theme.icon_size(state.scale(), 20)
    sign = ft.Container(
        ft.Icon(icon, size=size, color=ink), bgcolor=ground, border_radius=size, padding=7
    )
    told = controls.column(*lines, spacing=0)
    if state.scale() > theme.ROOMY:
        return controls.column(told, *(controls.wrap(act) for act in acts), spacing=0)
    return ft.Row([sign, ft.Container(told, expand=True), *acts], spacing=10)


def last_request(state: PlayState) -> Request | None:
    """What this member has asked for last."""
    return state.open_plays.shared.rooms.last_request(state.play_id, state.member().id)


def show_refusals(state: PlayState, snapshot: PlaySnapshot, latest: int) -> list[ft.Control]:
    """Say first what was declined, until something newer happens in the player's game or the player closes it.

    The player's last entry is ``latest``.
    """
    return [_refusal(state, snapshot, request) for request in state.requests.refusals(latest)]


def _refusal(state: PlayState, snapshot: PlaySnapshot, request: Request) -> ft.Control:
    why = soft(f"Not recorded: {request.word or BANKER_SAID_NO}.")
    told = ft.Semantics(content=why, live_region=True, container=True)
    close = icon_button(
        ft.Icons.CLOSE, "Close this answer", press(state.requests.forget_refusal, request)
    )
    lines = [text(_request_words(snapshot, request), Style.TITLE_SMALL), told]
    return _state_row(state, "bad", ft.Icons.BLOCK, lines, close)


BANKER_SAID_NO = "the banker said no"


def _waits_for(state: PlayState, snapshot: PlaySnapshot, request: Request) -> str:
    asked = demands_of(state.open_plays.shared, snapshot, request)
    if not asked:
        return "Waiting for the banker."
    whose = listed(f"{name}'s" for name in _names(snapshot, asked))
    room = state.open_plays.shared.room_of(request.play)
    words = f"Waiting for {whose} yes, {'or' if room and room.at_once else 'then'} the banker's."
    return f"{words} {snapshot.who_is_away(asked)}".rstrip()
