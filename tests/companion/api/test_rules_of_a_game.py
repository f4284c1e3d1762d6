"""What the rules of a game may ask, read and record, on a small game of cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.api import Condition, Game, Seat, Turn, ask, option, remembered
from companion.core.table import Table
from models.ledger import Posting
from models.plays import Seat as TableSeat


@remembered
def rounds(t: Turn) -> dict[int, str]:
    counted.append(t.number)
    return {int(holder.removeprefix("round_")): str(said) for holder, said in t.holders("said").items()}


counted: list[int] = []


@pytest.fixture
def game():
    made = Game(
        "cards",
        "Cards",
        "",
        players=(2, 4),
        banks=("deck",),
        money="",
        table_state={"opened": False, "over": False},
        options=(
            option.choice("ends", "Ends", {"never": "Never.", "after": "After some rounds."}),
            option.number("rounds", "Rounds", 5, unit="rounds", when=("ends", "after")),
        ),
    )
    opened = Condition(lambda t: t.opened, "Open the sheet first.")
    going_on = Condition(lambda t: not t.over, "It is over.")

    @made.action("Open the sheet")
    def start(t: Turn) -> None:
        t.set(opened=True)

    @made.action("End it", when=(opened, going_on))
    def end(t: Turn) -> None:
        t.set(over=True)

    @made.action("Record a round", when=(opened, going_on))
    def score(
        t: Turn,
        hands: dict[Seat, int] = ask.numbers("What has everybody?"),
    ) -> None:
        t.note(f"round_{t.number}", said=t.names(hands))
        t.pool({"deck": sum(hands.values())}, hands, "points", "points")
        t.narrate(f"{len(rounds(t.before))} rounds before, {len(rounds(t))} now.")

    return made


@pytest.fixture
def table(game):
    seats = tuple(TableSeat(name.lower(), name) for name in ("Ann", "Ben"))
    return Table(seats, houses=game.house_rules())


def played(game, table, action, **answers):
    proposal = game.find_action(action).propose(table, answers)
    return proposal, replace(table, ledger=table.ledger.after(proposal))


def test_of_several_conditions_the_first_that_does_not_hold_says_why(game, table):
    end = game.find_action("end")
    assert end.why_not(table, {}) == "Open the sheet first."
    _, table = played(game, table, "start")
    assert end.why_not(table, {}) is None
    _, table = played(game, table, "end")
    assert end.why_not(table, {}) == "It is over."


def test_several_are_paid_at_once_and_the_giver_in_one_sum(game, table):
    _, table = played(game, table, "start")
    proposal, _ = played(game, table, "score", hands="ann=9 ben=0")
    assert proposal.postings == (Posting("@deck:points", -9, "points"), Posting("ann:points", 9, "points"))


def test_a_turn_reads_what_was_before_it_and_what_it_has_recorded(game, table):
    _, table = played(game, table, "start")
    proposal, table = played(game, table, "score", hands="ann=2 ben=9")
    assert proposal.narration == "0 rounds before, 1 now."
    proposal, table = played(game, table, "score", hands="ann=2 ben=9")
    assert proposal.narration == "1 rounds before, 2 now."
    assert rounds(game.turn(table)) == {2: "Ann and Ben", 3: "Ann and Ben"}


def test_what_is_remembered_is_computed_anew_once_something_else_is_noted(game, table):
    _, table = played(game, replace(table, seats=table.seats[::-1]), "start")
    counted.clear()
    for _ in range(3):
        assert rounds(game.turn(table)) == {}
    alike = replace(table, ledger=replace(table.ledger, seq=7))
    assert rounds(game.turn(alike)) == {}
    assert len(counted) == 1
    _, table = played(game, table, "score", hands="ann=2 ben=9")
    assert len(rounds(game.turn(table))) == 1


def test_an_option_may_say_something_only_where_another_is_played_so(game):
    rounds_to_play = game.option("rounds")
    assert not rounds_to_play.speaks({"ends": "never"})
    assert rounds_to_play.speaks({"ends": "after"})
