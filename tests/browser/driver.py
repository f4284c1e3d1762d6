"""Works the real app in Chromium as a person would who hears the screen read out.

Flutter paints the page on a canvas, so there are no elements to find until its semantics are woken: the tree
it then keeps for screen readers is what this driver reads and taps. What has no name there cannot be found
here, which is as it should be.
"""

import re
import shutil
from urllib.parse import urlsplit

from device_wire import ANSWERED, DELAY, watch_wire
from playwright.sync_api import Error, expect

from companion.addresses import EVERYWHERE, addresses_of
from views import theme

PHONE = (390, 844)
TABLET = (1180, 820)
PATIENCE = 15_000  # ms for anything expected on a screen
FIRST_PAINT = 60_000  # ms: a slow machine compiles some megabytes of client first
STEADY_FRAMES = (
    8  # how long something must stay as it is to count as settled: about an eighth of a second
)
A_LOOK = 36  # frames that reading a line takes: more than the time within which a second tap is the same tap
# Flet's client asks for this script whatever its settings are, and does without it where it is not found.
CLIENT_WISH = "/rive_native.js"

# Resolves with the focused field's text once that and its selection have stayed the same for some frames.
SETTLED = """frames => new Promise(done => {
    let before, same = 0;
    const look = () => {
        const field = document.activeElement;
        const now = [field.value, field.selectionStart, field.selectionEnd];
        same = String(now) === String(before) ? same + 1 : 0;
        before = now;
        same < frames ? requestAnimationFrame(look)
            : done(now[0] || "");
    };
    look();
})"""
FRAMES = """frames => new Promise(done => {
    const next = left => left ? requestAnimationFrame(() => next(left - 1)) : done();
    next(frames);
})"""
# Says whether the app's own fonts have come: until then the words are wider and narrower than they will be.
FONTS_HERE = """names => {
    const come = performance.getEntriesByType("resource").map(one => one.name);
    return names.every(name => come.some(one => one.endsWith(name)));
}"""

expect.set_options(timeout=PATIENCE)


def chromium():
    """Find the Chromium that this machine has, if any."""
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


OWN = tuple(str(urlsplit(address).hostname) for address in addresses_of(EVERYWHERE, 0))
"""This machine's own addresses on its networks, if it is on any: what is sent there leaves it no more than loopback."""
CONTAINED = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    f"--host-resolver-rules=MAP * ~NOTFOUND{''.join(f', EXCLUDE {host}' for host in ('127.0.0.1', '*.local', *OWN))}",
]
"""A container has no room for Chromium's sandbox and shared memory; it opens our own page only.

Nothing beyond this machine is found, whoever asks: pages, workers, the browser itself. By names of an hour, which end
in `local`, two pages meet.
"""
ARGUMENTS = [
    *CONTAINED,
    "--force-color-profile=srgb",
    "--js-flags=--liftoff-only",  # a test is over before compiling better would have paid
    # a coming Chromium refuses a description whose DTLS role a page has changed
    "--force-fieldtrials=WebRTC-NoSdpMangleReject/Enabled,24/",
]
"""What Chromium is started with."""


def start(chrome, *more, args=ARGUMENTS):
    """Start a browser whose processes are its own."""
    return chrome.launch(executable_path=chromium(), args=[*args, *more])


def start_in(chrome, folder, *more, program=None, **how):
    """Start a browser that keeps what it has in a folder; ``program`` is another one than this machine's."""
    args = [*CONTAINED, *more]
    return chrome.launch_persistent_context(
        folder, executable_path=program or chromium(), args=args, **how
    )


def process_of(browser):
    """Ask a browser for the number of its process."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return int(next(process["id"] for process in told if process["type"] == "browser"))


def is_here(address):
    """Whether an address is on this machine."""
    parts = urlsplit(address)
    return parts.scheme in {"data", "blob", "about"} or parts.hostname in {
        "127.0.0.1",
        "localhost",
        "::1",
        *OWN,
    }


class Tabletop:
    """One device at the table. A screen is waited for until its ``fonts`` have come; another app has none of them."""

    fonts = tuple(theme.fonts().values())
    keeps = "block"
    """Whether its browser may keep the site."""

    def __init__(self, browser, app, size, scheme="light"):
        self.app = app
        self.size = size
        self.strays = []  # every address beyond this machine that the page asked for
        self.errors = []  # what the page's own scripts tripped over
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            locale="en-GB",
            service_workers=self.keeps,
        )
        # only noted, for a browser whose requests are routed keeps no file for the next page
        self.context.on("request", lambda request: self._asked(request.url))
        self.context.on("page", self._listen_for_sockets)
        self.context.set_default_timeout(PATIENCE)
        watch_wire(self.context)
        self.page = self.context.new_page()
        self.page.on("pageerror", self._tripped)

    def _tripped(self, error):
        self.errors.append(f"{error} at {self.page.url}\n{error.stack or '(no stack)'}")

    def _listen_for_sockets(self, page):
        page.on("websocket", lambda socket: self._asked(socket.url))

    def _asked(self, address):
        if not is_here(address) and not address.endswith(CLIENT_WISH):
            self.strays.append(address)

    @property
    def phone(self):
        """Whether this device is of a phone's size."""
        return self.size == PHONE

    # Coming and going

    def open(self, route="/"):
        """Open the app at a route, and wait for its first screen."""
        self.visit(route)
        self._wake()
        return self

    def visit(self, route="/"):
        """Go to an address of the app, and wait for no screen: for one that can't come, or is no screen of ours."""
        self.page.goto(self.app.address(route), wait_until="commit")

    def reload(self):
        """Load the page again, as a person does who mistrusts it."""
        self.page.reload(wait_until="commit")
        self._wake()

    def _wake(self):
        sleeper = self.page.locator("flt-semantics-placeholder")
        sleeper.wait_for(state="attached", timeout=FIRST_PAINT)
        sleeper.dispatch_event("click")  # it is outside the window, where no real click reaches it
        semantics = self.page.locator("flt-semantics-host flt-semantics").first
        semantics.wait_for(state="attached", timeout=FIRST_PAINT)
        # what is installed has a wait of its own: until Python, which starts beside the client, has drawn
        expect(self.page.locator("#waiting")).to_have_count(0, timeout=FIRST_PAINT)
        self.settle()  # a tap on what the fonts are about to move would miss it

    def go_on(self):
        """Wait until a screen that was cut off goes on: where it was, or loaded anew once it was so for two seconds."""
        expect(self.page.locator("#no-connection")).to_have_count(0, timeout=FIRST_PAINT)
        asleep = self.page.locator("flt-semantics-placeholder")
        asleep.or_(self.page.locator("flt-semantics-host flt-semantics")).first.wait_for(
            state="attached"
        )
        if asleep.count():
            self._wake()

    def refused(self):
        """Wait for what the page says where the app can't come, which takes as long as a first screen; give it."""
        dialog = self.page.get_by_role("alertdialog")
        dialog.wait_for(timeout=FIRST_PAINT)
        return dialog

    def close(self):
        """Put the device away."""
        self.context.close()

    def dress(self, scheme):
        """Switch the device between light and dark."""
        self.page.emulate_media(color_scheme=scheme)

    def turn(self, size):
        """Turn the device, or resize its window."""
        self.size = size
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def overhear(self, heard):
        """Hand over everything the app sends to this device from now on; to be called before it is opened."""

        def frame(sent):
            heard(sent if isinstance(sent, bytes) else sent.encode())

        self.page.on("websocket", lambda socket: socket.on("framereceived", frame))

    # Finding

    def find(self, role, name, *, exact=True):
        """Find a control by what it is and what it is called; a pattern may be given for the name.

        The button that records says what it does, with its amount; it goes by ``Record`` here. A key of a roll or a
        card goes by its figure, and may say more.
        """
        if name == "Record":
            return self.marked("record")
        if isinstance(name, str) and re.fullmatch(r"(Roll|Card) \d+", name):
            name = re.compile(f"^{name}(,|$)")
        if isinstance(name, re.Pattern):
            return self.page.get_by_role(role, name=name)
        return self.page.get_by_role(role, name=name, exact=exact)

    def text(self, words, *, exact=True):
        """Find words on the screen, whether they are read out as a text or as a label."""
        host = self.page.locator("flt-semantics-host")
        return host.get_by_text(words, exact=exact).or_(host.get_by_label(words, exact=exact))

    def marked(self, identifier):
        """Find what carries `ft.Semantics(identifier=...)`."""
        return self.page.locator(f'[flt-semantics-identifier="{identifier}"]')

    def destination(self, name):
        """Find an entry of the bottom bar, or of the rail that a tablet has in its place."""
        on_rail = re.compile(rf"^{re.escape(name)}\s+Tab \d+ of \d+$")
        return self.find("tab", name).or_(self.find("button", on_rail))

    # Seeing

    def see(self, words, *, exact=True):
        """Wait until these words are on the screen."""
        expect(self.text(words, exact=exact).first).to_be_attached()

    def see_gone(self, words, *, exact=True):
        """Wait until these words are on the screen no longer."""
        expect(self.text(words, exact=exact)).to_have_count(0)

    def see_at(self, route):
        """Wait until the address shows this route."""
        expect(self.page).to_have_url(self.app.url + route if isinstance(route, str) else route)

    def settle(self):
        """Wait until what the app has sent by now is on the screen, in the app's own letters."""
        self.page.wait_for_function(FONTS_HERE, arg=list(self.fonts), timeout=FIRST_PAINT)
        self.page.evaluate("delay => new Promise(done => setTimeout(done, delay))", DELAY)
        self.frames(STEADY_FRAMES)

    def steady(self, target):
        """Return the place of something on the settled screen, once it stays where it is."""
        self.settle()
        before = None
        for _ in range(100):
            now = target.bounding_box()
            if now and now == before:
                return now
            before = now
            self.frames(STEADY_FRAMES)
        raise AssertionError(f"{target} never came to rest")

    def answered(self):
        """Wait until the app has answered whatever was done before, and that is drawn."""
        self.page.wait_for_function(ANSWERED, arg=DELAY)
        self.frames(2)

    def look(self):
        """Read what is on the screen, as a person does before confirming it."""
        self.frames(A_LOOK)

    def frames(self, count):
        """Let so many frames be drawn."""
        self.page.evaluate(FRAMES, count)

    # Doing

    def tap(self, name, role="button", *, exact=True):
        """Tap a control by its name, as a person does: once what came of the tap before is there."""
        self.answered()
        self.find(role, name, exact=exact).click()

    def reach(self, name):
        """Scroll to a button, and tap it."""
        self.scroll_to(self.find("button", name)).click()

    def follow(self, steps):
        """Do what each line says: the name of a method here, as `tap`, and what it takes, a pattern between slashes."""
        for line in steps.strip().splitlines():
            verb, _, name = line.strip().partition(" ")
            pattern = re.fullmatch("/(.+)/", name)
            what = re.compile(pattern[1]) if pattern else name
            try:
                getattr(self, verb)(*([what] if what else []))
            except (Error, AssertionError) as failed:
                failed.add_note(f"That was at: {line.strip()}")
                raise

    def record(self, narration, *, read=False):
        """Tap Record, and wait until this line is shown as written: in a phone's notice, in a tablet's journal.

        Whoever answered nothing reads the receipt first: two taps at once on such a sheet are one to the book.
        """
        if read:
            self.look()
        self.tap("Record")
        self.see_recorded(narration)

    def choose(self, name, narration):
        """Tap a tile that says everything, after reading it, and wait until its line is shown as written."""
        self.look()
        self.reach(name)
        self.see_recorded(narration)

    def see_recorded(self, narration):
        """Wait until this line is shown as written."""
        self.see(re.compile(rf"^(Recorded: |Entry \d+\. ){narration}"), exact=False)

    def find_action(self, title):
        """Open the sheet of an action from the list that has them all."""
        self.tap("Find an action")
        row = self.scroll_to(self.find("button", re.compile(rf"^{re.escape(title)}\b")))
        self.steady(row)
        row.click()

    def name_players(self, *names):
        """Type who plays, each with Enter after it."""
        for place, name in enumerate(names, 1):
            self.type_into("Player's name", name)
            self.page.keyboard.press("Enter")
            self.see(f"Place {place}: {name}", exact=False)

    def save(self, name, folder):
        """Tap what saves a file, and keep what comes."""
        with self.page.expect_download() as coming:
            self.tap(name)
        file = folder / coming.value.suggested_filename
        coming.value.save_as(file)
        return file

    def pick(self, name, file):
        """Tap what opens a file, and choose one."""
        self.scroll_to(self.find("button", name))
        with self.page.expect_file_chooser() as chooser:
            self.tap(name)
        chooser.value.set_files(file)

    def back(self):
        """Go back, as the browser does and a phone's own button."""
        self.page.go_back()

    def go(self, name):
        """Go to one of the places in the bar or rail."""
        self.answered()
        self.destination(name).click()

    def type_into(self, label, words):
        """Put these words in a field in place of what it holds.

        Flutter hears real keys only, and places the caret some time after the tap that asked for it, undoing
        a selection made meanwhile: so nothing is typed until the field has settled, and what came of it is
        read back. Keys are pressed once only: a field that lets go of whoever writes in it is a fault of the app.
        """
        field = self.page.get_by_label(label, exact=True)
        keys = self.page.keyboard
        for last in (False, False, False, True):
            field.click()
            try:
                expect(field).to_be_focused(timeout=PATIENCE if last else 2_000)
                break
            except (
                AssertionError
            ):  # the first tap after one in the bottom bar is lost now and then; one taps again
                if last:
                    raise
        if self.page.evaluate(SETTLED, STEADY_FRAMES):
            keys.press("ControlOrMeta+A")
            self.page.evaluate(SETTLED, STEADY_FRAMES // 2)
            keys.press("Delete")
            self.page.evaluate(SETTLED, STEADY_FRAMES // 2)
        keys.type(words, delay=10)
        expect(field).to_have_value(words)
        expect(field).to_be_focused()

    def scroll_to(self, target, at=None):
        """Scroll down until something appears: rows out of sight do not exist. What came too late is met going up.

        `at` is a point in the list to be scrolled; it is the middle of the screen unless given.
        """
        self.answered()
        self.page.mouse.move(*(at or (self.size[0] / 2, self.size[1] / 2)))
        for down in (True, False, True):
            for _ in range(40):
                if target.count():
                    return target
                self.page.mouse.wheel(0, self.size[1] / 2 if down else -self.size[1] / 2)
                self.frames(STEADY_FRAMES)
        raise AssertionError(f"scrolled, and never found {target}\n{self.tree()}")

    # Reporting

    def tree(self):
        """Return the screen as a screen reader has it: the best thing to print when a test puzzles."""
        host = self.page.locator("flt-semantics-host")
        return host.aria_snapshot() if host.count() else "(the page has not painted)"

    def account(self, picture):
        """Report what can still be read from the screen of a test that failed."""
        report = [self.page.url, *(f"the page asked for {stray}" for stray in self.strays)]
        try:
            report.append(self.tree())
            self.page.screenshot(path=picture, timeout=PATIENCE)
            report.append(f"pictured in {picture}")
        except Error as gone:
            report.append(f"no longer to be seen: {gone.message}")
        return "\n".join(report)

    def still(self):
        """Take a picture once the screen has come to rest: two in a row that are the same to the byte."""
        self.page.mouse.move(0, 0)  # a pointer left on a button tints it
        self.settle()
        before = b""
        for _ in range(100):
            self.frames(STEADY_FRAMES)
            now = self.page.screenshot()
            if now == before:
                return now
            before = now
        raise AssertionError("the screen never came to rest")

    def picture(self, path):
        """Keep a still of the screen as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.still())
        return path
