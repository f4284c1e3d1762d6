"""What a game need not say itself: what is noted anew, the journal's sentence, a figure with its sign."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Game, Turn, ask, remembered
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


@GAME.column("Dealt")
def dealt(t: Turn, who) -> int | None:
    return t.noted(who, "dealt")


@GAME.action("Deal", button="{who} deals")
def deal(t: Turn, who=ask.player("Who deals?")) -> None:
    t.note(who, dealt=7)


def test_a_rule_that_says_nothing_is_told_by_its_button_and_a_fact_without_a_sign_as_money():
    proposal = deal.propose(TABLE, {"who": "ann"})
    assert proposal.narration == "Ann deals."
    facts = [standing.details for standing in GAME.standings(TABLE.after(proposal))]
    assert facts == [(("Dealt", "$7"),), ()]


def test_what_is_remembered_is_computed_anew_once_something_else_is_noted():
    for alike in (TABLE, TABLE, replace(TABLE, ledger=replace(TABLE.ledger, seq=7))):
        assert rounds(GAME.turn(alike)) == {}
    assert len(counted) == 1
    proposal = score.propose(TABLE, {})
    assert proposal.narration == "0 rounds before, 1 now."
    assert len(rounds(GAME.turn(TABLE.after(proposal)))) == 1
