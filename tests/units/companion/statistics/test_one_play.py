"""An evening in figures: they add up to what everybody holds, and say nothing of what is hidden."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.units import is_money
from companion.statistics import one_play
from companion.statistics.one_play import OTHER, Stream
from models.ledger import ledgers
from tests.paths import some_evenings


@pytest.fixture(params=some_evenings())
def evening(request, replayed):
    return replayed(request.param)


def course(referee, most=None):
    return one_play.course(referee.game, referee.table, referee.lines(), most)


def flows(referee):
    return one_play.flows(referee.game, referee.table, referee.lines())


def held_by(referee, seat, unit, *, owed=False):
    """What lies in all purses of a player, or of all together."""
    seats = [seat] if seat else [one.key for one in referee.table.players]
    purses = [
        (*account.partition(":"), of, held)
        for (account, of), held in referee.table.ledger.balances.items()
    ]
    return sum(
        held
        for holder, _, purse, of, held in purses
        if of == unit and holder in seats and (purse in referee.game.debts) == owed
    )


def test_what_came_less_what_went_is_what_players_hold(evening):
    for flow in flows(evening):
        assert flow.change == held_by(evening, flow.seat, flow.unit)
        borrowed = sum(stream.amount for stream in flow.came if stream.debt)
        paid_off = sum(stream.amount for stream in flow.went if stream.debt)
        assert borrowed - paid_off == -held_by(evening, flow.seat, flow.unit, owed=True)


def test_every_player_has_flows_where_money_moved_and_nobody_while_a_balance_is_hidden(evening):
    game, table = evening.game, evening.table
    seats = [seat.key for seat in table.players]
    postings = [posting for line in evening.lines() for posting in line.proposal.postings]
    posted = any(is_money(one.unit) and one.account.partition(":")[0] in seats for one in postings)
    secret = any(game.is_secret(table, account) for account, _ in table.ledger.balances)
    assert game.hides(table) == secret
    assert [one.seat for one in flows(evening)] == (["", *seats] if posted and not secret else [])
    assert not (secret and course(evening))


def test_fewer_points_of_an_evening_are_points_of_the_whole(evening):
    whole, few = course(evening), course(evening, 7)
    if whole is None or few is None:
        assert whole is few
        return
    assert set(few.moments) <= set(whole.moments)
    assert len(few.moments) <= 7
    assert few.moments[-1] == whole.moments[-1]


@pytest.mark.parametrize("count", range(1, 17))
def test_before_the_screens_are_lifted_no_line_of_an_evening_shows_a_chip(count, replayed):
    evening = replayed("doubletrack-first-home-four")
    lines = evening.lines()
    lifted = next(at for at, line in enumerate(lines, 1) if line.proposal.action == "lift_screens")
    ledger = [*ledgers(lines[:count])][-1][1]
    then = evening.table.at(ledger)
    assert bool(one_play.course(evening.game, then, lines[:count])) == (count >= lifted)
    assert bool(one_play.flows(evening.game, then, lines[:count])) == (count >= lifted)


def test_a_kind_of_entry_that_is_known_no_more_goes_by_its_name(replayed):
    evening = replayed("totopoly-whole-evening")
    old = [
        replace(line, proposal=replace(line.proposal, action="old_fee")) for line in evening.lines()
    ]
    found = one_play.flows(evening.game, evening.table, old)
    assert {stream.title for one in found for stream in (*one.came, *one.went)} == {"Old fee"}


@given(st.integers(0, 5_000), st.integers(2, 300))
def test_the_lines_picked_are_few_and_hold_both_ends(count, most):
    picked = one_play.spread(count, most)
    assert len(picked) == min(count, most)
    assert not count or {1, count} <= picked <= set(range(1, count + 1))
    gaps = [
        after - before for before, after in zip(sorted(picked), sorted(picked)[1:], strict=False)
    ]
    assert not gaps or max(gaps) - min(gaps) <= 1


@given(
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 9), st.booleans()), max_size=30),
    st.integers(2, 10),
)
def test_joining_small_ones_loses_no_dollar_and_no_loan(rows, most):
    loans = [row for row in rows if row[2]][:2]
    rows = sorted([row for row in rows if not row[2]] + loans, key=lambda row: -row[0])
    streams = [
        Stream(f"Kind {at}", amount, lines, debt) for at, (amount, lines, debt) in enumerate(rows)
    ]
    shown = one_play.join_small(streams, most)
    assert sum(one.amount for one in shown) == sum(one.amount for one in streams)
    assert sum(one.lines for one in shown) == sum(one.lines for one in streams)
    assert [one for one in shown if one.debt] == [one for one in streams if one.debt]
    assert len(shown) <= max(most, len(loans) + 2)
    assert shown == tuple(streams) or shown[-1].title == OTHER
