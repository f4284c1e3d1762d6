"""One word for one thing in all that people read: screens, receipts, refusals, commands and exports."""

import ast
import re
from functools import cache

import pytest

from tests.paths import ROOT

MODULES = sorted(
    path for folder in ("companion", "models", "views") for path in (ROOT / folder).rglob("*.py")
)
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
KEPT = {"struck", "struck out by line", "corrected in line"}
"""The name of a table, and those of columns in a table for spreadsheets."""
INSTEAD = {
    r"\b(struck|strikes?|striking) (\w+ )?out\b|\bstruck\b": "crossed out",
    r"\bnoughts?\b": "zero",
    r"\b(corrected in|later|undid|redid|crossed out|corrected|kept) lines?\b|\blines? (is|are) missing": "entry",
    r"\b(this|no|every|all|several|single|later) plays?\b": "game",
    r"\brubbed out\b": "erased",
    APOSTROPHE: "'",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
}


@cache
def texts():
    """All texts of the product, by module and line: without docstrings, of which actions' alone are shown."""
    found = []
    for module in MODULES:
        tree = ast.parse(module.read_text(encoding="utf-8"))
        docstrings = {
            id(statement.value)
            for node in ast.walk(tree)
            if isinstance(body := getattr(node, "body", None), list)
            and not any(
                ".action(" in ast.unparse(decorator)
                for decorator in getattr(node, "decorator_list", ())
            )
            for statement in body
            if isinstance(statement, ast.Expr)
        }
        where = module.relative_to(ROOT)
        found += [
            (f"{where}:{node.lineno}", node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ]
    return [
        (place, text)
        for place, text in found
        if " " in text and text not in KEPT and "CREATE T" not in text
    ]


@pytest.mark.parametrize(("other", "word"), INSTEAD.items(), ids=INSTEAD.values())
def test_nothing_that_people_read_has_a_second_word_for_one_thing(other, word):
    wrong = [
        f"{place}: {text[:80]!r}"
        for place, text in texts()
        if re.search(other, text, re.IGNORECASE)
    ]
    assert wrong == [], f"they should say {word}"
