"""The app inside a browser: the books are in the browser's own storage, where one tab writes and the others read.

Runs on Pyodide only; ``packaging/pwa`` holds the page around it. There a commit is on the device when SQLite says so,
as anywhere, so no screen needs to know. What differs is in ``StorageStatus``.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import companion_page as page  # type: ignore[import-not-found]  # the page registers it before this is imported
import flet as ft
import flet_js  # type: ignore[import-not-found]  # as above
from js import Object  # type: ignore[import-not-found]  # Pyodide brings it
from pyodide.ffi import JsException, create_proxy, to_js  # type: ignore[import-not-found]  # as above

from companion.loading import SELDOM
from companion.version import VERSION
from models.book import Book
from models.database import Database
from models.errors import NewerFileError, StorageError
from models.journal import Journal
from models.ledger import Refusal
from models.paths import FILE
from models.rooms import THIS_DEVICE
from views.app import open_session
from views.hosting.connection import DeviceConnection, Sessions
from views.hosting.phones import Phones
from views.state.client import Client
from views.state.copies import HERE, LEFT, Copies
from views.state.open_plays import OpenPlays, StorageStatus
from views.state.shared_table import WHOSE

log = logging.getLogger("companion.views")

KEPT = Path("/books")
LOOKED_AT = Path("/looking")
WHERE = "In this browser, on this device alone. Nothing leaves it."
ELSEWHERE = "The book is open in another tab or window. Here you can look, and nothing is recorded."
ASLEEP = "The book is open in another tab or window, which does not answer. Close it there, and try again here."
DEAF = "The other tab or window does not answer. Close it there, and the book is kept here at once."
HAND_OVER_TRIES = 40
UNSTARTED = "Companion could not be started here. What was recorded before is safe."
UNFIT = "The game can't go on from this phone's copy. Another phone may have a better one: go on there. Why not here:"
NO_ROOM = (
    "This device's storage is full, so the books can't be opened. Make some room, and try again."
)
NO_STORAGE = (
    "This browser window gives Companion no place to keep its books; private windows do that. "
    "Open it in an ordinary window, or in another browser."
)


async def start() -> None:
    """Open the books, or another tab's to read, and show them. If that fails, say why on the page."""
    try:
        kept = await page.claim() == "kept"
    except JsException as problem:
        log.warning("no storage: %s", problem)
        page.fail(_why_no_storage(problem))
        return
    if not kept and not await _fetch_copy():
        page.say(
            "asleep", None
        )  # the app goes on in another tab: this page must not renew it under that one's hands
        page.fail(ASLEEP)
        return
    try:
        database = Book.open(KEPT if kept else LOOKED_AT)
    except StorageError as error:
        # a book of a newer version is sound: a newer app opens it
        page.fail(_without_path(error), kept and not isinstance(error, NewerFileError))
        return
    tab = Tab(database, kept=kept, lasting=bool(await page.lasting()))
    if kept and (left := await page.going()) and not await _go_on(tab.open_plays, left.to_py()):
        return
    tab.listen()
    flet_js.start_connection = tab.connect


async def _go_on(open_plays: OpenPlays, left: dict[str, Any]) -> bool:
    """Go on with a game of which this device kept a copy as a phone; false if that says on the page why it can't."""
    from companion.core.recording.handing_out import go_on  # noqa: PLC0415 - who begins otherwise needs none
    from companion.games import game_of  # noqa: PLC0415 - as above
    from models.backups.phone_copies import assemble  # noqa: PLC0415 - as above

    journal, play = open_plays.journal, str(left["play"])
    try:
        copy = assemble(map(bytes, left["parts"]), play)
        try:
            go_on(journal, copy, game_of)
        finally:
            copy.close()
        if copy.faults and open_plays.copies:
            open_plays.copies.news[play] = " ".join(copy.faults)
        journal.set_preference(HERE + play, str(left["where"]))
        journal.set_preference(LEFT + play, str(left["by"]))
    except StorageError as error:
        await page.notGoing()
        page.fail(f"{UNFIT} {_without_path(error)}")
        return False
    await page.wentOn(play)
    return True


def _why_no_storage(problem: Exception) -> str:
    """Say why the browser gives no storage."""
    return NO_ROOM if "Quota" in str(problem) else NO_STORAGE


def _without_path(error: StorageError) -> str:
    """The sentence of an error without the path of the file, which nobody can go to here."""
    return error.sentence.replace(str(KEPT / FILE), "This browser's book")


async def _fetch_copy() -> bool:
    """Fetch a copy of the book from the other tab; false if that tab does not answer."""
    book = await page.look()
    if not book:
        return False
    _place_copy(book.to_bytes())
    return True


def _post(act: str, **more: object) -> None:
    """Ask the page for something that concerns phones."""
    page.say("phones", to_js({"act": act, **more}, dict_converter=Object.fromEntries))


def _place_copy(book: bytes) -> None:
    """Write the copy where a reading tab opens it: in memory, gone with the tab."""
    LOOKED_AT.mkdir(exist_ok=True)
    (LOOKED_AT / FILE).write_bytes(book)


class Tab:
    """One tab: whether it writes the books or only reads, and its screen."""

    def __init__(self, database: Database, *, kept: bool, lasting: bool) -> None:
        self.database = database
        self.storage = StorageStatus(
            where=WHERE,
            alone=True,
            may_clear=not lasting,
            take=self._ask_for_book,
            renew=lambda: page.say("renew", None),
        )
        self.sessions = Sessions(self.open, threads=False)
        self.open_plays = OpenPlays(Journal(database), self.storage)
        plays, shared = self.open_plays, self.open_plays.shared
        self.phones = Phones(self.sessions, shared, _post, VERSION)
        say = self.phones.say
        plays.copies = Copies(shared, plays.referee, plays.read_anew, _post, say)
        self.phones.copies = plays.copies
        self.kept = kept
        self._screen: tuple[ft.Page, Client] | None = None
        self._phone_screens: dict[str, tuple[ft.Page, Client]] = {}
        """The last screen of each phone, by its member."""
        self._asked_to_last = lasting
        self._late = False
        self._tasks: set[asyncio.Task[None]] = set()
        if not kept:
            self._become_reader()

    async def connect(self, send: Callable[[bytes], None]) -> None:
        """Let the page's own client talk to its session; whatever it says, the next message is heard."""
        device = DeviceConnection(self.sessions, THIS_DEVICE.id, send, own=True)

        def receive(packet: Any) -> None:
            try:
                device.receive(bytes(packet.to_py()))
            except Exception:
                log.exception("a message of this page was not understood")

        flet_js.send = create_proxy(receive)

    def open(self, screen: ft.Page) -> None:
        """Open a screen: this tab's own, or that of a phone which takes part."""
        if WHOSE.get() != THIS_DEVICE.id:
            self._open_phone(screen, WHOSE.get())
            return
        if self.kept:
            self.phones.call()  # they answer while the first screen is drawn
        try:
            client = open_session(screen, self.open_plays)
        except Exception:
            page.fail(UNSTARTED)  # the page's own wait covers whatever else would say so
            raise
        self._screen = screen, client
        inner = client.announce

        def announce(play_id: str) -> None:
            screen.run_task(self._tell_others, inner, play_id)
            self._ask_to_last()

        client.announce = announce
        # what was drawn is already sent by then
        screen.run_task(self._after_first_drawing)

    def _open_phone(self, screen: ft.Page, member: str) -> None:
        """Open a phone's screen. One that comes back begins anew, and goes on with what it had half filled in."""
        page, before = self._phone_screens.get(member, (None, None))
        self._phone_screens[member] = screen, open_session(screen, self.open_plays, before)
        if page and not page.session.connection:
            self.sessions.end(page.session.id)

    def listen(self) -> None:
        """Listen to the page and to the other tabs."""
        ears: dict[str, Callable[[Any], object]] = {
            "written": lambda _: self._do(self._follow),
            "give": lambda _: self._do(self._hand_over),
            "lasting": self._on_lasting,
            "update": self._on_new_version,
            "phones": self._hear_phones,
        }
        for name, ear in ears.items():
            page.hear(name, create_proxy(ear))
        if not self.kept:
            self._do(self._wait)

    def _hear_phones(self, detail: Any) -> None:
        """Take in what happened to a phone; whatever it was, the next is heard."""
        try:
            found: dict[str, Any] = detail.to_py()
            what = str(found.pop("what"))
            found |= {
                name: bytes(part) for name, part in found.items() if isinstance(part, memoryview)
            }
            self.phones.hear(what, found)
        except Exception:
            log.exception("what a phone said was not understood")

    def _do(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a coroutine, on the screen if there is one: Flet needs to know which page is redrawn."""

        async def run() -> None:
            try:
                await act()
            except Exception:
                log.exception("%s failed", act.__name__)

        if self._screen:
            self._screen[0].run_task(run)
            return
        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell_others(self, tell: Callable[[str], None], play_id: str) -> None:
        """Tell other screens of an entry once what it changes here is sent."""
        await asyncio.sleep(0)
        tell(play_id)

    async def _after_first_drawing(self) -> None:
        page.say("drawn", None)
        # What is there now stays. Looking through it again and again took about 10 of 150 ms from Record to tick.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)
        try:
            await page.grow()
        except JsException as problem:
            log.warning("no spare files: %s", problem)  # said when something is to be written

    def _ask_to_last(self) -> None:
        """Ask the browser to make the storage persistent, now that there is something to lose."""
        if not self._asked_to_last:
            self._asked_to_last = True
            page.say("last", None)

    def _on_lasting(self, lasting: object) -> None:
        async def keep() -> None:
            self.storage.may_clear = not lasting

        self._do(keep)

    def _on_new_version(self, detail: Any) -> None:
        async def keep() -> None:
            self.storage.new_version = str(getattr(detail, "version", "") or "a new version")

        self._do(keep)

    # -- keeping, and looking on ------------------------------------------------------------------------
    def _become_reader(self) -> None:
        self.database.broken = ELSEWHERE
        self.storage.read_only = ELSEWHERE

    async def _follow(self) -> None:
        """Read what the other tab has written; several writes are fetched together."""
        if self.kept or self._late:
            return
        self._late = True
        await asyncio.sleep(0.05)
        self._late = False
        if await _fetch_copy() and not self.kept:
            self._reopen(LOOKED_AT)
            self._become_reader()
            self._catch_up()

    async def _wait(self) -> None:
        """Wait until the other tab has gone, or gives the books up."""
        if await page.vacancy():
            self._do(self._take_over)  # by now there may be a screen

    async def _take_over(self) -> None:
        """Write the books from now on."""
        try:
            if await page.claim() != "kept":
                page.fail(ASLEEP)
                return
            self._reopen(KEPT)
        except (JsException, StorageError) as problem:
            page.fail(getattr(problem, "sentence", _why_no_storage(problem)))
            return
        self.kept = True
        self.storage.read_only = ""
        self._catch_up()

    async def _hand_over(self) -> None:
        """Give the books to another tab, and only read from now on."""
        if not self.kept:
            return
        self.kept = False
        self._become_reader()  # nothing is recorded from here on, whatever may fail below
        _place_copy(self.database.path.read_bytes())
        self._reopen(LOOKED_AT)
        self._become_reader()  # reopening has lifted it
        page.release()
        self._do(self._wait)
        self._catch_up()

    async def _ask_for_book(self) -> None:
        """Ask the other tab for the books.

        Raises:
            Refusal: it does not answer.

        """
        page.give()
        for _ in range(HAND_OVER_TRIES):
            await asyncio.sleep(0.1)
            if self.kept:
                return
        raise Refusal(DEAF)

    def _reopen(self, folder: Path) -> None:
        self.database.path = folder / FILE
        self.database.reopen()

    def _catch_up(self) -> None:
        self.open_plays.reread()
        if self._screen:
            self._screen[1].catch_up()
