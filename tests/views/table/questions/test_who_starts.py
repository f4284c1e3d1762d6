"""Who starts is drawn, thrown for, or found by fingers on the screen."""

from __future__ import annotations

import asyncio

import flet as ft
import pytest
from device import END, START, opened
from hats_game import press
from headless import TABLET

from companion.formats.session import replay, steps
from views.table.questions import who_starts

pytestmark = pytest.mark.games("all")

LOWEST = "game ratrace\ntitle Friday\nseats Ann Ben Cy\n"
DEALS = "game rat_a_tat_cat\ntitle Friday\nseats Ann Ben Cy\n"


def begun(open_plays, session):
    return replay(open_plays.journal, steps(session)).play.id


async def put(screen, name, down):
    """Lay somebody's finger on the screen, or lift it."""
    place = next(one for one in screen.all(ft.GestureDetector) if one.key == f"finger-{name.casefold()}")
    await screen.fire(place, "long_press_start" if down else "long_press_end", START if down else END)


async def throws(screen, said):
    """Tap what is said to have been thrown."""
    face = next(one for one in screen.all(ft.Text) if one.semantics_label == said)
    key = next(one for one in screen.all(ft.OutlinedButton) if one.content is face)
    await screen.fire(key, "click")


def first(screen):
    return screen.clients[0].here().sheet.draft.answers.get("first")


async def test_everybody_throws_and_the_highest_starts(open_plays):
    async with opened(open_plays, begun(open_plays, DEALS), TABLET) as screen:
        await press(screen, "Throw for it")
        assert screen.says("The highest starts")
        for throw in ("Ann throws 6", "Ben throws 2", "Cy throws 6", "Ann throws 1"):
            await throws(screen, throw)
        assert first(screen) is None
        await throws(screen, "Cy throws 4")
        assert first(screen) == "cy"
        assert screen.says("Thrown: Ann 6, Ben 2 and Cy 6; again: Ann 1 and Cy 4.")


async def test_the_lowest_starts_where_the_rules_say_so_and_the_app_throws_for_all(open_plays, monkeypatch):
    thrown = iter((3, 1, 1, 2, 6, 5))
    monkeypatch.setattr(who_starts.DICE, "randint", lambda *_: next(thrown))
    async with opened(open_plays, begun(open_plays, LOWEST), TABLET) as screen:
        await press(screen, "Throw for it")
        assert screen.says("The lowest starts")
        await press(screen, "Throw for everybody")
        assert first(screen) == "ben"


async def test_a_slip_is_taken_back(open_plays):
    async with opened(open_plays, begun(open_plays, LOWEST), TABLET) as screen:
        await press(screen, "Throw for it")
        await throws(screen, "Ann throws 6")
        await press(screen, "Take a throw back")
        assert screen.says("What does Ann throw?")
        await press(screen, "Another way")
        assert screen.named("Draw who starts")


async def test_one_of_the_fingers_that_stay_is_chosen(open_plays, monkeypatch):
    monkeypatch.setattr(who_starts, "MOMENT", 0)
    monkeypatch.setattr(who_starts.DICE, "choice", lambda fingers: fingers[-1])
    async with opened(open_plays, begun(open_plays, LOWEST), TABLET) as screen:
        await press(screen, "Lay fingers on")
        await put(screen, "Ann", down=True)
        assert first(screen) is None, "one finger alone is no choice"
        await put(screen, "Ben", down=True)
        await screen.see("Ben's finger was chosen.")
        assert first(screen) == "ben"


async def test_a_finger_that_is_lifted_is_not_chosen(open_plays, monkeypatch):
    waits = asyncio.Event()
    monkeypatch.setattr(who_starts, "a_moment", waits.wait)
    async with opened(open_plays, begun(open_plays, LOWEST), TABLET) as screen:
        await press(screen, "Lay fingers on")
        await put(screen, "Ann", down=True)
        await put(screen, "Ben", down=True)
        await put(screen, "Ben", down=False)
        waits.set()
        await screen.settle()
        assert first(screen) is None
