"""The keyboard: digits fill the open sheet, Enter records, Esc leaves, Ctrl+Z and Ctrl+Y go back and forth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.core.action import Question
from companion.core.questions import Amount, Number, QuestionType, Roll
from companion.core.several import Each, Hands, Payments
from views.components.controls import is_writing, show_notice
from views.components.typed_figure import SIGNS, figure_key, type_key
from views.state.client import Client
from views.state.play.draft import Draft, find_asked, takes_digits, with_answer
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.questions import card_pad, number_rows, payment_lines

WALKING = frozenset({"Tab", "Arrow Up", "Arrow Down", "Arrow Left", "Arrow Right"})


def handle(client: Client, event: ft.KeyboardEvent) -> None:
    """Do what a key asks for, unless somebody is writing words."""
    state = client.here()
    if state is None or is_writing(ft.context.page):
        return
    key = event.key.removeprefix("Numpad ")
    state.taps.echoing = False
    if event.ctrl or event.meta:
        _back_and_forth(state, key.upper(), shift=event.shift)
        if (
            state.panel.firm
            and not client.location.attending
            and not str(ft.context.page.route).endswith("/journal")
        ):
            # neither the table nor the journal is on screen, where the reason is asked for
            show_notice("That is not undone without a reason. The table asks for it.")
    elif client.location.attending and not event.alt:
        _plain(state, key)
    elif key == "Escape":  # in the journal: an entry beside it is closed as a sheet over it is
        state.panel.journal.open(0)


def _back_and_forth(state: PlayState, key: str, *, shift: bool) -> None:
    if key == "Y" or (key == "Z" and shift):
        state.recorder.redo(state.seen)
    elif key == "Z":
        state.recorder.undo(state.seen)


def _plain(state: PlayState, key: str) -> None:
    if key in WALKING:
        # Enter now belongs to whatever button has the focus
        state.sheet.walking, state.sheet.typing = True, False
        state.taps.aside = False
    elif key == "Escape":
        state.panel.leave()
    elif (
        key == "Enter"
        and (state.sheet.typing or not state.sheet.walking)
        and state.sheet.draft
        and state.panel.pane.kind == "turn"
    ):
        state.taps.echoing = state.sheet.typing and not state.taps.aside
        if not (_next_hand(state, state.sheet.draft) or _next_row(state, state.sheet.draft)):
            state.recorder.record(state.sheet.draft.command)
    elif typed := figure_key(key):
        press_key(state, typed)


def _next_hand(state: PlayState, draft: Draft) -> bool:
    """Go to the next incomplete hand on the card pad."""
    question = find_asked(state.snapshot.game.find_action(draft.action), draft)
    if question is None or not isinstance(question.kind, Hands):
        return False
    snapshot = state.snapshot
    if card_pad.pad_state(snapshot, draft, question).done:
        return False
    state.sheet.change(lambda held: card_pad.next_hand(snapshot, held, question))
    return True


def _next_row(state: PlayState, draft: Draft) -> bool:
    """Go to the next player whose number is missing."""
    question = find_asked(state.snapshot.game.find_action(draft.action), draft)
    if question is None or number_rows.next_row(state.snapshot, draft, question) is None:
        return False
    state.sheet.change(lambda held: number_rows.next_row(state.snapshot, held, question) or held)
    return True


def press_key(state: PlayState, key: str) -> None:
    """Give a key of a figure to the question it is for."""
    draft = state.sheet.draft
    if draft is None or state.panel.pane.kind != "turn":
        return
    question = find_asked(state.snapshot.game.find_action(draft.action), draft)
    if question is None or not takes_digits(question.kind):
        return
    if key in SIGNS.values() and not _takes_signs(question.kind):
        show_notice("Whole numbers are typed here, without a sign.")
        state.sheet.change(lambda held: _without_digits(state.snapshot, held, question))
        return
    state.sheet.typing = state.sheet.walking
    if isinstance(question.kind, Amount):
        words = draft.texts.get(question.name, "")
        kind = question.kind
        state.sheet.type(
            question.name,
            type_key(words, key, kind.unit_on(state.snapshot.turn()), zero=kind.at_least <= 0),
        )
    elif isinstance(question.kind, Payments):
        state.sheet.change(
            lambda held: payment_lines.press_key(state.snapshot, held, question, key)
        )
    elif isinstance(question.kind, Each):
        state.sheet.change(lambda held: number_rows.press_key(state.snapshot, held, question, key))
    else:
        snapshot = state.snapshot
        if isinstance(question.kind, Hands):
            press_on = (
                card_pad.back
                if key == "Backspace"
                else card_pad.digit(key)
                if state.sheet.totals
                else card_pad.card(int(key))
            )
            state.sheet.change(lambda held: press_on(snapshot, held, question))
        else:
            state.sheet.change(lambda held: type_digit(snapshot, held, question, key))


def _takes_signs(kind: QuestionType[Any]) -> bool:
    """Whether a figure is typed there, rather than chosen by its digits."""
    return isinstance(kind, Amount | Payments) or (isinstance(kind, Each) and not kind.dice)


def _without_digits(snapshot: PlaySnapshot, draft: Draft, question: Question) -> Draft:
    """Forget the digits that wait for another: with a sign among them they would be another number."""
    if not draft.keys:
        return draft
    if isinstance(question.kind, Hands):
        return card_pad.back(snapshot, draft, question)
    return with_answer(snapshot, draft, question.name, None)


def type_digit(snapshot: PlaySnapshot, draft: Draft, question: Question, key: str) -> Draft:
    """Take a digit for a roll or a horse: 9 is nine at once, 1 waits for what follows where one alone is none."""
    kind = question.kind
    if not isinstance(kind, Roll | Number):
        return draft
    if key == "Backspace":
        return with_answer(snapshot, draft, question.name, None)
    values = {str(value) for value in kind.candidates(snapshot.turn(draft.answers)) or ()}
    for keys in (draft.keys + key, key):
        if keys in values:
            number = int(keys)
            more = any(value != keys and value.startswith(keys) for value in values)
            return replace(
                with_answer(snapshot, draft, question.name, number), keys=keys if more else ""
            )
        if any(value.startswith(keys) for value in values):
            return replace(with_answer(snapshot, draft, question.name, None), keys=keys)
    return draft
