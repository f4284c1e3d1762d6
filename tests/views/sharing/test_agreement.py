"""What takes something from another player, or is that player's to say, asks that player's own phone for a yes."""

from __future__ import annotations

import pytest
from headless import PHONE, TABLET
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer
from models.rooms import DECLINED, RECORDED

STREETS = """game rat_race_monopoly
seats Ann Ben Cy

start first=ann
buy_street who=ann street=s1
"""
PRESENT = {"who": "cy", "amount": 500, "reason": "a birthday"}


@pytest.fixture
def evening(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, STREETS)
    evening.shared.set_room(evening.room, at_once=True)
    yield evening
    open_plays.journal.database.close()


@pytest.fixture
def phones(evening):
    return {name: evening.state(evening.add(name)) for name in ("Ann", "Ben", "Cy")}


def ask(state, action, **answers):
    """Ask for an action from a phone, and give the request, if it waits."""
    state.sheet.open(Offer(action, answers))
    command = state.sheet.draft.command
    state.recorder.record(command)
    return next((one for one in state.open_plays.shared.requests_waiting(state.play_id) if one.id == command), None)


def agree(state, request):
    return state.requests.agree(request, state.snapshot.version)


def test_a_trade_for_nothing_waits_for_the_other_player_and_is_recorded_by_that_yes_in_both_names(evening, phones):
    request = ask(phones["Ben"], "deal", who="ben", other="ann", gets="s1")
    assert len(evening.lines) == 2
    assert phones["Ann"].requests.demands_on_me(request) == {"ann": "things"}
    assert phones["Cy"].requests.demands_on_me(request) == {}
    agree(phones["Ann"], request)
    assert evening.lines[0] == ("ann for ben", "Ann gives Ben Brown 1, for nothing.")
    assert evening.shared.rooms.request(request.id).state == RECORDED


def test_what_takes_from_several_is_recorded_once_all_of_them_have_said_yes(evening, phones):
    request = ask(phones["Cy"], "paid_by_each", **PRESENT)
    agree(phones["Ann"], request)
    assert evening.waiting == ["paid_by_each"]
    assert phones["Ann"].requests.demands_on_me(request) == {}
    agree(phones["Ben"], request)
    assert evening.lines[0][0] == "ann and ben for cy"
    assert evening.waiting == []


def test_a_yes_counts_only_for_what_the_player_has_seen(evening, phones):
    request = ask(phones["Cy"], "paid_by_each", **PRESENT)
    agree(phones["Ann"], request)
    evening.state(evening.tablet).recorder.enter("leave", {"who": "ben"}, "another")
    assert "ann" in phones["Ann"].requests.demands_on_me(request), "it is another receipt now"


def test_a_yes_on_a_screen_that_others_have_overtaken_is_asked_for_again(evening, phones):
    request, seen = ask(phones["Ben"], "deal", who="ben", other="ann", gets="s1"), phones["Ann"].snapshot.version
    evening.state(evening.tablet).recorder.enter("next_player", {}, "another")
    assert phones["Ann"].requests.agree(request, seen) is None
    assert evening.waiting == ["deal"]


def test_a_no_of_the_player_ends_it_and_says_whose_it_was(evening, phones):
    request = ask(phones["Ben"], "deal", who="ben", other="ann", gets="s1")
    phones["Cy"].requests.disagree(request)
    assert evening.waiting == ["deal"]
    phones["Ann"].requests.disagree(request)
    settled = evening.shared.rooms.request(request.id)
    assert (settled.state, settled.word) == (DECLINED, "Ann said no")
    assert agree(phones["Ann"], request) is None
    assert len(evening.lines) == 2


def test_where_one_of_them_has_no_phone_the_banker_decides(evening):
    ann, cy = evening.state(evening.add("Ann")), evening.state(evening.add("Cy"))
    request = ask(cy, "paid_by_each", **PRESENT)
    assert ann.requests.demands_on_me(request) == {}
    bank = evening.state(evening.tablet)
    bank.requests.grant(request, bank.snapshot.version)
    assert evening.lines[0][0] == "table for cy"


def test_the_banker_may_nod_before_anybody_has_answered(evening, phones):
    request = ask(phones["Ben"], "deal", who="ben", other="ann", gets="s1")
    bank = evening.state(evening.tablet)
    bank.requests.grant(request, bank.snapshot.version)
    assert agree(phones["Ann"], request) is None
    assert evening.lines[0][0] == "table for ben"
    assert len(evening.lines) == 3


def test_nobody_says_yes_to_what_was_withdrawn(evening, phones):
    request = ask(phones["Ben"], "deal", who="ben", other="ann", gets="s1")
    phones["Ben"].requests.withdraw(request)
    assert agree(phones["Ann"], request) is None
    assert len(evening.lines) == 2


def test_two_who_play_on_one_phone_need_no_yes_of_each_other(evening):
    couple = evening.state(evening.add("Ann", "Ben"))
    ask(couple, "deal", who="ben", other="ann", gets="s1")
    assert evening.lines[0][0] == "ann and ben"


@pytest.mark.parametrize(
    ("action", "answers"),
    [("pay_tax", {"who": "ann"}), ("pay", {"giver": "ann", "taker": "ben", "amount": 100, "reason": "a bet"})],
)
def test_what_costs_only_the_player_is_recorded_at_once(evening, phones, action, answers):
    ask(phones["Ann"], action, **answers)
    assert evening.lines[0][0] == "ann"
    assert evening.waiting == []


def test_a_write_without_the_yes_is_refused_by_the_referee_itself(phones):
    assert phones["Cy"].recorder.enter("paid_by_each", PRESENT, "forged") is None
    assert phones["Cy"].problem == "That takes something from Ann and Ben: they say yes first, or the banker."


async def test_the_screens_say_whose_yes_is_waited_for_and_ask_that_player(evening):
    ann, ben = evening.add("Ann"), evening.add("Ben")
    request = ask(evening.state(ben), "deal", who="ben", other="ann", gets="s1")
    async with (
        evening.screen(ann) as asked,
        evening.screen(ben) as asker,
        evening.screen(evening.tablet, size=TABLET) as tablet,
    ):
        assert asker.says("Waiting for Ann's yes, or the banker's.")
        assert asked.says("Ben asks")
        assert asked.says("This changes what Ann has.")
        await tablet.tap("1 phone is waiting")
        assert tablet.says("Ann can say yes as well.")
        await asked.tap("No")
        await asker.settle()
        assert asker.says("Not recorded: Ann said no.")
        assert not asked.says("Ben asks")
    async with evening.screen(ann, size=PHONE) as asked:
        ask(evening.state(ben), "deal", who="ben", other="ann", gets="s1")
        await asked.settle()
        await asked.tap("Yes: ...")
        assert evening.lines[0][0] == "ann for ben"
    assert evening.shared.rooms.request(request.id).state == DECLINED


@pytest.fixture
def confirmed(evening):
    """The same table, where the banker confirms everything."""
    evening.shared.set_room(evening.room, at_once=False)
    return evening


async def test_where_the_banker_confirms_everything_the_yes_goes_on_to_the_bank(confirmed):
    ann, ben = confirmed.add("Ann"), confirmed.add("Ben")
    async with (
        confirmed.screen(ann) as asked,
        confirmed.screen(ben) as asker,
        confirmed.screen(confirmed.tablet, size=TABLET) as tablet,
    ):
        ask(confirmed.state(ben), "deal", who="ben", other="ann", gets="s1")
        await asker.settle()
        assert asker.says("Waiting for Ann's yes, then the banker's.")
        await tablet.tap("1 phone is waiting")
        assert tablet.says("Ann has not said yes yet.")
        await asked.settle()
        await asked.tap("Yes: ...")
        await tablet.settle()
        assert confirmed.waiting == ["deal"], "the banker has the last word"
        assert tablet.says("Ann said yes.")
        await asker.settle()
        assert asker.says("Waiting for the banker.")


def test_a_no_is_an_answer_there_too(confirmed, phones):
    request = ask(phones["Ben"], "deal", who="ben", other="ann", gets="s1")
    phones["Ann"].requests.disagree(request)
    settled = confirmed.shared.rooms.request(request.id)
    assert (settled.state, settled.word) == (DECLINED, "Ann said no")


def test_what_the_rules_take_from_everybody_is_the_bankers_alone_there(confirmed, phones):
    request = ask(phones["Cy"], "paid_by_each", **PRESENT)
    assert phones["Ann"].requests.demands_on_me(request) == {}
    assert confirmed.waiting == ["paid_by_each"]


async def test_the_banker_is_told_whom_to_ask_by_voice(confirmed):
    ask(confirmed.state(confirmed.add("Ben")), "deal", who="ben", other="ann", gets="s1")
    async with confirmed.screen(confirmed.tablet, size=TABLET) as tablet:
        await tablet.tap("1 phone is waiting")
        assert tablet.says("Ask Ann, too.")


GATE = """game doubletrack
seats Ann Ben Cy
house secret=no
start first=ben
"""
TOLL = {"who": "ben", "gate": "red"}


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize(
    ("answer", "asked"),
    [({"answer": "pays", "amount": 10}, "say"), ({"answer": "free"}, "say"), ({"answer": "refused"}, None)],
)
def test_who_keeps_a_gate_is_asked_on_the_own_phone_and_not_whoever_asks_there(tmp_path, at_once, answer, asked):
    open_plays = new_open_plays(tmp_path)
    table = Evening(open_plays, GATE)
    table.shared.set_room(table.room, at_once=at_once)
    ann, ben = table.state(table.add("Ann")), table.state(table.add("Ben"))
    before = len(table.lines)
    request = ask(ben, "toll", **TOLL, **answer)
    if asked:
        assert ann.requests.demands_on_me(request) == {"ann": asked}
        agree(ann, request)
        assert (len(table.lines) > before) is at_once
    else:
        assert request is None or ann.requests.demands_on_me(request) == {}
    open_plays.journal.database.close()


BOOKS = """game totopoly
seats Ann Ben
house keeps=book

start horses=8
open_book who=ann
"""
BET = {"bookmaker": "ann", "who": "ben", "horse": "h1", "kind": "win", "odds": "1000-1", "stake": 50}


async def test_a_bet_in_anothers_book_waits_for_the_bookmaker_who_may_have_to_pay(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, BOOKS)
    evening.shared.set_room(evening.room, at_once=True)
    ann, before = evening.add("Ann"), evening.lines
    request = ask(evening.state(evening.add("Ben")), "book_bet", **BET)
    assert evening.lines == before
    async with evening.screen(ann) as phone:
        assert phone.says("This may cost Ann money later.")
        await phone.tap("Yes...")
    assert evening.lines[0][0] == "ann for ben"
    assert evening.shared.rooms.request(request.id).state == RECORDED
    open_plays.journal.database.close()
