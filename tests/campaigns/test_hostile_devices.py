"""What strangers do to a served app, a process of its own on this machine: nothing of the book is read, written or
shut out by it, and nothing is filled. What each refusal is, `tests/units/views/hosting` knows.

Each test prints how much was tried (``--long -s``).
"""

import os
import socket
import sys
import time
from contextlib import closing, contextmanager, suppress
from itertools import cycle, product
from pathlib import Path

import pytest

from companion.formats.session import replay, steps
from tests.bench.laying import journal_in
from tests.bench.wire import PATCH, Device, Served
from tests.sockets import event, packed

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.skipif(
        not Path("/proc/self/statm").exists(), reason="memory is read where Linux tells it"
    ),
]
EVENING = (
    "game ratrace\ntitle Friday\nseats Ann Ben\nstart first=ann\npick who=ann business=black\n"
)
PREFIXES = ("/", "/assets/", "/play/", "/canvaskit/", "/ws/")
UPWARDS = (
    "../",
    "..%2f",
    "%2e%2e/",
    "..%5c",
    "..\\",
    "%252e%252e%252f",
    "..%c0%af",
    "....//",
    "..;/",
    "..%00/",
    "//../",
)
TARGETS = ("etc/passwd", "proc/self/environ", "companion.db", "views/hosting/serve.py")
DOORS = ("/docs", "/redoc", "/openapi.json", "/upload?f=x", "/oauth_callback", "/a%00b", "/" + "a" * 5_000, "/%ff%fe",
         "/.git/config", "/.env", "/ws", "/WS", "//", "/settings", "/join/state")  # fmt: skip
METHODS = ("GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "HEAD")
NONSENSE = (event(1, "x"), b"\x00\xc1", packed(99, a=1), packed(1), b"\x01abcde", b"\x00\x91\x01")


class Server(Served):
    """The app with one game, and what strangers do to it."""

    def megabytes(self):
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def shows_a_screen(self):
        """Seconds until a new screen is there."""
        began = time.perf_counter()
        with closing(Device(self)) as device:
            device.see(b"Resume")
        return time.perf_counter() - began

    def ask(self, method, path, cookie="", address="127.0.0.1"):
        """Ask for something on a connection of its own; give the whole answer."""
        first = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head = f"{first}Cookie: {cookie}\r\nConnection: close\r\n\r\n"
        got = b""
        with (
            socket.create_connection(("127.0.0.1", self.port), 20, (address, 0)) as line,
            suppress(OSError),
        ):
            line.sendall(f"{head}{cookie}\r\n\r\n".encode())
            while data := line.recv(1 << 16):
                got += data
        return got

    @contextmanager
    def socket(self, cookie=None):
        """Open a socket, of a device that was let in unless a cookie is given; give it, and how that was answered."""
        line, status, _ = self.websocket(self.entry if cookie is None else cookie)
        with line:
            yield line, status

    def files(self):
        """How many files and sockets it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


def frame(data):
    """A message under a mask of zeros."""
    head = (
        bytes([0x82, 0x80 | len(data)])
        if len(data) < 126
        else bytes([0x82, 0xFF]) + len(data).to_bytes(8, "big")
    )
    return head + bytes(4) + data


def closed(line):
    """Whether the server closes a connection, before it is ten seconds older."""
    line.settimeout(9)
    try:
        while data := line.recv(1 << 16):
            if data[0] == 0x88:
                return True
    except OSError as fault:
        return not isinstance(fault, TimeoutError)
    return True


def print_count(words, *figures):
    sys.stdout.write(f"{words}: {', '.join(map(str, figures))}\n")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    with journal_in(folder) as journal:
        play = replay(journal, steps(EVENING)).play.id
        before = journal.last(play)
    with Server(folder=folder) as made:
        made.entry, made.play = made.cookie(), play
        memory = made.megabytes()
        yield made
        slow, grown = made.shows_a_screen(), made.megabytes() - memory
        assert made.stop(20)
    print_count("a new screen afterwards, s; memory grown, MB", round(slow, 2), round(grown))
    with journal_in(folder) as journal:
        assert journal.last(play) == before
    assert grown < 200
    assert made.said().count("\n") < 500


def test_no_path_leads_out_and_no_stranger_is_told_anything(server):
    asked = [("GET", f"{a}{up * 6}{to}") for a, up, to in product(PREFIXES, UPWARDS, TARGETS)]
    asked += product(METHODS, (*DOORS, "/", f"/play/{server.play}", f"/play/{server.play}/journal"))
    for method, path in asked:
        answer = server.ask(method, path)
        status = answer.split(b" ")[1:2]
        assert status in ([b"200"], [b"303"], [b"400"], [b"403"], [b"404"], [b"405"]), (
            method,
            path,
            answer[:200],
        )
        assert status != [b"303"] or b"location: /join\r\n" in answer
        for secret in (b"root:", b"SQLite format 3", b"Traceback", b"Ann", b"Friday"):
            assert secret not in answer, (method, path)
    for cookie in (
        "",
        "companion-=x",
        server.entry[:-1],
        f"{server.entry}x",
        server.entry.replace("=", "2=", 1),
    ):
        with server.socket(cookie) as (_, status):
            assert status == b"401", cookie
    print_count("paths, methods and doors, all held", len(asked))


def test_what_begins_with_nonsense_hangs_up_or_is_large_is_let_go_and_leaves_nothing(server):
    server.shows_a_screen()
    memory, files, gone = server.megabytes(), server.files(), 0
    lists = frame(b"\x00\xdd\x01\x31\x2d\x00" + b"\x90" * 20_000_000)
    endless = bytes([0x82, 0xFF]) + (59_000_000).to_bytes(8, "big") + bytes(4 + 10_000_000)
    sent = [*map(frame, NONSENSE * 60), lists, *[endless] * 10]
    for data in (*sent, *[b""] * 300):
        with server.socket() as (line, status):
            assert status == b"101"
            with suppress(OSError):
                line.sendall(data)
            gone += bool(data) and closed(line)
    assert gone == len(sent)
    assert server.shows_a_screen() < 10
    print_count(
        "first frames let go, hang-ups; memory grown, MB",
        gone,
        300,
        round(server.megabytes() - memory),
    )
    assert server.files() <= files + 2
    assert server.megabytes() - memory < 30


def test_a_crowd_of_strangers_that_never_ends_what_it_sends_is_noticed_by_nobody(server):
    """They come from three addresses, and begin to send a form, or a head."""
    form = (
        f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 3000\r\n\r\ncode="
    )
    begun, addresses = (
        cycle((form.encode(), b"GET / HTTP/1.1\r\nHo")),
        cycle(f"127.0.0.{at}" for at in (2, 3, 4)),
    )
    crowd, slowest = [], 0.0
    with closing(Device(server, f"/play/{server.play}")) as member:
        member.see(b"Ann")
        for route in ("/journal", "") * 13:
            for _ in range(20):
                crowd.append(
                    socket.create_connection(("127.0.0.1", server.port), 5, (next(addresses), 0))
                )
                with suppress(OSError):
                    crowd[-1].sendall(next(begun))
            member.rest(0.02)
            for asking in (
                lambda: server.ask("GET", f"/play/{server.play}", server.entry),
                lambda: server.ask("GET", "/join", address="127.0.0.5"),
            ):
                began = time.perf_counter()
                assert asking().startswith(b"HTTP/1.1 200")
                slowest = max(slowest, time.perf_counter() - began)
            began = time.perf_counter()
            member.go(f"/play/{server.play}{route}")
            while member.hear()[0] != PATCH:
                pass
            slowest = max(slowest, time.perf_counter() - began)
    print_count(
        f"strangers {len(crowd)}; the slowest tap or page of others, ms", round(slowest * 1000)
    )
    assert slowest < 2
    assert server.files() < 250
    for line in crowd:
        line.close()
