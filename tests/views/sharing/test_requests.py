"""What players ask for waits for the bank, is worked out on the book as it is then, and is recorded once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer
from models.ledger import Refusal
from models.rooms import ASKS, DECLINED, RECORDED, WITHDRAWN
from views.sharing.own_page import latest_of
from views.sharing.requests import sort_waiting, waiting_words
from views.state.play.requests import ASKED_ALREADY, MOST_ASKED, OBJECTION


@pytest.fixture
def ben(evening):
    return evening.state(evening.add("Ben"))


@pytest.fixture
def bank(evening):
    return evening.state(evening.tablet)


def ask(state, amount=10, **more):
    """Fill in on a phone that its player pays Ann, and tap the button."""
    state.sheet.open(Offer("pay", {"payer": "ben", "payee": "ann", **more}))
    state.sheet.answer("amount", amount)
    state.recorder.record(state.sheet.draft.command if state.sheet.draft else "none")


def asked(evening):
    (request,) = evening.shared.requests_waiting(evening.play)
    return request


def test_nothing_is_recorded_before_the_bank_has_nodded(evening, ben):
    ask(ben)
    assert len(evening.lines) == 1
    assert evening.waiting == ["pay"]
    assert ben.sheet.own is None


def test_one_tap_of_the_bank_records_it_in_both_names(evening, ben, bank):
    ask(ben)
    bank.requests.grant(asked(evening), bank.snapshot.version)
    assert evening.lines[0] == ("table for ben", "Ben pays Ann $10.")
    assert evening.waiting == []


def test_what_the_turn_waits_for_stands_above_what_was_asked_before(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n")
    for payer, payee in (("ben", "ann"), ("ann", "ben")):
        phone = evening.state(evening.add(payer.capitalize()))
        phone.sheet.open(Offer("pay", {"giver": payer, "taker": payee, "reason": "a card"}))
        phone.sheet.answer("amount", 20)
        phone.recorder.record(phone.sheet.draft.command)
    assert [one.seat for one in sort_waiting(evening.state(evening.tablet))] == ["ann", "ben"]
    open_plays.journal.database.close()


def test_two_taps_of_two_banks_record_it_once(evening, ben, bank):
    other = evening.state(evening.add(bank=True))
    ask(ben)
    request, seen = asked(evening), bank.snapshot.version
    bank.requests.grant(request, seen)
    other.requests.grant(request, seen)
    other.requests.grant(request, other.snapshot.version)
    assert len(evening.lines) == 2


def test_a_receipt_that_is_out_of_date_is_not_granted_by_the_tap_on_it(evening, ben, bank):
    ask(ben)
    request, seen = asked(evening), bank.snapshot.version
    bank.recorder.enter("pay", {"payer": "ann", "payee": "cy", "amount": 5}, "another")
    assert bank.requests.grant(request, seen) is None
    assert evening.waiting == ["pay"]


def test_what_can_no_longer_be_done_says_why_and_still_waits(evening, ben, bank):
    ask(ben, 1_500)
    bank.recorder.enter("pay", {"payer": "ben", "payee": "cy", "amount": 1_000}, "another")
    assert bank.requests.grant(asked(evening), bank.snapshot.version) is None
    assert "Ben" in bank.problem
    assert evening.waiting == ["pay"]


def test_the_bank_may_change_what_was_asked_and_it_stays_that_players(evening, ben, bank):
    ask(ben)
    bank.requests.alter(asked(evening))
    bank.sheet.answer("amount", 20)
    bank.recorder.record(bank.sheet.draft.command)
    assert evening.lines[0] == ("table for ben", "Ben pays Ann $20.")
    assert evening.waiting == []


def test_the_bank_declines_with_a_word_which_the_player_reads(evening, ben, bank):
    ask(ben)
    request = asked(evening)
    bank.requests.decline(request, "Not your turn.")
    last = evening.shared.rooms.last_request(evening.play, ben.member().id)
    assert (last.state, last.word) == (DECLINED, "Not your turn.")
    assert len(evening.lines) == 1


def test_the_bank_is_told_on_a_sheet_of_what_a_phone_has_asked_for_already(evening, ben, bank):
    pay = {"payee": "ann", "amount": 10}
    bank.sheet.open(Offer("pay", {"payer": "ben", **pay}))
    assert bank.requests.say_asked_already(bank.sheet.draft) == ""
    ask(ben)
    assert bank.requests.say_asked_already(bank.sheet.draft) == "Ben's phone has asked for this: it waits for your yes."
    bank.sheet.open(Offer("pay", {"payer": "cy", **pay}))
    assert bank.requests.say_asked_already(bank.sheet.draft) == ""
    bank.requests.alter(asked(evening))
    assert bank.requests.say_asked_already(bank.sheet.draft) == ""


def test_a_player_withdraws_what_they_asked_for_and_nobody_elses(evening, ben):
    ask(ben)
    request = asked(evening)
    evening.state(evening.add("Ann")).requests.withdraw(request)
    assert evening.waiting == ["pay"]
    ben.requests.withdraw(request)
    assert evening.shared.rooms.request(request.id).state == WITHDRAWN


def test_a_player_asks_for_nobody_else(evening, ben):
    ask(ben, payer="ann", payee="ben")
    assert (ben.sheet.own, evening.waiting) == (None, [])
    ben.sheet.open(Offer("pay", {"payer": "ben"}))
    ben.sheet.answer("payer", "ann")
    assert ben.sheet.draft.answers["payer"] == "ben"


def test_nobody_but_the_bank_nods(evening, ben):
    ask(ben)
    request = asked(evening)
    for member in (ben.member().id, evening.add("Ann"), evening.add(), evening.add(host=True)):
        state = evening.state(member)
        for act in (partial(state.requests.grant, seen=state.snapshot.version), state.requests.decline):
            with pytest.raises(Refusal, match="Only the banker"):
                act(request)
    assert (len(evening.lines), evening.waiting) == (1, ["pay"])


def test_where_all_is_recorded_at_once_a_player_needs_no_nod(evening, ben):
    evening.shared.set_room(evening.room, at_once=True)
    ask(ben)
    assert evening.lines[0] == ("ben", "Ben pays Ann $10.")
    ask(ben, payer="ann", payee="ben")
    assert len(evening.lines) == 2


def test_players_undo_their_own_last_entry_where_all_is_recorded_at_once(evening, ben):
    evening.shared.set_room(evening.room, at_once=True)
    ben.recorder.enter("bank_pays", {"payee": "ben", "amount": 10}, "one")
    other = evening.state(evening.add("Cy"))
    assert other.recorder.undo(other.snapshot.version) is None
    assert ben.recorder.undo(ben.snapshot.version)
    assert evening.lines[0] == ("ben", "Undid entry 2: The bank pays Ben $10.")


def test_an_undo_that_takes_something_from_somebody_else_is_the_bankers(evening, ben):
    evening.shared.set_room(evening.room, at_once=True)
    ask(ben)
    assert ben.recorder.undo(ben.snapshot.version) is None
    assert "takes something from Ann" in ben.problem


def test_without_the_bankers_nod_no_player_undoes_anything(evening, ben, bank):
    ask(ben)
    bank.requests.grant(asked(evening), bank.snapshot.version)
    assert ben.recorder.undo(ben.snapshot.version) is None
    bank.recorder.enter("bank_pays", {"payee": "ben", "amount": 10}, "another")
    evening.shared.set_room(evening.room, at_once=True)
    assert ben.recorder.undo(ben.snapshot.version) is None


def test_a_player_says_which_entry_is_wrong(evening, ben):
    ben.requests.object_to(1, "  I had $1,400. ")
    request = asked(evening)
    assert (request.action, dict(request.answers)) == (OBJECTION, {"seq": 1, "words": "I had $1,400."})
    watching = evening.state(evening.add())
    with pytest.raises(Refusal, match="Join as a player first"):
        watching.requests.object_to(1, "I only watch.")
    assert evening.waiting == [OBJECTION]


def test_a_phone_that_asks_and_asks_is_told_to_wait(evening, ben):
    for amount in range(1, MOST_ASKED + 2):
        ask(ben, amount)
    assert len(evening.waiting) == MOST_ASKED
    assert "Wait for an answer first." in ben.problem


def test_the_same_asked_twice_waits_once_and_the_phone_says_so(evening, ben):
    ask(ben)
    ask(ben)
    assert evening.waiting == ["pay"]
    assert ben.problem == ASKED_ALREADY
    assert ben.sheet.own, "the sheet stays, to be changed or left"
    for _ in range(2):
        ben.requests.object_to(1, "I had less.")
    assert evening.waiting == ["pay", OBJECTION]


def test_who_asks_again_after_the_answer_asks_anew(evening, ben, bank):
    ask(ben)
    bank.requests.decline(asked(evening))
    ask(ben)
    assert evening.waiting == ["pay"]


def test_as_many_phones_wait_as_have_asked_whatever_each_asks_for(evening, ben, bank):
    ask(ben)
    ask(ben, 20)
    assert waiting_words(bank) == "1 phone is waiting"
    evening.state(evening.add("Cy")).requests.object_to(1, "No.")
    evening.add("Ann", state=ASKS)
    assert waiting_words(bank) == "3 phones are waiting"


def declined(state):
    """What the phone still says was declined, by the action asked for."""
    (person,) = [one for one in state.snapshot.people if one.key == state.seat]
    return [one.action for one in state.requests.refusals(latest_of(state.snapshot, person))]


@pytest.mark.parametrize("goes_on", ["entry", "request", "phase", "closed"])
def test_a_no_is_said_until_the_players_game_goes_on_or_it_is_closed(evening, ben, bank, monkeypatch, goes_on):
    ask(ben)
    request = asked(evening)
    bank.requests.decline(request, "Not now")
    bank.recorder.enter("pay", {"payer": "ann", "payee": "cy", "amount": 5}, "others")
    assert declined(ben) == ["pay"], "what others do is no news of Ben's"
    if goes_on == "entry":
        bank.recorder.enter("pay", {"payer": "ann", "payee": "ben", "amount": 5}, "bens")
    elif goes_on == "request":
        ask(ben, 20)
    elif goes_on == "phase":
        prompt = replace(ben.snapshot.prompt, event="Auction")
        monkeypatch.setitem(ben.snapshot.__dict__, "prompt", prompt)
    else:
        ben.requests.forget_refusal(request)
    assert declined(ben) == []


def test_fifteen_requests_of_three_phones_are_none_lost_and_none_doubled(evening, bank):
    phones = [evening.state(evening.add(name)) for name in ("Ann", "Ben", "Cy")]
    for amount in range(1, 6):
        for seat, phone in zip(("ann", "ben", "cy"), phones, strict=True):
            phone.sheet.open(Offer("pay", {"payer": seat, "payee": "ben" if seat != "ben" else "ann"}))
            phone.sheet.answer("amount", amount)
            command = phone.sheet.draft.command
            phone.recorder.record(command)
            phone.recorder.record(command)  # the second half of a double tap
    assert len(evening.waiting) == 15
    for request in evening.shared.requests_waiting(evening.play):
        bank.requests.grant(request, bank.snapshot.version)
    assert len(evening.lines) == 9
    assert bank.snapshot.version == 16
    assert len(evening.shared.rooms.requests(evening.play, state=RECORDED)) == 15


def test_a_request_of_a_removed_player_is_still_the_banks_to_decline(evening, bank):
    member = evening.add("Ben")
    ask(evening.state(member))
    evening.shared.turn_away(evening.shared.member(member))
    bank.requests.decline(asked(evening))
    assert evening.waiting == []
