"""What becomes of names as people type them, and which of them are one."""

import pytest

from models.names import clean, is_text, name_key

COMPOSED, APART = "Jos\u00e9", "Jose\u0301"
SINHALA = "\u0dc1\u0dca\u200d\u0dbb\u0dd3"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PERSIAN = "\u0645\u06cc\u200c\u0631\u0648\u0645"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (APART, COMPOSED),
        (SINHALA, SINHALA),
        (FAMILY, FAMILY),
        (PERSIAN, PERSIAN),
        ("  Mary\tAnn \n ", "Mary Ann"),
        ("a\u202eb\u2066c\ufeffd\u200be", "a b c d e"),
        ("\u200d Ann \u200c\u200d", "Ann"),
        ("\u200d", ""),
        ("\ud800Ann", "Ann"),
    ],
)
def test_text_is_composed_and_keeps_joiners_and_nothing_else_that_is_invisible(typed, kept):
    assert clean(typed) == kept
    assert is_text(kept)


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        (COMPOSED, APART, True),
        (COMPOSED.upper(), APART, True),
        (APART.upper(), COMPOSED, True),
        ("Stra\u00dfe", "STRASSE", True),
        ("\u0390", "\u1fd3", True),
        (" Ann ", "ann", True),
        ("A\u200dnn", "Ann", True),
        (COMPOSED, "Jose", False),
        ("Ann", "Anna", False),
    ],
)
def test_two_names_are_one_whatever_their_case_and_however_they_were_typed(name, other, same):
    assert (name_key(name) == name_key(other)) is same
