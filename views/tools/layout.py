"""How the quick tools are set out: in halves, or with the pad below; the answer in large, house rules folded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import flet as ft

from companion.core.option import Option
from companion.core.show.player_colours import INKS, SHAPES
from views import theme
from views.components import controls
from views.components.controls import Style, press, soft, text
from views.components.fields import Typed
from views.components.keypad import ROOMY
from views.components.sections import fits_two_columns, scroll_pane
from views.rules.house_rules import choices, row
from views.state.client import Client
from views.state.play.play_snapshot import Person
from views.state.setup_form import other
from views.theme import GAP, GAP_S
from views.tools.state import ToolState

if TYPE_CHECKING:  # names of types, which nothing needs at run time
    Facts: TypeAlias = tuple[tuple[str, str], ...]

LOW, SIDEWAYS = 700, 640
"""A screen lower than this has no room for a pad that stays; one of this width has room for halves, at text size 1."""
NONE = "\u2013"


def is_split(client: Client) -> bool:
    """Whether a tool lies in two halves: on a tablet, and on a phone held sideways."""
    return fits_two_columns(client) or (
        client.height < LOW and client.width >= SIDEWAYS * max(1.0, client.prefs.scale * 0.85)
    )


def tool_layout(
    client: Client,
    keys: ft.Control,
    *,
    asked: list[ft.Control],
    answer: list[ft.Control],
    rest: list[ft.Control],
    wrong: str = "",
) -> ft.Control:
    """Set a tool out: in two halves where there is room, the ``answer`` beside what is ``asked`` with its pad.

    Else the answer's first part stands above that, and the pad stays below all of it where the screen has the room.
    What could not be done is said at the pad, where it pushes no key from under the finger.
    """
    beside = is_split(client)
    pinned = not beside and client.prefs.scale <= ROOMY and client.height >= LOW
    if wrong:
        note = controls.note(wrong, "bad", live=True)
        keys = controls.column(*((note, keys) if pinned else (keys, note)), spacing=GAP_S)
    if pinned:
        return scroll_pane(client, answer[0], *asked, *answer[1:], *rest, foot=keys, spacing=GAP)
    if not beside:
        return scroll_pane(client, answer[0], *asked, keys, *answer[1:], *rest, spacing=GAP)
    halves: list[ft.Control] = [
        ft.Container(scroll_pane(client, *half, spacing=GAP), expand=True)
        for half in ([*asked, keys, *rest], answer)
    ]
    return ft.Row(halves, spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def answer_card(
    label: str, figure: str, spoken: str, facts: Facts = (), words: str = ""
) -> ft.Control:
    """Show the answer in large; where there is none yet, say what is still open."""
    ink = theme.INK if figure != NONE else theme.SOFT_INK
    large = controls.column(
        soft(label, Style.BODY_MEDIUM), text(figure, Style.DISPLAY_MEDIUM, ink), spacing=0
    )
    said = f"{label}: {spoken}"
    lines: list[ft.Control] = [
        ft.Semantics(
            identifier="answer",
            container=True,
            live_region=True,
            exclude_semantics=True,
            label=said,
            content=large,
        )
    ]
    if facts:
        lines.append(controls.wrap(*(controls.chip(f"{name} {value}") for name, value in facts)))
    if words:
        lines.append(soft(words, Style.BODY_MEDIUM))
    return controls.card(*lines, padding=12, spacing=GAP_S)


def house_rules(
    state: ToolState,
    tool: str,
    rules: tuple[Option[Any], ...],
    played: Mapping[str, str],
    faults: Mapping[str, str],
) -> list[ft.Control]:
    """Put the house rules as the set-up of a play does, each a row that unfolds."""

    def write(words: str, rule: Option[Any]) -> None:
        state.put(tool, {rule.key: words})

    def choose(way: str, rule: Option[Any]) -> None:
        state.unfolded -= {other(rule.key)}
        write(way, rule)

    made = [controls.heading("House rules", level=3, style=Style.TITLE_SMALL)] if rules else []
    for rule in rules:
        way, fault, name = played[rule.key], faults.get(rule.key, ""), f"house-{tool}-{rule.key}"
        asked = bool(fault) or other(rule.key) in state.unfolded
        typed = Typed(partial(write, rule=rule), state.inputs_of(tool).get(rule.key, ""), fault)
        pick, ask = partial(choose, rule=rule), press(state.fold, other(rule.key))
        inside = choices(rule, way, typed, pick, ask, other=asked)
        if fault and not rule.whole:
            inside.append(controls.note(fault, "bad", live=True))
        unfolded = bool(fault) or name in state.unfolded
        made.append(row(rule, way, inside, unfolded=unfolded, toggle=press(state.fold, name)))
    return made


def person(key: str, name: str, at: int) -> Person:
    """Give somebody at a tool a colour and a shape, so that no two of them look alike."""
    return Person(key, name, INKS[at % len(INKS)], SHAPES[(at + at // len(INKS)) % len(SHAPES)])
