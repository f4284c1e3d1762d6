"""What a rule works out once is worked out anew once something else is noted."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Game, Turn, remembered
from companion.core.table import Table
from models.plays import Seat

GAME = Game("cards", "Cards", "", players=(2, 4))
TABLE = Table((Seat("ann", "Ann"), Seat("ben", "Ben")))
counted: list[int] = []


@remembered
def rounds(t: Turn) -> dict[str, str]:
    counted.append(t.number)
    return {holder: str(said) for holder, said in t.holders("said").items()}


@GAME.action("Record a round")
def score(t: Turn) -> None:
    t.note(f"round_{t.number}", said="played")
    t.narrate(f"{len(rounds(t.before))} rounds before, {len(rounds(t))} now.")


def test_what_is_remembered_is_computed_anew_once_something_else_is_noted():
    for alike in (TABLE, TABLE, replace(TABLE, ledger=replace(TABLE.ledger, seq=7))):
        assert rounds(GAME.turn(alike)) == {}
    assert len(counted) == 1
    proposal = score.propose(TABLE, {})
    assert proposal.narration == "0 rounds before, 1 now."
    assert len(rounds(GAME.turn(TABLE.after(proposal)))) == 1
