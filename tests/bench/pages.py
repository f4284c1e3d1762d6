"""A tablet that is the server and the phones at it, as benches work them; ``tests/browser`` has what works a page.

Everything is on one machine, over real channels between pages; squares are read from pictures.
"""

import re
import sys
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path

from companion.formats.session import replay, steps
from tests.bench.laying import journal_in
from tests.paths import ROOT

sys.path.insert(0, str(ROOT / "tests" / "browser"))
from driver import CONTAINED, FIRST_PAINT, PHONE, TABLET, chromium, start, start_in  # noqa: F401 - for benches
from installed import Device, Profile, Site
from meetings import (  # noqa: F401 - for benches
    CAMERA,
    FROM_MEMORY,
    IMPATIENT,
    READ,
    Phone,
    asleep,
    camera,
    hold_up,
    kill,
    let_in,
    pictured,
    press,
    seat_phone,
)
from network import may_be_made, network  # noqa: F401 - for benches

NAMES = ("Alice", "Ben", "Cleo", "Dan", "Eva")
EVENING = (
    "game rat_race_monopoly\ntitle Friday\nseats " + " ".join(NAMES) + " Finn\nstart first=alice\n"
)
NEXT = re.compile("^Next player: ")
MEGABITS, LATENCY = 20, 20
BREATH = 500
"""Milliseconds between two entries: one that comes sooner after another is taken for a double tap."""
READY = """() => new Promise(done => {
    const look = () => document.body && window.companionReady?.() ? done(performance.now()) : setTimeout(look, 10);
    look();
})"""
"""When the waiting screen of a page has gone."""

# What a device is sent over its channel or socket, or by the Python of its page: how much, when each part of its screen
# came, and when a word of the other page did; when a finger last left it; when Flutter first asked for a screen, and
# when that was drawn.
HEAR = r"""(() => {
    const heard = globalThis.heard = { bytes: 0, came: [], said: [], up: 0, asked: 0, drawn: 0 };
    const now = heard.now = () => performance.timeOrigin + performance.now();
    const hear = (data, ours) => {
        heard.bytes += data.byteLength;
        (data[ours] === 0 ? heard.came : heard.said).push(now());
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
    let send;
    Object.defineProperty(globalThis, "jsSend", {
        set: asked => (send = asked),
        get: () => send && ((...how) => {
            heard.asked ||= now();
            return send(...how);
        }),
    });
    const look = () => {
        if (heard.came.length && globalThis.companionReady?.()) heard.drawn = now();
        else requestAnimationFrame(look);
    };
    look();
})()"""


class FreshPhone(Phone):
    """A phone that has never seen the site. It says what it was sent over its channel."""

    def __init__(self, browser, app):
        super().__init__(browser, app)
        self.context.add_init_script(HEAR)

    def sent(self):
        """How many bytes came to it so far."""
        return self.page.evaluate("heard.bytes")

    def join(self, tablet, name):
        """Join; give the seconds from the address in the square to its game, and the bytes fetched and sent."""
        link = self.read(tablet)
        fetched = []
        wire = self.context.new_cdp_session(self.page)
        wire.send("Network.enable")
        wire.send("Network.clearBrowserCache")
        speed = MEGABITS * 1e6 / 8
        limits = {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": speed,
            "uploadThroughput": speed,
        }
        wire.send("Network.emulateNetworkConditions", limits)
        wire.on(
            "Network.loadingFinished", lambda event: fetched.append(int(event["encodedDataLength"]))
        )
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

    def close_and_open(self):
        """Close its browser, and open it again with what it kept, at the address it had."""
        address = self.page.url
        self.close()
        FreshPhone.__init__(self, self.browser, self.app)
        self.page.goto(address, wait_until="commit")


class Tablet(Device):
    """A tablet that is the server, with a game of its own, and shows the square."""

    def __init__(self, browser, app, route):
        super().__init__(Profile(browser.browser_type, app.data.parent), app, TABLET, book=app.data)
        camera(self)
        self.context.add_init_script(HEAR)
        self.open(route)
        self.go("Phones")
        self.tap("Invite phones")
        self.see("1. Scan this with the phone")

    def record(self, phones):
        """Record that the next player is on; give the milliseconds until the last of its phones was sent it."""
        self.page.wait_for_timeout(BREATH)
        self.tap(NEXT)
        return self.until_sent(phones)

    def until_sent(self, phones):
        """Give the milliseconds from the last tap until the last of these phones was sent what comes of it."""
        up, came = float(self.page.evaluate("heard.up")), []
        for phone in phones:
            phone.page.wait_for_function("up => heard.came.some(at => at > up)", arg=up)
            came.append(float(phone.page.evaluate("up => heard.came.find(at => at > up)", up)))
        self.page.wait_for_timeout(BREATH)  # so that what belongs to this entry is counted with it
        return max(came) - up


@contextmanager
def table(browser, folder, evening=EVENING):
    """Serve the site, and open it on a tablet with a game."""
    with tempfile.TemporaryDirectory() as kept:
        app = Site(Path(kept), folder)
        app.data.mkdir(parents=True)
        with journal_in(app.data) as journal:
            route = f"/play/{replay(journal, steps(evening)).play.id}"
        with app, closing(Tablet(browser, app, route)) as tablet:
            yield app, tablet
