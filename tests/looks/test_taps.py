"""How many taps what happens most often takes, from the turn's screen as an evening leaves it: README's table.

In ``taps.txt`` each game has its evening so far. An event stands after ``*`` with the buttons tapped for it, below what
the evening has besides, after ``+``; ``until`` is an evening of tests/evenings up to its first entry of an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.formats.session import replay, steps
from tests.paths import ROOT, SESSION_FOLDER
from tests.units.views.device import opened
from tests.units.views.headless import PHONE

pytestmark = pytest.mark.games("all")
HERE = Path(__file__).parent


class Event(NamedTuple):
    """What happens in a game, after an evening so far; the buttons tapped for it."""

    game: str
    what: str
    evening: list[str]
    taps: list[str]


def events() -> Iterator[Event]:
    """Read ``taps.txt``."""
    for part in (HERE / "taps.txt").read_text(encoding="utf-8").split("# ")[1:]:
        game, *lines = part.splitlines()
        evening = [line for line in lines if line[0] not in "+*"]
        more: list[str] = []
        for sign, _, rest in (line.partition(" ") for line in lines):
            if sign == "+":
                more += races(rest) if rest.startswith("until") else [rest]
            elif sign == "*":
                what, *taps = rest.split(" > ")
                yield Event(game, what, evening + more, taps)
                more = []


def races(until: str) -> list[str]:
    """An evening of Totopoly up to its first entry of an action."""
    lines = (
        (SESSION_FOLDER / "totopoly-whole-evening.session").read_text(encoding="utf-8").splitlines()
    )
    return lines[
        : next(at for at, line in enumerate(lines) if line.split()[:1] == until.split()[1:])
    ]


async def tap(screen, name: str) -> None:
    """Tap the button of a name on the sheet: the tiles above it have the names of players too."""
    tiles = {
        id(part)
        for tile in screen.walk()
        if str(tile.key).startswith("seat-")
        for part in screen.walk(tile)
    }
    can = [
        button
        for button in screen.named(name)
        if getattr(button, "on_click", None) and id(button) not in tiles
    ]
    assert can, f"nothing called {name!r}"
    assert not can[0].disabled, f"{name!r} is greyed"
    await screen.fire(can[0], "click")


@pytest.mark.parametrize("event", list(events()), ids=lambda event: event.what)
async def test_the_last_of_its_taps_records_it_and_none_before(open_plays, event):
    play_id = replay(open_plays.journal, steps("\n".join(event.evening))).play.id
    before = open_plays.journal.last(play_id)
    async with opened(open_plays, play_id, PHONE) as screen:
        for at, name in enumerate(event.taps):
            assert open_plays.journal.last(play_id) == before, f"recorded before {event.taps[at:]}"
            await tap(screen, name)
    assert open_plays.journal.last(play_id) == before + 1


def test_the_readme_counts_the_same_taps():
    lines = ["| game | taps for what happens most often |", "|---|---|"]
    for game, group in groupby(events(), lambda event: event.game):
        counted = {event.what: len(event.taps) for event in group}
        few = sorted(set(counted.values()))
        said = (
            f"**{taps}** {', '.join(what for what, many in counted.items() if many == taps)}"
            for taps in few
        )
        lines.append(f"| {game} | {'; '.join(said)} |")
    table = "\n".join(lines)
    assert table in (ROOT / "README.md").read_text(encoding="utf-8"), f"the table is:\n{table}"
