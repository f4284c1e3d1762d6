"""A question that takes some of many: rows or squares that a tap names or takes back, or a draw at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import flet as ft

from companion.core.answers import PLUS, read_several
from models.ledger import Refusal
from views import theme
from views.boards.parts import tile
from views.components import controls
from views.components.choice_tiles import COLUMNS, ROOMY, square
from views.components.controls import Style, button, face, press, soft, text
from views.components.player_card import badge
from views.state.play.draft import Draft
from views.table.questions.view import Asking, QuestionView
from views.theme import GAP, GAP_S

DICE = random.SystemRandom()
MANY = 10
"""More than this lie as squares beside each other, where they have squares; their names are said below."""


class SeveralView(QuestionView):
    """Asks which ones: how many are still to choose, all there are, and the draw where they are drawn by hand."""

    stays_open = True
    roomy = True

    def draw(self, ask: Asking) -> ft.Control:
        """Lay out rows, or squares where there are many that have some."""
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
        if len(there) > MANY and kind.tile:
            lines.append(_squares(ask, there, chosen, full=full))
        else:
            rows = (_row(ask, value, label, chosen, full=full) for value, label in there.items())
            lines.append(controls.column(*rows, spacing=GAP_S))
        if least == 0 and not ask.question.optional and not chosen:
            lines.append(
                button(
                    "None of them",
                    press(ask.target.answer, ask.name, ""),
                    tone="quiet",
                    disabled=ask.value == "",
                )
            )
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


def _detail(ask: Asking, value: str) -> str:
    return ask.kind.detail(ask.t, value) if ask.kind.detail else ""


def _row(ask: Asking, value: str, label: str, chosen: tuple[str, ...], *, full: bool) -> ft.Control:
    on = value in chosen
    barred = full and not on
    words: list[ft.Control] = [
        text(label, Style.LABEL_LARGE, theme.SOFT_INK if barred else theme.INK)
    ]
    if detail := _detail(ask, value):
        words.append(soft(detail))
    pieces: list[ft.Control] = [
        ft.Icon(
            ft.Icons.CHECK_BOX if on else ft.Icons.CHECK_BOX_OUTLINE_BLANK,
            size=22,
            color=theme.ACCENT if on else theme.SOFT_INK,
        )
    ]
    if ask.kind.tile:
        shown = ask.kind.tile(ask.context.turn(), value)
        pieces.append(
            ft.Semantics(content=tile(shown.sign, shown.colour, size=28), exclude_semantics=True)
        )
    if person := ask.context.person(value):
        pieces.append(badge(person, size=28))
    pieces.append(ft.Column(words, spacing=0, tight=True, expand=True))
    return ft.Row(
        [
            face(
                ft.Row(pieces, spacing=GAP),
                press(_toggle, ask, value),
                chosen=on,
                disabled=barred,
                padding=ft.Padding.symmetric(vertical=10, horizontal=12),
                key=f"pick-{ask.name}-{value}",
            )
        ]
    )


def _squares(
    ask: Asking, there: dict[str, str], chosen: tuple[str, ...], *, full: bool
) -> ft.Control:
    """Lay out many as squares, and name those that are chosen below them."""
    cells = [
        square(
            label,
            ask.kind.tile(ask.context.turn(), value),
            press(_toggle, ask, value),
            chosen=value in chosen,
            barred=full and value not in chosen,
            key=f"tile-{ask.name}-{value}",
        )
        for value, label in there.items()
    ]
    names = [", ".join(filter(None, (there[value], _detail(ask, value)))) for value in chosen]
    return controls.column(
        controls.tiles(cells, COLUMNS if ask.scale <= ROOMY else COLUMNS - 2, 4),
        *(text(name, Style.TITLE_SMALL) for name in names),
        spacing=GAP_S,
    )
