"""Imports point one way: models.ledger <- models <- companion <- views; games see rules, not files."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OURS = ("models", "companion", "views")
RULES_MAY_SEE = (
    "companion.action", "companion.boards", "companion.changes", "companion.feats", "companion.game", "companion.hands",
    "companion.kinds", "companion.several", "companion.table", "companion.units", "companion.rules", "models.history",
    "models.ledger",
)  # fmt: skip


def modules() -> list[Path]:
    return [path for package in OURS for path in sorted((ROOT / package).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """Every module that a file names in an import, wherever in the file it stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by dots; name the whole module"
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return names


def packages(names: set[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    names = imported(path)
    seen = packages(names) & set(OURS)
    allowed = {"models": {"models"}, "companion": {"models", "companion"}, "views": set(OURS)}[package]
    if path == ROOT / "companion" / "__main__.py":
        allowed = set(OURS)  # the command line joins everything; it starts the screens
    assert seen <= allowed, f"{path.relative_to(ROOT)} must not import {sorted(seen - allowed)}"


def test_the_ledger_needs_nothing_but_the_standard_library() -> None:
    foreign = packages(imported(ROOT / "models" / "ledger.py")) - set(sys.stdlib_module_names)

    assert not foreign, f"models/ledger.py imports {sorted(foreign)}"


@pytest.mark.parametrize("part", ["rules", "games"])
def test_rules_see_no_database_no_clock_no_dice_and_no_screen(part: str) -> None:
    for path in sorted((ROOT / "companion" / part).rglob("*.py")):
        inside = path.relative_to(ROOT / "companion" / part).parts
        own = f"companion.games.{inside[0].removesuffix('.py')}"
        if path == ROOT / "companion" / "games" / "__init__.py":
            continue  # it names every game
        for name in imported(path):
            top = name.split(".")[0]
            said = f"{path.relative_to(ROOT)} must not import {name}"
            assert top not in ("random", "secrets", "time", "datetime", "sqlite3", "os", "pathlib"), said
            if top in OURS:
                assert name.startswith((*RULES_MAY_SEE, own)), said
            else:
                assert top in sys.stdlib_module_names, said


def test_the_text_commands_start_without_the_screens() -> None:
    names = {
        name
        for node in ast.parse((ROOT / "companion" / "__main__.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in imported_names(node)
    }

    assert not packages(names) & {"flet", "views", "sqlmodel"}


def imported_names(node: ast.Import | ast.ImportFrom) -> set[str]:
    return {alias.name for alias in node.names} if isinstance(node, ast.Import) else {str(node.module)}


def test_modules_stay_small_enough_to_read_in_one_sitting() -> None:
    long = {str(path.relative_to(ROOT)): size for path in modules() if (size := path.read_text().count("\n")) > 400}

    assert not long, f"split these: {long}"


def test_no_module_is_called_what_says_nothing() -> None:
    words = ("manager", "helper", "utils", "util", "service", "misc", "common")

    assert not [path.name for path in modules() if path.stem.casefold() in words]
