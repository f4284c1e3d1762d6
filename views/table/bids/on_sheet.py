"""Sealed bids as the sheet of the table shows them: who has bid, and nothing else; the way to bid, and to open."""

from __future__ import annotations

import flet as ft

from companion.core.action import Question
from companion.core.questions import Each
from companion.core.table import listed
from models.ledger import Refusal
from views import theme
from views.app_shell import go, place
from views.components import controls
from views.components.controls import Style, button, press, soft, text
from views.components.player_card import badge
from views.state.bidding import NOBODY, Bidding
from views.state.draft import Draft, Outcome
from views.state.play_snapshot import Person, PlaySnapshot
from views.state.play_state import PlayState
from views.table.bids import sealed_bids

BIDS = "bids"
"""Last part of the route on which bids are laid."""


def device() -> str:
    """What people call the thing they hand round."""
    return "tablet" if float(ft.context.page.width or 0) >= theme.TABLET else "phone"


def sealed_question(
    state: PlayState, picture: PlaySnapshot, draft: Draft, question: Question, kind: Each
) -> ft.Control:
    """Show who has bid, and offer to hand the device round; once all bids are in, to open them."""
    found = sealed_bids.for_sheet(state, picture, draft, question.name)
    try:
        asked = found.asked(picture) if found else kind.who(picture.table, draft.answers)
    except Refusal as refusal:
        return controls.note(refusal.sentence, "info")
    if not asked:
        return controls.note(NOBODY, "info")
    if barred := picture.referee.why_not(draft.action, sealed_bids.others(picture, draft, question.name)):
        return controls.note(barred, "info")
    lines: list[ft.Control] = [ticks(picture, asked, found)]
    if found:
        lines += [controls.note(found.told, "warn", live=True)] if found.told else []
        lines += again(picture, found)
    if found and not found.lacking(picture):
        lines += [
            button("Open all bids", press(_open, state, found), tone="primary", icon=ft.Icons.BACK_HAND_OUTLINED),
            button("Change a bid", press(_round, state, picture, draft, question.name), tone="quiet"),
        ]
    else:
        if other := _going_on(state, picture, found):
            lines.append(other)
        words = f"Go on handing the {device()} round" if found and found.bids else f"Hand the {device()} round"
        hand = press(_round, state, picture, draft, question.name)
        lines.append(button(words, hand, tone="primary", icon=ft.Icons.FRONT_HAND_OUTLINED, key="hand-round"))
        lines.append(soft("Everyone bids in secret. Nobody sees a bid until all are opened together."))
    return controls.column(*lines, spacing=theme.GAP)


def ticks(picture: PlaySnapshot, asked: tuple[str, ...], found: Bidding | None) -> ft.Row:
    """Everyone who bids, with a tick once the bid is in."""
    people = [one for one in picture.people if one.key in asked]
    return controls.wrap(*(_tick(one, done=found is not None and one.key in found.bids) for one in people), spacing=8)


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
    return ft.Semantics(
        container=True,
        label=f"{person.name} {'has bid' if done else 'has not bid yet'}",
        exclude_semantics=True,
        content=ft.Container(
            inside,
            padding=ft.Padding.symmetric(horizontal=10, vertical=7),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            border_radius=24,
        ),
    )


def _going_on(state: PlayState, picture: PlaySnapshot, found: Bidding | None) -> ft.Control | None:
    """Say that other bids are in hand, which these would put an end to."""
    other = sealed_bids.bidding(state, picture)
    if found or other is None or other.opened or not other.bids:
        return None
    return controls.note(f"Bids are in for something else: {about(picture, other)}. New ones give those back.", "warn")


def about(picture: PlaySnapshot, found: Bidding) -> str:
    """What is bid for, as the action and its other answers have it."""
    action = picture.game.action(found.action)
    said = [one.kind.show(found.answers[one.name], picture.table, found.answers) for one in action.questions
            if one.name in found.answers]  # fmt: skip
    return f"{action.title} \u00b7 {', '.join(said)}" if said else action.title


def notice(state: PlayState, picture: PlaySnapshot) -> list[ft.Control]:
    """Say on every other screen of the play that bids are taken, and lead to them; or that they were given back."""
    found = sealed_bids.bidding(state, picture)
    if found is None or found.opened:
        return []
    if found.gone:
        elsewhere = found.given_back not in (None, state) and found.seen == picture.version
        return [controls.note(found.reason(state), "warn", live=True)] if elsewhere else []
    draft = state.draft
    if draft and sealed_bids.for_sheet(state, picture, draft, found.question) is found:
        return []
    lacking = [picture.table.name(seat) for seat in found.lacking(picture)]
    words = f"Still to bid: {listed(lacking)}." if lacking else "All bids are in."
    return [
        controls.card(
            text(f"Sealed bids: {about(picture, found)}", Style.TITLE_SMALL),
            soft(words, Style.BODY_MEDIUM),
            *again(picture, found),
            *_ways(state, found),
            padding=12,
        )
    ]


def again(picture: PlaySnapshot, found: Bidding) -> list[ft.Control]:
    """Say whose bid was laid again on another device."""
    words = found.laid_again(picture)
    return [controls.note(words, "warn", live=True)] if words else []


def _ways(state: PlayState, found: Bidding) -> list[ft.Control]:
    """Lead to the bids, or give them all back, which is asked first."""
    if state.giving_back != found.command:
        bid = button("Bid here", press(go, place(state.play_id, BIDS)), icon=ft.Icons.FRONT_HAND_OUTLINED)
        return [bid, button("Give all bids back", press(sealed_bids.ask, state, found), tone="quiet")]
    return [
        controls.note("Give all bids back? The sale ends, and every device is told.", "warn", live=True),
        button("Keep the bids", press(sealed_bids.keep, state)),
        button("Give them back", press(sealed_bids.drop, state, found), tone="danger"),
    ]


def waits(picture: PlaySnapshot, draft: Draft, outcome: Outcome) -> bool:
    """Whether a sheet lacks nothing but its sealed bids: opening them is what records it."""
    if not outcome.missing:
        return False
    kind = picture.game.action(draft.action).question(outcome.missing).kind
    return isinstance(kind, Each) and kind.sealed


def _round(state: PlayState, picture: PlaySnapshot, draft: Draft, question: str) -> None:
    sealed_bids.begin(state, picture, draft, question)
    go(place(state.play_id, BIDS))


def _open(state: PlayState, found: Bidding) -> None:
    if sealed_bids.open_all(state, found):
        go(place(state.play_id, BIDS))
