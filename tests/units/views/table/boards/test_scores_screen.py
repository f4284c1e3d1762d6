"""The score sheet: what is read out, the size of its figures, and the lines of its chart."""

from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.show.chart import keep_apart
from companion.core.show.player_colours import INKS, SHAPES
from views.boards.look import LOOKS, PHONE
from views.boards.score import Ruling, describe_round
from views.components.amounts import width
from views.state.play.play_snapshot import Person

PEOPLE = tuple(
    Person(name.lower(), name, INKS[at], SHAPES[at])
    for at, name in enumerate(("Ann", "Ben", "Cy", "Dora"))
)

NAMES = {person.key: person.name for person in PEOPLE}


def sheet_with(*lines):
    running = tuple(tuple(accumulate(line[at].points or 0 for line in lines)) for at in range(4))
    rounds = tuple(Round(str(number), line) for number, line in enumerate(lines, 1))
    return ScoreSheet(
        "Sheet", tuple(NAMES), rounds, tuple(total[-1] for total in running), (1, 2, 3, 4), running
    )


def test_a_round_is_one_sentence_to_a_screen_reader():
    line = (
        Score(22),
        Score(5, frame="lowest", sign="knocked"),
        Score(14, extra=10),
        Score(9, crossed_out=True),
    )
    assert describe_round(sheet_with(line), sheet_with(line).rounds[0], NAMES) == (
        "Round 1: Ann 22, Ben 5 knocked lowest, Cy 14 and 10 more as a penalty, Dora 9 crossed out, does not count."
    )


@pytest.mark.parametrize(("room", "smaller"), [(360, False), (190, True)])
def test_scores_are_written_smaller_where_their_column_would_cut_them(room, smaller):
    sheet = sheet_with((Score(-12), Score(5), Score(14, frame="lowest"), Score(9)))
    look = LOOKS[PHONE].sized(1, room)
    ruling = Ruling(sheet, {}, look)
    assert (ruling.size < look.figure) == smaller
    assert width("-12", ruling.size) <= ruling.column


def test_a_line_ends_where_a_player_went_out_and_begins_where_one_came_late():
    sheet = replace(
        sheet_with((Score(1),) * 4, (Score(1),) * 4), running=((1, None), (None, 8), (1, 2), (1, 2))
    )
    assert [one.points for one in sheet.chart.curves[:3]] == [
        ((0, 0), (1, 1)),
        ((2, 8),),
        ((0, 0), (1, 1), (2, 2)),
    ]


@pytest.mark.parametrize("wanted", [[0, 0, 0, 0], [10, 12, 90, 95], [200, 199, 198, 197], [50]])
def test_labels_at_the_ends_of_lines_never_overlap(wanted):
    tops = keep_apart([float(one) for one in wanted], 200, 22)
    ordered = sorted(tops)
    assert all(after - before >= 22 - 0.01 for before, after in pairwise(ordered))
    assert max(tops) <= 200 - 22
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    assert [tops[at] for at in order] == ordered
