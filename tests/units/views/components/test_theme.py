"""Whatever meets as text can be read, in light and dark, whatever the game's colour."""

import dataclasses
from enum import Enum
from types import NoneType
from typing import get_args, get_type_hints

import flet as ft
import msgpack
import pytest
from flet.messaging.protocol import configure_encode_object_for_msgpack

from companion.core.show import player_colours
from views import theme

ACCENTS = (
    "#8B4A08",
    "#1F3A6E",
    "#14532D",
    "#6B2454",
    "#A3231C",
    player_colours.HOUSE_ACCENT,
    "#FFE600",
    "#000000",
    "#FFFFFF",
)
CLIENTS_OWN = "minimum_size"
"""Of a button: Flet's client alone knows it."""
GROUNDS = ("surface", "surface_container_lowest", "surface_container_low", "surface_container_high")


def slot(colour):
    """The field of a colour scheme that a colour token names."""
    return colour.name.lower()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("accent", ACCENTS)
def test_text_is_legible(accent, dark):
    scheme = theme.scheme(accent, dark=dark)
    for ground, ink in theme.TONES.values():
        assert player_colours.contrast(scheme[slot(ground)], scheme[slot(ink)]) >= 4.5
    for ground in GROUNDS:
        for ink in (theme.INK, theme.SOFT_INK, theme.GAIN, theme.LOSS, theme.ACCENT):
            assert player_colours.contrast(scheme[ground], scheme[slot(ink)]) >= 4.5, (ground, ink)
        assert player_colours.contrast(scheme[ground], scheme[slot(theme.EDGE)]) >= 3
    assert player_colours.contrast(scheme["primary"], scheme["on_primary"]) >= 4.5


def test_every_bundled_font_is_declared_and_named_in_the_type():
    fonts = theme.fonts()
    assert set(fonts) == {theme.TEXT, theme.DISPLAY, theme.SYMBOLS}
    assert {family for _, family, _ in theme.SIZES.values()} <= set(fonts)


def test_text_grows_to_twice_its_size_and_a_heading_stays_larger_than_the_words_below_it():
    small, large = theme.text_theme(1), theme.text_theme(2)
    for role in ("body_medium", "label_small"):
        assert large[role]["size"] == 2 * small[role]["size"]
    sizes = [theme.grow(size, 2) for size in sorted({size for size, _, _ in theme.SIZES.values()})]
    assert sizes == sorted(sizes)
    assert large["headline_small"]["size"] > large["body_large"]["size"]


def on_the_wire(what):
    return msgpack.unpackb(
        msgpack.packb(what, default=configure_encode_object_for_msgpack(ft.BaseControl))
    )


def of_flet(kind, ours):
    """Make Flet's own value of ours. It takes no name that it does not know, and its words are checked one by one."""
    (made, *others) = [each for each in get_args(kind) or [kind] if each is not NoneType]
    if not others and issubclass(made, Enum):
        return made(ours)
    if others or not dataclasses.is_dataclass(made):
        return ours
    hints = get_type_hints(made)
    return made(
        **{name: of_flet(hints[name], value) for name, value in ours.items() if name != CLIENTS_OWN}
    )


@pytest.mark.parametrize("scale", [1.0, 1.6, 2.0])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("accent", ACCENTS)
def test_a_device_is_sent_the_same_theme_as_if_flet_had_made_it(accent, dark, scale):
    ours = theme.make(accent, dark=dark, scale=scale)
    sent = on_the_wire(ours)
    for part in sent.values():
        if isinstance(part, dict) and "style" in part:
            part["style"].pop(CLIENTS_OWN, None)
    assert sent == on_the_wire(of_flet(ft.Theme, ours))
