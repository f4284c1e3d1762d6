"""Totopoly: the Tote's payout, and race after race where the Tote alone is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.totopoly.race_day import betting, tote_alone, wear, whites

# --- The Totalisator: paying out


def test_the_rulebooks_example_pays_200_on_20():
    day = tote_alone()
    wear(day, clerk="dee")
    day.lay("ann h1 1820", "ben h2 160", "cy h2 20")
    day.run("h2", "h1", "h3")
    day.do("pay_tote")
    assert day.told() == "Horse 2 pays 10 for each \u00a31: Ben gets \u00a31,600 and Cy gets \u00a3200."
    assert day.receipt() == [
        ("Laid on all horses", 2_000),
        ("Commission, 10%", -200),
        ("Laid on No. 2", 180),
        ("Dividend for each \u00a31: 1,800 \u00f7 180 = 10", None),
        ("Ben: \u00a3160 \u00d7 10", 1_600),
        ("Cy: \u00a320 \u00d7 10", 200),
        ("Commission, to Dee", 200),
        ("Paid out", 1_800),
    ]
    assert {who: day.cash(who) for who in ("ann", "ben", "cy", "dee")} == {
        "ann": -1_820, "ben": 1_440, "cy": 180, "dee": 200,
    }  # fmt: skip
    assert day.t.seat("dee").earnings_by("clerk") == 200
    assert day.held("tote:pool") == 0


def test_the_worked_example_of_breakage():
    day = tote_alone()
    day.lay("ann h1 40", "ben h1 30", "cy h2 30")
    day.run("h1")
    day.do("no_more")
    day.do("pay_tote")
    assert (day.cash("ann"), day.cash("ben"), day.held("clerk:cash")) == (11, 8, 11)
    assert ("Ann: \u00a340 \u00d7 90 \u00f7 70", 51) in day.receipt()
    assert ("Breakage, to the Tote Clerk", 1) in day.receipt()
    assert day.board().foot == "Money in \u00a3100 = paid out \u00a389 + commission \u00a310 + breakage \u00a31"


def test_a_round_figure_names_its_commission():
    day = tote_alone()
    day.lay("ann h1 140", "ben h2 10")
    day.run("h2")
    day.do("no_more")
    day.do("pay_tote")
    assert ("Commission, 6.7% for a round figure", -10) in day.receipt()


def test_one_backer_of_the_only_horse_gets_90_back_with_a_warning():
    day = tote_alone()
    day.lay("ann h1 100")
    day.run("h1")
    day.do("no_more")
    day.do("pay_tote")
    assert day.cash("ann") == -10
    assert "Warning: the pool after commission, \u00a390, is less than was laid on it" in day.lines()


def test_house_rule_stakes_come_back_whole():
    day = tote_alone(least="stake")
    day.lay("ann h1 97", "ben h2 3")
    day.run("h1")
    day.do("no_more")
    day.do("pay_tote")
    assert (day.cash("ann"), day.held("clerk:cash")) == (0, 3)


@pytest.mark.parametrize(
    ("way", "ann", "clerk", "pool", "told"),
    [
        ("clerk", -60, 100, 0, "Nobody backed horse 3: the Tote Clerk keeps the pool of \u00a3100."),
        ("refund", 0, 0, 0, "Nobody backed horse 3: all bets go back."),
        ("carried", -60, 0, 100, "Nobody backed horse 3: \u00a3100 is carried to the next race."),
    ],
)
def test_a_winner_that_nobody_backed(way, ann, clerk, pool, told):
    day = tote_alone(unbacked=way)
    day.lay("ann h1 60", "ben h2 40")
    day.run("h3")
    day.do("no_more")
    day.do("pay_tote")
    assert day.told() == told
    assert (day.cash("ann"), day.held("clerk:cash"), day.held("tote:pool")) == (ann, clerk, pool)


def test_with_no_winner_at_all_the_bets_go_back_where_the_house_rule_says_so():
    day = betting(moves_up="nobody", unbacked="refund")
    whites(day, "ann")
    day.lay("ann h1 60", "ben h2 40")
    day.run("h1", "h2", "h6")
    day.do("pay_tote")
    assert day.told() == "No horse has won: all bets go back."
    assert (day.held("clerk:cash"), day.held("tote:pool")) == (0, 0)


def test_the_tote_settles_on_the_official_result():
    day = betting()
    whites(day, "ann")
    day.lay("ann h1 60", "ben h2 40")
    day.run("h1", "h2", "h6", "h8")
    day.do("pay_tote")
    assert day.cash("ben") == 700 - 40 + 90
    assert day.told().startswith("Priory Park pays")


def test_nothing_is_paid_before_the_result_or_twice_or_without_bets():
    day = betting()
    assert day.why_not("pay_tote").startswith("That belongs to the race or the paying out")
    day.lay("ann h1 20")
    whites(day, "ann")
    day.run("h1", "h5", "h2")
    assert day.why_not("pay_tote") == ("The result is not known yet: say which horse comes next, or that no more come.")
    day.do("no_more")
    day.do("pay_tote")
    assert day.why_not("pay_tote") == "The Tote has paid out on this race already."
    empty = betting()
    empty.run("h1", "h2", "h5")
    assert empty.why_not("pay_tote") == "Nobody has laid a bet: the Tote has nothing to pay."
    assert empty.prompt.title == "The prizes"


def test_in_a_whole_evening_no_race_follows_so_the_clerk_keeps_a_pool_that_would_be_carried():
    day = betting(unbacked="carried")
    day.lay("ann h1 100")
    assert day.pays()["h2"] == "clerk keeps all"
    day.run("h2", "h1", "h6")
    day.do("pay_tote")
    assert day.told() == "Nobody backed Priory Park, and no race follows: the Tote Clerk keeps the pool of \u00a3100."
    assert day.last.house == ("A pool that nobody won is carried on only where another race follows.",)
    assert (day.held("tote:pool"), day.held("clerk:cash")) == (0, 100)
    day.do("pay_prizes")
    assert day.game.ending(day.table)


@pytest.mark.parametrize(
    ("house", "bets", "said"),
    [
        ({"dividend": "exact"}, "ann h1 140, ben h2 10", "The commission is always exactly 10%."),
        ({"dividend": "exact"}, "ann h1 40, ben h2 60", ""),
        ({"breakage": "remainders"}, "ann h2 40, cy h2 30, ben h1 30", "Units left over go to the largest remainders."),
        ({"breakage": "remainders"}, "ann h1 180, ben h2 20", ""),
        ({"least": "stake"}, "ann h2 97, ben h1 3", "Stakes on the winner come back whole; commission gives way."),
        ({"least": "stake"}, "ann h1 180, ben h2 20", ""),
    ],
)
def test_a_payout_names_a_house_rule_only_where_it_changed_something(house, bets, said):
    day = tote_alone(**house)
    day.lay(*bets.split(", "))
    day.run("h2", "h1", "h3")
    day.do("pay_tote")
    assert day.last.house == ((said,) if said else ())


# --- Race after race, where the Tote alone is kept


def test_a_pool_is_carried_to_the_next_race_and_shared_there():
    day = tote_alone(unbacked="carried", horses=8)
    day.lay("ann h1 60", "ben h2 40")
    day.do("withdraw", horse="h8")
    day.run("h3")
    day.do("no_more")
    day.do("pay_tote")
    day.do("next_race")
    assert day.told() == "Race 2 is open for bets."
    assert day.receipt() == [("Carried to it in the pool", 100)]
    assert len(day.t.runners) == 8
    assert ("Carried here", "\u00a3100") in day.board().facts
    day.lay("ann h1 50", "ben h2 50")
    day.run("h1")
    day.do("no_more")
    day.do("pay_tote")
    assert day.cash("ann") == -60 - 50 + 180
    assert day.held("tote:pool") == 0
    day.do("next_race", horses=6)
    assert len(day.t.runners) == 6


def test_the_next_race_waits_until_this_one_is_paid():
    day = tote_alone()
    assert day.why_not("next_race").startswith("That belongs to the race or the paying out")
    day.lay("ann h1 60")
    assert day.why_not("close_book") == "Bets are laid on this race: run it and pay out, or take them back."
    day.run("h3")
    day.do("no_more")
    assert day.why_not("next_race") == "First the Tote pays out."
    assert betting().why_not("next_race") == "That is for a book that keeps bets alone."


def test_a_carried_pool_that_no_race_follows_is_the_clerks():
    day = tote_alone(unbacked="carried")
    day.lay("ann h1 60")
    day.run("h3")
    day.do("no_more")
    day.do("pay_tote")
    day.do("close_book")
    assert day.told() == "The Tote is closed. No race follows: the Tote Clerk keeps the \u00a360 in the pool."
    assert (day.held("tote:pool"), day.held("clerk:cash")) == (0, 60)


# --- Always: what is laid is what goes out


@given(
    st.lists(st.tuples(st.sampled_from(["ann", "ben", "cy"]), st.integers(1, 5), st.integers(1, 400)), max_size=12),
    st.integers(1, 6),
    st.sampled_from(["round", "exact"]),
    st.sampled_from(["clerk", "remainders"]),
    st.sampled_from(["clerk", "refund", "carried"]),
    st.sampled_from(["computed", "stake"]),
)
def test_a_race_pays_out_all_that_came_in(bets, winner, dividend, breakage, unbacked, least):
    day = tote_alone(dividend=dividend, breakage=breakage, unbacked=unbacked, least=least)
    laid = 0
    for who, horse, amount in bets:
        day.do("bet", who=who, horse=f"h{horse}", amount=amount)
        laid += amount
    assert day.held("tote:pool") == laid
    day.run(f"h{winner}")
    day.do("no_more")
    if not bets:
        return
    before = {who: day.cash(who) for who in ("ann", "ben", "cy")}
    day.do("pay_tote")
    backed = any(horse == winner for _, horse, _ in bets)
    paid = sum(day.cash(who) - before[who] for who in before)
    assert paid + day.held("clerk:cash") + day.held("tote:pool") == laid
    assert day.held("tote:pool") == (laid if unbacked == "carried" and not backed else 0)
    assert sum(one[1] for one in day.board().payouts) == paid
    assert all(day.cash(who) >= before[who] for who in before)
