"""Flet's comparison walks only what is set: the same messages, for a fraction of the work.

For each control that comes or goes Flet looks into every field its class has, some sixty, though all but a few have
their default, in which there is nothing to find. And for each that is made it sets how its class is hashed, as it is
already, by which Python forgets whatever it has looked up in that class. Two methods of its ``DiffBuilder`` are told of
fewer fields here, and the end of a control's making is replaced, in the version they were read from alone; any other is
left as it is, and ``doctor`` says so. ``docs/flet_sparse_walk.patch`` is the same for Flet itself.

And a fault of its comparison of lists is mended: rows that change places kept each other's parts on the device.
"""
# ruff: noqa: SLF001 - what is replaced is Flet's own, and stays as it was but for what it walks

from __future__ import annotations

import dataclasses
from functools import cache
from operator import itemgetter
from types import FunctionType
from typing import Any

import flet as ft
from flet.controls import object_patch
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


def _finish_control(self: Any, ref: Any) -> None:
    """Finish a new control: it runs within Flet's own module, whose classes have taken hold of that function."""
    kind = self.__class__
    if kind.__hash__ is not BaseControl.__hash__:
        kind.__hash__ = BaseControl.__hash__
    self._i = ControlId.next()
    if not hasattr(self, "_c") or self._c is None:
        name = f"{kind.__module__}.{kind.__qualname__}"
        raise ValueError(f"Control {name} must have @control decorator with type_name specified.")
    if ref is not None:
        ref.current = self
    self.init()
    self._dirty.clear()


def _compare_lists(self: Any, *lists: Any) -> None:
    """Compare two lists, and pair what goes with what comes within them alone.

    Flet pairs it by its place. Where a row moves up another has its place, and was sent what the first one lacks.
    """
    outside = self.index_storage, self.index_storage2
    self.index_storage, self.index_storage2 = [{}, {}], [[], []]
    COMPARE_LISTS(self, *lists)
    self.index_storage, self.index_storage2 = outside


LISTS = "_compare_lists"
COMPARE_LISTS: Any = getattr(object_patch.DiffBuilder, LISTS, None)


def install() -> None:
    """Replace what is Flet's, if it is the version that it was read from."""
    if ft.__version__ == FLET:
        setattr(object_patch.DiffBuilder, LISTS, _compare_lists)
        BaseControl.__post_init__.__code__ = _finish_control.__code__
        names = {**vars(object_patch), "dataclasses": Sparse, "logger": Sparse}
        for name in ("_configure_dataclass", "_removed_controls"):
            walk: Any = getattr(object_patch.DiffBuilder, name)
            sparse = FunctionType(walk.__code__, names, name, walk.__defaults__)
            setattr(object_patch.DiffBuilder, name, sparse)
