"""The short form of the simulator: fixed seeds of all five games; and each promise broken on purpose is noticed."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.recording.referee import Referee
from models import projections
from models.book import Book
from models.journal import Journal
from models.ledger import Refusal
from tests.campaigns.simulation.players import PLAYERS
from tests.campaigns.simulation.simulated_play import Tally
from tests.campaigns.simulator import GAMES, quiet, simulate


@pytest.mark.parametrize("game", GAMES)
def test_random_commands_keep_every_promise(game):
    result = simulate(game, 20_261_121, 60, evening=30)
    assert not result.broken, f"{result.broken[0].why}\n{result.broken[0].again}\n{result.broken[0].trace}"
    assert result.tally.commands >= 60
    assert min(result.tally.accepted, result.tally.refused) > 5


@pytest.mark.campaign
def test_an_evening_is_the_same_again_from_its_seed():
    runs = []
    for _ in range(2):
        lines = []
        simulate("ratrace", 5, 20, say=lines.append)
        runs.append(lines)
    assert runs[0] == runs[1]


@pytest.mark.campaign
def test_somebody_short_of_cash_is_helped_and_the_debt_paid(tmp_path):
    # by itself this hardly ever comes up: an evening of Ratrace without it had never paid a debt that was open
    tally, database = Tally(), Book.open(tmp_path)
    dice = Random(1)  # noqa: S311 - it plays, it keeps no secrets

    def sit(kind, names, houses):
        return kind(database, dice, names, houses | {"businesses": "one", "position": "off"}, tally, quiet)

    player = PLAYERS["ratrace"](dice, 0, sit)
    simulated, first = player.evening, player.evening.table.seats[0].key
    simulated.do("start", first=first)
    for seat, colour in zip(simulated.table.seats, ("black", "red"), strict=True):
        simulated.do("pick", who=seat.key, business=colour)
    simulated.do("correct_money", giver=first, taker="treasury", amount=200, reason="for the test")
    simulated.do("taxes", who=first, roll=5)
    assert simulated.event == "due"
    while simulated.event == "due":
        player.now_and_then()
    assert tally.actions["settle"] == 1
    simulated.proven()
    database.close()


def a_refusal_that_writes(monkeypatch):
    write = Referee.write

    def careless(self, *given, **named):
        try:
            return write(self, *given, **named)
        except Refusal:
            self.journal.rename(self.play.id, "Refused")
            raise

    monkeypatch.setattr(Referee, "write", careless)


def a_tap_that_counts_twice(monkeypatch):
    write = Referee.write

    def deaf(self, action, answers, *, command=None):
        del command
        return write(self, action, answers)

    monkeypatch.setattr(Referee, "write", deaf)


def undo_of_another_line(monkeypatch):
    turns = Journal.turns

    def first(self, play):
        done, undone = turns(self, play)
        return ([*done[:-1], 1] if done and done[-1] > 3 else done), undone

    monkeypatch.setattr(Journal, "turns", first)


def projections_not_updated(monkeypatch):
    monkeypatch.setattr(projections, "count", lambda *_: None)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("game", "sabotage", "why"),
    [
        ("doubletrack", a_refusal_that_writes, "a refused command wrote"),
        ("ratrace", a_tap_that_counts_twice, "the same command is another entry"),
        ("ratrace", undo_of_another_line, "undo must void|another entry would be undone"),
        ("rat_race_monopoly", projections_not_updated, "opens otherwise|balances of the app|sent twice is written"),
    ],
)
def test_a_broken_promise_is_noticed(game, sabotage, why, monkeypatch):
    sabotage(monkeypatch)
    result = simulate(game, 3, 1_500, evening=50)
    assert result.broken
    assert any(part in result.broken[0].why for part in why.split("|")), result.broken[0].why
