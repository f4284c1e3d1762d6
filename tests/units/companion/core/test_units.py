"""Figures with their units: written, said and read back, above all money in thousands."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import answers, figures, units
from companion.core.figures import read_figure
from companion.core.units import (
    THOUSANDS,
    format_amount,
    is_money,
)


@given(st.integers(1, 10**9))
def test_what_is_written_in_thousands_is_read_back(number):
    assert read_figure(format_amount(number, THOUSANDS), THOUSANDS) == number


def test_the_examples_in_the_books_own_words_hold():
    for module in (units, answers, figures):
        found = doctest.testmod(module)
        assert found.attempted
        assert not found.failed


@pytest.mark.parametrize(
    "unit", ["$", "\u00a3", "\u20ac", "$.00", "\u20ac.00", "\u00a5", THOUSANDS]
)
def test_any_currency_is_money(unit):
    assert is_money(unit)


@pytest.mark.parametrize("unit", ["points", "share", "blue.middle", "", ".00", "k", "$x"])
def test_what_is_no_currency_is_no_money(unit):
    assert not is_money(unit)
