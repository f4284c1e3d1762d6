"""Rat Race Monopoly: who can't pay, who leaves for good, and who is left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rat_race_monopoly.players import in_reach
from models.ledger import Refusal
from tests.games.rat_race_monopoly.landlords import landlords


def ruined(**houses):
    """Ann has a little of everything, and a loan; Ben and Cy look on. Mortgages cost who takes them over nothing."""
    evening = landlords(**{"mortgage_taken": "free"} | houses)
    evening.works("ann", 1, 1)
    evening.do("take_loan", who="ann")
    evening.give("ann", "s1", "s2", "s21")
    evening.build("s1", "s2")
    evening.pledge("s21")
    evening.stock("ann", 2)
    evening.has("ann", 100)
    return evening


# --- Cannot pay


def test_who_holds_the_cash_is_not_bankrupt():
    assert landlords().why_not("bankrupt", who="ann", creditor="ben", owed=1_500) == (
        "Ann holds 1.5M, and can pay 1.5M."
    )


def test_who_can_still_raise_it_is_not_bankrupt_and_hears_how():
    evening = ruined()
    assert in_reach(evening.t.seat("ann")) == 100 + 500 + 600 + 2_000 + 1_000
    assert evening.why_not("bankrupt", who="ann", creditor="ben", owed=4_200) == (
        "Ann can still raise what is missing: sell buildings back (up to 500K), mortgage streets (up to 600K, "
        "buildings first), sell shares (2 at 1M), take a loan of 1M or make a deal with another player. With "
        "100K in cash that makes 4.2M, enough for 4.2M."
    )


def test_a_loan_counts_only_on_the_own_turn():
    evening = ruined()
    evening.do("next_player")
    assert in_reach(evening.t.seat("ann")) == 3_200
    evening.do("bankrupt", who="ann", creditor="ben", owed=3_210)
    assert evening.mark("ann", "out") == 1


def test_a_creditor_player_gets_cash_and_streets_mortgages_stay_shares_and_buildings_turned_into_cash():
    evening = ruined()
    evening.do("bankrupt", who="ann", creditor="ben", owed=9_000)
    assert evening.told() == "Ann can't pay Ben 9M and is bankrupt."
    assert evening.cash("ben") == 1_500 + 100 + 500 + 2_000
    assert evening.streets("ben") == ["s1", "s2", "s21"]
    assert evening.mark("s21", "mortgaged") == "yes"
    assert (evening.houses("s1"), evening.shares("ann"), evening.cash("ann"), evening.owes("ann")) == (0, 0, 0, 0)
    assert [(line.text, line.figure) for line in evening.last.working] == [
        ("Owed to Ben", 9_000),
        ("Ann holds", 100),
        ("Buildings of Brown 1, sold back: 1 at half of 500K", 250),
        ("Buildings of Brown 2, sold back: 1 at half of 500K", 250),
        ("2 shares at 1M", 2_000),
        ("Cash to Ben", 2_600),
        ("Ben then has", 4_100),
        ("Brown 1: to Ben", None),
        ("Brown 2: to Ben", None),
        ("Dark blue 1, mortgaged: to Ben", None),
        ("Loans written off", 1_000),
    ]


def test_the_bank_as_creditor_takes_everything_and_the_streets_are_for_sale_again():
    evening = ruined()
    evening.do("bankrupt", who="ann", creditor="bank", owed=9_000)
    assert evening.streets("ann") == []
    assert (evening.mark("s21", "mortgaged"), evening.houses("s1")) == (None, 0)
    assert (evening.cash("ann"), evening.owes("ann"), evening.cash("ben")) == (0, 0, 1_500)
    evening.do("buy_street", who="ben", street="s2")
    assert evening.streets("ben") == ["s2"]


def test_house_rule_the_banks_loans_come_first():
    evening = ruined(bankrupt_first="bank")
    evening.do("bankrupt", who="ann", creditor="ben", owed=9_000)
    assert evening.cash("ben") == 1_500 + 2_600 - 1_000
    assert evening.owes("ann") == 0
    assert evening.last.house == (
        "The bank's loans come first.",
        "Taking over a mortgage costs nothing at once.",
    )
    assert ("Loans written off", 1_000) not in [(line.text, line.figure) for line in evening.last.working]


def test_house_rule_the_bank_first_gets_no_more_than_there_is():
    evening = ruined(bankrupt_first="bank")
    evening.do("correct_shares", who="ann", count=0, reason="for the test")
    evening.do("bankrupt", who="ann", creditor="ben", owed=9_000)
    assert evening.cash("ben") == 1_500
    lines = [(line.text, line.figure) for line in evening.last.working]
    assert ("Loans of 1M, paid back first", -600) in lines
    assert ("Loans written off", 400) in lines


def test_house_rule_the_bank_first_is_said_even_where_nothing_is_left_for_the_loans():
    evening = landlords(bankrupt_first="bank")
    evening.works("ann", 1, 1)
    evening.do("correct_loan", who="ann", loan="loan_1", owed=1_000, reason="for the test")
    evening.do("correct_loan", who="ann", loan="loan_2", owed=1_000, reason="for the test")
    evening.has("ann", 0)
    evening.do("bankrupt", who="ann", creditor="ben", owed=500)
    assert ("Loans of 2M, paid back first", 0) in [(line.text, line.figure) for line in evening.last.working]
    assert evening.last.house == ("The bank's loans come first.",)


def test_shares_on_an_exchange_only_do_not_count_as_within_reach_but_go_to_the_creditor_as_cash():
    evening = ruined(raise_shares="exchange")
    assert in_reach(evening.t.seat("ann")) == 2_200
    evening.do("bankrupt", who="ann", creditor="ben", owed=3_000)
    assert evening.cash("ben") == 1_500 + 2_600


def test_an_insured_creditor_has_the_streets_covered():
    evening = ruined()
    evening.give("ben", "s9")
    evening.insure("ben")
    held = evening.cash("ben")
    evening.do("bankrupt", who="ann", creditor="ben", owed=9_000)
    assert evening.cash("ben") == held + 2_600
    assert evening.mark("ben", "insured") == "yes"


def test_house_rules_a_creditor_pays_for_mortgages_and_insurance_out_of_what_there_is():
    evening = ruined(mortgage_taken="tenth", insurance_gained="premium")
    evening.give("ben", "s9")
    evening.insure("ben")
    held = evening.cash("ben")
    evening.do("bankrupt", who="ann", creditor="ben", owed=9_000)
    # 10% of the mortgage of 1.75M, fraction dropped, and 10% of 600K, 600K and 3.5M
    assert evening.cash("ben") == held + 2_600 - 170 - 470
    assert evening.last.working[-1].figure == evening.cash("ben")


@pytest.mark.parametrize(("cash", "insured", "left"), [(450, None, 450), (460, "yes", 0)])
def test_house_rule_just_the_cash_is_enough_to_cover_what_is_new(cash, insured, left):
    evening = landlords(insurance_gained="premium", mortgage_taken="free")
    evening.give("ann", "s1", "s22")
    evening.pledge("s1", "s22")
    evening.has("ann", 0)
    evening.give("ben", "s9")
    evening.insure("ben")
    evening.has("ben", cash)
    evening.do("bankrupt", who="ann", creditor="ben", owed=100)
    assert (evening.mark("ben", "insured"), evening.cash("ben")) == (insured, left)


def test_house_rule_where_cover_is_out_of_reach_the_insurance_ends():
    evening = landlords(insurance_gained="premium")
    evening.give("ann", "s1", "s22")
    evening.pledge("s1", "s22")
    evening.has("ann", 0)
    evening.give("ben", "s9")
    evening.insure("ben")
    evening.has("ben", 10)
    evening.do("bankrupt", who="ann", creditor="ben", owed=100)
    assert evening.mark("ben", "insured") is None
    assert evening.told().endswith("Ben can't add 460K for the new streets: the insurance ends.")


def test_a_creditor_short_of_cash_pays_for_the_mortgages_as_far_as_it_goes_and_the_receipt_says_so():
    evening = landlords(mortgage_taken="tenth")
    evening.give("ann", "s22")
    evening.pledge("s22")
    evening.has("ann", 0)
    evening.has("ben", 100)
    evening.do("bankrupt", who="ann", creditor="ben", owed=100)
    assert (evening.cash("ben"), evening.streets("ben")) == (0, ["s22"])
    assert [(line.text, line.figure) for line in evening.last.working][-3:] == [
        ("Ben: 10% of the mortgages taken over", -200),
        ("As far as the cash goes", -100),
        ("Ben then has", 0),
    ]


def test_nobody_owes_to_themselves_nor_to_somebody_out_of_the_game():
    evening = ruined()
    assert evening.why_not("bankrupt", who="ann", creditor="ann", owed=9_000) == "Nobody owes to themselves."
    evening.do("leave", who="cy")
    assert evening.why_not("bankrupt", who="ann", creditor="cy", owed=9_000) == "Cy is out of the game."
    assert evening.why_not("bankrupt", who="cy", creditor="ann", owed=9_000) == "Cy is out of the game."


def test_the_turn_goes_on_past_who_is_out():
    evening = ruined()
    evening.do("bankrupt", who="ann", creditor="ben", owed=9_000)
    assert evening.prompt.title == "Ben's turn"


def test_on_classic_it_is_the_same_in_dollars():
    evening = landlords(board="classic")
    evening.give("ann", "s21")
    evening.stock("ann", 1)
    evening.do("bankrupt", who="ann", creditor="ben", owed=500)
    assert (evening.cash("ben"), evening.streets("ben")) == (150 + 150 + 100, ["s21"])


# --- Leaving, and the last player left


def test_who_leaves_for_good_is_out_towards_the_bank():
    evening = ruined()
    evening.do("leave", who="ann")
    assert evening.told() == "Ann leaves the game."
    assert (evening.streets("ann"), evening.cash("ann"), evening.owes("ann"), evening.shares("ann")) == ([], 0, 0, 0)
    assert evening.cash("ben") == 1_500
    assert evening.why_not("buy_street", who="ann", street="s1") == "Ann is out of the game."


def test_the_last_player_left_wins():
    evening = landlords("Ann", "Ben")
    evening.has("ann", 0)
    evening.do("bankrupt", who="ann", creditor="ben", owed=200)
    ending = evening.game.ending(evening.table)
    assert (ending.reason, ending.winners) == ("Ben is the last player left", ("ben",))
    assert evening.why_not("leave", who="ben") == "The game is over: Ben is the last player left."


def test_who_goes_out_later_ranks_higher():
    evening = landlords("Ann", "Ben", "Cy", "Dee")
    for who in ("cy", "ann", "dee"):
        evening.do("leave", who=who)
    assert [who for who, _, _ in evening.game.ending(evening.table).ranks] == ["ben", "dee", "ann", "cy"]


def test_an_undo_brings_everything_back():
    evening = ruined()
    before = evening.table.ledger
    evening.do("bankrupt", who="ann", creditor="ben", owed=9_000)
    evening.undo()
    assert evening.table.ledger.balances == before.balances
    assert evening.table.ledger.marks == before.marks


# --- Whoever holds whatever


@given(
    st.fixed_dictionaries(
        {
            "bankrupt_first": st.sampled_from(("creditor", "bank")),
            "mortgage_taken": st.sampled_from(("free", "tenth")),
            "insurance_gained": st.sampled_from(("covered", "premium")),
            "raise_shares": st.sampled_from(("anywhere", "exchange")),
            "board": st.sampled_from(("millions", "classic")),
        }
    ),
    st.sampled_from(("ben", "bank")),
    st.integers(0, 400),
    st.integers(0, 5),
    st.lists(st.tuples(st.integers(1, 22), st.booleans(), st.integers(0, 5)), max_size=12),
    st.integers(1, 3_000),
)
def test_nothing_is_made_or_lost_by_a_bankruptcy(houses, creditor, cash, shares, streets, owed):
    evening = landlords(**houses)
    note = 1 if houses["board"] == "classic" else 10
    evening.give("ben", "s9")
    evening.insure("ben")
    for at, under, built in streets:
        street = f"s{at}"
        if evening.mark(street, "mortgaged") is None and street != "s9":
            if street not in evening.streets("ann"):
                evening.give("ann", street)
            if under and not evening.houses(street):
                evening.pledge(street)
            elif built and built != evening.houses(street):
                evening.build(street, houses=built)
    evening.has("ann", cash * note)
    if shares:
        evening.stock("ann", shares)
    reach, before = in_reach(evening.t.seat("ann")), evening.cash("ben")
    had = evening.streets("ann")
    try:
        evening.do("bankrupt", who="ann", creditor=creditor, owed=owed * note)
    except Refusal:
        assert reach >= owed * note
        return
    assert reach < owed * note
    totals = {}
    for (_, unit), held in evening.table.ledger.balances.items():
        totals[unit] = totals.get(unit, 0) + held
    assert not any(totals.values())
    assert (evening.cash("ann"), evening.owes("ann"), evening.shares("ann"), evening.streets("ann")) == (0, 0, 0, [])
    assert not any(evening.houses(street) for street in had)
    assert evening.cash("ben") >= 0
    if creditor == "ben":
        assert set(had) <= set(evening.streets("ben"))
    else:
        assert evening.cash("ben") == before
        assert not any(evening.mark(street, "mortgaged") for street in had)


@pytest.mark.parametrize("who", ["ann", "ben"])
def test_jail_and_insurance_of_who_is_out_are_forgotten(who):
    evening = landlords()
    evening.give(who, "s1")
    evening.insure(who)
    evening.do("go_to_jail", who=who)
    evening.do("leave", who=who)
    assert (evening.mark(who, "jail"), evening.mark(who, "insured")) == (None, None)
