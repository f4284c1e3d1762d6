"""The working panel: what the book expects next, the sheet for it, and whatever is looked at instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import groupby

import flet as ft

from companion.core.show.boards import PriceBoard
from views import theme
from views.app_shell import visit
from views.boards import worth_chart
from views.boards.price import price_strip
from views.components import amounts, controls
from views.components.controls import (
    Control,
    Controls,
    Part,
    Style,
    column,
    flat,
    memo,
    panes,
    press,
    quiet_button,
    read_out,
    remark,
    soft,
    text,
    wrap,
)
from views.components.journal_row import RowContent, first_sentence, fold_row, journal_row
from views.components.player_card import token
from views.ending import sending
from views.ending.ending import Story, StoryView, ending_card, next_game
from views.journal.entry import EntryInFull, redo_button, undo_button
from views.journal.listing import Fold
from views.sharing import auction
from views.sharing.own_page import entries_about
from views.sharing.requests import RequestList
from views.state.client import Client
from views.state.play.panel import BRIEF
from views.state.play.play_state import TURN, Draft, Pane, Panel, PlaySnapshot, PlayState
from views.table.arrangement import BOARD, JOURNAL, PLAYERS
from views.table.focus import PADS, use_focus
from views.table.frame import (
    Measures,
    Place,
    Zones,
    frame,
    place_sheet,
    use_measures,
)
from views.table.landings import offer_act, turn_zones
from views.table.menu import ActionMenu, overlay_head
from views.table.middle import middle, turn_zone
from views.table.player_page import PlayerPage
from views.table.players import PlayerList, player_cards
from views.table.questions.roll import RollAsked, roll_pad


@memo
def WorkingPanel(
    state: PlayState,
    client: Client,
    measures: Measures,
    story: Story | None,
    beside: frozenset[str],
) -> Control:
    """Draw the working panel, with the button that records always in the same place at its foot.

    Where the journal is not ``beside`` it, the last entry is above the sheet's head. Once the play is over ``client``
    has its picture sent, and ``story`` is shown here if there is no room beside.
    """
    place_sheet(measures)
    snapshot, draft = state.snapshot, state.sheet.draft
    panel, holds_focus = use_focus(state, snapshot)
    last = None
    if JOURNAL not in beside:
        last = LastEntry(state.panel, snapshot, state.recorded, state.undone, measures, key="last")
    rest = _rest(client, state, snapshot, draft, beside)
    around: Control | None = None
    if rest:
        around = column(rest) if measures.page else controls.scrolling_column(*rest)
    made = _zones(client, state, snapshot, draft, None if BOARD in beside else story)
    rolls: dict[str, RollAsked] = ft.use_memo(dict, [])
    pane = state.panel.pane
    if pane.kind == BRIEF:
        room = replace(measures, turn=measures.answers, width=measures.beside, margin=0)
        has = turn_zone(state, snapshot, room, pane.seat)
        made = replace(made, answers=has if made.pad else column(has, made.answers))
    if made.pad:
        made = replace(made, pad=_with_rolls(rolls, made.pad))
    elif rest and measures.place is not Place.SIDE and not measures.page:
        answers = [made.answers] if made.answers else []
        made = replace(made, answers=column(answers, rest))
    on_phone = measures.place is Place.PHONE
    apart = on_phone and not measures.page
    drawn = ft.Column(
        [holds_focus, frame(made, last=None if apart else last, rest=around)],
        ref=panel,
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    if measures.place is not Place.PHONE:
        return panes(ft.Container(height=measures.gap), drawn)
    # what the zones above leave is the sheet's, and less of it below the banner of a book that is open elsewhere
    return panes(last if apart else None, controls.lower_panel(drawn))


def _with_rolls(last: dict[str, RollAsked], pad: Control) -> Control:
    """Keep the last pad of each kind of roll, unseen, while something else is asked.

    A later turn has it again, and to make its dozen keys anew would be half of what that tap costs.
    """
    if isinstance(asked := pad.data, RollAsked):
        last[asked.key] = asked
    pads = [pad if roll is asked else roll_pad(roll, visible=False) for roll in last.values()]
    return ft.Column([*pads, *([] if asked else [pad])], spacing=0, key=PADS)


def _rest(
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    beside: frozenset[str],
) -> Controls:
    """Draw what follows the sheet in a pane with spare height, or on one page."""
    turn = state.panel.pane.kind in (TURN.kind, BRIEF)
    rest: Controls = []
    if turn and JOURNAL in beside:
        board = next((board for board in snapshot.boards if isinstance(board, PriceBoard)), None)
        rest += [price_strip(state, board)] if board else []
        rest += worth_chart.below(client, state, snapshot, draft)
    elif BOARD in beside:
        rest.append(LastLines(state.panel, snapshot, key="journal"))
    if use_measures().page and turn and not {PLAYERS, BOARD} & beside:
        cards = player_cards(snapshot, state.panel.look, "", state.peeks)
        rest.append(column(cards, key="everybody"))
    return rest


def _zones(
    client: Client,
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft | None,
    story: Story | None,
) -> Zones:
    """Fill the zones with what is looked at, what is under the hammer, the end, or the turn."""
    measures = use_measures()
    if state.panel.pane.kind not in (TURN.kind, BRIEF):
        shown = _looked_at(client, state, snapshot, measures)
        return Zones(None, column(shown, spacing=measures.gap))
    if lot := auction.find_running(state):
        return auction.zones(state, lot)
    if snapshot.ending and (draft is None or draft.lead):
        shown = _ended(client, state, snapshot, story)
        return Zones(None, column(shown, spacing=measures.gap))
    notices = flat((_damage(state), auction.notice(state)))
    if auction.has_turn(state, draft):
        return Zones(None, column(notices, spacing=measures.gap))
    made = turn_zones(state, snapshot, draft, snapshot.offers)
    if notices:
        made = replace(made, answers=column(notices, made.answers, spacing=measures.gap))
    return made


def _looked_at(
    client: Client, state: PlayState, snapshot: PlaySnapshot, measures: Measures
) -> Part:
    """Show what was opened in place of the turn."""
    pane, look, peeks = state.panel.pane, state.panel.look, state.peeks
    match pane.kind:
        case "player":
            return PlayerPage(state, snapshot, pane.seat, key=f"player-{pane.seat}")
        case "players":
            return overlay_head(state, "Players"), player_cards(snapshot, look, "", peeks)
        case "board":
            rows = partial(PlayerList, snapshot, look, "", peeks, key="rows")
            width, high = measures.width + 2 * measures.margin, measures.sheet - 2 * theme.TOUCH
            shown = middle(client, state, snapshot, width, measures.sheet, rows)
            return overlay_head(state, "Board"), ft.Container(shown, height=high)
        case "more":
            return ActionMenu(state, snapshot, key="menu")
        case "requests":
            return RequestList(state, key="requests")
    return EntryInFull(state, snapshot, pane.seq, state.panel.leave, key=f"line-{pane.seq}")


def _ended(client: Client, state: PlayState, snapshot: PlaySnapshot, story: Story | None) -> Part:
    """Show how it ended, and what can be done then."""
    offers = [offer_act(state, snapshot, *pair) for pair in snapshot.offers]
    return (
        next_game(state),
        ending_card(snapshot, state.scale()),
        wrap(offers) if offers else None,
        sending.ending_acts(client, snapshot),
        StoryView(story, state.panel.look, state.scale(), key="story") if story else None,
    )


def _damage(state: PlayState) -> Part:
    """Show first what is wrong with the book."""
    words = "The file was changed outside this app: go by what lies on the table."
    return controls.problem(f"{state.damage[0]} {words}") if state.damage else None


@memo
def LastEntry(
    panel: Panel,
    snapshot: PlaySnapshot,
    recorded: int,
    undone: str,
    measures: Measures,
    *,
    seat: str = "",
    undoes: bool = True,
) -> Control:
    """Say on one line what was recorded last, with its undo at the right end, and after that what brings it back.

    On the phone of the player with this ``seat`` it is what happened to that player last.
    """
    state, last = panel.play, snapshot.undoable
    person = snapshot.person(seat)
    if person:
        last = next(entries_about(snapshot, person), None)
    page = measures.page
    told = shown = first_sentence(undone) or f"Nothing {'of yours ' if seat else ''}recorded yet"
    sign = figure = None
    if last and not undone:
        row = snapshot.row_of(last, seat)
        told, shown = row.words, row.brief
        if row.person:
            sign = token(row.person, 24)
        if last.seq == recorded:
            told = f"Recorded: {told}"
        elif seat:
            told = f"Entry {last.seq}. {told}"
        # on its side the words need the room, and say it too
        if row.figure and measures.place is not Place.SIDE:
            shown = shown if page else row.shortest
            owed = text(row.owed, Style.LABEL_LARGE) if row.owed else None
            figure = owed or amounts.line_figure(row.figure, Style.LABEL_LARGE)
    lines = None if page else 2 if measures.place is Place.SIDE else 1
    words = soft(shown, lines=lines, expand=True)
    words.key = "words"  # with a sign before them and without they are the same
    line = controls.row(sign, words, None if page else figure, spacing=8)
    said = read_out(line, told, live=True, identifier="recorded", expand=not page)
    ways = [redo_button(state, snapshot)] if snapshot.redoable and not seat else []
    # on its side it stays where it is beside the redo, and leaves room for what was recorded
    word = "" if measures.place is Place.SIDE and not page else "Undo"
    ways += [undo_button(state, snapshot, words=word)] if undoes else []
    if page:
        return column(said, wrap(figure, ways))
    side = measures.margin if measures.place is Place.PHONE else 0
    right = min(side, 4) if ways else side
    margin = ft.Margin(left=side, right=right)
    return ft.Row([said, *ways], spacing=4, margin=margin, height=measures.last)


@memo
def EntryRow(row: RowContent, look: Callable[[Pane], None]) -> Control:
    """Draw a row of the journal's last entries, again only when what it shows has changed."""
    return journal_row(row, press(look, Pane("line", seq=row.seq)), compact=True)


@memo
def FoldRow(words: str, play_id: str) -> Control:
    """Draw a row for what is crossed out, which leads to the journal, again only when it says something else."""
    return fold_row(words, visit(play_id, "journal"), key="fold")


def _entry_rows(state: PlayState, snapshot: PlaySnapshot, most: int) -> Part:
    """Draw the last entries, and what is crossed out folded into one row, which leads to the journal."""
    rows: Controls = []
    folds, lines = 0, snapshot.lines[:most]
    for gone, group in groupby(lines, key=snapshot.is_crossed_out):
        found = list(group)
        if gone:
            fold = Fold(found[-1].seq, sum(not line.turns_back for line in found))
            folds += 1
            rows.append(FoldRow(fold.words, state.play_id, key=f"fold-{folds}"))
            continue
        for line in found:
            row = snapshot.row_of(line)
            rows.append(EntryRow(row, state.panel.look, key=f"entry-{line.seq}"))
    return rows or [remark("What you record is written here, entry by entry.")]


@memo
def LastLines(panel: Panel, snapshot: PlaySnapshot) -> Control:
    """List the journal's last entries; a tap shows the receipt."""
    rows = _entry_rows(panel.play, snapshot, FEW)
    return controls.packed(controls.subheading("Journal"), column(rows, spacing=0))


FEW = 6
"""Number of entries on a phone of a player, or of whoever watches."""
LATEST = 12
"""Number of entries in the pane of the journal."""


@memo
def Journal(panel: Panel, snapshot: PlaySnapshot, recorded: int) -> Control:
    """Show the last entry with Undo and Redo, and below it those before."""
    state, count = panel.play, snapshot.version
    number = soft(f"{count} {'entry' if count == 1 else 'entries'}" if count else "")
    last = every = None
    if snapshot.lines:
        last = _last_entry(state, snapshot, recorded)
        whole = visit(state.play_id, "journal")
        every = ft.Row([quiet_button("All entries", whole, key="all-entries")])
    return column(
        ft.Row([controls.fill(controls.heading("Journal")), number]),
        last,
        column(_entry_rows(state, snapshot, LATEST), every, spacing=0),
        spacing=8,
    )


def _last_entry(state: PlayState, snapshot: PlaySnapshot, recorded: int) -> Control:
    """Say on a card what Undo would take back, and what Redo would bring again."""
    last = snapshot.undoable
    said = last.proposal.narration if last else "Nothing to undo"
    told = f"Recorded: {said}" if last and last.seq == recorded else said
    words = read_out(text(said, Style.TITLE_SMALL), told, live=True, identifier="recorded")
    ways = ft.Row(
        [undo_button(state, snapshot, words="Undo"), redo_button(state, snapshot)],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    return controls.card(words, ways, padding=12, spacing=2)
