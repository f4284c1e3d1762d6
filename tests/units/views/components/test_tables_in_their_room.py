"""A table of a board fits beside the sheet: its columns of words give way, and no word is broken."""

from views.components.amounts import width
from views.components.data_table import EDGE, SPACING, fit_widths

HEADS = ("Chain", "Tiles", "Share", "Most", "Second", "Left", "Who holds it")
ROWS = (
    ("Imperial", "12, safe", "$900", "$9,000", "$4,500", "20", "Ann 3, Ben 2, Cal"),
    ("Continental", "not there", "", "", "", "25", ""),
)


def test_seven_columns_fit_where_their_words_can_be_wrapped():
    wide = fit_widths(HEADS, ROWS, 1.0, 540)
    assert sum(wide) + SPACING * 6 + 2 * EDGE <= 540


def test_no_column_is_narrower_than_its_longest_word():
    wide = fit_widths(HEADS, ROWS, 1.0, 100)
    for room, column in zip(wide, zip(*ROWS, strict=True), strict=True):
        assert room >= max(width(word, 15) for cell in column for word in cell.split())
