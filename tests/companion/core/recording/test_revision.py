"""Amending the past: a line changed, struck out or put in, and the later ones worked out again."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from companion.core.recording import differences
from companion.core.recording.revision import DROP, KEEP, Change, next_place, session_line
from companion.formats.session import replay, steps, write_out
from companion.games import GAMES
from models import integrity
from models.ledger import AMEND, Place, Refusal, history, ledger_of, ledgers

CATS = """game rat_a_tat_cat
seats Ann Ben
start first=ann
round scores="ann=11 ben=13"
"""
SESSIONS = sorted((Path(__file__).parents[3] / "sessions").glob("*.session"))
RATRACE = """game ratrace
seats Alice Bob
house businesses=one
start first=alice
pick who=alice business=black
pick who=bob business=olive
correct_money giver=treasury taker=alice amount=100 reason="a bonus"
correct_money giver=alice taker=bob amount=250 reason="a debt"
correct_money giver=bob taker=treasury amount=30 reason="a fine"
"""


PAID_OUT = {
    "race": (
        f"""{RATRACE}change_house rule=position way=off reason="by hand"
race who=alice horse=7 stake=40
race_roll roll=7""",
        "Alice's race would be at \u2212$40: entry 9 has paid it out.",
    ),
    "lottery": (
        f"""{RATRACE}change_house rule=position way=off reason="by hand"
lottery who=alice stake=40
match who=bob
lottery_roll who=alice roll=2
lottery_roll who=bob roll=9""",
        "Alice's lottery would be at \u2212$40: entry 11 has paid it out.",
    ),
    "pay_in": (
        """game any_money
seats Ann Ben
begin
open_pot name=Kitty
pay_in payer=ann pot=Kitty amount=20
pot_pays pot=Kitty payee=ben amount=20""",
        "Kitty would be at \u2212$20: entry 4 has paid it out.",
    ),
    "bet": (
        """game totopoly
seats Ann Ben
house keeps=tote
start horses=6
bet who=ann horse=h1 amount=20
off
home horse=h1
no_more
pay_tote""",
        "Tote's pool would be at \u2212\u00a320: entry 6 has paid it out.",
    ),
}
"""What was put up and paid out: by the action that put it up."""


def moves(giver, taker, amount, reason="put right"):
    return Change("correct_money", {"giver": giver, "taker": taker, "amount": amount, "reason": reason})


@pytest.fixture
def referee(journal):
    return replay(journal, steps(RATRACE))


def holds(referee):
    """Everything that can be added up in two ways comes to the same, and nothing is damaged."""
    entries = referee.journal.all_entries(referee.play.id)
    ledger = referee.table.ledger
    assert ledger_of(entries) == ledger
    assert referee.journal.ledger(referee.play.id) == ledger
    assert referee.journal.sums(referee.play.id) == dict(ledger.balances)
    assert integrity.check(referee.journal, referee.play.id) == []
    after_each = [after for _, after in ledgers(history(entries))]
    if after_each:
        assert (after_each[-1].balances, after_each[-1].marks) == (ledger.balances, ledger.marks), (
            "the evening as it is told"
        )


def cash(referee, who):
    return referee.table.ledger.balance(f"{who}:cash")


def narrations(referee):
    return [one.proposal.narration for one in referee.lines()]


def test_a_changed_line_moves_everything_after_it(referee):
    alice, bob = cash(referee, "alice"), cash(referee, "bob")
    entry = referee.amend({Place(5): moves("alice", "bob", 200, "a debt")}, "it was 200")
    assert (cash(referee, "alice"), cash(referee, "bob")) == (alice + 50, bob - 50)
    assert entry.proposal.action == AMEND
    assert entry.voids == (5, 6), "the later line's receipt says what is left, and so is told anew"
    assert [one.corrected for one in referee.lines()] == [False] * 4 + [True, True]
    holds(referee)


def test_a_line_can_become_another_action_altogether(referee):
    referee.amend({Place(6): moves("bob", "alice", 30, "not a fine")}, "no")
    assert referee.lines()[-1].proposal.answers["taker"] == "alice"
    holds(referee)


def test_a_line_can_be_put_in_where_it_was_forgotten(referee):
    before = cash(referee, "bob")
    fine = moves("bob", "treasury", 7, "forgotten")
    referee.amend({Place(4, 1): fine}, "we forgot")
    assert cash(referee, "bob") == before - 7
    assert [one.place for one in referee.lines()] == [*map(Place, (1, 2, 3, 4)), Place(4, 1), Place(5), Place(6)]
    assert referee.lines()[4].number == 7, "known by the number of the entry that put it in"
    assert referee.table.order(7) == (4, 1)
    assert referee.table.order(5) == (5, 0)
    assert next_place(referee.lines(), 4) == Place(4, 2)
    holds(referee)


def test_a_round_put_in_before_the_first_is_the_first_on_the_sheet(journal):
    referee = replay(journal, steps(CATS))
    first = Change("round", {"scores": "ann=4 ben=5"})
    referee.amend({Place(1, 1): first}, "the first round was forgotten")
    (sheet,) = (board for board in referee.game.boards(referee.table) if hasattr(board, "rounds"))
    assert [[score.points for score in one.scores] for one in sheet.rounds] == [[4, 5], [11, 13]]
    holds(referee)


def test_undo_takes_the_whole_correction_back_and_redo_brings_it(referee):
    before = referee.table.ledger
    referee.amend({Place(4): DROP, Place(5): KEEP}, "never happened")
    after = referee.table.ledger
    referee.undo()
    assert (referee.table.ledger.balances, referee.table.ledger.marks) == (before.balances, before.marks)
    holds(referee)
    referee.redo()
    assert (referee.table.ledger.balances, referee.table.ledger.marks) == (after.balances, after.marks)
    holds(referee)


def test_a_correction_of_a_corrected_line_takes_its_place(referee):
    for amount in (200, 210, 220):
        change = moves("alice", "bob", amount, "a debt")
        referee.amend({Place(5): change}, f"it was {amount}")
        holds(referee)
    assert [one.proposal.answers.get("amount") for one in referee.lines()[3:]] == [100, 220, 30]
    referee.undo()
    assert referee.lines()[4].proposal.answers["amount"] == 210
    holds(referee)


def test_a_later_correction_carries_on_what_an_earlier_one_said_of_other_lines(referee):
    fine = moves("bob", "treasury", 31, "a fine")
    referee.amend({Place(6): fine}, "31")
    debt = moves("alice", "bob", 1, "a debt")
    referee.amend({Place(5): debt}, "1")
    assert [one.proposal.answers.get("amount") for one in referee.lines()[3:]] == [100, 1, 31]
    holds(referee)


def test_lines_that_could_not_stand_then_are_named_and_wait_for_a_decision(referee):
    rich = moves("treasury", "bob", 5000, "a gift")
    poor = moves("bob", "alice", 5000, "back")
    referee.write(rich.action, rich.answers)
    referee.write(poor.action, poor.answers)
    revision = referee.revise({Place(7): DROP})
    (refused,) = revision.refused
    assert refused.place == Place(8)
    assert "5,000" in refused.refusal or "cash" in refused.refusal
    with pytest.raises(Refusal, match=r"Entry 8 could not stand then: .+ Cross it out too, keep it, or change it\."):
        referee.amend({Place(7): DROP}, "no gift")
    assert referee.version == 8
    referee.amend({Place(7): DROP, Place(8): KEEP}, "no gift, but it was paid back")
    assert cash(referee, "bob") < 0, "the table is sovereign"
    holds(referee)
    referee.undo()
    referee.amend({Place(7): DROP, Place(8): DROP}, "neither")
    holds(referee)


def test_a_refused_line_can_stay_as_written_unless_somebody_would_give_what_they_do_not_have(referee):
    referee.write("roll", {"who": "alice", "roll": 7})
    referee.write("roll", {"who": "bob", "roll": 6})
    broke = moves("alice", "treasury", 999, "spent")
    rich = moves("treasury", "alice", 999, "won")
    referee.write(rich.action, rich.answers)
    referee.write(broke.action, broke.answers)
    revision = referee.revise({Place(7): Change("roll", {"who": "alice", "roll": 4}), Place(9): DROP}, keep=True)
    assert [one.place for one in revision.kept] == [Place(8)]
    assert [one.place for one in revision.refused] == [Place(10)]


def test_later_lines_may_stay_as_they_are_written(referee):
    revision = referee.revise({Place(4): DROP}, again=False)
    assert not revision.refused
    assert {one.how for one in revision.consequences} == {"dropped", "same"}


def test_after_a_correction_a_line_is_voided_with_its_marks_as_the_evening_has_them(referee):
    referee.amend({Place(6): moves("bob", "treasury", 9, "a fine")}, "9")
    entry = referee.void(5, "no debt")
    assert entry.proposal.action == AMEND
    assert len(referee.lines()) == 5
    holds(referee)
    referee.void(6, "no fine either")
    assert len(referee.lines()) == 4
    holds(referee)


@pytest.mark.parametrize(
    ("decisions", "sentence"),
    [
        ({}, "That is what the entry says already."),
        ({Place(99): DROP}, "There is no entry 99 that counts."),
        ({Place(3, 1): DROP}, "No entry is put in after entry 3."),
        (
            {Place(3, 2): Change("correct_money", {})},
            "An entry is put in after one that is there, behind those put in already.",
        ),
        (
            {Place(9, 1): Change("correct_money", {})},
            "An entry is put in after one that is there, behind those put in already.",
        ),
        (
            {Place(3, 1): Change("correct_money", {}), Place(4, 1): Change("correct_money", {})},
            "One entry is put in at a time.",
        ),
        ({Place(5): KEEP}, "That is what the entry says already."),
        ({Place(5): Change("fly", {})}, "Ratrace knows no action 'fly'."),
        ({Place(5): Change("correct_money", {"giver": "zoe"})}, "Nobody called 'zoe'"),
    ],
)
def test_what_can_not_be_decided_is_refused_and_nothing_is_written(referee, decisions, sentence):
    with pytest.raises(Refusal) as refused:
        referee.amend(decisions, "a reason")
    assert refused.value.sentence.startswith(sentence)
    assert referee.version == 6


def test_a_correction_wants_a_reason(referee):
    with pytest.raises(Refusal, match="Say why"):
        referee.amend({Place(5): DROP}, "  ")


def test_a_correction_is_not_voided_by_another_hand(referee):
    referee.amend({Place(5): DROP}, "no")
    with pytest.raises(Refusal):
        referee.void(7, "no correction")


def test_the_same_tap_makes_one_correction(referee):
    first = referee.amend({Place(5): DROP}, "no", command="one tap")
    assert referee.amend({Place(5): DROP}, "no", command="one tap") == first
    assert referee.version == 7


def test_no_action_of_any_game_is_called_like_a_decision():
    alone = {one.name for game in GAMES for one in game.actions if all(asked.optional for asked in one.questions)}
    assert not alone & {DROP, KEEP}
    assert not {one.name for game in GAMES for one in game.actions} & {AMEND, "undo", "redo", "void"}


@pytest.mark.parametrize("lines", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("file", SESSIONS, ids=lambda one: one.stem)
def test_any_line_of_any_evening_can_be_voided_and_brought_back(file, lines, journal):
    referee = replay(journal, steps(file.read_text(encoding="utf-8")))
    chance = random.Random(file.stem)  # noqa: S311 - it picks lines for a test
    for _ in range(min(lines, len(referee.lines()) // 4)):
        line = chance.choice(referee.lines())
        before = referee.table.ledger
        decisions = {line.place: DROP}
        while refused := referee.revise(decisions).refused:
            decisions[refused[0].place] = chance.choice((DROP, KEEP, KEEP))
        assert not any(
            not then.narration
            for then in (consequence.then for consequence in referee.revise(decisions).consequences)
            if then
        )
        referee.amend(decisions, "for the test")
        holds(referee)
        text = "\n".join(write_out(referee.play, referee.journal.all_entries(referee.play.id)))
        again = replay(journal, steps(text))
        assert again.table.ledger == referee.table.ledger, "written out and read again it is the same evening"
        if chance.random() < 0.5:
            referee.undo(reason="for the test")
            assert (referee.table.ledger.balances, referee.table.ledger.marks) == (before.balances, before.marks)
            holds(referee)


@pytest.mark.parametrize("file", SESSIONS, ids=lambda one: one.stem)
def test_an_evening_worked_out_again_from_its_answers_is_the_same_evening(file, replayed):
    referee = replayed(file.stem)
    first = referee.lines()[0].place
    change = Change(referee.lines()[0].proposal.action, referee.lines()[0].proposal.answers)
    revision = referee.revise({first: change})
    assert {consequence.how for consequence in revision.consequences} <= {"same", "receipt"}, (
        "no entry comes out differently"
    )
    assert (revision.after.ledger.balances, revision.after.ledger.marks) == (
        referee.table.ledger.balances,
        referee.table.ledger.marks,
    )


def test_an_empty_answer_is_written_as_none_so_that_the_text_can_be_read():
    assert (
        session_line("losers_bonus", {"who": "ann", "rolls": "", "note": None, "low": 0})
        == "losers_bonus who=ann low=0"
    )


CORRECTED = """game rat_a_tat_cat
seats Ann Ben
start first=ann
round scores="ann=11 ben=13"
round scores="ann=20 ben=21"
correct_round round=2 scores="ann=20 ben=30" reason="counted again"
"""


def sheet(referee):
    (board,) = (board for board in referee.game.boards(referee.table) if hasattr(board, "rounds"))
    return [[score.points for score in one.scores] for one in board.rounds]


def test_a_round_that_was_corrected_stays_the_one_corrected_when_another_is_put_in_before_it(journal):
    referee = replay(journal, steps(CORRECTED))
    referee.amend({Place(1, 1): Change("round", {"scores": "ann=4 ben=5"})}, "the first round was forgotten")
    assert sheet(referee) == [[4, 5], [11, 13], [20, 30]]
    assert referee.lines()[-1].proposal.answers["round"] == "3"
    holds(referee)
    referee.amend({Place(2): DROP}, "never played")
    assert sheet(referee) == [[4, 5], [20, 30]]
    holds(referee)


def test_a_correction_of_a_round_that_was_never_played_has_nothing_left_to_correct(journal):
    referee = replay(journal, steps(CORRECTED))
    (refused,) = referee.revise({Place(3): DROP}).refused
    assert (refused.place, refused.refusal) == (Place(4), "The round that it corrected is no longer on the sheet.")
    referee.amend({Place(3): DROP, Place(4): DROP}, "never played")
    assert sheet(referee) == [[11, 13]]
    holds(referee)


HIDDEN = """game doubletrack
seats Ann Ben Cy
house secret=yes
start first=ann
"""


def test_what_is_hidden_now_is_not_shown_by_trying_out_a_correction(journal):
    referee = replay(journal, steps(HIDDEN))
    opened = Change("change_house", {"rule": "secret", "way": "no", "reason": "a look"})
    for place in (Place(0, 1), Place(1, 1)):
        with pytest.raises(Refusal, match="can't show what is hidden"):
            referee.revise({place: opened})
    referee.write(opened.action, opened.answers)
    referee.write("change_house", {"rule": "secret", "way": "yes", "reason": "hidden again"})
    with pytest.raises(Refusal, match="can't show what is hidden"):
        referee.amend({Place(3): DROP}, "a look")
    assert referee.version == 3
    referee.amend({Place(2): DROP, Place(3): DROP}, "neither")
    assert referee.table.house("secret") == "yes"
    holds(referee)


PLAYED = f"""{HIDDEN}
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
"""


def test_a_correction_says_nothing_of_what_is_hidden_where_the_opening_goes_the_change_is_the_balance(journal):
    referee = replay(journal, steps(PLAYED))
    amended = referee.revise({Place(1): DROP})
    assert len(amended.refused) == 2
    assert differences.between(referee.game, referee.table, amended.after) == ()


def test_a_correction_is_written_without_what_is_hidden(journal):
    referee = replay(journal, steps(PLAYED))
    entry = referee.amend({Place(number): DROP for number in (1, 2, 3)}, "never dealt")
    assert entry.proposal.working == ()


@pytest.mark.parametrize("times", [100, pytest.param(1_400, marks=pytest.mark.long)])
def test_a_correction_with_very_many_decisions_is_summarised_and_its_text_can_be_read_again(times, journal):
    referee = replay(journal, steps(RATRACE))
    with journal.database.writing():
        for _ in range(times):
            there = moves("alice", "treasury", 1)
            back = moves("treasury", "alice", 1)
            referee.write(there.action, there.answers)
            referee.write(back.action, back.answers)
    decisions = {Place(seq): DROP for seq in range(7, referee.version + 1)}
    entry = referee.amend(decisions, "a child was playing")
    assert entry.proposal.narration.endswith(f"Treasury (put right). {2 * times - 5} more crossed out.")
    text = write_out(referee.play, referee.journal.all_entries(referee.play.id))
    (line,) = (found for found in text if found.startswith(AMEND))
    assert len(line) > 14 * times
    assert steps(line)[0].rest.endswith("reason='a child was playing'")
    holds(referee)


@pytest.mark.parametrize("action", PAID_OUT)
def test_people_do_not_cross_out_alone_what_was_staked_and_paid_out(journal, action):
    text, says = PAID_OUT[action]
    referee = replay(journal, steps(text))
    payout = referee.lines()[-1].place
    stake = next(line.place for line in referee.lines() if line.proposal.action == action)
    for cross_out in (
        lambda: referee.void(stake.seq, "not so", seen=referee.version),
        lambda: referee.amend({stake: DROP}, "not so", again=False, seen=referee.version),
    ):
        with pytest.raises(Refusal, match=re.escape(says)):
            cross_out()
    referee.amend({stake: DROP, payout: DROP}, "neither", again=False, seen=referee.version)
    referee.undo()
    referee.void(payout.seq, "not yet", seen=referee.version)
    referee.void(stake.seq, "nor that", seen=referee.version)
    assert not differences.overdrawn_stakes(referee.game, referee.before(Place(1)).table, referee.table)
