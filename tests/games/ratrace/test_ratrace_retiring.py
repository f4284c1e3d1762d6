"""Ratrace: retiring, and how everybody ranks then."""

import pytest

from tests.games.evening import ratrace, untied

HIGH = ("red.high", "blue.high", "olive.high")


def rich(*cards, cash=100_000, debt=0, build=ratrace, **houses):
    evening = build("Alice", "Bob", "Carl", "Dora", **houses)
    evening.set("alice", cash=cash, debt=debt)
    evening.give("alice", *(cards or HIGH))
    return evening


# --- Q. What do I need to retire and win the game?


def test_the_goal_in_cash_and_three_high_society_symbols_win():
    evening = rich()
    evening.do("retire", who="alice")
    assert evening.told() == "Alice retires with $100,000 and wins."
    assert evening.prompt.title == "The game is over"
    ending = evening.game.ending(evening.table)
    assert ending.reason == "Alice retired"
    assert ending.winners == ("alice",)


def test_all_credit_and_10_per_cent_is_paid_first():
    evening = rich(cash=111_000, debt=10_000)
    evening.do("retire", who="alice")
    assert (evening.cash("alice"), evening.debt("alice")) == (100_000, 0)
    assert [line.figure for line in evening.last.working] == [111_000, -10_000, -1_000, 100_000, 100_000]
    assert evening.told() == "Alice pays $11,000 of credit, retires with $100,000 and wins."


def test_100_500_with_credit_of_500_is_refused_and_nothing_is_paid():
    evening = rich(cash=100_500, debt=500)
    assert evening.why_not("retire", who="alice") == (
        "Alice can't retire yet: missing $50 in cash. Clearing the credit takes $550 and would leave $99,950."
    )
    assert (evening.cash("alice"), evening.debt("alice")) == (100_500, 500)


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        (("red.high", "blue.high"), "1 High Society symbol"),
        (("red.high", "blue.high", "olive.middle"), "1 High Society symbol"),
        (("red.high", "blue.high", "black.high"), "1 High Society symbol"),
        (("red.middle",), "3 High Society symbols"),
    ],
)
def test_symbols_of_other_classes_and_of_the_own_business_do_not_count(cards, missing):
    assert rich(*cards).why_not("retire", who="alice") == f"Alice can't retire yet: missing {missing}."


def test_one_may_retire_in_whatever_class():
    evening = rich()
    assert evening.mark("alice", "class") == "working"
    assert "retire" in [offer.action for offer in evening.prompt.offers]
    evening.do("retire", who="alice")


def test_it_is_declared_on_the_own_turn_before_rolling():
    evening = rich()
    evening.do("turn", who="bob")
    assert evening.why_not("retire", who="alice").startswith("It is Bob's turn, not Alice's.")


def test_house_rule_at_any_moment():
    evening = rich(retire="any")
    evening.stand("bob", 12)
    evening.do("roll", who="bob", roll=3)
    evening.do("retire", who="alice")
    assert evening.game.ending(evening.table).winners == ("alice",)


def test_house_rule_at_any_moment_but_not_with_money_on_the_table():
    evening = rich(retire="any", cash=150_000, build=untied)
    evening.do("race", who="alice", horse=7, stake=100)
    assert evening.why_not("retire", who="alice") == "First finish the race, or call it off."


def test_house_rule_cash_alone():
    evening = rich("red.working", retire_cards="cash")
    evening.do("retire", who="alice")
    assert "Cash alone is enough to retire." in evening.last.house


def test_the_goal_may_be_another_from_the_start():
    evening = rich(cash=5_000, goal="5000")
    evening.do("retire", who="alice")


def test_the_goal_may_be_lowered_on_the_way():
    evening = rich(cash=5_000)
    assert "missing $95,000 in cash" in evening.why_not("retire", who="alice")
    evening.do("change_house", rule="goal", way="5,000", reason="it is late")
    assert evening.told() == "House rule changed, Retirement goal: $5,000 (it is late)."
    evening.do("retire", who="alice")


def test_after_the_end_nothing_goes_on_until_it_is_undone():
    evening = rich()
    evening.do("retire", who="alice")
    assert evening.why_not("roll", who="bob", roll=7) == "The game is over. Undo the retirement to play on."
    assert evening.why_not("leave", who="bob") == "The game is over. Undo the retirement to play on."
    evening.undo()
    assert evening.game.ending(evening.table) is None
    evening.do("roll", who="alice", roll=7)


# --- How the others rank


def test_the_others_rank_by_cash_minus_the_cost_of_clearing_their_credit():
    evening = rich()
    evening.set("bob", cash=500, debt=400)
    evening.set("carl", cash=120)
    evening.set("dora", cash=60)
    evening.do("retire", who="alice")
    assert evening.game.ending(evening.table).ranks == (
        ("alice", 1, "$100,000"), ("carl", 2, "$120"), ("bob", 3, "$60"), ("dora", 3, "$60")
    )  # fmt: skip


def test_a_rank_shared_by_two_leaves_the_next_one_out():
    evening = rich()
    for who, cash in (("bob", 300), ("carl", 300), ("dora", 10)):
        evening.set(who, cash=cash)
    evening.do("retire", who="alice")
    assert [rank for _, rank, _ in evening.game.ending(evening.table).ranks] == [1, 2, 2, 4]


def test_the_first_to_retire_wins_though_another_has_more():
    evening = rich()
    evening.set("bob", cash=900_000)
    evening.do("retire", who="alice")
    assert [who for who, _, _ in evening.game.ending(evening.table).ranks][:2] == ["alice", "bob"]


def test_who_owes_more_than_there_is_ranks_below_nought_and_who_left_not_at_all():
    evening = rich()
    evening.set("bob", cash=0, debt=100)
    evening.do("leave", who="carl")
    evening.do("retire", who="alice")
    assert evening.game.ending(evening.table).ranks[-1] == ("bob", 3, "\u2212$110")
    assert len(evening.game.ending(evening.table).ranks) == 3


def test_a_late_joiner_ranks_too():
    evening = rich()
    evening.do("join", called="Ed", business="brown")
    evening.do("retire", who="alice")
    assert "ed" in [who for who, _, _ in evening.game.ending(evening.table).ranks]
