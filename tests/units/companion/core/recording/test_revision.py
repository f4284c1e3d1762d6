"""Amending the past: a line changed, struck out or put in, and the later ones worked out again."""

import random
import re
from dataclasses import replace

import pytest

from companion.core import action
from companion.core.recording import differences
from companion.core.recording.revision import DROP, KEEP, Change
from companion.formats.session import replay, steps, write_out
from models import integrity
from models.ledger import AMEND, COUNT, Place, Projection, Refusal, ledgers
from tests.every_game import GAMES
from tests.paths import SESSION_FOLDER, some_evenings

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
    return Change(
        "correct_money", {"giver": giver, "taker": taker, "amount": amount, "reason": reason}
    )


@pytest.fixture
def referee(journal):
    return replay(journal, steps(RATRACE))


def holds(referee):
    """Everything that can be added up in two ways comes to the same, and nothing is damaged."""
    entries = referee.journal.all_entries(referee.play.id)
    ledger = referee.table.ledger
    assert Projection(entries).ledger == ledger
    assert referee.journal.ledger(referee.play.id) == ledger
    assert integrity.check(referee.journal, referee.play.id) == []
    after_each = [after for _, after in ledgers(Projection(entries).lines)]
    if after_each:
        assert (after_each[-1].balances, after_each[-1].marks) == (ledger.balances, ledger.marks), (
            "the evening as it is told"
        )


def cash(referee, who):
    return referee.table.ledger.balance(f"{who}:cash")


def test_the_same_tap_makes_one_correction(referee):
    first = referee.amend({Place(5): DROP}, "no", command="one tap")
    assert referee.amend({Place(5): DROP}, "no", command="one tap") == first
    assert referee.version == 7


def test_no_action_of_any_game_is_called_like_a_decision():
    alone = {
        one.name
        for game in GAMES
        for one in game.actions
        if all(asked.optional for asked in one.questions)
    }
    assert not alone & {DROP, KEEP}
    assert not {one.name for game in GAMES for one in game.actions} & {
        AMEND,
        COUNT,
        "undo",
        "redo",
        "void",
    }


@pytest.mark.parametrize("lines", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", some_evenings())
def test_any_line_of_any_evening_can_be_voided_and_brought_back(name, lines, journal):
    referee = replay(
        journal, steps((SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8"))
    )
    chance = random.Random(name)  # noqa: S311 - it picks lines for a test
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
        assert again.table.ledger == referee.table.ledger, (
            "written out and read again it is the same evening"
        )
        if chance.random() < 0.5:
            referee.undo(reason="for the test")
            assert (referee.table.ledger.balances, referee.table.ledger.marks) == (
                before.balances,
                before.marks,
            )
            holds(referee)


@pytest.mark.parametrize("name", some_evenings())
def test_an_evening_worked_out_again_from_its_answers_is_the_same_evening(name, replayed):
    referee = replayed(name)
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


HIDDEN = """game doubletrack
seats Ann Ben Cy
house secret=yes
start first=ann
"""


PLAYED = f"""{HIDDEN}
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
"""


def test_a_correction_says_nothing_of_what_is_hidden_where_the_opening_goes_the_change_is_the_balance(
    journal,
):
    referee = replay(journal, steps(PLAYED))
    amended = referee.revise({Place(1): DROP})
    assert len(amended.refused) == 2
    assert differences.between(referee.game, referee.table, amended.after) == ()


@pytest.mark.parametrize("times", [100, pytest.param(1_400, marks=pytest.mark.long)])
def test_a_correction_with_very_many_decisions_is_summarised_and_its_text_can_be_read_again(
    times, journal
):
    referee = replay(journal, steps(RATRACE))
    with journal.database.writing():
        for _ in range(times):
            there = moves("alice", "treasury", 1)
            back = moves("treasury", "alice", 1)
            referee.write(there.action, there.answers)
            referee.write(back.action, back.answers)
    decisions = {Place(seq): DROP for seq in range(7, referee.version + 1)}
    entry = referee.amend(decisions, "a child was playing")
    assert entry.proposal.narration.endswith(
        f"Treasury (put right). {2 * times - 5} more crossed out."
    )
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
    assert not differences.overdrawn_stakes(
        referee.game, referee.before(Place(1)).table, referee.table
    )


def test_a_stake_that_lies_below_zero_already_stands_in_nobodys_way(journal):
    referee = replay(journal, steps(PAID_OUT["race"][0]))
    stake, fine = (
        next(line.place for line in referee.lines() if words in line.proposal.narration)
        for words in ("bets $40", "a fine")
    )
    referee.void(stake.seq, "in a session it stands as it was recorded")
    referee.void(fine.seq, "no fine", seen=referee.version)
    assert referee.table.ledger.balance("alice:race") == -40


# --- recorded in other words than the rules use today


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


BONUS = {
    Place(4): Change(
        "correct_money", {"giver": "treasury", "taker": "alice", "amount": 120, "reason": "a bonus"}
    )
}


def test_a_correction_rewrites_the_same_lines_however_the_rules_are_worded_by_then(referee, reword):
    before = referee.revise(BONUS)
    reword()
    after = referee.revise(BONUS)
    assert becomes(after) == becomes(before)
    assert becomes(after) == {Place(4): "changed", Place(5): "receipt", Place(6): "same"}


def test_a_line_that_is_rewritten_for_its_figures_is_rewritten_in_the_words_of_today(
    referee, reword
):
    reword()
    referee.amend(BONUS, "it was 120")
    rewordings = [one.proposal.narration.endswith(SUFFIX) for one in referee.lines()]
    assert rewordings == [False, False, False, True, True, False]


def test_a_line_put_in_earlier_stays_as_written_however_the_rules_are_worded_by_then(
    referee, reword
):
    fine = {"giver": "bob", "taker": "treasury", "amount": 7, "reason": "forgotten"}
    referee.amend({Place(6, 1): Change("correct_money", fine)}, "we forgot")
    before = becomes(referee.revise(BONUS))
    reword()
    assert becomes(referee.revise(BONUS)) == before
