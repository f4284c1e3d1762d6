"""What a sheet offers is what the rule takes, in every evening that is kept as a session: the answers, and the most."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.questions import Amount
from companion.core.recording.rules_at import RulesAt
from models.ledger import Projection, Refusal

SESSIONS = sorted(Path(__file__).parents[1].joinpath("sessions").glob("*.session"))


def tables_of(referee):
    """Each action that was recorded, with its answers and the table that it was recorded on."""
    actions, projection = {one.name: one for one in referee.game.actions}, Projection()
    for entry in referee.journal.all_entries(referee.play.id):
        if action := actions.get(entry.proposal.action):
            answers = entry.proposal.answers
            yield action, answers, RulesAt(referee.play, referee.game, projection.ledger).table
        projection.add(entry)


def limited(action, answers, table):
    """Each amount that was answered and has a most, which is there to be had: not with an empty purse."""
    t = action.turn(table, answers)
    for question in action.questions:
        kind = question.kind
        if isinstance(kind, Amount) and answers.get(question.name) is not None and kind.most is not None:
            most, step = kind.most_on(t), kind.step_on(t)
            if most >= kind.least and answers.get("giver") != "bank":  # which has whatever it pays
                yield question.name, most // step * step, step


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_all_that_is_offered_is_taken_and_no_more(file, replayed):
    for action, answers, table in tables_of(replayed(file.stem)):
        for name, most, step in limited(action, answers, table):
            action.propose(table, {**answers, name: most})
            with pytest.raises(Refusal) as refused:
                action.propose(table, {**answers, name: most + step})
            assert refused.value.question == name, f"{action.name} {answers}"


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_every_answer_that_was_given_was_offered(file, replayed):
    for action, answers, table in tables_of(replayed(file.stem)):
        given = {}
        for question in action.questions:
            answer = answers.get(question.name)
            if answer is None:
                continue
            offered = action.options(table, given, question.name)
            if offered is not None:  # those that can be listed
                barred = {str(one.value): one.refusal for one in offered}
                assert barred.get(str(answer), "not offered") is None, f"{action.name} {question.name}={answer}"
            given[question.name] = answer
