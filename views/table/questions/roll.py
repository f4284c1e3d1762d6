"""A roll: what so many dice can show, or dice that the app throws."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import flet as ft

from companion.core.show.player_colours import both_ways
from companion.core.table import Value
from models.frozen import frozen
from views.components import controls
from views.components.choice_tiles import FACES, NAMES
from views.components.controls import Control, Icons, Still, press, soft, strong
from views.components.keypad import number_face
from views.state.play.draft import AnswerTarget, Draft
from views.table.frame import Measures, use_measures
from views.table.questions.choice import type_digit
from views.table.questions.pad import rows, throw_key
from views.table.questions.view import Asking, QuestionView
from views.theme import ACCENT, GAP, GAP_S, INK, ROOMY, SOFT_INK, SYMBOLS

DICE = random.SystemRandom()


class RollView(QuestionView):
    """Asks for a roll."""

    missing = "Enter the roll"
    noun = "roll"
    rolled = True

    def cells(self, ask: Asking) -> Control | None:
        """Say where the token stands and where it lands, what the app threw, and which digit waits for another."""
        draft, kind = ask.draft, ask.kind
        thrown = bool(draft.faces) and sum(draft.faces) == ask.value
        dice = [show_throw(draft.faces)] if thrown else []
        waits = (
            f"{draft.keys}\u2026 and the next figure" if draft.keys and ask.value is None else ""
        )
        if kind.square and (stands := kind.square(ask.t, "0")):
            lands = kind.square(ask.t, str(ask.value)) if ask.value else ""
            where = waits or (f"Lands on {lands}" if lands else "Lands where the roll says")
            return controls.column(
                _square(f"Stands on {stands}", kind.colour_of(ask.t, 0)),
                _square(where, "", *dice, reached=bool(lands)),
                spacing=2 * GAP,
            )
        parts = [*dice, *([soft(waits)] if waits else [])]
        return controls.column(parts, spacing=GAP_S) if parts else None

    def pad(self, ask: Asking) -> Control:
        """Lay out the sums."""
        return roll_pad(RollAsked.of(ask))

    def press(self, ask: Asking, key: str) -> Draft:
        """Type a digit."""
        return type_digit(ask, key)

    def usual_words(self, kind: Any) -> str:
        """Say what people throw."""
        return "dice throw roll"


class RollsView(RollView):
    """Asks for several rolls of a quick tool, one after another."""

    def after(self, kind: Any, words: str, key: str) -> str:
        """Add a roll, or take back the last."""
        rolls = words.split()
        if key == "Backspace":
            return " ".join(rolls[:-1])
        if rolls[-1:] == ["1"] and key in {"0", "1", "2"}:
            return f"{words}{key}"  # 10 to 12; a 1 by itself is no roll
        return " ".join([*rolls, key]) if key.isdecimal() else words

    def said(self, kind: Any, words: str) -> str:
        """List the last of them; all stand in the working."""
        rolls = words.split()
        return ("\u2026 " if len(rolls) > FEW else "") + ", ".join(rolls[-FEW:])

    def with_added(self, words: str, value: Value) -> str:
        """Add it to those before."""
        return f"{words} {value}".strip()


FEW = 8
"""Number of rolls that fit beside their label."""


@frozen
class RollAsked:
    """A roll that is asked for: what its pad shows."""

    target: AnswerTarget
    question: str
    dice: int
    value: Value
    details: tuple[tuple[str, str], ...]
    """What each sum leads to, and the colour of that."""
    ahead: tuple[str, ...] = ()
    """The colours of the squares from the token's on, where it is on any."""

    @classmethod
    def of(cls, ask: Asking) -> RollAsked:
        """Read it from a sheet."""
        kind, t = ask.kind, ask.t
        details = tuple(
            (kind.detail_of(t, sum_), kind.colour_of(t, sum_)) for sum_ in sums(kind.dice)
        )
        stands = kind.square and kind.square(t, "0")
        squares = range(6 * kind.dice + 1) if stands else ()
        ahead = tuple(kind.colour_of(t, steps) for steps in squares)
        return cls(ask.target, ask.name, kind.dice, ask.value, details, ahead)

    @property
    def key(self) -> str:
        """The key of its pad: keys that say where a sum leads are made of other parts."""
        leads = any(words for words, _ in self.details)
        return f"roll-{self.dice}{'-leads' * leads}"


def _square(said: str, colour: str, *dice: Control, reached: bool = True) -> Control:
    """Say where a token stands or lands; the colour of where it lands is on the key."""
    mark = [ft.Icon(Icons.SQUARE, colour, MARK)] if colour else []
    words = strong(said, INK if reached else SOFT_INK, expand=True)
    return controls.row(mark, words, dice) if mark or dice else words


MARK = 20
"""Width of a square's colour."""


def sums(dice: int) -> range:
    """All that so many dice can show."""
    return range(dice, 6 * dice + 1)


def roll_pad(roll: RollAsked, *, visible: bool = True) -> Control:
    """Ask for a roll; a pad that is not ``visible`` stays for the next one of its kind."""
    # whatever tiles may have besides, its keys are where they are
    measures = replace(use_measures(), more=0)
    keys = RollKeys(roll, measures, key="sums")
    helper = _strip(roll.ahead, measures) if roll.ahead else ft.Container(height=measures.helper)
    parts, gap = [helper, keys], measures.key_gap
    return ft.Column(parts, spacing=gap, visible=visible, data=roll, key=roll.key)


def _strip(colours: tuple[str, ...], measures: Measures) -> Control:
    """Draw the squares as they lie ahead of the token; what they are is on the keys, and is not read out twice."""
    wide, high = measures.across / len(colours), measures.helper - 2 * GAP_S
    bars = "".join(
        f'<path d="M{at * wide:.0f} {BAR / 2:.0f}h{wide - SEAM:.0f}" stroke="{both_ways(colour)}"/>'
        for at, colour in enumerate(colours)
        if colour
    )
    ground = f'stroke="#888" stroke-opacity=".2" stroke-dasharray="{wide - SEAM:.2f} {SEAM}"'
    size = f'width="{measures.across:.0f}" height="{high:.0f}"'
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" fill="none" {size}>'
        f'<path d="M0 {high / 2:.0f}H{measures.across:.0f}" stroke-width="{high:.0f}" {ground}/>'
        f'<circle cx="{wide / 2:.0f}" cy="{high / 2 + BAR / 2:.0f}" r="5" fill="#888"/>'
        f'<g stroke-width="{BAR}">{bars}</g></svg>'
    )
    return ft.Image(picture, height=measures.helper, exclude_from_semantics=True)


BAR, SEAM = 8, 2
"""Height of a square's colour, and what is left between two squares."""


@controls.memo
def RollKeys(roll: RollAsked, measures: Measures) -> Control:
    """Lay out what so many dice can show, again only when another sum is chosen, and dice that the app throws."""
    keys = [
        Still(
            _key, roll.target, roll.question, number, roll.value == number, words, colour, measures
        )
        for number, (words, colour) in zip(sums(roll.dice), roll.details, strict=True)
    ]
    dice = Still(_throw_key, roll.target, roll.question, roll.dice, measures)
    between = (ft.Container() for _ in range(11 - len(keys)))
    return rows([*keys, *between, dice], measures)


def _throw_key(target: AnswerTarget, question: str, dice: int, _measures: Measures) -> Control:
    """Make the key that throws the dice."""

    def throw() -> None:
        target.take_throw(question, tuple(DICE.randint(1, 6) for _ in range(dice)))

    return throw_key(press(throw))


def _key(  # noqa: PLR0917 - the values of a key
    target: AnswerTarget,
    question: str,
    number: int,
    chosen: bool,
    words: str,
    colour: str,
    measures: Measures,
) -> Control:
    """Make the key of a sum, again only when it is chosen or no longer."""
    seen = words if measures.text <= ROOMY else ""
    return number_face(
        str(number),
        press(target.answer, question, number),
        chosen=chosen,
        spoken=f"Roll {number}, {words}" if words and not seen else f"Roll {number}",
        detail=seen,
        read_too=True,
        colour=colour,
        room=measures.key_width - EDGES,
    )


EDGES = 6
"""What is left at the sides of a key's words."""


def show_throw(faces: tuple[int, ...]) -> Control:
    """Show the faces of the dice that the app threw."""
    signs = "  ".join(FACES[pips - 1] for pips in faces)
    words = " and ".join(NAMES[pips] for pips in faces)
    shown = ft.Text(signs, font_family=SYMBOLS, size=30, color=ACCENT)
    row = controls.row(shown, controls.remark(f"Thrown: {words}"), spacing=12)
    return controls.read_out(row, f"Thrown: {words}", live=True)
