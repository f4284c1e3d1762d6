"""What a player's own phone shows of that player: money and cards, how far it is, and what happened to them last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import flet as ft

from companion.core.show import player_colours
from companion.core.show.boards import Runner, ToteBoard
from companion.core.show.cards import Badge, Holding, Stake, Standing
from models.ledger import Entry
from views import theme
from views.components import amounts, controls
from views.components.choice_tiles import lines_of, split_number
from views.components.controls import Still, Style, press, soft, text
from views.components.hold_to_reveal import HoldToReveal, secrets
from views.components.journal_row import RowContent, journal_row, row_of
from views.components.player_card import checklist, progress
from views.components.receipt import receipt
from views.journal.entry import undo_button
from views.state.play.panel import Pane
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.player_page import whole_card

OWES = "owes "
"""With this begins the remark that names a player's debt."""
FEWEST, ABREAST, INSET = 3, 4, 10
"""Room for so many cards beside each other, the most there are, and what is left at the sides of one."""
LINE = 18
"""Height of a line on a card."""
LAST = 3
"""So many of a player's last entries are on the page; the journal has all."""
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
    figures, things = _figures(state, snapshot, person, standing), _things(standing, state.scale())
    if snapshot.in_pots:
        things.append(Still(_chips, snapshot.in_pots, key="pots"))
    staked: list[ft.Control] = [
        Still(_stake, one, state.scale(), key=f"stake-{number}")
        for number, one in enumerate(stakes(snapshot, standing))
    ]
    if bids and not standing.masked:
        return figures[:1], [*figures[1:], *staked, *things]
    few = len(standing.holdings) <= ABREAST
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
    have = ft.Column(
        [*label, large_figure(figure, Style.DISPLAY_LARGE, scale)], spacing=0, tight=True
    )
    # who owes nothing needs no word for it
    return controls.beside(have, *([_debt(debt.text)] if debt.tone == "bad" else []))


def large_figure(figure: str, style: Style, scale: float) -> ft.Control:
    """What a player has, large, and whole on the narrowest phone."""
    return text(figure, style, size=amounts.smaller(figure, style, amounts.SHEET, scale))


def _debt(words: str) -> ft.Control:
    if not words.startswith(OWES):
        return controls.chip(words, "bad")
    amount = text(words.removeprefix(OWES), Style.HEADLINE_MEDIUM, theme.LOSS, whole=True)
    return ft.Column([soft("You owe"), amount], spacing=0, tight=True)


def _things(standing: Standing, scale: float) -> list[ft.Control]:
    """Cards as they lie on the table, and how far it is to the next step."""
    lines: list[ft.Control] = []
    if any(holding.text for holding in standing.holdings):
        lines.append(Still(_cards, standing.holdings, scale, key="cards"))
    if remarks := tuple(chip for chip in standing.chips if chip.text):
        lines.append(Still(_chips, remarks, key="remarks"))
    if standing.progress is not None or standing.note or standing.warning:
        lines.append(Still(progress, standing, key="progress"))
    return lines


def _chips(remarks: Sequence[Badge]) -> ft.Control:
    return controls.wrap(*(controls.chip(remark.text, remark.tone) for remark in remarks))


def _cards(holdings: Sequence[Holding], scale: float) -> ft.Control:
    names = [_split_sign(holding)[1] for holding in holdings]
    parts = [name.replace("-", " ") for name in names]  # at a hyphen a line may end
    most = max(FEWEST, min(ABREAST, len(holdings)))
    columns = amounts.count_abreast(parts, most, Style.LABEL_MEDIUM, scale, 8, around=2 * INSET + 2)
    inside = (amounts.SHEET + 8) / columns - 10 - 2 * INSET
    # as high as the one whose name has most lines, so that all are alike
    lines = max(lines_of(part, Style.LABEL_MEDIUM, scale, inside) for part in parts)
    height = 2 * INSET + 28 * scale + max(1, min(3, lines)) * LINE * scale
    cells: list[ft.Control] = [_card(holding, height) for holding in holdings]
    cells += [
        ft.Container(expand=True) for _ in range(columns - len(cells))
    ]  # one card alone is as wide as any
    return controls.tiles(cells, columns, 8)


def _split_sign(holding: Holding) -> tuple[str, str]:
    """The number on a card, or a diamond, and its name; an empty place has a plus."""
    if not holding.text:
        return "+", "Empty"
    sign, name = split_number(holding.text)
    return sign or ("\u25c6" if holding.counts else "\u25c7"), name


def _card(holding: Holding, height: float) -> ft.Control:
    sign, name = _split_sign(holding)
    ground: ft.ColorValue = ft.Colors.TRANSPARENT
    ink: ft.ColorValue = theme.SOFT_INK
    if holding.text and holding.counts:
        ground, ink = theme.TINT, theme.ON_TINT
        if holding.colour:
            ground = player_colours.valid_colour(holding.colour, player_colours.HOUSE_ACCENT)
            ink = player_colours.ink_on(str(ground))
    family = theme.SYMBOLS if sign in ("\u25c6", "\u25c7") else theme.TEXT
    mark = ft.Text(sign, size=18, color=ink, font_family=family, weight=ft.FontWeight.W_700)
    inside = ft.Column(
        [mark, text(name, Style.LABEL_MEDIUM, ink)],
        spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    said = [
        holding.text or "Empty place",
        holding.detail,
        "" if holding.counts else "does not count",
    ]
    return ft.Semantics(
        content=ft.Container(
            inside,
            height=height,
            padding=INSET,
            bgcolor=ground,
            border=ft.Border.all(1, theme.HAIRLINE if not holding.text else theme.EDGE),
            border_radius=theme.RADIUS,
        ),
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


SHORT = 13
"""Results with names up to so many letters stand beside each other, longer ones below one another."""


def _stake(stake: Stake, scale: float) -> ft.Control:
    """Show what is at stake, and what each result brings."""
    brief = all(len(label) <= SHORT for label, _ in stake.results)
    values = [value for _, value in stake.results]
    columns = (
        amounts.count_abreast(values, len(values), Style.TITLE_LARGE, scale)
        if brief and values
        else 1
    )
    cells = [_result(label, value, apart=not brief) for label, value in stake.results]
    head = text(stake.title, Style.TITLE_SMALL, theme.ON_TINT)
    return controls.card(
        head, controls.tiles(cells, columns, 8), tone="accent", padding=14, spacing=8
    )


def _result(label: str, value: str, *, apart: bool) -> ft.Control:
    name = text(label, Style.BODY_MEDIUM if apart else Style.BODY_SMALL, theme.ON_TINT)
    amount = text(
        value, Style.TITLE_MEDIUM if apart else Style.TITLE_LARGE, theme.ON_TINT, whole=True
    )
    if apart:
        content: ft.Control = controls.beside(name, amount)
    else:
        content = ft.Column([name, amount], spacing=0, tight=True)
    return ft.Semantics(
        content=content, label=f"{label}: {value}", container=True, exclude_semantics=True
    )


def show_everything(standing: Standing, scale: float) -> list[ft.Control]:
    """All that a player has, in full, and what the next step needs, point by point."""
    checks = [checklist(standing)] if standing.checks else []
    return [*checks, *whole_card(replace(standing, holdings=()), scale)]


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
