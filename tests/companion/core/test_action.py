from __future__ import annotations

import pytest

from companion.api import Game, KeptNames, Seat, Turn, ask
from companion.core.table import Effect, Posting, Refusal, Table
from models.ledger import Ledger, Unbalanced
from models.plays import Seat as Place

TABLE = Table(
    (Place("alice", "Alice"), Place("bob", "Bob")),
    Ledger({("alice:cash", "$"): 40, ("bob:cash", "$"): 0}, {}, 1),
)
GAME = Game("gifts", "Gifts", "A game for tests.", players=(2, 2), kept=KeptNames(sign=""))


@GAME.action("Give", group="Money", source="Q. May I?")
def give(
    t: Turn,
    giver: Seat = ask.anybody("Who gives?"),
    taker: Seat = ask.anybody("Who gets it?"),
    amount: int = ask.money("How much?", at_most=lambda t: sum(map(t.held, t.named("giver")))),
    why: str | None = ask.reason("Why?", optional=True),
) -> None:
    """Give somebody money."""
    t.refuse(giver == taker, "Nobody gives to themselves.", "taker")
    t.refuse(t.held(giver) < amount, f"{giver} has not got {amount}.", "amount")
    t.pay(giver, taker, amount)
    t.narrate(f"{giver} gives {amount}{why or ''}.")


@GAME.action("Conjure")
def conjure(t: Turn) -> None:
    """Make money from nothing."""
    t.record(Effect("Magic.", (Posting("alice:cash", 5),)))


GIVE, CONJURE = GAME.find_action("give"), GAME.find_action("conjure")


def test_a_proposal_that_is_not_balanced_cannot_be_made() -> None:
    with pytest.raises(Unbalanced, match="sum to 5"):
        CONJURE.propose(TABLE, {})


@pytest.mark.parametrize(
    ("answers", "sentence", "question"),
    [
        ({"giver": "alice", "amount": "10"}, "Who gets it?", "taker"),
        ({"colour": "red"}, "give does not ask for 'colour'", "colour"),
        ({"giver": "alice", "amount": "ten"}, "", "amount"),
        ({"giver": "zoe", "taker": "bob", "amount": "1"}, "Nobody called 'zoe'", "giver"),
    ],
    ids=["missing", "not asked for", "no number", "nobody"],
)
def test_a_wrong_answer_is_refused_at_its_question(answers, sentence, question) -> None:
    with pytest.raises(Refusal) as caught:
        GIVE.propose(TABLE, GIVE.read(TABLE, answers))

    assert caught.value.sentence.startswith(sentence)
    assert caught.value.question == question


def test_an_option_that_can_never_do_says_why() -> None:
    options = GIVE.options(TABLE, {"giver": "bob"}, "taker")

    assert options is not None
    assert [one.refusal for one in options] == ["Bob has not got 1.", "Nobody gives to themselves."]


def test_an_option_that_can_do_has_no_reason_against_it() -> None:
    options = GIVE.options(TABLE, {"giver": "alice"}, "taker")

    assert options is not None
    assert [(one.label, one.refusal) for one in options] == [("Alice", "Nobody gives to themselves."), ("Bob", None)]


def test_answers_given_for_another_choice_do_not_bind_an_earlier_question() -> None:
    options = GIVE.options(TABLE, {"giver": "bob", "taker": "alice", "amount": 40}, "giver")

    assert options is not None
    assert options[0].refusal is None


def test_why_not_tries_every_way_before_it_says_no() -> None:
    assert GIVE.why_not(TABLE, {}) is None
    assert GIVE.why_not(TABLE, {"giver": "bob"}) == "Bob has not got 1."
