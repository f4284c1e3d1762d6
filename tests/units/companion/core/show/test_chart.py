"""What charts are made of: round figures, lines simplified without loss, colours that show on any paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.show import player_colours
from companion.core.show.chart import Span, simplify, step_of
from companion.core.show.player_colours import DARK, INKS, LIGHT


@given(st.integers(1, 10**12), st.integers(1, 12))
def test_steps_are_round_and_reach_far_enough(reach, rungs):
    step = step_of(reach, rungs)
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert step * rungs >= reach


@pytest.mark.parametrize(
    "prices", [[1000, 1100], [1000, 1000], [100, 100, 200], [1, 2], [50, 4_000], [100]]
)
def test_every_price_lies_within_the_frame_and_on_few_lines(prices):
    span = Span.around(prices)
    assert span.foot <= min(prices)
    assert span.head > max(prices)
    assert span.foot >= 0
    assert 2 <= len(span.rungs) <= 8
    assert span.rungs[-1] == span.head


@pytest.mark.parametrize(
    "values",
    [[0], [5], [-5], [-60, 32_450], [-1_809, 1_358], [10**6, 10**6 + 1], [-1, 1], [-(10**6)]],
)
def test_all_figures_and_zero_are_in_the_frame_on_few_round_lines(values):
    span = Span.holding(values)
    assert span.foot <= min([0, *values])
    assert span.head >= max([0, *values])
    assert span.head > span.foot
    assert 1 <= len(span.rungs) <= 7
    assert all(rung % span.step == 0 for rung in span.rungs)
    assert 0 in span.rungs


@given(st.lists(st.integers(-(10**8), 10**8), min_size=1, max_size=20))
def test_on_an_axis_by_powers_of_ten_zero_and_below_have_their_place(values):
    span = Span.tenfold(values)
    shares = [span.share(value) for value in sorted(values)]
    assert shares == sorted(shares)
    assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares)
    figures = [span.figure(rung) for rung in span.rungs]
    assert [span.at(figure) for figure in figures] == list(span.rungs)
    assert 2 <= len(figures) <= 10
    assert min(values) > 0 or 0 in figures


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=400), st.integers(4, 90))
def test_simplifying_keeps_the_ends_the_highest_and_the_lowest(figures, most):
    points = list(enumerate(figures, 1))
    kept = simplify(points, most)
    assert set(kept) <= set(points)
    assert list(kept) == sorted(kept)
    assert kept[0] == points[0]
    assert kept[-1] == points[-1]
    assert {max(figures), min(figures)} <= {figure for _, figure in kept}
    assert len(kept) <= most


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=60))
def test_what_runs_level_is_drawn_as_one_stretch_and_loses_nothing(figures):
    points = list(enumerate(figures, 1))
    kept = dict(simplify(points, 1_000))
    before = None
    for number, figure in points:
        before = kept.get(number, before)
        assert before == figure


@pytest.mark.parametrize("colour", [*INKS, "#000000", "#FFFFFF", "#F4D000"])
def test_a_lines_colour_can_be_seen_on_light_paper_and_on_dark(colour):
    seen = player_colours.both_ways(colour)
    assert all(
        player_colours.contrast(seen, paper) >= 2.99 for paper in (LIGHT["card"], DARK["card"])
    )
