"""Rat Race Monopoly: streets from the bank, mortgages and buildings, and putting them right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.ledger import Refusal
from tests.games.rat_race_monopoly.landlords import landlords

BROWN = ("s1", "s2")
LIGHT_BLUE = ("s3", "s4", "s5")


# --- How does the add-on game work? (the usual rules hold): buying


def test_a_street_is_bought_at_its_printed_price():
    evening = landlords()
    evening.do("buy_street", who="ann", street="s5")
    assert evening.told() == "Ann buys Light blue 3 for 1.2M."
    assert (evening.cash("ann"), evening.bank(), evening.streets("ann")) == (300, -4_500 + 1_200, ["s5"])


def test_the_printed_prices_are_the_usual_ones_times_10_000():
    table = landlords().table
    prices = [table.figure(f"price.s{at}") for at in range(1, 23)]
    assert prices == [
        60, 60, 100, 100, 120, 140, 140, 160, 180, 180, 200,
        220, 220, 240, 260, 260, 280, 300, 300, 320, 350, 400,
    ]  # fmt: skip


def test_on_the_classic_board_the_same_street_costs_120_dollars():
    evening = landlords(board="classic")
    evening.do("buy_street", who="ann", street="s5")
    assert evening.told() == "Ann buys Light blue 3 for $120."
    assert evening.cash("ann") == 30


def test_a_street_is_bought_at_any_price_as_an_auction_has_made_it():
    evening = landlords()
    evening.do("buy_street", who="ben", street="s22", price=10)
    assert evening.told() == "Ben buys Dark blue 2 for 10K."
    assert (evening.last.working[0].text, evening.last.working[0].figure) == ("Dark blue 2, printed price", 4_000)
    assert evening.cash("ben") == 1_490


def test_a_street_that_is_owned_is_not_bought_again():
    evening = landlords()
    evening.do("buy_street", who="ann", street="s1")
    assert evening.why_not("buy_street", who="ben", street="s1") == "Brown 1 is Ann's."
    assert evening.why_not("buy_street", who="ann", street="s1") == "Brown 1 is Ann's."


def test_with_every_street_owned_there_is_none_to_buy():
    evening = landlords()
    for at in range(1, 23):
        evening.give("ben", f"s{at}")
    assert evening.game.find_action("buy_street").why_not(evening.table, {}) == (
        "Every street is owned: the bank has none left."
    )


def test_only_the_banks_streets_are_offered():
    evening = landlords()
    evening.give("ann", "s1", "s22")
    options = evening.game.find_action("buy_street").options(evening.table, {"who": "ben"}, "street")
    assert [one.value for one in options] == [f"s{at}" for at in range(2, 22)]


def test_a_street_too_dear_may_still_be_had_in_an_auction_and_it_is_the_price_that_is_short():
    evening = landlords()
    options = {
        option.value: option
        for option in evening.game.find_action("buy_street").options(evening.table, {"who": "ann"}, "street")
    }
    assert options["s5"].refusal is None
    assert options["s22"].refusal is None
    with pytest.raises(Refusal) as refused:
        evening.propose("buy_street", who="ann", street="s8")
    assert (refused.value.sentence, refused.value.question) == ("Ann holds 1.5M: 100K short of 1.6M.", "price")
    assert evening.why_not("buy_street", who="ann", street="s5", price=2_000) == ("Ann holds 1.5M: 500K short of 2M.")


def test_what_is_missing_can_be_raised_and_the_sentence_says_how():
    evening = landlords()
    evening.give("ann", "s1")
    evening.stock("ann", 2)
    assert evening.why_not("buy_street", who="ann", street="s22") == (
        "Ann holds 1.5M: 2.5M short of 4M. To raise it: mortgage streets (up to 300K), sell shares (2 at 1M) or make a "
        "deal with another player."
    )


def test_a_price_has_no_fraction_of_a_note():
    evening = landlords()
    assert evening.why_not("buy_street", who="ann", street="s1", price="605K") == "It must be a multiple of 10K."
    assert evening.why_not("buy_street", who="ann", street="s1", price=0) == "It must be at least 10K."


def test_a_street_goes_by_the_name_the_tables_own_board_gives_it():
    evening = landlords()
    evening.do("change_board", fact="name.s22", value="Loftus Road", reason="our board")
    evening.do("buy_street", who="ann", street="Loftus Road", price=500)
    assert evening.told() == "Ann buys Loftus Road for 500K."


def test_nothing_is_bought_before_the_table_is_open():
    evening = landlords()
    evening.undo()
    assert evening.why_not("buy_street", who="ann", street="s1") == "First open the table."


# --- Mortgages


def test_the_bank_lends_half_the_printed_price():
    evening = landlords()
    evening.give("ann", "s21")
    evening.do("mortgage", who="ann", streets="s21")
    assert evening.told() == "Ann mortgages Dark blue 1 for 1.75M."
    assert (evening.cash("ann"), evening.mark("s21", "mortgaged")) == (3_250, "yes")


def test_lifting_the_mortgage_of_the_3_5m_street_costs_1_92m():
    evening = landlords()
    evening.give("ann", "s21")
    evening.do("mortgage", who="ann", streets="s21")
    evening.do("lift_mortgage", who="ann", streets="s21")
    assert evening.told() == "Ann lifts the mortgage of Dark blue 1 for 1.92M."
    assert (evening.cash("ann"), evening.mark("s21", "mortgaged")) == (3_250 - 1_920, None)


def test_on_classic_lifting_it_costs_192():
    evening = landlords(board="classic")
    evening.give("ann", "s21")
    evening.do("mortgage", who="ann", streets="s21")
    evening.do("lift_mortgage", who="ann", streets="s21")
    assert evening.cash("ann") == 150 + 175 - 192


def test_several_streets_are_mortgaged_in_one_entry():
    evening = landlords()
    evening.give("ann", "s1", "s3", "s21")
    evening.do("mortgage", who="ann", streets="s21+s1")
    assert evening.told() == "Ann mortgages Brown 1 and Dark blue 1 for 2.05M."
    assert [line.figure for line in evening.last.working] == [300, 1_750, 3_550]


def test_a_street_is_mortgaged_only_when_its_colour_group_carries_no_buildings():
    evening = landlords()
    evening.give("ann", *BROWN, "s3")
    evening.build("s1")
    assert evening.why_not("mortgage", who="ann", streets="s2") == (
        "Brown 2: buildings stand in the brown group. They are sold back first."
    )
    evening.do("mortgage", who="ann", streets="s3")
    assert evening.why_not("mortgage", who="ann", streets="s2") == (
        "Brown 2: buildings stand in the brown group. They are sold back first."
    )


def test_a_street_is_mortgaged_once_and_by_its_owner():
    evening = landlords()
    evening.give("ann", "s1", "s2")
    evening.give("ben", "s3")
    evening.pledge("s1")
    assert evening.why_not("mortgage", who="ann", streets="s1") == "Brown 1 is mortgaged already."
    assert evening.why_not("mortgage", who="ann", streets="s3") == "Light blue 1 is Ben's, not Ann's."
    assert evening.why_not("mortgage", who="ann", streets="s22") == "Dark blue 2 is the bank's, not Ann's."
    assert evening.why_not("lift_mortgage", who="ann", streets="s2") == "Brown 2 is not mortgaged."
    assert evening.why_not("mortgage", who="cy", streets="s1") == "Brown 1 is Ann's, not Cy's."


def test_where_there_is_nothing_to_name_the_refusal_says_so_in_a_sentence():
    evening = landlords()
    evening.give("ann", "s1")
    for action, sentence in (
        ("lift_mortgage", "No street is mortgaged."),
        ("build", "There is no whole colour group to build on, free of mortgages."),
        ("sell_buildings", "Nothing is built."),
    ):
        assert evening.why_not(action, who="ann", streets="the Boardwalk") == sentence
    assert evening.why_not("mortgage", who="ann", streets="the Boardwalk") == (
        "There is no 'the Boardwalk' here; choose of s1."
    )


def test_who_has_nothing_to_mortgage_is_greyed_with_the_reason():
    evening = landlords()
    evening.give("ben", "s1")
    options = {one.value: one.refusal for one in evening.game.find_action("mortgage").options(evening.table, {}, "who")}
    assert options == {
        "ann": "Ann has no street that could be mortgaged.",
        "ben": None,
        "cy": "Cy has no street that could be mortgaged.",
    }
    assert evening.game.find_action("mortgage").why_not(evening.table, {}) is None
    assert (
        evening.game.find_action("lift_mortgage").why_not(evening.table, {"who": "ben"})
        == "Ben has no mortgaged street."
    )


# --- Buildings: the usual rules


def test_houses_cost_by_colour_group():
    evening = landlords()
    costs = [(group, evening.table.figure(f"house.{group}")) for group in (
        "brown", "light_blue", "pink", "orange", "red", "yellow", "green", "dark_blue",
    )]  # fmt: skip
    assert [cost for _, cost in costs] == [50, 50, 100, 100, 150, 150, 200, 200]


def test_one_builds_on_a_whole_colour_group():
    evening = landlords()
    evening.give("ann", "s1")
    assert evening.why_not("build", who="ann", streets="s1") == "To build on the brown group Ann lacks Brown 2."
    evening.give("ann", "s2")
    evening.do("build", who="ann", streets="s1+s2")
    assert evening.told() == "Ann builds up to 1 house on Brown 1 and 1 house on Brown 2 for 1M."
    assert (evening.cash("ann"), evening.houses("s1"), evening.houses("s2")) == (500, 1, 1)


def test_no_building_on_a_group_with_a_mortgage():
    evening = landlords()
    evening.give("ann", *BROWN)
    evening.pledge("s2")
    assert evening.why_not("build", who="ann", streets="s1") == "No building on the brown group: Brown 2 is mortgaged."


def test_one_builds_evenly():
    evening = landlords()
    evening.give("ann", *LIGHT_BLUE)
    evening.has("ann", 9_000)
    assert evening.why_not("build", who="ann", streets="s3", each=2) == (
        "Build evenly: Light blue 1 would have 2 houses on it and Light blue 2 nothing."
    )
    evening.do("build", who="ann", streets="s3")
    assert evening.why_not("build", who="ann", streets="s3") == (
        "Build evenly: Light blue 1 would have 2 houses on it and Light blue 2 nothing."
    )
    evening.do("build", who="ann", streets="s4+s5")
    evening.do("build", who="ann", streets="s3+s4+s5", each=4)
    assert [evening.houses(one) for one in LIGHT_BLUE] == [5, 5, 5]
    assert evening.cash("ann") == 9_000 - 15 * 500
    assert evening.why_not("build", who="ann", streets="s3") == "Light blue 1 has a hotel, and no more fits on it."


def test_more_than_a_hotel_does_not_fit():
    evening = landlords()
    evening.give("ann", *BROWN)
    evening.build(*BROWN, houses=4)
    assert evening.why_not("build", who="ann", streets="s1+s2", each=2) == (
        "Brown 1 has room for 1 more; the fifth is a hotel."
    )


def test_buildings_are_sold_back_at_half_and_evenly():
    evening = landlords()
    evening.give("ann", *BROWN)
    evening.build(*BROWN, houses=5)
    assert evening.why_not("sell_buildings", who="ann", streets="s1", each=2) == (
        "Sell evenly: Brown 1 would have 3 houses on it and Brown 2 a hotel."
    )
    evening.do("sell_buildings", who="ann", streets="s1+s2", each=5)
    assert evening.told() == "Ann sells buildings of Brown 1 and Brown 2 for 2.5M."
    assert (evening.cash("ann"), evening.houses("s1")) == (4_000, 0)
    assert evening.why_not("sell_buildings", who="ann", streets="s1") == "Nothing is built on Brown 1."
    assert evening.why_not("sell_buildings", who="ben", streets="s1") == "Brown 1 is Ann's, not Ben's."


def test_no_more_is_sold_than_stands_there():
    evening = landlords()
    evening.give("ann", *BROWN)
    evening.build(*BROWN)
    assert evening.why_not("sell_buildings", who="ann", streets="s1+s2", each=2) == (
        "Brown 1 has 1 house only, not 2 to sell."
    )


def test_half_of_an_odd_price_drops_the_fraction_of_a_note():
    evening = landlords()
    evening.do("change_board", fact="house.brown", value="55", reason="our board")
    evening.give("ann", *BROWN)
    evening.build(*BROWN)
    evening.do("sell_buildings", who="ann", streets="s1+s2")
    assert evening.cash("ann") == 1_500 + 2 * 270


def test_the_box_holds_32_houses_and_12_hotels():
    evening = landlords()
    for ten in range(1, 23):
        evening.give("ann", f"s{ten}")
    evening.has("ann", 500_000)
    evening.build(*(f"s{at}" for at in range(3, 11)), houses=4)
    assert evening.why_not("build", who="ann", streets="s12+s13+s14") == (
        "The box has 0 houses left; this would take 3."
    )
    evening.do("build", who="ann", streets="s3+s4+s5")
    evening.do("build", who="ann", streets="s12+s13+s14")
    assert evening.why_not("sell_buildings", who="ann", streets="s3+s4+s5") == (
        "The box has 9 houses left; this would take 12."
    )


def test_house_rule_as_many_buildings_as_are_wanted():
    evening = landlords(building_stock="unlimited")
    for ten in range(1, 23):
        evening.give("ann", f"s{ten}")
    evening.has("ann", 500_000)
    evening.build(*(f"s{at}" for at in range(3, 11)), houses=4)
    evening.do("build", who="ann", streets="s12+s13+s14")
    assert evening.houses("s12") == 1


# --- Corrections


def test_a_streets_owner_is_put_right_with_a_reason():
    evening = landlords()
    evening.do("correct_street", street="s1", to="ann", reason="the card was in the box")
    assert evening.told() == "Correction: Brown 1 is Ann's (the card was in the box)."
    assert evening.cash("ann") == 1_500
    assert evening.why_not("correct_street", street="s1", to="ann", reason="again") == "Brown 1 is Ann's already."


def test_a_street_put_back_to_the_bank_is_bare_and_free():
    evening = landlords()
    evening.give("ann", *BROWN)
    evening.build(*BROWN, houses=5)
    evening.do("correct_street", street="s1", to="bank", reason="a slip")
    assert (evening.houses("s1"), evening.streets("ann")) == (0, ["s2"])
    evening.do("correct_buildings", street="s2", houses=0, reason="a slip")
    evening.pledge("s2")
    evening.do("correct_street", street="s2", to="bank", reason="a slip")
    assert evening.mark("s2", "mortgaged") is None


def test_buildings_and_mortgages_are_put_right_one_at_a_time():
    evening = landlords()
    evening.give("ann", *BROWN)
    evening.build("s1", houses=3)
    assert evening.why_not("correct_buildings", street="s1", houses=3, reason="no") == (
        "Brown 1 has 3 houses on it already."
    )
    assert evening.why_not("correct_mortgage", street="s1", mortgaged="yes", reason="no") == (
        "Brown 1 carries 3 houses: take that off first."
    )
    assert evening.why_not("correct_mortgage", street="s2", mortgaged="no", reason="no") == (
        "Brown 2 is not mortgaged."
    )
    evening.pledge("s2")
    assert evening.why_not("correct_buildings", street="s2", houses=1, reason="no") == (
        "Brown 2 is mortgaged: nothing stands on it."
    )
    assert evening.why_not("correct_buildings", street="s9", houses=1, reason="no") == (
        "Orange 1 is the bank's: nothing stands on it."
    )


# --- Whatever is done with streets


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(1, 22), st.integers(0, 2), st.integers(0, 5)), max_size=40))
def test_money_streets_and_buildings_are_neither_made_nor_lost(steps):
    evening = landlords()
    for who in ("ann", "ben", "cy"):
        evening.has(who, 20_000)
    seats = ("ann", "ben", "cy")
    for kind, at, seat, number in steps:
        who, street, other = seats[seat], f"s{at}", seats[(seat + 1) % 3]
        doing = (
            ("buy_street", {"who": who, "street": street}),
            ("buy_street", {"who": who, "street": street, "price": 10 * (number + 1)}),
            ("mortgage", {"who": who, "streets": street}),
            ("lift_mortgage", {"who": who, "streets": street}),
            ("build", {"who": who, "streets": street, "each": max(1, number)}),
            ("sell_buildings", {"who": who, "streets": street, "each": max(1, number)}),
            ("deal", {"who": who, "other": other, "gives": street, "asks": 10 * number or None}),
            ("correct_street", {"street": street, "to": who, "reason": "for the walk"}),
        )[kind]
        try:
            evening.do(doing[0], **doing[1])
        except Refusal as refusal:
            assert refusal.sentence.endswith((".", "?")), refusal.sentence
        ledger = evening.table.ledger
        totals = {}
        for (_, unit), held in ledger.balances.items():
            totals[unit] = totals.get(unit, 0) + held
        assert not any(totals.values())
        for player in seats:
            assert evening.cash(player) >= 0
        for count in range(1, 23):
            key = f"s{count}"
            owners = [one for one in seats if ledger.balance(f"{one}:streets", key) == 1]
            assert len(owners) <= 1
            assert 0 <= evening.houses(key) <= 5
            assert owners or not evening.houses(key)
            assert not (evening.mark(key, "mortgaged") and evening.houses(key))


@pytest.mark.parametrize("board", ["millions", "classic"])
def test_every_receipt_ends_with_the_cash_the_book_holds_then(board):
    evening = landlords(board=board)
    evening.do("buy_street", who="ann", street="s1")
    evening.do("buy_street", who="ann", street="s2")
    evening.has("ann", 5_000)
    for action in ("mortgage", "lift_mortgage", "build", "sell_buildings"):
        evening.do(action, who="ann", streets="s1+s2")
        assert (evening.last.working[-1].text, evening.last.working[-1].figure) == ("Ann then has", evening.cash("ann"))
