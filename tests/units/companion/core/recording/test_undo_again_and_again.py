"""Undo and redo know what comes next, however often they were used, and none takes longer for those before it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps
from companion.games import game_of
from models.backups.untrusted_file import UntrustedFile
from models.errors import ReadOnlyError
from models.journal import Journal
from models.ledger import COUNT, REDO, UNDO, VOID, Refusal

BEGUN = """
game ratrace
seats Alice Bob
house businesses=one
start first=alice
pick who=alice business=black
pick who=bob business=olive
"""
GIFT = "correct_money"
acts = st.lists(
    st.sampled_from([UNDO, UNDO, UNDO, REDO, REDO, GIFT, VOID, COUNT]), min_size=5, max_size=25
)


def begun():
    return replay(Journal(UntrustedFile()), steps(BEGUN))


def do(referee, act, number):
    if act == UNDO:
        referee.undo()
    elif act == REDO:
        referee.redo()
    elif act == VOID:
        referee.void(2 + number % referee.version, "a test")
    elif act == COUNT:
        referee.write(COUNT, {"who": "alice", "counted": 200, "unit": "$"})
    else:
        referee.write(
            GIFT, {"giver": "treasury", "taker": "alice", "amount": 5, "reason": "a test"}
        )


def seq(entry):
    return entry.seq if entry else None


@settings(deadline=None, max_examples=60)
@given(acts)
def test_whatever_was_done_undo_and_redo_name_the_lines_that_a_fresh_look_finds(acts):
    referee = begun()
    for number, act in enumerate(acts):
        try:
            do(referee, act, number)
        except Refusal:
            continue
        fresh = Referee(referee.journal, referee.play.id, game_of)
        assert seq(referee.undoable) == seq(fresh.undoable)
        assert seq(referee.redoable) == seq(fresh.redoable)
        assert referee.table.ledger == fresh.table.ledger
        # what is kept from entry to entry is what would be read from the book
        assert referee.latest() == fresh.latest()
        assert referee.lines() == fresh.lines()
    referee.journal.database.close()


def test_an_entry_that_was_not_saved_is_not_kept(monkeypatch):
    referee = begun()
    lines, latest, database = referee.lines(), referee.latest(), referee.journal.database

    def fail():
        database._roll_back()
        raise ReadOnlyError("The disk is full.")

    with monkeypatch.context() as failing:
        failing.setattr(database, "_commit", fail)
        with pytest.raises(ReadOnlyError):
            do(referee, GIFT, 1)
    assert referee.lines() == lines
    assert referee.latest() == latest


def steps_of_sqlite(referee):
    """Count what SQLite does for an undo and the redo of it, a hundred steps at a time."""
    counted = []
    referee.journal.database.driver.set_progress_handler(lambda: counted.append(1), 100)
    referee.undo()
    referee.redo()
    referee.journal.database.driver.set_progress_handler(None, 0)
    return len(counted)


def test_the_hundredth_undo_asks_no_more_of_the_book_than_the_tenth():
    referee = begun()
    cost = []
    for _ in range(100):
        do(referee, GIFT, 0)
        referee.undo()
        cost.append(steps_of_sqlite(referee))
    assert cost[99] < 2 * cost[9]
    referee.journal.database.close()
