"""The keyboard: digits fill the open sheet, Enter records, Esc leaves, Ctrl+Z and Ctrl+Y go back and forth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.hands import Hands
from companion.kinds import Amount, Number, Roll
from views import hands
from views.draft import Draft, answered, asked_now, takes_digits

if TYPE_CHECKING:
    import flet as ft

    from companion.action import Question
    from views.picture import Picture
    from views.store import Desk, Store

WALKING = frozenset({"Tab", "Arrow Up", "Arrow Down", "Arrow Left", "Arrow Right"})


def handle(store: Store, event: ft.KeyboardEvent) -> None:
    """Do what a key asks for, unless somebody is writing words."""
    desk = store.here()
    if desk is None or desk.writing:
        return
    key = event.key.removeprefix("Numpad ")
    if event.ctrl or event.meta:
        _back_and_forth(desk, key.upper(), shift=event.shift)
    elif store.gaze.attending and not event.alt:
        _plain(desk, key)


def _back_and_forth(desk: Desk, key: str, *, shift: bool) -> None:
    if key == "Y" or (key == "Z" and shift):
        desk.redo(desk.seen)
    elif key == "Z":
        desk.undo(desk.seen)


def _plain(desk: Desk, key: str) -> None:
    if key in WALKING:
        # Enter now belongs to whatever button has the focus
        desk.walking = True
    elif key == "Escape":
        desk.leave()
    elif key == "Enter" and not desk.walking and desk.draft and desk.pane.kind == "turn":
        if not _next_hand(desk, desk.draft):
            desk.record(desk.draft.command)
    elif (key.isdecimal() and len(key) == 1) or key == "Backspace":
        desk.walking = False
        press_key(desk, key)


def _next_hand(desk: Desk, draft: Draft) -> bool:
    """Go to the next hand on the card pad, where one lacks something still."""
    question = asked_now(desk.picture.game.action(draft.action), draft)
    if question is None or not isinstance(question.kind, Hands):
        return False
    picture = desk.picture
    if hands.laid(picture, draft, question).done:
        return False
    desk.change(lambda held: hands.onward(picture, held, question))
    return True


def press_key(desk: Desk, key: str) -> None:
    """Give a digit or a Backspace to the question it is for."""
    draft = desk.draft
    if draft is None or desk.pane.kind != "turn":
        return
    question = asked_now(desk.picture.game.action(draft.action), draft)
    if question is None or not takes_digits(question.kind):
        return
    if isinstance(question.kind, Amount):
        words = draft.texts.get(question.name, "")
        desk.type(question.name, pad(words, key))
    else:
        picture = desk.picture
        if isinstance(question.kind, Hands):
            press_on = hands.back if key == "Backspace" else hands.digit(key) if desk.totals else hands.card(int(key))
            desk.change(lambda held: press_on(picture, held, question))
        else:
            desk.change(lambda held: count(picture, held, question, key))


def pad(words: str, key: str) -> str:
    """What a key of the number pad makes of the digits typed so far."""
    if key == "Backspace":
        return words[:-1]
    if key == "Clear":
        return ""
    return (words + key).lstrip("0")[:10]


def count(picture: Picture, draft: Draft, question: Question, key: str) -> Draft:
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
