"""A Tote's pool or a bookmaker's book, horse by horse as bets come in, and who is paid after the race."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil

import flet as ft

from companion.core.show.boards import Backing, Runner, ToteBoard
from companion.core.units import is_money
from views import theme
from views.app_shell import go
from views.boards.look import ROOM, Look
from views.boards.parts import figure, heading_of, size_of_words, soft, who, words
from views.components import amounts, controls
from views.components.amounts import width
from views.components.controls import (
    Controls,
    fill,
    flat,
    icon_button,
    inline,
    memo,
    packed,
    press,
    read_out,
    screen,
)
from views.components.data_table import is_figure
from views.components.player_card import number_tile
from views.state.play.play_snapshot import People, Person
from views.theme import ACCENT, CARD, GAIN, HAIRLINE, INK, LOSS, SOFT_INK, TINT

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}
NONE = "\N{EN DASH}"
BESIDE = 6
"""More lines than this lie in two columns, where there is room for both."""
POOL = 0.4
"""A figure takes no larger part of a line's width."""
NARROW = 8
"""Beside the figures there is room for what is below a name from this many times the size of its letters on."""
TWO_COLUMNS = 34
"""There is room for two columns of lines from this many times the size of their letters on."""


def per(unit: str) -> str:
    """What a dividend is counted on: one of the unit."""
    return f"{unit}1" if is_money(unit) else "1"


def rate(runner: Runner) -> str:
    """What a runner pays on each unit; nothing where it is said in words."""
    return runner.pays if is_figure(runner.pays) else ""


def beaten(runner: Runner, board: ToteBoard) -> bool:
    """Whether another horse has won, so that what this one would have paid is no longer of interest."""
    won = any(runner.place == 1 for runner in board.runners)
    return not board.book and runner.place != 1 and won


def describe_runner(runner: Runner, board: ToteBoard, names: dict[str, str]) -> str:
    """Say a line of the board in one breath, for a screen reader."""
    unit = board.unit
    owner = f", owner {owner_name(runner, names)}" if runner.owner else ""
    said = [f"{runner.number}, {runner.name}{owner}"]
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
        said += [f"Odds {runner.pays}"] if runner.pays else []
        does = "Brings" if runner.cost > 0 else "Costs"
        much = amounts.speak(abs(runner.cost), unit) if runner.cost else "nothing"
        said.append(f"{does} {much} if it wins")
    elif runner.pays and not beaten(runner, board):
        said.append(
            f"Pays {runner.pays} per {per(unit)}" if rate(runner) else runner.pays.capitalize()
        )
    return ". ".join(said)


def owner_name(runner: Runner, names: dict[str, str]) -> str:
    """Name who leases a horse, whether the board has the key or the name."""
    return names.get(runner.owner, runner.owner)


def seat_name(seat: str, people: People) -> str:
    """Name whoever is paid: a player, else a hat nobody at the table wears."""
    person = _person(seat, people)
    return person.name if person else seat.replace("_", " ").capitalize()


def _person(seat: str, people: People) -> Person | None:
    return next((person for person in people if person.key == seat), None)


def explain(board: ToteBoard) -> str:
    """Say what the figures beside the horses are."""
    if any(runner.cost is not None for runner in board.runners):
        return "beside a horse: what its win costs or brings, at worst"
    if board.book or any(runner.place for runner in board.runners):
        return ""
    return f"beside a horse: what {per(board.unit)} pays, with the stake"


def tote(  # noqa: PLR0917 - what a board is drawn from
    board: ToteBoard,
    people: People,
    look: Look,
    pick: Callable[[Runner], None] | None = None,
    picked: int = 0,
    was: str = "",
    show: str = "",
) -> ft.Control:
    """Draw a board: its head, with the way to ``show``, a route, and below it the lines; all of it scrolls."""
    head, below = _head(board, look, show), lines(board, people, look, pick, picked, was)
    made = controls.column(head, below, spacing=look.gap / 2)
    made.scroll, made.tight = ft.ScrollMode.AUTO, False
    return made


ToteView = memo(screen(tote))


def _head(board: ToteBoard, look: Look, show: str) -> ft.Control:
    """Say which board it is, what is in it, and what its figures mean."""
    (label, amount), *facts = board.facts
    size = size_of_words(amount, look.width * POOL, look.large)
    pool = ft.Row([soft(label, look.small), figure(amount, size)], spacing=look.gap / 2, tight=True)
    said = read_out(pool, f"{label}: {amount}", live=True, identifier="pool")
    way = icon_button(ft.Icons.TV, "Board for everyone", go, show) if show else None
    head = controls.row(fill(heading_of(board.title, look)), said, way, spacing=look.gap)
    remarks = [board.subtitle, *(f"{name} {value}" for name, value in facts), explain(board)]
    about = " \N{MIDDLE DOT} ".join(filter(None, remarks))
    return packed(head, soft(about, look.small, lines=None))


def pool_in_brief(board: ToteBoard, look: Look) -> ft.Control:
    """Say what is in a pool and what it pays on each horse that is backed, in two lines."""
    (label, amount), *_ = board.facts
    pays = (
        inline(
            number_tile(str(runner.number), runner.colour, look.token),
            figure(runner.pays, look.figure),
        )
        for runner in board.runners
        if runner.laid and rate(runner)
    )
    said = soft(f"{label} {amount}, {per(board.unit)} pays", look.small)
    return packed(said, controls.onward(pays, spacing=look.gap))


def lines(  # noqa: PLR0917 - as above
    board: ToteBoard,
    people: People,
    look: Look,
    pick: Callable[[Runner], None] | None = None,
    picked: int = 0,
    was: str = "",
) -> ft.Control:
    """Draw every horse; after the race those that came in, those backed, and who is paid. Columns go down first."""
    came = sorted(
        (runner for runner in board.runners if runner.place or runner.disqualified),
        key=lambda runner: (runner.disqualified, runner.place),
    )
    backed = [runner for runner in board.runners if runner.laid and runner not in came]
    shown = [*came, *(backed if look.kind != ROOM else ())] if came else board.runners
    # what is still to be recorded is said beside a board by the sheet
    paid = bool(board.payouts or board.outcome) and not (board.expected and look.kind != ROOM)
    two = look.width >= TWO_COLUMNS * look.words and (paid or len(shown) > BESIDE)
    common = _common(board)
    each = replace(look, width=look.width / (1 + two))
    runners = [
        RunnerLine(
            runner,
            common,
            people,
            each,
            pick,
            lit=runner.number == picked,
            was=was if runner.number == picked else "",
            key=f"line-{runner.number}",
        )
        for runner in shown
    ]
    if not runners:
        runners = [ft.Container(soft("No horse runs yet.", look.words), padding=look.gap)]
    payouts = _payouts(board, people, each) if paid else []
    left, right = [*payouts, *runners], Controls()
    if two:
        half = ceil(len(runners) / 2)
        left, right = (runners, payouts) if paid else (runners[:half], runners[half:])
    foot = ft.Container(soft(board.foot, look.small, lines=None), padding=look.gap)
    if board.foot:
        (right or left).append(foot)
    columns = (controls.panes(side) for side in (left, right) if side)
    return ft.Container(
        controls.row(columns, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START),
        bgcolor=CARD,
        border=ft.Border.all(1, HAIRLINE),
        border_radius=look.radius,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _common(board: ToteBoard) -> ToteBoard:
    """What a line needs of its board beside the horse itself: so a bet on one horse redraws no other line."""
    first = tuple(runner for runner in board.runners if runner.place == 1)
    return ToteBoard(board.title, "", first, 0, board.unit, book=board.book)


def _figure(runner: Runner, board: ToteBoard) -> tuple[str, ft.ColorValue]:
    """What stands at the end of a horse's line, and its colour."""
    if runner.place and (board.book or runner.place > 1):
        return PLACES[runner.place], ACCENT
    if runner.out or beaten(runner, board):
        return NONE, SOFT_INK
    if board.book and runner.cost is not None:
        ink = LOSS if runner.cost < 0 else GAIN if runner.cost else INK
        return amounts.figure(runner.cost, board.unit, signed=True), ink
    return (runner.pays, INK) if rate(runner) else (NONE, SOFT_INK)


def line(
    runner: Runner,
    board: ToteBoard,
    people: People,
    look: Look,
    pick: Callable[[Runner], None] | None = None,
    *,
    lit: bool = False,
    was: str = "",
) -> ft.Control:
    """Write a horse's line: number, name, who has laid what on it, and what it pays.

    ``was`` is what it pays as long as the bet that is typed is not recorded.
    """
    names, out = {person.key: person.name for person in people}, bool(runner.out)
    said, ink = _figure(runner, board)
    size = size_of_words(said, look.width * POOL, look.large)
    beside = look.width - look.token * 1.5 - width(said, size) - 4 * look.gap
    narrow = beside < NARROW * look.words
    place = PLACES.get(runner.place, "")
    name = words(runner.name, look.words, SOFT_INK if out else INK, lines=None, crossed_out=out)
    came = words(place, look.words, ACCENT) if place not in ("", said) else None
    title = ft.Row(flat((name, came)), spacing=look.gap, run_spacing=0, wrap=True)
    remark = " \N{MIDDLE DOT} ".join(_remarks(runner, board, names, look, was))
    room = look.width - 2 * look.gap if narrow else beside
    shown = () if look.kind == ROOM or out else runner.backings
    under = flat(
        (
            soft(remark, look.small, lines=None) if remark else None,
            [_backing(backing, board.unit, people, look, room) for backing in shown],
        )
    )
    more = ft.Row(under, spacing=look.gap, run_spacing=2, wrap=True) if under else None
    about = packed(title, None if narrow else more)
    side = look.token * 1.5
    number = number_tile(str(runner.number), runner.colour, side, crossed_out=out)
    whole = ft.Row(
        [
            ft.Container(number, height=max(look.row, side), alignment=ft.Alignment.CENTER),
            fill(about),
            figure(said, size, ink),
        ],
        spacing=look.gap,
    )
    inside = packed(whole, more) if narrow else whole
    tap = press(pick, runner) if pick and runner.tap else None
    made = _ruled(inside, look)
    made.bgcolor = TINT if lit or runner.place == 1 else None
    made.ink, made.on_click = bool(tap), tap
    return read_out(
        made,
        describe_runner(runner, board, names),
        button=tap is not None,
        selected=lit if tap else None,
        on_tap=tap,
        key=f"runner-{runner.number}",
    )


RunnerLine = memo(screen(line))
"""A horse's line, drawn again only when what it shows has changed."""


def _ruled(inside: ft.Control, look: Look) -> ft.Container:
    """Set what stands in a line of the board above a rule."""
    around = theme.sides(look.gap, look.gap / 8)
    return ft.Container(inside, padding=around, border=theme.line("bottom"))


def _remarks(
    runner: Runner, board: ToteBoard, names: dict[str, str], look: Look, was: str
) -> list[str]:
    """What is said below a horse's name; who has laid what stands beside it, but not for a room."""
    if runner.out:
        return [runner.out]
    owner = owner_name(runner, names)
    said = [f"owner {owner}"] if owner else []
    if board.book and runner.pays:
        said.append(f"odds {runner.pays}")
    elif runner.pays and not rate(runner) and not beaten(runner, board):
        said.append(runner.pays)
    if runner.laid and (look.kind == ROOM or len(runner.backings) > 1):
        said.append(f"{amounts.figure(runner.laid, board.unit)} laid")
    if was:
        said.append(f"was {was}")
    return said


def _backing(backing: Backing, unit: str, people: People, look: Look, room: float) -> ft.Control:
    """Show who has how much on a horse: token and amount, in so much room."""
    mark, amount = look.small * 1.4, amounts.figure(backing.amount, unit)
    sign = who(_person(backing.seat, people), mark) or [soft(backing.seat.capitalize(), look.small)]
    size = size_of_words(amount, room - mark - 4, look.small)
    return inline(*sign, words(amount, size))


def _payouts(board: ToteBoard, people: People, look: Look) -> Controls:
    """List who is paid how much, or will be, with the working."""
    title = "Will be paid" if board.expected else "Paid"
    if not board.payouts:
        return [ft.Container(soft(board.outcome, look.words, lines=None), padding=look.gap)]
    heading = controls.headed(words(title, look.words), 3)
    rows: Controls = [ft.Container(heading, padding=look.gap / 2)]
    for seat, amount, working in board.payouts:
        name, paid = seat_name(seat, people), amounts.figure(amount, board.unit)
        sign = who(_person(seat, people), look.token) or [
            ft.Icon(ft.Icons.ACCOUNT_BALANCE_OUTLINED, ACCENT, look.token)
        ]
        about = packed(
            words(name, size_of_words(name, look.width / 2, look.words, look.small)),
            soft(working, look.small, lines=None) if working and look.kind != ROOM else None,
        )
        size = size_of_words(paid, look.width * POOL, look.figure)
        row = ft.Row([*sign, fill(about), figure(paid, size)], spacing=look.gap)
        verb = "will be paid" if board.expected else "is paid"
        said = f"{name} {verb} {amounts.speak(amount, board.unit)}"
        rows.append(read_out(_ruled(row, look), said + (f". {working}" if working else "")))
    return rows
