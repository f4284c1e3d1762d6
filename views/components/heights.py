"""How high controls come to be in a width, reckoned before they are drawn: good to a few pixels, and on the safe side.

A screen decides by it how much it can show at once. Letters are taken to be a little wider than they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import flet as ft
from flet.components.component import Component

from views import theme

LETTER, DIGIT = 0.6, 0.67
"""Width of a letter and of a digit, in parts of the size of a text."""
LARGE = 24
"""From this size on a line is less high in parts of it."""
UNKNOWN = 48.0
"""Height of what can't be reckoned."""
DEFAULT_GAP = 10.0

Size = tuple[float, float]


def height_of(controls: Iterable[Any], width: float, scale: float, gap: float = 0) -> float:
    """How high controls are, one below the other in so much width."""
    return _below(list(controls), width, scale, gap)[1]


def _size(node: Any, width: float, scale: float) -> Size:  # noqa: C901, PLR0911, PLR0912 - one for each kind of control
    if node is None or getattr(node, "visible", True) is False:
        return 0, 0
    match node:
        case str():
            return _words(ft.Text(node), width, scale)
        case Component():
            return _component(node, width, scale)
        case ft.Text():
            return _words(node, width, scale)
        case ft.Icon():
            return node.size or theme.ICON, node.size or theme.ICON
        case ft.IconButton() | ft.PopupMenuButton():
            return theme.TOUCH, theme.TOUCH
        case ft.Row():
            return (_wrapped if node.wrap else _beside)(node, width, scale)
        case ft.Column() | ft.ListView():
            gap = DEFAULT_GAP if node.spacing is None else float(node.spacing)
            wide, high = _below(node.controls, width, scale, gap)
            return wide, node.height or high
        case ft.Container():
            across, down = _sides(node.padding)
            edge = 2.0 if node.border and node.border.left else 0.0
            wide, high = _size(node.content, (node.width or width) - across - edge, scale)
            return node.width or wide + across + edge, node.height or high + down + edge
        case ft.OutlinedButton() | ft.FilledButton() | ft.TextButton():
            padding = node.style.padding if node.style else None
            across, down = _sides(padding) if padding is not None else (48.0, 16.0)
            across += theme.icon_size(scale, theme.SMALL_ICON) + 8 if node.icon else 0
            wide, high = _size(node.content, (node.width or width) - across, scale)
            return node.width or wide + across, node.height or max(theme.TOUCH, high + down)
        case ft.TextField():
            return width, 64 * max(1.0, scale * 0.8)
        case ft.Divider():
            return 0, node.height or 1
        case ft.Stack():
            sizes = [_size(one, width, scale) for one in node.controls]
            return max((one[0] for one in sizes), default=0), max((one[1] for one in sizes), default=0)
    inside = getattr(node, "content", None)
    return _size(inside, width, scale) if inside is not None else (0, getattr(node, "height", None) or UNKNOWN)


def _component(node: Component, width: float, scale: float) -> Size:
    """Reckon what a component draws; one that has a state of its own can't be asked without being on the screen."""
    draw = getattr(node.fn, "__wrapped__", node.fn)
    try:
        return _size(draw(*node.args, **node.kwargs), width, scale)
    except RuntimeError:
        lists = [one for one in node.args if isinstance(one, Sequence) and one and isinstance(one[0], ft.Control)]
        return width, sum((_size(one[0], width, scale)[1] for one in lists[:1]), UNKNOWN)


def _words(text: ft.Text, width: float, scale: float) -> Size:
    role = text.theme_style.name.lower() if text.theme_style else "body_medium"
    base = theme.SIZES[role][0]
    size = float(text.size or theme.grown(base, scale))
    value = str(text.value or "")
    line = size * (1.3 if base < LARGE else 1.12)
    lines = 1 if text.no_wrap else _lines(value, width, size)
    if text.max_lines:
        lines = min(lines, text.max_lines)
    return min(width, _width(value, size)), lines * line


def _width(words: str, size: float) -> float:
    return sum(DIGIT if letter.isdigit() or letter.isupper() else LETTER for letter in words) * size


def _lines(words: str, width: float, size: float) -> int:
    """How many lines words take."""
    lines = 0
    for part in words.split("\n"):
        lines, left = lines + 1, width
        for word in part.split(" "):
            wide = _width(word, size)
            if wide > left and left < width:
                lines, left = lines + 1, width
            left -= wide + LETTER / 2 * size
    return lines


def _below(nodes: Sequence[Any], width: float, scale: float, gap: float) -> Size:
    sizes = [_size(one, width, scale) for one in nodes or () if getattr(one, "visible", True) is not False]
    high = sum(one[1] for one in sizes) + gap * max(0, len(sizes) - 1)
    return max((one[0] for one in sizes), default=0), high


def _beside(row: ft.Row, width: float, scale: float) -> Size:
    nodes = [one for one in row.controls if getattr(one, "visible", True) is not False]
    gap = DEFAULT_GAP if row.spacing is None else float(row.spacing)
    own = [None if getattr(one, "expand", None) else _size(one, width, scale) for one in nodes]
    used = sum(one[0] for one in own if one) + gap * max(0, len(nodes) - 1)
    shares = sum(int(getattr(one, "expand", None) or 0) for one in nodes)
    high = max((one[1] for one in own if one), default=0.0)
    for node in nodes:
        if share := int(getattr(node, "expand", None) or 0):
            high = max(high, _size(node, max(1.0, (width - used) * share / shares), scale)[1])
    return width if shares else min(width, used), high


def _wrapped(row: ft.Row, width: float, scale: float) -> Size:
    gap = DEFAULT_GAP if row.spacing is None else float(row.spacing)
    below = DEFAULT_GAP if row.run_spacing is None else float(row.run_spacing)
    x, y, high, most = 0.0, 0.0, 0.0, 0.0
    for one in row.controls:
        wide, tall = _size(one, width, scale)
        if x and x + wide > width:
            x, y, high = 0.0, y + high + below, 0.0
        most, high, x = max(most, x + wide), max(high, tall), x + wide + gap
    return most, y + high


def _sides(value: Any) -> Size:
    if value is None:
        return 0.0, 0.0
    if isinstance(value, int | float):
        return 2.0 * value, 2.0 * value
    return float((value.left or 0) + (value.right or 0)), float((value.top or 0) + (value.bottom or 0))
