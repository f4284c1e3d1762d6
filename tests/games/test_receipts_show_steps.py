"""A figure that is worked out stands on its receipt with what it is worked out from."""

from __future__ import annotations

from companion.games.ratrace import GAME
from tests.games.evening import ratrace, untied
from tests.games.rat_race_monopoly.landlords import landlords
from tests.games.totopoly.race_day import betting, book_alone
from tests.games.totopoly.stable import parade


def told(evening):
    return [(line.text, line.figure) for line in evening.last.working]


def test_cashing_in_shows_the_stake_and_the_level():
    evening = untied()
    evening.do("invest", who="alice", stake=100)
    evening.do("exchange_roll", roll=9)
    evening.do("cash_in")
    assert told(evening)[:3] == [
        ("Alice invested", 100),
        ("Level 9: 200% of the stake", 200),
        ("Alice cashes in", 200),
    ]


def test_the_last_roll_for_an_investment_is_one_sum():
    evening = untied("Alice", "Bob")
    evening.do("invest", who="alice", stake=100)
    evening.do("exchange_roll", roll=9)
    assert [line.text for line in evening.last.working if line.total] == ["Alice cashes in"]


def test_each_roll_on_the_value_reached_shows_that_value():
    evening = untied(exchange="each")
    evening.do("invest", who="alice", stake=100)
    evening.do("exchange_roll", roll=9)
    evening.do("exchange_roll", roll=9)
    assert told(evening)[:3] == [
        ("Alice invested", 100),
        ("Value reached", 200),
        ("Level 9: 200% of the value reached", 400),
    ]


def lottery(**houses):
    evening = untied(**houses)
    evening.set("alice", cash=55)
    evening.do("lottery", who="alice", stake=33)
    evening.do("match", who="bob")
    evening.do("match", who="carl")
    return evening


def test_the_pot_of_the_lottery_is_made_up_of_its_stakes():
    evening = lottery()
    for who, roll in (("alice", 4), ("bob", 9), ("carl", 3)):
        evening.do("lottery_roll", who=who, roll=roll)
    assert told(evening)[1:3] == [("In the pot: 3 times $33", 99), ("Bob takes", 99)]


def test_a_pot_that_is_split_shows_the_division():
    evening = lottery(lottery_tie="split")
    for who, roll in (("alice", 4), ("bob", 9), ("carl", 9)):
        evening.do("lottery_roll", who=who, roll=roll)
    assert told(evening)[1:3] == [
        ("In the pot: 3 times $33", 99),
        ("Split between 2; $1 left over goes to Alice", 49),
    ]


def test_what_is_written_off_in_a_bankruptcy_begins_with_what_is_owed():
    evening = ratrace()
    evening.set("alice", cash=10)
    evening.stand("alice", 26)
    evening.do("roll", who="alice", roll=2)
    assert GAME.turn(evening.table).landed[1] == "taxes"
    evening.do("taxes", who="alice", roll=12)
    evening.do("bankrupt")
    assert told(evening)[:3] == [
        ("Alice owes the Treasury", 120),
        ("The Treasury takes all the cash", -10),
        ("Unpaid and written off", 110),
    ]


def test_entrance_fees_show_how_many_horses_at_how_much():
    evening = parade("Ann", "Ben", hands={"ann": "h1 h2 h3", "ben": "h4"})
    evening.have("ann", 10)
    evening.do("enter_race", who="ben")
    assert told(evening)[0] == ("Ben, 1 horse at \u00a325", -25)
    evening.do("enter_race", who="ann")
    assert told(evening)[:2] == [("Entrance fees, 3 horses at \u00a325", 75), ("Ann owes the prize fund", 75)]


def test_odds_show_the_profit_on_ten_pounds():
    day = book_alone()
    day.do("lay_odds", bookmaker="ann", horse="h1", odds="7-2")
    assert day.receipt() == [
        ("Profit on \u00a310: \u00a310 \u00d7 7 \u00f7 2", 35),
        ("A winning \u00a310 gets back", 45),
    ]


def test_what_a_horse_would_pay_shows_the_division():
    day = betting()
    day.lay("ann h1 20")
    assert "1 \u00b7 King of Clubs would then pay 0.9 for each \u00a31: 18 \u00f7 20" in day.lines()


def test_streets_show_what_halves_and_tenths_are_of():
    evening = landlords()
    evening.give("ann", "s1")
    evening.do("mortgage", who="ann", streets="s1")
    assert told(evening)[0] == ("Brown 1, half its price of 600K", 300)
    evening.do("lift_mortgage", who="ann", streets="s1")
    assert told(evening)[0] == ("Brown 1, 300K and 10%, 30K", -330)


def test_buildings_show_how_many_at_how_much():
    evening = landlords()
    evening.give("ann", "s1", "s2")
    evening.do("build", who="ann", streets="s1+s2", each=1)
    assert told(evening)[0] == ("Brown 1, bare to 1 house", -500)
    evening.do("sell_buildings", who="ann", streets="s1+s2", each=1)
    assert told(evening)[0] == ("Brown 1, 1 house to bare: 1 at half of 500K", 250)


def test_a_salary_and_a_tax_show_the_level_times_what_level_1_has():
    evening = landlords()
    evening.do("correct_job", who="ann", job=2, reason="for the test")
    evening.do("pay_tax", who="ann")
    assert told(evening)[0] == ("Tax, level 2: 2 times 100K", -200)
    evening.do("pass_go", who="ann", roll=7)
    assert told(evening)[0] == ("Salary, level 2: 2 times 500K", 1_000)


def test_a_mortgage_taken_over_shows_what_its_tenth_is_of():
    evening = landlords()
    evening.give("ann", "s1")
    evening.pledge("s1")
    evening.do("deal", who="ann", other="ben", gives="s1")
    assert ("Mortgages taken over", 300) in told(evening)
