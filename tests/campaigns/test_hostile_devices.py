"""A device on the same network tries whatever it can at the served app: nothing is read, written or shut out by it.

Each test prints how much was tried (``--long -s``). All of it goes to a server of the test's own on this machine.
"""

from __future__ import annotations

import base64
import os
import random
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from itertools import cycle, product
from pathlib import Path

import pytest

from companion.formats.session import replay, steps
from models.book import Book
from models.journal import Journal
from tests.bench.wire import PATCH, ROOT, Device
from tests.browser.serving import App
from tests.sockets import event, hello, packed

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read where Linux tells it"),
]
EVENING = "game ratrace\ntitle Friday\nseats Ann Ben\nstart first=ann\npick who=ann business=black\n"
SECRET = b"nobody else is to read this"
PREFIXES = ("/", "/assets/", "/play/", "/canvaskit/", "/ws/")
UPWARDS = (
    "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "..%c0%af", "..%ef%bc%8f", "....//",
    "..;/", "%2e./", ".%2e/", "..%00/", "//../", "%5c..%5c", "..%u2215",
)  # fmt: skip
TARGETS = (
    "etc/passwd",
    "etc/hostname",
    "proc/self/environ",
    "secret.txt",
    "data/companion.db",
    "views/hosting/serve.py",
    "root/",
)
DOORS = ("/docs", "/docs/", "/redoc", "/openapi.json", "/upload", "/upload?f=x", "/oauth_callback", "/oauth_callback/x",
         "/docs/oauth2-redirect", "/a%00b", "/" + "a" * 5_000, "/%ff%fe", "/.git/config", "/.env", "/server-status",
         "/ws", "/ws/", "/WS", "//")  # fmt: skip
METHODS = ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "HEAD")


class Server(App):
    """The app in a process of its own, with its log."""

    def __init__(self, folder):
        super().__init__()
        self.data, self.log = folder / "data", folder / "log"
        (folder / "secret.txt").write_bytes(SECRET)
        database = Book.open(self.data)
        self.play = replay(Journal(database), steps(EVENING)).play.id
        database.close()
        command = [sys.executable, "-m", "companion", "--no-open", "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        while True:
            assert self.process.poll() is None, self.log.read_text()
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                break
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.05)
        self.entry = self.cookie()

    def lines(self):
        """What the book holds of the play."""
        database = Book.open(self.data)
        try:
            journal = Journal(database)
            return [(one.title, journal.last(one.id)) for one in journal.plays()]
        finally:
            database.close()

    def memory(self):
        """Megabytes that it holds."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def answers(self):
        """Seconds until a new screen is there."""
        began = time.perf_counter()
        device = Device(self)
        device.see(b"Resume")
        device.close()
        return time.perf_counter() - began

    def line(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def ask(self, method, path, *headers, host=None):
        """Ask for something; give the whole answer."""
        head = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", "Connection: close", *headers]
        with self.line() as line:
            line.sendall("\r\n".join([*head, "", ""]).encode("utf-8"))
            got = b""
            with suppress(OSError):
                while data := line.recv(1 << 16):
                    got += data
        return got

    @contextmanager
    def socket(self, *headers, host=None, stranger=False):
        """Open a socket, of a device that was let in or of a stranger; give it, and how that was answered."""
        key = base64.b64encode(os.urandom(16)).decode()
        head = ["GET /ws HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", "Upgrade: websocket"]
        head += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *headers]
        head += [] if stranger else [f"Cookie: {self.entry}"]
        with self.line() as line:
            line.sendall("\r\n".join([*head, "", ""]).encode())
            yield line, line.recv(4096).split(b"\r\n")[0]

    def refuses(self, *headers, host=None, stranger=False):
        """Return the status with which a socket is answered."""
        with self.socket(*headers, host=host, stranger=stranger) as (_, answer):
            return answer.split(b" ")[1]

    def files(self):
        """How many files and sockets it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


def frame(data, kind=2):
    """A message under a mask of zeros."""
    size = len(data)
    if size < 126:
        return bytes([0x80 | kind, 0x80 | size]) + bytes(4) + data
    return bytes([0x80 | kind, 0xFF]) + size.to_bytes(8, "big") + bytes(4) + data


def closed(line):
    """Whether the server closes a connection, before it is ten seconds older."""
    line.settimeout(9)
    try:
        while data := line.recv(1 << 16):
            if data[0] == 0x88:
                return True
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def print_count(words, *figures):
    sys.stdout.write(f"{words}: {', '.join(map(str, figures))}\n")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    made = Server(tmp_path_factory.mktemp("hostile"))
    before = made.lines()
    memory = made.memory()
    yield made
    slow, grown = made.answers(), made.memory() - memory
    made.process.terminate()
    assert made.process.wait(20) == 0
    log = made.log.read_text()
    print_count(
        "a new screen afterwards, s; memory grown, MB; lines in the log", round(slow, 2), round(grown), log.count("\n")
    )
    assert made.lines() == before
    assert grown < 200
    assert log.count("\n") < 500


def test_no_path_leads_out(server):
    asked = [
        (method, f"{a}{up * 6}{to}")
        for method, a, up, to in product(("GET", "HEAD", "POST"), PREFIXES, UPWARDS, TARGETS)
    ]
    evil = "Origin: http://evil.example"
    asked += [(method, door, *more) for method in METHODS for door in DOORS[:8] for more in ((), (evil,))]
    asked += [("GET", door) for door in DOORS]
    for method, path, *more in asked:
        answer = server.ask(method, path, *more)
        status = answer.split(b" ")[1:2]
        assert status in ([b"200"], [b"303"], [b"400"], [b"403"], [b"404"], [b"405"]), (method, path, answer[:200])
        assert status != [b"303"] or b"location: /join\r\n" in answer
        assert SECRET not in answer
        assert b"root:" not in answer
        assert b"SQLite format 3" not in answer
        assert b"Traceback" not in answer
        assert not more or answer.split(b" ")[1] in (b"403", b"404", b"400"), (method, path)
    print_count("paths, methods and doors, all held", len(asked))


def test_no_foreign_name_and_no_foreign_site_is_answered(server):
    own = f"127.0.0.1:{server.port}"
    hosts = (
        "evil.example",
        "evil.com@127.0.0.1",
        f"{own}.evil.com",
        "[bad",
        "a@b:c",
        "192.0.2.1",
        "localhost.evil.com",
    )
    hosts += ("127.0.0.1.evil.com", "\u0661", f"{own}, evil.com")
    for host in hosts:
        assert server.ask("GET", "/", host=host).split(b" ")[1] in (b"400", b"421"), host
        assert server.refuses(host=host) in (b"400", b"421"), host
    assert server.ask("GET", "/", "Host: evil.example").split(b" ")[1] in (b"400", b"421")
    origins = (
        "http://evil.example",
        "null",
        "http://[bad",
        f"http://a@{own}",
        f"http://{own}.evil.com",
        "file://",
        own,
    )
    origins += ("http://localhost", "http://127.0.0.1:1", "http://", f"ws://{own}")
    for origin in origins:
        assert server.refuses(f"Origin: {origin}") == b"403", origin
    print_count("foreign hosts and origins, all held", len(hosts) * 2 + 1 + len(origins))


def test_a_stranger_gets_no_socket_and_nothing_of_a_game(server):
    for cookie in ("", "companion-=x", f"{server.entry[:-1]}", f"{server.entry}x", server.entry.replace("=", "2=", 1)):
        assert server.refuses(f"Cookie: {cookie}", stranger=True) == b"401", cookie
    tried = (
        "/",
        "/settings",
        "/play/x",
        f"/play/{server.play}",
        f"/play/{server.play}/journal",
        "/join",
        "/join/state",
    )
    for path in tried:
        answer = server.ask("GET", path)
        assert b"Ann" not in answer
        assert b"Friday" not in answer
    print_count("pages asked for by a stranger, all held", len(tried))


def test_what_begins_with_nonsense_is_let_go(server):
    nonsense = (event(1, "x"), b"\x00\xc1", packed(99, a=1), packed(1), b"\x01abcde", os.urandom(500), b"\x00\x91\x01")
    gone = 0
    for number in range(400):
        with server.socket() as (line, answer):
            assert b" 101 " in answer
            line.sendall(frame(b"hello", 1) if number % 8 == 7 else frame(nonsense[number % 8]))
            gone += closed(line)
    print_count("malformed first frames let go", gone)
    assert gone == 400


def test_who_hangs_up_before_a_hello_is_let_go(server):
    server.answers()
    memory, files = server.memory(), server.files()
    for _ in range(300):
        assert server.refuses() == b"101"
    server.answers()
    print_count("hang-ups before a hello; memory grown, MB", 300, round(server.memory() - memory))
    assert server.files() <= files + 2
    assert server.memory() - memory < 20


def test_nothing_large_comes_before_a_hello(server):
    memory, cut = server.memory(), 0
    lists = frame(b"\x00\xdd\x01\x31\x2d\x00" + b"\x90" * 20_000_000)
    for whole in (lists, *[bytes([0x82, 0xFF]) + (59_000_000).to_bytes(8, "big") + bytes(4 + 10_000_000)] * 10):
        with server.socket() as (line, _):
            with suppress(OSError):
                line.sendall(whole)
            cut += closed(line)
    print_count("large frames before a hello cut off; memory grown, MB", cut, round(server.memory() - memory))
    assert cut == 11
    assert server.memory() - memory < 20
    assert server.answers() < 10


def test_forged_events_write_nothing_and_disturb_nobody(server):
    chance = random.Random(7)  # noqa: S311 - it forges, it keeps no secrets
    names = ("click", "tap", "change", "submit", "select", "result", "resize", "keyboard_event", "view_pop", "x")
    names += ("app_lifecycle_state_change", "long_press_start", "size_change", "connect", "route_change")
    data = (None, 7, "x" * 1_000, [], {}, {"files": 7}, {"w": -1}, {"key": 7}, {"state": "x"}, {"route": "/x"}, True)
    with closing(Device(server, f"/play/{server.play}")) as watching:
        watching.see(b"Ann")
        watching.rest()
        before, tried = watching.received, 0
        for _ in range(50):
            with server.socket() as (line, _), suppress(OSError):
                line.sendall(frame(hello(route=f"/play/{server.play}")))
                for _ in range(40):
                    number = chance.choice((1, 2, 3, *watching.nodes, chance.randrange(10**6)))
                    line.sendall(frame(event(number, chance.choice(names), chance.choice(data))))
                    tried += 1
            watching.rest(0.01)  # it answers when it is asked whether it is there still
        server.answers()
        watching.rest()
        print_count("forged events; bytes that another screen was sent about them", tried, watching.received - before)
        assert watching.received == before


class Crowd:
    """Strangers at three addresses who begin to send a form, or a head, and never end it."""

    def __init__(self, server):
        self.server, self.lines = server, []
        form = f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 3000\r\n\r\ncode="
        self.begun = cycle((form.encode(), b"GET / HTTP/1.1\r\nHo", form.encode()))
        self.addresses = cycle(("127.0.0.2", "127.0.0.3", "127.0.0.4"))

    def grow(self, by):
        for _ in range(by):
            line = socket.socket()
            line.bind((next(self.addresses), 0))
            line.settimeout(5)
            line.connect(("127.0.0.1", self.server.port))
            with suppress(OSError):
                line.sendall(next(self.begun))
            self.lines.append(line)

    def close(self):
        for line in self.lines:
            line.close()


def test_a_crowd_of_strangers_that_never_ends_what_it_sends_is_noticed_by_nobody(server):
    def page(path, cookie, address):
        """Seconds until a page is there on a new connection."""
        began = time.perf_counter()
        with socket.create_connection(("127.0.0.1", server.port), 5, (address, 0)) as line:
            head = (
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
            )
            line.sendall(head.encode())
            assert line.recv(12) == b"HTTP/1.1 200"
            while line.recv(1 << 16):
                pass
        return time.perf_counter() - began

    def tap(member, route):
        member.rest(0.02)
        began = time.perf_counter()
        member.go(f"/play/{server.play}{route}")
        while member.hear()[0] != PATCH:
            pass
        return time.perf_counter() - began

    member = Device(server, f"/play/{server.play}")
    member.see(b"Ann")
    with closing(member), closing(Crowd(server)) as crowd:
        taken = []
        for route in ("/journal", "") * 13:
            crowd.grow(20)
            own = page(f"/play/{server.play}", server.entry, "127.0.0.1")
            taken.append((tap(member, route), own, page("/join", "", "127.0.0.5")))
    slowest = [round(max(times) * 1000) for times in zip(*taken, strict=True)]
    print_count(f"strangers {len(crowd.lines)}; a member's slowest tap and page, a newcomer's page, ms", *slowest)
    assert max(slowest) < 2_000
    assert server.files() < 250


def test_screens_that_come_and_go_do_not_fill_the_memory(server):
    memory = server.memory()
    for _ in range(200):
        with server.socket() as (line, _), suppress(OSError):
            line.sendall(frame(hello()))
            line.recv(10)
            line.sendall(frame(event(1, "click")))
    print_count("screens that came and went; memory grown, MB", 200, round(server.memory() - memory))
    assert server.memory() - memory < 80
    assert server.answers() < 20
