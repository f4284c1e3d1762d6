"""A question that takes some of many: rows or squares that a tap names or takes back, or a draw at random."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from companion.core.answers import PLUS, read_several
from models.ledger import Refusal
from views.components.choice_tiles import Mark, WordTile
from views.components.controls import (
    Control,
    Controls,
    Icons,
    button,
    column,
    note,
    quiet_button,
    read_out,
    row,
    strong,
    text,
)
from views.state.play.draft import Draft
from views.table.questions.view import Asking, QuestionView, apart, grid
from views.theme import GAP_S

DICE = random.SystemRandom()


class SeveralView(QuestionView):
    """Asks which ones: how many are still to choose, all there are, and the draw where they are drawn by hand."""

    stays_open = True

    def cells(self, ask: Asking) -> Control:
        """Say how many are still to choose, and lay out more tiles than the pad has room for."""
        tiles = _tiles(ask)
        if isinstance(tiles, str):
            return note(tiles, "info")
        draw = _draw(ask) if ask.kind.draw else None
        first, _ = apart(tiles)
        shown = grid(first, whole=True) if first else None
        return column(_count(ask), draw, shown, spacing=GAP_S)

    def pad(self, ask: Asking) -> Control | None:
        """Lay out a tile for each that there is."""
        tiles = _tiles(ask)
        _, rest = apart([] if isinstance(tiles, str) else tiles)
        return grid(rest, whole=False) if rest else None

    def acts(self, ask: Asking) -> Controls:
        """Offer to name none of them, where that is an answer."""
        if ask.question.optional or ask.words or isinstance(_tiles(ask), str):
            return []
        if ask.kind.count_on(ask.t)[0]:
            return []
        return [
            quiet_button(
                "None of them",
                ask.target.answer,
                ask.name,
                "",
                disabled=ask.value == "",
            )
        ]


def _tiles(ask: Asking) -> list[WordTile] | str:
    """Make the tiles, or say why there are none."""
    kind, t = ask.kind, ask.t
    try:
        there, most = kind.offered(t), kind.count_on(t)[1]
    except Refusal as refusal:
        return refusal.sentence
    if not there:
        return str(kind.none or "There is nothing to choose here now.")
    chosen = chosen_values(ask, there)
    full = len(chosen) >= min(most, len(there)) > 1
    return [_tile(ask, value, label, chosen, full=full) for value, label in there.items()]


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


def _count(ask: Asking) -> Control:
    there = ask.kind.offered(ask.t)
    least, most = ask.kind.count_on(ask.t)
    words = still_to_choose(
        len(chosen_values(ask, there)), least, min(most, len(there)), len(there)
    )
    return read_out(strong(words), live=True, identifier="still-to-choose")


def _draw(ask: Asking) -> Control:
    """Draw at random when asked to, and say what came; drawn again as long as nothing is recorded."""

    def draw(now: Asking) -> Draft:
        there = now.kind.offered(now.t)
        wanted = min(max(1, now.kind.count_on(now.t)[0]), len(there))
        values = DICE.sample(tuple(there), wanted)
        words = PLUS.join(value for value in there if value in values)
        return replace(now.typed(words), drawn=now.name)

    there, again = ask.kind.offered(ask.t), ask.draft.drawn == ask.name
    act = button(
        "Draw again" if again else "Draw for me",
        ask.change,
        draw,
        icon=Icons.SHUFFLE,
        key=f"draw-{ask.name}",
    )
    if not again:
        return row(act)
    drawn = ", ".join(there[value] for value in chosen_values(ask, there))
    return row(act, read_out(text(f"Drawn: {drawn}."), live=True, expand=True))


def _tile(ask: Asking, value: str, label: str, chosen: tuple[str, ...], *, full: bool) -> WordTile:
    kind, on = ask.kind, value in chosen
    square = kind.tile(ask.context.turn(), value) if kind.tile else None
    return WordTile(
        title=label,
        below=kind.detail(ask.t, value) if kind.detail else "",
        act=ask.change,
        about=(partial(toggle, value=value),),
        key=f"pick-{ask.name}-{value}",
        reason="No more can be chosen" if full and not on else None,
        mark=Mark.BOX,
        chosen=on,
        colour=square.colour if square else "",
        sign=square.sign if square else "",
        person=ask.context.person(value),
    )
