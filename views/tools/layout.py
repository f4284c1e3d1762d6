"""How the quick tools are set out: in halves, or with the pad below; the answer in large, house rules folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.core.player_colours import INKS, SHAPES
from views import theme
from views.components import controls
from views.components.controls import Style, press, soft, text
from views.components.keypad import ROOMY
from views.components.sections import fold, wide
from views.rules.house_rules import amounts as amounts_of
from views.rules.house_rules import ways as ways_of
from views.state.play_snapshot import Person
from views.table.tote_board import fact
from views.theme import GAP, GAP_S

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.game import Option
    from views.state.client import Client
    from views.tools.bench import Bench

LOW = 700
"""A screen lower than this has no room for a pad that stays in sight, at text size 1."""
SIDEWAYS = 640
"""A low screen of this width has room for two halves, at text size 1."""
NONE = "\u2013"


def halved(store: Client) -> bool:
    """Whether a tool lies in two halves: on a tablet, and on a phone held sideways."""
    return wide(store) or (store.height < LOW and store.width >= SIDEWAYS * max(1.0, store.prefs.scale * 0.85))


def pinned(store: Client) -> bool:
    """Whether the pad stays below while what is above it scrolls: on an upright phone, at no more than large text."""
    return not halved(store) and store.prefs.scale <= ROOMY and store.height >= LOW


Halves = tuple[list[ft.Control], list[ft.Control]]


def lay(store: Client, halves: Halves, upright: Halves, keys: ft.Control | None) -> ft.Control:
    """Set a tool out: in two halves where there is room, the pad among what is in the left one.

    Else ``upright``, what comes first and what comes after, with the pad staying below, or between the two where the
    screen has no room for that.
    """
    if halved(store):
        row = [_scroll(half, ft.Padding.only(left=16, right=10, bottom=16)) for half in halves]
        return ft.Row(row, spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.START)
    room = ft.Padding.only(left=16, right=16, bottom=16)
    first, after_that = upright
    if keys is None or not pinned(store):
        return _scroll([*first, *([keys] if keys else []), *after_that], room)
    foot = ft.Container(
        keys,
        padding=ft.Padding.only(left=16, right=16, top=6, bottom=8),
        bgcolor=theme.PANEL,
        border=ft.Border(top=ft.BorderSide(1, theme.HAIRLINE)),
    )
    return ft.Column(
        [_scroll([*first, *after_that], room), foot],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _scroll(content: list[ft.Control], room: ft.Padding) -> ft.Control:
    # the column inside is stretched by the one around it, which alone scrolls
    return ft.Column(
        [ft.Container(controls.column(*content, spacing=GAP), padding=room)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def with_note(store: Client, keys: ft.Control, sentence: str) -> ft.Control:
    """Say at the pad what could not be done, where it pushes no key from under the finger."""
    if not sentence:
        return keys
    note = controls.note(sentence, "bad", live=True)
    lines = (note, keys) if pinned(store) else (keys, note)
    return controls.column(*lines, spacing=GAP_S)


def answer_card(
    label: str, figure: str, spoken: str, facts: tuple[tuple[str, str], ...], words: str = ""
) -> ft.Control:
    """Show the answer in large; where there is none yet, say what is still open."""
    ink = theme.INK if figure != NONE else theme.SOFT_INK
    large: list[ft.Control] = [soft(label, Style.BODY_MEDIUM), text(figure, Style.DISPLAY_MEDIUM, ink)]
    lines: list[ft.Control] = [
        ft.Semantics(
            identifier="answer",
            container=True,
            live_region=True,
            exclude_semantics=True,
            label=f"{label}: {spoken}",
            content=ft.Column(large, spacing=0, tight=True),
        )
    ]
    if facts:
        lines.append(controls.wrap(*(fact(name, said) for name, said in facts)))
    if words:
        lines.append(soft(words, Style.BODY_MEDIUM))
    return controls.card(*lines, padding=12, spacing=GAP_S)


def house_rules(
    bench: Bench, tool: str, rules: tuple[Option, ...], ways: Mapping[str, str], faults: Mapping[str, str]
) -> list[ft.Control]:
    """Fold the house rules away; the head says which are not as in the rulebook."""
    if not rules:
        return []
    own = [f"{rule.title}: {_low(rule.say(ways[rule.key]))}" for rule in rules if ways[rule.key] != rule.default]
    name = f"house-{tool}"
    inside: list[ft.Control] = []
    for rule in rules:
        inside.append(controls.heading(rule.title, level=3, style=Style.TITLE_SMALL))
        inside += _ways(bench, tool, rule, ways[rule.key], faults.get(rule.key, ""))
    unfolded = name in bench.unfolded or any(rule.key in faults for rule in rules)
    summary = "; ".join(own) or "As the games play them here"
    return [
        fold("House rules", summary, inside, unfolded=unfolded, toggle=press(bench.fold, name), small=True, key=name)
    ]


def _ways(bench: Bench, tool: str, rule: Option, way: str, fault: str) -> list[ft.Control]:
    """Put a house rule as the set-up of a play does."""

    def choose(key: str, one: str) -> None:
        bench.unfolded -= {f"other-{key}"}
        bench.put(tool, {key: one})

    def write(key: str, words: str) -> None:
        bench.put(tool, {key: words})

    def focus(on: bool) -> None:
        bench.writing = on

    if not rule.whole:
        return ways_of(rule, way, choose)
    typed = bench.given(tool).get(rule.key, "") if fault or f"other-{rule.key}" in bench.unfolded else None
    return amounts_of(
        rule, way, typed, fault, choose=choose, ask=lambda key: bench.fold(f"other-{key}"), write=write, focused=focus
    )


def _low(words: str) -> str:
    return f"{words[:1].lower()}{words[1:]}".removesuffix(".")


def person(key: str, name: str, at: int) -> Person:
    """Give somebody at a tool a colour and a shape, so that no two of them look alike."""
    return Person(key, name, INKS[at % len(INKS)], SHAPES[(at + at // len(INKS)) % len(SHAPES)])
