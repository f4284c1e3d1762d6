"""Rat Race Monopoly: disasters, whom they hit and what they take, and insurance against them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import read_several
from tests.games.rat_race_monopoly.landlords import landlords

SEVEN = ("s1", "s2", "s3", "s4", "s5", "s6", "s7")


def struck(roll, who="ann", **houses):
    """Ann owns seven streets, Ben three, Cy one; nobody is insured."""
    evening = landlords(**houses)
    evening.give("ann", *SEVEN)
    evening.give("ben", "s9", "s10", "s11")
    evening.give("cy", "s22")
    evening.turn(who)
    evening.do("disaster", who=who, roll=roll)
    return evening


# --- Disasters [7 thrown]


@pytest.mark.parametrize("roll", range(2, 13))
def test_2_3_11_and_12_are_severe_everything_else_is_light(roll):
    evening = struck(roll, disaster_light="street")
    assert evening.mark("disaster", "severity") == ("severe" if roll in (2, 3, 11, 12) else "light")


def test_a_severe_one_takes_half_of_the_streets_rounded_down():
    evening = struck(12)
    assert evening.told() == "A severe disaster, 12: Ann loses 3 streets and Ben loses 1 street."
    assert [line.text for line in evening.last.working] == [
        "Ann: 7 streets, half of them rounded down: loses 3",
        "Ben: 3 streets, half of them rounded down: loses 1",
        "Cy: only one street, spared",
    ]
    assert evening.prompt.title == "Ann: an opponent draws 3 streets"
    evening.do("lose_streets", who="ann", streets="s2+s5+s7")
    assert evening.streets("ann") == ["s1", "s3", "s4", "s6"]
    assert evening.prompt.title == "Ben: an opponent draws 1 street"
    evening.do("lose_streets", who="ben", streets="s11")
    assert evening.streets("ben") == ["s9", "s10"]
    assert evening.prompt.title == "Ann's turn"


def test_the_drawn_streets_are_lost_with_their_buildings_free_of_mortgage_and_for_sale_again():
    evening = landlords()
    evening.give("ann", "s1", "s2", "s21", "s22")
    evening.build("s1", houses=5)
    evening.pledge("s21")
    evening.turn("ben")
    evening.do("disaster", who="ben", roll=2)
    evening.do("lose_streets", who="ann", streets="s1+s21")
    assert evening.told() == "The severe disaster: Ann loses Brown 1 with a hotel and Dark blue 1."
    assert (evening.houses("s1"), evening.mark("s21", "mortgaged"), evening.cash("ann")) == (0, None, 1_500)
    evening.do("buy_street", who="cy", street="s1")
    assert evening.streets("cy") == ["s1"]


def test_exactly_so_many_are_drawn_each_once():
    evening = struck(3)
    assert evening.why_not("lose_streets", who="ann", streets="s1+s2") == "Name 3; here are 2."
    assert evening.why_not("lose_streets", who="ann", streets="s1+s2+s3+s4") == "Name 3 at most; here are 4."
    assert evening.why_not("lose_streets", who="ann", streets="s1+s1+s2") == "Brown 1 is named twice."
    assert evening.why_not("lose_streets", who="ann", streets="s1+s2+s9") == "Orange 1 is Ben's, not Ann's."


def test_a_light_one_takes_the_buildings_of_one_street_and_leaves_the_street():
    evening = landlords()
    evening.give("ann", "s1", "s2")
    evening.build("s1", "s2", houses=3)
    evening.do("disaster", who="ann", roll=7)
    assert evening.told() == "A light disaster, 7: one street is drawn from Ann."
    evening.do("lose_streets", who="ann", streets="s2")
    assert evening.told() == "The light disaster: Ann loses 3 houses on Brown 2."
    assert (evening.streets("ann"), evening.houses("s1"), evening.houses("s2")) == (["s1", "s2"], 3, 0)
    assert evening.cash("ann") == 1_500


def test_a_light_one_may_draw_a_bare_street_and_nothing_is_lost():
    evening = landlords()
    evening.give("ann", "s1", "s2", "s22")
    evening.build("s1", "s2")
    evening.do("disaster", who="ann", roll=5)
    evening.do("lose_streets", who="ann", streets="s22")
    assert evening.told() == "The light disaster: Ann loses nothing on Dark blue 2."
    assert (evening.houses("s1"), evening.streets("ann")) == (1, ["s1", "s2", "s22"])


def test_where_nothing_is_built_a_light_one_needs_no_draw():
    evening = struck(8)
    assert evening.told() == "A light disaster, 8. Nobody loses anything."
    assert evening.last.working[0].text == "Ann: 7 streets, nothing built, nothing to lose"
    assert evening.prompt.title == "Ann's turn"


def test_house_rule_a_light_one_takes_the_street_too():
    evening = struck(8, disaster_light="street")
    evening.do("lose_streets", who="ann", streets="s6")
    evening.do("lose_streets", who="ben", streets="s9")
    assert len(evening.streets("ann")) == 6
    assert evening.last.house == ("A light disaster takes the street too.",)


def test_nothing_happens_where_nobody_is_hit_and_the_book_says_so():
    evening = landlords()
    evening.do("disaster", who="ann", roll=12)
    assert evening.told() == "A severe disaster, 12. Nobody loses anything."
    assert [line.text for line in evening.last.working] == [
        "Ann: no streets, spared", "Ben: no streets, spared", "Cy: no streets, spared",
    ]  # fmt: skip


def test_it_hits_the_thrower_too_and_streets_are_drawn_from_the_thrower_first():
    evening = struck(11, who="ben")
    assert evening.prompt.title == "Ben: an opponent draws 1 street"
    assert [offer.answers.get("who") for offer in evening.prompt.offers] == ["ann", None]
    evening.do("lose_streets", who="ann", streets="s1+s2+s3")
    evening.do("lose_streets", who="ben", streets="s9")
    assert evening.mark("disaster", "by") is None


def test_house_rule_it_hits_all_without_insurance_and_all_with_two_streets_or_more():
    evening = landlords(disaster_hits="either", disaster_light="street")
    evening.give("ann", "s1", "s2", "s3", "s4")
    evening.give("cy", "s22")
    evening.insure("ann")
    evening.turn("ben")
    evening.do("disaster", who="ben", roll=12)
    assert [line.text for line in evening.last.working] == [
        "Ann: 4 streets, half of them rounded down: loses 2",
        "Ben: no streets, spared",
        "Cy: 1 street, half of them rounded down: loses none",
    ]
    evening.do("lose_streets", who="ann", streets="s1+s2")
    evening.do("disaster", who="ben", roll=6)
    evening.do("lose_streets", who="cy", streets="s22")
    assert evening.streets("cy") == []


def test_a_7_that_was_thrown_waits_for_the_second_throw():
    evening = landlords()
    evening.give("ann", "s1", "s2")
    evening.do("throw", who="ann", first=3, second=4)
    assert evening.prompt.title == "A 7: Ann throws again"
    assert evening.why_not("disaster", who="ben", roll=8) == "Ann threw the 7, and throws again."
    assert evening.why_not("visit", who="ann", roll=8) == "First comes the disaster of Ann's 7."
    evening.do("disaster", who="ann", roll=12)
    assert evening.prompt.title == "Ann: an opponent draws 1 street"


def test_insurance_bought_in_the_same_move_comes_too_late():
    evening = landlords()
    evening.give("ann", "s1", "s2")
    evening.do("throw", who="ann", first=3, second=4)
    assert evening.why_not("pass_go", who="ann", insure="yes", roll=8) == "First comes the disaster of Ann's 7."


def test_the_severity_throw_sets_off_nothing():
    evening = landlords(disaster_sevens="any")
    evening.do("disaster", who="ann", roll=7)
    assert evening.mark("disaster", "by") is None


def test_nobody_trades_while_streets_are_to_be_drawn():
    evening = struck(12)
    for action, answers in (
        ("deal", {"who": "ann", "other": "cy", "gives": "s1"}),
        ("mortgage", {"who": "ann", "streets": "s1"}),
        ("buy_street", {"who": "ann", "street": "s22"}),
        ("leave", {"who": "ann"}),
    ):
        assert evening.why_not(action, **answers) in (
            "First comes the disaster of Ann's 7.", "Dark blue 2 is Cy's.",
        )  # fmt: skip


def test_who_is_not_hit_loses_nothing():
    evening = struck(12)
    assert evening.why_not("lose_streets", who="cy", streets="s22") == "Dark blue 2 is not to be drawn now."
    options = {
        option.value: option.refusal
        for option in evening.game.find_action("lose_streets").options(evening.table, {}, "who")
    }
    assert options == {"ann": None, "ben": None, "cy": "Cy loses nothing: only one street, spared."}
    evening.do("lose_streets", who="ann", streets="s1+s2+s3")
    options = {
        option.value: option.refusal
        for option in evening.game.find_action("lose_streets").options(evening.table, {}, "who")
    }
    assert options["ann"] == "Ann has been dealt with."


def test_streets_are_drawn_at_random_when_the_book_is_asked_to():
    kind = landlords().game.find_action("lose_streets").question("streets").kind
    assert kind.draw
    evening = struck(12)
    assert kind.values_offered(evening.game.turn(evening.table, {"who": "ann"})) == SEVEN
    assert kind.count_on(evening.game.turn(evening.table, {"who": "ann"})) == (3, 3)


def test_a_disaster_is_called_off_with_a_reason():
    evening = struck(12)
    evening.do("lose_streets", who="ann", streets="s1+s2+s3")
    evening.do("call_off", reason="it was an 8")
    assert evening.told() == "The disaster is called off (it was an 8)."
    assert evening.prompt.title == "Ann's turn"
    assert evening.why_not("call_off", reason="again") == "There is no disaster under way."
    assert evening.why_not("lose_streets", who="ben", streets="s9") == "Orange 1 is not to be drawn now."


def test_a_correction_in_the_middle_may_leave_nobody_to_draw_from():
    evening = struck(12)
    evening.do("lose_streets", who="ann", streets="s1+s2+s3")
    evening.do("correct_street", street="s9", to="bank", reason="a slip")
    evening.do("correct_street", street="s10", to="bank", reason="a slip")
    assert evening.prompt.title == "The disaster is over"
    evening.do("call_off", reason="nobody left")
    assert evening.prompt.title == "Ann's turn"


def test_the_price_of_a_disaster_is_taken_off_net_worth():
    evening = struck(12)
    worth = dict(evening.game.standing(evening.table, "ann").details)["Net worth"]
    evening.do("lose_streets", who="ann", streets="s5+s6+s7")
    assert (worth, dict(evening.game.standing(evening.table, "ann").details)["Net worth"]) == ("8.7M", "4.7M")


# --- Insurance


def test_streets_of_1m_1_5m_and_2m_cost_450k():
    evening = landlords()
    evening.give("ann", "s3", "s4", "s11")
    evening.do("change_board", fact="price.s4", value="150", reason="as in the rulebook")
    evening.do("pass_go", who="ann", insure="yes", roll=7)
    assert evening.cash("ann") == 1_500 + 500 - 450
    assert evening.mark("ann", "insured") == "yes"


def test_a_fraction_of_a_note_is_dropped_and_a_mortgage_changes_nothing():
    evening = landlords(board="classic")
    evening.give("ann", "s21", "s1")
    evening.do("change_board", fact="price.s1", value="65", reason="our board")
    evening.pledge("s21")
    evening.do("pass_go", who="ann", insure="yes", roll=7)
    assert evening.cash("ann") == 150 + 50 - 41


def test_who_is_insured_is_spared():
    evening = landlords()
    evening.give("ann", *SEVEN)
    evening.insure("ann")
    evening.do("disaster", who="ann", roll=12)
    assert evening.last.working[0].text == "Ann: insured, spared"


def test_without_a_street_there_is_nothing_to_insure():
    evening = landlords()
    assert evening.why_not("pass_go", who="ann", insure="yes", roll=7) == (
        "Ann owns no street: there is nothing to insure."
    )


def test_insurance_is_good_until_the_next_go():
    evening = landlords()
    evening.give("ann", *SEVEN)
    evening.insure("ann")
    evening.do("pass_go", who="ann", roll=7)
    assert evening.mark("ann", "insured") is None


def test_streets_gained_later_in_the_year_are_covered():
    evening = landlords()
    evening.give("ann", "s1")
    evening.insure("ann")
    held = evening.cash("ann")
    evening.do("buy_street", who="ann", street="s2")
    assert evening.cash("ann") == held - 600


def test_house_rule_a_street_gained_in_an_insured_year_costs_10_per_cent():
    evening = landlords(insurance_gained="premium")
    evening.give("ann", "s1")
    evening.insure("ann")
    held = evening.cash("ann")
    evening.do("buy_street", who="ann", street="s5", price=1_000)
    assert evening.cash("ann") == held - 1_000 - 120
    assert evening.last.working[-1].figure == evening.cash("ann")
    evening.has("ann", 1_500)
    assert evening.why_not("buy_street", who="ann", street="s8", price=1_400) == (
        "Ann holds 1.5M: 60K short of 1.56M. To raise it: mortgage streets (up to 900K) or make a deal with another "
        "player."
    )
    evening.give("ben", "s9")
    held = evening.cash("ann")
    evening.do("deal", who="ben", other="ann", gives="s9", asks=100)
    assert evening.cash("ann") == held - 100 - 180


def test_insurance_is_not_taken_out_between_two_gos():
    evening = landlords()
    evening.give("ann", "s1")
    assert evening.why_not("insure", who="ann") == "Insurance is taken out on passing GO."


def test_house_rule_insurance_may_be_taken_out_on_buying_a_street():
    evening = landlords(insurance_when="purchase")
    assert evening.why_not("insure", who="ann") == "Ann owns no street: there is nothing to insure."
    evening.do("buy_street", who="ann", street="s5")
    assert "Insure for 120K" in [offer.label for offer in evening.prompt.offers]
    evening.do("insure", who="ann")
    assert (evening.cash("ann"), evening.mark("ann", "insured")) == (1_500 - 1_200 - 120, "yes")
    assert evening.why_not("insure", who="ann") == "Ann is insured until the next GO."
    evening.give("ben", "s9")
    assert evening.why_not("insure", who="ben") == "Ben has bought no street this turn; else insurance waits for GO."


def test_house_rule_buildings_count_in_the_10_per_cent():
    evening = landlords(insurance_base="buildings")
    evening.give("ann", "s1", "s2")
    evening.build("s1", "s2", houses=5)
    evening.do("pass_go", who="ann", insure="yes", roll=7)
    assert evening.cash("ann") == 2_000 - (1_200 + 5_000) // 10


# --- Whoever owns what


@given(st.lists(st.sampled_from(("ann", "ben", "cy", "")), min_size=22, max_size=22), st.integers(2, 12), st.data())
def test_a_disaster_takes_half_from_everybody_it_hits_and_nothing_from_others(owners, roll, data):
    evening = landlords(disaster_light=data.draw(st.sampled_from(("buildings", "street"))))
    for at, who in enumerate(owners, 1):
        if who:
            evening.give(who, f"s{at}")
            if data.draw(st.booleans()):
                evening.build(f"s{at}", houses=data.draw(st.integers(1, 5)))
    insured = data.draw(st.sets(st.sampled_from(("ann", "ben", "cy"))))
    for who in sorted(insured):
        if evening.streets(who):
            evening.has(who, 100_000)
            evening.insure(who)
    before = {who: len(evening.streets(who)) for who in ("ann", "ben", "cy")}
    cash = {who: evening.cash(who) for who in before}
    evening.do("disaster", who="ann", roll=roll)
    kind = evening.game.find_action("lose_streets").question("streets").kind
    while evening.mark("disaster", "by"):
        who = str(evening.prompt.sheet.answers["who"])
        able = list(kind.values_offered(evening.game.turn(evening.table, {"who": who})))
        count, _ = kind.count_on(evening.game.turn(evening.table, {"who": who}))
        drawn = data.draw(st.permutations(able))[:count]
        evening.do("lose_streets", who=who, streets="+".join(drawn))
        assert len(read_several(evening.last.answers["streets"])) == count
        assert not any(evening.houses(street) for street in drawn)
    severe = roll in (2, 3, 11, 12)
    takes = severe or evening.table.house("disaster_light") == "street"
    for who, count in before.items():
        hit = count >= 2 and who not in insured
        lost = (count // 2 if severe else 1) if hit and takes else 0
        assert len(evening.streets(who)) == count - lost
        assert evening.cash(who) == cash[who]
