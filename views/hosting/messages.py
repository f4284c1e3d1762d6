"""What a device may say to a served app: every message of Flet's protocol is looked at before Flet reads it.

Flet takes a message as it comes. It writes any property of any control, those of its own workings too, and an event may
carry anything. A message is ``[0][msgpack [action, body]]``; what our client never says is not passed on.
"""

from __future__ import annotations

from typing import Any

import msgpack

REGISTER, EVENT, WRITE, ANSWER = 1, 3, 4, 5
"""The actions of a device, as Flet numbers them: its hello, an event, a property it wrote, and an answer to a call."""
MOST_BYTES = 64_000
"""The server takes no longer message: what a device has kept for a quick tool is the longest that it says."""
VALUES = 2_000
"""No list in a message is longer, and no dictionary; a hello has about sixty values."""
LONGEST_ROUTE = 2_000
LARGEST = 100_000
"""No screen is so many pixels wide or high."""
BROWSER_TEXT = 4
PAGE = frozenset(
    {"route", "pwa", "web", "debug", "wasm", "platform_brightness", "width", "height", "platform", "media"}
)
WRITTEN = PAGE | {
    "value", "text", "selection", "selected", "selected_index", "expanded", "open", "_dismissed",
}  # fmt: skip
"""What Flet's client writes of the page and of the controls that are used here; the rest is left out."""
BY_ITSELF = frozenset(
    {"resize", "media_change", "platform_brightness_change", "app_lifecycle_state_change", "size_change",
     "locale_change", "connect", "disconnect", "close"}
)  # fmt: skip
"""The events that occur without anybody doing anything."""
BODIES: dict[int, dict[str, type | tuple[type, ...]]] = {
    REGISTER: {"session_id": (str, type(None)), "page_name": str, "page": dict},
    EVENT: {"target": int, "name": str, "data": object},
    WRITE: {"id": int, "props": dict},
    ANSWER: {"control_id": int, "call_id": str, "result": object, "error": (str, type(None))},
}


class MessageError(ValueError):
    """This is nothing that Flet's client says."""


def parse(data: bytes, *, known: bool) -> tuple[int, dict[str, Any], bytes]:
    """Look at a message: give its action, its body, and the message as Flet may read it.

    A hello is the first message, and the only one of its kind: Flet makes a session for each.

    Raises:
        MessageError: it is nothing that Flet's client says there.

    """
    if data[:1] != b"\x00":
        raise MessageError("no message of the protocol")
    if len(data) > MOST_BYTES:
        raise MessageError("too long")
    action, body = _unpacked(data)
    if (action == REGISTER) is known:
        raise MessageError("a hello comes first, and once")
    if action == EVENT:
        if not body["name"].isidentifier():
            raise MessageError("no name of an event")
        if isinstance(body["data"], dict):
            _check_page(body["data"])
        return action, body, data
    if action == ANSWER:
        return action, body, data
    part, names = ("page", PAGE) if action == REGISTER else ("props", WRITTEN)
    kept = {name: value for name, value in body[part].items() if name in names}
    _check_page(kept)
    if kept != body[part]:
        body = {**body, part: kept}
        data = b"\x00" + msgpack.packb([action, body])
    return action, body, data


def _unpacked(data: bytes) -> tuple[int, dict[str, Any]]:
    try:  # no bytes: files come by requests of their own
        message = msgpack.unpackb(
            memoryview(data)[1:], ext_hook=_own, max_bin_len=0, max_array_len=VALUES, max_map_len=VALUES
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise MessageError("not packed as the protocol has it") from error
    match message:
        case [int(action), dict(body)] if action in BODIES and body.keys() == BODIES[action].keys():
            if all(isinstance(body[name], kind) for name, kind in BODIES[action].items()):
                return action, body
    raise MessageError("no message of the protocol")


def _own(code: int, data: bytes) -> object:
    """Read a text from a browser's own storage as text, as Flet does; leave other extension types as they are."""
    return data.decode() if code == BROWSER_TEXT else msgpack.ExtType(code, data)


def _check_page(page: dict[Any, Any]) -> None:
    """See that what our own code reads of a page is of its kind."""
    route = page.get("route")
    if route is not None and (not isinstance(route, str) or len(route) > LONGEST_ROUTE):
        raise MessageError("no route")
    for name in ("width", "height"):
        size = page.get(name)
        if size is not None and not (isinstance(size, int | float) and 0 <= size <= LARGEST):
            raise MessageError("no size of a screen")
