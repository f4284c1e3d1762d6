"""The keyboard: digits fill the open sheet, Enter records, Esc leaves, Ctrl+Z and Ctrl+Y go back and forth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import flet as ft

from companion.core.questions import Amount, Each, Hands, Number, Roll
from companion.core.units import THOUSANDS
from views.components.error_boundary import say
from views.state.draft import Draft, answered, asked_now, takes_digits
from views.table.questions import card_pad, number_rows

if TYPE_CHECKING:
    from companion.core.action import Question
    from views.state.client import Client
    from views.state.play_snapshot import PlaySnapshot
    from views.state.play_state import PlayState

SCALES = ("M", "K")
POINTS = {".": ".", "Decimal": ".", "M": "M", "K": "K"}
"""Keys that write millions and thousands, where money is counted in them."""
WALKING = frozenset({"Tab", "Arrow Up", "Arrow Down", "Arrow Left", "Arrow Right"})


def handle(store: Client, event: ft.KeyboardEvent) -> None:
    """Do what a key asks for, unless somebody is writing words."""
    desk = store.here()
    if desk is None or desk.writing:
        return
    key = event.key.removeprefix("Numpad ")
    if event.ctrl or event.meta:
        _back_and_forth(desk, key.upper(), shift=event.shift)
        if desk.firm and not store.gaze.attending and not str(ft.context.page.route).endswith("/journal"):
            # neither the table nor the journal is in sight, where the reason is asked for
            say("That is not undone without a reason. The table asks for it.")
    elif store.gaze.attending and not event.alt:
        _plain(desk, key)


def _back_and_forth(desk: PlayState, key: str, *, shift: bool) -> None:
    if key == "Y" or (key == "Z" and shift):
        desk.redo(desk.seen)
    elif key == "Z":
        desk.undo(desk.seen)


def _plain(desk: PlayState, key: str) -> None:
    if key in WALKING:
        # Enter now belongs to whatever button has the focus
        desk.walking = True
    elif key == "Escape":
        desk.leave()
    elif key == "Enter" and not desk.walking and desk.draft and desk.pane.kind == "turn":
        if not (_next_hand(desk, desk.draft) or _next_row(desk, desk.draft)):
            desk.record(desk.draft.command)
    elif (key.isdecimal() and len(key) == 1) or key == "Backspace":
        desk.walking = False
        press_key(desk, key)
    elif sign := POINTS.get(key.upper() if len(key) == 1 else key):
        _scale_key(desk, sign)


def _scale_key(desk: PlayState, sign: str) -> None:
    """Give a point, M or K to an amount that is counted in thousands."""
    draft = desk.draft
    question = asked_now(desk.picture.game.action(draft.action), draft) if draft else None
    if question and isinstance(question.kind, Amount) and question.kind.unit_on(desk.picture.table) == THOUSANDS:
        desk.walking = False
        press_key(desk, sign)


def _next_hand(desk: PlayState, draft: Draft) -> bool:
    """Go to the next hand on the card pad, where one lacks something still."""
    question = asked_now(desk.picture.game.action(draft.action), draft)
    if question is None or not isinstance(question.kind, Hands):
        return False
    picture = desk.picture
    if card_pad.laid(picture, draft, question).done:
        return False
    desk.change(lambda held: card_pad.onward(picture, held, question))
    return True


def _next_row(desk: PlayState, draft: Draft) -> bool:
    """Go to the next player whose number is asked for, where somebody's lacks still."""
    question = asked_now(desk.picture.game.action(draft.action), draft)
    if question is None or number_rows.onward(desk.picture, draft, question) is None:
        return False
    desk.change(lambda held: number_rows.onward(desk.picture, held, question) or held)
    return True


def press_key(desk: PlayState, key: str) -> None:
    """Give a digit or a Backspace to the question it is for."""
    draft = desk.draft
    if draft is None or desk.pane.kind != "turn":
        return
    question = asked_now(desk.picture.game.action(draft.action), draft)
    if question is None or not takes_digits(question.kind):
        return
    if isinstance(question.kind, Amount):
        words = draft.texts.get(question.name, "")
        desk.type(question.name, pad(words, key, question.kind.unit_on(desk.picture.table)))
    elif isinstance(question.kind, Each):
        desk.change(lambda held: number_rows.press_key(desk.picture, held, question, key))
    else:
        picture = desk.picture
        if isinstance(question.kind, Hands):
            press_on = (
                card_pad.back if key == "Backspace" else card_pad.digit(key) if desk.totals else card_pad.card(int(key))
            )
            desk.change(lambda held: press_on(picture, held, question))
        else:
            desk.change(lambda held: count(picture, held, question, key))


def pad(words: str, key: str, unit: str = "") -> str:
    """What a key of the number pad makes of what is typed so far. In thousands M, K and the point are keys as well."""
    if key == "Backspace":
        return words[:-1]
    if key == "Clear":
        return ""
    if unit == THOUSANDS:
        return _thousands(words, key)[:10]
    return (words + key).lstrip("0")[:10]


def _thousands(words: str, key: str) -> str:
    if key in SCALES:
        figure = words.rstrip("MK.")
        return figure + key if figure else ""
    if words.endswith(tuple(SCALES)):
        words = ""  # M and K end a figure: what follows begins another
    if key == ".":
        return words if "." in words else f"{words or '0'}."
    return words + key if "." in words else (words + key).lstrip("0")


def count(picture: PlaySnapshot, draft: Draft, question: Question, key: str) -> Draft:
    """Take a digit for a roll or a horse: 9 is nine at once, 1 waits for what follows where one alone is none."""
    kind = question.kind
    if not isinstance(kind, Roll | Number):
        return draft
    if key == "Backspace":
        return answered(picture, draft, question.name, None)
    values = {str(value) for value in kind.candidates(picture.table, draft.answers) or ()}
    for keys in (draft.keys + key, key):
        if keys in values:
            number = int(keys)
            more = any(value != keys and value.startswith(keys) for value in values)
            return replace(answered(picture, draft, question.name, number), keys=keys if more else "")
        if any(value.startswith(keys) for value in values):
            return replace(answered(picture, draft, question.name, None), keys=keys)
    return draft
