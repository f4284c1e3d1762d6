"""Whatever can be tapped does something, without a fault, and what was picked says that it is."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from random import Random

import flet as ft
import pytest
import small_game
from hats_game import press
from headless import PHONE, TABLET, Screen, play

from companion.formats.session import replay, steps
from companion.tools import TOOLS
from views import app
from views.app_shell import go

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
ON_TOP = [
    "/",
    "/new",
    "/settings",
    "/players",
    "/players/alice",
    "/players/best/rat_a_tat_cat",
    "/new/board/ratrace",
    "/tools",
]
SCREENS = {
    "ratrace": [
        *("", "journal", "rules", "house", "board", "see", "count", "past", "take"),
        *("correct/line/2", "correct/strike/2"),
    ],
    "rat_a_tat_cat": ["", "see"],
    "over": [""],
    "totopoly": ["", "show"],
    "rat_race_monopoly": [""],
    "doubletrack": [""],
}
IDLE = ("Backspace", "M", "K", "Open a file", "Restore from a file", "Hold to look")
"""With nothing typed nothing is taken back or ended; the device itself picks files; and one is held, not tapped."""
OF_THE_DEVICE = ("share-picture", "open-bg-stats", "copy-words")
"""What the device does by itself, too."""
FIGURE = re.compile(r"[\W\d]*[CMK]?")
"""Keys of a pad, and figures that it is filled in with."""
EVENING = {"Go back in time": "past", "Charts": "see", "Count the cash": "count", "Share and export": "take"}
FAULTS = ("Sorry, that went wrong", "could not be drawn")


def opened(open_plays, route, size):
    return Screen(lambda page: app.open_session(page, open_plays), route, size)


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    for module in ("answers", "each", "several"):
        monkeypatch.setattr(f"views.table.questions.{module}.DICE", Random(7))  # noqa: S311
    for module in ("state.play.taps", "setup.setup"):
        monkeypatch.setattr(f"views.{module}.SAME_TAP", -1)  # nobody taps twice here
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()


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
    closed = {id(part) for one in screen.page._dialogs.controls if not one.open for part in screen.walk(one)}
    for control in screen.shown.controls:
        if isinstance(control, ft.MergeSemantics):
            keys.update({id(part): control.key for part in screen.walk(control)})
        if isinstance(control, ft.Semantics) and control.selected is not None:
            picked.update({id(part): control.selected for part in screen.walk(control)})
        can = getattr(control, "on_click", None) or getattr(control, "on_tap", None)
        if (
            can and not getattr(control, "disabled", False) and id(control) not in closed
        ):  # that goes once it has slid away
            key = str(control.key or keys.get(id(control)) or "")
            name = key or next(iter(said.get(id(control), ())), "")
            found.setdefault((type(control), name), Button(control, name, key, picked.get(id(control))))
    return found


async def tap_all(open_):
    """Tap one button of each sort, on the screen and on whatever a tap brings up there; come back after leaving it."""
    done, left = set(), True
    while left:
        left = False
        async with open_() as screen:
            here = screen.page.route
            while one := next((one for one in buttons(screen).values() if one.sort not in done), None):
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
    assert len(screen.wire.sent) > sent or one.chosen or one.name in (*IDLE, *OF_THE_DEVICE), f"{where} does nothing"
    said = screen.page._dialogs.controls  # such as why it can't be picked
    if one.chosen is False and choices(screen) == picks and not (said or FIGURE.fullmatch(one.name)):
        assert buttons(screen)[type(one.control), one.name].chosen, f"{where} does not say that it is picked"


def choices(screen):
    return [name for (_, name), one in buttons(screen).items() if one.chosen is not None]


@pytest.mark.parametrize(
    ("game", "size"), [(game, PHONE if at % 2 else TABLET) for at, game in enumerate(PLAYS)], ids=list(PLAYS)
)
async def test_every_button_of_a_play_does_something(open_plays, game, size):
    made = replay(open_plays.journal, steps(PLAYS[game])).play.id
    for part in SCREENS[game]:
        await tap_all(lambda part=part: opened(open_plays, f"/play/{made}/{part}".rstrip("/"), size))


async def test_every_button_of_the_other_screens_does_something(open_plays):
    for text in ("ratrace", "over"):
        replay(open_plays.journal, steps(PLAYS[text]))
    for route in (*ON_TOP, *(f"/tools/{one.key}" for one in TOOLS)):
        await tap_all(lambda route=route: opened(open_plays, route, PHONE))


def test_what_leads_somewhere_leads_there(open_plays):
    made = {name: replay(open_plays.journal, steps(text)).play.id for name, text in PLAYS.items()}
    rats, over = f"/play/{made['ratrace']}", f"/play/{made['over']}"
    ways = [
        ("/", ["Start a game"], "/new"),
        ("/", ["Players and records"], "/players"),
        ("/", ["Settings"], "/settings"),
        ("/", ["Quick tools"], "/tools"),
        ("/", ["Rats"], rats),
        ("/", ["Over"], over),
        ("/players", ["Bob"], "/players/bob"),
        ("/players", ["Best of Rat-a-Tat Cat"], "/players/best/rat_a_tat_cat"),
        ("/players", ["Back to all games"], "/"),
        ("/players/best/rat_a_tat_cat", ["Cy"], "/players/cy"),
        ("/players/best/rat_a_tat_cat", ["Total over 1 round"], over),
        ("/players/best/rat_a_tat_cat", ["Back"], "/players"),
        ("/players/alice", ["Alice ended round 1"], f"/play/{made['rat_a_tat_cat']}"),
        ("/players/alice", ["Back"], "/players"),
        ("/new", ["Back to all games"], "/"),
        ("/settings", ["Back to all games"], "/"),
        ("/tools/dice", ["Back"], "/tools"),
        ("/play/nowhere", ["All games"], "/"),
        (over, ["Export"], f"{over}/take"),
        (over, ["All the figures"], f"{over}/see"),
        (rats, ["Back to all games"], "/"),
        *((f"{rats}/more", [way], f"{rats}/{part}") for way, part in EVENING.items()),
        (
            f"{rats}/journal",
            ["Entry 3", "Cross out this entry", "Work later entries out again"],
            f"{rats}/correct/strike/3",
        ),
        (f"{rats}/journal", ["Entry 3", "Correct this entry"], f"{rats}/correct/line/3"),
        (f"{rats}/journal", ["Entry 3", "Add a missed entry"], f"{rats}/correct/after/3"),
        (f"{rats}/past", ["One entry back", "Correct this entry"], f"{rats}/correct/line/7"),
        (f"{rats}/past", ["One entry back", "Add a missed entry"], f"{rats}/correct/after/7"),
        (f"{rats}/correct/line/3", ["Back"], f"{rats}/journal"),
    ]

    async def scene():
        async with opened(open_plays, "/", PHONE) as screen:
            for start, taps, end in ways:
                await screen.go(start)
                for name in taps:
                    tips = [one for one in screen.all(ft.IconButton) if one.tooltip == name]
                    await (screen.fire(tips[0], "click") if tips else press(screen, name))
                await screen.settle()
                assert screen.page.route == end, (start, taps)

    play(scene)
