"""Sealed bids before they are opened, kept in this process alone; and the sheet that asks for them."""

from __future__ import annotations

from types import MappingProxyType

import flet as ft

from companion.core.action import Question
from companion.core.answers import write_each
from companion.core.recording.meanwhile import Shown
from companion.core.several import Each
from companion.core.table import Value, listed
from models.errors import StorageError
from models.ledger import Entry, Refusal
from views import theme
from views.app_shell import go, play_route
from views.components import controls
from views.components.controls import Style, button, press, soft, text
from views.components.player_card import badge
from views.state.play.bidding import NOBODY, Bidding
from views.state.play.draft import Draft, Outcome
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState

BEGUN_ANEW = "The bids on something else went back to whoever made them."


def find_bidding(state: PlayState, snapshot: PlaySnapshot) -> Bidding | None:
    """The bidding of a play, checked against the play as it is now; ``None`` if none is going on."""
    found = state.open_plays.biddings.get(state.play_id)
    if found is None:
        return None
    if found.opened:
        # the moment of opening lasts until something else is written
        return found if snapshot.version == found.opened else None
    found.review(snapshot)
    if found.gone:
        state.open_plays.keep_bids(state.play_id)
    return found


def others(snapshot: PlaySnapshot, draft: Draft, question: str) -> dict[str, Value]:
    """What else a sheet says, beside the bids."""
    names = (question.name for question in snapshot.game.find_action(draft.action).questions)
    answers = draft.answers
    return {
        name: answers[name] for name in names if name != question and answers.get(name) is not None
    }


def for_sheet(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, question: str
) -> Bidding | None:
    """The bidding for a sheet, if it is the one going on: the same action, and all else answered the same."""
    found = find_bidding(state, snapshot)
    if (
        found is None
        or found.opened
        or found.gone
        or (found.action, found.question) != (draft.action, question)
    ):
        return None
    return found if dict(found.answers) == others(snapshot, draft, question) else None


def begin(state: PlayState, snapshot: PlaySnapshot, draft: Draft, question: str) -> Bidding:
    """Take bids for a sheet: continue with those there are, or start again."""
    found = for_sheet(state, snapshot, draft, question)
    if found is None:
        answers = MappingProxyType(others(snapshot, draft, question))
        before = find_bidding(state, snapshot)
        found = Bidding(draft.action, question, answers, snapshot.version)
        if before and before.bids:
            found.message = BEGUN_ANEW
        state.open_plays.biddings[state.play_id] = found
        _announce(state)
    return found


def place_bid(state: PlayState, found: Bidding, seat: str, number: int) -> None:
    """Take a player's bid, in place of any made before.

    Raises:
        Refusal: it is no bid, in words for that player alone; or the bids are open by now.

    """
    snapshot = state.snapshot
    if (
        find_bidding(state, snapshot) is not found
        or found.opened
        or found.gone
        or seat not in found.bidders(snapshot)
    ):
        raise Refusal("These bids are no longer taken.")
    if not state.may_show(seat):
        raise Refusal(f"{snapshot.table.name(seat)} bids on another phone.")
    if wrong := found.wrong(snapshot, seat, number):
        raise Refusal(wrong, found.question)
    if found.laid_on.setdefault(seat, state) is not state:
        found.replaced.add(seat)
    found.bids[seat], found.laid_on[seat] = number, state
    if not found.still_to_bid(snapshot):
        # until then the cover says to each why there is no tick
        found.message = ""
    found.touch()
    _announce(state)


def ask_to_drop(state: PlayState, found: Bidding) -> None:
    """Ask whether to give all bids back."""
    state.panel.ask_to_give_back(found.command)


def keep_bids(state: PlayState) -> None:
    """Keep all bids after all."""
    state.panel.giving_back = ""


def give_back_all(state: PlayState, found: Bidding) -> None:
    """Give all bids back, once that was asked and confirmed."""
    if (
        not state.panel.is_confirmed(found.command)
        or found.opened
        or found.gone
        or not state.keeps_book
    ):
        return
    state.panel.giving_back = ""
    found.forget()
    found.gone, found.given_back = True, state
    found.touch()
    _announce(state)


def open_all(state: PlayState, found: Bidding) -> Entry | None:
    """Open all bids and record the result, once, however often and on however many screens it is tapped.

    If anything was written since they were made, or a bid isn't possible, all are given back unopened.
    """
    turn, entry = found.turn, None
    try:
        state.open_plays.refresh(state.play_id)
        entry = _open_bids(state, found)
    except StorageError as error:
        found.message = error.sentence
        found.touch()
    if found.turn != turn:
        _announce(state)
    return entry


def _open_bids(state: PlayState, found: Bidding) -> Entry | None:
    snapshot = state.snapshot
    if (
        find_bidding(state, snapshot) is not found
        or found.opened
        or found.gone
        or found.still_to_bid(snapshot)
    ):
        return None
    if not state.keeps_book:
        return None
    sealed = write_each({seat: found.bids[seat] for seat in found.bidders(snapshot)})
    answers = {**found.answers, found.question: sealed}
    try:
        proposal = snapshot.referee.propose(found.action, answers)
    except Refusal:
        # its sentence may name whose bid it is
        found.give_back()
        return None
    shown, remark = Shown(found.seen, proposal), found.describe_replaced(snapshot)
    entry = state.recorder.enter(found.action, answers, found.command, shown, remark)
    if entry:
        state.sheet.put_away()
        found.opened, found.message = entry.seq, ""
        found.forget()
        found.touch()
    elif state.snapshot.version != snapshot.version:
        state.problem = ""
        found.review(state.snapshot)
    else:
        found.message = state.problem
        found.touch()
    return entry


def _announce(state: PlayState) -> None:
    """Keep what is bid for, and redraw every screen of the play, this one too. No bid is kept or announced."""
    state.open_plays.keep_bids(state.play_id)
    state.sync()
    state.announce(state.play_id)


BIDS = "bids"
"""Last part of the route on which bids are made."""


def device() -> str:
    """The word for the device that is handed round."""
    return "tablet" if float(ft.context.page.width or 0) >= theme.TABLET else "phone"


def sealed_question(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, question: Question, kind: Each
) -> ft.Control:
    """Show who has bid, and offer to hand the device round; once all bids are in, to open them."""
    found = for_sheet(state, snapshot, draft, question.name)
    try:
        asked = (
            found.bidders(snapshot) if found else tuple(kind.offered(snapshot.turn(draft.answers)))
        )
    except Refusal as refusal:
        return controls.note(refusal.sentence, "info")
    if not asked:
        return controls.note(NOBODY, "info")
    if barred := snapshot.game.why_not(
        draft.action, snapshot.table, others(snapshot, draft, question.name)
    ):
        return controls.note(barred, "info")
    lines: list[ft.Control] = [ticks(snapshot, asked, found)]
    if found:
        lines += again(snapshot, found)
        if away := snapshot.who_is_away(found.still_to_bid(snapshot)):
            lines.append(soft(away, Style.BODY_MEDIUM))
    if found and not found.still_to_bid(snapshot):
        lines += [
            button(
                "Open all bids",
                press(_open, state, found),
                tone="primary",
                icon=ft.Icons.BACK_HAND_OUTLINED,
            ),
            button(
                "Change a bid", press(_round, state, snapshot, draft, question.name), tone="quiet"
            ),
        ]
    else:
        if other := _warn_of_other_bids(state, snapshot, found):
            lines.append(other)
        hand = press(_round, state, snapshot, draft, question.name)
        lines.append(
            button(
                _collect(state, asked, begun=bool(found and found.bids)),
                hand,
                tone="primary",
                icon=ft.Icons.FRONT_HAND_OUTLINED,
                key="hand-round",
            )
        )
        lines.append(
            soft("Everyone bids in secret. Nobody sees a bid until all are opened together.")
        )
    return controls.column(*lines, spacing=theme.GAP)


def _collect(state: PlayState, asked: tuple[str, ...], *, begun: bool) -> str:
    """Say how the bids come in: on this device as it goes round, or all on phones of the players' own."""
    if state.handed_round and any(map(state.may_show, asked)):
        return f"Go on handing the {device()} round" if begun else f"Hand the {device()} round"
    return "See the bids come in" if begun else "Ask for the bids"


def ticks(snapshot: PlaySnapshot, asked: tuple[str, ...], found: Bidding | None) -> ft.Row:
    """Everyone who bids, with a tick once the bid is in."""
    people = [person for person in snapshot.people if person.key in asked]
    return controls.wrap(
        *(_tick(person, done=found is not None and person.key in found.bids) for person in people),
        spacing=8,
    )


def _tick(person: Person, *, done: bool) -> ft.Control:
    sign = ft.Icons.CHECK_CIRCLE if done else ft.Icons.RADIO_BUTTON_UNCHECKED
    inside = ft.Row(
        [
            badge(person, size=24),
            text(person.name, Style.LABEL_LARGE),
            ft.Icon(sign, size=20, color=theme.GAIN if done else theme.SOFT_INK),
        ],
        spacing=6,
        tight=True,
    )
    away = ", away" if person.away else ""
    return ft.Semantics(
        container=True,
        label=f"{person.name} {'has bid' if done else 'has not bid yet'}{away}",
        exclude_semantics=True,
        content=ft.Container(
            inside,
            padding=ft.Padding.symmetric(horizontal=10, vertical=7),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            border_radius=24,
        ),
    )


def _warn_of_other_bids(
    state: PlayState, snapshot: PlaySnapshot, found: Bidding | None
) -> ft.Control | None:
    """Show that other bids are in hand, which these would end."""
    other = find_bidding(state, snapshot)
    if found or other is None or other.opened or not other.bids:
        return None
    return controls.note(
        f"Bids are in for something else: {bid_subject(snapshot, other)}. New ones give those back.",
        "warn",
    )


def bid_subject(snapshot: PlaySnapshot, found: Bidding) -> str:
    """What is bid for, according to the action and its other answers."""
    action = snapshot.game.find_action(found.action)
    t = snapshot.turn(found.answers)
    said = [
        question.kind.show(found.answers[question.name], t)
        for question in action.questions
        if question.name in found.answers
    ]
    return f"{action.title} \u00b7 {', '.join(said)}" if said else action.title


def notice(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Show on every other screen of the play that bids are taken, with a way to them; or that they were given back."""
    found = find_bidding(state, snapshot)
    if found is None or found.opened:
        return []
    if found.gone:
        elsewhere = found.given_back not in (None, state) and found.seen == snapshot.version
        return [controls.note(found.reason(state), "warn", live=True)] if elsewhere else []
    draft = state.sheet.draft
    if draft and for_sheet(state, snapshot, draft, found.question) is found:
        return []
    return [
        controls.card(
            text(f"Sealed bids: {bid_subject(snapshot, found)}", Style.TITLE_SMALL),
            soft(_waits_for(snapshot, found), Style.BODY_MEDIUM),
            *again(snapshot, found),
            *_ways(state, found),
            padding=12,
        )
    ]


def _waits_for(snapshot: PlaySnapshot, found: Bidding) -> str:
    lacking = found.still_to_bid(snapshot)
    if not lacking:
        return "All bids are in."
    names = listed(snapshot.table.name(seat) for seat in lacking)
    return f"Still to bid: {names}. {snapshot.who_is_away(lacking)}".rstrip()


def again(snapshot: PlaySnapshot, found: Bidding) -> list[ft.Control]:
    """Say why there are bids to be made again, and whose bid was replaced on another device."""
    said = (found.message, found.describe_replaced(snapshot))
    return [controls.note(words, "warn", live=True) for words in said if words]


def _ways(state: PlayState, found: Bidding) -> list[ft.Control]:
    """The way to the bids, or to give them all back, which is confirmed first."""
    if state.panel.giving_back != found.command:
        bid = button(
            "Bid here",
            press(go, play_route(state.play_id, BIDS)),
            icon=ft.Icons.FRONT_HAND_OUTLINED,
        )
        if not state.keeps_book:
            return [bid] if any(map(state.may_show, found.bidders(state.snapshot))) else []
        return [bid, button("Give all bids back", press(ask_to_drop, state, found), tone="quiet")]
    return [
        controls.note(
            "Give all bids back? The sale ends, and every device is told.", "warn", live=True
        ),
        button("Keep the bids", press(keep_bids, state)),
        button("Give them back", press(give_back_all, state, found), tone="danger"),
    ]


def only_bids_missing(snapshot: PlaySnapshot, draft: Draft, outcome: Outcome) -> bool:
    """Whether only the sealed bids are missing on a sheet: opening them records it."""
    if not outcome.missing:
        return False
    kind = snapshot.game.find_action(draft.action).question(outcome.missing).kind
    return isinstance(kind, Each) and kind.sealed


def _round(state: PlayState, snapshot: PlaySnapshot, draft: Draft, question: str) -> None:
    begin(state, snapshot, draft, question)
    go(play_route(state.play_id, BIDS))


def _open(state: PlayState, found: Bidding) -> None:
    if open_all(state, found):
        go(play_route(state.play_id, BIDS))
