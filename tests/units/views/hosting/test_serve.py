"""Serving: only our own address is answered, a port is found or its lack explained, and the end is quiet."""

import asyncio
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from urllib.error import URLError

import flet_web
import pytest
from starlette.datastructures import Headers

from companion.__main__ import main
from companion.addresses import address_of
from models.book import Book
from models.errors import CannotOpenError
from models.paths import FILE
from tests.paths import ROOT
from tests.sockets import Socket
from views.hosting import serve
from views.hosting.guard import Guard
from views.hosting.native import BookOpener


def complaint(host, *others, served_on="127.0.0.1", names=(), origin=None):
    """What the guard has against a request with this Host and Origin, and others besides."""
    said = [
        (b"host", host.encode()),
        *others,
        *([(b"origin", origin.encode())] if origin is not None else []),
    ]
    return Guard(None, served_on, names).complaint(Headers(raw=said))


EVERYWHERE = {"served_on": "0.0.0.0"}  # noqa: S104
NAMED = {**EVERYWHERE, "names": ["Games.Home"]}
OURS = "http://127.0.0.1:8550"


@pytest.mark.parametrize(
    ("host", "how"),
    [
        *((host, {}) for host in ("127.0.0.1:8550", "LOCALHOST:8550", "[::1]:8550", "127.0.0.2:1")),
        ("192.168.1.7:8550", EVERYWHERE),
        (socket.gethostname(), EVERYWHERE),
        ("games.home", {**NAMED, "origin": "https://games.home"}),
        ("127.0.0.1:8550", {"origin": OURS}),
    ],
)
def test_this_server_by_any_of_its_own_names_is_answered(host, how):
    assert complaint(host, **how) is None


@pytest.mark.parametrize(
    ("host", "how"),
    [
        *((host, {}) for host in (
            "evil.example", "127.0.0.1.evil.example", "192.168.1.7:8550", "", "[", "a@b:c", "evil.com@127.0.0.1",
            "127.0.0.1:8613.evil.com", "127.0.0.1:", "127.0.0.1 ", "[::1", "::1", "[::1]evil.com", "127.0.0.1:\u0661",
        )),
        ("evil.example", EVERYWHERE),
        ("evil.games.home", NAMED),
    ],
)  # fmt: skip
def test_a_host_that_is_not_ours_has_more_in_it_or_is_one_of_two_is_turned_away(host, how):
    assert complaint(host, **how)[0] == 421
    assert complaint("127.0.0.1", (b"host", host.encode()))[0] == 421


@pytest.mark.parametrize("name", ["http://games.home", "games.home:8550", "", "-", "a b"])
def test_what_is_no_name_is_turned_away_before_anything_starts(name, capsys):
    with pytest.raises(SystemExit) as misuse:
        main(["--name", name])
    assert misuse.value.code == 2
    assert "is not a name such as games.home" in capsys.readouterr().err


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8550", "http://[bad", "",
     "http://a@127.0.0.1:8550", "http://127.0.0.1:8550/", "127.0.0.1:8550"],
)  # fmt: skip
def test_a_socket_opened_by_another_site_is_refused(origin):
    assert complaint("127.0.0.1:8550", origin=origin)[0] == 403
    assert complaint("127.0.0.1:8550", (b"origin", origin.encode()), origin=OURS)[0] == 403, (
        "of two both are our own"
    )
    assert complaint("games.home", origin=origin, **NAMED)[0] == 403


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"path": "/other"}, "There is no such page."),
        ({"host": "evil.example"}, "This is not the address of this app."),
    ],
)
async def test_a_socket_is_opened_at_one_place_only(asked, words):
    end = await Socket(serve.web_app(lambda _page: None, "127.0.0.1"), **asked).ended()
    assert end == {"reason": words}


async def test_no_other_site_may_read_or_frame_what_is_served_and_no_page_is_put_apart():
    """Put apart, a page would draw on two threads and freeze."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
    await serve.web_app(lambda _page: None, "127.0.0.1")(scope, asyncio.Event().wait, send)
    assert sent[0]["status"] == 200
    said = dict(sent[0]["headers"])
    assert not said.keys() & {b"access-control-allow-origin", b"cross-origin-embedder-policy"}
    assert (said[b"x-frame-options"], said[b"x-content-type-options"]) == (b"DENY", b"nosniff")
    assert said[b"referrer-policy"] == b"no-referrer"


def test_when_others_have_the_default_port_the_next_free_one_is_taken(monkeypatch):
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "DEFAULT_PORT", port)
        with serve.listen("127.0.0.1", port) as found:
            assert port < found.getsockname()[1] < port + serve.TRIES


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("127.0.0.1", 0, "is used by another program"),
        ("127.0.0.1", 70_000, "There is no port 70000"),
        ("203.0.113.9", 0, "This machine has no address 203.0.113.9"),
        ("n" * 64, 0, "This machine has no address n"),
    ],
)
def test_what_can_not_be_served_on_is_a_sentence(host, port, sentence):
    with serve.listen("127.0.0.1", 0) as taken, pytest.raises(CannotOpenError, match=sentence):
        serve.listen(host, taken.getsockname()[1] if "used" in sentence else port)


def test_the_address_shown_is_one_that_can_be_opened():
    assert address_of("127.0.0.1", 1) == "http://127.0.0.1:1"
    assert address_of("::1", 1) == "http://[::1]:1"
    assert "0.0.0.0" not in address_of("0.0.0.0", 1)  # noqa: S104


@pytest.mark.parametrize("newer", [True, False])
def test_a_newer_book_or_none_is_a_sentence_and_exit_code_1(tmp_path, capsys, newer):
    if newer:
        Book.open(tmp_path).close()
        with closing(sqlite3.connect(tmp_path / FILE)) as book:
            book.execute("PRAGMA user_version = 99")
    else:
        (tmp_path / FILE).write_text(
            "a shopping list, and quite a long one as shopping lists go " * 20
        )
    assert main(["--no-open", "--port", "0", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    words = (
        "This book was written by a newer version of Companion"
        if newer
        else "is not a Companion book"
    )
    assert said.startswith("companion: ")
    assert words in said
    assert "Traceback" not in said


def test_a_window_that_can_not_fetch_its_viewer_says_what_it_wanted_and_the_way_round(
    tmp_path, monkeypatch
):
    def fails(*_, **__):
        raise URLError("[Errno -3] Temporary failure in name resolution")

    monkeypatch.setattr(serve.importlib.util, "find_spec", lambda _: True)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(serve.ft, "run", fails)
    monkeypatch.setattr(
        serve, "limit_logs", lambda: None
    )  # it would go on limiting those of later tests
    with pytest.raises(CannotOpenError, match=r"Flet's viewer from github\.com.*without --desktop"):
        serve.window(BookOpener(tmp_path))


def test_without_the_desktop_client_a_window_is_a_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(serve.importlib.util, "find_spec", lambda _name: None)
    assert main(["--desktop", "--data", str(tmp_path)]) == 1
    assert "flet-desktop, which is not installed here" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without asking it")
@pytest.mark.parametrize("request_to_end", [signal.SIGINT, signal.SIGTERM])
def test_the_app_says_where_it_is_serves_its_page_and_ends_quietly(tmp_path, request_to_end):
    command = [
        sys.executable,
        "-m",
        "companion",
        "--no-open",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as app:
        try:
            line = app.stdout.readline()
            assert line.startswith("Companion is at http://127.0.0.1:")
            address = line.split()[3]
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            with browser.open(address, timeout=20) as answer:
                page = answer.read().decode()
            assert "flet.noCdn=true" in page
            app.send_signal(request_to_end)
            out, err = app.communicate(timeout=20)
        finally:
            app.kill()
    assert (app.returncode, err) == (0, "")
    assert out == "Companion has ended. Everything recorded is in the book.\n"


def test_the_page_is_flets_own_with_our_ground_and_our_scripts_before_its_client():
    own = (Path(flet_web.get_package_web_dir()) / "index.html").read_text()
    lines = '\n  <script src="connection.js"></script>\n  <script src="history.js"></script>\n'
    ours = (ROOT / "views" / "assets" / "index.html").read_text()
    ground = ours[ours.index('\n  <meta name="color-scheme"') : ours.index(lines)]
    assert re.fullmatch(r"\n  <meta [^\n]*>\n  <style>[^<]*</style>", ground)
    assert ours.replace(ground + lines, "", 1) == own
