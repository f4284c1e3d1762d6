"""Whatever meets as text can be read, in light and dark, whatever the game's colour."""

from __future__ import annotations

import dataclasses

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


def test_text_grows_to_twice_its_size():
    small, large = theme.text_theme(1), theme.text_theme(2)
    assert large["body_medium"]["size"] == 2 * small["body_medium"]["size"]
    assert large["label_small"]["size"] == 2 * small["label_small"]["size"]


def test_a_heading_in_large_text_stays_larger_than_the_words_below_it():
    large = theme.text_theme(2)
    assert large["headline_small"]["size"] > large["body_large"]["size"]
    sizes = [theme.grow(size, 2) for size in sorted({one for one, _, _ in theme.SIZES.values()})]
    assert sizes == sorted(sizes)


def on_the_wire(what):
    return msgpack.unpackb(msgpack.packb(what, default=configure_encode_object_for_msgpack(ft.BaseControl)))


def style(ours):
    return ft.TextStyle(**{**ours, "weight": ft.FontWeight(ours["weight"])})


def button(ours):
    """Make Flet's own style of a button; its client alone knows the least size."""
    least = {"minimum_size": ours["style"]["minimum_size"]} if "minimum_size" in ours["style"] else {}
    known = ft.ButtonStyle(**{name: one for name, one in ours["style"].items() if name not in least})
    return {**on_the_wire(known), **least}


def of_flet(ours):
    """Make Flet's own theme of ours. It takes no name that it does not know, and its words are checked one by one."""
    return ft.Theme(
        color_scheme=ft.ColorScheme(**ours.color_scheme),
        text_theme=ft.TextTheme(**{role: style(one) for role, one in ours.text_theme.items()}),
        font_family=ours.font_family,
        scaffold_bgcolor=ours.scaffold_bgcolor,
        icon_theme=ft.IconTheme(**ours.icon_theme),
        navigation_bar_theme=ft.NavigationBarTheme(
            label_text_style=style(ours.navigation_bar_theme["label_text_style"]),
        ),
        divider_theme=ft.DividerTheme(**{**ours.divider_theme, "color": ft.Colors(ours.divider_theme["color"])}),
        page_transitions=ft.PageTransitionsTheme(
            **{system: ft.PageTransitionTheme(how) for system, how in ours.page_transitions.items()}
        ),
        scrollbar_theme=ft.ScrollbarTheme(**ours.scrollbar_theme),
        visual_density=ft.VisualDensity(ours.visual_density),
        focus_color=ours.focus_color,
        outlined_button_theme=ft.OutlinedButtonTheme(button(ours.outlined_button_theme)),
        filled_button_theme=ft.FilledButtonTheme(button(ours.filled_button_theme)),
        text_button_theme=ft.TextButtonTheme(button(ours.text_button_theme)),
        icon_button_theme=ft.IconButtonTheme(button(ours.icon_button_theme)),
    )


@pytest.mark.parametrize("scale", [1.0, 1.6, 2.0])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("accent", ACCENTS)
def test_a_device_is_sent_the_same_theme_as_if_flet_had_made_it(accent, dark, scale):
    ours = theme.make(accent, dark=dark, scale=scale)
    sent = on_the_wire(ours)
    assert set(sent) == {field.name for field in dataclasses.fields(theme.Theme)}
    assert sent == on_the_wire(of_flet(ours))


@pytest.mark.parametrize("colour", ["", "red", "#12345", "#GGGGGG"])
def test_an_unknown_colour_falls_back(colour):
    assert player_colours.valid_colour(colour, "#123456") == "#123456"


def test_colours_are_tokens_so_that_the_device_can_turn_dark():
    assert all(isinstance(colour, ft.Colors) for pair in theme.TONES.values() for colour in pair)
