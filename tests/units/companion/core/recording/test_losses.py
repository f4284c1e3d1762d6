"""Who else loses by an entry: found in its postings and marks, whatever the game and the action."""

import pytest

from companion.core.recording.losses import MONEY, THINGS, TURN, losses, losses_by_undo
from companion.core.recording.members import losses_of_others
from companion.testing import replayed
from models.rooms import IN, Member

STREETS = """game rat_race_monopoly
seats Ann Ben Cy

start first=ann
buy_street who=ann street=s1
next_player
buy_street who=ben street=s2
"""
BROKER = """game rat_race_monopoly
seats Ann Ben Cy
house books=broker

start first=ann
visit who=ann buy=yes roll=8
"""
GATES = """game doubletrack
seats Ann Ben Cy

start first=ann
take_pass who=ben colour=red
"""
RATS = """game ratrace
seats Ann Ben Cy
house businesses=one

start first=ann
pick who=ann business=black
pick who=ben business=red
pick who=cy business=blue
roll who=ann roll=3
"""
BETS = """game ratrace
seats Ann Ben Cy
house businesses=one position=off

start first=ann
pick who=ann business=black
pick who=ben business=red
pick who=cy business=blue
race who=ann horse=7 stake=50
side_bet who=ben stake=50
race_roll roll=3
race_roll roll=4
"""


@pytest.mark.parametrize(
    ("session", "seat", "action", "answers", "lost"),
    [
        (
            STREETS,
            "cy",
            "paid_by_each",
            {"amount": 500, "reason": "a birthday"},
            {"ann": MONEY, "ben": MONEY},
        ),
        (STREETS, "ben", "deal", {"other": "ann", "gets": "s1"}, {"ann": THINGS}),
        (STREETS, "ben", "deal", {"other": "ann", "gives": "s2"}, {}),
        (STREETS, "ben", "deal", {"other": "ann", "gets": "s1", "asks": 100}, {"ann": MONEY}),
        (STREETS, "ben", "pay_each", {"amount": 100, "reason": "a birthday"}, {}),
        (STREETS, "ben", "buy_street", {"street": "s3", "price": 100}, {}),
        (STREETS, "ben", "pay_tax", {}, {}),
        (STREETS, "cy", "leave", {}, {}),
        (BROKER, "ben", "visit", {"buy": "yes", "roll": 8}, {}),
        (GATES, "ann", "steal_pass", {"colour": "red"}, {"ben": THINGS}),
        (GATES, "ann", "take_pass", {"colour": "blue"}, {}),
        (GATES, "ann", "take", {"of": "ben", "amount": 25}, {"ben": MONEY}),
        (RATS, "ann", "leave", {}, {}),
    ],
)
def test_an_entry_says_what_it_takes_from_whom(session, seat, action, answers, lost):
    referee = replayed(session)
    proposal = referee.propose(action, {"who": seat, **answers})
    assert losses(referee.game, referee.table, proposal, (seat,)) == lost


@pytest.mark.parametrize(
    ("session", "action", "answers", "lost"),
    [
        (STREETS, "pay_each", {"amount": 100, "reason": "a birthday"}, {"ann": MONEY, "cy": MONEY}),
        (STREETS, "deal", {"other": "ann", "gives": "s2"}, {"ann": THINGS}),
        (STREETS, "deal", {"other": "ann", "gets": "s1"}, {}),
        (STREETS, "buy_street", {"street": "s3", "price": 100}, {}),
        (STREETS, "next_player", {}, {}),
        (GATES, "steal_pass", {"colour": "red", "who": "ann"}, {}),
        (GATES, "sell_pass", {"what": "red", "bids": "ann=25 cy=10"}, {"ann": THINGS}),
        (RATS.rpartition("roll who")[0], "roll", {"who": "ann", "roll": 10}, {}),
    ],
)
def test_undoing_an_entry_says_what_that_takes_from_whom_and_a_turn_that_comes_back_is_no_loss(
    session, action, answers, lost
):
    referee = replayed(session)
    before, asked = referee.table, {one.name for one in referee.game.find_action(action).questions}
    proposal = referee.propose(action, {"who": "ben", **answers} if "who" in asked else answers)
    now = before.after(proposal)
    own = answers.get("who", "ben")
    assert losses_by_undo(referee.game, before, now, proposal, (own,)) == lost


def test_whoever_is_waited_for_loses_the_turn_by_another_roll_and_not_by_the_own():
    referee = replayed(RATS)
    waits = next(
        seat.key
        for seat in referee.table.players
        if referee.game.standing(referee.table, seat.key).up
    )
    assert waits == "ann", "the square is still open"
    proposal = referee.propose("roll", {"who": "ben", "roll": 5})
    assert losses(referee.game, referee.table, proposal, ("ben",)) == {"ann": TURN}
    assert losses(referee.game, referee.table, proposal, ("ann", "ben")) == {}


def test_what_dice_alone_take_from_others_the_rule_takes():
    referee = replayed(BETS)
    proposal = referee.propose("race_roll", {"roll": 3})
    assert losses(referee.game, referee.table, proposal, ("ann",)) == {"ben": MONEY}
    at_once = Member("phone", "room", people=("Ann",), state=IN, at_once=True)
    assert losses_of_others(at_once, proposal, referee) == {}
