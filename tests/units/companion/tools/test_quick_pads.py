"""The quick tools that are written down and kept: the pool of a Tote, and the dice thrown."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.table import Mark, Refusal, Seat, Table
from companion.games.totopoly import GAME
from companion.tools import POOL, pool, sum_of, throws
from companion.tools.pool import Laid, Pool
from models.ledger import Proposal

# -- the Tote pool ------------------------------------------------------------------------------------


def laid(*bets, **more):
    return Pool(bets=tuple(Laid(*one) for one in bets), **more)


def answer(made, **ways):
    game, one = sum_of(POOL)
    return one.rule(one.table(game, ways), made)


def board(made, **ways):
    return answer(made, **ways).board


def payout(made, **ways):
    return next(iter(answer(made, **ways).receipts), None)


@pytest.mark.parametrize(
    ("horse", "words", "where", "sentence"),
    [
        (0, "20", "horse", "First tap the horse"),
        (7, "20", "horse", "First tap the horse"),
        (1, "", "stake", "How much"),
        (1, "0", "stake", "at least 1"),
        (1, "2.5", "stake", "whole number"),
        (1, "9999999999", "stake", "more money"),
    ],
)
def test_a_bet_that_is_none_is_refused_where_it_is_wrong(horse, words, where, sentence):
    with pytest.raises(Refusal) as refused:
        Pool(horses=6).lay(horse, words)

    assert refused.value.question == where
    assert sentence in refused.value.sentence


BETS = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 400), st.sampled_from(["", "Ann", "Ben", "Cy"])),
    max_size=12,
)
RULES = sum_of(POOL)[1].options
WAYS = st.fixed_dictionaries(
    {rule.key: st.sampled_from([way for way, _ in rule.ways]) for rule in RULES}
)


@given(BETS, st.integers(1, 6), WAYS)
def test_a_real_tote_evening_pays_what_the_pool_says(bets, winner, ways):
    """The same bets are taken and paid out by the actions of a play with just the Tote."""
    names = ("Ann", "Ben", "Cy", "No name")
    seats = tuple(Seat(name.split()[0].lower(), name) for name in names)
    table = Table(
        seats, houses=GAME.house_rules({"keeps": "tote", **ways}), printed=GAME.printed_values()
    )
    table = table.after(
        Proposal("", {}, "", marks=(Mark("table", "stage", "betting"), Mark("table", "field", 6)))
    )
    for horse, stake, name in bets:
        answers = {"who": (name or "No").lower(), "horse": f"h{horse}", "amount": stake}
        bet = GAME.find_action("bet").propose(table, answers)
        table = table.after(bet)
    made = laid(*bets, winner=winner)
    open_board = {
        one.number: (one.laid, one.pays) for one in board(replace(made, winner=0), **ways).runners
    }
    assert open_board == {one.number: (one.laid, one.pays) for one in GAME.boards(table)[0].runners}

    table = table.after(
        Proposal(
            "",
            {},
            "",
            marks=(Mark("table", "stage", "home"), Mark("race", "place_1_1", f"h{winner}")),
        )
    )
    if not bets:
        assert payout(made, **ways) is None
        return
    paid = GAME.find_action("pay_tote").propose(table, {})
    receipt = payout(made, **ways)
    # who bets first stands first in a pool, and by the seats in a play
    assert sorted((one.text, one.figure or 0) for one in receipt.working) == sorted(
        (line.text, line.figure or 0) for line in paid.working
    )
    assert receipt.house == paid.house


@given(BETS, st.integers(0, 6))
def test_a_pool_is_read_as_it_was_written(bets, winner):
    made = laid(*bets, winner=winner)

    assert pool.read(made.to_stored()) == made


@given(
    st.dictionaries(
        st.sampled_from(["horses", "bets", "winner", *(rule.key for rule in RULES)]),
        st.text(max_size=40),
    )
)
def test_whatever_a_device_has_kept_a_pool_can_be_drawn(kept):
    board(pool.read(kept), **kept)


# -- dice, and the list -------------------------------------------------------------------------------


def test_the_last_ten_throws_are_kept_newest_first():
    held = throws.Throws()
    for face in range(12):
        held = held.add((face % 6 + 1, 1))

    assert len(held.thrown) == 10
    assert held.thrown[0] == (6, 1)
    assert throws.read(held.to_stored()) == held
