"""Ratrace: the table puts the book right, and changes its rules in the middle of an evening."""

import pytest

from companion.games.ratrace import GAME
from companion.games.ratrace.options import OPTIONS
from tests.games.evening import Evening, ratrace, untied


@pytest.fixture
def evening():
    return untied()


# --- Money, credit, cards


def test_money_is_moved_for_a_reason(evening):
    evening.do("correct_money", giver="treasury", taker="alice", amount=50, reason="forgotten income")
    assert evening.told() == "Correction: $50 from the Treasury to Alice (forgotten income)."
    evening.do("correct_money", giver="alice", taker="bob", amount=250, reason="wrong owner")
    assert (evening.cash("alice"), evening.cash("bob")) == (0, 450)


def test_nobody_gives_more_than_there_is_or_to_the_giver(evening):
    assert evening.why_not("correct_money", giver="alice", taker="bob", amount=201, reason="no") == (
        "Alice holds $200, not $201."
    )
    assert evening.why_not("correct_money", giver="bob", taker="bob", amount=1, reason="no") == (
        "Giver and taker are the same."
    )
    assert evening.why_not("correct_money", giver="bob", taker="alice", amount=1, reason="x") == (
        "Say it in a few words."
    )


def test_a_credit_debt_is_set(evening):
    evening.do("correct_credit", who="alice", owed=250, reason="miscounted")
    assert evening.debt("alice") == 250
    assert evening.table.ledger.balance("treasury:credit") == 250
    evening.do("correct_credit", who="alice", owed=0, reason="miscounted again")
    assert evening.table.ledger.balance("treasury:credit") == 0
    assert evening.why_not("correct_credit", who="alice", owed=0, reason="no") == "Alice owes $0 on credit already."


def test_cards_move_between_players_and_stock(evening):
    evening.do("correct_card", card="olive.high", giver="stock", taker="alice", reason="forgotten")
    assert evening.told() == "Correction: Diamonds from the Stock to Alice (forgotten)."
    evening.do("correct_card", card="olive.high", giver="alice", taker="bob", reason="wrong player")
    assert evening.hand("bob") == ["olive.high"]
    assert evening.why_not("correct_card", card="olive.high", giver="alice", taker="bob", reason="no") == (
        "Alice does not hold the Diamonds."
    )
    assert evening.why_not("correct_card", card="olive.high", giver="bob", taker="bob", reason="no") == (
        "Giver and taker are the same."
    )


def test_a_card_out_of_stock_is_not_handed_out(evening):
    evening.give("alice", "olive.high", "olive.high", "olive.high")
    assert evening.why_not("correct_card", card="olive.high", giver="stock", taker="bob", reason="no") == (
        "Diamonds: out of stock."
    )


# --- Classes, papers, Businesses


def test_a_class_is_set_and_the_token_goes_to_its_first_square():
    evening = ratrace()
    evening.stand("alice", 24)
    evening.do("roll", who="alice", roll=4)
    evening.rank("alice", "high")
    assert evening.mark("alice", "square") == 0
    assert evening.prompt.title == "Bob rolls"
    assert evening.why_not("correct_class", who="alice", rank="high", reason="no") == (
        "Alice is in High Society already."
    )


def test_a_paper_is_given_and_taken(evening):
    evening.paper("alice", "night_school")
    assert evening.told() == "Correction: Alice has the Night School diploma (for the test)."
    assert evening.why_not("correct_paper", who="alice", paper="university", reason="no") == (
        "The University diploma is of no use in the Working Class."
    )
    evening.paper("alice", "none")
    assert evening.told() == "Correction: Alice has no diploma or membership (for the test)."
    assert evening.why_not("correct_paper", who="alice", paper="none", reason="no") == (
        "That is what Alice has already."
    )


def test_nobody_ever_owns_more_than_two_businesses(evening):
    evening.do("correct_business", business="olive", owner="alice", reason="forgotten")
    assert evening.why_not("correct_business", business="green", owner="alice", reason="no") == (
        "Alice owns two Businesses already: never more."
    )
    assert evening.why_not("correct_business", business="olive", owner="alice", reason="no") == (
        "Olive's Jewellery is Alice's already."
    )
    evening.do("correct_business", business="olive", owner="treasury", reason="given up")
    assert GAME.turn(evening.table).owner("olive").key == "treasury"


def test_who_has_left_gets_nothing(evening):
    evening.do("leave", who="carl")
    for action, answers in (
        ("correct_business", {"business": "olive", "owner": "carl"}),
        ("correct_card", {"card": "olive.high", "giver": "stock", "taker": "carl"}),
        ("correct_paper", {"who": "carl", "paper": "night_school"}),
        ("correct_class", {"who": "carl", "rank": "high"}),
    ):
        assert evening.why_not(action, **answers, reason="no") == "Carl has left the game."


def test_a_square_whose_business_became_the_landers_own_can_be_let_go():
    evening = ratrace()
    evening.do("roll", who="alice", roll=2)
    evening.do("correct_business", business="blue", owner="alice", reason="our mistake")
    assert evening.why_not("buy", who="alice", business="blue", item="other", on="cash") == (
        "Royal Car Sales is Alice's own: nothing is bought."
    )
    evening.do("waive", reason="own Business")
    evening.do("roll", who="bob", roll=7)


# --- Striking lines out


def test_a_purchase_struck_out_after_the_card_went_on_can_be_put_right(evening):
    evening.do("buy", who="alice", business="olive", item="working", on="cash")
    bought = evening.entries[-1].seq
    evening.do("correct_card", card="olive.working", giver="alice", taker="bob", reason="for the test")
    evening.void(bought)
    assert evening.hand("bob") == ["olive.working"]
    assert evening.table.ledger.balance("alice:cards", "olive.working") == -1
    assert evening.game.standing(evening.table, "alice").holdings
    evening.give("alice", "olive.working")
    assert evening.table.ledger.balance("alice:cards", "olive.working") == 0


def test_cash_below_nought_by_a_struck_line_is_shown_and_nothing_can_be_paid_with_it(evening):
    evening.do("pool", who="alice", roll=5)
    won = evening.entries[-1].seq
    evening.do("race", who="alice", horse=2, stake=300)
    for _ in range(3):
        evening.do("race_roll", roll=7)
    evening.void(won)
    assert evening.game.standing(evening.table, "alice").figure == "\u2212$100"
    assert evening.why_not("buy", who="alice", business="red", item="other", on="cash") == (
        "Alice holds $0; this costs $20. The Credit Card will do."
    )
    assert evening.why_not("race", who="alice", horse=2, stake=1) == "Alice holds $0 and can't put up $1."
    evening.do("taxes", who="alice", roll=2)
    assert evening.prompt.text == "Taxes. Alice has \u2212$100, $120 short. Nothing is left to sell."


def test_the_opening_struck_out_asks_for_the_lowest_roll_again():
    evening = ratrace()
    evening.void(1)
    assert evening.prompt.title
    evening.do("start", first="bob")
    assert evening.cash("alice") == 200


def test_undoing_everything_gives_an_empty_book():
    evening = ratrace("Alice", "Bob", "Carl")
    evening.give("alice", "olive.working")
    evening.do("roll", who="alice", roll=7)
    evening.undo()
    evening.redo()
    while evening.undoable():
        evening.undo()
    assert not evening.table.ledger.balances
    assert not evening.table.ledger.marks


# --- Changing the house rules and the board


@pytest.mark.parametrize(
    ("rule", "way"), [(house.key, way) for house in OPTIONS for way, _ in house.ways if len(house.ways) > 1]
)
def test_every_house_rule_can_be_played_every_way_and_changed_midway(rule, way):
    evening = Evening("Alice", "Bob", "Carl")
    house = evening.game.option(rule)
    if way == house.default:
        assert evening.why_not("change_house", rule=rule, way=way, reason="no").endswith("played that way already.")
        return
    evening.do("change_house", rule=rule, way=way, reason="for the test")
    assert evening.table.house(rule) == way
    assert evening.prompt.title
    assert Evening("Alice", "Bob", "Carl", **{rule: way}).table.house(rule) == way


@pytest.mark.parametrize("way", ["", "sometimes", "-5", "1.5", "one"])
def test_a_way_that_is_none_is_refused(way):
    evening = ratrace()
    for rule in ("goal", "bet_limit", "interest"):
        assert evening.why_not("change_house", rule=rule, way=way or " ", reason="no")
    assert evening.table.house("goal") == "100000"


def test_the_board_is_corrected_and_says_so_in_words():
    evening = ratrace()
    evening.do("change_board", fact="square.working.5", value="lottery", reason="our board")
    assert evening.told() == "Board corrected, Working Class, square by square, Square 6: Lottery (our board)."
    evening.do("roll", who="alice", roll=5)
    assert evening.prompt.title == "Alice on the Lottery"
    assert evening.why_not("change_board", fact="square.working.5", value="lottery", reason="no") == (
        "Square 6: that is what the book has already."
    )


def test_prices_of_the_tables_own_board_are_charged(evening):
    evening.do("change_board", fact="symbol.working", value="120", reason="our board")
    evening.do("change_board", fact="business.red", value="black", reason="our board")
    answers = {"who": "alice", "business": "red", "item": "working", "on": "cash"}
    assert (
        evening.game.find_action("buy").read(evening.table, {key: str(said) for key, said in answers.items()})
        == answers
    )
    evening.do("buy", **answers)
    assert evening.cash("alice") == 80


def test_no_figure_on_the_board_can_break_the_book(evening):
    evening.do("change_board", fact="tote.2.win", value="1000", reason="absurd")
    assert evening.why_not("change_board", fact="tote.2.win", value="1001", reason="absurd")
    evening.set("alice", cash=1_000_000_000)
    evening.do("race", who="alice", horse=2, stake=1_000_000_000)
    evening.do("race_roll", roll=2)
    assert evening.cash("alice") == 1_001 * 10**9
