"""Parts of every screen: text in the roles of the theme, buttons, chips, cards, notes, layouts and text fields.

Everything that can be touched is 48 px or more and has a name. Boundaries and guards come from ``error_boundary``, and
are exported here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import Any, TypeAlias

import flet as ft

from models.names import name_key
from views.components.error_boundary import (
    OnTap,
    Still,
    guard,
    log,
    memo,
    press,
    screen,
    show_notice,
    whole_view,
)
from views.components.glyphs import shown
from views.theme import (
    ACCENT,
    CARD,
    GAP,
    GAP_S,
    HAIRLINE,
    HELP,
    INK,
    LOSS,
    RADIUS,
    RADIUS_L,
    RADIUS_S,
    SOFT_INK,
    TILE,
    TONES,
    TOUCH,
    WORDS,
    edge,
    unbroken,
)

__all__ = ["OnTap", "Still", "guard", "log", "memo", "press", "screen", "show_notice", "whole_view"]

Control = ft.Control
Icons = ft.Icons
Style = ft.TextThemeStyle

Controls = list[Control]
"""Several controls, to be laid out."""
Part: TypeAlias = "Control | Iterable[Part] | None"
"""What a layout takes: a control, several in a row, or nothing."""


def flat(parts: Iterable[Part]) -> Controls:
    """Lay parts out one after another, and leave out what is nothing."""
    laid: Controls = []
    for part in parts:
        if isinstance(part, Iterable):
            laid += flat(part)
        elif part is not None:
            laid.append(part)
    return laid


def text(
    value: str,
    style: Style = Style.BODY_MEDIUM,
    color: ft.ColorValue | None = INK,
    *,
    align: ft.TextAlign = ft.TextAlign.START,
    spoken: str | None = None,
    crossed_out: bool = False,
    lines: int | None = None,
    expand: bool | None = None,
    whole: bool = False,
    size: float | None = None,
) -> ft.Text:
    """Words in a role of the type. They wrap, so that large text loses nothing; ``whole`` ones, figures, don't.

    A ``size`` is for figures that have less room than those of the role need.
    """
    written = unbroken(shown(value))
    said = value if spoken is None else spoken
    return ft.Text(
        written,
        theme_style=style,
        color=color,
        text_align=align,
        semantics_label=said if said != written else None,
        style=ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if crossed_out else None,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        no_wrap=whole,
        expand=expand,
        size=size,
    )


def soft(value: str, style: Style = Style.BODY_SMALL, **more: Any) -> ft.Text:
    """Words of less weight."""
    return text(value, style, SOFT_INK, **more)


def strong(value: str, color: ft.ColorValue | None = INK, **more: Any) -> ft.Text:
    """Words of more weight."""
    return text(value, Style.TITLE_SMALL, color, **more)


def remark(value: str, **more: Any) -> ft.Text:
    """A sentence that explains what stands around it."""
    return soft(value, Style.BODY_MEDIUM, **more)


def heading(
    value: str,
    *,
    level: int = 2,
    style: Style = Style.HEADLINE_SMALL,
    lines: int | None = None,
    size: float | None = None,
) -> Control:
    """Show a heading, also marked as one for screen readers."""
    return headed(text(value, style, lines=lines, size=size), level)


def headed(content: Control, level: int) -> Control:
    """Mark what heads a part of a screen for screen readers."""
    return ft.Semantics(content=content, header=True, heading_level=level)


def subheading(value: str, style: Style = Style.TITLE_MEDIUM) -> Control:
    """Show the heading of a part below a heading."""
    return heading(value, level=3, style=style)


def has_words(said: str, wanted: str) -> bool:
    """Whether every word of a search, or the beginning of one, is in what is said, in any order."""
    here = name_key(said)
    return all(word in here for word in name_key(wanted).split())


def in_brief(reason: str) -> str:
    """Cut a reason to what a tile has room for; a screen reader, and a finger that rests on it, get all of it."""
    first = reason.split(". ", maxsplit=1)[0].removesuffix(".")
    who, colon, why = first.partition(": ")
    return why[:1].upper() + why[1:] if colon and why else who


def chip(
    words: str,
    tone: str = "plain",
    *,
    icon: ft.IconData | None = None,
    size: float | None = None,
) -> Control:
    """Show a short remark on its own ground; a board gives it a ``size``."""
    ground, ink = TONES.get(tone, TONES["plain"])
    label = text(words, Style.LABEL_MEDIUM, ink, size=size)
    sign = ft.Icon(icon, ink, size or 16) if icon else None
    return ft.Container(
        inline(sign, label) if sign else label,
        bgcolor=ground,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=10, vertical=4),
    )


def answered(question: str, answer: str) -> str:
    """Write a question, or what is asked for, and its answer as they are read out."""
    return f"{question} {answer}" if question.endswith("?") else f"{question}: {answer}"


def icon_button(
    icon: ft.IconDataOrControl,
    label: str,
    on_click: OnTap,
    *values: object,
    disabled: bool = False,
    selected: bool = False,
    key: str | None = None,
) -> Control:
    """Show an icon button with a name for screen readers; a tap calls ``on_click`` with the ``values``."""
    return ft.MergeSemantics(
        ft.IconButton(
            icon,
            tooltip=shown(label),
            on_click=press(on_click, *values),
            disabled=disabled,
            icon_color=ft.Colors.with_opacity(0.38, INK) if disabled else INK,
            bgcolor=TONES["accent"][0] if selected else None,
            width=TOUCH,
            height=TOUCH,
        ),
        key=key,
    )


def button(
    words: str,
    on_click: OnTap = lambda: None,
    *values: object,
    tone: str = "plain",
    icon: ft.IconData | None = None,
    disabled: bool = False,
    expand: bool | None = None,
    key: str | None = None,
    hint: str | None = None,
    narrow: bool = False,
    action: ft.ClientAction | None = None,
) -> Control:
    """Show a button in one of the tones: primary, plain, quiet, danger. A ``narrow`` one has room for few words.

    Its ``action`` is done by the device itself: some do it only while a tap is handled.
    """
    written = unbroken(shown(words))
    shared: dict[str, Any] = {
        # words that go on to a second line stand in the middle there too
        "content": ft.Text(written, text_align=ft.TextAlign.CENTER, semantics_label=words)
        if narrow or written != words
        else words,
        "icon": icon,
        "on_click": press(on_click, *values),
        "disabled": disabled,
        "expand": expand,
        "key": key,
        "tooltip": hint and shown(hint),
        "action": action,
    }
    if tone == "quiet":
        return ft.TextButton(**shared)
    style = ft.ButtonStyle(padding=WORDS)
    if tone == "primary":
        return ft.FilledButton(**shared, style=style)
    if tone == "danger":
        style.color = {ft.ControlState.DEFAULT: LOSS, ft.ControlState.DISABLED: SOFT_INK}
        style.side = edge(ft.BorderSide(1, LOSS))
        style.bgcolor = ft.Colors.TRANSPARENT
    return ft.OutlinedButton(**shared, style=style)


main_button = partial(button, tone="primary")
"""Show what is most likely to be wanted."""
quiet_button = partial(button, tone="quiet")
"""Show what is seldom wanted, in words alone."""


def face(
    content: Control,
    on_click: OnTap,
    *values: object,
    chosen: bool = False,
    disabled: bool = False,
    expand: bool | None = True,
    padding: ft.PaddingValue = 10,
    radius: float = RADIUS,
    spoken: str | None = None,
    key: str | None = None,
    role: str = "choice",
    quiet: bool = False,
    ground: ft.Colors | None = None,
) -> Control:
    """Show a button with any content; a chosen one differs by its edge, and for screen readers.

    A ``quiet`` one leads elsewhere or helps. One on a ``ground`` has no edge, unless it is chosen: what it records
    stands on it.
    """
    sides = padding if isinstance(padding, ft.Padding) else ft.Padding.all(padding)
    around = sides.left, sides.top, sides.right, sides.bottom
    helps, act = quiet and (disabled or not ground), press(on_click, *values)
    style = _face_style(radius, chosen, disabled, helps, ground, *around)
    made: Control = ft.OutlinedButton(content, on_click=act, disabled=disabled, style=style)
    if helps:
        made = ft.Button(content, on_click=act, disabled=disabled, style=style, elevation=0)
    plain = role == "button" and not spoken
    if plain and isinstance(content, ft.Text | ft.Icon):
        # its words are the button's name as they are
        made.expand, made.key = expand, key
        return made
    if disabled or not plain:
        # without it what is around the button says that it can be pressed
        made = ft.Semantics(
            content=made,
            selected=chosen if role == "choice" else None,
            label=spoken,
            disabled=disabled,
        )
    return ft.MergeSemantics(made, expand=expand, key=key)


@cache
def _face_style(
    radius: float,
    chosen: bool,
    disabled: bool,
    helps: bool,
    ground: ft.Colors | None,
    *padding: float,
) -> ft.ButtonStyle | None:
    """Make what of a face is not as the theme has it, once: Flet looks into every style that it has not seen before."""
    style = ft.ButtonStyle()
    if radius != RADIUS:
        style.shape = ft.RoundedRectangleBorder(radius=radius)
    if (around := ft.Padding(*padding)) != (HELP if helps else TILE):
        style.padding = around.left if len(set(padding)) == 1 else around
    if helps:
        pass  # the theme has its edge and its ground
    elif ground and not disabled:
        style.bgcolor = ground
        if not chosen:
            style.side = edge(ft.BorderSide(0, ground))
    elif chosen:
        style.side = edge(ft.BorderSide(2, ACCENT))
    elif disabled:
        style.side, style.bgcolor = edge(ft.BorderSide(1, HAIRLINE)), ft.Colors.TRANSPARENT
    return None if style == ft.ButtonStyle() else style


def switch(label: str, on_change: OnTap, *, on: bool) -> ft.Switch:
    """Show a switch with its label, which is tapped with it."""
    return ft.Switch(
        label=label,
        value=on,
        on_change=press(on_change),
        label_text_style=ft.TextStyle(color=INK),
        padding=ft.Padding.all(4),  # by itself it is 40 px high where there is a mouse
    )


def card(
    *content: Part,
    padding: ft.PaddingValue = GAP,
    tone: str = "",
    spacing: float = GAP,
    key: str | None = None,
) -> ft.Container:
    """Lay content on a card."""
    return ft.Container(
        column(content, spacing=spacing),
        padding=padding,
        bgcolor=TONES[tone][0] if tone else CARD,
        border=None if tone else ft.Border.all(1, HAIRLINE),
        border_radius=RADIUS,
        key=key,
    )


def panes(*parts: Part, spacing: float = 0) -> ft.Column:
    """Set the parts of a screen below one another in all the room there is, each as wide as that."""
    return ft.Column(
        flat(parts),
        spacing=spacing,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def column(*content: Part, spacing: float = GAP, key: str | None = None) -> ft.Column:
    """Set content below one another, each as wide as there is room."""
    return ft.Column(
        flat(content),
        spacing=spacing,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=key,
    )


def packed(*content: Part) -> ft.Column:
    """Set content that is one thing close below one another, each as wide as there is room."""
    return column(content, spacing=2)


def lines(*content: Part, **more: Any) -> ft.Column:
    """Set words of one thing close below one another, no wider than they are."""
    return ft.Column(flat(content), spacing=2, tight=True, **more)


def row(*content: Part, **more: Any) -> ft.Row:
    """Set content beside one another."""
    return ft.Row(flat(content), **more)


def inline(*content: Part, **more: Any) -> ft.Row:
    """Set small things close beside one another, no wider than they are."""
    return ft.Row(flat(content), spacing=GAP_S, tight=True, **more)


def square(content: Control, size: float, **more: Any) -> ft.Container:
    """Set a sign in the middle of a square."""
    middle = ft.Alignment.CENTER
    return ft.Container(content, width=size, height=size, alignment=middle, **more)


def fill(content: Control) -> ft.Container:
    """Give content all the room that is left in its row or column."""
    return ft.Container(content, expand=True)


def read_out(content: Control, label: str = "", *, live: bool = False, **more: Any) -> ft.Semantics:
    """Read content out as one thing, by a ``label`` in place of its words; ``live`` as soon as it changes."""
    return ft.Semantics(
        content=content,
        container=True,
        label=label or None,
        exclude_semantics=bool(label),
        live_region=live or None,
        **more,
    )


def without_semantics(content: Control) -> Control:
    """Keep content from being read out where what is around it says it in better words."""
    return ft.Semantics(content=content, exclude_semantics=True)


def scrolling_column(*content: Control, padding: ft.PaddingValue = 0) -> ft.Column:
    """Set content below one another in all the room there is, to be scrolled where that is too little."""
    return ft.Column(
        [ft.Container(part, padding=padding) if padding else part for part in content],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


FADES = "fades"
"""Data of what is known to need more room than there is."""


def lower_panel(content: Control) -> ft.Container:
    """Lay a sheet on the card that fills the lower part of a phone.

    Its key keeps it what it is while something else takes the place of what lies above: a tap on its way is not lost.
    """
    return ft.Container(
        content,
        expand=True,
        bgcolor=CARD,
        border_radius=ft.BorderRadius(RADIUS_L, RADIUS_L, 0, 0),
        shadow=ft.BoxShadow(blur_radius=18, color=ft.Colors.with_opacity(0.16, ft.Colors.SHADOW)),
        key="lower",
    )


def tiles(
    cells: Controls, columns: int, gap: float = GAP_S, *, key: str | None = None
) -> ft.Column:
    """Set cells in rows of equal width. Each is as high as it needs: Flutter's measure of a row cuts text off."""
    if columns == 1 and not any(getattr(cell, "expand", None) for cell in cells):
        return column(cells, spacing=gap, key=key)
    held: Controls = []
    for start in range(0, len(cells), columns):
        row: Controls = [
            cell if getattr(cell, "expand", None) else ft.Container(cell, expand=True)
            for cell in cells[start : start + columns]
        ]
        if start:
            row += [ft.Container(expand=True) for _ in range(columns - len(row))]
        held.append(ft.Row(row, spacing=gap, vertical_alignment=ft.CrossAxisAlignment.START))
    return ft.Column(held, spacing=gap, tight=True, key=key)


def wrap(*content: Part, spacing: float = GAP_S, key: str | None = None) -> ft.Row:
    """Set content beside one another, going on below where there is no more room."""
    return ft.Row(flat(content), wrap=True, spacing=spacing, run_spacing=spacing, key=key)


def onward(*content: Part, spacing: float = GAP_S, key: str | None = None) -> ft.Row:
    """Set content on one line, which goes on to the right where there is no more room."""
    return ft.Row(flat(content), spacing=spacing, scroll=ft.ScrollMode.HIDDEN, key=key)


def beside(*parts: Part, spacing: float = GAP_S) -> ft.Row:
    """Set amounts at the right of what they belong to, or below it where both don't fit: none is ever cut."""
    return ft.Row(
        flat(parts),
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        spacing=spacing,
        run_spacing=0,
    )


def with_sign(sign: Control | None, *words: Part, spacing: float = GAP) -> ft.Row:
    """Set words that belong together beside a badge or an icon, no wider than they are, for what lies beside them."""
    lines = ft.Column(flat(words), spacing=0, tight=True, expand=True, expand_loose=True)
    return ft.Row(flat((sign, lines)), spacing=spacing, tight=True)


def problem(words: str) -> Control | None:
    """Show what has gone wrong, read out at once; nothing as long as nothing has."""
    return note(words, "bad", live=True) if words else None


def note(words: str, tone: str, *, live: bool = False) -> Control:
    """Show a sentence on a coloured ground, with an icon that needs no colour. ``live`` is read out at once."""
    signs = {
        "bad": Icons.ERROR_OUTLINE,
        "warn": Icons.WARNING_AMBER,
        "good": Icons.CHECK_CIRCLE_OUTLINE,
    }
    ground, ink = TONES[tone]
    sign = ft.Icon(signs.get(tone, Icons.INFO_OUTLINE), ink, 20)
    made = ft.Container(
        ft.Row(
            [sign, text(words, Style.BODY_MEDIUM, ink, expand=True)],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        bgcolor=ground,
        border_radius=RADIUS_S,
        padding=GAP,
    )
    return read_out(made, live=True) if live else made


def dialog(title: str, content: Part, *acts: Control, **more: Any) -> ft.AlertDialog:
    """Ask or say something over everything else; it stays until one of its ``acts`` is chosen."""
    return ft.AlertDialog(
        title=text(title, Style.HEADLINE_SMALL),
        content=ft.Container(column(content), width=400),
        actions=list(acts),
        **{"modal": True, "scrollable": True, **more},
    )


def empty(icon: ft.IconData, title: str, words: str, *more: Part) -> Control:
    """Show what belongs on an empty screen: an icon, a sentence, and the way to begin."""
    return ft.Container(
        ft.Column(
            [
                ft.Icon(icon, ACCENT, 48),
                heading(title),
                remark(words, align=ft.TextAlign.CENTER),
                *flat(more),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            tight=True,
            spacing=GAP,
        ),
        padding=32,
        alignment=ft.Alignment.CENTER,
    )
