"""What is told of an evening at Rat Race Monopoly, against figures reckoned by hand from the session's own lines."""

from models.ledger import Place
from tests.games.sessions_told import figures, session, told_of

BROKER = session("rat_race_monopoly-broker-alone")


def test_shares_are_sold_in_the_order_they_were_bought():
    found = told_of(BROKER)

    # bought at 1M and 1.4M, both sold at 1.4M
    assert found["deal"]["ann"].sentence == "Ann sold 2 shares for 2.8M that had cost 2.4M."
    assert figures(found, "deal") == {"ann": 400, "ben": 200}
    assert found["deal"]["ann"].place == Place(7)


def test_shares_put_right_by_hand_have_no_price_and_make_no_deal():
    found = told_of(BROKER.partition("leave")[0] + "visit who=cy sell=3 roll=7\n")

    assert "cy" not in figures(found, "deal")


def test_the_interest_on_a_loan_is_the_salary_it_costs():
    found = told_of(session("rat_race_monopoly-thirty-million"))

    # Ann passed GO with a loan at 2M, 2M and 3M of salary and was paid half of it; Ben once, at 1M
    assert figures(found, "loans") == {"ann": 3_500, "ben": 500}
    assert found["loans"]["ann"].sentence == "Ann lost 3.5M of salary to loans."


def test_a_disaster_is_told_by_what_it_took():
    found = told_of(session("rat_race_monopoly-disasters"))

    # Brown 1 for 600K with a house of 500K, Orange 1 for 1.8M, and Dark blue 1, mortgaged, at half of 3.5M
    assert figures(found, "worst") == {"ann": 4_650}
    assert found["worst"]["ann"].sentence == "Ann lost 3 streets, worth 4.65M, in a disaster."
    assert found["disasters"]["ann"].sentence == "Ann was hit by disaster twice."


def test_net_worth_careers_rents_and_jail():
    found = told_of(session("rat_race_monopoly-thirty-million"))

    assert figures(found, "result") == {"ann": 32_450, "ben": 25_950, "cy": 7_280}
    assert (found["job"]["ann"].figure, found["job"]["ann"].said) == (6, "CEO")
    assert found["rent"]["ann"].sentence == "Ann took 1.75M in rent from Ben for Dark blue 2."
    assert figures(found, "jail") == {"cy": 2}


def test_the_boards_in_millions_and_in_dollars_keep_records_apart():
    found = told_of(session("rat_race_monopoly-the-moment"))

    assert figures(found, "result.classic.400") == {"ann": 125, "ben": 415, "cy": 105}
    assert found["result.classic.400"]["ben"].said == "$415"
    assert found["result.classic.400"]["ben"].label == "Net worth at the end, in dollars, goal $400"
    assert not [key for key in found if key.startswith("result") and "classic" not in key]


def test_who_went_bankrupt_is_told_and_has_no_net_worth_to_compare():
    found = told_of(session("rat_race_monopoly-bankrupt"))

    assert figures(found, "bankruptcies") == {"ann": 1}
    assert figures(found, "result") == {"ben": 3_600}
