"""Screens in tests: a real Flet session with nobody at the other end, drawn in milliseconds.

Every message is encoded as the web server would, so a tree that can't be sent fails here. What is shown is read
once after each change, and every question about it is answered from that reading. It looks into Flet 1.0.5's
session, connection and controls; whatever an upgrade of Flet breaks in the tests is broken in this file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, Self

import flet as ft
import msgpack
from flet.components.component import Component
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import MessageAction, configure_encode_object_for_msgpack
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.core.prompt import Offer
from companion.testing import replayed
from views import app, sparse_walk
from views.app_shell import LAST_ROUTE
from views.state.client import Client
from views.state.open_plays import OpenPlays
from views.theme import JOINER

PHONE, TABLET = (390, 844), (1180, 820)


class Wire(Connection):
    """The client's end: encodes what is sent, answers calls with nothing or what the device keeps, follows routes."""

    def __init__(self, hub: PubSubHub | None = None, kept: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.kept = kept or {}
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(max_workers=1)
        self.pubsubhub = hub or PubSubHub(loop=self.loop, executor=self.executor)
        self.page_url = "http://127.0.0.1"
        self.encode = configure_encode_object_for_msgpack(BaseControl)
        self.calls: list[str] = []
        self.faults: list[str] = []
        self.sent: list[bytes] = []
        self.news = asyncio.Event()
        self.session: Session

    def send_message(self, message: Any) -> None:
        """Keep what is sent, and answer what the device is asked."""
        self.sent.append(msgpack.packb([message.action, message.body], default=self.encode))
        self.loop.call_soon_threadsafe(self.news.set)
        if message.action == MessageAction.SESSION_CRASHED:
            self.faults.append(message.body.message)
        if message.action == MessageAction.INVOKE_METHOD:
            body = message.body
            self.calls.append(body.name)
            answer = self.session.handle_invoke_method_results
            asked = str((body.args or {}).get("key", "")) if body.name == "get" else ""
            if body.name == "set":
                self.kept[body.args["key"]] = body.args["value"]
            self.loop.call_soon(answer, body.control_id, body.call_id, self.kept.get(asked), None)
            if body.name == "push_route":
                self.loop.call_soon(self._follow, body.args["route"])

    def _follow(self, route: str) -> None:
        self.task = self.loop.create_task(self.arrive(route))

    async def arrive(self, route: str) -> None:
        """Be at an address, as a browser that follows a link or goes back."""
        self.session.apply_page_patch({"route": route})
        await self.session.dispatch_event(self.session.page._i, "route_change", {"route": route})

    def dispose(self) -> None:
        """End what ran beside the session."""
        self.executor.shutdown(wait=False)


class InOrder(dict[BaseControl, None]):
    """What waits to be drawn in the order in which it was asked for; Flet's set has whatever order memory gives it."""

    def add(self, control: BaseControl) -> None:
        """Let a control be drawn with the next ones, once."""
        self.setdefault(control)


class Watched(Session):
    """A session that says when its tree changes, on whichever side, and draws the same in every run."""

    def __init__(self, wire: Wire, changed: Callable[[], None]) -> None:
        self.changed = changed
        super().__init__(wire)
        setattr(self, "_Session__pending_updates", InOrder())  # noqa: B010 - mypy knows only its own name

    def patch_control(self, *args: Any, **more: Any) -> None:
        """Change a control."""
        self.changed()
        super().patch_control(*args, **more)

    def apply_patch(self, *args: Any) -> None:
        """Take in what the device has changed."""
        self.changed()
        super().apply_patch(*args)


class Reading:
    """The controls below one or several things, in their order, with their properties."""

    def __init__(self, *things: Any) -> None:
        self.controls: list[BaseControl] = []
        self._ends: dict[int, tuple[int, int]] = {}
        self._seen: set[int] = set()
        for child in things:
            self._read(child)

    def _read(self, node: Any) -> None:
        if not sparse_walk.is_walked(node.__class__):
            return
        if isinstance(node, list | dict):
            children = list(node.values()) if isinstance(node, dict) else node
            # Flet moves what it should add where neighbours have one key, and the client can't follow from then on
            keys = [key for child in children if (key := getattr(child, "key", None)) is not None]
            assert len(keys) == len(set(keys)), f"neighbours have one key: {keys}"
            for child in children:
                self._read(child)
            return
        if id(node) in self._seen:
            return
        self._seen.add(id(node))
        if isinstance(node, Component):
            self._read(node._b)
            return
        began = len(self.controls)
        if isinstance(node, BaseControl):
            if getattr(node, "visible", True) is False:
                return
            self.controls.append(node)
        for field in sparse_walk.Sparse.fields(node):
            self._read(getattr(node, field.name))
        if isinstance(node, BaseControl):
            self._ends[id(node)] = began, len(self.controls)

    def below(self, node: Any) -> list[BaseControl]:
        """One control and everything in it."""
        if id(node) in self._ends:
            began, ended = self._ends[id(node)]
            return self.controls[began:ended]
        return Reading(node).controls

    @cached_property
    def words(self) -> list[str]:
        """Every text."""
        return words_of(self.controls)


def words_of(controls: Iterable[BaseControl]) -> list[str]:
    """Every text among controls."""
    return [
        str(control.value).replace(JOINER, "")
        for control in controls
        if isinstance(control, ft.Text) and control.value
    ]


def _views(node: Any) -> Iterator[ft.View]:
    if isinstance(node, list):
        for child in node:
            yield from _views(child)
    elif isinstance(node, Component):
        yield from _views(node._b)
    elif isinstance(node, ft.View) and node.visible is not False:
        yield node


class Screen:
    """One open session: what it shows, and the way to another route."""

    reading: type[Reading] = Reading

    def __init__(
        self,
        main: Callable[[ft.Page], object],
        route: str = "/",
        size: tuple[int, int] = PHONE,
        hub: PubSubHub | None = None,
        kept: dict[str, Any] | None = None,
    ) -> None:
        self.main, self.route, self.size, self.hub, self.kept = main, route, size, hub, kept
        self._shown: Reading | None = None

    def __repr__(self) -> str:
        return f"Screen({self.page.route!r}, {self.size})"

    async def __aenter__(self) -> Self:
        self.wire = Wire(self.hub, self.kept)
        self.session = self.wire.session = Watched(self.wire, self.forget)
        self.page = self.session.page
        width, height = self.size
        self.session.apply_page_patch(
            {"route": self.route, "width": width, "height": height, "web": True}
        )
        _context_page.set(self.page)
        # encoding also takes the picture of lists that later changes are compared with
        msgpack.packb(self.session.get_page_patch(), default=self.wire.encode)
        context.reset_auto_update()
        self.main(self.page)
        await self.session.after_event(self.page)
        await self.settle()
        return self

    async def __aexit__(self, _kind: object, fault: BaseException | None, _trace: object) -> None:
        if fault:
            fault.add_note("\n".join([f"{self} says:", *(f"    {word}" for word in self.words())]))
        self.session.close()
        await asyncio.sleep(0)
        self.wire.dispose()

    async def settle(self) -> None:
        """Wait until everything that was started has ended, and check that nothing failed."""
        for _ in range(25):
            await asyncio.sleep(0)
        self.forget()
        drawing = getattr(self.session, "_Session__updates_task")  # noqa: B009 - mypy knows only its own name
        if drawing and drawing.done() and not drawing.cancelled() and drawing.exception():
            raise AssertionError("the screen stopped being drawn") from drawing.exception()
        assert not self.wire.faults, self.wire.faults

    # -- finding -----------------------------------------------------------------------------------
    def forget(self) -> None:
        """What was read is no longer what is shown."""
        self._shown = None

    @property
    def shown(self) -> Reading:
        """The view on top and the dialogs, read when first asked for after a change."""
        if self._shown is None:
            self._shown = self.reading([*_views(self.page.views)][-1:], self.page._dialogs)
        return self._shown

    def words(self, node: Any = None) -> list[str]:
        """Every text on the screen, or in one control."""
        return [*self.shown.words] if node is None else words_of(self.shown.below(node))

    def says(self, part: str) -> bool:
        """Whether these words are on the screen, by themselves or among others."""
        return any(part in word for word in self.shown.words)

    async def go(self, route: str) -> None:
        """Go somewhere, as by a tap that leads there."""
        self.session.store.set(LAST_ROUTE, route)
        await self.step(route)

    async def step(self, route: str) -> None:
        """Take a step of the browser, such as Back."""
        await self.wire.arrive(route)
        await self.settle()


def play(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Play a scene on an event loop of its own, in a thread of its own: Playwright may hold this one's."""
    with ThreadPoolExecutor(max_workers=1) as stage:
        stage.submit(lambda: asyncio.run(scene())).result()


PAGES = ("", "/journal", "/past", "/rules", "/house", "/board", "/see", "/count", "/take", "/show")


def draw(session: str) -> None:
    """Play an evening of session text, and draw every screen of it and every sheet, on a phone and on a tablet.

    Raises:
        AssertionError: a screen could not be drawn.
        Mismatch: a line of the session does not hold.

    """
    referee = replayed(session)

    async def scene() -> None:
        for size in (PHONE, TABLET):
            open_plays, clients = OpenPlays(referee.journal), list[Client]()
            route = f"/play/{referee.play.id}"
            async with Screen(
                lambda page: clients.append(app.open_session(page, open_plays)),  # noqa: B023 - run before the next
                route,
                size,
            ) as screen:
                for page in PAGES:
                    await screen.go(route + page)
                await screen.go(route)
                state = clients[0].state(referee.play.id)
                for action in referee.game.actions:
                    state.sheet.open(Offer(action.name))
                    await screen.settle()
                    assert screen.says(action.title), f"the sheet of {action.title!r} was not drawn"

    play(scene)
