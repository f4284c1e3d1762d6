"""Rat Race Monopoly: deals between players, in streets and cash."""

from tests.games.rat_race_monopoly.landlords import landlords

BROWN = ("s1", "s2")


# --- A deal may mix cash and streets


def test_a_deal_mixes_streets_and_cash_in_one_entry():
    evening = landlords()
    evening.give("ann", "s1", "s3")
    evening.give("ben", "s22")
    evening.do("deal", who="ann", other="ben", gives="s1+s3", gets="s22", pays=500)
    assert evening.told() == "Ann gives Ben Brown 1, Light blue 1 and 500K for Dark blue 2."
    assert (evening.streets("ann"), evening.streets("ben")) == (["s22"], ["s1", "s3"])
    assert (evening.cash("ann"), evening.cash("ben")) == (1_000, 2_000)


def test_a_street_may_be_sold_for_cash():
    evening = landlords()
    evening.give("ann", "s1")
    evening.do("deal", who="ann", other="ben", gives="s1", asks=700)
    assert evening.told() == "Ann gives Ben Brown 1 for 700K."
    assert (evening.cash("ann"), evening.cash("ben"), evening.streets("ben")) == (2_200, 800, ["s1"])


def test_mortgages_stay_on_streets_that_are_traded():
    evening = landlords()
    evening.give("ann", "s1")
    evening.pledge("s1")
    evening.do("deal", who="ann", other="ben", gives="s1", asks=100)
    assert evening.mark("s1", "mortgaged") == "yes"
    assert "Brown 1: mortgaged, to Ben" in [line.text for line in evening.last.working]
    assert evening.cash("ben") == 1_370  # 10% of the mortgage at once, as in the usual rules
    evening.do("lift_mortgage", who="ben", streets="s1")
    assert evening.cash("ben") == 1_370 - 330


def test_house_rule_a_new_owner_pays_10_per_cent_of_a_mortgage_at_once():
    evening = landlords(mortgage_taken="tenth")
    evening.give("ann", "s21")
    evening.pledge("s21")
    evening.do("deal", who="ann", other="ben", gives="s21", asks=100)
    assert evening.cash("ben") == 1_400 - 170
    assert evening.cash("ann") == 1_600
    assert evening.last.rule.endswith("A new owner pays 10% of a mortgage at once, and 10% again on lifting it.")
    assert not evening.last.house
    evening.has("cy", 100)
    assert evening.why_not("deal", who="ben", other="cy", gives="s21") == ("Cy holds 100K: 70K short of 170K.")


def test_a_deal_of_nothing_is_refused():
    evening = landlords()
    evening.give("ann", "s1")
    assert evening.why_not("deal", who="ann", other="ben") == (
        "That is a deal of nothing: name the streets that change hands."
    )
    assert evening.why_not("deal", who="ann", other="ben", pays=100) == (
        "No street changes hands: that is a payment, not a deal."
    )
    assert evening.why_not("deal", who="ann", other="ann", gives="s1") == "A deal takes two."
    assert evening.why_not("deal", who="ann", other="ben", gives="s1", pays=100, asks=50) == (
        "Cash goes one way: take the smaller sum off the larger."
    )


def test_one_trades_only_what_is_ones_own():
    evening = landlords()
    evening.give("ann", "s1")
    evening.give("cy", "s9")
    assert evening.why_not("deal", who="ann", other="ben", gives="s9") == "Orange 1 is Cy's, not Ann's."
    assert evening.why_not("deal", who="ann", other="ben", gives="s1", gets="s2") == "Brown 2 is the bank's, not Ben's."


def test_streets_of_a_group_with_buildings_are_not_traded():
    evening = landlords()
    evening.give("ann", *BROWN)
    evening.build(*BROWN)
    assert evening.why_not("deal", who="ann", other="ben", gives="s1", asks=10) == (
        "Brown 1: buildings stand in the brown group. They are sold back first."
    )


def test_nobody_pays_more_than_the_cash_in_hand():
    evening = landlords()
    evening.give("ben", "s9")
    assert evening.why_not("deal", who="ann", other="ben", gets="s9", pays=2_000) == (
        "Ann holds 1.5M: 500K short of 2M."
    )
    evening.give("ann", "s1")
    assert evening.why_not("deal", who="ann", other="ben", gives="s1", asks=1_600).startswith("Ben holds 1.5M: 100K")


def test_a_street_may_be_given_for_nothing():
    evening = landlords()
    evening.give("ann", "s1")
    evening.do("deal", who="ann", other="ben", gives="s1")
    assert evening.told() == "Ann gives Ben Brown 1, for nothing."
