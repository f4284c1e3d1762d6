"""One colour for one person: what the table shows is what the home screen shows of the same play."""

from __future__ import annotations

import flet as ft
import pytest
from headless import Screen

from companion.core.show.player_colours import INKS
from companion.formats.session import replay, steps
from companion.games.ratrace.screens import TOKEN_COLOURS
from views import app
from views.home.home import people_of

pytestmark = pytest.mark.games("all")

TWO_EACH = """game ratrace
title {title}
seats Anna Ben Cleo
start first=anna
pick who=anna business=olive
pick who=ben business=red
pick who=cleo business=blue
pick who=cleo business=brown
pick who=ben business=green
pick who=anna business=black
"""


def begun(open_plays, title):
    return replay(open_plays.journal, steps(TWO_EACH.format(title=title))).play


async def test_a_row_of_the_home_screen_has_the_colours_of_its_table(open_plays, monkeypatch):
    seen = []
    monkeypatch.setattr("views.home.home.badge", lambda person, **_: seen.append(person) or ft.Container())
    older, newer = begun(open_plays, "Older"), begun(open_plays, "Newer")
    async with Screen(lambda page: app.open_session(page, open_plays), "/") as screen:
        assert screen.says(older.title)
        assert screen.says(newer.title)
    assert {person.colour for person in seen if person.name == "Anna"} == {TOKEN_COLOURS["olive"]}
    assert {person.colour for person in seen if person.name == "Ben"} == {TOKEN_COLOURS["red"]}


def test_before_anything_is_recorded_it_is_the_colour_chosen_when_sitting_down(open_plays):
    fresh = replay(open_plays.journal, steps("game ratrace\nseats Anna Ben\n")).play
    assert [person.colour for person in people_of(fresh)] == list(INKS[:2])
