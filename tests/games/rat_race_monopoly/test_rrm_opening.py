"""Rat Race Monopoly: opening the table, the two boards, what is printed, and who comes late."""

import pytest

from companion.games import find_game
from companion.games.rat_race_monopoly.board import (
    BOARD_VALUES,
    GROUPS,
    STREETS,
    STREETS_OF,
)
from models.ledger import Refusal
from tests.games.rat_race_monopoly.millions import Millions, millions

# --- What do you need? How does the add-on game work?


def test_everyone_starts_with_a_tenth_of_the_usual_money():
    evening = millions()
    assert [evening.cash(who) for who in ("ann", "ben", "cy")] == [1_500] * 3
    assert evening.told() == "Everyone starts with 1.5M. Ann begins."


def test_on_classic_everyone_starts_with_150_dollars():
    evening = millions(board="classic")
    assert evening.cash("ann") == 150
    assert evening.told() == "Everyone starts with $150. Ann begins."
    assert evening.table.ledger.balance("ann:cash", "K") == 0


def test_a_table_opens_without_a_single_answer():
    evening = Millions()
    sheet = evening.prompt.sheet
    assert sheet is not None
    evening.do(sheet.action, **sheet.answers)
    assert evening.prompt.title == "Ann's turn"


def test_somebody_else_may_begin():
    evening = Millions()
    evening.do("start", first="cy")
    assert evening.prompt.title == "Cy's turn"


def test_the_highest_throw_begins():
    evening = Millions()
    evening.do("start_by_throw", rolls="ann=4 ben=11 cy=7")
    assert evening.prompt.title == "Ben's turn"
    assert evening.told() == "Ben throws highest, 11. Everyone starts with 1.5M. Ben begins."


def test_those_who_tie_for_the_highest_throw_again():
    evening = Millions()
    assert evening.why_not("start_by_throw", rolls="ann=9 ben=9 cy=7") == "Ann and Ben tie at 9: they throw again."
    assert not evening.entries


def test_nothing_is_recorded_before_the_table_is_open():
    evening = Millions()
    assert evening.why_not("pass_go", who="ann", roll=7) == "First open the table."
    assert evening.why_not("correct_cash", who="ann", cash=100, reason="early") == "First open the table."


def test_the_table_opens_once():
    assert millions().why_not("start") == "The game has started already."


def test_nobody_has_a_degree_a_job_a_loan_a_street_or_insurance_at_the_start():
    t = millions().t
    for who in map(t.seat, ("ann", "ben", "cy")):
        assert (who.degree, who.job, who.loans) == (0, 0, ())
        assert who.streets == ()
        assert not who.insured


def test_a_share_costs_a_million_at_the_start():
    assert millions().t.share_price == 1_000
    assert millions(board="classic").t.share_price == 100


@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_can_play(players):
    with pytest.raises(Refusal, match="2 to 8"):
        find_game("rat_race_monopoly").begin(players)


# --- Board edition


def test_all_sums_are_notes_of_one_scale():
    for board, unit, each in (("millions", "K", 10), ("classic", "$", 1)):
        t = Millions(board=board).t
        assert t.notes(50) == 50 * each
        assert t.whole(50 * each + each - 1) == 50 * each
        assert t.goal == 3_000 * each
        assert t.street("s22").price == 400 * each
        assert t.written(t.notes(150)) == ("1.5M" if unit == "K" else "$150")


def test_fractions_of_a_note_are_refused_where_they_are_typed():
    evening = millions()
    assert evening.why_not("pay", giver="ann", taker="bank", amount=1_005, reason="fine") == (
        "It must be a multiple of 10K."
    )
    assert evening.why_not("pay", giver="ann", taker="bank", amount=0, reason="fine") == "It must be at least 10K."


@pytest.mark.parametrize(("text", "quantity"), [("1.5M", 1_500), ("450K", 450), ("500", 500), ("0.2m", 200)])
def test_sums_are_typed_as_the_board_has_them(text, quantity):
    evening = millions()
    evening.do("pay", giver="bank", taker="ann", amount=text, reason="a prize")
    assert evening.cash("ann") == 1_500 + quantity


def test_the_board_and_what_the_book_keeps_stay_once_the_table_is_open():
    evening = Millions()
    evening.do("change_house", rule="board", way="classic", reason="wrong board")
    evening.do("start")
    assert evening.cash("ann") == 150
    assert evening.why_not("change_house", rule="board", way="millions", reason="x y").startswith("Every sum in this")
    assert evening.why_not("change_house", rule="books", way="broker", reason="x y").startswith("What this book keeps")
    evening.do("change_house", rule="repay", way="any", reason="kinder")
    assert evening.table.house("repay") == "any"


def test_the_goal_of_a_board_speaks_on_that_board_alone():
    game = find_game("rat_race_monopoly")
    for board, goals in (("millions", {"goal"}), ("classic", {"goal_classic"})):
        ways = game.house_rules({"board": board})
        speaking = {one.key for one in game.options if one.title == "Net worth that wins" and one.speaks(ways)}
        assert speaking == goals


# --- What is printed


def test_the_22_streets_have_the_classic_prices():
    t = millions(board="classic").t
    assert [street.price for street in t.streets] == [
        60, 60, 100, 100, 120, 140, 140, 160, 180, 180, 200, 220, 220, 240, 260, 260, 280, 300, 300, 320, 350, 400,
    ]  # fmt: skip
    assert len(STREETS) == 22
    assert [t.street(STREETS_OF[group.key][0]).house_cost for group in GROUPS] == [50, 50, 100, 100, 150, 150, 200, 200]


def test_lifting_the_mortgage_of_the_street_of_3_5_million_costs_1_92_million():
    street = millions().t.street("s21")
    assert street.price == 3_500
    assert street.mortgage_value == 1_750
    assert street.lifting_cost == 1_920


def test_street_names_and_prices_can_be_edited():
    evening = millions()
    evening.do("change_board", fact="name.s22", value="Mayfair", reason="our board")
    evening.do("change_board", fact="price.s22", value="450", reason="our board")
    evening.has("ann", 10_000)
    evening.do("buy_street", who="ann", street="Mayfair")
    assert "Mayfair" in evening.told()
    assert evening.cash("ann") == 5_500


def test_every_group_has_an_ink_of_its_own():
    inks = [group.colour for group in GROUPS]
    assert len(set(inks)) == len(GROUPS)
    assert all(len(ink) == 7 and ink.startswith("#") and int(ink[1:], 16) >= 0 for ink in inks)


def test_no_two_facts_share_a_label_in_one_group():
    labels = [(fact.group, fact.label) for fact in BOARD_VALUES]
    assert len(set(labels)) == len(labels)


# --- Joining late


def test_a_late_joiner_starts_like_everybody_else_did():
    evening = millions()
    evening.do("join", called="Dora")
    assert evening.cash("dora") == 1_500
    assert [who.key for who in evening.t.seats] == ["ann", "ben", "cy", "dora"]
    assert evening.why_not("join", called="dora").startswith("dora is at the table already")


def test_eight_players_are_the_most():
    evening = millions("A", "B", "C", "D", "E", "F", "G", "H")
    assert evening.why_not("join", called="Ida") == "Eight players are the most."
