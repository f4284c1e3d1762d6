"""How much room an amount is given: never less than its letters take, and a smaller size only where it must."""

import pytest

from tests.units.views.layout import Face, width_of
from views import theme
from views.components import amounts, controls
from views.components.controls import Style

FIGURES = ["1,266.450M", "\u2212\u00a31,000,005", "+$999,999,999.99", "500K", "0"]
NAMES = [
    "Annmelissand",
    "Wolfgang",
    "Oqvist",
    "Mamma",
    "Jeffrey",
    "Xyz",
    "Bartholomew",
    "LEOPARDS",
    "KUHBACH",
    "\u00c9milie",
]


@pytest.mark.parametrize("words", [*FIGURES, *NAMES])
def test_nothing_takes_more_than_the_room_reckoned_for_it_and_no_name_much_less(words):
    wide = width_of(
        words, Face(theme.grow(theme.SIZES["title_large"][0], 1.0), theme.TEXT, 700, 1.3)
    )
    room = amounts.room_for(words, Style.TITLE_LARGE, 1.0)
    assert wide <= room <= 1.1 * wide


@pytest.mark.parametrize("words", ["Ann has \u2212$1,500.", "Ben: +\u00a320"])
def test_no_line_ends_between_the_sign_of_a_sum_and_its_currency_and_both_are_read_aloud_as_written(
    words,
):
    shown = controls.text(words)
    sign = max(words.find("\u2212"), words.find("+")) + 1
    assert shown.value == f"{words[:sign]}\u2060{words[sign:]}"
    assert shown.semantics_label == words
