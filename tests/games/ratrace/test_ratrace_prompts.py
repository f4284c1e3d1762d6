"""Ratrace: what the book expects next, and what a player's card shows."""

import pytest

from companion.games import find_game
from companion.games.ratrace import GAME
from companion.games.ratrace.game import ITEMS, Item
from tests.games.evening import Evening, ratrace, untied


def chips(evening, who):
    return [chip.text for chip in evening.game.standing(evening.table, who).chips]


def note(evening, who):
    return evening.game.standing(evening.table, who).note


# --- What comes next


def test_an_evening_is_led_from_the_first_roll_to_the_first_turn():
    evening = Evening("Alice", "Bob", businesses="one")
    assert evening.prompt.title == "Who rolled lowest?"
    evening.do("start", first="bob")
    assert evening.prompt.title == "Bob picks a Business"
    evening.do("pick", who="bob", business="red")
    assert evening.prompt.title == "Alice picks a Business"
    evening.do("pick", who="alice", business="blue")
    assert (evening.prompt.title, evening.prompt.text) == ("Bob rolls", "Bob stands on Graduation Day.")


def test_whoever_picks_next_is_the_one_whom_the_table_waits_for():
    evening = Evening("Alice", "Bob", businesses="one")
    evening.do("start", first="bob")
    for who in ("bob", "alice"):
        assert [one for one in ("alice", "bob") if evening.game.standing(evening.table, one).up] == [who]
        evening.do("pick", who=who, business="red" if who == "bob" else "blue")


def test_a_square_that_may_be_left_alone_offers_to_go_on():
    evening = ratrace()
    evening.stand("alice", 1)
    evening.do("roll", who="alice", roll=3)
    assert evening.prompt.title == "Alice on the Stock Exchange"
    assert [offer.label for offer in evening.prompt.offers] == ["No investment: Bob's turn"]


def rich_bob():
    """Alice has landed on the Stock Exchange, and Bob, who is next, may do all that is done before a roll."""
    evening = ratrace(repay="yes", goal="1000")
    evening.set("bob", cash=9_000, debt=100)
    evening.give("bob", "blue.high", "olive.high", "green.high")
    evening.paper("bob", "night_school")
    evening.stand("alice", 1)
    evening.do("roll", who="alice", roll=3)
    return evening


def test_a_sheet_for_one_player_offers_nothing_of_another_but_to_go_on():
    assert [offer.action for offer in rich_bob().prompt.offers] == ["roll"]


def test_going_on_brings_up_the_whole_turn_of_the_next_player():
    evening = rich_bob()
    then = evening.prompt.offers[0].then
    assert then.title == "Bob rolls"
    assert [offer.action for offer in then.offers] == ["move_up", "retire", "repay", "land"]
    assert {offer.answers["who"] for offer in then.offers} == {"bob"}


def test_who_moves_up_has_gone_on_without_the_square_before():
    evening = rich_bob()
    evening.do("move_up", who="bob", black_market="no")
    while evening.prompt.event == "Auction":
        evening.do("unsold", lot=evening.prompt.sheet.answers["lot"])
    assert evening.prompt.title == "Bob rolls"
    assert evening.game.standing(evening.table, "bob").up
    assert not evening.game.standing(evening.table, "alice").up


def test_an_investment_is_cashed_in_by_name():
    evening = untied()
    evening.do("invest", who="alice", stake=100)
    evening.do("exchange_roll", roll=9)
    assert "Alice cashes in $200" in [offer.label for offer in evening.prompt.offers]


def test_repaying_is_offered_only_with_the_cash_for_it():
    evening = ratrace(repay="yes")
    evening.set("alice", cash=100, debt=100)
    assert "repay" not in [offer.action for offer in evening.prompt.offers]
    evening.set("alice", cash=110)
    assert "Repay credit, $110" in [offer.label for offer in evening.prompt.offers]


def test_a_debtor_is_led_to_sell_to_pay_or_to_start_over():
    evening = untied("Alice", "Bob", "Carl")
    evening.set("alice", cash=100)
    evening.give("alice", "blue.working", "olive.working")
    evening.give("carl", "green.high", "red.high", "black.high")
    evening.give("bob", "blue.working")
    evening.do("taxes", who="alice", roll=12)
    assert evening.prompt.title == "Alice must pay $120"
    assert evening.prompt.text == "Taxes. Alice has $100, $20 short. To auction: Quartz Watch."
    assert evening.prompt.sheet.answers == {"lot": "olive.working"}
    evening.do("correct_money", giver="bob", taker="alice", amount=20, reason="for the test")
    assert (evening.prompt.text, evening.prompt.sheet.action) == ("Taxes. There is cash enough: $120.", "settle")
    evening.do("correct_money", giver="alice", taker="bob", amount=20, reason="for the test")
    evening.do("unsold", lot="olive.working")
    assert evening.prompt.sheet.action == "bankrupt"


def test_a_lottery_nobody_has_matched_offers_the_stake_back():
    evening = untied()
    evening.do("lottery", who="alice", stake=10)
    assert "stake_back" in [offer.action for offer in evening.prompt.offers]
    evening.do("match", who="bob")
    assert "stake_back" not in [offer.action for offer in evening.prompt.offers]


# --- What a player's card shows


def test_the_card_shows_class_cash_debt_cards_and_paper():
    evening = ratrace()
    evening.set("alice", cash=1_234, debt=60)
    evening.give("alice", "olive.working", "black.high")
    evening.paper("alice", "night_school")
    card = evening.game.standing(evening.table, "alice")
    assert (card.figure, card.rank.text, card.debt.text) == ("$1,234", "Working", "owes $60")
    assert card.subtitle == "Black's Art Gallery"
    assert [(held.text, held.counts) for held in card.holdings] == [
        ("Ming Vase", False),
        ("Quartz Watch", True),
        ("", True),
    ]
    assert ("Status Symbol", "Ming Vase, High Society, of the own Business: never counts") in card.details
    assert ("Status Symbol", "Quartz Watch, Working") in card.details
    assert "Night School diploma" in chips(evening, "alice")
    assert card.up
    assert not evening.game.standing(evening.table, "bob").up


def test_the_card_says_what_is_missing_for_the_next_class():
    evening = ratrace()
    assert note(evening, "alice") == (
        "3 Status Symbols, a diploma or membership and $300 in cash short of the Middle Class"
    )
    evening.give("alice", "red.working", "blue.working", "olive.working")
    evening.set("alice", cash=700)
    assert note(evening, "alice") == "Ready for the Middle Class before the next roll, by the black market for $200"
    evening.paper("alice", "country_club")
    assert note(evening, "alice") == "Ready for the Middle Class before the next roll"


def test_the_card_says_what_is_missing_to_retire():
    evening = ratrace(goal="1000")
    evening.rank("alice", "high")
    assert note(evening, "alice") == "To retire: 3 High Society symbols and $800 in cash missing"
    evening.give("alice", "red.high", "blue.high", "olive.high")
    evening.set("alice", cash=1_000)
    assert note(evening, "alice") == "Ready to retire before the next roll"
    evening.do("retire", who="alice")
    assert note(evening, "alice") == "Retired, and won"


def test_the_card_warns_of_a_credit_due_that_cant_be_paid():
    evening = ratrace()
    evening.set("alice", debt=200)
    card = evening.game.standing(evening.table, "alice")
    assert card.warning == "A Credit Due now would take $220: $20 short."
    evening.set("alice", cash=220)
    assert evening.game.standing(evening.table, "alice").warning == ""
    evening.set("alice", cash=300)
    card = evening.game.standing(evening.table, "alice")
    assert card.warning == ""
    assert ("Credit Due", "A Credit Due now would take $220 and leave $80.") in card.details


def test_the_card_shows_money_on_the_table_and_debts_that_are_due():
    evening = untied()
    evening.do("race", who="alice", horse=7, stake=30)
    assert chips(evening, "alice") == ["$30 bet"]
    evening.do("call_off", reason="for the test")
    evening.do("lottery", who="alice", stake=40)
    assert chips(evening, "alice") == ["$40 in the pot"]
    evening.do("stake_back")
    evening.set("alice", cash=1)
    evening.do("taxes", who="alice", roll=2)
    assert chips(evening, "alice") == ["owes $20 now"]


def test_the_card_shows_a_funeral():
    evening = untied()
    evening.do("funeral", who="bob")
    assert chips(evening, "bob") == ["misses a turn, closed"]


def test_before_the_table_is_open_nobody_is_on_turn():
    evening = Evening("Alice", "Bob")
    card = evening.game.standing(evening.table, "alice")
    assert (card.note, card.up, card.figure) == ("Not dealt in yet", False, "$0")


def test_the_head_of_the_table_shows_goal_and_round():
    evening = ratrace("Alice", "Bob", goal="5000")
    assert [chip.text for chip in evening.game.status_of(evening.table)] == ["Goal $5,000", "Round 1"]
    for who in ("alice", "bob"):
        evening.do("roll", who=who, roll=7)
    assert [chip.text for chip in evening.game.status_of(evening.table)] == ["Goal $5,000", "Round 2"]
    assert [chip.text for chip in untied().game.status_of(untied().table)][1] == "Tokens not followed"


def round_of(evening):
    return evening.game.status_of(evening.table)[1].text


def test_a_round_is_not_over_before_the_last_player_has_dealt_with_the_square():
    evening = ratrace("Alice", "Bob")
    evening.do("roll", who="alice", roll=7)
    evening.do("roll", who="bob", roll=9)
    assert (evening.prompt.title, round_of(evening)) == ("Bob on the Lottery", "Round 1")
    evening.do("lottery", who="bob", stake=10)
    assert round_of(evening) == "Round 1"
    evening.do("stake_back")
    assert (evening.prompt.title, round_of(evening)) == ("Alice rolls", "Round 2")


def test_a_round_begins_when_the_first_player_rolls_without_waiting_for_an_open_square():
    evening = ratrace("Alice", "Bob")
    evening.do("roll", who="alice", roll=7)
    evening.do("roll", who="bob", roll=9)
    evening.do("roll", who="alice", roll=2)
    assert round_of(evening) == "Round 2"


def test_a_square_in_the_middle_of_a_round_changes_nothing_of_it():
    evening = ratrace("Alice", "Bob")
    evening.do("roll", who="alice", roll=9)
    assert (evening.prompt.title, round_of(evening)) == ("Alice on the Lottery", "Round 1")


def test_who_opens_the_round_and_misses_a_turn_does_not_begin_it_early():
    evening = ratrace("Alice", "Bob", "Carl")
    evening.stand("alice", 34)
    evening.do("place", who="alice", square=33)
    evening.do("roll", who="alice", roll=2)
    assert evening.mark("alice", "misses") == 1
    evening.do("roll", who="bob", roll=7)
    evening.do("roll", who="carl", roll=9)
    assert (evening.prompt.title, round_of(evening)) == ("Carl on the Lottery", "Round 1")
    evening.do("roll", who="bob", roll=2)
    assert round_of(evening) == "Round 2"


# --- What is written for people


def test_every_action_and_question_has_its_words():
    for action in find_game("ratrace").actions:
        assert action.help.endswith("."), action.name
        assert action.title, action.name
        for question in action.questions:
            assert question.text.endswith("?") or "?" in question.text, f"{action.name} {question.name}"


def test_every_rule_names_its_heading_in_the_rulebook():
    by_hand = {"place", "turn", "waive", "call_off", "gift", "private_sale", "change_house", "change_board"}
    by_hand |= {"rename", "move_seat"}
    for action in find_game("ratrace").actions:
        assert action.source.startswith("Q. ") or action.name in by_hand or action.name.startswith("correct_")


@pytest.mark.parametrize("item", ITEMS.values(), ids=lambda item: item.unit)
def test_every_card_has_a_name_of_its_own(item):
    turn = GAME.turn(ratrace().table)
    named = [other for other in ITEMS.values() if other.name(turn) == item.name(turn)]
    assert named == [Item(item.business, item.rank)]
