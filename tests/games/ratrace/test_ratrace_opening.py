"""Ratrace: beginning, picking Businesses, joining late and leaving."""

import pytest

from companion.games.ratrace import GAME
from companion.games.ratrace.board import COLOURS
from companion.games.ratrace.screens import TOKEN_COLOURS
from companion.games.ratrace.start import next_pick
from tests.games.evening import Evening, ratrace, untied


def picks(evening, *businesses):
    """Let everybody pick in turn, and tell who picked what."""
    made = []
    for business in businesses:
        who = next_pick(GAME.turn(evening.table)).key
        made.append(f"{who} {business}")
        evening.do("pick", who=who, business=business)
    return made


# --- Q. What happens after the Treasurer is picked?


def test_everybody_starts_with_200_dollars_in_the_working_class_on_graduation_day():
    evening = Evening("Alice", "Bob")
    evening.do("start", first="bob")
    for who in ("alice", "bob"):
        assert evening.cash(who) == 200
        assert evening.debt(who) == 0
        assert evening.hand(who) == []
        assert evening.mark(who, "class") == "working"
        assert evening.mark(who, "square") == 0
    assert evening.table.ledger.balance("treasury:cash") == -400
    assert "Bob picks first" in evening.told()


def test_who_rolled_lowest_picks_first_and_takes_the_first_turn():
    evening = Evening("Alice", "Bob", "Carl", businesses="one")
    evening.do("start", first="bob")
    assert evening.why_not("pick", who="alice", business="red") == "It is Bob's pick."
    assert picks(evening, "red", "black", "olive") == ["bob red", "carl black", "alice olive"]
    assert evening.prompt.title == "Bob rolls"


def test_the_table_is_opened_once():
    assert ratrace().why_not("start", first="bob") == "The game has started already."


def test_a_business_is_picked_only_once():
    evening = Evening("Alice", "Bob")
    evening.do("start", first="alice")
    evening.do("pick", who="alice", business="olive")
    assert evening.why_not("pick", who="bob", business="olive") == "Olive's Jewellery is Alice's."


def test_nothing_is_picked_before_the_lowest_roll_is_known_or_after_all_have_picked():
    evening = Evening("Alice", "Bob")
    assert evening.why_not("pick", who="bob", business="olive") == "First say who rolled lowest."
    assert evening.why_not("roll", who="alice", roll=7) == "Everybody picks a Business first."
    assert ratrace().why_not("pick", who="alice", business="olive") == "Every Business is picked."


# --- Q. There are six Businesses in the game. What if there are fewer than six players?


def test_two_players_pick_two_each_the_second_in_reverse_order():
    evening = Evening("Alice", "Bob")
    evening.do("start", first="alice")
    made = picks(evening, "red", "blue", "green", "olive")
    assert made == ["alice red", "bob blue", "bob green", "alice olive"]
    assert [line.text for line in evening.last.working][-1] == (
        "The Treasury's: Black's Art Gallery and Brown's Sporting Goods"
    )


def test_the_token_keeps_the_colour_of_the_business_picked_first():
    evening = Evening("Alice", "Bob")
    evening.do("start", first="alice")
    for who, business in (("alice", "blue"), ("bob", "red"), ("bob", "green"), ("alice", "black")):
        evening.do("pick", who=who, business=business)
    assert evening.game.standing(evening.table, "alice").colour == TOKEN_COLOURS["blue"]
    assert evening.game.standing(evening.table, "bob").colour == TOKEN_COLOURS["red"]
    evening.do("correct_business", business="blue", owner="treasury", reason="for the test")
    assert evening.game.standing(evening.table, "alice").colour == TOKEN_COLOURS["black"]


def test_the_second_pick_says_whose_colour_the_token_keeps():
    evening = Evening("Alice", "Bob")
    evening.do("start", first="alice")
    assert evening.prompt.text.endswith("the token takes its colour.")
    evening.do("pick", who="alice", business="blue")
    evening.do("pick", who="bob", business="red")
    assert evening.prompt.text.endswith("The token keeps the colour of the first.")


def test_house_rule_second_picks_go_in_the_same_order():
    evening = Evening("Alice", "Bob", "Carl", second_pick="same")
    evening.do("start", first="bob")
    made = picks(evening, "red", "blue", "green", "olive", "black", "brown")
    assert [pick.split()[0] for pick in made] == ["bob", "carl", "alice", "bob", "carl", "alice"]


def test_house_rule_one_business_each_for_two_or_three():
    evening = Evening("Alice", "Bob", businesses="one")
    evening.do("start", first="alice")
    picks(evening, "red", "blue")
    assert next_pick(GAME.turn(evening.table)) is None
    assert evening.prompt.title == "Alice rolls"


def test_four_to_six_players_have_one_each_whatever_the_house_rule():
    for count in (4, 5, 6):
        evening = Evening(*"ABCDEF"[:count], businesses="two")
        evening.do("start", first="a")
        picks(evening, *COLOURS[:count])
        assert GAME.turn(evening.table).under_way


def test_a_second_business_is_own_business_too():
    evening = Evening("Alice", "Bob", position="off")
    evening.do("start", first="alice")
    picks(evening, "red", "blue", "green", "olive")
    for business, name in (("red", "Rose's Clothes & Furs"), ("olive", "Olive's Jewellery")):
        assert evening.why_not("buy", who="alice", business=business, item="other", on="cash") == (
            f"{name} is Alice's own: nothing is bought."
        )


def test_the_house_rule_may_change_between_the_picks():
    evening = Evening("Alice", "Bob")
    evening.do("start", first="alice")
    picks(evening, "red", "blue")
    assert evening.prompt.title == "Bob picks a Business"
    evening.do("change_house", rule="businesses", way="one", reason="shorter")
    assert evening.prompt.title == "Alice rolls"
    evening.do("change_house", rule="businesses", way="two", reason="longer")
    evening.do("change_house", rule="second_pick", way="same", reason="as we like")
    assert evening.prompt.title == "Alice picks a Business"
    assert picks(evening, "green", "olive") == ["alice green", "bob olive"]
    assert all(len(GAME.turn(evening.table).seat(who).businesses) == 2 for who in ("alice", "bob"))


def test_a_pick_struck_out_before_the_last_is_made_again():
    evening = Evening("Alice", "Bob", businesses="one")
    evening.do("start", first="alice")
    evening.do("pick", who="alice", business="red")
    evening.void(2)
    assert evening.prompt.title == "Alice picks a Business"


# --- Joining late, and leaving


def test_a_late_joiner_starts_like_everybody_else_and_sits_last():
    evening = ratrace("Alice", "Bob")
    evening.do("join", called="Dora", business="olive")
    assert evening.told() == "Dora joins with Olive's Jewellery and $200."
    assert evening.cash("dora") == 200
    assert [seat.key for seat in evening.table.players] == ["alice", "bob", "dora"]
    assert [one.key for one in GAME.turn(evening.table).seat("bob").others_from_left] == ["dora", "alice"]


def test_a_late_joiner_takes_the_turn_and_the_stock_exchange_roll_after_the_last_seat():
    evening = ratrace("Alice", "Bob")
    evening.do("join", called="Dora", business="olive")
    evening.do("join", called="Ed", business="brown")
    evening.stand("bob", 1)
    evening.do("roll", who="bob", roll=3)
    assert evening.mark("table", "turn") == "dora"
    evening.do("invest", who="bob", stake=100)
    assert evening.mark("exchange", "order") == "dora ed alice"


def test_nobody_joins_without_a_business_left():
    evening = Evening("Alice", "Bob", "Carl")
    evening.do("start", first="alice")
    picks(evening, "black", "red", "blue", "green", "olive", "brown")
    assert evening.why_not("join", called="Dora", business="red") == "Every Business has its owner: nobody can join."


def test_a_late_joiner_gets_no_business_that_is_owned():
    assert ratrace().why_not("join", called="Dora", business="red") == "Rose's Clothes & Furs is Bob's."


def test_six_are_the_most():
    evening = ratrace("A", "B", "C", "D", "E", "F")
    assert evening.why_not("join", called="Gus", business="red") == "Six players are the most."


def test_a_late_joiner_needs_a_name_of_their_own():
    evening = ratrace("Alice", "Bob", "Carl")
    evening.do("leave", who="carl")
    for called in ("alice", "CARL"):
        assert "Choose another name" in evening.why_not("join", called=called, business="olive")
    assert evening.why_not("join", called="x" * 41, business="olive") == "Keep the name under 40 letters."


def test_who_leaves_gives_everything_to_the_treasury_and_owes_nothing():
    evening = ratrace()
    evening.set("carl", cash=750, debt=300)
    evening.give("carl", "red.working", "olive.high")
    evening.paper("carl", "night_school")
    evening.do("leave", who="carl")
    assert (evening.cash("carl"), evening.debt("carl"), evening.hand("carl")) == (0, 0, [])
    assert evening.mark("carl", "paper") is None
    assert evening.table.ledger.holdings("stock:cards") == {}
    assert GAME.turn(evening.table).owner("blue").key == "treasury"
    assert evening.why_not("correct_class", who="carl", rank="high", reason="no") == "Carl has left the game."
    assert evening.game.standing(evening.table, "carl").out


def test_the_turn_of_who_leaves_passes_to_the_left_over_whoever_misses_one():
    evening = ratrace("Alice", "Bob", "Carl")
    evening.stand("bob", 32)
    evening.do("roll", who="bob", roll=3)
    assert evening.mark("bob", "misses") == 1
    evening.do("turn", who="alice")
    evening.do("leave", who="alice")
    assert "Bob misses a turn." in evening.told()
    assert evening.prompt.title == "Carl rolls"


def test_with_two_left_the_other_plays_on_though_a_turn_was_to_be_missed():
    evening = ratrace("Alice", "Bob")
    evening.stand("bob", 32)
    evening.do("roll", who="bob", roll=3)
    evening.do("leave", who="alice")
    assert evening.prompt.title == "Bob rolls"
    assert evening.why_not("leave", who="bob").startswith("The last player can't leave")


def test_the_square_of_who_leaves_needs_no_dealing_with():
    evening = ratrace()
    evening.stand("alice", 24)
    evening.do("roll", who="alice", roll=4)
    assert evening.prompt.title == "Alice on Taxes"
    evening.do("leave", who="alice")
    assert evening.prompt.title == "Bob rolls"


def test_the_square_of_another_waits_while_somebody_leaves():
    evening = ratrace()
    evening.stand("alice", 24)
    evening.do("roll", who="alice", roll=4)
    evening.do("leave", who="bob")
    assert evening.prompt.title == "Alice on Taxes"


# --- Names


@pytest.mark.parametrize(
    "name", ["Treasury", "Table", "Stock", "Race", "Due", "Hammer", "Lottery", "House", "Business"]
)
def test_a_player_may_be_called_like_one_of_the_books_own_words(name):
    key = GAME.seat_key(name)
    assert key == f"{name.lower()}_2"
    evening = untied(name, "Olive")
    evening.do("buy", who=key, business="olive", item="working", on="credit")
    evening.do("race", who=key, horse=7, stake=100)
    evening.do("side_bet", who="olive", stake=50)
    evening.do("race_roll", roll=7)
    assert evening.cash(key) == 200 + 600
    assert evening.cash("olive") == 200 + 300
    assert GAME.turn(evening.table).owner("olive").key == "treasury"
    answers = evening.game.find_action("buy").read(
        evening.table, {"who": name, "business": "olive", "item": "other", "on": "cash"}
    )
    assert answers["who"] == key
