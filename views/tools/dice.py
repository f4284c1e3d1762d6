"""Dice: one or two, thrown by the app, with the last ten throws. Every face is as likely as any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.tools import DICE, throws
from views import theme
from views.components import controls
from views.components.controls import Style, press, screen, soft, text
from views.components.dice import FACES, NAMES
from views.components.sections import pick
from views.table.questions.answers import DICE as SOURCE
from views.tools.bench import use_bench
from views.tools.layout import lay

if TYPE_CHECKING:
    from companion.tools.throws import Throws
    from views.state.client import Client
    from views.tools.bench import Bench

SIZE = 132.0
"""How large the faces are on a screen that has the room."""
FAIR = "Drawn by this device's own source of chance: every face is as likely as any other, whatever came before."


def throw(bench: Bench) -> None:
    """Throw the dice."""
    held = throws.read(bench.given(DICE))
    faces = tuple(SOURCE.randint(1, throws.SIDES) for _ in range(held.dice))
    bench.put(DICE, held.add(faces).written())


def told(faces: tuple[int, ...]) -> str:
    """Say a throw: the faces, and what they come to."""
    if len(faces) == 1:
        return NAMES[faces[0]].capitalize()
    words = " and ".join(NAMES[one] for one in faces)
    double = ", a double" if len(set(faces)) == 1 else ""
    return f"{words[0].upper()}{words[1:]}, {sum(faces)} together{double}"


@screen
def DiceScreen(store: Client, tool: str) -> ft.Control:
    """Show the last throw in large, and throw again at a tap."""
    bench = use_bench(tool)
    held = throws.read(bench.given(tool))
    ways = controls.wrap(
        *(
            pick(label, press(bench.put, tool, {"dice": str(number)}), chosen=held.dice == number, key=f"dice-{number}")
            for number, label in ((1, "One die"), (2, "Two dice"))
        )
    )
    last = _last(held, store)
    again = ft.Row(
        [
            controls.face(
                ft.Row(
                    [
                        ft.Icon(ft.Icons.CASINO_OUTLINED, size=28, color=theme.ACCENT),
                        text("Throw", Style.TITLE_LARGE),
                    ],
                    alignment=ft.MainAxisAlignment.CENTER,
                    spacing=theme.GAP,
                ),
                press(throw, bench),
                padding=ft.Padding.symmetric(vertical=16, horizontal=12),
                role="button",
                key="throw",
            )
        ]
    )
    earlier = [_earlier(held), soft(FAIR)]
    return lay(store, ([ways, last, again], earlier), ([ways, last], earlier), again)


def _last(held: Throws, store: Client) -> ft.Control:
    """The faces of the last throw, as large as there is room."""
    if not held.thrown:
        return controls.card(soft("Nothing is thrown yet.", Style.BODY_LARGE), padding=20)
    faces = held.thrown[0]
    size = min(SIZE, store.width / 4, store.height / 5)
    sum_of = text(str(sum(faces)), Style.DISPLAY_LARGE) if len(faces) > 1 else None
    signs = [
        ft.Text(FACES[one - 1], font_family=theme.SYMBOLS, size=size, color=theme.ACCENT, height=size * 1.2)
        for one in faces
    ]
    content = ft.Column(
        [
            ft.Row(
                [*signs, *([sum_of] if sum_of else [])],
                alignment=ft.MainAxisAlignment.CENTER,
                spacing=18,
                wrap=True,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            text(told(faces), Style.BODY_LARGE, align=ft.TextAlign.CENTER),
        ],
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    said = ft.Semantics(
        identifier="thrown",
        container=True,
        live_region=True,
        exclude_semantics=True,
        label=f"Thrown: {told(faces)}",
        content=content,
    )
    return controls.card(said, padding=12)


def _earlier(held: Throws) -> ft.Control:
    """The last throws, newest first."""
    head = controls.heading("The last ten throws", level=3, style=Style.TITLE_SMALL)
    rows: list[ft.Control] = []
    for at, faces in enumerate(held.thrown, 1):
        signs = " ".join(FACES[one - 1] for one in faces)
        made = ft.Row(
            [
                soft(str(at), Style.BODY_MEDIUM),
                ft.Text(signs, font_family=theme.SYMBOLS, size=28, color=theme.INK),
                text(str(sum(faces)), Style.TITLE_MEDIUM),
            ],
            spacing=14,
        )
        rows.append(ft.Semantics(content=made, container=True, label=f"{at}: {told(faces)}", exclude_semantics=True))
    return controls.card(head, *(rows or [soft("None yet.", Style.BODY_MEDIUM)]), spacing=2)
