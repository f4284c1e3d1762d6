"""The track: who leads and who is last in words, each pawn on its lane."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from exchange_game import lay
from headless import PHONE, TABLET

from companion.core.show.boards import Pawn, Track
from views.table.boards.track import describe_pawn, remarks

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


async def on_track(screen, size):
    if size == PHONE and not screen.named("Inside track"):
        await screen.tap("Show the board")
    await screen.tap("Inside track")


def pawns(screen):
    return [one.label for one in screen.all(ft.Semantics) if str(one.key).startswith("pawn-")]


@SIZES
async def test_the_track_answers_who_leads_and_who_is_last_in_a_sentence(monkeypatch, tmp_path, size) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, seats=4)
    async with opened(open_plays, play_id, size) as screen:
        await on_track(screen, size)
        assert screen.says("Ann is home. Hilda is last.")
        assert screen.by_id("track-said").live_region
        assert screen.says("Home is the last space.")


@SIZES
async def test_pawns_stand_in_the_order_of_the_race_with_their_spaces(monkeypatch, tmp_path, size) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, seats=3)
    async with opened(open_plays, play_id, size) as screen:
        await on_track(screen, size)
        assert pawns(screen) == [
            "Ann, space 40 of 40. Home. Leads",
            "Ben, space 25 of 40. Has the first gate",
            "Cy, space 20 of 40. Last",
        ]
        assert screen.says("Leads")
        assert screen.says("Last")


async def test_a_pawn_stands_as_far_along_its_lane_as_on_the_track(monkeypatch, tmp_path) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, seats=3)
    async with opened(open_plays, play_id) as screen:
        await on_track(screen, TABLET)
        row = screen.all(ft.Semantics, key="pawn-ben")[0]
        lane = [one.expand for one in screen.walk(row) if isinstance(one, ft.Container) and one.height == 6]
        assert lane == [25, 15]


async def test_eight_pawns_and_large_text_lose_nothing(monkeypatch, tmp_path) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path, seats=8)
    async with opened(open_plays, play_id, PHONE) as screen:
        await on_track(screen, PHONE)
        assert len(pawns(screen)) == 8


def test_no_length_is_shown_of_a_track_that_nobody_has_measured() -> None:
    pawn = Pawn("ann", 12, leads=True)
    board = Track("Track", (pawn,), "Ann leads.")
    assert describe_pawn(pawn, board, "Ann") == "Ann, space 12. Leads"


def test_a_pawn_that_has_not_moved_is_on_start_and_on_no_space() -> None:
    pawn = Pawn("ann", 0)
    assert describe_pawn(pawn, Track("Track", (pawn,), "All are on Start.", 40), "Ann") == "Ann, on Start"


def test_leading_and_being_last_are_words_and_not_colours_alone() -> None:
    assert remarks(Pawn("ann", 3, leads=True, last=True)) == [("Leads", "good"), ("Last", "warn")]
    assert remarks(Pawn("ann", 3)) == []
