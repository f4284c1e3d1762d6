"""A player's card and badge, and the colour and token with which a player sits down. Plain functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.core.show import player_colours
from companion.core.show.player_colours import INK_NAMES, INKS, SHAPES
from models.ledger import ReceiptLine
from views import theme
from views.components import controls
from views.components.amounts import line_figure, room_for
from views.components.controls import Style, chip, face, press, soft, text
from views.components.glyphs import initial
from views.theme import ACCENT, CARD, GAP, GAP_S, HAIRLINE, RADIUS, ROOMY, TINT

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.show.cards import Badge, Holding, Standing
    from views.state.play.play_snapshot import Person

REMARK = (
    "Past games keep their names, colours and tokens. To play under another name, add that name when you start a game; "
    "it gets a page of its own."
)


def appearance_picker(person: Person, dress: Callable[[str, str], object]) -> ft.Control:
    """Offer every colour and every token; a tap keeps it."""
    return controls.card(
        colour_choices(person, lambda ink: dress(ink, person.shape)),
        shape_choices(person, lambda shape: dress(person.colour, shape)),
        soft(REMARK),
        padding=14,
    )


def colour_choices(person: Person, paint: Callable[[str], object]) -> ft.Control:
    """Offer every colour, the one a player has with a tick."""
    return controls.wrap(
        *(
            face(
                ft.Container(
                    ft.Icon(ft.Icons.CHECK, color=player_colours.ink_on(ink), size=18)
                    if ink == person.colour
                    else None,
                    width=26,
                    height=26,
                    bgcolor=ink,
                    border_radius=13,
                    border=ft.Border.all(1.5, theme.EDGE),
                    alignment=ft.Alignment.CENTER,
                ),
                press(paint, ink),
                chosen=ink == person.colour,
                expand=None,
                padding=11,
                spoken=f"Colour {INK_NAMES[ink]}",
            )
            for ink in INKS
        )
    )


def shape_choices(person: Person, shaped: Callable[[str], object]) -> ft.Control:
    """Offer every shape of a token, in the player's colour."""
    return controls.wrap(
        *(
            face(
                badge(replace(person, shape=shape), size=28),
                press(shaped, shape),
                chosen=shape == person.shape,
                expand=None,
                padding=10,
                spoken=f"Shape {shape}",
            )
            for shape in SHAPES
        )
    )


def _corners(shape: str, size: float) -> ft.BorderRadiusValue:
    round_, small = (
        round(size / 2),
        round(size / 7),
    )  # whole numbers, for they are an eighth as long to send
    corners: dict[str, ft.BorderRadiusValue] = {
        "circle": round_,
        "shield": ft.BorderRadius(small, small, round_, round_),
        "arch": ft.BorderRadius(round_, round_, small, small),
        "leaf": ft.BorderRadius(round_, small, small, round_),
    }
    return corners.get(shape, small)


def badge(person: Person, *, size: float = 40) -> ft.Control:
    """Show who a player is by colour, initial and shape together."""
    return ft.Semantics(content=token(person, size=size), exclude_semantics=True)


SMALL = 30
"""A token smaller than this has a thinner edge."""


def token(person: Person, *, size: float) -> ft.Control:
    """Draw a badge for what is read out as a whole; it is marked while the player is away."""
    drawn = _token(person, size)
    if not person.away:
        return drawn
    return ft.Stack(
        [drawn, _away_mark(size)], width=size, height=size, clip_behavior=ft.ClipBehavior.NONE
    )


LEAST_MARK = 16
"""The mark of who is away is never smaller: its sign would be a dot."""


def _away_mark(size: float) -> ft.Control:
    """Draw the mark over the lower right corner of a token, and a little beyond, so that the letter can be read."""
    side = max(LEAST_MARK, round(size * 0.44))
    sign = ft.Icon(ft.Icons.WIFI_OFF, size=round(side * 0.7), color=theme.CARD)
    return ft.Container(
        sign,
        width=side,
        height=side,
        right=-side / 4,
        bottom=-side / 4,
        bgcolor=theme.INK,
        border_radius=side / 2,
        border=ft.Border.all(1, theme.CARD),
        alignment=ft.Alignment.CENTER,
    )


def _token(person: Person, size: float) -> ft.Control:
    colour, shape = person.colour, person.shape
    side = round(size * 0.76) if shape == "diamond" else size
    letter = ft.Text(
        initial(person.name),
        color=player_colours.ink_on(colour),
        size=round(size * 0.42),
        weight=ft.FontWeight.W_700,
        semantics_label="",
        rotate=-pi / 4 if shape == "diamond" else None,
    )
    drawn = ft.Container(
        letter,
        width=side,
        height=side,
        bgcolor=colour,
        alignment=ft.Alignment.CENTER,
        border_radius=_corners(shape, side),
        border=ft.Border.all(1 if size < SMALL else 1.5, ft.Colors.with_opacity(0.55, theme.EDGE)),
        rotate=pi / 4 if shape == "diamond" else None,
    )
    return (
        drawn
        if side == size
        else ft.Container(drawn, width=size, height=size, alignment=ft.Alignment.CENTER)
    )


def slot(holding: Holding, *, small: bool = False) -> ft.Control:
    """Show a place for a card: its number or a diamond, a hollow one if it does not count, or an empty place."""
    width, height = (15, 20) if small else (34, 26)
    ink: ft.ColorValue
    ground: ft.ColorValue
    edge: ft.ColorValue
    number = re.match(r"(\d+) \u00b7 ", holding.text)
    if not holding.text:
        words, ink, ground, edge = "", theme.SOFT_INK, ft.Colors.TRANSPARENT, HAIRLINE
    elif holding.counts and holding.colour:
        known = player_colours.valid_colour(holding.colour, player_colours.HOUSE_ACCENT)
        words, ink, ground, edge = "\u25c6", player_colours.ink_on(known), known, theme.EDGE
    elif holding.counts:
        words, ink, ground, edge = "\u25c6", theme.ON_TINT, TINT, ACCENT
    else:
        words, ink, ground, edge = "\u25c7", theme.SOFT_INK, ft.Colors.TRANSPARENT, theme.EDGE
    if number:
        words, width = number[1], max(width, 20)
    family = theme.TEXT if number else theme.SYMBOLS
    sign = ft.Text(
        words, size=12 if small else 14, color=ink, font_family=family, semantics_label=""
    )
    return ft.Container(
        sign,
        width=width,
        height=height,
        alignment=ft.Alignment.CENTER,
        bgcolor=ground,
        border=ft.Border.all(1, edge),
        border_radius=theme.RADIUS_S if not small else 5,
        tooltip=" \u00b7 ".join(part for part in (holding.text, holding.detail) if part)
        or "Empty place",
    )


HIDDEN = "hidden"
"""What a screen reader says in place of a figure that is not for the table."""


def spoken_figure(standing: Standing) -> str:
    """A player's figure as it may be said aloud."""
    return HIDDEN if standing.masked else standing.figure


def describe_standing(standing: Standing, name: str, *, away: bool = False) -> str:
    """Describe a player's card in one sentence, for a screen reader."""
    cards = [
        holding.text + ("" if holding.counts else ", does not count")
        for holding in standing.holdings
        if holding.text
    ]
    said = [
        name + (", whose turn it is" if standing.up else "") + (", away" if away else ""),
        standing.subtitle,
        spoken_figure(standing),
        standing.debt.text if standing.debt.tone == "bad" else "",
        standing.rank.text,
        *(one.text for one in standing.chips),
        f"holds {', '.join(cards)}" if cards else "",
        standing.note,
        standing.warning,
    ]
    return ". ".join(part for part in said if part)


def progress(standing: Standing) -> ft.Control:
    """Show how far a player has come, and in words what is missing."""
    words = standing.warning or standing.note
    colour = theme.LOSS if standing.warning else theme.GAIN if standing.ready else theme.SOFT_INK
    bar = ft.ProgressBar(
        value=min(100, max(0, standing.progress or 0)) / 100,
        bar_height=6,
        border_radius=3,
        color=theme.GAIN if standing.ready else ACCENT,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )
    lines: list[ft.Control] = []
    if standing.progress is not None:
        lines.append(ft.Semantics(content=bar, exclude_semantics=True))
    if standing.note and standing.warning:
        lines.append(soft(standing.note))
    if words:
        weight = Style.LABEL_MEDIUM if standing.ready or standing.warning else Style.BODY_SMALL
        lines.append(text(words, weight, colour))
    return controls.column(*lines, spacing=GAP_S)


def checklist(standing: Standing) -> ft.Control:
    """Show what the next step needs, point by point, below a bar that says how far it is."""
    rows = [
        ft.Row(
            [
                ft.Icon(
                    ft.Icons.CHECK if check.done else ft.Icons.CLOSE,
                    size=18,
                    color=theme.GAIN if check.done else theme.SOFT_INK,
                    semantics_label="Done" if check.done else "Missing",
                ),
                # below one another where large text leaves no room for both
                ft.Row(
                    [
                        text(check.text),
                        *([soft(check.detail, Style.BODY_MEDIUM)] if check.detail else []),
                    ],
                    wrap=True,
                    alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
                    spacing=GAP,
                    run_spacing=0,
                    expand=True,
                ),
            ],
            spacing=GAP,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for check in standing.checks
    ]
    head = controls.heading(standing.toward, level=3, style=Style.TITLE_SMALL)
    return controls.card(head, progress(replace(standing, note="")), *rows, spacing=6)


def standing_card(
    person: Person,
    standing: Standing,
    on_click: Callable[..., Any],
    *,
    compact: bool,
    narrow: bool,
    picked: bool,
    facts: int,
    figure: ft.Control | None,
    dense: bool,
    noted: bool,
    change: ReceiptLine | None,
) -> ft.Control:
    """Lay out a player's card: large with everything on a tablet, one row on a phone.

    ``figure`` replaces the large figure where that is hidden from others. A ``dense`` card is a row with the player's
    progress below it, a ``narrow`` one has all but name and figure below; a row shows progress if it is ``noted``, or
    if the player has arrived. ``change`` is what the last entry has brought or cost the player.
    """
    if compact or dense:
        shows = not dense and (noted or standing.ready)
        inside = _row(person, standing, figure, change, noted=shows, narrow=narrow)
        if dense and (standing.progress is not None or standing.note or standing.warning):
            inside = controls.column(inside, progress(standing), spacing=GAP_S)
    else:
        inside = _card(person, standing, figure, change, facts=facts)
    return _frame(
        person, standing, inside, on_click, picked=picked, padding=(12, 8 if compact else 14)
    )


def _name(person: Person, standing: Standing, style: Style) -> ft.Control:
    """Write a player's name, with dice beside it when it is their turn."""
    if not standing.up:
        return text(person.name, style)
    return ft.Row(
        [text(person.name, style), ft.Icon(ft.Icons.CASINO, size=18, color=ACCENT)],
        spacing=6,
        wrap=True,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


@controls.memo
@controls.screen
def Holdings(cards: tuple[Holding, ...], remarks: tuple[Badge, ...]) -> ft.Control:
    """Show the places for cards and what is remarked about a player, again only when these have changed."""
    return controls.wrap(*map(slot, cards), *(chip(remark.text, remark.tone) for remark in remarks))


def _card(
    person: Person,
    standing: Standing,
    figure: ft.Control | None,
    change: ReceiptLine | None,
    *,
    facts: int,
) -> ft.Control:
    quiet = standing.rank.tone == "plain"
    under = " \u00b7 ".join(
        part for part in (standing.subtitle, standing.rank.text if quiet else "") if part
    )
    long = len(under) > BESIDE
    subtitle = [soft(under)] if under and not long else []
    who = controls.with_sign(
        badge(person, size=40), _name(person, standing, Style.TITLE_LARGE), *subtitle
    )
    shown = figure or text(standing.figure, Style.DISPLAY_SMALL, whole=True)
    head = controls.beside(who, _right(shown, *_change(change), *_debt(standing)))
    lines: list[ft.Control] = [head, *([soft(under)] if long else [])]
    loud = () if quiet else (standing.rank,)
    remarks = tuple(one for one in (*loud, *standing.chips) if one.text)
    if standing.holdings or remarks:
        lines.append(Holdings(standing.holdings, remarks))
    if standing.progress is not None or standing.note or standing.warning:
        lines.append(progress(standing))
    lines.extend(_facts(standing, facts))
    return controls.column(*lines)


def _facts(standing: Standing, most: int) -> list[ft.Control]:
    """Where a card has room: details, and how many more there are."""
    details = standing.details
    rows: list[ft.Control] = [
        controls.beside(soft(label), text(value, Style.LABEL_MEDIUM), spacing=GAP)
        for label, value in details[:most]
    ]
    if most and len(rows) < len(details):
        rows.append(soft(f"+{len(details) - len(rows)} more"))
    return [ft.Divider(height=1), *rows] if rows else []


BESIDE = 24
"""Words longer than this stand below a card's name and figure, over its whole width."""


def _right(*lines: ft.Control) -> ft.Control:
    """Set figures below one another."""
    return ft.Column(
        list(lines), spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END
    )


def _row(
    person: Person,
    standing: Standing,
    figure: ft.Control | None,
    change: ReceiptLine | None,
    *,
    noted: bool,
    narrow: bool,
) -> ft.Control:
    """Set a player in one row, ``noted`` with how far they have come; a ``narrow`` one has the rest below."""
    remarks = " \u00b7 ".join(one.text for one in standing.chips if one.text)
    if remarks and (standing.rank.text or standing.subtitle) and not standing.holdings:
        remarks = f"\u00b7 {remarks}"
    name, facts = _name(person, standing, Style.TITLE_MEDIUM), list[ft.Control]()
    role = standing.rank.text or standing.subtitle
    has = [*_change(change), *_debt(standing)]
    # in a line of their own, so that what is owed stays at the right
    apart, remarks = (remarks, "") if has and standing.holdings else ("", remarks)
    if role or standing.holdings or remarks:
        facts.append(
            ft.Row(
                [
                    *([soft(role)] if role else []),
                    *(slot(holding, small=True) for holding in standing.holdings),
                    *([soft(remarks)] if remarks else []),
                ],
                wrap=True,
                spacing=4,
                run_spacing=2,
            )
        )
    note = standing.note if noted else ""
    ready = (
        [text(note, Style.LABEL_MEDIUM, theme.GAIN) if standing.ready else soft(note)]
        if note
        else []
    )
    below: list[ft.Control] = (
        [controls.beside(*(facts or [ft.Container()]), _right(*has))] if has else [*facts]
    )
    below += [soft(apart)] if apart else []
    shown = figure or text(standing.figure, Style.TITLE_LARGE, whole=True)
    if narrow:
        head = controls.beside(controls.with_sign(badge(person, size=38), name), shown)
        return controls.column(head, *below, *ready, spacing=4)
    lines = ft.Column(
        [controls.beside(name, shown), *below, *ready], spacing=1, tight=True, expand=True
    )
    lines.horizontal_alignment = ft.CrossAxisAlignment.STRETCH
    return ft.Row([badge(person, size=38), lines], spacing=GAP)


def _change(change: ReceiptLine | None) -> list[ft.Control]:
    """Show what the last entry has brought or cost, with its sign: it stands until the next one is written."""
    return [line_figure(change, Style.LABEL_LARGE)] if change else []


def _owes(standing: Standing) -> bool:
    """Whether there is a debt; who owes nothing needs no word for it."""
    return standing.debt.tone == "bad" and bool(standing.debt.text)


def _ruinous(standing: Standing) -> bool:
    """Whether a debt could ruin the player."""
    return _owes(standing) and bool(standing.warning)


def _debt(standing: Standing) -> list[ft.Control]:
    """Show a debt in small, with a sign if it could ruin the player."""
    if not _owes(standing):
        return []
    words = text(standing.debt.text, Style.LABEL_MEDIUM, theme.LOSS)
    if not _ruinous(standing):
        return [words]
    return [
        ft.Row(
            [ft.Icon(ft.Icons.WARNING_AMBER, size=16, color=theme.LOSS), words],
            spacing=3,
            tight=True,
        )
    ]


TILE_SIDE = 8
"""What is left at the sides of a tile."""


def tile_width(person: Person, standing: Standing, scale: float) -> float:
    """The least width of a player's tile: its figures are read whole, and in large text some letters of the name."""
    figure = room_for(standing.figure, Style.TITLE_MEDIUM, scale)
    owed = room_for(standing.debt.text, Style.LABEL_MEDIUM, scale) if _owes(standing) else 0
    name = room_for(person.name[:6], Style.LABEL_LARGE, scale) + 27 if scale > ROOMY else 0
    return max(figure, owed, name) + 2 * TILE_SIDE


def player_tile(
    person: Person,
    standing: Standing,
    on_click: Callable[..., Any],
    *,
    picked: bool,
    figure: ft.Control | None,
    width: float | None,
    change: ReceiptLine | None,
) -> ft.Control:
    """Lay out a player as a tile of a strip: token and name, the figure, and what is owed."""
    alarm = (
        [ft.Icon(ft.Icons.WARNING_AMBER, size=16, color=theme.LOSS)] if _ruinous(standing) else []
    )
    name = ft.Row(
        [
            badge(person, size=22),
            text(person.name, Style.LABEL_LARGE, lines=1, expand=True),
            *alarm,
        ],
        spacing=5,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    shown = figure or text(standing.figure, Style.TITLE_MEDIUM, whole=True)
    if change:
        # beside it, so that no tile grows when money moves, and nothing below the strip jumps
        shown = ft.Row([shown, line_figure(change, Style.LABEL_MEDIUM)], spacing=4)
    owed = [text(standing.debt.text, Style.LABEL_MEDIUM, theme.LOSS)] if _owes(standing) else []
    lines = [name, shown, *owed]
    return _frame(
        person,
        standing,
        ft.Column(lines, spacing=1, tight=True),
        on_click,
        picked=picked,
        padding=(TILE_SIDE, 6),
        width=width,
        expand=width is None,
    )


def _frame(
    person: Person,
    standing: Standing,
    inside: ft.Control,
    on_click: Callable[..., Any],
    *,
    picked: bool,
    padding: tuple[float, float],
    width: float | None = None,
    expand: bool | None = None,
) -> ft.Control:
    """Set what says how a player stands on a card that can be tapped, lit when it is their turn."""
    lit = picked or standing.up
    # the edge takes its width from the padding, so that a card does not move when it lights up
    edge = 2.5 if lit else 1.0
    around = ft.Padding.symmetric(horizontal=padding[0] - edge, vertical=padding[1] - edge)
    said = describe_standing(standing, person.name, away=person.away)
    named = ft.Semantics(content=inside, exclude_semantics=True, label=said, selected=picked)
    made = ft.Container(
        ft.Container(
            named, padding=around, border_radius=RADIUS - edge, ink=True, on_click=on_click
        ),
        bgcolor=TINT if picked else CARD,
        border_radius=RADIUS,
        border=ft.Border.all(edge, ACCENT if lit else HAIRLINE),
        opacity=0.6 if standing.out else 1,
        width=width,
    )
    # with the name goes the focus, for whoever comes by keyboard
    return ft.MergeSemantics(made, key=f"seat-{person.key}", expand=expand)
