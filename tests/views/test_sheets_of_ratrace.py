"""Sheets of the real game where a hand can slip: nothing is answered for a person that is the person's to say."""

from __future__ import annotations

import pytest

from companion.games import find_game
from models.database import Database
from models.journal import Journal
from models.play import Seat
from views.state.open_plays import OpenPlays
from views.state.play_state import PlayState
from views.table.questions.answers import ask

SEATS = tuple(Seat(name.lower(), name) for name in ("Alice", "Ben", "Chen"))


@pytest.fixture
def desk(tmp_path):
    database = Database.open(tmp_path)
    house, game = OpenPlays(Journal(database)), find_game("ratrace")
    play = house.journal.begin(
        game=game.key, title="Friday", seats=SEATS, houses=game.house_rules({"businesses": "one"}),
        board=game.printed(), edition=game.edition,
    )  # fmt: skip
    referee = house.referee(play.id)
    referee.write("start", {"first": "alice"})
    for seat, business in zip(SEATS, ("black", "red", "olive"), strict=True):
        referee.write("pick", {"who": seat.key, "business": business})
    yield PlayState(house, play.id)
    database.close()


def write(desk, action, **answers):
    desk.house.referee(desk.play_id).write(action, answers)
    desk.sync()


def test_the_last_who_could_match_a_lottery_is_not_matched_by_the_book(desk) -> None:
    write(desk, "roll", who="alice", roll=9)
    write(desk, "lottery", who="alice", stake=35)
    write(desk, "match", who="ben")

    assert desk.draft.action == "match"
    assert desk.outcome().proposal is None
    desk.answer("who", "chen")
    assert desk.outcome().proposal is not None


def test_credit_that_one_item_forces_does_not_stick_to_the_next(desk) -> None:
    write(desk, "roll", who="alice", roll=5)
    desk.answer("item", "high")
    assert desk.draft.answers["on"] == "credit"

    desk.answer("item", "working")
    assert "on" not in desk.draft.answers


def test_a_means_of_paying_that_was_chosen_stays_when_the_item_changes(desk) -> None:
    write(desk, "roll", who="alice", roll=5)
    desk.answer("item", "working")
    desk.answer("on", "credit")
    desk.answer("item", "other")

    assert desk.draft.answers["on"] == "credit"


def test_the_menu_gives_the_reason_of_the_player_the_table_waits_for(desk) -> None:
    write(desk, "roll", who="alice", roll=7)
    reasons = {action.name: reason for action, reason in desk.picture.actions}

    assert "Ben" in str(reasons["move_up"])
    assert "turn, not" not in str(reasons["move_up"])


def test_large_text_sets_the_quick_amounts_two_by_two(desk) -> None:
    write(desk, "correct_money", giver="treasury", taker="alice", amount=5_000, reason="a test")
    write(desk, "roll", who="alice", roll=9)
    question = desk.picture.game.action("lottery").question("stake")

    def widest() -> int:
        sheet = ask(desk, desk.picture, desk.draft, question)
        return max(len(row.controls) for row in sheet.controls[1].controls)

    assert widest() == 4
    desk.scale = lambda: 2.0
    assert widest() == 2
