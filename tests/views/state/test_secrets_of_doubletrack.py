"""Doubletrack on the screens: whatever is opened, tapped or greyed, chips are shown to nobody but their holder."""

from __future__ import annotations

import re

import flet as ft
import pytest
from device import START, in_tree, let_go, opened
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from companion.games.doubletrack import GAME

pytestmark = pytest.mark.games("all")

EVENING = """game doubletrack
title Friday Doubletrack
seats Ann Ben Cy Dot
house stack=915
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
sell_card who=dot bids="ann=5 ben=20 cy=10"
undo reason="not understood"
sell_card who=dot bids="ann=5 ben=20 cy=10"
"""


@pytest.fixture
def play_id(open_plays):
    return replay(open_plays.journal, steps(EVENING)).play.id


def hidden(open_plays, play_id) -> re.Pattern[str]:
    table = open_plays.referee(play_id).table
    held = {who.chips for who in GAME.turn(table).everybody}
    assert held == {935, 895, 880, 950}, "figures that occur nowhere else"
    return re.compile(rf"(?<![0-9A-Za-z])({'|'.join(map(str, held))})(?![0-9A-Za-z])")


def revealing(screen, secret) -> list[str]:
    return [word for word in in_tree(screen) if secret.search(word)]


@pytest.mark.parametrize("size", [PHONE, pytest.param(TABLET, marks=pytest.mark.long)])
async def test_no_action_on_any_sheet_reveals_what_anybody_holds(open_plays, play_id, size):
    secret = hidden(open_plays, play_id)
    seen = 0
    async with opened(open_plays, play_id, size) as screen:
        state = screen.clients[0].state(play_id)
        for action in GAME.actions:
            state.sheet.open(Offer(action.name))
            await screen.settle()
            assert not revealing(screen, secret), action.name
            for question in action.questions:
                options = state.snapshot.options(action.name, state.sheet.draft.answers, question.name) or ()
                for option in options:
                    if option.refusal is None:
                        state.sheet.answer(question.name, option.value)
                        await screen.settle()
                        seen += 1
                        assert not revealing(screen, secret), f"{action.name} {question.name}={option.value}"
            state.panel.leave()
    assert seen > 60


@pytest.mark.parametrize("size", [PHONE, pytest.param(TABLET, marks=pytest.mark.long)])
async def test_no_page_of_a_play_reveals_what_anybody_holds(open_plays, play_id, size):
    secret = hidden(open_plays, play_id)
    async with opened(open_plays, play_id, size) as screen:
        for name in ("Ann...", "Ben...", "Cy...", "Dot..."):
            await screen.tap(name)
            assert screen.all(ft.KeyboardListener), "the pane has a place to hold"
            assert not revealing(screen, secret), name
            await screen.tap("Back to the turn")
        for route in (
            "/",
            "/settings",
            *(f"/play/{play_id}/{part}" for part in ("rules", "house", "board", "bids")),
        ):
            await screen.go(route)
            if screen.named("Open all pages"):
                await screen.tap("Open all pages")
            assert not revealing(screen, secret), route
        await screen.go(f"/play/{play_id}/journal")
        for fold in screen.named("1 entry crossed out"):
            if getattr(fold, "on_click", None):
                await screen.fire(fold, "click")
        for line in range(open_plays.journal.last(play_id), 0, -1):
            await screen.tap(f"Entry {line}...")
            assert not revealing(screen, secret), line
            if screen.named("Cross out this entry"):
                await screen.tap("Cross out this entry")
                assert not revealing(screen, secret), f"striking out {line}"
        await screen.go(f"/play/{play_id}")
        await screen.tap("Undo: Dot sells...")
        assert screen.named("Undo it")
        assert not revealing(screen, secret), "the undo that asks for a reason"


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_everyone_sees_the_own_chips_while_holding(open_plays, play_id, size):
    secret = hidden(open_plays, play_id)
    async with opened(open_plays, play_id, size) as screen:
        for at, chips in enumerate(("$935", "$895", "$880", "$950")):
            await screen.fire(screen.all(ft.GestureDetector)[at], "long_press_start", START)
            assert screen.says(chips)
            assert len({word for word in screen.words() if secret.search(word)}) == 1, "one at a time"
            await let_go(screen, at)
            assert not revealing(screen, secret)


async def test_a_table_that_plays_with_open_chips_has_nothing_to_hold(open_plays, play_id):
    open_plays.referee(play_id).write("change_house", {"rule": "secret", "way": "no", "reason": "agreed"})
    async with opened(open_plays, play_id, TABLET) as screen:
        assert screen.says("$935")
        assert not screen.all(ft.GestureDetector)
        assert not screen.says("Hold to look")


async def test_damage_found_while_chips_were_open_is_reported_without_a_balance_once_they_are_hidden(
    open_plays, play_id
):
    open_plays.referee(play_id).write("change_house", {"rule": "secret", "way": "no", "reason": "agreed"})
    with open_plays.journal.database.writing() as connection:
        connection.exec_driver_sql("UPDATE balance SET quantity = quantity + 10 WHERE account = 'ann:chips'")
    async with opened(open_plays, play_id, TABLET) as screen, opened(open_plays, play_id, PHONE) as other:
        for device in (screen, other):
            await device.see("The balance of ann:chips says 945 $, but the entries come to 935.")
        state = screen.clients[0].state(play_id)
        screen.turn_to()
        assert state.recorder.enter("change_house", {"rule": "secret", "way": "yes", "reason": "again"}, "hide")
        assert state.faults == (), "not even for the moment of looking again"
        for device in (screen, other):
            await device.fire(device.page, "connect")
            await device.see("The balance of ann:chips is not what the entries come to.")
            words = [word.replace(play_id, "") for word in in_tree(device)]  # whose number may have any digits
            assert not [word for word in words if "945" in word or "935" in word]
        screen.turn_to()
        assert state.recorder.enter("change_house", {"rule": "secret", "way": "no", "reason": "for good"}, "show")
        await screen.see("The balance of ann:chips says 945 $")
