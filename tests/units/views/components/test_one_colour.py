"""One colour for one person: what the table shows is what the home screen shows of the same play."""

import flet as ft
import pytest

from companion.core.show.player_colours import INKS
from companion.formats.session import replay, steps
from companion.games.ratrace.screens import TOKEN_COLOURS
from tests.units.views.hats_game import opened

pytestmark = pytest.mark.games("all")

TWO_EACH = """game ratrace
seats Anna Ben Cleo
start first=anna
pick who=anna business=olive
pick who=ben business=red
pick who=cleo business=blue
pick who=cleo business=brown
pick who=ben business=green
pick who=anna business=black
"""


async def test_a_row_of_the_home_screen_has_the_colours_of_its_table_or_else_those_chosen(
    open_plays, monkeypatch
):
    seen = []
    monkeypatch.setattr(
        "views.home.home.badge", lambda person, *_: seen.append(person) or ft.Container()
    )
    replay(open_plays.journal, steps("game ratrace\nseats Dora Emil\n"))
    for _ in range(2):
        replay(open_plays.journal, steps(TWO_EACH))
    async with opened(open_plays):
        colours = {(person.name, person.colour) for person in seen}
    chosen = {
        (name, TOKEN_COLOURS[token])
        for name, token in (("Anna", "olive"), ("Ben", "red"), ("Cleo", "blue"))
    }
    assert colours == {*chosen, ("Dora", INKS[0]), ("Emil", INKS[1])}
