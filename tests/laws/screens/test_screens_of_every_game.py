"""Every screen of an evening and every sheet of its game can be drawn, as the author of any game tests it."""

import pytest

from tests.paths import SESSION_FOLDER
from views.testing import draw

NAMES = ("any_money-with-a-bank", "any_money-cents", "any_score-rounds-of-zero")


@pytest.mark.parametrize("name", NAMES)
def test_every_screen_of_an_evening_is_drawn(name):
    draw((SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8"))
