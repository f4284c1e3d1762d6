"""A tool that is a sum: its questions, put as the games put theirs, and the answer with its receipts."""

from __future__ import annotations

import flet as ft

from companion.core.action import Question
from companion.core.show.boards import PriceBoard
from companion.tools import sum_of, sums_of
from companion.tools.sums import Outcome, Sum
from views import theme
from views.components import amounts, controls
from views.components.charts import ChartView, in_hand
from views.components.controls import Style, face, icon_button, press, screen, soft, text
from views.components.keypad import error_note
from views.components.receipt import receipt
from views.components.sections import pill
from views.state.client import Client
from views.table.questions.kinds import draw, view_of
from views.theme import GAP, GAP_S
from views.tools.layout import NONE, answer_card, house_rules, tool_layout
from views.tools.state import ToolSheet, ToolState, is_padded, use_tool_state

CHART = 150.0
"""Height of the chart of a price, at text size 1."""


def press_key(state: ToolState, tool: str, key: str) -> None:
    """Give a key of a keyboard to the question that takes the keys."""
    given = state.inputs_of(tool)
    game, made = sum_of(tool, given.get("way", ""))
    sheet = ToolSheet(state, tool, made.turn(game, given), made.questions)
    if question := sheet.find_asked(made.outcome(game, given).missing):
        words = given.get(question.name, "")
        sheet.type(question.name, view_of(question.kind).after(question.kind, words, key))


@screen
def SumScreen(client: Client, tool: str) -> ft.Control:
    """Ask what the sum needs, and answer as soon as it can be worked out."""
    state = use_tool_state(tool)
    given, scale = state.inputs_of(tool), client.prefs.scale
    game, made = sum_of(tool, given.get("way", ""))
    outcome, (played, _) = made.outcome(game, given), made.ways(game, given)
    sheet = ToolSheet(state, tool, made.turn(game, given), made.questions, lambda: scale)
    asking = sheet.find_asked(outcome.missing)
    asked = [
        *_ways(state, tool, made),
        *(_ask(sheet, question, outcome, active=question is asking) for question in made.questions),
    ]
    return tool_layout(
        client,
        _pad(sheet, asking) if asking else ft.Container(),
        asked=asked,
        answer=[_answer(outcome, made), *_working(outcome, scale)],
        rest=house_rules(state, tool, made.options, played, outcome.faults),
    )


def _ways(state: ToolState, tool: str, made: Sum) -> list[ft.Control]:
    """Offer the other ways in which the tool works."""
    ways = [one for _, one in sums_of(tool)]
    cells = [
        pill(way.title, press(state.put, tool, {"way": way.key}), chosen=way is made)
        for way in ways
    ]
    return [controls.wrap(*cells)] if len(ways) > 1 else []


def _ask(sheet: ToolSheet, question: Question, outcome: Outcome, *, active: bool) -> ft.Control:
    """Put a question, with what is wrong below it; one for the pad is a row that hands it the keys."""
    words, fault = sheet.words_typed(question), outcome.faults.get(question.name, "")
    if is_padded(question):
        made: ft.Control = ft.Row([_row(sheet, question, active=active, wrong=bool(fault))])
    else:
        put = draw(sheet.asking(question))
        made = controls.column(soft(question.text, Style.BODY_MEDIUM), put, spacing=4)
    if not fault:
        return made
    unit = question.kind.unit_on(sheet.turn()) if active else ""
    return controls.column(made, error_note(fault, words, unit), spacing=4)


def _row(sheet: ToolSheet, question: Question, *, active: bool, wrong: bool) -> ft.Control:
    """Show a figure with its label; a tap hands it the keys."""
    words = sheet.words_typed(question)
    said = view_of(question.kind).said(question.kind, words or str(question.default or ""))
    ink = theme.LOSS if wrong else theme.INK if words else theme.SOFT_INK
    inside = ft.Row(
        [
            text(
                question.text,
                Style.LABEL_LARGE,
                theme.ON_TINT if active else theme.INK,
                expand=True,
            ),
            text(said or NONE, Style.TITLE_MEDIUM, ink, align=ft.TextAlign.END),
        ],
        spacing=GAP,
    )
    return face(
        ft.Semantics(content=inside, exclude_semantics=True),
        press(sheet.state.focus, sheet.tool, question.name),
        chosen=active,
        padding=ft.Padding.symmetric(horizontal=12, vertical=13),
        spoken=f"{question.text}: {said or 'not said'}",
        key=f"ask-{question.name}",
    )


def _pad(sheet: ToolSheet, question: Question) -> ft.Control:
    """Lay the pad of the games for a question; what is wrong is said at its row."""
    kind, words = question.kind, sheet.words_typed(question)
    view, pad = view_of(kind), draw(sheet.asking(question))
    if kind.is_sum:
        return pad
    said = f"{question.text}: {view.said(kind, words) or 'tap what the dice show'}"
    heard = ft.Semantics(
        content=soft(said, Style.BODY_MEDIUM), live_region=True, container=True, expand=True
    )

    def back() -> None:
        sheet.type(question.name, view.after(kind, sheet.words_typed(question), "Backspace"))

    less = icon_button(
        ft.Icons.BACKSPACE_OUTLINED, "Undo the last roll", press(back), disabled=not words
    )
    return controls.column(ft.Row([heard, less]), pad, spacing=GAP_S)


def _answer(outcome: Outcome, made: Sum) -> ft.Control:
    found = outcome.answer
    if found is None:
        open_one = next(
            (question.text for question in made.questions if question.name == outcome.missing), ""
        )
        words = next(iter(outcome.faults.values()), f"Still open: {open_one}.")
        return answer_card("Answer", NONE, words, words=words)
    figure = amounts.figure(found.figure, found.unit)
    return answer_card(found.label, figure, amounts.speak(found.figure, found.unit), found.facts)


def _working(outcome: Outcome, scale: float) -> list[ft.Control]:
    """The receipt of each step, and the chart of a price that has moved."""
    found = outcome.answer
    if found is None:
        return []
    made: list[ft.Control] = [receipt(step) for step in found.receipts]
    if found.history:
        chart = PriceBoard(found.label, found.figure, found.unit, found.history).chart
        drawn = ChartView(
            chart, (), CHART * min(1.35, max(1.0, scale)), in_hand(scale), key="tool-chart"
        )
        made.append(controls.card(drawn))
    return made
