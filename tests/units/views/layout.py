"""A screen laid out without a browser: where each text comes to lie, and what of it can't be read whole there.

The controls that are shown get the sizes that Flutter would give them, with the widths of the bundled fonts. It knows
the few rules by which rows, columns and boxes hand room down; a chart or a field just takes what it is given. Room is
counted in logical pixels, and heights are of lines of text, so they are good to a few pixels only.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from operator import add, attrgetter

import flet as ft
from flet.components.component import Component
from fontTools.ttLib import TTFont

from views import theme

AMOUNT = re.compile(
    r"(?<![\w:.])[+\u2212-]?\u2060?(?:[$\u00a3\u20ac]?\d+(?:,\d{3})*(?:\.\d+)?[KM]?)(?!\w)"
)
"""A figure in a text: an amount with its sign, and any other number that stands for itself."""
APART = re.compile(r"(?<= )|(?<=[+\u2212])(?=[$\u00a3\u20ac])")
"""Where a line may end: behind a space, and, as Unicode has it, between the sign of a sum and its currency's."""
SLACK = 1.0
"""So many pixels may be missing: kerning is not counted."""
TALL = 8.0
"""So many may be missing below: a line's height is Flutter's affair."""
MORE = "\u2026"
THEMED = {
    ft.Button: theme.HELP,
    ft.OutlinedButton: theme.TILE,
    ft.TextButton: theme.WORDS,
    ft.FilledButton: theme.BAR,
}
"""What the theme leaves around the words of a button whose style does not say."""
WIDTH, HEIGHT = attrgetter("width"), attrgetter("height")
WEIGHTS = {
    one.value: number for one, number in zip(ft.FontWeight, range(100, 1000, 100), strict=False)
}


@dataclass(frozen=True, slots=True)
class Face:
    """How a text is written: size, font, weight and the height of a line."""

    size: float
    family: str
    weight: int
    line: float
    spacing: float = 0.0


@dataclass(slots=True)
class Placed:
    """A text where it lies, with the amounts in it that can't be read whole, and why."""

    words: str
    x: float
    y: float
    width: float
    height: float
    cut: dict[str, str] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    """Words for which there is too little room in a line."""
    across: bool = False
    """Whether it can be scrolled into sight from the side."""
    down: bool = False
    """Whether it can be scrolled into sight from below."""
    hidden: float = 0.0
    """So many pixels of its height are out of sight until something is scrolled."""
    mark: str = ""
    """What it is, where it is no text: its identifier or key, or `chosen`, or `tap` for what can be tapped."""
    part: bool = False
    """Whether it is a part of what can be tapped, or lies over others on purpose."""
    edges: tuple[float, float, float, float] = (-math.inf, -math.inf, math.inf, math.inf)
    """Left, top, right and bottom of what it scrolls in: beyond these nothing of it is drawn."""
    layer: int = 0
    """Zero on a screen, more on what lies over it."""

    def move(self, x, y):
        """Move it, with what it scrolls in."""
        self.x, self.y = self.x + x, self.y + y
        left, top, right, bottom = self.edges
        self.edges = left + x, top + y, right + x, bottom + y

    def cut_to(self, width, height):
        """Draw nothing of it beyond a box."""
        left, top, right, bottom = self.edges
        self.edges = max(left, 0), max(top, 0), min(right, width), min(bottom, height)

    @property
    def drawn(self):
        """Left, top, right and bottom of what is drawn of it."""
        left, top, right, bottom = self.edges
        return (
            max(self.x, left),
            max(self.y, top),
            min(self.x + self.width, right),
            min(self.y + self.height, bottom),
        )


@dataclass(slots=True)
class Box:
    """What a control takes up, and the texts in it."""

    width: float
    height: float
    texts: list[Placed] = field(default_factory=list)

    def take(self, inside, x, y):
        """Have the texts of a part, which begins here."""
        for text in inside.texts:
            text.move(x, y)
            self.texts.append(text)

    def cut_off(self, width, height, what):
        """Note the amounts that go on beyond these edges."""
        for text in self.texts:
            if not text.across and (text.x + text.width > width + SLACK or text.x < -SLACK):
                why = f"goes {max(text.x + text.width - width, -text.x):.0f} px over the side of {what}"
            elif not text.down and text.y + text.height > height + TALL:
                why = f"goes {text.y + text.height - height:.0f} px below {what}"
            else:
                continue
            for amount in AMOUNT.findall(text.words):
                text.cut.setdefault(amount, why)

    def hide_below(self, edge):
        """Note what of it lies below an edge, and is not seen there."""
        for text in self.texts:
            text.hidden = max(text.hidden, text.y + text.height - edge)


@dataclass(frozen=True, slots=True)
class Room:
    """What a control may take up: at least and at most."""

    width: float = math.inf
    height: float = math.inf
    least_width: float = 0.0
    least_height: float = 0.0

    def turned(self):
        """The same for what lies on its side."""
        return Room(self.height, self.width, self.least_height, self.least_width)

    def fit(self, width, height):
        """The size nearest to this that is allowed."""
        return (
            min(self.width, max(self.least_width, width)),
            min(self.height, max(self.least_height, height)),
        )

    def within(self, width, height):
        """What is left of it for something that wants to be so wide or high."""
        wide, high = self.fit(width or 0, height or 0)
        across = (self.width, self.least_width) if width is None else (wide, wide)
        down = (self.height, self.least_height) if height is None else (high, high)
        return Room(across[0], down[0], across[1], down[1])

    def less(self, across, down):
        """What is left inside an edge."""
        left = (
            self.width - across,
            self.height - down,
            self.least_width - across,
            self.least_height - down,
        )
        return Room(*(max(0.0, one) for one in left))

    def box(self, width, height):
        """What takes up this much, as far as it may."""
        return Box(*self.fit(width, height))

    def fill(self, width, height):
        """What takes up all the width there is, or else this."""
        return self.box(self.width if self.width < math.inf else width, height)

    def loose(self):
        """The same, without a least."""
        return Room(self.width, self.height)


@cache
def _font(family):
    return TTFont(theme.ASSETS / "fonts" / f"{theme.FILES[family]}.ttf")


@cache
def _letter(letter, family, weight):
    """Width of a letter, in parts of the font's size."""
    if unicodedata.category(letter) == "Cf":
        return 0.0
    for name in (family, theme.TEXT, theme.SYMBOLS):
        font = _font(name)
        glyph = font.getBestCmap().get(ord(letter))
        if glyph:
            place = {"wght": weight} if "fvar" in font else None
            return float(font.getGlyphSet(location=place)[glyph].width / font["head"].unitsPerEm)
    return 0.6


@cache
def width_of(words, face):
    """Width of words on one line."""
    return sum(_letter(one, face.family, face.weight) * face.size + face.spacing for one in words)


@cache
def _broken(words, width, face):
    """Break words into lines as a browser does: between words, and between a sum's sign and its currency's."""
    lines = []
    for part in words.split("\n"):
        line = ""
        for word in APART.split(part):
            if line and width_of((line + word).rstrip(" "), face) > width + 0.01:
                lines.append(line.rstrip(" "))
                line = ""
            line += word
        lines.append(line.rstrip(" "))
    return lines


class Layout:
    """One screen, at one size of its window and of its text."""

    def __init__(self, scale):
        self.roles = theme.text_theme(scale)

    def face(self, text, role="body_medium"):
        """How a text is written."""
        style = text.style or ft.TextStyle()
        named = self.roles[text.theme_style.name.lower() if text.theme_style else role]
        weight = text.weight or style.weight
        wanted = WEIGHTS[weight.value if weight else str(named["weight"])]
        return Face(
            text.size or style.size or named["size"],
            text.font_family or style.font_family or named["font_family"],
            max(400, min(800, wanted)),
            style.height or named["height"],
            0 if text.size else named["letter_spacing"],
        )

    # -- texts ---------------------------------------------------------------------------------------
    def words(self, text, room, role="body_medium"):
        """Break a text into lines, and see what becomes of the amounts in it."""
        face, most = self.face(text, role), text.max_lines
        value, dots = str(text.value or ""), text.overflow == ft.TextOverflow.ELLIPSIS
        lines = (
            [value] if text.no_wrap or (most == 1 and dots) else _broken(value, room.width, face)
        )
        if most and len(lines) > most:
            lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
        widths = [width_of(line, face) for line in lines]
        cut = {}
        for at, (line, wide) in enumerate(zip(lines, widths, strict=True)):
            ended = dots and at == len(lines) - 1 and most is not None
            ends = room.width - (width_of(MORE, face) if ended else 0)
            for found in AMOUNT.finditer(line) if wide > room.width + SLACK else ():
                if width_of(line[: found.end()], face) > ends + SLACK:
                    cut[found.group()] = (
                        f"{'ends in dots' if ended else 'is broken'} in {room.width:.0f} px"
                    )
        for line, below in pairwise(lines):
            # a plus between two sums has a space behind it, and may end a line
            if (
                line.endswith(("+", "\u2212"))
                and line + below in value
                and (rest := AMOUNT.match(below))
            ):
                cut[line[-1] + rest.group()] = f"is broken behind its sign in {room.width:.0f} px"
        high = len(lines) * face.size * face.line
        wide, high = room.fit(min(max(widths, default=0), room.width), high)
        # its box may be wider: what is looked at is where the letters lie
        ink = min(max(widths, default=0), room.width)
        x = (wide - ink) * _shift(text.text_align)
        apart = (
            ()
            if text.no_wrap or most
            else tuple(w for w in value.split() if width_of(w, face) > room.width + SLACK)
        )
        return Box(wide, high, [Placed(value, x, 0, ink, high, cut, apart)])

    # -- boxes ---------------------------------------------------------------------------------------
    def lay(self, node, room, role="body_medium"):
        """Give a control its size."""
        node = _body(node)
        if isinstance(node, list):
            return self.flex(node, room, tight=True)
        if node is None or getattr(node, "visible", True) is False:
            return room.box(0, 0)
        if margin := getattr(node, "margin", None):
            left, top, right, bottom = _sides(margin)
            inside = self._lay(node, room.less(left + right, top + bottom), role)
            box = Box(inside.width + left + right, inside.height + top + bottom)
            box.take(inside, left, top)
            return box
        box = self._lay(node, room, role)
        if mark := _mark(node):
            box.texts.append(Placed("", 0, 0, box.width, box.height, mark=mark))
        if (tapped := _tapped(node)) or isinstance(node, ft.Stack):
            for text in box.texts:
                text.part = True
        if tapped:
            box.texts.append(Placed("", 0, 0, box.width, box.height, mark="tap"))
        return box

    def _lay(self, node, room, role):  # noqa: PLR0911, PLR0912, C901 - one for each kind of control
        match node:
            case str():
                return self.words(ft.Text(node), room, role)
            case ft.Text():
                return self.words(node, room.within(node.width, node.height), role)
            case ft.Icon():
                return room.box(node.size or 24, node.size or 24)
            case ft.Container():
                return self.container(node, room, role)
            case ft.Row() if node.wrap:
                return self.wrap(node, room, role)
            case ft.Row() | ft.Column() | ft.ListView():
                return self.line(node, room.within(node.width, node.height), role)
            case ft.IconButton() | ft.PopupMenuButton():
                if isinstance(node, ft.PopupMenuButton) and node.content is not None:
                    return self.lay(node.content, room, role)
                return room.box(node.width or 48, node.height or 48)
            case ft.OutlinedButton() | ft.FilledButton() | ft.TextButton() | ft.Button():
                return self.button(node, room.within(node.width, node.height))
            case ft.Stack() | ft.AnimatedSwitcher():
                parts = node.controls if isinstance(node, ft.Stack) else [node.content]
                inner = room.within(node.width, node.height)
                laid = [self.lay(one, inner.loose(), role) for one in parts]
                box = inner.box(
                    *(max((size(one) for one in laid), default=0) for size in (WIDTH, HEIGHT))
                )
                for part in laid:
                    box.take(part, 0, 0)
                return box
            case ft.RotatedBox() if node.quarter_turns % 2:
                lying = self.lay(node.content, room.turned(), role)
                for text in lying.texts:  # what of it is in sight is known by now
                    text.x, text.y, text.width, text.height = 0, 0, 0, 0
                return Box(lying.height, lying.width, lying.texts)
            case ft.DataTable():
                return self.table(node, room)
            case ft.NavigationBar() | ft.NavigationRail():
                return room.box(72, 64)
            case ft.Divider() | ft.ProgressBar():
                return room.fill(
                    0, (node.height if isinstance(node, ft.Divider) else node.bar_height) or 4
                )
            case ft.TextField() | ft.Switch():
                return room.fill(300 if isinstance(node, ft.TextField) else 60, 56)
            case ft.Image():
                return room.box(node.width or 0, node.height or 0)
        wide, high = getattr(node, "width", None), getattr(node, "height", None)
        if (inside := getattr(node, "content", None)) is not None:
            return self.lay(inside, room.within(wide, high), role)
        return room.box(wide, high or 48) if wide else room.fill(0, high or 48)

    def line(self, node, room, role):
        """Lay out a row, a column or a list."""
        if isinstance(node, ft.ListView):
            left, top, right, bottom = _sides(node.padding)
            return self.flex(
                node.controls,
                room.less(left + right, top + bottom),
                spacing=node.spacing or 0,
                scroll=True,
                stretch=True,
                role=role,
            )
        down = isinstance(node, ft.Column)
        across = node.horizontal_alignment if down else node.vertical_alignment
        return self.flex(
            node.controls,
            room,
            down=down,
            tight=bool(node.tight),
            spacing=10 if node.spacing is None else node.spacing,
            scroll=bool(node.scroll),
            stretch=_is(across, "stretch"),
            across=across,
            along=node.alignment,
            role=role,
        )

    def container(self, node, room, role):
        """Lay out a box with an edge round its content."""
        left, top, right, bottom = map(add, _sides(node.padding), _edges(node.border))
        inner = room.within(node.width, node.height).less(left + right, top + bottom)
        inside = self.lay(node.content, inner.loose() if node.alignment else inner, role)
        wide, high = inside.width + left + right, inside.height + top + bottom
        if node.alignment:
            wide = inner.width + left + right if inner.width < math.inf else wide
            high = inner.height + top + bottom if inner.height < math.inf else high
        box = Box(*room.within(node.width, node.height).fit(wide, high))
        x, y = left, top
        if node.alignment:
            x += (box.width - left - right - inside.width) * (node.alignment.x + 1) / 2
            y += (box.height - top - bottom - inside.height) * (node.alignment.y + 1) / 2
        box.take(inside, x, y)
        return box

    def button(self, node, room):
        """Lay out a button: an icon and words in the middle of what its style leaves."""
        pad = getattr(node.style, "padding", None)
        left, top, right, bottom = _sides(THEMED.get(type(node), 8) if pad is None else pad)
        inner = room.less(left + right, top + bottom).loose()
        icon = 26.0 if node.icon else 0.0
        inside = self.lay(node.content, inner.less(icon, 0), "label_large")
        box = room.box(
            inside.width + icon + left + right, max(theme.TOUCH, inside.height + top + bottom)
        )
        box.take(inside, left + icon + (box.width - left - right - icon - inside.width) / 2, top)
        return box

    def table(self, node, room):
        """Lay out a table whose cells have widths."""
        gap, edge = float(node.column_spacing or 56), float(node.horizontal_margin or 24)
        box, y = Box(0, 0), 0.0
        lines = [
            [one.label for one in node.columns],
            *([cell.content for cell in row.cells] for row in node.rows),
        ]
        for line in lines:
            x, high = edge, 40.0
            for cell in line:
                inside = self.lay(cell, Room())
                box.take(inside, x, y)
                x += inside.width + gap
                high = max(high, inside.height)
            box.width, y = max(box.width, x - gap + edge), y + high
        box.width, box.height = room.fit(box.width, y)
        return box

    def wrap(self, node, room, role):
        """Set parts beside one another, going on below."""
        inner = room.within(node.width, node.height)
        gap, below = (
            float(node.spacing if node.spacing is not None else 10),
            float(node.run_spacing or 10),
        )
        box, x, y, high = Box(0, 0), 0.0, 0.0, 0.0
        for control in _visible(node.controls):
            part = self.lay(control, Room(inner.width), role)
            if x and x + part.width > inner.width + 0.01:
                x, y, high = 0.0, y + high + below, 0.0
            box.take(part, x, y)
            box.width, high = max(box.width, x + part.width), max(high, part.height)
            x += part.width + gap
        box.width, box.height = inner.fit(box.width, y + high)
        return box

    def flex(
        self,
        controls,
        room,
        *,
        down=True,
        tight=False,
        spacing=0,
        scroll=False,
        stretch=False,
        across=None,
        along=None,
        role="body_medium",
    ):
        """Set parts in a row or a column: first those of their own size, then those that share what is left."""
        parts, size, other = _visible(controls), *((HEIGHT, WIDTH) if down else (WIDTH, HEIGHT))
        main = math.inf if scroll else size(room)
        cross = other(room)
        assert not (stretch and cross == math.inf and parts), "stretched where room has no end"
        least = cross if stretch else 0

        def given(most, at_least=0.0):
            return (
                Room(cross, most, least, at_least) if down else Room(most, cross, at_least, least)
            )

        def length():
            return sum(size(one) for one in laid if one) + spacing * max(0, len(parts) - 1)

        shares = [
            getattr(_body(one), "expand", None) or 0 if main < math.inf else 0 for one in parts
        ]
        laid = [
            None if share else self.lay(part, given(math.inf), role)
            for part, share in zip(parts, shares, strict=True)
        ]
        left = max(0.0, main - length()) if main < math.inf else 0.0
        for at, share in enumerate(shares):
            if share:
                most = left * share / sum(shares)
                loose = getattr(_body(parts[at]), "expand_loose", False)
                laid[at] = self.lay(parts[at], given(most, 0 if loose else most), role)
        breadth = max(map(other, laid), default=0.0)
        whole = main if main < math.inf and not tight else length()
        box = room.box(breadth, whole) if down else room.box(whole, breadth)
        spare = max(0.0, size(box) - length())
        at = spare * _shift(along)
        gap = spacing + (
            spare / (len(laid) - 1) if _is(along, "spaceBetween") and len(laid) > 1 else 0
        )
        for part in laid:
            off = (other(box) - other(part)) * (_shift(across) if across or down else 0.5)
            box.take(part, *((off, at) if down else (at, off)))
            at += size(part) + gap
        if (down and main == math.inf and scroll) or length() > main + TALL:
            box.hide_below(box.height if down else math.inf)
        if scroll:
            for text in box.texts:
                text.across, text.down = text.across or not down, text.down or down
                text.cut_to(*((math.inf, box.height) if down else (box.width, math.inf)))
        elif length() > main + (TALL if down else SLACK):
            what = "a column" if down else "a row"
            box.cut_off(
                math.inf if down else main, main if down else math.inf, f"{what} of {main:.0f}"
            )
        return box


def _shift(alignment):
    """Which part of the room that is left lies before what is aligned so."""
    return {"end": 1, "right": 1, "center": 0.5}.get(getattr(alignment, "value", alignment), 0)


def _mark(node):
    """What a control is, for whoever looks for it among the texts."""
    if isinstance(node, ft.Semantics) and (node.identifier or node.selected):
        return node.identifier or "chosen"
    if isinstance(node, ft.Text) and (node.semantics_label or "").endswith(", chosen"):
        return "chosen"  # a key says so in its name
    key = getattr(node, "key", None)
    return (
        key if isinstance(key, str) and key.startswith(("fold-", "way-", "hand-", "keys-")) else ""
    )


BUTTONS = (
    ft.IconButton,
    ft.PopupMenuButton,
    ft.OutlinedButton,
    ft.FilledButton,
    ft.TextButton,
    ft.Button,
)


def _tapped(node):
    """Whether a control does something when it is tapped."""
    return isinstance(node, BUTTONS) or (
        isinstance(node, ft.Container) and node.on_click is not None
    )


def _is(value, name):
    return getattr(value, "value", value) == name


def _visible(controls):
    flat = []
    for control in controls or []:
        if isinstance(control, Component):
            body = _body(control)
            flat += _visible(body) if isinstance(body, list) else [control]
        elif getattr(control, "visible", True) is not False:
            flat.append(control)
    return flat


def _body(node):
    while isinstance(node, Component):
        node = node._b
    return node


def _sides(value):
    """Left, top, right and bottom."""
    if value is None or isinstance(value, int | float):
        return (value or 0,) * 4
    return tuple(one or 0 for one in (value.left, value.top, value.right, value.bottom))


def _edges(border):
    """How wide a border is on each side."""
    sides = (border.left, border.top, border.right, border.bottom) if border else (None,) * 4
    return [one.width or 0 if one else 0 for one in sides]


def cut_amounts(screen, scale):
    """Every amount on a screen that is cut, broken or ended by dots, with the text it is in.

    The sentence of the last entry may end in dots: its amount is beside it, and it is read out whole.
    """
    found = placed(screen, scale)
    lines = [one for one in found if one.mark == "recorded"]
    texts = [
        one for one in found if not any(line.y <= one.y < line.y + line.height for line in lines)
    ]
    return [f"{amount!r} {why}: {one.words!r}" for one in texts for amount, why in one.cut.items()]


def broken_words(screen, scale):
    """Every word on a screen that is wider than the line it stands in, with its text."""
    return [f"{word!r} in {one.words!r}" for one in placed(screen, scale) for word in one.broken]


def overlaps(found):
    """Whatever can be tapped or read and lies on something else, or has something lying on it."""
    things = [one for one in found if not one.part and (one.mark == "tap" or one.words.strip())]
    named = {id(one): one.words or _words_in(one, found) for one in things}
    said = []
    for at, one in enumerate(things):
        left, top, right, bottom = one.drawn
        for other in things[at + 1 :]:
            x, y, beyond, below = other.drawn
            across, down = min(right, beyond) - max(left, x), min(bottom, below) - max(top, y)
            if one.layer == other.layer and across > OVER and down > TALL:
                said.append(
                    f"{named[id(one)]!r} and {named[id(other)]!r} overlap by {across:.0f} x {down:.0f}"
                )
    return said


OVER = 3.0
"""By so many pixels two things may lie on each other: letters are taken a little too wide, and lines too high."""


def _words_in(thing, found):
    """What is written on something that can be tapped."""
    left, top, right, bottom = thing.drawn
    inside = (one for one in found if left <= one.x <= right and top <= one.y <= bottom)
    return next(
        (one.words or one.mark for one in inside if one.words or one.mark != "tap"),
        f"({left:.0f}, {top:.0f})",
    )


def placed(screen, scale):
    """Every text on a screen, where it lies."""
    layout = Layout(scale)
    width, height = screen.size
    found = []
    for view in [*_views(screen.page.views)][-1:]:
        bar = view.navigation_bar
        room = Room(width, height - (bar.height if bar else 0))
        box = layout.flex(view.controls, room, stretch=True)
        box.cut_off(width, math.inf, "the window")
        box.hide_below(room.height)
        found += box.texts
    for layer, dialog in enumerate(screen.page._dialogs.controls, 1):
        if not dialog.open or isinstance(dialog, ft.SnackBar):
            continue
        inset = 0 if dialog.inset_padding == 0 else 40
        inside = layout.lay(dialog.content, Room(width - 2 * inset, height))
        for text in inside.texts:
            text.layer = layer
        found += inside.texts
    return found


def _views(node):
    node = _body(node)
    if isinstance(node, list):
        for child in node:
            yield from _views(child)
    elif isinstance(node, ft.View) and node.visible is not False:
        yield node
