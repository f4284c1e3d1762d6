"""The real app in a process of its own, started, ended and killed as on any machine, and where it is opened."""

import contextlib
import http.client
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from views.hosting.key import key_in, with_key

ROOT = Path(__file__).resolve().parents[2]


def free_port():
    """Ask the system for a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class App:
    """An app that listens on this machine. Whoever opens a page, a socket or a file of it asks here for the address."""

    def __init__(self):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"  # where all its addresses begin
        self.data = None  # where an app that has a door keeps its key

    def address(self, route="/"):
        """Return the address to open for a route, or for a file: with the key, where the app has one."""
        key = key_in(self.data) if self.data else ""
        return with_key(self.url + route, key)

    def cookie(self):
        """Enter with the key, and return what whoever is in says of itself; nothing where there is no door."""
        if not self.data:
            return ""
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        ) as asked:
            asked.request("GET", self.address().removeprefix(self.url))
            with asked.getresponse() as answer:
                return (answer.getheader("Set-Cookie") or "").split(";")[0]


class Server(App):
    """The app in a process of its own, with a data folder of its own."""

    def __init__(self, folder, *options):
        super().__init__()
        self.data = folder / "data"
        self.log = folder / "server.log"
        self.options = options
        self.process = None
        self.program = [sys.executable, "-m", "companion"]
        self.surroundings = {"cwd": ROOT}  # as `subprocess` takes them

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.see_no_fault()

    def see_no_fault(self):
        """Assert that it has said nothing of a fault of its own."""
        assert "Traceback (most recent call last)" not in self.said(), self.said()

    def command(self):
        """What starts it."""
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        return [*self.program, "--no-open", *where, *self.options]

    def start(self):
        """Start the app and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                **self.surroundings,
            )
        deadline = time.monotonic() + 60
        while not self.answers():
            with contextlib.suppress(subprocess.TimeoutExpired):
                # The pause between two questions is a wait for the process to die.
                code = self.process.wait(0.05)
                raise AssertionError(
                    f"the app ended with {code} instead of serving:\n{self.said()}"
                )
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"the app did not answer at {self.url}:\n{self.said()}")

    def answers(self):
        """Whether the app serves its page."""
        try:
            with urllib.request.urlopen(self.url, timeout=5):  # noqa: S310 - our own address
                return True
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return True
        except OSError:
            return False

    def stop(self, patience=5):
        """Ask the app to end, as closing it does; say whether it did so by itself."""
        willing = True
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(patience)
            except subprocess.TimeoutExpired:
                # Flet may wait for ever for a page that left in the middle of its hello.
                willing = False
            self.kill()
        return willing

    def kill(self):
        """End the app as a power cut does."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def said(self):
        """Return the last of what the app wrote to its terminal."""
        return (
            self.log.read_text(encoding="utf-8", errors="replace")[-6_000:]
            if self.log.exists()
            else ""
        )
