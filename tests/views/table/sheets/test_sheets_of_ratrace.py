"""Sheets of the real game where a hand can slip: nothing is answered for a person that is the person's to say."""

from __future__ import annotations

import pytest
from flet.components.component import Renderer

from companion.games import find_game
from models.book import Book
from models.journal import Journal
from models.plays import Seat
from views.state.open_plays import OpenPlays
from views.state.play.play_state import PlayState
from views.table.questions.answers import ask

SEATS = tuple(Seat(name.lower(), name) for name in ("Alice", "Ben", "Chen"))


@pytest.fixture
def state(tmp_path):
    database = Book.open(tmp_path)
    open_plays, game = OpenPlays(Journal(database)), find_game("ratrace")
    play = open_plays.journal.begin(
        game=game.key, title="Friday", seats=SEATS, houses=game.house_rules({"businesses": "one"}),
        board=game.printed_values(), edition=game.edition,
    )  # fmt: skip
    referee = open_plays.referee(play.id)
    referee.write("start", {"first": "alice"})
    for seat, business in zip(SEATS, ("black", "red", "olive"), strict=True):
        referee.write("pick", {"who": seat.key, "business": business})
    yield PlayState(open_plays, play.id)
    database.close()


def write(state, action, **answers):
    state.open_plays.referee(state.play_id).write(action, answers)
    state.sync()


def test_the_last_who_could_match_a_lottery_is_not_matched_by_the_book(state) -> None:
    write(state, "roll", who="alice", roll=9)
    write(state, "lottery", who="alice", stake=35)
    write(state, "match", who="ben")

    assert state.sheet.draft.action == "match"
    assert state.sheet.outcome().proposal is None
    state.sheet.answer("who", "chen")
    assert state.sheet.outcome().proposal is not None


def test_credit_that_one_item_forces_does_not_stick_to_the_next(state) -> None:
    write(state, "roll", who="alice", roll=5)
    state.sheet.answer("item", "high")
    assert state.sheet.draft.answers["on"] == "credit"

    state.sheet.answer("item", "working")
    assert "on" not in state.sheet.draft.answers


def test_a_means_of_paying_that_was_chosen_stays_when_the_item_changes(state) -> None:
    write(state, "roll", who="alice", roll=5)
    state.sheet.answer("item", "working")
    state.sheet.answer("on", "credit")
    state.sheet.answer("item", "other")

    assert state.sheet.draft.answers["on"] == "credit"


def test_the_menu_gives_the_reason_of_the_player_the_table_waits_for(state) -> None:
    write(state, "roll", who="alice", roll=7)
    reasons = {action.name: reason for action, reason in state.snapshot.actions}

    assert "Ben" in str(reasons["move_up"])
    assert "turn, not" not in str(reasons["move_up"])


def test_large_text_sets_the_quick_amounts_two_by_two(state) -> None:
    write(state, "correct_money", giver="treasury", taker="alice", amount=5_000, reason="a test")
    write(state, "roll", who="alice", roll=9)
    question = state.snapshot.game.find_action("lottery").question("stake")

    def widest() -> int:
        sheet = Renderer().render(ask, state, state.snapshot, state.sheet.draft, question)
        return max(len(row.controls) for row in sheet.controls[1].controls)

    assert widest() == 4
    state.scale = lambda: 2.0
    assert widest() == 2


def test_what_changed_beside_the_cash_is_cash_and_neither_a_debt_nor_a_lost_stake(state) -> None:
    def changed():
        return {key: line.figure for key, line in state.snapshot.changes.items()}

    write(state, "roll", who="alice", roll=5)
    write(state, "buy", who="alice", business="olive", item="working", on="credit")
    assert changed() == {"chen": 100}
    write(state, "roll", who="ben", roll=9)
    write(state, "lottery", who="ben", stake=50)
    write(state, "match", who="chen")
    write(state, "lottery_roll", who="ben", roll=4)
    write(state, "lottery_roll", who="chen", roll=9)
    assert changed() == {"chen": 100}
