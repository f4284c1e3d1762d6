"""Ratrace: moving up, the black market, the Society Wedding, and divorce."""

import pytest

from tests.games.evening import ratrace, untied

READY = ("red.working", "blue.middle", "olive.high")


def climber(*cards, cash=500, paper="night_school", rank="working", **houses):
    """Alice, with what she has; the book follows the tokens and it is her turn."""
    evening = ratrace(**houses)
    if rank != "working":
        evening.rank("alice", rank)
    evening.set("alice", cash=cash)
    evening.give("alice", *cards)
    if paper:
        evening.paper("alice", paper)
    return evening


def middle(*cards, **rest):
    return climber(*cards, rank="middle", **({"paper": "university", "cash": 3_000} | rest))


# --- Q. How do I move up to the Middle Class?


def test_500_in_cash_three_symbols_and_a_diploma_lead_to_the_middle_class():
    evening = climber(*READY)
    evening.do("move_up", who="alice")
    assert evening.mark("alice", "class") == "middle"
    assert evening.mark("alice", "square") == 0
    assert evening.cash("alice") == 500
    assert evening.told().startswith("Alice moves up to the Middle Class. Under the hammer: Latest-style Suit and")


@pytest.mark.parametrize(
    ("cards", "cash", "paper", "missing"),
    [
        (READY, 499, "night_school", "$1 in cash"),
        (READY[1:], 500, "night_school", "1 Status Symbol"),
        ((), 0, "country_club", "3 Status Symbols and $500 in cash"),
        (READY[1:], 500, None, "1 Status Symbol and a diploma or membership (the black market has one for $200)"),
    ],
)
def test_what_is_missing_is_said(cards, cash, paper, missing):
    evening = climber(*cards, cash=cash, paper=paper)
    assert evening.why_not("move_up", who="alice") == f"Alice is not ready for the Middle Class: missing {missing}."


def test_symbols_of_the_own_business_never_count():
    evening = climber("red.working", "blue.middle", "black.high")
    assert "missing 1 Status Symbol" in evening.why_not("move_up", who="alice")


def test_it_is_done_on_the_own_turn_before_rolling_and_never_forced():
    evening = climber(*READY)
    evening.do("turn", who="bob")
    assert evening.why_not("move_up", who="alice").startswith("It is Bob's turn, not Alice's.")
    evening.do("turn", who="alice")
    evening.do("roll", who="alice", roll=7)
    assert evening.mark("alice", "class") == "working"


def test_one_class_a_turn():
    evening = climber("blue.high", "red.high", "olive.high", cash=50_000)
    evening.do("move_up", who="alice")
    while evening.event:
        evening.do("unsold", lot="paper")
    evening.paper("alice", "university")
    assert evening.why_not("move_up", who="alice") == "One class a turn: roll first."
    evening.do("roll", who="alice", roll=2)
    evening.do("turn", who="alice")
    evening.do("waive", reason="for the test")
    evening.do("move_up", who="alice")
    assert evening.mark("alice", "class") == "high"


def test_without_position_help_nobody_is_locked_out_of_the_second_step():
    evening = untied()
    evening.set("alice", cash=50_000)
    evening.give("alice", "blue.high", "red.high", "olive.high")
    for paper, rank in (("night_school", "middle"), ("university", "high")):
        evening.paper("alice", paper)
        evening.do("move_up", who="alice")
        evening.do("call_off", reason="for the test") if evening.event else None
        assert evening.mark("alice", "class") == rank
    assert evening.why_not("move_up", who="alice") == "Alice is in High Society already."


def test_credit_debt_is_ignored_in_the_cash_test():
    evening = climber(*READY)
    evening.set("alice", debt=5_000)
    evening.do("move_up", who="alice")
    assert evening.debt("alice") == 5_000


def test_house_rule_credit_debt_is_taken_off_the_cash_proved():
    evening = climber(*READY, cash=599, proof="net")
    evening.set("alice", debt=100)
    assert evening.why_not("move_up", who="alice").endswith("missing $1 in cash.")
    evening.set("alice", cash=600)
    evening.do("move_up", who="alice")
    assert evening.last.house == ("Credit debt is taken off the cash that is proved.",)


# --- The black market


def test_the_black_market_takes_200_and_500_must_still_be_there():
    evening = climber(*READY, cash=699, paper=None)
    assert evening.why_not("move_up", who="alice", black_market="yes") == (
        "Alice is not ready for the Middle Class: missing $1 to still hold $500 after the black market."
    )
    evening.set("alice", cash=700)
    assert evening.why_not("move_up", who="alice") == (
        "Alice has no diploma or membership; the black market has one for $200."
    )
    evening.do("move_up", who="alice", black_market="yes")
    assert evening.cash("alice") == 500
    assert evening.last.answers["black_market"] == "yes"


def test_paper_of_the_black_market_is_used_up_and_not_auctioned():
    evening = climber("blue.middle", "red.middle", "olive.middle", cash=700, paper=None)
    evening.do("move_up", who="alice", black_market="yes")
    assert evening.event is None
    assert evening.mark("alice", "paper") is None


def test_the_black_market_sells_nothing_to_who_has_a_paper():
    evening = climber(*READY, cash=5_000)
    assert evening.why_not("move_up", who="alice", black_market="yes") == (
        "Alice has the Night School diploma: no need of the black market."
    )


def test_the_step_is_not_greyed_when_only_the_black_market_is_needed():
    evening = climber(*READY, cash=700, paper=None)
    assert evening.game.find_action("move_up").why_not(evening.table, {}) is None
    offer = next(one for one in evening.prompt.offers if one.action == "move_up")
    assert offer.label == "Move up to the Middle Class: black market, $200"
    evening.do(offer.action, **offer.answers)


# --- Q. How do I get into High Society?


@pytest.mark.parametrize(("cash", "ready"), [(3_900, False), (4_000, True)])
def test_from_the_middle_class_with_three_symbols_and_no_diploma(cash, ready):
    evening = middle("red.middle", "blue.middle", "olive.middle", cash=cash, paper=None)
    if ready:
        evening.do("move_up", who="alice", black_market="yes")
        assert evening.cash("alice") >= 3_000
        assert evening.mark("alice", "class") == "high"
    else:
        assert "missing $100 to still hold $3,000" in evening.why_not("move_up", who="alice", black_market="yes")


def test_working_class_symbols_and_papers_do_not_lead_to_high_society():
    evening = climber("red.middle", "blue.middle", "olive.working", cash=3_000)
    evening.rank("alice", "middle")
    assert evening.why_not("move_up", who="alice") == (
        "Alice is not ready for High Society: missing 1 Status Symbol and a diploma or membership "
        "(the black market has one for $1,000)."
    )


# --- Q. That seems like a lot of work. Isn't there an easier way?


def test_a_wedding_moves_up_at_once_and_ends_the_turn():
    evening = ratrace()
    evening.stand("alice", 19)
    evening.do("roll", who="alice", roll=7)
    assert evening.told() == "Alice rolls 7 to Society Wedding. Alice marries into the Middle Class."
    assert (evening.mark("alice", "class"), evening.mark("alice", "square")) == ("middle", 0)
    assert evening.prompt.title == "Bob rolls"


def test_with_nothing_to_sell_a_wedding_holds_no_auction():
    evening = untied()
    evening.do("wedding", who="alice")
    assert evening.event is None


def test_a_wedding_holds_its_auction_at_once():
    evening = ratrace()
    evening.give("alice", "olive.working", "red.middle")
    evening.paper("alice", "country_club")
    evening.stand("alice", 19)
    evening.do("roll", who="alice", roll=7)
    assert evening.prompt.title == "Alice's auction"
    evening.do("sell", lot="olive.working", buyer="bob", price=50)
    evening.do("unsold", lot="paper")
    assert evening.hand("alice") == ["red.middle"]
    assert evening.prompt.title == "Bob rolls"


def test_a_wedding_into_high_society_auctions_working_leftovers_too():
    evening = untied()
    evening.rank("alice", "middle")
    evening.give("alice", "olive.working", "red.middle", "blue.high")
    evening.do("wedding", who="alice")
    assert evening.mark("alice", "class") == "high"
    assert evening.table.ledger.holdings("hammer:cards") == {"olive.working": 1, "red.middle": 1}
    evening.do("unsold", lot="rest")
    assert evening.cash("alice") == 200 + 50 + 50


def test_there_is_no_wedding_in_high_society():
    evening = untied()
    evening.rank("alice", "high")
    assert evening.why_not("wedding", who="alice") == "There is no Society Wedding square in High Society."


def test_house_rule_the_auction_after_a_wedding_is_held_on_the_next_turn():
    evening = ratrace(wedding="next")
    evening.give("alice", "olive.working")
    evening.stand("alice", 19)
    evening.do("roll", who="alice", roll=7)
    assert evening.prompt.title == "Bob rolls"
    evening.do("turn", who="alice")
    assert evening.prompt.title == "Alice auctions first"
    assert evening.why_not("roll", who="alice", roll=7) == (
        "Alice first auctions the symbols of the class left behind."
    )
    evening.do("hold_auction", who="alice")
    evening.do("sell", lot="olive.working", buyer="bob", price=3)
    evening.do("roll", who="alice", roll=7)
    assert evening.why_not("hold_auction", who="bob") == "Bob has no auction to hold."


def test_house_rule_the_auction_is_offered_while_another_may_still_bet():
    evening = ratrace("Alice", "Bob", wedding="next")
    evening.give("alice", "olive.working")
    evening.stand("alice", 19)
    evening.do("roll", who="alice", roll=7)
    evening.do("place", who="bob", square=8)
    evening.do("roll", who="bob", roll=7)
    assert evening.prompt.title == "Bob on the Racetrack"
    assert [offer.action for offer in evening.prompt.offers] == ["hold_auction"]


def test_who_is_bankrupt_before_the_wedding_auction_has_none_to_hold():
    evening = untied(wedding="next")
    evening.do("wedding", who="alice")
    assert evening.mark("alice", "owes_auction") == "middle"
    evening.do("taxes", who="alice", roll=12)
    evening.do("bankrupt")
    assert evening.why_not("hold_auction", who="alice") == "Alice has no auction to hold."


# --- Q. If I have to return to a lower class because of Divorce ...?


@pytest.mark.parametrize(("rank", "lower", "alimony"), [("middle", "working", 700), ("high", "middle", 7_000)])
def test_divorce_costs_alimony_one_class_and_the_diploma_but_no_symbols(rank, lower, alimony):
    evening = untied()
    evening.rank("alice", rank)
    evening.set("alice", cash=10_000)
    evening.give("alice", "olive.working", "red.high")
    if rank == "middle":
        evening.paper("alice", "university")
    evening.do("divorce", who="alice", roll=7)
    assert evening.cash("alice") == 10_000 - alimony
    assert (evening.mark("alice", "class"), evening.mark("alice", "square")) == (lower, 0)
    assert evening.hand("alice") == ["olive.working", "red.high"]
    assert evening.mark("alice", "paper") is None


def test_alimony_met_by_a_sale_still_leads_down():
    evening = untied()
    evening.rank("alice", "middle")
    evening.give("alice", "olive.middle")
    evening.set("bob", cash=5_000)
    evening.do("divorce", who="alice", roll=7)
    assert evening.mark("alice", "class") == "middle"
    evening.do("sell", lot="olive.middle", buyer="bob", price=600)
    assert (evening.cash("alice"), evening.mark("alice", "class"), evening.event) == (100, "working", None)


def test_alimony_that_is_not_met_leads_to_starting_over_instead():
    evening = untied()
    evening.rank("alice", "high")
    evening.do("divorce", who="alice", roll=7)
    evening.do("bankrupt")
    assert (evening.cash("alice"), evening.mark("alice", "class")) == (200, "working")


def test_there_is_no_divorce_in_the_working_class():
    assert untied().why_not("divorce", who="alice", roll=7) == "There is no Divorce square in the Working Class."


def test_after_a_divorce_the_token_goes_to_the_first_square():
    evening = untied()
    evening.rank("alice", "middle")
    evening.set("alice", cash=5_000)
    assert evening.why_not("divorce", who="alice", roll=2, square=5) == (
        "After a divorce the token goes to the first square of the lower class."
    )
    evening.do("divorce", who="alice", roll=2, square=1)


def test_house_rule_after_a_divorce_the_table_names_the_square():
    evening = untied(divorce="named")
    evening.rank("alice", "high")
    evening.set("alice", cash=50_000)
    assert evening.game.find_action("divorce").why_not(evening.table, {"who": "alice"}) is None
    assert evening.why_not("divorce", who="alice", roll=2) == "Which square of the lower class does the token go to?"
    assert evening.why_not("divorce", who="alice", roll=2, square=29) == "Middle Class has 28 squares."
    evening.do("divorce", who="alice", roll=2, square=28)
    assert (evening.mark("alice", "class"), evening.mark("alice", "square")) == ("middle", 27)
    assert evening.told().endswith("goes down to the Middle Class, to Credit Due.")


def test_a_class_put_right_while_alimony_is_raised_makes_no_nonsense():
    evening = untied(divorce="named")
    evening.rank("alice", "middle")
    evening.do("divorce", who="alice", roll=5, square=36)
    evening.rank("alice", "high")
    evening.set("alice", cash=500)
    evening.do("settle")
    assert (evening.mark("alice", "class"), evening.mark("alice", "square")) == ("middle", 0)
