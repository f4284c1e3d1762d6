"""A sum of money or points: a window with what is typed, amounts worth a button, and keys that suit its unit."""

from __future__ import annotations

from typing import Any, ClassVar

import flet as ft

from companion.core.answers import PLUS
from companion.core.units import THOUSANDS, is_money, per_whole, sign_of
from models.frozen import frozen
from models.ledger import Refusal
from views.components import amounts
from views.components.controls import Control, Controls, Still, column, press, remark, row
from views.components.keypad import amount_display, is_unfinished, typed_text
from views.components.typed_figure import type_key
from views.state.play.draft import AnswerTarget, Draft
from views.table.frame import Measures, use_measures
from views.table.questions.pad import SIGN, figure_keys, helper, lay, with_signs
from views.table.questions.view import Asking, QuestionView
from views.theme import GAP, GAP_S

POUND = "\u00a3"
STAKES = (5, 10, 20, 50)
"""What people bet on a horse, in pounds."""
LADDER = (50, 100, 500, 1_000, 5_000, 10_000)
NOTES = [50, 100, 500, 1_000]
"""What is paid at once on a board in millions, in thousands."""


class AmountView(QuestionView):
    """Asks for a sum: what is typed, quick amounts below it, then the keys, and last what is wrong."""

    missing = "Enter the amount"
    noun = "amount"
    stays_open = True
    joined: ClassVar[str] = ""
    """What joins several sums; empty where one is asked for."""

    def cells(self, ask: Asking) -> Control:
        """Show what is typed."""
        return self.window(ask)

    def window(self, ask: Asking, *beside: Control) -> Control:
        """Show what is typed, and what stands ``beside`` it; a quick tool names the question there."""
        unit, words = ask.kind.unit_on(ask.t), ask.words
        before, _, last = words.rpartition(PLUS) if self.joined else ("", "", words)
        said = f"\u2026 + {typed_text(last, unit)}" if before else typed_text(last, unit)
        shown = amount_display(
            ask.asked if ask.play else ask.question.text or ask.name,
            said,
            empty=not words,
            wrong=bool(ask.wrong) and not is_unfinished(words, unit),
            room=use_measures().beside * (2 / 3 if beside or not ask.play else 1) - 8,
        )
        label = [] if ask.play else [remark(ask.question.text, expand=True)]
        if not label and not beside:
            return shown
        return row(label, ft.Container(shown, expand=2), beside, spacing=GAP)

    def pad(self, ask: Asking) -> Control:
        """Lay out quick amounts, and the keys: what is typed changes nothing of them."""
        kind, unit, most = ask.kind, ask.kind.unit_on(ask.t), most_there(ask)
        hit = TypedKey(ask.target, ask.name, unit, kind.at_least <= 0, self.joined, kind.settles)
        signs = [SIGN] * (kind.at_least < 0) + ["."] * (unit == THOUSANDS)
        # all that somebody has is not laid with one tap
        quick = [given for given in quick_amounts(ask) if not kind.settles or given != most]
        ends = quick and 0 < most <= BANK_FACTOR * quick[-1]

        def detail(amount: int) -> str:
            if kind.brings:
                return str(kind.brings(ask.t, amount))
            return f"leaves {amounts.figure(most - amount, unit).strip()}" if ends else ""

        offered = tuple((amount, detail(amount)) for amount in quick)
        return Still(_pad, hit, offered, tuple(signs), use_measures())

    def draw(self, ask: Asking, *beside: Control) -> Control:
        """Draw it for a quick tool, which says elsewhere what is wrong."""
        return column(self.window(ask, *beside), self.pad(ask), spacing=GAP_S)

    def press(self, ask: Asking, key: str) -> Draft:
        """Type it."""
        words = ask.draft.texts.get(ask.name, "")
        zero = ask.kind.at_least <= 0
        return ask.typed(type_key(words, key, ask.kind.unit_on(ask.t), zero=zero))

    def takes_signs(self, kind: Any) -> bool:
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


@frozen
class TypedKey:
    """Types a key where an amount is asked for, or takes a whole one."""

    target: AnswerTarget
    question: str
    unit: str
    zero: bool
    joined: str
    settles: bool

    @property
    def typed(self) -> str:
        """What is typed so far."""
        return self.target.draft.texts.get(self.question, "") if self.target.draft else ""

    def __call__(self, key: str) -> None:
        """Type it."""
        self.target.type(self.question, type_key(self.typed, key, self.unit, zero=self.zero))

    def take(self, amount: int) -> None:
        """Take an amount, in place of what is typed or besides."""
        if self.settles:
            self.target.pick((self.question, amount))
            return
        before = self.typed.rstrip(PLUS) if self.joined else ""
        self.target.type(self.question, f"{before}{PLUS}{amount}" if before else str(amount))


def _pad(
    hit: TypedKey,
    offered: tuple[tuple[int, str], ...],
    signs: tuple[str, ...],
    _measures: Measures,
) -> Control:
    """Lay out the keys, below a helper for each quick amount with what it leaves or brings."""
    helpers = Controls()
    for amount, detail in offered:
        figure = f"{hit.joined}{amounts.figure(amount, hit.unit).strip()}"
        spoken = f"{figure}, {detail}" if detail else ""
        helpers.append(helper(figure, press(hit.take, amount), detail=detail, spoken=spoken))
    return lay(with_signs(helpers, signs, hit), figure_keys(hit, hit.unit, eighth=hit.joined))


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
    least, top = max(kind.at_least, step, whole), most // step * step
    if few := [one * step * whole for one in kind.quick_on(t)]:
        return _usual([one for one in few if one >= kind.at_least], top)
    pounds = sign_of(unit) == POUND
    if pounds or unit == THOUSANDS:
        usual = [rung * whole for rung in STAKES] if pounds else NOTES
        rungs = [rung for rung in usual if rung >= least and rung % step == 0]
        below = [rung for rung in rungs if rung < top][0 if pounds else -3 :]
        return sorted({*below, *[top] * (top >= least)}) if most else rungs
    ladder = [least, *(rung * whole for rung in LADDER if rung * whole % step == 0)]
    if not most:  # the steps are those of notes and chips
        return sorted({rung for rung in ladder if rung >= least})[:4] if is_money(unit) else []
    half = most // 2 // step * step
    wanted = [one for one in dict.fromkeys(ladder) if kind.at_least <= one < top][:2]
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
