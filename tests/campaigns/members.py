"""Members who were let in, and try everything for minutes: ``python -m tests.campaigns.members --minutes 5``.

A player and a watcher of a game with hidden chips come and go at one server. Each time they go to a route of their own
game, of another room's or of the book, send events to controls that are there and to some that are not, with any data,
change the page's properties, and ask for sessions of others. Nothing is recorded, nothing that the others hold is sent
to them, a new screen is there at once afterwards, and memory grows no more once as many sessions are kept as ever are.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from models.rooms import RECORDED, Rooms
from tests.bench.rooms import LaidRoom, lay_rooms
from tests.bench.wire import PATIENCE, REGISTER, UPDATE, Device, Served
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from collections.abc import Iterator

EVENING = """game doubletrack
title Gates
seats Ann Ben Cy
house stack=145 secret=yes
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
"""
HIDDEN = re.compile(rb"\$(170|120)(?!\d)")
"""What Ann and Cy hold, and is in no line of the journal."""
PARTS = (
    "",
    "journal",
    "next",
    "see",
    "rules",
    "board",
    "house",
    "more",
    "past",
    "count",
    "take",
    "phones",
    "show",
    "bids",
)
ELSEWHERE = ("/", "/new", "/settings", "/players", "/tools", "/nowhere")
NAMES = ("click", "tap", "change", "submit", "select", "result", "resize", "keyboard_event", "view_pop", "route_change",
         "app_lifecycle_state_change", "long_press_start", "size_change", "connect", "upload", "dismiss")  # fmt: skip
DATA = (None, 7, -1, 10**9, "1", "x" * 2_000, [], {}, {"files": 7}, {"w": -1}, {"key": "Enter"}, {"route": "/x"}, True)
EVENTS = 30
A_SCREEN = 1_000
"""A message of so many bytes brings a screen."""
MOST_GROWN = 40
"""Megabytes by which memory may grow once it has met everything there is."""


@dataclass
class Tried:
    """What was tried, what came of it, and the megabytes held after each part of the time."""

    visits: int = 0
    events: int = 0
    told: int = 0
    faults: int = 0
    recorded: int = 0
    memory: list[float] = field(default_factory=list)
    answered: float = 0.0


def lines(folder: Path, rooms: list[LaidRoom]) -> list[tuple[int, int]]:
    """What the book has of each room: entries, and requests that were recorded."""
    with closing(Book.open(folder)) as database:
        journal, kept = Journal(database), Rooms(database)
        return [(journal.last(one.play), len(kept.requests(one.play, state=RECORDED))) for one in rooms]


def heard(device: Device, seconds: float) -> Iterator[bytes]:
    """All that a device is sent until nothing comes for so long."""
    while device.waiting(seconds):
        yield device.hear()[2]


def visit(app: Served, rooms: list[LaidRoom], cookie: str, chance: random.Random, tried: Tried) -> None:
    """Come in, try things, and go."""
    own, other = rooms
    routes = [*(f"/play/{room.play}/{part}".rstrip("/") for room in (own, other) for part in PARTS), *ELSEWHERE]
    device = Device(app, own.route if chance.random() < 0.5 else chance.choice(routes), cookie=cookie)
    try:
        size = 0
        while size < A_SCREEN and device.waiting(PATIENCE):
            data = device.hear()[2]
            size = len(data)
            tried.told += bool(HIDDEN.search(data))
        for _ in range(EVENTS):
            tried.events += 1
            number = chance.choice((1, 2, 3, *device.nodes, chance.randrange(10**6)))
            device.event(number, chance.choice(NAMES), chance.choice(DATA))
            if chance.random() < 0.1:
                device.go(chance.choice(routes))
            if chance.random() < 0.1:
                props = {chance.choice(("web", "route", "width", "platform", "query")): chance.choice(DATA)}
                device.say(UPDATE, {"id": chance.choice((device.page_id, *device.nodes)), "props": props})
            for data in heard(device, 0.002):
                tried.told += bool(HIDDEN.search(data))
        device.say(REGISTER, {"session_id": "made up", "page_name": "", "page": device.page})
        for data in heard(device, 0.1):
            tried.told += bool(HIDDEN.search(data))
    except AssertionError as said:
        tried.faults += "hung up" not in str(said) and "a frame of kind" not in str(said)
    except OSError:
        pass  # it was hung up on
    finally:
        tried.visits += 1
        device.close()


def campaign(folder: Path, seconds: float, seed: int = 7, parts: int = 6) -> Tried:
    """Try for so long, and look at the memory after each part of it."""
    chance, tried = random.Random(seed), Tried()  # noqa: S311 - it forges, it keeps no secrets
    rooms = lay_rooms(folder, lambda journal: replay(journal, steps(EVENING)).play.id, 2, ("Ben",))
    before = lines(folder, rooms)
    with Served(folder=folder) as app:
        app.wait()
        for _ in range(parts):
            until = time.perf_counter() + seconds / parts
            while time.perf_counter() < until:
                visit(app, rooms, chance.choice((rooms[0].phones[0], rooms[0].watcher)), chance, tried)
            tried.memory.append(app.memory() / 1000)
        began = time.perf_counter()
        with suppress(OSError), closing(Device(app, rooms[0].route, cookie=rooms[0].bank)) as bank:
            bank.see(b"Ann")
        tried.answered = time.perf_counter() - began
    tried.recorded = sum(now != then for now, then in zip(lines(folder, rooms), before, strict=True))
    return tried


def main() -> None:
    """Try, and print what came of it; end with 1 where a promise broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    head("Members who try everything")
    with tempfile.TemporaryDirectory() as kept:
        tried = campaign(Path(kept), options.minutes * 60, options.seed)
    print_figure("visits", tried.visits)
    print_figure("events", tried.events)
    print_figure("messages with what is hidden", tried.told)
    print_figure("games or requests in which anything was recorded", tried.recorded)
    print_figure("screens that reported a fault", tried.faults)
    print_figure("a new screen afterwards", tried.answered, "s")
    for number, megabytes in enumerate(tried.memory, 1):
        print_figure(f"memory after part {number} of {len(tried.memory)}", megabytes, "MB")
    grown = tried.memory[-1] - tried.memory[len(tried.memory) // 2 - 1]
    print_figure("grown in the second half", grown, "MB", f"(promised: less than {MOST_GROWN})")
    sys.exit(bool(tried.told or tried.recorded or grown > MOST_GROWN))


if __name__ == "__main__":
    main()
