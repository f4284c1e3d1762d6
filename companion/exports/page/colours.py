"""Colours of the page: paper and ink by day and by night, and anybody's colour made readable on either."""

from __future__ import annotations

import colorsys

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
"""As the app has them: see ``views.theme``, which a test compares."""
PLAIN = "#5A5146"
DIGITS = frozenset("0123456789abcdefABCDEF")


def known(colour: str, otherwise: str = PLAIN) -> str:
    """A colour as ``#RRGGBB``, or another where none was given: nothing else ever gets into a style."""
    digits = colour.strip().lstrip("#")
    return f"#{digits.upper()}" if len(digits) == 6 and set(digits) <= DIGITS else otherwise


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the accessibility guidelines count it, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def legible(colour: str, ground: str, ratio: float) -> str:
    """The colour itself, moved to lighter or darker until it stands out from a ground."""
    hue, light, saturation = colorsys.rgb_to_hls(*_channels(colour))
    step = -0.02 if _luminance(ground) > 0.3 else 0.02
    while contrast(colour, ground) < ratio and 0 < light + step < 1:
        light += step
        colour = _hex(*colorsys.hls_to_rgb(hue, light, saturation))
    return colour


def mix(colour: str, other: str, share: float) -> str:
    """Blend a share of another colour into a colour."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return _hex(*(one + (two - one) * share for one, two in pairs))


def ink_on(colour: str) -> str:
    """Black ink or white, whichever is easier to read on a colour."""
    return max(("#FFFFFF", "#1B1A18"), key=lambda ink: contrast(ink, colour))


def _channels(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _hex(*channels: float) -> str:
    return "#" + "".join(f"{round(255 * min(1, max(0, one))):02X}" for one in channels)


def _luminance(colour: str) -> float:
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
