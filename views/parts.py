"""Parts every screen is made of: boundary and guard, words, buttons, chips, panels. Plain functions.

Only :func:`screen` knows of hooks. Everything that can be touched is 48 px or more and has a name.
"""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

import flet as ft

from models.ledger import Refusal
from views import theme
from views.theme import CARD, GAP, GAP_S, HAIRLINE, INK, RADIUS, SOFT_INK, TONES, TOUCH

log = logging.getLogger("companion.views")

P = ParamSpec("P")
Handler = Callable[[], Coroutine[Any, Any, None]]
Style = ft.TextThemeStyle


def screen(fn: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Make a component that stands behind a boundary; use it in place of ``@ft.component``.

    A fault while drawing would stop every later update of the session without a word, so it is caught
    here, logged, and shown in place of this one part. The rest of the screen lives on.
    """

    @functools.wraps(fn)
    def body(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        try:
            return fn(*args, **kwargs)
        except Exception:
            log.exception("drawing %s failed", fn.__name__)
            return failed()

    return ft.component(body)


def guarded(fn: Callable[P, object]) -> Callable[P, Coroutine[Any, Any, None]]:
    """Guard a handler: a refusal or a fault becomes a notice at the foot of the screen."""

    @functools.wraps(fn)
    async def handler(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            result = fn(*args, **kwargs)
            if inspect.isawaitable(result):
                await result
        except Refusal as refusal:
            say(refusal.sentence)
        except Exception:
            log.exception("handler failed")
            say("Sorry, that went wrong. Nothing was recorded by it; what was recorded before is safe.")

    return handler


def press(fn: Callable[..., object], *args: object, **kwargs: object) -> Handler:
    """Bind a handler to its values, guarded. For loops too: a default argument would get the event."""

    async def handler() -> None:
        await guarded(fn)(*args, **kwargs)

    return handler


def say(words: str) -> None:
    """Show a passing notice at the foot of the screen."""
    ft.context.page.show_dialog(ft.SnackBar(ft.Text(words), duration=5000, persist=False, show_close_icon=True))


def failed(words: str = "This part of the screen could not be drawn.") -> ft.Control:
    """Stand in for a part that could not be drawn."""
    return ft.Container(
        padding=GAP,
        border_radius=RADIUS,
        bgcolor=TONES["bad"][0],
        content=ft.Column(
            tight=True,
            spacing=GAP_S,
            controls=[
                text(words, Style.TITLE_SMALL, TONES["bad"][1]),
                text("The book itself is safe. Go on, or open the play again.", color=TONES["bad"][1]),
            ],
        ),
    )


def text(
    value: str,
    style: Style = Style.BODY_MEDIUM,
    color: ft.ColorValue | None = INK,
    *,
    align: ft.TextAlign = ft.TextAlign.START,
    spoken: str | None = None,
    struck: bool = False,
    lines: int | None = None,
    expand: bool | None = None,
) -> ft.Text:
    """Words in a role of the type; they wrap, so that text at twice the size loses nothing."""
    return ft.Text(
        value,
        theme_style=style,
        color=color,
        text_align=align,
        semantics_label=spoken,
        style=ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if struck else None,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
        expand=expand,
    )


def soft(value: str, style: Style = Style.BODY_SMALL, **more: Any) -> ft.Text:
    """Words of less weight."""
    return text(value, style, SOFT_INK, **more)


def heading(value: str, *, level: int = 2, style: Style = Style.HEADLINE_SMALL) -> ft.Control:
    """Say a heading, and say so to a screen reader."""
    return ft.Semantics(header=True, heading_level=level, content=text(value, style))


def chip(words: str, tone: str = "plain", *, icon: ft.IconData | None = None, identifier: str = "") -> ft.Control:
    """Show a short remark on its own ground."""
    ground, ink = TONES.get(tone, TONES["plain"])
    label = text(words, Style.LABEL_MEDIUM, ink)
    inside: ft.Control = label
    if icon:
        inside = ft.Row([ft.Icon(icon, size=16, color=ink), label], spacing=4, tight=True)
    box = ft.Container(
        inside, bgcolor=ground, border_radius=RADIUS, padding=ft.Padding.symmetric(horizontal=10, vertical=4)
    )
    return ft.Semantics(identifier=identifier, container=True, content=box) if identifier else box


def icon_button(
    icon: ft.IconData,
    label: str,
    on_click: Callable[..., Any],
    *,
    disabled: bool = False,
    selected: bool = False,
    key: str | None = None,
) -> ft.Control:
    """Show a button with a picture and, for those who can't see it, a name."""
    return ft.MergeSemantics(
        ft.IconButton(
            icon,
            tooltip=label,
            on_click=on_click,
            disabled=disabled,
            icon_color=INK,
            bgcolor=TONES["accent"][0] if selected else None,
            style=ft.ButtonStyle(padding=12),
            width=TOUCH,
            height=TOUCH,
        ),
        key=key,
    )


def _shape(radius: float = RADIUS) -> ft.ButtonStyle:
    return ft.ButtonStyle(
        shape=ft.RoundedRectangleBorder(radius=radius),
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
    )


def button(
    words: str,
    on_click: Callable[..., Any],
    *,
    tone: str = "plain",
    icon: ft.IconData | None = None,
    disabled: bool = False,
    expand: bool | None = None,
    key: str | None = None,
    hint: str | None = None,
) -> ft.Control:
    """Show a button in one of the tones: primary, plain, quiet, danger."""
    shared: dict[str, Any] = {
        "content": words,
        "icon": icon,
        "on_click": on_click,
        "disabled": disabled,
        "expand": expand,
        "key": key,
        "tooltip": hint,
        "style": _shape(),
    }
    if tone == "primary":
        shared["style"].bgcolor = {
            ft.ControlState.DEFAULT: theme.ACCENT,
            ft.ControlState.DISABLED: ft.Colors.SURFACE_CONTAINER_HIGHEST,
        }
        shared["style"].color = {ft.ControlState.DEFAULT: theme.ON_ACCENT, ft.ControlState.DISABLED: SOFT_INK}
        return ft.FilledButton(**shared)
    if tone == "quiet":
        return ft.TextButton(**shared)
    if tone == "danger":
        shared["style"].color = {ft.ControlState.DEFAULT: theme.LOSS, ft.ControlState.DISABLED: SOFT_INK}
        shared["style"].side = {ft.ControlState.DEFAULT: ft.BorderSide(1, theme.LOSS)}
        return ft.OutlinedButton(**shared)
    shared["style"].color = {ft.ControlState.DEFAULT: INK, ft.ControlState.DISABLED: SOFT_INK}
    shared["style"].bgcolor = {ft.ControlState.DEFAULT: CARD}
    return ft.OutlinedButton(**shared)


def face(
    content: ft.Control,
    on_click: Callable[..., Any],
    *,
    chosen: bool = False,
    disabled: bool = False,
    expand: bool | None = True,
    padding: ft.PaddingValue = 10,
    radius: float = RADIUS,
    spoken: str | None = None,
    key: str | None = None,
    role: str = "choice",
    quiet: bool = False,
) -> ft.Control:
    """Show a button whose face is any content; chosen ones say so by colour, edge and to screen readers."""
    edge = ft.BorderSide(2, theme.ACCENT) if chosen else ft.BorderSide(1, HAIRLINE if disabled else theme.EDGE)
    ground: ft.ColorValue = theme.TINT if chosen else ft.Colors.TRANSPARENT if disabled else CARD
    if quiet:
        edge, ground = ft.BorderSide(1, HAIRLINE), ft.Colors.SURFACE_CONTAINER
    made = ft.OutlinedButton(
        content,
        on_click=on_click,
        disabled=disabled,
        style=ft.ButtonStyle(
            shape=ft.RoundedRectangleBorder(radius=radius),
            padding=padding,
            side=edge,
            bgcolor=ground,
            color=INK,
        ),
    )
    return ft.MergeSemantics(
        ft.Semantics(content=made, selected=chosen if role == "choice" else None, label=spoken),
        expand=expand,
        key=key,
    )


def card(*content: ft.Control, padding: ft.PaddingValue = GAP, tone: str = "", spacing: float = GAP) -> ft.Container:
    """Lay content on a card."""
    return ft.Container(
        ft.Column(list(content), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=padding,
        bgcolor=TONES[tone][0] if tone else CARD,
        border=None if tone else ft.Border.all(1, HAIRLINE),
        border_radius=RADIUS,
    )


def column(*content: ft.Control, spacing: float = GAP, key: str | None = None) -> ft.Column:
    """Set content below one another, each as wide as there is room."""
    return ft.Column(
        list(content), spacing=spacing, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, key=key
    )


def wrap(*content: ft.Control, spacing: float = GAP_S) -> ft.Row:
    """Set content beside one another, going on below where there is no more room."""
    return ft.Row(list(content), wrap=True, spacing=spacing, run_spacing=spacing)


def note(words: str, tone: str, *, live: bool = False) -> ft.Control:
    """Say a sentence on a toned ground, with a sign that needs no colour. ``live`` is read out at once."""
    signs = {
        "bad": ft.Icons.ERROR_OUTLINE,
        "warn": ft.Icons.WARNING_AMBER,
        "good": ft.Icons.CHECK_CIRCLE_OUTLINE,
    }
    ground, ink = TONES[tone]
    made = ft.Container(
        ft.Row(
            [
                ft.Icon(signs.get(tone, ft.Icons.INFO_OUTLINE), color=ink, size=20),
                text(words, Style.BODY_MEDIUM, ink, expand=True),
            ],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        bgcolor=ground,
        border_radius=theme.RADIUS_S,
        padding=GAP,
    )
    return ft.Semantics(live_region=True, container=True, content=made) if live else made


def empty(icon: ft.IconData, title: str, words: str, *more: ft.Control) -> ft.Control:
    """Stand for nothing yet: a picture, what belongs here, and the way to begin."""
    return ft.Container(
        ft.Column(
            [
                ft.Icon(icon, size=48, color=theme.ACCENT),
                heading(title),
                soft(words, Style.BODY_MEDIUM, align=ft.TextAlign.CENTER),
                *more,
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            tight=True,
            spacing=GAP,
        ),
        padding=32,
        alignment=ft.Alignment.CENTER,
    )
