"""What the screens of the quick tools are made of: answer and questions. Plain functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.core.player_colours import INKS, SHAPES
from companion.core.questions import Amount, Number
from companion.tools.asking import Rolls, Sums
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, face, press, soft, text
from views.components.keypad import ROOMY, number_face, shown, unfinished
from views.components.sections import fold, option, pick, wide
from views.state.play_snapshot import Person
from views.table.tote_board import fact
from views.theme import GAP, GAP_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tools.asking import Ask, Inputs
    from views.state.client import Client
    from views.tools.bench import Bench

PLUS = "+"
FEW = 8
"""So many rolls fit beside their label; all of them stand in the working."""
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
    room = ft.Padding.only(left=16, right=16, bottom=16)
    if halved(store):
        return ft.Row(
            [_scroll(half, ft.Padding.only(left=16, right=10, bottom=16)) for half in halves],
            spacing=0,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
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


def answer_card(
    label: str, figure: str, spoken: str, facts: tuple[tuple[str, str], ...], words: str = ""
) -> ft.Control:
    """Show the answer in large; where there is none yet, say what is still open."""
    lines: list[ft.Control] = [
        ft.Semantics(
            identifier="answer",
            container=True,
            live_region=True,
            exclude_semantics=True,
            label=f"{label}: {spoken}",
            content=ft.Column(
                [
                    soft(label, Style.BODY_MEDIUM),
                    text(figure, Style.DISPLAY_MEDIUM, theme.INK if figure != NONE else theme.SOFT_INK),
                ],
                spacing=0,
                tight=True,
            ),
        )
    ]
    if facts:
        lines.append(controls.wrap(*(fact(name, said) for name, said in facts)))
    if words:
        lines.append(soft(words, Style.BODY_MEDIUM))
    return controls.card(*lines, padding=12, spacing=GAP_S)


def person(key: str, name: str, at: int) -> Person:
    """Give somebody at a tool a colour and a shape, so that no two of them look alike."""
    return Person(key, name, INKS[at % len(INKS)], SHAPES[(at + at // len(INKS)) % len(SHAPES)])


# -- questions ----------------------------------------------------------------------------------------


def question(bench: Bench, tool: str, ask: Ask, fault: str, *, active: bool, scale: float) -> ft.Control:
    """Put a question in the way that suits it, with what is wrong below it."""
    given = bench.given(tool)
    if ask.typed:
        made = typed_row(ask, given, press(bench.look, tool, ask.name), active=active, wrong=bool(fault))
    elif isinstance(ask.kind, Number):
        made = _numbers(bench, tool, ask, scale)
    else:
        made = _ways(bench, tool, ask)
    words = ask.said(given)
    if fault and isinstance(ask.kind, Amount) and unfinished(words, ask.unit) and active:
        return controls.column(made, soft(f"{shown(words, ask.unit)} so far. {fault}", Style.BODY_MEDIUM), spacing=4)
    return controls.column(made, controls.note(fault, "bad", live=True), spacing=4) if fault else made


def typed_row(ask: Ask, given: Inputs, on_click: Callable[..., object], *, active: bool, wrong: bool) -> ft.Control:
    """Show a figure with its label; a tap hands it the keys."""
    words = ask.said(given)
    said = written(ask, words)
    ink = theme.LOSS if wrong else theme.INK if given.get(ask.name) else theme.SOFT_INK
    label: list[ft.Control] = [text(ask.text, Style.LABEL_LARGE, theme.ON_TINT if active else theme.INK)]
    if ask.hint:
        # it stays once something is typed: the keys below must not move
        label.append(soft(ask.hint))
    inside = ft.Row(
        [
            ft.Column(label, spacing=0, tight=True, expand=3),
            ft.Container(text(said or NONE, Style.TITLE_MEDIUM, ink, align=ft.TextAlign.END), expand=2),
        ],
        spacing=GAP,
    )
    return ft.Row(
        [
            face(
                ft.Semantics(content=inside, exclude_semantics=True),
                on_click,
                chosen=active,
                padding=ft.Padding.symmetric(horizontal=14, vertical=14 if not ask.hint else 9),
                spoken=f"{ask.text}: {said or 'not said'}" + (f". {ask.hint}" if ask.hint else ""),
                key=f"ask-{ask.name}",
            )
        ]
    )


def written(ask: Ask, words: str) -> str:
    """Write what is typed, with its unit where it is a figure."""
    if isinstance(ask.kind, Rolls):
        rolls = words.split()
        return ("\u2026 " if len(rolls) > FEW else "") + ", ".join(rolls[-FEW:])
    if isinstance(ask.kind, Sums):
        values = [int(part) for part in words.split(PLUS) if part.isdecimal()]
        return amounts.figure(sum(values), ask.unit) if values else ""
    return shown(words, ask.unit).strip() if words else ""


def last(ask: Ask, words: str) -> str:
    """Write what the keys go to: of several amounts the last."""
    if not isinstance(ask.kind, Sums):
        return written(ask, words)
    before, plus, now = words.rpartition(PLUS)
    return f"{chr(0x2026) if before else ''}{' + ' if plus else ''}{shown(now, ask.unit)}"


def _ways(bench: Bench, tool: str, ask: Ask) -> ft.Control:
    chosen = ask.said(bench.given(tool))
    cells = [
        pick(label, press(bench.put, tool, {ask.name: way}), chosen=way == chosen, key=f"{ask.name}-{way}")
        for way, label in ask.ways
    ]
    head = [soft(ask.text, Style.BODY_MEDIUM)] if ask.text else []
    return controls.column(*head, controls.wrap(*cells), spacing=4)


def _numbers(bench: Bench, tool: str, ask: Ask, scale: float) -> ft.Control:
    chosen = ask.said(bench.given(tool))
    cells = [
        number_face(label, press(bench.put, tool, {ask.name: way}), chosen=way == chosen, spoken=f"{ask.text} {label}")
        for way, label in ask.ways
    ]
    return controls.column(
        soft(ask.text, Style.BODY_MEDIUM), controls.rows(cells, 6 if scale <= ROOMY else 4), spacing=4
    )


def house_rules(bench: Bench, tool: str, asked: list[Ask], faults: dict[str, str], scale: float) -> list[ft.Control]:
    """Fold the house rules away; the head says which are not as in the rulebook."""
    if not asked:
        return []
    given, name = bench.given(tool), f"house-{tool}"
    own = [ask for ask in asked if ask.said(given) != ask.default]
    summary = "As the games play them here" if not own else "; ".join(_own(ask, given) for ask in own)
    inside: list[ft.Control] = []
    for ask in asked:
        if ask.typed:
            active = bench.at.get(tool) == ask.name
            inside.append(question(bench, tool, ask, faults.get(ask.name, ""), active=active, scale=scale))
            continue
        inside.append(controls.heading(ask.text, level=3, style=Style.TITLE_SMALL))
        inside += [
            option(
                label,
                press(bench.put, tool, {ask.name: way}),
                chosen=way == ask.said(given),
                key=f"{ask.name}-{way}",
            )
            for way, label in ask.ways
        ]
    unfolded = name in bench.unfolded or any(ask.name in faults for ask in asked)
    return [
        fold("House rules", summary, inside, unfolded=unfolded, toggle=press(bench.fold, name), small=True, key=name)
    ]


def _own(ask: Ask, given: Inputs) -> str:
    words = dict(ask.ways).get(ask.said(given)) or written(ask, ask.said(given))
    return f"{ask.text}: {words[:1].lower()}{words[1:]}".removesuffix(".")
