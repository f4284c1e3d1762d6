"""Lease cards on a shared table: everybody's own, and nobody's phone tells what another holds."""

from __future__ import annotations

import pytest
from device import hold
from headless import PHONE, TABLET, end_threads
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer
from views.sharing.requests import HIDDEN_WHY

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


async def test_the_tables_device_nods_a_hidden_card_without_saying_which(evening):
    cy = evening.state(evening.cy)
    cy.sheet.open(Offer("keep", {"who": "cy"}))
    cy.sheet.answer("card", "h1")
    cy.sheet.answer("price", 120)
    cy.recorder.record(cy.sheet.draft.command)
    (request,) = evening.shared.requests_waiting(evening.play)
    async with evening.screen(evening.tablet, size=TABLET) as tablet:
        await tablet.tap("1 phone is waiting")
        assert tablet.named("Keep a card \u00b7 \u00a3120")
        assert not tablet.says("King of Clubs")
        assert not tablet.named("Change"), "the sheet would show the card"
    evening.state(evening.tablet).requests.alter(request)
    async with evening.screen(evening.cy) as phone:
        assert phone.says("Keep 1 \u00b7 King of Clubs")
    anns_bank = evening.state(evening.add("Cy", bank=True))
    assert anns_bank.requests.hidden_answers(request) == []


@pytest.mark.parametrize("auctioneer", ["ann", "ben"])
async def test_the_coming_lots_lie_open_only_where_the_auctioneer_has_no_phone(tmp_path, auctioneer):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, f"game totopoly\nseats Ann Ben Cy\nstart auctioneer={auctioneer}\nopen_auction\n")
    ann = evening.add("Ann")
    async with evening.screen(evening.tablet, size=TABLET) as tablet:
        assert tablet.says("King of Clubs") is (auctioneer == "ben")
        assert tablet.says("Only Ann sees this: it is chosen on Ann's phone.") is (auctioneer == "ann")
    async with evening.screen(ann) as phone:
        assert phone.says("King of Clubs") is (auctioneer == "ann")
    open_plays.journal.database.close()


async def test_a_correction_on_the_tables_device_does_not_show_which_card_was_kept(evening):
    async with evening.screen(evening.tablet, f"/play/{evening.play}/correct/line/2", TABLET) as tablet:
        assert tablet.says("Ann pays")
        assert not tablet.says("Leonidas")


async def test_a_card_that_a_player_has_or_asked_for_is_left_out_on_that_players_phone_alone(evening):
    cy = evening.state(evening.cy)
    cy.requests.ask_for("keep", {"who": "cy", "card": "h1", "price": 120}, "cys")
    names = {"h1": "King of Clubs", "h5": "Leonidas II"}
    for device, left_out in ((evening.ann, {"h5"}), (evening.cy, {"h1"}), (evening.tablet, set())):
        async with evening.screen(device) as screen:
            if device == evening.tablet:
                await screen.tap("Ben")
            offered = {card for card, name in names.items() if name in screen.words()}
            assert offered == names.keys() - left_out


async def test_a_request_that_hidden_cards_rule_out_has_no_button_and_names_no_card(evening):
    claim(evening.state(evening.cy))
    async with evening.screen(evening.tablet, size=TABLET) as tablet:
        await tablet.tap("1 phone is waiting")
        assert tablet.says(f"Can't be done now: {HIDDEN_WHY}")
        assert not tablet.says("Leonidas")
    async with evening.screen(evening.cy) as phone:
        assert not phone.says("Can't be done now")


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
