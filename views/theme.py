"""Paper and ink: colours, type and measures. Every pair of colours that meets as text is legible (AA)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import flet as ft

from companion.core.show import player_colours

ASSETS = Path(__file__).resolve().parent / "assets"
TEXT, DISPLAY, SYMBOLS = "Text", "Display", "Symbols"
FILES = {TEXT: "companion-sans", DISPLAY: "companion-serif", SYMBOLS: "companion-symbols"}

TABLET = 700
"""From this width on there is room for a rail and a working panel beside the players."""

TOUCH, WORDED = 48, 64
"""The least height of what can be tapped, and the least width of a button with words."""
GAP_S, GAP = 6, 10
RADIUS_S, RADIUS, RADIUS_L = 8, 14, 22

# Material's own slots carry the meanings, so that a change from light to dark happens on the device.
INK, SOFT_INK = ft.Colors.ON_SURFACE, ft.Colors.ON_SURFACE_VARIANT
PAPER, CARD, PANEL = (
    ft.Colors.SURFACE,
    ft.Colors.SURFACE_CONTAINER_LOWEST,
    ft.Colors.SURFACE_CONTAINER_LOW,
)
RAIL, HAIRLINE, EDGE = (
    ft.Colors.SURFACE_CONTAINER_HIGH,
    ft.Colors.OUTLINE_VARIANT,
    ft.Colors.OUTLINE,
)
ACCENT, ON_ACCENT = ft.Colors.PRIMARY, ft.Colors.ON_PRIMARY
TINT, ON_TINT = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
GAIN, LOSS = ft.Colors.TERTIARY, ft.Colors.ERROR
RING = ft.BorderSide(3, INK)
"""Around the button that has the keys, whatever the edge is that it has otherwise."""
TONES: dict[str, tuple[ft.Colors, ft.Colors]] = {
    "plain": (ft.Colors.SURFACE_CONTAINER, INK),
    "good": (ft.Colors.TERTIARY_CONTAINER, ft.Colors.ON_TERTIARY_CONTAINER),
    "bad": (ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER),
    "warn": (ft.Colors.SECONDARY_FIXED, ft.Colors.ON_SECONDARY_FIXED),
    "info": (ft.Colors.TERTIARY_FIXED, ft.Colors.ON_TERTIARY_FIXED),
    "accent": (TINT, ON_TINT),
}
"""Background and ink of a remark, by its tone. Warn and info borrow the fixed slots, which nothing else uses."""

JOINER = "\u2060"
"""A word joiner: it shows nothing, and no line ends beside it."""
SIGNED = re.compile(r"[+\u2212](?=[^\w\s]\d)")


def unbroken(words: str) -> str:
    """Keep the sign of a sum on the line of its currency's, where a browser may end a line between the two."""
    return SIGNED.sub(rf"\g<0>{JOINER}", words)


SLOTS = {
    "paper": "surface",
    "card": "surface_container_lowest",
    "ink": "on_surface",
    "soft": "on_surface_variant",
    "hair": "outline_variant",
    "edge": "outline",
    "fill": "surface_container",
    "gain": "tertiary",
    "loss": "error",
    "note": "secondary_fixed",
    "on-note": "on_secondary_fixed",
}


def _paper(ground: dict[str, str]) -> dict[str, str]:
    return {SLOTS[name]: colour for name, colour in ground.items()}


LIGHT = {
    **_paper(player_colours.LIGHT),
    "surface_container_low": "#FAF7EF",
    "surface_container_high": "#F0E9DE",
    "surface_container_highest": "#E6DFD1",
    "secondary_container": "#EEE3D0",
    "on_secondary_container": "#2B2418",
    "tertiary_container": "#DCEEDD",
    "on_tertiary_container": "#10401F",
    "error_container": "#F9DFDA",
    "on_error_container": "#6E150D",
    "tertiary_fixed": "#DCE6F5",
    "on_tertiary_fixed": "#17365F",
    "inverse_surface": "#33302B",
    "on_inverse_surface": "#F6F2EA",
    "shadow": "#3A2E1C",
}
FOCUS = {False: "#858070", True: "#6E685C"}
"""The ground of what has the keys and can have no ring, such as a place of the rail, by whether it is dark."""
DARK = {
    **_paper(player_colours.DARK),
    "surface_container_low": "#1B1815",
    "surface_container_high": "#1F1B18",
    "surface_container_highest": "#3A352E",
    "secondary_container": "#40382C",
    "on_secondary_container": "#EFE4D1",
    "tertiary_container": "#1A3D27",
    "on_tertiary_container": "#C3EBCC",
    "error_container": "#511D17",
    "on_error_container": "#FFDAD4",
    "tertiary_fixed": "#20344F",
    "on_tertiary_fixed": "#CBDDF7",
    "inverse_surface": "#EFEAE0",
    "on_inverse_surface": "#2B2824",
    "shadow": "#000000",
}

SIZES = {
    "display_large": (52, DISPLAY, ft.FontWeight.W_600),
    "display_medium": (40, TEXT, ft.FontWeight.W_700),
    "display_small": (32, TEXT, ft.FontWeight.W_700),
    "headline_large": (28, DISPLAY, ft.FontWeight.W_600),
    "headline_medium": (24, DISPLAY, ft.FontWeight.W_600),
    "headline_small": (20, DISPLAY, ft.FontWeight.W_600),
    "title_large": (20, TEXT, ft.FontWeight.W_700),
    "title_medium": (17, TEXT, ft.FontWeight.W_600),
    "title_small": (15, TEXT, ft.FontWeight.W_600),
    "body_large": (16, TEXT, ft.FontWeight.W_400),
    "body_medium": (15, TEXT, ft.FontWeight.W_400),
    "body_small": (13, TEXT, ft.FontWeight.W_400),
    "label_large": (16, TEXT, ft.FontWeight.W_600),
    "label_medium": (13, TEXT, ft.FontWeight.W_500),
    "label_small": (12, TEXT, ft.FontWeight.W_500),
}
"""Type: size, family and weight by role. Controls name roles, never sizes, so text can grow as a whole."""


OUTSIDE = 1.0
"""A stroke around an edge, as Flet writes it."""
ROOMY = 1.15
"""Up to this text size all is laid out as at size 1."""
GROWTH = 16
"""No text grows by more pixels than this: what is large from the start can be read long before, and needs the room."""


TILE, WORDS = ft.Padding(12, 7, 12, 7), ft.Padding(16, 14, 16, 14)
"""What is left around the words of a button that is a tile, and of one that is words alone."""
HELP, BAR = ft.Padding(12, 2, 12, 2), ft.Padding(8, 0, 8, 0)
"""The same of a button that helps or leads elsewhere, and of the one that records."""

OUTLINED = frozenset(
    {"CASINO_OUTLINED", "EMOJI_EVENTS_OUTLINED", "PAYMENTS_OUTLINED", "SCOREBOARD_OUTLINED"}
)
"""Icons of our own games that are not plain."""


def icon(name: str) -> ft.IconData:
    """Return the icon of Material's that a game names, in its plain form: the font has few of the others."""
    plain = name if name in OUTLINED else re.sub("_(OUTLINED|ROUNDED|SHARP)$", "", name)
    found: ft.IconData = (
        getattr(ft.Icons, plain, None) or getattr(ft.Icons, name, None) or ft.Icons.CASINO
    )
    return found


def grow(size: float, scale: float) -> float:
    """Size of a text at the size the player likes; larger roles stay larger."""
    return round(min(size * scale, size + GROWTH), 1)


ICON, SMALL_ICON, MOST_ICON = 24, 18, 1.5
"""Size of an icon alone in a button or a bar, and of one beside words, at text size 1; and how far both grow."""


def icon_size(scale: float, size: float = ICON) -> int:
    """Size of an icon, from its size at text size 1."""
    return round(size * min(scale, MOST_ICON))


def fonts() -> dict[str, str]:
    """Every bundled font by the name the screens use; where the assets lie is up to the form the app has."""
    return {name: f"/fonts/{stem}.ttf" for name, stem in FILES.items()}


def scheme(accent: str, *, dark: bool) -> dict[str, str]:
    """All of Material's colours for a game's accent, in light or dark, by their names."""
    accent, ground = player_colours.valid_colour(accent), DARK if dark else LIGHT
    card = ground["surface_container_lowest"]
    # on black paper a raw accent glares; a little of the ink calms it
    if dark:
        tint = player_colours.mix(card, accent, 0.3)
        primary = player_colours.mix(accent, ground["on_surface"], 0.3)
    else:
        tint, primary = player_colours.pale(accent), accent
    # the accent must be read on every ground it may lie on
    for paper in (tint, card, ground["surface_container_high"], ground["surface"]):
        primary = player_colours.legible(primary, paper, 4.6)
    on_primary = "#FFFFFF" if player_colours.contrast("#FFFFFF", primary) >= 4.5 else "#1E1710"
    return {
        **ground,
        "primary": primary,
        "on_primary": on_primary,
        "primary_container": tint,
        "on_primary_container": player_colours.legible(
            player_colours.mix(accent, ground["on_surface"], 0.55), tint, 7
        ),
        "inverse_primary": player_colours.legible(accent, ground["inverse_surface"], 7),
        "surface_tint": ft.Colors.TRANSPARENT.value,
    }


def text_theme(scale: float) -> dict[str, dict[str, object]]:
    """Every role of type, by its name, at the size the player likes."""
    return {
        role: {
            "size": grow(size, scale),
            "weight": weight.value,
            "font_family": family,
            "font_family_fallback": [TEXT, SYMBOLS],
            "height": 1.3 if size < 24 else 1.12,
            "letter_spacing": -0.4 if size >= 32 else 0,
        }
        for role, (size, family, weight) in SIZES.items()
    }


def edge(usual: ft.BorderSide) -> dict[ft.ControlState, ft.BorderSide]:
    """Return the edges of a button that has one of its own: the ring comes in its place, 2 px wider at least."""
    return {
        ft.ControlState.FOCUSED: replace(RING, width=max(RING.width, usual.width + 2)),
        ft.ControlState.DEFAULT: usual,
    }


def sides(horizontal: float, vertical: float = 0) -> ft.Padding:
    """Leave as much at the right as at the left, and as much below as above."""
    return ft.Padding(horizontal, vertical, horizontal, vertical)


def below(sides: float, bottom: float | None = None) -> ft.Padding:
    """Leave as much at the right as at the left, as much below unless that is said, and nothing above."""
    return ft.Padding(sides, 0, sides, sides if bottom is None else bottom)


@cache
def line(*sides: str, colour: ft.Colors = HAIRLINE, width: float = 1) -> ft.Border:
    """Draw a line at some sides of a box, and say nothing of the others, where Flet says of each that there is none."""
    made = ft.Border()
    for side in ("top", "right", "bottom", "left"):
        setattr(made, side, ft.BorderSide(width, colour) if side in sides else None)
    return made


def make(accent: str, *, dark: bool = False, scale: float = 1.0) -> dict[str, object]:
    """Make the theme of a game, in light or dark, with text at a scale from 1 to 2, as Flet would send its own.

    Flet's stands in a module with the themes of all its controls, and asking for it loads the controls too: that was an
    eighth of a start, for some fields. Names and values are Flet's; a test holds them against what Flet makes of them.
    """
    label = {
        "size": min(12 * scale, 18),
        "font_family": TEXT,
        "weight": ft.FontWeight.W_500.value,
        "color": INK.value,
    }
    # a theme's colours are read before its scheme is there, so they are no slots
    slots = scheme(accent, dark=dark)
    ink = slots["on_surface"]
    ring = replace(RING, color=ink)
    ringed: dict[str, object] = {"side": {ft.ControlState.FOCUSED.value: ring}}
    # inside a ground of its own it would not be seen
    around: dict[str, object] = {
        "side": {
            ft.ControlState.FOCUSED.value: replace(ring, stroke_align=OUTSIDE),
            ft.ControlState.DISABLED.value: replace(ring, width=1, color=slots["outline_variant"]),
        }
    }
    # Flet's client reads the least size, which its Python has no name for
    worded: dict[str, object] = {
        "icon_size": icon_size(scale, SMALL_ICON),
        "minimum_size": {ft.ControlState.DEFAULT.value: {"width": WORDED, "height": TOUCH}},
        "shape": ft.RoundedRectangleBorder(radius=RADIUS),
    }
    # what most buttons of a kind look like is said here once, and not with each of them
    outlined = {
        "bgcolor": slots["surface_container_lowest"],
        "color": _faded(ink, slots),
        "padding": TILE,
    }
    hairline = edge(ft.BorderSide(1, slots["outline_variant"]))
    quiet = {
        "bgcolor": slots["surface_container"],
        "padding": HELP,
        "side": {state.value: side for state, side in hairline.items()},
    }
    filled = {
        "bgcolor": _by_state(slots["primary"], slots["surface_container_lowest"]),
        "color": _faded(slots["on_primary"], slots),
        "elevation": 1,
        "padding": BAR,
    }
    return {
        "color_scheme": slots,
        "text_theme": text_theme(min(2.0, max(1.0, scale))),
        "font_family": TEXT,
        "scaffold_bgcolor": slots["surface"],
        "icon_theme": {"size": icon_size(scale)},
        "navigation_bar_theme": {"label_text_style": label},
        "divider_theme": {"color": HAIRLINE.value, "thickness": 1, "space": 1},
        "page_transitions": dict.fromkeys(("android", "ios", "linux", "macos", "windows"), "none"),
        "scrollbar_theme": {"thickness": 6, "radius": 3},
        "visual_density": ft.VisualDensity.STANDARD.value,
        "focus_color": FOCUS[dark],
        "outlined_button_theme": {"style": {**ringed, **worded, **outlined}},
        "button_theme": {"style": {**worded, **outlined, **quiet}},
        "filled_button_theme": {"style": {**around, **worded, **filled}},
        "text_button_theme": {"style": {**ringed, **worded, "padding": WORDS}},
        # an icon grows with the text, in the same button
        "icon_button_theme": {"style": {**ringed, "padding": 0}},
    }


def _by_state(usual: str, disabled: str) -> dict[str, str]:
    return {ft.ControlState.DISABLED.value: disabled, ft.ControlState.DEFAULT.value: usual}


def _faded(usual: str, slots: dict[str, str]) -> dict[str, str]:
    """Letters that are soft where they can't be tapped."""
    return _by_state(usual, slots["on_surface_variant"])


def apply(page: ft.Page, accent: str, scale: float = 1.0) -> None:
    """Put a game's colours and type on a page, for light and for dark; the caller sends it on its way."""
    # the same on the wire, says make
    page.theme = make(accent, scale=scale)  # type: ignore[assignment]
    page.dark_theme = make(accent, dark=True, scale=scale)  # type: ignore[assignment]
