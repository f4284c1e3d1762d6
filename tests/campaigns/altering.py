"""Which slips a programmer could have made in a module: each mutant is the module with one small thing changed.

What is changed into what are mutmut's operators. They are applied to the whole file, properties and defaults as well:
mutmut's own run leaves out whatever is decorated, and everything outside functions.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper
from mutmut.mutation.mutators import mutation_operators

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHES = frozenset({"lru_cache", "cache"})
"""Decorators that save time and decide nothing."""
STORAGE = frozenset({"slots"})
"""Options of a dataclass about its layout in memory, which decide nothing either."""


@dataclass(frozen=True)
class Mutant:
    """A module with one thing changed: at which line, the lines that differ, and the whole source."""

    line: int
    was: str
    now: str
    source: str


class _Changes(cst.CSTVisitor):
    """Collects every change of every node that a test could notice."""

    METADATA_DEPENDENCIES = (ByteSpanPositionProvider,)

    def __init__(self) -> None:
        self.found: list[tuple[int, int, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _says_nothing(node):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    self.add(node, changed)
        # statements that are there for their effect alone: a programmer may have forgotten one
        if isinstance(node, cst.Expr | cst.Del | cst.Raise):
            self.add(node, cst.Pass())
        # comparisons and those with a "not" have been turned round above
        if isinstance(node, cst.If | cst.While) and not isinstance(node.test, cst.Comparison | cst.UnaryOperation):
            negated = cst.UnaryOperation(
                cst.Not(), node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            )
            self.add(node.test, negated)
        return True

    def add(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        if getattr(node, "lpar", ()):  # what is between the brackets is replaced
            changed = changed.with_changes(lpar=(), rpar=())
        span = self.get_metadata(ByteSpanPositionProvider, node)
        self.found.append((span.start, span.start + span.length, changed))


def _says_nothing(node: cst.CSTNode) -> bool:
    """Whether a change in here could not be noticed by anybody.

    Those are types, words for the reader, and names in SQL where the driver goes by places.
    """
    match node:
        case (
            cst.Annotation()
            | cst.Import()
            | cst.ImportFrom()
            | cst.Expr(value=cst.SimpleString())
            | cst.Call(func=cst.Name(value="bindparam"))
            | cst.If(test=cst.Name(value="TYPE_CHECKING"))
            | cst.AnnAssign(annotation=cst.Annotation(annotation=cst.Name(value="TypeAlias")))
        ):
            return True
    return False


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module that compiles, from the first line on."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    changes = _Changes()
    wrapper.visit(changes)
    seen = {_meaning(source)}
    plain = source.encode()
    for start, end, changed in changes.found:
        here = plain[start:end]
        body = wrapper.module.code_for_node(changed).strip().encode()
        code = plain[:start].decode() + here.replace(here.strip(), body).decode() + plain[end:].decode()
        try:
            meaning = _meaning(code)
        except SyntaxError:
            continue
        if meaning not in seen:
            seen.add(meaning)
            was, now = _differing(source, code)
            yield Mutant(plain[:start].count(b"\n") + 1, was, now, code)


def _meaning(code: str) -> str:
    """Write down what a program does, without what decides only where its values lie and what it remembers."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            calls = [one for one in node.decorator_list if isinstance(one, ast.Call)]
            for call in calls:
                call.keywords = [one for one in call.keywords if one.arg not in STORAGE]
            node.decorator_list = [one for one in node.decorator_list if one not in calls or not _is_cache(one)]
    return ast.dump(tree)


def _is_cache(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in CACHES


def _differing(source: str, changed: str) -> tuple[str, str]:
    """The lines that differ, before and after, each without the space around it."""
    was, now = ([line.strip() for line in code.splitlines()] for code in (source, changed))
    while was[-1] == now[-1]:
        was.pop()
        now.pop()
    first = next((at for at, (one, other) in enumerate(zip(was, now, strict=False)) if one != other), len(was))
    return "\n".join(was[first:]), "\n".join(now[first:])
