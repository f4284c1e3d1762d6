"""How a tool is set out, and one that is a sum: questions put as the games put theirs, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.core.action import Question
from companion.core.option import Option
from companion.core.show.boards import PriceBoard
from companion.core.show.player_colours import INKS, SHAPES
from companion.tools import sum_of, sums_of
from companion.tools.sums import Answer, Outcome
from views.components import amounts
from views.components.charts import ChartView, in_hand
from views.components.controls import (
    Control,
    Icons,
    Part,
    Style,
    card,
    chip,
    column,
    face,
    icon_button,
    packed,
    problem,
    read_out,
    remark,
    row,
    screen,
    text,
    wrap,
)
from views.components.fields import Typed
from views.components.keypad import error_note
from views.components.receipt import receipt
from views.components.sections import ROW, fact, fits_two_columns, pills, scroll_pane, side_by_side
from views.rules.house_rules import choices, rule_rows
from views.state.client import Client
from views.state.play.play_snapshot import Person
from views.table.questions.kinds import draw, view_of
from views.theme import GAP_S, INK, ROOMY, SOFT_INK
from views.tools.state import ToolSheet, ToolState, is_padded, use_tool_state

CHART = 150.0
"""Height of the chart of a price, at text size 1."""


def sheet_of(state: ToolState, scale: float = 1) -> ToolSheet:
    """The questions of a tool, in the way in which it works now."""
    given = state.given
    game, made = sum_of(state.tool, given.get("way", ""))
    return ToolSheet(state, made.turn(game, given), made.questions, lambda: scale)


def press_key(state: ToolState, key: str) -> None:
    """Give a key of a keyboard to the question that takes the keys."""
    sheet = sheet_of(state)
    if question := sheet.find_asked():
        words = sheet.words_typed(question)
        sheet.type(question.name, view_of(question.kind).after(question.kind, words, key))


@screen
def SumScreen(client: Client, tool: str) -> Control:
    """Ask what the sum needs, and answer as soon as it can be worked out."""
    state = use_tool_state(tool)
    given, scale = state.given, client.scale
    game, made = sum_of(tool, given.get("way", ""))
    outcome, (played, _) = made.outcome(game, given), made.ways(game, given)
    sheet = sheet_of(state, scale)
    asking = sheet.find_asked()
    ways = {way.key: way.title for _, way in sums_of(tool)}

    missing, working = "", list[Part]()
    if found := outcome.answer:
        chart = PriceBoard(found.label, found.figure, found.unit, found.history).chart
        height = CHART * min(1.35, max(1.0, scale))
        working = [
            map(receipt, found.receipts),
            card(ChartView(chart, (), height, in_hand(scale), key="tool-chart"))
            if found.history
            else None,
        ]
    else:
        names = {question.name: question.text for question in made.questions}
        missing = next(
            iter(outcome.faults.values()), f"Still open: {names.get(outcome.missing, '')}."
        )

    def turn(way: str) -> None:
        state.put({"way": way})

    questions = (
        _ask(sheet, question, outcome, active=question is asking) for question in made.questions
    )
    return tool_layout(
        client,
        _pad(sheet, asking) if asking else ft.Container(),
        asked=[wrap(pills(ways, made.key, turn)) if len(ways) > 1 else None, questions],
        answer=answer_card(outcome.answer, missing),
        working=working,
        rest=house_rules(state, made.options, played, outcome.faults),
    )


def _ask(sheet: ToolSheet, question: Question, outcome: Outcome, *, active: bool) -> Control:
    """Put a question, with what is wrong below it; one for the pad is a row that hands it the keys."""
    words, fault = sheet.words_typed(question), outcome.faults.get(question.name, "")
    put: Part
    if is_padded(question):
        said = view_of(question.kind).said(question.kind, words or str(question.default or ""))
        put = face(
            fact(question.text, said or NONE),
            sheet.state.focus,
            question.name,
            chosen=active,
            expand=None,
            padding=ROW,
            key=f"ask-{question.name}",
        )
    else:
        put = [remark(question.text), draw(sheet.asking(question))]
    unit = question.kind.unit_on(sheet.turn()) if active else ""
    return packed(put, error_note(fault, words, unit) if fault else None)


def _pad(sheet: ToolSheet, question: Question) -> Control:
    """Lay the pad of the games for a question; what is wrong is said at its row."""
    kind, words = question.kind, sheet.words_typed(question)
    view, pad = view_of(kind), draw(sheet.asking(question))
    if kind.is_sum:
        return pad
    said = f"{question.text}: {view.said(kind, words) or 'tap what the dice show'}"
    heard = read_out(remark(said), live=True, expand=True)

    def back() -> None:
        sheet.type(question.name, view.after(kind, sheet.words_typed(question), "Backspace"))

    less = icon_button(Icons.BACKSPACE_OUTLINED, "Undo the last roll", back, disabled=not words)
    return column(row(heard, less), pad, spacing=GAP_S)


LOW = 700
"""A screen lower than this has no room for a pad that stays."""
NONE = "\u2013"


def tool_layout(
    client: Client,
    keys: Control,
    *,
    asked: Part,
    answer: Control,
    working: Part = None,
    rest: Part = None,
    wrong: str = "",
) -> Control:
    """Set a tool out: the answer with its working beside what is asked with its pad, where there is room.

    Else the answer stands above that, and the pad stays below all of it where the screen has the room. What could not
    be done is said at the pad, where it pushes no key from under the finger.
    """
    beside = fits_two_columns(client)
    pinned = not beside and client.scale <= ROOMY and client.height >= LOW
    if wrong:
        said = problem(wrong)
        keys = column((said, keys) if pinned else (keys, said))
    if pinned:
        return scroll_pane(client, answer, asked, working, rest, foot=keys)
    if not beside:
        return scroll_pane(client, answer, asked, keys, working, rest)
    return scroll_pane(client, side_by_side(client, [asked, keys, rest], [answer, working]))


def answer_card(found: Answer | None, words: str = "") -> Control:
    """Show the answer in large; where there is none yet, say what is still open."""
    label, figure, spoken, ink = "Answer", NONE, words, SOFT_INK
    if found:
        label, ink = found.label, INK
        figure = found.words or amounts.figure(found.figure, found.unit)
        spoken = found.words or amounts.speak(found.figure, found.unit)
    large = packed(remark(label), text(figure, Style.DISPLAY_MEDIUM, ink))
    return card(
        read_out(large, f"{label}: {spoken}", live=True, identifier="answer"),
        wrap(chip(f"{name} {value}") for name, value in found.facts)
        if found and found.facts
        else None,
        remark(words) if words else None,
    )


def house_rules(
    state: ToolState,
    rules: tuple[Option[Any], ...],
    played: Mapping[str, str],
    faults: Mapping[str, str],
) -> Part:
    """Put the house rules as the set-up of a play does, each a row that unfolds."""

    def inside(rule: Option[Any]) -> Part:
        def write(words: str) -> None:
            state.put({rule.key: words})

        typed = Typed(write, state.given.get(rule.key, ""), faults.get(rule.key, ""))
        return choices(rule, played[rule.key], typed, write)

    return rule_rows(rules, played, {*state.unfolded, *faults}, state.fold, inside)


def person(key: str, name: str, at: int) -> Person:
    """Give somebody at a tool a colour and a shape, so that no two of them look alike."""
    return Person(key, name, INKS[at % len(INKS)], SHAPES[(at + at // len(INKS)) % len(SHAPES)])
