"""A player's own phone between turns and in one: what is there to ask, what the player has, what became of requests."""

from __future__ import annotations

from functools import partial
from itertools import count

import flet as ft
import pytest
from device import hold, in_tree, let_go
from headless import PHONE, TABLET
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer
from views.sharing.own_page import latest_of, stakes

RATRACE = """game ratrace
seats Anna Ben Cleo
house businesses=one
start first=ben
pick who=ben business=red
pick who=cleo business=blue
pick who=anna business=black
roll who=ben roll=5
buy who=ben business=olive item=working on=credit
roll who=cleo roll=3
"""
SMALL = 360, 640
PAYS = {"Win": 300, "Place": 150, "Show": 50}
"""What horse 7 brings for a stake of $50."""


@pytest.fixture
def ratrace(tmp_path):
    open_plays = new_open_plays(tmp_path)
    yield Evening(open_plays, RATRACE)
    open_plays.journal.database.close()


def ask(state, amount):
    state.sheet.open(Offer("pay", {"payer": "ben", "payee": "ann", "amount": amount}))
    state.recorder.record(state.sheet.draft.command)


@pytest.mark.parametrize("size", [PHONE, SMALL])
async def test_money_debt_cards_and_whose_turn_it_is_are_on_the_own_page(ratrace, size):
    async with ratrace.screen(ratrace.add("Ben"), size=size) as phone:
        assert phone.says("You owe")
        assert phone.says("$100")
        assert phone.all(ft.Semantics, label="Quartz Watch, Working")
        assert len(phone.all(ft.Semantics, label="Empty place")) == 2
        assert phone.says("Cleo's turn")


async def test_what_happened_last_to_the_player_stands_there_and_below_it_everybody(ratrace):
    async with ratrace.screen(ratrace.add("Ben")) as phone:
        assert phone.says("Last for you")
        assert phone.says("Quartz Watch")
        assert phone.named("Cleo, whose turn it is...")
        await phone.tap("Everybody")
        assert not phone.named("Cleo, whose turn it is...")


def test_what_was_crossed_out_is_not_what_happened_last_to_a_player(ratrace):
    bank = ratrace.state(ratrace.tablet)
    found = []
    for _ in range(3):
        ben = bank.snapshot.person("ben")
        latest = latest_of(bank.snapshot, ben)
        found.append(ratrace.open_plays.journal.entry(ratrace.play, latest).proposal.action)
        bank.recorder.write(bank.recorder.referee.void, latest, "it was another's")
    assert found == ["buy", "roll", "pick"]


async def test_a_small_phone_has_everybody_behind_a_tap(ratrace):
    async with ratrace.screen(ratrace.add("Ben"), size=SMALL) as phone:
        assert not phone.named("Cleo, whose turn it is...")
        await phone.tap("Everybody")
        assert phone.named("Cleo, whose turn it is...")


async def test_all_requests_are_listed_with_what_has_become_of_them(evening):
    ben, bank = evening.add("Ben"), evening.state(evening.tablet)
    asks = evening.state(ben)
    for amount in (10, 20, 30):
        ask(asks, amount)
    first, second, _ = evening.shared.requests_waiting(evening.play)
    async with evening.screen(ben) as phone:
        assert len(phone.named("Take back")) == 3
        bank.requests.grant(first, bank.snapshot.version)
        bank.requests.decline(second, "Not now")
        await phone.settle()
        assert len(phone.named("Take back")) == 1
        assert phone.says("Ben pays Ann $10.")
        assert phone.says("Recorded")
        assert phone.says("Not recorded: Not now.")
    bank.recorder.undo(bank.snapshot.version)
    async with evening.screen(ben) as phone:
        assert not phone.says("Recorded")


async def test_an_answer_is_told_until_something_newer_concerns_the_player(evening):
    ben, bank = evening.add("Ben"), evening.state(evening.tablet)
    ask(evening.state(ben), 10)
    (request,) = evening.shared.requests_waiting(evening.play)
    bank.requests.grant(request, bank.snapshot.version)
    async with evening.screen(ben) as phone:
        assert phone.says("Answered last")
    bank.sheet.open(Offer("pay", {"payer": "ann", "payee": "ben", "amount": 30}))
    bank.recorder.record(bank.sheet.draft.command)
    async with evening.screen(ben) as phone:
        assert not phone.says("Answered last")
        assert phone.says("Last for you")


async def test_what_waits_stands_before_all_that_can_be_done_and_its_answer_after_it(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, "game doubletrack\nseats Ann Ben Cy\nhouse stack=500 secret=yes\nstart first=ann\n")
    bank = evening.state(evening.tablet)
    async with evening.screen(evening.add("Ben")) as phone:
        await phone.tap("Take $25")
        await phone.tap("Ann")
        await phone.tap("$25")
        await phone.tap("Record")
        assert phone.words().index("What you asked for") < phone.words().index("Sell a card")
        (request,) = evening.shared.requests_waiting(evening.play)
        bank.requests.grant(request, bank.snapshot.version)
        await phone.settle()
        assert not phone.says("What you asked for")
        assert phone.words().index("Answered last") > phone.words().index("Sell a card")
    open_plays.journal.database.close()


async def test_where_a_sheet_is_laid_out_what_was_asked_for_stands_above_it_and_in_sight(evening):
    async with evening.screen(evening.add("Ben")) as phone:
        await phone.tap("Ann")
        await phone.tap("$10")
        assert "scroll_to" not in phone.wire.calls
        await phone.tap("Record")
        assert phone.words().index("What you asked for") < phone.words().index("Who gets it?")
        assert phone.wire.calls.count("scroll_to") == 1


async def test_a_no_from_the_bank_is_scrolled_to_and_a_yes_moves_nothing(evening):
    ben, bank = evening.add("Ben"), evening.state(evening.tablet)
    for amount in (10, 20):
        ask(evening.state(ben), amount)
    first, second = evening.shared.requests_waiting(evening.play)
    async with evening.screen(ben) as phone:
        bank.requests.grant(first, bank.snapshot.version)
        await phone.settle()
        assert "scroll_to" not in phone.wire.calls
        bank.requests.decline(second, "Not now")
        await phone.settle()
        assert phone.wire.calls.count("scroll_to") == 1


async def test_what_can_be_asked_for_again_stays_open_while_the_banker_has_a_request(evening):
    async with evening.screen(evening.add("Ben")) as phone:
        for payee in ("Ann", "Cy"):
            await phone.tap(payee)
            await phone.tap("$10")
            await phone.tap("Record")
        assert evening.waiting == ["pay", "pay"]


async def test_what_is_done_once_is_not_asked_for_twice(ratrace):
    cleo = ratrace.add("Cleo")
    asks = ratrace.state(cleo)
    assert asks.sheet.draft.action == "invest"
    asks.sheet.answer("stake", 100)
    asks.recorder.record(asks.sheet.draft.command)
    async with ratrace.screen(cleo) as phone:
        assert phone.says("Waiting for the banker.")
        assert not phone.named("Record")


async def test_what_a_player_has_recorded_stands_there_with_its_receipt_and_undo(ratrace):
    ratrace.shared.set_room(ratrace.room, at_once=True)
    cleo, ben = ratrace.add("Cleo"), ratrace.add("Ben")
    async with ratrace.screen(cleo) as phone, ratrace.screen(ben) as other:
        await phone.tap("$100")
        await phone.tap("Record")
        assert phone.by_id("recorded")
        await other.settle()
        assert not other.named("Undo...")
        await phone.tap("Undo: Cleo invests $100.")
        assert not phone.by_id("recorded")
        assert phone.says("Undone: Cleo invests $100.")


RACE = f"""{RATRACE}invest who=cleo stake=200
exchange_roll roll=9
cash_in
roll who=anna roll=7
roll who=ben roll=9
race who=ben horse=7 stake=50
"""


@pytest.mark.parametrize("size", [PHONE, SMALL])
async def test_who_bets_reads_what_each_result_would_bring(tmp_path, size):
    open_plays = new_open_plays(tmp_path)
    race = Evening(open_plays, RACE)
    async with race.screen(race.add("Ben"), size=size) as phone:
        assert phone.says("Race: horse 7, $50")
        for result in ("Win", "Place", "Show"):
            assert phone.all(ft.Semantics, label=f"{result}: +${PAYS[result]}")
        assert phone.all(ft.Semantics, label="Not in: \u2212$50")
        await phone.tap("7")
        await phone.tap("Record")
    assert race.waiting == ["race_roll"]
    async with race.screen(race.add("Cleo"), size=size) as phone:
        assert not phone.says("What do both dice show?")
        assert not phone.says("Race: horse 7, $50")
        assert phone.named("Add a side bet...")
    open_plays.journal.database.close()


async def test_whoever_has_invested_cashes_in_and_nobody_else_does(tmp_path):
    open_plays = new_open_plays(tmp_path)
    exchange = Evening(open_plays, f"{RATRACE}invest who=cleo stake=200\nexchange_roll roll=9\n")
    async with exchange.screen(exchange.add("Ben")) as phone:
        assert not phone.named("Cleo cashes in...")
    async with exchange.screen(exchange.add("Cleo")) as phone:
        await phone.tap("Cleo cashes in...")
        await phone.tap("Record")
    assert exchange.waiting == ["cash_in"]
    open_plays.journal.database.close()


async def test_a_receipt_that_fits_above_the_button_is_not_in_the_sheet_as_well(tmp_path):
    open_plays = new_open_plays(tmp_path)
    exchange = Evening(open_plays, f"{RATRACE}invest who=cleo stake=200\nexchange_roll roll=9\n")
    async with exchange.screen(exchange.add("Ben")) as phone:
        await phone.tap("2")
        assert phone.words().count("Cleo invested") == 1
    open_plays.journal.database.close()


RICH = """game rat_race_monopoly
seats Anna Ben Cleo
start first=ben
"""


async def test_whose_turn_it_is_hands_it_on_and_anybody_asks_the_bank_for_money(tmp_path):
    open_plays = new_open_plays(tmp_path)
    rich = Evening(open_plays, RICH)
    anna, ben = rich.add("Anna"), rich.add("Ben")
    async with rich.screen(ben) as phone:
        await phone.tap("Next player: Cleo")
        await phone.tap("Record")
    async with rich.screen(anna) as phone:
        assert not phone.named("Next player: Cleo")
        await phone.tap("What else you can do")
        await phone.tap("Be paid")
        assert not phone.says("Who gets it?")
        await phone.tap("Bank")
    assert rich.waiting == ["next_player"]
    rich.shared.set_room(rich.room, at_once=True)
    async with rich.screen(ben) as phone:
        rich.state(ben).recorder.enter("next_player", {}, "handed on")
        await phone.go(f"/play/{rich.play}/journal")
        await phone.go(f"/play/{rich.play}")
        await phone.tap("Undo: It is Cleo's turn.")
        assert phone.named("Next player: Cleo")
    state = rich.state(anna)
    assert state.recorder.enter("next_player", {}, "not hers") is None
    open_plays.journal.database.close()


FISTS = """game doubletrack
seats Ann Ben Cy
house stack=170 secret=yes
start first=ann
"""


async def test_a_secret_bid_is_two_taps_and_a_finger_says_what_it_leaves(tmp_path):
    open_plays = new_open_plays(tmp_path)
    fists = Evening(open_plays, FISTS)
    async with fists.screen(fists.tablet, size=TABLET) as tablet, fists.screen(fists.add("Ben")) as phone:
        assert not phone.says("Find an action")
        await tablet.tap("Sell a card")
        await tablet.fire(tablet.named("Ann")[-1], "click")
        await tablet.tap("Hand the tablet round")
        await phone.settle()
        await phone.tap("Bid here")
        assert "$170" not in str(in_tree(phone))
        await phone.tap("$25...")
        assert "$145" not in str(in_tree(phone))
        await hold(phone)
        assert phone.says("$145")
        await let_go(phone)
        assert not phone.says("$145")
        await phone.tap("Bid")
        assert phone.says("Waiting for Cy.")
        await phone.tap("Ben...")
        assert phone.named("Make your bid"), "it may be changed, and is not shown"
        assert not phone.says("$25")
    open_plays.journal.database.close()


@pytest.mark.parametrize("winner", ["h3", "h1"], ids=["won, and to be paid", "won by a horse that nobody backed"])
def test_what_a_bet_would_bring_is_said_until_the_result_is_there(tmp_path, winner):
    open_plays = new_open_plays(tmp_path)
    session = "game totopoly\nseats Ann Ben\nhouse keeps=tote\nstart horses=4\nbet who=ben horse=h3 amount=30\noff\n"
    said = []
    for race in ("", f"home horse={winner}\nhome horse=h2\nhome horse=h4\n"):
        tote = Evening(open_plays, session + race)
        snapshot = tote.state(tote.tablet).snapshot
        said.append([one.title for one in stakes(snapshot, snapshot.standings[1])])
    open_plays.journal.database.close()
    assert said == [["The Tote: what you get if it wins"], []]


OFFERS = 4_000
"""Bytes: the first time that a turn offers something a phone is sent more, and later less."""


async def test_a_turn_that_comes_again_sends_its_offers_no_second_time(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n")
    sent, clients = [], []
    async with evening.screen(evening.tablet, clients=clients) as tablet, evening.screen(evening.add("Ben")) as phone:
        clients[0].state(evening.play).clock = partial(next, count())  # no two taps are one
        for name in ("Ben", "Ann", "Ben"):
            phone.wire.sent.clear()
            await tablet.tap(f"Next player: {name}")
            await phone.settle()
            sent.append(sum(map(len, phone.wire.sent)))
    open_plays.journal.database.close()
    assert max(sent[1:]) < OFFERS < sent[0]
