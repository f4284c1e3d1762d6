"""A roll: what so many dice can show, or dice that the app throws."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.core.table import Value
from views import theme
from views.components import controls
from views.components.choice_tiles import FACES, NAMES
from views.components.controls import Style, press, screen, soft
from views.components.keypad import number_face
from views.state.play.draft import AnswerTarget, Draft
from views.table.frame import Measures, use_measures
from views.table.questions.choice import type_digit
from views.table.questions.pad import lay, rows, throw_key
from views.table.questions.view import Asking, QuestionView

DICE = random.SystemRandom()


class RollView(QuestionView):
    """Asks for a roll."""

    missing = "Enter the roll"
    noun = "roll"
    rolled = True

    def pad(self, ask: Asking) -> ft.Control:
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


@dataclass(frozen=True, slots=True)
class RollAsked:
    """A roll that is asked for: what its pad shows."""

    target: AnswerTarget
    question: str
    dice: int
    value: Value
    faces: tuple[int, ...]
    keys: str

    @classmethod
    def of(cls, ask: Asking) -> RollAsked:
        """Read it from a sheet."""
        faces = ask.draft.faces if sum(ask.draft.faces) == ask.value else ()
        keys = ask.draft.keys if ask.value is None else ""
        return cls(ask.target, ask.name, ask.kind.dice, ask.value, faces, keys)


def roll_pad(roll: RollAsked, *, visible: bool = True) -> ft.Control:
    """Ask for a roll; a pad that is not ``visible`` stays for the next one of so many dice."""
    drawn = RollPad(roll, use_measures())
    return ft.Container(drawn, visible=visible, key=f"roll-{roll.dice}", data=roll)


@controls.memo
@screen
def RollPad(roll: RollAsked, measures: Measures) -> ft.Control:
    """Lay out what so many dice can show, and dice that the app throws.

    Above them stands what it threw, or the digit that waits for another.
    """
    waits = [soft(f"{roll.keys}\u2026 and the next figure")] if roll.keys else []
    above = [show_throw(roll.faces)] if roll.faces else waits
    keys = RollKeys(roll.target, roll.question, roll.dice, roll.value, measures, key="sums")
    return lay(above, keys)


@controls.memo
@screen
def RollKeys(
    target: AnswerTarget, question: str, dice: int, value: Value, measures: Measures
) -> ft.Control:
    """Lay out the keys, again only when another one is chosen."""

    def throw() -> None:
        target.take_throw(question, tuple(DICE.randint(1, 6) for _ in range(dice)))

    keys = [
        number_face(
            str(number),
            press(target.answer, question, number),
            chosen=value == number,
            spoken=f"Roll {number}",
        )
        for number in range(dice, 6 * dice + 1)
    ]
    return rows([*keys, throw_key("Throw the dice", press(throw))], measures)


def show_throw(faces: tuple[int, ...]) -> ft.Control:
    """Show the faces of the dice that the app threw."""
    signs = "  ".join(FACES[pips - 1] for pips in faces)
    words = " and ".join(NAMES[pips] for pips in faces)
    row = ft.Row(
        [
            ft.Text(signs, font_family=theme.SYMBOLS, size=30, color=theme.ACCENT),
            soft(f"Thrown: {words}", Style.BODY_MEDIUM),
        ],
        spacing=12,
    )
    return ft.Semantics(
        content=row,
        label=f"Thrown: {words}",
        container=True,
        live_region=True,
        exclude_semantics=True,
    )
