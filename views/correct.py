"""Correcting a past line: its sheet on the table as it was then, and after that what would follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from views import parts
from views.consequences import consequences
from views.correcting import AFTER, Correcting, read_place
from views.fold import pane, spread
from views.menu import action_groups
from views.parts import Style, button, press, screen, soft
from views.receipt import receipt
from views.sheet import record_bar, sheet
from views.shell import go, header, place
from views.when import said

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.history import Told
    from models.ledger import Place
    from views.desk import Desk
    from views.past import Mending
    from views.store import Store

WHERE = "There is no such line in this journal."


@screen
def CorrectScreen(store: Store, desk: Desk) -> ft.Control:
    """Ask what a line is to say, and show what would follow before anything is written."""
    params = ft.use_route_params()
    where = read_place(params.get("line", ""))
    how = params.get("how", "")
    if where is None:
        return _frame(store, "No such line", lambda: go(place(desk.play_id, "journal")), soft(WHERE, Style.BODY_LARGE))
    return Correction(store, desk, how, where, key=f"{how}-{where.seq}.{where.n}")


@screen
def Correction(store: Store, desk: Desk, how: str, where: Place) -> ft.Control:
    """Draw one correction, step by step."""
    state, _ = ft.use_state(lambda: Correcting(desk, how, where))  # type: ignore[arg-type, return-value]  # may be a function

    def writing(on: bool) -> None:
        desk.writing = on

    ft.use_effect(lambda: None, dependencies=[], cleanup=lambda: writing(False))
    # another device may have put a line in at the very place
    ft.use_effect(lambda: state.follow() and None, dependencies=[desk.picture.version])

    def leave() -> None:
        go(place(desk.play_id, "journal"))

    def back() -> None:
        if not state.back():
            leave()

    if state.problem:
        words = parts.note(state.problem, "info")
        return _frame(store, state.title, leave, pane(store, words, button("To the journal", press(leave))))
    if state.mending:
        return _frame(store, _asking(state), back, LineSheet(store, state, state.mending, key=f"sheet-{state.at}"))
    body = consequences(store, desk, state, leave=leave, writing=writing)
    return _frame(store, f"Correct {state.title.lower()}" if how != AFTER else state.title, back, body)


def _asking(state: Correcting) -> str:
    if state.at == state.place:
        return state.title if state.how == AFTER else f"Correct {state.title.lower()}"
    return f"Change line {state.at.seq}" if state.at else state.title


def _frame(store: Store, title: str, back: Callable[[], object], body: ft.Control) -> ft.Control:
    return ft.Column(
        [header(store, title, leave=press(back)), ft.Container(body, expand=True)],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@screen
def LineSheet(store: Store, state: Correcting, mending: Mending) -> ft.Control:
    """Draw the sheet of the line, or everything it could be instead."""
    picture = mending.picture
    told = next((one for one in state.referee.lines() if one.place == state.at), None)
    left = _as_written(told, state) if told else _before(state)
    draft = mending.own
    if state.other and draft is None:
        right = [soft("What happened?", Style.BODY_MEDIUM), *action_groups(mending, picture)]
        return pane(store, *spread(store, left, right, spacing=12), spacing=12)
    if draft is None:
        return pane(store, *left)
    action = picture.game.action(draft.action)
    right = [
        parts.heading(action.title),
        *([soft(action.help)] if action.help else []),
        *sheet(mending, picture, draft, mending.outcome(), compact=not store.wide),
        button("Something else happened", press(state.pick), tone="quiet", icon=ft.Icons.SWAP_HORIZ, key="other"),
    ]
    bar = record_bar(mending, picture, draft, mending.outcome(), compact=not store.wide, label="See what follows")
    return pane(store, *spread(store, left, right, spacing=12), foot=bar, spacing=12)


def _as_written(told: Told, state: Correcting) -> list[ft.Control]:
    """Show what the line says now."""
    words = f"Recorded {said(told.at)}. Tap what was wrong: it is tried on the table as it was then."
    return [
        soft(words if state.at == state.place else "It has to be decided on, because of what was changed before it."),
        receipt(told.proposal),
    ]


def _before(state: Correcting) -> list[ft.Control]:
    where = f"after line {state.place.seq}" if state.place.seq else "before everything else"
    return [soft(f"The table is as it was {where}. Lines recorded since are worked out again.", Style.BODY_MEDIUM)]
