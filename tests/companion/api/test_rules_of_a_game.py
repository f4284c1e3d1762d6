"""What the rules of a game may ask and remember, on a small game of rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.api import Condition, Game, Turn, remembered
from companion.core.table import Table
from models.plays import Seat


@remembered
def rounds(t: Turn) -> dict[str, str]:
    counted.append(t.number)
    return {holder: str(said) for holder, said in t.holders("said").items()}


counted: list[int] = []


@pytest.fixture
def game():
    made = Game("cards", "Cards", "", players=(2, 4), table_state={"opened": False, "over": False})
    opened = Condition(lambda t: t.opened, "Open the sheet first.")
    going_on = Condition(lambda t: not t.over, "It is over.")

    @made.action("Open the sheet")
    def start(t: Turn) -> None:
        t.set(opened=True)

    @made.action("End it", when=(opened, going_on))
    def end(t: Turn) -> None:
        t.set(over=True)

    @made.action("Record a round", when=(opened, going_on))
    def score(t: Turn) -> None:
        t.note(f"round_{t.number}", said="played")
        t.narrate(f"{len(rounds(t.before))} rounds before, {len(rounds(t))} now.")

    return made


@pytest.fixture
def table():
    return Table(tuple(Seat(name.lower(), name) for name in ("Ann", "Ben")))


def played(game, table, action):
    proposal = game.find_action(action).propose(table, {})
    return proposal, replace(table, ledger=table.ledger.after(proposal))


def test_of_several_conditions_the_first_that_does_not_hold_says_why(game, table):
    end = game.find_action("end")
    assert end.why_not(table, {}) == "Open the sheet first."
    _, table = played(game, table, "start")
    assert end.why_not(table, {}) is None
    _, table = played(game, table, "end")
    assert end.why_not(table, {}) == "It is over."


def test_what_is_remembered_is_computed_anew_once_something_else_is_noted(game, table):
    _, table = played(game, replace(table, seats=table.seats[::-1]), "start")
    counted.clear()
    for alike in (table, table, replace(table, ledger=replace(table.ledger, seq=7))):
        assert rounds(game.turn(alike)) == {}
    assert len(counted) == 1
    proposal, table = played(game, table, "score")
    assert proposal.narration == "0 rounds before, 1 now."
    assert len(rounds(game.turn(table))) == 1
