"""How the quick tools are set out: in halves, or with the pad below; the answer in large, house rules folded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.core.option import Option
from companion.core.show.player_colours import INKS, SHAPES
from views import theme
from views.components import controls
from views.components.controls import Part, Style, column, remark, text
from views.components.fields import Typed
from views.components.sections import fits_two_columns, scroll_pane, side_by_side
from views.rules.house_rules import choices, rule_rows
from views.state.client import Client
from views.state.play.play_snapshot import Person
from views.theme import ROOMY
from views.tools.state import ToolState

LOW = 700
"""A screen lower than this has no room for a pad that stays."""
NONE = "\u2013"


def tool_layout(
    client: Client,
    keys: ft.Control,
    *,
    asked: Part,
    answer: ft.Control,
    working: Part = None,
    rest: Part = None,
    wrong: str = "",
) -> ft.Control:
    """Set a tool out: the answer with its working beside what is asked with its pad, where there is room.

    Else the answer stands above that, and the pad stays below all of it where the screen has the room. What could not
    be done is said at the pad, where it pushes no key from under the finger.
    """
    beside = fits_two_columns(client)
    pinned = not beside and client.prefs.scale <= ROOMY and client.height >= LOW
    if wrong:
        note = controls.note(wrong, "bad", live=True)
        keys = column((note, keys) if pinned else (keys, note))
    if pinned:
        return scroll_pane(client, answer, asked, working, rest, foot=keys)
    if not beside:
        return scroll_pane(client, answer, asked, keys, working, rest)
    return scroll_pane(client, side_by_side(client, [asked, keys, rest], [answer, working]))


def answer_card(
    label: str,
    figure: str,
    spoken: str,
    facts: tuple[tuple[str, str], ...] = (),
    words: str = "",
) -> ft.Control:
    """Show the answer in large; where there is none yet, say what is still open."""
    ink = theme.INK if figure != NONE else theme.SOFT_INK
    large = column(remark(label), text(figure, Style.DISPLAY_MEDIUM, ink), spacing=0)
    return controls.card(
        ft.Semantics(
            identifier="answer",
            container=True,
            live_region=True,
            exclude_semantics=True,
            label=f"{label}: {spoken}",
            content=large,
        ),
        controls.wrap(controls.chip(f"{name} {value}") for name, value in facts) if facts else None,
        remark(words) if words else None,
    )


def house_rules(
    state: ToolState,
    tool: str,
    rules: tuple[Option[Any], ...],
    played: Mapping[str, str],
    faults: Mapping[str, str],
) -> Part:
    """Put the house rules as the set-up of a play does, each a row that unfolds."""

    def inside(rule: Option[Any]) -> Part:
        def write(words: str) -> None:
            state.put(tool, {rule.key: words})

        typed = Typed(write, state.inputs_of(tool).get(rule.key, ""), faults.get(rule.key, ""))
        return choices(rule, played[rule.key], typed, write)

    return rule_rows(rules, played, {*state.unfolded, *faults}, state.fold, inside)


def person(key: str, name: str, at: int) -> Person:
    """Give somebody at a tool a colour and a shape, so that no two of them look alike."""
    return Person(key, name, INKS[at % len(INKS)], SHAPES[(at + at // len(INKS)) % len(SHAPES)])
