"""What is hidden stays hidden: no screen of the table has it, sends it or says it, but to who holds to look."""

import asyncio
import re

import flet as ft
import msgpack
import pytest

from companion.core.prompt import Offer
from companion.formats.session import replay, steps
from companion.games.doubletrack import GAME
from tests.units.views.bids_game import MASK
from tests.units.views.device import hold, in_tree, let_go, opened
from tests.units.views.headless import PHONE, TABLET, Wire
from tests.units.views.layout import placed
from views.components import hold_to_reveal
from views.journal.entry import STAYS_HIDDEN

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
HELD = ("935", "895", "880", "950")
"""What everyone has then: figures that occur nowhere else."""
HIDDEN = re.compile(rf"(?<![0-9A-Za-z])({'|'.join(HELD)})(?![0-9A-Za-z])")
"""A hidden figure, and no part of an id."""
SCREENS = (
    "/",
    "/settings",
    "/new",
    *(f"/play/{{}}/{part}" for part in ("rules", "house", "board", "show", "bids")),
)


@pytest.fixture
def play_id(open_plays):
    return replay(open_plays.journal, steps(EVENING)).play.id


@pytest.fixture
def sent(monkeypatch):
    """Everything that any session sends to its screen, as it goes over the wire."""
    frames = []
    send = Wire.send_message

    def noted(self, message):
        send(self, message)
        frames.append(self.sent[-1])

    monkeypatch.setattr(Wire, "send_message", noted)
    return frames


def revealing(screen):
    return [word for word in in_tree(screen) if HIDDEN.search(word)]


def reveals(frames):
    return any(f"${figure}".encode() in frame for frame in frames for figure in HELD)


def last_place(screen):
    """Where to hold in the pane, which lies after the cards."""
    return len(screen.all(ft.GestureDetector)) - 1


@pytest.mark.parametrize("size", [TABLET, pytest.param(PHONE, marks=pytest.mark.long)])
async def test_no_screen_of_a_play_has_a_hidden_figure_in_its_tree_or_sends_one(
    open_plays, play_id, sent, size
):
    entries = range(open_plays.journal.last(play_id), 0, -1)
    async with opened(open_plays, play_id, size) as screen:

        async def tap(name):
            await screen.tap(name)
            assert not revealing(screen), f"{screen.page.route} after {name}"

        for name in ("Ann...", "Ben...", "Cy...", "Dot..."):
            await tap(name)
            assert screen.all(ft.KeyboardListener), "the pane has a place to hold"
            await tap("Back to the turn")
        for route in SCREENS:
            await screen.go(route.format(play_id))
            assert not revealing(screen), route
            if screen.named("Open all pages"):
                await tap("Open all pages")
        await screen.go(f"/play/{play_id}/journal")
        await screen.fire(
            next(one for one in screen.named("1 entry crossed out") if one.on_click), "click"
        )
        for line in entries:
            await tap(f"Entry {line}...")
            if screen.named("Cross out this entry"):
                await tap("Cross out this entry")
                assert screen.says(STAYS_HIDDEN) or screen.says("cross that out first")
                await tap("Leave it")
        await screen.go(f"/play/{play_id}")
        await tap("Undo: Dot sells...")
        assert screen.named("Undo it"), "which asks for a reason"
        await screen.resize(PHONE if size == TABLET else TABLET)
        assert not revealing(screen)
    assert len(sent) > 20
    assert not reveals(sent)


@pytest.mark.parametrize("size", [PHONE, pytest.param(TABLET, marks=pytest.mark.long)])
async def test_no_action_on_any_sheet_reveals_what_anybody_holds(open_plays, play_id, size):
    seen = 0
    async with opened(open_plays, play_id, size) as screen:
        state = screen.clients[0].state(play_id)
        for action in GAME.actions:
            state.sheet.open(Offer(action.name))
            await screen.settle()
            assert not revealing(screen), action.name
            for question in action.questions:
                options = (
                    state.snapshot.options(action.name, state.sheet.draft.answers, question.name)
                    or ()
                )
                for option in options:
                    if option.refusal is None:
                        state.sheet.answer(question.name, option.value)
                        await screen.settle()
                        seen += 1
                        assert not revealing(screen), (
                            f"{action.name} {question.name}={option.value}"
                        )
            state.panel.leave()
    assert seen > 60


@pytest.mark.parametrize("size", [PHONE, TABLET, (360, 640)])
async def test_a_card_shows_its_figure_while_it_is_held_and_nothing_else_moves_or_is_spoken(
    open_plays, play_id, sent, size
):
    def look():
        lie = [
            (text.y, text.height)
            if text.words == MASK or HIDDEN.search(text.words)
            else (text.words, text.x, text.y, text.width)
            for text in placed(screen, 1.0)
        ]
        return lie, [str(one.label) for one in screen.all(ft.Semantics) if one.label]

    async with opened(open_plays, play_id, size) as screen:
        before = look()
        for at, figure in enumerate(HELD):
            await hold(screen, at)
            shown = [one for one in screen.all(ft.Text) if HIDDEN.search(str(one.value))]
            assert {one.value for one in shown} == {f"${figure}"}
            assert look() == before
            quiet = [one.content for one in screen.all(ft.Semantics) if one.exclude_semantics]
            unheard = {id(inside) for content in quiet for inside in screen.walk(content)}
            assert all(id(one) in unheard for one in shown)
            await let_go(screen, at)
            assert not revealing(screen)
    assert reveals(sent), "what is sent would be found"


async def put_away(screen, state):
    await screen.fire(screen.page, "app_lifecycle_state_change", {"state": state})


async def look_elsewhere(screen, _):
    table = screen.page.route
    await screen.go(f"{table}/journal")
    await screen.go(table)


async def record(screen, open_plays):
    open_plays.referee(screen.clients[0].here().play_id).undo("once more")
    await screen.fire(screen.page, "connect")


COVERS = {
    "let go": lambda screen, _: let_go(screen),
    "cancelled": lambda screen, _: let_go(screen, how="long_press_cancel"),
    "the mouse leaves": lambda screen, _: screen.fire(screen.all(ft.GestureDetector)[0], "exit"),
    "a look at the journal": look_elsewhere,
    "another entry": record,
    **{
        state: lambda screen, _, state=state: put_away(screen, state)
        for state in ("hide", "inactive", "pause", "detach")
    },
}


@pytest.mark.parametrize("cover", COVERS.values(), ids=COVERS)
async def test_what_is_held_is_on_this_screen_alone_until_it_is_covered(open_plays, play_id, cover):
    async with opened(open_plays, play_id) as screen, opened(open_plays, play_id, PHONE) as other:
        await hold(screen)
        await put_away(screen, "resume")
        await other.settle()
        assert revealing(screen)
        assert not revealing(other)
        await cover(screen, open_plays)
        assert not revealing(screen)


async def test_a_reload_in_the_middle_of_a_hold_is_sent_nothing_hidden(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await hold(screen)
        await screen.tap("Ann...")
        await hold(screen, last_place(screen))
        wire = screen.session.connection
        await screen.session.disconnect(60)
        assert not revealing(screen)
        assert not reveals([msgpack.packb([screen.page], default=wire.encode)]), (
            "the page is sent again as it stands"
        )
        await screen.session.connect(wire)
        await screen.settle()
        assert not revealing(screen)
        await hold(screen)
        assert revealing(screen)


@pytest.mark.parametrize("by_key", [False, True])
async def test_a_release_that_is_lost_covers_it_after_a_while(
    open_plays, play_id, monkeypatch, by_key
):
    monkeypatch.setattr(hold_to_reveal, "KEY_SECONDS" if by_key else "MOST_SECONDS", 0.0)
    async with opened(open_plays, play_id) as screen:
        if by_key:
            await screen.tap("Ann...")
            await screen.fire(screen.all(ft.KeyboardListener)[0], "key_down", {"key": " "})
        else:
            await hold(screen)
        await screen.settle()
        assert not revealing(screen)


async def test_a_look_lasts_as_long_as_it_is_held_whatever_was_looked_at_before(
    open_plays, play_id, monkeypatch
):
    looks = []

    async def tire(self, _seconds):
        looks.append(self)
        await asyncio.Event().wait()

    monkeypatch.setattr(hold_to_reveal.Peek, "_tire", tire)
    async with opened(open_plays, play_id) as screen:
        await hold(screen)
        first = looks[0]._tired
        await hold(screen)
        assert first.cancelled()
        assert not looks[0]._tired.cancelled()
        assert revealing(screen)


async def test_the_place_in_a_players_pane_is_held_by_finger_or_space_bar(open_plays, play_id):
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ann...")
        await hold(screen, last_place(screen))
        assert screen.says("$935")
        await let_go(screen, last_place(screen))
        for event, key, shown in (
            ("key_down", "Enter", False),
            ("key_down", " ", True),
            ("key_repeat", " ", True),
            ("key_up", " ", False),
        ):
            await screen.fire(screen.all(ft.KeyboardListener)[0], event, {"key": key})
            assert bool(revealing(screen)) == shown
