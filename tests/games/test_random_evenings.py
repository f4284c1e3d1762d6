"""Whatever an evening was like, with lines struck out: its figures add up, and its feats are of those who sit there."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from companion.core.show.highlights import highlights
from companion.core.units import is_money
from companion.statistics import one_play
from models.ledger import history
from tests.games.random_evenings import doubletrack, rat_a_tat_cat, rat_race_monopoly, ratrace, totopoly

STEPS = 100
BAD = re.compile(r"\bNone\b|\bnan\b|  |\.\.|\(\)|[{}<>]|\$-|\u00a3-")


def in_purses(evening, seat):
    """Sum by unit what lies in a player's purses that are no debts."""
    held = Counter()
    for (account, unit), quantity in evening.table.ledger.balances.items():
        holder, _, purse = account.partition(":")
        if holder == seat and purse not in evening.game.debts:
            held[unit] += quantity
    return held


def check_figures(evening):
    game, table, lines = evening.game, evening.table, history(evening.entries)
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


def check_feats(evening):
    game, table, lines = evening.game, evening.table, history(evening.entries)
    seats, places = {seat.key for seat in table.players}, {None, *(line.place for line in lines)}
    found = game.highlights_of(table, lines)
    assert len({(highlight.key, highlight.seat) for highlight in found}) == len(found), "one of a kind for each seat"
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


@pytest.mark.seeds(range(4), 1)
@pytest.mark.parametrize("play", [ratrace, totopoly, rat_race_monopoly, rat_a_tat_cat, doubletrack])
def test_figures_add_up_and_feats_can_be_told_until_all_is_undone(play, seed):
    *_, evening = play(seed, STEPS, stains=True)
    check_feats(evening)
    if evening.game.key != "rat_a_tat_cat":
        check_figures(evening)
    while evening.undoable():
        evening.undo()
    assert evening.game.highlights_of(evening.table, history(evening.entries)) == ()
