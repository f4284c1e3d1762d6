"""What a device may say: every message of Flet's protocol is looked at before Flet reads it.

Flet takes a message as it comes. It writes any property of any control, those of its own workings too, and an event may
carry anything. A message is ``[0][msgpack [action, body]]``; what our client never says is not passed on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_origin, get_type_hints

import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.control_event import Event, get_event_field_type
from flet.messaging.protocol import decode_ext_from_msgpack
from flet.utils.from_dict import from_dict

REGISTER, EVENT, WRITE, ANSWER = 1, 3, 4, 5
"""The actions of a device, as Flet numbers them: its hello, an event, a property it wrote, and an answer to a call."""
MOST_BYTES = 64_000
"""The server takes no longer message: what a device has kept for a quick tool is the longest that it says."""
MOST_PICTURE = 600_000
"""An answer may be so long while it is to bring the picture that a device was asked to take of its screen."""
VALUES = 2_000
"""No list in a message is longer, and no dictionary; a hello has about sixty values."""
LONGEST_ROUTE = 2_000
LARGEST = 100_000
"""No screen is so many pixels wide or high."""
PAGE = frozenset(
    {
        "route",
        "pwa",
        "web",
        "debug",
        "wasm",
        "platform_brightness",
        "width",
        "height",
        "platform",
        "media",
    }
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
KINDS: dict[object, type | tuple[type, ...]] = {str: str, bool: bool, int: int, float: (int, float)}
"""What a plain value of an event may be, by what Flet calls it."""
BODIES: dict[int, dict[str, type | tuple[type, ...]]] = {
    REGISTER: {"session_id": (str, type(None)), "page_name": str, "page": dict},
    EVENT: {"target": int, "name": str, "data": object},
    WRITE: {"id": int, "props": dict},
    ANSWER: {"control_id": int, "call_id": str, "result": object, "error": (str, type(None))},
}


class MessageError(ValueError):
    """This is nothing that Flet's client says."""


def parse(
    data: bytes, *, known: bool, own: bool = False, picture: bool = False
) -> tuple[int, dict[str, Any]]:
    """Look at a message: give its action and its body.

    A hello is the first message, and the only one of its kind: Flet makes a session for each. ``own`` is whether it
    comes from the page that this process runs in, whose files come in messages, and which may begin again.
    ``picture`` is whether a picture was asked for that is still to come.

    Raises:
        MessageError: it is nothing that Flet's client says there.

    """
    if data[:1] != b"\x00":
        raise MessageError("no message of the protocol")
    if len(data) > (MOST_PICTURE if picture else MOST_BYTES) and not own:
        raise MessageError("too long")
    action, body = _unpack(data, files=own or picture)
    if picture and action != ANSWER:
        return parse(data, known=known, own=own)
    if (action == REGISTER) is known and not (own and known):
        raise MessageError("a hello comes first, and once")
    if action == EVENT:
        if not body["name"].isidentifier():
            raise MessageError("no name of an event")
        if isinstance(body["data"], dict):
            _check_page(body["data"])
    elif action != ANSWER:
        part, names = ("page", PAGE) if action == REGISTER else ("props", WRITTEN)
        body = {**body, part: {name: value for name, value in body[part].items() if name in names}}
        _check_page(body[part])
    return action, body


def check_event(control: BaseControl, name: str, data: object) -> None:
    """See that an event brings what Flet and the app read of it without asking whether it is there.

    Raises:
        MessageError: Flet could not make its own event of it, or one with a value of another kind.

    """
    if not isinstance(data, dict) and not getattr(control, f"on_{name}", None):
        return  # Flet makes a plain event of it, as of a change of brightness, which nobody hears
    brought = data if isinstance(data, dict) else {}
    of: Any = type(control)
    try:
        kind, plain = _event_of(of, f"on_{name}")
        made: Any = from_dict(kind, {**brought, "control": control, "name": name})
    except Exception as error:  # whatever Flet meets with there
        raise MessageError("not what this event brings") from error
    if "control" in brought or not all(
        isinstance(getattr(made, part), wanted) for part, wanted in plain
    ):
        raise MessageError("not what this event brings")


@lru_cache(maxsize=256)
def _event_of(
    control: type[Any], name: str
) -> tuple[type, tuple[tuple[str, type | tuple[type, ...]], ...]]:
    """Return what Flet makes of an event of such a control, and the plain values in it with their kinds."""
    kind = (
        get_event_field_type(BaseControl.__new__(control), name) or Event
    )  # it looks at the class alone
    hints = get_type_hints(get_origin(kind) or kind)
    return kind, tuple((part, KINDS[hint]) for part, hint in hints.items() if hint in KINDS)


def _unpack(data: bytes, *, files: bool) -> tuple[int, dict[str, Any]]:
    try:  # no bytes, unless files come in messages: elsewhere they come by requests of their own
        message = msgpack.unpackb(
            memoryview(data)[1:],
            ext_hook=decode_ext_from_msgpack,
            max_bin_len=len(data) if files else 0,
            max_array_len=VALUES,
            max_map_len=VALUES,
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise MessageError("not packed as the protocol has it") from error
    match message:
        case [int(action), dict(body)] if action in BODIES and _fits(body, BODIES[action]):
            return action, body
    raise MessageError("no message of the protocol")


def _fits(found: dict[Any, Any], wanted: dict[str, type | tuple[type, ...]]) -> bool:
    """Whether a dictionary has these keys and no other, each with a value of its kind."""
    return found.keys() == wanted.keys() and all(
        isinstance(found[name], kind) for name, kind in wanted.items()
    )


def _check_page(page: dict[Any, Any]) -> None:
    """See that what our own code reads of a page is of its kind."""
    route = page.get("route")
    if route is not None and (not isinstance(route, str) or len(route) > LONGEST_ROUTE):
        raise MessageError("no route")
    for name in ("width", "height", "w", "h"):
        size = page.get(name)
        if size is not None and not (isinstance(size, int | float) and 0 <= size <= LARGEST):
            raise MessageError("no size of a screen")
