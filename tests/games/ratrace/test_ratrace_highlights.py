"""What is told of an evening at Ratrace, against figures reckoned by hand from the session's own lines."""

from models.ledger import Place
from tests.games.sessions_told import figures, session, told_of


def test_a_retirement_tells_what_everybody_came_out_with():
    found = told_of(session("ratrace-retirement"))

    assert figures(found, "result.20000") == {"alice": 25_300, "carl": 3_735, "bob": 740}
    assert found["result.20000"]["alice"].sentence == "Alice retired with $25,300."
    assert found["result.20000"]["bob"].kind.final


def test_bets_and_investments_are_told_by_what_was_won_on_top_of_the_stake():
    found = told_of(session("ratrace-retirement"))

    # horse 7, second, is 3 for each dollar; horse 4, second, is 7: Alice's $2,000 go before her $300
    assert figures(found, "race") == {"alice": 14_000, "bob": 300, "carl": 150}
    assert found["race"]["alice"].sentence == "Alice laid $2,000 on horse 4 and won $14,000."
    assert found["race"]["alice"].place == Place(62)
    # $1,000 became $11,000 and later $5,000 became $15,000: both a gain of $10,000, and the first is told
    assert found["exchange"]["alice"].sentence == "Alice invested $1,000 and cashed in $11,000."
    assert figures(found, "exchange") == {"alice": 10_000, "carl": 200}
    assert figures(found, "loss") == {"alice": 200, "bob": 3_000}
    assert found["lottery"]["bob"].sentence == "Bob took $200 from the Lottery for a stake of $100."


def test_interest_is_the_tenth_paid_on_credit_and_trade_what_others_left():
    found = told_of(session("ratrace-retirement"))

    assert figures(found, "interest") == {"bob": 10, "alice": 600}  # on $100, and on $6,000 at retiring
    assert figures(found, "trade") == {"carl": 3_000, "bob": 3_100}  # a sports car; a suit and a mink coat


def test_a_split_pot_is_told_of_both_who_split_it():
    found = told_of(session("ratrace-six-players"))

    assert figures(found, "lottery") == {"amy": 49, "flo": 49}
    assert not [key for key in found if key.startswith("result")], "the evening is not over"


def test_who_went_bankrupt_paid_no_interest_and_is_told_once_for_each_time():
    found = told_of(session("ratrace-two-bankruptcies"))

    assert figures(found, "bankruptcies") == {"ann": 1, "zoe_day": 1}
    assert "interest" not in found
    assert found["bankruptcies"]["zoe_day"].sentence == "Zoë Day went bankrupt once."


def test_what_was_undone_was_never_done():
    found = told_of(session("ratrace-retirement") + "undo\n")

    assert not [key for key in found if key.startswith("result")]
    assert figures(found, "interest") == {"bob": 10}
