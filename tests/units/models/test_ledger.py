from collections import Counter
from dataclasses import FrozenInstanceError, fields
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.ledger import (
    AMEND,
    COUNT,
    REDO,
    TURNING,
    UNDO,
    VOID,
    Entry,
    Ledger,
    Line,
    Mark,
    Place,
    Posting,
    Projection,
    Proposal,
    ReceiptLine,
    Unbalanced,
)
from tests.units.models.evenings import pays, proposals

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def numbered(*steps):
    return [Entry(seq, NOON, "alice", step) for seq, step in enumerate(steps, start=1)]


def test_the_books_own_entries_are_called_as_in_every_book_that_is_kept():
    assert (UNDO, REDO, VOID, AMEND, COUNT) == ("undo", "redo", "void", "amend", "count")
    assert TURNING | {AMEND} == {"undo", "redo", "void", "count", "another_device", "amend"}


def void(*targets):
    return Proposal(VOID, {}, "Void.", voids=targets)


def plainly(entries):
    """Compute the ledger by the definition alone: an entry counts unless an entry that counts voids it."""
    voided = set()
    for entry in reversed(entries):
        if entry.seq not in voided:
            voided.update(entry.voids)
    balances, marks = Counter(), {}
    for entry in entries:
        if entry.seq not in voided:
            for posting in entry.proposal.postings:
                balances[posting.account, posting.unit] += posting.quantity
            for mark in entry.proposal.marks:
                marks[mark.holder, mark.name] = mark.value
    said = {key: value for key, value in marks.items() if value is not None}
    return Ledger({key: held for key, held in balances.items() if held}, said, len(entries)), voided


@st.composite
def histories(draw):
    """Entries of which any may void any that stand."""
    entries = []
    for seq in range(1, draw(st.integers(0, 12)) + 1):
        _, voided = plainly(entries)
        standing = [entry.seq for entry in entries if entry.seq not in voided]
        targets = draw(st.lists(st.sampled_from(standing), max_size=2)) if standing else []
        body = draw(proposals)
        voiding = Proposal("any", {}, "", body.postings, body.marks, voids=tuple(targets))
        entries.append(Entry(seq, NOON, "alice", voiding))
    return entries


@settings(max_examples=300)
@given(histories())
def test_a_projection_asked_after_every_entry_is_what_the_definition_says(entries):
    projection = Projection()
    for many, entry in enumerate(entries, start=1):
        projection.add(entry)
        voided = {one.seq for one in projection.entries if one.voided_by}
        assert (projection.ledger, voided) == plainly(entries[:many])
    assert Projection(entries).ledger == projection.ledger


def test_a_long_chain_of_voidings_is_projected():
    entries = numbered(pays(5), *(void(seq) for seq in range(1, 400)))

    assert Projection(entries).ledger.balance("alice:cash") == 0
    assert Projection(entries[:-1]).ledger.balance("alice:cash") == 5


def test_a_revised_line_happened_when_it_was_first_written_and_one_put_in_with_the_line_before_it():
    anew = [
        Line(Place(0, 1), 3, pays(1)),
        Line(Place(1), 1, pays(2)),
        Line(Place(2, 1), 3, pays(3)),
    ]
    correction = Proposal(
        AMEND,
        {},
        "Corrected.",
        tuple(one for line in anew for one in line.proposal.postings),
        voids=(1,),
        revised=tuple(anew),
    )
    steps = [pays(5), pays(6), correction, pays(7)]
    written = [
        Entry(seq, NOON + timedelta(hours=seq), "alice", step)
        for seq, step in enumerate(steps, start=1)
    ]
    found = [
        (one.place, one.at.hour - NOON.hour, one.corrected) for one in Projection(written).lines
    ]
    assert found == [
        (Place(0, 1), 1, True),
        (Place(1), 1, True),
        (Place(2), 2, False),
        (Place(2, 1), 2, True),
        (Place(4), 4, False),
    ]


def test_a_gap_in_the_numbers_is_refused():
    with pytest.raises(ValueError, match="entry 2 cannot follow entry 0"):
        Projection(numbered(pays(1), pays(2))[1:])


@pytest.mark.parametrize("target", [0, 1, 2, 3, 9])
def test_only_what_stands_can_be_voided(target):
    entries = numbered(pays(1), void(1), void(target))

    if target == 2:
        assert Projection(entries).ledger.balance("alice:cash") == 1
    else:
        with pytest.raises(ValueError, match=f"entry 3 voids entry {target}, which does not stand"):
            Projection(entries)


def test_what_is_voided_is_kept_in_order_and_once():
    assert void(3, 1, 3).voids == (1, 3)


def test_postings_that_do_not_sum_to_zero_cannot_be_proposed():
    with pytest.raises(Unbalanced, match="sum to 1, not to zero"):
        Proposal("slip", {}, "", (Posting("alice:cash", 1),))


def test_a_thousand_million_million_is_the_most_that_moves():
    assert Projection(numbered(pays(10**15))).ledger.balance("alice:cash") == 10**15


@pytest.mark.parametrize("quantity", [1.0, True, 10**15 + 1])
def test_only_whole_numbers_in_range_are_posted(quantity):
    with pytest.raises(Unbalanced, match="not a whole number in range"):
        Proposal("slip", {}, "", (Posting("alice:cash", quantity), Posting("ben:cash", -quantity)))


def test_fractions_are_no_answers_and_no_marks():
    with pytest.raises(TypeError, match=r"1\.5 is neither words nor a whole number"):
        Proposal("slip", {"how_much": 1.5}, "")
    with pytest.raises(TypeError, match=r"0\.5 is neither words nor a whole number"):
        Proposal("slip", {}, "", marks=(Mark("table", "index", 0.5),))


# --- the values themselves -------------------------------------------------------------------------

MOVE = Proposal("move", {}, "Alice is paid.", pays(5).postings)
VALUES = (
    Posting("alice:cash", 1),
    Mark("alice", "class", "middle"),
    ReceiptLine("Rent", 5),
    MOVE,
    Line(Place(1), 1, MOVE),
    Entry(1, NOON, "alice", MOVE),
    Ledger(),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_is_in_the_book_never_changes(value):
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, getattr(value, field.name))


def test_answers_are_taken_down_as_they_were_and_never_change():
    given = {"who": "alice"}
    proposal = Proposal("pay", given, "")
    given["who"] = "ben"

    assert proposal.answers == {"who": "alice"}
    with pytest.raises(TypeError):
        proposal.answers["who"] = "ben"


def test_a_ledger_never_changes():
    for ledger in (Ledger(), Projection(numbered(MOVE)).ledger, Ledger().after(MOVE)):
        with pytest.raises(TypeError):
            ledger.balances["alice:cash", "$"] = 7
        with pytest.raises(TypeError):
            ledger.marks["alice", "class"] = "upper"


def test_only_undo_and_redo_are_no_doing_of_the_table_s_own():
    turning = [
        one
        for one in (UNDO, REDO, VOID, AMEND, "pay")
        if Entry(1, NOON, "", Proposal(one, {}, "")).turns_back
    ]
    assert turning == [UNDO, REDO]
