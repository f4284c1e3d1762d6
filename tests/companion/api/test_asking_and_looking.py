"""Holders with names of their own, answers that need not be given, what can be done now, and the table before."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from companion.api import Game, Turn, ask, listed, sentence
from companion.core.table import Table
from models.ledger import Entry, Line, Place
from models.plays import Seat


@pytest.fixture
def game():
    made = Game("till", "Till", "A till.", players=(1, 4), banks=("bank",))

    @made.action("Give")
    def give(
        t: Turn,
        who=ask.anybody("Who?", "bank", names={"bank": "the money box"}, now=lambda t: (*t.seats[1:], t.bank("bank"))),
        amount=ask.money("How much?", usual=5),
        times=ask.number("How often?", 1, 3, usual=2),
    ):
        """Give something."""
        t.refuse(who == t.seats[0], "Not to Ann.", "who")
        t.pay(t.bank("bank"), who, amount * times)
        t.step("In whole pounds")
        t.step("Given", amount * times)
        t.narrate(f"{sentence(listed([who.name]))} gets it.")

    made.give = give
    return made


@pytest.fixture
def table():
    return Table((Seat("ann", "Ann"), Seat("ben", "Ben")))


def test_others_go_by_names_of_their_own_and_only_some_are_offered(game, table):
    kind, t = game.find_action("give").question("who").kind, game.turn(table)
    assert kind.show("bank", t) == "The money box"
    assert kind.show("ann", t) == "Ann"
    assert kind.candidates(t) == ("ben", "@bank")
    assert kind.read("Ann", t) == "ann", "the rule says why it can't be chosen"


def test_a_usual_amount_or_number_need_not_be_given(game, table):
    proposal = game.find_action("give").propose(table, {"who": "ben"})
    assert [(one.text, one.figure, one.unit) for one in proposal.working] == [
        ("In whole pounds", None, "$"),
        ("Given", 10, "$"),
    ]
    assert [one.default for one in game.find_action("give").questions] == [None, 5, 2]


def test_a_turn_knows_what_can_be_done_and_how_it_was_before_each_entry(game, table):
    turn = game.turn(table)
    assert turn.possible(game.give(who="ben"))
    assert not turn.possible(game.give(who="ann"))
    proposal = game.find_action("give").propose(table, {"who": "ben"})
    entry = Entry(1, datetime(2026, 1, 2, tzinfo=UTC), "", proposal)
    played = turn.walk([Line(Place(1), 1, proposal, entry, entry.at)])
    assert [(a.held(a.seat("ben")), b.held(b.seat("ben"))) for _, a, b in played] == [(0, 10)]
