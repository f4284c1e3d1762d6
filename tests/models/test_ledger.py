from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError, fields, replace
from datetime import UTC, datetime, timedelta

import pytest
from evenings import moving, pays, proposals
from hypothesis import given
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
    Refusal,
    RunningLedger,
    Unbalanced,
    history,
    ledger_of,
    ledgers,
    sum_postings,
)

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def numbered(*steps):
    return [Entry(seq, NOON, "alice", step) for seq, step in enumerate(steps, start=1)]


def test_the_books_own_entries_are_called_as_in_every_book_that_is_kept():
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


@given(histories())
def test_the_projection_is_what_the_definition_says(entries):
    ledger, voided = plainly(entries)

    projection = Projection(entries)

    assert projection.ledger == ledger
    assert projection.voided == voided


@given(histories())
def test_a_projection_asked_after_every_entry_says_what_was_held_then(entries):
    projection, found = Projection(), []
    for entry in entries:
        projection.add(entry)
        found.append(projection.ledger)

    assert found == [plainly(entries[:many])[0] for many in range(1, len(entries) + 1)]


@given(st.lists(proposals, max_size=8))
def test_writing_one_at_a_time_agrees_with_the_projection(steps):
    ledger = Ledger()
    for step in steps:
        ledger = ledger.after(step)

    assert ledger == ledger_of(numbered(*steps))


@given(st.lists(proposals, max_size=8))
def test_nothing_is_made_or_lost(steps):
    totals = Counter()
    for (_, unit), held in ledger_of(numbered(*steps)).balances.items():
        totals[unit] += held

    assert not any(totals.values())


def test_an_entry_voided_twice_over_stands_only_when_neither_voiding_does():
    # the first voiding is taken back, the entry voided again, and then the taking back is taken back
    entries = numbered(pays(5), void(1), void(2), void(1), void(3))
    assert Projection(entries).voided == {1, 3}
    assert ledger_of(entries).balances == {}

    assert Projection(numbered(*(e.proposal for e in entries), void(4))).voided == {1, 3, 4}
    assert ledger_of(numbered(*(e.proposal for e in entries), void(4), void(2))).balance("alice:cash") == 5


def test_what_is_voided_with_its_own_voiding_stays_so_and_the_rest_falls_too():
    entries = numbered(pays(5), pays(20), void(2), void(1, 2, 3))

    assert Projection(entries).voided == {1, 2, 3}
    assert ledger_of(entries) == Ledger(seq=4)


def test_a_long_chain_of_voidings_is_projected():
    entries = numbered(pays(5), *(void(seq) for seq in range(1, 400)))

    assert ledger_of(entries).balance("alice:cash") == 0
    assert ledger_of(entries[:-1]).balance("alice:cash") == 5


def test_a_mark_taken_back_and_a_balance_of_zero_are_left_out():
    said = moving([("ben:cash", "alice:cash", 3, "$")], [Mark("alice", "class", "middle")])
    unsaid = moving([("alice:cash", "ben:cash", 3, "$")], [Mark("alice", "class", None)])

    assert ledger_of(numbered(said, unsaid)) == Ledger(seq=2)
    assert Ledger().after(said).after(unsaid) == Ledger(seq=2)


def test_of_two_things_said_at_once_the_last_counts_and_the_one_before_comes_back():
    first = moving([], [Mark("table", "index", 7)])
    second = moving([], [Mark("table", "index", 8), Mark("table", "index", 9)])

    assert ledger_of(numbered(first, second)).mark("table", "index") == 9
    assert ledger_of(numbered(first, second, void(2))).mark("table", "index") == 7


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
    written = [Entry(seq, NOON + timedelta(hours=seq), "alice", step) for seq, step in enumerate(steps, start=1)]
    found = [(one.place, one.at.hour - NOON.hour, one.corrected) for one in history(written)]
    assert found == [
        (Place(0, 1), 1, True),
        (Place(1), 1, True),
        (Place(2), 2, False),
        (Place(2, 1), 2, True),
        (Place(4), 4, False),
    ]


def test_a_line_that_is_not_recorded_yet_is_in_no_entry():
    line = Line(Place(2, 1), 5, pays(3))
    entry = line.entry
    assert (entry.seq, entry.by, entry.voided_by, line.corrected) == (0, "", None, False)
    assert (entry.proposal.action, entry.proposal.narration) == ("", "")
    assert line.at == entry.at == datetime(1, 1, 1, tzinfo=UTC)


def test_each_line_of_a_play_comes_with_what_everyone_held_after_it():
    entries = numbered(pays(1), replace(pays(5), marks=(Mark("table", "index", 9),)), void(1))
    (line, after), *more = ledgers(history(entries))
    assert (line, more) == (Line(Place(2), 2, entries[1].proposal, entries[1], NOON), [])
    assert (after.seq, after.balance("alice:cash"), after.mark("table", "index")) == (2, 5, 9)


def test_a_ledger_has_the_number_of_the_entry_that_it_is_after():
    running = RunningLedger()
    assert (running.view(7).seq, running.ledger(7).seq) == (7, 7)
    held = running.ledger(7)
    assert (held.plus((), ()).seq, held.after(Proposal("pay", {}, "Paid.")).seq) == (7, 8)


def test_an_entry_is_brought_back_beside_another_that_stays_voided():
    # the last one voids what had voided 1, and one of the two that void 3
    projection = Projection(numbered(pays(1), void(1), pays(2), void(3), void(4), void(3), void(5), void(2, 4)))
    assert (projection.stands(1), projection.stands(3)) == (True, False)
    assert projection.ledger.balance("alice:cash") == 1


def test_a_gap_in_the_numbers_is_refused():
    with pytest.raises(ValueError, match="entry 2 cannot follow entry 0"):
        ledger_of(numbered(pays(1), pays(2))[1:])


@pytest.mark.parametrize("target", [0, 1, 2, 3, 9])
def test_only_what_stands_can_be_voided(target):
    entries = numbered(pays(1), void(1), void(target))

    if target == 2:
        assert ledger_of(entries).balance("alice:cash") == 1
    else:
        with pytest.raises(ValueError, match=f"entry 3 voids entry {target}, which does not stand"):
            ledger_of(entries)


def test_what_is_voided_is_kept_in_order_and_once():
    assert void(3, 1, 3).voids == (1, 3)


def test_postings_that_do_not_sum_to_zero_cannot_be_proposed():
    with pytest.raises(Unbalanced, match="sum to 1, not to zero"):
        Proposal("slip", {}, "", (Posting("alice:cash", 1),))


def test_a_thousand_million_million_is_the_most_that_moves():
    assert ledger_of(numbered(pays(10**15))).balance("alice:cash") == 10**15


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
    for ledger in (Ledger(), ledger_of(numbered(MOVE)), Ledger().after(MOVE)):
        with pytest.raises(TypeError):
            ledger.balances["alice:cash", "$"] = 7
        with pytest.raises(TypeError):
            ledger.marks["alice", "class"] = "upper"


def test_what_is_left_out_is_dollars_and_nothing_else():
    assert Posting("alice:cash", 1) == Posting("alice:cash", 1, "$")
    assert ReceiptLine("Rent") == ReceiptLine("Rent", None, "$", signed=False, total=False)
    plain = {
        "postings": (),
        "marks": (),
        "working": (),
        "rule": "",
        "source": "",
        "house": (),
        "voids": (),
        "revised": (),
    }
    assert Proposal("pay", {}, "Paid.") == Proposal("pay", {}, "Paid.", **plain)
    assert Entry(1, NOON, "alice", MOVE) == Entry(1, NOON, "alice", MOVE, "")
    assert Ledger() == Ledger({}, {}, 0)
    assert Place(4) == Place(4, 0)


def test_what_the_book_does_by_itself_is_found_in_every_file_under_these_names():
    assert (UNDO, REDO, VOID, AMEND, COUNT) == ("undo", "redo", "void", "amend", "count")


def test_only_undo_and_redo_are_no_doing_of_the_table_s_own():
    turning = [one for one in (UNDO, REDO, VOID, AMEND, "pay") if Entry(1, NOON, "", Proposal(one, {}, "")).turns_back]
    assert turning == [UNDO, REDO]


def test_a_refusal_says_why_and_at_which_question():
    refused = Refusal("Alice has only 5.", "how_much")
    assert (str(refused), refused.sentence, refused.question) == ("Alice has only 5.", "Alice has only 5.", "how_much")
    assert Refusal("Not now.").question is None


def test_holdings_are_listed_by_unit_and_nobody_else_s_with_them():
    ledger = ledger_of(
        numbered(
            moving([("bank:cash", "alice:cash", 5, "$"), ("bank:cash", "alice:cash", 2, "share")]),
            moving([("bank:cash", "ben:cash", 7, "£"), ("bank:cash", "alice:credit", 9, "£")]),
        )
    )
    assert ledger.holdings("alice:cash") == {"$": 5, "share": 2}
    assert ledger.holdings("nobody:cash") == {}
    assert Ledger({("alice:cash", "$"): 0}).holdings("alice:cash") == {}


def test_the_number_after_an_entry_is_one_more():
    assert Ledger(seq=7).after(MOVE).seq == 8
    assert Ledger(seq=7).after(MOVE).after(MOVE).balance("alice:cash") == 10


def test_what_several_move_is_added_up_and_zero_is_left_out():
    several = (pays(5), pays(7), pays(3, "ben", "carl"), pays(3, "carl", "ben"))
    assert sum_postings(posting for one in several for posting in one.postings) == {
        ("treasury:cash", "$"): -12,
        ("alice:cash", "$"): 12,
    }
    assert sum_postings([]) == {}


def test_only_what_was_written_and_is_not_voided_stands():
    projection = Projection(numbered(pays(1), pays(2), void(1)))
    assert [projection.stands(seq) for seq in (0, 1, 2, 3, 4)] == [False, False, True, True, False]
