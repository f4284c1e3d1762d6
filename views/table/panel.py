"""The working panel: what the book expects next, the sheet for it, and whatever is looked at instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
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
from views.components.player_card import badge
from views.components.scrolling import scroll_to_top
from views.ending import sending
from views.ending.ending import Story, StoryView, ending_card, next_game
from views.journal.entry import EntryInFull, redo_button, undo_button
from views.journal.listing import Fold
from views.sharing import auction
from views.sharing.requests import RequestList
from views.state.client import Client
from views.state.play.draft import Draft, would_be
from views.state.play.panel import TURN, Pane
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import Panel, PlayState
from views.table.arrangement import BOARD, JOURNAL, PLAYERS
from views.table.fit import Fit
from views.table.focus import use_focus
from views.table.frame import Measures, Place, use_measures
from views.table.landings import ABREAST, LANDING, AnyTime
from views.table.menu import ActionMenu, overlay_head
from views.table.middle import middle
from views.table.player_page import PlayerPage
from views.table.players import PlayerList, player_cards
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

ROOMY = 1.3
"""Up to this text size so many offers fit beside each other; beyond it one fewer."""
GRID = 3
"""From so many columns on offers are a grid, in which one alone is no wider than one of many."""
HEADED = amounts.SHEET - 2 * (theme.TOUCH + 10)
"""Width of a heading with two signs beside it on the narrowest sheet."""


@controls.memo
@screen
def WorkingPanel(
    state: PlayState, client: Client, story: Story | None, beside: frozenset[str]
) -> ft.Control:
    """Draw the working panel, with the button that records always in the same place at its foot.

    Of the panes ``beside`` it the journal has the last entry, and what follows the turn here; without it the last
    entry is above the sheet. Once the play is over ``client`` has its picture sent, and ``story`` is shown here if
    there is no room beside.
    """
    snapshot, measures = state.snapshot, use_measures()
    draft = state.sheet.draft
    fit = fit_for(state, draft, Fit.of(measures, len(snapshot.people)))
    scrolled = scroll_to_top(draft.action if draft else "")
    panel, holds_focus = use_focus(state, snapshot)
    rolled: MutableRef[RollAsked] = ft.use_ref(None)
    head: list[ft.Control] = []
    foot: list[ft.Control] = []
    turn = state.panel.pane == TURN
    if not turn:
        rolled.current = None  # its pad has gone with the column
        body = _looked_at(client, state, snapshot, measures)
    elif lot := auction.find_running(state):
        rolled.current = None
        body = [
            *lot_board(state, snapshot, lot, look_here(state)),
            *auction.offer_called_bids(state, snapshot, lot),
            *auction.put_right(state, lot),
        ]
        foot = [controls.column(*auction.hammer(state, snapshot, lot), spacing=8)]
    else:
        told = None if BOARD in beside else story
        head, body = _turn(state, snapshot, draft, client, told, measures=measures, fit=fit)
        foot = _foot(state, snapshot, draft, fit)
        _keep_roll(rolled, body)
    if turn and JOURNAL in beside:
        body += worth_chart.below(client, state, snapshot, draft)
    elif BOARD in beside:
        body.append(Journal(state.panel, snapshot, state.recorded, key="journal"))
    last: list[ft.Control] = []
    if not {JOURNAL, BOARD} & beside:
        last = [
            LastEntry(state.panel, snapshot, state.recorded, state.undone, measures, key="last")
        ]
    if measures.page:
        look, peeks = state.panel.look, state.peeks
        everybody = controls.column(*player_cards(snapshot, look, "", peeks), key="everybody")
        body += [*last, *([everybody] if turn and not {PLAYERS, BOARD} & beside else [])]
    padding = ft.Padding.only(left=measures.margin, right=measures.margin, bottom=measures.gap)
    scroll = ft.Column(
        [
            ft.Container(controls.column(*part, spacing=fit.gap), padding=padding, key=name)
            for name, part in (("head", head), ("body", body))
            if part
        ],
        ref=scrolled.current,
        spacing=0,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=f"scroll-{state.panel.pane.kind}",
    )
    drawn = ft.Column(
        [holds_focus, scroll, *(ft.Container(part, padding=padding) for part in foot)],
        ref=panel,
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    above = [] if measures.page else [ft.Container(part, height=measures.last) for part in last]
    edge = ft.Container(height=measures.gap)
    if measures.place is not Place.PHONE:
        return controls.panes(*(above or [edge]), drawn)
    # what the zones above leave is the sheet's, and less of it below the banner of a book that is open elsewhere
    return controls.panes(*above, controls.lower_panel(edge, drawn))


def _looked_at(
    client: Client, state: PlayState, snapshot: PlaySnapshot, measures: Measures
) -> list[ft.Control]:
    """Show what was opened in place of the turn."""
    pane, look, peeks = state.panel.pane, state.panel.look, state.peeks
    match pane.kind:
        case "player":
            return [PlayerPage(state, snapshot, pane.seat, key=f"player-{pane.seat}")]
        case "players":
            head = overlay_head(state, "Players")
            return [head, *player_cards(snapshot, look, "", peeks)]
        case "board":
            rows = partial(PlayerList, snapshot, look, "", peeks, key="rows")
            width = measures.width + 2 * measures.margin
            shown = middle(client, state, snapshot, width, measures.sheet, rows)
            return [
                overlay_head(state, "Board"),
                ft.Container(shown, height=measures.sheet - 2 * theme.TOUCH),
            ]
        case "more":
            return [ActionMenu(state, snapshot, key="menu")]
        case "requests":
            return [RequestList(state, key="requests")]
    return [EntryInFull(state, snapshot, pane.seq, state.panel.leave, key=f"line-{pane.seq}")]


def _keep_roll(last: MutableRef[RollAsked], body: list[ft.Control]) -> None:
    """Keep the pad of the last roll, unseen, while something else is asked.

    The next turn has it again, and to make its dozen keys anew would be half of what that tap costs.
    """
    asked = next((control.data for control in body if isinstance(control.data, RollAsked)), None)
    if asked:
        last.current = asked
    elif last.current:
        body.append(roll_question(last.current, visible=False))


def _turn(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    client: Client,
    story: Story | None,
    *,
    measures: Measures,
    fit: Fit,
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Draw what the turn is headed by, and what is asked and offered."""
    own = draft is not None and not draft.lead
    over = snapshot.ending is not None and not own
    then = _then(snapshot, draft) if own and draft else None
    head, body = _first(state, snapshot), list[ft.Control]()
    board = next((board for board in snapshot.boards if isinstance(board, PriceBoard)), None)
    if board and measures.columns > LEAST_KEYS:
        head.append(price_strip(state, board))
    wide = measures.columns > LEAST_KEYS
    room = measures.width if wide else amounts.SHEET
    if over:
        body += [
            *next_game(state),
            ending_card(snapshot, state.scale()),
            *_offers(state, snapshot, snapshot.offers, room),
            sending.ending_acts(client, snapshot),
        ]
    compact = measures.place is Place.PHONE
    asked = (
        sheet(state, snapshot, draft, state.sheet.outcome(), compact=compact, room=room, fit=fit)
        if draft
        else []
    )
    heads = (SEATS, FOLDED) if draft and draft.touched else (SEATS,)
    chips = next((one for one in asked[:1] if one.key in heads), None)
    if chips and fit.short:
        asked = asked[1:]
    if own or not over:
        head += _sheet_head(state, snapshot, draft, then, fit, chips)
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
    return head, body


def _sheet_head(  # noqa: PLR0917 - what a sheet is headed by
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    then: Prompt | None,
    fit: Fit,
    chips: ft.Control | None,
) -> list[ft.Control]:
    """Head a sheet with its name or with what the book expects, and the rules where they are asked for."""
    sign, rules = rules_here(state, snapshot, draft)
    if draft and not draft.lead:
        head = _own_head(state, snapshot, draft, then, sign, fit, chips)
    elif chips and fit.short:
        head = ft.Row([ft.Container(chips, expand=True), *sign])
    else:
        head = _prompt_head(snapshot, state.scale(), sign, fit)
    notes = bar_notes(state, snapshot, draft, state.sheet.outcome()) if draft and fit.tight else []
    return [head, *rules, *notes]


LEAST_KEYS = 4
"""Keys in a row on a narrow sheet, which has no room for a price at its head."""


def _foot(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft | None, fit: Fit
) -> list[ft.Control]:
    """Set at the foot what records, or what most likely comes next where no sheet is laid out."""
    lines: list[ft.Control] = (
        [controls.note(state.problem, "bad", live=True)] if state.problem else []
    )
    if draft and not only_bids_missing(snapshot, draft, state.sheet.outcome()):
        return [record_bar(state, snapshot, draft, state.sheet.outcome(), fit=fit)]
    offers = () if draft or snapshot.ending else snapshot.offers  # opening bids is what records
    for offer, reason in offers:
        if offer.tone == "primary":
            lines.append(_quiet_offer(state, snapshot, offer, reason))
    return [controls.column(*lines, spacing=8)] if lines else []


def _first(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Show first what is wrong with the book, and whose bids are awaited."""
    body: list[ft.Control] = []
    if state.damage:
        words = f"{state.damage[0]} The file was changed outside this app: go by what lies on the table."
        body.append(controls.note(words, "bad", live=True))
    return [*body, *auction.notice(state, snapshot)]


def _prompt_head(
    snapshot: PlaySnapshot, scale: float, sign: list[ft.Control], fit: Fit
) -> ft.Control:
    """Show what the book expects, with the ``sign`` for the rules."""
    prompt = snapshot.prompt
    words = f"{prompt.title}. {prompt.text}" if prompt.where else prompt.text
    asked = prompt.where or prompt.title
    brief = fit.tight or fit.beside
    said = PromptWords(prompt.event, asked, words, scale, brief=brief, key="prompt")
    if not sign:
        return said
    return ft.Row(
        [ft.Container(said, expand=True), *sign], vertical_alignment=ft.CrossAxisAlignment.START
    )


def _heading(words: str, scale: float) -> ft.Control:
    """Head a sheet, in smaller letters where a word would be broken beside two signs."""
    style = Style.HEADLINE_SMALL
    return controls.heading(words, style=style, size=amounts.smaller(words, style, HEADED, scale))


@controls.memo
@screen
def PromptWords(event: str, asked: str, words: str, scale: float, *, brief: bool) -> ft.Control:
    """Say what the book expects, again only when that has changed."""
    chips = [controls.chip(event, "accent", icon=ft.Icons.TIMELAPSE, scale=scale)] if event else []
    lines: list[ft.Control] = [controls.wrap(_heading(asked, scale), *chips, spacing=12)]
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
    words: list[ft.Control] = [_heading(title, state.scale())]
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


@controls.memo
@screen
def LastEntry(
    panel: Panel, snapshot: PlaySnapshot, recorded: int, undone: str, measures: Measures
) -> ft.Control:
    """Say on one line what was recorded last, with its undo at the right end, and after that what brings it back."""
    state, last = panel.play, snapshot.undoable
    page = measures.page
    told = shown = undone or "Nothing recorded yet"
    sign, figure = list[ft.Control](), list[ft.Control]()
    if last and not undone:
        told = shown = last.proposal.narration
        person, moved = snapshot.subject(last), snapshot.figure(last)
        if person:
            sign = [badge(person, size=24)]
            shown = shown.removeprefix(f"{person.name} ")  # its token says who
        if last.seq == recorded:
            told = f"Recorded: {told}"
        if moved:
            figure = [amounts.line_figure(moved, Style.LABEL_LARGE)]
    words = soft(shown[:1].upper() + shown[1:], lines=None if page else 1, expand=True)
    said = ft.Semantics(
        content=ft.Row([*sign, words, *([] if page else figure)], spacing=8),
        label=told,
        live_region=True,
        container=True,
        exclude_semantics=True,
        identifier="recorded",
        expand=not page,
    )
    again = [redo_button(state, snapshot)] if snapshot.redoable else []
    undo = undo_button(state, snapshot, words="Undo")
    if page:
        return controls.column(said, controls.wrap(*figure, *again, undo))
    line = ft.Row([said, *again, undo], spacing=4)
    return ft.Container(line, padding=ft.Padding.only(left=16, right=4))


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
def LastLines(panel: Panel, snapshot: PlaySnapshot) -> ft.Control:
    """List the journal's last entries; a tap shows the receipt."""
    state, lines = panel.play, snapshot.lines[:FEW]
    head = controls.heading("Journal", level=3, style=Style.TITLE_MEDIUM)
    if not lines:
        return controls.column(head, soft(EMPTY, Style.BODY_MEDIUM), spacing=2)
    rows = _entry_rows(state, snapshot, lines)
    return controls.column(head, controls.column(*rows, spacing=0), spacing=2)


EMPTY = "What you record is written here, entry by entry."
FEW = 6
"""Number of entries on a phone of a player, or of whoever watches."""
LATEST = 12
"""Number of entries in the pane of the journal."""


@controls.memo
@screen
def Journal(panel: Panel, snapshot: PlaySnapshot, recorded: int) -> ft.Control:
    """Show the last entry with Undo and Redo, and below it those before."""
    state, lines = panel.play, snapshot.lines[:LATEST]
    number = f"{snapshot.version} {'entry' if snapshot.version == 1 else 'entries'}"
    head = ft.Row(
        [
            ft.Container(controls.heading("Journal", level=2), expand=True),
            soft(number if snapshot.version else ""),
        ]
    )
    if not lines:
        return controls.column(head, soft(EMPTY, Style.BODY_MEDIUM), spacing=8)
    every = button(
        "All entries",
        press(go, play_route(state.play_id, "journal")),
        tone="quiet",
        key="all-entries",
    )
    rows = controls.column(*_entry_rows(state, snapshot, lines), ft.Row([every]), spacing=0)
    return controls.column(head, _last_entry(state, snapshot, recorded), rows, spacing=8)


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
