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
from views.components.controls import Style, face, press, screen, soft
from views.components.keypad import number_face
from views.state.play.draft import AnswerTarget, Draft
from views.table.questions.choice import type_digit
from views.table.questions.view import Asking, QuestionView
from views.theme import GAP_S

DICE = random.SystemRandom()


class RollView(QuestionView):
    """Asks for a roll."""

    missing = "Enter the roll"
    noun = "roll"
    rolled = True

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out the sums, without a question: the head of a turn says it."""
        return roll_question(RollAsked.of(ask, ""))

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
class Asked:
    """What a question's answers go to; a part that is drawn from it is not drawn again with every change of that."""

    target: AnswerTarget
    question: str


@dataclass(frozen=True, slots=True)
class RollAsked:
    """A roll that is asked for: what its question shows."""

    asked: Asked
    words: str
    dice: int
    value: Value | None = None
    faces: tuple[int, ...] = ()
    keys: str = ""

    @classmethod
    def of(cls, ask: Asking, words: str) -> RollAsked:
        """Read it from a sheet."""
        faces = ask.draft.faces if sum(ask.draft.faces) == ask.value else ()
        keys = ask.draft.keys if ask.value is None else ""
        return cls(Asked(ask.target, ask.name), words, ask.kind.dice, ask.value, faces, keys)


def roll_question(roll: RollAsked, *, visible: bool = True) -> ft.Control:
    """Ask for a roll; a pad that is not ``visible`` stays for the next one of so many dice."""
    return ft.Container(RollQuestion(roll), visible=visible, key=f"roll-{roll.dice}", data=roll)


@controls.memo
@screen
def RollQuestion(roll: RollAsked) -> ft.Control:
    """Lay out what so many dice can show, and dice that the app throws."""
    lines: list[ft.Control] = [soft(roll.words, Style.LABEL_MEDIUM)] if roll.words else []
    sums, abreast = (*range(roll.dice, 6 * roll.dice + 1), THROW), 6 if roll.dice == 2 else 7
    for at in range(0, len(sums), abreast):
        here = sums[at : at + abreast]
        here += (NOTHING,) * (abreast - len(here))
        lines.append(
            RollLine(
                roll.asked,
                here,
                roll.dice,
                roll.value if roll.value in here else None,
                key=f"at-{at}",
            )
        )
    if roll.faces:
        lines.append(show_throw(roll.faces))
    elif roll.keys:
        lines.append(soft(f"{roll.keys}\u2026 and the next figure"))
    return controls.column(*lines, spacing=GAP_S)


THROW, NOTHING = 0, -1
"""What stands for the dice that the app throws, and for an empty place, in a line of sums."""


@controls.memo
@screen
def RollLine(asked: Asked, sums: tuple[int, ...], dice: int, value: Value | None) -> ft.Control:
    """Lay out a line of what so many dice can show, drawn again only when one of it is chosen, or no longer."""

    def throw() -> None:
        asked.target.take_throw(asked.question, tuple(DICE.randint(1, 6) for _ in range(dice)))

    def cell(number: int) -> ft.Control:
        if number == NOTHING:
            return ft.Container(expand=True)
        if number == THROW:
            icon = ft.Icon(
                ft.Icons.CASINO_OUTLINED,
                size=24,
                color=theme.ACCENT,
                semantics_label="Throw the dice",
            )
            return face(icon, press(throw), padding=0, radius=10, role="button")
        answer = press(asked.target.answer, asked.question, number)
        return number_face(str(number), answer, chosen=value == number, spoken=f"Roll {number}")

    cells = [cell(number) for number in sums]
    return ft.Row(cells, spacing=GAP_S, vertical_alignment=ft.CrossAxisAlignment.START)


def show_throw(faces: tuple[int, ...]) -> ft.Control:
    """Show the faces of the dice that the app threw."""
    signs = "  ".join(FACES[pips - 1] for pips in faces)
    words = " and ".join(NAMES[pips] for pips in faces)
    row = ft.Row(
        [
            ft.Text(signs, font_family=theme.SYMBOLS, size=34, color=theme.ACCENT),
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
