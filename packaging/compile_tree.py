"""Compile a tree of Python files for the browser. `compile.mjs` runs this with the Python that the browser will run.

A browser that had to compile the app on every start would take twice as long.
"""

from __future__ import annotations

import ast
import importlib.util
import marshal
from pathlib import Path

UNCHECKED = (1).to_bytes(4, "little")
"""The flag of a compiled file that is never checked against its source."""


class WithoutWords(ast.NodeTransformer):
    """Replaces every docstring with a dash; a decorated class gets one where it has none.

    Some libraries require a docstring, and dataclasses take long to generate one.
    """

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Shorten a function's."""
        return self._short(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """Shorten a function's."""
        return self._short(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Shorten a class's."""
        return self._short(node)

    def _short(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> ast.AST:
        first = node.body[0]
        dash = ast.fix_missing_locations(ast.copy_location(ast.Expr(ast.Constant("-")), first))
        if ast.get_docstring(node, clean=False) is not None:
            node.body[0] = dash
        elif isinstance(node, ast.ClassDef) and node.decorator_list:
            node.body.insert(0, dash)
        self.generic_visit(node)
        return node


def compile_tree(source: str, target: str, *, bare: bool) -> int:
    """Compile every ``.py`` below a folder into a ``.pyc`` at the same place below another; return their number.

    ``bare`` removes the docstrings. Our own are kept: the app shows those of actions.
    """
    count = 0
    for file in sorted(Path(source).rglob("*.py")):
        inside = file.relative_to(source)
        text = file.read_bytes()
        tree = ast.parse(text, filename=str(inside))
        if bare:
            tree = WithoutWords().visit(tree)
        code = compile(tree, str(inside), "exec", dont_inherit=True)
        made = Path(target) / inside.with_suffix(".pyc")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(
            importlib.util.MAGIC_NUMBER
            + UNCHECKED
            + importlib.util.source_hash(text)
            + marshal.dumps(code)
        )
        count += 1
    return count
