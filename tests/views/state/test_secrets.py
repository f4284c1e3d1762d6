"""What is hidden stays hidden: no screen has it, sends it or says it, but to who holds to look."""

from __future__ import annotations

import asyncio
import re

import bids_game
import flet as ft
import msgpack
import pytest
from device import hold, in_tree, let_go, opened
from flet.controls.base_control import BaseControl
from headless import PHONE, TABLET, Screen, Wire, play
from layout import placed

from views import app
from views.components import hold_to_reveal
from views.journal.entry import STAYS_HIDDEN

pytestmark = pytest.mark.games("fists")

HELD = {"ann": 485, "ben": 315, "cy": 655}
"""Figures that occur nowhere else: not in a line, nor as a size or a colour."""


@pytest.fixture
def play_id(open_plays):
    return bids_game.new_play(open_plays, HELD)


@pytest.fixture
def sent(monkeypatch):
    """Everything that any session sends to its screen, as it goes over the wire."""
    frames: list[bytes] = []
    send = Wire.send_message

    def noted(self, message):
        send(self, message)
        frames.append(self.sent[-1])

    monkeypatch.setattr(Wire, "send_message", noted)
    return frames


def figures() -> re.Pattern[str]:
    """Matches a hidden figure, but no part of an id."""
    return re.compile(rf"(?<![0-9A-Za-z])({'|'.join(map(str, HELD.values()))})(?![0-9A-Za-z])")


def revealing(words: list[str]) -> list[str]:
    return [word for word in words if figures().search(word)]


def reveals(frames: list[bytes]) -> bool:
    return any(f"${figure}".encode() in frame for frame in frames for figure in HELD.values())


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_no_screen_of_a_play_has_a_hidden_figure_in_its_tree_or_sends_one(open_plays, play_id, sent, size):
    open_plays.referee(play_id).write("sell", {"who": "ann", "bids": "ben=10 cy=5"})
    open_plays.referee(play_id).undo("not understood")
    said: list[str] = []
    async with opened(open_plays, play_id, size) as screen:
        walk = [
            ("/", ()),
            (f"/play/{play_id}", ("Ann...", "Back to the turn", "Sell a card", "Ann...", "Back to the turn")),
            (f"/play/{play_id}", ("Find an action", "Slip chips...")),
            (f"/play/{play_id}/journal", ("Entry 2...", "Cross out this entry")),
            (f"/play/{play_id}/rules", ("Open all pages",)),
            (f"/play/{play_id}/house", ()),
            (f"/play/{play_id}/board", ()),
            (f"/play/{play_id}/show", ()),
            (f"/play/{play_id}/bids", ()),
            ("/settings", ()),
            ("/new", ()),
        ]
        for route, taps in walk:
            await screen.go(route)
            said.extend(screen.words())
            assert not revealing(in_tree(screen)), route
            for name in taps:
                if screen.named(name):
                    await screen.tap(name)
                said.extend(screen.words())
                assert not revealing(in_tree(screen)), f"{route} after {name}"
        await screen.resize(PHONE if size == TABLET else TABLET)
        assert not revealing(in_tree(screen))
    assert any(words.startswith(STAYS_HIDDEN) for words in said), "the walk went where it was meant to go"
    assert "Hold to look" in said
    assert len(sent) > 20
    assert not reveals(sent)


async def test_the_search_would_find_a_figure_that_is_shown(open_plays, play_id, sent):
    async with opened(open_plays, play_id) as screen:
        await hold(screen)
        assert revealing(in_tree(screen))
        assert reveals(sent)


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_card_shows_what_is_hidden_while_it_is_held_and_no_longer(open_plays, play_id, size):
    async with opened(open_plays, play_id, size) as screen:
        before = screen.words()
        assert not screen.says("$485")
        await hold(screen)
        before[before.index(hold_to_reveal.MASK)] = "$485"
        assert screen.words() == before, "nothing else of the card moves under the finger"
        assert not screen.says("$315"), "the others' stay hidden"
        await let_go(screen)
        assert not revealing(in_tree(screen))
        await hold(screen)
        await let_go(screen, how="long_press_cancel")
        assert not revealing(in_tree(screen))
        await hold(screen)
        assert screen.all(ft.GestureDetector)[0].on_exit is not None
        await screen.all(ft.GestureDetector)[0].on_exit()
        await screen.settle()
        assert not revealing(in_tree(screen)), "a mouse that leaves has let go"


@pytest.mark.parametrize("size", [PHONE, TABLET, (360, 640)])
async def test_every_other_text_stays_where_it_is_and_as_large_while_a_card_is_held(open_plays, play_id, size):
    def places(screen):
        return [
            (text.y, text.height)
            if text.words in {hold_to_reveal.MASK, "$485"}
            else (text.words, text.x, text.y, text.width)
            for text in placed(screen, 1.0)
        ]

    async with opened(open_plays, play_id, size) as screen:
        before = places(screen)
        await hold(screen)
        assert screen.says("$485")
        assert places(screen) == before


async def test_a_tap_on_a_card_that_can_be_held_still_opens_the_player(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ann...")
        assert screen.says("For Ann alone: press and hold, and it is there until you let go.")
        pane = len(screen.all(ft.GestureDetector)) - 1
        await hold(screen, pane)
        assert screen.says("Chips")
        assert screen.says("$485")
        await let_go(screen, pane)
        assert not revealing(in_tree(screen))


async def test_what_is_held_is_on_this_screen_alone(open_plays, play_id):
    async with opened(open_plays, play_id) as screen, opened(open_plays, play_id, PHONE) as other:
        await hold(screen)
        await other.settle()
        assert screen.says("$485")
        assert not revealing(in_tree(other))


def test_a_screen_reader_says_hidden_whether_it_is_held_or_not(open_plays, play_id):
    def spoken(screen):
        return [str(one.label) for one in screen.all(ft.Semantics) if one.label]

    def excluded(screen):
        return {
            id(inner)
            for outer in screen.all(ft.Semantics)
            if outer.exclude_semantics
            for inner in screen.walk(outer.content)
        }

    async def scene():
        for size in (PHONE, TABLET):
            async with opened(open_plays, play_id, size) as screen:
                before = spoken(screen)
                assert "Ann. hidden. Sits tight. holds Pass" in before
                await hold(screen)
                assert spoken(screen) == before
                quiet = excluded(screen)
                shown = [one for one in screen.all(ft.Text) if revealing([str(one.value)])]
                assert shown
                assert all(id(one) in quiet for one in shown)

    play(scene)


async def test_a_look_at_the_journal_covers_what_is_held(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        table = screen.page.route
        await hold(screen)
        assert screen.says("$485")
        await screen.go(f"{table}/journal")
        await screen.go(table)
        assert screen.says(hold_to_reveal.MASK)
        assert not revealing(in_tree(screen))


async def test_another_entry_covers_what_is_held(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hold(screen)
        assert screen.says("$485")
        open_plays.referee(play_id).write("skip", {"who": "ben"})
        await screen.fire(screen.page, "connect")
        assert not revealing(in_tree(screen))


async def test_a_reload_in_the_middle_of_a_hold_is_sent_nothing_hidden(open_plays, play_id):
    for size in (PHONE, TABLET):
        async with opened(open_plays, play_id, size) as screen:
            await hold(screen)
            await screen.tap("Ann...")
            await hold(screen, len(screen.all(ft.GestureDetector)) - 1)
            wire = screen.session.connection
            await screen.session.disconnect(60)
            assert not revealing(in_tree(screen))
            whole = msgpack.packb([screen.page], default=wire.encode)
            assert not reveals([whole]), "the page is sent again as it stands"
            await screen.session.connect(wire)
            await screen.settle()
            assert not revealing(in_tree(screen))
            await hold(screen)
            assert screen.says("$485"), "and it can be held again"


@pytest.mark.parametrize("state", ["hide", "inactive", "pause", "detach"])
async def test_a_screen_that_is_put_away_is_covered(open_plays, play_id, state):
    async with opened(open_plays, play_id) as screen:
        await hold(screen)
        await screen.fire(screen.page, "app_lifecycle_state_change", {"state": state})
        assert not revealing(in_tree(screen))
        await hold(screen)
        await screen.fire(screen.page, "app_lifecycle_state_change", {"state": "resume"})
        assert screen.says("$485"), "coming back covers nothing"


async def test_a_release_that_is_lost_covers_it_after_a_while(open_plays, play_id, monkeypatch):
    monkeypatch.setattr(hold_to_reveal, "MOST_SECONDS", 0.0)
    async with opened(open_plays, play_id) as screen:
        await hold(screen)
        await screen.settle()
        assert not revealing(in_tree(screen))


async def test_a_look_lasts_as_long_as_it_is_held_whatever_was_looked_at_before(open_plays, play_id, monkeypatch):
    looks = []

    async def tire(self, _seconds):
        looks.append(self)
        await asyncio.Event().wait()

    monkeypatch.setattr(hold_to_reveal.Reveal, "_tire", tire)
    async with opened(open_plays, play_id) as screen:
        await hold(screen)
        first = looks[0]._tired
        await hold(screen)
        assert first.cancelled()
        assert not looks[0]._tired.cancelled()
        assert revealing(in_tree(screen))


async def test_the_space_bar_held_on_a_place_in_the_pane_shows_it_too(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ann...")

        async def key(event, sign=" "):
            await screen.fire(screen.all(ft.KeyboardListener)[0], event, {"key": sign})

        for sign in ("Enter", "a"):
            await key("key_down", sign)
            assert not revealing(in_tree(screen))
        await key("key_down")
        assert screen.says("$485")
        await key("key_repeat")
        assert screen.says("$485")
        await key("key_up")
        assert not revealing(in_tree(screen))


async def test_a_space_bar_that_repeats_no_longer_is_taken_as_let_go(open_plays, play_id, monkeypatch):
    monkeypatch.setattr(hold_to_reveal, "KEY_SECONDS", 0.0)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ann...")
        await screen.fire(screen.all(ft.KeyboardListener)[0], "key_down", {"key": " "})
        await screen.settle()
        assert not revealing(in_tree(screen))


async def test_crossing_out_says_nothing_of_what_an_entry_moved_in_secret(open_plays, play_id):
    open_plays.referee(play_id).write("slip", {"who": "ann", "to": "ben", "amount": 400})
    open_plays.referee(play_id).write("slip", {"who": "ben", "to": "cy", "amount": 600})
    async with opened(open_plays, play_id) as screen:
        line = open_plays.journal.last(play_id) - 1
        await screen.tap(f"Entry {line}...")
        await screen.tap("Cross out this entry")
        assert not [one for one in in_tree(screen) if re.search(r"\b400\b", one)]
        assert not screen.says("below zero"), "it would show that Ben has less than that"
        assert screen.says(f"{STAYS_HIDDEN} Make sure everyone can give it back.")
        field = next(one for one in screen.all(ft.TextField) if one.label == "Reason")
        await screen.write(field, "never happened")
        await screen.tap("Cross it out")
        assert open_plays.journal.entries(play_id)[0].proposal.working == ()


async def test_the_home_screen_says_hidden_too(open_plays, play_id):
    del play_id
    async with Screen(lambda page: app.open_session(page, open_plays), "/", PHONE) as screen:
        assert screen.named("Ann: hidden")
        assert not revealing(in_tree(screen))


async def test_damage_is_reported_without_a_balance(open_plays, play_id):
    with open_plays.journal.database.writing() as connection:
        connection.exec_driver_sql("UPDATE balance SET quantity = quantity + 5 WHERE account = 'ann:chips'")
    open_plays.refresh(play_id)
    async with opened(open_plays, play_id) as screen:
        await screen.see("go by what lies on the table")
        assert screen.says("The balance of ann:chips is not what the entries come to.")
        # a figure of its own: the number of a sheet, made at random, may hold the same digits
        assert not any(re.search(r"\b(490|485)\b", word) for word in in_tree(screen))


async def test_all_of_a_card_can_be_held_so_that_the_finger_leaves_the_figure_free(open_plays, play_id):
    async with opened(open_plays, play_id, PHONE) as screen:
        held = screen.all(ft.GestureDetector)[0]
        assert [one for one in screen.walk(held) if one.key == "seat-ann"]
        assert isinstance(held, BaseControl)
