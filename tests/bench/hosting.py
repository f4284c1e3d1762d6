"""A tablet that is the server, and the phones at it: ``python -m tests.bench.hosting``, of a built site (``--site``),
not a plain one, since what is fetched is counted.

Everything is in one Chromium on one machine, over real channels between its pages; squares are read from pictures.
Phones join held to 20 Mbit/s and 20 ms each way, which slows what they fetch and not the channel, and are let in at
once; some have nothing kept, some have kept the site. Then two tablets record in turns: one has the phones, one is
alone. Timed from the finger's leaving the tile until that tablet shows the entry, and until the last phone was sent it.
Last, a lot is put up at a tablet of its own with four phones and a television, and two phones bid in turns, until all
devices were sent the new highest bid.
``--quick`` shows that all of it works, with too few of everything for a figure to be kept.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from tests.bench.joining import LATENCY, throttle
from tests.bench.tables import AUCTION
from tests.bench.wire import ROOT
from tests.figures import head, interleaved, median, percentile, print_figure
from views.state.play.auction import step_after

sys.path.insert(0, str(ROOT / "tests" / "browser"))
from driver import TABLET, Tabletop, chromium
from installed import Device, Profile, Site
from meetings import Phone, camera, let_in, seat_phone, see_asking
from playwright.sync_api import Browser, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAMES = ("Alice", "Ben", "Cleo", "Dan", "Eva")
EVENING = "game rat_race_monopoly\ntitle Friday\nseats " + " ".join(NAMES) + " Finn\nstart first=alice\n"
NEXT = re.compile("^Next player: ")
PROMISED_MEGABYTES = 5
PROMISED_HALF, PROMISED_MOST = 400, 1000
PROMISED_SLOWER = 1.15
BIDDERS, BID = ("Ann", "Ben", "Cleo", "Dan"), 450
TELEVISION = (1600, 900)
BREATH = 500
"""Milliseconds between two entries: one that comes sooner after another is taken for a double tap."""
# What a device is sent over its channel or socket, or by the Python of its page: how much, when each part of its screen
# came, and when each entry and each highest bid; and when a finger last left it.
HEAR = r"""(() => {
    const heard = globalThis.heard = { bytes: 0, came: [], entries: {}, bids: {}, up: 0 };
    const now = heard.now = () => performance.timeOrigin + performance.now();
    const letters = new TextDecoder("latin1");
    const hear = (data, ours) => {
        const at = now();
        heard.bytes += data.byteLength;
        if (data[ours] === 0) heard.came.push(at); // else it is a word of the two pages
        const words = letters.decode(data);
        for (const [, seq] of words.matchAll(/Entry (\d+)\./g)) heard.entries[seq] ??= at;
        for (const [, bid] of words.matchAll(/Highest bid \xc2\xa3([\d,]+),/g)) heard.bids[bid] ??= at;
    };
    const listen = RTCDataChannel.prototype.addEventListener;
    RTCDataChannel.prototype.addEventListener = function (kind, ...how) {
        if (kind === "message") listen.call(this, kind, ({ data }) => hear(new Uint8Array(data), 1));
        return listen.call(this, kind, ...how);
    };
    for (const name of ["Worker", "WebSocket"]) {
        globalThis[name] = class extends globalThis[name] {
            constructor(...how) {
                super(...how);
                this.addEventListener("message", ({ data }) => {
                    // what a tablet's Python has for a phone is within something else
                    if (data instanceof Uint8Array || data instanceof ArrayBuffer) hear(new Uint8Array(data), 0);
                });
            }
        };
    }
    addEventListener("pointerup", () => (heard.up = now()), true);
})()"""
# When a tablet first showed each entry.
SEE = r"""(() => {
    const shown = globalThis.shown = {};
    new MutationObserver(() => {
        for (const node of document.querySelectorAll("flt-semantics-host *")) {
            const words = node.getAttribute("aria-label") ?? (node.childElementCount ? "" : node.textContent);
            const entry = words.match(/^Entry (\d+)\./);
            if (entry) shown[entry[1]] ??= heard.now();
        }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()"""


class FreshPhone(Phone):
    """A phone that has never seen the site. It says what it was sent over its channel."""

    def __init__(self, browser: Browser, app: Site) -> None:
        super().__init__(browser, app)
        self.context.add_init_script(HEAR)


def sent(device: Tabletop) -> int:
    """How many bytes came to a device so far."""
    return int(device.page.evaluate("heard.bytes"))


class KeptPhone(FreshPhone):
    """A phone whose browser has kept the site."""

    keeps = "allow"

    def __init__(self, browser: Browser, app: Site) -> None:
        super().__init__(browser, app)
        self.open()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.goto("about:blank")


@dataclass(slots=True)
class Joined:
    """The seconds that phones took from the sight of the square to their game, and the bytes that came until then."""

    seconds: list[float] = field(default_factory=list)
    fetched: list[int] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Recorded:
    """When a finger left a tablet, when the tablet's page was sent the entry and when it showed it, in milliseconds."""

    up: float
    sent: float
    shown: float

    @property
    def took(self) -> float:
        """How long it took until the tablet showed the entry."""
        return self.shown - self.up


class Recording(Tabletop):
    """A tablet with a game; ``last`` is its last entry."""

    last: int

    def next_player(self) -> Recorded:
        """Record that the next player is on."""
        self.page.wait_for_timeout(BREATH)
        self.tap(NEXT)
        self.last += 1
        self.page.wait_for_function("seq => shown[seq]", arg=self.last)
        return Recorded(*self.page.evaluate("seq => [heard.up, heard.entries[seq], shown[seq]]", self.last))

    def next_player_everywhere(self, phones: Sequence[Tabletop]) -> tuple[Recorded, float]:
        """Record it, and give the milliseconds until the last of its phones was sent it besides."""
        recorded = self.next_player()
        came = []
        for phone in phones:
            phone.page.wait_for_function("up => heard.came.some(at => at > up)", arg=recorded.up)
            came.append(float(phone.page.evaluate("up => heard.came.find(at => at > up)", recorded.up)))
        self.page.wait_for_timeout(BREATH)  # so that what belongs to this entry is counted with it
        return recorded, max(came) - recorded.up


class Tablet(Device, Recording):
    """A tablet that is the server, with a game of its own."""

    def __init__(self, browser: Browser, app: Site, last: int) -> None:
        super().__init__(Profile(browser.browser_type, app.data.parent), app, TABLET, book=app.data)
        self.last = last
        camera(self)
        self.context.add_init_script(HEAR)
        self.context.add_init_script(SEE)

    def invite(self) -> None:
        """Show the square."""
        self.go("Phones")
        self.tap("Invite phones")
        self.see("Scan this with the phone")


@contextmanager
def site(folder: Path, text: str = EVENING) -> Iterator[tuple[Site, str, int]]:
    """Serve the site, with a book for each tablet that opens it; give the route of its game, and its last entry."""
    with tempfile.TemporaryDirectory() as kept:
        app = Site(Path(kept), folder)
        app.data.mkdir(parents=True)
        with closing(Book.open(app.data)) as database:
            journal = Journal(database)
            play = replay(journal, steps(text)).play.id
            last = journal.last(play)
        app.start()
        try:
            yield app, f"/play/{play}", last
        finally:
            app.stop()


def join(tablet: Tablet, phone: FreshPhone, name: str, megabits: float, joined: Joined) -> None:
    """Have a phone join, from the address in the square to its game."""
    link = phone.read(tablet)
    fetched: list[int] = []
    wire = throttle(phone, megabits)
    wire.on("Network.loadingFinished", lambda event: fetched.append(int(event["encodedDataLength"])))
    began = time.perf_counter()
    phone.page.goto(link, wait_until="commit")
    let_in(tablet, phone, name)
    joined.seconds.append(time.perf_counter() - began)
    joined.fetched.append(sum(fetched))
    joined.sent.append(sent(phone))
    wire.detach()


def kept(browser: Browser, folder: Path, many: int, megabits: float) -> Joined:
    """Have phones join that kept the site, at a tablet of their own."""
    joined = Joined()
    with site(folder) as (app, route, last), closing(Tablet(browser, app, last)) as tablet:
        tablet.open(route)
        tablet.invite()
        for name in NAMES[:many]:
            with closing(KeptPhone(browser, app)) as phone:
                join(tablet, phone, name, megabits, joined)
    return joined


@dataclass(frozen=True, slots=True)
class Used:
    """Memory in megabytes: of the page's scripts, of its process with Python and all, and of that what nobody shares.

    What is shared are the program's own files, and the pictures of the camera that is made up.
    """

    scripts: float
    process: float
    own: float


class Memory:
    """The memory of a tablet's page."""

    def __init__(self, tablet: Tablet) -> None:
        """Find the process of the only page that is open."""
        browser = tablet.context.browser
        assert browser
        told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self.process = max((one["id"] for one in told if one["type"] == "renderer"), key=lambda one: resident(one)[0])
        self.wire = tablet.context.new_cdp_session(tablet.page)
        self.wire.send("Performance.enable")

    def read(self) -> Used:
        """Read it."""
        self.wire.send("HeapProfiler.collectGarbage")
        metrics = self.wire.send("Performance.getMetrics")["metrics"]
        heap = next(one["value"] for one in metrics if one["name"] == "JSHeapUsedSize")
        return Used(heap / 1e6, *resident(self.process))


def resident(process: int) -> tuple[float, float]:
    """The memory that a process has, and how much of it is its own, in megabytes."""
    _, whole, shared = map(int, Path(f"/proc/{process}/statm").read_text().split()[:3])
    page = os.sysconf("SC_PAGE_SIZE") / 1e6
    return whole * page, (whole - shared) * page


@dataclass(slots=True)
class Evening:
    """What came of an evening at one tablet with phones, and of a tablet alone beside it."""

    joined: Joined = field(default_factory=Joined)
    memory: list[Used] = field(default_factory=list)
    everywhere: list[float] = field(default_factory=list)
    own: dict[str, list[float]] = field(default_factory=dict)
    own_sent: dict[str, list[float]] = field(default_factory=lambda: {"alone": [], "shared": []})
    sent: list[float] = field(default_factory=list)


def evening(browser: Browser, folder: Path, phones: int, entries: int, megabits: float) -> Evening:
    """Have phones join that have nothing kept, and record entries on a tablet with them and on one alone, in turns."""
    found = Evening()
    with site(folder) as (app, route, last), closing(Tablet(browser, app, last)) as tablet:
        tablet.open(route)
        memory = Memory(tablet)
        found.memory.append(memory.read())
        tablet.invite()
        seated = [FreshPhone(browser, app) for _ in NAMES[:phones]]
        for phone, name in zip(seated, NAMES, strict=False):
            join(tablet, phone, name, megabits, found.joined)
        tablet.destination("Table").click()  # its camera goes on sending what it sees, and not all of that is answered
        tablet.find("button", NEXT).wait_for()
        found.memory.append(memory.read())
        alone = Tablet(browser, app, last)
        alone.open(route)

        def note(which: str, recorded: Recorded) -> float:
            found.own_sent[which].append(recorded.sent - recorded.up)
            return recorded.took

        def shared(_: int) -> float:
            before = [sent(phone) for phone in seated]
            recorded, everywhere = tablet.next_player_everywhere(seated)
            found.everywhere.append(everywhere)
            found.sent.extend(sent(phone) - had for phone, had in zip(seated, before, strict=True))
            return note("shared", recorded)

        def by_itself(_: int) -> float:
            return note("alone", alone.next_player())

        found.own = interleaved(entries, alone=by_itself, shared=shared)
        for device in (*seated, alone):
            device.close()
    return found


def auction(browser: Browser, folder: Path, bids: int) -> list[float]:
    """Have two phones bid in turns, and give the milliseconds until all devices were sent the new highest bid."""
    took: list[float] = []
    with ExitStack() as stack:
        app, route, last = stack.enter_context(site(folder, AUCTION))
        tablet = stack.enter_context(closing(Tablet(browser, app, last)))
        tablet.open(route)
        tablet.invite()
        phones = [FreshPhone(browser, app) for _ in BIDDERS]
        television = FreshPhone(browser, app)
        for device in (*phones, television):
            stack.callback(device.close)
        for phone, name in zip(phones, BIDDERS, strict=True):
            seat_phone(tablet, phone, name)
        television.turn(TELEVISION)
        television.scan(tablet)
        television.choose("Just watching")
        see_asking(tablet, television)
        tablet.find("button", "Let it in").click()
        tablet.destination("Table").click()
        phones[0].find("button", re.compile(r"^Priory Park|^2 · Priory Park")).click()
        phones[0].find("button", "Take bids on phones").click()
        amount = 1
        for phone in islice(cycle(phones[1:3]), bids):
            phone.page.wait_for_timeout(BREATH)
            phone.find("button", f"Bid £{amount}").click()
            came = []
            for device in (tablet, *phones, television):
                device.page.wait_for_function("bid => heard.bids[bid]", arg=f"{amount:,}")
                came.append(float(device.page.evaluate("bid => heard.bids[bid]", f"{amount:,}")))
            took.append(max(came) - float(phone.page.evaluate("heard.up")))
            step = step_after(amount, 1)
            amount = amount // step * step + step
    return took


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "pwa", help="the built site (%(default)s)")
    parser.add_argument("--phones", type=int, default=5, choices=range(1, len(NAMES) + 1))
    parser.add_argument("--entries", type=int, default=60, help="of each tablet (default: %(default)s)")
    parser.add_argument("--bids", type=int, default=20)
    parser.add_argument("--megabits", type=float, default=20)
    parser.add_argument("--quick", action="store_true", help="two phones and three entries")
    options = parser.parse_args()
    phones, entries = (2, 3) if options.quick else (options.phones, options.entries)
    folder = options.site.resolve()
    limits = f"{options.megabits:g} Mbit/s and {LATENCY} ms"
    head(f"A tablet with no computer, and {phones} phones; {limits} for what they fetch")
    with sync_playwright() as playwright:
        program = ["--no-sandbox", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=program)
        found = evening(browser, folder, phones, entries, options.megabits)
        print_joined("nothing kept", found.joined)
        print_figure("  fetched until then, the most", max(found.joined.fetched) / 1e6, "MB", f"({PROMISED_MEGABYTES})")
        print_figure("  sent over the channel until then, a phone", median(found.joined.sent) / 1000, "kB")
        again = kept(browser, folder, 1 if options.quick else phones, options.megabits)
        print_joined("the site kept", again)
        print_figure("  fetched until then, the most", max(again.fetched) / 1e6, "MB")
        took = auction(browser, folder, 3 if options.quick else options.bids)
        browser.close()
    print_figure(
        f"an entry until {phones} phones were sent it, median", median(found.everywhere), "ms", f"({PROMISED_HALF})"
    )
    print_figure("  99 in 100", percentile(found.everywhere, 99), "ms", f"({PROMISED_MOST})")
    print_figure("  sent over the channel for it, a phone", median(found.sent) / 1000, "kB")
    print_figure("a bid until tablet, four phones and television were sent it, median", median(took), "ms", f"({BID})")
    print_figure("  99 in 100", percentile(took, 99), "ms")
    for what, took in (
        ("shows it", found.own),
        ("was sent it by its Python", found.own_sent),
    ):
        alone, shared = median(took["alone"]), median(took["shared"])
        print_figure(f"an entry until the tablet itself {what}, alone", alone, "ms")
        print_figure(f"  with {phones} phones", shared, "ms")
        print_figure("  beside alone", shared / alone, "x", "" if took is found.own_sent else f"({PROMISED_SLOWER})")
    for what, used in zip(("no phones", f"{phones} phones"), found.memory, strict=True):
        print_figure(f"memory of the tablet's page with {what}: its scripts", used.scripts, "MB")
        print_figure("  its process, Python and all", used.process, "MB")
        print_figure("  of that, shared with nobody", used.own, "MB")
    most = max(found.joined.fetched) / 1e6
    assert most <= PROMISED_MEGABYTES, f"a phone fetched {most:.2f} MB before it had its seat"


def print_joined(what: str, joined: Joined) -> None:
    """Print how long phones took."""
    print_figure(f"sight of the square to seated, {what}, median of {len(joined.seconds)}", median(joined.seconds), "s")
    print_figure("  the slowest", max(joined.seconds), "s")


if __name__ == "__main__":
    main()
