"""Colours: paper and ink by day and night, and each player's own, on screen and on a page."""

from __future__ import annotations

import colorsys
from functools import lru_cache

LIGHT = {
    "paper": "#F4F3EE",
    "card": "#FEFDF8",
    "ink": "#1B1A18",
    "soft": "#5D5950",
    "hair": "#DCD6C8",
    "edge": "#857E70",
    "fill": "#EEE9DD",
    "gain": "#1C6B3B",
    "loss": "#A7281E",
    "note": "#FCEFC0",
    "on-note": "#493900",
}
DARK = {
    "paper": "#161412",
    "card": "#211E1A",
    "ink": "#EFEAE0",
    "soft": "#BDB5A7",
    "hair": "#403A33",
    "edge": "#928A7C",
    "fill": "#302B26",
    "gain": "#84D09A",
    "loss": "#F59B90",
    "note": "#463A0C",
    "on-note": "#F7E5A0",
}


HOUSE_ACCENT = "#5A5146"
"""The accent of whatever belongs to no game."""
SHAPES = ("circle", "square", "diamond", "shield", "arch", "leaf")
INKS = ("#2B2B2B", "#A8241D", "#5E6B14", "#1D5A99", "#7A2E73", "#8A5A00")
"""The colours by seat where none is chosen; each is legible under white."""
INK_NAMES = dict(zip(INKS, ("black", "red", "olive", "blue", "plum", "ochre"), strict=True))
DIGITS = frozenset("0123456789abcdefABCDEF")


def valid_colour(colour: str, otherwise: str = HOUSE_ACCENT) -> str:
    """Return a colour as ``#RRGGBB``, or another one where the text is no colour."""
    plain = colour.strip().lstrip("#")
    return f"#{plain.upper()}" if len(plain) == 6 and set(plain) <= DIGITS else otherwise


def look(at: int, colour: str, shape: str, token: str = "") -> tuple[str, str]:
    """The colour and the shape of the player at a place: those chosen, else those of the place.

    The colour of the ``token`` on the board comes before the one that was chosen.
    """
    return valid_colour(
        token, valid_colour(colour, INKS[at % len(INKS)])
    ), shape if shape in SHAPES else SHAPES[at % len(SHAPES)]


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of ``#rrggbb``, each from 0 to 1."""
    red, green, blue = bytes.fromhex(colour.lstrip("#"))
    return red / 255, green / 255, blue / 255


def to_hex(red: float, green: float, blue: float) -> str:
    """Write channels as ``#RRGGBB``."""
    return "#" + "".join(
        f"{round(255 * min(1, max(0, channel))):02X}" for channel in (red, green, blue)
    )


def mix(colour: str, other: str, share: float) -> str:
    """Blend a share of another colour into a colour."""
    both = zip(channels(colour), channels(other), strict=True)
    return to_hex(*(own + (its - own) * share for own, its in both))


def luminance(colour: str) -> float:
    """How much light a colour gives, as the accessibility guidelines count it."""
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    high, low = sorted((luminance(ink), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@lru_cache(256)
def ink_on(colour: str) -> str:
    """Black ink or white, whichever is easier to read on a colour."""
    return max(("#FFFFFF", "#1B1A18"), key=lambda ink: contrast(ink, colour))


def legible(colour: str, ground: str, ratio: float = 4.5) -> str:
    """The colour itself, moved to lighter or darker until it can be read on a ground."""
    hue, light, saturation = colorsys.rgb_to_hls(*channels(colour))
    step = -0.02 if luminance(ground) > 0.3 else 0.02
    while contrast(colour, ground) < ratio and 0 < light + step < 1:
        light += step
        colour = to_hex(*colorsys.hls_to_rgb(hue, light, saturation))
    return colour


@lru_cache(maxsize=64)
def both_ways(colour: str) -> str:
    """The colour itself, moved until it can be seen on light paper and on dark.

    So a chart on a screen need not be drawn again when the theme changes.
    """
    return legible(legible(colour, LIGHT["card"], 3), DARK["card"], 3)


def pale(colour: str) -> str:
    """A light wash of a colour, as of watered ink."""
    hue, _, saturation = colorsys.rgb_to_hls(*channels(colour))
    return to_hex(*colorsys.hls_to_rgb(hue, 0.885, min(0.9, saturation)))
