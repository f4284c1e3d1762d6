"""Correcting an evening that was recorded in other words than the rules use today."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core import action
from companion.core.recording.revision import Change
from companion.formats.session import replay, steps
from models.ledger import Place, Refusal

SUFFIX = " (in other words)"


@pytest.fixture
def reword(monkeypatch):
    """Give every sentence of every rule another end from now on."""

    def reworded():
        as_written = action.Action.propose

        def propose(self, table, answers):
            line = as_written(self, table, answers)
            return replace(
                line,
                narration=line.narration + SUFFIX,
                working=tuple(replace(one, text=one.text + SUFFIX) for one in line.working),
                rule=line.rule + SUFFIX,
                house=tuple(one + SUFFIX for one in line.house),
            )

        monkeypatch.setattr(action.Action, "propose", propose)

    return reworded


def becomes(revision):
    return {consequence.place: consequence.how for consequence in revision.consequences}


MONEY = """game ratrace
seats Alice Bob
house businesses=one
start first=alice
pick who=alice business=black
pick who=bob business=olive
correct_money giver=treasury taker=alice amount=100 reason="a bonus"
correct_money giver=alice taker=bob amount=250 reason="a debt"
correct_money giver=bob taker=treasury amount=30 reason="a fine"
correct_money giver=treasury taker=bob amount=10 reason="a prize"
"""


@pytest.fixture
def referee(journal):
    return replay(journal, steps(MONEY))


BONUS = {Place(4): Change("correct_money", {"giver": "treasury", "taker": "alice", "amount": 120, "reason": "a bonus"})}


def test_a_correction_rewrites_the_same_lines_however_the_rules_are_worded_by_then(referee, reword):
    before = referee.revise(BONUS)
    reword()
    after = referee.revise(BONUS)
    assert becomes(after) == becomes(before)
    assert becomes(after) == {Place(4): "changed", Place(5): "receipt", Place(6): "same", Place(7): "same"}


def test_a_line_that_is_rewritten_for_its_figures_is_rewritten_in_the_words_of_today(referee, reword):
    reword()
    referee.amend(BONUS, "it was 120")
    rewordings = [one.proposal.narration.endswith(SUFFIX) for one in referee.lines()]
    assert rewordings == [False, False, False, True, True, False, False]


def test_other_words_alone_correct_nothing(referee, reword):
    reword()
    written = referee.lines()[3].proposal
    with pytest.raises(Refusal, match="That is what the entry says already"):
        referee.amend({Place(4): Change(written.action, written.answers)}, "the same again")


def test_a_line_put_in_earlier_stays_as_written_however_the_rules_are_worded_by_then(referee, reword):
    fine = {"giver": "bob", "taker": "treasury", "amount": 7, "reason": "forgotten"}
    referee.amend({Place(6, 1): Change("correct_money", fine)}, "we forgot")
    before = becomes(referee.revise(BONUS))
    reword()
    assert becomes(referee.revise(BONUS)) == before
