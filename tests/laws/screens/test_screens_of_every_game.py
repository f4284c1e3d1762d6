"""Every screen of an evening and every sheet of its game can be drawn, as the author of any game tests it."""

import pytest

from tests.paths import SESSION_FOLDER
from views.testing import draw

NAMES = (
    "any_money-cents",
    pytest.param("any_money-with-a-bank", marks=pytest.mark.long),
    pytest.param("any_score-rounds-of-zero", marks=pytest.mark.long),
)


@pytest.mark.parametrize("name", NAMES)
def test_every_screen_of_an_evening_is_drawn(name):
    draw((SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8"))
