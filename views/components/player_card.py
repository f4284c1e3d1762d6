"""A player's card and badge, and the colour and token with which a player sits down. Plain functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.core.show.player_colours import HOUSE_ACCENT, INK_NAMES, SHAPES, ink_on, valid_colour
from models.ledger import ReceiptLine
from views.components import controls
from views.components.amounts import line_figure
from views.components.controls import (
    Control,
    Controls,
    Icons,
    OnTap,
    Part,
    Style,
    beside,
    card,
    chip,
    column,
    face,
    flat,
    row,
    soft,
    square,
    text,
    with_sign,
    without_semantics,
    wrap,
)
from views.components.glyphs import initial
from views.theme import (
    ACCENT,
    CARD,
    EDGE,
    GAIN,
    GAP_S,
    HAIRLINE,
    INK,
    LOSS,
    ON_TINT,
    RADIUS,
    RADIUS_S,
    SOFT_INK,
    TINT,
    sides,
)

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.show.cards import Badge, Holding, Standing
    from companion.core.show.people import Person

REMARK = (
    "Past games keep their names, colours and tokens. To play under another name, add that name when you start a game; "
    "it gets a page of its own."
)


def appearance_picker(person: Person, dress: Callable[[str, str], object]) -> Control:
    """Offer every colour and every token; a tap keeps it."""
    return card(
        choices_of(person, "colour", INK_NAMES, lambda ink: dress(ink, person.shape)),
        choices_of(person, "shape", SHAPE_NAMES, lambda shape: dress(person.colour, shape)),
        soft(REMARK),
        padding=14,
    )


SHAPE_NAMES = {shape: shape for shape in SHAPES}


def choices_of(
    person: Person, what: str, names: Mapping[Any, str], choose: Callable[[str], object]
) -> Control:
    """Offer every colour or shape of a player's token, each by its name."""
    offered = {value: replace(person, **{what: value}) for value in names}
    return wrap(
        face(
            badge(look, 28),
            choose,
            value,
            chosen=look == person,
            expand=None,
            spoken=f"{what.capitalize()} {names[value]}",
        )
        for value, look in offered.items()
    )


def _corners(shape: str, size: float) -> ft.BorderRadiusValue:
    # whole numbers, for they are an eighth as long to send
    round_, small = round(size / 2), round(size / 7)
    corners: dict[str, ft.BorderRadiusValue] = {
        "circle": round_,
        "shield": ft.BorderRadius(small, small, round_, round_),
        "arch": ft.BorderRadius(round_, round_, small, small),
        "leaf": ft.BorderRadius(round_, small, small, round_),
    }
    return corners.get(shape, small)


SMALL = 30
"""A token smaller than this has a thinner edge."""


LETTER = 0.62
"""Size of a token's letter, in parts of the token's."""


LEAST_MARK = 16
"""The mark of who is away is never smaller: its sign would be a dot."""


def badge(person: Person, size: float = 40) -> Control:
    """Show who a player is by colour, initial and shape together."""
    return without_semantics(token(person, size))


def _away_mark(size: float) -> Control:
    """Draw the mark over the lower right corner of a token, and a little beyond, so that the letter can be read."""
    side = max(LEAST_MARK, round(size * 0.44))
    sign = ft.Icon(Icons.WIFI_OFF, CARD, round(side * 0.7))
    return square(
        sign,
        side,
        right=-side / 4,
        bottom=-side / 4,
        bgcolor=INK,
        border_radius=side / 2,
        border=ft.Border.all(1, CARD),
    )


def token(person: Person, size: float) -> Control:
    """Draw a badge for what is read out as a whole; it is marked while the player is away."""
    colour, turned = person.colour, person.shape == "diamond"
    side = round(size * 0.76) if turned else size
    letter = ft.Text(
        initial(person.name),
        color=ink_on(colour),
        size=round(size * LETTER),
        weight=ft.FontWeight.W_700,
        semantics_label="",
        rotate=-pi / 4 if turned else None,
    )
    drawn = square(
        letter,
        side,
        bgcolor=colour,
        border_radius=_corners(person.shape, side),
        border=ft.Border.all(1 if size < SMALL else 1.5, ft.Colors.with_opacity(0.55, EDGE)),
        rotate=pi / 4 if turned else None,
    )
    if turned:
        drawn = square(drawn, size)
    if not person.away:
        return drawn
    return ft.Stack(
        [drawn, _away_mark(size)], width=size, height=size, clip_behavior=ft.ClipBehavior.NONE
    )


PLACE = 0.92
"""Width of a card that is held, in parts of its height."""


def slot(holding: Holding, size: float = 26) -> Control:
    """Show a place for a card: its number or its letter, without its colour if it does not count, or empty."""
    number = re.match(r"(\d+) \u00b7 ", holding.text)
    sign = number[1] if number else holding.sign or holding.text[:1].upper()
    ground: ft.ColorValue = ft.Colors.TRANSPARENT
    ink: ft.ColorValue = SOFT_INK
    if holding.counts and holding.text:
        ground, ink = TINT, ON_TINT
        if holding.colour:
            ground = valid_colour(holding.colour, HOUSE_ACCENT)
            ink = ink_on(ground)
    letters = round(size * (0.76 if len(sign) < 2 else 0.62))
    return ft.Container(
        ft.Text(sign, size=letters, color=ink, weight=ft.FontWeight.W_700, semantics_label=""),
        width=size * PLACE,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=ground,
        border=ft.Border.all(1, EDGE if holding.text else HAIRLINE),
        border_radius=size / 6,
        tooltip=" \u00b7 ".join(filter(None, (holding.text, holding.detail))) or "Empty place",
    )


def number_tile(sign: str, colour: str, size: float, *, crossed_out: bool = False) -> Control:
    """Show a number on its colour. The number says all; the colour only helps to find it."""
    ground = valid_colour(colour, "") if colour else ""
    ink: ft.ColorValue = ink_on(ground) if ground else ON_TINT
    ink = SOFT_INK if crossed_out else ink
    letters = round(size * (LETTER if len(sign) < 3 else 0.36))
    return square(
        text(sign, Style.TITLE_MEDIUM, ink, spoken="", size=letters, crossed_out=crossed_out),
        size,
        bgcolor=None if crossed_out else ground or TINT,
        border_radius=max(RADIUS_S, size / 5),
        border=ft.Border.all(1.5, EDGE),
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
    rank = standing.rank.text.removesuffix(".")
    said = [
        name + (", whose turn it is" if standing.up else "") + (", away" if away else ""),
        standing.subtitle,
        spoken_figure(standing),
        standing.debt.text if standing.debt.tone == "bad" else "",
        f"place {rank}" if rank.isdigit() else rank,
        *(remark.text for remark in standing.chips),
        f"holds {', '.join(cards)}" if cards else "",
        standing.note,
        standing.warning,
    ]
    return ". ".join(part for part in said if part)


def checklist(standing: Standing) -> Control:
    """Show what the next step needs, point by point."""
    rows = [
        with_sign(
            ft.Icon(
                Icons.CHECK if check.done else Icons.CLOSE,
                GAIN if check.done else SOFT_INK,
                18,
                semantics_label="Done" if check.done else "Missing",
            ),
            text(check.text),
            controls.remark(check.detail) if check.detail else None,
        )
        for check in standing.checks
    ]
    return card(controls.subheading(standing.toward), rows, spacing=6)


def _name(person: Person, standing: Standing, style: Style) -> Control:
    """Write a player's name, with dice beside it when it is their turn."""
    name = text(person.name, style)
    dice = ft.Icon(Icons.CASINO, ACCENT, 18)
    return wrap(name, dice) if standing.up else name


@controls.memo
def Holdings(cards: tuple[Holding, ...], remarks: tuple[Badge, ...]) -> Control:
    """Show the places for cards and what is remarked about a player, again only when these have changed."""
    return wrap(map(slot, cards), (chip(remark.text, remark.tone) for remark in remarks))


def open_card(
    person: Person, standing: Standing, figure: Control | None, change: ReceiptLine | None
) -> Control:
    """Lay out everything that a player has; ``figure`` is in the place of one that is hidden from others.

    ``change`` is what the last entry has brought or cost the player.
    """
    role = _role(standing)
    long = role if role and len(role.value) > BESIDE else None
    name = _name(person, standing, Style.TITLE_LARGE)
    who = with_sign(badge(person), name, None if long else role)
    right = _right(figure or _figure(standing), _change(change), _debt(standing))
    return column(beside(who, right), long, standing_lines(standing))


def whole_card(standing: Standing) -> Controls:
    """Show all that a player has on a page of its own, which is named after the player."""
    head = beside(_figure(standing), _debt(standing))
    return flat((head, _role(standing), standing_lines(standing)))


def _figure(standing: Standing) -> Control:
    return text(standing.figure, Style.DISPLAY_SMALL, whole=True, spoken=spoken_figure(standing))


def _role(standing: Standing) -> ft.Text | None:
    quiet = standing.rank.text if standing.rank.tone == "plain" else ""
    said = " \u00b7 ".join(filter(None, (standing.subtitle, quiet)))
    return soft(said) if said else None


def standing_lines(standing: Standing) -> Part:
    """Show what is remarked about a player and held, how far they have come, and all other figures."""
    loud = () if standing.rank.tone == "plain" else (standing.rank,)
    remarks = tuple(remark for remark in (*loud, *standing.chips) if remark.text)
    words, done = standing.warning or standing.note, standing.progress
    far: Part = None
    if done is not None or words:
        colour = GAIN if standing.ready else SOFT_INK
        bar = ft.ProgressBar(
            value=min(100, max(0, done or 0)) / 100,
            bar_height=6,
            border_radius=3,
            color=GAIN if standing.ready else ACCENT,
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        )
        weight = Style.LABEL_MEDIUM if standing.ready or standing.warning else Style.BODY_SMALL
        far = column(
            None if done is None else without_semantics(bar),
            soft(standing.note) if standing.note and standing.warning else None,
            text(words, weight, LOSS if standing.warning else colour) if words else None,
            spacing=GAP_S,
        )
    return (
        Holdings(standing.holdings, remarks) if standing.holdings or remarks else None,
        far,
        ft.Divider(height=1) if standing.details else None,
        [
            ft.MergeSemantics(beside(soft(label), text(value, Style.LABEL_MEDIUM)))
            for label, value in standing.details
        ],
    )


BESIDE = 24
"""Words longer than this stand below a card's name and figure, over its whole width."""


def _right(*lines: Control | None) -> Control:
    """Set figures below one another."""
    end = ft.CrossAxisAlignment.END
    return ft.Column(flat(lines), spacing=0, tight=True, horizontal_alignment=end)


def card_row(
    person: Person, standing: Standing, figure: Control | None, change: ReceiptLine | None
) -> Control:
    """Lay out a player in one row, with what they hold and how far they have come below the name."""
    remarks = " \u00b7 ".join(remark.text for remark in standing.chips if remark.text)
    role = standing.rank.text or standing.subtitle
    if remarks and role and not standing.holdings:
        remarks = f"\u00b7 {remarks}"
    facts = flat(
        (
            soft(role) if role else None,
            [slot(holding, 22) for holding in standing.holdings],
            soft(remarks) if remarks else None,
        )
    )
    has = flat((_change(change), _debt(standing)))
    held = ft.Row(facts, wrap=True, spacing=4, run_spacing=2)
    done = text(standing.note, Style.LABEL_MEDIUM, GAIN)
    shown = figure or text(standing.figure, Style.TITLE_LARGE, whole=True)
    lines = column(
        beside(_name(person, standing, Style.TITLE_MEDIUM), shown),
        beside(held, _right(*has)) if has else held if facts else None,
        (done if standing.ready else soft(standing.note)) if standing.note else None,
        spacing=1,
    )
    lines.expand = True
    return row(badge(person, 38), lines)


def _change(change: ReceiptLine | None) -> Control | None:
    """Show what the last entry has brought or cost, with its sign: it stands until the next one is written."""
    return line_figure(change, Style.LABEL_LARGE) if change else None


def owes(standing: Standing) -> bool:
    """Whether there is a debt; who owes nothing needs no word for it."""
    return standing.debt.tone == "bad" and bool(standing.debt.text)


def _debt(standing: Standing) -> Control | None:
    """Show a debt in small, with a sign if it could ruin the player."""
    if not owes(standing):
        return None
    words = text(standing.debt.text, Style.LABEL_MEDIUM, LOSS)
    if not standing.warning:
        return words
    sign = ft.Icon(Icons.WARNING_AMBER, LOSS, 16)
    return controls.inline(sign, words)


def card_frame(
    person: Person,
    standing: Standing,
    inside: Control,
    on_click: OnTap,
    *,
    picked: bool,
    padding: tuple[float, float],
    width: float | None = None,
    height: float | None = None,
) -> Control:
    """Set what says how a player stands on a card that can be tapped, lit when it is their turn."""
    lit = picked or standing.up
    # the edge takes its width from the padding, so that a card does not move when it lights up
    edge = 2.5 if lit else 1.0
    around = sides(padding[0] - edge, padding[1] - edge)
    said = describe_standing(standing, person.name, away=person.away)
    named = ft.Semantics(content=inside, exclude_semantics=True, label=said, selected=picked)
    made = ft.Container(
        named,
        padding=around,
        ink=True,
        on_click=on_click,
        bgcolor=TINT if picked else CARD,
        border_radius=RADIUS,
        border=ft.Border.all(edge, ACCENT if lit else HAIRLINE),
        opacity=0.6 if standing.out else 1,
        width=width,
        height=height,
    )
    # with the name goes the focus, for whoever comes by keyboard
    return ft.MergeSemantics(made, key=f"seat-{person.key}")
