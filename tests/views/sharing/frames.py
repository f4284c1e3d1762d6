"""What frames say that were sent to a device, so that those of two tables can be compared."""

from __future__ import annotations

import re

import msgpack

OF_ITS_OWN = re.compile(r"[0-9a-f]{32}|\d\d:\d\d(:\d\d)?")
"""The ids of a play and the times of a clock differ between any two tables."""
NUMBERS = ("_i", "id", "control_id", "call_id")
"""The properties by which Flet numbers controls and calls."""


def properties(node, name=""):
    """Every value in a decoded frame in its order, with the name of what it is the value of."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from properties(value, key) if key not in NUMBERS else ()
    elif isinstance(node, list):
        for value in node:
            yield from properties(value, name)
    else:
        yield OF_ITS_OWN.sub("", f"{name}={node}")


def decoded(frames):
    """What these frames say: of a patch the places and values, without the number of the control that it is for."""
    for frame in frames:
        action, body = msgpack.unpackb(frame, strict_map_key=False)
        yield from properties(body, f"action {action}")
