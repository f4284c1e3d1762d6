"""Phones that meet a tablet over real channels: squares are read from pictures of screens, by a camera that is made up.

The tablet's camera shows what a test holds up to it. The picture is turned and blurred a little, as a hand would.
"""

import base64
import os
import re
import signal
import time
from contextlib import contextmanager, suppress

from driver import FIRST_PAINT, PHONE, Tabletop, process_of
from playwright import sync_api as playwright
from playwright.sync_api import expect

MONEY = """
game any_money
title Friday
seats Ann Ben Cy
house debt=no

begin
"""
HELD_UP = 4
"""How often a phone is held up, each time as it looks by then."""
CAMERA = """(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
    const pen = canvas.getContext("2d");
    const clear = () => { pen.fillStyle = "#444"; pen.fillRect(0, 0, 1280, 720); };
    clear();
    setInterval(() => pen.fillRect(0, 0, 2, 2), 50); // a camera that sees nothing move sends nothing
    globalThis.holdUp = async picture => {
        clear();
        if (!picture) return;
        const image = new Image();
        image.src = picture;
        await image.decode();
        pen.save();
        pen.translate(640, 360);
        pen.rotate(0.12);
        pen.filter = "blur(1px)";
        const width = 660 * image.width / image.height;
        pen.drawImage(image, -width / 2, -330, width, 660);
        pen.restore();
    };
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
})()"""
# Whether a page began from what its device kept of Python's memory.
FROM_MEMORY = "performance.getEntriesByName('from memory').length > 0"
REFUSED = """navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException("no", "NotAllowedError");
}"""
# Has a phone take a moment for the 20 s after which it thinks of another way to the tablet.
IMPATIENT = """(() => {
    const plain = setTimeout;
    globalThis.setTimeout = (act, ms, ...given) => plain(act, ms === 20_000 ? 200 : ms, ...given);
})()"""
# Reads the square in a picture of a whole screen, as the camera of a phone would.
READ = """async picture => {
    const { default: decode } = await import("./qr/decode.js");
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    try {
        return decode({ width: image.width, height: image.height, data });
    } catch {
        return "";
    }
}"""


def pictured(screenshot):
    """A picture as an address that a page can load."""
    return f"data:image/png;base64,{base64.b64encode(screenshot).decode()}"


class Phone(Tabletop):
    """A phone with nothing installed, which knows the site by a square alone."""

    def __init__(self, browser, app, size=PHONE):
        super().__init__(browser, app, size)
        self.browser = browser

    def shows(self, words):
        """Wait until its own page says something."""
        expect(self.page.locator("#guest")).to_contain_text(words)

    def scan(self, tablet):
        """Open what the square on the tablet says."""
        self.page.goto(self.read(tablet))

    def read(self, tablet):
        """Read the address in the square on the tablet."""
        eyes = self.context.new_page()
        eyes.goto(self.app.address("/site.webmanifest"))
        link = ""
        for _ in range(40):  # the square is there as soon as an offer has been made
            link = eyes.evaluate(READ, pictured(tablet.page.screenshot()))
            if re.search("#(join|back)[.]", link) and link != self.page.url:
                break
            eyes.wait_for_timeout(250)
        eyes.close()
        assert "#" in link, "there is no square on the tablet"
        return link

    def choose(self, *names):
        """Say who plays on it, and show the square."""
        for name in names:
            self.page.get_by_label(name).check(force=True)
        self.page.get_by_role("button", name="Join").click()

    def open_anew(self):
        """Close its page, and open the address of that in another one, as after its browser was closed."""
        address = self.page.url
        self.page.close()
        self.page = self.context.new_page()
        self.page.goto(address)

    def kill_and_open_anew(self):
        """Kill its browser, which has a folder of its own, and open it again at the address it had."""
        address = self.page.url
        kill(self)
        Phone.__init__(self, self.browser, self.app, self.size)
        self.page.goto(address)

    def account(self, picture):
        """Say what is on its screen, its own page included."""
        own = self.page.locator("#guest")
        return f"{super().account(picture)}\n{self.page.url}\n{own.inner_text() if own.count() else ''}"

    @property
    def square(self):
        """A picture of its own square."""
        there = self.page.locator("#guest .square svg")
        there.wait_for()
        return pictured(there.screenshot())

    @property
    def written(self):
        """Its own square as text, for a tablet without a camera."""
        self.page.locator("#guest .square svg").wait_for()
        self.page.get_by_role("button", name="not working").click()
        self.page.get_by_text("The tablet has no camera").click()
        return self.page.get_by_label("My square as text").input_value()

    def see_table(self, words="All that you have"):
        """Wait until it shows its player's own game, or what one sees who watches."""
        self._wake()
        self.see(re.compile(words), exact=False)


class KeptPhone(Phone):
    """A phone whose browser keeps the site."""

    keeps = "allow"


def hold_up(tablet, picture):
    """Hold a picture before the tablet's camera; none takes it away."""
    tablet.page.evaluate("picture => holdUp(picture)", picture)


def seat_phone(tablet, phone, *names):
    """Let a phone in, from the first square to its game."""
    phone.scan(tablet)
    let_in(tablet, phone, *names)


def let_in(tablet, phone, *names):
    """Let a phone in that has opened what it scanned, as far as its game."""
    phone.choose(*names)
    see_asking(tablet, phone, *names)
    press(tablet, f"Let {' and '.join(names)} in")
    hold_up(tablet, "")
    phone.see_table()


def see_asking(tablet, phone, *names):
    """Hold a phone up until the tablet has read its square: a busy machine needs a while, and the square may change."""
    for _ in range(HELD_UP):
        hold_up(tablet, phone.square)
        with suppress(playwright.TimeoutError):
            phone.page.locator("#guest.wait").wait_for(timeout=FIRST_PAINT / 2)
            break
    asking = (
        f"A phone wants to play as {' and '.join(names)}" if names else "A screen wants to watch"
    )
    tablet.text(asking, exact=True).first.wait_for(state="attached", timeout=FIRST_PAINT)


def press(tablet, name):
    """Tap a button of a tablet whose camera looks: its page is never quiet, as it shows what it sees."""
    tablet.find("button", name).click()


def camera(tablet, script=CAMERA):
    """Give a tablet a camera before it opens the app."""
    tablet.context.add_init_script(script)


def group_of(browser):
    """Return the number of a browser's processes as a group."""
    group = os.getpgid(process_of(browser))
    assert group != os.getpgid(0), "it would end this test as well"
    return group


def kill(device):
    """Kill a device's browser, as an empty battery does."""
    os.killpg(group_of(device.context.browser), signal.SIGKILL)


@contextmanager
def asleep(browser, seconds=0):
    """Stop a browser, for so long at least, as a phone in a pocket does: nothing that it is sent is answered."""
    began = time.monotonic()
    group = group_of(browser)
    os.killpg(group, signal.SIGSTOP)
    try:
        yield
        time.sleep(max(0, began + seconds - time.monotonic()))
    finally:
        os.killpg(group, signal.SIGCONT)
