"""Whatever meets as text can be read, in light and dark, whatever the game's colour."""

from __future__ import annotations

import flet as ft
import pytest

from companion import looks
from views import theme

ACCENTS = ("#8B4A08", "#1F3A6E", "#14532D", "#6B2454", "#A3231C", looks.HOUSE_ACCENT, "#FFE600", "#000000", "#FFFFFF")
GROUNDS = ("surface", "surface_container_lowest", "surface_container_low", "surface_container_high")


def value(scheme, colour):
    return getattr(scheme, colour if isinstance(colour, str) else colour.value)


def slot(colour):
    """The field of a colour scheme that a colour token stands for."""
    return colour.name.lower()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("accent", ACCENTS)
def test_text_is_legible(accent, dark):
    scheme = theme.scheme(accent, dark=dark)
    for ground, ink in theme.TONES.values():
        assert looks.contrast(value(scheme, slot(ground)), value(scheme, slot(ink))) >= 4.5
    for ground in GROUNDS:
        for ink in (theme.INK, theme.SOFT_INK, theme.GAIN, theme.LOSS, theme.ACCENT):
            assert looks.contrast(value(scheme, ground), value(scheme, slot(ink))) >= 4.5, (ground, ink)
        assert looks.contrast(value(scheme, ground), value(scheme, slot(theme.EDGE))) >= 3
    assert looks.contrast(scheme.primary, scheme.on_primary) >= 4.5


def test_every_bundled_font_is_declared_and_named_in_the_type():
    fonts = theme.fonts()
    assert set(fonts) == {theme.TEXT, theme.DISPLAY, theme.SYMBOLS}
    assert {family for _, family, _ in theme.SIZES.values()} <= set(fonts)


def test_text_grows_to_twice_its_size():
    small, large = theme.text_theme(1), theme.text_theme(2)
    assert large.body_medium.size == 2 * small.body_medium.size
    assert large.label_small.size == 2 * small.label_small.size


@pytest.mark.parametrize("colour", ["", "red", "#12345", "#GGGGGG"])
def test_an_unknown_colour_falls_back(colour):
    assert looks.known(colour, "#123456") == "#123456"


def test_colours_are_tokens_so_that_the_device_can_turn_dark():
    assert all(isinstance(colour, ft.Colors) for pair in theme.TONES.values() for colour in pair)
