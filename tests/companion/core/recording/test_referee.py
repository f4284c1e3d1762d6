"""The referee: what is proposed, written, undone, redone and struck out, through the real journal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from altered import altered
from hypothesis import given
from hypothesis import strategies as st

from companion.core.recording.referee import Referee
from companion.core.recording.revision import DROP, Change
from companion.games import find_game, game_of
from models.book import Book
from models.errors import ReadOnlyError
from models.journal import Journal
from models.ledger import Place, Refusal, ledger_of
from models.plays import Seat

SEATS = (Seat("alice", "Alice"), Seat("bob", "Bob"))
OPENING = (
    ("start", {"first": "alice"}),
    ("pick", {"who": "alice", "business": "black"}),
    ("pick", {"who": "bob", "business": "olive"}),
)
GIFT = {"giver": "treasury", "taker": "alice", "reason": "a test"}
OTHER_WATCH = {"fact": "item.olive.working", "value": "17-Jewel Watch", "reason": "an older edition"}


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    database = Book.open(tmp_path_factory.mktemp("books"))
    yield Journal(database)
    database.close()


def begin(journal, **houses):
    game = find_game("ratrace")
    play = journal.begin(
        game=game.key, title="Friday", seats=SEATS, houses=game.house_rules({"businesses": "one"} | houses),
        board=game.printed_values(), edition=game.edition,
    )  # fmt: skip
    referee = Referee(journal, play.id, game_of)
    for action, answers in OPENING:
        referee.write(action, answers)
    return referee


def cash(referee, who):
    return referee.table.ledger.balance(f"{who}:cash")


def holds(referee):
    """The table equals the fold of all that was written, and the sums in SQL."""
    entries = referee.journal.all_entries(referee.play.id)
    ledger = ledger_of(entries)
    assert dict(referee.table.ledger.balances) == dict(ledger.balances)
    assert {k: v for k, v in referee.table.ledger.marks.items() if v is not None} == {
        k: v for k, v in ledger.marks.items() if v is not None
    }
    assert referee.journal.sums(referee.play.id) == dict(ledger.balances)


def test_what_is_written_is_what_was_proposed(journal) -> None:
    referee = begin(journal)
    proposal = referee.propose("roll", {"who": "alice", "roll": 7})

    entry = referee.write("roll", {"who": "alice", "roll": 7})

    assert entry.proposal == proposal
    assert cash(referee, "alice") == 300


def test_the_same_command_twice_is_one_entry(journal) -> None:
    referee = begin(journal)

    first = referee.write("roll", {"who": "alice", "roll": 7}, command="tap")
    second = referee.write("roll", {"who": "alice", "roll": 7}, command="tap")

    assert first.seq == second.seq == referee.version
    assert cash(referee, "alice") == 300


def test_a_refused_action_writes_nothing(journal) -> None:
    referee = begin(journal)
    before = referee.version

    with pytest.raises(Refusal, match="Alice's turn"):
        referee.write("roll", {"who": "bob", "roll": 7})

    assert referee.version == before


def test_undo_and_redo_name_the_line_and_bring_back_the_very_same_table(journal) -> None:
    referee = begin(journal)
    referee.write("roll", {"who": "alice", "roll": 7})
    after = referee.table.ledger

    undone = referee.undo()
    assert undone.proposal.narration.startswith("Undid entry 4: Alice rolls 7")
    assert cash(referee, "alice") == 200
    assert referee.redoable is not None
    assert referee.redoable.seq == 4

    referee.redo()
    assert dict(referee.table.ledger.balances) == dict(after.balances)
    assert dict(referee.table.ledger.marks) == dict(after.marks)
    assert referee.redoable is None


def test_undoing_everything_is_the_empty_table(journal) -> None:
    referee = begin(journal)
    for roll, who in ((7, "alice"), (7, "bob"), (3, "alice")):
        referee.write("roll", {"who": who, "roll": roll})

    while referee.undoable:
        referee.undo()

    assert not referee.table.ledger.balances
    assert not {value for value in referee.table.ledger.marks.values() if value is not None}
    with pytest.raises(Refusal, match="nothing to undo"):
        referee.undo()


def test_something_new_after_an_undo_leaves_nothing_to_redo(journal) -> None:
    referee = begin(journal)
    referee.write("roll", {"who": "alice", "roll": 7})
    referee.undo()
    referee.write("roll", {"who": "alice", "roll": 10})

    with pytest.raises(Refusal, match="nothing to redo"):
        referee.redo()


def test_any_line_can_be_voided_for_a_reason_and_later_lines_stay(journal) -> None:
    referee = begin(journal)
    gift = referee.write("roll", {"who": "alice", "roll": 7})
    referee.write("roll", {"who": "bob", "roll": 7})

    assert [(d.holder, d.before, d.after) for d in referee.differences(gift.seq)] == [("alice", 300, 200)]
    referee.void(gift.seq, "rolled by mistake")

    assert (cash(referee, "alice"), cash(referee, "bob")) == (200, 300)
    assert referee.journal.entry(referee.play.id, gift.seq).voided_by == referee.version
    holds(referee)


@pytest.mark.parametrize(
    ("seq", "reason", "says"),
    [(99, "why", "no entry 99"), (0, "why", "no entry 0"), (2, " ", "Say why"), (-1, "why", "no entry -1")],
)
def test_a_line_that_is_not_there_or_no_reason_is_refused(journal, seq, reason, says) -> None:
    referee = begin(journal)
    with pytest.raises(Refusal, match=says):
        referee.void(seq, reason)


def test_a_voided_line_is_not_voided_twice(journal) -> None:
    referee = begin(journal)
    line = referee.write("roll", {"who": "alice", "roll": 7})
    referee.void(line.seq, "a slip")

    with pytest.raises(Refusal, match="crossed out already"):
        referee.void(line.seq, "again")


def test_undo_takes_a_striking_out_back(journal) -> None:
    referee = begin(journal)
    line = referee.write("roll", {"who": "alice", "roll": 7})
    referee.void(line.seq, "a slip")
    referee.undo()

    assert cash(referee, "alice") == 300


def test_a_second_device_reads_on_and_proposes_again(journal) -> None:
    referee = begin(journal)
    other = Referee(journal, referee.play.id, game_of)
    referee.write("roll", {"who": "alice", "roll": 7})

    entry = other.write("roll", {"who": "bob", "roll": 7})

    assert entry.seq == referee.version + 1
    assert (cash(other, "alice"), cash(other, "bob")) == (300, 300)


def test_a_second_device_is_refused_what_the_first_made_impossible(journal) -> None:
    referee = begin(journal)
    other = Referee(journal, referee.play.id, game_of)
    referee.write("roll", {"who": "alice", "roll": 7})

    with pytest.raises(Refusal, match="Bob's turn"):
        other.write("roll", {"who": "alice", "roll": 7})


@pytest.mark.parametrize("quicker", [1, 7])
def test_however_often_another_hand_is_quicker_a_line_is_written_on_the_table_as_it_is(
    journal, monkeypatch, quicker
) -> None:
    referee = begin(journal)
    other, propose, left = Referee(journal, referee.play.id, game_of), referee.propose, [quicker]

    def interrupted(action, answers):
        proposal = propose(action, answers)
        if left[0] and not journal.database.driver.in_transaction:  # nobody gets at the pen that is held
            left[0] -= 1
            other.write("correct_money", {**GIFT, "amount": 1})
        return proposal

    monkeypatch.setattr(referee, "propose", interrupted)
    entry = referee.write("roll", {"who": "alice", "roll": 7}, command="slow")

    assert entry.seq == referee.version == journal.last(referee.play.id)
    assert cash(referee, "alice") == 301
    holds(referee)


@pytest.mark.parametrize("fails", ["mark_ended", "set_board_fact"])
def test_what_follows_from_a_line_is_written_along_with_it_or_neither_is(journal, monkeypatch, fails) -> None:
    referee = begin(journal, goal="1000", retire_cards="cash")
    referee.write("correct_money", {**GIFT, "amount": 900})
    table, version = referee.table, referee.version

    def full(*_):
        raise ReadOnlyError("The disk is full.")

    monkeypatch.setattr(journal, fails, full)
    wanted = ("retire", {"who": "alice"}) if fails == "mark_ended" else ("change_board", OTHER_WATCH)
    with pytest.raises(ReadOnlyError):
        referee.write(*wanted, command="tap")
    assert (referee.table, referee.version, referee.play.ended) == (table, version, None)
    assert journal.last(referee.play.id) == version

    monkeypatch.undo()
    assert referee.write(*wanted, command="tap").seq == version + 1
    assert journal.play(referee.play.id).ended == ("Alice retired" if fails == "mark_ended" else None)
    referee.undo()


def test_the_list_of_plays_shows_that_a_play_ended_and_that_it_goes_on(journal) -> None:
    referee = begin(journal, goal="1000", retire_cards="cash")
    referee.write("correct_money", {"giver": "treasury", "taker": "alice", "amount": 900, "reason": "a test"})
    referee.write("retire", {"who": "alice"})
    assert journal.play(referee.play.id).ended == "Alice retired"

    referee.undo()
    assert journal.play(referee.play.id).ended is None


def test_a_house_rule_is_changed_by_an_entry_and_undone_like_any_other(journal) -> None:
    referee = begin(journal)
    referee.write("change_house", {"rule": "interest", "way": "up", "reason": "agreed at ten"})
    assert referee.table.house("interest") == "up"

    referee.undo()
    assert referee.table.house("interest") == "nearest"


def test_an_unknown_way_of_a_house_rule_is_refused_at_the_way(journal) -> None:
    referee = begin(journal)
    with pytest.raises(Refusal) as caught:
        referee.write("change_house", {"rule": "interest", "way": "sideways", "reason": "no"})

    assert caught.value.question == "way"


@given(st.lists(st.sampled_from(["roll", "undo", "redo", "void", "give"]), max_size=25), st.randoms())
def test_whatever_is_done_sql_and_python_agree_and_money_is_neither_made_nor_lost(journal, steps, chance) -> None:
    referee = begin(journal)
    for step in steps:
        try:
            if step == "undo":
                referee.undo()
            elif step == "redo":
                referee.redo()
            elif step == "void":
                referee.void(chance.randint(1, referee.version), "by chance")
            elif step == "give":
                amount = chance.randint(1, 500)
                answers = {"giver": "treasury", "taker": "bob", "amount": amount, "reason": "by chance"}
                referee.write("correct_money", answers)
            else:
                turn = str(referee.table.ledger.mark("table", "turn"))
                referee.write("roll", {"who": turn, "roll": chance.randint(2, 12)})
        except Refusal:
            continue
    holds(referee)
    assert sum(held for (_, unit), held in referee.table.ledger.balances.items() if unit == "$") == 0


def test_a_play_begun_before_a_house_rule_was_known_has_its_default(journal) -> None:
    game = find_game("ratrace")
    play = journal.begin(game=game.key, title="Old", seats=SEATS, houses={}, board={}, edition=game.edition)

    referee = Referee(journal, play.id, game_of)

    assert referee.table.house("interest") == "nearest"
    assert referee.table.figure("gift") == 100


def remembered(journal):
    game = find_game("ratrace")
    return journal.board_facts(game.key, game.edition)


def test_what_a_table_says_of_its_own_board_is_kept_for_later_plays_and_undo_takes_it_back(journal) -> None:
    referee = begin(journal)
    referee.write("change_board", OTHER_WATCH)
    assert remembered(journal) == {"item.olive.working": "17-Jewel Watch"}

    referee.write("change_board", {**OTHER_WATCH, "value": "Gold Watch"})
    referee.undo()
    assert remembered(journal) == {"item.olive.working": "17-Jewel Watch"}

    referee.undo()
    assert remembered(journal) == {}
    referee.redo()
    assert remembered(journal) == {"item.olive.working": "17-Jewel Watch"}
    referee.undo()


FIRM = "The dice lay open. Say why it is taken back."


@pytest.fixture
def rolls_need_a_reason(monkeypatch):
    """A table whose rolls are not taken back without a reason, and whose cash is nobody else's business."""
    plain = find_game("ratrace")
    game = altered(
        plain,
        actions=tuple(replace(one, needs_reason=FIRM) if one.name == "roll" else one for one in plain.actions),
        is_secret=lambda _table, account: account.endswith(":cash"),
    )
    monkeypatch.setattr("companion.games.find_game", lambda _key: game)


@pytest.mark.usefixtures("rolls_need_a_reason")
def test_an_entry_that_needs_a_reason_is_undone_only_with_one_and_comes_back_by_redo(journal) -> None:
    referee = begin(journal)
    referee.write("roll", {"who": "alice", "roll": 7})
    held = dict(referee.table.ledger.balances)
    with pytest.raises(Refusal) as caught:
        referee.undo()
    assert (caught.value.sentence, caught.value.question) == (FIRM, "reason")
    for nothing in ("   ", ".", "\u200b\u2800", "x"):
        with pytest.raises(Refusal):
            referee.undo(nothing)
    assert dict(referee.table.ledger.balances) == held
    undone = referee.undo("the wrong dice")
    assert undone.proposal.narration.endswith("(the wrong dice).")
    assert undone.proposal.answers == {"reason": "the wrong dice"}
    referee.redo()
    assert dict(referee.table.ledger.balances) == held
    holds(referee)


@pytest.mark.usefixtures("rolls_need_a_reason")
def test_an_entry_that_needs_a_reason_is_voided_or_changed_only_for_one_that_says_something(journal) -> None:
    referee = begin(journal)
    seq = referee.write("roll", {"who": "alice", "roll": 7}).seq
    other = Change("roll", {"who": "alice", "roll": 8})
    ways = (
        lambda why: referee.void(seq, why),
        lambda why: referee.amend({Place(seq): DROP}, why),
        lambda why: referee.amend({Place(seq): other}, why),
    )
    for way in ways:
        for nothing in (".", "\u200b?", "x"):
            with pytest.raises(Refusal) as caught:
                way(nothing)
            assert (caught.value.sentence, caught.value.question) == (FIRM, "reason")
        way("the wrong dice")
        referee.undo("it was right")
    holds(referee)


@pytest.mark.usefixtures("rolls_need_a_reason")
def test_striking_out_says_the_change_alone_where_what_is_held_is_secret(journal) -> None:
    referee = begin(journal)
    seq = referee.write(
        "correct_money", {"giver": "treasury", "taker": "alice", "amount": 77, "reason": "miscounted"}
    ).seq
    held = cash(referee, "alice")
    (change,) = referee.differences(seq)
    assert (change.hidden, change.change) == (True, -77)
    struck = referee.void(seq, "it was right").proposal
    assert [(line.text, line.figure, line.signed) for line in struck.working] == [("Alice: cash changes by", -77, True)]
    assert f"{held:,}" not in f"{struck.narration} {struck.working}"


def test_a_line_that_a_later_one_was_computed_from_is_not_voided_by_itself(journal, monkeypatch) -> None:
    bound = altered(
        find_game("ratrace"), why_unvoidable=lambda _table, seq: "Strike line 5 out first." if seq == 4 else ""
    )
    monkeypatch.setattr("companion.games.find_game", lambda _key: bound)
    referee = begin(journal)
    seq = referee.write("roll", {"who": "alice", "roll": 7}).seq
    assert seq == 4
    with pytest.raises(Refusal, match="Strike line 5 out first"):
        referee.void(seq, "a slip")
    assert referee.version == seq


def test_a_voiding_is_not_voided_itself(journal) -> None:
    referee = begin(journal)
    referee.write("roll", {"who": "alice", "roll": 7})
    seq = referee.void(4, "the wrong dice").seq
    with pytest.raises(Refusal, match=f"Entry {seq} crosses another out"):
        referee.void(seq, "after all")
    assert referee.undo().proposal.voids == (seq,)
