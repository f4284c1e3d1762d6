"""A question that takes some of many: rows or squares that a tap names or takes back, or a draw at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.core.action import PossibleAnswer, Question
from companion.core.answers import PLUS, read_several
from companion.core.several import Several
from models.ledger import Refusal
from views import theme
from views.components import controls
from views.components.choice_tiles import COLUMNS, ROOMY, square
from views.components.controls import Style, button, face, press, soft, text
from views.components.player_card import badge
from views.state.play.draft import Draft, with_typed
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.boards.tote_board import tile
from views.theme import GAP, GAP_S

DICE = random.SystemRandom()
MANY = 10
"""More than this lie as squares beside each other, where they have squares; their names are said below."""


def several_question(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, question: Question, kind: Several[Any]
) -> ft.Control:
    """Ask which ones: how many are still to choose, all there are, and the draw where they are drawn by hand."""
    t = snapshot.turn(draft.answers)
    try:
        there = kind.offered(t)
        least, most = kind.count_on(t)
    except Refusal as refusal:
        return controls.note(refusal.sentence, "info")
    if not there:
        return controls.note(kind.none or "There is nothing to choose here now.", "info")
    chosen = chosen_values(draft, question, there)
    most = min(most, len(there))
    full = len(chosen) >= most > 1
    options = [
        PossibleAnswer(
            value,
            label,
            detail=kind.detail(t, value) if kind.detail else "",
        )
        for value, label in there.items()
    ]
    lines: list[ft.Control] = [_count(chosen, least, most, len(there))]
    if kind.draw:
        lines.append(_draw(state, draft, question, kind, options))
    if len(options) > MANY and kind.tile:
        lines.append(_squares(state, snapshot, question, kind, options, chosen, full=full))
    else:
        lines.append(
            controls.column(
                *(
                    _row(state, snapshot, question, kind, option, chosen, full=full)
                    for option in options
                ),
                spacing=GAP_S,
            )
        )
    if least == 0 and not question.optional and not chosen:
        said = draft.answers.get(question.name) == ""
        lines.append(
            button(
                "None of them",
                press(state.sheet.answer, question.name, ""),
                tone="quiet",
                disabled=said,
            )
        )
    return controls.column(*lines, spacing=GAP_S)


def chosen_values(draft: Draft, question: Question, there: Iterable[str]) -> tuple[str, ...]:
    """What is named so far, in the order it has on the table."""
    words = draft.texts.get(question.name) or draft.answers.get(question.name)
    held = read_several(words)
    return tuple(one for one in there if one in held)


def still_to_choose(chosen: int, least: int, most: int, there: int) -> str:
    """Say how many are still to choose."""
    if chosen < least:
        left = least - chosen
        more = f"Choose {left} more" if chosen else f"Choose {left}"
        return f"{more}{'' if least == most else ' or more'} of {there}."
    if least == most:
        return f"{chosen} of {chosen} chosen."
    return f"{chosen or 'None'} chosen{'' if most >= there else f', {most} at most'}."


def toggle(snapshot: PlaySnapshot, draft: Draft, question: Question, value: str) -> Draft:
    """The sheet with one more named, or one taken back. Where one is wanted only, another takes its place."""
    kind = question.kind
    if not isinstance(kind, Several):
        return draft
    t = snapshot.turn(draft.answers)
    there = kind.offered(t)
    chosen = chosen_values(draft, question, there)
    most = min(kind.count_on(t)[1], len(there))
    if value in chosen:
        chosen = tuple(one for one in chosen if one != value)
    elif most == 1:
        chosen = (value,)
    elif len(chosen) < most:
        chosen = (*chosen, value)
    return with_typed(
        snapshot, draft, question.name, PLUS.join(one for one in there if one in chosen)
    )


def with_drawn(
    snapshot: PlaySnapshot, draft: Draft, question: Question, values: list[str]
) -> Draft:
    """The sheet with what was drawn, in place of whatever was named before."""
    return replace(
        with_typed(snapshot, draft, question.name, PLUS.join(values)), drawn=question.name
    )


def _toggle(state: PlayState, question: Question, value: str) -> None:
    state.sheet.change(lambda draft: toggle(state.snapshot, draft, question, value))


def _count(chosen: tuple[str, ...], least: int, most: int, there: int) -> ft.Control:
    words = still_to_choose(len(chosen), least, most, there)
    done = len(chosen) >= max(1, least)
    style = Style.LABEL_LARGE if done else Style.TITLE_SMALL
    return ft.Semantics(
        content=text(words, style, theme.GAIN if done else theme.INK),
        live_region=True,
        container=True,
        identifier="still-to-choose",
    )


def _draw(
    state: PlayState,
    draft: Draft,
    question: Question,
    kind: Several[Any],
    options: list[PossibleAnswer],
) -> ft.Control:
    """Draw at random when asked to, and say what came; drawn again as long as nothing is recorded."""

    def draw() -> None:
        t = state.snapshot.turn((state.sheet.draft or draft).answers)
        there = kind.offered(t)
        wanted = min(max(1, kind.count_on(t)[0]), len(there))
        values = DICE.sample(tuple(there), wanted)
        state.sheet.change(
            lambda held: with_drawn(
                state.snapshot, held, question, [one for one in there if one in values]
            )
        )

    again = draft.drawn == question.name
    lines: list[ft.Control] = [
        button(
            "Draw again" if again else "Draw for me",
            press(draw),
            icon=ft.Icons.SHUFFLE,
            key=f"draw-{question.name}",
        )
    ]
    if again:
        held = read_several(draft.texts.get(question.name) or draft.answers.get(question.name))
        labels = [option.label for option in options if option.value in held]
        lines.append(controls.note(f"Drawn: {', '.join(labels)}.", "good", live=True))
    return controls.column(*lines, spacing=GAP_S)


def _row(  # noqa: PLR0917 - the state's four, the option, and what is chosen beside it
    state: PlayState,
    snapshot: PlaySnapshot,
    question: Question,
    kind: Several[Any],
    option: PossibleAnswer,
    chosen: tuple[str, ...],
    *,
    full: bool,
) -> ft.Control:
    on = option.value in chosen
    barred = full and not on
    words: list[ft.Control] = [
        text(option.label, Style.LABEL_LARGE, theme.SOFT_INK if barred else theme.INK)
    ]
    if option.detail:
        words.append(soft(option.detail))
    pieces: list[ft.Control] = [
        ft.Icon(
            ft.Icons.CHECK_BOX if on else ft.Icons.CHECK_BOX_OUTLINE_BLANK,
            size=22,
            color=theme.ACCENT if on else theme.SOFT_INK,
        )
    ]
    if kind.tile:
        shown = kind.tile(snapshot.turn(), str(option.value))
        pieces.append(
            ft.Semantics(content=tile(shown.sign, shown.colour, size=28), exclude_semantics=True)
        )
    person = snapshot.person(str(option.value))
    if person:
        pieces.append(badge(person, size=28))
    pieces.append(ft.Column(words, spacing=0, tight=True, expand=True))
    return ft.Row(
        [
            face(
                ft.Row(pieces, spacing=GAP),
                press(_toggle, state, question, str(option.value)),
                chosen=on,
                disabled=barred,
                padding=ft.Padding.symmetric(vertical=10, horizontal=12),
                key=f"pick-{question.name}-{option.value}",
            )
        ]
    )


def _squares(  # noqa: PLR0917 - as above
    state: PlayState,
    snapshot: PlaySnapshot,
    question: Question,
    kind: Several[Any],
    options: list[PossibleAnswer],
    chosen: tuple[str, ...],
    *,
    full: bool,
) -> ft.Control:
    """Lay out many as squares, and name those that are chosen below them."""
    if kind.tile is None:
        return ft.Container()
    cells = [
        square(
            option.label,
            kind.tile(snapshot.turn(), str(option.value)),
            press(_toggle, state, question, str(option.value)),
            chosen=option.value in chosen,
            barred=full and option.value not in chosen,
            key=f"tile-{question.name}-{option.value}",
        )
        for option in options
    ]
    lines: list[ft.Control] = [
        controls.tiles(cells, COLUMNS if state.scale() <= ROOMY else COLUMNS - 2, 4)
    ]
    lines += [
        text(
            f"{option.label}, {option.detail}" if option.detail else option.label, Style.TITLE_SMALL
        )
        for option in options
        if option.value in chosen
    ]
    return controls.column(*lines, spacing=GAP_S)
