"""Lease cards on a shared table: everybody's own, and nobody's phone tells what another holds."""

from __future__ import annotations

import pytest
from device import hold
from headless import PHONE, TABLET, end_threads
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer

LEASES = """game totopoly
seats Ann Ben Cy
start
keep who=ann card=h5 price=90
"""


@pytest.fixture
def evening(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, LEASES)
    evening.ann, evening.cy = evening.add("Ann"), evening.add("Cy")
    yield evening
    open_plays.journal.database.close()


def claim(state):
    """Fill in that this phone's player keeps a card that is Ann's, and tap the button."""
    state.sheet.open(Offer("keep", {"who": state.seat}))
    state.sheet.answer("card", "h5")
    state.sheet.answer("price", 90)
    assert state.sheet.outcome().proposal, state.sheet.outcome()
    state.recorder.record(state.sheet.draft.command)


def test_who_names_a_card_that_another_holds_waits_for_the_banker_who_alone_is_told(evening):
    evening.shared.set_room(evening.room, at_once=True)
    cy, bank = evening.state(evening.cy), evening.state(evening.tablet)
    claim(cy)
    assert (cy.problem, evening.waiting) == ("", ["keep"])
    (request,) = evening.shared.requests_waiting(evening.play)
    assert bank.requests.grant(request, bank.snapshot.version) is None
    assert "is kept already: one of two players named the wrong card" in bank.problem
    assert len(evening.lines) == 2


async def test_on_their_own_phone_a_player_holds_to_see_the_cards_and_nothing_is_called_hidden(evening):
    async with evening.screen(evening.ann) as screen:
        assert screen.says("1 card, face down until the last lot")
        assert not screen.says("hidden")
        listed = screen.words().count("5 \u00b7 Leonidas II")
        await hold(screen)
        assert screen.words().count("5 \u00b7 Leonidas II") == listed + 1


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_card_promises_to_be_held_only_where_that_shows_something(tmp_path, size):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, "game doubletrack\nseats Ann Ben Cy\nstart first=ann\n")
    evening.add("Ann")
    async with evening.screen(evening.tablet, size=size) as screen:
        assert len([one for one in screen.words() if one.startswith("Hold")]) == 2, "Ben and Cy have no phone"
    await end_threads()
    open_plays.journal.database.close()
