"""Flet's comparison walks only what is set: the same messages, for a fraction of the work.

For each control that comes or goes Flet looks into every field its class has, some sixty, though all but a few have
their default, in which there is nothing to find. And for each that is made it sets all those fields, to no effect but
for what is given, and how its class is hashed, as it is already, by which Python forgets whatever it has looked up in
that class. Two methods of its ``DiffBuilder`` are told of fewer fields here, and the making of a control is replaced,
in the version they were read from alone; any other is left as it is, and ``doctor`` says so.
``docs/flet_sparse_walk.patch`` has for Flet itself all but the fields that are given.
"""
# ruff: noqa: SLF001, C901 - what is replaced is Flet's own, and stays as it was but for what it walks

from __future__ import annotations

import dataclasses
from functools import cache, wraps
from operator import itemgetter
from types import FunctionType
from typing import Any

import flet as ft
from flet.controls import base_control, object_patch
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.value_types import Prop, _get_raw_descriptor

from companion.version import FLET

Place = tuple[int, "dataclasses.Field[Any]"]
BY_PLACE = itemgetter(0)


@cache
def is_walked(kind: Any) -> bool:
    """Whether values of a type can hold controls; all others end the walk."""
    return dataclasses.is_dataclass(kind) or issubclass(kind, dict | list)


@cache
def _places(kind: Any) -> tuple[list[Place], dict[str, Place]]:
    """The fields of a dataclass that are always walked, and those only where they are set, with their places."""
    always, sparse = [], {}
    for number, field in enumerate(dataclasses.fields(kind)):
        if field.metadata.get("skip"):
            continue
        prop = _get_raw_descriptor(kind, field.name)
        if isinstance(prop, Prop) and not is_walked(prop.default.__class__):
            sparse[field.name] = number, field
        else:
            always.append((number, field))
    return always, sparse


class Sparse:
    """What the two methods ask of ``dataclasses``, and where they would log every step."""

    is_dataclass = staticmethod(dataclasses.is_dataclass)

    @staticmethod
    def fields(item: Any) -> list[dataclasses.Field[Any]]:
        """Those fields of an item that can hold controls, in their order."""
        always, sparse = _places(item.__class__)
        found = [place for place in always if is_walked(getattr(item, place[1].name).__class__)]
        if sparse:
            for name, value in item._values.items():
                if name in sparse and is_walked(value.__class__):
                    found.append(sparse[name])
        if len(found) > 1:
            found.sort(key=BY_PLACE)
        return [field for _, field in found]

    @staticmethod
    def debug(*_said: object) -> None:
        """Log nothing."""


def _set_what_is_given(kind: Any) -> None:
    """Have a kind of control set what it is given: of all else Flet finds that it is the default, and keeps nothing."""
    own, fields = vars(kind).get("__init__"), dataclasses.fields(kind)
    asked = [field for field in fields if field.init]
    places = {field.name: place for place, field in enumerate(asked)}
    if own is None or {*own.__code__.co_varnames} != {*places, "self", "ref"}:
        return  # another makes it, or it takes something else
    names = [field.name for field in asked if not field.kw_only]
    needed, plain = set(places), {}
    made: tuple[list[Any], list[Any]] = [], []
    for field in fields:
        if field.default_factory is not dataclasses.MISSING:
            made[field.init].append((field.name, field.default_factory))
        elif field.default is dataclasses.MISSING or not field.init:
            continue
        elif not isinstance(_get_raw_descriptor(kind, field.name), Prop):
            plain[field.name] = field.default
        needed.discard(field.name)

    @wraps(own)
    def init(self: Any, *args: Any, **given: Any) -> None:
        values = {**dict(zip(names, args, strict=False)), **given}
        ref = values.pop("ref", None)
        once = len(values) + ("ref" in given) == len(args) + len(given)
        if not once or not needed <= values.keys() <= places.keys():
            own(self, *args, **given)  # which says what is wrong
            return
        for name, value in plain.items():
            object.__setattr__(self, name, value)
        for name, make in made[False]:
            object.__setattr__(self, name, make())
        for name, make in made[True]:
            if name not in values:
                values[name] = make()
        for name in sorted(values, key=places.__getitem__):
            setattr(self, name, values[name])
        self.__post_init__(ref)

    kind.__init__ = init


def _finish_control(self: Any, ref: Any) -> None:
    """Finish a new control: it runs within Flet's own module, whose classes have taken hold of that function."""
    kind = self.__class__
    if kind.__hash__ is not BaseControl.__hash__:
        kind.__hash__ = BaseControl.__hash__
        set_what_is_given(kind)  # type: ignore[name-defined] # noqa: F821 - `install` puts it there
    self._i = ControlId.next()
    if not hasattr(self, "_c") or self._c is None:
        name = f"{kind.__module__}.{kind.__qualname__}"
        raise ValueError(f"Control {name} must have @control decorator with type_name specified.")
    if ref is not None:
        ref.current = self
    self.init()
    self._dirty.clear()


def install() -> None:
    """Replace what is Flet's, if it is the version that it was read from."""
    if ft.__version__ == FLET:
        base_control.set_what_is_given = _set_what_is_given  # type: ignore[attr-defined]
        BaseControl.__post_init__.__code__ = _finish_control.__code__
        names = {**vars(object_patch), "dataclasses": Sparse, "logger": Sparse}
        for name in ("_configure_dataclass", "_removed_controls"):
            walk: Any = getattr(object_patch.DiffBuilder, name)
            sparse = FunctionType(walk.__code__, names, name, walk.__defaults__)
            setattr(object_patch.DiffBuilder, name, sparse)
