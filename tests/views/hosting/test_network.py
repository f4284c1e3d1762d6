"""The network: no other device reaches this machine before phones are invited, nor once sharing has stopped."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket

import pytest
from flet.pubsub.pubsub_hub import PubSubHub
from headless import TABLET, Screen
from shared_evening import MONEY

from companion.formats.session import replay, steps
from models.errors import CannotOpenError
from models.ledger import Refusal
from tests.sockets import run
from views.hosting import network, serve
from views.hosting.connection import Sessions
from views.hosting.guard import Guard
from views.hosting.native import BookOpener
from views.state.shared_table import Reach

ADDRESS = "http://192.0.2.1:{}"


async def page(scope, _receive, send):
    """Answer like any page."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": scope["path"].encode()})


@pytest.fixture
def guard():
    return Guard(page, "127.0.0.1", ["games.home"], sessions=Sessions(lambda _page: None))


@pytest.fixture
def somewhere(monkeypatch):
    """A machine on a network, with a free port."""
    with serve.listen("127.0.0.1", 0) as probe:
        monkeypatch.setattr(serve, "DEFAULT_PORT", probe.getsockname()[1])
    monkeypatch.setattr(network, "addresses_of", lambda _host, port: (ADDRESS.format(port),))
    monkeypatch.setattr(network, "FAREWELL", 0)


@pytest.fixture
def reach(guard, somewhere):  # noqa: ARG001 - where it is
    """An app of this machine alone, which may be opened to the network."""
    reach = Reach()
    serve.invite_by(reach, lambda: guard.at("0.0.0.0"))  # noqa: S104
    return reach


def port_of(reach):
    return int(reach.addresses[0].rpartition(":")[2])


async def ask(port, host="192.0.2.1"):
    """Ask for a page, as another device does; give the first line of the answer."""
    reading, writing = await asyncio.open_connection("127.0.0.1", port)
    writing.write(f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    try:
        return (await reading.readline()).decode().strip()
    finally:
        writing.close()


async def until_refused(port):
    """Wait until nothing listens there any more."""
    async with asyncio.timeout(10):
        with contextlib.suppress(ConnectionRefusedError):
            while True:
                with contextlib.suppress(ConnectionResetError):  # it came in while that closed
                    await ask(port)


async def test_other_devices_are_answered_from_each_invitation_until_sharing_stops(reach):
    assert reach.lets_phones_in
    for _ in range(2):
        assert reach.addresses == ()
        reach.open_network()
        port = port_of(reach)
        assert await ask(port) == "HTTP/1.1 200 OK"
        reach.close_network()
        assert reach.addresses == ()
        await until_refused(port)


async def test_on_the_network_too_a_name_that_somebody_gave_us_is_turned_away(reach):
    reach.open_network()
    assert await ask(port_of(reach), "evil.example") == "HTTP/1.1 421 Misdirected Request"
    assert await ask(port_of(reach), "games.home") == "HTTP/1.1 200 OK"


async def test_who_is_connected_when_sharing_stops_is_hung_up_on(reach):
    reach.open_network()
    reading, writing = await asyncio.open_connection("127.0.0.1", port_of(reach))
    writing.write(b"GET / HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n")
    assert await reading.readline()
    reach.close_network()
    async with asyncio.timeout(10):
        await reading.read()  # until the end of it
    writing.close()


async def test_who_invites_again_at_once_keeps_the_address(reach, monkeypatch):
    monkeypatch.setattr(network, "FAREWELL", 60)

    reach.open_network()
    before = reach.addresses
    reach.close_network()
    reach.open_network()
    assert reach.addresses == before


async def test_a_second_invitation_opens_nothing_more_and_finds_the_addresses_anew(reach, monkeypatch):
    reach.open_network()
    port = port_of(reach)
    monkeypatch.setattr(network, "addresses_of", lambda _host, port: (f"http://192.0.2.9:{port}",))
    reach.open_network()
    assert reach.addresses == (f"http://192.0.2.9:{port}",)


async def test_where_others_have_the_first_port_the_next_is_taken(reach):
    with serve.listen("0.0.0.0", serve.DEFAULT_PORT):  # noqa: S104
        reach.open_network()
        assert port_of(reach) > serve.DEFAULT_PORT


def held(*_):
    raise CannotOpenError("The ports are used.")


@pytest.mark.parametrize(
    ("module", "part", "fails", "words"),
    [
        (network, "addresses_of", lambda *_: (), r"is not on a network\. Connect it to the Wi-Fi"),
        (serve, "listen", held, "Close one of them, then tap Invite phones again"),
    ],
)
def test_where_it_can_not_be_opened_the_refusal_says_what_to_do_and_no_port_is_held(
    reach, monkeypatch, module, part, fails, words
):
    with monkeypatch.context() as patched:
        patched.setattr(module, part, fails)
        with pytest.raises(Refusal, match=words):
            reach.open_network()
    assert reach.addresses == ()
    serve.listen("0.0.0.0", serve.DEFAULT_PORT).close()  # noqa: S104


def test_a_further_server_leaves_ctrl_c_to_the_app_and_ends_with_it(reach):
    """Only the main thread hears signals, so this runs in it, on a loop of its own."""

    async def scene():
        heard = signal.getsignal(signal.SIGINT)
        reach.open_network()
        port = port_of(reach)
        assert await ask(port) == "HTTP/1.1 200 OK"
        assert signal.getsignal(signal.SIGINT) == heard
        return port

    port = asyncio.run(scene())
    with contextlib.closing(socket.socket()) as probe, pytest.raises(ConnectionRefusedError):
        probe.connect(("127.0.0.1", port))


def test_the_guards_of_two_addresses_share_their_places_and_hang_up_for_both(guard):
    further = guard.at("0.0.0.0")  # noqa: S104
    assert further.capacity is guard.capacity
    assert further.sessions is guard.sessions
    assert further.knows("192.168.1.7:8550")
    assert not guard.knows("192.168.1.7:8550")


@pytest.fixture
def window(tmp_path, somewhere, monkeypatch):  # noqa: ARG001 - where it is
    """Show a game's Phones in a window, and do something there."""
    monkeypatch.setattr(serve.importlib.util, "find_spec", lambda _name: True)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(serve, "limit_logs", lambda: None)  # it would go on limiting those of later tests
    opener = BookOpener(tmp_path, reads_paths=True)
    play = replay(opener.open().journal, steps(MONEY)).play.id

    def show(act):
        async def scene():
            hub = PubSubHub(loop=asyncio.get_running_loop())
            async with Screen(opener.open_on, f"/play/{play}/phones", TABLET, hub=hub) as screen:
                await act(screen, opener.reach)

        monkeypatch.setattr(serve.ft, "run", lambda *_, **__: run(scene()))
        serve.window(opener)

    yield show
    opener.close()


def test_a_window_serves_the_phones_that_it_invites_and_hears_what_they_record(window, monkeypatch):
    made = []
    make = serve.web_app
    monkeypatch.setattr(serve, "web_app", lambda *given: made.append(make(*given)) or made[-1])

    async def act(screen, reach):
        await screen.tap("Invite phones")
        assert screen.says(reach.addresses[0].removeprefix("http://"))
        assert await ask(port_of(reach)) == "HTTP/1.1 303 See Other"
        assert [guard.sessions.hub for guard in made] == [screen.hub]
        await screen.tap("Stop sharing")
        assert reach.addresses == ()

    window(act)


def test_a_window_without_what_browsers_need_says_that_no_phone_can_come(window, monkeypatch):
    monkeypatch.setattr(serve.importlib.util, "find_spec", lambda name: name != "flet_web" or None)

    async def act(screen, reach):
        assert not reach.lets_phones_in
        assert screen.says("This app can't let phones in.")

    window(act)
