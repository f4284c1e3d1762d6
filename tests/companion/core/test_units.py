"""Figures with their units: written, said and read back, above all money in thousands."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import answers, figures, units
from companion.core.figures import read_figure
from companion.core.units import (
    THOUSANDS,
    format_amount,
    in_points,
    in_wholes,
    is_money,
    plural_of,
    speak,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (10, "10K"),
        (450, "450K"),
        (1_000, "1M"),
        (1_500, "1.5M"),
        (1_920, "1.92M"),
        (30_000, "30M"),
        (1_234_560, "1,234.56M"),
        (-450, "\u2212450K"),
    ],
)
def test_a_board_in_millions_is_written_as_it_is_printed(number, text) -> None:
    assert format_amount(number, THOUSANDS) == text


def test_a_sign_stands_before_the_figure_and_a_plus_only_where_it_is_asked_for() -> None:
    assert format_amount(-1_200) == "\u2212$1,200"
    assert format_amount(5, "\u00a3") == "\u00a35"
    assert format_amount(5, "\u00a3", signed=True) == "+\u00a35"
    assert format_amount(0, signed=True) == "$0"
    assert format_amount(3, "shares") == "3 shares"
    assert format_amount(1, "shares") == "1 share"


def test_a_screen_reader_says_millions_and_thousands_in_words() -> None:
    assert speak(1_500, THOUSANDS) == "1.5 million"
    assert speak(-450, THOUSANDS) == "minus 450 thousand"
    assert speak(1) == "1 dollar"
    assert speak(1, "shares") == "1 share"
    assert speak(2, "\u00a3", signed=True) == "plus 2 pounds"


def test_of_money_in_hundredths_a_screen_reader_says_one_as_one() -> None:
    assert [speak(number, "$.00") for number in (1, 100, 101, 250)] == [
        "0 dollars 1 cent",
        "1 dollar",
        "1 dollar 1 cent",
        "2 dollars 50 cents",
    ]


def test_a_unit_has_a_plural() -> None:
    assert [plural_of(unit) for unit in ("$", "\u00a3", THOUSANDS, "shares")] == [
        "dollars",
        "pounds",
        "thousands",
        "shares",
    ]


@given(st.integers(1, 10**9))
def test_what_is_written_in_thousands_is_read_back(number) -> None:
    assert read_figure(format_amount(number, THOUSANDS), THOUSANDS) == number


def test_the_examples_in_the_books_own_words_hold() -> None:
    for module in (units, answers, figures):
        found = doctest.testmod(module)
        assert found.attempted
        assert not found.failed


@pytest.mark.parametrize("unit", ["$", "\u00a3", "\u20ac", "$.00", "\u20ac.00", "\u00a5", THOUSANDS])
def test_any_currency_is_money(unit):
    assert is_money(unit)


@pytest.mark.parametrize("unit", ["points", "share", "blue.middle", "", ".00", "k", "$x"])
def test_what_is_no_currency_is_no_money(unit):
    assert not is_money(unit)


def test_money_with_cents_is_written_read_out_and_handed_on_with_both_places():
    assert format_amount(-1_205, "$.00") == "\u2212$12.05"
    assert speak(120_050, "\u20ac.00") == "1,200 euros 50 cents"
    assert in_wholes(-1_205, "$.00") == "-12.05"
    assert plural_of("\u00a3.00") == "pence"


@pytest.mark.parametrize(
    ("unit", "number", "written", "said", "typed"),
    [
        ("half-points", 21, "10.5 points", "10.5 points", "10.5"),
        ("half-points", -1, "\u22120.5 points", "minus 0.5 points", "-0.5"),
        ("half-points", 2, "1 point", "1 point", "1"),
        ("half-points", 2_001, "1,000.5 points", "1,000.5 points", "1000.5"),
        ("tenth-points", 105, "10.5 points", "10.5 points", "10.5"),
        ("tenth-points", 0, "0 points", "0 points", "0"),
        ("half-", 21, "10.5", "10.5", "10.5"),
        ("tenth-", -3, "\u22120.3", "minus 0.3", "-0.3"),
    ],
)
def test_points_in_parts_are_written_said_and_read_in_wholes(unit, number, written, said, typed):
    assert (format_amount(number, unit), speak(number, unit), in_points(number, unit)) == (written, said, typed)
    assert read_figure(typed, unit, signed=True) == number


def test_a_unit_with_a_plural_of_its_own_names_both():
    assert [format_amount(1, "die/dice"), format_amount(2, "die/dice"), plural_of("die/dice")] == [
        "1 die",
        "2 dice",
        "dice",
    ]
