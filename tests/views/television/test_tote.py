"""The board for everyone: large, live, alone on its screen, with a way back."""

from __future__ import annotations

import asyncio

import flet as ft
import pytest
from device import opened
from flet.pubsub.pubsub_hub import PubSubHub
from headless import PHONE, TABLET
from races_game import lay

from views.television.tote import LEAST, BoardLayout

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


def shown(screen):
    return [one.key for one in screen.all(ft.Semantics) if str(one.key).startswith("show-")]


@SIZES
async def test_a_button_on_the_tote_leads_there_and_another_back(monkeypatch, tmp_path, size) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path)
    async with opened(open_plays, play_id, size) as screen:
        accent = screen.page.theme.color_scheme["primary"]
        await screen.tap("Board for everyone")
        assert screen.page.route == f"/play/{play_id}/show"
        assert shown(screen)
        assert screen.page.theme.color_scheme["primary"] == accent
        await screen.tap("Back to the table")
        assert screen.page.route == f"/play/{play_id}"
        assert screen.says("Who bets?")
        assert screen.page.theme.color_scheme["primary"] == accent


@pytest.mark.parametrize("part", ["", "/show"])
@pytest.mark.parametrize("wanted", [True, False])
async def test_a_screen_that_is_watched_stays_lit_where_that_is_liked_until_it_is_left(
    monkeypatch, tmp_path, part, wanted
) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path)
    async with opened(open_plays, play_id, PHONE, part, kept={"companion.awake": wanted}) as screen:
        assert [one for one in screen.wire.calls if one in ("enable", "disable")][-1:] == (
            ["enable"] if wanted else ["disable"]
        )
        screen.wire.calls.clear()
        await screen.go(f"/play/{play_id}/journal")
        assert "disable" in screen.wire.calls
        assert "enable" not in screen.wire.calls


async def test_a_bet_on_one_device_is_seen_on_the_board_of_another(monkeypatch, tmp_path) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path)
    hub = PubSubHub(loop=asyncio.get_running_loop())
    async with (
        opened(open_plays, play_id, TABLET, "/show", hub=hub) as board,
        opened(open_plays, play_id, PHONE, hub=hub) as clerk,
    ):
        assert board.by_id("pool").label == "Pool: 0 pounds"
        state = clerk.clients[0].state(play_id)
        for question, value in (("who", "ben"), ("horse", "h2"), ("amount", 40)):
            state.sheet.answer(question, value)
        await clerk.settle()
        await clerk.tap("Record")
        await board.settle()
        assert board.by_id("pool").label == "Pool: 40 pounds"
        assert board.says("0.9")


@pytest.mark.parametrize("lines", range(1, 13))
def test_up_to_twelve_lines_fit_a_tablet_without_scrolling(lines) -> None:
    room = BoardLayout.of(lines, 1180 - 32, 820 - 116, 1.0)

    assert not room.scrolls
    assert -(-lines // room.columns) * room.height <= 820 - 116
    assert room.height >= LEAST


def test_a_phone_scrolls_lines_that_can_still_be_read() -> None:
    room = BoardLayout.of(12, 390 - 32, 844 - 116, 1.0)

    assert room.scrolls
    assert room.columns == 1
    assert room.name >= 20
    assert room.figure >= 36
