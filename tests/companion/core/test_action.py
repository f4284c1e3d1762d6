from __future__ import annotations

from typing import Annotated

import pytest

from companion.core.action import action
from companion.core.questions import Amount, Choice, Reason, Who
from companion.core.table import Effect, Line, Posting, Refusal, Table
from models.ledger import Ledger, Unbalanced
from models.plays import Seat

TABLE = Table(
    (Seat("alice", "Alice"), Seat("bob", "Bob")),
    Ledger({("alice:cash", "$"): 40, ("bob:cash", "$"): 0}, {}, 1),
)


def most(table: Table, answers) -> int:
    return table.ledger.balance(f"{answers.get('giver')}:cash")


@action("Q. May I?", title="Give", group="Money")
def give(table: Table, giver: Who, taker: Who, amount: Annotated[int, Amount(1, most)], why: Reason = "") -> Effect:
    """Give somebody money.

    giver: Who gives?
    taker: Who gets it?
    amount: How much?
    """
    if giver == taker:
        raise Refusal("Nobody gives to themselves.", "taker")
    if table.ledger.balance(f"{giver}:cash") < amount:
        raise Refusal(f"{table.name(giver)} has not got {amount}.", "amount")
    postings = (Posting(f"{giver}:cash", -amount), Posting(f"{taker}:cash", amount))
    return Effect(f"{giver} gives {amount}{why}.", postings, working=(Line("Given", amount),))


@action()
def conjure(table: Table) -> Effect:
    """Make money from nothing."""
    del table
    return Effect("Magic.", (Posting("alice:cash", 5),))


def test_an_action_is_named_and_worded_by_its_function() -> None:
    assert (give.name, give.title, give.group) == ("give", "Give", "Money")
    assert give.help == "Give somebody money."
    assert [(one.name, one.text, one.optional) for one in give.questions] == [
        ("giver", "Who gives?", False),
        ("taker", "Who gets it?", False),
        ("amount", "How much?", False),
        ("why", "", True),
    ]


def test_a_proposal_remembers_what_was_asked_and_where_the_rule_stands() -> None:
    proposal = give.propose(TABLE, {"giver": "alice", "taker": "bob", "amount": 10})

    assert dict(proposal.answers) == {"giver": "alice", "taker": "bob", "amount": 10}
    assert proposal.source == "Q. May I?"


def test_a_proposal_that_is_not_balanced_cannot_be_made() -> None:
    with pytest.raises(Unbalanced, match="sum to 5"):
        conjure.propose(TABLE, {})


def test_a_missing_answer_is_asked_for_at_its_question() -> None:
    with pytest.raises(Refusal) as caught:
        give.propose(TABLE, {"giver": "alice", "amount": 10})

    assert (caught.value.sentence, caught.value.question) == ("Who gets it?", "taker")


def test_an_answer_nobody_asked_for_is_refused() -> None:
    with pytest.raises(Refusal, match="does not ask for 'colour'"):
        give.read(TABLE, {"colour": "red"})


def test_a_wrong_answer_is_refused_at_its_question() -> None:
    with pytest.raises(Refusal) as caught:
        give.read(TABLE, {"giver": "alice", "amount": "ten"})

    assert caught.value.question == "amount"


def test_values_are_checked_even_when_no_text_was_read() -> None:
    with pytest.raises(Refusal, match="Nobody called 'zoe'"):
        give.propose(TABLE, {"giver": "zoe", "taker": "bob", "amount": 1})


def test_an_option_that_can_never_do_says_why() -> None:
    options = give.options(TABLE, {"giver": "bob"}, "taker")

    assert options is not None
    assert [one.refusal for one in options] == ["Bob has not got 1.", "Nobody gives to themselves."]


def test_an_option_that_can_do_has_no_reason_against_it() -> None:
    options = give.options(TABLE, {"giver": "alice"}, "taker")

    assert options is not None
    assert [(one.label, one.refusal) for one in options] == [("Alice", "Nobody gives to themselves."), ("Bob", None)]


def test_answers_given_for_another_choice_do_not_bind_an_earlier_question() -> None:
    options = give.options(TABLE, {"giver": "bob", "taker": "alice", "amount": 40}, "giver")

    assert options is not None
    assert options[0].refusal is None


def test_amounts_have_no_list_of_options() -> None:
    assert give.options(TABLE, {"giver": "alice"}, "amount") is None


def test_why_not_tries_every_way_before_it_says_no() -> None:
    assert give.why_not(TABLE, {}) is None
    assert give.why_not(TABLE, {"giver": "bob"}) == "Bob has not got 1."


def test_a_question_without_a_kind_is_a_fault_in_the_declaration() -> None:
    def bad(table: Table, amount: int) -> Effect:
        """Do something."""
        raise NotImplementedError

    with pytest.raises(TypeError, match="names no kind"):
        action()(bad)


def test_a_word_of_choice_may_be_labelled_by_the_other_answers() -> None:
    kind = Choice(("a",), lambda _table, answers, value: f"{value} for {answers.get('who')}")

    assert kind.show("a", TABLE, {"who": "bob"}) == "a for bob"
