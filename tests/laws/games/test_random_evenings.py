"""Whatever an evening is like, with lines struck out: the book stays sound, and what is told of it adds up."""

import re
from collections import Counter

import pytest

from companion.core.show.highlights import highlights
from companion.core.units import is_money
from companion.statistics import one_play
from models.ledger import Projection
from tests.laws.games.random_evenings import WALKERS, walk

BAD = re.compile(r"\bNone\b|\bnan\b|  |\.\.|\(\)|[{}<>]|\$-|\u00a3-")
ADDED_UP = {"chips", "tolls"}
"""Highlights of Doubletrack that say what lies behind screens."""
each_game = pytest.mark.parametrize("made", WALKERS, ids=lambda made: made.key)


@pytest.mark.long
@each_game
def test_random_evenings_try_nearly_everything(made):
    seen = set()
    for seed in range(100, 112):
        *_, walker = walk(made, seed, 120)
        seen |= walker.seen
    unseen = {action.name for action in walker.evening.game.actions} - seen
    assert len(unseen) <= 12, unseen


def in_purses(evening, seat):
    """Sum by unit what lies in a player's purses that are no debts."""
    held = Counter()
    for (account, unit), quantity in evening.table.ledger.balances.items():
        holder, _, purse = account.partition(":")
        if holder == seat and purse not in evening.game.debts:
            held[unit] += quantity
    return held


def check_figures(evening):
    game, table, lines = evening.game, evening.table, Projection(evening.entries).lines
    course, flows = one_play.course(game, table, lines), one_play.flows(game, table, lines)
    if game.hides(table):
        assert (course, flows) == (None, ())
        return
    of_players = Counter()
    for flow in flows:
        if flow.seat:
            assert flow.change == in_purses(evening, flow.seat)[flow.unit]
            of_players[flow.unit] += flow.change
    for flow in flows:
        assert flow.seat or (is_money(flow.unit) and flow.change == of_players[flow.unit])
    if course:
        worth = [game.worth_of(table, seat.key) for seat in table.players]
        assert course.moments[-1].number == len(lines)
        assert course.moments[-1].amounts == tuple(each and each.amount for each in worth)


def check_highlights(evening):
    game, table, lines = evening.game, evening.table, Projection(evening.entries).lines
    seats, places = {seat.key for seat in table.players}, {None, *(line.place for line in lines)}
    found = game.highlights_of(table, lines)
    assert len({(highlight.key, highlight.seat) for highlight in found}) == len(found), (
        "one of a kind for each seat"
    )
    for highlight in found:
        assert highlight.seat in seats
        assert {type(highlight.figure), type(highlight.weight)} == {int}
        assert 0 <= highlight.weight <= 100
        assert highlight.place in places
        assert highlight.sentence.endswith(".")
        assert not BAD.search(f"{highlight.label} {highlight.said} {highlight.sentence}"), highlight
    assert len(highlights(found)) <= 3
    hidden = any(game.is_secret(table, f"{seat}:chips") for seat in seats)
    assert not (hidden and found) or game.ending(table)
    assert not (hidden and ADDED_UP & {highlight.key for highlight in found})


@each_game
@pytest.mark.parametrize("stains", [False, True], ids=["as_written", "with_lines_struck_out"])
@pytest.mark.seeds(range(12), 1)
def test_a_long_random_evening_stays_sound(made, stains, seed):
    for walker in walk(made, seed, 160, stains=stains):
        if walker.steps % 50 == 49:
            walker.greys_truly()
        if stains and walker.steps % 20 == 19:
            check_highlights(walker.evening)
    evening = walker.evening
    if stains and evening.game.key != "rat_a_tat_cat":
        check_figures(evening)
    walker.ends()
    assert not evening.game.highlights_of(evening.table, Projection(evening.entries).lines)
