"""A sum of money or points: a window with what is typed, amounts worth a button, and keys that suit its unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import flet as ft

from companion.core.answers import PLUS
from companion.core.questions import Amount
from companion.core.units import THOUSANDS, is_money, per_whole, sign_of
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, press, soft
from views.components.keypad import (
    FLAT_KEYS,
    ROOMY,
    WIDE_KEYS,
    Keypad,
    amount_display,
    error_note,
    is_unfinished,
    number_face,
    typed_text,
)
from views.components.typed_figure import type_key
from views.state.play.draft import AnswerTarget, Draft
from views.table.questions.view import Asking, QuestionView
from views.theme import GAP, GAP_S

POUND = "\u00a3"
STAKES = (5, 10, 20, 50)
"""What people bet on a horse, in pounds."""
LADDER = (50, 100, 500, 1_000, 5_000, 10_000)
NOTES = (50, 100, 500, 1_000)
"""What is paid at once on a board in millions, in thousands."""
BESIDE = 5
"""More quick amounts than this lie in threes."""
AROUND = 34
"""What lies around the amount that is typed where it has half of a sheet."""


class AmountView(QuestionView):
    """Asks for a sum: what is typed, quick amounts below it, then the keys, and last what is wrong."""

    missing = "Enter the amount"
    noun = "amount"
    stays_open = True
    joined: ClassVar[str] = ""
    """What joins several sums; empty where one is asked for."""

    def draw(self, ask: Asking, *beside: ft.Control) -> ft.Control:
        """Lay out the pad; controls may stand ``beside`` what is typed.

        A quick tool names the question beside what is typed, and says elsewhere what is wrong.
        """
        kind: Amount[Any] = ask.kind
        unit, words, wrong, scale = kind.unit_on(ask.t), ask.words, ask.wrong, ask.scale
        hit = TypedKey(ask.target, ask.name, unit, zero=kind.at_least <= 0)
        wide = ask.room * ask.fit.beside
        said_on, quick = self._quick(ask, hit, wide)
        before, _, last = words.rpartition(PLUS) if self.joined else ("", "", words)
        said = f"\u2026 + {typed_text(last, unit)}" if before else typed_text(last, unit)
        offered = _quick_amounts(quick, said_on, scale, brief=ask.fit.small, wide=wide)
        room = (wide / 2 if offered else wide) - AROUND
        above = amount_display(
            ask.question.text or ask.name,
            said,
            empty=not words,
            wrong=bool(wrong) and not is_unfinished(words, unit),
            size=_size(said, room, scale) if wide else None,
            edge=2 if wide else 6,
        )
        if self.joined:
            more = number_face(PLUS, press(hit, PLUS), spoken="And one more")
            beside = (ft.Container(more, width=64), *beside)
        roomy = scale <= ROOMY
        label = None if ask.play else ask.question.text
        labels = [soft(label, Style.BODY_MEDIUM, expand=roomy or None)] if label else []
        row = [*(labels if roomy else []), ft.Container(above, expand=2), *beside]
        rows: list[ft.Control] = [] if roomy else [*labels]
        rows.append(ft.Row(row, spacing=GAP) if len(row) > 1 else above)
        if offered:
            if wide:
                halves = [ft.Container(half, expand=True) for half in (rows.pop(), offered)]
                rows.append(ft.Row(list(halves), spacing=GAP))
            else:
                rows.append(offered)
        abreast = WIDE_KEYS if wide else FLAT_KEYS
        most = amounts.count_abreast(
            ["00"], abreast, Style.TITLE_MEDIUM, scale, GAP_S, sheet=wide or amounts.SHEET
        )
        rows.append(Keypad(hit, unit, most if ask.fit.flat else 0, key="keys"))
        if wrong and ask.play:
            # below the keys: above them it would push them from under the finger that types
            rows.append(error_note(wrong, words, unit))
        return controls.column(*rows, spacing=GAP_S)

    def _quick(self, ask: Asking, hit: TypedKey, wide: float) -> tuple[list[str], list[ft.Control]]:
        """Make a button for each amount that is worth one, with what is on it."""
        kind, unit, most = ask.kind, hit.unit, most_there(ask)

        def take(amount: int) -> None:
            if kind.settles:
                ask.target.pick(ask.name, amount)
                return
            before = hit.typed.rstrip(PLUS) if self.joined else ""
            ask.target.type(ask.name, f"{before}{PLUS}{amount}" if before else str(amount))

        labels, made = list[str](), list[ft.Control]()
        for amount in quick_amounts(ask):
            if kind.settles and amount == most:
                continue  # all that somebody has is not laid with one tap
            figure = f"{self.joined}{amounts.figure(amount, unit).strip()}"
            leaves = kind.settles and most
            left = f"leaves\n{amounts.figure(most - amount, unit).strip()}" if leaves else ""
            spoken = f"{figure}, {left}".replace("\n", " ") if left else ""
            labels.append(figure)
            made.append(
                number_face(
                    figure,
                    press(take, amount),
                    chosen=ask.value == amount,
                    spoken=spoken,
                    detail=left if ask.scale <= ROOMY or not wide else "",
                )
            )
        return labels, made

    def press(self, ask: Asking, key: str) -> Draft:
        """Type it."""
        words = ask.draft.texts.get(ask.name, "")
        zero = ask.kind.at_least <= 0
        return ask.typed(type_key(words, key, ask.kind.unit_on(ask.t), zero=zero))

    def takes_signs(self, kind: Any) -> bool:
        """Always."""
        return True

    def has_keys(self, ask: Asking) -> bool:
        """Always."""
        return True

    def usual_words(self, kind: Any) -> str:
        """Money is paid."""
        return "money cash pay amount" if kind.unit is None or is_money(kind.unit) else ""

    def after(self, kind: Any, words: str, key: str) -> str:
        """Type it."""
        return type_key(words, key, kind.unit or "", zero=kind.at_least <= 0)

    def said(self, kind: Any, words: str) -> str:
        """Write it with its unit."""
        return typed_text(words, kind.unit or "").strip() if words else ""


class AmountsView(AmountView):
    """Asks for several sums of a quick tool: the keys go to the last, and a quick amount is one more."""

    joined = PLUS

    def said(self, kind: Any, words: str) -> str:
        """Add them up."""
        parts = [int(part) for part in words.split(PLUS) if part.isdecimal()]
        return amounts.figure(sum(parts), kind.unit or "") if parts else ""


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


BANK_FACTOR = 100
"""A player with so many times the largest usual amount is a bank."""


def quick_amounts(ask: Asking) -> list[int]:
    """Amounts worth a button: the least, a few steps up, half of all and all there is. Pounds are stakes: small."""
    kind, most = ask.kind, most_there(ask)
    if kind.at_least < 0:
        return []  # points, of which none are usual
    t = ask.t
    step, unit = kind.step_on(t), kind.unit_on(t)
    whole = per_whole(unit)
    least = max(kind.at_least, step, whole)
    top = most // step * step
    if few := [one * step * whole for one in kind.quick_on(t)]:
        return _usual([one for one in few if one >= kind.at_least], top)
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


def most_there(ask: Asking) -> int:
    """All that is there; 0 where nobody knows, or an earlier answer is still open."""
    try:
        return ask.kind.most_on(ask.t) or 0
    except (Refusal, KeyError, ValueError):
        return 0


def _usual(few: list[int], top: int) -> list[int]:
    """The game's own usual amounts, up to what is there, and that; a bank has no end worth a button."""
    if not top or top > BANK_FACTOR * few[-1]:
        return few
    return [*[one for one in few if one < top][-3:], top]
