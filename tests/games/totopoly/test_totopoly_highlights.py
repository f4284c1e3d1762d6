"""What is told of a day at the races, against figures reckoned by hand from the session's own lines."""

from models.ledger import Place
from tests.games.sessions_told import figures, session, told_of


def test_a_coup_at_the_tote_is_what_a_bet_brought_beyond_its_stake():
    found = told_of(session("totopoly-tote-only"))

    # horse 2 pays 10 for each pound, and horse 3 in the next race 1.29
    assert figures(found, "coup") == {"ben": 1_350, "cy": 180, "dee": 90, "ann": 11}
    assert found["coup"]["ben"].sentence == "Ben laid £150 on horse 2 and was paid £1,500."
    assert found["coup"]["ben"].place == Place(11)
    assert found["coup"]["ben"].weight > found["coup"]["ann"].weight


def test_stakes_count_once_the_race_is_paid_out_and_not_where_a_bet_was_taken_back():
    found = told_of(session("totopoly-tote-only"))

    # Cy's £35 went back with horse 4
    assert figures(found, "staked") == {"ann": 1_860, "ben": 180, "cy": 50, "dee": 10}


def test_won_or_lost_at_bets_alone_is_no_money_at_the_end_of_an_evening():
    bets = told_of(session("totopoly-tote-only"))
    whole = told_of(session("totopoly-whole-evening"))

    assert figures(bets, "result.bets") == {"ben": 1_358, "dee": 301, "cy": 150, "ann": -1_809}
    assert bets["result.bets"]["ann"].sentence == "Ann lost £1,809."
    assert figures(whole, "result") == {"ann": 941, "ben": 657, "cy": 388, "dora": 334}
    assert "result" not in bets
    assert "result.bets" not in whole


def test_prizes_are_won_by_owners_and_the_bankers_tenth_is_earned():
    found = told_of(session("totopoly-whole-evening"))

    assert figures(found, "prizes") == {"ann": 464, "ben": 231, "dora": 231}
    assert figures(found, "earned")["dora"] == 103
    assert found["winners"]["ann"].sentence == "Ann owned the winner, King of Clubs, leased for £120."


def test_bets_with_a_bookmaker_are_told_with_their_odds_and_the_book_by_its_best_race():
    found = told_of(session("totopoly-book-only"))

    assert figures(found, "book_win") == {"ben": 17, "cy": 30}
    assert found["book_win"]["ben"].sentence == "Ben laid £5 on horse 1 at 7 to 2 with Ann and was paid £22."
    assert figures(found, "book") == {"ann": 50}  # the first race lost her £37
    assert figures(found, "staked") == {"ben": 55, "cy": 40}


def test_a_race_whose_winner_nobody_backed_is_no_coup():
    found = told_of(session("totopoly-winner-not-backed"))

    assert "coup" not in found


def test_an_auction_kept_alone_has_its_dearest_lot_and_no_result():
    found = told_of(session("totopoly-auction-only"))

    assert found["lot"]["dora"].figure == 2_000
    assert not any(kind.startswith("result") for kind in found)


def test_a_payout_undone_takes_the_coup_back():
    found = told_of(session("totopoly-whole-evening") + "undo\nundo\n")

    assert not {"coup", "prizes", "winners", "result"} & set(found)
