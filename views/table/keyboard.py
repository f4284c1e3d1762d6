"""The keyboard: digits fill the open sheet, Enter records, Esc leaves, Ctrl+Z and Ctrl+Y go back and forth."""

from __future__ import annotations

import flet as ft

from views.components.error_boundary import show_notice
from views.components.fields import is_writing
from views.components.typed_figure import SIGNS, figure_key
from views.state.client import Client
from views.state.play.draft import find_asked
from views.state.play.play_state import PlayState
from views.state.play.taps import NEVER
from views.table.questions.kinds import view_of
from views.table.questions.view import Asking

WALKING = frozenset({"Tab", "Arrow Up", "Arrow Down", "Arrow Left", "Arrow Right"})


def handle(client: Client, event: ft.KeyboardEvent) -> None:
    """Do what a key asks for, unless somebody is writing words."""
    state = client.here()
    if state is None or is_writing():
        return
    key = event.key.removeprefix("Numpad ")
    state.taps.entered = NEVER
    if event.ctrl or event.meta:
        key = key.upper()
        if key == "Y" or (key == "Z" and event.shift):
            state.recorder.redo(state.seen)
        elif key == "Z":
            state.recorder.undo(state.seen)
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
        ask = _asked(state)
        view = view_of(ask.kind) if ask else None
        if ask and view and view.go_on(ask):  # to what is missing of an answer with several parts
            ask.change(lambda now: view.go_on(now) or now.draft)
        else:
            state.recorder.record(state.sheet.draft.command)
        if not state.taps.aside:
            state.taps.entered = state.clock()
    elif typed := figure_key(key):
        press_key(state, typed)


def _asked(state: PlayState) -> Asking | None:
    """What the keys of figures go to."""
    draft = state.sheet.draft
    if draft is None or state.panel.pane.kind != "turn":
        return None
    question = find_asked(state.snapshot.find_action(draft.action), draft)
    return Asking.of(state, draft, question) if question else None


def press_key(state: PlayState, key: str) -> None:
    """Give a key of a figure to the question it is for."""
    ask = _asked(state)
    if ask is None or not ask.kind.takes_digits:
        return
    view = view_of(ask.kind)
    if key in SIGNS.values() and not view.takes_signs(ask.kind):
        show_notice("Whole numbers are typed here, without a sign.")
        ask.change(lambda now: view.without_digits(now) if now.draft.keys else now.draft)
        return
    state.sheet.typing = state.sheet.walking
    ask.change(lambda now: view.press(now, key))
