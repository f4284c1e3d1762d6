"""Working a quick tool on screen: tapping what is called so, and reading the answer."""

from __future__ import annotations

import flet as ft

from views.testing import RECORD


async def tap(screen, *names):
    """Tap what is called so, by its words or as it is read out; the rest of its words does not matter."""
    for name in names:
        found = [
            control
            for control in screen.all(ft.BaseControl)
            if getattr(control, "on_click", None) and called(screen, control, name)
        ]
        found += [
            inside
            for named in screen.all(ft.Semantics)
            if isinstance(named.label, str) and (named.label == name or named.label.startswith(f"{name}:"))
            for inside in (named, *screen.walk(named.content))
            if getattr(inside, "on_click", None) or getattr(inside, "on_tap", None)
        ]
        if name == RECORD:
            found = screen.named(RECORD)
        assert found, f"nothing called {name!r}"
        assert not getattr(found[0], "disabled", False), f"{name!r} is greyed"
        await screen.fire(found[0], "click" if getattr(found[0], "on_click", None) else "tap")


def called(screen, control, name):
    inside = getattr(control, "content", None)
    if name in {getattr(control, "tooltip", None), inside}:
        return True
    texts = [one for one in screen.walk(inside) if isinstance(one, ft.Text | ft.Icon)] if inside is not None else []
    if name.isdigit():  # a key of a pad, and no figure on a board
        return isinstance(control, ft.OutlinedButton) and [
            (text.value, (text.semantics_label or "Roll")[:4]) for text in texts if isinstance(text, ft.Text)
        ] == [(name, "Roll")]
    return any(name in {one.semantics_label, getattr(one, "value", None)} for one in texts)


def answer(screen):
    return screen.by_id("answer").label


async def horse(screen, number):
    """Tap a horse's line on the board."""
    line = next(one for one in screen.all(ft.Semantics) if str(one.label).startswith(f"{number}, Horse {number}"))
    await screen.fire(line, "tap")
