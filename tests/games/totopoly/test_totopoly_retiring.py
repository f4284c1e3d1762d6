"""Totopoly: who finds no buyer retires, and so does who leaves."""

from companion.games.totopoly.game import HAMMER
from tests.games.totopoly.race_day import betting, whites
from tests.games.totopoly.stable import auction, entered, leases, parade, ring, tote


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
    assert [(line.text, line.figure) for line in evening.last.working][:3] == [
        ("Ann owes Ben", 40),
        ("Ben gets all the cash", 10),
        ("The rest is written off", 30),
    ]
    assert evening.game.standing(evening.table, "ann").out


def test_the_cards_are_auctioned_for_the_prize_fund_and_the_game_goes_on_where_it_stood():
    evening = broke()
    evening.do("retire")
    assert evening.stage == "lots"
    assert evening.t.find_lying(HAMMER) == ("h1", "h4", "b1")
    fund = evening.fund
    evening.do("sell", lot="h1", who="ben", price=30)
    assert evening.fund == fund + 30
    evening.do("sell", lot="b1", who="cy", price=5)
    evening.do("no_bid", lot="h4")
    assert evening.stage == "ring"
    assert evening.told().endswith("The auction is over; the game goes on where it stood.")
    assert evening.t.is_scratched("h4")


def test_hands_stay_open_in_such_an_auction():
    evening = broke()
    evening.do("retire")
    assert evening.game.standing(evening.table, "ben").holdings


def test_who_retired_bids_no_more_and_wears_no_hat():
    evening = broke()
    evening.do("retire")
    assert evening.why_not("sell", lot="h1", who="ann", price=5) == "Ann has left the game."
    assert evening.t.role("auctioneer").key == "auctioneer"
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
    assert "h4" not in evening.t.runners


def test_before_the_tote_opens_a_fourth_horse_may_be_bought_and_one_is_scratched():
    evening = parade(hands={"ann": "h1", "ben": "h2 h3 h4", "cy": "h5"})
    evening.do("leave", who="ann")
    evening.do("sell", lot="h1", who="ben", price=5)
    assert any(line.text.startswith("Mind: Ben then has 4 horses") for line in evening.last.working)
    assert evening.prompt.title == "Too many horses"


def test_a_fourth_horse_is_not_sold_to_anybody_once_the_tote_is_open():
    evening = entered(hands={"ann": "h1", "ben": "h2 h3 h4", "cy": "h5"})
    evening.do("open_tote")
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
    assert (evening.stage, evening.t.find_lying(HAMMER)) == ("leases", ("h3",))
    evening.do("open_auction")
    assert len(evening.t.find_lying(HAMMER)) == 19
    evening = auction(kept={"dora": "h3"})
    evening.do("leave", who="dora")
    assert len(evening.t.find_lying(HAMMER)) == 19


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
    assert evening.held("tote:pool") == 0


def test_a_race_under_way_goes_on_when_somebody_leaves():
    evening = entered()
    evening.do("open_tote")
    evening.do("off")
    evening.do("leave", who="ann")
    evening.do("sell", lot="h1", who="ben", price=5)
    evening.do("end_auction", reason="nobody bids")
    assert evening.stage == "running"
    assert "h1" in evening.t.runners
    assert "h4" not in evening.t.runners


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
    assert evening.held("tote:pool") == 50
    assert evening.why_not("bet", who="ann", horse="h1", amount=5) == "Ann has left the game."


def test_a_bookmaker_with_bets_settles_first():
    evening = tote(keeps="book")
    evening.do("open_book", who="ann", amount=100)
    evening.do("book_bet", bookmaker="ann", who="ben", horse="h1", kind="win", odds="5/1", stake=5)
    assert "book has bets in it" in evening.why_not("leave", who="ann")


def test_who_leaves_hears_what_becomes_of_cash_and_cards_and_nothing_of_debts():
    evening = ring()
    evening.do("leave", who="dora")
    assert evening.last.rule == (
        "Who leaves puts the cash back in the box; the cards are auctioned for the prize fund, and horses that nobody "
        "buys are scratched."
    )
    evening = tote()
    evening.do("leave", who="dora")
    assert evening.last.rule == "Who leaves bets no more; the bets laid stand."


# --- A bookmaker goes


def bookmaker_in_debt(*, till, bets=()):
    """Ann keeps a book and has 20 left, while 25 are due for each of her two horses."""
    evening = parade()
    evening.have("ann", 20 + till)
    evening.do("open_book", who="ann", amount=till)
    for stake in bets:
        evening.do("book_bet", bookmaker="ann", who="ben", horse="h2", kind="win", odds="2/1", stake=stake)
    evening.do("enter_race", who="ann")
    return evening


def test_a_bookmaker_whose_till_can_pay_the_debt_draws_it_out_and_does_not_retire():
    evening = bookmaker_in_debt(till=515)
    assert evening.why_not("retire") == "\u00a3515 lies in Ann's till: draw it out, and pay the debt."
    assert (evening.prompt.sheet.action, evening.prompt.sheet.answers) == ("draw_out", {"who": "ann", "amount": 30})
    assert "\u00a330 too little. Ann can take \u00a3515 out of the till or sell privately" in evening.prompt.text
    evening.do("draw_out", **evening.prompt.sheet.answers)
    evening.do(evening.prompt.sheet.action, **evening.prompt.sheet.answers)
    assert (evening.cash("ann"), evening.held("ann:book")) == (0, 485)
    assert evening.prompt.title == "Entrance fees"


def test_a_bookmaker_who_retires_pays_from_the_till_too_and_the_bets_go_back():
    evening = bookmaker_in_debt(till=10, bets=(40, 7))
    fund, ben = evening.fund, evening.cash("ben")
    assert evening.prompt.sheet.answers == {"who": "ann", "amount": 10}
    evening.do("retire")
    assert [(line.text, line.figure) for line in evening.last.working][:6] == [
        ("Ann owes the prize fund", 50),
        ("The prize fund gets what is in the till", 10),
        ("The prize fund gets all the cash", 20),
        ("The rest is written off", 20),
        ("Ann gives Ben back", 40),
        ("Ann gives Ben back", 7),
    ]
    assert (evening.fund, evening.cash("ben")) == (fund + 30, ben + 47)
    assert (evening.cash("ann"), evening.held("ann:book")) == (0, 0)
    evening.do("end_auction", reason="nobody bids")
    assert "book_bet" not in [offer.action for offer in evening.prompt.offers]


def test_who_leaves_shuts_the_book_and_no_bet_is_taken_in_it_any_more():
    evening = entered()
    box = evening.held("box:cash")
    evening.do("open_book", who="dora", amount=100)
    evening.do("lay_odds", bookmaker="dora", horse="h1", odds="7-2")
    ben, cash = evening.cash("ben"), evening.cash("dora")
    evening.do("leave", who="dora")
    assert evening.held("dora:book") == 0
    assert evening.held("box:cash") == box + cash + 100
    assert not [name for holder, name in evening.table.ledger.marks if holder == "side"]
    evening.do("end_auction", reason="nobody bids")
    bet = {"bookmaker": "dora", "who": "ben", "horse": "h1", "kind": "win", "odds": "2/1", "stake": 5}
    assert evening.why_not("book_bet", **bet) == "Dora has left the game."
    assert evening.cash("ben") == ben


def test_where_no_cash_is_followed_who_leaves_gets_back_what_is_in_the_till():
    evening = tote(keeps="book")
    evening.do("open_book", who="ann", amount=100)
    evening.do("leave", who="ann")
    assert (evening.cash("ann"), evening.held("ann:book")) == (0, 0)
    assert evening.prompt.title == "Who keeps the book?"


def test_who_leaves_once_the_book_is_paid_out_takes_what_it_made():
    evening = tote(keeps="book")
    evening.do("open_book", who="ann")
    evening.do("book_bet", bookmaker="ann", who="ben", horse="h9", kind="win", odds="2/1", stake=20)
    evening.do("off")
    for horse in ("h1", "h2", "h3"):
        evening.do("home", horse=horse)
    evening.do("settle_book", bookmaker="ann")
    evening.do("leave", who="ann")
    assert (evening.cash("ann"), evening.held("ann:book")) == (20, 0)
    evening.do("next_race")
    assert evening.prompt.title == "Who keeps the book?"


# --- A race that runs out of horses


def test_a_race_for_which_no_horse_is_left_to_come_is_over_with_the_auction():
    day = betting(leased={"ann": (1,), "ben": (4, 5)})
    day.lay("cy h1 20", "dee h4 30")
    day.run("h1")
    day.do("leave", who="ben")
    day.do("end_auction", reason="nobody bids")
    assert day.told().endswith("The auction is over, and no horse is left to come. The result: first King of Clubs.")
    assert day.t.stage == "home"
    assert day.prompt.title == "Pay out the Tote"
    day.do("pay_tote")
    day.do("pay_prizes")
    assert day.t.stage == "over"


def test_a_race_that_loses_every_horse_places_none():
    day = betting(leased={"ben": (4, 5)})
    day.lay("cy h4 20")
    day.run()
    day.do("leave", who="ben")
    day.do("no_bid", lot="h4")
    assert day.t.stage == "lots"
    day.do("no_bid", lot="h5")
    assert day.told().endswith("The auction is over, and no horse is left to come. No horse is placed.")
    day.do("pay_tote")
    assert day.held("clerk:cash") == 20


def test_a_race_in_which_a_horse_may_still_come_goes_on():
    day = betting(leased={"ann": (1, 2), "ben": (4,)})
    day.run("h1")
    day.do("leave", who="ben")
    day.do("end_auction", reason="nobody bids")
    assert day.t.stage == "running"
    day.do("home", horse="h2")
    assert day.t.stage == "home"


def test_white_cards_are_counted_when_a_race_runs_out_of_horses():
    day = betting(leased={"ann": (1,), "ben": (4, 5)})
    whites(day, "ann")
    day.run("h1")
    day.do("leave", who="ben")
    day.do("end_auction", reason="nobody bids")
    assert "King of Clubs is disqualified." in day.told()
    assert day.told().endswith("No horse is placed.")
