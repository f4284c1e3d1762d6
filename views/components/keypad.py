"""The pad for money: a window with what is typed, amounts worth a button, and keys that suit the board's unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.core.action import Question
from companion.core.answers import PLUS
from companion.core.questions import Amount
from companion.core.units import MINUS, THOUSANDS, per_whole, sign_of
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, face, press, screen, soft, text
from views.components.typed_figure import type_key
from views.state.play.draft import AnswerTarget, Draft, QuestionContext, typing_error
from views.theme import GAP, GAP_S

POUND = "\u00a3"
STAKES = (5, 10, 20, 50)
"""What people bet on a horse, in pounds."""
LADDER = (50, 100, 500, 1_000, 5_000, 10_000)
NOTES = (50, 100, 500, 1_000)
"""What is paid at once on a board in millions, in thousands."""
FLAT_KEYS, WIDE_KEYS = 6, 8
"""So many keys lie beside each other where there is little height, and where there is width too."""
ROOMY = 1.3
"""Up to this text size four amounts fit beside each other."""
BESIDE = 5
"""More quick amounts than this lie in threes."""
AROUND = 34
"""What lies around the amount that is typed where it has half of a sheet."""
CLEAR, BACK = "Clear", "Backspace"
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", CLEAR, "0", BACK)
HUNDREDTHS_KEYS = (*DIGITS[:9], "00", "0", BACK)
"""Where money is counted in hundredths a figure is typed as at a till: 1250 is 12.50."""
THOUSANDS_KEYS = (
    "1",
    "2",
    "3",
    BACK,
    "4",
    "5",
    "6",
    CLEAR,
    "7",
    "8",
    "9",
    "M",
    ".",
    "0",
    "00",
    "K",
)
"""Where money is counted in thousands M and K end a figure, as it is printed on the board's notes."""
SPOKEN = {CLEAR: "Clear", "M": "Millions", "K": "Thousands", ".": "Point", "00": "Two zeros"}


def amount_pad(  # noqa: PLR0917 - what a question is asked with
    state: AnswerTarget,
    snapshot: QuestionContext,
    draft: Draft,
    question: Question,
    kind: Amount,
    beside: tuple[ft.Control, ...] = (),
    *,
    label: str = "",
    several: bool = False,
    show_error: bool = True,
    flat: bool = False,
    wide: float = 0,
    brief: bool = False,
) -> ft.Control:
    """Ask for an amount: what is typed, quick amounts below it, then the keys, and last what is wrong.

    Controls may stand ``beside`` what is typed, and a ``label`` before it. Of ``several`` amounts, joined by a plus,
    the keys go to the last, and a quick one is one more. Without ``show_error`` the screen shows elsewhere what is
    wrong. A ``flat`` one has few rows of keys, and a ``brief`` one a line of quick amounts. On one so ``wide`` these
    lie beside what is typed.
    """
    value = draft.answers.get(question.name)
    words = draft.texts.get(question.name) or (str(value) if value is not None else "")
    unit = kind.unit_on(snapshot.turn(draft.answers))
    wrong = typing_error(snapshot, draft, question)

    hit = TypedKey(state, question.name, unit, zero=kind.at_least <= 0)

    most = _most(snapshot, draft, kind)

    def take(amount: int) -> None:
        if kind.settles:
            state.pick(question.name, amount)
            return
        before = hit.typed.rstrip(PLUS) if several else ""
        state.type(question.name, f"{before}{PLUS}{amount}" if before else str(amount))

    plus = PLUS if several else ""
    quick, said_on, scale = list[ft.Control](), list[str](), state.scale()
    for amount in quick_amounts(snapshot, draft, kind):
        if kind.settles and amount == most:
            continue  # all that somebody has is not laid with one tap
        figure = f"{plus}{amounts.figure(amount, unit).strip()}"
        left = (
            f"leaves\n{amounts.figure(most - amount, unit).strip()}"
            if kind.settles and most
            else ""
        )
        spoken = f"{figure}, {left}".replace("\n", " ") if left else ""
        left = left if scale <= ROOMY or not wide else ""
        said_on.append(figure)
        quick.append(
            number_face(
                figure, press(take, amount), chosen=value == amount, spoken=spoken, detail=left
            )
        )
    before, _, last = words.rpartition(PLUS) if several else ("", "", words)
    said = f"\u2026 + {typed_text(last, unit)}" if before else typed_text(last, unit)
    strange = bool(wrong) and not is_unfinished(words, unit)
    offered = _quick_amounts(quick, said_on, scale, brief=brief, wide=wide)
    room = (wide / 2 if offered else wide) - AROUND
    size = _size(said, room, scale) if wide else None
    above = amount_display(
        question.text or question.name,
        said,
        empty=not words,
        wrong=strange,
        size=size,
        edge=2 if wide else 6,
    )
    if several:
        more = number_face(PLUS, press(hit, PLUS), spoken="And one more")
        beside = (ft.Container(more, width=64), *beside)
    roomy = state.scale() <= ROOMY
    labels = [soft(label, Style.BODY_MEDIUM, expand=roomy or None)] if label else []
    row = [*(labels if roomy else []), ft.Container(above, expand=2), *beside]
    rows: list[ft.Control] = [] if roomy else [*labels]
    rows.append(ft.Row(row, spacing=GAP) if len(row) > 1 else above)
    if offered:
        if wide:
            halves = [ft.Container(one, expand=True) for one in (rows.pop(), offered)]
            rows.append(ft.Row(list(halves), spacing=GAP))
        else:
            rows.append(offered)
    abreast = WIDE_KEYS if wide else FLAT_KEYS
    most = amounts.count_abreast(
        ["00"], abreast, Style.TITLE_MEDIUM, scale, GAP_S, sheet=wide or amounts.SHEET
    )
    rows.append(Keypad(hit, unit, most if flat else 0, key="keys"))
    if wrong and show_error:
        # below the keys: above them it would push them from under the finger that types
        rows.append(error_note(wrong, words, unit))
    return controls.column(*rows, spacing=GAP_S)


@dataclass(frozen=True, slots=True)
class TypedKey:
    """Types a key where an amount is asked for."""

    target: AnswerTarget
    question: str
    unit: str
    zero: bool

    @property
    def typed(self) -> str:
        """What is typed so far."""
        return self.target.draft.texts.get(self.question, "") if self.target.draft else ""

    def __call__(self, key: str) -> None:
        """Type it."""
        self.target.type(self.question, type_key(self.typed, key, self.unit, zero=self.zero))


def error_note(wrong: str, words: str, unit: str) -> ft.Control:
    """Show why what is typed is no amount; an unfinished figure is no error yet."""
    if is_unfinished(words, unit):
        return soft(f"{typed_text(words, unit)} so far. {wrong}", Style.BODY_MEDIUM)
    return controls.note(wrong, "bad", live=True)


def is_unfinished(words: str, unit: str) -> bool:
    """Whether more is likely to follow: thousands without their sign, such as the 1 of 1500 or of 1.5M."""
    return unit == THOUSANDS and not words.upper().endswith(("M", "K"))


def typed_text(words: str, unit: str) -> str:
    """What the window says while words are typed: the figure they come to so far, else the words themselves."""
    if words.isdigit():
        return amounts.figure(int(words), unit)
    sign = sign_of(unit) if per_whole(unit) > 1 and words else ""
    return (MINUS * words.startswith("-") + sign + words.removeprefix("-")) or amounts.figure(
        0, unit
    )


def _size(said: str, room: float, scale: float) -> float | None:
    """The size of what is typed on one line, or with the letters of the keys where that would be too small."""
    most, least = (
        theme.grow(theme.SIZES[one][0], scale) for one in ("display_small", "title_medium")
    )
    size = max(
        amounts.size_in(said.replace(" ", "\u00a0"), room, most), amounts.size_in(said, room, least)
    )
    return size if size < most else None


def _quick_amounts(
    quick: list[ft.Control], labels: list[str], scale: float, *, brief: bool, wide: float
) -> ft.Control | None:
    """Lay out the quick amounts; ``brief`` on one line, of the largest that are read whole: others are typed."""
    roomy = scale <= ROOMY
    if not quick:
        return None
    if not brief:
        most = 2 if not roomy else len(quick) if len(quick) <= BESIDE else 3
        return controls.tiles(
            quick, amounts.count_abreast(labels, min(most, len(quick)), Style.TITLE_MEDIUM, scale)
        )
    room = (wide - GAP) / 2 if wide else amounts.SHEET
    whole = [
        at
        for at, said in enumerate(labels)
        if amounts.room_for(said, Style.TITLE_MEDIUM, scale) <= room
    ]
    if not whole:
        return None
    most = min(3 if wide or not roomy else BESIDE, len(whole))
    columns = amounts.count_abreast(
        [labels[at] for at in whole], most, Style.TITLE_MEDIUM, scale, sheet=room
    )
    return controls.tiles([quick[at] for at in whole[-columns:]], columns)


def amount_display(
    label: str, said: str, *, empty: bool, wrong: bool, size: float | None = None, edge: float = 6
) -> ft.Control:
    """Show what is typed so far, and read it out as it changes; in another ``size`` where it has less room."""
    return ft.Semantics(
        identifier="amount",
        label=f"{label}: {said}",
        container=True,
        live_region=True,
        exclude_semantics=True,
        content=ft.Container(
            text(
                said,
                Style.DISPLAY_SMALL,
                theme.SOFT_INK if empty else theme.INK,
                align=ft.TextAlign.END,
                size=size,
            ),
            padding=ft.Padding.symmetric(horizontal=14, vertical=edge),
            alignment=ft.Alignment.CENTER_RIGHT,
            border=theme.line("bottom", colour=theme.LOSS if wrong else theme.ACCENT, width=2),
        ),
    )


@controls.memo
@screen
def Keypad(hit: Callable[[str], None], unit: str = "", abreast: int = 0) -> ft.Control:
    """Lay out the keys, which no tap on one of them changes; ``hit`` gets the name of the one that is pressed.

    So many are ``abreast`` where there is little height.
    """
    keys: tuple[str, ...] = (
        THOUSANDS_KEYS if unit == THOUSANDS else HUNDREDTHS_KEYS if per_whole(unit) > 1 else DIGITS
    )
    columns = 4 if unit == THOUSANDS else 3
    if abreast:
        keys = (*filter(str.isdigit, keys), *(key for key in keys if not key.isdigit()))
        columns = min(abreast, len(keys) // 2)
    return controls.tiles([_key(hit, key) for key in keys], columns, key="keys-of-pad")


def _key(hit: Any, key: str) -> ft.Control:
    if key == BACK:
        return face(
            ft.Icon(
                ft.Icons.BACKSPACE_OUTLINED, size=22, color=theme.INK, semantics_label="Backspace"
            ),
            press(hit, key),
            padding=0,
            radius=10,
            role="button",
        )
    return number_face("C" if key == CLEAR else key, press(hit, key), spoken=SPOKEN.get(key, ""))


def number_face(
    words: str,
    on_click: Any,
    *,
    chosen: bool = False,
    disabled: bool = False,
    spoken: str = "",
    detail: str = "",
) -> ft.Control:
    """Show a button with a figure or a short word on it, and below it a ``detail`` in small."""
    label: ft.Control = text(
        words,
        Style.TITLE_MEDIUM,
        theme.SOFT_INK if disabled else theme.ON_TINT if chosen else theme.INK,
        align=ft.TextAlign.CENTER,
        # said in its name, a pad of them has half the controls that it has with a part for each that says it
        spoken=f"{spoken or words}, chosen" if chosen else spoken or None,
        crossed_out=disabled,
    )
    if detail:
        below = soft(detail, align=ft.TextAlign.CENTER, spoken="")
        label = ft.Column(
            [label, below], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
        )
    return face(
        label,
        on_click,
        chosen=chosen,
        disabled=disabled,
        # a figure alone is in the middle of a key of 48 px, however large it is
        padding=ft.Padding.symmetric(vertical=5 if detail else 2, horizontal=0),
        radius=10,
        role="button",
    )


BANK_FACTOR = 100
"""A player with so many times the largest usual amount is a bank."""


def quick_amounts(snapshot: QuestionContext, draft: Draft, kind: Amount) -> list[int]:
    """Amounts worth a button: the least, a few steps up, half of all and all there is. Pounds are stakes: small."""
    most = _most(snapshot, draft, kind)
    if kind.at_least < 0:
        return []  # points, of which none are usual
    t = snapshot.turn(draft.answers)
    step, unit = kind.step_on(t), kind.unit_on(t)
    whole = per_whole(unit)
    least = max(kind.at_least, step, whole)
    top = most // step * step
    if kind.quick:
        return _usual(kind, step * whole, top)
    if sign_of(unit) == POUND:
        stakes = [
            rung * whole
            for rung in STAKES
            if rung * whole >= kind.at_least and rung * whole % step == 0
        ]
        return (
            sorted({*(stake for stake in stakes if stake < top), *([top] if top >= least else [])})
            if most
            else stakes
        )
    if unit == THOUSANDS:
        notes = [rung for rung in NOTES if rung >= least and rung % step == 0]
        return (
            sorted({*[note for note in notes if note < top][-3:], *([top] if top >= least else [])})
            if most
            else notes
        )
    ladder = [least, *(rung * whole for rung in LADDER if rung * whole % step == 0)]
    if not most:
        return sorted({rung for rung in ladder if rung >= least})[:4]
    half = most // 2 // step * step
    wanted = [one for one in dict.fromkeys((least, *ladder)) if kind.at_least <= one < top][:2]
    return sorted({*wanted, *(one for one in (half, top) if one >= least)})[:4]


def _most(snapshot: QuestionContext, draft: Draft, kind: Amount) -> int:
    """All that is there; 0 where nobody knows, or an earlier answer is still open."""
    try:
        return kind.most_on(snapshot.turn(draft.answers)) or 0
    except (Refusal, KeyError, ValueError):
        return 0


def _usual(kind: Amount, step: int, top: int) -> list[int]:
    """The game's own usual amounts, up to what is there, and that; a bank has no end worth a button."""
    few = [one * step for one in kind.quick if one * step >= kind.at_least]
    if not top or top > BANK_FACTOR * few[-1]:
        return few
    return [*[one for one in few if one < top][-3:], top]
