"""The sentences that rules can refuse with, and which of them no case and no evening shows."""

import ast
import re

from tests.paths import ROOT

RULES = (*ROOT.glob("companion/games/**/*.py"), *ROOT.glob("companion/rules/*.py"))
OUTCOMES = (*ROOT.glob("tests/cases/*/*.txt"), *ROOT.glob("tests/evenings/said/texts/*.txt"))
LETTERS = 6
"""A sentence with fewer letters of its own says what another function gives it."""


def unreached():
    """List the sentences that a rule refuses with and no outcome has, by the place where they stand."""
    lines = {line for file in OUTCOMES for line in file.read_text(encoding="utf-8").splitlines()}
    found = []
    for file in RULES:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for sentence in {
            ast.unparse(each): each for words in _refusals(tree) for each in _sentences(words)
        }.values():
            parts = _parts(sentence)
            if sum(map(len, parts)) >= LETTERS and not _is_among(lines, parts):
                found.append(
                    f"{file.relative_to(ROOT / 'companion').as_posix()}: {'...'.join(parts)}"
                )
    return sorted(set(found))


def _refusals(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = (
                node.func.attr
                if isinstance(node.func, ast.Attribute)
                else getattr(node.func, "id", "")
            )
            if name == "Refusal" and node.args:
                yield node.args[0]
            elif name == "refuse" and len(node.args) > 1:
                yield node.args[1]
        elif isinstance(node, ast.FunctionDef) and "why" in node.name:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value:
                    yield inner.value


def _sentences(words):
    if isinstance(words, ast.IfExp):
        yield from _sentences(words.body)
        yield from _sentences(words.orelse)
    elif isinstance(words, ast.BoolOp):
        for part in words.values:
            yield from _sentences(part)
    elif isinstance(words, ast.JoinedStr) or (
        isinstance(words, ast.Constant) and isinstance(words.value, str)
    ):
        yield words


def _parts(sentence):
    """Give the words of a sentence that are always the same, between names and figures."""
    values = sentence.values if isinstance(sentence, ast.JoinedStr) else [sentence]
    parts = [""]
    for part in values:
        if isinstance(part, ast.Constant):
            parts[-1] += str(part.value)
        else:
            parts.append("")
    return parts


def _is_among(lines, parts):
    longest = max(parts, key=len)
    pattern = re.compile(".*".join(map(re.escape, parts)))
    return any(longest in line and pattern.search(line) for line in lines)
