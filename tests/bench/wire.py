"""The client of a served app without a browser: its process, and a device that speaks Flet's protocol to it."""

import base64
import os
import select
import socket
import sys
import time
from pathlib import Path

from tests.browser.serving import ROOT, Server
from tests.figures import surroundings
from tests.glass import Screen
from tests.sockets import CALL, CRASHED, PATCH, event, hello

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
        self.data = None if bare else folder  # a bare app has no door
        self.surroundings = {
            "cwd": root,
            "env": surroundings(),
        }  # where Python looks for the modules first

    def command(self):
        """What starts it."""
        bare = [
            sys.executable,
            "-m",
            "tests.bench.bare",
            str(self.port),
            self.bare,
            str(self.folder),
        ]
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

    def websocket(self, cookie, address=""):
        """Ask for a websocket; give the connection, the status of the answer, and what came with it."""
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        line = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (address, 0))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(head.encode())
        came = b""
        while b"\r\n\r\n" not in came:
            came += line.recv(1 << 16) or b"\r\n\r\n"
        return line, came.split(b" ")[1], came.partition(b"\r\n\r\n")[2]


class Device(Screen):
    """A screen at the end of a socket."""

    open = []  # noqa: RUF012 - all screens are in it
    """Every screen there is: one that answered no heartbeat while others are measured would be taken to be gone."""

    def __init__(self, app, route="/", size=PHONE, *, cookie="", address=""):
        """Open a screen: of whoever has the key, or of the member with a cookie; from an address of this machine."""
        super().__init__()
        self.app = app
        self.received = 0
        self.socket, status, self.held = app.websocket(cookie or app.cookie(), address)
        assert status == b"101", status
        self.send(hello(route=route, width=size[0], height=size[1], platform="linux"))
        self.hear()
        Device.open.append(self)

    def close(self):
        Device.open.remove(self)
        self.socket.close()

    # -- the wire ------------------------------------------------------------------------------------
    def _take(self, many):
        while len(self.held) < many:
            data = self.socket.recv(1 << 16)
            assert data, "the app hung up"
            self.held += data
        taken, self.held = self.held[:many], self.held[many:]
        return taken

    def _frame(self):
        first, size = self._take(2)
        if size > 125:
            size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
        return first, self._take(size)

    def send(self, packet, kind=2):
        """Send a frame of a websocket; its mask of zeros leaves it as it is."""
        size = len(packet)
        head = (
            bytes([0x80 | kind, 0x80 | size])
            if size < 126
            else bytes([0x80 | kind, 0xFE]) + size.to_bytes(2, "big")
        )
        self.socket.sendall(head + bytes(4) + packet)

    def hear(self):
        """Take the next message; a call and a ping are answered at once."""
        data, first = b"", 0
        while not first & 128:
            first, part = self._frame()
            if first & 15 == 9:
                self.send(part, 10)
                return PING, b""
            assert first & 15 in (0, 2), f"a frame of kind {first & 15}: {part!r}"
            data += part
        self.received += len(data)
        action, body = self.take(data)
        assert action != CRASHED, body
        if action == CALL:
            self.answer(body)
        return action, data

    def see(self, words):
        """Wait until something is sent that holds these words."""
        while words not in self.hear()[1]:
            pass

    def rest(self, seconds=0.5):
        """Hear all that comes until nothing has for so long."""
        rest([self], seconds)

    # -- fingers -------------------------------------------------------------------------------------
    def find(self, words):
        """Wait for a button as the glass knows it by words, and give the first."""
        deadline = time.perf_counter() + PATIENCE
        while not (found := self.glass.named(words)):
            assert time.perf_counter() < deadline, f"nothing is called {words!r}"
            if heard([self], 1.0):
                self.hear()
        return found[0]

    def press(self, key):
        """Press a key."""
        pressed = {"key": key, "ctrl": False, "shift": False, "alt": False, "meta": False}
        self.send(event(self.glass.page["_i"], "keyboard_event", pressed))


def rest(devices, seconds):
    """Hear all that comes to any of them until nothing but heartbeats has for so long."""
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        for device in heard(devices, left):
            if device.hear()[0] != PING:
                until = time.perf_counter() + seconds


def heard(devices, seconds):
    """Wait until some of them are sent something; what comes to other screens meanwhile is read, and answered."""
    if held := [device for device in devices if device.held]:
        return held
    every = {device.socket: device for device in Device.open}
    ready = [every[one] for one in select.select(every, [], [], seconds)[0]]
    for device in ready:
        if device not in devices:
            device.hear()
    return [device for device in ready if device in devices]


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
