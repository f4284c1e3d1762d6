"""The totalisator: dividends, commission, breakage and payouts, to the unit, on any book."""

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
    Bet,
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


# --- The rulebook's example, and those of the rulings


def test_whoever_backed_another_horse_gets_nothing_of_a_winner_with_a_single_pound_on_it():
    assert pay_out(book("h1 50", "h2 1"), ("h2",), USUAL).payouts[0] == 0


def test_2000_laid_180_on_the_winner_commission_200_dividend_10_and_a_bet_of_20_gets_200():
    laid = book("h2 160", "h2 20", "h1 1820")
    out = pay_out(laid, ("h2",), USUAL)
    assert out.dividends == {"h2": Dividend(180, 2_000, 200, 10)}
    assert out.payouts == (1_600, 200, 0)
    assert (out.paid, out.commission, out.breakage) == (1_800, 200, 0)


def test_150_laid_10_on_the_winner_13_and_14_fit_equally_so_14_and_commission_10():
    assert abs(150 - 13 * 10 - 15) == abs(150 - 14 * 10 - 15)
    assert dividend(150, 10, USUAL) == Dividend(10, 150, 10, 14)


def test_100_laid_40_and_30_on_the_winner_nothing_round_fits():
    out = pay_out(book("h1 40", "h2 30", "h1 30"), ("h1",), USUAL)
    assert round_figure(100, 70) is None
    assert (out.commission, out.payouts, out.breakage, out.shared_out) == (10, (51, 0, 38), 1, 0)


def test_all_100_on_the_winner_10_commission_and_90_back():
    out = pay_out(book("h1 100"), ("h1",), USUAL)
    assert (out.commission, out.payouts, out.breakage) == (10, (90,), 0)
    assert out.dividends["h1"].short


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


# --- Exactly 10%


@pytest.mark.parametrize(("total", "commission"), [(0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (2_345, 235), (101, 10)])
def test_10_percent_is_to_the_nearest_unit_halves_up(total, commission):
    assert tenth(total) == commission


def test_house_rule_always_exactly_10_percent():
    assert dividend(150, 10, Terms(EXACT)) == Dividend(10, 150, 15)
    out = pay_out(book("h1 10", "h2 140"), ("h1",), Terms(EXACT))
    assert (out.commission, out.payouts) == (15, (135, 0))


def test_house_rule_units_left_over_go_to_the_largest_remainders():
    out = pay_out(book("h1 40", "h2 30", "h1 30"), ("h1",), Terms(breakage=REMAINDERS))
    assert (out.payouts, out.breakage, out.shared_out) == ((51, 0, 39), 0, 1)
    refunded = pay_out(book("h1 70"), ("h2",), Terms(breakage=REMAINDERS, unbacked=REFUND))
    assert (refunded.shared_out, pay_out((), ("h1",), USUAL).shared_out) == (0, 0)


def test_of_equal_remainders_the_earlier_bet_goes_first():
    # 90 shared by seven bets of 10: 12 each and 6 left over
    laid = (*book(*["h1 10"] * 7), Bet("h2", 30))
    out = pay_out(laid, ("h1",), Terms(EXACT, REMAINDERS))
    assert out.payouts == (13, 13, 13, 13, 13, 13, 12, 0)


def test_terms_that_are_not_told_are_the_usual_ones():
    assert Terms() == Terms(ROUND, CLERK, KEPT, COMPUTED)
    assert Dividend(10, 100, 10) == Dividend(10, 100, 10, None, gave_way=False)
    assert exact(100, 97) == exact(100, 97, Terms()) == Dividend(97, 100, 10)


# --- Nobody backed the winner


def test_the_clerk_keeps_all_when_nobody_backed_the_winner():
    out = pay_out(book("h1 70", "h2 30"), ("h3",), USUAL)
    assert (out.commission, out.paid, out.payouts) == (100, 0, (0, 0))


def test_house_rule_all_bets_go_back_and_what_was_carried_in_stays():
    out = pay_out(book("h1 70", "h2 30"), ("h3",), Terms(unbacked=REFUND), 25)
    assert (out.payouts, out.refunded, out.carried, out.paid, out.commission) == ((70, 30), 100, 25, 0, 0)


def test_house_rule_the_pool_is_carried_and_shared_in_the_next_race():
    first = pay_out(book("h1 70", "h2 30"), ("h3",), Terms(unbacked=CARRIED))
    assert (first.carried, first.commission) == (100, 0)
    second = pay_out(book("h1 50", "h2 50"), ("h1",), Terms(unbacked=CARRIED), first.carried)
    assert (second.total, second.commission, second.payouts) == (200, 20, (180, 0))


@pytest.mark.parametrize(("way", "went"), [(KEPT, (75, 0, 0)), (REFUND, (0, 70, 5)), (CARRIED, (0, 0, 75))])
def test_with_no_winner_at_all_the_pool_goes_as_where_nobody_backed_the_winner(way, went):
    out = pay_out(book("h1 70"), (), Terms(unbacked=way), 5)
    assert (out.commission, out.refunded, out.carried) == went


# --- Dead heats: the pool less 10% in equal parts, each shared by what is laid on that horse


@pytest.mark.parametrize(
    ("laid", "winners", "way", "paid", "commission", "breakage"),
    [
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
def test_the_pool_of_a_dead_heat_is_divided(laid, winners, way, paid, commission, breakage):
    out = pay_out(book(*laid.split(", ")), winners.split(), way)
    assert (out.payouts, out.commission, out.breakage) == (paid, commission, breakage)


# --- The pool after commission is less than was laid on the winner


def test_house_rule_stakes_come_back_whole_and_commission_gives_way():
    out = pay_out(book("h1 60", "h1 37", "h2 3"), ("h1",), Terms(least=STAKE))
    assert (out.payouts, out.commission, out.breakage) == ((60, 37, 0), 3, 0)
    assert out.dividends["h1"].gave_way
    assert not out.dividends["h1"].short
    assert pay_out(book("h1 100"), ("h1",), Terms(least=STAKE)).commission == 0
    just_enough = pay_out(book("h1 9", "h2 1"), ("h1",), Terms(EXACT, least=STAKE))
    assert (just_enough.payouts, just_enough.commission, just_enough.dividends["h1"].gave_way) == ((9, 0), 1, False)


# --- One backer, one unit, no bets at all


def test_a_pool_of_nothing_pays_nothing():
    for way in (KEPT, REFUND, CARRIED):
        out = pay_out((), ("h1",), Terms(unbacked=way))
        assert (out.total, out.paid, out.commission, out.payouts) == (0, 0, 0, ())


def test_a_pool_of_one_unit_comes_back():
    out = pay_out(book("h1 1"), ("h1",), USUAL)
    assert (out.payouts, out.commission) == ((1,), 0)


# --- Always


@given(books, terms, carried, st.lists(st.sampled_from(RUNNERS), unique=True))
def test_money_laid_is_paid_commission_and_breakage_to_the_unit(laid, way, carried_in, winners):
    out = pay_out(laid, winners, way, carried_in)
    came = sum(bet.stake for bet in laid) + carried_in
    went = out.paid + out.commission + out.breakage + out.refunded + out.carried
    assert came == went == out.total
    assert len(out.payouts) == len(laid)
    assert min((*out.payouts, out.paid, out.commission, out.breakage, out.refunded, out.carried)) >= 0


@given(books, terms, carried, st.sampled_from(RUNNERS))
def test_only_backers_of_the_winner_are_paid_and_each_the_share_of_the_stake(laid, way, carried_in, winner):
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


@given(books, terms, carried, st.sampled_from(RUNNERS), st.randoms(use_true_random=False))
def test_the_order_of_the_bets_matters_only_for_equal_remainders(laid, way, carried_in, winner, random):
    at = list(range(len(laid)))
    random.shuffle(at)
    mixed = [laid[one] for one in at]
    plain, other = (pay_out(one, (winner,), way, carried_in) for one in (laid, mixed))
    assert plain.dividends == other.dividends
    assert sorted(plain.payouts) == sorted(other.payouts)
    assert (plain.commission, plain.breakage, plain.carried) == (other.commission, other.breakage, other.carried)


@given(books, terms, carried)
def test_all_dividends_in_one_pass_are_those_of_each_horse_alone(laid, way, carried_in):
    at_once = dividends(laid, RUNNERS, way, carried_in)
    assert list(at_once) == list(RUNNERS)
    for horse, of in at_once.items():
        assert pay_out(laid, (horse,), way, carried_in).dividends == ({horse: of} if of.backed else {})


def test_a_horse_that_nobody_backed_pays_nothing_and_nothing_is_carried_in_unless_told():
    assert dividends(book("h1 10", "h2 140"), ("h1", "h3"), USUAL) == {
        "h1": Dividend(10, 150, 10, 14),
        "h3": Dividend(0, 150, 15),
    }


# --- Words


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


# --- Speed


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
