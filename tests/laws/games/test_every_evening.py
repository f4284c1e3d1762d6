"""Laws of every line of every session: receipts give what the book holds, and sheets offer what the rules take."""

import re

import pytest

from companion.core.questions import Amount
from companion.core.recording.rules_at import RulesAt
from companion.core.units import format_amount
from models.ledger import Projection, Refusal, sum_postings
from tests.paths import some_evenings

LONGEST = 70
"""Letters of the longest button."""
HAS = r"{name} (?:then )?has|Leaves {name} with|{name} now owes on credit"
AND_THEN = "{name}, then (.+)"
"""How a receipt gives, in one line, what somebody gains or loses and what that leaves."""


@pytest.fixture(params=some_evenings())
def lines(request, replayed):
    """Give each proposal of a session that takes nothing back, with its action and the tables before and after it."""
    referee = replayed(request.param)
    actions, projection, found = (
        {each.name: each for each in referee.game.actions},
        Projection(),
        [],
    )
    for entry in referee.journal.all_entries(referee.play.id):
        before = RulesAt(referee.play, referee.game, projection.ledger).table
        projection.add(entry)
        if not entry.proposal.voids:
            found.append(
                (
                    entry.proposal,
                    actions.get(entry.proposal.action),
                    before,
                    projection.ledger.balances,
                )
            )
    return found


def test_what_somebody_then_has_on_a_receipt_is_what_the_book_has(lines):
    for proposal, _, table, held in lines:
        moved = sum_postings(proposal.postings)
        for seat in table.players:
            name = re.escape(seat.name)
            has = {
                0,
                *(
                    abs(amount)
                    for (account, _), amount in held.items()
                    if account.startswith(f"{seat.key}:")
                ),
            }
            said = [
                line.figure
                for line in proposal.working
                if re.fullmatch(HAS.format(name=name), line.text)
            ]
            # of several the last counts: those before are steps on the way
            assert not said or abs(said[-1] or 0) in has, proposal.narration
            for line in proposal.working:
                if then := re.fullmatch(AND_THEN.format(name=name), line.text):
                    (cash,) = [
                        (account, unit) for account, unit in moved if account == f"{seat.key}:cash"
                    ]
                    assert (line.figure, then[1]) == (
                        moved[cash],
                        format_amount(held.get(cash, 0), cash[1]),
                    )


def test_every_answer_is_offered_and_of_amounts_all_that_is_offered_and_no_more(lines):
    for proposal, action, table, _ in lines:
        given = {}
        for question in action.questions if action else ():
            answer = proposal.answers.get(question.name)
            if answer is None:
                continue
            offered = action.options(table, given, question.name)
            if offered is not None:  # those that can be listed
                barred = {str(option.value): option.refusal for option in offered}
                assert barred.get(str(answer), "not offered") is None, (
                    f"{action.name} {question.name}={answer}"
                )
            if isinstance(question.kind, Amount) and question.kind.at_most is not None:
                try_the_most(action, proposal.answers, table, question)
            given[question.name] = answer


def try_the_most(action, answers, table, question):
    t = action.turn(table, answers)
    most, step = question.kind.most_on(t), question.kind.step_on(t)
    if (
        most < question.kind.at_least or answers.get("giver") == "bank"
    ):  # which has whatever it pays
        return
    most = most // step * step
    action.propose(table, {**answers, question.name: most})
    with pytest.raises(Refusal) as refused:
        action.propose(table, {**answers, question.name: most + step})
    assert refused.value.question == question.name, f"{action.name} {answers}"


def test_every_button_names_its_entry_in_a_few_words(lines):
    for proposal, action, table, _ in lines:
        words = action.act(table, proposal.answers) if action else ""
        assert len(words) <= LONGEST
        assert "{" not in words
