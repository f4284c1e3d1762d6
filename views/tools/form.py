"""A tool that is a sum: its questions, put as the games put theirs, and the answer with its receipts."""

from __future__ import annotations

import flet as ft

from companion.core.action import Question
from companion.core.show.boards import PriceBoard
from companion.tools import sum_of, sums_of
from companion.tools.sums import Outcome, Sum
from views.components import amounts
from views.components.charts import ChartView, in_hand
from views.components.controls import (
    Part,
    card,
    column,
    face,
    icon_button,
    press,
    remark,
    screen,
    wrap,
)
from views.components.keypad import error_note
from views.components.receipt import receipt
from views.components.sections import ROW, fact, pills
from views.state.client import Client
from views.table.questions.kinds import draw, view_of
from views.theme import GAP_S
from views.tools.layout import NONE, answer_card, house_rules, tool_layout
from views.tools.state import ToolSheet, ToolState, is_padded, use_tool_state

CHART = 150.0
"""Height of the chart of a price, at text size 1."""


def sheet_of(state: ToolState, tool: str, scale: float = 1) -> ToolSheet:
    """The questions of a tool, in the way in which it works now."""
    given = state.inputs_of(tool)
    game, made = sum_of(tool, given.get("way", ""))
    return ToolSheet(state, tool, made.turn(game, given), made.questions, lambda: scale)


def press_key(state: ToolState, tool: str, key: str) -> None:
    """Give a key of a keyboard to the question that takes the keys."""
    sheet = sheet_of(state, tool)
    if question := sheet.find_asked():
        words = sheet.words_typed(question)
        sheet.type(question.name, view_of(question.kind).after(question.kind, words, key))


@screen
def SumScreen(client: Client, tool: str) -> ft.Control:
    """Ask what the sum needs, and answer as soon as it can be worked out."""
    state = use_tool_state(tool)
    given, scale = state.inputs_of(tool), client.prefs.scale
    game, made = sum_of(tool, given.get("way", ""))
    outcome, (played, _) = made.outcome(game, given), made.ways(game, given)
    sheet = sheet_of(state, tool, scale)
    asking = sheet.find_asked()
    ways = {way.key: way.title for _, way in sums_of(tool)}

    def turn(way: str) -> None:
        state.put(tool, {"way": way})

    questions = (
        _ask(sheet, question, outcome, active=question is asking) for question in made.questions
    )
    return tool_layout(
        client,
        _pad(sheet, asking) if asking else ft.Container(),
        asked=[wrap(pills(ways, made.key, turn)) if len(ways) > 1 else None, questions],
        answer=_answer(outcome, made),
        working=_working(outcome, scale),
        rest=house_rules(state, tool, made.options, played, outcome.faults),
    )


def _ask(sheet: ToolSheet, question: Question, outcome: Outcome, *, active: bool) -> ft.Control:
    """Put a question, with what is wrong below it; one for the pad is a row that hands it the keys."""
    words, fault = sheet.words_typed(question), outcome.faults.get(question.name, "")
    put: Part
    if is_padded(question):
        said = view_of(question.kind).said(question.kind, words or str(question.default or ""))
        put = face(
            fact(question.text, said or NONE),
            press(sheet.state.focus, sheet.tool, question.name),
            chosen=active,
            expand=None,
            padding=ROW,
            key=f"ask-{question.name}",
        )
    else:
        put = [remark(question.text), draw(sheet.asking(question))]
    unit = question.kind.unit_on(sheet.turn()) if active else ""
    return column(put, error_note(fault, words, unit) if fault else None, spacing=4)


def _pad(sheet: ToolSheet, question: Question) -> ft.Control:
    """Lay the pad of the games for a question; what is wrong is said at its row."""
    kind, words = question.kind, sheet.words_typed(question)
    view, pad = view_of(kind), draw(sheet.asking(question))
    if kind.is_sum:
        return pad
    said = f"{question.text}: {view.said(kind, words) or 'tap what the dice show'}"
    heard = ft.Semantics(content=remark(said), live_region=True, container=True, expand=True)

    def back() -> None:
        sheet.type(question.name, view.after(kind, sheet.words_typed(question), "Backspace"))

    less = icon_button(
        ft.Icons.BACKSPACE_OUTLINED, "Undo the last roll", press(back), disabled=not words
    )
    return column(ft.Row([heard, less]), pad, spacing=GAP_S)


def _answer(outcome: Outcome, made: Sum) -> ft.Control:
    found = outcome.answer
    if found is None:
        names = {question.name: question.text for question in made.questions}
        words = next(
            iter(outcome.faults.values()), f"Still open: {names.get(outcome.missing, '')}."
        )
        return answer_card("Answer", NONE, words, words=words)
    figure = amounts.figure(found.figure, found.unit)
    return answer_card(found.label, figure, amounts.speak(found.figure, found.unit), found.facts)


def _working(outcome: Outcome, scale: float) -> Part:
    """The receipt of each step, and the chart of a price that has moved."""
    found = outcome.answer
    if found is None:
        return None
    chart = PriceBoard(found.label, found.figure, found.unit, found.history).chart
    height = CHART * min(1.35, max(1.0, scale))
    return [
        map(receipt, found.receipts),
        card(ChartView(chart, (), height, in_hand(scale), key="tool-chart"))
        if found.history
        else None,
    ]
