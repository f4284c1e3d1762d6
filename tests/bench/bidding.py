"""A bid on a phone, until the tablet, three phones and the television have it: ``python -m tests.bench.bidding``.

A lot of Totopoly is under the hammer at a served table, and two phones bid in turns, one tap a bid. All devices are one
process of this machine, and draw nothing.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from companion.formats.session import replay, steps
from tests.bench.rooms import lay_rooms
from tests.bench.wire import PATIENCE, TABLET, Device, Served, heard, rest
from tests.figures import head, median, percentile, print_figure
from views.state.play.auction import step_after

if TYPE_CHECKING:
    from models.journal import Journal

EVENING = """game totopoly
title Horses
seats Ann Ben Cleo Dan
house keeps=evening
start banker=dan auctioneer=ann
keep who=cleo card=h12 price=300
open_auction
"""
BIDS, PROMISED = 40, 300
BREATH = 0.6
"""Seconds between two bids: one that comes sooner after another is taken for a double tap."""


def begin(journal: Journal) -> str:
    """Begin a game in which a lot can be put up; give its id."""
    return replay(journal, steps(EVENING)).play.id


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
    room = lay_rooms(folder, begin, 1, ("Ann", "Ben", "Cleo"))[0]
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
    parser.add_argument("--bids", type=int, default=BIDS)
    options = parser.parse_args()
    head("A bid, until all five devices of its table have it")
    with tempfile.TemporaryDirectory() as kept:
        took = auction(Path(kept), options.bids)
    print_figure(f"{len(took)} bids: half take less than", median(took), "ms", f"(promised: {PROMISED})")
    print_figure("  99 in 100", percentile(took, 99), "ms")


if __name__ == "__main__":
    main()
