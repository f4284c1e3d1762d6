"""A device without a browser: the tree of controls that its frames have built, read and tapped as by a person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgpack

from tests.sockets import CALL, PATCH, REGISTER, WRITE, event, packed
from views.theme import JOINER

REPLACE, ADD, REMOVE, MOVE = range(4)
Node = dict[str, Any]


def unpacked(frame):
    """Read a frame of Flet's."""
    action, body = msgpack.unpackb(memoryview(frame)[1:], ext_hook=lambda code, data: str((code, data)),
                                   strict_map_key=False)  # fmt: skip
    return action, body


def words_in(frame):
    """Return every word of a frame, without the numbers of controls."""
    found = []
    _collect(unpacked(frame), found)
    return found


def _collect(value, found):
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        _collect([part for pair in value.items() for part in pair], found)
    elif isinstance(value, list | tuple):
        for part in value:
            _collect(part, found)


@dataclass(frozen=True)
class Button:
    """Something that can be tapped: under which number, with which event, what it is called, and its key."""

    number: int
    event: str
    name: str
    off: bool = False
    key: str = ""


class Glass:
    """The tree of one page. It starts with the answer to a hello, and every patch changes it."""

    def __init__(self, page):
        self.page = page
        self.changes = 0
        self._ends = []
        self._known = {}
        self._learn(page)

    def _learn(self, value):
        if value.__class__ is dict:
            if "_i" in value:
                self._known[value["_i"]] = value
            value = value.values()
        elif value.__class__ is not list:
            return
        for part in value:
            if part.__class__ is dict or part.__class__ is list:
                self._learn(part)

    def take(self, number, patch):
        """Change what is below a control, as a patch says, one operation after another."""
        root = self._known[number]
        for name in ("nodes", "words", "buttons"):
            self.__dict__.pop(name, None)
        self.changes += 1
        ways = {}
        _find_ways(patch[0], (), ways)
        for op, node, key, *rest in patch[1:]:
            where = _at(root, ways[node])
            if op == REMOVE:
                where.pop(key, None) if isinstance(where, dict) else where.pop(key)
            elif op == MOVE:
                moved = where.pop(key)
                there, to = _at(root, ways[rest[0]]), rest[1]
                there.insert(to, moved) if isinstance(there, list) else there.__setitem__(to, moved)
            elif op == ADD and isinstance(where, list):
                where.insert(key, rest[0])
                self._learn(rest[0])
            else:
                where[key] = rest[0]
                self._learn(rest[0])

    def top(self):
        """Return the view on top, and the dialogs that are open."""
        views = list(_views(self.page.get("views", [])))
        return [*views[-1:], self.page.get("_dialogs", {})]

    @cached_property
    def nodes(self):
        """Every control that can be seen, from the top."""
        found = []
        self._ends = []
        for part in self.top():
            _see(part, found, self._ends)
        return found

    @cached_property
    def words(self):
        """Every text that can be seen."""
        return _texts(self.nodes)

    @cached_property
    def buttons(self):
        """Everything that can be tapped, from the top."""
        found = []
        nodes = self.nodes
        for at, node in enumerate(nodes):
            event = "click" if node.get("on_click") else "tap" if node.get("on_tap") else ""
            if event:
                off, key = bool(node.get("disabled")), str(node.get("key", ""))
                found.append(
                    Button(node["_i"], event, _name_of(nodes[at : self._ends[at]]), off, key)
                )
        return found

    def named(self, words):
        """Return what can be tapped now whose name has these words, a regular expression, or whose key begins so."""
        on = [button for button in self.buttons if not button.off]
        if words.startswith("#"):
            return [button for button in on if button.key.startswith(words[1:])]
        return [button for button in on if re.search(words, button.name)]


class Screen:
    """What somebody looks at and taps: built by the frames it is sent, answering as Flet's client does."""

    def __init__(self):
        self.glass = None
        self.session = ""

    def send(self, packet):
        """Send a packet to the app."""
        raise NotImplementedError

    def take(self, frame):
        """Take in a frame; give its kind, and what is in it."""
        action, body = unpacked(frame)
        if action == REGISTER:
            self.session = body["session_id"]
            self.glass = Glass(body["page_patch"])
        elif action == PATCH and self.glass:
            self.glass.take(body["id"], body["patch"])
        return action, body

    def answer(self, body):
        """Answer a call with nothing."""
        self.send(
            packed(
                CALL,
                control_id=body["control_id"],
                call_id=body["call_id"],
                result=None,
                error=None,
            )
        )

    def tap(self, button):
        """Tap a button that is on it."""
        self.send(event(button.number, button.event))

    def go(self, route):
        """Open another address, as by a link or by Back."""
        page = self.glass.page["_i"]
        self.send(packed(WRITE, id=page, props={"route": route}))
        self.send(event(page, "route_change", {"route": route}))


def _name_of(inside):
    """Return what a button is called: its label, or the words in it. The first is the button itself."""
    node = inside[0]
    said = [
        str(part["label"]) for part in inside if part["_c"] == "Semantics" and part.get("label")
    ]
    if said:
        return said[0]
    content = node.get("content")
    words = [content] if isinstance(content, str) else _texts(inside)
    return " ".join(words) or str(node.get("tooltip") or node.get("label") or "")


def _texts(nodes):
    return [
        str(node["value"]).replace(JOINER, "")
        for node in nodes
        if node["_c"] == "Text" and node.get("value")
    ]


def _find_ways(paths, way, ways):
    """Note the way to each place that a patch numbers."""
    ways[paths[0]] = way
    for key, below in (paths[1] if len(paths) > 1 else {}).items():
        _find_ways(below, (*way, key), ways)


def _at(root, way):
    """Go to a place; what was left out as empty is there from now on."""
    for key in way:
        root = root.setdefault(key, {}) if isinstance(root, dict) else root[key]
    return root


def _views(value):
    if isinstance(value, list):
        for part in value:
            yield from _views(part)
    elif isinstance(value, dict):
        if value.get("_c") == "C":
            yield from _views(value.get("_b"))
        elif value.get("_c") == "View" and value.get("visible") is not False:
            yield value


def _see(value, found, ends):
    """Note what can be seen from the top, and for each where what is in it ends."""
    control = -1
    if value.__class__ is dict:
        if value.get("visible") is False:
            return
        if "_c" in value:
            control = len(found)
            found.append(value)
            ends.append(0)
        value = value.values()
    for part in value:
        if part.__class__ is dict or part.__class__ is list:
            _see(part, found, ends)
    if control >= 0:
        ends[control] = len(found)
