"""A lot under the hammer: phones bid in the open, and the highest bid is recorded once the hammer falls."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from shared_evening import LOTS, Evening
from small_game import new_open_plays

from companion.core.prompt import Offer
from models.ledger import Refusal
from models.rooms import DECLINED
from views.state.play.auction import step_after

pytestmark = pytest.mark.games("all")


@pytest.fixture
def evening(tmp_path):
    open_plays = new_open_plays(tmp_path)
    yield Evening(open_plays, LOTS)
    open_plays.journal.database.close()


@pytest.fixture
def bank(evening):
    return evening.state(evening.tablet)


@pytest.fixture
def phones(evening):
    """Ann offers the lots, Ben and Cleo bid on phones of their own, and Dan calls out."""
    return {name: evening.state(evening.add(name.capitalize())) for name in ("ann", "ben", "cleo")}


@pytest.fixture
def lot(bank, phones):
    assert phones
    return put_up(bank)


def put_up(state, **answers):
    state.sheet.open(Offer("sell", answers or {"lot": "h2"}))
    return state.sheet.draft and state.auction.put_up(state.sheet.draft)


def bid(state, seat, amount):
    """Bid, and give what is said against it."""
    try:
        state.auction.bid(state.auction.lot, seat, amount)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def hammer(state):
    lot = state.auction.lot
    return state.auction.knock_down(lot, lot.turn)


def bids(lot):
    return [(one.seat, one.amount) for one in lot.bids]


@pytest.mark.usefixtures("lot")
def test_what_is_bid_on_one_phone_is_the_highest_bid_on_every_device(evening, bank, phones):
    before = evening.lines
    assert not bid(phones["ben"], "ben", 20)
    assert not bid(phones["cleo"], "cleo", 30)
    for state in (bank, *phones.values()):
        assert state.auction.lot.highest.seat == "cleo"
    assert evening.lines == before, "nothing of it is in the book"


def test_the_banker_bids_for_who_has_no_phone_and_for_nobody_else(bank, lot):
    assert not bid(bank, "dan", 20)
    assert bid(bank, "ben", 30) == "Ben bids on another phone."
    assert bids(lot) == [("dan", 20)]


@pytest.mark.usefixtures("lot")
def test_the_bank_knocks_down_and_the_games_own_entry_says_who_has_it(evening, bank, phones):
    bid(phones["ben"], "ben", 30)
    assert hammer(bank)
    assert evening.lines[0] == ("table", "Ben buys 2 \u00b7 Priory Park for £30.")
    assert bank.auction.lot is None


@pytest.mark.parametrize(
    ("seat", "amount", "words"),
    [
        ("ben", 20, "Cleo bids £40. Bid more."),
        ("ben", 40, "Cleo bids £40. Bid more."),
        ("ben", 0, "It must be at least 1."),
        ("cleo", 50, "You have the highest bid already."),
        ("ben", 701, "Ben holds £700 and can pay £667 at most with the commission."),
        ("ann", 701, "Ann holds £700 and can pay £700 at most."),
    ],
)
def test_what_is_no_bid_says_why_to_whoever_made_it(phones, lot, seat, amount, words):
    bid(phones["cleo"], "cleo", 40)
    if not amount:
        lot.bids.clear()
    assert bid(phones[seat], seat, amount) == words
    assert len(bids(lot)) == (1 if amount else 0)


def test_who_is_out_bids_again_only_once_back_in(phones, lot):
    phones["ben"].auction.step_out(lot, "ben")
    assert bid(phones["ben"], "ben", 20) == "You are out of this lot. Come back in first."
    assert "ben" not in lot.bidders(phones["ben"].snapshot)
    phones["ben"].auction.step_out(lot, "ben", back=True)
    assert not bid(phones["ben"], "ben", 20)


def test_who_bids_highest_can_not_step_out(phones, lot):
    bid(phones["ben"], "ben", 20)
    phones["ben"].auction.step_out(lot, "ben")
    assert not lot.out


def test_a_bid_after_the_hammer_comes_too_late(bank, phones, lot):
    bid(phones["ben"], "ben", 20)
    phones["ann"].auction.knock_down(lot, lot.turn)
    assert bid(phones["cleo"], "cleo", 30) == "Too late: the hammer has fallen. Ben has it for £20."
    assert bank.auction.lot.asked


def test_a_bid_for_a_lot_that_is_sold_is_for_nothing(bank, phones, lot):
    bid(phones["ben"], "ben", 20)
    hammer(bank)
    with pytest.raises(Refusal, match="no longer for sale"):
        phones["cleo"].auction.bid(lot, "cleo", 30)


def test_of_two_bids_at_one_moment_exactly_one_is_the_highest(phones, lot):
    with ThreadPoolExecutor(2) as hands:
        for amount in range(10, 300, 10):
            both = [hands.submit(bid, phones[seat], seat, amount) for seat in ("ben", "cleo")]
            said = [one.result() for one in both]
            assert any(said)
    amounts = [amount for _, amount in bids(lot)]
    assert amounts == sorted(set(amounts))


def test_one_hammer_sells_once_however_often_it_is_tapped(evening, bank, phones, lot):
    bid(phones["ben"], "ben", 20)
    turn = lot.turn
    assert bank.auction.knock_down(lot, turn)
    assert bank.auction.knock_down(lot, turn) is None
    assert len(evening.lines) == 4


def test_a_hammer_on_its_way_when_somebody_bids_more_sells_nothing(phones, bank, lot):
    bid(phones["ben"], "ben", 20)
    turn = lot.turn
    bid(phones["cleo"], "cleo", 30)
    assert bank.auction.knock_down(lot, turn) is None


@pytest.mark.usefixtures("lot")
def test_the_auctioneer_knocks_down_on_a_phone_and_the_banker_records_it(evening, bank, phones):
    bid(phones["ben"], "ben", 20)
    assert hammer(phones["ben"]) is None
    assert not evening.waiting, "only who offers the lots holds the hammer"
    hammer(phones["ann"])
    assert evening.waiting == ["sell"]
    request = evening.shared.requests_waiting(evening.play)[0]
    assert phones["ben"].requests.demands_on_me(request) == {}, "the bid was Ben's yes"
    bank.requests.grant(request, bank.snapshot.version)
    assert evening.lines[0] == ("table for ann", "Ben buys 2 \u00b7 Priory Park for £20.")
    assert bank.auction.lot is None


@pytest.mark.usefixtures("lot")
def test_where_all_is_recorded_at_once_the_auctioneers_hammer_sells_to_who_bid_on_a_phone(evening, bank, phones):
    evening.shared.set_room(evening.room, at_once=True)
    bid(phones["ben"], "ben", 20)
    hammer(phones["ann"])
    assert evening.lines[0] == ("ben for ann", "Ben buys 2 \u00b7 Priory Park for £20.")
    put_up(phones["ann"], lot="h3")
    bid(bank, "dan", 20)
    hammer(phones["ann"])
    assert evening.lines[0] == ("dan for ann", "Dan buys 3 \u00b7 Dark Warrior for £20."), "the bank took Dan's bid"


@pytest.mark.parametrize("buyer", ["ann", "ben", "dan"])
def test_the_tablets_own_hammer_waits_for_nobody_where_the_auctioneer_plays_on_it(evening, buyer):
    evening.shared.set_room(evening.room, at_once=True)
    tablet, ben = evening.state(evening.add("Ann", room="", host=True, bank=True)), evening.state(evening.add("Ben"))
    put_up(tablet)
    bid(ben if buyer == "ben" else tablet, buyer, 20)
    assert hammer(tablet)
    assert not evening.waiting
    assert evening.lines[0] == ("ann", f"{buyer.capitalize()} buys 2 \u00b7 Priory Park for £20.")


@pytest.mark.usefixtures("lot")
def test_a_bid_that_a_host_without_the_bank_takes_is_the_banks_to_confirm(evening, phones):
    evening.shared.set_room(evening.room, at_once=True)
    bid(evening.state(evening.add(host=True)), "dan", 20)
    hammer(phones["ann"])
    assert evening.waiting == ["sell"]


@pytest.mark.usefixtures("lot")
def test_the_bidding_goes_on_once_the_banker_has_said_no(evening, bank, phones):
    bid(phones["ben"], "ben", 20)
    hammer(phones["ann"])
    evening.shared.settle(evening.shared.requests_waiting(evening.play)[0], DECLINED, "Let's talk")
    assert bank.auction.lot.message == "Not sold: Let's talk. The bidding goes on."
    assert not bid(phones["cleo"], "cleo", 30)


@pytest.mark.usefixtures("lot")
def test_a_lot_without_a_bid_is_passed_over_by_the_games_own_action(evening, bank):
    hammer(bank)
    assert evening.lines[0][1] == "Nobody bids for 2 \u00b7 Priory Park: it is out of the game."


def test_a_slip_is_taken_back_and_the_bid_before_it_is_the_highest_again(bank, phones, lot):
    bid(phones["ben"], "ben", 20)
    bid(phones["cleo"], "cleo", 300)
    phones["ben"].auction.take_back(lot, lot.turn)
    assert lot.highest.seat == "cleo"
    bank.auction.take_back(lot, lot.turn)
    assert bids(lot) == [("ben", 20)]
    assert lot.message == "Cleo's £300 was taken back."


def test_a_bid_that_can_not_be_paid_any_more_gives_way_to_the_one_before_it(bank, phones, lot):
    bid(phones["cleo"], "cleo", 100)
    bid(phones["ben"], "ben", 600)
    paid = {"giver": "ben", "taker": "bank", "amount": 400, "reason": "miscounted"}
    bank.recorder.enter("correct_money", paid, "another")
    assert not bank.problem
    assert bids(bank.auction.lot) == [("cleo", 100)]
    assert lot.message == "The book has moved on. Cleo's bid is the highest now."


@pytest.mark.usefixtures("lot")
def test_a_lot_that_others_have_sold_meanwhile_is_gone(bank, phones):
    bid(phones["ben"], "ben", 20)
    bank.recorder.enter("sell", {"lot": "h2", "who": "cleo", "price": 25}, "by voice")
    assert phones["ben"].auction.lot is None


def test_no_player_but_the_auctioneer_puts_up_a_lot(phones):
    assert put_up(phones["ben"]) is None
    assert put_up(phones["ann"])


def test_another_lot_waits_until_what_was_bid_for_is_sold(bank, phones, lot):
    bid(phones["ben"], "ben", 20)
    assert put_up(bank, lot="h3") is lot


def test_a_clock_lets_the_hammer_fall_by_itself_after_the_last_bid(bank, phones, lot):
    now = [100]
    for state in (bank, *phones.values()):
        state.clock = lambda: now[0]
    bank.auction.set_clock(lot, 10)
    bid(phones["ben"], "ben", 20)
    now[0] = 109
    assert not bid(phones["cleo"], "cleo", 30)
    now[0] = 118
    assert not lot.is_over(now[0])
    now[0] = 119
    assert bid(phones["ben"], "ben", 40) == "Too late: the hammer has fallen. Cleo has it for £30."


def takes_it_back(bank, lot):
    bank.auction.take_back(lot, lot.turn)


def can_not_be_paid(bank, _lot):
    lost = {"giver": "ben", "taker": "bank", "amount": 690, "reason": "miscounted"}
    bank.recorder.enter("correct_money", lost, "another")


def stops_the_clock(bank, lot):
    bank.auction.set_clock(lot, 0)


def bids_more(bank, _lot):
    bid(bank, "dan", 40)


@pytest.mark.parametrize(
    ("first", "change", "ends"),
    [
        (10, bids_more, 115),
        (10, takes_it_back, 115),
        (10, can_not_be_paid, 115),
        (10, stops_the_clock, None),
        (0, takes_it_back, None),
        (0, can_not_be_paid, None),
    ],
)
def test_whatever_becomes_of_the_highest_bid_the_table_has_all_its_time_again(bank, phones, lot, first, change, ends):
    now = [100]
    for state in (bank, *phones.values()):
        state.clock = lambda: now[0]
    bank.auction.set_clock(lot, 10)
    if first:
        bid(phones["cleo"], "cleo", first)
    bid(phones["ben"], "ben", 30)
    now[0] = 105
    change(bank, lot)
    assert bank.auction.lot.ends == ends


@pytest.mark.parametrize(
    ("amount", "step"), [(1, 1), (19, 1), (20, 2), (49, 2), (50, 5), (140, 10), (499, 20), (5_000, 500)]
)
def test_the_next_step_is_about_a_tenth_in_round_figures(amount, step):
    assert step_after(amount, 1) == step


def test_the_next_bid_is_a_round_figure_above_the_highest(bank, phones, lot):
    assert lot.next_bids(bank.snapshot) == (1, 10)
    bid(phones["ben"], "ben", 143)
    assert lot.next_bids(bank.snapshot) == (150, 200)
    assert lot.keeps(bank.snapshot, "cleo", 150) == "£242"


@pytest.fixture
def streets(tmp_path):
    """Rat Race Monopoly, with phones of Ann's and Ben's; Cy calls out."""
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, "game rat_race_monopoly\nseats Ann Ben Cy\nstart first=ann\n")
    yield evening, {name: evening.state(evening.add(name.capitalize())) for name in ("ann", "ben")}
    open_plays.journal.database.close()


def test_a_street_that_nobody_wants_at_its_price_goes_to_the_highest_bid(streets):
    evening, phones = streets
    bank = evening.state(evening.tablet)
    bank.sheet.open(Offer("buy_street", {"who": "ann", "street": "s1"}))
    lot = bank.auction.put_up(bank.sheet.draft)
    assert lot.name(bank.snapshot) == "Brown 1"
    assert bid(phones["ann"], "ann", 20) == bid(phones["ben"], "ben", 30) == bid(bank, "cy", 50) == ""
    hammer(bank)
    assert evening.lines[0][1] == "Cy buys Brown 1 for 50K."


def test_no_player_puts_up_a_street(streets):
    _, phones = streets
    phones["ann"].sheet.open(Offer("buy_street", {"who": "ann", "street": "s1"}))
    assert phones["ann"].auction.put_up(phones["ann"].sheet.draft) is None
