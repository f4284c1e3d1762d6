from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest
from evenings import moving, pays, proposals
from hypothesis import given
from hypothesis import strategies as st

from models.ledger import MOST, VOID, Entry, Fold, Ledger, Mark, Posting, Proposal, Unbalanced, fold, live

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def numbered(*steps):
    return [Entry(seq, NOON, "alice", step) for seq, step in enumerate(steps, start=1)]


def void(*targets):
    return Proposal(VOID, {}, "Void.", voids=targets)


def plainly(entries):
    """Fold by the definition alone: an entry stands unless a standing entry voids it."""
    struck = set()
    for entry in reversed(entries):
        if entry.seq not in struck:
            struck.update(entry.voids)
    balances, marks = Counter(), {}
    for entry in entries:
        if entry.seq not in struck:
            for posting in entry.proposal.postings:
                balances[posting.account, posting.unit] += posting.quantity
            for mark in entry.proposal.marks:
                marks[mark.holder, mark.name] = mark.value
    said = {key: value for key, value in marks.items() if value is not None}
    return Ledger({key: held for key, held in balances.items() if held}, said, len(entries)), struck


@st.composite
def histories(draw):
    """Entries of which any may void any that stand."""
    entries = []
    for seq in range(1, draw(st.integers(0, 12)) + 1):
        _, struck = plainly(entries)
        standing = [entry.seq for entry in entries if entry.seq not in struck]
        targets = draw(st.lists(st.sampled_from(standing), max_size=2)) if standing else []
        body = draw(proposals)
        voiding = Proposal("any", {}, "", body.postings, body.marks, voids=tuple(targets))
        entries.append(Entry(seq, NOON, "alice", voiding))
    return entries


@given(histories())
def test_the_fold_is_what_the_definition_says(entries):
    ledger, struck = plainly(entries)

    folded = Fold(entries)

    assert folded.ledger == ledger
    assert folded.struck == struck
    assert [entry.seq for entry in live(entries)] == [e.seq for e in entries if e.seq not in struck]


@given(st.lists(proposals, max_size=8))
def test_writing_one_at_a_time_agrees_with_the_fold(steps):
    ledger = Ledger()
    for step in steps:
        ledger = ledger.after(step)

    assert ledger == fold(numbered(*steps))


@given(st.lists(proposals, max_size=8))
def test_nothing_is_made_or_lost(steps):
    totals = Counter()
    for (_, unit), held in fold(numbered(*steps)).balances.items():
        totals[unit] += held

    assert not any(totals.values())


def test_an_entry_voided_twice_over_stands_only_when_neither_voiding_does():
    # the first voiding is taken back, the entry voided again, and then the taking back is taken back
    entries = numbered(pays(5), void(1), void(2), void(1), void(3))
    assert Fold(entries).struck == {1, 3}
    assert fold(entries).balances == {}

    assert Fold(numbered(*(e.proposal for e in entries), void(4))).struck == {1, 3, 4}
    assert fold(numbered(*(e.proposal for e in entries), void(4), void(2))).balance("alice:cash") == 5


def test_a_long_chain_of_voidings_folds():
    entries = numbered(pays(5), *(void(seq) for seq in range(1, 400)))

    assert fold(entries).balance("alice:cash") == 0
    assert fold(entries[:-1]).balance("alice:cash") == 5


def test_a_mark_taken_back_and_a_balance_of_nought_are_left_out():
    said = moving([("ben:cash", "alice:cash", 3, "$")], [Mark("alice", "class", "middle")])
    unsaid = moving([("alice:cash", "ben:cash", 3, "$")], [Mark("alice", "class", None)])

    assert fold(numbered(said, unsaid)) == Ledger(seq=2)
    assert Ledger().after(said).after(unsaid) == Ledger(seq=2)


def test_of_two_things_said_at_once_the_last_counts_and_the_one_before_comes_back():
    first = moving([], [Mark("table", "index", 7)])
    second = moving([], [Mark("table", "index", 8), Mark("table", "index", 9)])

    assert fold(numbered(first, second)).mark("table", "index") == 9
    assert fold(numbered(first, second, void(2))).mark("table", "index") == 7


def test_a_gap_in_the_numbers_is_refused():
    with pytest.raises(ValueError, match="entry 2 cannot follow entry 0"):
        fold(numbered(pays(1), pays(2))[1:])


@pytest.mark.parametrize("target", [0, 1, 2, 3, 9])
def test_only_what_stands_can_be_voided(target):
    entries = numbered(pays(1), void(1), void(target))

    if target == 2:
        assert fold(entries).balance("alice:cash") == 1
    else:
        with pytest.raises(ValueError, match=f"entry 3 voids entry {target}, which does not stand"):
            fold(entries)


def test_what_is_voided_is_kept_in_order_and_once():
    assert void(3, 1, 3).voids == (1, 3)


def test_postings_that_do_not_sum_to_nought_cannot_be_proposed():
    with pytest.raises(Unbalanced, match="sum to 1, not to nought"):
        Proposal("slip", {}, "", (Posting("alice:cash", 1),))


@pytest.mark.parametrize("quantity", [1.0, True, MOST + 1])
def test_only_whole_numbers_in_range_are_posted(quantity):
    with pytest.raises(Unbalanced, match="not a whole number in range"):
        Proposal("slip", {}, "", (Posting("alice:cash", quantity), Posting("ben:cash", -quantity)))


def test_fractions_are_no_answers_and_no_marks():
    with pytest.raises(TypeError, match=r"1\.5 is neither words nor a whole number"):
        Proposal("slip", {"how_much": 1.5}, "")
    with pytest.raises(TypeError, match=r"0\.5 is neither words nor a whole number"):
        Proposal("slip", {}, "", marks=(Mark("table", "index", 0.5),))
