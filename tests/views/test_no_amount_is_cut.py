"""No amount on any screen is cut, broken or ended by dots, and no word in large text: all is laid out and measured."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import product

import pytest
from crowded import EVENINGS, coming, enlarge, evening
from headless import play, set_up
from layout import broken_words, cut_amounts

from companion.core.prompt import Offer
from companion.core.recording.referee import Referee
from models.rooms import IN, Request
from views.components import reveal
from views.state.open_plays import OpenPlays
from views.state.play.moment import END, RACE
from views.state.play.panel import Pane
from views.table.table import MORE, REQUESTS
from views.testing import PAGES

SIZES = ((390, 844), (360, 640), (844, 390), (1180, 820))
"""Each of every evening takes long; the narrowest and the widest of a few are quick."""
SCALES = (1.0, 2.0)
OWN_PAGES = ("", "/journal", "/see", "/rules")
"""The screens that a player's own phone has."""
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


def ask(referee: Referee, *offers: Offer) -> str:
    """Let in the phone of the player whose entry it is, which asks the bank for it; return its member's id."""
    shared, play, table = OpenPlays(referee.journal).shared, referee.play.id, referee.table
    own = [str(one.answers.get(referee.game.find_action(one.action).asked_by) or "") for one in offers]
    seat = next(filter(None, own), table.seats[0].key)
    room = shared.open_room(play)
    member = shared.rooms.add_member("phone", room=room.id, people=(table.name(seat),), state=IN).id
    for offer in offers:
        shared.ask(Request("asked", play, member, seat, datetime.now(UTC), offer.action, offer.answers))
    return member


def cut_in(
    referee: Referee,
    size: tuple[int, int],
    scale: float,
    *offers: Offer,
    pages: Iterable[str] = PAGES,
    member: str = "",
) -> list[str]:
    """Draw the screens of an evening, these sheets, each pane and what is revealed; say what is cut, and where."""
    found: list[str] = []

    async def scene() -> None:
        route = f"/play/{referee.play.id}"
        async with set_up(referee, size, member, scale=scale) as (screen, client):

            def look(where: str) -> None:
                found.extend(f"{where or 'table'} at {size}, {scale:.0%}: {one}" for one in cut_amounts(screen, scale))

            for page in pages:
                await screen.go(route + page)
                look(page)
            await screen.go(route)
            state = client.state(referee.play.id)
            for offer in offers:
                state.sheet.open(offer)
                await screen.settle()
                look(offer.action)
            state.panel.leave()
            panes = [Pane("player", seat=one.key) for one in state.snapshot.people]
            for pane in (*panes, Pane("line", seq=state.seen), MORE, REQUESTS):
                state.panel.look(pane)
                await screen.settle()
                look(pane.kind)
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
@pytest.mark.parametrize("size", SIZES[1::2])
@pytest.mark.parametrize(("name", "half"), QUICK.values(), ids=QUICK)
def test_no_amount_on_the_screens_of_an_evening_is_cut(name, half, size, scale):
    with evening(name, half=half) as referee:
        assert cut_in(referee, size, scale) == []


def test_no_amount_on_a_player_s_own_phone_is_cut():
    name, half = QUICK["debts and an auction"]
    with evening(name, half=half) as referee:
        offer = coming(referee, name)
        assert cut_in(referee, (360, 640), 2.0, offer, pages=OWN_PAGES, member=ask(referee, offer)) == []


@pytest.mark.long
@pytest.mark.parametrize("half", [True, False], ids=["half played", "at its end"])
@pytest.mark.parametrize("name", EVENINGS)
def test_no_amount_of_any_evening_is_cut(name, half):
    with evening(name, half=half) as referee:
        offers, found = [Offer(one.name) for one in referee.game.actions], []
        screens = {"": (SIZES, PAGES)}
        if half:
            offer = coming(referee, name)
            following = [offer] if offer else []
            offers += following
            screens[ask(referee, *following)] = (SIZES[:3], OWN_PAGES)
        for member, (sizes, pages) in screens.items():
            for size, scale in product(sizes, SCALES):
                found += cut_in(referee, size, scale, *offers, pages=pages, member=member)
    assert found == []


def broken_in(referee: Referee, route: str, size: tuple[int, int], scale: float, *offers: Offer) -> list[str]:
    """The words that are broken on a screen, or else on these sheets."""
    found: list[str] = []

    async def scene() -> None:
        async with set_up(referee, size, route=route, scale=scale) as (screen, client):
            for offer in offers:
                client.state(referee.play.id).sheet.open(offer)
                await screen.settle()
                found.extend(broken_words(screen, scale))
            if not offers:
                found.extend(broken_words(screen, scale))

    play(scene)
    return found


@pytest.mark.parametrize("size", [(390, 844), (1180, 820)])
@pytest.mark.parametrize("route", ["/", "/new", "/settings", "/players", "/help", "", "/journal", "/more"])
def test_no_word_is_broken_at_twice_the_size(route, size):
    with evening("ratrace-first-steps", half=False) as referee:
        own = f"/play/{referee.play.id}{route}" if route in ("", "/journal", "/more") else route
        assert broken_in(referee, own, size, 2.0) == []


WHO = {
    "three players": ("any_money-with-a-bank", [Offer("pay"), Offer("pay", {"payer": "annmelissand"})]),
    "six players": ("ratrace-six-players", [Offer("repay"), Offer("correct_money")]),
}
"""What asks who it is, in evenings in which everybody has a name of twelve letters."""


@pytest.mark.parametrize(
    ("size", "scale"), [((360, 640), 1.0), ((360, 640), 2.0), ((390, 844), 2.0), ((1180, 820), 2.0)]
)
@pytest.mark.parametrize(("name", "offers"), WHO.values(), ids=WHO)
def test_no_name_of_twelve_letters_is_broken_where_it_is_asked_who(name, offers, size, scale):
    with evening(name, half=True) as referee:
        assert broken_in(referee, f"/play/{referee.play.id}", size, scale, *offers) == []
