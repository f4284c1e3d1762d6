"""Totopoly: who finds no buyer retires, and so does who leaves."""

from stable import auction, entered, leases, parade, ring, tote

from companion.games.totopoly import state


def broke():
    """Ann holds 10 and owes Ben 40."""
    evening = ring()
    evening.have("ann", 10)
    evening.do("train_pay", who="ann", to="b3", amount=40, reason="lame horse")
    return evening


# --- Borrowing: no buyer


def test_with_no_buyer_the_cash_goes_to_the_creditor_and_the_rest_is_written_off():
    evening = broke()
    ben = evening.cash("ben")
    evening.do("retire")
    assert (evening.cash("ann"), evening.cash("ben")) == (0, ben + 10)
    assert [(line.text, line.figure) for line in evening.last.working][:2] == [
        ("Ben gets all the cash", 10),
        ("The rest is written off", 30),
    ]
    assert evening.game.standing(evening.table, "ann").out


def test_the_cards_are_auctioned_for_the_prize_fund_and_the_game_goes_on_where_it_stood():
    evening = broke()
    evening.do("retire")
    assert evening.stage == "lots"
    assert state.lying(evening.table, state.HAMMER) == ("h1", "h4", "b1")
    fund = evening.fund
    evening.do("sell", lot="h1", who="ben", price=30)
    assert evening.fund == fund + 30
    evening.do("sell", lot="b1", who="cy", price=5)
    evening.do("no_bid", lot="h4")
    assert evening.stage == "ring"
    assert evening.told().endswith("The auction is over; the game goes on where it stood.")
    assert state.scratched(evening.table, "h4")


def test_hands_stay_open_in_such_an_auction():
    evening = broke()
    evening.do("retire")
    assert evening.game.standing(evening.table, "ben").holdings


def test_who_retired_bids_no_more_and_wears_no_hat():
    evening = broke()
    evening.do("retire")
    assert evening.why_not("sell", lot="h1", who="ann", price=5) == "Ann has left the game."
    assert state.wearer(evening.table, "auctioneer") == ""
    evening.do("sell", lot="h1", who="ben", price=30)
    assert evening.table.ledger.balance("auctioneer:cash", "\u00a3") == 2
    evening.do("wear_hat", hat="auctioneer", who="cy")
    evening.do("sell", lot="h4", who="ben", price=30)
    assert evening.earned("cy", "auctioneer") == 2


def test_training_cards_go_back():
    evening = ring()
    evening.do("gain_card", who="ann", kind="black")
    evening.do("leave", who="ann")
    assert evening.training("ann") == {}
    assert evening.table.ledger.balance("stack:training", "black") == 0


def test_nobody_retires_who_has_the_cash_or_owes_nothing():
    evening = broke()
    evening.have("ann", 40)
    assert evening.why_not("retire") == "Ann has the cash for the debt: pay it."
    assert ring().why_not("retire") == "Nobody is short of cash for a debt."


def test_fees_nobody_paid_are_owed_by_who_buys_the_horse():
    evening = parade()
    evening.have("ann", 10)
    evening.do("enter_race", who="everyone")
    evening.do("retire")
    evening.do("sell", lot="h1", who="ben", price=20)
    evening.do("no_bid", lot="h4")
    evening.do("no_bid", lot="b1")
    assert evening.stage == "parade"
    before = evening.cash("ben")
    evening.do("enter_race", who="everyone")
    assert evening.cash("ben") == before - 25
    assert "h4" not in state.runners(evening.table)


def test_a_fourth_horse_is_not_sold_to_anybody_once_the_race_is_made_up():
    evening = parade(hands={"ann": "h1", "ben": "h2 h3 h4", "cy": "h5"})
    evening.do("leave", who="ann")
    said = evening.why_not("sell", lot="h1", who="ben", price=5)
    assert said == "Ben runs three horses already: a fourth could not start."
    evening.do("sell", lot="h1", who="cy", price=5)


# --- Leaving


def test_who_leaves_puts_the_cash_back_in_the_box():
    evening = ring()
    box, held = evening.table.ledger.balance("box:cash", "\u00a3"), evening.cash("dora")
    evening.do("leave", who="dora")
    assert evening.cash("dora") == 0
    assert evening.table.ledger.balance("box:cash", "\u00a3") == box + held
    assert evening.told() == "Dora leaves the game. 3 cards are auctioned for the prize fund."


def test_who_leaves_during_the_leases_or_the_auction_adds_to_the_lots():
    evening = leases()
    evening.keep("dora", "h3")
    evening.do("leave", who="dora")
    assert (evening.stage, state.lying(evening.table, state.HAMMER)) == ("leases", ("h3",))
    evening.do("open_auction")
    assert len(state.lying(evening.table, state.HAMMER)) == 19
    evening = auction(kept={"dora": "h3"})
    evening.do("leave", who="dora")
    assert len(state.lying(evening.table, state.HAMMER)) == 19


def test_a_horse_nobody_buys_before_the_off_gives_its_bets_back():
    evening = entered()
    evening.do("open_tote")
    evening.do("open_to_all")
    evening.do("bet", who="ben", horse="h1", amount=50)
    before = evening.cash("ben")
    evening.do("leave", who="ann")
    evening.do("end_auction", reason="nobody bids")
    assert evening.cash("ben") == before + 50
    assert evening.stage == "betting"
    assert state.held(evening.table, state.POOL) == 0


def test_a_race_under_way_goes_on_when_somebody_leaves():
    evening = entered()
    evening.do("open_tote")
    evening.do("off")
    evening.do("leave", who="ann")
    evening.do("sell", lot="h1", who="ben", price=5)
    evening.do("end_auction", reason="nobody bids")
    assert evening.stage == "running"
    assert "h1" in state.runners(evening.table)
    assert "h4" not in state.runners(evening.table)


def test_nobody_leaves_between_the_race_and_the_prizes():
    evening = entered()
    for action in ("open_tote", "off"):
        evening.do(action)
    for horse in ("h1", "h2", "h3"):
        evening.do("home", horse=horse)
    assert "first the prizes are paid" in evening.why_not("leave", who="ann")


def test_the_last_player_cant_leave():
    evening = leases("Ann", "Ben")
    evening.do("leave", who="ann")
    assert "last at the table" in evening.why_not("leave", who="ben")
    assert evening.why_not("leave", who="ann") == "Ann has left the game."


def test_a_backer_leaves_the_tote_and_the_bets_stay():
    evening = tote()
    evening.do("bet", who="ann", horse="h1", amount=50)
    evening.do("leave", who="ann")
    assert state.held(evening.table, state.POOL) == 50
    assert evening.why_not("bet", who="ann", horse="h1", amount=5) == "Ann has left the game."


def test_a_bookmaker_with_bets_settles_first():
    evening = tote(keeps="book")
    evening.do("open_book", who="ann", amount=100)
    evening.do("book_bet", bookmaker="ann", who="ben", horse="h1", kind="win", odds="5/1", stake=5)
    assert "book has bets in it" in evening.why_not("leave", who="ann")
