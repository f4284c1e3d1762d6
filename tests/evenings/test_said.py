"""All that is said and offered over whole evenings is as tests/evenings/said/texts has it, word for word."""

import time

import pytest
from approved import assert_approved

from tests.evenings.said.texts import NAMES, TEXTS, text_of

pytestmark = pytest.mark.skipif(
    not hasattr(time, "tzset"), reason="on Windows no program has a time zone of its own"
)


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_was_approved(name, request):
    assert_approved(
        TEXTS / f"{name}.txt", text_of(name), approve=request.config.getoption("--approve")
    )


def test_no_text_is_left_of_what_is_not_told_any_more():
    assert sorted(path.stem for path in TEXTS.glob("*.txt")) == sorted(NAMES)
