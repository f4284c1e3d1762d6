"""Rat Race Monopoly: what the book expects next, and what it leaves out."""

from companion.games import find_game
from tests.games.rat_race_monopoly.millions import Millions, millions


def offers(evening):
    return [one.action for one in evening.prompt.offers]


def labels(evening):
    return {one.action: one.label for one in evening.prompt.offers}


def test_a_turn_offers_what_happens_most_at_a_table_and_the_next_player_first():
    evening = millions()
    assert evening.prompt.title == "Ann's turn"
    assert evening.prompt.text == "Has 1.5M; net worth 1.5M."
    assert evening.prompt.where == "Where did Ann land?"
    assert offers(evening)[:3] == ["next_player", "pass_go", "buy_street"]
    assert labels(evening)["next_player"] == "Next player: Ben"
    assert labels(evening)["study"] == "College: Diploma, 500K"
    assert "GO: Salary 500K" in labels(evening).values()


def landings(evening):
    """What the squares bring, each with why it can't be dealt with."""
    return {
        offer.label: evening.game.find_action(offer.action).why_not(evening.table, offer.answers)
        for offer in evening.prompt.offers
        if offer.tone == "landing"
    }


def test_every_square_keeps_its_place_and_says_why_not():
    evening = millions()
    assert list(landings(evening)) == [
        "GO: Salary 500K", "Street for sale: Buy it", "Owned street: Pay rent", "Stock exchange: 1M a share",
        "College: Diploma, 500K", "Employment office: Roll for a job", "Tax: Pay 100K", "Chance: Pay",
        "Chance: Be paid",
    ]  # fmt: skip
    assert landings(evening)["Employment office: Roll for a job"] == "Ann has no degree: study first."
    evening.works("ann", 3, 6)
    assert landings(evening)["Employment office: Roll for a job"] == "Ann is CEO: no better job."
    assert landings(evening)["College: Master's degree, 6M"] == "Ann has the Master's degree: nothing higher."


def test_what_cant_be_at_any_time_of_the_turn_is_left_out():
    evening = millions()
    assert {"take_loan", "repay", "declare", "build", "mortgage"}.isdisjoint(offers(evening))
    evening.works("ann", 1, 1)
    evening.owns("ben", "s1")
    evening.turn("ann")
    assert "take_loan" in offers(evening)


def test_every_offer_opens_a_sheet_that_can_be_filled_in_or_says_why_not():
    evening = millions()
    evening.works("ann", 2, 3)
    evening.owns("ben", "s5")
    evening.owns("ann", "s1", "s2")
    evening.turn("ann")
    for offer in evening.prompt.offers:
        action = evening.game.find_action(offer.action)
        assert set(offer.answers) <= {one.name for one in action.questions}
        why = action.why_not(evening.table, offer.answers)
        assert why is None or why.endswith("."), offer


def test_in_jail_the_ways_out_come_first():
    evening = millions()
    evening.do("go_to_jail", who="ann")
    assert offers(evening)[:3] == ["next_player", "throw", "leave_jail"]
    assert labels(evening)["leave_jail"] == "Leave Jail (500K or a card)"
    assert "pass_go" not in offers(evening)


def test_a_disaster_comes_before_everything_else():
    evening = millions()
    evening.do("throw", who="ann", first=3, second=4)
    assert evening.prompt.sheet is not None
    assert (evening.prompt.sheet.action, evening.prompt.sheet.answers) == ("disaster", {"who": "ann"})
    assert evening.game.standing(evening.table, "ann").up


def test_where_the_table_keeps_the_turns_everything_is_offered_for_anybody():
    evening = millions(turns="off")
    evening.has("cy", 31_000)
    assert labels(evening)["declare"] == "Cy declares and wins"
    assert "next_player" not in offers(evening)
    assert {"pass_go", "study", "pay_tax", "take_loan"} <= set(offers(evening))


def test_the_stock_brokers_book_offers_the_stock_brokers_part_alone():
    evening = millions(books="broker")
    assert evening.prompt.sheet is not None
    every = {evening.prompt.sheet.action, *offers(evening)}
    assert every <= {"visit", "update_price", "raise_shares", "correct_price", "correct_shares"}
    assert evening.game.standing(evening.table, "ann").figure == "0 shares"


def test_the_quick_actions_are_actions_of_the_game():
    game = find_game("rat_race_monopoly")
    assert set(game.shortlist) <= {action.name for action in game.actions}


def test_every_question_has_its_words_and_every_action_its_help():
    for action in find_game("rat_race_monopoly").actions:
        assert action.help.endswith("."), action.name
        for question in action.questions:
            assert question.text.endswith(("?", ".")), f"{action.name}: {question.name}"


def test_every_page_can_be_drawn_before_the_table_is_open():
    for evening in (Millions(), millions(board="classic"), millions(books="broker")):
        for page in evening.game.pages:
            for grid in page.grids(evening.game.turn(evening.table)) if page.grids else ():
                assert grid.rows
                assert all(len(row) == len(grid.heads) for row in grid.rows)
