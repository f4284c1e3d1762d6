"""What a turn puts into the frame: the sheet that is laid out, or tiles for what may have happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import flet as ft

from companion.core.prompt import Offer
from companion.core.recording.differences import button_figure
from models.ledger import Proposal
from views import theme
from views.components import amounts, controls
from views.components.amounts import room_for
from views.components.choice_tiles import Mark, WordTile
from views.components.controls import Control, Controls, Icons, Style, button, face, soft, text
from views.sharing import auction
from views.state.play.play_state import Draft, PlaySnapshot, PlayState
from views.table.frame import Zones, evenly, use_measures
from views.table.questions.view import apart, grid
from views.table.sheet import LANDING, head, in_sentences, zones

Barred: TypeAlias = Sequence[tuple[Offer, str | None]]


def turn_zones(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    offers: Barred,
    label: str = "",
) -> Zones:
    """Fill the zones with the sheet on top, or with the ``offers`` of the turn; a ``label`` is a name for Record."""
    if draft is None:
        return _offered(state, snapshot, offers)
    pairs: Barred = () if not draft.lead else offers
    for offer in snapshot.prompt.offers:
        if not draft.lead and offer.then and draft.fits(offer):
            pairs = snapshot.with_reasons(offer.then.offers)
    others = [*auction.put_up(state, draft), *(offer_act(state, snapshot, *pair) for pair in pairs)]
    out: Callable[[], Control] | None = None
    if draft.lead and pairs:
        out = partial(_first_act, state, snapshot, *pairs[-1], follows=True)
    action = snapshot.game.find_action(draft.action)
    if not draft.lead and action.way_out:
        words = action.fill(action.way_out, snapshot.table, draft.answers)
        out = partial(_way_out, words, state.panel.leave)
    return zones(state, snapshot, draft, others, label=label, out=out)


def _way_out(words: str, leave: Callable[[], object]) -> Control:
    return ft.Row([button(words, leave, expand=True)])


def _offered(state: PlayState, snapshot: PlaySnapshot, offers: Barred) -> Zones:
    """Offer what a square brings, or all there is, as tiles; what is done at any time stands below them."""
    prompt = snapshot.prompt
    first = [pair for pair in offers if pair[0].tone == "primary"]
    landings = [pair for pair in offers if pair[0].tone == LANDING]
    plain = [pair for pair in offers if pair[0].tone == "plain"]
    places = landings or plain
    rest = [pair for pair in offers if pair not in places and pair not in first[:1]]
    tiles = [offer_tile(state, snapshot, *pair) for pair in places]
    before, after = apart(tiles)
    answers = grid(before, whole=True, key="places") if before else None
    pad = grid(after, whole=False, key="places") if after else None
    words = MARKS if landings else prompt.text
    top, more = head(prompt.where or prompt.title, in_sentences(prompt.event, words=words))
    return Zones(
        top,
        answers or (controls.remark(more) if more else None),
        pad or (None if answers else ft.Container()),
        below(state, [offer_act(state, snapshot, *pair) for pair in rest]),
        _first_act(state, snapshot, *first[0], follows=bool(landings)) if first else ft.Container(),
    )


MARKS = "Ring: one more question. Tick: recorded at once."


def below(state: PlayState, acts: Controls) -> Control:
    """Set what else can be done on one line, or say what has gone wrong."""
    if state.problem:
        return controls.note(state.problem, "bad", live=True)
    return evenly(acts)


def offer_tile(
    state: PlayState, snapshot: PlaySnapshot, offer: Offer, reason: str | None
) -> WordTile:
    """Make the tile of an offer with what it comes to and leaves, or greyed with the reason why it can't be done."""
    action = snapshot.game.find_action(offer.action)
    label, landing = offer.label or action.title, offer.tone == LANDING
    proposal = None if reason else state.recorder.at_once(offer)
    figured = button_figure(action, snapshot.table, proposal) if proposal else None
    title, _, more = label.partition(": ")
    under = more[:1].upper() + more[1:]
    amount = amounts.figure(abs(figured.figure), figured.unit) if figured and figured.figure else ""
    if amount in label:
        amount = ""
    return WordTile(
        title=title,
        below=", ".join(filter(None, (under, leaves(proposal)))),
        amount=amount,
        act=state.recorder.choose,
        about=(offer,),
        key=_key(snapshot, label, proposal),
        reason=reason,
        mark=Mark.TICK if proposal else Mark.RING if landing else Mark.NONE,
        icon=theme.icon(action.icon) if landing and action.icon else None,
    )


def leaves(proposal: Proposal | None) -> str:
    """Say what an entry leaves whoever it is about, where its receipt ends with that."""
    for line in proposal.working if proposal else ():
        if line.text.endswith(" then has"):
            return f"leaves {amounts.figure(line.figure or 0, line.unit)}"
    return ""


def _key(snapshot: PlaySnapshot, label: str, proposal: Proposal | None) -> str:
    """Make the key of an offer; one that records by itself is another on every version of the book.

    So a tap made before another device recorded comes to nothing.
    """
    return f"offer-{label}-{snapshot.version}" if proposal else f"offer-{label}"


def offer_act(
    state: PlayState, snapshot: PlaySnapshot, offer: Offer, reason: str | None
) -> Control:
    """Make a low button of an offer, with what it comes to beside it."""
    tile = offer_tile(state, snapshot, offer, reason)
    ink = theme.SOFT_INK if reason else theme.LOSS if offer.tone == "danger" else theme.INK
    words: Control = text(tile.title, Style.LABEL_LARGE, ink)
    if tile.under:
        both = [words, soft(tile.under, spoken=reason)]
        words = ft.Column(both, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    made = face(
        words,
        tile.act,
        *tile.about,
        disabled=reason is not None,
        expand=None,
        padding=theme.HELP,
        role="button",
        quiet=True,
        ground=theme.TINT if tile.mark is Mark.TICK else None,
        key=tile.key,
    )
    act = ft.Container(made, tooltip=reason) if reason else made
    if tile.under:
        said = (tile.title, Style.LABEL_LARGE), (tile.under, Style.BODY_SMALL)
        scale = use_measures().text
        act.data = max(room_for(*each, scale) for each in said) + 2 * ACT_EDGE
    return act


ACT_EDGE = 12
"""What is left at the sides of a low button's words."""


def _first_act(
    state: PlayState, snapshot: PlaySnapshot, offer: Offer, reason: str | None, *, follows: bool
) -> Control:
    """Make the button of what most likely comes next; below tiles it is what ``follows`` them, and is outlined."""
    measures = use_measures()
    label = offer.label or snapshot.game.find_action(offer.action).title
    made = button(
        label,
        state.recorder.choose,
        offer,
        tone="plain" if follows else "primary",
        icon=Icons.ARROW_FORWARD if follows else None,
        disabled=reason is not None,
        hint=reason,
        expand=True,
        key=_key(snapshot, label, None if reason else state.recorder.at_once(offer)),
    )
    if measures.page:
        return ft.Row([made])
    # it is as high as its place
    whole = ft.CrossAxisAlignment.STRETCH
    return ft.Row([made], height=measures.button, vertical_alignment=whole)
