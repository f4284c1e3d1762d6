"""The short form of the simulator: fixed seeds of all five games; and each promise broken on purpose is noticed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.core import revision
from companion.core.referee import Referee
from companion.games.doubletrack import auctions
from companion.games.rat_a_tat_cat import sheet
from companion.games.rat_race_monopoly import salary_and_loans
from companion.games.ratrace import business
from companion.games.totopoly import auction
from models import projections
from models.book import Book
from models.journal import Journal
from models.ledger import Refusal
from tests.campaigns.oracle_totopoly import dividend, shared_out
from tests.campaigns.simulation.players import PLAYERS
from tests.campaigns.simulation.simulated_play import Tally
from tests.campaigns.simulator import GAMES, quiet, simulate


@pytest.mark.parametrize("game", GAMES)
def test_random_commands_keep_every_promise(game):
    result = simulate(game, 20_261_121, 60, evening=30)
    assert not result.broken, f"{result.broken[0].why}\n{result.broken[0].again}\n{result.broken[0].trace}"
    assert result.tally.commands >= 60
    assert min(result.tally.accepted, result.tally.refused) > 5
    assert result.tally.oracle.asked.total() > 20
    assert result.opinions > 80


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


def dearer(monkeypatch):
    price = business.price
    monkeypatch.setattr(business, "price", lambda *given: price(*given) + 1)


def better_paid(monkeypatch):
    paid = salary_and_loans.salary
    monkeypatch.setattr(salary_and_loans, "salary", lambda table, *given: paid(table, *given) + 10)


def a_greedy_auctioneer(monkeypatch):
    due = auction.commission_due
    monkeypatch.setattr(auction, "commission_due", lambda *given: due(*given) + 1)


def knocking_in_vain_for_nothing(monkeypatch):
    monkeypatch.setattr(sheet, "penalty_of", lambda *_: 0)


def losing_bids_unpaid(monkeypatch):
    pay_bids = auctions.pay_bids

    def winning_bids(t, sale, **back):
        pay_bids(t, replace(sale, bids={who: bid for who, bid in sale.bids.items() if bid == sale.top}), **back)

    monkeypatch.setattr(auctions, "pay_bids", winning_bids)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("game", "sabotage"),
    [
        ("ratrace", dearer),
        ("rat_race_monopoly", better_paid),
        ("totopoly", a_greedy_auctioneer),
        ("rat_a_tat_cat", knocking_in_vain_for_nothing),
        ("doubletrack", losing_bids_unpaid),
    ],
)
def test_one_wrong_payment_is_noticed(game, sabotage, monkeypatch):
    sabotage(monkeypatch)
    result = simulate(game, 1, 250, evening=50)
    assert result.broken
    assert "the book moved" in result.broken[0].why


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


def later_lines_left_as_they_were(monkeypatch):
    propose = revision._Trying._propose

    def lazy(self, running, number, now, decided):
        return now if now is not None and decided is None else propose(self, running, number, now, decided)

    monkeypatch.setattr(revision._Trying, "_propose", lazy)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("game", "sabotage", "why"),
    [
        ("doubletrack", a_refusal_that_writes, "a refused command wrote"),
        ("ratrace", a_tap_that_counts_twice, "the same command is another entry"),
        ("ratrace", undo_of_another_line, "undo must void|another entry would be undone"),
        ("rat_race_monopoly", projections_not_updated, "opens otherwise|balances of the app|sent twice is written"),
        ("totopoly", later_lines_left_as_they_were, "the book moved|accepted against the rulebook"),
    ],
)
def test_a_broken_promise_is_noticed(game, sabotage, why, monkeypatch):
    sabotage(monkeypatch)
    result = simulate(game, 3, 1_500, evening=50)
    assert result.broken
    assert any(part in result.broken[0].why for part in why.split("|")), result.broken[0].why


@pytest.mark.campaign
def test_the_oracle_reckons_the_rulebooks_own_examples():
    # rulebook: 2,000 laid, 180 on the winner: commission 200, dividend 10, a 20 bet gets 200
    assert dividend(2_000, 180, "round", "computed") == (200, 10)
    assert dividend(150, 10, "round", "computed") == (10, 14)
    assert dividend(100, 70, "round", "computed") == (10, None)
    assert shared_out([40, 30], 90, "clerk") == [51, 38]
    assert dividend(100, 100, "round", "computed") == (10, None)
