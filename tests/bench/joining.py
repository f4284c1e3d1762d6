"""From the link to a seat on a phone that has nothing kept, on a slow network: ``python -m tests.bench.joining``.

In Chromium, which is held to so many megabits a second and 20 ms each way. The phone opens the link, taps a name and
taps Join; the tablet taps Let in two seconds after it is asked. With ``--asleep 600`` two phones that are in, one used
before and one not, are frozen and cut off for so many seconds, while three payments are recorded, and come back.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from companion.formats.session import replay, steps
from tests.bench.laying import LaidRoom, lay_rooms
from tests.bench.wire import PHONE, ROOT, TABLET, Device, Served
from tests.figures import head, median, print_figure

sys.path.insert(0, str(ROOT / "tests" / "browser"))
from driver import FIRST_PAINT, Tabletop, chromium
from playwright.sync_api import Browser, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import CDPSession

    from models.journal import Journal

NAMES = ("Ann", "Ben", "Cy", "Dot", "Eve", "Fay")
EVENING = "game any_money\ntitle Friday\nseats " + " ".join(NAMES) + "\n\nbegin\n"
NOD, LATENCY = 2.0, 20
PROMISED = 10
ASKS = re.compile(rb"wants to play as (\w+)")


def begin(journal: Journal) -> str:
    """Begin a game; give its id."""
    return replay(journal, steps(EVENING)).play.id


class Host:
    """A tablet that lets everybody in, some seconds after they ask, and records what it is told to meanwhile."""

    def __init__(self, app: Served, room: LaidRoom) -> None:
        self.route = room.route
        self.device = Device(app, f"{room.route}/phones", TABLET, cookie=room.bank)
        self.over, self.paid = Event(), Event()
        self.payments = 0

    def keep(self) -> None:
        """Sit there until it is over."""
        asked: dict[str, float] = {}
        while not self.over.is_set():
            if self.device.waiting(0.1) and (found := ASKS.search(self.device.hear()[2])):
                asked.setdefault(found[1].decode(), time.perf_counter())
            for name, since in list(asked.items()):
                if time.perf_counter() - since > NOD:
                    self.device.tap(f"Let {name} in")
                    asked[name] = float("inf")
            if self.payments:
                self._pay()
        self.device.close()

    def _pay(self) -> None:
        self.device.go(self.route)
        self.device.rest(1.0)
        while self.payments:
            for name in ("Ann", "Cy", "$10", "Record"):
                self.device.tap(name)
                self.device.rest(0.5)
            self.payments -= 1
        self.paid.set()


def throttle(phone: Tabletop, megabits: float) -> CDPSession:
    """Hold a phone's page to a speed, with nothing kept from before; give what tells of its network."""
    wire = phone.context.new_cdp_session(phone.page)
    wire.send("Network.enable")
    wire.send("Network.clearBrowserCache")
    speed = megabits * 1e6 / 8
    limits = {"offline": False, "latency": LATENCY, "downloadThroughput": speed, "uploadThroughput": speed}
    wire.send("Network.emulateNetworkConditions", limits)
    return wire


def join(phone: Tabletop, room: LaidRoom, name: str) -> None:
    """Open the link, say who it is, and wait until the game is there: three taps."""
    phone.page.goto(f"{phone.app.url}/join?{urlencode({'i': room.invitation})}", wait_until="commit")
    phone.page.locator("label.tile", has_text=name).click()
    phone.page.get_by_role("button", name="Join").click()
    phone.page.wait_for_url("**/play/**", timeout=FIRST_PAINT, wait_until="commit")
    phone._wake()
    phone.see("You have")


@contextmanager
def table() -> Iterator[tuple[Served, LaidRoom, Host]]:
    """Serve a game in a room, with a host who stays there."""
    with tempfile.TemporaryDirectory() as kept, ThreadPoolExecutor(1) as thread:
        (room,) = lay_rooms(Path(kept), begin, 1, ())
        with Served(folder=Path(kept)) as app:
            app.wait()
            host = Host(app, room)
            keeping = thread.submit(host.keep)
            try:
                yield app, room, host
            finally:
                host.over.set()
            keeping.result()


def joining(browser: Browser, count: int, megabits: float) -> list[float]:
    """Measure how long a phone takes, one after the other; each has its own place to keep files."""
    took = []
    with table() as (app, room, _):
        for name in NAMES[:count]:
            with closing(Tabletop(browser, app, PHONE)) as phone:
                throttle(phone, megabits)
                began = time.perf_counter()
                join(phone, room, name)
                took.append(time.perf_counter() - began)
    return took


def sleeping(browser: Browser, seconds: float) -> list[float]:
    """Freeze two phones and cut them off; give the seconds after which each shows what was recorded meanwhile."""
    took = []
    with table() as (app, room, host), ExitStack() as stack:
        phones = [stack.enter_context(closing(Tabletop(browser, app, PHONE))) for _ in range(2)]
        for phone, name in zip(phones, ("Cy", "Dot"), strict=True):
            join(phone, room, name)
        phones[0].tap("Everybody")
        wires = [phone.context.new_cdp_session(phone.page) for phone in phones]
        for phone, wire in zip(phones, wires, strict=True):
            phone.context.set_offline(True)
            wire.send("Page.setWebLifecycleState", {"state": "frozen"})
        host.payments = 3
        Event().wait(seconds)
        assert host.paid.is_set()
        for phone, wire, words in zip(phones, wires, ("$1,530", "$1,500"), strict=True):
            began = time.perf_counter()
            wire.send("Page.setWebLifecycleState", {"state": "active"})
            with phone.page.expect_event("load", timeout=FIRST_PAINT):
                phone.context.set_offline(False)
            phone._wake()
            phone.see("You have")
            phone.see(words)
            took.append(time.perf_counter() - began)
            assert phone.text("Ann pays Cy $10.", exact=False).count() >= 3, phone.tree()
    return took


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5, help="phones, one after the other (default: %(default)s)")
    parser.add_argument("--megabits", type=float, default=20)
    parser.add_argument("--asleep", type=float, default=0, help="seconds that two phones sleep")
    options = parser.parse_args()
    head("A phone takes its seat")
    with sync_playwright() as playwright:
        program = ["--no-sandbox", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=program)
        if options.count:
            took = joining(browser, options.count, options.megabits)
            limit = f"(promised: {PROMISED})"
            print_figure(f"from the link to seated, with {NOD:.0f} s for the nod, median", median(took), "s", limit)
            print_figure("  the slowest", max(took), "s")
        if options.asleep:
            for name, seconds in zip(("tapped before", "not tapped"), sleeping(browser, options.asleep), strict=True):
                print_figure(f"awake after {options.asleep:.0f} s, a phone that was {name}: all is there", seconds, "s")
        browser.close()


if __name__ == "__main__":
    main()
