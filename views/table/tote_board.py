"""The tote board on the table: the pool horse by horse as bets come in, and the payouts after the race."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import flet as ft

from companion.core import player_colours
from companion.core.boards import Backing, Runner, ToteBoard
from companion.core.questions import Amount, Words
from companion.core.units import is_money
from views import theme
from views.app_shell import go, play_route
from views.components import amounts, controls
from views.components.controls import Style, button, icon_button, press, screen, soft, text
from views.components.player_card import badge
from views.state.draft import asked_now
from views.state.play_snapshot import Person, PlaySnapshot
from views.state.play_state import TURN, PlayState
from views.theme import ACCENT, CARD, EDGE, GAP, GAP_S, HAIRLINE, INK, RADIUS, SOFT_INK, TINT

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}
TILE = 36
LAID, PAYS = 66, 104
"""Widths of the columns of figures at text size 1."""


def tile(sign: str, colour: str = "", *, size: float = TILE, crossed_out: bool = False) -> ft.Control:
    """Show a number on its colour. The number says all; the colour only helps to find it."""
    ground = player_colours.known(colour, "") if colour else ""
    ink: ft.ColorValue = player_colours.ink_on(ground) if ground else theme.ON_TINT
    return ft.Container(
        ft.Text(
            sign,
            size=size * (0.5 if len(sign) < 3 else 0.36),
            weight=ft.FontWeight.W_700,
            color=SOFT_INK if crossed_out else ink,
            font_family=theme.TEXT,
            no_wrap=True,
            style=ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if crossed_out else None,
        ),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.TRANSPARENT if crossed_out else ground or TINT,
        border_radius=max(theme.RADIUS_S, size / 5),
        border=ft.Border.all(1.5, ft.Colors.with_opacity(0.55, EDGE)),
    )


def per(unit: str) -> str:
    """What a dividend is counted on: one of the unit."""
    return f"{unit}1" if is_money(unit) else "1"


def rate(runner: Runner) -> Decimal | None:
    """What a runner pays on each unit, as a number; nothing where it is said in words."""
    try:
        return Decimal(runner.pays.replace(",", ""))
    except InvalidOperation:
        return None


def best(board: ToteBoard) -> frozenset[int]:
    """The numbers that would pay most of those that somebody has backed; nobody's once the race is run."""
    if board.book or any(one.place for one in board.runners):
        return frozenset()
    rates = {one.number: value for one in board.runners if not one.out and one.laid and (value := rate(one))}
    most = max(rates.values(), default=None)
    return frozenset(number for number, value in rates.items() if value == most) if len(rates) > 1 else frozenset()


def beaten(runner: Runner, board: ToteBoard) -> bool:
    """Whether another horse has won, so that what this one would have paid is no longer of interest."""
    return not board.book and runner.place != 1 and any(one.place == 1 for one in board.runners)


def describe_runner(runner: Runner, board: ToteBoard, names: dict[str, str]) -> str:
    """Say a line of the board in one breath, for a screen reader."""
    unit = board.unit
    said = [f"{runner.number}, {runner.name}" + (f", owner {owner_name(runner, names)}" if runner.owner else "")]
    if runner.out:
        return f"{said[0]}. Out of the race: {runner.out}"
    if runner.place:
        said.append(f"Came in {PLACES[runner.place]}")
    said += [f"{names.get(one.seat, one.seat)} {amounts.spoken(one.amount, unit)}" for one in runner.backings]
    said.append(f"{amounts.spoken(runner.laid, unit)} laid" if runner.laid else "Nobody has backed it")
    if board.book and runner.cost is not None:
        said += [*([f"Odds {runner.pays}"] if runner.pays else []), describe_cost(runner.cost, unit)]
    elif runner.pays and not beaten(runner, board):
        said.append(f"Pays {runner.pays} per {per(unit)}" if rate(runner) is not None else runner.pays.capitalize())
    return ". ".join(said)


def describe_cost(cost: int, unit: str) -> str:
    """Say what a result would cost a bookmaker, or bring in."""
    if not cost:
        return "Costs nothing if it wins"
    return f"{'Costs' if cost < 0 else 'Brings'} {amounts.spoken(abs(cost), unit)} if it wins"


def owner_name(runner: Runner, names: dict[str, str]) -> str:
    """Name who leases a horse, whether the board has the key or the name."""
    return names.get(runner.owner, runner.owner)


def head(board: ToteBoard, *, wide: bool, scale: float) -> ft.Control:
    """Write what the columns hold."""
    last = f"Pays per {per(board.unit)}"
    if board.book:
        last = "Odds" if all(one.cost is None for one in board.runners) else "If it wins, at worst"
    laid, pays = widths(wide=wide, scale=scale)
    cells: list[ft.Control] = [
        ft.Container(soft("Horse", Style.LABEL_SMALL), expand=5, padding=ft.Padding.only(left=4 + TILE + GAP))
    ]
    if wide:
        cells.append(ft.Container(soft("Backers", Style.LABEL_SMALL, align=ft.TextAlign.END), expand=6))
    cells.append(ft.Container(soft("Laid", Style.LABEL_SMALL, align=ft.TextAlign.END), width=laid))
    cells.append(ft.Container(soft(last, Style.LABEL_SMALL, align=ft.TextAlign.END), width=pays))
    made = ft.Container(
        ft.Row(cells, spacing=GAP),
        padding=ft.Padding.only(left=GAP_S, right=GAP, top=4, bottom=4),
        border=ft.Border(bottom=ft.BorderSide(1, HAIRLINE)),
    )
    return ft.Semantics(content=made, exclude_semantics=True)


def widths(*, wide: bool, scale: float) -> tuple[float, float]:
    """How wide the columns of figures are."""
    grown = min(scale, 1.5)
    return (LAID * grown, PAYS * grown) if wide else (54 * grown, 76 * grown)


def line(
    runner: Runner,
    board: ToteBoard,
    people: tuple[Person, ...],
    on_tap: Callable[[Runner], None],
    *,
    lit: bool,
    most: bool,
    wide: bool,
    scale: float,
    was: str = "",
) -> ft.Control:
    """Write one horse's line: a row of a table where there is room, two dense lines on a phone.

    ``was`` is what it pays as long as the bet that is typed is not recorded.
    """
    names = {one.key: one.name for one in people}
    laid, pays = widths(wide=wide, scale=scale)
    who = [_backing(one, people, board.unit, small=not wide) for one in runner.backings]
    odds = runner.pays if board.book else ""
    remark = " \u00b7 ".join(one for one in (owner_name(runner, names), odds) if one)
    under: list[ft.Control] = []
    if runner.out:
        under.append(soft(runner.out))
    elif wide and remark:
        under.append(soft(remark))
    elif not wide and (who or remark):
        owner = [soft(remark, Style.LABEL_SMALL)] if remark else []
        under.append(controls.wrap(*owner, *who, spacing=8))
    name = text(runner.name, Style.TITLE_SMALL, SOFT_INK if runner.out else INK, crossed_out=bool(runner.out))
    title: ft.Control = name
    if runner.place:
        title = ft.Row([name, _place(runner.place)], spacing=10, wrap=True, run_spacing=0)
    cells: list[ft.Control] = [
        tile(str(runner.number), runner.colour, crossed_out=bool(runner.out)),
        ft.Container(ft.Column([title, *under], spacing=0, tight=True), expand=5),
    ]
    if wide:
        cells.append(
            ft.Container(
                ft.Row(who, wrap=True, spacing=12, run_spacing=2, alignment=ft.MainAxisAlignment.END), expand=6
            )
        )
    sum_laid = "\u2013" if runner.out else amounts.figure(runner.laid, board.unit)
    cells.append(
        ft.Container(
            text(sum_laid, Style.BODY_MEDIUM, INK if runner.laid else SOFT_INK, align=ft.TextAlign.END, whole=wide),
            width=laid,
        )
    )
    cells.append(
        ft.Container(_result(runner, board, most=most, was=was), width=pays, alignment=ft.Alignment.CENTER_RIGHT)
    )
    inside = ft.Container(
        ft.Row(cells, spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.only(left=GAP_S, right=GAP, top=5.5, bottom=5.5),
        bgcolor=TINT if lit or runner.place == 1 else None,
        border=ft.Border(
            left=ft.BorderSide(4, ACCENT if lit else ft.Colors.TRANSPARENT), bottom=ft.BorderSide(1, HAIRLINE)
        ),
        ink=runner.tap is not None,
        on_click=press(on_tap, runner) if runner.tap else None,
    )
    return ft.Semantics(
        content=inside,
        container=True,
        button=runner.tap is not None,
        selected=lit if runner.tap else None,
        label=describe_runner(runner, board, names),
        exclude_semantics=True,
        on_tap=press(on_tap, runner) if runner.tap else None,
        key=f"runner-{runner.number}",
    )


def _place(place: int) -> ft.Control:
    """Say where a horse came in; the winner has a cup beside it."""
    words = text(PLACES[place], Style.TITLE_SMALL, ACCENT)
    cup = [ft.Icon(ft.Icons.EMOJI_EVENTS, size=18, color=ACCENT)] if place == 1 else []
    return ft.Row([*cup, words], spacing=3, tight=True)


def _backing(backing: Backing, people: tuple[Person, ...], unit: str, *, small: bool) -> ft.Control:
    """Show who has how much on a horse: badge and amount."""
    person = next((one for one in people if one.key == backing.seat), None)
    size = 16 if small else 20
    sign = badge(person, size=size) if person else soft(backing.seat.capitalize())
    amount = amounts.figure(backing.amount, unit)
    style = Style.LABEL_SMALL if small else Style.BODY_MEDIUM
    return ft.Row([sign, text(amount, style, whole=True)], spacing=4, tight=True, tooltip=backing.detail or None)


def _result(runner: Runner, board: ToteBoard, *, most: bool, was: str) -> ft.Control:
    """Write what a horse would pay; in a bookmaker's book what it would cost the bookmaker."""
    if runner.out:
        return soft("\u2013")
    if board.book and runner.cost is not None:
        words = "costs" if runner.cost < 0 else "brings" if runner.cost > 0 else "costs nothing"
        figure = amounts.money(runner.cost, board.unit, signed=True, style=Style.TITLE_MEDIUM)
        pieces: list[ft.Control] = [figure] if runner.cost else []
        return ft.Column(
            [*pieces, soft(words, Style.LABEL_SMALL)],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        )
    if rate(runner) is None:
        return soft("\u2013" if beaten(runner, board) else runner.pays, align=ft.TextAlign.END)
    lost = beaten(runner, board)
    figure = text(runner.pays, Style.BODY_LARGE if lost else Style.TITLE_LARGE, SOFT_INK if lost else INK, whole=True)
    if was:
        under = soft(f"was {was}", Style.LABEL_SMALL)
        return ft.Column([figure, under], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    if not most:
        return figure
    return ft.Row(
        [soft("most", Style.LABEL_SMALL), figure],
        spacing=5,
        tight=True,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


RunnerLine = controls.memo(screen(line))
"""A horse's line, drawn again only when what it shows has changed."""

LARGE_TEXT = 1.35
"""From this text size on even a tablet has room for the dense lines only."""


@dataclass(frozen=True, slots=True)
class Picker:
    """What a tap on a horse does. Equal for equal play states, so that no line is redrawn for it."""

    state: PlayState

    def __call__(self, runner: Runner) -> None:
        """Name the horse on the sheet that lies open, or open one for it."""
        state, tap = self.state, runner.tap
        if tap is None:
            return
        draft = state.draft
        if draft is None or draft.action != tap.action:
            state.open(tap)
            return
        if state.pane != TURN:
            state.look(TURN)
        for question, value in tap.answers.items():
            state.answer(question, value)


def picked(state: PlayState, board: ToteBoard) -> int:
    """The number of the horse that the sheet on top names; 0 where it names none of them."""
    draft = state.draft
    if draft is None:
        return 0
    for one in board.runners:
        named = one.tap.answers if one.tap and one.tap.action == draft.action else {}
        if named and all(draft.answers.get(question) == value for question, value in named.items()):
            return one.number
    return 0


def _board_of(state: PlayState, snapshot: PlaySnapshot) -> ToteBoard | None:
    """The board on which the sheet on top takes a bet; nothing where it is about something else."""
    draft = state.draft
    if draft is None or state.pane != TURN:
        return None
    boards = [one for one in snapshot.boards if isinstance(one, ToteBoard)]
    known = [one for one in boards if any(line.tap and line.tap.action == draft.action for line in one.runners)]
    return next((one for one in known if picked(state, one)), known[0] if known else None)


def betting(state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether the sheet on top takes a bet on a horse of a board."""
    return _board_of(state, snapshot) is not None


def naming(state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether a bet is being taken and its backer or its horse is still to be named: the board says both best."""
    draft = state.draft
    if draft is None or _board_of(state, snapshot) is None:
        return False
    asked = asked_now(snapshot.game.action(draft.action), draft)
    return asked is not None and not isinstance(asked.kind, Amount | Words)


def _with_bet(state: PlayState, snapshot: PlaySnapshot, board: ToteBoard) -> ToteBoard:
    """The board as it would be with the bet that is on the sheet; as it is where none is complete."""
    proposal = state.outcome().proposal if _board_of(state, snapshot) is board else None
    if proposal is None:
        return board
    after = (one for one in snapshot.boards_after(proposal) if isinstance(one, ToteBoard))
    return next((one for one in after if one.title == board.title), board)


def _was(board: ToteBoard, then: ToteBoard, number: int) -> str:
    """What a horse pays now, where a bet would change it."""
    now, later = (next((one for one in each.runners if one.number == number), None) for each in (board, then))
    if board.book or now is None or later is None or now.pays == later.pays or rate(now) is None:
        return ""
    return now.pays


def tote_summary(state: PlayState, snapshot: PlaySnapshot) -> ft.Control | None:
    """Show the pool and the line of the horse that a bet is on, while a phone needs the room for the figures."""
    board = _board_of(state, snapshot)
    number = picked(state, board) if board else 0
    if board is None or not number:
        return None
    then, scale = _with_bet(state, snapshot, board), state.scale()
    runner = next(one for one in then.runners if one.number == number)
    shown = line(
        runner,
        then,
        snapshot.people,
        Picker(state),
        lit=False,
        most=number in best(then),
        wide=False,
        scale=scale,
        was=_was(board, then, number),
    )
    body = controls.column(_head(state, then, compact=True), shown, spacing=2)
    return ft.Container(body, padding=ft.Padding.only(left=8, right=12, bottom=6))


def payoff(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Say what the backer gets if the horse wins with the bet that is on the sheet, all bets on it together."""
    board = _board_of(state, snapshot)
    then = _with_bet(state, snapshot, board) if board else None
    number = picked(state, board) if board else 0
    if board is None or then is None or then is board or not number:
        return []
    now, later = (next(one for one in each.runners if one.number == number) for each in (board, then))
    before = {one.seat: one.amount for one in now.backings}
    return [
        _payoff_row(later, one.seat, one.back, then.unit, snapshot.people)
        for one in later.backings
        if one.back is not None and one.amount != before.get(one.seat)
    ]


def _payoff_row(runner: Runner, seat: str, back: int, unit: str, people: tuple[Person, ...]) -> ft.Control:
    words = f"If {runner.name} wins, {seat_name(seat, people)} gets"
    row = ft.Row(
        [
            soft(words, Style.BODY_MEDIUM, expand=True),
            text(amounts.figure(back, unit), Style.TITLE_LARGE, whole=True),
        ],
        spacing=GAP,
    )
    said = f"{words} {amounts.spoken(back, unit)}"
    return ft.Semantics(content=row, container=True, label=said, exclude_semantics=True, identifier="payoff")


def tote_board(state: PlayState, snapshot: PlaySnapshot, board: ToteBoard, *, compact: bool) -> ft.Control:
    """Draw a pool or a bookmaker's book. It takes the height it is given, and scrolls in it."""
    scale = state.scale()
    wide = not compact and scale <= LARGE_TEXT
    number = picked(state, board)
    then = _with_bet(state, snapshot, board)
    lines = ToteLines(
        then,
        snapshot.people,
        Picker(state),
        number,
        _was(board, then, number),
        wide=wide,
        scale=scale,
        key=f"tote-{board.title}",
    )
    return ft.Container(
        ft.Column(
            [_head(state, then, compact=compact), lines],
            spacing=GAP_S,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
        padding=ft.Padding.only(left=8 if compact else 14, right=8 if compact else 14, bottom=8 if compact else 12),
    )


def _head(state: PlayState, board: ToteBoard, *, compact: bool) -> ft.Control:
    """Set the board's title, its figures, and the way to the board for everyone."""

    def everyone() -> None:
        go(play_route(state.play_id, "show"))

    name = controls.heading(board.title, style=Style.TITLE_MEDIUM if compact else Style.HEADLINE_SMALL)
    titles: list[ft.Control] = [name, *([soft(board.subtitle)] if board.subtitle else [])]
    said: list[ft.Control] = [
        ft.Row(titles, spacing=10, wrap=True, run_spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    ]
    end: list[ft.Control] = []
    if board.facts and compact:
        said.append(soft(" \u00b7 ".join(f"{label} {words}" for label, words in board.facts)))
    elif board.facts:
        said.append(controls.wrap(*(fact(label, words) for label, words in board.facts)))
    if not board.book and compact:
        end.append(icon_button(ft.Icons.TV, "Board for everyone", press(everyone)))
    elif not board.book:
        end.append(button("Board for everyone", press(everyone), icon=ft.Icons.TV, key="everyone"))
    return ft.Container(
        ft.Row([ft.Column(said, spacing=0 if compact else 4, tight=True, expand=True), *end], spacing=GAP),
        padding=ft.Padding.symmetric(horizontal=4),
    )


def fact(label: str, words: str) -> ft.Control:
    """Show a short figure with its label."""
    ground, ink = theme.TONES["plain"]
    made = ft.Container(
        ft.Row(
            [text(label, Style.LABEL_MEDIUM, ink), text(words, Style.TITLE_SMALL, ink, whole=True)],
            spacing=6,
            tight=True,
        ),
        bgcolor=ground,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=10, vertical=3),
    )
    return ft.Semantics(content=made, container=True, label=f"{label}: {words}", exclude_semantics=True)


def board_lines(
    board: ToteBoard,
    people: tuple[Person, ...],
    pick: Callable[[Runner], None],
    number: int,
    was: str = "",
    *,
    wide: bool,
    scale: float,
) -> list[ft.Control]:
    """Draw the payouts, if there are any, the lines, and the sentence below them."""
    most = best(board)
    shown: list[ft.Control] = [payouts(board, people)] if board.payouts else []
    shown += [
        RunnerLine(
            one,
            _common(board),
            people,
            pick,
            lit=one.number == number,
            most=one.number in most,
            wide=wide,
            scale=scale,
            was=was if one.number == number else "",
            key=f"line-{one.number}",
        )
        for one in board.runners
    ]
    if not board.runners:
        shown.append(ft.Container(soft("No horse runs yet.", Style.BODY_MEDIUM), padding=GAP))
    if board.foot:
        shown.append(ft.Container(soft(board.foot), padding=ft.Padding.symmetric(horizontal=GAP, vertical=8)))
    return shown


def _common(board: ToteBoard) -> ToteBoard:
    """What a line needs of its board beside the horse itself: so a bet on one horse redraws no other line."""
    first = tuple(one for one in board.runners if one.place == 1)
    return ToteBoard(board.title, "", first, 0, board.unit, book=board.book)


def _tote_lines(
    board: ToteBoard, people: tuple[Person, ...], pick: Picker, number: int, was: str, *, wide: bool, scale: float
) -> ft.Control:
    """Draw the board, its head staying while the lines scroll."""
    return ft.Container(
        ft.Column(
            [
                head(board, wide=wide, scale=scale),
                ft.Column(
                    board_lines(board, people, pick, number, was, wide=wide, scale=scale),
                    spacing=0,
                    expand=True,
                    scroll=ft.ScrollMode.AUTO,
                    horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                ),
            ],
            spacing=0,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
        bgcolor=CARD,
        border=ft.Border.all(1, HAIRLINE),
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


ToteLines = controls.memo(screen(_tote_lines))


def seat_name(seat: str, people: tuple[Person, ...]) -> str:
    """Name whoever is paid: a player, else a hat nobody at the table wears."""
    return next((one.name for one in people if one.key == seat), seat.replace("_", " ").capitalize())


def payouts(board: ToteBoard, people: tuple[Person, ...]) -> ft.Control:
    """List who is paid how much after the race, or will be, with the working."""
    title = "Will be paid" if board.expected else "Payouts"
    rows: list[ft.Control] = []
    for seat, amount, working in board.payouts:
        person = next((one for one in people if one.key == seat), None)
        name = seat_name(seat, people)
        sign = badge(person, size=28) if person else ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=24)
        words = ft.Column(
            [text(name, Style.TITLE_SMALL), *([soft(working)] if working else [])], spacing=0, tight=True, expand=True
        )
        made = ft.Container(
            ft.Row([sign, words, amounts.money(amount, board.unit, signed=True, style=Style.TITLE_LARGE)], spacing=GAP),
            padding=ft.Padding.symmetric(vertical=5),
        )
        whose = f"{name} will be paid" if board.expected else name
        said = f"{whose}: {amounts.spoken(amount, board.unit)}" + (f". {working}" if working else "")
        rows.append(ft.Semantics(content=made, container=True, label=said, exclude_semantics=True))
    return ft.Container(
        controls.column(controls.heading(title, level=3, style=Style.TITLE_MEDIUM), *rows, spacing=2),
        padding=GAP,
        bgcolor=theme.PANEL,
        border=ft.Border(bottom=ft.BorderSide(1, HAIRLINE)),
    )
