"""The working panel: what the book expects next, the sheet for it, and whatever is looked at instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeAlias

import flet as ft
from flet.components.hooks.use_ref import MutableRef

from companion.core.prompt import Offer, Prompt
from companion.core.recording.differences import button_figure
from companion.core.show.boards import PriceBoard
from models.ledger import Entry
from views import theme
from views.app_shell import go, play_route
from views.boards import worth_chart
from views.boards.lot import look_here, lot_board
from views.boards.price import price_strip
from views.components import amounts, controls
from views.components.choice_tiles import WordTile, tile_rows
from views.components.controls import Style, button, icon_button, press, screen, soft, text
from views.components.journal_row import RowContent, fold_row, journal_row, row_of
from views.components.scrolling import scroll_to_top
from views.ending import sending
from views.ending.ending import Story, StoryView, ending_card, next_game
from views.journal.entry import Voiding, detail, redo_button, undo_button
from views.journal.listing import Fold
from views.sharing import auction
from views.sharing.requests import RequestList
from views.state.client import Client
from views.state.play.draft import Draft, would_be
from views.state.play.panel import TURN, Pane
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import Panel, PlayState
from views.table import sealed_bids
from views.table.bet import takes_bet
from views.table.fit import Fit
from views.table.focus import use_focus
from views.table.landings import ABREAST, LANDING, AnyTime
from views.table.menu import ActionMenu
from views.table.player_page import PlayerPage
from views.table.questions.card_pad import SEATS
from views.table.questions.choice import columns_in
from views.table.questions.roll import RollAsked, roll_question
from views.table.sheet import (
    FOLDED,
    bar_notes,
    fit_for,
    only_bids_missing,
    record_bar,
    rules_here,
    sheet,
)


@screen
def LineDetail(state: PlayState, snapshot: PlaySnapshot, seq: int) -> ft.Control:
    """Show a line with its receipt; a line that counts can be voided, for a reason."""
    voiding, _ = ft.use_state(Voiding())
    listed = next((line for line in snapshot.lines if line.seq == seq), None)
    entry = listed or state.open_plays.journal_of(state.play_id).entry(state.play_id, seq)

    firm = (
        state.open_plays.referee(state.play_id).needs_reason(entry)
        if state.panel.firm == seq
        else ""
    )

    def void() -> None:
        if firm:
            voiding.undo(state, snapshot.version)
        else:
            voiding.void(state, seq, snapshot.version)

    return detail(snapshot, entry, voiding, void=void, close=state.panel.leave, firm=firm)


ROOMY = 1.3
"""Up to this text size so many offers fit beside each other; beyond it one fewer."""
GRID = 3
"""From so many columns on offers are a grid, in which one alone is no wider than one of many."""
HEADED = amounts.SHEET - 2 * (theme.TOUCH + 10)
"""Width of a heading with two signs beside it on the narrowest sheet."""
FEW = 6
"""So many lines of the journal are below the turn on a tablet."""


@controls.memo
@screen
def WorkingPanel(
    state: PlayState,
    *,
    compact: bool,
    scale: float,
    after: str,
    price: bool = False,
    low: bool = False,
    fit: Fit,
    client: Client,
    story: Story | None = None,
) -> ft.Control:
    """Draw the working panel, with the button that records always in the same place at its foot.

    On a small screen ``fit`` says what of it gives way.

    ``after`` the turn come the journal's last lines, the last alone, or nothing where the journal lies beside; the
    ``price`` that is the play's is at the head where there is room, and in a ``low`` window nothing explains the turn.
    Once the play is over ``client`` has its picture sent; ``story`` is shown here if there is no room beside. It is
    redrawn when the state changes, and when the size of the text does, which is its ``scale``.
    """
    del scale
    snapshot = state.snapshot
    draft = state.sheet.draft
    fit = fit_for(state, draft, fit)
    scrolled = scroll_to_top(draft.action if draft else "")
    panel, holds_focus = use_focus(state, snapshot)
    rolled: MutableRef[RollAsked] = ft.use_ref(None)
    body: list[ft.Control]
    head: list[ft.Control] = []
    foot: list[ft.Control] = []
    if state.panel.pane != TURN:
        rolled.current = None  # its pad has gone with the column
    if state.panel.pane.kind == "player":
        body = [
            PlayerPage(
                state, snapshot, state.panel.pane.seat, key=f"player-{state.panel.pane.seat}"
            )
        ]
    elif state.panel.pane.kind == "more":
        body = [
            ActionMenu(state, snapshot, columns=1 if compact or after == "lines" else 2, key="menu")
        ]
    elif state.panel.pane.kind == "requests":
        body = [RequestList(state, key="requests")]
    elif state.panel.pane.kind == "line":
        seq = state.panel.pane.seq
        body = [LineDetail(state, snapshot, seq, key=f"line-{seq}-{snapshot.version}")]
    elif lot := auction.find_running(state):
        body = [
            *lot_board(state, snapshot, lot, look_here(state)),
            *auction.offer_called_bids(state, snapshot, lot),
        ]
        body += auction.put_right(state, lot)
        rolled.current = None
        acts = controls.column(*auction.hammer(state, snapshot, lot), spacing=8)
        foot = [ft.Container(acts, padding=ft.Padding.only(left=14, right=14, bottom=12, top=8))]
    else:
        head, body = _turn(
            state, snapshot, draft, client, story, compact=compact, low=low, after=after, fit=fit
        )
        board = next((board for board in snapshot.boards if isinstance(board, PriceBoard)), None)
        if price and board:
            head.insert(0, price_strip(state, board))
        if draft and only_bids_missing(snapshot, draft, state.sheet.outcome()):
            # opening the bids is what records it
            problem = (
                [ft.Container(controls.note(state.problem, "bad", live=True), padding=12)]
                if state.problem
                else []
            )
            foot = list(problem)
        elif draft:
            bar = record_bar(state, snapshot, draft, state.sheet.outcome(), fit=fit)
            foot = [
                ft.Container(
                    bar,
                    padding=ft.Padding.only(
                        left=14, right=14, bottom=fit.gap, top=4 if fit.tight else 8
                    ),
                )
            ]
        else:
            foot = _foot(state, snapshot)
        _keep_roll(rolled, body)
    parts = {"head": head, "body": body} if compact and head else {"body": [*head, *body]}
    scroll = ft.Column(
        [
            ft.Container(
                controls.column(*part, spacing=fit.gap),
                padding=ft.Padding.only(left=14, right=14, bottom=fit.gap),
                key=name,
            )
            for name, part in parts.items()
        ],
        ref=scrolled.current,
        spacing=0,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        # what is tapped on a phone lies within a thumb's reach, and what it answers right above it
        alignment=ft.MainAxisAlignment.END if compact and head else ft.MainAxisAlignment.START,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=f"scroll-{state.panel.pane.kind}",
    )
    return ft.Column(
        [holds_focus, scroll, *foot],
        ref=panel,
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _keep_roll(last: MutableRef[RollAsked], body: list[ft.Control]) -> None:
    """Keep the pad of the last roll, unseen, while something else is asked.

    The next turn has it again, and to make its dozen keys anew would be half of what that tap costs.
    """
    asked = next((control.data for control in body if isinstance(control.data, RollAsked)), None)
    if asked:
        last.current = asked
    elif last.current:
        body.append(roll_question(last.current, visible=False))


def _turn(  # noqa: C901 - the parts of a turn, one after the other
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    client: Client,
    story: Story | None,
    *,
    compact: bool,
    low: bool,
    after: str,
    fit: Fit,
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Draw what the turn is headed by, and what is asked and offered."""
    own = draft is not None and not draft.lead
    over = snapshot.ending is not None and not own
    then = _then(snapshot, draft) if own and draft else None
    head, body = _first(state, snapshot), list[ft.Control]()
    narrow = compact or after == "lines" or (low and state.scale() > ROOMY)
    wide = fit.across or not (narrow or low) or fit.room > amounts.WIDE_SHEET
    room = (
        (fit.room or amounts.WIDE_SHEET) if wide else amounts.SHEET if narrow else amounts.LOW_SHEET
    )
    if over:
        body += [
            *next_game(state),
            ending_card(snapshot, state.scale()),
            *_offers(state, snapshot, snapshot.offers, room),
            sending.ending_acts(client, snapshot),
        ]
    asked = (
        sheet(state, snapshot, draft, state.sheet.outcome(), compact=compact, room=room, fit=fit)
        if draft
        else []
    )
    heads = (SEATS, FOLDED) if draft and draft.touched else (SEATS,)
    chips = next((one for one in asked[:1] if one.key in heads), None)
    if chips and fit.short:
        asked = asked[1:]
    if own and draft:
        sign, rules = rules_here(state, snapshot, draft)
        head += [_own_head(state, snapshot, draft, then, sign, fit, chips), *rules]
    elif not over:
        head += _question_head(state, snapshot, draft, chips, compact=compact, low=low, fit=fit)
    if draft and fit.tight:
        head += bar_notes(state, snapshot, draft, state.sheet.outcome())
    body += asked
    if draft:
        body += auction.put_up(state, draft)
    if then:
        body.extend(_offers(state, snapshot, snapshot.with_reasons(then.offers), room))
    elif not own and not over:
        pairs = (
            snapshot.offers
            if draft
            else tuple(offer for offer in snapshot.offers if offer[0].tone != "primary")
        )
        body.extend(_offers(state, snapshot, pairs, room))
    if over and story:
        body.append(StoryView(story, state.panel.look, state.scale(), key="story"))
    if after == "lines":
        body.append(LastLines(state.panel, snapshot, state.recorded, key="lines"))
    elif after == "last" and not own and snapshot.undoable:
        body.append(recorded_strip(state, snapshot))
    if not low:
        body += worth_chart.below(client, state, snapshot, draft, after)
    return head, body


def _question_head(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    chips: ft.Control | None,
    *,
    compact: bool,
    low: bool,
    fit: Fit,
) -> list[ft.Control]:
    """Show what the book expects and its rules; nothing while a bet's pad needs the room on a phone."""
    at_the_tote = compact and takes_bet(state, snapshot)
    bare = at_the_tote and fit.padded
    sign, rules = ([], []) if bare else rules_here(state, snapshot, draft)
    if chips and fit.short:
        return [ft.Row([ft.Container(chips, expand=True), *sign]), *rules]
    if bare:
        return []
    return [
        _prompt_head(snapshot, state.scale(), sign, fit, brief=low or at_the_tote or fit.tight),
        *rules,
    ]


def _foot(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Set at the foot what most likely comes next, where no sheet is laid out."""
    lines: list[ft.Control] = (
        [controls.note(state.problem, "bad", live=True)] if state.problem else []
    )
    for offer, reason in snapshot.offers if snapshot.ending is None else ():
        if offer.tone == "primary":
            label = offer.label or snapshot.game.find_action(offer.action).title
            lines.append(
                button(
                    label,
                    press(state.recorder.choose, offer),
                    tone="primary",
                    disabled=reason is not None,
                    hint=reason,
                    key=_key(snapshot, offer, label, reason),
                )
            )
    if not lines:
        return []
    return [
        ft.Container(
            controls.column(*lines, spacing=8),
            padding=ft.Padding.only(left=14, right=14, bottom=12, top=8),
        )
    ]


def _first(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Show first what is wrong with the book, and whose bids are awaited."""
    body: list[ft.Control] = []
    if state.damage:
        words = f"{state.damage[0]} The file was changed outside this app: go by what lies on the table."
        body.append(controls.note(words, "bad", live=True))
    return [*body, *sealed_bids.notice(state, snapshot), *auction.notice(state, snapshot)]


def _prompt_head(
    snapshot: PlaySnapshot, scale: float, sign: list[ft.Control], fit: Fit, *, brief: bool
) -> ft.Control:
    """Show what the book expects, with the ``sign`` for the rules.

    It is ``brief`` if the board above says the rest, and horses need the room.
    """
    prompt = snapshot.prompt
    words = f"{prompt.title}. {prompt.text}" if prompt.where else prompt.text
    event, asked = "" if fit.bare else prompt.event, prompt.where or prompt.title
    large = fit.small and not fit.short  # a tall phone has room for it, and no key moves
    said = PromptWords(
        event, asked, words, scale, brief=brief, tight=fit.tight, large=large, key="prompt"
    )
    if not sign:
        return said
    return ft.Row(
        [ft.Container(said, expand=True), *sign], vertical_alignment=ft.CrossAxisAlignment.START
    )


def _heading(words: str, scale: float, *, tight: bool, large: bool = False) -> ft.Control:
    """Head a sheet: ``tight`` in small letters, and in smaller ones where a word would be broken beside two signs."""
    style = Style.TITLE_SMALL if tight else Style.HEADLINE_LARGE if large else Style.HEADLINE_SMALL
    return controls.heading(words, style=style, size=amounts.smaller(words, style, HEADED, scale))


@controls.memo
@screen
def PromptWords(
    event: str, asked: str, words: str, scale: float, *, brief: bool, tight: bool, large: bool
) -> ft.Control:
    """Say what the book expects, again only when that has changed."""
    chips = [controls.chip(event, "accent", icon=ft.Icons.TIMELAPSE, scale=scale)] if event else []
    lines: list[ft.Control] = [_heading(asked, scale, tight=tight, large=large)]
    if brief:
        lines = [controls.wrap(*lines, *chips, spacing=12)]
    elif chips:
        lines.insert(0, ft.Row(list(chips)))
    if words and not brief:
        lines.append(soft(words, Style.BODY_MEDIUM))
    return ft.Semantics(
        content=controls.column(*lines, spacing=4), identifier="prompt", container=True
    )


def _then(snapshot: PlaySnapshot, draft: Draft) -> Prompt | None:
    """What the book says once this sheet was chosen, if that is more than the sheet itself."""
    return next(
        (offer.then for offer in snapshot.prompt.offers if offer.then and draft.fits(offer)), None
    )


def _own_head(  # noqa: PLR0917 - what a sheet is headed by
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    then: Prompt | None,
    sign: list[ft.Control],
    fit: Fit,
    chips: ft.Control | None,
) -> ft.Control:
    """Head a sheet with what it is called, explained until something is answered, or with the answers themselves."""
    action = snapshot.game.find_action(draft.action)
    named = "" if draft.tone == LANDING else draft.label
    title, help_ = named or action.title, action.help
    if then:
        # both players are named: the book, the cards and other screens wait for the one before, the sheet asks the next
        title, help_ = draft.label, then.text
    words: list[ft.Control] = [_heading(title, state.scale(), tight=fit.tight)]
    if help_ and not fit.short and not (fit.small and chips):
        words.append(soft(help_))
    if chips and fit.short:
        words = [ft.Semantics(content=chips, label=title, container=True)]
    return ft.Row(
        [
            ft.Column(words, spacing=2, tight=True, expand=True),
            *sign,
            icon_button(ft.Icons.CLOSE, "Leave this sheet", press(state.panel.leave)),
        ],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _offers(
    state: PlayState, snapshot: PlaySnapshot, pairs: Barred, room: float
) -> list[ft.Control]:
    """Offer what may have happened, as tiles of one size; what is said seldom, or ends something, stands below."""
    tiles = [pair for pair in pairs if pair[0].tone in ("plain", "primary")]
    rest = [pair for pair in pairs if pair[0].tone not in ("plain", "primary")]
    blocks: list[ft.Control] = []
    columns = columns_in(room)
    fit = columns if state.scale() <= ROOMY else max(1, columns - 1)
    if places := [pair for pair in pairs if pair[0].tone == LANDING]:
        rest = [pair for pair in rest if pair[0].tone != LANDING]
        abreast = ABREAST if state.scale() <= ROOMY else ABREAST - 1
        others = AnyTime(
            [offer_tile(state, snapshot, *pair) for pair in tiles if pair[0].tone == "plain"],
            [_quiet_offer(state, snapshot, *pair) for pair in rest],
            columns=abreast,
            scale=state.scale(),
            sheet=room,
            key="any-time",
        )
        return [
            tile_rows(
                [offer_tile(state, snapshot, *pair) for pair in places],
                abreast,
                state.scale(),
                room,
                key="places",
            ),
            others,
        ]
    if tiles:
        cells = [offer_tile(state, snapshot, *pair) for pair in tiles]
        grid = fit >= GRID
        columns = fit if grid else min(fit, len(cells))
        blocks.append(tile_rows(cells, columns, state.scale(), room, key="offers", grid=grid))
    if rest:
        blocks.append(
            controls.wrap(
                *(_quiet_offer(state, snapshot, *pair) for pair in rest), key="other-offers"
            )
        )
    return blocks


Barred: TypeAlias = tuple[tuple[Offer, str | None], ...]


def offer_tile(
    state: PlayState, snapshot: PlaySnapshot, offer: Offer, reason: str | None
) -> WordTile:
    """Make the tile of an offer with what it comes to, or greyed with the reason why it can't be done."""
    action = snapshot.game.find_action(offer.action)
    label = offer.label or action.title
    proposal = None if reason else would_be(snapshot, offer)
    head = button_figure(action, snapshot.table, proposal) if proposal else None
    title, _, more = label.partition(": ")
    below = more[:1].upper() + more[1:]
    if not below and head and head.figure:
        amount = amounts.figure(head.figure, head.unit)
        below = "" if amount in label else amount
    key = _key(snapshot, offer, label, reason)
    return WordTile(title, below, state.recorder.choose, (offer,), key, reason)


def _key(snapshot: PlaySnapshot, offer: Offer, label: str, reason: str | None) -> str:
    """Make the key of an offer; one that records by itself is another on every version of the book.

    So a tap made before another device recorded comes to nothing.
    """
    return (
        f"offer-{label}"
        if reason or would_be(snapshot, offer) is None
        else f"offer-{label}-{snapshot.version}"
    )


def _quiet_offer(
    state: PlayState, snapshot: PlaySnapshot, offer: Offer, reason: str | None
) -> ft.Control:
    label = offer.label or snapshot.game.find_action(offer.action).title
    return button(
        label,
        press(state.recorder.choose, offer),
        tone=offer.tone,
        disabled=reason is not None,
        hint=reason,
        key=_key(snapshot, offer, label, reason),
    )


def recorded_strip(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Show what was recorded last, with its undo."""
    last = snapshot.undoable
    if last is None:
        return ft.Container()
    words = (
        state.undone
        or ("Recorded: " if last.seq == state.recorded else "Last: ") + last.proposal.narration
    )
    return ft.Row(
        [
            ft.Semantics(
                content=soft(words, Style.BODY_SMALL),
                live_region=True,
                container=True,
                identifier="recorded",
                expand=True,
            ),
            _undo(state, snapshot),
        ],
        spacing=4,
        key="recorded",
    )


def _undo(state: PlayState, snapshot: PlaySnapshot) -> ft.Control:
    """Offer to undo the last entry there is now: a tap on its way to an earlier one does nothing."""
    key = f"undo-{snapshot.version}"
    return button(
        "Undo",
        press(state.recorder.undo, snapshot.version),
        tone="quiet",
        icon=ft.Icons.UNDO,
        key=key,
    )


@controls.memo
@screen
def EntryRow(row: RowContent, look: Callable[[Pane], None]) -> ft.Control:
    """Draw a row of the journal's last entries, again only when what it shows has changed."""
    return journal_row(row, press(look, Pane("line", seq=row.seq)), compact=True)


@controls.memo
@screen
def FoldRow(words: str, play_id: str) -> ft.Control:
    """Draw a row for what is crossed out, which leads to the journal, again only when it says something else."""
    return fold_row(words, press(go, play_route(play_id, "journal")), key="fold", compact=True)


def _entry_rows(
    state: PlayState, snapshot: PlaySnapshot, lines: Sequence[Entry]
) -> list[ft.Control]:
    """Draw entries, and what is crossed out folded into one row, which leads to the journal."""
    rows: list[ft.Control] = []
    folds = 0
    for gone, group in groupby(lines, key=snapshot.is_crossed_out):
        found = list(group)
        if gone:
            fold = Fold(found[-1].seq, sum(not line.turns_back for line in found))
            folds += 1
            rows.append(FoldRow(fold.words, state.play_id, key=f"fold-{folds}"))
            continue
        for line in found:
            seq, person = line.seq, snapshot.subject(line)
            row = row_of(line, snapshot.figure(line), snapshot.revised.get(seq), person=person)
            rows.append(EntryRow(row, state.panel.look, key=f"entry-{seq}"))
    return rows


@controls.memo
@screen
def LastLines(panel: Panel, snapshot: PlaySnapshot, recorded: int) -> ft.Control:
    """List the journal's last lines, ``recorded`` the one that was written here last; a tap shows the receipt."""
    state, lines = panel.play, snapshot.lines[:FEW]
    if not lines:
        return soft(
            "The journal is empty. What you record is written here, entry by entry.",
            Style.BODY_MEDIUM,
        )
    rows = _entry_rows(state, snapshot, lines)
    head: list[ft.Control] = [controls.heading("Journal", level=3, style=Style.TITLE_MEDIUM)]
    last = snapshot.undoable
    if last and last.seq == recorded:
        head.append(
            ft.Semantics(
                content=controls.chip(
                    "Recorded", "good", icon=ft.Icons.CHECK_CIRCLE_OUTLINE, scale=state.scale()
                ),
                label=f"Recorded: {last.proposal.narration}",
                live_region=True,
                container=True,
                exclude_semantics=True,
                identifier="recorded",
            )
        )
        head.append(_undo(state, snapshot))
    # where a board has the middle, this side is too narrow for all of it in a line
    beside = ft.Row(
        head,
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return controls.column(beside, controls.column(*rows, spacing=0), spacing=2)


@controls.memo
@screen
def LatestEntries(panel: Panel, snapshot: PlaySnapshot, recorded: int) -> ft.Control:
    """Show the last entry with Undo and Redo, and below it those before, in a pane beside the sheet."""
    state, lines = panel.play, snapshot.lines[:LATEST]
    head = ft.Row(
        [
            ft.Container(controls.heading("Journal", level=2), expand=True),
            soft(f"{snapshot.version} {'entry' if snapshot.version == 1 else 'entries'}")
            if snapshot.version
            else soft(""),
        ],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    if not lines:
        words = soft("What you record is written here, entry by entry.", Style.BODY_MEDIUM)
        return controls.column(head, words, spacing=8)
    rows = _entry_rows(state, snapshot, lines)
    every = button(
        "All entries",
        press(go, play_route(state.play_id, "journal")),
        tone="quiet",
        key="all-entries",
    )
    body = ft.ListView([*rows, ft.Row([every])], expand=True, spacing=0)
    return controls.panes(head, _last_entry(state, snapshot, recorded), body, spacing=8)


LATEST = 12
"""So many entries are in the pane beside the sheet."""


def _last_entry(state: PlayState, snapshot: PlaySnapshot, recorded: int) -> ft.Control:
    """Say on a card what Undo would take back, and what Redo would bring again."""
    last = snapshot.undoable
    said = last.proposal.narration if last else "Nothing to undo"
    fresh = last is not None and last.seq == recorded
    words = ft.Semantics(
        content=text(said, Style.TITLE_SMALL),
        label=f"Recorded: {said}" if fresh else said,
        live_region=True,
        container=True,
        exclude_semantics=True,
        identifier="recorded",
    )
    ways = ft.Row(
        [undo_button(state, snapshot, words="Undo"), redo_button(state, snapshot)],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    return controls.card(words, ways, padding=12, spacing=2)
