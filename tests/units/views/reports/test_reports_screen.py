"""The evening in figures on the screen: charts that say what they show, the same as tables, and nothing hidden."""

import flet as ft
import flet_charts
import pytest

from companion.core.show.chart import Chart, Curve
from companion.formats.session import replay, steps
from models.errors import DamagedError
from tests.paths import SESSION_FOLDER
from tests.units.views.device import opened
from tests.units.views.headless import PHONE
from views.components.charts import Frame, in_hand

pytestmark = pytest.mark.games("all")

MILLIONS = "rat_race_monopoly-thirty-million"


@pytest.fixture
def lay(open_plays):
    """Puts a play from a session in the book; returns its id."""

    def laid(name):
        text = (SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8")
        return replay(open_plays.journal, steps(text)).play.id

    return laid


async def test_lines_differ_by_dashes_as_well_as_by_colour(open_plays, lay):
    play_id = lay("ratrace-six-players")
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        drawn = screen.all(flet_charts.LineChart)[0].data_series
        assert len({str(line.dash_pattern) for line in drawn}) == len(drawn) == 8


async def test_a_bar_of_loans_is_hollow(open_plays, lay):
    async with opened(open_plays, lay(MILLIONS), PHONE, "/see") as screen:
        merged = {
            screen.words(row)[0]: row for row in screen.all(ft.MergeSemantics) if screen.words(row)
        }
        for name, filled in (("Pass GO", True), ("Borrowed", False)):
            row = next(row for words, row in merged.items() if words.startswith(name))
            assert (
                any(one.bgcolor for one in screen.walk(row) if isinstance(one, ft.Container))
                == filled
            )


async def test_a_damaged_line_is_reported_and_everything_else_stays(open_plays, lay, monkeypatch):
    play_id = lay(MILLIONS)

    def damaged(_play):
        raise DamagedError("Line 7 can't be read.")

    monkeypatch.setattr(open_plays.journal, "all_entries", damaged)
    async with opened(open_plays, play_id, PHONE, "/see") as screen:
        assert screen.says("Line 7 can't be read.")
        assert screen.says("Stock exchange"), "what the book holds by itself is shown"


async def test_a_long_evening_says_how_many_of_its_lines_were_reckoned(
    open_plays, lay, monkeypatch
):
    monkeypatch.setattr("companion.statistics.one_play.MOST", 16)
    async with opened(open_plays, lay(MILLIONS), PHONE, "/see") as screen:
        assert screen.says("Worked out after 5 of 163 entries, evenly over the evening.")


def test_the_axis_has_room_for_its_longest_figure():
    short, long = (Chart("", (Curve("", ((0, value),)),), "$", ("", "")) for value in (9, 900_000))
    assert Frame(long, in_hand(1.0)).left > Frame(short, in_hand(1.0)).left + 40
