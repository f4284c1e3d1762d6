"""On a tablet that lies flat the sheet is turned to whoever acts, where the table wants that."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import flet as ft
import pytest
from device import opened
from hats_game import press
from headless import PHONE, TABLET
from layout import broken_words

from companion.formats.session import replay, steps
from views.state import preferences
from views.state.client import Preferences
from views.state.facing import MOST, read, seat_at, side_of, to_stored, who_acts

pytestmark = pytest.mark.games("all")

RACE = """game ratrace
seats Anna Ben
start first=anna
pick who=anna business=black
pick who=ben business=olive
pick who=ben business=red
pick who=anna business=blue
"""
ACROSS = Preferences(facing=True, sides=(("Anna", "left"), ("Ben", "far")))


def race(open_plays):
    return replay(open_plays.journal, steps(RACE)).play.id


def turns(screen):
    """By how many quarter turns each sheet that is turned is, as far as any is."""
    return [one.quarter_turns for one in screen.all(ft.RotatedBox)]


async def like(screen, prefs):
    preferences.apply(screen.page, screen.clients[0], prefs)
    await screen.settle()


async def test_nothing_turns_until_somebody_wants_it(open_plays):
    async with opened(open_plays, race(open_plays)) as screen:
        await like(screen, replace(ACROSS, facing=False))
        assert turns(screen) == []


async def test_the_sheet_goes_round_with_the_turn(open_plays):
    async with opened(open_plays, race(open_plays)) as screen:
        await like(screen, ACROSS)
        assert screen.says("Anna rolls")
        assert turns(screen) == [1]
        await screen.tap("11")
        assert turns(screen) == [1]
        await screen.tap("Record")
        assert screen.says("Ben rolls")
        assert turns(screen) == [2]


async def test_whom_nobody_has_placed_reads_the_tablet_as_it_lies(open_plays):
    async with opened(open_plays, race(open_plays)) as screen:
        await like(screen, Preferences(facing=True))
        assert turns(screen) == [0]


async def test_journal_and_players_stay_as_they_are(open_plays):
    async with opened(open_plays, race(open_plays)) as screen:
        await like(screen, ACROSS)
        inside = screen.words(screen.all(ft.RotatedBox)[0])
        assert "Anna rolls" in inside
        assert "Journal" not in inside
        screen.turn_to()
        state = screen.clients[0].here()
        state.panel.name(replace(state.panel.pane, kind="player", seat="ben"))
        await screen.settle()
        assert turns(screen) == [0]


async def test_a_phone_is_in_a_hand_and_never_turns(open_plays):
    async with opened(open_plays, race(open_plays), PHONE) as screen:
        await like(screen, ACROSS)
        assert turns(screen) == []
        await screen.go(f"/play/{screen.clients[0].location.playing}/more")
        assert not screen.says("Around the tablet")


async def test_a_tap_moves_a_token_to_the_next_side_and_the_device_keeps_it(open_plays):
    async with opened(open_plays, race(open_plays), TABLET, "/around") as screen:
        await press(screen, "Ben sits on this side. Move to the left side")
        await press(screen, "Ben sits on the left side. Move to the far side")
        assert screen.named("Ben sits on the far side. Move to the right side")
        assert screen.wire.kept["companion.sides"] == ["far Ben"]
        await screen.fire(screen.all(ft.Switch)[0], "change", True)
        assert screen.wire.kept["companion.facing"] is True


async def test_a_token_is_dragged_to_a_side(open_plays):
    async with opened(open_plays, race(open_plays), TABLET, "/around") as screen:
        token = next(one for one in screen.all(ft.Draggable) if one.data == "Anna")
        side = next(one for one in screen.all(ft.DragTarget) if one.key == "side-right")
        nowhere = {"x": 0, "y": 0}
        await screen.fire(side, "accept", {"src_id": token._i, "l": nowhere, "g": nowhere})
        assert side_of(screen.clients[0].prefs, "Anna") == "right"


def test_where_the_table_waits_for_several_the_sheet_is_turned_to_none_of_them():
    standings = [SimpleNamespace(seat=seat, up=True) for seat in ("ann", "ben")]
    state = SimpleNamespace(snapshot=SimpleNamespace(standings=standings), sheet=SimpleNamespace(draft=None))
    assert who_acts(state) == ""
    standings.pop()
    assert who_acts(state) == "ann"


def test_the_same_people_sit_where_they_sat_in_the_next_game():
    prefs = seat_at(seat_at(Preferences(), "Anna", "left"), "Ben", "far")
    again = Preferences(sides=read(to_stored(seat_at(prefs, "Anna", "right"))))
    assert [side_of(again, one) for one in ("Anna", "Ben", "Cleo")] == ["right", "far", "near"]


def test_what_a_device_has_kept_is_read_with_care():
    assert read(None) == read("left Anna") == read(["above Anna", "left", 7, ""]) == ()
    assert len(read([f"left {one}" for one in range(2 * MOST)])) == MOST


async def test_the_head_of_the_tote_board_is_whole_beside_a_turned_sheet(open_plays):
    bets = "bet who=ann horse=h3 amount=40\nbet who=ben horse=h3 amount=30\nbet who=cy horse=h4 amount=35\n"
    tote = f"game totopoly\nseats Ann Ben Cy Dee\nhouse keeps=tote\nstart horses=6 clerk=dee\n{bets}withdraw horse=h4\n"
    async with opened(open_plays, replay(open_plays.journal, steps(tote)).play.id) as screen:
        await like(screen, Preferences(facing=True))
        assert broken_words(screen, 1.0) == []
