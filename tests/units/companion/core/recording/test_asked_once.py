"""A rule is asked once about the same answers on the same table, and again on another one."""

from dataclasses import replace

import pytest
from altered import altered

from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps
from companion.games import find_game, game_of
from models.ledger import Refusal

GIFT = {"giver": "treasury", "taker": "alice", "amount": 100, "reason": "owed"}


@pytest.fixture
def asked(monkeypatch):
    """The amounts about which the rule that moves money was asked, one by one."""
    game = find_game("ratrace")
    amounts = []

    def counting(one):
        def rule(t, **answers):
            amounts.append(answers["amount"])
            return one.rule(t, **answers)

        return replace(one, rule=rule) if one.name == "correct_money" else one

    counted = altered(game, actions=tuple(counting(one) for one in game.actions))
    monkeypatch.setattr("companion.games.find_game", lambda _: counted)
    return amounts


@pytest.fixture
def referee(journal, asked):
    del asked  # it has to be there first
    return replay(journal, steps("game ratrace\nseats Alice Bob\n"))


def test_what_a_sheet_has_shown_is_recorded_without_asking_again(referee, asked):
    shown = referee.propose("correct_money", GIFT)
    assert referee.write("correct_money", GIFT).proposal == shown
    assert asked == [100]


def test_other_answers_are_asked_about_even_where_they_look_the_same(referee, asked):
    for amount in (100, 101, "100", 100):
        referee.propose("correct_money", {**GIFT, "amount": amount})
    assert asked == [100, 101, 100]
    with pytest.raises(Refusal):
        referee.propose("correct_money", {**GIFT, "amount": 100.0})


def test_on_another_table_the_rule_is_asked_again(referee, asked):
    referee.write("correct_money", GIFT)
    referee.write("correct_money", GIFT)
    assert asked == [100, 100]
    assert referee.table.ledger.balance("alice:cash") == 200


def test_what_another_device_wrote_meanwhile_is_another_table(referee, asked):
    other = Referee(referee.journal, referee.play.id, game_of)
    referee.propose("correct_money", GIFT)
    other.write("correct_money", GIFT)
    assert referee.write("correct_money", GIFT).seq == 2
    assert asked == [100, 100, 100]
    assert referee.table.ledger == referee.journal.ledger(referee.play.id)
