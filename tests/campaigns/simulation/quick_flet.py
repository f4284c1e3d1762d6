"""Flet with less to do and the same result, for whole nights of evenings: every byte that it sends is the same.

Nothing of it is written anew. Its own functions are compiled once more without the lines for a log that nobody reads,
with a shorter way to ask what is a dataclass and what is the same, and without setting a class's hash for each control,
by which Python forgets what it knew of the class; and a new control is not handed its properties' defaults, to find for
each that there is nothing to store. A shortened evening is played without all this, and so is every evening of a test.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import sys
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import flet as ft
from flet.controls import base_control
from flet.controls.value_types import Prop, _get_raw_descriptor
from flet.messaging import protocol

from companion.version import FLET
from tests.campaigns.simulation.seeded import load_everything
from views.hosting import connection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOT = (
    "flet.components.component",
    "flet.controls.base_control",
    "flet.controls.object_patch",
    "flet.messaging.protocol",
    "flet.messaging.session",
    "views.sparse_walk",
)
"""Where most of the time goes."""
MADE = "<string>"
"""Where Python says that a function comes from which it has made itself."""
LOGS = {"logger", "patch_logger", "controls_log"}
SAME = ast.parse("if src is dst and (src is None or src.__class__ is str or src.__class__ is int): return").body
"""In what is one and the same word, number or nothing, no difference can be found."""


class _Quicker(ast.NodeTransformer):
    """Leaves out what is said to a log, and what is done again though it is so already."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=log), attr="debug")) if log in LOGS:
                return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(attr="is_dataclass") | ast.Name(id="is_dataclass"), args=[asked]):
                name = ast.Constant("__dataclass_fields__")
                return ast.copy_location(ast.Call(ast.Name("hasattr", ast.Load()), [asked, name], []), node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node.targets:
            case [ast.Attribute(value=of, attr="__hash__")]:
                there = ast.Attribute(of, "__hash__", ast.Load())
                changes = ast.Compare(there, [ast.IsNot()], [node.value])
                return ast.copy_location(ast.If(changes, [node], []), node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        if node.name == "_compare_values":
            node.body[:1] = [node.body[0], *(ast.copy_location(line, node.body[0]) for line in SAME)]
        return node


def _all_code(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield (part.co_qualname, part.co_firstlineno), part
            yield from _all_code(part)


def _functions(place: Any) -> Iterator[FunctionType]:
    """What is defined in a module, at its top or in its classes."""
    for value in list(vars(place).values()):
        function = getattr(value, "fget", None) or getattr(value, "__func__", None) or value
        if isinstance(function, FunctionType):
            yield function
        elif isinstance(value, type) and value.__module__ == getattr(place, "__name__", ""):
            yield from _functions(value)


def _compile_again(name: str) -> None:
    module = importlib.import_module(name)
    tree = ast.fix_missing_locations(_Quicker().visit(ast.parse(inspect.getsource(module))))
    codes = dict(_all_code(compile(tree, str(module.__file__), "exec", dont_inherit=True)))
    for function in (*_functions(module), connection.encode):  # which one of the module's has made
        old = function.__code__
        new = codes.get((old.co_qualname, old.co_firstlineno))
        if new and old.co_filename == new.co_filename and old.co_freevars == new.co_freevars:
            function.__code__ = new


def _subclasses(kind: type) -> Iterator[type]:
    for below in type.__subclasses__(kind):
        yield below
        yield from _subclasses(below)


def _leave_defaults_out(kind: Any) -> Any:
    """Return a dataclass's ``__init__`` that sets only those properties which have not their default already."""
    set_by = dataclasses._field_assign  # type: ignore[attr-defined]
    fields = [one for one in kind.__dataclass_fields__.values() if one._field_type is not dataclasses._FIELD_CLASSVAR]

    def assign(frozen: bool, name: str, value: str, of: str) -> str:
        prop, default = _get_raw_descriptor(kind, name), kind.__dataclass_fields__[name].default
        if isinstance(prop, Prop) and value == name and prop.default is default and not hasattr(kind, "_notify"):
            there = f"_dflt_{name}"
            return f"if {name} is not {there} and not {name} == {there}: {of}._values[{name!r}]={name}"
        return str(set_by(frozen, name, value, of))

    with patch.object(dataclasses, "_field_assign", assign):
        return dataclasses._init_fn(
            fields,
            *dataclasses._fields_in_init_order(fields),
            False,
            hasattr(kind, "__post_init__"),
            "self",
            vars(importlib.import_module(kind.__module__)),
            False,
        )


def _once_for_a_class(find: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    known: dict[tuple[type, str], Any] = {}

    def find_once(control: Any, name: str) -> Any:
        key = control.__class__, name
        if key not in known:
            known[key] = find(control, name)
        return known[key]

    return find_once


@cache
def quicken() -> None:
    """Have Flet do less in this process from now on, if it and Python are the versions that this was read from."""
    if ft.__version__ != FLET or sys.version_info >= (3, 13):
        return
    load_everything()
    for name in ft.__all__:
        getattr(ft, name)  # Flet loads each when it is first asked for
    for name in HOT:
        _compile_again(name)
    for kind in [kind for kind in _subclasses(object) if hasattr(kind, "_prop_defaults")]:
        begin = vars(kind).get("__init__")
        if begin is None:
            continue
        if begin.__code__.co_filename == MADE:
            kind.__init__ = _leave_defaults_out(kind)
        for cell in begin.__closure__ or ():  # that of a value stands in another
            if getattr(getattr(cell.cell_contents, "__code__", None), "co_filename", "") == MADE:
                cell.cell_contents = _leave_defaults_out(kind)
    base_control.get_event_field_type = _once_for_a_class(base_control.get_event_field_type)
    protocol._get_root_dataclass_field = cache(protocol._get_root_dataclass_field)
