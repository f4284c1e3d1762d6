from __future__ import annotations

import pytest

from companion.api import Game, KeptNames, Seat, Turn, ask
from companion.core.questions import Choice
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


def test_an_action_is_named_and_worded_by_its_function() -> None:
    assert (GIVE.name, GIVE.title, GIVE.group) == ("give", "Give", "Money")
    assert GIVE.help == "Give somebody money."
    assert [(one.name, one.text, one.optional) for one in GIVE.questions] == [
        ("giver", "Who gives?", False),
        ("taker", "Who gets it?", False),
        ("amount", "How much?", False),
        ("why", "Why?", True),
    ]


def test_a_proposal_remembers_what_was_asked_and_where_the_rule_stands() -> None:
    proposal = GIVE.propose(TABLE, {"giver": "alice", "taker": "bob", "amount": 10})

    assert dict(proposal.answers) == {"giver": "alice", "taker": "bob", "amount": 10}
    assert proposal.source == "Q. May I?"


def test_a_proposal_that_is_not_balanced_cannot_be_made() -> None:
    with pytest.raises(Unbalanced, match="sum to 5"):
        CONJURE.propose(TABLE, {})


def test_a_missing_answer_is_asked_for_at_its_question() -> None:
    with pytest.raises(Refusal) as caught:
        GIVE.propose(TABLE, {"giver": "alice", "amount": 10})

    assert (caught.value.sentence, caught.value.question) == ("Who gets it?", "taker")


def test_an_answer_nobody_asked_for_is_refused() -> None:
    with pytest.raises(Refusal, match="does not ask for 'colour'"):
        GIVE.read(TABLE, {"colour": "red"})


def test_a_wrong_answer_is_refused_at_its_question() -> None:
    with pytest.raises(Refusal) as caught:
        GIVE.read(TABLE, {"giver": "alice", "amount": "ten"})

    assert caught.value.question == "amount"


def test_values_are_checked_even_when_no_text_was_read() -> None:
    with pytest.raises(Refusal, match="Nobody called 'zoe'"):
        GIVE.propose(TABLE, {"giver": "zoe", "taker": "bob", "amount": 1})


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


def test_amounts_have_no_list_of_options() -> None:
    assert GIVE.options(TABLE, {"giver": "alice"}, "amount") is None


def test_why_not_tries_every_way_before_it_says_no() -> None:
    assert GIVE.why_not(TABLE, {}) is None
    assert GIVE.why_not(TABLE, {"giver": "bob"}) == "Bob has not got 1."


def test_a_word_of_choice_may_be_labelled_by_the_other_answers() -> None:
    kind = Choice(("a",), lambda t, value: f"{value} for {t.answers.get('who')}")

    assert kind.show("a", GAME.turn(TABLE, {"who": "bob"})) == "a for bob"
