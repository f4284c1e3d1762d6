"""What a player's own phone shows of that player: money and cards, how far it is, and what happened to them last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import flet as ft

from companion.core.show.boards import Runner, ToteBoard
from companion.core.show.cards import Badge, Holding, Stake, Standing
from models.ledger import Entry
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import split_number
from views.components.controls import Still, Style, press, soft, text
from views.components.hold_to_reveal import HoldToReveal, secrets
from views.components.journal_row import RowContent, journal_row, row_of
from views.components.player_card import checklist, progress, slot, standing_lines
from views.components.receipt import receipt
from views.journal.entry import undo_button
from views.state.play.panel import Pane
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState

OWES = "owes "
"""With this begins the remark that names a player's debt."""
MANY = 6
"""More cards than this stand below what can be done."""
LAST = 3
"""The number of a player's last entries on the page; the journal has all."""
TALL = 780
"""In a window this high, cards and what is at stake stand above the sheet and never scroll away."""


def draw_own(
    state: PlayState,
    snapshot: PlaySnapshot,
    person: Person,
    standing: Standing,
    height: float,
    *,
    asked: bool,
    bids: bool = False,
) -> tuple[list[ft.Control], list[ft.Control]]:
    """What the player has: what stands above the sheet, and what goes below what can be done there.

    Where something is ``asked``, the sheet needs the room, and what is at stake stands below it; while there are
    ``bids`` all but the money does.
    """
    figures = _figures(state, snapshot, person, standing)
    things = [Still(_things, standing, snapshot.in_pots, key="things")]
    found = tuple(stakes(snapshot, standing))
    staked = [Still(_stakes, found, key="stakes")] if found else []
    if bids and not standing.masked:
        return figures[:1], [*figures[1:], *staked, *things]
    few = len(standing.holdings) <= MANY
    if height >= TALL and state.scale() <= theme.ROOMY and few:
        return ([*figures, *things], staked) if asked else ([*figures, *things, *staked], [])
    return figures, [*staked, *things]


def _figures(
    state: PlayState, snapshot: PlaySnapshot, person: Person, standing: Standing
) -> list[ft.Control]:
    """What the player has and owes, large; what is secret under a finger only."""
    cash = snapshot.game.cash
    followed = cash is None or cash.followed(snapshot.turn())
    lines: list[ft.Control] = [
        Still(_money, standing.figure, standing.debt, followed, state.scale(), key="money")
    ]
    if standing.secret:
        held = secrets(snapshot, person.key, state.privacy)
        peek = HoldToReveal(state.privacy, held, snapshot.version, key=f"own-{person.key}")
        lines = [*([] if standing.masked else lines), peek, soft("For you alone: press and hold.")]
    return lines


def _money(figure: str, debt: Badge, followed: bool, scale: float) -> ft.Control:
    """Show what the player has; where nobody's cash is followed, the card's remark says what the figure is."""
    label = [soft("You have")] if followed else []
    size = amounts.smaller(figure, Style.DISPLAY_LARGE, amounts.SHEET, scale)
    have = ft.Column([*label, text(figure, Style.DISPLAY_LARGE, size=size)], spacing=0, tight=True)
    # who owes nothing needs no word for it
    return controls.beside(have, *([_debt(debt.text)] if debt.tone == "bad" else []))


def _debt(words: str) -> ft.Control:
    if not words.startswith(OWES):
        return controls.chip(words, "bad")
    amount = text(words.removeprefix(OWES), Style.HEADLINE_MEDIUM, theme.LOSS, whole=True)
    return ft.Column([soft("You owe"), amount], spacing=0, tight=True)


def _things(standing: Standing, in_pots: Sequence[Badge]) -> ft.Control:
    """Cards by their names, what is remarked, and how far it is to the next step."""
    lines: list[ft.Control] = []
    if any(holding.text for holding in standing.holdings):
        lines.append(controls.wrap(*map(_card, standing.holdings), spacing=12))
    for remarks in (standing.chips, in_pots):
        said = [controls.chip(remark.text, remark.tone) for remark in remarks if remark.text]
        lines += [controls.wrap(*said)] if said else []
    if standing.progress is not None or standing.note or standing.warning:
        lines.append(progress(standing))
    return controls.column(*lines, spacing=10)


def _card(holding: Holding) -> ft.Control:
    """Show a card, or an empty place for one, by its sign and its name."""
    name = [text(split_number(holding.text)[1], Style.LABEL_LARGE)] if holding.text else []
    said = holding.text or "Empty place", holding.detail, "" if holding.counts else "does not count"
    return ft.Semantics(
        content=controls.with_sign(slot(holding), *name, spacing=6),
        label=", ".join(filter(None, said)),
        container=True,
        exclude_semantics=True,
    )


def stakes(snapshot: PlaySnapshot, standing: Standing) -> list[Stake]:
    """What the player has at stake: what the game says of it, and the bets on the boards before they are paid."""
    found = [*standing.stakes]
    for board in snapshot.boards:
        if isinstance(board, ToteBoard) and not (board.payouts or board.outcome):
            results = [
                (
                    f"{_name_runner(runner)}, {amounts.figure(bet.amount, board.unit)}",
                    amounts.figure(bet.back, board.unit) if bet.back is not None else runner.pays,
                )
                for runner in board.runners
                for bet in runner.backings
                if bet.seat == standing.seat
            ]
            if results:
                found.append(Stake(f"{board.title}: what you get if it wins", tuple(results)))
    return found


def _name_runner(runner: Runner) -> str:
    number = str(runner.number)
    return runner.name if runner.name.endswith(number) else f"{number} {runner.name}".strip()


def _stakes(found: Sequence[Stake]) -> ft.Control:
    """Show what is at stake, and what each result brings."""
    cards = [
        controls.card(
            text(stake.title, Style.TITLE_SMALL),
            controls.wrap(*(_result(*result) for result in stake.results), spacing=20),
        )
        for stake in found
    ]
    return controls.column(*cards, spacing=10)


def _result(label: str, value: str) -> ft.Control:
    words = ft.Column([soft(label), text(value, Style.TITLE_LARGE)], spacing=0, tight=True)
    return ft.MergeSemantics(words)


def show_everything(standing: Standing) -> list[ft.Control]:
    """All that a player has, in full, and what the next step needs, point by point."""
    checks = [checklist(standing)] if standing.checks else []
    return [*checks, *standing_lines(replace(standing, holdings=()))]


def last_for(state: PlayState, snapshot: PlaySnapshot, person: Person) -> list[ft.Control]:
    """What happened to the player last, each with what it brought or cost them; a tap shows how it came about."""
    entries, last = [*_entries_about(snapshot, person)], snapshot.undoable
    blocks: list[ft.Control] = (
        [controls.note(state.undone, "info", live=True)] if state.undone else []
    )
    if last and snapshot.may_undo(state.member()):
        blocks.append(_just_recorded(state, snapshot, last))
        entries = [entry for entry in entries if entry.seq != last.seq]
    rows = tuple(_row(snapshot, person, entry) for entry in entries)
    if rows:
        blocks.append(Still(_last, rows, state.panel.look, state.scale(), key="last"))
    return blocks


def _last(rows: Sequence[RowContent], look: Callable[[Pane], object], scale: float) -> ft.Control:
    lines = [
        journal_row(row, press(look, Pane("line", seq=row.seq)), scale=scale, compact=True)
        for row in rows
    ]
    head = controls.heading("Last for you", level=3, style=Style.TITLE_MEDIUM)
    return controls.column(head, controls.column(*lines, spacing=0), spacing=2)


def _just_recorded(state: PlayState, snapshot: PlaySnapshot, entry: Entry) -> ft.Control:
    """Show the receipt of what the player has just recorded, with the way to take it back."""
    scale = state.scale()
    said = ft.Semantics(
        content=controls.chip("Recorded", "good", icon=ft.Icons.CHECK_CIRCLE_OUTLINE, scale=scale),
        label=f"Recorded: {entry.proposal.narration}",
        live_region=entry.seq == state.recorded,
        container=True,
        exclude_semantics=True,
        identifier="recorded",
    )
    head = controls.beside(said, undo_button(state, snapshot, words="Undo"))
    return controls.column(head, receipt(entry.proposal, ruled=False), spacing=2)


def latest_of(snapshot: PlaySnapshot, person: Person) -> int:
    """The number of the last entry that concerns a player; 0 where none does."""
    return next((entry.seq for entry in _entries_about(snapshot, person)), 0)


def _entries_about(snapshot: PlaySnapshot, person: Person) -> Iterator[Entry]:
    found = 0
    for entry in snapshot.lines:
        if snapshot.is_crossed_out(entry) or found == LAST:
            continue
        if snapshot.figure(entry, person.key) or snapshot.subject(entry) == person:
            found += 1
            yield entry


def _row(snapshot: PlaySnapshot, person: Person, entry: Entry) -> RowContent:
    figure, revised = snapshot.figure(entry, person.key), snapshot.revised.get(entry.seq)
    return row_of(entry, figure, revised, person=snapshot.subject(entry))
