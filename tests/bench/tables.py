"""How long until a whole table shows an entry, while others play too: ``python -m tests.bench.tables --tables 5 8 12``.

Each table has a tablet that keeps the book and four phones of players, at Ratrace with six. Its tablet answers a roll
and taps Record about every five seconds, and undoes it in between: each table writes twice as often as is counted here.
Measured is from the tap until the last of the five has been sent what it changes there; a tap of which one of them
hears nothing for five seconds ends the run. With ``--bids`` a lot of Totopoly is under the hammer, and two phones bid
in turns. All devices are one process of this machine, each table with an address.
"""

from __future__ import annotations

import argparse
import heapq
import random
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from companion.formats.session import replay, steps
from tests.bench.laying import LaidRoom, evening, lay_rooms
from tests.bench.wire import PATCH, PATIENCE, PHONE, TABLET, Device, Served, heard, rest
from tests.figures import head, median, percentile, print_figure
from views.state.play.auction import step_after

if TYPE_CHECKING:
    from models.journal import Journal

PLAYERS = ("Alice", "Ben", "Cleo", "Dan")
LINES = 200
EVERY = 5.0
PROMISED = 300
AUCTION = """game totopoly
title Horses
seats Ann Ben Cleo Dan
house keeps=evening
start banker=dan auctioneer=ann
keep who=cleo card=h12 price=300
open_auction
"""
BREATH = 0.6
"""Seconds between two bids: one that comes sooner after another is taken for a double tap."""
STEPS = ((0.0, "answer"), (1.0, "record"), (3.0, "undo"))


class Table:
    """The five devices at one table, and those that have not shown the last entry yet."""

    def __init__(self, app: Served, room: LaidRoom, number: int) -> None:
        address = f"127.0.0.{number + 2}"
        self.tablet = Device(app, room.route, TABLET, cookie=room.bank, address=address)
        self.devices = [self.tablet]
        for phone in room.phones:
            rest(Device.open, 0.2)  # those that answer no heartbeat meanwhile would be taken to be gone
            self.devices.append(Device(app, room.route, PHONE, cookie=phone, address=address))
        self.seq, self.roll = LINES, 7
        self.began = 0.0
        self.missing: set[Device] = set()

    def do(self, step: str) -> None:
        """Do what a hand at the tablet does next."""
        if step == "answer":
            self.roll = 15 - self.roll
            self.tablet.key(str(self.roll))
        elif step == "record":
            assert not self.missing, f"for {EVERY} s {len(self.missing)} devices were sent nothing of entry {self.seq}"
            self.seq += 1
            self.missing = set(self.devices)
            self.began = time.perf_counter()
            self.tablet.tap("Record")
        else:
            self.seq += 1
            self.tablet.tap("Undo: ...")

    def hear(self, device: Device) -> float:
        """Take a message in; give the milliseconds since the tap where the last device has what came of it."""
        if device.hear()[0] == PATCH and device in self.missing:
            self.missing.discard(device)
            return 0 if self.missing else (time.perf_counter() - self.began) * 1000
        return 0


def measure(tables: list[Table], seconds: float) -> list[float]:
    """Have all tables play for so long, each in its own time."""
    chance = random.Random(5)  # noqa: S311 - it keeps no secrets
    at = {device: table for table in tables for device in table.devices}
    now = time.perf_counter()
    due = [(now + chance.uniform(0, EVERY), number, 0) for number in range(len(tables))]
    heapq.heapify(due)
    took: list[float] = []
    while due:
        when, number, step = due[0]
        if (left := when - time.perf_counter()) <= 0:
            heapq.heappop(due)
            tables[number].do(STEPS[step][1])
            after, wait = (step + 1) % len(STEPS), STEPS[step][0]
            later = when + (STEPS[after][0] - wait if after else EVERY - wait + chance.uniform(-0.5, 0.5))
            if later < now + seconds or after:
                heapq.heappush(due, (later, number, after))
            continue
        for device in heard(list(at), left):
            if milliseconds := at[device].hear(device):
                took += [milliseconds]
    rest(list(at), 1.0)
    return took


@dataclass(frozen=True, slots=True)
class Took:
    """How long each entry took to be everywhere, and how busy the server was, as a part of one processor."""

    milliseconds: list[float]
    busy: float


def play(folder: Path, many: int, seconds: float) -> Took:
    """Have so many tables play at one server for so long."""
    rooms = lay_rooms(folder, lambda journal: evening(journal, LINES), many, PLAYERS)
    with Served(folder=folder) as app:
        app.wait()
        tables = [Table(app, room, number) for number, room in enumerate(rooms)]
        rest(Device.open, 2.0)
        worked, began = app.python(), time.perf_counter()
        took = measure(tables, seconds)
        busy = (app.python() - worked) / 1000 / (time.perf_counter() - began)
        for device in list(Device.open):
            device.close()
    return Took(took, busy)


# --- bids ---


def begin(journal: Journal) -> str:
    """Begin a game in which a lot can be put up; give its id."""
    return replay(journal, steps(AUCTION)).play.id


def bid(phone: Device, devices: list[Device], amount: int) -> float:
    """Bid with one tap; the milliseconds until the last device was sent the new highest bid."""
    missing, words = set(devices), f"Highest bid £{amount},".encode()
    began = time.perf_counter()
    phone.tap(f"Bid £{amount}")
    while missing:
        ready = heard(devices, PATIENCE)
        assert ready, f"{len(missing)} devices were sent nothing of the bid of {amount}"
        for device in ready:
            if words in device.hear()[2]:
                missing.discard(device)
    return (time.perf_counter() - began) * 1000


def auction(folder: Path, bids: int) -> list[float]:
    """Bid so many times in turns."""
    (room,) = lay_rooms(folder, begin, 1, ("Ann", "Ben", "Cleo"))
    took: list[float] = []
    with Served(folder=folder) as app:
        app.wait()
        cookies = (*room.phones, room.watcher)
        with closing(Device(app, room.route, TABLET, cookie=room.bank)) as tablet:
            phones = [Device(app, room.route, cookie=cookie) for cookie in cookies]
            rest(Device.open, 1.0)
            phones[0].tap("Priory Park...")
            rest(Device.open, 0.5)
            phones[0].tap("Take bids on phones")
            amount = 1
            for phone in islice(cycle(phones[1:3]), bids):
                rest(Device.open, BREATH)
                took.append(bid(phone, [tablet, *phones], amount))
                step = step_after(amount, 1)
                amount = amount // step * step + step
            for phone in phones:
                phone.close()
    return took


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 5], help="how many at once, run after run")
    parser.add_argument("--bids", type=int, default=0, help="bids at an auction instead (promised: half in 300 ms)")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    if options.bids:
        head("A bid, until all five devices of its table have it")
        with tempfile.TemporaryDirectory() as kept:
            bids = auction(Path(kept), options.bids)
        print_figure(f"{len(bids)} bids: half take less than", median(bids), "ms", f"(promised: {PROMISED})")
        print_figure("  99 in 100", percentile(bids, 99), "ms")
        return
    head("An entry, until all five devices of its table show it")
    for many in options.tables:
        with tempfile.TemporaryDirectory() as kept:
            took = play(Path(kept), many, options.seconds)
        entries = len(took.milliseconds)
        print_figure(f"{many} tables, {entries} entries: half take less than", median(took.milliseconds), "ms")
        print_figure("  99 in 100", percentile(took.milliseconds, 99), "ms", f"(promised at five: {PROMISED})")
        print_figure("  of one processor, the server used", took.busy * 100, "%")


if __name__ == "__main__":
    main()
