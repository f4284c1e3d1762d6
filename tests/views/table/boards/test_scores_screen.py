"""The score sheet: what is read out, the size of its figures, and the lines of its chart."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.show.chart import keep_apart
from companion.core.show.player_colours import INKS, SHAPES
from views.components import amounts, charts
from views.components.controls import Style
from views.state.play.play_snapshot import Person
from views.table.boards import score_sheet

PEOPLE = tuple(Person(name.lower(), name, INKS[at], SHAPES[at]) for at, name in enumerate(("Ann", "Ben", "Cy", "Dora")))

NAMES = {person.key: person.name for person in PEOPLE}


def sheet_with(*lines):
    running = tuple(tuple(accumulate(line[at].points or 0 for line in lines)) for at in range(4))
    rounds = tuple(Round(str(number), line) for number, line in enumerate(lines, 1))
    return ScoreSheet("Sheet", tuple(NAMES), rounds, tuple(total[-1] for total in running), (1, 2, 3, 4), running)


def test_a_round_is_one_sentence_to_a_screen_reader():
    line = (Score(22), Score(5, frame="lowest", sign="knocked"), Score(14, extra=10), Score(9, crossed_out=True))
    assert score_sheet.describe_round(sheet_with(line), sheet_with(line).rounds[0], NAMES) == (
        "Round 1: Ann 22, Ben 5 knocked lowest, Cy 14 and 10 more as a penalty, Dora 9 crossed out, does not count."
    )


@pytest.mark.parametrize(("column", "smaller"), [(60, False), (34, True)])
def test_scores_are_written_smaller_where_their_column_would_cut_them(column, smaller):
    sheet = sheet_with((Score(-12), Score(5), Score(14, frame="lowest"), Score(9)))
    size = score_sheet._score_size(sheet, column, 1.0)
    assert (size is not None) == smaller
    assert not smaller or amounts.room_for("14", Style.TITLE_MEDIUM, 1.0) * size / 17 <= column - score_sheet.IN_FRAME


def test_lines_differ_without_colour_and_carry_the_sheets_own_figures():
    sheet = sheet_with((Score(12), Score(20), Score(7), Score(3)), (Score(9), Score(29), Score(18), Score(11)))
    lines = score_sheet.tracks(sheet, PEOPLE)
    assert [one.points[-1][1] for one in lines] == list(sheet.totals)
    assert [one.points[0] for one in lines] == [(0, 0)] * 4
    assert len({str(one.dash) for one in lines}) == 4


def test_a_line_ends_where_a_player_went_out_and_begins_where_one_came_late():
    sheet = replace(sheet_with((Score(1),) * 4, (Score(1),) * 4), running=((1, None), (None, 8), (1, 2), (1, 2)))
    first, second, *_ = score_sheet.tracks(sheet, PEOPLE)
    assert first.points == ((0, 0), (1, 1))
    assert second.points == ((2, 8),)


@pytest.mark.parametrize("wanted", [[0, 0, 0, 0], [10, 12, 90, 95], [200, 199, 198, 197], [50]])
def test_labels_at_the_ends_of_lines_never_overlap(wanted):
    tops = keep_apart([float(one) for one in wanted], 200, charts.APART)
    ordered = sorted(tops)
    assert all(after - before >= charts.APART - 0.01 for before, after in pairwise(ordered))
    assert max(tops) <= 200 - charts.APART
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    assert [tops[at] for at in order] == ordered


def test_a_play_without_a_sheet_never_loads_it(tmp_path):
    code = f"""
import sys
sys.path[:0] = {sys.path!r}
import small_game, pathlib, test_table_screen
from headless import TABLET, play
import companion.core.recording.referee
companion.games.find_game = small_game.find
house = small_game.new_open_plays(pathlib.Path({str(tmp_path)!r}))
play_id = small_game.new_play(house)
async def scene():
    async with test_table_screen.opened(house, play_id, TABLET) as screen:
        assert screen.says("Alice rolls")
play(scene)
house.journal.database.close()
sys.exit("flet_charts" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
