"""The figure beside a line of the journal: what it came to, or was to one player, or what a correction changed."""

from __future__ import annotations

import fistbook
import pytest
from fakes import new_house
from hatbook import new_play, opened, press
from headless import PHONE, play

from companion.core.differences import headline, only_share, share
from companion.core.revision import Change
from models.ledger import Place

ROLLS = (("alice", 9), ("ben", 4), ("alice", 8))


@pytest.fixture
def play_id(house):
    """Three rolls; then Alice pays Ben."""
    made = new_play(house)
    for who, roll in ROLLS:
        house.referee(made).write("roll", {"who": who, "roll": roll})
    house.referee(made).write("give", {"who": "alice", "to": "ben", "amount": 50})
    return made


def figure(house, play_id, seq, holder=""):
    """The figure beside a line as it is read now, and whose it is where that is said."""
    picture = house.picture(play_id)
    line = picture.figure(house.journal.entry(play_id, seq).entry, holder)
    return line and (line.text, line.figure)


def correct(house, play_id, seq, action, **answers):
    return house.referee(play_id).amend({Place(seq): Change(action, answers)}, "misread").seq


@pytest.mark.parametrize(("holder", "amount"), [("alice", -50), ("ben", 50)])
def test_a_payment_has_the_sign_of_whoever_it_is_read_for(house, play_id, holder, amount):
    assert figure(house, play_id, 4, holder) == ("", amount)


def test_a_line_that_moved_no_money_of_a_players_has_no_figure_for_them(house, play_id):
    assert figure(house, play_id, 1, "ben") is None


def test_read_for_everybody_a_line_has_the_figure_of_its_receipt(house, play_id):
    assert figure(house, play_id, 4) == ("", -50)


def test_cash_goes_before_other_purses_and_those_before_what_is_owed():
    moves = {("ann:credit", "$"): -100, ("ann:race", "$"): 20, ("ann:cash", "$"): -20, ("ben:credit", "$"): -100}
    assert share(moves, "ann").figure == -20
    assert share(moves, "ben").figure == -100
    assert share({("ann:hats", "hat"): 1}, "ann") is None


def test_a_correction_has_the_difference_it_made_and_whose_it_is(house, play_id):
    correction = correct(house, play_id, 1, "roll", who="alice", roll=10)
    assert figure(house, play_id, correction) == ("Alice", 10)


def test_a_correction_of_a_correction_has_the_difference_to_that(house, play_id):
    correct(house, play_id, 1, "roll", who="alice", roll=10)
    again = correct(house, play_id, 1, "roll", who="alice", roll=8)
    assert figure(house, play_id, again) == ("Alice", -20)


def test_where_several_players_have_something_else_no_figure_stands_for_all(house, play_id):
    correction = correct(house, play_id, 4, "give", who="alice", to="ben", amount=60)
    assert figure(house, play_id, correction) is None
    assert figure(house, play_id, correction, "ben") == ("", 10)
    assert only_share({("alice:cash", "$"): -10, ("ben:cash", "$"): 10}, {"alice": "Alice", "ben": "Ben"}) is None


def test_a_correction_has_no_figure_of_another_line(house, play_id):
    seq = correct(house, play_id, 1, "roll", who="alice", roll=10)
    assert headline(house.journal.entry(play_id, seq).entry.proposal) is None


def test_what_is_hidden_from_the_table_has_no_figure(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.core.rules_at.find_game", fistbook.find)
    house = new_house(tmp_path / "fists")
    play_id = fistbook.new_play(house, {"ann": 100, "ben": 85, "cy": 60, "dot": 0})
    entry = house.referee(play_id).write("slip", {"who": "ann", "to": "ben", "amount": 5})
    assert figure(house, play_id, entry.seq, "ben") is None
    house.journal.database.close()


def test_a_journal_of_one_player_shows_that_players_sums(house, play_id):
    async def scene():
        async with opened(house, f"/play/{play_id}/journal", PHONE) as screen:
            assert screen.says("\u2212$50")
            await press(screen, "Only Ben")
            assert screen.says("+$50")
            assert not screen.says("\u2212$50")

    play(scene)
