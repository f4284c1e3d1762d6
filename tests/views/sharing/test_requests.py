"""What is said of requests that wait and of those that were declined; none is lost, and none doubled."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asking import ask, grant

from companion.core.prompt import Offer
from companion.core.recording.revision import Change
from models.ledger import Place
from models.rooms import ASKS, RECORDED
from views.sharing.own_page import latest_of
from views.sharing.requests import sort_waiting, waiting_words, why_not
from views.state.play.requests import OBJECTION

PAY = {"payer": "ben", "payee": "ann", "amount": 10}
GIVEN = {"payee": "ben", "amount": 10}


@pytest.fixture
def ben(evening):
    return evening.state(evening.add("Ben"))


def test_the_bank_is_told_on_any_other_sheet_for_the_same_that_a_phone_has_asked_already(ben, bank):
    def told(payer):
        bank.sheet.open(Offer("pay", {**PAY, "payer": payer}))
        return bank.requests.say_asked_already(bank.sheet.draft)

    assert told("ben") == ""
    request = ask(ben, "pay", **PAY)
    assert told("ben") == "Ben's phone has asked for this: it waits for your yes."
    assert told("cy") == ""
    bank.requests.alter(request)
    assert bank.requests.say_asked_already(bank.sheet.draft) == ""


def test_as_many_phones_wait_as_have_asked_whatever_each_asks_for(evening, ben, bank):
    for amount in (10, 20):
        ask(ben, "pay", **{**PAY, "amount": amount})
    assert waiting_words(bank) == "1 phone is waiting"
    cy = evening.state(evening.add("Cy"))
    for _ in range(2):
        cy.requests.object_to(1, "No.")
    evening.add("Ann", state=ASKS)
    assert waiting_words(bank) == "3 phones are waiting"
    assert evening.waiting == ["pay", "pay", OBJECTION]


@pytest.mark.parametrize("corrected", [False, True])
def test_an_entry_that_no_longer_counts_as_written_needs_no_correction(ben, bank, corrected):
    bank.recorder.enter("bank_pays", GIVEN, "one")
    ben.requests.object_to(2, "It was $20.")
    (request,) = ben.open_plays.shared.requests_waiting(ben.play_id)
    assert why_not(bank, request) == ""
    if corrected:
        change = Change("bank_pays", {**GIVEN, "amount": 20})
        bank.recorder.amend({Place(2): change}, "It was $20.", "two", again=True)
    else:
        bank.recorder.undo(bank.snapshot.version)
    assert why_not(bank, request) == f"Entry 2 is {'corrected in' if corrected else 'crossed out by'} entry 3."


def declined(state):
    """Return the actions that the phone still says were declined."""
    (person,) = [person for person in state.snapshot.people if person.key == state.seat]
    return [request.action for request in state.requests.refusals(latest_of(state.snapshot, person))]


@pytest.mark.parametrize("goes_on", ["entry", "request", "phase", "closed"])
def test_a_no_is_said_until_the_players_game_goes_on_or_it_is_closed(ben, bank, monkeypatch, goes_on):
    request = ask(ben, "pay", **PAY)
    bank.requests.decline(request, "Not now")
    bank.recorder.enter("pay", {"payer": "ann", "payee": "cy", "amount": 5}, "others")
    assert declined(ben) == ["pay"], "what others do is no news of Ben's"
    if goes_on == "entry":
        bank.recorder.enter("bank_pays", GIVEN, "bens")
    elif goes_on == "request":
        ask(ben, "pay", **{**PAY, "amount": 20})
    elif goes_on == "phase":
        prompt = replace(ben.snapshot.prompt, event="Auction")
        monkeypatch.setitem(ben.snapshot.__dict__, "prompt", prompt)
    else:
        ben.requests.forget_refusal(request)
    assert declined(ben) == []


def test_fifteen_requests_of_three_phones_are_none_lost_and_none_doubled(evening, bank):
    phones = {name.lower(): evening.state(evening.add(name)) for name in ("Ann", "Ben", "Cy")}
    for amount in range(1, 6):
        for seat, phone in phones.items():
            request = ask(phone, "pay", payer=seat, payee="ben" if seat != "ben" else "ann", amount=amount)
            phone.recorder.record(request.id)  # the second half of a double tap
    assert len(evening.waiting) == 15
    for request in evening.shared.requests_waiting(evening.play):
        grant(bank, request)
    assert bank.snapshot.version == 16
    assert len(evening.shared.rooms.requests(evening.play, state=RECORDED)) == 15


def test_what_the_turn_waits_for_stands_on_top(lay):
    evening = lay("game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n")
    for payer, payee in (("ben", "ann"), ("ann", "ben")):
        phone = evening.state(evening.add(payer.capitalize()))
        ask(phone, "pay", giver=payer, taker=payee, reason="a card", amount=20)
    assert [request.seat for request in sort_waiting(evening.state(evening.tablet))] == ["ann", "ben"]


def test_what_was_crossed_out_is_not_what_happened_last_to_a_player(bank):
    for command in ("one", "another"):
        bank.recorder.enter("bank_pays", GIVEN, command)
    found = []
    for _ in range(2):
        found.append(latest_of(bank.snapshot, bank.snapshot.person("ben")))
        bank.recorder.write(bank.recorder.referee.void, found[-1], "it was another's")
    assert found == [3, 2]
