"""On a tablet that lies flat the sheet is turned to whoever acts, where the table wants that."""

from dataclasses import replace
from types import SimpleNamespace

import flet as ft

from tests.units.views.device import opened
from tests.units.views.hats_game import press
from views.state import preferences
from views.state.client import Preferences
from views.state.facing import MOST, read, seat_at, side_of, to_stored, who_acts

RACE = """game ratrace
seats Anna Ben
start first=anna
pick who=anna business=black
pick who=ben business=olive
pick who=ben business=red
pick who=anna business=blue
"""
FACING = Preferences(facing=True)
ACROSS = replace(FACING, sides=(("Anna", "left"), ("Ben", "far")))


def turns(screen):
    """By how many quarter turns each sheet that is turned is."""
    return [box.quarter_turns for box in screen.all(ft.RotatedBox)]


async def like(screen, prefs):
    preferences.apply(screen.page, screen.clients[0], prefs)
    await screen.settle()


async def test_the_sheet_goes_round_with_the_turn_and_nothing_else_does(lay):
    async with opened(*lay(RACE)) as screen:
        for prefs, turned in ((replace(ACROSS, facing=False), []), (FACING, [0]), (ACROSS, [1])):
            await like(screen, prefs)
            assert turns(screen) == turned
        inside = screen.words(screen.all(ft.RotatedBox)[0])
        assert "What do both dice show?" in inside
        assert "Journal" not in inside
        await screen.tap("11")
        assert turns(screen) == [1]
        await screen.tap("Record")
        assert screen.says("Ben rolls")
        assert turns(screen) == [2]
        state = screen.clients[0].here()
        screen.turn_to()
        state.panel.name(replace(state.panel.pane, kind="player", seat="ben"))
        await screen.settle()
        assert turns(screen) == [0]


async def test_where_somebody_sits_is_tapped_and_kept_by_the_device(lay):
    async with opened(*lay(RACE), where="/around") as screen:
        await press(screen, "Anna: The right side")
        assert side_of(screen.clients[0].prefs, "Anna") == "right"
        assert screen.wire.kept["companion.sides"] == ["right Anna"]


def test_where_the_table_waits_for_several_the_sheet_is_turned_to_none_of_them():
    snapshot = SimpleNamespace(up=("ann", "ben"))
    state = SimpleNamespace(snapshot=snapshot, sheet=SimpleNamespace(draft=None))
    assert who_acts(state) == ""
    snapshot.up = ("ann",)
    assert who_acts(state) == "ann"


def test_the_same_people_sit_where_they_sat_and_what_a_device_has_kept_is_read_with_care():
    prefs = seat_at(seat_at(seat_at(Preferences(), "Anna", "left"), "Ben", "far"), "Anna", "right")
    again = Preferences(sides=read(to_stored(prefs)))
    assert [side_of(again, name) for name in ("Anna", "Ben", "Cleo")] == ["right", "far", "near"]
    assert read(None) == read("left Anna") == read(["above Anna", "left", 7, ""]) == ()
    assert len(read([f"left {number}" for number in range(2 * MOST)])) == MOST
