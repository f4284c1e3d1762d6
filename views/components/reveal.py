"""A reveal: cards that turn one by one over the whole screen, the best of them last, larger and with a golden edge."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.show import player_colours
from views import theme
from views.components import controls
from views.components.amounts import size_in, smaller
from views.components.controls import Style, press, screen, soft, text
from views.components.glyphs import shown as written
from views.components.player_card import token
from views.state.play.play_snapshot import Person
from views.theme import grow

log = logging.getLogger("companion.views")

BETWEEN = 0.6
"""Seconds between one card and the next."""
TURN = 300
"""Milliseconds that a card takes to turn."""
PATIENCE = 2.0
"""Seconds to wait for the device to say whether it wants no motion."""
GOLD, ON_GOLD = "#E0B020", "#1B1A17"
LARGER, LOWER = 1.3, 0.82
"""So much higher is the best card, and so high a third place beside a second."""
DRAWN_FOR = (1040, 720)
"""The cards of a window of this size; in a larger one, as of a television, they grow with it."""
HEIGHT, LOW, WIDTH, MARGIN, PHONE_MARGIN = 300.0, 84.0, 320.0, 24, 16
"""Height of a card beside others and of one below others, its greatest width, and what is left around all."""
BRIEF = 44
"""A title of more letters is written smaller."""
SIDE, ABOVE, FRAME = 14, 8, 6
"""What is left at the sides of a card and above it, and the width of its golden edge."""
LARGEST, WORDS, LARGE, SMALL = 96.0, 35.0, 28.0, 15.0
"""Sizes of an amount and of several words in a card, and in a row at text size 1."""


@dataclass(frozen=True, slots=True)
class RevealCard:
    """A card: its ``figure`` and ``lines`` are seen once it is turned; ``back`` is written on it until then.

    It is a ``person``'s, or has a ``sign`` on a ``colour``. The ``best`` one has a golden edge; a ``word`` says why.
    ``place`` is its step where they stand as on a podium.
    """

    name: str
    figure: str
    spoken: str
    back: str = ""
    lines: tuple[str, ...] = ()
    person: Person | None = None
    sign: str = ""
    colour: str = ""
    word: str = ""
    best: bool = False
    place: int = 0


@dataclass(frozen=True, slots=True)
class RevealContent:
    """What is revealed: the cards, best first, a ``title`` that is read once all are turned, and the ``accent``.

    ``go_on`` is what the button says; without it there is none.
    """

    about: str
    title: str
    cards: tuple[RevealCard, ...]
    accent: str
    foot: str = ""
    go_on: str = "Back to the table"


async def _still() -> bool:
    """Whether this device asks for no motion; so it is where nobody can say."""
    try:
        asked = ft.SemanticsService().get_accessibility_features()
        features = await asyncio.wait_for(asked, PATIENCE)
    except Exception:
        log.debug("nobody says whether motion is wanted", exc_info=True)
        return True
    return features.disable_animations or features.reduce_motion


@screen
def RevealStage(
    reveal: RevealContent, width: float, height: float, scale: float, done: Callable[[], object]
) -> ft.Control:
    """Fill the screen with the cards, turn them from the last to the first, and then say the title."""
    count = len(reveal.cards)
    turned, set_turned = ft.use_state(0)
    moving, set_moving = ft.use_state(False)
    page = ft.context.page

    async def turn() -> None:
        if not await _still():
            set_moving(True)
            for number in range(1, count):
                await asyncio.sleep(BETWEEN)
                set_turned(number)
            await asyncio.sleep(BETWEEN)
        set_turned(count)

    def begin() -> Callable[[], object]:
        return page.run_task(turn).cancel

    ft.use_effect(begin, dependencies=[])
    ink = player_colours.ink_on(reveal.accent)
    wide = width >= theme.TABLET
    shown = [at >= count - turned for at in range(count)]
    grown_by = max(1.0, min(width / DRAWN_FOR[0], height / DRAWN_FOR[1]))
    most = WIDTH * grown_by
    room = (
        min(most, (width - 2 * MARGIN - 16 * (count - 1)) / max(1, count))
        if wide
        else width - 2 * PHONE_MARGIN
    )
    large = Large.of(reveal, room, grown_by) if wide else None
    cards = [
        _card(card, shown=seen, moving=moving, large=large, width=room, scale=scale)
        for card, seen in zip(reveal.cards, shown, strict=True)
    ]
    if wide and any(card.best for card in reveal.cards):
        cards = [
            *cards[1::2][::-1],
            *cards[::2],
        ]  # the best in the middle, the others on both its sides
    table: ft.Control
    if wide:
        table = ft.Row(
            cards,
            spacing=16,
            alignment=ft.MainAxisAlignment.CENTER,
            vertical_alignment=ft.CrossAxisAlignment.END,
        )
    else:
        table = controls.column(*cards, spacing=10)
    over = turned >= count
    size = 26 if not wide else (52 if len(reveal.title) <= BRIEF else 34) * grown_by
    said = written(reveal.title) if over else ""
    title = ft.Semantics(
        content=ft.Text(
            said or " ",
            size=size,
            color=ink,
            font_family=theme.DISPLAY,
            weight=ft.FontWeight.W_600,
            text_align=ft.TextAlign.CENTER,
        ),
        header=True,
        heading_level=1,
        live_region=True,
        identifier="revealed",
    )
    foot = text(reveal.foot if over else " ", Style.TITLE_LARGE if wide else Style.TITLE_SMALL, ink,
                align=ft.TextAlign.CENTER)  # fmt: skip
    go_on = ft.FilledButton(
        text(reveal.go_on, Style.TITLE_MEDIUM, reveal.accent),
        on_click=press(done),
        expand=not wide,
        style=ft.ButtonStyle(
            bgcolor=ink,
            padding=ft.Padding.symmetric(horizontal=40, vertical=18),
            shape=ft.RoundedRectangleBorder(radius=theme.RADIUS),
        ),
        key="go-on",
    )
    lines: list[ft.Control] = [
        text(reveal.about, Style.TITLE_MEDIUM, ink, align=ft.TextAlign.CENTER),
        title,
        ft.Container(table, padding=ft.Padding.symmetric(vertical=14)),
        *([foot] if reveal.foot else []),
    ]
    body = ft.Column(
        lines,
        spacing=8,
        expand=True,
        scroll=ft.ScrollMode.AUTO,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER
        if wide
        else ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Container(
        ft.SafeArea(
            ft.Column(
                [
                    body,
                    ft.Row([go_on] if reveal.go_on else [], alignment=ft.MainAxisAlignment.CENTER),
                ],
                spacing=12,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
            expand=True,
        ),
        width=width,
        height=height,
        padding=MARGIN if wide else PHONE_MARGIN,
        gradient=ft.RadialGradient(
            colors=[
                player_colours.mix(reveal.accent, "#FFFFFF", 0.12),
                player_colours.mix(reveal.accent, "#000000", 0.22),
            ],
            radius=0.9,
        ),
    )


@dataclass(frozen=True, slots=True)
class Large:
    """How cards beside each other are drawn in a window: so much larger, all figures of them in one size."""

    grown_by: float
    figure: float

    @classmethod
    def of(cls, reveal: RevealContent, width: float, grown_by: float) -> Large:
        """So that the longest figure is whole: no place has a larger one than the first."""
        room = width - 2 * (SIDE + FRAME)
        sizes = [
            size_in(card.figure, room, (WORDS if " " in card.figure else LARGEST) * grown_by)
            for card in reveal.cards
        ]
        return cls(grown_by, min(sizes, default=LARGEST))

    def height(self, card: RevealCard, *, shown: bool) -> float:
        """How high a card is: the best is highest once it is turned, and a third place lower than a second."""
        return (
            HEIGHT
            * self.grown_by
            * (LARGER if card.best and shown else LOWER if card.place > 2 else 1.0)
        )


def _card(
    card: RevealCard, *, shown: bool, moving: bool, large: Large | None, width: float, scale: float
) -> ft.Control:
    """Draw a card, turned or not. A screen reader hears of one that is not that it is covered."""
    lying = LOW * max(1.0, scale) * (LARGER if card.best and shown else 1.0)
    height = large.height(card, shown=shown) if large else lying
    least = height - 2 * (
        ABOVE + (FRAME if card.best and shown else 1)
    )  # one with more to say is higher
    sign: list[ft.Control] = []
    if card.person:
        sign = [
            token(
                card.person, size=round((60 if card.best else 48) * large.grown_by) if large else 36
            )
        ]
    elif card.sign and shown:
        sign = [_sign(card, scale)]
    room = width - 2 * (SIDE + FRAME)
    called, style = card.name if shown or card.person else card.back, Style.TITLE_LARGE
    size = None
    if large and card.person:
        style, size = Style.HEADLINE_MEDIUM, smaller(called, Style.HEADLINE_MEDIUM, room, scale)
    name = text(called, style, lines=1, size=size)
    draw = (
        _face(card, sign, name, large, shown=shown)
        if large
        else _row(card, sign, name, room, scale, shown=shown)
    )
    inside = ft.Container(
        ft.Row([ft.Container(height=least), ft.Container(draw, expand=True)], spacing=0),
        width=width if large else None,
        bgcolor=theme.CARD,
        border=ft.Border.all(6, GOLD) if card.best and shown else ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS_L,
        padding=ft.Padding.symmetric(horizontal=SIDE, vertical=ABOVE),
        key=f"{card.name}-{shown}",
    )
    turning = ft.AnimatedSwitcher(
        inside,
        duration=TURN if moving else 0,
        reverse_duration=0,
        transition=ft.AnimatedSwitcherTransition.SCALE,
    )
    return ft.Semantics(
        content=turning,
        container=True,
        label=card.spoken if shown else f"{card.name if card.person else card.back}: covered",
        exclude_semantics=True,
        key=f"card-{card.name}",
    )


SIGN = 40
"""Size of the ground of a sign."""


def _sign(card: RevealCard, scale: float) -> ft.Control:
    colour = player_colours.valid_colour(card.colour, "") if card.colour else ""
    ink = player_colours.ink_on(colour) if colour else theme.ON_TINT
    size = smaller(card.sign, Style.TITLE_LARGE, SIGN, scale)
    return ft.Container(
        text(card.sign, Style.TITLE_LARGE, ink, whole=True, size=size),
        width=SIGN,
        height=SIGN,
        bgcolor=colour or theme.TINT,
        border_radius=theme.RADIUS_S,
        alignment=ft.Alignment.CENTER,
    )


def _word(card: RevealCard) -> list[ft.Control]:
    """The word on a card, with a cup where it is the best."""
    if not card.word:
        return []
    ground, ink = (GOLD, ON_GOLD) if card.best else (ft.Colors.SURFACE_CONTAINER, theme.INK)
    cup = [ft.Icon(ft.Icons.EMOJI_EVENTS, size=18, color=ink)] if card.best else []
    return [
        ft.Container(
            ft.Row(
                [*cup, text(card.word, Style.LABEL_LARGE, ink, whole=True)], spacing=5, tight=True
            ),
            bgcolor=ground,
            border_radius=20,
            padding=ft.Padding.symmetric(horizontal=14, vertical=5),
        )
    ]


COVERED = ft.Icons.QUESTION_MARK


def _figure(figure: str, size: float) -> ft.Control:
    """Write an amount, or several words, in a size in which it is whole."""
    return ft.Text(
        theme.unbroken(figure),
        semantics_label=figure,
        size=size,
        weight=ft.FontWeight.W_700,
        font_family=theme.TEXT,
        color=theme.INK,
        text_align=ft.TextAlign.CENTER,
    )


def _face(
    card: RevealCard, sign: list[ft.Control], name: ft.Control, large: Large, *, shown: bool
) -> ft.Control:
    """Lay out a card that stands beside others."""
    head = [*sign, name]
    if not card.person:
        named = ft.Container(name, expand=True, expand_loose=True)
        head = [
            ft.Row([*sign, named], spacing=10, tight=True, alignment=ft.MainAxisAlignment.CENTER)
        ]
    lines = head
    if shown:
        figure = _figure(card.figure, large.figure)
        lines = [*_word(card), *head, figure]
        lines += [text(words, Style.BODY_LARGE, align=ft.TextAlign.CENTER) for words in card.lines]
    else:
        lines = [*head, ft.Icon(COVERED, size=72, color=theme.SOFT_INK)]
    return ft.Column(
        lines,
        spacing=6,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _row(
    card: RevealCard,
    sign: list[ft.Control],
    name: ft.Control,
    width: float,
    scale: float,
    *,
    shown: bool,
) -> ft.Control:
    """Lay out a card that lies below others."""
    if not shown:
        return ft.Row(
            [
                *sign,
                ft.Container(name, expand=True),
                ft.Icon(COVERED, size=32, color=theme.SOFT_INK),
            ],
            spacing=10,
        )
    under = [soft(words) for words in card.lines]
    size = size_in(card.figure, width, grow(SMALL if " " in card.figure else LARGE, scale))
    figure = _figure(card.figure, size)
    right = ft.Column(
        [*_word(card), figure],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    return controls.beside(
        controls.with_sign(sign[0] if sign else None, name, *under), right, spacing=10
    )
