"""A question that takes some of many: rows or squares that a tap names or takes back, or a draw at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import flet as ft

from companion.core.answers import PLUS, read_several
from models.ledger import Refusal
from views import theme
from views.components import controls
from views.components.choice_tiles import Mark, WordTile
from views.components.controls import Style, button, press, text
from views.state.play.draft import Draft
from views.table.questions.view import Asking, QuestionView, grid
from views.theme import GAP_S

DICE = random.SystemRandom()


class SeveralView(QuestionView):
    """Asks which ones: how many are still to choose, all there are, and the draw where they are drawn by hand."""

    stays_open = True

    def cells(self, ask: Asking) -> ft.Control:
        """Lay out all there are, a tile each."""
        kind, t = ask.kind, ask.t
        try:
            there = kind.offered(t)
            least, most = kind.count_on(t)
        except Refusal as refusal:
            return controls.note(refusal.sentence, "info")
        if not there:
            return controls.note(kind.none or "There is nothing to choose here now.", "info")
        chosen = chosen_values(ask, there)
        most = min(most, len(there))
        full = len(chosen) >= most > 1
        lines: list[ft.Control] = [_count(chosen, least, most, len(there))]
        if kind.draw:
            lines.append(_draw(ask, there))
        tiles = [_tile(ask, value, label, chosen, full=full) for value, label in there.items()]
        lines.append(grid(tiles, whole=True))
        if least == 0 and not ask.question.optional and not chosen:
            none = press(ask.target.answer, ask.name, "")
            lines.append(button("None of them", none, tone="quiet", disabled=ask.value == ""))
        return controls.column(*lines, spacing=GAP_S)


def chosen_values(ask: Asking, there: Iterable[str]) -> tuple[str, ...]:
    """What is named so far, in the order it has on the table."""
    held = read_several(ask.words)
    return tuple(value for value in there if value in held)


def still_to_choose(chosen: int, least: int, most: int, there: int) -> str:
    """Say how many are still to choose."""
    if chosen < least:
        left = least - chosen
        more = f"Choose {left} more" if chosen else f"Choose {left}"
        return f"{more}{'' if least == most else ' or more'} of {there}."
    if least == most:
        return f"{chosen} of {chosen} chosen."
    return f"{chosen or 'None'} chosen{'' if most >= there else f', {most} at most'}."


def toggle(ask: Asking, value: str) -> Draft:
    """The sheet with one more named, or one taken back. Where one is wanted only, another takes its place."""
    there = ask.kind.offered(ask.t)
    chosen = chosen_values(ask, there)
    most = min(ask.kind.count_on(ask.t)[1], len(there))
    if value in chosen:
        chosen = tuple(held for held in chosen if held != value)
    elif most == 1:
        chosen = (value,)
    elif len(chosen) < most:
        chosen = (*chosen, value)
    return ask.typed(PLUS.join(named for named in there if named in chosen))


def _toggle(ask: Asking, value: str) -> None:
    ask.change(lambda now: toggle(now, value))


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


def _draw(ask: Asking, there: dict[str, str]) -> ft.Control:
    """Draw at random when asked to, and say what came; drawn again as long as nothing is recorded."""

    def draw(now: Asking) -> Draft:
        there = now.kind.offered(now.t)
        wanted = min(max(1, now.kind.count_on(now.t)[0]), len(there))
        values = DICE.sample(tuple(there), wanted)
        words = PLUS.join(value for value in there if value in values)
        return replace(now.typed(words), drawn=now.name)

    again = ask.draft.drawn == ask.name
    lines: list[ft.Control] = [
        button(
            "Draw again" if again else "Draw for me",
            press(ask.change, draw),
            icon=ft.Icons.SHUFFLE,
            key=f"draw-{ask.name}",
        )
    ]
    if again:
        labels = [there[value] for value in chosen_values(ask, there)]
        lines.append(controls.note(f"Drawn: {', '.join(labels)}.", "good", live=True))
    return controls.column(*lines, spacing=GAP_S)


def _tile(ask: Asking, value: str, label: str, chosen: tuple[str, ...], *, full: bool) -> WordTile:
    kind, on = ask.kind, value in chosen
    square = kind.tile(ask.context.turn(), value) if kind.tile else None
    return WordTile(
        label,
        kind.detail(ask.t, value) if kind.detail else "",
        partial(_toggle, ask),
        (value,),
        f"pick-{ask.name}-{value}",
        "No more can be chosen" if full and not on else None,
        Mark.BOX,
        on,
        square.colour if square else "",
        square.sign if square else "",
        ask.context.person(value),
    )
