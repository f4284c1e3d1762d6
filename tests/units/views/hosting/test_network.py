"""The network: no other device reaches this machine before phones are invited, nor once sharing has stopped."""

import asyncio
import contextlib
import signal
import socket

import pytest
from flet.pubsub.pubsub_hub import PubSubHub

from models.errors import CannotOpenError
from models.ledger import Refusal
from tests.sockets import run
from tests.units.views.headless import Screen
from views.hosting import serve
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
    monkeypatch.setattr(serve, "addresses_of", lambda _host, port: (ADDRESS.format(port),))
    monkeypatch.setattr(serve, "FAREWELL", 0)


@pytest.fixture
def reach(guard, somewhere):  # noqa: ARG001 - where it is
    """An app of this machine alone, which may be opened to the network."""
    reach = Reach()
    serve.Network(reach, lambda: guard.at("0.0.0.0"))  # noqa: S104
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
        assert await ask(port) == await ask(port, "games.home") == "HTTP/1.1 200 OK"
        assert await ask(port, "evil.example") == "HTTP/1.1 421 Misdirected Request"
        reach.close_network()
        assert reach.addresses == ()
        await until_refused(port)


async def test_who_is_connected_when_sharing_stops_is_hung_up_on(reach):
    reach.open_network()
    reading, writing = await asyncio.open_connection("127.0.0.1", port_of(reach))
    writing.write(b"GET / HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n")
    assert await reading.readline()
    reach.close_network()
    async with asyncio.timeout(10):
        await reading.read()  # until the end of it
    writing.close()


async def test_who_invites_again_keeps_the_address_and_finds_those_of_the_machine_anew(
    reach, monkeypatch
):
    monkeypatch.setattr(serve, "FAREWELL", 60)
    reach.open_network()
    before, port = reach.addresses, port_of(reach)
    reach.close_network()
    reach.open_network()
    assert reach.addresses == before
    monkeypatch.setattr(serve, "addresses_of", lambda _host, port: (f"http://192.0.2.9:{port}",))
    reach.open_network()
    assert reach.addresses == (f"http://192.0.2.9:{port}",)


def held(*_):
    raise CannotOpenError("The ports are used.")


@pytest.mark.parametrize(
    ("module", "part", "fails", "words"),
    [
        (serve, "addresses_of", lambda *_: (), r"is not on a network\. Connect it to the Wi-Fi"),
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
    assert further.sessions is guard.sessions


def test_a_window_serves_the_phones_that_it_invites_and_hears_what_they_record(
    tmp_path,
    somewhere,  # noqa: ARG001 - where it is
    monkeypatch,
):
    monkeypatch.setattr(serve.importlib.util, "find_spec", lambda _name: True)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(
        serve, "limit_logs", lambda: None
    )  # it would go on limiting those of later tests
    make, made, answers = serve.web_app, [], []
    monkeypatch.setattr(serve, "web_app", lambda *given: made.append(make(*given)) or made[-1])
    opener = BookOpener(tmp_path, reads_paths=True)
    opener.open()

    async def shown():
        async with Screen(opener.open_on, hub=PubSubHub(loop=asyncio.get_running_loop())) as screen:
            opener.reach.open_network()
            answers.append(await ask(port_of(opener.reach)))
            opener.reach.close_network()
            assert [guard.sessions.hub for guard in made] == [screen.hub]

    monkeypatch.setattr(serve.ft, "run", lambda *_, **__: run(shown()))
    serve.window(opener)
    opener.close()
    assert answers == ["HTTP/1.1 303 See Other"]
