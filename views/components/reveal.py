"""A reveal: cards that turn one by one over the whole screen, the best of them last, larger and with a golden edge."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import flet as ft

from companion.core.show import player_colours
from companion.core.show.people import Person
from models.frozen import frozen
from views import theme
from views.components import controls
from views.components.amounts import size_in
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Style,
    column,
    fill,
    flat,
    log,
    panes,
    press,
    row,
    screen,
    scrolling_column,
    soft,
    text,
)
from views.components.player_card import number_tile, token

BETWEEN = 0.6
"""Seconds between one card and the next."""
TURN = 300
"""Milliseconds that a card takes to turn."""
PATIENCE = 2.0
"""Seconds to wait for the device to say whether it wants no motion."""
GOLD = "#E0B020"
LARGER, LOWER = 1.3, 0.82
"""So much higher is the best card, and so high a third place beside a second."""
DRAWN_FOR = (1040, 720)
"""The cards of a window of this size; in a larger one, as of a television, they grow with it."""
HEIGHT, LOW, WIDTH, MARGIN = 300.0, 84.0, 320.0, 20
"""Height of a card beside others and of one below others, its greatest width, and what is left around all."""
SIDE, FRAME = 14, 6
"""What is left at the sides of a card, and the width of its golden edge."""
LOWEST, ASIDE = 480.0, 260.0
"""In a window lower than this the title stands beside the cards, and so wide."""
LEAST = 180.0
"""Least width of a card there for words of their usual size."""
LARGEST, WORDS, LARGE, SMALL = 96.0, 35.0, 28.0, 15.0
"""Sizes of an amount and of several words in a card, and in a row at text size 1."""


@frozen
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


@frozen
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
) -> Control:
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

    ft.use_effect(begin, [])
    ink = player_colours.ink_on(reveal.accent)
    look = CardLook.of(reveal, width, height, scale)
    cards = [
        _card(card, look, shown=at >= count - turned, moving=moving)
        for at, card in enumerate(reveal.cards)
    ]
    table: Control = column(cards)
    if look.beside:
        if any(card.best for card in reveal.cards):
            cards = [*cards[1::2][::-1], *cards[::2]]  # the best in the middle
        end = ft.CrossAxisAlignment.END
        table = ft.Row(cards, spacing=16, alignment=CENTER, vertical_alignment=end)
    over = turned >= count
    room = ASIDE if look.low else (width - 2 * MARGIN) * (1 if look.beside else 2)
    size = size_in(reveal.title.replace(" ", "\u00a0"), room, 2 * look.words)
    title = ft.Semantics(
        content=_centred(
            reveal.title if over else " ", Style.DISPLAY_LARGE, ink, size=max(size, 26)
        ),
        header=True,
        heading_level=1,
        live_region=True,
        identifier="revealed",
    )
    go_on = ft.FilledButton(
        text(reveal.go_on, Style.TITLE_MEDIUM, reveal.accent),
        on_click=press(done),
        style=ft.ButtonStyle(bgcolor=ink, padding=theme.sides(40, 18)),
        key="go-on",
    )
    foot = row(go_on, alignment=CENTER) if reveal.go_on else None
    about = _centred(reveal.about, Style.TITLE_MEDIUM, ink, size=look.words)
    why = _centred(reveal.foot if over else " ", Style.TITLE_MEDIUM, ink, size=look.words)
    if look.low:
        said = scrolling_column(about, title, why)
        said.alignment = CENTER
        titles = ft.Container(panes(said, foot, spacing=8), width=ASIDE)
        inside: Control = row(titles, fill(table), spacing=16)
    else:
        around = ft.Container(table, padding=theme.sides(0, 14))
        body = scrolling_column(column(about, title, around, why, spacing=8))
        body.alignment = CENTER
        inside = panes(body, foot, spacing=12)
    lighter = player_colours.mix(reveal.accent, "#FFFFFF", 0.12)
    darker = player_colours.mix(reveal.accent, "#000000", 0.22)
    return ft.Container(
        ft.SafeArea(inside, expand=True),
        width=width,
        height=height,
        padding=MARGIN,
        gradient=ft.RadialGradient(colors=[lighter, darker], radius=0.9),
    )


CENTER = ft.MainAxisAlignment.CENTER
_centred = partial(text, align=ft.TextAlign.CENTER)


@frozen
class CardLook:
    """How the cards are drawn in a window: beside each other, or below each other where it is narrow.

    They are ``grown`` times as large, and all figures have one size.
    """

    beside: bool
    low: bool
    width: float
    grown: float
    figure: float

    @classmethod
    def of(cls, reveal: RevealContent, width: float, height: float, scale: float) -> CardLook:
        """So that the longest figure is whole: no place has a larger one than the first."""
        count, beside = max(1, len(reveal.cards)), width >= theme.TABLET
        left, grown, low = width - 2 * MARGIN, max(1.0, scale), beside and height < LOWEST
        if low:
            left = (left - ASIDE) / count - 16
            grown = min(left / LEAST, (height - 2 * MARGIN) / (LARGER * HEIGHT))
        elif beside:
            grown = max(1.0, min(width / DRAWN_FOR[0], height / DRAWN_FOR[1]))
            left = min(WIDTH * grown, (left - 16 * (count - 1)) / count)
        words, figure = (WORDS, LARGEST) if beside else (SMALL, LARGE)
        sizes = [
            size_in(
                card.figure,
                left - 2 * (SIDE + FRAME),
                (words if " " in card.figure else figure) * grown,
            )
            for card in reveal.cards
        ]
        return cls(beside, low, left, grown, min(sizes, default=LARGEST))

    @property
    def words(self) -> float:
        """Size of names and sentences."""
        return (23 if self.beside else 16) * self.grown

    def height(self, card: RevealCard, *, shown: bool) -> float:
        """How high a card is: the best is highest once it is turned, and a third place lower than a second."""
        lower = LOWER if self.beside and card.place > 2 else 1.0
        least = HEIGHT if self.beside else LOW
        return least * self.grown * (LARGER if card.best and shown else lower)


def _card(card: RevealCard, look: CardLook, *, shown: bool, moving: bool) -> Control:
    """Draw a card, turned or not. A screen reader hears of one that is not that it is covered."""
    golden = card.best and shown
    called = card.name if shown or card.person else card.back
    name = text(called, Style.TITLE_LARGE, lines=1, size=look.words * 1.2)
    size = (60 if look.beside else 36) * look.grown
    sign = token(card.person, size) if card.person else None
    if card.sign and shown:
        sign = number_tile(card.sign, card.colour, size * 0.8)
    figure: Control = ft.Icon(Icons.QUESTION_MARK, theme.SOFT_INK, size)
    word: Control | None = None
    lines = Controls()
    if shown:
        cup = Icons.EMOJI_EVENTS if card.best else None
        if card.word:
            tone = "accent" if card.best else "plain"
            word = controls.chip(card.word, tone, icon=cup, size=look.words)
        figure = _centred(card.figure, Style.DISPLAY_MEDIUM, size=look.figure)
        lines = [soft(words, Style.BODY_LARGE, size=look.words) for words in card.lines]
    middle, end = ft.CrossAxisAlignment.CENTER, ft.CrossAxisAlignment.END
    if look.beside:
        above = flat((word, sign, name, figure, lines))
        drawn: Control = ft.Column(
            above, spacing=6, tight=True, alignment=CENTER, horizontal_alignment=middle
        )
    else:
        right = controls.lines(word, figure)
        right.horizontal_alignment = end
        drawn = controls.beside(controls.with_sign(sign, name, *lines), right, spacing=10)
    # one with more to say is higher
    least = ft.Container(height=look.height(card, shown=shown) - 2 * (8 + FRAME))
    inside = ft.Container(
        row(least, fill(drawn), spacing=0),
        width=look.width,
        bgcolor=theme.CARD,
        border=ft.Border.all(FRAME, GOLD) if golden else ft.Border.all(1, theme.HAIRLINE),
        border_radius=theme.RADIUS_L,
        padding=theme.sides(SIDE, 8),
        key=f"{card.name}-{shown}",
    )
    turning = ft.AnimatedSwitcher(
        inside,
        duration=TURN if moving else 0,
        reverse_duration=0,
        transition=ft.AnimatedSwitcherTransition.SCALE,
    )
    return controls.read_out(
        turning, card.spoken if shown else f"{called}: covered", key=f"card-{card.name}"
    )
