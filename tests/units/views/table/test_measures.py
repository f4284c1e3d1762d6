"""Measures of the frame: every zone's lower edge from the foot is the same for every height of a set."""

import pytest

from views.table.frame import Place, in_pane, on_its_side, on_phone


def lower_edges(measures):
    """Lower edges of button, receipt, pad, answers, head and last entry, from the foot of the window."""
    edge = measures.nav
    edges = []
    for zone in (
        measures.button,
        measures.receipt,
        measures.pad,
        measures.answers,
        measures.head,
    ):
        edge += measures.gap if zone != measures.head else 0
        edges.append(edge)
        edge += zone
    edges[3:] = [edges[3], edges[3] + measures.answers, edge]
    return edges


@pytest.mark.parametrize(
    ("height", "edges", "turn"),
    [
        (844, [72, 136, 208, 438, 542, 602], 70),
        (774, [72, 136, 208, 438, 542, 602], 0),
        (763, [56, 120, 192, 422, 526, 586], 5),
        (664, [52, 108, 156, 364, 464, 496], 24),
        (640, [52, 108, 156, 364, 464, 496], 0),
        (930, [72, 136, 208, 438, 598, 658], 100),
    ],
)
def test_only_the_turn_and_the_answers_follow_the_height(height, edges, turn):
    measures = on_phone(390, height, 1)
    assert not measures.page
    assert lower_edges(measures) == edges
    assert measures.turn == turn
    above = measures.bar + measures.players + measures.turn + measures.last
    assert above + edges[5] == height


def test_in_large_text_and_in_a_low_window_a_sheet_is_one_page():
    assert on_phone(390, 844, 1.5).page
    assert on_phone(390, 763, 1.3).page
    assert on_phone(360, 639, 1).page
    assert not on_phone(390, 844, 1.3).page
    assert on_its_side(584, 390, 1.5).page
    assert in_pane(540, 1.6).page


def test_keys_have_the_size_of_their_set():
    assert on_phone(390, 844, 1).key_width == 85
    assert on_phone(360, 640, 1).key_width == 81
    assert int(on_its_side(584, 390, 1).key_width) == 69
    assert in_pane(540, 1).pad == 164
    assert in_pane(380, 1).columns == 4
    assert on_its_side(584, 360, 1).place is Place.SIDE
