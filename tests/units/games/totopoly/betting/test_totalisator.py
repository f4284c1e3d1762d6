"""The totalisator: dividends, commission, breakage and payouts, to the unit, on any book."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.betting import (
    CARRIED,
    CLERK,
    COMPUTED,
    EXACT,
    KEPT,
    REFUND,
    REMAINDERS,
    ROUND,
    STAKE,
    Dividend,
    Terms,
    decimal,
    dividend,
    dividends,
    exact,
    pay_out,
    round_figure,
    tenth,
)


class Bet(NamedTuple):
    horse: str
    stake: int


RUNNERS = tuple(f"h{number}" for number in range(1, 13))
USUAL = Terms()

bets = st.lists(st.builds(Bet, st.sampled_from(RUNNERS), st.integers(1, 700)), max_size=40)
big_bets = st.lists(st.builds(Bet, st.sampled_from(RUNNERS[:3]), st.integers(1, 10**9)), max_size=8)
books = st.one_of(bets, big_bets)
terms = st.builds(
    Terms,
    st.sampled_from([ROUND, EXACT]),
    st.sampled_from([CLERK, REMAINDERS]),
    st.sampled_from([KEPT, REFUND, CARRIED]),
    st.sampled_from([COMPUTED, STAKE]),
)
carried = st.one_of(st.just(0), st.integers(0, 5_000))


def book(*written):
    """A book written as ``h1 20``."""
    return tuple(Bet(horse, int(stake)) for horse, stake in (one.split() for one in written))


@pytest.mark.parametrize(("percent", "fits"), [(4, False), (5, True), (15, True), (16, False)])
def test_5_and_15_percent_are_both_included(percent, fits):
    # 100 units on the winner and one whole dividend: the commission is what is left
    total = 100 * 100
    laid = total - percent * 100
    assert (round_figure(total, laid) == 1) is fits


@given(st.integers(0, 100_000), st.integers(0, 2_000))
def test_the_solver_finds_what_trying_every_figure_finds(total, laid):
    fits = [
        (abs(10 * (total - figure * laid) - total), -figure)
        for figure in range(1, total // laid + 1 if laid else 0)
        if 5 * total <= 100 * (total - figure * laid) <= 15 * total
    ]
    assert round_figure(total, laid) == (-min(fits)[1] if fits and total else None)


@pytest.mark.parametrize(
    ("total", "commission"), [(0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (2_345, 235), (101, 10)]
)
def test_10_percent_is_to_the_nearest_unit_halves_up(total, commission):
    assert tenth(total) == commission


def test_terms_that_are_not_told_are_the_usual_ones():
    assert Terms() == Terms(ROUND, CLERK, KEPT, COMPUTED)
    assert Dividend(10, 100, 10) == Dividend(10, 100, 10, None, gave_way=False)
    assert exact(100, 97) == exact(100, 97, Terms()) == Dividend(97, 100, 10)


# --- Pools worked out by hand


@pytest.mark.parametrize(
    ("laid", "winners", "way", "paid", "commission", "breakage"),
    [
        # the rulebook's: 2,000 less 200, and 10 for each of the 180 on the winner
        ("h2 160, h2 20, h1 1820", "h2", Terms(), (1_600, 200, 0), 200, 0),
        # 13 and 14 fit equally: 14, and 10 for the clerk
        ("h1 10, h2 140", "h1", Terms(), (140, 0), 10, 0),
        ("h1 10, h2 140", "h1", Terms(EXACT), (135, 0), 15, 0),
        # nothing round fits: 90 x 40 / 70 = 51.4 and 90 x 30 / 70 = 38.6
        ("h1 40, h2 30, h1 30", "h1", Terms(), (51, 0, 38), 10, 1),
        ("h1 40, h2 30, h1 30", "h1", Terms(breakage=REMAINDERS), (51, 0, 39), 10, 0),
        # of equal remainders the earlier bets go first: 80 for seven bets are 11 each, and 3 are left over
        ("h1 10, h1 10, h1 10, h1 10, h1 10, h1 10, h1 10, h2 19", "h1", Terms(EXACT, REMAINDERS),
         (12, 12, 12, 11, 11, 11, 11, 0), 9, 0),
        ("h1 100", "h1", Terms(), (90,), 10, 0),
        ("h1 1", "h1", Terms(), (1,), 0, 0),
        ("h1 60, h1 37, h2 3", "h1", Terms(least=STAKE), (60, 37, 0), 3, 0),
        ("h1 9, h2 1", "h1", Terms(EXACT, least=STAKE), (9, 0), 1, 0),
        ("h1 70, h2 30", "h3", Terms(), (0, 0), 100, 0),
        # dead heats: the pool less 10% in equal parts, each shared by what is laid on that horse
        # 200 less 20: 90 for each horse; 90 / 50 = 1.8 and 90 / 100 = 0.9
        ("h1 50, h2 60, h2 40, h3 50", "h1 h2", Terms(), (90, 54, 36, 0), 20, 0),
        # 100 less 10: 45 for each; 45 x 7 / 20 = 15.75, 45 x 13 / 20 = 29.25, 45 x 30 / 30 = 45: 1 is left over
        ("h1 7, h1 13, h2 30, h3 50", "h1 h2", Terms(), (15, 29, 45, 0), 10, 1),
        ("h1 7, h1 13, h2 30, h3 50", "h1 h2", Terms(breakage=REMAINDERS), (16, 29, 45, 0), 10, 0),
        # 101 less 10: 45.5 for each horse
        ("h1 40, h2 20, h3 41", "h1 h2", Terms(), (45, 45, 0), 10, 1),
        # 120 less 12 for three: 36 for each horse
        ("h1 10, h2 20, h3 40, h4 50", "h1 h2 h3", Terms(), (36, 36, 36, 0), 12, 0),
        # nobody backed horse 4: horse 1 is paid as if it had won alone, at the round figure of 14
        ("h1 10, h2 140", "h1 h4", Terms(), (140, 0), 10, 0),
        # whole stakes: half of 180 is less than the 120 on horse 2, so 60 are left for horse 1
        ("h1 30, h2 120, h3 50", "h1 h2", Terms(least=STAKE), (60, 120, 0), 20, 0),
        # 95 of 100 laid on the two: 5 are left for the clerk, and everybody has the stake back
        ("h1 15, h2 80, h3 5", "h1 h2", Terms(least=STAKE), (15, 80, 0), 5, 0),
        ("h1 50, h3 50", "h2 h4", Terms(unbacked=REFUND), (50, 50), 0, 0),
    ],
)  # fmt: skip
def test_a_pool_is_paid_out_to_the_unit(laid, winners, way, paid, commission, breakage):
    out = pay_out(book(*laid.split(", ")), winners.split(), way)
    assert (out.payouts, out.commission, out.breakage) == (paid, commission, breakage)


@pytest.mark.parametrize(
    ("way", "went"), [(KEPT, (75, 0, 0)), (REFUND, (0, 70, 5)), (CARRIED, (0, 0, 75))]
)
@pytest.mark.parametrize("winners", [(), ("h3",)])
def test_a_pool_that_nobody_has_won_goes_as_the_house_has_it(way, went, winners):
    out = pay_out(book("h1 70"), winners, Terms(unbacked=way), 5)
    assert (out.commission, out.refunded, out.carried) == went


# --- Always


@given(books, terms, carried, st.lists(st.sampled_from(RUNNERS), unique=True))
def test_money_laid_is_paid_commission_and_breakage_to_the_unit(laid, way, carried_in, winners):
    out = pay_out(laid, winners, way, carried_in)
    came = sum(bet.stake for bet in laid) + carried_in
    went = out.paid + out.commission + out.breakage + out.refunded + out.carried
    assert came == went == out.total
    assert len(out.payouts) == len(laid)
    assert (
        min((*out.payouts, out.paid, out.commission, out.breakage, out.refunded, out.carried)) >= 0
    )


@given(books, terms, carried, st.sampled_from(RUNNERS))
def test_only_backers_of_the_winner_are_paid_and_each_the_share_of_the_stake(
    laid, way, carried_in, winner
):
    out = pay_out(laid, (winner,), way, carried_in)
    if not out.dividends:
        return
    of = out.dividends[winner]
    for bet, paid in zip(laid, out.payouts, strict=True):
        share = bet.stake * of.net // of.laid if bet.horse == winner else 0
        most = share + (way.breakage == REMAINDERS and bet.horse == winner)
        assert share <= paid <= most
        if of.figure:
            assert paid == share == bet.stake * of.figure * (bet.horse == winner)
    winners = sum(bet.horse == winner for bet in laid)
    assert out.breakage < max(1, winners)
    assert way.breakage == CLERK or not out.breakage


@given(books, terms, carried)
def test_the_commission_is_from_5_to_15_percent_or_the_nearest_to_10(laid, way, carried_in):
    for of in dividends(laid, RUNNERS, way, carried_in).values():
        if of.figure is not None:
            assert 5 * of.total <= 100 * of.commission <= 15 * of.total
            assert of.net == of.figure * of.laid
        elif of.gave_way:
            assert of.net == of.laid
            assert of.commission < tenth(of.total)
        else:
            assert abs(10 * of.commission - of.total) <= 5
        assert not (way.least == STAKE and of.short)


@given(books, terms, carried)
def test_all_dividends_in_one_pass_are_those_of_each_horse_alone(laid, way, carried_in):
    at_once = dividends(laid, RUNNERS, way, carried_in)
    assert list(at_once) == list(RUNNERS)
    for horse, of in at_once.items():
        assert pay_out(laid, (horse,), way, carried_in).dividends == (
            {horse: of} if of.backed else {}
        )


def test_a_horse_that_nobody_backed_pays_nothing_and_nothing_is_carried_in_unless_told():
    assert dividends(book("h1 10", "h2 140"), ("h1", "h3"), USUAL) == {
        "h1": Dividend(10, 150, 10, 14),
        "h3": Dividend(0, 150, 15),
    }


def test_dividends_in_words():
    assert dividend(2_000, 180, USUAL).words() == "10"
    assert (exact(2_000, 320).words(1), exact(2_000, 320).words()) == ("5.6", "5.63")
    assert (exact(100, 100).words(), exact(100, 70).words()) == ("0.9", "1.29")
    assert dividend(2_000, 0, USUAL).words() == "0"
    assert decimal(1_995, 100, 1) == "20"
    assert decimal(123_456, 10, 1) == "12,345.6"
    assert [decimal(over, 4, 2) for over in (40, 41, 42, 4_000)] == ["10", "10.25", "10.5", "1,000"]


@given(st.integers(0, 10**6), st.integers(1, 10**4), st.integers(1, 3))
def test_decimals_are_to_the_nearest_halves_up(over, under, places):
    said = decimal(over, under, places)
    whole, _, part = said.replace(",", "").partition(".")
    scaled = int(whole) * 10**places + int(part.ljust(places, "0"))
    assert -under <= 2 * (over * 10**places - scaled * under) < under
    assert not part.endswith("0")


class Book(list):
    """The bets that were laid; counts how often somebody goes through them."""

    passes = 0

    def __iter__(self):
        self.passes += 1
        return super().__iter__()


def test_all_dividends_of_10000_bets_are_had_in_one_pass_over_the_book():
    laid = Book(Bet(RUNNERS[at % 12], at % 97 + 1) for at in range(10_000))
    assert dividends(laid, RUNNERS, USUAL).keys() == set(RUNNERS)
    assert laid.passes == 1
