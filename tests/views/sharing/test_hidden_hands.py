"""Lease cards on a shared table: everybody's own, and nobody's phone tells what another holds."""

from __future__ import annotations

import pytest
from asking import ask, grant
from device import hold
from headless import TABLET

from views.sharing.requests import HIDDEN_WHY

LEASES = "game totopoly\nseats Ann Ben Cy\nstart\nkeep who=ann card=h5 price=90\n"
KING, LEONIDAS = "King of Clubs", "Leonidas"
CLAIM, OWN = {"who": "cy", "card": "h5", "price": 90}, {"who": "cy", "card": "h1", "price": 120}
"""Cy names Ann's card, or one that nobody has."""


@pytest.fixture
def evening(lay):
    evening = lay(LEASES)
    evening.ann, evening.cy = evening.add("Ann"), evening.add("Cy")
    return evening


async def test_who_names_a_card_that_another_holds_waits_for_the_banker_who_alone_is_told_and_not_which(evening):
    evening.shared.set_room(evening.room, at_once=True)
    cy, bank = evening.state(evening.cy), evening.state(evening.tablet)
    request = ask(cy, "keep", **CLAIM)
    assert (cy.problem, evening.waiting) == ("", ["keep"])
    assert grant(bank, request) is None
    assert "is kept already: one of two players named the wrong card" in bank.problem
    async with evening.screen(evening.tablet, size=TABLET) as tablet, evening.screen(evening.cy) as phone:
        await tablet.tap("1 phone is waiting")
        assert tablet.says(f"Can't be done now: {HIDDEN_WHY}")
        assert not tablet.says(LEONIDAS)
        assert not phone.says("Can't be done now")


async def test_the_tables_device_nods_a_hidden_card_without_saying_which(evening):
    request = ask(evening.state(evening.cy), "keep", **OWN)
    async with evening.screen(evening.tablet, size=TABLET) as tablet, evening.screen(evening.cy) as phone:
        await tablet.tap("1 phone is waiting")
        assert tablet.named("Keep a card · £120")
        assert not tablet.says(KING)
        assert not tablet.named("Change"), "the sheet would show the card"
        assert phone.says(f"Keep 1 · {KING}")
    evening.state(evening.tablet).requests.alter(request)
    assert evening.state(evening.add("Cy", bank=True)).requests.hidden_answers(request) == []


async def test_a_card_that_a_player_has_or_asked_for_is_left_out_on_that_players_phone_alone(evening):
    evening.state(evening.cy).requests.ask_for("keep", OWN, "cys")
    names = {KING, "Leonidas II"}
    for device, left_out in ((evening.ann, {"Leonidas II"}), (evening.cy, {KING}), (evening.tablet, set())):
        async with evening.screen(device) as screen:
            if device == evening.tablet:
                await screen.tap("Ben")
            assert names & {*screen.words()} == names - left_out


async def test_on_their_own_phone_a_player_holds_to_see_the_cards(evening):
    async with evening.screen(evening.ann) as screen:
        listed = screen.words().count("5 · Leonidas II")
        await hold(screen)
        assert screen.words().count("5 · Leonidas II") == listed + 1
