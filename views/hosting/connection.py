"""How a device talks to its session, whatever carries the bytes: a websocket, a data channel, or Python's own page.

Everything above can't tell the difference. A message is parsed and bounded before Flet sees it, a session belongs to
the member who opened it, and a fault reaches a screen without a word of what is where.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    Message,
    MessageAction,
    RegisterClientResponseBody,
    configure_encode_object_for_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from views.components.error_boundary import is_on
from views.hosting.messages import (
    ANSWER,
    BY_ITSELF,
    EVENT,
    REGISTER,
    MessageError,
    check_event,
    parse,
)
from views.state.shared_table import WHOSE

log = logging.getLogger("companion.views")

SCREENS = 64
"""The most sessions that are kept at once, and the most devices that are connected.

A table has a dozen: without a limit, whoever can reach the server fills its memory.
"""
OF_ONE_MEMBER = 16
"""Number of devices that a member connects, wherever from: a device alone does not shut out the others."""
SESSION_SECONDS = 1800
"""A phone that was away for so long starts at the first screen again; what was recorded is in the book."""
IDLE_SECONDS = 20
"""The same for a session in which nobody did anything: a new one shows the same."""
ENDED_SESSIONS = 32
"""Number of ended sessions whose memory waits to be freed: controls refer to each other, so it takes a collection."""
SEARCHES = 4
"""So many events of what is not on its screen a device may send in a second: Flet searches all of it for each."""
LATE = 32
"""The most messages that wait while a screen is drawn anew for a device that has come back; later ones are dropped."""
WRONG = "Sorry, that went wrong. Load this page again. What was recorded is safe."

encode = configure_encode_object_for_msgpack(BaseControl)


class _Mark:
    """Something to draw, of which nothing is shown: once it is its turn, all that waited to be drawn is drawn."""

    def __init__(self) -> None:
        self.drawn = asyncio.Event()

    def update(self) -> None:
        """Be drawn."""
        self.drawn.set()  # who waits for it goes on after the whole round


@dataclass
class _Kept:
    """A session that is kept, and whose it is."""

    session: Session
    member: str
    used: bool = False
    """Whether anybody did anything in it."""
    end: asyncio.TimerHandle | None = None
    """What will end it; only while it has hung up."""


class Sessions:
    """The sessions of this process by their ids, the one that hung up last at the end.

    ``main`` shows the app on the page of a new session.
    """

    def __init__(self, main: Callable[[ft.Page], object], *, threads: bool = True) -> None:
        self.main = main
        self.executor = ThreadPoolExecutor(thread_name_prefix="companion") if threads else None
        self._kept: dict[str, _Kept] = {}
        self._ended = 0
        self.devices: set[DeviceConnection] = set()
        """The devices of members that are connected."""

    def is_full(self, member: str) -> bool:
        """Whether there is no room for one more screen of this member, or of somebody who is none yet."""
        own = sum(device.member == member for device in self.devices) if member else 0
        return len(self.devices) >= SCREENS or own >= OF_ONE_MEMBER

    def members(self) -> frozenset[str]:
        """Who is connected."""
        return frozenset(device.member for device in self.devices)

    def remove(self, member: str) -> None:
        """End the connections of a member that was removed."""
        for device in self.devices:
            if device.member == member:
                device.on_removed()

    @cached_property
    def hub(self) -> PubSubHub:
        """Where screens tell each other what has changed."""
        return PubSubHub(loop=asyncio.get_running_loop(), executor=self.executor)

    def add(self, session: Session, member: str) -> None:
        """Keep a new session; if there are too many, the one that hung up first ends."""
        gone = [key for key, kept in self._kept.items() if kept.end]
        for key in gone[: max(0, len(self._kept) + 1 - SCREENS)]:
            self.end(key)
        self._kept[session.id] = _Kept(session, member)

    def resume(self, key: str, member: str) -> Session | None:
        """Return a session that has hung up to the member who opened it, and to nobody else."""
        kept = self._kept.get(key)
        if kept is None or kept.member != member or kept.end is None:
            return None
        kept.end.cancel()
        kept.end = None
        return kept.session

    def mark_used(self, key: str) -> None:
        """Note that somebody did something in a session."""
        if key in self._kept:
            self._kept[key].used = True

    async def hang_up(self, session: Session) -> None:
        """Keep a session that has hung up for a while: a short one, if nobody did anything in it."""
        kept = self._kept.pop(session.id, None)
        if kept is None:
            return
        self._kept[session.id] = kept
        seconds = SESSION_SECONDS if kept.used else IDLE_SECONDS
        kept.end = asyncio.get_running_loop().call_later(seconds, self.end, session.id)
        await session.disconnect(seconds)

    def end(self, key: str) -> None:
        """End a session for good."""
        kept = self._kept.pop(key, None)
        if kept:
            if kept.end:
                kept.end.cancel()
            kept.session.close()
            self._ended += 1
            if self._ended % ENDED_SESSIONS == 0:
                gc.collect()  # Python's own collections are seldom (companion.loading)


class DeviceConnection(Connection):
    """One device of a member: its messages come in by `receive`, and what its session says goes out by ``send``.

    ``own`` is whether it is the page that this process runs in.
    """

    def __init__(
        self,
        sessions: Sessions,
        member: str,
        send: Callable[[bytes], object],
        *,
        own: bool = False,
        on_removed: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__()
        self.member = member
        self.on_removed = on_removed
        self._own = own
        self.session: Session | None = None
        self.strays = False
        """Whether its client may be elsewhere than its hello says, so that it is sent to the place of a new session."""
        self._sessions = sessions
        if not own:
            sessions.devices.add(self)
        self._send = send
        self._tasks: set[asyncio.Task[Any]] = set()
        self._searches: deque[float] = deque(maxlen=SEARCHES)
        """When the last of such events came."""
        self._late: list[tuple[int, dict[str, Any]]] | None = None
        """What came before the screen was drawn anew; only while that is under way."""
        self._coming_back: asyncio.Task[Any] | None = None
        self._picture = ""
        """The call by which it was asked for a picture of its screen, until it answers."""
        self.page_url = (
            ""  # where the page is from, to which Flet adds a route; ours are the same everywhere
        )
        self.pubsubhub = sessions.hub
        self.loop = asyncio.get_running_loop()
        if sessions.executor:
            self.executor = sessions.executor

    # --- from the device ----------------------------------------------------------------------------

    def receive(self, packet: bytes) -> None:
        """Take in the next message of the device.

        Raises:
            MessageError: it is nothing that Flet's client says there. Nothing has come of it.

        """
        asked = bool(self._picture)
        action, body = parse(packet, known=self.session is not None, own=self._own, picture=asked)
        if action == REGISTER:
            self._register(body)
            return
        session = self.session
        if session is None:  # parse lets nothing but a hello come first
            raise MessageError("a hello comes first, and once")
        if self._late is None or action == ANSWER or body.get("name") in BY_ITSELF:
            self._hear(session, action, body)
        elif len(self._late) < LATE:
            self._late.append((action, body))

    def _hear(self, session: Session, action: int, body: dict[str, Any]) -> None:
        """Have a session hear what its device says."""
        _context_page.set(
            session.page
        )  # all phones of a tablet are heard in one task: else the last to come is drawn
        if action == EVENT:
            if body["name"] not in BY_ITSELF:
                self._sessions.mark_used(session.id)
            control = session.index.get(body["target"])
            if control:
                check_event(control, body["name"], body["data"])
            if (control is None or not is_on(session.page, control)) and not self._may_search():
                return
            self._run(session.dispatch_event(body["target"], body["name"], body["data"]))
        elif action == ANSWER:
            if body["call_id"] == self._picture:
                self._picture = ""
            session.handle_invoke_method_results(**body)
        else:
            session.apply_patch(body["id"], body["props"])

    def _may_search(self) -> bool:
        """Whether one more event may be looked into of what is not on the screen, as of a button that has just gone."""
        now = self.loop.time()
        if len(self._searches) == SEARCHES and now - self._searches[0] < 1:
            return False
        self._searches.append(now)
        return True

    def _register(self, body: dict[str, Any]) -> None:
        """Answer a hello with a session: the one it had, or a new one."""
        if (
            self.session
        ):  # our own page starts Flet's client again, and that never comes back to what was
            self._sessions.end(self.session.id)
        session = self._sessions.resume(body["session_id"] or "", self.member)
        fresh = session is None
        if session is None:
            session = Session(self)
            self._sessions.add(session, self.member)
        self.session = session
        _context_page.set(session.page)
        route = session.page.route
        session.apply_page_patch(body["page"])
        page = session.get_page_patch() if fresh else session.page
        answer = RegisterClientResponseBody(session_id=session.id, page_patch=page, error="")
        self.send_message(Message(MessageAction.REGISTER_CLIENT, answer))
        if fresh:
            self._run(self._open(session))
            return
        session.attach_connection(self)
        self._late = []
        self._coming_back = self._run(self._come_back(session, route))

    async def _come_back(self, session: Session, route: str | None) -> None:
        """Draw the screen anew, for the rights of today, and only then hear what was tapped on it.

        What has gone with that fires nothing; a button that is still there is heard as if it had come a moment later.
        """
        await session.dispatch_connect_event()
        if session.page.route and session.page.route != route:
            event = {"route": session.page.route}
            self._run(session.dispatch_event(session.page._i, "route_change", event))  # noqa: SLF001 - as above
        if session.components_mode:
            mark = _Mark()
            session.schedule_update(mark)  # type: ignore[arg-type] # Flet asks for nothing else of what it draws
            await mark.drawn.wait()
        late, self._late = self._late or [], None
        for action, body in late:
            try:
                self._hear(session, action, body)
            except MessageError as problem:
                log.warning("a device that came back was not understood: %s", problem)

    async def _open(self, session: Session) -> None:
        """Show the app on the page of a new session."""
        _context_page.set(session.page)
        context.reset_auto_update()
        if self.member:
            WHOSE.set(self.member)
        try:
            self._sessions.main(session.page)
            await session.after_event(session.page)
            if self.strays and session.page.route:
                with suppress(RuntimeError, TimeoutError):  # the device has gone meanwhile
                    await session.page.push_route(session.page.route)
        except Exception:
            log.exception("the app could not be shown")
            session.error(WRONG)

    def _run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self._tasks.add(task)  # else nobody would hold it
        task.add_done_callback(self._on_done)
        return task

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            log.error("a screen's own work failed", exc_info=problem)

    # --- to the device ------------------------------------------------------------------------------

    def send_message(self, message: Message) -> None:
        """Send what Flet has to say; of a fault only that there was one."""
        body: Any = message.body
        if message.action is MessageAction.SESSION_CRASHED:
            if body.message.startswith(
                "Exception in effect"
            ):  # the one fault that Flet writes into no log
                log.error("%s", body.message)
            body = {"message": WRONG}
        if message.action is MessageAction.INVOKE_METHOD and body.name == "capture":
            self._picture = body.call_id
        self._send(b"\x00" + msgpack.packb([message.action, body], default=encode))

    def hang_up(self) -> None:
        """Let go of the session soon, and of the place at once."""
        self._sessions.devices.discard(self)
        self._run(self.close())

    async def close(self) -> None:
        """Let go of the session, once the device has hung up. It may come back to it."""
        self._sessions.devices.discard(self)
        if self._coming_back:
            self._coming_back.cancel()  # nothing is drawn any more
        if self.session and self.session.connection is self:
            await self._sessions.hang_up(self.session)
