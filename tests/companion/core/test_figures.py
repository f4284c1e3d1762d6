"""What people type, and the figure that comes of it; never another figure."""

from __future__ import annotations

import pytest

from companion.core.figures import read_figure
from models.ledger import Refusal

DOLLARS, CENTS, MILLIONS, WHOLES, HALVES, TENTHS = "$", "€.00", "K", "", "half-", "tenth-"


@pytest.mark.parametrize(
    ("unit", "typed", "figure"),
    [
        (WHOLES, "5", 5),
        (WHOLES, "-5", -5),
        (WHOLES, "5-", -5),
        (WHOLES, "+5", 5),
        (WHOLES, "\N{MINUS SIGN}5", -5),
        (WHOLES, "\N{FULLWIDTH HYPHEN-MINUS}5", -5),
        (WHOLES, "- 5", -5),
        (WHOLES, "007", 7),
        (WHOLES, " 1 250 ", 1250),
        (WHOLES, "1\u202f250", 1250),
        (WHOLES, "1,250,000", 1_250_000),
        (WHOLES, "\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT TWO}", 12),
        (WHOLES, "\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}", 12),
        (WHOLES, "\u20601\u20602", 12),
        (DOLLARS, "$1,200", 1200),
        (DOLLARS, "\N{MINUS SIGN}$1,200", -1200),
        (DOLLARS, "1200 $", 1200),
        (DOLLARS, "£5", 5),
        (CENTS, "12", 1200),
        (CENTS, "12.", 1200),
        (CENTS, "12.5", 1250),
        (CENTS, ".5", 50),
        (CENTS, "€1,250.05", 125_005),
        (CENTS, "1,250", 125_000),
        (
            CENTS,
            "12\N{ARABIC DECIMAL SEPARATOR}\N{ARABIC-INDIC DIGIT FIVE}",
            1250,
        ),
        (MILLIONS, "1.5M", 1500),
        (MILLIONS, "1.5 m", 1500),
        (MILLIONS, "450k", 450),
        (MILLIONS, "500", 500),
        (MILLIONS, "1,500", 1500),
        (HALVES, "10.5", 21),
        (HALVES, "10", 20),
        (HALVES, "-0.5", -1),
        (TENTHS, "1.3", 13),
        (TENTHS, "1.30", 13),
        (WHOLES, "9" * 12, 10**12 - 1),
    ],
)
def test_a_figure_is_read_as_it_was_meant(unit, typed, figure):
    assert read_figure(typed, unit, signed=True) == figure


@pytest.mark.parametrize(
    ("unit", "typed", "sentence"),
    [
        (WHOLES, "", "A stake must be a number; '' is not one."),
        (WHOLES, "-", "A stake must be a number; '-' is not one."),
        (WHOLES, ".", "A stake must be a number; '.' is not one."),
        (WHOLES, "--5", "A stake must be a number; '--5' is not one."),
        (WHOLES, "-5-", "A stake must be a number; '-5-' is not one."),
        (WHOLES, "5-3", "A stake must be a number; '5-3' is not one."),
        (WHOLES, "1e3", "A stake must be a number; '1e3' is not one."),
        (WHOLES, "5²", "A stake must be a number; '5²' is not one."),
        (WHOLES, "½", "A stake must be a number; '½' is not one."),
        (WHOLES, "1 5", "A stake must be a number; '1 5' is not one."),
        (WHOLES, "5K", "A stake must be a number; '5K' is not one."),
        (WHOLES, "12.5", "A stake must be a whole number; 12.5 has a fraction."),
        (WHOLES, "12.", "A stake must be a whole number; 12. has a fraction."),
        (WHOLES, "1,5", "A stake: a comma stands before three digits, as in 1,250; '1,5' has another."),
        (DOLLARS, "12,50", "A stake: a comma stands before three digits, as in 1,250; '12,50' has another."),
        (
            CENTS,
            "12,50",
            "A stake: a comma stands before three digits, as in 1,250; '12,50' has another. For parts type a point.",
        ),
        (CENTS, "12.505", "A stake is written like 12.50; '12.505' is not."),
        (CENTS, "1.2.3", "A stake is written like 12.50; '1.2.3' is not."),
        (MILLIONS, "1.5", "Write 1.5M for millions, or the thousands in full."),
        (MILLIONS, "1.0005M", "A stake must be a whole number of thousands; 1.0005M has a fraction of one."),
        (MILLIONS, "much", "A stake is written like 1.5M or 450K; 'much' is neither."),
        (HALVES, "3.3", "A stake: 3.3 is no half point; type 3 or 3.5."),
        (HALVES, "-0.2", "A stake: -0.2 is no half point; type -0.5 or 0."),
        (TENTHS, "3.33", "A stake: 3.33 is no tenth of a point; type 3.3 or 3.4."),
        (WHOLES, "9" * 14, "A stake is larger than any game needs."),
    ],
)  # fmt: skip
def test_what_is_no_figure_is_refused_and_says_how_one_is_written(unit, typed, sentence):
    with pytest.raises(Refusal) as refused:
        read_figure(typed, unit, "A stake", signed=True)
    assert refused.value.sentence == sentence


@pytest.mark.parametrize("typed", ["-5", "5-", "\N{MINUS SIGN}5", "-$5", "$-5"])
def test_where_nothing_is_below_zero_a_sign_is_refused(typed):
    with pytest.raises(Refusal, match="A stake can't be negative"):
        read_figure(typed, DOLLARS, "A stake")


@pytest.mark.parametrize(
    ("typed", "figure"), [("1250", 1250), ("12", 12), ("12.", 1200), ("12.5", 1250), ("1,250", 125_000)]
)
def test_at_a_till_bare_digits_are_cents_until_a_point_is_typed(typed, figure):
    assert read_figure(typed, CENTS, at_till=True) == figure
