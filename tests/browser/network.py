"""A phone with a network of its own, joined to this machine's by a cable that can be pulled.

Two namespaces of Linux are needed, and the right to make them, which root has.
"""

import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from driver import chromium

HERE, THERE = "companion-here", "companion-there"
"""The two ends of the cable; such a name has 15 letters at most."""
UNSHARE, NSENTER, IP = (shutil.which(name) or name for name in ("unshare", "nsenter", "ip"))
KNOCK = """
import socket, time
while socket.socket().connect_ex(("127.0.0.1", {port})):
    time.sleep(0.05)
"""


def may_be_made():
    """Whether this system lets a network be made."""
    return (
        Path(IP).exists() and not subprocess.run([UNSHARE, "--net", "true"], check=False).returncode
    )


def cable(*command):
    """Change what is known of networks."""
    subprocess.run([IP, *command], check=True)


class Network:
    """A network, and the ``program`` that opens a browser in it."""

    def __init__(self, pid, folder):
        self.enter = [NSENTER, f"--net=/proc/{pid}/ns/net"]
        self.program = folder / "chromium"
        self.program.write_text(f'#!/bin/sh\nexec {" ".join(self.enter)} {chromium()} "$@"\n')
        self.program.chmod(0o755)

    def run(self, *command):
        """Run a command in it."""
        subprocess.run([*self.enter, *command], check=True)

    @contextmanager
    def served(self, app):
        """Serve a site in it, at the same address as here."""
        server = subprocess.Popen(
            [*self.enter, *app.command()], stdout=subprocess.DEVNULL, **app.surroundings
        )
        try:
            self.run(sys.executable, "-c", KNOCK.format(port=app.port))
            yield
        finally:
            server.kill()
            server.wait()

    @contextmanager
    def gone(self):
        """Pull the cable."""
        cable("link", "set", HERE, "down")
        try:
            yield
        finally:
            cable("link", "set", HERE, "up")


@contextmanager
def network(folder):
    """Make a network, which goes with the process that holds it."""
    holder = subprocess.Popen([UNSHARE, "--net", "sleep", "infinity"])
    try:
        ours, theirs = (Path(f"/proc/{process}/ns/net") for process in ("self", holder.pid))
        while ours.readlink() == theirs.readlink():
            time.sleep(0.01)
        made = Network(holder.pid, folder)
        cable("link", "add", HERE, "type", "veth", "peer", "name", THERE, "netns", str(holder.pid))
        cable("addr", "add", "10.213.7.1/24", "dev", HERE)
        cable("link", "set", HERE, "up")
        made.run(IP, "addr", "add", "10.213.7.2/24", "dev", THERE)
        for name in (THERE, "lo"):
            made.run(IP, "link", "set", name, "up")
        # without leave to use a camera a page is found at the address alone by which it would reach the internet
        made.run(IP, "route", "add", "default", "via", "10.213.7.1")
        yield made
    finally:
        holder.kill()
        holder.wait()
