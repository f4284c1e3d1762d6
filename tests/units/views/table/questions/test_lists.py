"""Lists of tiles: what has no room below other answers is known to go on."""

from dataclasses import replace

import flet as ft
import pytest

from views.components import choice_tiles
from views.components.choice_tiles import Tiling, WordTile
from views.components.controls import FADES
from views.table.frame import on_phone
from views.table.questions import view

ANSWERED = 54
"""Height of a line of answers."""


@pytest.mark.parametrize(("taken", "data"), [(0, None), (56, FADES)])
def test_a_list_goes_on_where_other_answers_leave_it_too_little_room(monkeypatch, taken, data):
    measures = replace(on_phone(390, 844, 1), taken=taken)
    monkeypatch.setattr(view, "use_measures", lambda: measures)
    monkeypatch.setattr(choice_tiles, "Still", lambda *_: ft.Container())
    tiles = [WordTile(title=f"{n}", act=print, about=(n,), key=f"{n}") for n in range(24)]
    assert view.grid(tiles, whole=True).data == data


@pytest.mark.parametrize(("size", "columns", "seen"), [((390, 844), 4, 20), ((360, 640), 3, 12)])
def test_so_many_of_twenty_leases_are_in_sight_below_what_is_answered(size, columns, seen):
    title, below = "12 \u00b7 Marmaduke Jinks", "black, \u00a3120"
    tile = WordTile(title=title, below=below, act=print, about=(), key="h12", colour="#2", low=True)
    measures = on_phone(*size, 1)
    tiling = Tiling.of([tile] * 20, measures.width, 1, columns)
    room = measures.answers + measures.gap + measures.pad - ANSWERED + tiling.gap
    assert tiling.columns == columns
    assert int(room / (tiling.rows[0] + tiling.gap)) * columns >= seen
