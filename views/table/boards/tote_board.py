"""The tote board on the table: the pool horse by horse as bets come in, and the payouts after the race."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import flet as ft

from companion.core.show import player_colours
from companion.core.show.boards import Backing, Runner, ToteBoard
from companion.core.units import is_money
from views import theme
from views.app_shell import go, play_route
from views.components import amounts, controls
from views.components.controls import Style, button, icon_button, press, screen, soft, text
from views.components.player_card import badge
from views.state.play.draft import find_asked
from views.state.play.panel import TURN
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState
from views.theme import ACCENT, CARD, EDGE, GAP, GAP_S, HAIRLINE, INK, RADIUS, SOFT_INK, TINT

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}
TILE = 36


def tile(
    sign: str, colour: str = "", *, size: float = TILE, crossed_out: bool = False
) -> ft.Control:
    """Show a number on its colour. The number says all; the colour only helps to find it."""
    ground = player_colours.valid_colour(colour, "") if colour else ""
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
    if board.book or any(runner.place for runner in board.runners):
        return frozenset()
    rates = {
        runner.number: value
        for runner in board.runners
        if not runner.out and runner.laid and (value := rate(runner))
    }
    most = max(rates.values(), default=None)
    return (
        frozenset(number for number, value in rates.items() if value == most)
        if len(rates) > 1
        else frozenset()
    )


def beaten(runner: Runner, board: ToteBoard) -> bool:
    """Whether another horse has won, so that what this one would have paid is no longer of interest."""
    return (
        not board.book and runner.place != 1 and any(runner.place == 1 for runner in board.runners)
    )


def describe_runner(runner: Runner, board: ToteBoard, names: dict[str, str]) -> str:
    """Say a line of the board in one breath, for a screen reader."""
    unit = board.unit
    said = [
        f"{runner.number}, {runner.name}"
        + (f", owner {owner_name(runner, names)}" if runner.owner else "")
    ]
    if runner.out:
        return f"{said[0]}. Out of the race: {runner.out}"
    if runner.place:
        said.append(f"Came in {PLACES[runner.place]}")
    said += [
        f"{names.get(backing.seat, backing.seat)} {amounts.speak(backing.amount, unit)}"
        for backing in runner.backings
    ]
    said.append(
        f"{amounts.speak(runner.laid, unit)} laid" if runner.laid else "Nobody has backed it"
    )
    if board.book and runner.cost is not None:
        said += [
            *([f"Odds {runner.pays}"] if runner.pays else []),
            describe_cost(runner.cost, unit),
        ]
    elif runner.pays and not beaten(runner, board):
        said.append(
            f"Pays {runner.pays} per {per(unit)}"
            if rate(runner) is not None
            else runner.pays.capitalize()
        )
    return ". ".join(said)


def describe_cost(cost: int, unit: str) -> str:
    """Say what a result would cost a bookmaker, or bring in."""
    if not cost:
        return "Costs nothing if it wins"
    return f"{'Costs' if cost < 0 else 'Brings'} {amounts.speak(abs(cost), unit)} if it wins"


def owner_name(runner: Runner, names: dict[str, str]) -> str:
    """Name who leases a horse, whether the board has the key or the name."""
    return names.get(runner.owner, runner.owner)


@dataclass(frozen=True, slots=True)
class Columns:
    """How a board's lines are set: in columns of figures, so wide, or with a horse's figures ``below`` its name.

    ``backers`` have a column of their own, or lie under the name.
    """

    laid: float = 0
    pays: float = 0
    backers: bool = False
    below: bool = False


LAID, PAYS = (54, 66), (76, 104)
"""The least widths of the columns of figures at text size 1, without a column of backers and with it."""
HORSE = "Horse"
"""What stands at the head of the names."""
NAMES, BACKERS = 5, 6
"""The shares that names and backers have of what the figures leave over."""
AROUND, MARKED = TILE + 22 + 3 * GAP, 10
"""What no column has of a line's width: number, edges and gaps; and around who has laid what, beside its size."""


def columns_for(board: ToteBoard, width: float, scale: float, *, compact: bool) -> Columns:
    """Give every column the width that its figures need, and where the names get too little, set figures below."""

    def widest(words: Iterable[str], style: Style) -> float:
        return max(
            (amounts.room_for(word, style, scale) for said in words for word in said.split()),
            default=0,
        )

    unit, most = board.unit, min(scale, 1.5)
    laid = widest(
        (amounts.figure(runner.laid, unit) for runner in board.runners if not runner.out),
        Style.BODY_MEDIUM,
    )
    if board.book:
        costs = (
            amounts.figure(runner.cost, unit, signed=True)
            for runner in board.runners
            if runner.cost
        )
        pays = widest(costs, Style.TITLE_MEDIUM)
    else:
        pays = widest(
            (runner.pays for runner in board.runners if rate(runner) is not None), Style.TITLE_LARGE
        )
        if best(board):
            pays += amounts.room_for(MOST, Style.LABEL_SMALL, scale) + GAP_S
    names = widest((runner.name for runner in board.runners), Style.TITLE_SMALL)
    under = (words for runner in board.runners for words in (runner.out, runner.owner))
    names = max(names, widest([HORSE], Style.LABEL_SMALL), widest(under, Style.BODY_SMALL))
    bets = [
        amounts.figure(backing.amount, unit)
        for runner in board.runners
        for backing in runner.backings
    ]
    wide = Columns(max(LAID[1] * most, laid), max(PAYS[1] * most, pays), backers=True)
    left = (width - AROUND - GAP - wide.laid - wide.pays) / (NAMES + BACKERS)
    large = widest(bets, Style.BODY_MEDIUM) + LARGE_MARK + MARKED
    if not compact and scale <= LARGE_TEXT and left * NAMES >= names and left * BACKERS >= large:
        return wide
    dense = Columns(max(LAID[0] * most, laid), max(PAYS[0] * most, pays))
    least = max(names, widest(bets, Style.LABEL_SMALL) + SMALL_MARK + MARKED)
    return dense if width - AROUND - dense.laid - dense.pays >= least else Columns(below=True)


def head(board: ToteBoard, columns: Columns) -> list[ft.Control]:
    """Write what the columns hold; nothing where there are none."""
    if columns.below:
        return []
    last = f"Pays per {per(board.unit)}"
    if board.book:
        last = (
            "Odds"
            if all(runner.cost is None for runner in board.runners)
            else "If it wins, at worst"
        )
    # as wide as the columns of a line, which begins with a number
    cells: list[ft.Control] = [
        ft.Container(width=TILE + 4),
        ft.Container(soft(HORSE, Style.LABEL_SMALL), expand=NAMES),
    ]
    if columns.backers:
        cells.append(
            ft.Container(soft("Backers", Style.LABEL_SMALL, align=ft.TextAlign.END), expand=BACKERS)
        )
    cells.append(
        ft.Container(soft("Laid", Style.LABEL_SMALL, align=ft.TextAlign.END), width=columns.laid)
    )
    cells.append(
        ft.Container(soft(last, Style.LABEL_SMALL, align=ft.TextAlign.END), width=columns.pays)
    )
    made = ft.Container(
        ft.Row(cells, spacing=GAP),
        padding=ft.Padding.only(left=GAP_S, right=GAP, top=4, bottom=4),
        border=ft.Border(bottom=ft.BorderSide(1, HAIRLINE)),
    )
    return [ft.Semantics(content=made, exclude_semantics=True)]


def line(
    runner: Runner,
    board: ToteBoard,
    people: tuple[Person, ...],
    on_tap: Callable[[Runner], None],
    columns: Columns,
    *,
    lit: bool,
    most: bool,
    was: str = "",
) -> ft.Control:
    """Write one horse's line: a row of a table where there is room, dense lines on a phone.

    ``was`` is what it pays as long as the bet that is typed is not recorded.
    """
    names = {person.key: person.name for person in people}
    who = [
        _backing(backing, people, board.unit, small=not columns.backers)
        for backing in runner.backings
    ]
    odds = runner.pays if board.book else ""
    remark = " \u00b7 ".join(one for one in (owner_name(runner, names), odds) if one)
    under: list[ft.Control] = []
    if runner.out:
        under.append(soft(runner.out))
    elif columns.backers and remark:
        under.append(soft(remark))
    elif not columns.backers and (who or remark):
        owner = [soft(remark, Style.LABEL_SMALL)] if remark else []
        under.append(controls.wrap(*owner, *who, spacing=8))
    name = text(
        runner.name,
        Style.TITLE_SMALL,
        SOFT_INK if runner.out else INK,
        crossed_out=bool(runner.out),
    )
    title: ft.Control = name
    if runner.place:
        title = ft.Row([name, _place(runner.place)], spacing=10, wrap=True, run_spacing=0)
    sum_laid = "\u2013" if runner.out else amounts.figure(runner.laid, board.unit)
    laid = text(
        sum_laid,
        Style.BODY_MEDIUM,
        INK if runner.laid else SOFT_INK,
        align=ft.TextAlign.END,
        whole=True,
    )
    result = _result(runner, board, most=most, was=was)
    about = controls.column(title, *under, spacing=0)
    if columns.below and not runner.out:
        about.controls.append(_below(runner, board, laid, result))
    cells: list[ft.Control] = [
        tile(str(runner.number), runner.colour, crossed_out=bool(runner.out)),
        ft.Container(about, expand=NAMES),
    ]
    right = ft.Alignment.CENTER_RIGHT
    if columns.backers:
        backers = ft.Row(
            who, wrap=True, spacing=12, run_spacing=2, alignment=ft.MainAxisAlignment.END
        )
        cells.append(ft.Container(backers, expand=BACKERS))
    if not columns.below:
        cells.append(ft.Container(laid, width=columns.laid, alignment=right))
        cells.append(ft.Container(result, width=columns.pays, alignment=right))
    inside = ft.Container(
        ft.Row(cells, spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        padding=ft.Padding.only(left=GAP_S, right=GAP, top=5.5, bottom=5.5),
        bgcolor=TINT if lit or runner.place == 1 else None,
        border=ft.Border(
            left=ft.BorderSide(4, ACCENT if lit else ft.Colors.TRANSPARENT),
            bottom=ft.BorderSide(1, HAIRLINE),
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


def _below(runner: Runner, board: ToteBoard, laid: ft.Control, result: ft.Control) -> ft.Control:
    """Set a horse's figures at the right below its name, each with the word that a column has at its head."""
    pays = [soft("pays", Style.LABEL_SMALL)] if not board.book and rate(runner) is not None else []
    pairs = ([soft("laid", Style.LABEL_SMALL), laid], [*pays, result])
    made = [ft.Row(pair, spacing=5, tight=True) for pair in pairs]
    return ft.Row(
        list(made), wrap=True, spacing=14, run_spacing=2, alignment=ft.MainAxisAlignment.END
    )


def _place(place: int) -> ft.Control:
    """Say where a horse came in; the winner has a cup beside it."""
    words = text(PLACES[place], Style.TITLE_SMALL, ACCENT)
    cup = [ft.Icon(ft.Icons.EMOJI_EVENTS, size=18, color=ACCENT)] if place == 1 else []
    return ft.Row([*cup, words], spacing=3, tight=True)


SMALL_MARK, LARGE_MARK = 16, 20
"""Size of the badge beside what somebody has laid."""


def _backing(backing: Backing, people: tuple[Person, ...], unit: str, *, small: bool) -> ft.Control:
    """Show who has how much on a horse: badge and amount."""
    person = next((person for person in people if person.key == backing.seat), None)
    size = SMALL_MARK if small else LARGE_MARK
    sign = badge(person, size=size) if person else soft(backing.seat.capitalize())
    amount = amounts.figure(backing.amount, unit)
    style = Style.LABEL_SMALL if small else Style.BODY_MEDIUM
    return ft.Row(
        [sign, text(amount, style, whole=True)],
        spacing=4,
        tight=True,
        tooltip=backing.detail or None,
    )


MOST = "most"
"""What stands beside the figure of the horse that pays most."""


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
    figure = text(
        runner.pays,
        Style.BODY_LARGE if lost else Style.TITLE_LARGE,
        SOFT_INK if lost else INK,
        whole=True,
    )
    if was:
        under = soft(f"was {was}", Style.LABEL_SMALL)
        return ft.Column(
            [figure, under], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END
        )
    if not most:
        return figure
    return ft.Row(
        [soft(MOST, Style.LABEL_SMALL), figure],
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
        draft = state.sheet.draft
        if draft is None or draft.action != tap.action:
            state.sheet.open(tap)
            return
        if state.panel.pane != TURN:
            state.panel.look(TURN)
        for question, value in tap.answers.items():
            state.sheet.answer(question, value)


def picked_number(state: PlayState, board: ToteBoard) -> int:
    """The number of the horse that the sheet on top names; 0 where it names none of them."""
    draft = state.sheet.draft
    if draft is None:
        return 0
    for runner in board.runners:
        named = runner.tap.answers if runner.tap and runner.tap.action == draft.action else {}
        if named and all(draft.answers.get(question) == value for question, value in named.items()):
            return runner.number
    return 0


def _board_of(state: PlayState, snapshot: PlaySnapshot) -> ToteBoard | None:
    """The board on which the sheet on top takes a bet; nothing where it is about something else."""
    draft = state.sheet.draft
    if draft is None or state.panel.pane != TURN:
        return None
    boards = [board for board in snapshot.boards if isinstance(board, ToteBoard)]
    known = [
        board
        for board in boards
        if any(line.tap and line.tap.action == draft.action for line in board.runners)
    ]
    return next(
        (board for board in known if picked_number(state, board)), known[0] if known else None
    )


def takes_bet(state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether the sheet on top takes a bet on a horse of a board."""
    return _board_of(state, snapshot) is not None


def asks_for_name(state: PlayState, snapshot: PlaySnapshot) -> bool:
    """Whether a bet is being taken and its backer or its horse is still to be named: the board says both best."""
    draft = state.sheet.draft
    if draft is None or _board_of(state, snapshot) is None:
        return False
    asked = find_asked(snapshot.game.find_action(draft.action), draft)
    return asked is not None and not (asked.kind.is_sum or asked.kind.is_text)


def _with_bet(state: PlayState, snapshot: PlaySnapshot, board: ToteBoard) -> ToteBoard:
    """The board as it would be with the bet that is on the sheet; as it is where none is complete."""
    proposal = state.sheet.outcome().proposal if _board_of(state, snapshot) is board else None
    if proposal is None:
        return board
    after = (one for one in snapshot.boards_after(proposal) if isinstance(one, ToteBoard))
    return next((one for one in after if one.title == board.title), board)


def _was(board: ToteBoard, then: ToteBoard, number: int) -> str:
    """What a horse pays now, where a bet would change it."""
    now, later = (
        next((runner for runner in each.runners if runner.number == number), None)
        for each in (board, then)
    )
    if board.book or now is None or later is None or now.pays == later.pays or rate(now) is None:
        return ""
    return now.pays


def tote_summary(state: PlayState, snapshot: PlaySnapshot, width: float) -> ft.Control | None:
    """Show the pool and the line of the horse that a bet is on, while a phone needs the room for the figures."""
    board = _board_of(state, snapshot)
    number = picked_number(state, board) if board else 0
    if board is None or not number:
        return None
    then = _with_bet(state, snapshot, board)
    runner = next(runner for runner in then.runners if runner.number == number)
    shown = line(
        runner,
        then,
        snapshot.people,
        Picker(state),
        columns_for(then, width - 20, state.scale(), compact=True),
        lit=False,
        most=number in best(then),
        was=_was(board, then, number),
    )
    body = controls.column(_head(state, then, compact=True, below=False), shown, spacing=2)
    return ft.Container(body, padding=ft.Padding.only(left=8, right=12, bottom=6))


def payoff(state: PlayState, snapshot: PlaySnapshot) -> list[ft.Control]:
    """Say what the backer gets if the horse wins with the bet that is on the sheet, all bets on it together."""
    board = _board_of(state, snapshot)
    then = _with_bet(state, snapshot, board) if board else None
    number = picked_number(state, board) if board else 0
    if board is None or then is None or then is board or not number:
        return []
    now, later = (
        next(runner for runner in each.runners if runner.number == number) for each in (board, then)
    )
    before = {backing.seat: backing.amount for backing in now.backings}
    return [
        _payoff_row(later, backing.seat, backing.back, then.unit, snapshot.people)
        for backing in later.backings
        if backing.back is not None and backing.amount != before.get(backing.seat)
    ]


def _payoff_row(
    runner: Runner, seat: str, back: int, unit: str, people: tuple[Person, ...]
) -> ft.Control:
    words = f"If {runner.name} wins, {seat_name(seat, people)} gets"
    row = ft.Row(
        [
            soft(words, Style.BODY_MEDIUM, expand=True),
            text(amounts.figure(back, unit), Style.TITLE_LARGE, whole=True),
        ],
        spacing=GAP,
    )
    said = f"{words} {amounts.speak(back, unit)}"
    return ft.Semantics(
        content=row, container=True, label=said, exclude_semantics=True, identifier="payoff"
    )


HEADED = 420
"""In less width than this, at text size 1, the way to the board for everyone stands below the title."""


def tote_board(
    state: PlayState, snapshot: PlaySnapshot, board: ToteBoard, width: float, *, compact: bool
) -> ft.Control:
    """Draw a pool or a bookmaker's book. It takes the height it is given, and scrolls in it.

    Where large text has a horse's figures below its name, the board's head scrolls too: it would fill the height.
    """
    side, below = (8, 8) if compact else (14, 12)
    number = picked_number(state, board)
    then = _with_bet(state, snapshot, board)
    made = columns_for(then, width - 2 * side, state.scale(), compact=compact)
    was, key = _was(board, then, number), f"tote-{board.title}"
    lines = ToteLines(then, snapshot.people, Picker(state), number, made, was, key=key)
    return ft.Container(
        ft.Column(
            [
                _head(
                    state, then, compact=compact, below=made.below or width < HEADED * state.scale()
                ),
                lines,
            ],
            spacing=GAP_S,
            expand=True,
            scroll=ft.ScrollMode.AUTO if made.below else None,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
        padding=ft.Padding.only(left=side, right=side, bottom=below),
    )


def _head(state: PlayState, board: ToteBoard, *, compact: bool, below: bool) -> ft.Control:
    """Set the board's title, its figures, and the way to the board for everyone, beside them or ``below``."""

    def everyone() -> None:
        go(play_route(state.play_id, "show"))

    name = controls.heading(
        board.title, style=Style.TITLE_MEDIUM if compact else Style.HEADLINE_SMALL
    )
    titles: list[ft.Control] = [name, *([soft(board.subtitle)] if board.subtitle else [])]
    said: list[ft.Control] = [
        ft.Row(
            titles,
            spacing=10,
            wrap=True,
            run_spacing=0,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
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
    about = controls.column(*said, spacing=0 if compact else 4)
    made = (
        controls.column(about, *end, spacing=GAP_S)
        if below and not compact
        else ft.Row([ft.Container(about, expand=True), *end], spacing=GAP)
    )
    return ft.Container(made, padding=ft.Padding.symmetric(horizontal=4))


def fact(label: str, words: str) -> ft.Control:
    """Show a short figure with its label."""
    ground, ink = theme.TONES["plain"]
    made = ft.Container(
        controls.beside(
            text(label, Style.LABEL_MEDIUM, ink), text(words, Style.TITLE_SMALL, ink, whole=True)
        ),
        bgcolor=ground,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=10, vertical=3),
    )
    return ft.Semantics(
        content=made, container=True, label=f"{label}: {words}", exclude_semantics=True
    )


def board_lines(  # noqa: PLR0917 - what a board is drawn from
    board: ToteBoard,
    people: tuple[Person, ...],
    pick: Callable[[Runner], None],
    number: int,
    columns: Columns,
    was: str = "",
) -> list[ft.Control]:
    """Draw the payouts, if there are any, the lines, and the sentence below them."""
    most = best(board)
    shown: list[ft.Control] = [payouts(board, people)] if board.payouts else []
    shown += [
        RunnerLine(
            runner,
            _common(board),
            people,
            pick,
            columns,
            lit=runner.number == number,
            most=runner.number in most,
            was=was if runner.number == number else "",
            key=f"line-{runner.number}",
        )
        for runner in board.runners
    ]
    if not board.runners:
        shown.append(ft.Container(soft("No horse runs yet.", Style.BODY_MEDIUM), padding=GAP))
    if board.foot:
        shown.append(
            ft.Container(soft(board.foot), padding=ft.Padding.symmetric(horizontal=GAP, vertical=8))
        )
    return shown


def _common(board: ToteBoard) -> ToteBoard:
    """What a line needs of its board beside the horse itself: so a bet on one horse redraws no other line."""
    first = tuple(runner for runner in board.runners if runner.place == 1)
    return ToteBoard(board.title, "", first, 0, board.unit, book=board.book)


def _tote_lines(  # noqa: PLR0917 - the values it is drawn from, compared one by one
    board: ToteBoard,
    people: tuple[Person, ...],
    pick: Picker,
    number: int,
    columns: Columns,
    was: str,
) -> ft.Control:
    """Draw the board, its head staying while the lines scroll, unless everything above it scrolls too."""
    alone = not columns.below
    lines = ft.Column(
        board_lines(board, people, pick, number, columns, was),
        spacing=0,
        expand=alone,
        scroll=ft.ScrollMode.AUTO if alone else None,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Container(
        controls.panes(*head(board, columns), lines) if alone else lines,
        expand=alone,
        bgcolor=CARD,
        border=ft.Border.all(1, HAIRLINE),
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


ToteLines = controls.memo(screen(_tote_lines))


def seat_name(seat: str, people: tuple[Person, ...]) -> str:
    """Name whoever is paid: a player, else a hat nobody at the table wears."""
    return next(
        (person.name for person in people if person.key == seat),
        seat.replace("_", " ").capitalize(),
    )


def payouts(board: ToteBoard, people: tuple[Person, ...]) -> ft.Control:
    """List who is paid how much after the race, or will be, with the working."""
    title = "Will be paid" if board.expected else "Payouts"
    rows: list[ft.Control] = []
    for seat, amount, working in board.payouts:
        person = next((person for person in people if person.key == seat), None)
        name = seat_name(seat, people)
        sign = (
            badge(person, size=28)
            if person
            else ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, size=24)
        )
        who = controls.with_sign(
            sign, text(name, Style.TITLE_SMALL), *([soft(working)] if working else [])
        )
        paid = amounts.money(amount, board.unit, signed=True, style=Style.TITLE_LARGE)
        made = ft.Container(
            controls.beside(who, paid, spacing=GAP), padding=ft.Padding.symmetric(vertical=5)
        )
        whose = f"{name} will be paid" if board.expected else name
        said = f"{whose}: {amounts.speak(amount, board.unit)}" + (f". {working}" if working else "")
        rows.append(ft.Semantics(content=made, container=True, label=said, exclude_semantics=True))
    return ft.Container(
        controls.column(
            controls.heading(title, level=3, style=Style.TITLE_MEDIUM), *rows, spacing=2
        ),
        padding=GAP,
        bgcolor=theme.PANEL,
        border=ft.Border(bottom=ft.BorderSide(1, HAIRLINE)),
    )
