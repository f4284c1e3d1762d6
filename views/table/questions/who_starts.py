"""Who starts: somebody who is tapped or drawn, or found by what each of them throws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.core.action import PossibleAnswer
from companion.core.table import listed
from companion.tools.throw_off import ThrowOff
from companion.tools.throws import SIDES
from views.components.controls import Control, press
from views.components.keypad import number_face
from views.state.play.draft import Draft
from views.table.questions.each import Cell, score_cells
from views.table.questions.pad import helper, lay, throw_key
from views.table.questions.view import Asking

DICE = random.SystemRandom()
FIRST = "first"
"""The question, in every game that asks it, who starts."""


def throw_off(ask: Asking, options: Sequence[PossibleAnswer]) -> ThrowOff:
    """What those who may start have thrown so far."""
    off = ThrowOff(_keys(options), ask.kind.lowest)
    for _, faces in ask.draft.throws:
        off = off.throw(sum(faces))
    return off


def _keys(options: Sequence[PossibleAnswer]) -> tuple[str, ...]:
    return tuple(str(option.value) for option in options if not option.refusal)


def cells(ask: Asking, options: Sequence[PossibleAnswer]) -> Control:
    """Lay out everybody with what they threw last; a tap says that this one starts."""
    off = throw_off(ask, options)
    thrown = {key: face for throws in off.rounds for key, face in throws.items()}
    # those who tie throw again
    thrown = {key: face for key, face in thrown.items() if key not in off.waiting}
    throws = bool(ask.draft.throws) and ask.value is None
    drawn = []
    for option in options:
        key = str(option.value)
        face = str(thrown.get(key, ""))
        drawn.append(
            Cell(
                option.label,
                face or "\u2013",
                face and f"threw {face}",
                press(ask.target.answer, ask.name, option.value),
                f"choice-{ask.name}-{key}",
                ask.context.person(key),
                lit=key == (off.waiting[0] if throws else ask.value),
                empty=not face,
                fixed=option.refusal is not None,
            )
        )
    return score_cells(drawn)


def tie(ask: Asking, options: Sequence[PossibleAnswer]) -> str:
    """Say who throws again; empty where nobody has tied."""
    off = throw_off(ask, options)
    if ask.value is not None or len(off.rounds) < 2:
        return ""
    again = {*off.rounds[-1], *off.waiting}
    names = [option.label for option in options if option.value in again]
    return f"{listed(names)} tie and throw again."


def pad(ask: Asking, options: Sequence[PossibleAnswer]) -> Control | None:
    """Lay out what the next of them can throw, and other ways to find one."""
    keys, off = _keys(options), throw_off(ask, options)
    if not keys:
        return None

    def draw() -> None:
        ask.target.answer(ask.name, DICE.choice(keys))

    helpers = [helper("Draw", press(draw), spoken="Draw who starts", among=3)]
    if off.waiting and len(keys) > 1:
        every = press(_throw_all, ask, options)
        helpers.insert(0, helper("Roll for all", every, among=3))
    if ask.draft.throws:
        back = press(ask.change, _without_last)
        helpers.append(helper("Back", back, spoken="Take a throw back", among=3))
    if not off.waiting:
        return lay(helpers, [])
    name = next(option.label for option in options if option.value == off.waiting[0])
    sums = [
        number_face(str(sum_), press(_throw, ask, options, sum_), spoken=f"{name} throws {sum_}")
        for sum_ in range(ask.kind.dice, ask.kind.dice * SIDES + 1)
    ]
    app = throw_key(press(lambda: _throw(ask, options, *_faces(ask))), name)
    between = (ft.Container() for _ in range(11 - len(sums)))  # it is where a roll has it
    return lay(helpers, [*sums, *between, app])


def _throw(ask: Asking, options: Sequence[PossibleAnswer], *faces: int) -> None:
    ask.change(lambda now: _thrown(now, options, faces))


def _throw_all(ask: Asking, options: Sequence[PossibleAnswer]) -> None:
    def throw(now: Asking) -> Draft:
        while throw_off(now, options).waiting:
            now = replace(now, draft=_thrown(now, options, _faces(now)))
        return now.draft

    ask.change(throw)


def _faces(ask: Asking) -> tuple[int, ...]:
    return tuple(DICE.randint(1, SIDES) for _ in range(ask.kind.dice))


def _without_last(ask: Asking) -> Draft:
    return replace(ask.answered(None), throws=ask.draft.throws[:-1])


def _thrown(ask: Asking, options: Sequence[PossibleAnswer], faces: tuple[int, ...]) -> Draft:
    """Add what the next one throws; whoever is left alone starts."""
    off = throw_off(ask, options)
    if not off.waiting:
        return ask.draft
    throws = (*ask.draft.throws, (off.waiting[0], faces))
    winner = off.throw(sum(faces)).winner
    return replace(ask.answered(winner or None), throws=throws)
