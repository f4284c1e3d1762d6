"""The working panel: what the book expects next, the sheet for it, and whatever is looked at instead."""

from __future__ import annotations

import flet as ft

from companion.core.prompt import Offer, Prompt
from views.components import controls
from views.components.controls import Style, button, icon_button, press, screen, soft
from views.components.receipt import journal_line
from views.journal.entry import Voiding, detail
from views.settings.file_transfer import FileTransfer
from views.state.draft import Draft
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import Pane, PlayState, UnobservedPlayState
from views.table import sealed_bids
from views.table.ending import Story, StoryBelow, ending_acts, ending_card
from views.table.menu import ActionMenu, PlayerDetail
from views.table.sheet import record_bar, sheet
from views.table.tote_board import betting


@screen
def LineDetail(state: PlayState, snapshot: PlaySnapshot, seq: int) -> ft.Control:
    """Show a line with its receipt; a line that counts can be voided, for a reason."""
    voiding, _ = ft.use_state(Voiding())
    written = next((one for one in snapshot.lines if one.entry.seq == seq), None) or state.open_plays.journal.entry(
        state.play_id, seq
    )

    firm = state.open_plays.referee(state.play_id).needs_reason(written.entry) if state.firm == seq else ""

    def void() -> None:
        if firm:
            voiding.undo(state, snapshot.version)
        else:
            voiding.void(state, seq, snapshot.version)

    def writing(on: bool) -> None:
        state.writing = on

    return detail(snapshot, written, voiding, void=void, writing=writing, close=state.leave, firm=firm)


MANY = 7
"""More offers than this lie in two columns."""
ROOMY = 1.3
"""Up to this text size two offers fit beside each other."""
FEW = 6
"""So many lines of the journal are below the turn on a tablet."""


@controls.memo
@screen
def WorkingPanel(
    state: PlayState, *, compact: bool, scale: float, transfer: FileTransfer | None = None, story: Story | None = None
) -> ft.Control:
    """Draw the working panel, with Record always in the same place at its foot.

    Once the play is over ``transfer`` saves its page; ``story`` is shown here if there is no room beside. It is redrawn
    when the state changes, and when the size of the text does, which is its ``scale``.
    """
    del scale
    snapshot = state.snapshot
    draft = state.draft
    body: list[ft.Control]
    foot: list[ft.Control] = []
    if state.pane.kind == "player":
        body = [PlayerDetail(state, snapshot, state.pane.seat, key=f"player-{state.pane.seat}")]
    elif state.pane.kind == "more":
        body = [ActionMenu(state, snapshot, key="menu")]
    elif state.pane.kind == "line":
        body = [LineDetail(state, snapshot, state.pane.seq, key=f"line-{state.pane.seq}-{snapshot.version}")]
    else:
        body = _turn(state, snapshot, draft, transfer, story, compact=compact)
        if draft and sealed_bids.only_bids_missing(snapshot, draft, state.outcome()):
            # opening the bids is what records it
            problem = (
                [ft.Container(controls.note(state.problem, "bad", live=True), padding=12)] if state.problem else []
            )
            foot = list(problem)
        elif draft:
            bar = record_bar(state, snapshot, draft, state.outcome(), compact=compact)
            foot = [ft.Container(bar, padding=ft.Padding.only(left=14, right=14, bottom=12, top=8))]
        elif state.problem:
            foot = [ft.Container(controls.note(state.problem, "bad", live=True), padding=12)]
    scroll = ft.Column(
        [ft.Container(controls.column(*body, spacing=12), padding=ft.Padding.only(left=14, right=14, bottom=12))],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=f"scroll-{state.pane.kind}-{draft.command if draft else ''}",
    )
    return ft.Column([scroll, *foot], spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _turn(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    transfer: FileTransfer | None,
    story: Story | None,
    *,
    compact: bool,
) -> list[ft.Control]:
    own = draft is not None and not draft.lead
    over = snapshot.ending is not None and not own
    then = _then(snapshot, draft) if own and draft else None
    body = _first(state, snapshot)
    if over:
        body.append(ending_card(snapshot, state.scale()))
        body += [*_offers(state, snapshot, snapshot.offers), *([ending_acts(transfer, snapshot)] if transfer else [])]
    if own and draft:
        body.append(_own_head(state, snapshot, draft, then))
    elif not over:
        body.append(_prompt_head(snapshot, brief=compact and betting(state, snapshot)))
    if draft:
        body.extend(sheet(state, snapshot, draft, state.outcome(), compact=compact))
    if then:
        body.extend(_offers(state, snapshot, snapshot.barred(then.offers)))
    elif not own and not over:
        body.extend(_offers(state, snapshot, snapshot.offers))
    if over and story:
        body.append(StoryBelow(story, snapshot.people, state.look, state.scale(), key="story"))
    if not compact:
        body.append(LastLines(UnobservedPlayState(state), snapshot, state.recorded, key="lines"))
    elif not own and snapshot.undoable:
        body.append(recorded_strip(state, snapshot))
    return body


def _first(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Show first what is wrong with the book, and whose bids are awaited."""
    body: list[ft.Control] = []
    if faults := state.faults:
        words = f"{faults[0]} The file was changed outside this app: go by what lies on the table."
        body.append(controls.note(words, "bad", live=True))
    if state.bids:
        body.extend(sealed_bids.notice(state, snapshot))
    return body


def _prompt_head(snapshot: PlaySnapshot, *, brief: bool) -> ft.Control:
    """Show what the book expects; ``brief`` if the board above says the rest, and horses need the room."""
    prompt = snapshot.prompt
    lines: list[ft.Control] = []
    event = [controls.chip(prompt.event, "accent", icon=ft.Icons.TIMELAPSE)] if prompt.event else []
    if brief:
        lines.append(controls.wrap(controls.heading(prompt.title), *event, spacing=12))
    else:
        lines += [ft.Row(list(event)), controls.heading(prompt.title)] if event else [controls.heading(prompt.title)]
    if prompt.text and not brief:
        lines.append(soft(prompt.text, Style.BODY_MEDIUM))
    return ft.Semantics(content=controls.column(*lines, spacing=4), identifier="prompt", container=True)


def _then(snapshot: PlaySnapshot, draft: Draft) -> Prompt | None:
    """What the book says once this sheet was chosen, if that is more than the sheet itself."""
    return next((one.then for one in snapshot.prompt.offers if one.then and draft.fits(one)), None)


def _own_head(state: PlayState, snapshot: PlaySnapshot, draft: Draft, then: Prompt | None) -> ft.Control:
    action = snapshot.game.action(draft.action)
    title, help_ = (then.title, then.text) if then else (draft.label or action.title, action.help)
    words: list[ft.Control] = [controls.heading(title)]
    if help_:
        words.append(soft(help_))
    return ft.Row(
        [
            ft.Column(words, spacing=2, tight=True, expand=True),
            icon_button(ft.Icons.CLOSE, "Leave this sheet", press(state.leave)),
        ],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _offers(state: PlayState, snapshot: PlaySnapshot, pairs: tuple[tuple[Offer, str | None], ...]) -> list[ft.Control]:
    """Offer the other ways to go on; a barred one says why. Many are in two columns, the barred ones below them."""

    def made(offer: Offer, reason: str | None, *, narrow: bool = False) -> ft.Control:
        label = offer.label or snapshot.game.action(offer.action).title
        tone = offer.tone if offer.tone in ("primary", "danger", "quiet") else "plain"
        barred, key = reason is not None, f"offer-{label}"
        one = button(label, press(state.open, offer), tone=tone, disabled=barred, key=key, narrow=narrow)
        return controls.column(one, soft(reason), spacing=2) if reason else one

    if len(pairs) <= MANY or state.scale() > ROOMY:
        return [controls.column(*(made(*pair) for pair in pairs), spacing=8)] if pairs else []
    first = [made(*pair) for pair in pairs if pair[0].tone == "primary"]
    rest = [pair for pair in pairs if pair[0].tone != "primary"]
    cells = [ft.Row([ft.Container(made(*pair, narrow=True), expand=True)]) for pair in rest if pair[1] is None]
    barred = [made(*pair) for pair in rest if pair[1] is not None]
    return [controls.column(*first, controls.rows([*cells], 2, 8), *barred, spacing=8)]


def recorded_strip(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Show what was recorded last, with its undo."""
    last = snapshot.undoable
    if last is None:
        return ft.Container()
    words = ("Recorded: " if last.seq == state.recorded else "Last: ") + last.proposal.narration
    return ft.Row(
        [
            ft.Semantics(
                content=soft(words, Style.BODY_SMALL, lines=2),
                live_region=True,
                container=True,
                identifier="recorded",
                expand=True,
            ),
            _undo(state, snapshot),
        ],
        spacing=4,
    )


def _undo(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Offer to undo the last entry there is now: a tap on its way to an earlier one does nothing."""
    key = f"undo-{snapshot.version}"
    return button("Undo", press(state.undo, snapshot.version), tone="quiet", icon=ft.Icons.UNDO, key=key)


@controls.memo
@screen
def LastLines(unobserved: UnobservedPlayState, snapshot: PlaySnapshot, recorded: int) -> ft.Control:
    """List the journal's last lines, ``recorded`` the one that was written here last; a tap shows the receipt."""
    state, lines = unobserved.state, snapshot.lines[:FEW]
    if not lines:
        return soft("The journal is empty. What you record is written here, line by line.", Style.BODY_MEDIUM)
    rows = [
        journal_line(
            one,
            snapshot.figure(one.entry),
            press(state.look, Pane("line", seq=one.entry.seq)),
            snapshot.revised.get(one.entry.seq),
        )
        for one in lines
    ]
    head: list[ft.Control] = [ft.Container(controls.heading("Journal", level=3, style=Style.TITLE_MEDIUM), expand=True)]
    last = snapshot.undoable
    if last and last.seq == recorded:
        head.append(
            ft.Semantics(
                content=controls.chip("Recorded", "good", icon=ft.Icons.CHECK_CIRCLE_OUTLINE),
                label=f"Recorded: {last.proposal.narration}",
                live_region=True,
                container=True,
                exclude_semantics=True,
                identifier="recorded",
            )
        )
        head.append(_undo(state, snapshot))
    return controls.column(ft.Row(head), controls.column(*rows, spacing=0), spacing=2)
