"""The rules can be read and searched, and the screen set as a person likes it."""

from __future__ import annotations

import flet as ft
import pytest
from hats_game import face, new_play, opened, press

from views.rules.rules import HELP, help_pages


def test_help_speaks_of_other_devices_only_where_they_can_take_part():
    served, kept_here = help_pages(alone=False), help_pages(alone=True)
    assert served == HELP
    assert "Phones" in [page.title for page in served]
    assert "Kept in this browser" in [page.title for page in kept_here]
    assert not any("phones and tablets" in words for page in kept_here for words in page.paragraphs)


async def test_text_size_and_colours_change_at_once_and_are_kept_on_the_device(open_plays):
    async with opened(open_plays, "/settings") as screen:
        await press(screen, "150%")
        assert screen.clients[0].prefs.scale == 1.5
        assert screen.page.theme.text_theme["body_large"]["size"] == 24
        await press(screen, "Dark")
        assert screen.page.theme_mode == ft.ThemeMode.DARK
        assert screen.clients[0].prefs.scale == 1.5
        assert "set" in screen.wire.calls


@pytest.mark.parametrize(("at", "name"), [*enumerate(("one_tap", "haptics", "awake"))])
async def test_a_switch_is_kept_on_this_device_by_its_own_name(open_plays, at, name):
    async with opened(open_plays, "/settings") as screen:
        await screen.fire(screen.all(ft.Switch)[at], "change", False)
        for other in ("one_tap", "haptics", "awake"):
            assert getattr(screen.clients[0].prefs, other) is (other != name)
            assert screen.wire.kept[f"companion.{other}"] is (other != name)


async def test_the_clock_of_a_turn_is_off_until_it_is_asked_for(open_plays):
    async with opened(open_plays, "/settings") as screen:
        assert not screen.clients[0].prefs.turn_clock
        await screen.fire(screen.all(ft.Switch)[3], "change", True)
        assert screen.clients[0].prefs.turn_clock
        assert screen.wire.kept["companion.turn_clock"] is True


async def test_a_player_is_forgotten_and_the_plays_stay(open_plays):
    open_plays.journal.remember_player("Alice")
    new_play(open_plays)
    async with opened(open_plays, "/settings") as screen:
        await screen.tap("Forget Alice")
        assert not screen.says("Known players")
        await screen.go("/")
        assert face(screen, "Resume Friday hats")
