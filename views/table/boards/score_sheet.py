"""The score sheet as it lies on the table: rounds down, players across."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.core.prompt import Offer
from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.units import MINUS, speak
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, press, screen, soft, text
from views.components.player_card import badge
from views.state.play.play_snapshot import Person
from views.theme import GAP_S

LEADS = ft.Icons.EMOJI_EVENTS
NONE = "\u2013"
ROW, HEAD, FOOT = 48.0, 42.0, 82.0
"""Heights of a round, of the names and of the totals, at text size 1."""
NOTE = 22.0
"""Height of a remark below a round."""
NAMED = 74
"""From this width on a column has room for a name beside the badge's initial."""
LABEL = 34
"""Width of the rounds' names."""
LARGE = 1.3
"""From this text size on no more than three totals fit beside each other on a phone."""
CLOSE = 10
"""So few points below the limit are a warning."""


def height(sheet: ScoreSheet, scale: float) -> float:
    """How much room the whole sheet takes."""
    grown = max(1.0, scale * 0.85)
    notes = sum(bool(line.note) for line in sheet.rounds) * NOTE
    return (
        (HEAD + FOOT + max(1, len(sheet.rounds)) * ROW + notes) * grown
        + 26
        + (24 * scale if sheet.note else 0)
    )


def ordinal(place: int) -> str:
    """Say a place: 1st, 2nd, 3rd."""
    last = (
        {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
        if place % 100 not in (11, 12, 13)
        else "th"
    )
    return f"{place}{last}"


def points_left(sheet: ScoreSheet, at: int) -> int | None:
    """How many points a player has left before they are out; nothing where none are counted."""
    if sheet.limit is None or sheet.seats[at] in sheet.out:
        return None
    return max(0, sheet.limit - sheet.totals[at])


def describe_score(name: str, score: Score) -> str:
    """Say one score as a screen reader should."""
    if not score.figure:
        return f"{name} none"
    remarks = [f"{name} {score.text or speak(score.points or 0, score.unit)}"]
    if score.extra:
        remarks.append(f"and {score.extra} more as a penalty")
    remarks += [remark for remark in (score.sign, score.frame) if remark]
    if score.crossed_out:
        remarks.append("crossed out, does not count")
    return " ".join(remarks)


def describe_round(sheet: ScoreSheet, line: Round, names: dict[str, str]) -> str:
    """Say a round in one sentence."""
    said = [
        describe_score(names.get(seat, seat), one)
        for seat, one in zip(sheet.seats, line.scores, strict=True)
    ]
    return f"Round {line.label}: {', '.join(said)}." + (f" {line.note}" if line.note else "")


def describe_totals(sheet: ScoreSheet, names: dict[str, str]) -> str:
    """Say the totals in one sentence, with places and what is left to the limit."""
    said = []
    for at, seat in enumerate(sheet.seats):
        words = f"{names.get(seat, seat)} {speak(sheet.totals[at], sheet.unit)}"
        left = points_left(sheet, at)
        if seat in sheet.out:
            words += " out"
        elif sheet.rounds:
            words += f" {ordinal(sheet.ranks[at])}"
        said.append(words + (f" with {left} to go" if left is not None else ""))
    return f"Totals: {', '.join(said)}."


def _score_sheet(
    sheet: ScoreSheet,
    people: tuple[Person, ...],
    open_: Callable[[Offer | int], object],
    width: float,
    scale: float,
) -> ft.Control:
    """Draw the whole sheet: names, rounds that scroll, totals that stay."""
    seats = {person.key: person for person in people}
    names = {person.key: person.name for person in people}
    column = (width - LABEL * max(1.0, scale * 0.8) - 24) / max(1, len(sheet.seats))
    size = _score_size(sheet, column, scale)
    rows: list[ft.Control] = [
        _round(
            sheet,
            line,
            names,
            press(open_, line.correction) if line.correction else None,
            scale,
            size,
        )
        for line in sheet.rounds
    ]
    if not rows:
        rows = [
            ft.Container(
                soft("No round is on the sheet yet.", Style.BODY_MEDIUM), padding=ft.Padding.all(14)
            )
        ]
    lines: list[ft.Control] = [
        _heads(sheet, seats, column, scale),
        ft.Container(
            ft.ListView(rows, spacing=0, padding=0, auto_scroll=True),
            expand=True,
            border=ft.Border.symmetric(vertical=ft.BorderSide(1, theme.EDGE)),
        ),
        _totals(sheet, names, column, scale),
    ]
    if sheet.note:
        lines.append(
            ft.Container(soft(sheet.note), padding=ft.Padding.only(left=8, right=8, top=2))
        )
    return ft.Container(
        controls.panes(*lines),
        bgcolor=theme.CARD,
        border=ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS,
        padding=ft.Padding.symmetric(horizontal=8, vertical=6),
    )


ScoreTable = controls.memo(screen(_score_sheet))


def _line(label: ft.Control, cells: list[ft.Control], scale: float) -> ft.Row:
    """Set a line of the sheet: its name, and a cell for each seat, all as wide as each other."""
    return ft.Row(
        [
            ft.Container(label, width=LABEL * max(1.0, scale * 0.8)),
            *(ft.Container(cell, expand=True, alignment=ft.Alignment.CENTER) for cell in cells),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _heads(sheet: ScoreSheet, seats: dict[str, Person], column: float, scale: float) -> ft.Control:
    cells: list[ft.Control] = []
    for seat in sheet.seats:
        person = seats.get(seat)
        if person is None:
            cells.append(ft.Container())
            continue
        out = seat in sheet.out
        pieces: list[ft.Control] = [badge(person, size=24)]
        if column >= NAMED * scale:
            name = text(
                person.name,
                Style.TITLE_SMALL,
                theme.SOFT_INK if out else theme.INK,
                lines=1,
                crossed_out=out,
            )
            pieces.append(
                ft.Container(name, width=min(column - 34, 150))
                if len(person.name) * 9 > column - 40
                else name
            )
        cells.append(
            ft.Row(
                pieces,
                spacing=5,
                alignment=ft.MainAxisAlignment.CENTER,
                opacity=0.5 if out else 1,
                tooltip=person.name,
            )
        )
    made = ft.Container(
        _line(ft.Container(), cells, scale),
        height=HEAD * max(1.0, scale * 0.85),
        alignment=ft.Alignment.CENTER,
    )
    said = "Score sheet of " + ", ".join(seats[seat].name for seat in sheet.seats if seat in seats)
    return ft.Semantics(
        content=made, container=True, header=True, label=said, exclude_semantics=True
    )


IN_FRAME = 14
"""What a frame takes of a score's width."""


def _score_size(sheet: ScoreSheet, column: float, scale: float) -> float | None:
    """The size of every score on the sheet, where the columns are too narrow for the usual."""

    def fit(score: Score) -> float | None:
        room = column - (IN_FRAME if score.frame else 0)
        room -= BEFORE_ICON + _icon_size(scale) if score.sign in sheet.icons else 0
        return amounts.smaller(score.figure, Style.TITLE_MEDIUM, room, scale)

    sizes = [fit(score) for line in sheet.rounds for score in line.scores if score.figure]
    return min((size for size in sizes if size is not None), default=None)


BEFORE_ICON = 3
"""What is left between a score and its sign."""


def _icon_size(scale: float) -> float:
    return 15 * min(scale, 1.3)


def _round(  # noqa: PLR0917 - what a line of the sheet is drawn from
    sheet: ScoreSheet,
    line: Round,
    names: dict[str, str],
    on_click: Callable[[], object] | None,
    scale: float,
    size: float | None,
) -> ft.Control:
    """Draw a round; where it can be mended, a tap opens the sheet for that."""
    cells = [
        _score(score, sheet.icons, out=seat in sheet.out, scale=scale, size=size)
        for seat, score in zip(sheet.seats, line.scores, strict=True)
    ]
    short = line.label.isdigit()
    label = soft(line.label, Style.BODY_MEDIUM if short else Style.LABEL_SMALL, whole=True)
    lines: list[ft.Control] = [
        ft.Container(
            _line(label, cells, scale),
            height=ROW * max(1.0, scale * 0.85),
            alignment=ft.Alignment.CENTER,
        )
    ]
    if line.note:
        lines.append(ft.Container(soft(line.note), padding=ft.Padding.only(left=LABEL, bottom=6)))
    made = ft.Container(
        controls.column(*lines, spacing=0),
        border=theme.line("bottom"),
        ink=on_click is not None,
        on_click=on_click,
    )
    return ft.Semantics(
        content=made,
        container=True,
        button=on_click is not None,
        label=describe_round(sheet, line, names) + (" Tap to correct." if on_click else ""),
        exclude_semantics=True,
        on_tap=on_click,
        key=f"round-{line.label}",
    )


def _score(
    score: Score, icons: Mapping[str, str], *, out: bool, scale: float, size: float | None = None
) -> ft.Control:
    """Write one score, with its frame, its sign and its penalty."""
    if not score.figure:
        return soft(NONE)
    quiet = out or score.crossed_out
    ink = theme.ON_TINT if score.frame and not quiet else theme.SOFT_INK if quiet else theme.INK
    figure: ft.Control = text(
        score.figure,
        Style.TITLE_MEDIUM if score.frame and not quiet else Style.BODY_LARGE,
        ink,
        crossed_out=score.crossed_out,
        whole=True,
        size=size,
    )
    if score.frame and not score.crossed_out:
        figure = ft.Container(
            figure,
            bgcolor=theme.TINT,
            border=ft.Border.all(1, theme.ACCENT),
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=6, vertical=1),
        )
    pieces: list[ft.Control] = [figure]
    if score.sign in icons:
        icon = theme.icon(icons[score.sign])
        pieces.append(
            ft.Icon(icon, size=_icon_size(scale), color=theme.ACCENT, semantics_label=score.sign)
        )
    top: ft.Control = ft.Row(pieces, spacing=BEFORE_ICON, tight=True)
    if not score.extra:
        return top
    penalty = text(
        f"+{score.extra}",
        Style.LABEL_SMALL,
        theme.SOFT_INK if quiet else theme.LOSS,
        crossed_out=score.crossed_out,
    )
    return ft.Column(
        [top, penalty], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )


def _totals(sheet: ScoreSheet, names: dict[str, str], column: float, scale: float) -> ft.Control:
    """Draw the totals: large, with each one's place and how far the limit is."""
    cells = [_total(sheet, at, column, scale) for at in range(len(sheet.seats))]
    made = ft.Container(
        _line(ft.Icon(ft.Icons.FUNCTIONS, size=20, color=theme.SOFT_INK), cells, scale),
        height=FOOT * max(1.0, scale * 0.85),
        alignment=ft.Alignment.CENTER,
    )
    return ft.Semantics(
        content=made,
        container=True,
        label=describe_totals(sheet, names),
        exclude_semantics=True,
        identifier="totals",
    )


def _total(sheet: ScoreSheet, at: int, column: float, scale: float) -> ft.Control:
    out, left = sheet.seats[at] in sheet.out, points_left(sheet, at)
    large = column >= 52 * min(scale, 1.5)
    style = (
        Style.TITLE_MEDIUM
        if not large
        else Style.TITLE_LARGE
        if column < NAMED * 1.2
        else Style.DISPLAY_SMALL
    )
    figures = " ".join(map(sheet.write, sheet.totals))  # all of them are as large as one another
    pieces: list[ft.Control] = [
        text(
            sheet.write(sheet.totals[at]),
            style,
            theme.SOFT_INK
            if out
            else theme.LOSS
            if left is not None and left <= CLOSE
            else theme.INK,
            whole=True,
            size=amounts.smaller(figures, style, column, scale),
        )
    ]
    if out:
        pieces.append(soft("out", Style.LABEL_SMALL))
    elif sheet.rounds:
        pieces.append(_place(sheet.ranks[at], column, scale))
    if left is not None:
        words = (
            f"{left} to go"
            if column >= NAMED * scale
            else f"{left} left"
            if column >= 48 * scale
            else f"{MINUS}{left}"
        )
        size = (
            amounts.smaller(words, Style.LABEL_SMALL, column, scale)
            if column < 48 * scale
            else None
        )
        colour = theme.LOSS if left <= CLOSE else theme.SOFT_INK
        pieces.append(text(words, Style.LABEL_SMALL, colour, whole=True, size=size))
    return ft.Column(
        pieces, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )


def _place(rank: int, column: float, scale: float) -> ft.Control:
    """Write a place; the first has a cup where there is room for it."""
    words, first = ordinal(rank), rank == 1
    size = amounts.smaller(words, Style.LABEL_SMALL, column, scale)
    written_out = text(
        words, Style.LABEL_SMALL, theme.ACCENT if first else theme.SOFT_INK, whole=True, size=size
    )
    if not first or column < amounts.room_for(words, Style.LABEL_SMALL, scale) + CUP + 2:
        return written_out
    return ft.Row(
        [ft.Icon(LEADS, size=CUP, color=theme.ACCENT), written_out], spacing=2, tight=True
    )


CUP = 13
"""Size of the cup beside a place."""


def totals_strip(sheet: ScoreSheet, people: tuple[Person, ...], scale: float) -> ft.Control:
    """Show the totals in one line, as wide as the sheet, while the working panel has the room."""
    seats = {person.key: person for person in people}
    cells: list[ft.Control] = []
    for at, seat in enumerate(sheet.seats):
        if seat not in seats:
            continue
        out, left = seat in sheet.out, points_left(sheet, at)
        leads = bool(sheet.rounds) and sheet.ranks[at] == 1 and not out
        figure = text(
            sheet.write(sheet.totals[at]),
            Style.TITLE_MEDIUM,
            theme.SOFT_INK if out else theme.INK,
            whole=True,
            crossed_out=out,
        )
        below: list[ft.Control] = [ft.Icon(LEADS, size=CUP, color=theme.ACCENT)] if leads else []
        if out:
            below.append(soft("out", Style.LABEL_SMALL))
        elif left is not None:
            colour = theme.LOSS if left <= CLOSE else theme.SOFT_INK
            below.append(text(f"{left} left", Style.LABEL_SMALL, colour, whole=True))
        else:  # before the first round it has nothing to say, and keeps its height
            below.append(soft(ordinal(sheet.ranks[at]) if sheet.rounds else " ", Style.LABEL_SMALL))
        cell = ft.Column(
            [
                ft.Row([badge(seats[seat], size=20), figure], spacing=4, tight=True),
                ft.Row(below, spacing=2, tight=True),
            ],
            spacing=1,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            opacity=0.6 if out else 1,
        )
        cells.append(ft.Container(cell, alignment=ft.Alignment.CENTER))
    return ft.Semantics(
        content=controls.tiles(cells, len(cells) if scale <= LARGE else 3, 0),
        container=True,
        label=describe_totals(sheet, {person.key: person.name for person in people}),
        exclude_semantics=True,
        identifier="totals",
    )


def legend(sheet: ScoreSheet) -> ft.Control:
    """Say what the frames and signs on the sheet mean."""
    every = [score for line in sheet.rounds for score in line.scores]
    pairs: list[tuple[ft.Control, str]] = []
    for word in dict.fromkeys(score.frame for score in every if score.frame):
        frame = ft.Container(
            width=18,
            height=14,
            bgcolor=theme.TINT,
            border=ft.Border.all(1, theme.ACCENT),
            border_radius=4,
        )
        pairs.append((frame, f"{word} of the round"))
    for word, icon in sheet.icons.items():
        if any(score.sign == word for score in every):
            pairs.append((ft.Icon(theme.icon(icon), size=15, color=theme.ACCENT), word))
    cells: list[ft.Control] = [
        ft.Row([sign, soft(words)], spacing=5, tight=True) for sign, words in pairs
    ]
    if any(line.correction for line in sheet.rounds):
        cells.append(soft("Tap a round to correct it."))
    return ft.Row(cells, wrap=True, spacing=14, run_spacing=GAP_S)
