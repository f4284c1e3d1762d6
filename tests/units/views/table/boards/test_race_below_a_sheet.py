"""The race in a tablet's middle, wholly in sight below a short sheet; and rows of the narrow column beside it."""

import pytest

from tests.paths import SESSION_FOLDER
from tests.units.views.device import opened
from tests.units.views.headless import TABLET
from tests.units.views.layout import placed
from views.components.journal_row import RowContent

TEN = "Each line up is ten times as much."
SESSION = SESSION_FOLDER / "ratrace-retirement.session"


async def test_the_race_is_wholly_in_sight_below_a_sheet(lay):
    before, last, _ = SESSION.read_text(encoding="utf-8").partition("side_bet who=carl stake=50")
    async with opened(*lay(before + last), TABLET) as screen:
        await screen.see(TEN)
        assert [one.hidden <= 0 for one in placed(screen, 1.0) if one.words == TEN] == [True]


@pytest.mark.parametrize(
    ("words", "short"),
    [
        (
            "Rolls 11 to Society Wedding. Flo receives $200: Collect 200.",
            "Rolls 11 to Society Wedding.",
        ),
        ("Rolls 2: worth $0. The dice have been round.", "Rolls 2: worth $0."),
        ("Buys the C.B. Radio from Flo for $40.", "Buys the C.B. Radio from Flo for $40."),
        (
            "Visits the exchange and trades nothing. 8: the price goes up.",
            "Visits the exchange and trades nothing.",
        ),
    ],
)
def test_a_row_of_a_narrow_column_has_the_first_sentence_whole_and_is_read_out_with_all(
    words, short
):
    row = RowContent(3, words)

    assert row.shortest == short
    assert row.spoken == f"Entry 3. {words}"
