"""The rules can be read and searched, and the screen set as a person likes it."""

from __future__ import annotations

import flet as ft
import pytest
from hats_game import face, field, new_play, opened, press
from headless import PHONE, TABLET

from companion.core.table import Table
from views.rules.rules import HELP, find_pages, help_pages, shorten


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_page_of_the_rules_opens_by_a_tap_and_so_do_all(open_plays, size):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/rules", size) as screen:
        assert not screen.says("Hats are bought")
        await press(screen, "The aim")
        assert screen.says("Hats are bought")
        await press(screen, "Open all pages")
        assert screen.says("Roll well.")
        assert all(screen.says(page.paragraphs[0]) for page in HELP)


def test_help_speaks_of_other_devices_only_where_they_can_take_part():
    served, kept_here = help_pages(alone=False), help_pages(alone=True)
    assert served == HELP
    assert "Phones" in [page.title for page in served]
    assert "Kept in this browser" in [page.title for page in kept_here]
    assert not any("phones and tablets" in words for page in kept_here for words in page.paragraphs)


async def test_words_find_pages_of_the_rules_and_of_the_help(open_plays):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/rules") as screen:
        await screen.write(field(screen, "Find in rules and help"), "hatter BOUGHT")
        assert screen.says("1 page with")
        assert screen.says("Hats are bought at the hatter's.")
        await screen.write(field(screen, "Find in rules and help"), "ctrl+z")
        assert screen.says("Ctrl+Z undoes")
        await screen.write(field(screen, "Find in rules and help"), "tiger")
        assert screen.says("No page with \u201ctiger\u201d")


def test_nothing_looked_for_is_every_page():
    assert find_pages(HELP, "", Table(())) == HELP


def test_a_long_beginning_is_cut_at_a_word():
    assert shorten("short") == "short"
    assert shorten("one two, three four", 10) == "one two\u2026"


async def test_text_size_and_colours_change_at_once_and_are_kept_on_the_device(open_plays):
    async with opened(open_plays, "/settings") as screen:
        await press(screen, "150%")
        assert screen.clients[0].prefs.scale == 1.5
        assert screen.page.theme.text_theme["body_large"]["size"] == 24
        await press(screen, "Dark")
        assert screen.page.theme_mode == ft.ThemeMode.DARK
        assert screen.clients[0].prefs.scale == 1.5
        assert "set" in screen.wire.calls


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_settings_say_where_the_book_is_and_that_the_screen_may_fall_asleep(open_plays, size):
    async with opened(open_plays, "/settings", size) as screen:
        assert screen.says(str(open_plays.journal.database.path))
        # nobody at the other end of this session can keep a screen awake
        assert screen.says("This browser can't keep the screen on.")


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
