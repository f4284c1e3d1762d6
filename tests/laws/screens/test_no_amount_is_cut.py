"""No amount on any screen is cut, broken or ended by dots, and no word in large text: all is laid out and measured."""

import asyncio
from datetime import UTC, datetime
from itertools import product

import pytest

from companion.core.prompt import Offer
from models.rooms import IN, Request
from tests.paths import EVENINGS
from tests.units.views.crowded import coming, enlarge, evening
from tests.units.views.headless import set_up
from tests.units.views.layout import broken_words, cut_amounts
from views.components import reveal
from views.state.open_plays import OpenPlays
from views.state.play.moment import END, RACE
from views.state.play.panel import Pane
from views.table.table import MORE, REQUESTS
from views.testing import PAGES

SIZES = PHONE, SMALL, TURNED, TABLET = (390, 844), (360, 640), (844, 390), (1180, 820)
"""Each of every evening takes long; the narrowest and the widest of a few are quick."""
SCALES = (1.0, 2.0)
OWN_PAGES = ("", "/journal", "/see", "/rules")
"""The screens that a player's own phone has."""
DEBTS = ("ratrace-two-bankruptcies", True)
QUICK = {
    "debts and an auction": DEBTS,
    "money alone at its end": ("any_money-with-a-bank", False),
    "a bookmaker's book": ("totopoly-book-only", True),
    "cards at their end": ("rat_a_tat_cat-limit-all-at-once", False),
}
"""For the quick run: what differs most from one another."""


@pytest.fixture(autouse=True)
def crowded(monkeypatch):
    enlarge(monkeypatch)
    monkeypatch.setattr(reveal, "BETWEEN", 0)


def ask(referee, *offers):
    """Let in the phone of the player whose entry it is, which asks the bank for it; return its member's id."""
    shared, play, table = OpenPlays(referee.journal).shared, referee.play.id, referee.table
    own = [
        str(one.answers.get(referee.game.find_action(one.action).asked_by) or "") for one in offers
    ]
    seat = next(filter(None, own), table.seats[0].key)
    room = shared.open_room(play)
    member = shared.rooms.add_member("phone", room=room.id, people=(table.name(seat),), state=IN).id
    for offer in offers:
        shared.ask(
            Request("asked", play, member, seat, datetime.now(UTC), offer.action, offer.answers)
        )
    return member


async def found_on(referee, size, scale, *offers, pages=PAGES, member="", find=cut_amounts):
    """Draw these screens, of an evening or after ``//`` of the app, and these sheets; say what is found, and where.

    Amounts are looked for in each pane as well, and in what is revealed.
    """
    found = []
    async with set_up(referee, size, member, scale=scale) as (screen, client):

        async def look(where):
            await screen.settle()
            found.extend(
                f"{where or 'table'} at {size}, {scale:.0%}: {one}" for one in find(screen, scale)
            )

        route, state = screen.page.route, client.state(referee.play.id)
        for page in pages:
            await screen.go(page[1:] if page.startswith("//") else route + page)
            await look(page)
        await screen.go(route)
        for offer in offers:
            state.sheet.open(offer)
            await look(offer.action)
        if find is broken_words:
            return found
        state.panel.leave()
        panes = [Pane("player", seat=one.key) for one in state.snapshot.people]
        for pane in (*panes, Pane("line", seq=state.seen), MORE, REQUESTS):
            state.panel.look(pane)
            await look(pane.kind)
        state.panel.leave()
        for kind in (END, RACE):
            state.panel.moment.kind = kind
            await screen.settle()
            await asyncio.sleep(0)
            await look(kind)
    return found


@pytest.mark.parametrize(("size", "scale"), [(SMALL, 2.0), (TABLET, 1.0)])
@pytest.mark.parametrize(("name", "half"), QUICK.values(), ids=QUICK)
async def test_no_amount_on_the_screens_of_an_evening_is_cut(name, half, size, scale):
    with evening(name, half=half) as referee:
        assert await found_on(referee, size, scale) == []


async def test_no_amount_on_a_player_s_own_phone_is_cut():
    with evening(DEBTS[0], half=True) as referee:
        offer = coming(referee, DEBTS[0])
        assert (
            await found_on(referee, SMALL, 2.0, offer, pages=OWN_PAGES, member=ask(referee, offer))
            == []
        )


@pytest.mark.long
@pytest.mark.parametrize("half", [True, False], ids=["half played", "at its end"])
@pytest.mark.parametrize("name", EVENINGS)
async def test_no_amount_of_any_evening_is_cut(name, half):
    with evening(name, half=half) as referee:
        offers, found = [Offer(one.name) for one in referee.game.actions], []
        screens = {"": (SIZES, PAGES)}
        if half:
            following = [offer for offer in (coming(referee, name),) if offer]
            offers += following
            screens[ask(referee, *following)] = (SIZES[:3], OWN_PAGES)
        for member, (sizes, pages) in screens.items():
            for size, scale in product(sizes, SCALES):
                found += await found_on(referee, size, scale, *offers, pages=pages, member=member)
    assert found == []


TOP = ("//", "//new", "//settings", "//players", "//help", "", "/journal", "/more")
LARGE = ((PHONE, 2.0), (TABLET, 2.0))
SMALLER = ((SMALL, 1.0), (SMALL, 2.0), *LARGE)


@pytest.mark.parametrize(
    ("name", "half", "offers", "pages", "sizes"),
    [
        ("ratrace-first-steps", False, [], TOP, LARGE),
        (
            "any_money-with-a-bank",
            True,
            [Offer("pay"), Offer("pay", {"payer": "annmelissand"})],
            (),
            SMALLER,
        ),
        ("ratrace-six-players", True, [Offer("repay"), Offer("correct_money")], (), SMALLER),
    ],
    ids=["twice the size", "who of three", "who of six"],
)
async def test_no_word_nor_name_of_twelve_letters_is_broken(name, half, offers, pages, sizes):
    with evening(name, half=half) as referee:
        for size, scale in sizes:
            assert (
                await found_on(referee, size, scale, *offers, pages=pages, find=broken_words) == []
            )
