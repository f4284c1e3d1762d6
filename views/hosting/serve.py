"""Starting the app: the books, a server for the browser or a window, its log, and an orderly end."""

from __future__ import annotations

import asyncio
import errno
import importlib.util
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import Context
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.error import URLError

import flet as ft

from companion.addresses import EVERYWHERE, HERE, address_of, addresses_of
from companion.loading import loading
from models.backups.backup import copies
from models.errors import CannotOpenError, DamagedError, ForeignFileError, StorageError
from models.instance_lock import AlreadyRunningError
from models.ledger import Refusal
from models.paths import FILE, data_folder
from views.app import TITLE
from views.hosting.connection import Sessions
from views.hosting.key import key_in, with_key
from views.hosting.messages import MOST_PICTURE
from views.hosting.native import BookOpener
from views.state.shared_table import Reach
from views.theme import ASSETS

if TYPE_CHECKING:  # a window does without it
    import uvicorn

    from views.hosting.door import Door
    from views.hosting.guard import Guard

ENDED = "Companion has ended. Everything recorded is in the book."
LOST = (
    "Companion has ended. The book's file is no longer where it was: what was recorded is only in that file, "
    "or in a backup."
)
DESCRIPTION = "The referee's assistant at a physical games table."
OFFERED = "The first screen offers what can be had back."
DEFAULT_PORT = 8550
LAST_PORT = 65_535
TRIES = 20
"""So many ports after the default one are tried when others are using it."""
PULSE, PULSE_PATIENCE = 2.0, 3.0
"""Seconds after which a screen is asked whether it is there, and within which it must answer.

The session of one that has gone silently is free by the time it comes back, which then finds all as it was.
"""
LEVEL = 6
"""How hard files are packed on their way: the client is a third then, and higher levels cost more than they save."""
PATIENCE = 2
"""Seconds that the end waits for screens that won't hang up."""
NO_NETWORK = "This computer is not on a network. Connect it to the Wi-Fi the phones use, then tap Invite phones again."
NO_PORT = "Other programs here hold every port that phones would use. Close one of them, then tap Invite phones again."
FAREWELL = 3.0
"""Seconds for which it stays open once sharing has stopped: devices come for a page that says so, and for no other."""


def serve(
    *,
    data: Path | None,
    host: str | None,
    port: int,
    desktop: bool,
    open_browser: bool,
    names: Sequence[str] = (),
) -> None:
    """Open the books and show them until somebody ends it, on this machine alone where no ``host`` is given.

    ``names`` are those it is called by besides its own.

    Raises:
        AlreadyRunningError: another app has the books open; its page is opened, where a browser was asked for.
        CannotOpenError: the books can't be opened, or there is no way to show them, with a sentence that says why.

    """
    opener = BookOpener(data_folder(data), reads_paths=desktop)
    try:
        if tail := opener.open().journal.database.tail:
            say(f"{tail.sentence} {OFFERED}")
    except AlreadyRunningError as running:
        if open_browser and not desktop and running.address:
            webbrowser.open(with_key(f"{running.address}/", key_in(opener.folder)))
        raise
    except (DamagedError, ForeignFileError) as error:
        if not copies(opener.folder / FILE):
            raise CannotOpenError(error.sentence) from error
        say(f"{error.sentence} {OFFERED}")
    except StorageError as error:
        raise CannotOpenError(error.sentence) from error
    try:
        if desktop:
            window(opener)
        else:
            site(opener, host, port, open_browser=open_browser, names=names)
            end(opener)  # the server may have ended before Ctrl+C reaches us
    except KeyboardInterrupt:
        end(opener)
    finally:
        opener.close()


def end(opener: BookOpener) -> None:
    """Say that the app has ended, and whether everything recorded is in the file that is opened next time."""
    say(ENDED if opener.is_complete() else LOST)


def say(words: str) -> None:
    """Print for whoever started the app, flushed at once."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def window(opener: BookOpener) -> None:
    """Show the app in a window of its own, and to phones once they are invited.

    Raises:
        CannotOpenError: this machine lacks what a window needs.

    """
    if importlib.util.find_spec("flet_desktop") is None:
        raise CannotOpenError(
            "The window needs the package flet-desktop, which is not installed here. "
            "Start without --desktop to use the browser."
        )
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        raise CannotOpenError(
            "There is no screen here to open a window on. Start without --desktop to use a browser."
        )
    if importlib.util.find_spec("flet_web"):  # the client's files for phones
        limit_logs()
        Network(opener.reach, cache(lambda: _beside_window(opener)))
    try:
        ft.run(
            opener.open_on, name="", view=ft.AppView.FLET_APP, assets_dir=str(ASSETS), no_cdn=True
        )
    except URLError as error:
        raise CannotOpenError(
            "The first window needs Flet's viewer from github.com, which can't be reached. Connect this machine to the "
            "internet and start again, or start without --desktop to use a browser."
        ) from error
    except (OSError, RuntimeError) as error:
        raise CannotOpenError(
            f"The window could not be opened: {error}. Start without --desktop to use a browser."
        ) from error


def _beside_window(opener: BookOpener) -> Guard:
    """Build what phones get that were invited from the window; whoever writes on either tells the other."""
    app = app_of(opener, EVERYWHERE)
    if app.sessions:
        app.sessions.hub = ft.context.page.session.connection.pubsubhub
    return app


def app_of(opener: BookOpener, host: str, names: Sequence[str] = ()) -> Guard:
    """Build what the devices get that use a book, and say how they are reached."""
    from views.hosting.door import Door  # noqa: PLC0415 - a window does without this

    door, reach = Door(opener.shared, opener.folder, opener.door_name()), opener.reach
    app = web_app(opener.open_on, host, names, door)
    reach.uploads = door.uploads
    if sessions := app.sessions:
        reach.hang_up, reach.present = sessions.remove, sessions.members
    return app


class Network:
    """The network: other devices reach this one from *Invite phones* on until *Stop sharing*, and not before or after.

    It is a second server for an ``app``, on all addresses of this machine, in the loop of the first or of the window.
    """

    def __init__(self, reach: Reach, app: Callable[[], Guard]) -> None:
        self._reach, self._app = reach, app
        self._listener: socket.socket | None = None
        self._server: Any = None
        self._end: asyncio.TimerHandle | None = None
        self._serving: set[asyncio.Task[None]] = set()
        reach.open_network, reach.close_network = self.open, self.close

    def open(self) -> None:
        """Let other devices reach this one; where they do already, find its addresses anew.

        Raises:
            Refusal: they can't, with a sentence that says what to do about it.

        """
        try:
            listener = self._listener or listen(EVERYWHERE, DEFAULT_PORT)
        except CannotOpenError:
            raise Refusal(NO_PORT) from None
        addresses = addresses_of(EVERYWHERE, listener.getsockname()[1])
        if listener is not self._listener:
            if not addresses:
                listener.close()
                raise Refusal(NO_NETWORK)
            self._listener, self._server = listener, server_for(self._app())
            # whoever comes has nothing of the screen that invited, whose context this is
            serving = asyncio.get_running_loop().create_task(
                _serve(self._server, listener), context=Context()
            )
            self._serving.add(serving)  # else nobody would hold it
            serving.add_done_callback(self._serving.discard)
        if self._end:
            self._end.cancel()
            self._end = None
        self._reach.addresses = addresses

    def close(self) -> None:
        """Let no other device reach this one any more, and hang up on those that are connected, in a moment."""
        self._reach.addresses = ()
        if self._server and not self._end:
            self._end = asyncio.get_running_loop().call_later(FAREWELL, self._stop)

    def _stop(self) -> None:
        self._server.should_exit = True
        self._listener = self._server = self._end = None


async def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    try:
        await server.serve(sockets=[listener])
    except asyncio.CancelledError:  # the app is ending
        await server.shutdown(sockets=[listener])
        raise


def site(
    opener: BookOpener,
    given: str | None,
    port: int,
    *,
    open_browser: bool,
    names: Sequence[str] = (),
) -> None:
    """Show the app to browsers: where no address is given on this machine, and to phones once they are invited."""
    host = given or HERE
    app = app_of(opener, host, names)  # its key lies there before anybody can connect
    listener = listen(host, port)
    address = address_of(host, listener.getsockname()[1])

    def ready() -> None:
        opener.lock.announce(address)
        opened = with_key(f"{address}/", key_in(opener.folder))
        say(f"Companion is at {opened} (Ctrl+C ends it)")
        if open_browser:
            # a browser in the terminal would block everything until it is closed
            threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()

    with listener, ending():
        if given is None:
            Network(opener.reach, lambda: app.at(EVERYWHERE))
        else:
            opener.reach.addresses = addresses_of(host, listener.getsockname()[1])
        run(app, listener, ready)


def listen(host: str, port: int) -> socket.socket:
    """Take a port: the one asked for, or where that is the default and others have it, the next free one.

    Raises:
        CannotOpenError: it can't be had.

    """
    if not 0 <= port <= LAST_PORT:
        raise CannotOpenError(f"There is no port {port}; choose one from 1024 to {LAST_PORT}.")
    ports = range(port, min(port + TRIES, LAST_PORT + 1)) if port == DEFAULT_PORT else (port,)
    problem = OSError()
    for tried in ports:
        try:
            return _bind(host, tried)
        except OSError as error:
            problem = error
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                break
    if isinstance(problem, socket.gaierror) or problem.errno == errno.EADDRNOTAVAIL:
        raise CannotOpenError(
            f"This machine has no address {host}. Use --host 127.0.0.1, or 0.0.0.0 for the whole network."
        )
    if problem.errno == errno.EADDRINUSE:
        named = f"Port {port} is" if len(ports) == 1 else f"The ports {ports[0]} to {ports[-1]} are"
        raise CannotOpenError(f"{named} used by another program. Choose another one with --port.")
    if problem.errno == errno.EACCES:
        raise CannotOpenError(
            f"This system does not let us use port {port}. Choose one above 1023 with --port."
        )
    raise CannotOpenError(f"Port {port} can't be used: {problem.strerror or problem}.")


def _bind(host: str, port: int) -> socket.socket:
    plain, passive = host.strip("[]"), socket.AI_PASSIVE
    try:
        found = socket.getaddrinfo(plain, port, type=socket.SOCK_STREAM, flags=passive)
    except UnicodeError as error:  # a label of a host name has at most 63 letters
        raise socket.gaierror(socket.EAI_NONAME, str(error)) from error
    family, _, _, _, where = found[0]
    return socket.create_server(where, family=family, backlog=128)


def web_app(
    main: Callable[[ft.Page], None], host: str, names: Sequence[str] = (), door: Door | None = None
) -> Guard:
    """Build what the server runs: the app's sessions and the client's files, behind the guard and the door."""
    with loading():
        from flet.messaging.protocol import Message  # noqa: PLC0415 - a window does without this
        from starlette.middleware.gzip import GZipMiddleware  # noqa: PLC0415 - as above

        from views.hosting.client_files import ClientFiles  # noqa: PLC0415 - as above
        from views.hosting.guard import Guard  # noqa: PLC0415 - as above

    # Flet 1.0.5 writes out every message with all its controls for a log, even while that is off
    Message.__repr__ = _in_a_word  # type: ignore[method-assign]
    files = GZipMiddleware(ClientFiles(TITLE, DESCRIPTION), minimum_size=1024, compresslevel=LEVEL)
    return Guard(files, host, names, door, Sessions(main))


def _in_a_word(message: Any) -> str:
    return f"<{message.action.name}>"


@contextmanager
def ending() -> Iterator[None]:
    """Make SIGTERM, as a shutdown sends it, end the app in order, as Ctrl+C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run(app: Guard, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until somebody ends it; ``ready`` is called once connections are accepted."""
    limit_logs()
    server_for(app, ready).run(sockets=[listener])


def server_for(app: Guard, ready: Callable[[], None] | None = None) -> uvicorn.Server:
    """Make a server: the one of the app, with what it calls once it serves, or a further one beside that or a window.

    A further one hears no signals, as they are for what it is beside.
    """
    with loading():
        import uvicorn  # noqa: PLC0415 - as above

        from views.hosting.connections import BoundedHttp, BoundedSocket  # noqa: PLC0415 - as above

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started and ready:
                ready()

        def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override] # it is used as one
            return super().capture_signals() if ready else nullcontext()

    settings: dict[str, Any] = {
        "log_config": None,
        "log_level": "error",
        "access_log": False,
        "http": BoundedHttp,
        "ws": BoundedSocket,
        "lifespan": "off",  # there is nothing to start or stop
        "loop": "asyncio",  # as under Flet itself; another would have to be loaded too
        "ws_max_size": MOST_PICTURE,
        "ws_ping_interval": PULSE,
        "ws_ping_timeout": PULSE_PATIENCE,
        "server_header": False,
        "timeout_graceful_shutdown": PATIENCE,
    }
    return Server(uvicorn.Config(app, **settings))


def limit_logs() -> None:
    """Keep out of the log what is no fault, and what would be written again and again."""
    # a screen that left in the middle of its hello is cut off at the end, and one that found no room was told so
    quiet = ("graceful shutdown", "without completing handshake")
    logging.getLogger("uvicorn.error").addFilter(
        lambda record: not any(one in record.getMessage() for one in quiet)
    )
    seldom = RepeatLimit()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(seldom)


LOGGERS = ("asyncio", "companion.views", "flet", "uvicorn.error")
REPEAT_SECONDS = 60
"""The same fault is written again after so many seconds, with how often it has occurred meanwhile."""


class RepeatLimit(logging.Filter):
    """Lets a repeated warning or error pass only now and then; a device that sends nonsense would fill the disk.

    Two records are the same if they were logged at the same place, for an error raised at the same place, so their
    number is limited by the program and not by what anybody sends.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._written: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write it."""
        if record.levelno < logging.WARNING:
            return True
        kind, _, trace = record.exc_info or (None, None, None)
        same = (record.pathname, record.lineno, kind, *_find_origin(trace))
        now = self._clock()
        at, kept_back = self._written.get(same, (now - REPEAT_SECONDS, 0))
        if now - at < REPEAT_SECONDS:
            self._written[same] = at, kept_back + 1
            return False
        self._written[same] = now, 0
        if kept_back:
            record.msg, record.args = (
                f"{record.getMessage()} (and {kept_back:,} times more since)",
                (),
            )
        return True


def _find_origin(trace: TracebackType | None) -> tuple[object, ...]:
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else ()
