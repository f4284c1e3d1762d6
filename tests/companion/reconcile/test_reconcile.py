"""Counting the cash: a count as an entry, whether it holds, and what would explain a difference."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mistakes import EVENINGS, cash, lines_of, mistakes, recorded, wrote

from companion.core.recording import countable
from companion.core.recording.revision import DROP, Change
from companion.formats.session import replay, steps
from companion.reconcile.candidates import suspicions, typo, walk
from companion.reconcile.candidates import typos as common
from companion.reconcile.explaining import Search, explain, reason
from models import integrity
from models.ledger import COUNT, Place

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
RATRACE = """game ratrace
seats Alice Bob Cy
house businesses=one gifts=yes position=off
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=cy business=red
windfall who=alice square=gift
windfall who=bob square=bingo
gift giver=bob taker=cy amount=63 reason="a bet"
collect who=alice
"""
MILLIONS = """game rat_race_monopoly
seats Ann Ben
start first=ann
"""


@pytest.fixture
def referee(journal):
    return replay(journal, steps(RATRACE))


def count(referee, who, counted):
    return referee.write(COUNT, {"who": who, "counted": counted})


def look(referee, who, counted):
    purse = countable.find_countable(referee.game, referee.table, who)
    return purse, explain(Search(referee, referee.lines(), referee.counts(), purse, counted, referee.version))


# -- the entry ----------------------------------------------------------------------------------------


def test_a_count_moves_nothing_and_is_no_line_of_the_evening(referee):
    before, lines = referee.table.ledger, referee.lines()
    entry = count(referee, "cy", 263)
    assert entry.proposal.narration == "Counted: Cy has $263; the book agrees."
    assert not entry.proposal.postings
    assert not entry.proposal.marks
    assert (referee.table.ledger.balances, referee.table.ledger.marks) == (before.balances, before.marks)
    assert referee.lines() == lines
    assert integrity.check(referee.journal, referee.play.id) == []


def test_a_correction_of_an_earlier_line_breaks_a_count_and_undo_fixes_it(referee):
    count(referee, "cy", 263)
    referee.amend({Place(7): Change("gift", {"giver": "bob", "taker": "cy", "amount": 36, "reason": "a bet"})}, "no")
    (one,) = referee.counts()
    assert not one.held
    assert one.words == "It agreed, but since a correction the book says $236."
    referee.undo()
    assert referee.counts()[0].held


def test_a_count_is_undone_and_voided_like_any_line(referee):
    count(referee, "cy", 263)
    referee.undo()
    assert referee.counts() == []
    referee.redo()
    referee.amend({Place(8): DROP}, "it did not happen")
    referee.void(9, "counted badly")
    assert referee.counts() == []
    assert integrity.check(referee.journal, referee.play.id) == []


# -- as text ------------------------------------------------------------------------------------------


def test_a_count_in_a_session_needs_no_unit_and_reads_millions(journal):
    referee = replay(journal, steps(MILLIONS + "count who=ann counted=1.5M\ncount who=ben counted=1500 unit=K\n"))
    assert [one.counted for one in referee.counts()] == [1500, 1500]


# -- figures ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant", "how"),
    [
        (36, 63, "two digits changed places"),
        (400, 40, "a zero too many"),
        (40, 400, "a zero too few"),
        (150, 180, "one key beside"),
        (150, 140, "one key beside"),
        (120, 20, "a digit too many"),
        (20, 120, "a digit too few"),
        (123, 321, ""),
        (50, 50, ""),
        (0, 50, ""),
    ],
)
def test_a_typo_is_recognised_by_the_figures(written, meant, how):
    assert typo(written, meant) == how


@given(st.integers(1, 10**9))
def test_every_common_typo_has_a_name_and_changed_digits_differ_by_nines(figure):
    for meant in common(figure):
        how = typo(figure, meant)
        assert how
        if how == "two digits changed places":
            assert (figure - meant) % 9 == 0


# -- what would explain it ----------------------------------------------------------------------------


def test_changed_digits_are_found_corrected_and_counted_in_one_go(referee):
    purse, findings = look(referee, "cy", 236)
    first = findings.explanations[0]
    assert first.suspicion.words == "Entry 7 may be $36, not $63: two digits changed places."
    why = reason(first, purse, 236)
    assert why == "Counted: Cy $236, in the book $263; entry 7 was $36, two digits changed places"
    referee.amend(first.suspicion.decisions, why)
    assert count(referee, "cy", 236).proposal.narration.endswith("the book agrees.")
    assert referee.table.ledger.balance("bob:cash") == 264
    assert integrity.check(referee.journal, referee.play.id) == []


@pytest.mark.parametrize(
    ("who", "counted", "words"),
    [
        ("bob", 237, "Entry 14 may be there twice: entry 6 says the same."),
        ("cy", 363, "Entry 6 may have been Cy's, not Bob's."),
        ("cy", 137, "Entry 7 may have gone the other way."),
        ("cy", 463, "An entry may be missing"),
    ],
)
def test_the_usual_mistakes_are_among_the_first_three(referee, who, counted, words):
    for amount in range(1, 6):
        referee.write("correct_money", {"giver": "treasury", "taker": "alice", "amount": amount, "reason": "a tip"})
    referee.write("windfall", {"who": "bob", "square": "bingo"})
    _, findings = look(referee, who, counted)
    assert any(one.suspicion.words.startswith(words) for one in findings.explanations[:3])


def test_one_mistake_is_tried_before_two_together_and_the_latest_line_first(referee):
    for _ in range(2):
        referee.write("windfall", {"who": "bob", "square": "bingo"})
    purse = countable.find_countable(referee.game, referee.table, "bob")
    once, both = (
        list(suspicions(walk(referee, referee.lines(), purse, purse.held - short, None))) for short in (100, 200)
    )
    assert [(one.kind, min(one.decisions)) for one in once[:2]] == [("twice", Place(10)), ("twice", Place(9))]
    kinds = [one.kind for one in both]
    assert "both" in kinds
    assert set(kinds[kinds.index("both") :]) == {"both"}


def test_two_counts_that_differ_by_as_much_suggest_a_payment_between_them(referee):
    count(referee, "alice", 483)
    _, findings = look(referee, "cy", 280)
    first = findings.explanations[0]
    assert first.suspicion.words == "A payment of $17 from Alice to Cy may not be written down."
    assert first.fixes == 1
    referee.amend(first.suspicion.decisions, "both counted")
    assert [one.held for one in referee.counts()] == [True]


def test_an_explanation_that_goes_against_a_count_that_holds_comes_last(referee):
    purse = countable.find_countable(referee.game, referee.table, "cy")
    free = explain(Search(referee, referee.lines(), referee.counts(), purse, 363, referee.version))
    assert "not Bob's" in free.explanations[0].suspicion.words
    count(referee, "bob", 237)
    _, findings = look(referee, "cy", 363)
    against = next(one for one in findings.explanations if "not Bob's" in one.suspicion.words)
    assert against.breaks == 1
    speaks_against = [one.breaks for one in findings.explanations]
    assert speaks_against == sorted(speaks_against)
    assert speaks_against[0] == 0


def test_nothing_before_the_last_count_that_held_is_suspected(referee):
    count(referee, "cy", 263)
    referee.write("collect", {"who": "cy"})
    _, findings = look(referee, "cy", 436)
    assert not any(place < Place(9) for one in findings.explanations for place in one.suspicion.decisions)


def test_where_nothing_explains_it_the_book_is_put_right_by_hand(referee):
    purse, findings = look(referee, "cy", 262)
    change = countable.correction(referee.game, purse, 262)
    assert change.answers["reason"] == "Counted: the book was $1 over"
    referee.write(change.action, change.answers)
    assert referee.table.ledger.balance("cy:cash") == 262
    assert all(one.revision.after.ledger.balance("cy:cash") == 262 for one in findings.explanations)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if at % 4 else name for at, name in enumerate(EVENINGS)]
)
def test_every_explanation_brings_exactly_what_was_counted_and_refuses_no_line(name):
    play, lines = recorded(name)
    rules, book = wrote(play, lines_of(lines), NOW)
    for purse in countable.countables(rules.game, rules.table)[:2]:
        unit = 10 if purse.unit == "K" else 1
        for counted in (purse.held + 9 * unit, purse.held + 100 * unit, max(0, purse.held - 50 * unit)):
            for explanation in explain(Search(rules, book, [], purse, counted, len(book), work=600)).explanations:
                assert explanation.revision.after.ledger.balance(purse.account, purse.unit) == counted
                assert not explanation.revision.refused


@pytest.mark.parametrize(
    ("kind", "step", "least"),
    [
        pytest.param("twice", 4, 0.99, marks=pytest.mark.long),
        ("digits", 4, 0.99),
        pytest.param("zero", 5, 0.99, marks=pytest.mark.long),
        pytest.param("other player", 13, 0.75, marks=pytest.mark.long),
    ],
)
def test_the_mistake_that_was_made_is_among_the_first_three(kind, step, least):
    """At least so many of these few are; of all there are it is nine in ten and more."""
    right = tried = 0
    for name in EVENINGS:
        play, lines = recorded(name)
        said = lines_of(lines)
        truth, _ = wrote(play, said, NOW)
        wanted = cash(truth)
        # a few of each kind: all of them take minutes
        for made in [one for one in mistakes(truth, said) if one.kind == kind][::step]:
            book = wrote(play, made.lines, NOW)
            if book is None:
                continue
            rules, lines_ = book
            short = [
                item
                for item in countable.countables(rules.game, rules.table)
                if item.seat and item.held != wanted.get(item.key)
            ]
            for purse in short[:1]:
                found = explain(Search(rules, lines_, [], purse, wanted[purse.key], len(lines_))).explanations[:3]
                tried += 1
                right += any(_cash(rules, one) == wanted for one in found)
    assert tried >= 3
    assert right >= least * tried, f"{right} of {tried}"


def _cash(rules, explanation):
    return {one.key: one.held for one in countable.countables(rules.game, explanation.revision.after)}
