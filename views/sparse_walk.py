"""Flet's comparison walks only what is set: the same messages, for a fraction of the work.

For each control that comes or goes Flet looks into every field its class has, some sixty, though all but a few have
their default, in which there is nothing to find. And for each that is made it sets all those fields, to no effect but
for what is given, and how its class is hashed, as it is already, by which Python forgets whatever it has looked up in
that class. Two methods of its ``DiffBuilder`` and the making of a control are replaced here, in the version they were
read from alone; any other is left as it is, and ``doctor`` says so. ``docs/flet_sparse_walk.patch`` has for Flet itself
all but the fields that are given.
"""
# ruff: noqa: SLF001, C901, PLR0912 - what is replaced is Flet's own, and stays as it was but for what it walks

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Iterator
from functools import cache, wraps
from operator import itemgetter
from typing import Any

import flet as ft
from flet.controls import base_control, object_patch
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.value_types import Prop, _get_raw_descriptor

from companion.version import FLET

BY_PLACE = itemgetter(0)


@cache
def is_walked(kind: Any) -> bool:
    """Whether values of a type can hold controls; all others end the walk."""
    return dataclasses.is_dataclass(kind) or issubclass(kind, dict | list)


@cache
def _walked_fields(kind: Any) -> tuple[list[tuple[int, str]], dict[str, int]]:
    """The fields of a dataclass that are always walked, and those only where they are set, with their places."""
    always, sparse = [], {}
    for place, field in enumerate(dataclasses.fields(kind)):
        if field.metadata.get("skip", False):
            continue
        prop = _get_raw_descriptor(kind, field.name)
        if isinstance(prop, Prop) and not is_walked(prop.default.__class__):
            sparse[field.name] = place
        else:
            always.append((place, field.name))
    return always, sparse


def walked_values(item: Any) -> list[Any]:
    """What of a dataclass can hold controls, in the order of its fields."""
    always, sparse = _walked_fields(item.__class__)
    found = []
    for place, name in always:
        value: Any = getattr(item, name)
        if is_walked(value.__class__):
            found.append((place, value))
    if sparse:
        for name, value in item._values.items():
            if name in sparse and is_walked(value.__class__):
                found.append((sparse[name], value))
    if len(found) > 1:
        found.sort(key=BY_PLACE)
    return [value for _, value in found]


def _configure_dataclass(
    self: object_patch.DiffBuilder,
    item: Any,
    parent: Any,
    frozen: bool,
    configure_setattr_only: bool = False,
) -> Iterator[Any]:
    """Prepare what comes, and yield the controls in it."""
    control_cls: Any = self.control_cls
    if dataclasses.is_dataclass(item):
        if parent is None:
            parent_ref = getattr(item, "_parent", None)
            parent = parent_ref() if parent_ref else None
        if parent:
            if parent is item:
                raise object_patch.ObjectPatchException(f"Parent is the same as item: {item}")
            item._parent = weakref.ref(parent)  # type: ignore[union-attr]
        if hasattr(item, "_frozen"):
            frozen = item._frozen
        elif frozen:
            item._frozen = frozen  # type: ignore[union-attr]

        item_cls: Any = item.__class__
        if getattr(item_cls, "__flet_control_cls__", None) is None:
            item_cls.__flet_control_cls__ = control_cls

        child_parent = parent
        if control_cls and isinstance(item, control_cls):
            child_parent = item
            if not configure_setattr_only:
                item.build()
                item._before_update_safe()
                object.__setattr__(item, "_initialized", True)
            yield item
        if not configure_setattr_only:
            for value in walked_values(item):
                yield from _configure_dataclass(self, value, child_parent, frozen)

        if not frozen:
            dst_dirty = getattr(item, "_dirty", None)
            if dst_dirty is not None:
                dst_dirty.clear()
            else:
                item_cls.__setattr__ = object_patch._control_setattr
                object.__setattr__(item, "__changes", {})
    elif isinstance(item, dict):
        for value in item.values():
            yield from _configure_dataclass(self, value, parent, frozen)
    elif isinstance(item, list):
        for value in item:
            yield from _configure_dataclass(self, value, parent, frozen)


def _removed_controls(self: object_patch.DiffBuilder, item: Any, recurse: bool) -> Iterator[Any]:
    """Yield the controls in what goes."""
    if self.control_cls and isinstance(item, self.control_cls):
        if hasattr(item, "__prev_lists"):
            for kept in ("__prev_lists", "__prev_dicts", "__prev_classes"):
                for value in getattr(item, kept, {}).values():
                    yield from _removed_controls(self, value, recurse)
        elif recurse:
            for value in walked_values(item):
                yield from _removed_controls(self, value, recurse)
        yield item
    elif isinstance(item, dict):
        for value in item.values():
            yield from _removed_controls(self, value, recurse)
    elif isinstance(item, list):
        for value in item:
            yield from _removed_controls(self, value, recurse)


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
        object_patch.DiffBuilder._configure_dataclass = _configure_dataclass  # type: ignore[method-assign]
        object_patch.DiffBuilder._removed_controls = _removed_controls  # type: ignore[method-assign]
