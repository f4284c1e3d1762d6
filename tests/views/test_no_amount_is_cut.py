"""No amount on any screen is cut, broken or ended by dots, and no word in large text: all is laid out and measured."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest
from crowded import EVENINGS, enlarge, evening
from headless import Screen, play
from layout import broken_words, cut_amounts

from companion.core.prompt import Offer
from companion.core.referee import Referee
from views import app
from views.components import reveal
from views.state.client import Client
from views.state.moment import END, RACE
from views.state.open_plays import OpenPlays
from views.testing import PAGES

SIZES = ((390, 844), (360, 640), (844, 390), (1180, 820))
SCALES = (1.0, 2.0)
QUICK = {
    "debts and an auction": ("ratrace-two-bankruptcies", True),
    "money alone at its end": ("any_money-with-a-bank", False),
    "a bookmaker's book": ("totopoly-book-only", True),
    "cards at their end": ("rat_a_tat_cat-limit-all-at-once", False),
}
"""For the quick run: what differs most from one another."""


@pytest.fixture(autouse=True)
def crowded(monkeypatch):
    enlarge(monkeypatch)
    monkeypatch.setattr(reveal, "BETWEEN", 0)


def cut_in(referee: Referee, size: tuple[int, int], scale: float, *, sheets: bool) -> list[str]:
    """Draw every screen of an evening, every sheet and what is revealed; say what is cut, and where."""
    found: list[str] = []

    async def scene() -> None:
        open_plays, clients = OpenPlays(referee.journal), list[Client]()
        route = f"/play/{referee.play.id}"
        async with Screen(lambda page: clients.append(app.open_session(page, open_plays)), route, size) as screen:
            client = clients[0]
            client.prefs = replace(client.prefs, scale=scale)
            client.redraw()
            await screen.settle()

            def look(where: str) -> None:
                found.extend(f"{where or 'table'} at {size}, {scale:.0%}: {one}" for one in cut_amounts(screen, scale))

            for page in PAGES:
                await screen.go(route + page)
                look(page)
            await screen.go(route)
            state = client.state(referee.play.id)
            for action in referee.game.actions if sheets else ():
                state.sheet.open(Offer(action.name))
                await screen.settle()
                look(action.name)
            state.panel.leave()
            for kind in (END, RACE):
                state.panel.moment.kind = kind
                await screen.settle()
                await asyncio.sleep(0)
                await screen.settle()
                look(kind)

    play(scene)
    return found


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "half"), QUICK.values(), ids=QUICK)
def test_no_amount_on_the_screens_of_an_evening_is_cut(name, half, size, scale):
    with evening(name, half=half) as referee:
        assert cut_in(referee, size, scale, sheets=False) == []


@pytest.mark.long
@pytest.mark.parametrize("half", [True, False], ids=["half played", "at its end"])
@pytest.mark.parametrize("name", EVENINGS)
def test_no_amount_of_any_evening_is_cut(name, half):
    with evening(name, half=half) as referee:
        found = [one for size in SIZES for scale in SCALES for one in cut_in(referee, size, scale, sheets=True)]
    assert found == []


@pytest.mark.parametrize("size", [(390, 844), (1180, 820)])
@pytest.mark.parametrize("route", ["/", "/new", "/settings", "/players", "/help", "", "/journal", "/more"])
def test_no_word_is_broken_at_twice_the_size(route, size):
    async def scene(referee: Referee) -> None:
        own = f"/play/{referee.play.id}{route}" if route in ("", "/journal", "/more") else route
        clients = list[Client]()
        opened = OpenPlays(referee.journal)
        async with Screen(lambda page: clients.append(app.open_session(page, opened)), own, size) as screen:
            clients[0].prefs = replace(clients[0].prefs, scale=2.0)
            clients[0].redraw()
            await screen.settle()
            assert broken_words(screen, 2.0) == []

    with evening("ratrace-first-steps", half=False) as referee:
        play(partial(scene, referee))
