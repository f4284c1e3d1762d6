"""A receipt that was looked at, and what others recorded before it was agreed to: the referee has the last word."""

import pytest

from companion.core.recording.meanwhile import Overtaken, Shown, same
from companion.core.recording.referee import Referee
from companion.formats.session import replay, steps
from companion.games import game_of
from models.ledger import Mark, Posting, Proposal, Refusal

RACE = "game totopoly\nseats Ann Ben Cy Dee\nhouse keeps=tote\nstart horses=8\n"
PAYMENT = {"giver": "ben", "taker": "ann", "amount": 20, "reason": "a card"}
STREETS = "game rat_race_monopoly\nseats Ann Ben Cy\nstart first=ann\n"


def opened(journal, text):
    """A play after some lines, and the same once more as another program has it open."""
    play_id = replay(journal, steps(text)).play.id
    return Referee(journal, play_id, game_of), Referee(journal, play_id, game_of)


def looked_at(referee, action, answers):
    return Shown(referee.version, referee.propose(action, answers))


def posted(*marks, narration="Ann lays £5 on Dorigen.", amount=5):
    return Proposal(
        "bet", {}, narration, (Posting("ann:cash", -amount), Posting("pool", amount)), marks
    )


@pytest.mark.parametrize(("action", "answers"), [("pay", PAYMENT), ("next_player", {})])
def test_the_same_entry_from_two_hands_is_recorded_once(journal, action, answers):
    one, other = opened(journal, STREETS)
    shown = looked_at(other, action, answers)
    first = one.write(action, answers)
    with pytest.raises(Overtaken) as refused:
        other.write(action, answers, shown=shown)
    assert refused.value.same == refused.value.entries == (first,)
    assert journal.last(one.play.id) == first.seq


def test_the_same_round_written_down_at_another_moment_is_recorded_once(journal):
    one, other = opened(journal, "game rat_a_tat_cat\nseats Ann Ben Cy\nstart first=ann\n")
    written = {"scores": "ann=12 ben=20 cy=7"}
    shown = looked_at(other, "round", {**written, "at": 1_900_000_060})
    first = one.write("round", {**written, "at": 1_900_000_000})
    with pytest.raises(Overtaken) as refused:
        other.write("round", {**written, "at": 1_900_000_060}, shown=shown)
    assert refused.value.same == (first,)


def test_a_payment_that_was_undone_again_stands_in_nobodys_way(journal):
    one, other = opened(journal, STREETS)
    shown = looked_at(other, "pay", PAYMENT)
    one.write("pay", PAYMENT)
    one.undo()
    assert other.write("pay", PAYMENT, shown=shown).proposal.answers["amount"] == 20


def test_a_receipt_that_comes_to_something_else_by_now_is_not_recorded(journal):
    one, other = opened(journal, STREETS)
    shown = looked_at(other, "next_player", {})
    first = one.write("correct_turn", {"who": "ben"})
    with pytest.raises(Overtaken) as refused:
        other.write("next_player", {}, shown=shown)
    assert refused.value.entries == (first,)
    assert refused.value.same == ()


def test_two_different_bets_both_stand_though_slips_are_numbered(journal):
    one, other = opened(journal, RACE)
    mine, yours = (
        {"who": "ann", "horse": "h1", "amount": 5},
        {"who": "ben", "horse": "h1", "amount": 20},
    )
    shown = looked_at(other, "bet", yours)
    one.write("bet", mine)
    other.write("bet", yours, shown=shown)
    said = [entry.proposal.narration for entry in journal.all_entries(one.play.id)][-2:]
    assert said == ["Ann lays £5 on horse 1.", "Ben lays £20 on horse 1."]


def test_a_tap_sent_twice_is_recorded_once_whatever_others_recorded_between(journal):
    one, other = opened(journal, RACE)
    bet = {"who": "ann", "horse": "h1", "amount": 5}
    shown = looked_at(other, "bet", bet)
    first = other.write("bet", bet, shown=shown, command="tap")
    one.refresh()
    one.write("bet", {"who": "ben", "horse": "h2", "amount": 5})
    assert other.write("bet", bet, shown=shown, command="tap") == first


def test_it_is_decided_with_the_pen_in_hand(journal, monkeypatch):
    one, other = opened(journal, STREETS)
    shown, append = looked_at(other, "pay", PAYMENT), journal.append

    def late(*args, **kwargs):
        """Another hand is quicker by a hair: it writes after all was looked at, just before the pen is taken."""
        monkeypatch.setattr(journal, "append", append)
        one.write("pay", PAYMENT)
        return append(*args, **kwargs)

    monkeypatch.setattr(journal, "append", late)
    with pytest.raises(Overtaken):
        other.write("pay", PAYMENT, shown=shown)


@pytest.mark.parametrize(
    ("shown", "now"),
    [
        (Mark("tote", "bet_1_7", "ann h3 5"), Mark("tote", "bet_1_8", "ann h3 5")),
        (Mark("tote", "bets_1", 7), Mark("tote", "bets_1", 8)),
        (Mark("round_18", "because", None), Mark("round_19", "because", None)),
    ],
)
def test_a_running_number_makes_no_other_receipt(shown, now):
    assert same(posted(shown), posted(now))


@pytest.mark.parametrize(
    "now",
    [
        posted(Mark("table", "turn", "cy")),
        posted(Mark("table", "turn", "ben"), narration="Ann lays £5 on Leonidas II."),
        posted(Mark("table", "turn", "ben"), amount=6),
        posted(),
    ],
    ids=["another mark", "another sentence", "another sum", "a mark less"],
)
def test_whatever_people_would_notice_makes_another_receipt(now):
    assert not same(posted(Mark("table", "turn", "ben")), now)


def test_another_throw_in_one_turn_is_written_for_a_reason_or_from_a_session(journal):
    one, _ = opened(journal, f"{STREETS}throw who=ann first=3 second=3\nthrow who=ann first=4\n")
    third = {"who": "ann", "first": 2}
    shown = looked_at(one, "throw", third)
    with pytest.raises(Refusal, match="Ann has thrown this turn") as refused:
        one.write("throw", third, shown=shown)
    assert refused.value.question == "reason"
    one.write("throw", third | {"reason": "the die fell off the table"}, shown=shown)
    one.write("next_player", {})
    one.write("throw", third | {"who": "ben"}, shown=Shown(one.version, None))
