"""A real Flet session with nobody at the other end: screens are drawn, tapped and typed into in milliseconds.

Every message is encoded as the web server would, so a tree that can't be sent fails here. It looks into
Flet 1.0.5's session and connection; whatever an upgrade of Flet breaks in the tests is broken in this file.
"""

from __future__ import annotations

import asyncio
import dataclasses
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self, TypeVar

import flet as ft
import msgpack
from flet.components.component import Component
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import MessageAction, configure_encode_object_for_msgpack
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

C = TypeVar("C", bound=BaseControl)
HIDDEN = {"_parent", "_values", "_dirty"}
PHONE, TABLET = (390, 844), (1180, 820)


class Wire(Connection):
    """The far end: encodes what is sent, answers every call with nothing or what the device keeps, follows routes."""

    def __init__(self, hub: PubSubHub | None = None, kept: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.kept = kept or {}
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(max_workers=1)
        self.pubsubhub = hub or PubSubHub(loop=self.loop, executor=self.executor)
        self.page_url = "http://table"
        self.encode = configure_encode_object_for_msgpack(BaseControl)
        self.calls: list[str] = []
        self.faults: list[str] = []
        self.sent: list[bytes] = []
        self.session: Session | None = None

    def send_message(self, message: Any) -> None:
        self.sent.append(msgpack.packb([message.action, message.body], default=self.encode))
        if message.action == MessageAction.SESSION_CRASHED:
            self.faults.append(message.body.message)
        if message.action == MessageAction.INVOKE_METHOD:
            body = message.body
            self.calls.append(body.name)
            answer = self.session.handle_invoke_method_results
            asked = str((body.args or {}).get("key", "")) if body.name == "get" else ""
            self.loop.call_soon(answer, body.control_id, body.call_id, self.kept.get(asked), None)
            if body.name == "push_route":
                self.loop.call_soon(self._follow, body.args["route"])

    def _follow(self, route: str) -> None:
        self.task = self.loop.create_task(self.arrive(route))

    async def arrive(self, route: str) -> None:
        self.session.apply_page_patch({"route": route})
        await self.session.dispatch_event(self.session.page._i, "route_change", {"route": route})

    def dispose(self) -> None:
        self.executor.shutdown(wait=False)


class Screen:
    """One open session. Find controls on it, tap them, type keys, turn it or make it narrow."""

    def __init__(
        self,
        main: Callable[[ft.Page], object],
        route: str = "/",
        size: tuple[int, int] = PHONE,
        hub: PubSubHub | None = None,
        kept: dict[str, Any] | None = None,
    ) -> None:
        self.main, self.route, self.size, self.hub, self.kept = main, route, size, hub, kept

    async def __aenter__(self) -> Self:
        self.wire = Wire(self.hub, self.kept)
        self.session = self.wire.session = Session(self.wire)
        self.page = self.session.page
        width, height = self.size
        self.session.apply_page_patch({"route": self.route, "width": width, "height": height, "web": True})
        _context_page.set(self.page)
        # encoding also takes the picture of lists that later changes are compared with
        msgpack.packb(self.session.get_page_patch(), default=self.wire.encode)
        context.reset_auto_update()
        self.main(self.page)
        await self.session.after_event(self.page)
        await self.settle()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.session.close()
        await asyncio.sleep(0)
        self.wire.dispose()

    async def settle(self) -> None:
        """Let everything that was set going come to rest, and see that nothing died on the way."""
        for _ in range(25):
            await asyncio.sleep(0)
        drawing = self.session._Session__updates_task
        if drawing and drawing.done() and not drawing.cancelled() and drawing.exception():
            raise AssertionError("the screen stopped being drawn") from drawing.exception()
        assert not self.wire.faults, self.wire.faults

    async def see(self, part: str) -> None:
        """Wait until these words are on the screen, as when another thread finds them out."""
        deadline = asyncio.get_running_loop().time() + 10
        while not self.says(part):
            assert asyncio.get_running_loop().time() < deadline, f"{part!r} never came; the screen says {self.words()}"
            await asyncio.sleep(0.005)
            await self.settle()

    # -- finding -----------------------------------------------------------------------------------
    def walk(self, node: Any = None, seen: set[int] | None = None) -> Iterator[BaseControl]:
        node, seen = (self.page if node is None else node), (set() if seen is None else seen)
        if isinstance(node, (list, tuple)):
            for one in node:
                yield from self.walk(one, seen)
        elif isinstance(node, dict):
            yield from self.walk(list(node.values()), seen)
        elif dataclasses.is_dataclass(node) and not isinstance(node, type) and id(node) not in seen:
            seen.add(id(node))
            if isinstance(node, Component):
                yield from self.walk(node._b, seen)
                return
            if isinstance(node, BaseControl):
                if getattr(node, "visible", True) is False:
                    return
                yield node
            for one in dataclasses.fields(node):
                if one.name not in HIDDEN and not one.metadata.get("skip"):
                    yield from self.walk(getattr(node, one.name, None) or (), seen)

    def all(self, kind: type[C], **props: object) -> list[C]:
        top = [one for one in self.walk(self.page.views) if isinstance(one, ft.View)][-1:]
        nodes = [*self.walk(top), *self.walk(self.page._dialogs)]
        return [
            one
            for one in nodes
            if isinstance(one, kind) and all(getattr(one, name, None) == value for name, value in props.items())
        ]

    def words(self, node: Any = None) -> list[str]:
        """Every text on the screen, or in one control."""
        nodes = self.walk(node) if node is not None else self.all(BaseControl)
        return [str(one.value) for one in nodes if isinstance(one, ft.Text) and one.value]

    def says(self, part: str) -> bool:
        return any(part in one for one in self.words())

    def named(self, name: str) -> list[BaseControl]:
        """Buttons and cards by the name a screen reader would say, or a part of it ending in an ellipsis."""
        exact, wanted = not name.endswith("..."), name.removesuffix("...")
        found = []
        for one in self.all(BaseControl):
            inside = getattr(one, "content", None)
            said = [getattr(one, "tooltip", None), inside]
            if isinstance(one, ft.Semantics):
                said = [one.label]
            elif not getattr(one, "on_click", None):
                continue
            elif isinstance(inside, BaseControl):
                icons = [i.semantics_label for i in self.walk(inside) if isinstance(i, ft.Icon)]
                signs = [sign for one in self.walk(inside) if _unsaid(one) for sign in self.words(one)]
                words = [*(w for w in self.words(inside) if w not in signs), *(i for i in icons if i)]
                said += [" ".join(words), *words[:1]]
            if any(isinstance(s, str) and (s == wanted if exact else s.startswith(wanted)) for s in said):
                found.append(one)
        return found

    def button(self, name: str) -> Any:
        found = [one for one in self.named(name) if getattr(one, "on_click", None) or getattr(one, "on_tap", None)]
        assert found, f"nothing called {name!r}; the screen says {self.words()}"
        return found[0]

    def by_id(self, identifier: str) -> ft.Semantics | None:
        found = self.all(ft.Semantics, identifier=identifier)
        return found[0] if found else None

    # -- doing -------------------------------------------------------------------------------------
    async def fire(self, control: BaseControl, event: str, data: Any = None) -> None:
        await self.session.dispatch_event(control._i, event, data)
        await self.settle()

    async def tap(self, name: str) -> None:
        control = self.button(name)
        assert not getattr(control, "disabled", False), f"{name!r} is greyed"
        await self.fire(control, "click" if getattr(control, "on_click", None) else "tap")

    async def key(self, key: str, *, ctrl: bool = False, shift: bool = False) -> None:
        pressed = {"key": key, "ctrl": ctrl, "shift": shift, "alt": False, "meta": False}
        await self.fire(self.page, "keyboard_event", pressed)

    async def write(self, field: ft.TextField, words: str) -> None:
        self.session.apply_patch(field._i, {"value": words})
        await self.fire(field, "change", words)

    async def resize(self, size: tuple[int, int]) -> None:
        self.session.apply_page_patch({"width": size[0], "height": size[1]})
        await self.fire(self.page, "resize", {"width": size[0], "height": size[1]})

    async def go(self, route: str) -> None:
        await self.wire.arrive(route)
        await self.settle()


def _unsaid(control: BaseControl) -> bool:
    return isinstance(control, ft.Semantics) and control.exclude_semantics


def play(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Play a scene on an event loop of its own, in a thread of its own: Playwright may hold this one's."""
    with ThreadPoolExecutor(max_workers=1) as stage:
        stage.submit(lambda: asyncio.run(scene())).result()
