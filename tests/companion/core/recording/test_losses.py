"""Who else loses by an entry: found in its postings and marks, whatever the game and the action."""

from __future__ import annotations

import pytest

from companion.core.recording.losses import MONEY, THINGS, TURN, losses
from companion.testing import replayed

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


@pytest.mark.parametrize(
    ("session", "seat", "action", "answers", "lost"),
    [
        (STREETS, "cy", "paid_by_each", {"amount": 500, "reason": "a birthday"}, {"ann": MONEY, "ben": MONEY}),
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


def test_whoever_is_waited_for_loses_the_turn_by_another_roll_and_not_by_the_own():
    referee = replayed(RATS)
    waits = next(seat.key for seat in referee.table.players if referee.game.standing(referee.table, seat.key).up)
    assert waits == "ann", "the square is still open"
    proposal = referee.propose("roll", {"who": "ben", "roll": 5})
    assert losses(referee.game, referee.table, proposal, ("ben",)) == {"ann": TURN}
    assert losses(referee.game, referee.table, proposal, ("ann", "ben")) == {}
