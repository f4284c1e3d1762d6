"""The pad of the quick tools: keys for a figure, or for what the dice show, with usual amounts above them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.tools.asking import Rolls, Sums
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, face, press, soft
from views.components.keypad import ROOMY, keypad, number_face, shown, unfinished, window
from views.components.sections import wide
from views.table.keyboard import pad
from views.theme import GAP, GAP_S
from views.tools.parts import PLUS, last, pinned, written

if TYPE_CHECKING:
    from companion.tools.asking import Ask
    from views.state.client import Client
    from views.tools.bench import Bench

BESIDE, SHORT, LONG = 4, 2, 4
"""So many usual amounts fit beside each other on a phone; of those with so few letters any number.

In large text longer ones lie in twos.
"""


def key_to(bench: Bench, tool: str, ask: Ask, key: str) -> None:
    """Give a key of the pad, or of a keyboard, to a question."""
    words = after(ask, bench.given(tool).get(ask.name, ""), key)
    # it keeps the keys, though it is no longer the one that lacks an answer
    bench.look(tool, ask.name)
    bench.put(tool, {ask.name: words})


def after(ask: Ask, words: str, key: str) -> str:
    """What a key makes of what is typed so far. Several amounts have a plus between them."""
    if not isinstance(ask.kind, Sums):
        return pad(words, key, ask.unit)
    if key == "Clear":
        return ""
    if key == PLUS:
        return words if not words or words.endswith(PLUS) else words + PLUS
    if key == "Backspace":
        return words[:-1]
    before, plus, last = words.rpartition(PLUS)
    return f"{before}{plus}{pad(last, key, ask.unit)}"


def add_quick(bench: Bench, tool: str, ask: Ask, amount: int) -> None:
    """Take a usual amount: one more where several are asked for, else in the place of what is typed."""
    words = bench.given(tool).get(ask.name, "").rstrip(PLUS)
    several = isinstance(ask.kind, Sums) and words
    bench.look(tool, ask.name)
    bench.put(tool, {ask.name: f"{words}{PLUS}{amount}" if several else str(amount)})


def number_pad(
    bench: Bench, tool: str, ask: Ask, store: Client, *, wrong: bool, beside: ft.Control | None = None
) -> ft.Control:
    """Lay the pad for a question: what is typed with a button beside it, usual amounts, and the keys."""
    if isinstance(ask.kind, Rolls):
        return roll_pad(bench, tool, ask, store.prefs.scale)
    given, scale = bench.given(tool), store.prefs.scale
    words = ask.said(given)
    several = isinstance(ask.kind, Sums)
    if several:
        plus = number_face(PLUS, press(key_to, bench, tool, ask, PLUS), chosen=False, spoken="And one more")
        beside = ft.Container(plus, width=64)
    under_way = wrong and unfinished(words, ask.unit)
    said = last(ask, words) or shown("", ask.unit)
    above = window(ask.text, said, empty=not given.get(ask.name), wrong=wrong and not under_way)
    top: list[ft.Control] = [ft.Container(above, expand=3), *([beside] if beside else [])]
    beside_it = scale <= ROOMY
    if beside_it:
        top.insert(0, soft(ask.text, Style.BODY_MEDIUM, expand=2))
    rows: list[ft.Control] = [*([] if beside_it else [soft(ask.text, Style.BODY_MEDIUM)]), ft.Row(top, spacing=GAP)]
    labels = [f"{PLUS if several else ''}{amounts.figure(one, ask.unit).strip()}" for one in ask.quick]
    quick = [
        number_face(
            label,
            press(add_quick, bench, tool, ask, one),
            chosen=not several and words == str(one),
            spoken=f"{'Add ' if several else ''}{amounts.spoken(one, ask.unit)}",
        )
        for one, label in zip(ask.quick, labels, strict=True)
    ]
    if quick:
        # no amount may break in the middle of a figure
        fits = scale <= ROOMY and (wide(store) or len(quick) <= BESIDE or max(map(len, labels)) <= SHORT)
        few = 2 if scale > ROOMY and not store.wide and max(map(len, labels)) > LONG else 3
        rows.append(controls.rows(quick, len(quick) if fits else few, 4))
    rows.append(keypad(lambda key: key_to(bench, tool, ask, key), ask.unit))
    return controls.column(*rows, spacing=GAP_S)


def roll_pad(bench: Bench, tool: str, ask: Ask, scale: float) -> ft.Control:
    """Ask for rolls of two dice: a tap is one more, and the last is taken back beside them."""
    rolls = ask.said(bench.given(tool)).split()

    def have(some: list[str]) -> None:
        bench.look(tool, ask.name)
        bench.put(tool, {ask.name: " ".join(some)})

    def one_more(roll: int) -> None:
        have([*bench.given(tool).get(ask.name, "").split(), str(roll)])

    def one_less() -> None:
        have(bench.given(tool).get(ask.name, "").split()[:-1])

    cells = [
        number_face(str(roll), press(one_more, roll), chosen=False, spoken=f"Roll {roll}") for roll in range(2, 13)
    ]
    back = ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=22, color=theme.INK, semantics_label="Take the last roll back")
    cells.append(
        face(
            back,
            press(one_less),
            disabled=not rolls,
            padding=ft.Padding.symmetric(vertical=13, horizontal=0),
            radius=10,
            role="button",
        )
    )
    said = written(ask, ask.said(bench.given(tool))) or "tap what the dice show"
    heard = ft.Semantics(content=soft(f"{ask.text}: {said}", Style.BODY_MEDIUM), live_region=True, container=True)
    return controls.column(heard, controls.rows(cells, 6 if scale <= ROOMY else 4), spacing=GAP_S)


def with_note(store: Client, keys: ft.Control, sentence: str) -> ft.Control:
    """Say at the pad what could not be done, where it pushes no key from under the finger."""
    if not sentence:
        return keys
    note = controls.note(sentence, "bad", live=True)
    lines = (note, keys) if pinned(store) else (keys, note)
    return controls.column(*lines, spacing=GAP_S)
