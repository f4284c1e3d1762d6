"""Text in the roles of the theme, and headings."""

from __future__ import annotations

from typing import Any

import flet as ft

from views.theme import INK, SOFT_INK

Style = ft.TextThemeStyle


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
) -> ft.Text:
    """Words in a role of the type. They wrap, so that large text loses nothing; ``whole`` ones, figures, don't."""
    return ft.Text(
        value,
        theme_style=style,
        color=color,
        text_align=align,
        semantics_label=spoken,
        style=ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if crossed_out else None,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        no_wrap=whole,
        expand=expand,
    )


def soft(value: str, style: Style = Style.BODY_SMALL, **more: Any) -> ft.Text:
    """Words of less weight."""
    return text(value, style, SOFT_INK, **more)


def heading(value: str, *, level: int = 2, style: Style = Style.HEADLINE_SMALL) -> ft.Control:
    """Show a heading, also marked as one for screen readers."""
    return ft.Semantics(header=True, heading_level=level, content=text(value, style))
