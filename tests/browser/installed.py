"""The app as it is installed in a browser: its files from a plain server, its books in the browser's own storage."""

import base64
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from device_wire import watch_wire
from driver import PATIENCE, PHONE, Tabletop, start_in
from playwright.sync_api import Error
from serving import Server

from models import integrity
from models.book import Book
from models.journal import Journal
from models.paths import FILE

# Lays a book into the storage before the app opens it, the way the app's own file system keeps it.
LAY = """async book => {
    const { headOf } = await import("./books.mjs");
    const root = await navigator.storage.getDirectory();
    const books = await root.getDirectoryHandle("books", { create: true });
    const slot = await books.getFileHandle("slot-laid", { create: true });
    const bytes = Uint8Array.from(atob(book), letter => letter.charCodeAt(0));
    const out = await slot.createWritable();
    await out.write(headOf("/companion.db", 1));
    await out.write(bytes);
    await out.close();
}"""
# Asks whoever keeps the books for them, as a second tab does.
ASK = """async () => {
    const channel = new BroadcastChannel("companion-books");
    const bytes = await new Promise((done, give_up) => {
        const ask = () => channel.postMessage({ ask: "test" });
        const again = setInterval(ask, 100); // until the books have been opened there is nobody to hear it
        const end = setTimeout(give_up, 15_000, new Error("nobody has the books open"));
        channel.onmessage = ({ data }) => {
            if (data.book !== "test") return;
            clearInterval(again);
            clearTimeout(end);
            done(data.bytes);
        };
        ask();
    });
    channel.close();
    const blob = await new Promise(done => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result);
        reader.readAsDataURL(new Blob([bytes]));
    });
    return blob.slice(blob.indexOf(",") + 1);
}"""
# Has the browser look for a newer version, and says what came of it once it is stored or given up.
LOOK = """async () => {
    const kept = await navigator.serviceWorker.getRegistration();
    await kept.update();
    const coming = kept.installing;
    if (coming) await new Promise(done => coming.addEventListener("statechange", done, { once: true }));
    return coming ? coming.state : "nothing new";
}"""
# Whether this browser keeps what Python's memory held (packaging/pwa/memory.mjs).
MEMORY = "caches.match('start.memory').then(found => !!found)"
# Lays some there that is as good as none, to see whether it goes.
LAY_MEMORY = """async () => {
    const [name = "companion-site-laid"] = await caches.keys();
    await (await caches.open(name)).put("start.memory", new Response("none"));
}"""
# What Python sends to the page, which here is a message from a worker.
OVERHEAR = """(() => {
    const Plain = Worker;
    globalThis.Worker = class extends Plain {
        constructor(...how) {
            super(...how);
            this.addEventListener("message", ({ data }) => {
                if (data instanceof Uint8Array) overheard(Array.from(data, byte => String.fromCharCode(byte)).join(""));
            });
        }
    };
})()"""


class Site(Server):
    """The built site, served as plain files. ``data`` is a book on this side, laid into each device that opens it."""

    def __init__(self, folder, site):
        super().__init__(folder)
        self.site = site

    def command(self):
        """What starts it."""
        return [
            *self.program,
            "serve-pwa",
            str(self.site),
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]


class Device(Tabletop):
    """A device with the app installed. Its book is its own."""

    def __init__(self, *arguments, book, **more):
        super().__init__(*arguments, **more)
        self.laid = book
        self.listen()

    def listen(self):
        """Hear what Python says of a fault; there is no server's terminal to read it in."""

        def hear(said):
            if (
                self.errors or "Traceback (most recent call last)" in said.text
            ):  # it comes line by line
                self.errors.append(said.text)

        self.page.on("console", hear)

    def overhear(self, heard):
        """Hand over everything that Python sends to the page."""
        self.page.expose_function("overheard", lambda sent: heard(sent.encode("latin-1")))
        self.page.add_init_script(OVERHEAR)

    def open(self, route="/"):
        """Open the app at a route, the book that was laid out in its storage."""
        if (self.laid / FILE).exists() and self.page.url == "about:blank":
            lay(self, copied(self.laid / FILE))
        return super().open(route)


class Profile:
    """A browser with a folder of its own for one device: in a private window, as a test has it, writing a book is slow.

    Such a window is written to by another process, a call for each few bytes: 75 ms an entry, and 9 ms here.
    """

    def __init__(self, chrome, folder, program=None):
        self.chrome, self.program = chrome, program
        self.place = tempfile.mkdtemp(dir=folder)

    def new_context(self, **how):
        """Open it, as a browser opens a private window: with what it kept."""
        return start_in(self.chrome, self.place, program=self.program, **how)


class Tenant(Tabletop):
    """A device whose browser keeps the site, and whose storage outlives its window."""

    def __init__(self, chromium, folder, app):
        self.chromium, self.folder, self.app = chromium, folder, app
        self.size = PHONE
        self.asked = []  # every address that anybody in it asked for
        self.strays, self.errors = [], []
        self.take_up()

    def take_up(self):
        """Open the browser, with what it kept."""
        self.context = start_in(
            self.chromium,
            self.folder,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            service_workers="allow",
        )
        self.context.set_default_timeout(PATIENCE)
        watch_wire(self.context)
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page = self.context.pages[0]
        self.page.on("pageerror", self._tripped)

    def put_down(self):
        """Close the browser, as a device that is put away does sooner or later."""
        with suppress(Error):  # a browser that was killed has closed it
            self.context.close()
        self.take_up()

    def keep(self):
        """Open the app, and wait until the browser keeps it."""
        self.open()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        return self


def lay(device, book):
    """Put a book, or what is taken for one, in the storage of a device that has opened nothing yet."""
    device.visit("/site.json")
    device.page.evaluate(LAY, base64.b64encode(book).decode())


def copied(book):
    """Copy a book that others may have open, with all of it in the one file."""
    with tempfile.TemporaryDirectory() as scratch:
        with (
            closing(sqlite3.connect(book)) as ours,
            closing(sqlite3.connect(Path(scratch) / FILE)) as copy,
        ):
            ours.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        return (Path(scratch) / FILE).read_bytes()


def faults(book, play):
    """Look a play over in the book of a server, or of a device as it is now."""
    return integrity.check(book.fetched() if isinstance(book, Eyes) else book, play)


class Eyes:
    """Reads the book of a device as it is now, whatever is asked of it; asks as a journal does."""

    def __init__(self, page, folder):
        self.page = page
        self.folder = folder
        self.database = None

    def __getattr__(self, name):
        """Fetch the book afresh, and ask it."""
        return getattr(self.fetched(), name)

    def fetched(self):
        """Fetch the book as it is now."""
        self.close()
        self.folder.mkdir(exist_ok=True)
        (self.folder / FILE).write_bytes(base64.b64decode(self.page().evaluate(ASK)))
        self.database = Book.open(self.folder)
        return Journal(self.database)

    def close(self):
        """Let go of the copy."""
        if self.database:
            self.database.close()
            self.database = None
