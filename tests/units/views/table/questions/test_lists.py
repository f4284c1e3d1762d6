"""Lists of tiles: what has no room below other answers is known to go on."""

from dataclasses import replace

import flet as ft
import pytest

from views.components import choice_tiles
from views.components.choice_tiles import WordTile
from views.components.controls import FADES
from views.table.frame import on_phone
from views.table.questions import view


@pytest.mark.parametrize(("taken", "data"), [(0, None), (56, FADES)])
def test_a_list_goes_on_where_other_answers_leave_it_too_little_room(monkeypatch, taken, data):
    measures = replace(on_phone(390, 844, 1), taken=taken)
    monkeypatch.setattr(view, "use_measures", lambda: measures)
    monkeypatch.setattr(choice_tiles, "Still", lambda *_: ft.Container())
    tiles = [WordTile(title=f"{n}", act=print, about=(n,), key=f"{n}") for n in range(24)]
    assert view.grid(tiles, whole=True).data == data
