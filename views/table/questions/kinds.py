"""Which view asks which type of question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.core.questions import (
    Amount,
    Choice,
    Number,
    Player,
    QuestionType,
    Roll,
    Words,
    YesNo,
)
from companion.core.several import Counts, Each, Hands, Payments, Several
from companion.tools.sums import Amounts, Rolls
from views.table.questions.amount import AmountsView, AmountView
from views.table.questions.card_pad import HandsView
from views.table.questions.choice import ChoiceView, NumberView, PlayerView, YesNoView
from views.table.questions.each import CountsView, EachView
from views.table.questions.payments import PaymentsView
from views.table.questions.roll import RollsView, RollView
from views.table.questions.several import SeveralView
from views.table.questions.view import Asking, QuestionView
from views.table.questions.words import WordsView

VIEWS: Mapping[type[QuestionType[Any]], QuestionView] = {
    Player: PlayerView(),
    Choice: ChoiceView(),
    YesNo: YesNoView(),
    Number: NumberView(),
    Roll: RollView(),
    Rolls: RollsView(),
    Amount: AmountView(),
    Amounts: AmountsView(),
    Words: WordsView(),
    Several: SeveralView(),
    Each: EachView(),
    Counts: CountsView(),
    Hands: HandsView(),
    Payments: PaymentsView(),
}


def view_of(kind: QuestionType[Any]) -> QuestionView:
    """The view of a question's type, or of the type that it extends."""
    return next((VIEWS[known] for known in type(kind).__mro__ if known in VIEWS), PLAIN)


PLAIN = QuestionView()
"""The view of what no person is asked, such as a moment."""


def draw(ask: Asking) -> ft.Control:
    """Ask a question in the way that suits its type."""
    return view_of(ask.kind).draw(ask)
