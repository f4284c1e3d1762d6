"""What a device may say to a served app: every message of Flet's protocol is looked at before Flet reads it.

Flet takes a message as it comes. It writes any property of any control, those of its own workings too, and an event may
carry anything. A message is ``[0][msgpack [action, body]]``; what our client never says is not passed on.
"""

from __future__ import annotations

from typing import Any

import msgpack

REGISTER, EVENT, WRITE, ANSWER = 1, 3, 4, 5
"""The actions of a device, as Flet numbers them: its hello, an event, a property it wrote, and an answer to a call."""
HELLO_BYTES = 64_000
"""A message of a device that is not known yet is no larger; its hello has some hundred bytes."""
WORDS = 128_000
"""Nor is any other, but for the file in it: a quick tool that a device has kept is the longest of what it says."""
VALUES = 2_000
"""No message has more values; a hello has about sixty."""
LONGEST_ROUTE = 2_000
LARGEST = 100_000
"""No screen is so many pixels wide or high."""
FILE_EVENT = "result"
"""The one event that carries the bytes of a file."""
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
    files = _bytes_in(data)
    if len(data) - (files if known else 0) > (WORDS if known else HELLO_BYTES):
        raise MessageError("too long")
    action, body = _unpacked(data)
    if (action == REGISTER) is known:
        raise MessageError("a hello comes first, and once")
    if files and (action != EVENT or body["name"] != FILE_EVENT):
        raise MessageError("a file where none belongs")
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
    try:
        message = msgpack.unpackb(memoryview(data)[1:], ext_hook=_own)
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


_SIZES = dict(zip(range(0xC4, 0xC7), (1, 2, 4), strict=True))  # bytes
_TEXTS = dict(zip(range(0xD9, 0xDC), (1, 2, 4), strict=True))
_OWN = dict(zip(range(0xC7, 0xCA), (1, 2, 4), strict=True))  # values of an application's own kind
_FIXED = {
    0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4,
    0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17,
}  # fmt: skip
_LISTS = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}


def _bytes_in(data: bytes) -> int:
    """Count the bytes that stand in a message as such, and refuse one of too many values before any is made.

    A list of millions of empty lists is short on the wire, and long to make.
    """
    at, left, values, found = 1, 1, 0, 0
    try:
        while left:
            kind, at, left, values = data[at], at + 1, left - 1, values + 1
            if kind < 0x80 or kind >= 0xE0:
                continue
            if kind < 0xA0:
                left += (kind & 15) * (2 if kind < 0x90 else 1)
            elif kind < 0xC0:
                at += kind & 31
            elif kind in _FIXED:
                at += _FIXED[kind]
            elif kind in _LISTS:
                size, each = _LISTS[kind]
                left += each * int.from_bytes(data[at : at + size], "big")
                at += size
            else:
                size = _SIZES.get(kind) or _TEXTS.get(kind) or _OWN[kind]
                count = int.from_bytes(data[at : at + size], "big")
                found += count if kind in _SIZES else 0
                at += size + count + (kind in _OWN)
            if values + left > VALUES:
                raise MessageError("too many values")
    except (IndexError, KeyError) as error:
        raise MessageError("cut short") from error
    return found
