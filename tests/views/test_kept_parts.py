"""What is kept from one entry to the next shows what is drawn from nothing: after each entry of an evening."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import Any

import flet as ft
import pytest
from crowded import EVENINGS, SESSIONS
from headless import PHONE, TABLET, TELEVISION, Reading, Screen, play

from companion.formats.session import begin, run, steps
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from views import app
from views.state.client import Client
from views.state.open_plays import OpenPlays
from views.table.boards import race

SHOWN = (
    ft.Text,
    ft.Icon,
    ft.Semantics,
    ft.OutlinedButton,
    ft.FilledButton,
    ft.TextButton,
    ft.IconButton,
    ft.ProgressBar,
)
SAID = ("value", "icon", "label", "color", "bgcolor", "disabled", "selected", "tooltip", "size", "height", "content")


async def at_once(work: Any, *args: Any, **more: Any) -> Any:
    return work(*args, **more)


def seen(screen: Screen) -> list[tuple[Any, ...]]:
    """All that a screen shows, in its order, but for what fills it for a moment, which whoever comes has missed."""
    over_it = {id(one) for one in Reading(screen.page._dialogs).controls}
    found = []
    for one in screen.shown.controls:
        if isinstance(one, SHOWN) and id(one) not in over_it:
            said = [getattr(one, name, None) for name in SAID]
            found.append((type(one).__name__, *(None if isinstance(part, ft.BaseControl) else part for part in said)))
    return found


def walk(name: str, size: tuple[int, int], place: str) -> None:
    """Record an evening before a screen, and compare it after each entry with one that is opened then."""

    async def scene() -> None:
        with closing(UntrustedFile()) as file:
            book, clients = Journal(file), list[Client]()
            evening, rest = begin(book, steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8")), "evening")
            open_plays = OpenPlays(book)
            route = f"/play/{evening.id}{place}"

            def enter(page: ft.Page) -> None:
                clients.append(app.open_session(page, open_plays))

            async with Screen(enter, route, size) as kept:
                for number, step in enumerate(rest):
                    run(open_plays.referee(evening.id), step)
                    kept.turn_to()
                    clients[0].refresh(evening.id)
                    await kept.settle()
                    async with Screen(enter, route, size) as fresh:
                        one, other = seen(kept), seen(fresh)
                        missed = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]][:1]
                        assert one == other, f"step {number}: {missed} {one[len(other) :]} {other[len(one) :]}"

    play(scene)


@pytest.fixture(autouse=True)
def nothing_comes_later(monkeypatch):
    """Let no chart come later."""
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    monkeypatch.setattr(race, "PAUSE", 0)


@pytest.mark.parametrize(
    ("name", "size", "place"),
    [("rat_a_tat_cat-limit-all-at-once", PHONE, ""), ("ratrace-first-steps", TABLET, "")],
)
def test_what_is_kept_in_an_evening_is_what_would_be_drawn(name, size, place):
    walk(name, size, place)


@pytest.mark.long
@pytest.mark.parametrize(("size", "place"), [(PHONE, ""), (TABLET, ""), (TELEVISION, "/show")])
@pytest.mark.parametrize("name", EVENINGS)
def test_what_is_kept_in_every_evening_is_what_would_be_drawn(name, size, place):
    walk(name, size, place)
