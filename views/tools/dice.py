"""Dice: one or two, thrown by the app, with the last ten throws. Every face is as likely as any other."""

from __future__ import annotations

import flet as ft

from companion.tools import throws
from companion.tools.throws import Throws
from views import theme
from views.components.choice_tiles import FACES, NAMES
from views.components.controls import (
    Control,
    Icons,
    Style,
    card,
    main_button,
    read_out,
    screen,
    soft,
    subheading,
    text,
    with_sign,
    wrap,
)
from views.components.sections import pills
from views.state.client import Client
from views.table.questions.roll import DICE as SOURCE
from views.tools.form import tool_layout
from views.tools.state import ToolState, use_tool_state

SIZE = 132.0
"""How large the faces are on a screen that has the room."""
FAIR = "Every face is equally likely, whatever came before."


def throw(state: ToolState) -> None:
    """Throw the dice."""
    held = throws.read(state.given)
    faces = tuple(SOURCE.randint(1, throws.SIDES) for _ in range(held.dice))
    state.put(held.add(faces).to_stored())


def describe_throw(faces: tuple[int, ...]) -> str:
    """Say a throw: the faces, and what they come to."""
    if len(faces) == 1:
        return NAMES[faces[0]].capitalize()
    words = " and ".join(NAMES[face] for face in faces).capitalize()
    return f"{words}, {sum(faces)} together{', a double' if len(set(faces)) == 1 else ''}"


@screen
def DiceScreen(client: Client, tool: str) -> Control:
    """Show the last throw in large, and throw again at a tap."""
    state = use_tool_state(tool)
    held = throws.read(state.given)

    def take(dice: str) -> None:
        state.put({"dice": dice})

    again = main_button("Throw", throw, state, icon=Icons.CASINO_OUTLINED, key="throw")
    rows = (
        with_sign(_faces(faces, 28, theme.INK), text(describe_throw(faces)))
        for faces in held.thrown
    )
    earlier = card(subheading("The last ten throws"), rows, spacing=2)
    return tool_layout(
        client,
        again,
        asked=wrap(pills({"1": "One die", "2": "Two dice"}, str(held.dice), take)),
        answer=card(_last(held, client)),
        working=[earlier if held.thrown else None, soft(FAIR)],
    )


def _faces(faces: tuple[int, ...], size: float, ink: ft.ColorValue) -> ft.Text:
    signs = " ".join(FACES[face - 1] for face in faces)
    return ft.Text(signs, font_family=theme.SYMBOLS, size=size, color=ink, height=size * 1.2)


def _last(held: Throws, client: Client) -> Control:
    """The faces of the last throw, as large as there is room."""
    if not held.thrown:
        return soft("Not thrown yet.", Style.BODY_LARGE)
    faces = held.thrown[0]
    total = text(str(sum(faces)), Style.DISPLAY_LARGE) if len(faces) > 1 else None
    large = wrap(
        _faces(faces, min(SIZE, client.width / 4, client.height / 5), theme.ACCENT),
        total,
        spacing=18,
    )
    return read_out(large, f"Thrown: {describe_throw(faces)}", live=True, identifier="thrown")
