"""Slips of strangers, `tests/slips/*.patch`: is each noticed by the default tests, and by which?

`python -m tests.campaigns.mutants --slips` builds all of them in, each behind a switch of its own, and tries each with
the test that noticed it before. For what that test passes over it runs every test once to see which slips it comes to,
and then those that come to it until one fails. A test that fails with no slip on notices nothing.
`tests/slips/README.md` has what came of it, a line a slip.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.campaigns.altering import SWITCH, Key
from tests.paths import ROOT

SLIPS = ROOT / "tests" / "slips"
TABLE = SLIPS / "README.md"
GIT = shutil.which("git") or "git"
HEAD = """# Slips of strangers

Each patch is a mistake somebody put into functions of one file of the product on purpose.
`python -m tests.campaigns.mutants --slips` tries them and writes this table: a test that notices it, "nobody",
or that it no longer applies.

| slip | noticed by |
|---|---|
"""
ROW = re.compile(r"^\| `(.+?)` \| (.*) \|$", re.MULTILINE)
FILE = re.compile(r"^\+\+\+ b/(\S+)", re.MULTILINE)
NOBODY, STALE = "nobody", "no longer applies"


def found(folder=SLIPS):
    """What each slip is found by: its file and its name."""
    for patch in sorted(folder.glob("*.patch")):
        (file,) = FILE.findall(patch.read_text(encoding="utf-8"))
        yield Key(file, "", patch.stem, str(patch))


def _patched(source, key):
    """The source of a file with a slip in it; ``None`` where it does not apply."""
    with tempfile.TemporaryDirectory(prefix="companion-slip-") as folder:
        there = Path(folder, key.file)
        there.parent.mkdir(parents=True)
        there.write_text(source, encoding="utf-8")
        done = subprocess.run(
            [GIT, "apply", key.after], cwd=folder, capture_output=True, check=False
        )
        return None if done.returncode else there.read_text(encoding="utf-8")


def _changed(old, new):
    """Yield the outermost functions that differ, before and after; ``None`` for what differs besides."""
    if isinstance(old, ast.FunctionDef | ast.AsyncFunctionDef) and type(old) is type(new):
        heads = [_without_body(node) for node in (old, new)]
        yield (old, new) if heads[0] == heads[1] else None
    elif isinstance(old, ast.Module | ast.ClassDef) and len(old.body) == len(new.body):
        for before, after in zip(old.body, new.body, strict=True):
            if ast.dump(before) != ast.dump(after):
                yield from _changed(before, after)
    else:
        yield None


def _without_body(node):
    body, node.body = node.body, []
    head = ast.dump(node)
    node.body = body
    return head


def built_in(source, _file, numbers):
    """A module with the slips built in that apply to it, and which they are; see ``altering.switched``."""
    tree, found = ast.parse(source), set()
    for key, number in numbers.items():
        patched = _patched(source, key)
        pairs = [*_changed(ast.parse(source), ast.parse(patched))] if patched else [None]
        if None in pairs:
            continue
        functions = {
            (node.lineno, node.name): node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for old, new in pairs:
            node = functions[old.lineno, old.name]
            asked = ast.Call(ast.Name(SWITCH, ast.Load()), [ast.Constant(number)], [])
            told = int(
                ast.get_docstring(node) is not None
            )  # the help of an action is its docstring
            there = ast.copy_location(ast.If(asked, new.body, node.body[told:]), node.body[-1])
            node.body[told:] = [there]
        found.add(key)
    return ast.fix_missing_locations(tree), found


def noticed():
    """Read which test noticed each slip when the table was written."""
    rows = ROW.findall(TABLE.read_text(encoding="utf-8"))
    return {name: [by.strip("`")] for name, by in rows if by.startswith("`")}


def store(verdicts):
    """Write what came of each slip; return those that are noticed no longer."""
    known = TABLE.read_text(encoding="utf-8")
    before = dict(ROW.findall(known))
    rows = "".join(f"| `{name}` | {by} |\n" for name, by in sorted(verdicts.items()))
    TABLE.write_text(HEAD + rows + known.rpartition(" |\n")[2], encoding="utf-8")
    return [
        name
        for name, by in sorted(verdicts.items())
        if by == NOBODY and before.get(name, NOBODY).startswith("`")
    ]
