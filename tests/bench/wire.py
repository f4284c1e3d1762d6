"""The client of a served app without a browser: its process, and a device that speaks Flet's protocol to it.

The device answers every call with nothing, and knows every control that it was ever sent; the newest of a name is the
one on the screen.
"""

import base64
import os
import select
import socket
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import msgpack

from tests.browser.serving import ROOT, Server
from tests.figures import surroundings
from tests.sockets import CALL, CRASHED, PATCH, WRITE, event, hello, packed

PING = 0
PATIENCE = 20.0
SILENCE = 0.25
"""Seconds without a message after which a screen is taken to be patched."""
PHONE, TABLET = (390, 844), (1180, 820)


class Served(Server):
    """An app in a process of its own: ours on a folder, that of another checkout (``root``), or a bare one."""

    def __init__(self, bare="", *, folder, root=ROOT):
        super().__init__(folder)
        self.bare, self.folder = bare, folder
        self.data = None if bare else folder
        self.surroundings = {"cwd": root, "env": surroundings()}  # where Python looks for the modules first

    def command(self):
        """What starts it."""
        bare = [sys.executable, "-m", "tests.bench.bare", str(self.port), self.bare, str(self.folder)]
        return bare if self.bare else super().command()

    def __enter__(self):
        self.folder.mkdir(exist_ok=True)
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def python(self):
        """Return the processor time that all its threads took so far, in milliseconds."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        return sum(int((one / "schedstat").read_text().split()[0]) for one in tasks.iterdir()) / 1e6

    def memory(self):
        """Return the memory that it uses, in kilobytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1000


class Device:
    """One screen: what it was sent, and how long after a tap."""

    open = []  # noqa: RUF012 - all screens are in it
    """Every screen there is: one that answered no heartbeat while others are measured would be taken to be gone."""

    def __init__(self, app, route="/", size=PHONE, *, cookie="", address=""):
        """Open a screen: of whoever has the key, or of the member with a cookie; from an address of this machine."""
        self.app = app
        door = urlsplit(app.url + "/ws")
        self.socket = socket.create_connection((door.hostname, door.port), PATIENCE, (address, 0) if address else None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.held = b""
        self.nodes = {}
        self.received = 0
        key = base64.b64encode(os.urandom(16)).decode()
        asked = (
            f"GET {door.path} HTTP/1.1\r\nHost: {door.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie or app.cookie()}\r\n\r\n"
        )
        self.socket.sendall(asked.encode())
        while b"\r\n\r\n" not in self.held:
            self._more()
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        assert b" 101 " in head, head
        self.say(hello(route=route, width=size[0], height=size[1], platform="linux"))
        _, body, _ = self.hear()
        self.page_id = body["page_patch"]["_i"]
        Device.open.append(self)

    def close(self):
        Device.open.remove(self)
        self.socket.close()

    # -- the wire ------------------------------------------------------------------------------------
    def _more(self):
        data = self.socket.recv(1 << 16)
        assert data, "the app hung up"
        self.held += data

    def _take(self, many):
        while len(self.held) < many:
            self._more()
        taken, self.held = self.held[:many], self.held[many:]
        return taken

    def _frame(self):
        first, size = self._take(2)
        if size > 125:
            size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
        return first, self._take(size)

    def say(self, data, kind=2):
        """Send a frame of a websocket; its mask of zeros leaves it as it is."""
        size = len(data)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 0xFE]) + size.to_bytes(2, "big")
        self.socket.sendall(head + bytes(4) + data)

    def hear(self):
        """Take the next message; a call and a ping are answered at once."""
        data, first = b"", 0
        while not first & 128:
            first, part = self._frame()
            if first & 15 == 9:
                self.say(part, 10)
                return PING, None, b""
            assert first & 15 in (0, 2), f"a frame of kind {first & 15}: {part!r}"
            data += part
        self.received += len(data)
        action, body = msgpack.unpackb(data[1:], ext_hook=lambda code, some: (code, some), strict_map_key=False)
        assert action != CRASHED, body
        self._know(body)
        if action == CALL:
            self.say(packed(CALL, control_id=body["control_id"], call_id=body["call_id"], result=None, error=None))
        return action, body, data

    def _know(self, what):
        if isinstance(what, dict):
            if "_i" in what and "_c" in what:
                self.nodes[what["_i"]] = what
            what = what.values()
        elif not isinstance(what, list | tuple):
            return
        for part in what:
            self._know(part)

    def waiting(self, seconds):
        return bool(self.held) or bool(select.select([self.socket], [], [], seconds)[0])

    def see(self, words):
        """Wait until something is sent that holds these words."""
        while words not in self.hear()[2]:
            pass

    def rest(self, seconds=0.5):
        """Hear all that comes until nothing has for so long."""
        rest([self], seconds)

    # -- fingers -------------------------------------------------------------------------------------
    def named(self, name):
        """Find the newest control that can be tapped and is called so, or begins so where an ellipsis ends it."""
        wanted = name.removesuffix("...")
        for number in sorted(self.nodes, reverse=True):
            node = self.nodes[number]
            if not (node.get("on_click") or node.get("on_tap")):
                continue
            records = "Record" if str(node.get("key", "")).startswith("record-") else None  # whatever else it says
            said = [node.get("label"), node.get("tooltip"), records, *_words(node.get("content"))]
            if any(one == wanted or (wanted != name and str(one).startswith(wanted)) for one in said if one):
                return number
        return None

    def tap(self, name):
        """Tap a control, as soon as it is there."""
        deadline = time.perf_counter() + PATIENCE
        while (number := self.named(name)) is None:
            assert time.perf_counter() < deadline, f"nothing is called {name!r}"
            if self.waiting(1.0):
                self.hear()
        self.say(event(number, "click" if self.nodes[number].get("on_click") else "tap"))

    def key(self, key):
        pressed = {"key": key, "ctrl": False, "shift": False, "alt": False, "meta": False}
        self.say(event(self.page_id, "keyboard_event", pressed))

    def go(self, route):
        self.say(packed(WRITE, id=self.page_id, props={"route": route}))
        self.say(event(self.page_id, "route_change", {"route": route}))


def _words(node):
    """What a button says, all of it: texts, and what icons are called."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        yield from (node[name] for name in ("value", "semantics_label") if isinstance(node.get(name), str))
        for part in (*node.values(), *node.get("controls", ())):
            if isinstance(part, dict):
                yield from _words(part)


def rest(devices, seconds):
    """Hear all that comes to any of them until nothing but heartbeats has for so long."""
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        for device in heard(devices, left):
            if device.hear()[0] != PING:
                until = time.perf_counter() + seconds


def heard(devices, seconds):
    """Wait until some of them are sent something; what comes to other screens meanwhile is read, and answered."""
    if held := [one for one in devices if one.held]:
        return held
    every = {one.socket: one for one in Device.open}
    ready = [every[one] for one in select.select(every, [], [], seconds)[0]]
    for device in ready:
        if device not in devices:
            device.hear()
    return [one for one in ready if one in devices]


def patched(devices, do):
    """Do something; return the milliseconds until the last screen had its last patch, and the bytes sent to the first.

    What a screen is asked to do besides, such as a buzz, counts in bytes and not in time.
    """
    before, last = devices[0].received, 0.0
    began = time.perf_counter()
    do()
    while True:
        ready = heard(devices, SILENCE)
        now = time.perf_counter() - began
        for device in ready:
            if device.hear()[0] == PATCH:
                last = (time.perf_counter() - began) * 1000
        if last and not ready and now * 1000 - last > SILENCE * 1000:
            return last, devices[0].received - before
        assert last or now < PATIENCE, "the tap brought nothing about"
