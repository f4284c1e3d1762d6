"""Whatever can be tapped does something, without a fault, and what was picked says that it is."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

import flet as ft
import pytest

from companion.formats.session import replay, steps
from companion.tools import TOOLS
from tests.units.views.hats_game import opened, press
from tests.units.views.headless import PHONE, TABLET
from tests.units.views.stillness import Still
from views.app_shell import go

pytestmark = [pytest.mark.games("all"), pytest.mark.usefixtures("one_thing_after_another")]

PLAYS = {
    "ratrace": """game ratrace
title Rats
seats Alice Bob Cy
house businesses=one gifts=yes position=off
start first=alice
pick who=alice business=black
pick who=bob business=olive
pick who=cy business=red
windfall who=alice square=gift
windfall who=bob square=bingo
gift giver=bob taker=cy amount=63 reason="a bet"
collect who=alice
""",
    "rat_a_tat_cat": """game rat_a_tat_cat
title Cats
seats Alice Bob Cy
house rounds=2
start first=alice
round scores="alice=4 bob=9 cy=11"
""",
    "over": """game rat_a_tat_cat
title Over
seats Alice Bob Cy
house rounds=1
start first=alice
round scores="alice=4 bob=9 cy=11"
""",
    "totopoly": """game totopoly
title Horses
seats Alice Bob Cy
house keeps=tote
start horses=8
""",
    "rat_race_monopoly": """game rat_race_monopoly
title Millions
seats Alice Bob Cy
start first=alice
""",
    "doubletrack": """game doubletrack
title Gates
seats Alice Bob Cy
start first=alice
toll who=cy gate=red answer=pays amount=25
""",
}
ON_TOP = (
    "/ /new /settings /players /players/alice /players/best/rat_a_tat_cat /new/board/ratrace /tools"
)
SCREENS = {
    "ratrace": "table journal rules house board see count past take correct/line/2 correct/strike/2",
    "rat_a_tat_cat": "table see",
    "totopoly": "table show",
}
"""Screens of a play that are walked, where that is not the table alone."""
IDLE = ("Backspace", "M", "K", "Open a file", "Restore from a file", "Hold to look", "share-picture", "open-bg-stats",
        "copy-words")  # fmt: skip
"""With nothing typed nothing is taken back or ended; the device picks files and shares; and one is held, not tapped."""
FIGURE = re.compile(r"[\W\d]*[CMK]?")
"""Keys of a pad, and figures that it is filled in with."""
FAULTS = ("Sorry, that went wrong", "could not be drawn")
WAYS = """
/ > Start a game > /new
/ > Players and records > /players
/ > Settings > /settings
/ > Quick tools > /tools
/ > Resume > CATS
/ > Rats > RATS
/ > Over > OVER
/players > Bob > /players/bob
/players > Best of Rat-a-Tat Cat > /players/best/rat_a_tat_cat
/players > Back to all games > /
/players/best/rat_a_tat_cat > Cy > /players/cy
/players/best/rat_a_tat_cat > Total over 1 round > OVER
/players/best/rat_a_tat_cat > Back > /players
/players/alice > Alice ended round 1 > CATS
/players/alice > Back > /players
/new > Back to all games > /
/settings > Back to all games > /
/tools/dice > Back > /tools
/play/nowhere > All games > /
OVER > Export > OVER/take
OVER > All the figures > OVER/see
RATS > Back to all games > /
RATS/more > Go back in time > RATS/past
RATS/more > Charts > RATS/see
RATS/more > Count the cash > RATS/count
RATS/more > Share and export > RATS/take
RATS/journal > Entry 3 > Cross out this entry > RATS/correct/strike/3
RATS/journal > Entry 3 > Correct this entry > RATS/correct/line/3
RATS/journal > Entry 3 > Add a missed entry > RATS/correct/after/3
RATS/past > One entry back > Correct this entry > RATS/correct/line/7
RATS/past > One entry back > Add a missed entry > RATS/correct/after/7
RATS/correct/line/3 > Back > RATS/journal
"""
"""From where, by tapping what, to where."""


@dataclass(frozen=True)
class Button:
    """A button, the name it is found again by, and where it is one of several whether it says that it is picked."""

    control: ft.BaseControl
    name: str
    key: str
    chosen: bool | None

    @property
    def sort(self):
        """What it does: of a list of buttons that do the same, each for another thing, one is enough."""
        handler = getattr(self.control, "on_click", None) or self.control.on_tap
        does = inspect.getclosurevars(inspect.unwrap(handler)).nonlocals.get("fn", handler)
        where = self.name if does is go else re.split(r"[-:,.]|\d", self.key)[0]
        return getattr(does, "__qualname__", type(does).__name__), where


def buttons(screen):
    """Everything that can be tapped now, by name."""
    picked, keys, found = {}, {}, {}
    said = {id(one): sorted(names) for one, names in screen.shown.names}
    # a dialog that is closed goes once it has slid away
    closed = {
        id(part)
        for one in screen.page._dialogs.controls
        if not one.open
        for part in screen.walk(one)
    }
    for control in screen.shown.controls:
        if isinstance(control, ft.MergeSemantics):
            keys.update({id(part): control.key for part in screen.walk(control)})
        if isinstance(control, ft.Semantics) and control.selected is not None:
            picked.update({id(part): control.selected for part in screen.walk(control)})
        can = getattr(control, "on_click", None) or getattr(control, "on_tap", None)
        if can and not getattr(control, "disabled", False) and id(control) not in closed:
            key = str(control.key or keys.get(id(control)) or "")
            name = key or next(iter(said.get(id(control), ())), "")
            found.setdefault(
                (type(control), name), Button(control, name, key, picked.get(id(control)))
            )
    return found


async def tap_all(open_):
    """Tap one button of each sort, on the screen and on whatever a tap brings up there; come back after leaving it."""
    done, left = set(), True
    while left:
        left = False
        async with open_() as screen:
            here = screen.page.route
            while one := next(
                (one for one in buttons(screen).values() if one.sort not in done), None
            ):
                left = True
                done.add(one.sort)
                await tap(screen, one)
                if screen.page.route != here:
                    await screen.go(here)


async def tap(screen, one):
    sent, picks = len(screen.wire.sent), choices(screen)
    await screen.fire(one.control, "click" if getattr(one.control, "on_click", None) else "tap")
    where = f"{one.name!r} on {screen!r}"
    assert not any(map(screen.says, FAULTS)), where
    assert len(screen.wire.sent) > sent or one.chosen or one.name in IDLE, f"{where} does nothing"
    said = screen.page._dialogs.controls  # such as why it can't be picked
    if (
        one.chosen is False
        and choices(screen) == picks
        and not (said or FIGURE.fullmatch(one.name))
    ):
        assert buttons(screen)[type(one.control), one.name].chosen, (
            f"{where} does not say that it is picked"
        )


def choices(screen):
    return [name for (_, name), one in buttons(screen).items() if one.chosen is not None]


@pytest.mark.parametrize("game", PLAYS)
async def test_every_button_of_a_play_does_something(open_plays, game):
    made = replay(open_plays.journal, steps(PLAYS[game])).play.id
    size = PHONE if [*PLAYS].index(game) % 2 else TABLET
    for part in SCREENS.get(game, "table").split():
        route = f"/play/{made}/{part}".removesuffix("/table")
        await tap_all(lambda route=route: opened(open_plays, route, size))


async def test_every_button_of_the_other_screens_does_something(open_plays):
    for text in ("ratrace", "over"):
        replay(open_plays.journal, steps(PLAYS[text]))
    for route in (*ON_TOP.split(), *(f"/tools/{one.key}" for one in TOOLS)):
        await tap_all(lambda route=route: opened(open_plays, route))


async def test_what_leads_somewhere_leads_there(open_plays):
    ways = WAYS
    for word, name in (("RATS", "ratrace"), ("CATS", "rat_a_tat_cat"), ("OVER", "over")):
        Still.minutes += 1
        ways = ways.replace(word, f"/play/{replay(open_plays.journal, steps(PLAYS[name])).play.id}")
    async with opened(open_plays) as screen:
        for way in ways.split("\n")[1:-1]:
            start, *taps, end = way.split(" > ")
            await screen.go(start)
            for name in taps:
                tips = [one for one in screen.all(ft.IconButton) if one.tooltip == name]
                await (screen.fire(tips[0], "click") if tips else press(screen, name))
            await screen.settle()
            assert screen.page.route == end, way
