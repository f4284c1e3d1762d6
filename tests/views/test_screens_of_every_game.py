"""Every screen of an evening and every sheet of its game can be drawn, as the author of any game tests it."""

from pathlib import Path

import pytest

from views.testing import draw

SESSIONS = Path(__file__).resolve().parents[1] / "sessions"
EVENINGS = ("any_money-with-a-bank", "any_money-cents", "any_score-rounds-of-zero")


@pytest.mark.parametrize("name", EVENINGS)
def test_every_screen_of_an_evening_is_drawn(name):
    draw((SESSIONS / f"{name}.session").read_text(encoding="utf-8"))
