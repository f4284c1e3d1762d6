"""A tablet that is the server, and the phones at it: ``python -m tests.bench.hosting``, of a built site (``--site``),
not a plain one, since what is fetched is counted.

Everything is in one Chromium on one machine, over real channels between its pages; squares are read from pictures.
Phones join held to 20 Mbit/s and 20 ms each way, which slows what they fetch and not the channel, and are let in at
once; some have nothing kept, some have kept the site. Then the tablet records: timed from the finger's leaving the
tile until the last phone was sent it. ``--quick`` shows that all of it works, with too few for a figure to be kept.
"""

import argparse
import re
import sys
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path

from companion.formats.session import replay, steps
from tests.bench.laying import journal_in
from tests.figures import head, median, percentile, print_figure
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "tests" / "browser"))
from driver import TABLET, chromium
from installed import Device, Profile, Site
from meetings import Phone, camera, let_in
from playwright.sync_api import sync_playwright

NAMES = ("Alice", "Ben", "Cleo", "Dan", "Eva")
EVENING = "game rat_race_monopoly\ntitle Friday\nseats " + " ".join(NAMES) + " Finn\nstart first=alice\n"
NEXT = re.compile("^Next player: ")
MEGABITS, LATENCY = 20, 20
PROMISED_MEGABYTES = 5
PROMISED_HALF, PROMISED_MOST = 350, 700
BREATH = 500
"""Milliseconds between two entries: one that comes sooner after another is taken for a double tap."""
# What a device is sent over its channel or socket, or by the Python of its page: how much, when each part of its screen
# came; and when a finger
# last left it.
HEAR = r"""(() => {
    const heard = globalThis.heard = { bytes: 0, came: [], up: 0 };
    const now = heard.now = () => performance.timeOrigin + performance.now();
    const hear = (data, ours) => {
        const at = now();
        heard.bytes += data.byteLength;
        if (data[ours] === 0) heard.came.push(at); // else it is a word of the two pages
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


class FreshPhone(Phone):
    """A phone that has never seen the site. It says what it was sent over its channel."""

    def __init__(self, browser, app):
        super().__init__(browser, app)
        self.context.add_init_script(HEAR)

    def sent(self):
        """How many bytes came to it so far."""
        return int(self.page.evaluate("heard.bytes"))

    def join(self, tablet, name):
        """Join; give the seconds from the address in the square to its game, and the bytes fetched and sent."""
        link = self.read(tablet)
        fetched = []
        wire = self.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        wire.send("Network.clearBrowserCache")
        speed = MEGABITS * 1e6 / 8
        limits = {"offline": False, "latency": LATENCY, "downloadThroughput": speed, "uploadThroughput": speed}
        wire.send("Network.emulateNetworkConditions", limits)
        wire.on("Network.loadingFinished", lambda event: fetched.append(int(event["encodedDataLength"])))
        began = time.perf_counter()
        self.page.goto(link, wait_until="commit")
        let_in(tablet, self, name)
        took = time.perf_counter() - began
        wire.detach()
        return took, sum(fetched), self.sent()


class KeptPhone(FreshPhone):
    """A phone whose browser has kept the site."""

    keeps = "allow"

    def __init__(self, browser, app):
        super().__init__(browser, app)
        self.open()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.goto("about:blank")


class Tablet(Device):
    """A tablet that is the server, with a game of its own, and shows the square."""

    def __init__(self, browser, app, route):
        super().__init__(Profile(browser.browser_type, app.data.parent), app, TABLET, book=app.data)
        camera(self)
        self.context.add_init_script(HEAR)
        self.open(route)
        self.go("Phones")
        self.tap("Invite phones")
        self.see("Scan this with the phone")

    def record(self, phones):
        """Record that the next player is on; give the milliseconds until the last of its phones was sent it."""
        self.page.wait_for_timeout(BREATH)
        self.tap(NEXT)
        up, came = float(self.page.evaluate("heard.up")), []
        for phone in phones:
            phone.page.wait_for_function("up => heard.came.some(at => at > up)", arg=up)
            came.append(float(phone.page.evaluate("up => heard.came.find(at => at > up)", up)))
        self.page.wait_for_timeout(BREATH)  # so that what belongs to this entry is counted with it
        return max(came) - up


@contextmanager
def table(browser, folder):
    """Serve the site, and open it on a tablet with a game."""
    with tempfile.TemporaryDirectory() as kept:
        app = Site(Path(kept), folder)
        app.data.mkdir(parents=True)
        with journal_in(app.data) as journal:
            route = f"/play/{replay(journal, steps(EVENING)).play.id}"
        app.start()
        try:
            with closing(Tablet(browser, app, route)) as tablet:
                yield app, tablet
        finally:
            app.stop()


def print_joined(what, joined):
    """Print how long phones took, and what they fetched and were sent until then."""
    took, fetched, sent = zip(*joined, strict=True)
    print_figure(f"sight of the square to seated, {what}, median of {len(took)}", median(took), "s")
    print_figure("  the slowest", max(took), "s")
    print_figure("  fetched until then, the most", max(fetched) / 1e6, "MB", f"(promised: {PROMISED_MEGABYTES})")
    print_figure("  sent over the channel until then, a phone", median(sent) / 1000, "kB")
    assert max(fetched) <= PROMISED_MEGABYTES * 1e6, "a phone fetched too much before it had its seat"


def main():
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "pwa", help="the built site (%(default)s)")
    parser.add_argument("--phones", type=int, default=5, choices=range(1, len(NAMES) + 1))
    parser.add_argument("--entries", type=int, default=60, help="default: %(default)s")
    parser.add_argument("--quick", action="store_true", help="two phones and three entries")
    options = parser.parse_args()
    many, entries = (2, 3) if options.quick else (options.phones, options.entries)
    names, site = NAMES[:many], options.site.resolve()
    head(f"A tablet with no computer, and {many} phones; {MEGABITS} Mbit/s and {LATENCY} ms for what they fetch")
    with sync_playwright() as playwright:
        program = ["--no-sandbox", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=program)
        with table(browser, site) as (app, tablet):
            kept = []
            for name in names:
                with closing(KeptPhone(browser, app)) as phone:
                    kept.append(phone.join(tablet, name))
            print_joined("the site kept", kept)
        with table(browser, site) as (app, tablet):
            phones = [FreshPhone(browser, app) for _ in names]
            print_joined("nothing kept", [phone.join(tablet, name) for phone, name in zip(phones, names, strict=True)])
            tablet.destination("Table").click()  # its camera goes on sending what it sees
            tablet.find("button", NEXT).wait_for()
            before = sum(phone.sent() for phone in phones)
            took = [tablet.record(phones) for _ in range(entries)]
            bytes_each = (sum(phone.sent() for phone in phones) - before) / entries / many
            for phone in phones:
                phone.close()
        browser.close()
    print_figure(f"an entry until {many} phones were sent it, median", median(took), "ms", f"({PROMISED_HALF})")
    print_figure("  99 in 100", percentile(took, 99), "ms", f"({PROMISED_MOST})")
    print_figure("  sent over the channel for it, a phone", bytes_each / 1000, "kB")


if __name__ == "__main__":
    main()
