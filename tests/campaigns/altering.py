"""Small mistakes a programmer could make, found in a module by `ast`, and built into it.

Each stands behind a switch that is off: `a < b` becomes `(a <= b if __mutant__(17) else a < b)`. So the tests are
collected once, and a fork only has to say which number is on.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import sys
from collections import Counter
from dataclasses import dataclass
from importlib.machinery import PathFinder, SourceFileLoader

OPPOSITE = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
OTHER_CALL = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "reversed": "list",
}
INNER = ("body", "orelse", "finalbody", "handlers", "cases")
"""Fields of a statement that hold statements."""
UNSEEN = {
    "annotation",
    "returns",
    "decorator_list",
    "args",
    "pattern",
    "type",
    "format_spec",
    "targets",
    "target",
}
"""Fields nothing is changed in: types, what is evaluated on import, and what is assigned to."""
LOGS = {"log", "logger", "logging", "warnings"}
SWITCH = "__mutant__"
LONGEST = 240
"""A change that needs more letters to be told is left out."""


@dataclass(frozen=True)
class Key:
    """What a mutant is found by after lines moved: the statement before and after, the nth alike in a function."""

    file: str
    function: str
    before: str
    after: str
    nth: int = 0

    @property
    def id(self):
        return hashlib.sha1(repr(self).encode(), usedforsecurity=False).hexdigest()[:10]


@dataclass(frozen=True, eq=False)
class Site:
    """A place in a tree and what could stand there instead; ``None`` is nothing."""

    kind: str
    function: str
    statement: ast.AST
    holder: ast.AST
    field: str
    index: int | None
    instead: ast.AST | None

    @property
    def node(self):
        there = getattr(self.holder, self.field)
        return there if self.index is None else there[self.index]

    def put(self, node):
        if self.index is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.index] = node

    def texts(self):
        """The statement before and after, without the statements within it unless the whole of it goes."""
        node = self.node
        if node is self.statement:
            return ast.unparse(node), ast.unparse(self.instead or ast.Pass())
        before = _head(self.statement)
        self.put(self.instead)
        after = _head(self.statement)
        self.put(node)
        return before, after

    def switch(self, number):
        """Build the change in, behind its switch."""
        node = self.node
        asked = ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(number)], [])
        if isinstance(node, ast.stmt):
            self.put(ast.copy_location(ast.If(asked, [self.instead or ast.Pass()], [node]), node))
        else:
            self.put(ast.copy_location(ast.IfExp(asked, self.instead, node), node))


def _head(statement):
    head = copy.copy(statement)
    for field in INNER:
        if hasattr(head, field):
            setattr(head, field, [])
    return ast.unparse(head)


def sites(tree):
    """Yield every change within functions, from the first line on."""
    yield from _within(tree, "", tree, function=False)


def _within(node, name, statement, *, function):
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        name = f"{name}.{node.name}".lstrip(".")
        function = function or not isinstance(node, ast.ClassDef)
    for field, value in ast.iter_fields(node):
        if field in UNSEEN and not (field == "args" and isinstance(node, ast.Call)):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or _says_nothing(child):
                continue
            inner = child if isinstance(child, ast.stmt | ast.match_case) else statement
            if function and not isinstance(node, ast.JoinedStr):
                for kind, instead in _changes(child):
                    yield Site(kind, name, inner, node, field, index, instead)
            yield from _within(child, name, inner, function=function)


def _says_nothing(node):
    """Whether it is a docstring, for the type checker, or written to a log."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return name in LOGS
    return False


def _changes(node):  # noqa: C901, PLR0912 - a table
    """Yield what could stand in the place of a node, with the sort of mistake it would be."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in OPPOSITE:
            yield "border", _like(node, ops=[OPPOSITE[type(op)]()])
        case ast.BinOp(op=op) if type(op) in OPPOSITE and not any(
            map(_is_text, (node.left, node.right))
        ):
            yield "arithmetic", _like(node, op=OPPOSITE[type(op)]())
        case ast.BoolOp(op=op, values=[first, *rest]):
            yield "logic", _like(node, op=OPPOSITE[type(op)]())
            yield "logic", first
            yield "logic", rest[-1]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "logic", operand
        case ast.Constant(value=bool(value)):
            yield "flag", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "number", ast.Constant(value + 1)
        case ast.Constant(value=str(value)) if value:
            yield "word", ast.Constant("")
        case ast.Call(func=ast.Name(id=called)) if called in OTHER_CALL:
            kept = [] if OTHER_CALL[called] == "list" else node.keywords
            yield "call", _like(node, func=ast.Name(OTHER_CALL[called], ast.Load()), keywords=kept)
        case ast.Call(func=ast.Name(id="abs" | "round"), args=[first, *_]):
            yield "call", first
        case ast.Subscript(slice=ast.Slice(lower=lower, upper=upper), ctx=ast.Load()) if (
            lower or upper
        ):
            yield (
                "slice",
                _like(node, slice=ast.Slice(lower if upper else None, None, node.slice.step)),
            )
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for at, part in enumerate(node.generators):
                if part.ifs:
                    parts = [*node.generators]
                    parts[at] = _like(part, ifs=part.ifs[:-1])
                    yield "filter", _like(node, generators=parts)
        case ast.If(body=[*_, ast.Return() | ast.Raise() | ast.Continue()], orelse=[]):
            yield "guard", None
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Continue() | ast.Break():
            yield "statement", None
        case ast.AugAssign(op=op):
            yield "statement", None
            if type(op) in OPPOSITE:
                yield "arithmetic", _like(node, op=OPPOSITE[type(op)]())
    match node:
        case ast.Call(keywords=[*_, ast.keyword(arg=str(), value=ast.Constant())]):
            yield "argument", _like(node, keywords=node.keywords[:-1])
        case ast.If(test=test) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield "branch", _like(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.IfExp(body=body, orelse=orelse):
            yield "branch", _like(node, body=orelse, orelse=body)


def _like(node, **parts):
    made = copy.copy(node)
    for name, part in parts.items():
        setattr(made, name, part)
    return made


def _is_text(node):
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def keyed(tree, file, functions=None):
    """Yield the changes of a module, or of some of its functions, with what each is found by."""
    seen = Counter()
    wanted = None if functions is None else set(functions)
    for site in list(sites(tree)):
        if wanted is None or site.function in wanted:
            before, after = site.texts()
            key = Key(file, site.function, before, after)
            seen[key] += 1
            if before != after and len(before) + len(after) <= LONGEST:
                yield Key(file, site.function, before, after, seen[key] - 1), site


def switched(source, file, numbers):
    """A module with those mutants built in that are found in it, and which they are."""
    tree = ast.parse(source)
    found = [
        (key, site)
        for key, site in keyed(tree, file, {key.function for key in numbers})
        if key in numbers
    ]
    for key, site in reversed(found):  # what lies within another first
        site.switch(numbers[key])
    return ast.fix_missing_locations(tree), {key for key, _ in found}


class Switching(PathFinder):
    """Loads modules of the product from trees with switches in them; put first in ``sys.meta_path``."""

    def __init__(self, root, trees):
        self.trees = {str(root / file): tree for file, tree in trees.items()}
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin not in self.trees:
            return None
        spec.loader = _Loader(name, spec.origin)
        spec.loader.tree = self.trees[spec.origin]
        return spec


class _Loader(SourceFileLoader):
    tree: ast.Module

    def get_code(self, _name):
        return compile(self.tree, self.path, "exec", dont_inherit=True)
